// SPDX-License-Identifier: Apache-2.0

/// Signal source: samples at a rate, each with its time, where a radio has its converters. They go to the last C2H stream; what is to be
/// sent comes from the last H2C stream, where that is one.
///
///   registers --> command --> wave --> lanes --> chdr --> stream
///                  time     or loop       \--> accounts --> registers
///                    |         |
///   stream ------> transmit ---/
module fby_source
  import fby_axi_pkg::*;
  import fby_card_pkg::*;
  import fby_source_pkg::*;
#(
  parameter int unsigned NumH2c      = 1,
  parameter int unsigned NumC2h      = 1,
  /// Which channels are streams. The last C2H stream is the one that samples go to; the others are silent.
  parameter bit [3:0]    H2cStream   = 4'b0000,
  parameter bit [3:0]    C2hStream   = 4'b0001,
  /// Depth of each lane's FIFO in beats, at least 4.
  parameter int unsigned FifoEntries = 1024,
  /// Means nothing here.
  parameter int unsigned Option      = 0
) (
  input  logic                             clk_i,
  input  logic                             rst_i,
  /// The burst is forgotten with all of it that is here; none begins.
  input  logic                             quiesce_i,
  /// A burst waits for its time or runs, or a beat moves or is about to.
  output logic                             busy_o,
  /// A beat moves.
  output logic                             moved_o,
  input  fby_reg_pkg::reg_req_t            reg_i,
  output fby_reg_pkg::reg_rsp_t            reg_o,
  input  axis_req_t [NUM_STREAM_PORTS-1:0] port_i,
  output logic      [NUM_STREAM_PORTS-1:0] port_ready_o,
  input  axis_req_t [NumH2c-1:0]           h2c_i,
  output logic      [NumH2c-1:0]           h2c_ready_o,
  output axis_req_t [NumC2h-1:0]           c2h_o,
  input  logic      [NumC2h-1:0]           c2h_ready_i,
  output logic [15:0][5:0]                 events_o,
  /// Line 0: what the registers let through.
  output logic [3:0]                       lines_o
);
  import fby_regs_pkg::*;

  /// Packets with a header that a lane holds.
  localparam int unsigned Packets = 16;
  localparam int unsigned Out     = NumC2h - 1;
  localparam int unsigned In      = NumH2c - 1;

  if (!C2hStream[Out]) begin : gen_bad_stream
    $error("fby_source: the last C2H mover has to be a stream");
  end

  burst_t                          burst;
  moment_t                         moment, sampled;
  samples_t                        samples;
  logic                            start, stop, stops, set_time, armed, running, late, line, over, drop, picks;
  logic [63:0]                     set_to, now;
  fate_t [CHANNELS-1:0]            fate;
  account_t [CHANNELS-1:0]         account;
  logic [CHANNELS-1:0]             losing, used, lane_ready, whole_valid, whole_ready;
  logic [CHANNELS-1:0][15:0]       whole_bytes;
  axis_note_t [CHANNELS-1:0]       whole_note;
  axis_req_t [CHANNELS-1:0]        lane;
  axis_req_t                       out;
  logic [2:0]                      width;
  logic [CHANNELS-1:0]             gap, holds;
  // The end of a burst is at the lanes.
  logic                            ending_q;
  // What is sent.
  fby_reg_pkg::reg_req_t           receive_reg, transmit_reg;
  fby_reg_pkg::reg_rsp_t           receive_rsp, transmit_rsp;
  logic                            to_transmit, sending, tx_line, tx_malformed, tx_ready;
  logic [2:0]                      tx_sent, tx_missed, tx_late;
  samples_t                        air, wave;
  axis_req_t                       tx;

  assign drop = quiesce_i;

  // ---- registers of both parts ----

  assign to_transmit = reg_i.addr >= USER_SOURCE_TX_CONTROL_OFFSET;
  always_comb begin
    receive_reg        = reg_i;
    receive_reg.valid  = reg_i.valid && !to_transmit;
    transmit_reg       = reg_i;
    transmit_reg.valid = reg_i.valid && to_transmit;
  end
  assign reg_o = to_transmit ? transmit_rsp : receive_rsp;

  fby_source_regs #(
    .MostSamples(FifoEntries * 4 < CHDR_SAMPLES ? FifoEntries * 4 : CHDR_SAMPLES)
  ) u_regs (
    .clk_i, .rst_i, .reg_i(receive_reg), .reg_o(receive_rsp), .quiesce_i, .sending_i(sending),
    .start_o(start), .stop_o(stop), .burst_o(burst), .set_time_o(set_time), .time_o(set_to), .now_i(now),
    .armed_i(armed), .running_i(running || ending_q), .late_i(late),
    .over_i(over), .gap_i(gap != '0), .losing_i(running && (losing & used) != '0), .held_i(holds != '0),
    .account_i(account), .line_o(line)
  );

  assign stops = stop || quiesce_i || (burst.stop_at_overrun && gap != '0);

  fby_source_command u_command (
    .clk_i, .rst_i,
    .set_time_i(set_time), .time_i(set_to), .now_o(now),
    .start_i(start), .burst_i(burst), .stop_i(stops),
    .moment_o(moment), .armed_o(armed), .running_o(running), .late_o(late)
  );

  fby_source_wave u_wave (
    .clk_i, .rst_i, .burst_i(burst), .moment_i(moment), .moment_o(sampled), .samples_o(wave)
  );

  // ---- what is sent, and the loop: what goes on the air at a moment is there when that moment's wave is ----

  always_comb begin
    tx       = h2c_i[In];
    tx.valid = h2c_i[In].valid && H2cStream[In];
  end

  fby_transmit #(
    .Beats(FifoEntries / 2)
  ) u_transmit (
    .clk_i, .rst_i, .drop_i(drop), .now_i(now), .reg_i(transmit_reg), .reg_o(transmit_rsp),
    .s_i(tx), .s_ready_o(tx_ready), .air_o(air), .busy_o(sending),
    .sent_o(tx_sent), .missed_o(tx_missed), .late_o(tx_late), .malformed_o(tx_malformed), .line_o(tx_line)
  );

  assign samples = burst.loop ? air : wave;

  assign over = sampled.ends;
  always_ff @(posedge clk_i) ending_q <= !rst_i && moment.ends;

  // ---- lanes: the first has all channels, or each has its own ----

  assign width = burst.chdr ? 3'd1 : 3'(burst.channels) + 3'd1;

  for (genvar c = 0; c < int'(CHANNELS); c++) begin : gen_lane
    localparam int unsigned Width = c == 0 ? CHANNELS : 1;
    logic [Width-1:0][SAMPLE_BITS-1:0] own;
    moment_t                           at;

    if (c == 0) begin : gen_all
      assign own = samples;
    end else begin : gen_one
      assign own = samples[c];
    end
    assign used[c] = c == 0 || (burst.chdr && 2'(c) <= burst.channels);

    always_comb begin
      at      = sampled;
      at.tick = sampled.tick && used[c];
      at.ends = sampled.ends && used[c];
    end

    fby_source_lane #(
      .Channels(Width), .FifoBeats(FifoEntries), .Packets(Packets)
    ) u_lane (
      .clk_i, .rst_i, .drop_i(drop),
      .width_i(c == 0 ? width : 3'd1), .packet_i(burst.packet), .chdr_i(burst.chdr),
      .moment_i(at), .samples_i(own), .fate_o(fate[c]), .losing_o(losing[c]),
      .m_o(lane[c]), .m_ready_i(lane_ready[c]),
      .whole_valid_o(whole_valid[c]), .whole_bytes_o(whole_bytes[c]), .whole_note_o(whole_note[c]),
      .whole_ready_i(whole_ready[c])
    );

    assign gap[c]   = fate[c].gap;
    assign holds[c] = lane[c].valid;

    fby_source_account u_account (
      .clk_i, .rst_i(rst_i || drop), .start_i(start && !late), .fate_i(fate[c]), .account_o(account[c])
    );
  end

  fby_source_chdr u_chdr (
    .clk_i, .rst_i, .drop_i(drop),
    .chdr_i(burst.chdr), .endpoint_i(burst.endpoint), .start_i(start && !late),
    .s_i(lane), .s_ready_o(lane_ready),
    .whole_valid_i(whole_valid), .whole_bytes_i(whole_bytes), .whole_note_i(whole_note), .whole_ready_o(whole_ready),
    .m_o(out), .m_ready_i(c2h_ready_i[Out]), .busy_o(picks)
  );

  always_comb begin
    c2h_o            = '0;
    c2h_o[Out]       = out;
    c2h_o[Out].valid = out.valid && !drop;
  end

  // ---- what is counted ----

  logic moves;
  assign moves = c2h_o[Out].valid && c2h_ready_i[Out];

  always_comb begin
    events_o = '0;
    for (int unsigned c = 0; c < CHANNELS; c++) begin
      events_o[USER_SOURCE_SAMPLES_EVENT] += fate[c].keeps || fate[c].loses ? 6'(c == 0 ? width : 3'd1) : '0;
      events_o[USER_SOURCE_KEPT_EVENT]    += fate[c].keeps ? 6'(c == 0 ? width : 3'd1) : '0;
      events_o[USER_SOURCE_LOST_EVENT]    += fate[c].loses ? 6'(c == 0 ? width : 3'd1) : '0;
      events_o[USER_SOURCE_GAPS_EVENT]    += 6'(gap[c]);
    end
    events_o[USER_SOURCE_PACKETS_EVENT] = 6'(moves && out.beat.last);
    events_o[USER_SOURCE_LATE_EVENT]    = 6'(late);
    events_o[USER_SOURCE_TX_SENT_EVENT]      = 6'(tx_sent);
    events_o[USER_SOURCE_TX_MISSED_EVENT]    = 6'(tx_missed);
    events_o[USER_SOURCE_TX_LATE_EVENT]      = 6'(tx_late);
    events_o[USER_SOURCE_TX_MALFORMED_EVENT] = 6'(tx_malformed);
  end

  assign busy_o  = armed || running || ending_q || sampled.tick || sampled.ends || moves || picks ||
                   sending || (tx.valid && tx_ready && !drop);
  assign moved_o = moves || tx_sent != '0 || (tx.valid && tx_ready);
  assign lines_o = {3'b000, line || tx_line};

  // Nothing else comes from the host.
  assign port_ready_o = {NUM_STREAM_PORTS{quiesce_i}};
  always_comb begin
    h2c_ready_o     = {NumH2c{quiesce_i}};
    h2c_ready_o[In] = tx_ready && (H2cStream[In] || quiesce_i);
  end

  logic unused;
  assign unused = ^{port_i, h2c_i, c2h_ready_i, H2cStream, 32'(Option)};

endmodule
