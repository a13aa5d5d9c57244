// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: the writer of a port between someone who brings beats and flushes as they like, and a memory that takes and answers when
/// it likes.
///
/// The data of a beat is its number. Every beat goes out once, in order, at the address of its number, in a burst whose data was all
/// here when its address went out; a flush leaves nothing gathered; idle means that all is answered, and is reached by the memory
/// alone once there was a flush.
module fby_mem_port_wr_proof
  import fby_mem_pkg::*;
#(
  parameter int unsigned DepthBeats = 8,
  parameter int unsigned MaxBursts  = 2
) (
  input logic          clk_i,
  input logic          start_i,
  input mem_number_t   first_i,
  input logic          flush_i,
  input logic          valid_i,
  input mem_wr_ready_t m_req_ready_i,
  input mem_wr_rsp_t   m_rsp_i
);

  localparam int unsigned PtrBits = $clog2(DepthBeats);
  // As deep as the design's.
  localparam int unsigned Closed = 4;

  logic rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  logic        idle, error, ready, m_rsp_ready;
  mem_wr_req_t req;
  // Numbers of the next beat: to be brought, to be issued, to be announced, to be sent; and how many were brought since the last flush.
  mem_number_t brought_q, issued_q, said_q, sent_q, since_q;

  fby_mem_port_wr #(.DepthBeats(DepthBeats), .MaxBursts(MaxBursts)) u_dut (
    .clk_i, .rst_i, .start_i, .flush_i, .idle_o(idle), .error_o(error),
    .number_i(brought_q), .data_i(DATA_BITS'(brought_q)), .valid_i, .ready_o(ready),
    .m_req_o(req), .m_req_ready_i, .m_rsp_i, .m_rsp_ready_o(m_rsp_ready)
  );

  fby_mem_wr_props #(.MaxBursts(MaxBursts)) u_props (
    .clk_i, .rst_i, .req_i(req), .req_ready_i(m_req_ready_i), .rsp_i(m_rsp_i), .rsp_ready_i(m_rsp_ready)
  );

  `FBY_ASSUME(StartsAtRest, !start_i || (idle && !valid_i))

  logic take, issue, say, send;
  assign take  = valid_i && ready;
  assign issue = u_dut.issue;
  assign say   = req.aw_valid && m_req_ready_i.aw;
  assign send  = req.w_valid && m_req_ready_i.w;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      {brought_q, issued_q, said_q, sent_q, since_q} <= '0;
    end else if (start_i) begin
      {brought_q, issued_q, said_q, sent_q} <= {4{first_i}};
    end else begin
      if (take) brought_q <= brought_q + 8'd1;
      if (issue) issued_q <= issued_q + 8'(u_dut.burst.len) + 8'd1;
      if (say) said_q <= said_q + 8'(req.aw.len) + 8'd1;
      if (send) sent_q <= sent_q + 8'd1;
      if (flush_i) since_q <= '0;
      else if (since_q != '1) since_q <= since_q + 8'(take);
    end
  end

  // ---- ties to the inside, for the induction ----

  // Closed bursts from the oldest on: where each begins and ends, if they are in order.
  logic [7:0]        level, open, left, closed;
  logic [Closed:0][7:0] begins;
  assign level     = 8'(u_dut.u_fifo.level_q);
  assign open      = 8'(u_dut.open_q);
  assign left      = 8'(u_dut.left_q);
  assign closed    = 8'(u_dut.u_closed.level_q);
  assign begins[0] = issued_q;
  for (genvar i = 0; i < int'(Closed); i++) begin : g_closed
    logic [1:0]                      place;
    logic [RECORD_BITS+LEN_BITS-1:0] entry;
    logic [7:0]                      first, len;
    assign place = u_dut.u_closed.head_q + 2'(i);
    assign entry = u_dut.u_closed.mem_q[place];
    assign first = entry[RECORD_BITS+LEN_BITS-1:LEN_BITS];
    assign len   = 8'(entry[LEN_BITS-1:0]);
    assign begins[i+1] = 8'(i) < closed ? begins[i] + len + 8'd1 : begins[i];
    `FBY_ASSERT(TieClosed, 8'(i) >= closed || (first == begins[i] && 8'(first[LEN_BITS-1:0]) + len < 8'(BURST_BEATS)))
  end
  `FBY_ASSERT(TieOpen, brought_q == begins[Closed] + open && open < 8'(BURST_BEATS))
  `FBY_ASSERT(TiePlaceForOpen, open == 8'd0 || closed != 8'(Closed))
  `FBY_ASSERT(TieFirst, open == 8'd0 || (u_dut.first_q == begins[Closed]
              && 8'(u_dut.first_q[LEN_BITS-1:0]) + open < 8'(BURST_BEATS)))
  `FBY_ASSERT(TieLevel, level == left + (begins[Closed] - issued_q) + open && level <= 8'(DepthBeats)
              && left <= 8'(BURST_BEATS) && closed <= 8'(Closed))
  `FBY_ASSERT(TieSent, issued_q == sent_q + left)
  `FBY_ASSERT(TieSaid, issued_q == said_q + (req.aw_valid ? 8'(req.aw.len) + 8'd1 : 8'd0))
  for (genvar i = 0; i < int'(DepthBeats); i++) begin : g_place
    logic [PtrBits-1:0] place;
    assign place = u_dut.u_fifo.head_q + PtrBits'(i);
    `FBY_ASSERT(TiePlace, level <= 8'(i) || u_dut.u_fifo.mem_q[place] == sent_q + 8'(i))
  end

  // The account of the rules: at most one half is missing, and it is that of the burst issued last.
  logic [BEATS_BITS-1:0] last_len, said_len, sent_len;
  logic [1:0]            halves_aw, halves_w, owed;
  logic                  now;
  assign now       = u_props.same_q[0];
  assign last_len  = BEATS_BITS'(u_dut.aw_q.len) + 1'b1;
  assign said_len  = u_props.said_q[now];
  assign sent_len  = u_props.sent_q[now];
  assign halves_aw = u_props.aw_num_q - u_props.same_q;
  assign halves_w  = u_props.w_num_q - u_props.same_q;
  assign owed      = 2'(u_dut.owed_q);
  `FBY_ASSERT(TieHalves, halves_aw <= 2'd1 && halves_w <= 2'd1)
  `FBY_ASSERT(TieSaidOnly, !(halves_aw == 2'd1 && halves_w == 2'd0)
              || (said_len == last_len && left != 8'd0 && !req.aw_valid))
  `FBY_ASSERT(TieSentOnly, !(halves_aw == 2'd0 && halves_w == 2'd1)
              || (sent_len == last_len && left == 8'd0 && req.aw_valid))
  `FBY_ASSERT(TieBoth, !(halves_aw == 2'd1 && halves_w == 2'd1) || said_len == sent_len)
  `FBY_ASSERT(TieNeither, !(halves_aw == 2'd0 && halves_w == 2'd0) || req.aw_valid == (left != 8'd0))
  `FBY_ASSERT(TieOwedAw, u_props.aw_num_q - u_props.b_num_q + 2'(req.aw_valid) == owed && owed <= 2'(MaxBursts))
  `FBY_ASSERT(TieOwedW, u_props.w_num_q - u_props.b_num_q + 2'(left != 8'd0) == owed)
  `FBY_ASSERT(TieBeats, u_props.beats_q == (left == 8'd0 ? '0 : last_len - BEATS_BITS'(left)) && left <= 8'(last_len))

  // ---- the promise ----

  `FBY_ASSERT(OnceAndInOrder, !req.w_valid || req.w.data == sent_q)
  `FBY_ASSERT(WhereItBelongs, !req.aw_valid || req.aw.addr == said_q)
  `FBY_ASSERT(FlushLeavesNothing, open <= since_q)
  `FBY_ASSERT(IdleMeansAnswered, !idle || (level == 8'd0 && said_q == brought_q && sent_q == brought_q
              && u_props.aw_num_q == u_props.b_num_q && u_props.w_num_q == u_props.b_num_q))
  `FBY_ASSERT(WaitsForOthersOnly, idle || open != 8'd0 || issue || req.aw_valid || req.w_valid || owed != 2'd0)
  `FBY_ASSERT(FullIsNotForever, ready || u_dut.closed_valid || req.w_valid)

  `FBY_COVER(WholeBurstAndPart, idle && !$past(idle) && brought_q == 8'd9)
  `FBY_COVER(DataAheadOfAddress, req.aw_valid && !req.w_valid)
  `FBY_COVER(NoPlaceForBursts, closed == 8'(Closed) && valid_i && level == 8'(Closed))
  `FBY_COVER(NoGap, send && req.w.last && issue)

  logic unused;
  assign unused = &{1'b0, error};

endmodule
