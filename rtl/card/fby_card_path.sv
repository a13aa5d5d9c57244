// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// One path for the write bursts of several masters, in order, in front of fby_card_room: the burst in front waits until there is room
/// for all of it, and until then all others wait behind it, wherever they go.
///
///   questions of each master --> whose turn it is --> one question at a time --> fby_card_room
///
/// This is what a card has that puts what comes from the host on one bus and asks for no room ahead. That it is the question that waits and
/// not the data on the bus changes nothing of who holds up whom, and keeps what a card without this path has: a master whose
/// burst waits can be told to stop, and who is behind it goes on then.
module fby_card_path
  import fby_axi_pkg::*;
#(
  /// Masters on the path.
  parameter int unsigned NumMasters = 2
) (
  input  logic                      clk_i,
  input  logic                      rst_i,
  /// Questions of the masters, and what is promised to them; see fby_card_room.
  input  axi_ask_t [NumMasters-1:0] ask_i,
  output logic     [NumMasters-1:0] room_o,
  /// The question in front, and whether there is room for it.
  output axi_ask_t [NumMasters-1:0] ask_o,
  input  logic     [NumMasters-1:0] room_i
);
  localparam int unsigned IdxBits = NumMasters > 1 ? $clog2(NumMasters) : 1;

  logic [NumMasters-1:0] valid, take, front, front_q;
  logic [IdxBits-1:0]    idx;
  logic                  any, stands;

  // Who is in front stays there until its burst goes or it asks no more.
`ifdef FBY_MUTANT_PATH_PASSES
  assign stands = (front_q & valid & room_i) != '0;
`else
  assign stands = (front_q & valid) != '0;
`endif

  fby_rr #(
    .Num(NumMasters)
  ) u_rr (
    .clk_i, .rst_i,
    .ask_i  (valid),
`ifdef FBY_MUTANT_PATH_NO_TURN
    .serve_i(1'b0),
`else
    .serve_i(!stands),
`endif
    .idx_o  (idx),
    .valid_o(any)
  );

  for (genvar i = 0; i < NumMasters; i++) begin : gen_master
    assign valid[i] = ask_i[i].valid;
    assign take[i]  = ask_i[i].take;
    assign front[i] = stands ? front_q[i] : any && 32'(idx) == i;
`ifdef FBY_MUTANT_PATH_MERGES_NOTHING
    assign ask_o[i] = ask_i[i];
`else
    assign ask_o[i] = front[i] ? ask_i[i] : '0;
`endif
  end

  always_ff @(posedge clk_i) front_q <= rst_i ? '0 : front & ~take;

  assign room_o = room_i;

  // What is promised was asked for over this path, in the cycle before.
  `FBY_ASSERT(only_in_front, (take & ~front_q) == '0)

endmodule
