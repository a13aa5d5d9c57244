// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of SHRIMP-1: what starts are the arguments of one access, and each context is told how its own last start went.
module fby_udma_shrimp1_proof
  import fby_udma_pkg::*;
#(
  parameter bit Exchange  = 1'b0,
  /// 1: also what an induction needs.
  parameter bit Induction = 1'b0
) (
  input logic                clk_i,
  input access_t             access_i,
  input logic [CONTEXTS-1:0] clear_i,
  input addr_t               partner_i,
  input logic                decides_i,
  input logic                taken_i,
  /// The context that is looked at.
  input context_t            ctx_i
);

  logic rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  context_t ctx_q;
  always_ff @(posedge clk_i) if (rst_i) ctx_q <= ctx_i;

  say_t     said;
  verdict_t verdict;
  fby_udma_shrimp1 #(.Exchange(Exchange)) u_dut (
    .clk_i, .rst_i, .clear_i, .access_i, .say_o(said), .partner_i, .verdict_i(verdict)
  );

  // ---- the door: one verdict on each start, when it likes, and no access meanwhile ----

  logic     waits_q;
  context_t asked_q;
  assign verdict = '{valid: waits_q && decides_i, ctx: asked_q, taken: taken_i};
  always_ff @(posedge clk_i) begin
    waits_q <= !rst_i && (said.start.valid || (waits_q && !decides_i));
    if (said.start.valid) asked_q <= said.start.ctx;
  end
  `FBY_ASSUME(NoAccessMeanwhile, !waits_q || !access_i.valid)

  // ---- how the last start of that context went ----

  logic went_q, starts, tells;
  always_ff @(posedge clk_i) begin
    if (verdict.valid && verdict.ctx == ctx_q) went_q <= verdict.taken;
    if (rst_i || clear_i[ctx_q]) went_q <= 1'b0;
  end
  assign starts = access_i.valid && access_i.space == SHADOW && !access_i.wide
                  && access_i.op == (Exchange ? EXCHANGE : STORE);
  assign tells  = access_i.valid && access_i.space == SHADOW && access_i.op == LOAD;

  `FBY_ASSERT(starts_by_one_access, said.start.valid == starts)
  `FBY_ASSERT(starts_what_it_says, !starts || (said.start.ctx == access_i.ctx && said.start.src == access_i.addr
              && said.start.dst == partner_i && said.start.size == access_i.data[31:0]))
  if (Exchange) begin : gen_exchange
    `FBY_ASSERT(told_at_once, !starts || (said.data == OK1 && said.refused_data == FAIL))
    `FBY_ASSERT(others_are_strange, !access_i.valid || starts || (said.stray && said.data == FAIL))
  end else begin : gen_store
    `FBY_ASSERT(told_how_it_went, !(tells && access_i.ctx == ctx_q) || (said.data == said.refused_data
                && said.data == (went_q && !clear_i[ctx_q] ? OK1 : FAIL)))
    `FBY_ASSERT(others_are_strange, !access_i.valid || starts || tells || (said.stray && said.data == FAIL))
  end

  if (Induction) begin : gen_induction
    `FBY_ASSERT(same_result, u_dut.went_q[ctx_q] == went_q)
  end

  `FBY_COVER(begins, said.start.valid && said.start.size != '0)
  `FBY_COVER(begins_again, said.start.valid && went_q)
  if (!Exchange) begin : gen_told
    `FBY_COVER(told, tells && access_i.ctx == ctx_q && said.data == OK1)
  end

endmodule
