// SPDX-License-Identifier: Apache-2.0

/// Transmit part of a radio: packets of the last H2C stream, sent at their times, a sample of each channel at a rate.
///
///   stream --> sort --> ring of each channel --> play --> what is on the air
///                |                                 |
///                \---------> accounts <------------/ --> registers
module fby_transmit
  import fby_axi_pkg::*;
  import fby_source_pkg::CHANNELS;
  import fby_source_pkg::CHDR_SAMPLES;
  import fby_source_pkg::BEAT_SAMPLES;
  import fby_source_pkg::samples_t;
  import fby_transmit_pkg::*;
#(
  /// Beats that each channel holds, a power of two.
  parameter int unsigned Beats = 512
) (
  input  logic                  clk_i,
  input  logic                  rst_i,
  /// Level: take all, forget all.
  input  logic                  drop_i,
  input  logic [63:0]           now_i,
  input  fby_reg_pkg::reg_req_t reg_i,
  output fby_reg_pkg::reg_rsp_t reg_o,
  input  axis_req_t             s_i,
  output logic                  s_ready_o,
  /// What is on the air of each channel, from the cycle behind a moment on; silence is 0.
  output samples_t              air_o,
  /// A whole packet is here, or a burst is on the air.
  output logic                  busy_o,
  /// In this cycle: samples sent, moments missed and packets late of all channels, and a packet malformed.
  output logic [2:0]            sent_o,
  output logic [2:0]            missed_o,
  output logic [2:0]            late_o,
  output logic                  malformed_o,
  /// Level.
  output logic                  line_o
);

  /// Whole packets of a channel.
  localparam int unsigned Packets   = 16;
  localparam int unsigned AheadBits = $clog2(Beats) + 1;
  // Half of what a channel holds.
  localparam int unsigned Fits      = Beats / 2 * BEAT_SAMPLES;

  logic [31:0]                        rate;
  logic [15:0]                        endpoint;
  logic                               clear, drop, skips;
  logic [CHANNELS-1:0]                write, commit, rewind, room, packet_room, valid, runs, comes;
  packet_t                            whole;
  fate_t [CHANNELS-1:0]               fate;
  account_t [CHANNELS-1:0]            account;
  logic [CHANNELS-1:0]                sends, misses, late;
  logic [LENGTH_BITS-1:0]             dropped;

  assign drop = drop_i || clear;

  fby_transmit_regs u_regs (
    .clk_i, .rst_i, .reg_i, .reg_o, .drop_i, .clear_o(clear), .rate_o(rate), .endpoint_o(endpoint),
    .on_air_i(runs), .held_i(valid),
    .late_i(late != '0), .misses_i(misses != '0), .malformed_i(malformed_o), .skips_i(skips), .dropped_i(dropped),
    .account_i(account), .line_o
  );

  fby_transmit_sort #(
    .MostSamples(Fits < CHDR_SAMPLES ? Fits : CHDR_SAMPLES)
  ) u_sort (
    .clk_i, .rst_i, .drop_i(drop), .endpoint_i(endpoint),
    .s_i, .s_ready_o,
    .write_o(write), .commit_o(commit), .rewind_o(rewind), .packet_o(whole),
    .room_i(room), .packet_room_i(packet_room),
    .skips_o(skips), .malformed_o, .dropped_o(dropped)
  );

  for (genvar c = 0; c < int'(CHANNELS); c++) begin : gen_channel
    packet_t              packet;
    logic [DATA_BITS-1:0] data;
    logic [AheadBits-1:0] advance;
    logic                 pop;
    fate_t                played;

    fby_transmit_ring #(
      .Beats(Beats), .Packets(Packets)
    ) u_ring (
      .clk_i, .rst_i(rst_i || drop),
      .write_i(write[c]), .data_i(s_i.beat.data), .commit_i(commit[c]), .packet_i(whole), .rewind_i(rewind[c]),
      .room_o(room[c]), .packet_room_o(packet_room[c]), .whole_o(comes[c]),
      .valid_o(valid[c]), .packet_o(packet), .data_o(data), .advance_i(advance), .pop_i(pop)
    );

    fby_transmit_play #(
      .AheadBits(AheadBits)
    ) u_play (
      .clk_i, .rst_i(rst_i || drop), .now_i, .rate_i(rate),
      .valid_i(valid[c]), .packet_i(packet), .data_i(data), .advance_o(advance), .pop_o(pop),
      .fate_o(played), .runs_o(runs[c]), .air_o(air_o[c])
    );

    always_comb begin
      fate[c]         = drop ? '0 : played;
      fate[c].accepts = commit[c];
      fate[c].skips   = commit[c] && skips;
    end
    assign sends[c]  = fate[c].sends;
    assign misses[c] = fate[c].misses;
    assign late[c]   = fate[c].late;

    fby_transmit_account u_account (
      .clk_i, .rst_i(rst_i || drop), .fate_i(fate[c]), .account_o(account[c])
    );
  end

  assign busy_o   = comes != '0 || valid != '0 || runs != '0;
  assign sent_o   = 3'($countones(sends));
  assign missed_o = 3'($countones(misses));
  assign late_o   = 3'($countones(late));

endmodule
