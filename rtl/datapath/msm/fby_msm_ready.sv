// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Operations that have their bucket and wait for the issue register, oldest first.
module fby_msm_ready #(
    parameter int unsigned BucketBits  = 17,
    parameter int unsigned PayloadBits = 1132,
    /// Entries; a power of two, at least 2.
    parameter int unsigned Depth       = 8
) (
    input  logic                   clk_i,
    input  logic                   rst_i,
    input  logic                   push_i,
    input  logic [BucketBits-1:0]  bucket_i,
    input  logic [PayloadBits-1:0] payload_i,
    /// This cycle's push and another one in the next cycle both find a place.
    output logic                   room_o,
    output logic                   valid_o,
    output logic [BucketBits-1:0]  bucket_o,
    output logic [PayloadBits-1:0] payload_o,
    input  logic                   pop_i
);

  localparam int unsigned PtrBits = $clog2(Depth);

  `FBY_ASSERT_INIT(depth_is_a_power_of_two, Depth >= 2 && Depth == (1 << PtrBits))

  logic [BucketBits-1:0] bucket_mem_q[Depth];
  logic [PayloadBits-1:0] payload_mem_q[Depth];
  logic [PtrBits-1:0] write_q, read_q;
  logic [PtrBits:0] count_q;

  always_ff @(posedge clk_i) begin
    if (push_i) begin
      bucket_mem_q[write_q]  <= bucket_i;
      payload_mem_q[write_q] <= payload_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (push_i) write_q <= write_q + PtrBits'(1);
    if (pop_i) read_q <= read_q + PtrBits'(1);
    if (push_i != pop_i) count_q <= push_i ? count_q + (PtrBits + 1)'(1) : count_q - (PtrBits + 1)'(1);
    if (rst_i) begin
      write_q <= '0;
      read_q  <= '0;
      count_q <= '0;
    end
  end

  assign room_o    = 32'(count_q) + 2 <= Depth;
  assign valid_o   = count_q != '0;
  assign bucket_o  = bucket_mem_q[read_q];
  assign payload_o = payload_mem_q[read_q];

  `FBY_ASSERT(never_pushed_when_full, !(push_i && 32'(count_q) == Depth))
  `FBY_ASSERT(never_popped_when_empty, !(pop_i && count_q == '0))

`ifdef FORMAL
  `include "formal/fby_msm_ready_invariants.svh"
`endif

endmodule
