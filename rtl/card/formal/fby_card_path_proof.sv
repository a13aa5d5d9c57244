// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the one path for write bursts: one question at a time, as it was asked; who is in front stays there until its burst goes
/// or it asks no more, and nobody else's goes before; each that keeps asking lets every other pass once at most.
module fby_card_path_proof
  import fby_axi_pkg::*;
#(
  parameter int unsigned NumMasters = 3
) (
  input logic                      clk_i,
  input axi_ask_t [NumMasters-1:0] ask_i,
  input logic [NumMasters-1:0]     ask_valid_i,
  input logic [NumMasters-1:0]     take_i,
  /// Whether there is room for what each asks.
  input logic [NumMasters-1:0]     fits_i
);

  logic rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  // Of what the solver puts into ask_i only address and length are looked at.
  axi_ask_t [NumMasters-1:0] ask, asked;
  logic [NumMasters-1:0]     room, room_q, front;
  for (genvar i = 0; i < int'(NumMasters); i++) begin : gen_ask
    assign ask[i]   = '{valid: ask_valid_i[i], take: take_i[i], addr: ask_i[i].addr, len: ask_i[i].len};
    assign front[i] = asked[i].valid;
  end

  fby_card_path #(.NumMasters(NumMasters)) u_dut (
    .clk_i, .rst_i, .ask_i(ask), .room_o(room), .ask_o(asked), .room_i(room_q)
  );

  // ---- who gives room: a promise answers the question of the cycle before ----
  always_ff @(posedge clk_i) room_q <= rst_i ? '0 : front & fits_i & ~take_i;

  // ---- the masters: a question stands until it is taken, with a promise, or withdrawn for a cycle ----
  axi_ask_t [NumMasters-1:0] asked_q;
  logic [NumMasters-1:0]     stood_q, kept;
  always_ff @(posedge clk_i) begin
    asked_q <= ask_i;
    stood_q <= rst_i ? '0 : ask_valid_i & ~take_i;
  end
  assign kept = stood_q & ask_valid_i;
  `FBY_ASSUME(TakesWhatIsPromised, (take_i & ~(ask_valid_i & room)) == '0)
  for (genvar i = 0; i < int'(NumMasters); i++) begin : gen_stands
    `FBY_ASSUME(QuestionStands, !kept[i] || (ask_i[i].addr == asked_q[i].addr && ask_i[i].len == asked_q[i].len))
  end

  // ---- the path ----
  logic [NumMasters-1:0] front_q;
  always_ff @(posedge clk_i) front_q <= rst_i ? '0 : front & ~take_i;

  `FBY_ASSERT(OneInFront, $onehot0(front))
  `FBY_ASSERT(SomebodyIsInFront, ask_valid_i == '0 || front != '0)
  `FBY_ASSERT(GoesFromTheFront, (take_i & ~front) == '0)
  `FBY_ASSERT(PromisedAsGiven, room == room_q)

  // Bursts of others that go while a master keeps asking.
  logic [NumMasters-1:0][2:0] passed_q;
  for (genvar i = 0; i < int'(NumMasters); i++) begin : gen_master
    logic other;
    assign other = (take_i & ~(NumMasters'(1) << i)) != '0;
    always_ff @(posedge clk_i) passed_q[i] <= rst_i ? '0 : (kept[i] ? passed_q[i] : '0) + 3'(other);

    `FBY_ASSERT(AsAsked, !front[i] || asked[i] == ask[i])
    `FBY_ASSERT(NothingElse, front[i] || asked[i] == '0)
    `FBY_ASSERT(FrontStays, !(front_q[i] && kept[i]) || front[i])
    `FBY_ASSERT(PassedByEachOnce, !kept[i] || 32'(passed_q[i]) < NumMasters)
  end

  // What has no room holds up all the others, then goes; or is withdrawn, and the next one goes.
  logic [1:0] held_q;
  logic       withdrawn_q;
  always_ff @(posedge clk_i) begin
    held_q      <= rst_i || !front[0] || room[0] || ask_valid_i != '1 ? '0 : held_q == '1 ? held_q : held_q + 2'd1;
    withdrawn_q <= !rst_i && held_q == '1 && !ask_valid_i[0];
  end
  `FBY_COVER(HoldsUpAllThenGoes, held_q == '1 && take_i[0])
  `FBY_COVER(PassedByAllThenGoes, 32'(passed_q[0]) == NumMasters - 1 && kept[0] && take_i[0])
  `FBY_COVER(WithdrawnLetsOthersGo, withdrawn_q && take_i != '0)

  // A burst every other cycle: data of two beats each flows without a gap.
  logic [2:0] sent_q;
  always_ff @(posedge clk_i) sent_q <= {sent_q[1:0], !rst_i && take_i != '0};
  `FBY_COVER(EveryOtherCycle, sent_q == 3'b010 && take_i != '0)

endmodule
