// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the schemes of a store and a load: what is started was passed by one process, and who is told OK1 had that start.
///
/// Every access has an owner, which only this top knows. What owners may do is said by the parameters; one of them, any, is looked at.
/// Besides, they do what they like.
module fby_udma_pair_proof
  import fby_udma_pkg::*;
#(
  /// scheme_e: SHRIMP2, FLASH, SHADOW_CHECK or SHADOW.
  parameter int unsigned Scheme = 5,
  /// 1: one processor, and the kernel tells the card when another process runs: the hook before its first access, or WHO.
  parameter bit OneProcessor    = 1'b1,
  /// 1: the page tables see to it that a context belongs to one owner. 0: another may have his pages, too.
  parameter bit OwnContexts     = 1'b1,
  /// 1: also what an induction needs, and what attacks and mutants are not measured by.
  parameter bit Induction       = 1'b0
) (
  input logic                clk_i,
  input access_t             access_i,
  input logic [CONTEXTS-1:0] clear_i,
  input logic                hook_i,
  input who_t                who_i,
  /// Who makes the access, and which of them is looked at.
  input context_t            owner_i,
  input context_t            victim_i,
  /// WHO of two owners: of the one that is looked at, and of another.
  input who_t                his_i,
  input who_t                other_i
);

  localparam bit ByContext = Scheme == 32'(SCHEME_SHADOW_CHECK) || Scheme == 32'(SCHEME_SHADOW);

  logic rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  say_t   said;
  latch_t latch;
  // The latch is that of the owner looked at, as far as the scheme knows.
  logic   his_latch;

  // What does not change.
  context_t victim_q;
  who_t     his_who_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      victim_q  <= victim_i;
      his_who_q <= his_i;
    end
  end

  // Owner of the last access, and the hook since then.
  context_t last_owner_q;
  logic     hooked_q;
  always_ff @(posedge clk_i) begin
    if (access_i.valid) last_owner_q <= owner_i;
    hooked_q <= !rst_i && !access_i.valid && (hooked_q || hook_i);
  end

  if (Scheme == 32'(SCHEME_SHRIMP2)) begin : gen_shrimp2
    fby_udma_shrimp2 u_dut (.clk_i, .rst_i, .clear_i, .access_i, .say_o(said), .hook_i);
    assign latch     = u_dut.latch_q;
    assign his_latch = last_owner_q == victim_q;
    if (Induction) begin : gen_hook
      `FBY_ASSERT(hook_forgets, !(u_dut.latch_q.valid && hooked_q))
    end
  end else if (Scheme == 32'(SCHEME_FLASH)) begin : gen_flash
    fby_udma_flash u_dut (.clk_i, .rst_i, .clear_i, .access_i, .say_o(said), .who_i);
    assign latch     = u_dut.latch_q;
    assign his_latch = u_dut.who_q == his_who_q;
  end else if (Scheme == 32'(SCHEME_SHADOW_CHECK)) begin : gen_shadow_check
    fby_udma_shadow_check u_dut (.clk_i, .rst_i, .clear_i, .access_i, .say_o(said));
    assign latch     = u_dut.latch_q;
    assign his_latch = u_dut.ctx_q == victim_q;
  end else begin : gen_shadow
    fby_udma_shadow u_dut (.clk_i, .rst_i, .clear_i, .access_i, .say_o(said));
    assign latch     = u_dut.latch_q[victim_q];
    assign his_latch = 1'b1;
  end

  // ---- owners ----

  if (Scheme == 32'(SCHEME_SHRIMP2) && OneProcessor) begin : gen_hooked
    `FBY_ASSUME(HookBetweenOwners, !access_i.valid || owner_i == last_owner_q || hook_i || hooked_q)
  end else if (Scheme == 32'(SCHEME_SHRIMP2)) begin : gen_no_hook
    `FBY_ASSUME(NoHook, !hook_i)
  end
  if (Scheme == 32'(SCHEME_FLASH) && OneProcessor) begin : gen_who
    `FBY_ASSUME(WhoIsRight, who_i == (owner_i == victim_q ? his_who_q : other_i) && other_i != his_who_q)
  end
  if (ByContext) begin : gen_own
    `FBY_ASSUME(OwnContext, access_i.ctx == owner_i || (!OwnContexts && owner_i != victim_q))
  end

  // ---- what the one looked at has passed ----

  logic   his, store, load, forgets;
  latch_t passed_q;
  assign his     = access_i.valid && owner_i == victim_q;
  assign store   = his && access_i.op == STORE && access_i.space == SHADOW && !access_i.wide;
  assign load    = his && access_i.op == LOAD && access_i.space == SHADOW;
  assign forgets = ByContext ? clear_i[victim_q] : clear_i != '0;

  always_ff @(posedge clk_i) begin
    if (store) passed_q <= '{valid: 1'b1, dst: access_i.addr, size: access_i.data[31:0]};
    else if (load) passed_q.valid <= 1'b0;
    if (rst_i || forgets) passed_q.valid <= 1'b0;
  end

  `FBY_ASSERT(starts_by_a_load, !said.start.valid || (access_i.valid && access_i.op == LOAD
              && access_i.space == SHADOW))
  `FBY_ASSERT(starts_what_he_passed, !(his && said.start.valid) || (load && passed_q.valid && !forgets
              && said.start.src == access_i.addr && said.start.dst == passed_q.dst && said.start.size == passed_q.size))
  `FBY_ASSERT(starts_for_him, !(his && said.start.valid && ByContext) || said.start.ctx == victim_q)
  `FBY_ASSERT(told_what_happened, !load || (said.refused_data == FAIL && (said.data == OK1) == said.start.valid
              && (said.data == OK1 || said.data == FAIL)))
  if (Scheme == 32'(SCHEME_SHADOW)) begin : gen_undisturbed
    `FBY_ASSERT(nobody_disturbs, !load || !passed_q.valid || forgets || said.start.valid)
  end

  // Where there is one latch, a load ends whatever was begun.
  if (Scheme != 32'(SCHEME_SHADOW)) begin : gen_one_latch
    logic ended_q;
    always_ff @(posedge clk_i) ended_q <= !rst_i && access_i.valid && access_i.op == LOAD && access_i.space == SHADOW;
    `FBY_ASSERT(loads_end_all, !ended_q || !latch.valid)
  end

  if (Induction) begin : gen_induction
    // A latch that the scheme takes for his has what he passed.
    `FBY_ASSERT(latch_is_his, !(latch.valid && his_latch) || (passed_q.valid && latch == passed_q))
    if (Scheme == 32'(SCHEME_SHADOW)) begin : gen_latch
      `FBY_ASSERT(latch_stays, latch.valid == passed_q.valid)
    end
  end

  logic started_q;
  always_ff @(posedge clk_i) started_q <= !rst_i && (started_q || (his && said.start.valid));

  `FBY_COVER(starts, his && said.start.valid && said.start.size != '0)
  `FBY_COVER(starts_again, his && said.start.valid && started_q)
  `FBY_COVER(another_starts, !his && said.start.valid && passed_q.valid == (Scheme == 32'(SCHEME_SHADOW)))

endmodule
