// SPDX-License-Identifier: Apache-2.0

/// What all front ends report, as one line of pulses each.
module fby_dma_pulses
  import fby_dma_pkg::*;
#(
  parameter int unsigned NumFronts = 1
) (
  input  logic                              clk_i,
  input  logic                              rst_i,
  input  dma_front_events_t [NumFronts-1:0] front_i,
  output logic                              desc_done_o,
  output logic                              host_error_o,
  output logic                              card_error_o,
  output dma_bad_t                          bad_o
);

  logic [NumFronts-1:0] desc_done, host_error, card_error;
  always_comb begin
    for (int unsigned f = 0; f < NumFronts; f++) begin
      desc_done[f]  = front_i[f].desc_done;
      host_error[f] = front_i[f].host_error;
      card_error[f] = front_i[f].card_error;
    end
  end

  if (NumFronts == 1) begin : gen_pulses_through
    logic unused;
    assign unused = &{1'b0, clk_i, rst_i};
    assign {desc_done_o, host_error_o, card_error_o} = {desc_done, host_error, card_error};
  end else begin : gen_pulses
    fby_pulses #(.NumSources(NumFronts)) u_done (.clk_i, .rst_i, .pulse_i(desc_done),  .pulse_o(desc_done_o));
    fby_pulses #(.NumSources(NumFronts)) u_host (.clk_i, .rst_i, .pulse_i(host_error), .pulse_o(host_error_o));
    fby_pulses #(.NumSources(NumFronts)) u_card (.clk_i, .rst_i, .pulse_i(card_error), .pulse_o(card_error_o));
  end

  // Of two failures in one cycle, the address of one is kept.
  always_comb begin
    bad_o = front_i[0].bad;
    for (int unsigned f = 1; f < NumFronts; f++) begin
      if (front_i[f].bad.host_valid) begin
        bad_o.host_addr  = front_i[f].bad.host_addr;
        bad_o.host_valid = 1'b1;
      end
      if (front_i[f].bad.card_valid) begin
        bad_o.card_addr  = front_i[f].bad.card_addr;
        bad_o.card_valid = 1'b1;
      end
    end
  end

endmodule
