// SPDX-License-Identifier: Apache-2.0

/// A front end of tests: it asks for nothing, and its page remembers what is written to it (store_log).
module fby_ringer
  import fby_dma_pkg::*;
  import fby_reg_pkg::*;
#(
  parameter int unsigned Movers   = 2,
  parameter int unsigned H2cMover = 0,
  parameter int unsigned C2hMover = 1,
  parameter int unsigned H2hMover = 2
) (
  input  logic                     clk_i,
  input  logic                     rst_i,
  input  logic                     quiesce_i,
  output logic                     busy_o,
  output logic                     moved_o,
  input  reg_req_t                 reg_i,
  output reg_rsp_t                 reg_o,
  input  reg_store_t               store_i,
  output reg_store_rsp_t           store_o,
  output dma_offer_t [Movers-1:0]  offer_o,
  input  logic [Movers-1:0]        offer_ready_i,
  input  dma_answer_t [Movers-1:0] answer_i,
  output logic [Movers-1:0]        answer_ready_o,
  input  logic [Movers-1:0]        beat_i,
  output logic [1:0]               lines_o,
  output dma_front_events_t        events_o
);

  store_log u_log (.clk_i, .rst_i, .reg_i, .reg_o, .store_i, .store_o);

  assign {busy_o, moved_o, answer_ready_o, events_o} = '0;
  assign offer_o = '0;
  // A front end's lines are where its line of the table has them.
  assign lines_o = 2'b11;

  logic unused;
  assign unused = ^{quiesce_i, offer_ready_i, answer_i, beat_i, H2cMover[0], C2hMover[0], H2hMover[0]};

endmodule
