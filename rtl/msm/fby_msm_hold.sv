// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// The hold queue: operations that met a busy bucket wait here, oldest first.
///
/// The oldest entry is fetched into a register (the head), so that it can be compared every cycle.
/// An entry needs two cycles from push to head; nothing is lost by that, its bucket is busy anyway.
module fby_msm_hold #(
    parameter int unsigned BucketBits  = 17,
    parameter int unsigned PayloadBits = 1132,
    /// Entries of the queue, not counting the head register; a power of two, at least 2.
    parameter int unsigned HoldDepth   = 16
) (
    input  logic                   clk_i,
    input  logic                   rst_i,
    input  logic                   push_i,
    input  logic [BucketBits-1:0]  bucket_i,
    input  logic [PayloadBits-1:0] payload_i,
    output logic                   full_o,
    /// Something waits, in the head or behind it.
    output logic                   busy_o,
    output logic                   head_valid_o,
    output logic [BucketBits-1:0]  head_bucket_o,
    output logic [PayloadBits-1:0] head_payload_o,
    input  logic                   pop_i
);

  localparam int unsigned PtrBits = $clog2(HoldDepth);

  `FBY_ASSERT_INIT(hold_depth_is_a_power_of_two, HoldDepth >= 2 && HoldDepth == (1 << PtrBits))

  logic [BucketBits-1:0] bucket_mem_q[HoldDepth];
  logic [PayloadBits-1:0] payload_mem_q[HoldDepth];
  logic [PtrBits-1:0] write_q, read_q;
  logic [PtrBits:0] count_q;
  logic [BucketBits-1:0] head_bucket_q;
  logic [PayloadBits-1:0] head_payload_q;
  logic head_valid_q;
  logic fetch;

  assign fetch  = (count_q != '0) && (!head_valid_q || pop_i);
  assign full_o = count_q == (PtrBits + 1)'(HoldDepth);
  assign busy_o = head_valid_q || (count_q != '0);

  always_ff @(posedge clk_i) begin
    if (push_i) begin
      bucket_mem_q[write_q]  <= bucket_i;
      payload_mem_q[write_q] <= payload_i;
    end
    if (fetch) begin
      head_bucket_q  <= bucket_mem_q[read_q];
      head_payload_q <= payload_mem_q[read_q];
    end
  end

  always_ff @(posedge clk_i) begin
    if (push_i) write_q <= write_q + PtrBits'(1);
    if (fetch) read_q <= read_q + PtrBits'(1);
    if (push_i != fetch) count_q <= push_i ? count_q + (PtrBits + 1)'(1) : count_q - (PtrBits + 1)'(1);
    if (fetch) head_valid_q <= 1'b1;
    else if (pop_i) head_valid_q <= 1'b0;
    if (rst_i) begin
      write_q      <= '0;
      read_q       <= '0;
      count_q      <= '0;
      head_valid_q <= 1'b0;
    end
  end

  assign head_valid_o   = head_valid_q;
  assign head_bucket_o  = head_bucket_q;
  assign head_payload_o = head_payload_q;

  `FBY_ASSERT(never_pushed_when_full, !(push_i && full_o))
  `FBY_ASSERT(never_popped_when_empty, !(pop_i && !head_valid_q))

`ifdef FORMAL
  `include "formal/fby_msm_hold_invariants.svh"
`endif

endmodule
