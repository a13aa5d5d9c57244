// SPDX-License-Identifier: Apache-2.0

/// SHRIMP-2, and PAL code: a store of the size at the destination, then a load at the source. The kernel's hook on the context switch
/// forgets the store of whoever ran before; without it the arguments of two processes mix.
module fby_udma_shrimp2
  import fby_udma_pkg::*;
(
  input  logic                clk_i,
  input  logic                rst_i,
  /// Level, a bit for each context: forget what it has latched.
  input  logic [CONTEXTS-1:0] clear_i,
  input  access_t             access_i,
  output say_t                say_o,
  /// Pulse: another process runs. Acts before an access of the same cycle.
  input  logic                hook_i
);

  latch_t latch_q;

  logic load, store, held;
  assign load  = is_load(access_i);
  assign store = is_store(access_i);
`ifdef FBY_MUTANT_UDMA_HOOK_LATE
  assign held  = latch_q.valid && clear_i == '0;
`else
  assign held  = latch_q.valid && clear_i == '0 && !hook_i;
`endif

  always_comb begin
    say_o       = SAY_FAIL;
    say_o.stray = access_i.valid && !load && !store;
    if (load && held) begin
      say_o.data  = OK1;
      // Who it was is not known here: all of its pages are those of context 0.
      say_o.start = plain_start('0, access_i.addr, latch_q.dst, latch_q.size);
    end
  end

  always_ff @(posedge clk_i) begin
    if (store) latch_q <= latched(access_i);
`ifdef FBY_MUTANT_UDMA_LATCH_STAYS
    else if (hook_i) latch_q.valid <= 1'b0;
`else
    else if (load || hook_i) latch_q.valid <= 1'b0;
`endif
    if (rst_i || clear_i != '0) latch_q.valid <= 1'b0;
  end

endmodule
