// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the room given ahead of write bursts: never more than is free, to one master of a window at a time, to each
/// that keeps asking after at most one burst of every other, and at once where no window is meant.
module fby_card_room_proof
  import fby_axi_pkg::*;
  import fby_card_pkg::*;
#(
  parameter int unsigned NumMasters  = 3,
  parameter int unsigned FifoEntries = 6,
  localparam int unsigned LevelBits  = $clog2(FifoEntries + 1)
) (
  input logic                                  clk_i,
  input axi_ask_t [NumMasters-1:0]             ask_i,
  input logic [NumMasters-1:0]                 ask_valid_i,
  input logic [NumMasters-1:0]                 take_i,
  input logic [NUM_WINDOWS-1:0][LevelBits-1:0] free_i
);

  logic                        rst_i = 1'b1;
  logic [NumMasters-1:0]       room;
  logic [NUM_WINDOWS-1:0][8:0] reserve;
  logic [NUM_WINDOWS-1:0]      waits;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_card_room #(.NumMasters(NumMasters), .FifoEntries(FifoEntries)) u_dut (
    .clk_i, .rst_i,
    .ask_i, .ask_valid_i, .room_o(room), .take_i,
    .free_i, .reserve_o(reserve), .waits_o(waits)
  );

  // A master sends only what was promised.
  `FBY_ASSUME(TakesWhatIsPromised, (take_i & ~(ask_valid_i & room)) == '0)

  // Which window an address means, worked out otherwise than in the design.
  logic [NumMasters-1:0]                  elsewhere;
  logic [NUM_WINDOWS-1:0][NumMasters-1:0] at, fits;
  always_comb begin
    for (int unsigned i = 0; i < NumMasters; i++) begin
      elsewhere[i] = 1'b1;
      for (int unsigned n = 0; n < NUM_WINDOWS; n++) begin
        at[n][i]   = ask_valid_i[i] && ask_i[i].addr / WINDOW_BYTES == WINDOW_BASE / WINDOW_BYTES + 64'(n);
        fits[n][i] = 9'(ask_i[i].len) + 9'd1 <= 9'(free_i[n]);
        if (at[n][i]) elsewhere[i] = 1'b0;
      end
    end
  end

  for (genvar n = 0; n < NUM_WINDOWS; n++) begin : gen_window
    logic [8:0] wanted;
    always_comb begin
      wanted = '0;
      for (int unsigned i = 0; i < NumMasters; i++) begin
        if (at[n][i] && take_i[i]) wanted = 9'(ask_i[i].len) + 9'd1;
      end
    end
    `FBY_ASSERT(OneAtATime, $onehot0(at[n] & take_i))
    `FBY_ASSERT(ReservedIsWhatIsSent, reserve[n] == wanted)
    `FBY_ASSERT(ReservedWithinRoom, reserve[n] <= 9'(free_i[n]))
    // Where every burst fits that is asked for, one may go, whatever happens at the other window.
    `FBY_ASSERT(SomebodyMayGo, at[n] == '0 || (at[n] & ~fits[n]) != '0 || (at[n] & room) != '0)
    `FBY_ASSERT(WaitingIsTold, !waits[n] || (at[n] & room) == '0)
  end

  // Bursts of others into the same window while a master keeps asking for it.
  logic [NumMasters-1:0][2:0] passed_q;
  axi_ask_t [NumMasters-1:0]  asked_q;
  logic [NumMasters-1:0]      kept_q, kept;
  for (genvar i = 0; i < int'(NumMasters); i++) begin : gen_master
    logic other;
    always_comb begin
      other = 1'b0;
      for (int unsigned n = 0; n < NUM_WINDOWS; n++) begin
        if (at[n][i] && (at[n] & take_i & ~(NumMasters'(1) << i)) != '0) other = 1'b1;
      end
    end
    assign kept[i] = kept_q[i] && ask_valid_i[i] && ask_i[i] == asked_q[i];
    always_ff @(posedge clk_i) begin
      asked_q[i]  <= ask_i[i];
      kept_q[i]   <= !rst_i && ask_valid_i[i] && !take_i[i];
      passed_q[i] <= (kept[i] ? passed_q[i] : '0) + 3'(other);
    end
    `FBY_ASSERT(PassedByEachOnce, !kept[i] || 32'(passed_q[i]) < NumMasters)
    `FBY_ASSERT(ElsewhereIsRoom, !ask_valid_i[i] || !elsewhere[i] || room[i])
  end

  `FBY_COVER(BothWindowsAtOnce, reserve[0] == 9'd3 && reserve[1] == 9'd2)
  `FBY_COVER(PassedByAllThenGoes, 32'(passed_q[0]) == NumMasters - 1 && kept[0] && take_i[0])

endmodule
