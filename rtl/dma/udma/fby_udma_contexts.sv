// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// The contexts of programs: whether each is enabled, its key, what it has under way, what was counted of it.
///
/// Written and read one context at a time, that of `index_i`. Counters stop at their end.
module fby_udma_contexts
  import fby_udma_pkg::*;
  import fby_udma_engine_pkg::*;
(
  input  logic                     clk_i,
  input  logic                     rst_i,
  /// The context that the kernel's registers are of.
  input  context_t                 index_i,
  input  logic                     on_write_i,
  input  logic                     on_i,
  input  logic                     key_write_i,
  input  key_t                     key_i,
  output context_view_t            view_o,
  /// What happened.
  input  logic                     stray_i,
  input  context_t                 stray_ctx_i,
  input  judged_t                  judged_i,
  input  skipped_t                 skipped_i,
  input  ended_t                   ended_i,
  /// Of each context: it may begin something.
  output logic [CONTEXTS-1:0]      on_o,
  output key_t [CONTEXTS-1:0]      keys_o,
  output count_t [CONTEXTS-1:0]    count_o,
  output progress_t [CONTEXTS-1:0] progress_o,
  /// Pulse: it was turned on or off, so what its programs had begun is nobody's.
  output logic [CONTEXTS-1:0]      forget_o
);

  typedef logic [31:0] counter_t;

  // How its last transfer ended; neither before the first.
  logic [CONTEXTS-1:0]   on_q, well_q, failed_q;
  // Turned off with transfers that are not over: until they are, it is off whatever is written.
  logic [CONTEXTS-1:0]   doomed_q;
  key_t [CONTEXTS-1:0]   key_q;
  count_t [CONTEXTS-1:0] count_q;
  size_t [CONTEXTS-1:0]  left_q;
  addr_t [CONTEXTS-1:0]  bad_q;
  reason_t [CONTEXTS-1:0] reason_q;
  counter_t [CONTEXTS-1:0] starts_q, done_q, lost_q, strays_q, skipped_q;
  counter_t [CONTEXTS-1:0][NUM_REFUSALS-1:0] refused_q;

  function automatic counter_t more(input counter_t count);
    return count + counter_t'(count != '1);
  endfunction

  function automatic counter_t plus(input counter_t count, input item_t items);
    return count > ~counter_t'(items) ? '1 : count + counter_t'(items);
  endfunction

  for (genvar c = 0; c < int'(CONTEXTS); c++) begin : gen_context
    logic judged, taken, refused, ended, joins, leaves;
    assign judged  = judged_i.valid && judged_i.ctx == context_t'(c);
    assign taken   = judged && judged_i.reason == REASON_DONE;
    assign refused = judged && judged_i.reason != REASON_DONE;
    assign ended   = ended_i.valid && ended_i.ctx == context_t'(c);
    assign joins   = judged && judged_i.queued;
    assign leaves  = ended;

    always_ff @(posedge clk_i) begin
      if (on_write_i && index_i == context_t'(c)) on_q[c] <= on_i;
      doomed_q[c] <= count_q[c] != '0 && (doomed_q[c] || (forget_o[c] && !on_i));
      // Whoever has it next has had no transfer yet.
      if (forget_o[c]) {well_q[c], failed_q[c]} <= '0;
      if (key_write_i && index_i == context_t'(c)) key_q[c] <= key_i;
      count_q[c] <= count_q[c] + count_t'(joins) - count_t'(leaves);
      if (taken) begin
        left_q[c]   <= judged_i.size;
        starts_q[c] <= more(starts_q[c]);
      end
      if (ended && ended_i.moved) begin
        well_q[c]   <= ended_i.reason == REASON_DONE;
        failed_q[c] <= ended_i.reason != REASON_DONE;
        if (ended_i.reason == REASON_DONE) done_q[c] <= more(done_q[c]);
        else lost_q[c] <= more(lost_q[c]);
      end
      if (ended && ended_i.reason != REASON_DONE) begin
        bad_q[c]    <= ended_i.bad;
        reason_q[c] <= ended_i.reason;
      end
      // The later of the two that come together.
      if (refused) begin
        bad_q[c]    <= judged_i.bad;
        reason_q[c] <= judged_i.reason;
      end
      for (int unsigned r = 0; r < NUM_REFUSALS; r++) begin
        if (refused && judged_i.reason == REASON_EMPTY + reason_t'(r)) refused_q[c][r] <= more(refused_q[c][r]);
      end
      if (stray_i && stray_ctx_i == context_t'(c)) strays_q[c] <= more(strays_q[c]);
      if (skipped_i.valid && skipped_i.ctx == context_t'(c)) skipped_q[c] <= plus(skipped_q[c], skipped_i.items);
      if (rst_i) begin
        on_q[c]      <= 1'b0;
        doomed_q[c]  <= 1'b0;
        well_q[c]    <= 1'b0;
        failed_q[c]  <= 1'b0;
        key_q[c]     <= '0;
        count_q[c]   <= '0;
        left_q[c]    <= '0;
        bad_q[c]     <= '0;
        reason_q[c]  <= '0;
        starts_q[c]  <= '0;
        done_q[c]    <= '0;
        lost_q[c]    <= '0;
        strays_q[c]  <= '0;
        skipped_q[c] <= '0;
        refused_q[c] <= '0;
      end
    end

    assign progress_o[c] = '{busy: count_q[c] != '0, left: left_q[c], failed: !well_q[c]};
    assign forget_o[c]   = on_write_i && index_i == context_t'(c);

    `FBY_ASSERT(NeverMoreThanDepth, count_q[c] <= count_t'(DEPTH))
    `FBY_ASSERT(NoneEndsThatWasNot, !leaves || count_q[c] != '0)
  end

  logic unused;
  assign unused = &{1'b0, judged_i.batch, judged_i.member, ended_i.member, ended_i.closes};

  assign on_o    = on_q & ~doomed_q;
  assign keys_o  = key_q;
  assign count_o = count_q;

  assign view_o = '{
    on: on_q[index_i], count: count_q[index_i], failed: failed_q[index_i],
    bad: bad_q[index_i], reason: reason_q[index_i],
    starts: starts_q[index_i], done: done_q[index_i], lost: lost_q[index_i], strays: strays_q[index_i],
    skipped: skipped_q[index_i], refused: refused_q[index_i]
  };

endmodule
