// SPDX-License-Identifier: Apache-2.0
/// Brings the bits of a round's window from the cycles in which they are there to those in which they are needed; one
/// delay line for each run of neighbours that wait equally long.
module fby_fq_align
  import fby_fq_pkg::*;
#(
    /// The round; REDUCE_ROUNDS aligns the result.
    parameter int unsigned Index   = 0,
    /// The full product arrives as fby_mul_karatsuba gives it; 0: all of it at once.
    parameter bit          Skewed  = 1'b1,
    localparam int unsigned Width  = (Index == REDUCE_ROUNDS) ? RESULT_BITS : WINDOW_BITS
) (
    input  logic             clk_i,
    input  logic [Width-1:0] d_i,
    output logic [Width-1:0] q_o
);

  function automatic int unsigned depth(input int unsigned at);
    return unsigned'(window_needs(Index, at) - window_gives(Index, at, Skewed));
  endfunction

  function automatic int unsigned run(input int unsigned from);
    int unsigned count;
    count = 1;
    while (from + count < Width && depth(from + count) == depth(from)) count++;
    return count;
  endfunction

  for (genvar at = 0; at < Width; at++) begin : g_bit
    if (window_needs(Index, at) < window_gives(Index, at, Skewed)) begin : g_bad
      $error("fby_fq_align: a bit is needed before it is there");
    end
    if (at == 0 || depth(at) != depth((at == 0) ? 0 : at - 1)) begin : g_run
      fby_delay #(
          .Width(run(at)),
          .Depth(depth(at))
      ) u_delay (
          .clk_i,
          .d_i(d_i[at+:run(at)]),
          .q_o(q_o[at+:run(at)])
      );
    end
  end

endmodule
