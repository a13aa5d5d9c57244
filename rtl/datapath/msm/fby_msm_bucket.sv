// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Bucket memory with a mark per bucket that says whether anything has been added to it.
///
/// One read and one write per cycle, each with a register before the array: the address of a deep array goes to
/// hundreds of blocks, and so does the data of a write. An unmarked bucket reads as EmptyValue, whatever the memory holds,
/// so emptying all buckets means clearing the marks. A read in the cycle of a write to the same
/// bucket returns the old value; the hazard unit keeps the two apart, the register of the write counted. A read may take the
/// bucket: it is empty from the next read on.
module fby_msm_bucket #(
    parameter int unsigned NumBuckets = 20,
    parameter int unsigned BucketBits = 17,
    parameter int unsigned DataBits = 1512,
    /// Cycles from rd_valid_i to rd_valid_o, at least 3: address, array, cascade registers, substitution.
    parameter int unsigned ReadLatency = 5,
    /// What an empty bucket reads as.
    parameter logic [DataBits-1:0] EmptyValue = '0
) (
    input  logic                  clk_i,
    input  logic                  rst_i,
    input  logic                  rd_valid_i,
    input  logic [BucketBits-1:0] rd_bucket_i,
    /// The read empties the bucket; not in the cycle of a write to it.
    input  logic                  rd_take_i,
    output logic                  rd_valid_o,
    output logic [DataBits-1:0]   rd_data_o,
    /// The bucket read is empty.
    output logic                  rd_empty_o,
    input  logic                  wr_valid_i,
    input  logic [BucketBits-1:0] wr_bucket_i,
    input  logic [DataBits-1:0]   wr_data_i,
    /// Empty the bucket instead of writing to it.
    input  logic                  wr_clear_i
);

  /// Registers between the array and the substitution, the array's own output register included.
  localparam int unsigned Stages = ReadLatency - 2;
  localparam int unsigned IndexBits = $clog2(NumBuckets);

  `FBY_ASSERT_INIT(read_latency_at_least_three, ReadLatency >= 3)
  `FBY_ASSERT_INIT(buckets_fit_their_number, NumBuckets <= (1 << BucketBits))

  (* ram_style = "ultra" *) logic [DataBits-1:0] data_mem_q[NumBuckets];
  (* ram_style = "block" *) logic mark_mem_q[NumBuckets];

  logic [DataBits-1:0] data_q[Stages];
  logic [Stages-1:0] mark_q, valid_q;
  logic [DataBits-1:0] out_data_q;
  logic out_empty_q, out_valid_q;
  logic [IndexBits-1:0] rd_index_q, wr_index_q;
  logic [DataBits-1:0] wr_data_q;
  logic rd_valid_q, rd_take_q, wr_valid_q, wr_clear_q;

  always_ff @(posedge clk_i) begin
    if (rd_valid_i) begin
      rd_index_q <= rd_bucket_i[IndexBits-1:0];
      rd_take_q  <= rd_take_i;
    end
    if (wr_valid_i) begin
      wr_index_q <= wr_bucket_i[IndexBits-1:0];
      wr_data_q  <= wr_data_i;
      wr_clear_q <= wr_clear_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (wr_valid_q && !wr_clear_q) data_mem_q[wr_index_q] <= wr_data_q;
    if (wr_valid_q) mark_mem_q[wr_index_q] <= !wr_clear_q;
    if (rd_valid_q) begin
      data_q[0] <= data_mem_q[rd_index_q];
      mark_q[0] <= mark_mem_q[rd_index_q];
      if (rd_take_q) mark_mem_q[rd_index_q] <= 1'b0;
    end
    if (valid_q[Stages-1]) begin
      out_data_q  <= mark_q[Stages-1] ? data_q[Stages-1] : EmptyValue;
      out_empty_q <= !mark_q[Stages-1];
    end
  end

  for (genvar i = 1; i < int'(Stages); i++) begin : g_stage
    always_ff @(posedge clk_i) begin
      if (valid_q[i-1]) begin
        data_q[i] <= data_q[i-1];
        mark_q[i] <= mark_q[i-1];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    rd_valid_q <= rd_valid_i;
    wr_valid_q <= wr_valid_i;
    valid_q[0] <= rd_valid_q;
    for (int unsigned i = 1; i < Stages; i++) valid_q[i] <= valid_q[i-1];
    out_valid_q <= valid_q[Stages-1];
    if (rst_i) begin
      rd_valid_q  <= 1'b0;
      wr_valid_q  <= 1'b0;
      valid_q     <= '0;
      out_valid_q <= 1'b0;
    end
  end

  assign rd_valid_o = out_valid_q;
  assign rd_data_o  = out_data_q;
  assign rd_empty_o = out_empty_q;

  `FBY_ASSERT(taken_or_written, !(rd_valid_q && rd_take_q && wr_valid_q && rd_index_q == wr_index_q))
  `FBY_ASSERT(read_in_range, !rd_valid_i || (32'(rd_bucket_i) < NumBuckets))
  `FBY_ASSERT(write_in_range, !wr_valid_i || (32'(wr_bucket_i) < NumBuckets))

endmodule
