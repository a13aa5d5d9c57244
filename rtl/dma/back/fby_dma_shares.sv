// SPDX-License-Identifier: Apache-2.0

/// Which front ends each mover serves: one with a stream its owner, any other all.
module fby_dma_shares
  import fby_dma_pkg::*;
#(
  parameter int unsigned            NumFronts = 1,
  parameter int unsigned            Movers    = 2,
  /// Which movers have a stream, and the place of the front end that it belongs to.
  parameter logic [Movers-1:0]      Stream    = '0,
  parameter logic [Movers-1:0][2:0] Owner     = '0
) (
  input  logic                                    clk_i,
  input  logic                                    rst_i,
  /// Front ends.
  input  dma_offer_t [NumFronts-1:0][Movers-1:0]  offer_i,
  output logic [NumFronts-1:0][Movers-1:0]        offer_ready_o,
  output dma_answer_t [NumFronts-1:0][Movers-1:0] answer_o,
  input  logic [NumFronts-1:0][Movers-1:0]        answer_ready_i,
  /// A beat of that front end moved in that mover.
  output logic [NumFronts-1:0][Movers-1:0]        beat_o,
  /// Movers.
  output dma_offer_t [Movers-1:0]                 offer_o,
  input  logic [Movers-1:0]                       offer_ready_i,
  input  dma_answer_t [Movers-1:0]                answer_i,
  output logic [Movers-1:0]                       answer_ready_o,
  input  logic [Movers-1:0]                       beat_i
);

  for (genvar m = 0; m < int'(Movers); m++) begin : gen_share
    localparam int unsigned Askers = Stream[m] ? 1 : NumFronts;

    dma_offer_t [Askers-1:0]  asked;
    dma_answer_t [Askers-1:0] told;
    logic [Askers-1:0]        asked_ready, told_ready, owner;

    for (genvar f = 0; f < int'(NumFronts); f++) begin : gen_front
      if (!Stream[m] || f == int'(Owner[m])) begin : gen_asks
        localparam int unsigned A = Stream[m] ? 0 : f;

        assign asked[A]            = offer_i[f][m];
        assign offer_ready_o[f][m] = asked_ready[A];
        assign answer_o[f][m]      = told[A];
        assign told_ready[A]       = answer_ready_i[f][m];
        assign beat_o[f][m]        = beat_i[m] && owner[A];
      end else begin : gen_none
        assign offer_ready_o[f][m] = 1'b0;
        assign answer_o[f][m]      = '0;
        assign beat_o[f][m]        = 1'b0;

        logic unused;
        assign unused = &{1'b0, offer_i[f][m], answer_ready_i[f][m]};
      end
    end

    fby_dma_share #(
      .NumFronts(Askers)
    ) u_share (
      .clk_i, .rst_i,
      .offer_i(asked), .offer_ready_o(asked_ready), .answer_o(told), .answer_ready_i(told_ready),
      .owner_o(owner),
      .offer_o(offer_o[m]), .offer_ready_i(offer_ready_i[m]),
      .answer_i(answer_i[m]), .answer_ready_o(answer_ready_o[m])
    );
  end

endmodule
