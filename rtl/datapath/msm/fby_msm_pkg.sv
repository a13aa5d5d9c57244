// SPDX-License-Identifier: Apache-2.0
/// Window tables, bucket numbering and the words that travel inside the MSM core.
///
/// A window table says how a scalar is cut: window w takes window_bits(t, w) bits starting at window_offset(t, w). Digits
/// are signed, so a window of b bits needs 2^(b-1) buckets; the top window stays unsigned (nothing above
/// it could take its carry) and needs 2^b.
package fby_msm_pkg;

  /// Bits of a coordinate in the streams (48-byte little-endian word).
  localparam int unsigned WORD_BITS         = 384;
  /// Bits of a point coordinate: canonical, below p.
  localparam int unsigned POINT_COORD_BITS  = fby_fq_pkg::POINT_BITS;
  /// Bits of a bucket coordinate: below 2p, not canonical.
  localparam int unsigned BUCKET_COORD_BITS = fby_fq_pkg::RESULT_BITS;

  /// Most windows any table may have; also the length of the register arrays.
  localparam int unsigned MAX_WINDOWS = 32;
  /// Bits of the scalar word in the stream.
  localparam int unsigned SCALAR_WORD_BITS = 256;
  /// Bits of a bucket number, enough for the largest table.
  localparam int unsigned BUCKET_BITS = 17;
  /// Bits of a digit's magnitude, enough for 2^12 (half of a 13-bit window, all of a 12-bit top window).
  localparam int unsigned DIGIT_BITS  = 13;
  /// Bits of the number of pairs in a run.
  localparam int unsigned COUNT_BITS  = 32;
  /// Cycles from a bucket address to its value: the address's register, three inside the memory (array, two output
  /// registers of a deep URAM cascade) and one for the empty-bucket substitution.
  localparam int unsigned BUCKET_READ_LATENCY = 5;
  /// Cycles from a sum to the write into the array: its register.
  localparam int unsigned BUCKET_WRITE_LATENCY = 1;
  /// Number of window tables known to the functions below.
  localparam int unsigned NUM_TABLES = 2;

  /// One window's digit. Magnitude 0 means that the window adds nothing for this point.
  typedef struct packed {
    logic                  negative;
    logic [DIGIT_BITS-1:0] magnitude;
  } digit_t;

  /// A point in the form the mixed addition wants: (y - x), (y + x), 2dxy.
  typedef struct packed {
    logic [POINT_COORD_BITS-1:0] c;
    logic [POINT_COORD_BITS-1:0] b;
    logic [POINT_COORD_BITS-1:0] a;
  } point_t;

  /// A bucket: extended twisted Edwards coordinates.
  typedef struct packed {
    logic [BUCKET_COORD_BITS-1:0] t;
    logic [BUCKET_COORD_BITS-1:0] z;
    logic [BUCKET_COORD_BITS-1:0] y;
    logic [BUCKET_COORD_BITS-1:0] x;
  } acc_t;

  /// One addition: into which bucket, which point, added or subtracted.
  typedef struct packed {
    logic   negate;
    point_t point;
  } addend_t;

  typedef logic [BUCKET_BITS-1:0] bucket_t;

  /// The number one in Montgomery form, R mod p.
  localparam logic [fby_fq_pkg::RADIX_BITS:0] ONE =
      ((fby_fq_pkg::RADIX_BITS + 1)'(1) << fby_fq_pkg::RADIX_BITS) % {1'b0, fby_fq_pkg::P};
  /// The neutral element (0, 1, 1, 0): what an empty bucket stands for.
  localparam acc_t IDENTITY = '{t: '0, z: ONE[BUCKET_COORD_BITS-1:0], y: ONE[BUCKET_COORD_BITS-1:0], x: '0};

  /// What the status block counts. One-cycle pulses, except zero_digits, which is an amount.
  typedef struct packed {
    logic       active;       // a run is on: from its start until its last bucket write-back
    logic       add;          // an addition was issued
    logic       starve;       // pairs of the run are still to come and none was there: adder idle
    logic       hazard;       // operations were waiting and none could be issued: adder idle
    logic       held;         // an operation went into the hold pool
    logic [5:0] zero_digits;  // number of zero digits of the pair taken in this cycle
    logic       drain;        // the read-out is on
    logic       drain_stall;  // the read-out had a beat that nobody took
    logic       pair;         // a (point, scalar) pair was taken
    logic       run;          // a run finished (its read-out left the core)
  } msm_events_t;

  /// Number of windows of a table.
  function automatic int unsigned num_windows(input int unsigned table_id);
    return (table_id == 0) ? 20 : 4;
  endfunction

  /// Width of window w in bits; 0 beyond the last window.
  function automatic int unsigned window_bits(input int unsigned table_id, input int unsigned w);
    if (w >= num_windows(table_id)) return 0;
    if (table_id == 0) return (w < 13) ? 13 : 12;
    return 3;
  endfunction

  /// Position of window w's lowest bit in the scalar.
  function automatic int unsigned window_offset(input int unsigned table_id, input int unsigned w);
    int unsigned sum;
    sum = 0;
    for (int unsigned i = 0; i < MAX_WINDOWS; i++) begin
      if (i < w) sum += window_bits(table_id, i);
    end
    return sum;
  endfunction

  /// Number of scalar bits the table covers.
  function automatic int unsigned scalar_bits(input int unsigned table_id);
    return window_offset(table_id, MAX_WINDOWS);
  endfunction

  /// Number of buckets of window w.
  function automatic int unsigned window_buckets(input int unsigned table_id, input int unsigned w);
    if (w >= num_windows(table_id)) return 0;
    if (w == num_windows(table_id) - 1) return 1 << window_bits(table_id, w);
    return 1 << (window_bits(table_id, w) - 1);
  endfunction

  /// Number of the first bucket of window w; 0 beyond the last window.
  function automatic int unsigned window_base(input int unsigned table_id, input int unsigned w);
    int unsigned sum;
    sum = 0;
    for (int unsigned i = 0; i < MAX_WINDOWS; i++) begin
      if (i < w) sum += window_buckets(table_id, i);
    end
    return (w < num_windows(table_id)) ? sum : 0;
  endfunction

  /// Number of buckets of all windows.
  function automatic int unsigned num_buckets(input int unsigned table_id);
    return window_base(table_id, num_windows(table_id) - 1)
         + window_buckets(table_id, num_windows(table_id) - 1);
  endfunction

endpackage
