// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the selection: only the selected scheme has anything latched, so nothing is left when it changes; and each of them starts.
module fby_udma_schemes_proof
  import fby_udma_pkg::*;
(
  input logic                     clk_i,
  input scheme_e                  select_i,
  input logic [CONTEXTS-1:0]      clear_i,
  input access_t                  access_i,
  input verdict_t                 verdict_i,
  input logic                     hook_i,
  input who_t                     who_i,
  input addr_t                    partner_i,
  input key_t      [CONTEXTS-1:0] keys_i,
  input progress_t [CONTEXTS-1:0] progress_i
);

  logic rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  say_t said;
  fby_udma_schemes u_dut (
    .clk_i, .rst_i, .select_i, .clear_i, .access_i, .say_o(said), .verdict_i, .hook_i, .who_i, .partner_i, .keys_i,
    .progress_i
  );

  // The selection of the cycle before.
  scheme_e select_q;
  always_ff @(posedge clk_i) select_q <= rst_i ? SCHEME_NONE : select_i;

  `FBY_ASSERT(same_selection, u_dut.select_q == select_q)

  logic [CONTEXTS-1:0] shadows, lines;
  for (genvar c = 0; c < CONTEXTS; c++) begin : gen_context
    assign shadows[c] = u_dut.u_shadow.latch_q[c].valid;
    assign lines[c]   = u_dut.u_portal.line_q[c].next != '0;
  end

  `FBY_ASSERT(alone_shrimp1, select_q == SCHEME_SHRIMP1 || u_dut.u_shrimp1.went_q == '0)
  `FBY_ASSERT(alone_shrimp2, select_q == SCHEME_SHRIMP2 || !u_dut.u_shrimp2.latch_q.valid)
  `FBY_ASSERT(alone_flash, select_q == SCHEME_FLASH || !u_dut.u_flash.latch_q.valid)
  `FBY_ASSERT(alone_shadow_check, select_q == SCHEME_SHADOW_CHECK || !u_dut.u_shadow_check.latch_q.valid)
  `FBY_ASSERT(alone_shadow, select_q == SCHEME_SHADOW || shadows == '0)
  `FBY_ASSERT(alone_repeat3, select_q == SCHEME_REPEAT3 || 32'(u_dut.u_repeat3.state_q) == 0)
  `FBY_ASSERT(alone_repeat4, select_q == SCHEME_REPEAT4 || 32'(u_dut.u_repeat4.state_q) == 0)
  `FBY_ASSERT(alone_repeat5, select_q == SCHEME_REPEAT5 || 32'(u_dut.u_repeat5.state_q) == 0)
  `FBY_ASSERT(alone_key, select_q == SCHEME_KEY
              || {u_dut.u_key.has_src_q, u_dut.u_key.has_dst_q, u_dut.u_key.has_size_q} == '0)
  `FBY_ASSERT(alone_portal, select_q == SCHEME_PORTAL || lines == '0)

  // What needs more than one access does not start in the cycle of a change.
  `FBY_ASSERT(starts_anew, !said.start.valid || select_i == select_q || select_i == SCHEME_SHRIMP1)
  `FBY_ASSERT(none_starts_nothing, (select_i != SCHEME_NONE && select_i <= SCHEME_PORTAL)
              || (!said.start.valid && said.stray == access_i.valid && said.data == FAIL))
  `FBY_ASSERT(nothing_without_an_access, access_i.valid || (!said.start.valid && !said.stray))

  for (genvar s = 32'(SCHEME_SHRIMP1); s <= 32'(SCHEME_PORTAL); s++) begin : gen_scheme
    `FBY_COVER(begins, said.start.valid && 32'(select_i) == s && said.start.size != '0)
  end

endmodule
