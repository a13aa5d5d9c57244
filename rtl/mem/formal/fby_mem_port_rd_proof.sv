// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the reader of a port between someone who asks and takes as they like, and a memory that answers in order, when it likes.
///
/// The memory's data is the number of the beat. Every beat that was asked for comes out once and in order, as many as were wanted or,
/// after a cancel, none; no beat finds the FIFO full; idle means that nothing is under way, and is reached by the memory and the
/// taker alone.
module fby_mem_port_rd_proof
  import fby_mem_pkg::*;
#(
  parameter int unsigned DepthBeats = 8
) (
  input logic        clk_i,
  input logic        start_i,
  input mem_number_t first_i,
  input mem_number_t count_i,
  input logic        cancel_i,
  input logic        m_req_ready_i,
  input mem_rd_rsp_t m_rsp_i,
  input logic        ready_i
);

  localparam int unsigned PtrBits = $clog2(DepthBeats);

  logic rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  logic                 idle, error, m_rsp_ready, valid;
  mem_rd_req_t          req;
  logic [DATA_BITS-1:0] data;

  fby_mem_port_rd #(.DepthBeats(DepthBeats)) u_dut (
    .clk_i, .rst_i, .start_i, .first_i, .count_i, .cancel_i, .idle_o(idle), .error_o(error),
    .m_req_o(req), .m_req_ready_i, .m_rsp_i, .m_rsp_ready_o(m_rsp_ready),
    .data_o(data), .valid_o(valid), .ready_i
  );

  fby_mem_rd_props u_props (
    .clk_i, .rst_i, .req_i(req), .req_ready_i(m_req_ready_i), .rsp_i(m_rsp_i), .rsp_ready_i(m_rsp_ready)
  );

  `FBY_ASSUME(StartsAtRest, !start_i || (idle && !cancel_i))
  // A run ends within the slice, whose last beat is not the last number there is.
  `FBY_ASSUME(RunFits, !start_i || {1'b0, first_i} + {1'b0, count_i} < 9'd256)

  // ---- the account: what is wanted, asked, come and given ----

  mem_number_t wanted_q, end_q, asked_q, come_q, given_q;
  logic        cut_q, ask, come, gone, given;
  logic [7:0]  owed;
  assign ask   = req.ar_valid && m_req_ready_i;
  assign come  = m_rsp_i.r_valid && m_rsp_ready;
  assign gone  = u_dut.pop;
  assign given = valid && ready_i;
  assign owed  = asked_q - come_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      {wanted_q, end_q, asked_q, come_q, given_q, cut_q} <= '0;
    end else if (start_i) begin
      {asked_q, come_q, given_q} <= {3{first_i}};
      {wanted_q, end_q, cut_q}   <= {count_i, mem_number_t'(first_i + count_i), 1'b0};
    end else begin
      if (ask) asked_q <= asked_q + mem_number_t'(req.ar.len) + 8'd1;
      if (come) come_q <= come_q + 8'd1;
      if (gone) given_q <= given_q + 8'd1;
      if (given) wanted_q <= wanted_q - 8'd1;
      if (cancel_i && !idle) cut_q <= 1'b1;
    end
  end

  // The memory gives what was asked, in order.
  `FBY_ASSUME(MemoryGivesInOrder, !m_rsp_i.r_valid || (owed != 8'd0 && m_rsp_i.r.data == come_q))

  // ---- ties to the inside, for the induction ----

  logic [7:0] level, offered, asking;
  assign level   = 8'(u_dut.u_fifo.level_q);
  assign asking  = req.ar_valid ? 8'(req.ar.len) + 8'd1 : 8'd0;
  assign offered = 8'(u_dut.room_q);
  `FBY_ASSERT(TieRoom, offered + level + owed + asking == 8'(DepthBeats) && offered <= 8'(DepthBeats)
              && level <= 8'(DepthBeats) && owed <= 8'(DepthBeats))
  `FBY_ASSERT(TieLevel, level == come_q - given_q)
  `FBY_ASSERT(TieNext, u_dut.next_q == asked_q + asking || (idle && u_dut.left_q == 8'd0))
  `FBY_ASSERT(TieLeft, cut_q ? u_dut.left_q == 8'd0 : u_dut.next_q + u_dut.left_q == end_q || idle)
  `FBY_ASSERT(TieNoWrap, u_dut.left_q == 8'd0 || {1'b0, u_dut.next_q} + {1'b0, u_dut.left_q} < 9'd256)
  `FBY_ASSERT(TieWanted, cut_q || {1'b0, wanted_q} == {1'b0, u_dut.left_q} + 9'(DepthBeats) - 9'(offered))
  `FBY_ASSERT(TieDrop, !u_dut.drop_q || cut_q)
  `FBY_ASSERT(TieCut, !cut_q || u_dut.drop_q || idle)
  `FBY_ASSERT(TieAr, !req.ar_valid || req.ar.addr == asked_q)
  for (genvar i = 0; i < int'(DepthBeats); i++) begin : g_place
    logic [PtrBits-1:0] place;
    assign place = u_dut.u_fifo.head_q + PtrBits'(i);
    `FBY_ASSERT(TiePlace, level <= 8'(i) || u_dut.u_fifo.mem_q[place] == given_q + 8'(i))
  end

  // Bursts under way, as the rules count them, hold the beats that are owed.
  logic [7:0] in_bursts;
  always_comb begin
    in_bursts = 8'd0 - 8'(u_props.come_q);
    for (int unsigned i = 0; i < 8; i++) begin
      if (4'(i) < u_props.under_way) in_bursts = in_bursts + 8'(u_props.beats_q[3'(u_props.whole_q + 4'(i))]);
    end
  end
  `FBY_ASSERT(TieBursts, in_bursts == owed && u_props.under_way <= 4'd8)
  for (genvar i = 0; i < 8; i++) begin : g_burst
    logic [BEATS_BITS-1:0] beats;
    assign beats = u_props.beats_q[3'(u_props.whole_q + 4'(i))];
    `FBY_ASSERT(TieBurst, 4'(i) >= u_props.under_way || (beats != '0 && beats <= BEATS_BITS'(BURST_BEATS)))
  end
  `FBY_ASSERT(TieBurstBegun, u_props.under_way == '0 ? u_props.come_q == '0
              : u_props.come_q < u_props.beats_q[u_props.whole_q[2:0]])

  // ---- the promise ----

  `FBY_ASSERT(OnceAndInOrder, !valid || data == given_q)
  `FBY_ASSERT(NoMoreThanWanted, !valid || (wanted_q != 8'd0 && !cut_q))
  `FBY_ASSERT(AsManyAsWanted, !idle || cut_q || wanted_q == 8'd0)
  `FBY_ASSERT(AsksInOrder, !req.ar_valid || req.ar.addr == asked_q)
  `FBY_ASSERT(IdleMeansNothingUnderWay, !idle || (!req.ar_valid && owed == 8'd0 && level == 8'd0))
  `FBY_ASSERT(WaitsForOthersOnly, idle || req.ar_valid || owed != 8'd0 || level != 8'd0 || u_dut.ask)
  `FBY_ASSERT(OfferStays, $past(rst_i) || !$past(valid && !ready_i && !cancel_i) || valid)
  `FBY_ASSERT(CancelOffersNothing, $past(rst_i) || !$past(cancel_i) || $past(idle) || !valid)

  `FBY_COVER(Full, level == 8'(DepthBeats))
  `FBY_COVER(UnalignedAndWhole, idle && !cut_q && end_q == 8'd14 && given_q == end_q && $past(given))
  `FBY_COVER(CutInside, idle && cut_q && given_q != end_q && $past(gone))

  logic unused;
  assign unused = &{1'b0, error};

endmodule
