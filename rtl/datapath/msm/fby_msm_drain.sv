// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// What happens after the last point of a run: the buckets leave in order and are emptied.
///
///   bucket read (ReadLatency) --> small FIFO --> three beats: X Y Z T, 48 bytes each
///
/// A read is started only when the FIFO will have room for it, so a sink that stops never loses a bucket.
/// The same walk without read-out empties all buckets after a reset or an abort. Reduction on the card will take this
/// module's place: it has the read port, the write port and the result stream to itself while it is busy.
module fby_msm_drain #(
    parameter int unsigned NumBuckets = 20
) (
    input  logic                  clk_i,
    input  logic                  rst_i,
    /// One-cycle pulse: walk over all buckets.
    input  logic                  start_i,
    /// With start_i: empty the buckets without reading them out.
    input  logic                  discard_i,
    output logic                  busy_o,
    /// One-cycle pulse: all buckets are empty and the last beat is taken.
    output logic                  done_o,
    /// Bucket read port; answers come in order.
    output logic                  rd_valid_o,
    output fby_msm_pkg::bucket_t  rd_bucket_o,
    input  logic                  rd_valid_i,
    input  fby_msm_pkg::acc_t     rd_data_i,
    input  logic                  rd_empty_i,
    /// Bucket write port, used for emptying only.
    output logic                  clear_valid_o,
    output fby_msm_pkg::bucket_t  clear_bucket_o,
    /// Result stream.
    output fby_axi_pkg::axis_t    result_o,
    output logic                  result_valid_o,
    input  logic                  result_ready_i
);
  import fby_msm_pkg::*;
  import fby_axi_pkg::DATA_BITS;

  /// Buckets that may be under way: the read latency at one bucket per three beats, and one to spare.
  localparam int unsigned FifoDepth = 4;
  localparam int unsigned PtrBits = $clog2(FifoDepth);
  localparam logic [1:0] BeatsPerBucket = 2'd3;
  localparam bucket_t LastBucket = bucket_t'(NumBuckets - 1);

  typedef enum logic [1:0] {
    IDLE,     // successors: READOUT, DISCARD
    READOUT,  // successor: IDLE
    DISCARD   // successor: IDLE
  } state_e;

  state_e state_q, state_d;
  // Next bucket to read, next to empty, next to leave.
  bucket_t read_q, clear_q, leave_q;
  logic reads_left_q;
  // Buckets asked for that have not yet moved into the output register.
  logic [PtrBits:0] under_way_q;

  acc_t fifo_mem_q[FifoDepth];
  logic [FifoDepth-1:0] fifo_empty_q;
  logic [PtrBits-1:0] fifo_write_q, fifo_read_q;
  logic [PtrBits:0] fifo_count_q;
  acc_t fifo_head;
  logic fifo_pop;

  logic [BeatsPerBucket*DATA_BITS-1:0] word_q;
  logic [1:0] beats_left_q;
  logic word_is_last_q;
  logic beat_fire, word_done;

  always_comb begin
    state_d = state_q;
    case (state_q)
      READOUT: if (done_o) state_d = IDLE;
      DISCARD: if (done_o) state_d = IDLE;
      default: if (start_i) state_d = discard_i ? DISCARD : READOUT;
    endcase
  end

  assign busy_o         = state_q != IDLE;
  assign rd_valid_o     = (state_q == READOUT) && reads_left_q && (under_way_q != (PtrBits + 1)'(FifoDepth));
  assign rd_bucket_o    = read_q;
  // A bucket is emptied when its value has arrived: the read is over by then.
  assign clear_valid_o  = (state_q == DISCARD) || ((state_q == READOUT) && rd_valid_i);
  assign clear_bucket_o = clear_q;
  assign done_o         = (state_q == DISCARD) ? (clear_q == LastBucket)
                                               : (beat_fire && result_o.last);

  assign fifo_head = fifo_mem_q[fifo_read_q];
  assign beat_fire = (beats_left_q != '0) && result_ready_i;
  assign word_done = (beats_left_q == '0) || (beats_left_q == 2'd1 && beat_fire);
  assign fifo_pop  = (fifo_count_q != '0) && word_done;

  always_ff @(posedge clk_i) begin
    if (rd_valid_i && state_q == READOUT) begin
      fifo_mem_q[fifo_write_q]   <= rd_data_i;
      fifo_empty_q[fifo_write_q] <= rd_empty_i;
    end
    if (fifo_pop) begin
      word_q <= fifo_empty_q[fifo_read_q] ? '0
              : {WORD_BITS'(fifo_head.t), WORD_BITS'(fifo_head.z), WORD_BITS'(fifo_head.y), WORD_BITS'(fifo_head.x)};
      word_is_last_q <= leave_q == LastBucket;
    end else if (beat_fire) begin
      word_q <= word_q >> DATA_BITS;
    end
  end

  // Walk over the buckets.
  always_ff @(posedge clk_i) begin
    state_q <= state_d;
    if (start_i && !busy_o) begin
      read_q       <= '0;
      clear_q      <= '0;
      leave_q      <= '0;
      reads_left_q <= 1'b1;
    end else begin
      if (rd_valid_o) begin
        read_q       <= read_q + bucket_t'(1);
        reads_left_q <= read_q != LastBucket;
      end
      if (clear_valid_o) clear_q <= clear_q + bucket_t'(1);
      if (fifo_pop) leave_q <= leave_q + bucket_t'(1);
    end
    if (rst_i) state_q <= IDLE;
  end

  // FIFO and output register.
  always_ff @(posedge clk_i) begin
    if (rd_valid_o != fifo_pop) begin
      under_way_q <= rd_valid_o ? under_way_q + (PtrBits + 1)'(1) : under_way_q - (PtrBits + 1)'(1);
    end
    if (clear_valid_o && state_q == READOUT) fifo_write_q <= fifo_write_q + PtrBits'(1);
    if (fifo_pop) fifo_read_q <= fifo_read_q + PtrBits'(1);
    if ((rd_valid_i && state_q == READOUT) != fifo_pop) begin
      fifo_count_q <= fifo_pop ? fifo_count_q - (PtrBits + 1)'(1) : fifo_count_q + (PtrBits + 1)'(1);
    end
    if (fifo_pop) beats_left_q <= BeatsPerBucket;
    else if (beat_fire) beats_left_q <= beats_left_q - 2'd1;
    if (rst_i) begin
      under_way_q  <= '0;
      fifo_write_q <= '0;
      fifo_read_q  <= '0;
      fifo_count_q <= '0;
      beats_left_q <= '0;
    end
  end

  assign result_o.data  = word_q[DATA_BITS-1:0];
  assign result_o.note  = '0;
  assign result_o.keep  = '1;
  assign result_o.last  = word_is_last_q && (beats_left_q == 2'd1);
  assign result_valid_o = beats_left_q != '0;

  `FBY_ASSERT(fifo_never_overflows, !(rd_valid_i && state_q == READOUT && fifo_count_q == (PtrBits + 1)'(FifoDepth)))
  `FBY_ASSERT(started_only_when_idle, !(start_i && busy_o))

endmodule
