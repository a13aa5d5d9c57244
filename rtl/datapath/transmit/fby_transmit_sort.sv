// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Takes the stream apart: packets with a header go whole to their channel, or nowhere.
///
/// A packet begins with a beat of its own: the header of RFNoC 4 (see fby_source_chdr) with its time, then nothing. Its samples fill the beats
/// behind that; what the last one has beyond them is padding. Another packet may follow, up to the end of the stream's own packet, which is a
/// buffer of the host. Behind a header that is not one, nothing up to there is believed. A packet that this end cuts short is forgotten.
module fby_transmit_sort
  import fby_axi_pkg::*;
  import fby_source_pkg::*;
  import fby_transmit_pkg::packet_t;
  import fby_transmit_pkg::LENGTH_BITS;
#(
  /// Longest packet in samples.
  parameter int unsigned MostSamples = CHDR_SAMPLES
) (
  input  logic                 clk_i,
  input  logic                 rst_i,
  /// Level: take all, forget all.
  input  logic                 drop_i,
  /// Endpoint of the first channel; those of the others count on.
  input  logic [15:0]          endpoint_i,
  input  axis_req_t            s_i,
  output logic                 s_ready_o,
  /// To the ring of each channel; see there.
  output logic [CHANNELS-1:0]  write_o,
  output logic [CHANNELS-1:0]  commit_o,
  output logic [CHANNELS-1:0]  rewind_o,
  output packet_t              packet_o,
  input  logic [CHANNELS-1:0]  room_i,
  input  logic [CHANNELS-1:0]  packet_room_i,
  /// With a commit: it is not the packet that was next in its channel.
  output logic                 skips_o,
  /// One cycle: a packet was malformed; so many beats were dropped.
  output logic                 malformed_o,
  output logic [LENGTH_BITS-1:0] dropped_o
);

  localparam logic [2:0]  TypePlain = 3'd6, TypeTimed = 3'd7;
  localparam int unsigned PickBits  = $clog2(CHANNELS);
  localparam int unsigned SampleBytes = SAMPLE_BITS / 8;

  typedef enum logic [1:0] {HEAD, BODY, DROP, SKIP} state_e;

  state_e                    state_q;
  packet_t                   packet_q, packet;
  logic [PickBits-1:0]       pick_q, pick;
  logic [LENGTH_BITS-1:0]    left_q, beats_q;
  logic [15:0]               number_q;
  logic [CHANNELS-1:0][15:0] next_q;
  logic                      open_q;
  logic [63:0]               header;
  logic [15:0]               length, payload, channel;
  logic                      take, good, empty, final_beat, enough, writes, commits, cuts;

  // ---- a header ----

  assign header  = s_i.beat.data[63:0];
  assign length  = header[31:16];
  assign payload = length - 16'(DATA_BYTES);
  assign channel = header[15:0] - endpoint_i;
  assign pick    = PickBits'(channel);
  assign empty   = s_i.beat.keep == '0;
  assign good    = s_i.beat.keep == '1 && !s_i.beat.last
                   && (header[55:53] == TypePlain || header[55:53] == TypeTimed)
                   && header[63:58] == '0 && !header[56] && header[52:48] == '0
                   && length > 16'(DATA_BYTES) && 32'(payload) <= MostSamples * SampleBytes
                   && payload[$clog2(SampleBytes)-1:0] == '0
                   && 32'(channel) < CHANNELS;
  assign packet  = '{
    samples: LENGTH_BITS'(payload / 16'(SampleBytes)), timed: header[55:53] == TypeTimed,
    stamp: 64'(s_i.beat.data >> 64), eob: header[57]
  };

  // ---- a beat of samples ----

  assign final_beat = left_q <= LENGTH_BITS'(BEAT_SAMPLES);
  always_comb begin
    enough = 1'b0;
    for (int unsigned n = 1; n <= BEAT_SAMPLES; n++) begin
      if (left_q == LENGTH_BITS'(n)) enough = s_i.beat.keep[n*SampleBytes-1];
    end
  end
`ifdef FBY_MUTANT_TRANSMIT_CUT
  assign cuts    = !final_beat && s_i.beat.last;
`else
  assign cuts    = final_beat ? !enough : s_i.beat.last;
`endif

  always_comb begin
    s_ready_o = 1'b1;
    if (!drop_i && state_q == BODY) begin
      s_ready_o = room_i[pick_q] && (!final_beat || packet_room_i[pick_q]);
    end
  end
  assign take    = s_i.valid && s_ready_o && !drop_i;
  assign writes  = take && state_q == BODY && !cuts;
  assign commits = writes && final_beat;

  always_comb begin
    write_o           = '0;
    commit_o          = '0;
    rewind_o          = '0;
    write_o[pick_q]   = writes;
    commit_o[pick_q]  = commits;
    rewind_o[pick_q]  = take && state_q == BODY && cuts;
  end
  assign packet_o = packet_q;
  assign skips_o  = commits && number_q != next_q[pick_q];

  always_comb begin
    malformed_o = 1'b0;
    dropped_o   = '0;
    if (take) begin
      unique case (state_q)
        HEAD: begin
          malformed_o = !good && !empty;
          dropped_o   = LENGTH_BITS'(malformed_o);
        end
        BODY: begin
          malformed_o = cuts;
`ifdef FBY_MUTANT_TRANSMIT_DROPPED
          dropped_o   = cuts ? beats_q : '0;
`else
          dropped_o   = cuts ? beats_q + LENGTH_BITS'(!empty) : '0;
`endif
        end
        DROP:    dropped_o = LENGTH_BITS'(!empty);
        default: ;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) open_q <= 1'b0;
    else if (s_i.valid && s_ready_o) open_q <= !s_i.beat.last;

    if (rst_i) state_q <= HEAD;
    // The rest of what was on its way is no packet's beginning.
    else if (drop_i) state_q <= (s_i.valid ? !s_i.beat.last : open_q) ? SKIP : HEAD;
    else if (take) begin
      unique case (state_q)
        HEAD:    if (good) state_q <= BODY;
                 else if (!s_i.beat.last) state_q <= DROP;
        BODY:    if (s_i.beat.last || commits) state_q <= HEAD;
        default: if (s_i.beat.last) state_q <= HEAD;
      endcase
    end

    if (take && state_q == HEAD) begin
      packet_q <= packet;
      pick_q   <= pick;
      number_q <= header[47:32];
      left_q   <= packet.samples;
      beats_q  <= LENGTH_BITS'(1);
    end else if (writes) begin
      left_q   <= left_q - LENGTH_BITS'(BEAT_SAMPLES);
      beats_q  <= beats_q + LENGTH_BITS'(1);
    end
    if (rst_i || drop_i) next_q <= '0;
    else if (commits) next_q[pick_q] <= number_q + 16'd1;
  end

  logic unused;
  assign unused = &{1'b0, s_i.beat.note, header};

endmodule
