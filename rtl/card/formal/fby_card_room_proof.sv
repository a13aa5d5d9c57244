// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the room given ahead of write bursts: never more than is free, to one master of a stream port at a time, to each
/// that keeps asking after at most one burst of every other, and in the next cycle where no stream port is meant.
module fby_card_room_proof
  import fby_axi_pkg::*;
  import fby_card_pkg::*;
#(
  parameter int unsigned NumMasters  = 3,
  parameter int unsigned FifoEntries = 7,
  localparam int unsigned LevelBits  = $clog2(FifoEntries + 1)
) (
  input logic                                       clk_i,
  input axi_ask_t [NumMasters-1:0]                  ask_i,
  input logic [NumMasters-1:0]                      ask_valid_i,
  input logic [NumMasters-1:0]                      take_i,
  /// Entries free at the beginning, and those that become free.
  input logic [NUM_STREAM_PORTS-1:0][LevelBits-1:0] start_i,
  input logic [NUM_STREAM_PORTS-1:0][LevelBits-1:0] gain_i
);

  logic                                  rst_i = 1'b1;
  logic [NumMasters-1:0]                      room;
  logic [NUM_STREAM_PORTS-1:0][8:0]           reserve;
  logic [NUM_STREAM_PORTS-1:0]                waits;
  logic [NUM_STREAM_PORTS-1:0][LevelBits-1:0] free_q;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  // Of what the solver puts into ask_i only address and length are looked at.
  axi_ask_t [NumMasters-1:0] ask;
  for (genvar i = 0; i < int'(NumMasters); i++) begin : gen_ask
    assign ask[i] = '{valid: ask_valid_i[i], take: take_i[i], addr: ask_i[i].addr, len: ask_i[i].len};
  end

  fby_card_room #(.NumMasters(NumMasters), .FifoEntries(FifoEntries)) u_dut (
    .clk_i, .rst_i,
    .ask_i(ask), .room_o(room),
    .free_i(free_q), .reserve_o(reserve), .waits_o(waits)
  );

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

  // Which stream port an address means, worked out otherwise than in the design.
  logic [NumMasters-1:0]                       elsewhere;
  logic [NUM_STREAM_PORTS-1:0][NumMasters-1:0] at, fits;
  always_comb begin
    for (int unsigned i = 0; i < NumMasters; i++) begin
      elsewhere[i] = ask_valid_i[i];
      for (int unsigned n = 0; n < NUM_STREAM_PORTS; n++) begin
        at[n][i]   = ask_valid_i[i] &&
            ask_i[i].addr / STREAM_PORT_BYTES == STREAM_PORT_BASE / STREAM_PORT_BYTES + 64'(n);
        fits[n][i] = 9'(ask_i[i].len) + 9'd1 <= 9'(free_q[n]);
        if (at[n][i]) elsewhere[i] = 1'b0;
      end
    end
  end

  for (genvar n = 0; n < NUM_STREAM_PORTS; n++) begin : gen_port
    // What is reserved is free no more, in the cycle after.
    always_ff @(posedge clk_i) free_q[n] <= rst_i ? start_i[n] : free_q[n] - LevelBits'(reserve[n]) + gain_i[n];
    `FBY_ASSUME(FreeIsInside, 32'(free_q[n]) + 32'(gain_i[n]) <= FifoEntries + 32'(reserve[n]))

    logic [8:0]            wanted;
    logic [NumMasters-1:0] at_q;
    logic                  all_fit_q, taken_q;
    always_comb begin
      wanted = '0;
      for (int unsigned i = 0; i < NumMasters; i++) begin
        if (at[n][i] && take_i[i]) wanted = 9'(ask_i[i].len) + 9'd1;
      end
    end
    always_ff @(posedge clk_i) begin
      at_q      <= rst_i ? '0 : at[n];
      all_fit_q <= (at[n] & ~fits[n]) == '0;
      taken_q   <= (at[n] & take_i) != '0;
    end

    `FBY_ASSERT(OnePromiseAtATime, $onehot0(at_q & room))
    `FBY_ASSERT(PromiseWithinRoom, (at[n] & room & ~fits[n]) == '0)
    `FBY_ASSERT(OneAtATime, $onehot0(at[n] & take_i))
    `FBY_ASSERT(ReservedIsWhatIsSent, reserve[n] == wanted)
    `FBY_ASSERT(ReservedWithinRoom, reserve[n] <= 9'(free_q[n]))
    // Where every burst fits that is asked for, one may go in the next cycle, whatever happens at the other stream port.
    `FBY_ASSERT(SomebodyMayGo, at_q == '0 || !all_fit_q || taken_q || (at_q & room) != '0)
    `FBY_ASSERT(WaitingIsTold, !waits[n] || (at_q & room) == '0)
  end

  // Bursts of others into the same stream port while a master keeps asking for it, and cycles without its promise in which every
  // burst fits and who may go goes.
  logic [NumMasters-1:0][2:0] passed_q;
  logic [NumMasters-1:0][3:0] waited_q;
  logic [NumMasters-1:0]      promised_q, elsewhere_q;
  always_ff @(posedge clk_i) begin
    promised_q  <= room;
    elsewhere_q <= elsewhere;
  end
  for (genvar i = 0; i < int'(NumMasters); i++) begin : gen_master
    logic other, at_once;
    always_comb begin
      other   = 1'b0;
      at_once = 1'b0;
      for (int unsigned n = 0; n < NUM_STREAM_PORTS; n++) begin
        if (at[n][i]) begin
          other   = (at[n] & take_i & ~(NumMasters'(1) << i)) != '0;
          at_once = (at[n] & ~fits[n]) == '0 && (at[n] & room & ~take_i) == '0;
        end
      end
    end
    always_ff @(posedge clk_i) begin
      passed_q[i] <= (kept[i] ? passed_q[i] : '0) + 3'(other);
      waited_q[i] <= (kept[i] ? waited_q[i] : '0) + 4'd1;
      if (rst_i || room[i] || !at_once) waited_q[i] <= '0;
    end
    `FBY_ASSERT(PromiseIsForAQuestion, !room[i] || stood_q[i])
    `FBY_ASSERT(PromiseStays, !(kept[i] && promised_q[i]) || room[i])
    `FBY_ASSERT(ElsewhereIsRoom, !(stood_q[i] && elsewhere_q[i]) || room[i])
    `FBY_ASSERT(PassedByEachOnce, !kept[i] || 32'(passed_q[i]) < NumMasters)
    `FBY_ASSERT(NobodyWaitsForEver, !kept[i] || 32'(waited_q[i]) < 2 * NumMasters)
  end

  `FBY_COVER(BothPortsAtOnce, reserve[0] == 9'd3 && reserve[1] == 9'd2)
  `FBY_COVER(PassedByAllThenGoes, 32'(passed_q[0]) == NumMasters - 1 && kept[0] && take_i[0])
  `FBY_COVER(OthersGoOn, waits[0] && at[0][1] && ask_i[1].len == 8'd6 && kept[1] && take_i[2])

  // A burst of a stream port every other cycle: data of two beats each flows without a gap.
  logic [2:0] sent_q;
  always_ff @(posedge clk_i) sent_q <= {sent_q[1:0], !rst_i && at[1][0] && take_i[0]};
  `FBY_COVER(EveryOtherCycle, sent_q == 3'b010 && at[1][0] && take_i[0])

endmodule
