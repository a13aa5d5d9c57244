// SPDX-License-Identifier: Apache-2.0

/// Extended shadow addressing with a latch for each context: the address says whose access it is, and nobody touches another's latch.
module fby_udma_shadow
  import fby_udma_pkg::*;
(
  input  logic                clk_i,
  input  logic                rst_i,
  /// Level, a bit for each context: forget what it has latched.
  input  logic [CONTEXTS-1:0] clear_i,
  input  access_t             access_i,
  output say_t                say_o
);

  latch_t [CONTEXTS-1:0] latch_q;

  logic   load, store, held;
  latch_t mine;
  assign load  = is_load(access_i);
  assign store = is_store(access_i);
  assign mine  = latch_q[access_i.ctx];
  assign held  = mine.valid && !clear_i[access_i.ctx];

  always_comb begin
    say_o       = SAY_FAIL;
    say_o.stray = access_i.valid && !load && !store;
    if (load && held) begin
      say_o.data  = OK1;
`ifdef FBY_MUTANT_UDMA_SHADOW_ONE_SIZE
      say_o.start = plain_start(access_i.ctx, access_i.addr, mine.dst, latch_q[0].size);
`else
      say_o.start = plain_start(access_i.ctx, access_i.addr, mine.dst, mine.size);
`endif
    end
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned c = 0; c < CONTEXTS; c++) begin
`ifdef FBY_MUTANT_UDMA_SHADOW_SHARED
      if (store) latch_q[c] <= latched(access_i);
`else
      if (store && 32'(access_i.ctx) == c) latch_q[c] <= latched(access_i);
`endif
      else if (load && 32'(access_i.ctx) == c) latch_q[c].valid <= 1'b0;
      if (rst_i || clear_i[c]) latch_q[c].valid <= 1'b0;
    end
  end

endmodule
