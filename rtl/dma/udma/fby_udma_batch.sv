// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// One line for many transfers: the list of each context, from the line that starts it to its record.
///
///   line --> door --> begun: a place of its context --> fby_udma_list --> its descriptors, through the same door
///                                                                |
///   nothing more comes, and nothing of it is in the door's hands +--> end of the list, behind them in the engine's queue --> over
///
///   door: refused --+--> tally: how many ended well; which is the first that did not, and why --> record
///   engine: ended --+
///
/// A list is called off when its context is off, or all is to rest: what was not at the door by then is skipped.
module fby_udma_batch
  import fby_udma_pkg::*;
  import fby_udma_engine_pkg::*;
(
  input  logic                  clk_i,
  input  logic                  rst_i,
  /// Level: everything ends.
  input  logic                  quiesce_i,
  input  logic [CONTEXTS-1:0]   on_i,
  input  count_t [CONTEXTS-1:0] count_i,
  /// What the door said, and to what.
  input  judged_t               judged_i,
  input  job_t                  job_i,
  /// The door has nothing in hand.
  input  logic                  rest_i,
  input  ended_t                ended_i,
  output listed_t               listed_o,
  input  logic                  listed_ready_i,
  /// The end of a list, for the engine's queue: in one cycle, while the door rests.
  output logic                  close_o,
  output job_t                  close_job_o,
  output tally_t [CONTEXTS-1:0] tally_o,
  /// Of each context: it has a list that is not over.
  output logic [CONTEXTS-1:0]   lists_o,
  output skipped_t              skipped_o,
  /// A read failed: pulse, and where.
  output logic                  fault_o,
  output logic [63:0]           fault_addr_o,
  output fby_axi_pkg::axi_rd_req_t read_req_o,
  input  logic                  read_req_ready_i,
  input  fby_axi_pkg::axi_rd_rsp_t read_rsp_i,
  output logic                  read_rsp_ready_o
);

  logic [CONTEXTS-1:0]    list_q, closed_q, cut_q, cut, room, over, ready;
  item_t [CONTEXTS-1:0]   brought, left;
  reason_t [CONTEXTS-1:0] why;
  context_t               closing;
  logic                   begins;
  job_t                   jobs_q [CONTEXTS];
  job_t                   job;

  logic unused;
  assign unused = &{1'b0, judged_i.queued, judged_i.bad, judged_i.size, ended_i.bad};

  // ---- from its line to its end ----

  assign begins = judged_i.valid && judged_i.batch && judged_i.reason == REASON_DONE;

  always_ff @(posedge clk_i) begin
    if (begins) jobs_q[judged_i.ctx] <= job_i;
    for (int unsigned c = 0; c < CONTEXTS; c++) begin
      if (begins && 32'(judged_i.ctx) == c) list_q[c] <= 1'b1;
      if (close_o && 32'(closing) == c) closed_q[c] <= 1'b1;
      if (ended_i.valid && ended_i.closes && 32'(ended_i.ctx) == c) {list_q[c], closed_q[c]} <= '0;
    end
    cut_q <= cut & list_q;
    if (rst_i) {list_q, closed_q, cut_q} <= '0;
  end

  for (genvar c = 0; c < int'(CONTEXTS); c++) begin : gen_context
`ifdef FBY_MUTANT_UDMA_BATCH_CUT
    assign cut[c]   = quiesce_i || !on_i[c];
`else
    assign cut[c]   = cut_q[c] || quiesce_i || !on_i[c];
`endif
    assign room[c]  = count_i[c] != count_t'(DEPTH);
    // What is at the door goes before the end of its list.
`ifdef FBY_MUTANT_UDMA_BATCH_HAND
    assign ready[c] = list_q[c] && !closed_q[c] && over[c];
`else
    assign ready[c] = list_q[c] && !closed_q[c] && over[c] && rest_i;
`endif
  end
  assign lists_o = list_q;

  fby_rr #(.Num(CONTEXTS)) u_closing (
    .clk_i, .rst_i, .ask_i(ready), .serve_i(1'b1), .idx_o(closing), .valid_o(close_o)
  );

  assign job = jobs_q[closing];
  always_comb begin
    close_job_o          = job;
    close_job_o.closes   = 1'b1;
    close_job_o.refusal  = why[closing];
    // That of the first one that did not come to the door.
    close_job_o.src_addr = job.src_addr + (addr_t'(brought[closing]) << DESC_BITS);
  end

  assign skipped_o = '{valid: close_o, ctx: closing, items: left[closing]};

  // ---- how it went ----

  function automatic tally_t note(input tally_t tally, input logic failed, input item_t item, input reason_t reason);
    note = tally;
`ifdef FBY_MUTANT_UDMA_BATCH_FIRST
    if (failed) begin
`else
    if (failed && item < tally.first) begin
`endif
      note.first  = item;
      note.reason = reason;
    end
  endfunction

  tally_t [CONTEXTS-1:0] tally_q, tally;
  for (genvar c = 0; c < int'(CONTEXTS); c++) begin : gen_tally
    logic refused, ended, cuts;
    assign refused = judged_i.valid && judged_i.member.valid && judged_i.ctx == context_t'(c) &&
                     judged_i.reason != REASON_DONE;
    assign ended   = ended_i.valid && ended_i.member.valid && ended_i.ctx == context_t'(c);
    assign cuts    = close_o && closing == context_t'(c) && why[c] != REASON_DONE;
    always_comb begin
      tally[c] = note(tally_q[c], refused, judged_i.member.item, judged_i.reason);
      tally[c] = note(tally[c], ended && ended_i.reason != REASON_DONE, ended_i.member.item, ended_i.reason);
      tally[c] = note(tally[c], cuts, brought[c], why[c]);
      // The end of a refusal's record is no transfer's.
`ifdef FBY_MUTANT_UDMA_BATCH_GOOD
      if (ended && ended_i.reason == REASON_DONE) tally[c].good = tally_q[c].good + item_t'(1);
`else
      if (ended && ended_i.moved && ended_i.reason == REASON_DONE) tally[c].good = tally_q[c].good + item_t'(1);
`endif
      if (begins && judged_i.ctx == context_t'(c)) tally[c] = '{good: '0, first: '1, reason: REASON_DONE};
    end
  end
  always_ff @(posedge clk_i) tally_q <= tally;
  assign tally_o = tally_q;

  // ---- its descriptors ----

  fby_udma_list u_list (
    .clk_i, .rst_i,
    .begin_i(begins), .begin_ctx_i(judged_i.ctx), .begin_at_i(job_i.src[63:DESC_BITS]),
    .begin_items_i(job_i.size[ITEM_BITS-1:0]),
    .end_i(close_o), .end_ctx_i(closing), .cut_i(cut), .room_i(room),
    .listed_o, .listed_ready_i, .over_o(over), .brought_o(brought), .left_o(left), .why_o(why),
    .fault_o, .fault_addr_o, .read_req_o, .read_req_ready_i, .read_rsp_i
  );
  // Each beat has its place.
  assign read_rsp_ready_o = 1'b1;

  `FBY_ASSERT(OneListAContext, !begins || !list_q[judged_i.ctx])
  `FBY_ASSERT(EndsWhatWasClosed, !(ended_i.valid && ended_i.closes) || closed_q[ended_i.ctx])

endmodule
