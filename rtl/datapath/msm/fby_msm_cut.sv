// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Cuts the digits of a pass out of records: one addition per cycle, none for a digit of zero.
///
///   record --> row of the window --> shift by 16s --> shift, mask --> sign, magnitude --> bucket --> queue --> addition
///
/// Any field of a prepared scalar is a digit of its own (its header word has seen to the carries), so windows are cut out one
/// by one. The way is not stopped: a digit sets out only when the queue will have room for it. A digit that its pass has no bucket
/// for, by a plan that does not fit the words, makes no addition either and is told.
module fby_msm_cut #(
    parameter int unsigned NumBuckets = 32768,
    /// Additions on the way or in the queue; a power of two, above the way's five.
    parameter int unsigned QueueDepth = 16
) (
    input  logic                             clk_i,
    input  logic                             rst_i,
    /// Writes a row of the window table, which a reset does not reach.
    input  fby_msm_pkg::window_write_t       window_write_i,
    /// The windows of the pass; it stands still while records come and busy_o.
    input  fby_msm_pkg::pass_t               pass_i,
    input  fby_msm_pkg::record_t             record_i,
    input  logic                             record_valid_i,
    output logic                             record_ready_o,
    /// Addition out.
    output fby_msm_pkg::bucket_t             op_bucket_o,
    output fby_msm_pkg::addend_t             op_addend_o,
    output logic                             op_valid_o,
    input  logic                             op_ready_i,
    /// One-cycle pulse: a digit made no addition.
    output logic                             zero_o,
    /// One-cycle pulse: a digit has no bucket.
    output logic                             stray_o,
    /// Digits are still to be handed on.
    output logic                             busy_o
);
  import fby_msm_pkg::*;

  /// Cycles from a digit's start to the queue.
  localparam int unsigned WayCycles = 5;
  localparam int unsigned CreditBits = $clog2(QueueDepth + 1);
  /// What is left of a word by the first shift: the widest window at any of 16 places.
  localparam int unsigned CoarseBits = MAX_WINDOW_BITS + 15;

  `FBY_ASSERT_INIT(queue_covers_the_way, QueueDepth > WayCycles)

  typedef logic [MAX_WINDOW_BITS-1:0] field_t;

  (* ram_style = "distributed" *) window_t window_mem_q[WINDOW_ROWS];
  record_t record_q;
  logic record_valid_q;
  logic [ROW_BITS-1:0] slot_q;
  logic fire, last_slot, record_fire;
  logic [CreditBits-1:0] credit_q;

  // One digit in each stage.
  logic [WayCycles-1:0] valid_q;
  window_t window1_q, window2_q;
  window_kind_e kind3_q;
  logic [4:0] bits3_q;
  logic [SUM_BITS-1:0] sum1_q;
  logic [CoarseBits-1:0] coarse_q;
  field_t field_q, magnitude_q;
  logic negative4_q, negative5_q;
  logic [CLASS_BITS-1:0] number3, number4;
  logic [ROW_BITS-1:0] slot4;
  logic negative3;
  bucket_t bucket_q;
  logic nonzero_q, too_large_q, in_memory, adds;
  point_t point5;

  logic [$clog2(QueueDepth+1)-1:0] level;
  logic push, pop;

  // ---------------------------------------------------------------------------------------------
  // Records and their windows, one after the other
  // ---------------------------------------------------------------------------------------------

  assign last_slot      = slot_q == pass_i.last;
  assign fire           = record_valid_q && credit_q != '0;
  assign record_ready_o = !record_valid_q || (fire && last_slot);
  assign record_fire    = record_valid_i && record_ready_o;

  always_ff @(posedge clk_i) begin
    if (record_fire) record_q <= record_i;
    if (record_ready_o) record_valid_q <= record_valid_i;
    if (fire) slot_q <= last_slot ? '0 : slot_q + ROW_BITS'(1);
    credit_q <= credit_q - CreditBits'(fire) + CreditBits'(pop) + CreditBits'(zero_o);
    valid_q  <= {valid_q[WayCycles-2:0], fire};
    if (rst_i) begin
      record_valid_q <= 1'b0;
      slot_q         <= '0;
      credit_q       <= CreditBits'(QueueDepth);
      valid_q        <= '0;
    end
  end

  // ---------------------------------------------------------------------------------------------
  // The way of a digit
  // ---------------------------------------------------------------------------------------------

  fby_delay #(
      .Width(CLASS_BITS + 1),
      .Depth(3)
  ) u_number (
      .clk_i,
      .d_i({record_q.number, record_q.stored.negative}),
      .q_o({number3, negative3})
  );
  fby_delay #(
      .Width(CLASS_BITS),
      .Depth(1)
  ) u_copy (
      .clk_i,
      .d_i(number3),
      .q_o(number4)
  );
  fby_delay #(
      .Width(ROW_BITS),
      .Depth(4)
  ) u_slot (
      .clk_i,
      .d_i(slot_q),
      .q_o(slot4)
  );
  fby_delay #(
      .Width($bits(point_t)),
      .Depth(WayCycles)
  ) u_point (
      .clk_i,
      .d_i(record_q.stored.point),
      .q_o(point5)
  );

  /// All ones below a bit.
  function automatic field_t below(input logic [4:0] bits);
    return ~({MAX_WINDOW_BITS{1'b1}} << bits);
  endfunction

  field_t half;
  assign half = field_t'(1) << (bits3_q - 5'd1);

  always_ff @(posedge clk_i) begin
    if (window_write_i.valid) window_mem_q[window_write_i.row] <= window_write_i.window;
    if (fire) begin
      window1_q <= window_mem_q[pass_i.first+slot_q];
      sum1_q    <= record_q.stored.sum;
    end
    if (valid_q[0]) begin
      window2_q <= window1_q;
      coarse_q  <= CoarseBits'(sum1_q >> {window1_q.offset[7:4], 4'd0});
    end
    if (valid_q[1]) begin
      kind3_q   <= window2_q.kind;
      bits3_q   <= window2_q.bits;
`ifdef FBY_MUTANT_CUT_WIDE
      field_q   <= field_t'(coarse_q >> window2_q.offset[3:0]);
