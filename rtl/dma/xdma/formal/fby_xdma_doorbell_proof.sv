// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the doorbell with free words, stores and a channel that does what it likes within its contract.
///
/// What rings is the words 0 to 15 in order, or one whole store, with STOP and nothing behind it; and nothing else. The descriptor
/// is what they brought, and stays until the mover has it or the run is over. What ends a line rings or is refused, and says why.
/// At rest a whole and sound line rings.
module fby_xdma_doorbell_proof
  import fby_xdma_pkg::*;
  import fby_regs_pkg::*;
(
  input logic         clk_i,
  input xdma_access_t access_i,
  input xdma_store_t  store_i,
  input logic         sel_i,
  input logic         quiesce_i,
  input logic         run_busy_i,
  input logic         stop_i,
  input logic         begin_i,
  input logic         flush_i,
  input logic         desc_ready_i
);

  logic        rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  logic [31:0] rdata;
  logic        refused, ring, rung, valid, busy;
  xdma_desc_t  desc;

  fby_xdma_doorbell #(.C2h(1'b1), .Stream(1'b1), .Channel(2)) u_dut (
    .clk_i, .rst_i, .access_i, .store_i, .sel_i, .rdata_o(rdata), .refused_o(refused),
    .quiesce_i, .busy_i(busy), .ring_o(ring), .stop_i, .begin_i, .rung_o(rung), .flush_i,
    .desc_o(desc), .desc_valid_o(valid), .desc_ready_i
  );

  // ---- the channel: what rang is asked for until it begins or is called off; a run that begins is under way until flushed ----

  logic asked_q, going_q;
  always_ff @(posedge clk_i) begin
    asked_q <= !rst_i && (ring || (asked_q && !begin_i && !stop_i));
    going_q <= !rst_i && (begin_i || (going_q && !flush_i));
  end
  assign busy = run_busy_i || asked_q || going_q;
  `FBY_ASSUME(BusBringsOne, !(access_i.write && store_i.valid))
  `FBY_ASSUME(ChannelBeginsAtRest, !(begin_i && going_q))
  `FBY_ASSUME(ChannelStopsOrBegins, !(begin_i && stop_i) && !(stop_i && ring))
  `FBY_ASSUME(ChannelBeginsLater, !begin_i || !ring)
  `FBY_ASSUME(MoverTakesInARun, !desc_ready_i || going_q)

  // ---- the words that have come in order, seen from outside ----

  logic               word, line, fine;
  logic [3:0]         index;
  logic [4:0]         count_q;    // words 0 to count - 1 have come in this order, and none since; 0: none
  logic [15:0][31:0]  words_q, now;
  logic               rested_q;   // at rest, and not held, when word 0 came
  assign word  = sel_i && access_i.write && access_i.offset >= 16'h40 && access_i.offset < 16'h80;
  assign index = access_i.offset[5:2];
  assign line  = sel_i && store_i.valid && store_i.offset[7:6] == 2'b01;
  `FBY_ASSUME(PageIsSmall, access_i.offset < 16'h100 && access_i.offset[1:0] == '0)

  always_ff @(posedge clk_i) begin
    if (rst_i || line) count_q <= '0;
    else if (word && index == '0) count_q <= 5'd1;
    else if (word) count_q <= count_q != '0 && count_q == 5'(index) && index != 4'd15 ? count_q + 5'd1 : '0;
    if (word) words_q[index] <= access_i.wdata;
    if (word && index == '0) rested_q <= !busy && !quiesce_i;
  end
  always_comb begin
    now = words_q;
    if (word) now[index] = access_i.wdata;
  end
  logic by_words;
  assign by_words = word && index == 4'd15 && count_q == 5'd15 && rested_q && now[15:8] == '0;
  assign fine     = (line ? store_i.desc[0][0] : now[0][0]);

  logic by_store;
  assign by_store = line && store_i.whole && store_i.zero;
  `FBY_ASSERT(DoorbellRingsForALine, !ring || by_store || by_words)
  `FBY_ASSERT(DoorbellRingsAtRest, !ring || (!busy && !quiesce_i && fine))
  `FBY_ASSERT(DoorbellRingsWhenItMay, busy || quiesce_i || !fine || !(by_store || by_words) || ring)
  `FBY_ASSERT(DoorbellRefusesTheRest, !(line || (word && index == 4'd15)) || ring != refused)
  `FBY_ASSERT(DoorbellRefusesLinesOnly, !refused || (word && index == 4'd15) || (sel_i && store_i.valid))

  // ---- the descriptor ----

  logic [5:0][31:0] kept_q;
  always_ff @(posedge clk_i) if (ring) kept_q <= line ? store_i.desc : now[5:0];
  logic length_is_bad;
  assign length_is_bad = kept_q[1] == '0 || kept_q[1][31:28] != '0;
  `FBY_ASSERT(DoorbellKeepsAStop, !(rung || valid) || kept_q[0][0])
  `FBY_ASSERT(DoorbellKeepsWhatRang, !(rung || valid) || u_dut.line_q == kept_q)
  `FBY_ASSERT(DoorbellTellsIt, !valid || (desc.src == {kept_q[3], kept_q[2]} && desc.dst == {kept_q[5], kept_q[4]} &&
              desc.stop && desc.completed == kept_q[0][1] && desc.eop == kept_q[0][4] &&
              32'(desc.len) == (kept_q[1] & 32'h0FFF_FFFF)))
  `FBY_ASSERT(DoorbellJudgesIt, !valid || desc.result == (kept_q[0][31:16] != 16'hAD4B ? FETCH_MAGIC
              : length_is_bad ? FETCH_LENGTH : FETCH_OK))
  `FBY_ASSERT(DoorbellGivesOnce, $past(rst_i) || !$past(valid && desc_ready_i) || !valid)
  `FBY_ASSERT(DoorbellForgets, $past(rst_i) || !$past(flush_i && !begin_i) || !valid)
  `FBY_ASSERT(DoorbellIsAskedFor, rst_i || rung == asked_q)
  `FBY_ASSERT(DoorbellIsUnderWay, rst_i || !valid || going_q)

  // ---- why ----

  `FBY_ASSERT(DoorbellSaysWhy, $past(rst_i) || !$past(refused && (line || word)) || u_dut.refused_q != '0)
  `FBY_ASSERT(DoorbellSaysNoMore, u_dut.refused_q[31:3] == '0)

  // Ties to the state.
  `FBY_ASSERT(DoorbellSameTurn, rst_i || ((count_q != '0) == u_dut.open_q && count_q <= 5'd15 &&
              (count_q == '0 || 5'(u_dut.next_q) == count_q)))
  `FBY_ASSERT(DoorbellSameRest, rst_i || count_q == '0 || rested_q == !u_dut.late_q)
  `FBY_ASSERT(DoorbellSameZeros, rst_i || count_q == '0 || u_dut.zero_q == zeros())
  `FBY_ASSERT(DoorbellSameStop, rst_i || count_q == '0 || !rested_q || same_words())
  `FBY_ASSERT(DoorbellOpenAtRest, rst_i || count_q == '0 || !rested_q || !(rung || valid))

  /// The words behind the descriptor that have come are 0.
  function automatic logic zeros();
    zeros = 1'b1;
    for (int unsigned k = 8; k < 16; k++) if (5'(k) < count_q && words_q[k] != '0) zeros = 1'b0;
  endfunction
  /// The words of the descriptor that have come are kept.
  function automatic logic same_words();
    same_words = 1'b1;
    for (int unsigned k = 0; k < 6; k++) if (5'(k) < count_q && words_q[k] != u_dut.line_q[k]) same_words = 1'b0;
  endfunction

  `FBY_COVER(DoorbellByWords, ring && !line)
  `FBY_COVER(DoorbellByLine, ring && line)
  `FBY_COVER(DoorbellBusy, u_dut.refused_q[0])
  `FBY_COVER(DoorbellGone, valid && desc_ready_i && desc.result == FETCH_OK)

  logic unused;
  assign unused = &{1'b0, rdata};

endmodule
