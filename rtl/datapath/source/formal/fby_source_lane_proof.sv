// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top: a lane with its FIFOs, free moments and a free consumer. Each word of a sample that is kept is its number among the words
/// kept; what a lane does with samples does not depend on what they are.
///
/// The words that come out are 0, 1, 2 and so on: every sample that is kept comes out once, in order. Each moment's samples are kept or
/// lost, and what is lost is told ahead of a packet, still owed to the next one, or was owed when its burst ended: in every cycle
/// lost = told + in the FIFO + in hand + left by bursts before + owed. Nothing is lost inside a packet, and its first beat alone tells of losses.
module fby_source_lane_proof
  import fby_axi_pkg::*;
  import fby_source_pkg::*;
#(
  parameter int unsigned FifoBeats = 4,
  parameter int unsigned Packets   = 4
) (
  input logic        clk_i,
  input logic        drop_i,
  input logic        wide_i,
  input logic [15:0] packet_i,
  input logic        chdr_i,
  input logic        tick_i,
  input logic        ends_i,
  input logic [63:0] stamp_i,
  input logic        ready_i,
  input logic        whole_ready_i
);

  localparam int unsigned Channels = 2;
  /// Of the number of a word; more than are inside at once.
  localparam int unsigned Bits     = 6;

  logic rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  moment_t                                moment;
  logic [Channels-1:0][SAMPLE_BITS-1:0]   samples;
  fate_t                                  fate;
  logic                                   losing, whole_valid;
  axis_req_t                              m;
  logic [15:0]                            whole_bytes, packet_q, packet;
  axis_note_t                             whole_note;
  logic                                   first_q, wide_q, wide, chdr_q, chdr;
  logic [2:0]                             width;

  // ---- moments: samples and ends as they like; a burst's first one is marked, and what the burst is stands from it on ----

  assign wide        = first_q ? wide_i : wide_q;
  assign packet      = first_q ? packet_i : packet_q;
  assign chdr        = first_q ? chdr_i : chdr_q;
  assign width       = wide ? 3'd2 : 3'd1;
  assign moment      = '{first: first_q, tick: tick_i && !ends_i, ends: ends_i, stamp: stamp_i, number: '0};
  always_ff @(posedge clk_i) begin
    if (rst_i || drop_i || moment.ends) first_q <= 1'b1;
    else if (moment.tick) first_q <= 1'b0;
    wide_q   <= wide;
    packet_q <= packet;
    chdr_q   <= chdr;
  end

  fby_source_lane #(.Channels(Channels), .FifoBeats(FifoBeats), .Packets(Packets)) u_dut (
    .clk_i, .rst_i, .drop_i,
    .width_i(width), .packet_i(packet), .chdr_i(chdr),
    .moment_i(moment), .samples_i(samples), .fate_o(fate), .losing_o(losing),
    .m_o(m), .m_ready_i(ready_i),
    .whole_valid_o(whole_valid), .whole_bytes_o(whole_bytes), .whole_note_o(whole_note), .whole_ready_i
  );

  // ---- words by their numbers ----

  logic [Bits-1:0] kept_q, out_q;     // words kept, words that came out
  logic            takes;
  assign takes = m.valid && ready_i;
  always_comb begin
    samples = '0;
    for (int unsigned c = 0; c < Channels; c++) samples[c][Bits-1:0] = kept_q + Bits'(c);
  end

  function automatic logic [1:0] words_of(input axis_t beat);
    words_of = '0;
    for (int unsigned w = 0; w < BEAT_SAMPLES; w++) words_of += 2'(beat.keep[w*4+:4] == '1);
  endfunction
  function automatic logic counts_from(input axis_t beat, input logic [Bits-1:0] from);
    counts_from = beat.keep == '1 || beat.keep == DATA_BYTES'(15);
    for (int unsigned w = 0; w < BEAT_SAMPLES; w++) begin
      if (w < 32'(words_of(beat)) && beat.data[w*SAMPLE_BITS+:Bits] != from + Bits'(w)) counts_from = 1'b0;
    end
  endfunction

  always_ff @(posedge clk_i) begin
    if (rst_i || drop_i) begin
      kept_q <= '0;
      out_q  <= '0;
    end else begin
      if (fate.keeps) kept_q <= kept_q + Bits'(width);
      if (takes) out_q <= out_q + Bits'(words_of(m.beat));
    end
  end

  // ---- what was lost ----

  count_t lost_q, told_q, left_q;
  logic   was_last_q, put_last_q;     // the last beat that came out, that was put in, ended a packet
  logic   loses_q;
  always_ff @(posedge clk_i) begin
    if (rst_i || drop_i) begin
      lost_q     <= '0;
      told_q     <= '0;
      left_q     <= '0;
      was_last_q <= 1'b1;
      put_last_q <= 1'b1;
      loses_q    <= 1'b0;
    end else begin
      lost_q <= lost_q + count_t'(fate.loses);
      if (takes) begin
        told_q     <= told_q + m.beat.note.lost;
        was_last_q <= m.beat.last;
      end
      if (u_dut.push) put_last_q <= u_dut.beat.beat.last;
      if (moment.tick && moment.first) left_q <= left_q + u_dut.owed_q;
      if (moment.tick || moment.ends) loses_q <= fate.loses;
    end
  end

  // ---- what is inside: beats one behind the other from the oldest, and the one in hand ----

  logic [FifoBeats:0][Bits-1:0] from;
  logic [FifoBeats:0]           behind_last;
  count_t [FifoBeats:0]         told;
  axis_t [FifoBeats-1:0]        entry;
  logic                         in_line, marks;
  for (genvar i = 0; i < int'(FifoBeats); i++) begin : gen_entry
    assign entry[i] = u_dut.u_fifo.u_fifo.mem_q[u_dut.u_fifo.u_fifo.head_q + 2'(i)];
  end
  always_comb begin
    from[0]        = out_q;
    behind_last[0] = was_last_q;
    told[0]        = told_q;
    in_line        = 1'b1;
    marks          = 1'b1;
    for (int unsigned i = 0; i < FifoBeats; i++) begin
      from[i+1]        = from[i];
      behind_last[i+1] = behind_last[i];
      told[i+1]        = told[i];
      if (i < 32'(u_dut.level)) begin
        from[i+1]        = from[i] + Bits'(words_of(entry[i]));
        behind_last[i+1] = entry[i].last;
        told[i+1]        = told[i] + entry[i].note.lost;
        if (!counts_from(entry[i], from[i])) in_line = 1'b0;
        if (entry[i].note.lost != '0 && !behind_last[i]) marks = 1'b0;
        if (entry[i].note.cut && !(entry[i].last && entry[i].note.eob)) marks = 1'b0;
      end
    end
  end
  count_t in_hand;
  assign in_hand = u_dut.keeps_q && u_dut.fill_q != '0 ? u_dut.ahead_q : '0;
  logic hand_in_line;
  always_comb begin
    hand_in_line = 1'b1;
    for (int unsigned w = 0; w < BEAT_SAMPLES; w++) begin
      if (w < 32'(u_dut.fill_q) && u_dut.words_q[w][Bits-1:0] != from[FifoBeats] + Bits'(w)) hand_in_line = 1'b0;
    end
  end

  `FBY_ASSERT(LaneBeatsInLine, in_line && hand_in_line)
  `FBY_ASSERT(LaneKeepsAll, kept_q == from[FifoBeats] + Bits'(u_dut.fill_q))
  `FBY_ASSERT(LaneAccount, lost_q == told[FifoBeats] + in_hand + left_q + u_dut.owed_q)
  `FBY_ASSERT(LaneMarksInside, marks)
  `FBY_ASSERT(LaneHandHasPlace, !u_dut.keeps_q || 32'(u_dut.level) < FifoBeats)
  `FBY_ASSERT(LanePacketHasPlace, !(u_dut.keeps_q && chdr) || 32'(u_dut.wholes) < Packets)
  `FBY_ASSERT(LaneHandIsKept, (u_dut.keeps_q == (u_dut.fill_q != '0)) && 32'(u_dut.fill_q) <= BEAT_SAMPLES
              && (!u_dut.keeps_q || !first_q) && (!wide || !u_dut.keeps_q || !u_dut.fill_q[0]))
  `FBY_ASSERT(LaneSameLast, put_last_q == behind_last[FifoBeats])
  `FBY_ASSERT(LaneHandTells, in_hand == '0 || put_last_q)
  `FBY_ASSERT(LaneKeepsNothingOwed, !u_dut.keeps_q || u_dut.owed_q == '0)
  `FBY_ASSERT(LaneRestsBetweenPackets, u_dut.keeps_q || put_last_q)
  `FBY_ASSERT(LaneSameLoses, first_q ? !loses_q : loses_q == !u_dut.keeps_q)

  // ---- what comes out, and what is said of it ----

  `FBY_ASSERT(LaneGivesNext, !m.valid || counts_from(m.beat, out_q))
  `FBY_ASSERT(LaneGivesSomething, !m.valid || words_of(m.beat) != '0)
  `FBY_ASSERT(LaneTellsFirst, !m.valid || m.beat.note.lost == '0 || was_last_q)
  `FBY_ASSERT(LaneCutEnds, !m.valid || !m.beat.note.cut || (m.beat.last && m.beat.note.eob))
  `FBY_ASSERT(LaneKeptOrLost, (fate.keeps || fate.loses) == moment.tick && !(fate.keeps && fate.loses))
  `FBY_ASSERT(LaneLosesBetweenPackets, !fate.loses || (u_dut.push ? u_dut.beat.beat.last : put_last_q))
  `FBY_ASSERT(LaneGapOnce, fate.gap == (fate.loses && !loses_q))
  `FBY_ASSERT(LaneEndsAll, !$past(moment.ends) || $past(rst_i) || (u_dut.fill_q == '0 && put_last_q))

  // ---- packets with headers: bytes, time and losses of each are those of its beats ----

  logic [15:0] packet_words_q, packet_words;
  count_t      packet_lost_q, packet_lost;
  logic [63:0] packet_stamp_q, packet_stamp;
  assign packet_words = (put_last_q ? '0 : packet_words_q) + 16'(u_dut.fill_q);
  assign packet_lost  = put_last_q ? u_dut.beat.beat.note.lost : packet_lost_q;
  assign packet_stamp = put_last_q ? u_dut.beat.beat.note.stamp : packet_stamp_q;
  always_ff @(posedge clk_i) if (u_dut.push) begin
    packet_words_q <= packet_words;
    packet_lost_q  <= packet_lost;
    packet_stamp_q <= packet_stamp;
  end
  `FBY_ASSERT(LaneWholeIsToldOnce, u_dut.whole_push == (u_dut.push && u_dut.beat.beat.last && chdr))
  `FBY_ASSERT(LaneWholeIsItsBeats, !u_dut.whole_push || (u_dut.whole_in.bytes == 16'(packet_words << 2)
              && u_dut.whole_in.note.lost == packet_lost && u_dut.whole_in.note.stamp == packet_stamp))
  `FBY_ASSERT(LaneSamePacket, !u_dut.keeps_q || (put_last_q
              ? u_dut.sent_q == '0 && u_dut.lost_q == u_dut.ahead_q && u_dut.begun_q == u_dut.stamp_q
              : u_dut.sent_q == 16'(packet_words_q << 2) && u_dut.lost_q == packet_lost_q
                && u_dut.begun_q == packet_stamp_q))

  `FBY_COVER(LaneTells, takes && m.beat.note.lost == 48'd3 && out_q != '0)
  `FBY_COVER(LaneCuts, takes && m.beat.note.cut && m.beat.keep != '1)
  `FBY_COVER(LanePacketFull, takes && m.beat.last && !m.beat.note.eob && wide)
  `FBY_COVER(LaneWholes, 32'(u_dut.wholes) == Packets)
  `FBY_COVER(LaneLeaves, left_q == 48'd2 && told_q == 48'd1)

  logic unused;
  assign unused = &{1'b0, losing, whole_valid, whole_bytes, whole_note};

endmodule
