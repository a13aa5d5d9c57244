// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the tracker of write bursts behind an issue that does as it likes and in front of a memory that answers what it
/// was asked, whenever it likes.
///
/// Each end mark is answered once. The tracker waits for nothing but the response to the oldest burst that was issued, and
/// holds up no response but while marks before it leave. From any moment on after which at most Bursts more are
/// told to it, at most Slots + Bursts cycles are not spent waiting for memory or with nothing inside.
module fby_dma_wr_track_proof
  import fby_axi_pkg::*;
  import fby_dma_back_pkg::*;
#(
  parameter int unsigned Slots  = 4,
  parameter int unsigned Bursts = 3
) (
  input logic       clk_i,
  /// From here on few bursts come, which are these.
  input logic       quiet_i,
  input logic [1:0] more_i,
  input burst_t     burst_i,
  input logic       skip_i,
  input logic       burst_valid_i,
  input axi_b_t     b_i,
  input logic       b_valid_i
);

  localparam int unsigned PtrBits = $clog2(Slots);

  logic                  rst_i = 1'b1;
  logic                  burst_ready, b_ready, rsp_valid, fail;
  tag_t                  fail_tag;
  fby_dma_pkg::dma_rsp_t rsp;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  // The result of the reading side is there before the end mark (fby_dma_gate, GateAnswersOne).
  fby_dma_wr_track #(.Slots(Slots)) u_dut (
    .clk_i, .rst_i,
    .burst_i, .skip_i, .burst_valid_i, .burst_ready_o(burst_ready),
    .wr_rsp_i({b_valid_i, b_i}), .wr_rsp_ready_o(b_ready),
    .info_i('0), .info_valid_i(1'b1),
    .rsp_o(rsp), .rsp_valid_o(rsp_valid), .fail_o(fail), .fail_tag_o(fail_tag)
  );

  logic push;
  assign push = burst_valid_i && burst_ready;

  // ---- what is inside, oldest first ----

  logic [Slots-1:0] issued, last;
  always_comb begin
    for (int unsigned k = 0; k < Slots; k++) begin
      issued[k] = k < 32'(u_dut.level) && !u_dut.u_flight.mem_q[u_dut.u_flight.head_q + PtrBits'(k)][$bits(burst_t)];
      last[k]   = k < 32'(u_dut.level) && u_dut.u_flight.mem_q[u_dut.u_flight.head_q + PtrBits'(k)][TAG_BITS];
    end
  end

  logic [3:0] asked_q;   // responses that memory owes
  logic [3:0] marks_q;   // end marks to be answered
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      asked_q <= '0;
      marks_q <= '0;
    end else begin
      asked_q <= asked_q + 4'(push && !skip_i) - 4'(b_valid_i && b_ready);
      marks_q <= marks_q + 4'(push && burst_i.last) - 4'(rsp_valid);
    end
  end
  `FBY_ASSUME(AnswerWasAsked, !b_valid_i || asked_q != '0)

  `FBY_ASSERT(TieAsked, 32'(asked_q) == $countones(issued))
  `FBY_ASSERT(EachMarkIsAnsweredOnce, 32'(marks_q) == $countones(last))
  `FBY_ASSERT(AnswersAMark, !rsp_valid || marks_q != '0)

  // ---- whom it waits for ----

  logic       waits;
  logic [2:0] level, refused_q;
  assign level = u_dut.level;
  assign waits = issued[0] && !b_valid_i;
  always_ff @(posedge clk_i) refused_q <= rst_i || !b_valid_i || b_ready ? '0 : refused_q + 3'd1;
  `FBY_ASSERT(WaitsForMemoryOnly, level == '0 || waits || u_dut.pop)
  `FBY_ASSERT(RefusesOnlyBehindMarks, !b_valid_i || b_ready || (level != '0 && !issued[0]))
  // Marks before the first burst that was issued, each of which leaves in a cycle.
  logic [2:0] ahead;
  always_comb begin
    ahead = level;
    for (int unsigned k = Slots; k != 0; k--) if (issued[k-1]) ahead = 3'(k - 1);
  end
  `FBY_ASSERT(RefusesNotForLong, refused_q == '0 || asked_q == '0 || 32'(refused_q) + 32'(ahead) < Slots)
  `FBY_ASSERT(AlwaysRoomOrFull, burst_ready || 32'(level) == Slots)

  // ---- in how many cycles it is empty ----

  logic       quiet_q;
  logic [2:0] more_q;
  logic [3:0] own_q;
  always_ff @(posedge clk_i) begin
    quiet_q <= !rst_i && quiet_i;
    if (rst_i || !quiet_i) own_q <= '0;
    else if (quiet_q && level != '0 && !waits) own_q <= own_q + 4'd1;
    if (!quiet_q) more_q <= 3'(more_i);
    else if (push) more_q <= more_q - 3'd1;
  end
  `FBY_ASSUME(QuietStays, !quiet_q || quiet_i)
  `FBY_ASSUME(FewMore, !quiet_q || !burst_valid_i || more_q != '0)
  `FBY_ASSERT(TieQuiet, !quiet_q || 32'(more_q) <= Bursts)
  `FBY_ASSERT(TieOwn, quiet_q || own_q == '0)
  `FBY_ASSERT(EmptiesSoon, !quiet_q || 32'(own_q) + 32'(level) + 32'(more_q) <= Slots + Bursts)

  `FBY_COVER(FullAndEmpties, quiet_q && 32'(own_q) == Slots + Bursts && level == '0)
  `FBY_COVER(RefusesOnce, refused_q == 3'd2 && b_valid_i && b_ready)

  logic unused;
  assign unused = &{1'b0, rsp, fail, fail_tag};

endmodule
