// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Hands out the sums of a pass, one bucket for each window, and empties them: three beats each, X Y Z T of 48 bytes.
///
/// A window that nothing was added to leaves as 192 zero bytes.
module fby_msm_readout (
    input  logic                                  clk_i,
    input  logic                                  rst_i,
    /// One-cycle pulse: read the sums that the next three inputs describe; they stand still while busy_o.
    input  logic                                  start_i,
    /// Number of windows less one.
    input  logic [fby_msm_pkg::ROW_BITS-1:0]      last_window_i,
    /// Window g has the buckets from g 2^bucket_bits on; its sum is in the one of this number.
    input  logic [fby_msm_pkg::LEVEL_BITS-1:0]    bucket_bits_i,
    input  fby_msm_pkg::bucket_t                  sum_bucket_i,
    output logic                                  busy_o,
    /// One-cycle pulse: the last beat was taken.
    output logic                                  done_o,
    /// Bucket read port; the answer comes some cycles later. Each read empties its bucket.
    output logic                                  rd_valid_o,
    output fby_msm_pkg::bucket_t                  rd_bucket_o,
    input  logic                                  rd_valid_i,
    input  fby_msm_pkg::acc_t                     rd_data_i,
    input  logic                                  rd_empty_i,
    /// Beats; result_last_o with the last of the pass.
    output logic [fby_axi_pkg::DATA_BITS-1:0]     result_o,
    output logic                                  result_last_o,
    output logic                                  result_valid_o,
    input  logic                                  result_ready_i
);
  import fby_msm_pkg::*;
  import fby_axi_pkg::DATA_BITS;

  localparam logic [1:0] BeatsPerSum = 2'd3;

  typedef enum logic [1:0] {
    IDLE,  // successor: ASK
    ASK,   // successor: WAIT
    WAIT,  // successor: SEND
    SEND   // successors: ASK, IDLE
  } state_e;

  state_e state_q, state_d;
  logic [ROW_BITS-1:0] window_q;
  logic [BeatsPerSum*DATA_BITS-1:0] word_q;
  logic [1:0] beats_left_q;
  logic last_window, beat_fire, sum_gone;

  assign last_window = window_q == last_window_i;
  assign beat_fire   = result_valid_o && result_ready_i;
  assign sum_gone    = beat_fire && beats_left_q == 2'd1;

  always_comb begin
    state_d = state_q;
    case (state_q)
      ASK:     state_d = WAIT;
      WAIT:    if (rd_valid_i) state_d = SEND;
      SEND:    if (sum_gone) state_d = last_window ? IDLE : ASK;
      default: if (start_i) state_d = ASK;
    endcase
  end

  always_ff @(posedge clk_i) begin
    state_q <= state_d;
    if (state_q == IDLE) window_q <= '0;
    else if (sum_gone) window_q <= window_q + ROW_BITS'(1);
    if (state_q == WAIT && rd_valid_i) begin
      word_q <= rd_empty_i ? '0
              : {WORD_BITS'(rd_data_i.t), WORD_BITS'(rd_data_i.z), WORD_BITS'(rd_data_i.y), WORD_BITS'(rd_data_i.x)};
      beats_left_q <= BeatsPerSum;
    end else if (beat_fire) begin
      word_q       <= word_q >> DATA_BITS;
      beats_left_q <= beats_left_q - 2'd1;
    end
    if (rst_i) state_q <= IDLE;
  end

  assign busy_o         = state_q != IDLE;
  assign done_o         = sum_gone && last_window;
  assign rd_valid_o     = state_q == ASK;
  assign rd_bucket_o    = (bucket_t'(window_q) << bucket_bits_i) | sum_bucket_i;
  assign result_o       = word_q[DATA_BITS-1:0];
  assign result_valid_o = state_q == SEND;
  assign result_last_o  = last_window && beats_left_q == 2'd1;

  `FBY_ASSERT(started_only_when_idle, !(start_i && busy_o))

endmodule
