// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the key-based scheme: what starts in a context was passed by its owner, each argument in its role, and only once.
///
/// One context, any, is looked at. Its owner does what it likes; the others, too, but they neither know its key nor have its context page.
module fby_udma_key_proof
  import fby_udma_pkg::*;
#(
  /// 1: the others do not know the key.
  parameter bit Secret    = 1'b1,
  /// 1: the others do not have the context page.
  parameter bit OwnPage   = 1'b1,
  /// 1: also what an induction needs.
  parameter bit Induction = 1'b0
) (
  input logic                     clk_i,
  input access_t                  access_i,
  input logic [CONTEXTS-1:0]      clear_i,
  input key_t      [CONTEXTS-1:0] keys_i,
  input progress_t [CONTEXTS-1:0] progress_i,
  /// The access is the owner's; which context it is, and its key.
  input logic                     owner_i,
  input context_t                 ctx_i,
  input key_t                     key_i
);

  logic rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  // What does not change.
  context_t ctx_q;
  key_t     key_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      ctx_q <= ctx_i;
      key_q <= key_i;
    end
  end
  `FBY_ASSUME(HasAKey, keys_i[ctx_q] == key_q && key_q != '0)
  `FBY_ASSUME(LeftWhileBusy, !progress_i[ctx_q].busy || progress_i[ctx_q].left != '0)

  say_t said;
  fby_udma_key u_dut (.clk_i, .rst_i, .clear_i, .access_i, .say_o(said), .keys_i, .progress_i);

  // ---- what others may not ----

  logic carries_key, his_page;
  assign carries_key = access_i.valid && access_i.space == SHADOW && access_i.op == STORE && access_i.wide
                       && access_i.data[2:0] == ctx_q && access_i.data[63:4] == key_q;
  assign his_page    = access_i.valid && access_i.space == CONTEXT_PAGE && access_i.ctx == ctx_q;
  `FBY_ASSUME(KeyIsSecret, !Secret || owner_i || !carries_key)
  `FBY_ASSUME(PageIsOwn, !OwnPage || owner_i || !his_page)

  // ---- what the owner has passed ----

  progress_t progress;
  logic      clear, sizes, asks, has_src_q, has_dst_q, has_size_q, all, some;
  addr_t     src_q, dst_q;
  size_t     size_q;
  assign progress = progress_i[ctx_q];
  assign clear    = clear_i[ctx_q];
  assign sizes    = owner_i && his_page && access_i.op == STORE && !access_i.wide;
  assign asks     = owner_i && his_page && access_i.op == LOAD;
  assign all      = has_src_q && has_dst_q && has_size_q && !clear;
  assign some     = (has_src_q || has_dst_q || has_size_q) && !clear;

  always_ff @(posedge clk_i) begin
    if (!progress.busy) begin
      if (owner_i && carries_key && access_i.data[3]) {has_src_q, src_q} <= {1'b1, access_i.addr};
      if (owner_i && carries_key && !access_i.data[3]) {has_dst_q, dst_q} <= {1'b1, access_i.addr};
      if (sizes) {has_size_q, size_q} <= {1'b1, access_i.data[31:0]};
    end
    if (rst_i || clear || (asks && !progress.busy)) {has_src_q, has_dst_q, has_size_q} <= '0;
  end

  // ---- starts, answers and strays ----

  // Nothing but loads of the page since the last one.
  logic asked_q;
  always_ff @(posedge clk_i) asked_q <= !rst_i && (asked_q ? !carries_key && !(his_page && access_i.op != LOAD)
                                                   : asks && !progress.busy);

  logic starts;
  assign starts = said.start.valid && said.start.ctx == ctx_q;
  `FBY_ASSERT(starts_what_was_passed, !starts || (asks && all && !progress.busy && said.start.src == src_q
              && said.start.dst == dst_q && said.start.size == size_q))
  `FBY_ASSERT(starts_by_its_page, !said.start.valid || (access_i.valid && access_i.space == CONTEXT_PAGE
              && access_i.op == LOAD && access_i.ctx == said.start.ctx))
  `FBY_ASSERT(starts_all, !(asks && all && !progress.busy) || starts)
  `FBY_ASSERT(told_what_started, !starts || (said.data == size_q && said.refused_data == MINUS_ONE))
  // An attack is measured by what it starts.
  if (Secret && OwnPage) begin : gen_told
    `FBY_ASSERT(told_what_is, !asks || starts || (said.data == said.refused_data && said.data ==
                (progress.busy ? progress.left : some || progress.failed ? MINUS_ONE : 32'd0)))
    `FBY_ASSERT(polls_start_nothing, !(asked_q && said.start.valid && said.start.ctx == ctx_q))
    `FBY_ASSERT(key_of_another, owner_i || !(access_i.valid && access_i.space == SHADOW && access_i.op == STORE
                && access_i.wide && access_i.data[2:0] == ctx_q) || said.stray)
  end

  if (Induction) begin : gen_induction
    `FBY_ASSERT(same_flags, u_dut.has_src_q[ctx_q] == has_src_q && u_dut.has_dst_q[ctx_q] == has_dst_q
                && u_dut.has_size_q[ctx_q] == has_size_q)
    `FBY_ASSERT(same_arguments, (!has_src_q || u_dut.src_q[ctx_q] == src_q)
                && (!has_dst_q || u_dut.dst_q[ctx_q] == dst_q) && (!has_size_q || u_dut.size_q[ctx_q] == size_q))
    `FBY_ASSERT(nothing_behind_a_load, !asked_q || !some)
  end

  logic started_q, failed_q;
  always_ff @(posedge clk_i) begin
    started_q <= !rst_i && (started_q || starts);
    failed_q  <= !rst_i && (failed_q || (asks && !starts && some));
  end
  `FBY_COVER(begins, starts && said.start.size != '0 && said.start.src != said.start.dst)
  `FBY_COVER(begins_again, starts && started_q && failed_q)
  `FBY_COVER(polls, asks && started_q && said.data == 32'd7 && progress.busy)
  `FBY_COVER(another_begins, said.start.valid && !owner_i)

endmodule
