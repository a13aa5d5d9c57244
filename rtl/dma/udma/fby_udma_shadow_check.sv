// SPDX-License-Identifier: Apache-2.0

/// Extended shadow addressing with one latch: the address says whose access it is, and a load of another context than the store's ends
/// both attempts. Nothing mixes, but contexts disturb each other.
module fby_udma_shadow_check
  import fby_udma_pkg::*;
(
  input  logic                clk_i,
  input  logic                rst_i,
  /// Level, a bit for each context: forget what it has latched.
  input  logic [CONTEXTS-1:0] clear_i,
  input  access_t             access_i,
  output say_t                say_o
);

  latch_t   latch_q;
  context_t ctx_q;

  logic load, store, held;
  assign load  = is_load(access_i);
  assign store = is_store(access_i);
`ifdef FBY_MUTANT_UDMA_CHECK_IN_PART
  assign held  = latch_q.valid && !clear_i[ctx_q] && ctx_q[1:0] == access_i.ctx[1:0];
`else
  assign held  = latch_q.valid && !clear_i[ctx_q] && ctx_q == access_i.ctx;
`endif

  always_comb begin
    say_o       = SAY_FAIL;
    say_o.stray = access_i.valid && !load && !store;
    if (load && held) begin
      say_o.data  = OK1;
      say_o.start = plain_start(access_i.ctx, access_i.addr, latch_q.dst, latch_q.size);
    end
  end

  always_ff @(posedge clk_i) begin
    if (store) begin
      latch_q       <= latched(access_i);
      // What the context of this very store forgets was never there.
      latch_q.valid <= !clear_i[access_i.ctx];
      ctx_q         <= access_i.ctx;
`ifdef FBY_MUTANT_UDMA_CHECK_KEEPS
    end else if (load && held || clear_i[ctx_q]) latch_q.valid <= 1'b0;
`else
    end else if (load || clear_i[ctx_q]) latch_q.valid <= 1'b0;
`endif
    if (rst_i) latch_q.valid <= 1'b0;
  end

endmodule
