// SPDX-License-Identifier: Apache-2.0

/// Gathers what all channels report into the lines that the status block counts.
module fby_xdma_events
  import fby_dma_pkg::*;
  import fby_xdma_pkg::*;
#(
  /// Channels, host-to-card ones first.
  parameter int unsigned NumChannels = 2
) (
  input  logic                                clk_i,
  input  logic                                rst_i,

  input  xdma_chan_events_t [NumChannels-1:0] chan_i,
  /// A poll-mode word could not be written, which only shows here; a failed stream result is its channel's to report.
  input  logic                                word_error_i,
  input  logic [63:0]                         word_error_addr_i,
  output dma_front_events_t                   events_o
);

  logic [NumChannels-1:0]   done, card;
  logic [2*NumChannels:0]   host;
  logic                     done_pulse, host_pulse, card_pulse;

  always_comb begin
    events_o.bad.host_addr = word_error_addr_i;
    events_o.bad.card_addr = '0;
    host            = '0;
    for (int unsigned i = 0; i < NumChannels; i++) begin
      done[i]               = chan_i[i].desc_done;
      card[i]               = chan_i[i].card_error;
      host[i]               = chan_i[i].host_error;
      host[NumChannels + i] = chan_i[i].fetch_error;
      if (chan_i[i].card_error)  events_o.bad.card_addr = chan_i[i].bad_addr;
      if (chan_i[i].host_error)  events_o.bad.host_addr = chan_i[i].bad_addr;
      if (chan_i[i].fetch_error) events_o.bad.host_addr = chan_i[i].fetch_error_addr;
    end
    host[2*NumChannels] = word_error_i;
  end

  assign events_o.bad.host_valid = host != '0;
  assign events_o.bad.card_valid = card != '0;

  fby_pulses #(.NumSources(NumChannels))         u_done (.clk_i, .rst_i, .pulse_i(done), .pulse_o(done_pulse));
  fby_pulses #(.NumSources(2 * NumChannels + 1)) u_host (.clk_i, .rst_i, .pulse_i(host), .pulse_o(host_pulse));
  fby_pulses #(.NumSources(NumChannels))         u_card (.clk_i, .rst_i, .pulse_i(card), .pulse_o(card_pulse));

  assign events_o.desc_done  = done_pulse;
  assign events_o.host_error = host_pulse;
  assign events_o.card_error = card_pulse;

endmodule
