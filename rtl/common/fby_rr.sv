// SPDX-License-Identifier: Apache-2.0
/// Round-robin choice: the first one that asks after the one served last.
module fby_rr #(
  parameter int unsigned Num     = 2,
  /// Width of an index; 1 when there is only one.
  parameter int unsigned IdxBits = Num > 1 ? $clog2(Num) : 1
) (
  input  logic               clk_i,
  input  logic               rst_i,
  input  logic [Num-1:0]     ask_i,
  /// The choice of this cycle is served.
  input  logic               serve_i,
  output logic [IdxBits-1:0] idx_o,
  output logic               valid_o
);

  logic [IdxBits-1:0] last_q, low, high;
  logic               any_high;

  // Lowest asking index above the last one served, else the lowest at all.
  always_comb begin
    low      = '0;
    high     = '0;
    any_high = 1'b0;
    // Most cycles of a simulation nobody asks.
    if (valid_o) begin
      for (int unsigned i = 0; i < Num; i++) begin
        if (ask_i[Num-1-i]) begin
          low = IdxBits'(Num - 1 - i);
          if (Num - 1 - i > 32'(last_q)) begin
            high     = IdxBits'(Num - 1 - i);
            any_high = 1'b1;
          end
        end
      end
    end
  end

  assign idx_o   = any_high ? high : low;
  assign valid_o = ask_i != '0;

  always_ff @(posedge clk_i) begin
    if (rst_i) last_q <= IdxBits'(Num - 1);
    else if (serve_i && valid_o) last_q <= idx_o;
  end

endmodule
