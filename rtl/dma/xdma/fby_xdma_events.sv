// SPDX-License-Identifier: Apache-2.0

/// Gathers what all channels and the bus report into the lines that the status block counts.
module fby_xdma_events
  import fby_dma_pkg::*;
  import fby_xdma_pkg::*;
#(
  /// Channels, host-to-card ones first.
  parameter int unsigned NumChannels = 2
) (
  input  logic                               clk_i,
  input  logic                               rst_i,

  input  xdma_chan_events_t [NumChannels-1:0] chan_i,
  /// A poll-mode word or a stream result could not be written. The latter is reported by its channel too, so
  /// only the former's requesters are wired here.
  input  logic                               mail_error_i,
  input  logic [63:0]                        mail_error_addr_i,
  /// Lines that are already one pulse per event; desc_done, host_error and card_error are ignored.
  input  dma_events_t                        bus_i,

  output dma_events_t                        events_o,
  output logic [63:0]                        bad_host_addr_o,
  output logic                               bad_host_valid_o,
  output logic [63:0]                        bad_card_addr_o,
  output logic                               bad_card_valid_o
);

  logic [NumChannels-1:0]   done, card;
  logic [2*NumChannels:0]   host;
  logic                     done_pulse, host_pulse, card_pulse;

  always_comb begin
    bad_host_addr_o = mail_error_addr_i;
    bad_card_addr_o = '0;
    host            = '0;
    for (int unsigned i = 0; i < NumChannels; i++) begin
      done[i]               = chan_i[i].desc_done;
      card[i]               = chan_i[i].card_error;
      host[i]               = chan_i[i].host_error;
      host[NumChannels + i] = chan_i[i].fetch_error;
      if (chan_i[i].card_error)  bad_card_addr_o = chan_i[i].bad_addr;
      if (chan_i[i].host_error)  bad_host_addr_o = chan_i[i].bad_addr;
      if (chan_i[i].fetch_error) bad_host_addr_o = chan_i[i].fetch_error_addr;
    end
    host[2*NumChannels] = mail_error_i;
  end

  assign bad_host_valid_o = host != '0;
  assign bad_card_valid_o = card != '0;

  fby_pulses #(.NumSources(NumChannels))         u_done (.clk_i, .rst_i, .pulse_i(done), .pulse_o(done_pulse));
  fby_pulses #(.NumSources(2 * NumChannels + 1)) u_host (.clk_i, .rst_i, .pulse_i(host), .pulse_o(host_pulse));
  fby_pulses #(.NumSources(NumChannels))         u_card (.clk_i, .rst_i, .pulse_i(card), .pulse_o(card_pulse));

  always_comb begin
    events_o            = bus_i;
    events_o.desc_done  = done_pulse;
    events_o.host_error = host_pulse;
    events_o.card_error = card_pulse;
  end

endmodule
