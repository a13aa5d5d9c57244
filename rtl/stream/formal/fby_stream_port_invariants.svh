// SPDX-License-Identifier: Apache-2.0
// Included by fby_stream_port in proofs only: promises about what goes in and comes out, and what ties
// them to the inside for the induction step.
//
// One beat is followed from the bus to the stream: the one that the data FIFO's own proof follows.

// 1. Every accepted beat with a strobe makes exactly one entry, in order, unstrobed bytes zero.
logic [Bits-1:0]                     f_expect;
logic                                f_follow_q = 1'b0;
logic                                f_doomed_q = 1'b0;
logic [Bits-1:0]                     f_data_q;
logic [$clog2(DepthEntries+1)-1:0]   f_ahead_q;
logic                                f_leaves;

for (genvar f_i = 0; f_i < fby_axi_pkg::DATA_BYTES; f_i++) begin : gen_f_expect
  assign f_expect[8*f_i+:8] = s_req_i.wr.w.data[8*f_i+:8] & {8{s_req_i.wr.w.strb[f_i]}};
end

assign f_leaves = f_follow_q && f_ahead_q == '0 && fifo_valid && fifo_pop;

always_ff @(posedge clk_i) begin
  if (rst_i) begin
    f_follow_q <= 1'b0;
    f_doomed_q <= 1'b0;
  end else if (!f_follow_q) begin
    if (s_req_i.wr.w_valid && s_req_ready_o.wr.w && s_req_i.wr.w.strb != '0 && u_fifo.f_pick) begin
      f_follow_q <= 1'b1;
      f_doomed_q <= flush_i;
      f_data_q   <= f_expect;
      f_ahead_q  <= level_o - $bits(level_o)'(fifo_valid && fifo_pop);
    end
  end else begin
    // An entry that a flush finds inside must never reach the consumer.
    f_doomed_q <= (f_doomed_q || flush_i) && !f_leaves;
    f_follow_q <= !f_leaves;
    if (fifo_valid && fifo_pop) f_ahead_q <= f_ahead_q - 1'b1;
  end
end

`FBY_ASSERT(same_beat_is_followed, f_follow_q == u_fifo.f_follow_q)
`FBY_ASSERT(same_data_is_followed, !f_follow_q || (f_data_q == u_fifo.f_data_q && f_ahead_q == u_fifo.f_ahead_q))
`FBY_ASSERT(beat_comes_out, !f_follow_q || f_ahead_q != '0 || !m_o.valid || m_o.beat.data == f_data_q)
`FBY_ASSERT(whole_beats, m_o.beat.keep == '1 && !m_o.beat.last)

// 2. Nothing is accepted beyond room.
`FBY_ASSERT(no_beat_beyond_room,
            !beat_taken || s_req_i.wr.w.strb == '0 || 32'(level_o) < DepthEntries)

// 3. No beat before its burst's address; one response per burst, after its last beat, with its id, in order.
logic [2:0]                  f_open_q = '0;      // addresses taken, last beat not yet
logic [2:0]                  f_answer_q = '0;    // last beat taken, response not yet
logic [3:0][IdBits-1:0]      f_id_q;             // ids of both, oldest first
logic                        f_aw, f_last, f_b;
logic [2:0]                  f_count;

assign f_aw    = s_req_i.wr.aw_valid && s_req_ready_o.wr.aw;
assign f_last  = s_req_i.wr.w_valid && s_req_ready_o.wr.w && s_req_i.wr.w.last;
assign f_b     = s_rsp_o.wr.b_valid && s_rsp_ready_i.wr;
assign f_count = f_open_q + f_answer_q;

always_ff @(posedge clk_i) begin
  if (rst_i) begin
    f_open_q   <= '0;
    f_answer_q <= '0;
  end else begin
    f_open_q   <= f_open_q + 3'(f_aw) - 3'(f_last);
    f_answer_q <= f_answer_q + 3'(f_last) - 3'(f_b);
    for (int unsigned i = 0; i < 4; i++) begin
      if (f_aw && 32'(f_count) - 32'(f_b) == i) f_id_q[i] <= s_req_i.wr.aw.id;
      else if (f_b && i != 3) f_id_q[i] <= f_id_q[i+1];
    end
  end
end

`FBY_ASSERT(no_beat_before_address, !beat_taken || f_open_q != '0)
`FBY_ASSERT(open_bursts_count, f_open_q == 3'(u_bursts.level_q))
`FBY_ASSERT(under_way_count, 4'(f_open_q) + 4'(f_answer_q) == 4'(under_way_q) && 32'(under_way_q) <= Bursts)
`FBY_ASSERT(answers_count, f_answer_q == 3'(u_responses.level_q))
`FBY_ASSERT(answer_after_last_beat, !s_rsp_o.wr.b_valid || f_answer_q != '0)
`FBY_ASSERT(answer_has_the_id, !s_rsp_o.wr.b_valid || (s_rsp_o.wr.b.id == f_id_q[0] && s_rsp_o.wr.b.resp == fby_axi_pkg::RESP_OKAY))
for (genvar f_n = 0; f_n < Bursts; f_n++) begin : gen_f_ids
  `FBY_ASSERT(answer_ids_match, f_answer_q <= f_n || f_id_q[f_n] == u_responses.mem_q[2'(u_responses.head_q + f_n[1:0])])
  `FBY_ASSERT(open_ids_match,
              f_open_q <= f_n || f_id_q[f_answer_q[1:0] + f_n[1:0]] == u_bursts.mem_q[2'(u_bursts.head_q + f_n[1:0])])
end

// 4. Flush: the consumer sees nothing, an entry is gone per cycle, and none that was inside gets out later.
logic                              f_was_flush_q = 1'b0;
logic [$clog2(DepthEntries+1)-1:0] f_was_level_q = '0;
logic                              f_was_push_q = 1'b0;

always_ff @(posedge clk_i) begin
  f_was_flush_q <= flush_i && !rst_i;
  f_was_level_q <= level_o;
  f_was_push_q  <= push;
end

`FBY_ASSERT(flush_hides_entries, !flush_i || !m_o.valid)
`FBY_ASSERT(flush_empties,
            !f_was_flush_q || level_o == f_was_level_q - $bits(level_o)'(f_was_level_q != '0) + $bits(level_o)'(f_was_push_q))
`FBY_ASSERT(doomed_is_followed, !f_doomed_q || f_follow_q)
`FBY_ASSERT(doomed_are_inside, doomed_q <= level_o)
`FBY_ASSERT(doomed_are_at_the_head, !f_follow_q || f_doomed_q == (f_ahead_q < doomed_q))
`FBY_ASSERT(only_doomed_are_discarded, !(f_leaves && events_o.discarded) || f_doomed_q || flush_i)
`FBY_ASSERT(doomed_never_gets_out, !(f_doomed_q && f_leaves && m_o.valid && m_ready_i))

// 5. Reads: len+1 beats of SLVERR with the id, the last one marked.
logic       f_reading_q = 1'b0;
logic [7:0] f_left_q;
logic [IdBits-1:0] f_rid_q;

always_ff @(posedge clk_i) begin
  if (rst_i) begin
    f_reading_q <= 1'b0;
  end else if (s_req_i.rd.ar_valid && s_req_ready_o.rd) begin
    f_reading_q <= 1'b1;
    f_left_q    <= s_req_i.rd.ar.len;
    f_rid_q     <= s_req_i.rd.ar.id;
  end else if (s_rsp_o.rd.r_valid && s_rsp_ready_i.rd) begin
    f_reading_q <= f_left_q != '0;
    f_left_q    <= f_left_q - 8'd1;
  end
end

`FBY_ASSERT(read_only_when_asked, s_rsp_o.rd.r_valid == f_reading_q)
`FBY_ASSERT(same_read_is_followed, !f_reading_q || (f_left_q == u_rderr.left_q && f_rid_q == u_rderr.id_q))
`FBY_ASSERT(one_read_at_a_time, !(f_reading_q && s_req_ready_o.rd))
`FBY_ASSERT(read_is_an_error,
            !f_reading_q || (s_rsp_o.rd.r.id == f_rid_q && s_rsp_o.rd.r.resp == fby_axi_pkg::RESP_SLVERR && s_rsp_o.rd.r.data == '0))
`FBY_ASSERT(read_ends_after_len, !f_reading_q || s_rsp_o.rd.r.last == (f_left_q == '0))

// 6. Every entry is accounted for by one event.
`FBY_ASSERT(event_per_beat_in, events_o.beat_in == (beat_taken && s_req_i.wr.w.strb != '0))
`FBY_ASSERT(event_per_entry_gone, (events_o.beat_out || events_o.discarded) == (fifo_valid && fifo_pop))
`FBY_ASSERT(gone_for_one_reason, !(events_o.beat_out && events_o.discarded))

`FBY_COVER(fifo_full, 32'(level_o) == DepthEntries)
`FBY_COVER(two_answers_wait, f_answer_q == 3'd2)
`FBY_COVER(followed_comes_out, f_leaves && m_o.valid && f_data_q != '0)
`FBY_COVER(flushed_empty, f_was_flush_q && f_was_level_q == $bits(level_o)'(1) && level_o == '0)
`FBY_COVER(read_of_two_beats, s_rsp_o.rd.r_valid && s_rsp_ready_i.rd && s_rsp_o.rd.r.last && s_rsp_o.rd.r.id == 8'h5a && f_rid_q == 8'h5a)
`FBY_COVER(beat_without_strobe, beat_taken && s_req_i.wr.w.strb == '0)
