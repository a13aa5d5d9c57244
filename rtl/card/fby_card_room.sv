// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Gives room in the stream ports to bursts before they are sent.
///
/// All writes of a master share one way into the card address space, in order. A burst whose data a stream port could not take would stand
/// in the way of all others, so nobody sends one without a promise: a master that has a burst asks here first, and sends it
/// when room_o says that all of it will be taken. Memory, and addresses that nobody has, always have room.
///
/// room_o is a register and answers the question of the cycle before. It is low in the cycle after a question was taken or
/// withdrawn, and until then a question stands unchanged, so no promise ever meets another question. A burst of two
/// beats or more covers the cycle that the next question waits.
///
/// Each stream port serves those who ask for it in turn, and waits for the one whose turn it is: a long burst is not
/// passed by short ones for ever. Who has its promise keeps it. Nobody waits for what happens at another stream port.
module fby_card_room
  import fby_axi_pkg::*;
  import fby_card_pkg::*;
#(
  /// Masters that write.
  parameter int unsigned NumMasters  = 2,
  /// Depth of each stream port's FIFO in beats.
  parameter int unsigned FifoEntries = 1024,
  localparam int unsigned LevelBits  = $clog2(FifoEntries + 1)
) (
  input  logic                                       clk_i,
  input  logic                                       rst_i,
  /// A burst that a master wants to send: stands until it is taken, with the promise, or withdrawn for a cycle at least.
  input  axi_ask_t [NumMasters-1:0]                  ask_i,
  output logic [NumMasters-1:0]                      room_o,
  /// Entries of each stream port that are neither filled nor promised, and those that are promised now.
  input  logic [NUM_STREAM_PORTS-1:0][LevelBits-1:0] free_i,
  output logic [NUM_STREAM_PORTS-1:0][8:0]           reserve_o,
  /// A burst waited in the cycle before until more is free.
  output logic [NUM_STREAM_PORTS-1:0]                waits_o
);
  localparam int unsigned IdxBits = NumMasters > 1 ? $clog2(NumMasters) : 1;

  if (64'($countones(STREAM_PORT_BYTES)) != 64'd1 ||
      (STREAM_PORT_BASE & (STREAM_PORT_BYTES - 64'd1)) != '0) begin : gen_bad_port
    $error("fby_card_room: stream ports must be aligned to their size");
  end

  logic [NUM_STREAM_PORTS-1:0][NumMasters-1:0] denied;
  logic [NumMasters-1:0]                       valid, take;
  logic [NumMasters-1:0][NUM_STREAM_PORTS-1:0] meant;

  for (genvar i = 0; i < NumMasters; i++) begin : gen_ask
    assign valid[i] = ask_i[i].valid;
    assign take[i]  = ask_i[i].take;
    assign meant[i] = stream_port_of(ask_i[i].addr);
  end

  for (genvar n = 0; n < NUM_STREAM_PORTS; n++) begin : gen_port
    logic [IdxBits-1:0]    idx;
    logic                  any, held, taken, waits_q;
    logic [NumMasters-1:0] asks, fits, choice, fitting, given, promised_q;
    logic [8:0]            beats, beats_q;

    for (genvar i = 0; i < NumMasters; i++) begin : gen_master
      assign asks[i] = valid[i] && meant[i][n];
      assign fits[i] = 32'(free_i[n]) > 32'(ask_i[i].len);
`ifdef FBY_MUTANT_ROOM_NO_TURN
      assign choice[i] = 1'b1;
`elsif FBY_MUTANT_ROOM_STEALS
      assign choice[i] = 32'(idx) == i;
`else
      assign choice[i] = held ? promised_q[i] : 32'(idx) == i;
`endif
      `FBY_ASSERT(sent_as_asked, !(promised_q[i] && take[i]) || beats_q == 9'(ask_i[i].len) + 9'd1)
    end

    // In turn when the promise is made, which is before it is taken.
    fby_rr #(
      .Num(NumMasters)
    ) u_rr (
      .clk_i, .rst_i,
      .ask_i  (asks),
      .serve_i(!held && fitting != '0),
      .idx_o  (idx),
      .valid_o(any)
    );

    assign fitting = asks & fits & choice;
    assign taken   = (promised_q & take) != '0;
`ifdef FBY_MUTANT_ROOM_STALE
    assign held    = (promised_q & asks & ~take) != '0;
    assign given   = fitting;
`else
    assign held    = (promised_q & asks) != '0;
    // free_i does not know yet of what is taken in this cycle.
    assign given   = taken ? '0 : fitting;
`endif
    assign denied[n] = asks & ~given;

    always_comb begin
      beats = '0;
      for (int unsigned i = 0; i < NumMasters; i++) begin
        if (choice[i]) beats |= 9'(ask_i[i].len) + 9'd1;
      end
    end

    always_ff @(posedge clk_i) begin
      promised_q <= rst_i ? '0 : given;
      waits_q    <= !rst_i && any && !held && !fits[idx];
      beats_q    <= beats;
    end

    assign reserve_o[n] = taken ? beats_q : '0;
    assign waits_o[n]   = waits_q;
  end

  logic [NumMasters-1:0] room_q;
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < NumMasters; i++) begin
      room_q[i] <= valid[i] && !take[i];
      for (int unsigned n = 0; n < NUM_STREAM_PORTS; n++) begin
        if (denied[n][i]) room_q[i] <= 1'b0;
      end
    end
    if (rst_i) room_q <= '0;
  end
  assign room_o = room_q;

  for (genvar i = 0; i < NumMasters; i++) begin : gen_check
    `FBY_ASSERT(only_what_is_promised, !take[i] || (valid[i] && room_o[i]))
  end

endmodule
