// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the way from a scalar to its digits, fby_msm_word and fby_msm_cut one behind the other, over a small field:
/// any scalar, class, rho, mode and plan. The plan is made here as hosts make it; what comes out is added up again.
///
/// One scalar goes through, and everything stands still while it does: a digit knows nothing of others.
module fby_msm_cut_proof
  import fby_msm_pkg::window_t, fby_msm_pkg::window_write_t, fby_msm_pkg::pass_t, fby_msm_pkg::record_t,
         fby_msm_pkg::addend_t, fby_msm_pkg::bucket_t, fby_msm_pkg::ROW_BITS, fby_msm_pkg::CLASS_BITS,
         fby_msm_pkg::LEVEL_BITS, fby_msm_pkg::SUM_BITS, fby_msm_pkg::POINT_COORD_BITS, fby_msm_pkg::WINDOW_SIGNED,
         fby_msm_pkg::WINDOW_TOP, fby_msm_pkg::WINDOW_CLASS;
#(
    parameter int unsigned          WordBits  = 8,
    parameter int unsigned          OrderBits = 4,
    parameter logic [OrderBits-1:0] Order     = 13,
    parameter int unsigned          ChunkBits = 3,
    /// Windows of the scalar at most; one row more has the class.
    parameter int unsigned          Windows   = 4,
    localparam int unsigned         CoverBits = $clog2(WordBits)
) (
    input logic clk_i
);

  localparam int unsigned Latency    = fby_msm_word_pkg::word_cycles(WordBits, OrderBits, ChunkBits);
  localparam int unsigned ClassBits  = OrderBits;
  /// Bits of a bucket's number that are the digit: any digit has room.
  localparam logic [LEVEL_BITS-1:0] WeightBits = LEVEL_BITS'(WordBits);
  localparam int unsigned NumberBits = 2 * WordBits + 1;
  localparam int unsigned ProductBits = OrderBits + ClassBits + 1;
  typedef logic signed [NumberBits-1:0] number_t;

  // ---------------------------------------------------------------------------------------------
  // What is any, and stays
  // ---------------------------------------------------------------------------------------------

  logic                        uniform_q, fold_q, top_q, spread_q;
  logic [OrderBits-1:0]        rho_q;
  logic [WordBits-1:0]         scalar_q;
  logic [ClassBits-1:0]        class_q;
  logic [Windows-1:0][3:0]     bits_q;
  logic [$clog2(Windows)-1:0]  last_q;
  logic [POINT_COORD_BITS-1:0] mark_q;

  always_ff @(posedge clk_i) begin
    uniform_q <= uniform_q;
    fold_q    <= fold_q;
    top_q     <= top_q;
    spread_q  <= spread_q;
    rho_q     <= rho_q;
    scalar_q  <= scalar_q;
    class_q   <= class_q;
    bits_q    <= bits_q;
    last_q    <= last_q;
    mark_q    <= mark_q;
  end

  // ---------------------------------------------------------------------------------------------
  // The plan: windows one behind the other from bit 0 on, the last one signed or not, and that of the class
  // ---------------------------------------------------------------------------------------------

  window_t [Windows:0]    window;
  logic [Windows-1:0][7:0] offset;
  logic [WordBits-1:0]    recode;
  logic [7:0]             reach;
  logic                   fits;

  always_comb begin
    reach  = '0;
    recode = '0;
    fits   = 1'b1;
    offset = '0;
    for (int unsigned w = 0; w < Windows; w++) begin
      offset[w] = reach;
      window[w] = '{
          kind: (w == 32'(last_q) && top_q) ? WINDOW_TOP : WINDOW_SIGNED,
          bits: 5'(bits_q[w]),
          offset: reach
      };
      if (w <= 32'(last_q)) begin
        if (bits_q[w] == '0) fits = 1'b0;
        reach = reach + 8'(bits_q[w]);
        if (window[w].kind == WINDOW_SIGNED) recode = recode | (WordBits'(1) << (reach - 8'd1));
      end
    end
    if (32'(reach) >= WordBits) fits = 1'b0;
    // The class's row is behind the last one: its place is fixed, so that a pass of them all ends with it.
    window[Windows] = '{kind: WINDOW_CLASS, bits: 5'(ClassBits), offset: '0};
  end

  // ---------------------------------------------------------------------------------------------
  // The scalar's word
  // ---------------------------------------------------------------------------------------------

  logic [ProductBits-1:0] multiple;
  logic [WordBits-1:0]   word;
  logic                  cut;

  assign multiple = ((ProductBits'(class_q) + 1'b1) * ProductBits'(rho_q)) % ProductBits'(Order);

  fby_msm_word #(
      .WordBits (WordBits),
      .OrderBits(OrderBits),
      .Order    (Order),
      .ChunkBits(ChunkBits)
  ) u_word (
      .clk_i,
      .uniform_i   (uniform_q),
      .fold_i      (fold_q),
      .recode_i    (recode),
      .cover_bits_i(CoverBits'(reach)),
      .scalar_i    (scalar_q),
      .multiple_i  (multiple[OrderBits-1:0]),
      .word_o      (word),
      .cut_o       (cut)
  );

  // ---------------------------------------------------------------------------------------------
  // Two passes of the same record: the windows, then the class
  // ---------------------------------------------------------------------------------------------

  logic [7:0]    cycle_q = '0;
  logic          rst_i;
  logic          classes_q, taken_q;
  window_write_t write;
  pass_t         pass;
  record_t       record;
  logic          valid, ready, op_valid, zero, stray, busy, over;
  bucket_t       bucket;
  addend_t       addend;

  assign rst_i = cycle_q == '0;

  always_comb begin
    write = '0;
    if (cycle_q != '0 && 32'(cycle_q) <= Windows + 1) begin
      write = '{valid: 1'b1, row: ROW_BITS'(cycle_q - 8'd1), window: window[32'(cycle_q-8'd1)]};
    end
    pass = '{
        first: classes_q ? ROW_BITS'(Windows) : '0,
        last: classes_q ? '0 : ROW_BITS'(last_q),
        bucket_bits: WeightBits + LEVEL_BITS'(spread_q),
        weight_bits: WeightBits
    };
    record = '{
        number: CLASS_BITS'(class_q),
        stored: '{
            negative: word[WordBits-1],
            sum: SUM_BITS'(word[WordBits-2:0]),
            point: '{a: mark_q, b: ~mark_q, c: mark_q << 1}
        }
    };
  end

  // Only a plan that fits is tried.
  assign valid = 32'(cycle_q) > Latency + 1 && !taken_q && fits;
  // Both sides of an end of a pass, as a lane has it: nothing more comes, and nothing is inside.
  assign over  = taken_q && !busy;

  fby_msm_cut #(
      .NumBuckets(1 << fby_msm_pkg::BUCKET_BITS),
      .QueueDepth(8)
  ) u_cut (
      .clk_i,
      .rst_i,
      .window_write_i(write),
      .pass_i        (pass),
      .record_i      (record),
      .record_valid_i(valid),
      .record_ready_o(ready),
      .op_bucket_o   (bucket),
      .op_addend_o   (addend),
      .op_valid_o    (op_valid),
      .op_ready_i    (1'b1),
      .zero_o        (zero),
      .stray_o       (stray),
      .busy_o        (busy)
  );

  // ---------------------------------------------------------------------------------------------
  // What comes out, added up
  // ---------------------------------------------------------------------------------------------

  number_t    sum_q, correction_q, digit, weighted;
  logic [3:0] ops_q, zeros_q;
  logic [$clog2(Windows)-1:0] slot;
  logic       done_q;

  assign slot     = $clog2(Windows)'(bucket >> pass.bucket_bits);
  assign digit    = number_t'({1'b0, bucket[WordBits-1:0]}) + number_t'(1);
  assign weighted = addend.negate ? -(digit << offset[slot]) : digit << offset[slot];

  always_ff @(posedge clk_i) begin
    if (cycle_q != '1) cycle_q <= cycle_q + 8'd1;
    if (valid && ready) taken_q <= 1'b1;
    if (op_valid) ops_q <= ops_q + 4'd1;
    if (zero) zeros_q <= zeros_q + 4'd1;
    if (op_valid && !classes_q) sum_q <= sum_q + weighted;
    if (op_valid && classes_q) correction_q <= digit;
    if (over && !done_q) begin
      classes_q <= 1'b1;
      taken_q   <= classes_q;
      done_q    <= classes_q;
      if (!classes_q) begin
        ops_q   <= '0;
        zeros_q <= '0;
      end
    end
    if (rst_i) begin
      classes_q    <= 1'b0;
      taken_q      <= 1'b0;
      done_q       <= 1'b0;
      ops_q        <= '0;
      zeros_q      <= '0;
      sum_q        <= '0;
      correction_q <= '0;
    end
  end

  // The number that the scalar stands for, and what it is congruent to, as near to 0 as it can be. What is added to a scalar in
  // range is at most once too much.
  localparam number_t Wrap = number_t'({1'b0, Order});
  number_t number, nearest;

  always_comb begin
    number = number_t'({1'b0, scalar_q});
    if (uniform_q) number = number + number_t'({1'b0, multiple});
    if (uniform_q && number >= Wrap) number = number - Wrap;
    nearest = (fold_q && number > Wrap / 2) ? number - Wrap : number;
  end

  // 1. A word that is not marked has digits that add up to its number.
  `FBY_ASSERT(digits_are_the_number, !(over && !classes_q && !cut) || sum_q == nearest)
  // 2. The class's digit is the class, of whatever sign the word is: that many times rho is what was added, and what the host
  // takes off again.
  `FBY_ASSERT(class_is_the_digit, !done_q || correction_q == number_t'({1'b0, class_q}) + 1)
  // 3. One digit for each window, each addition with the record's point, in its window's buckets and in its copy of them.
  `FBY_ASSERT(each_window_once, !(over && !done_q) || 32'(ops_q) + 32'(zeros_q) == (classes_q ? 1 : 32'(last_q) + 1))
  `FBY_ASSERT(each_digit_has_its_bucket, !stray)
  `FBY_ASSERT(the_point_goes_along, !op_valid || addend.point == record.stored.point)
  `FBY_ASSERT(buckets_of_the_pass, !op_valid || (bucket >> pass.bucket_bits) <= bucket_t'(pass.last))
  `FBY_ASSERT(copy_of_the_record, !(op_valid && spread_q) || bucket[WordBits] == class_q[0])
  `FBY_ASSERT(a_class_is_positive, !(op_valid && classes_q) || !addend.negate)

  `FBY_COVER(uniform_and_folded_in_three_windows, done_q && !cut && uniform_q && fold_q && last_q == 2
                                                  && sum_q < 0 && scalar_q != '0 && rho_q > 1)
  `FBY_COVER(a_top_window_takes_the_carry, done_q && !cut && top_q && last_q == 1 && scalar_q == '1 >> 2)
  `FBY_COVER(a_zero_digit, done_q && !cut && sum_q == 0 && last_q == 1)
  `FBY_COVER(cut, over && !classes_q && cut && 32'(scalar_q) < 32'(Order))

endmodule
