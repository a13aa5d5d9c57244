// SPDX-License-Identifier: Apache-2.0

/// FLASH: the two accesses of SHRIMP-2, and the kernel tells the card which process runs. Only that process can go on with what it began.
module fby_udma_flash
  import fby_udma_pkg::*;
(
  input  logic                clk_i,
  input  logic                rst_i,
  /// Level, a bit for each context: forget what it has latched.
  input  logic [CONTEXTS-1:0] clear_i,
  input  access_t             access_i,
  output say_t                say_o,
  /// Level: the process that runs, as the kernel has written it.
  input  who_t                who_i
);

  latch_t latch_q;
  who_t   who_q;

  logic load, store, held;
  assign load  = is_load(access_i);
  assign store = is_store(access_i);
`ifdef FBY_MUTANT_UDMA_WHO_IN_PART
  assign held  = latch_q.valid && clear_i == '0 && who_q[WHO_BITS-2:0] == who_i[WHO_BITS-2:0];
`else
  assign held  = latch_q.valid && clear_i == '0 && who_q == who_i;
`endif

  always_comb begin
    say_o       = SAY_FAIL;
    say_o.stray = access_i.valid && !load && !store;
    if (load && held) begin
      say_o.data  = OK1;
      // WHO is no context: all pages are those of context 0.
      say_o.start = plain_start('0, access_i.addr, latch_q.dst, latch_q.size);
    end
  end

  always_ff @(posedge clk_i) begin
    if (store) begin
      latch_q <= latched(access_i);
`ifdef FBY_MUTANT_UDMA_WHO_OF_THE_FIRST
      if (!latch_q.valid) who_q <= who_i;
`else
      who_q   <= who_i;
`endif
    end else if (load) latch_q.valid <= 1'b0;
    if (rst_i || clear_i != '0) latch_q.valid <= 1'b0;
  end

endmodule
