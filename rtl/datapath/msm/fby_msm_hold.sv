// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Where operations wait for their bucket: a pool of slots, each compared with the bucket that is about to be free.
///
/// The comparison takes the cycle before: `soon` names the bucket that is free in the next cycle, and who
/// goes then is a register. Of several operations that wait for one bucket the one in the lowest
/// slot goes; the others wait for it to come back.
module fby_msm_hold #(
    parameter int unsigned BucketBits  = 17,
    parameter int unsigned PayloadBits = 1132,
    /// Slots, 2 to 64.
    parameter int unsigned HoldDepth   = 16
) (
    input  logic                   clk_i,
    input  logic                   rst_i,
    input  logic                   push_i,
    input  logic [BucketBits-1:0]  bucket_i,
    input  logic [PayloadBits-1:0] payload_i,
    /// This cycle's push and another one in the next cycle both find a slot.
    output logic                   room_o,
    /// Something waits.
    output logic                   busy_o,
    input  logic                   soon_i,
    input  logic [BucketBits-1:0]  soon_bucket_i,
    /// A cycle after soon_i: an operation on that bucket leaves.
    output logic                   go_o,
    output logic [PayloadBits-1:0] go_payload_o
);

  localparam int unsigned SlotBits = $clog2(HoldDepth);
  localparam int unsigned CountBits = $clog2(HoldDepth + 1);

  `FBY_ASSERT_INIT(two_to_sixty_four_slots, HoldDepth >= 2 && HoldDepth <= 64)

  logic [BucketBits-1:0] bucket_q[HoldDepth];
  logic [PayloadBits-1:0] payload_mem_q[HoldDepth];
  logic [HoldDepth-1:0] valid_q, go_q, free, match, go;
  logic [CountBits-1:0] count_q;
  logic [SlotBits-1:0] free_slot, go_slot;

  /// Slots below slot i.
  function automatic logic [HoldDepth-1:0] below(input int unsigned i);
    return HoldDepth'((64'd1 << i) - 64'd1);
  endfunction

  /// The number of the one slot that is set.
  function automatic logic [SlotBits-1:0] number(input logic [HoldDepth-1:0] slots);
    logic [HoldDepth-1:0] of_bit;
    for (int unsigned b = 0; b < SlotBits; b++) begin
      for (int unsigned i = 0; i < HoldDepth; i++) of_bit[i] = slots[i] && i[b];
      number[b] = |of_bit;
    end
  endfunction

  // Lowest free slot, lowest match: one-hot, then as a number. No adders: a carry chain is slower than this few LUTs.
  assign free_slot = number(free);
  assign go_slot   = number(go_q);
  always_comb begin
    for (int unsigned i = 0; i < HoldDepth; i++) begin
      free[i]  = !valid_q[i] && ((~valid_q & below(i)) == '0);
      match[i] = soon_i && ((push_i && free[i]) ? (bucket_i == soon_bucket_i)
                                                : (valid_q[i] && bucket_q[i] == soon_bucket_i));
      go[i]    = match[i] && ((match & below(i)) == '0);
    end
  end

  always_ff @(posedge clk_i) begin
    if (push_i) payload_mem_q[free_slot] <= payload_i;
    for (int unsigned i = 0; i < HoldDepth; i++) begin
      if (push_i && free[i]) bucket_q[i] <= bucket_i;
    end
  end

  always_ff @(posedge clk_i) begin
    go_q    <= go;
    valid_q <= (valid_q | (free & {HoldDepth{push_i}})) & ~go_q;
    if (push_i != go_o) count_q <= push_i ? count_q + CountBits'(1) : count_q - CountBits'(1);
    if (rst_i) begin
      go_q    <= '0;
      valid_q <= '0;
      count_q <= '0;
    end
  end

  assign room_o       = 32'(count_q) + 2 <= HoldDepth;
  assign busy_o       = count_q != '0;
  assign go_o         = go_q != '0;
  assign go_payload_o = payload_mem_q[go_slot];

  `FBY_ASSERT(never_pushed_when_full, !(push_i && (&valid_q)))

`ifdef FORMAL
  `include "formal/fby_msm_hold_invariants.svh"
`endif

endmodule
