// SPDX-License-Identifier: Apache-2.0
/// Plans and the words that travel inside the MSM engine.
///
/// Digits are signed, so a window of b bits needs 2^(b-1) buckets; the top window stays unsigned (nothing above
/// it could take its carry) and needs 2^b.
package fby_msm_pkg;
  // A top uses the part of it that it needs.
  // verilator lint_off UNUSEDPARAM

  /// Bits of a coordinate in the streams (48-byte little-endian word).
  localparam int unsigned WORD_BITS         = 384;
  /// Bits of a point coordinate: canonical, below p.
  localparam int unsigned POINT_COORD_BITS  = fby_fq_pkg::POINT_BITS;
  /// Bits of a bucket coordinate: below 2p, not canonical.
  localparam int unsigned BUCKET_COORD_BITS = fby_fq_pkg::RESULT_BITS;

  /// Bits of the scalar word in the stream.
  localparam int unsigned SCALAR_WORD_BITS = 256;
  /// Bits of a bucket number.
  localparam int unsigned BUCKET_BITS = 18;
  /// Bits of the number of pairs in a run.
  localparam int unsigned COUNT_BITS  = 32;
  /// Cycles from a bucket address to its value: the address's register, three inside the memory (array, two output
  /// registers of a deep URAM cascade) and one for the empty-bucket substitution.
  localparam int unsigned BUCKET_READ_LATENCY = 5;
  /// Cycles from a sum to the write into the array: its register.
  localparam int unsigned BUCKET_WRITE_LATENCY = 1;
  /// From the issue register to the write of the sum, both cycles counted.
  localparam int unsigned IN_FLIGHT_CYCLES =
      1 + BUCKET_READ_LATENCY + fby_fq_pkg::EC_ADD_LATENCY + BUCKET_WRITE_LATENCY;
  /// Longer than anything stays in a lane's pipeline.
  localparam int unsigned FLUSH_CYCLES = IN_FLIGHT_CYCLES + 2;
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

  // ---------------------------------------------------------------------------------------------
  // Plan: how words are cut into windows, and which windows a pass has
  // ---------------------------------------------------------------------------------------------

  /// Rows of the window table and of the pass table.
  localparam int unsigned WINDOW_ROWS = 64;
  localparam int unsigned PASS_ROWS   = 64;
  localparam int unsigned ROW_BITS    = $clog2(WINDOW_ROWS);
  localparam int unsigned PASS_ROW_BITS = $clog2(PASS_ROWS);
  /// Widest window, bits. Half of its values are buckets, or all of them where it is the top one.
  localparam int unsigned MAX_WINDOW_BITS = BUCKET_BITS;
  /// Bits of a number of bits, up to BUCKET_BITS.
  localparam int unsigned LEVEL_BITS = $clog2(BUCKET_BITS + 1);
  /// Bits of a record's number that matter: its class, and its copy of a window that is spread.
  localparam int unsigned CLASS_BITS = 10;
  /// Bits of the order of the group, below which scalars are.
  localparam int unsigned ORDER_BITS = 253;
  /// Bits of a prepared scalar below the sign.
  localparam int unsigned SUM_BITS = SCALAR_WORD_BITS - 1;

  typedef enum logic [1:0] {
    WINDOW_SIGNED = 2'd0,  // the digit is the field less half of its range
    WINDOW_TOP    = 2'd1,  // the digit is the field
    WINDOW_CLASS  = 2'd2   // the digit is 1 + the record's number modulo 2^CLASS_BITS, of every sign positive
  } window_kind_e;

  /// Where a window's field is in the word.
  typedef struct packed {
    window_kind_e kind;
    logic [4:0]   bits;
    logic [7:0]   offset;
  } window_t;

  /// A write to a row of the window table.
  typedef struct packed {
    logic                valid;
    logic [ROW_BITS-1:0] row;
    window_t             window;
  } window_write_t;

  /// What one lane does in a pass. Window g of the lane is row first + g and has the buckets from g 2^bucket_bits on. The
  /// low weight_bits of a bucket's number are its digit, those above them the copy: a record's number says which.
  typedef struct packed {
    logic [ROW_BITS-1:0]   first;
    logic [ROW_BITS-1:0]   last;         // number of windows less one
    logic [LEVEL_BITS-1:0] bucket_bits;
    logic [LEVEL_BITS-1:0] weight_bits;
  } pass_t;

  /// A row of the pass table, as its register has it.
  typedef struct packed {
    logic       split;
    logic [3:0] adders;
    pass_t      lane;
  } pass_row_t;

  /// What a run does, as its register has it.
  typedef struct packed {
    logic resident;
    logic fold;
    logic uniform;
  } mode_t;

  /// A run as it is started.
  typedef struct packed {
    logic [COUNT_BITS-1:0] points;
    logic [COUNT_BITS-1:0] slot;    // of its first points in each bank of the memory
    logic [6:0]            passes;
    mode_t                 mode;
    logic [ORDER_BITS-1:0] rho;
  } run_t;

  /// How scalars become words, in every run.
  typedef struct packed {
    logic [7:0]                  cover_bits;
    logic [SCALAR_WORD_BITS-1:0] recode;
  } word_plan_t;

  /// A prepared scalar with its point, as the memory has it.
  typedef struct packed {
    logic                negative;
    logic [SUM_BITS-1:0] sum;
    point_t              point;
  } stored_t;

  /// A record to be stored, or its point or word alone.
  typedef struct packed {
    logic    valid;
    logic    point;
    logic    word;
    stored_t record;
  } store_t;

  /// What a pass is to those that bring its records: a pulse at its start; the others stand still while it lasts.
  typedef struct packed {
    logic start;
    logic first;
    logic split;
  } pass_now_t;

  /// What bringing records tells.
  typedef struct packed {
    logic taken;         // pulse: a scalar was taken
    logic scalar_cut;    // pulse: a scalar was wider than the plan covers, or no residue where it has to be one
    logic memory_error;  // pulse: the memory has answered with an error
  } feed_told_t;

  /// State of an engine.
  typedef struct packed {
    logic        busy;          // a run is under way or queued, or buckets are being emptied
    logic        reducing;      // buckets are summed, or sums read out
    logic        scalar_cut;    // pulse: as in feed_told_t, or a digit has no bucket
    logic        memory_error;
    logic [6:0]  passes_done;   // of the run
    logic [15:0] runs_done;
  } engine_state_t;

  /// The same with its number in the run.
  typedef struct packed {
    logic [CLASS_BITS-1:0] number;
    stored_t               stored;
  } record_t;

  /// The neutral element (0, 1, 1, 0): what an empty bucket stands for.
  localparam acc_t IDENTITY = '{
      t: '0,
      z: fby_fq_pkg::ONE[BUCKET_COORD_BITS-1:0],
      y: fby_fq_pkg::ONE[BUCKET_COORD_BITS-1:0],
      x: '0
  };

  /// What a lane tells of a cycle.
  typedef struct packed {
    logic fill;    // records of a pass are added
    logic add;     // an addition was issued
    logic starve;  // records of the pass are still to come and none was there: adder idle
    logic hazard;  // operations were waiting and none could be issued: adder idle
    logic held;    // an operation went into the hold pool
    logic zero;    // a digit made no addition
    logic stray;   // it was not zero: its pass has no bucket for it
    logic reduce;  // buckets are summed
  } lane_events_t;

  /// What the engine tells of a cycle: how many of each. Those of the lanes are sums over them.
  typedef struct packed {
    logic       active;       // a run is on
    logic [3:0] fill;
    logic [3:0] add;
    logic [3:0] starve;
    logic [3:0] hazard;
    logic [3:0] held;
    logic [3:0] zero;
    logic [3:0] reduce;
    logic       stall;        // a sum was there and the stream was not taken
    logic       pair;         // a scalar was taken
    logic       pass;         // a pass finished
    logic       run;          // a run finished: its last sum left the core
  } engine_events_t;

  // verilator lint_on UNUSEDPARAM

endpackage