`else
      field_q   <= field_t'(coarse_q >> window2_q.offset[3:0]) & below(window2_q.bits);
`endif
    end
    case (kind3_q)
      WINDOW_CLASS: begin
        magnitude_q <= field_t'(number3) + field_t'(1);
`ifdef FBY_MUTANT_CUT_CLASS_SIGN
        negative4_q <= negative3;
`else
        negative4_q <= 1'b0;
`endif
      end
      WINDOW_TOP: begin
        magnitude_q <= field_q;
        negative4_q <= negative3;
      end
      default: begin
`ifdef FBY_MUTANT_CUT_NO_HALF
        magnitude_q <= (field_q < half) ? half - field_q : field_q;
`else
        magnitude_q <= (field_q < half) ? half - field_q : field_q - half;
`endif
`ifdef FBY_MUTANT_CUT_SIGN
        negative4_q <= negative3 || (field_q < half);
`else
        negative4_q <= negative3 ^ (field_q < half);
`endif
      end
    endcase
    bucket_q    <= (bucket_t'(slot4) << pass_i.bucket_bits)
`ifdef FBY_MUTANT_CUT_COPY
                 | (bucket_t'(number4) << pass_i.weight_bits)
`else
                 | ((bucket_t'(number4) << pass_i.weight_bits) & bucket_t'(below(5'(pass_i.bucket_bits))))
`endif
                 | (bucket_t'(magnitude_q - field_t'(1)) & bucket_t'(below(5'(pass_i.weight_bits))));
    nonzero_q   <= magnitude_q != '0;
    too_large_q <= ((magnitude_q - field_t'(1)) >> pass_i.weight_bits) != '0;
    negative5_q <= negative4_q;
  end

  // A window alone may have more numbers than there are buckets.
  assign in_memory = 32'(bucket_q) < NumBuckets;
  assign adds      = nonzero_q && !too_large_q && in_memory;
  assign push      = valid_q[WayCycles-1] && adds;
  assign zero_o    = valid_q[WayCycles-1] && !adds;
  assign stray_o   = zero_o && nonzero_q;

  // ---------------------------------------------------------------------------------------------
  // Queue
  // ---------------------------------------------------------------------------------------------

  fby_queue #(
      .WidthBits(BUCKET_BITS + $bits(addend_t)),
      .Depth    (QueueDepth)
  ) u_queue (
      .clk_i,
      .rst_i,
      .clear_i(1'b0),
      .push_i (push),
      .data_i ({bucket_q, negative5_q, point5}),
      .pop_i  (pop),
      .data_o ({op_bucket_o, op_addend_o}),
      .level_o(level)
  );

  assign op_valid_o = level != '0;
  assign pop        = op_valid_o && op_ready_i;
  assign busy_o     = record_valid_q || credit_q != CreditBits'(QueueDepth);

endmodule
