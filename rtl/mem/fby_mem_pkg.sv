// SPDX-License-Identifier: Apache-2.0
/// Card memory: its ports, and the records that lie in it.
///
/// A port is one AXI3 port of 256 bit, as HBM has them: whole beats only, so there are no strobes; size, burst type (INCR) and the
/// number of a write (WID) are constant and carry no field; a wrapper ties them. A port is made of the bundles that `fby_axi_pkg`
/// describes, valids inside, readies apart.
package fby_mem_pkg;
  // A block uses the part of the bus it needs.
  // verilator lint_off UNUSEDPARAM

`ifdef FBY_MEM_NARROW
  /// Proofs: a beat of one byte is as good as one of 32, and four make a burst.
  localparam int unsigned DATA_BITS   = 8;
  localparam int unsigned ADDR_BITS   = 8;
  localparam int unsigned BURST_BEATS = 4;
`else
  localparam int unsigned DATA_BITS   = 256;
  /// 16 GiB, all that two stacks have.
  localparam int unsigned ADDR_BITS   = 34;
  /// The longest burst of AXI3.
  localparam int unsigned BURST_BEATS = 16;
`endif
  localparam int unsigned ID_BITS    = 6;
  localparam int unsigned LEN_BITS   = $clog2(BURST_BEATS);
  localparam int unsigned DATA_BYTES = DATA_BITS / 8;
  /// Bits of an offset within a beat.
  localparam int unsigned LANE_BITS   = $clog2(DATA_BYTES);
  /// A burst lies in one block of so many bytes, which lies in one page of 4 KiB (AXI3 4.1).
  localparam int unsigned BURST_BYTES = BURST_BEATS * DATA_BYTES;
  localparam int unsigned PAGE_BYTES  = 4096;
  /// The one id that is used: answers of a port come in the order of its requests.
  localparam logic [ID_BITS-1:0] PORT_ID = '0;

  /// Slices of a record, one beat in each; the last is the word, those before it are the point.
  localparam int unsigned SLICES     = 6;
  localparam int unsigned WORD_SLICE = SLICES - 1;
  /// Bits of a record number, and of a number of records.
  localparam int unsigned RECORD_BITS = ADDR_BITS - LANE_BITS;
  /// Bits of a number of beats of one burst.
  localparam int unsigned BEATS_BITS  = LEN_BITS + 1;

  typedef logic [RECORD_BITS-1:0] mem_number_t;
  /// Slice k is element k.
  typedef logic [SLICES-1:0][DATA_BITS-1:0] mem_record_t;

  /// Read or write address channel.
  typedef struct packed {
    logic [ID_BITS-1:0]   id;
    logic [ADDR_BITS-1:0] addr;
    /// Number of beats less one.
    logic [LEN_BITS-1:0]  len;
  } mem_ax_t;

  // In every bundle data comes last: at bit 0, a simulation copies it by words and shifts nothing.
  typedef struct packed {
    logic                 last;
    logic [DATA_BITS-1:0] data;
  } mem_w_t;

  typedef struct packed {
    logic [ID_BITS-1:0] id;
    logic [1:0]         resp;
  } mem_b_t;

  typedef struct packed {
    logic [ID_BITS-1:0]   id;
    logic [1:0]           resp;
    logic                 last;
    logic [DATA_BITS-1:0] data;
  } mem_r_t;

  localparam logic [1:0] RESP_OKAY   = 2'b00;
  localparam logic [1:0] RESP_SLVERR = 2'b10;
  localparam logic [1:0] RESP_DECERR = 2'b11;

  function automatic logic is_error(input logic [1:0] resp);
    return resp == RESP_SLVERR || resp == RESP_DECERR;
  endfunction

  /// Reads of a port: requests, and responses.
  typedef struct packed {
    logic    ar_valid;
    mem_ax_t ar;
  } mem_rd_req_t;

  typedef struct packed {
    logic   r_valid;
    mem_r_t r;
  } mem_rd_rsp_t;

  /// Writes of a port: requests with their readies, and responses.
  typedef struct packed {
    logic    aw_valid;
    mem_ax_t aw;
    logic    w_valid;
    mem_w_t  w;
  } mem_wr_req_t;

  typedef struct packed {
    logic aw;
    logic w;
  } mem_wr_ready_t;

  typedef struct packed {
    logic   b_valid;
    mem_b_t b;
  } mem_wr_rsp_t;

  /// A whole port.
  typedef struct packed {
    mem_rd_req_t rd;
    mem_wr_req_t wr;
  } mem_req_t;

  typedef struct packed {
    logic          rd;
    mem_wr_ready_t wr;
  } mem_req_ready_t;

  typedef struct packed {
    mem_wr_rsp_t wr;
    mem_rd_rsp_t rd;
  } mem_rsp_t;

  typedef struct packed {
    logic rd;
    logic wr;
  } mem_rsp_ready_t;

  /// A port as the socket of a datapath has it: what goes to the memory, and what comes from it.
  typedef struct packed {
    mem_rsp_ready_t rsp_ready;
    mem_req_t       req;
  } mem_to_t;

  typedef struct packed {
    mem_req_ready_t req_ready;
    mem_rsp_t       rsp;
  } mem_from_t;

  /// What is to be read: so many records from one on, with their words or the points alone.
  typedef struct packed {
    mem_number_t first;
    mem_number_t count;
    logic        words;
  } mem_read_t;

  /// A record that was read. Without words its last slice is zero.
  typedef struct packed {
    logic        valid;
    /// The last one of what was asked for.
    logic        last;
    mem_record_t record;
  } mem_out_t;

  /// What is to be written at the running numbers: the point, the word, or both.
  typedef struct packed {
    logic        valid;
    logic        point;
    logic        word;
    mem_record_t record;
  } mem_in_t;

  /// What went wrong with the reads since they were last started, or with the writes. All zero: nothing.
  typedef struct packed {
    /// More was asked for than the slices hold: nothing of it was read.
    logic              rd_range;
    /// More was brought than the slices hold: what was beyond was dropped.
    logic              wr_range;
    /// Slices whose port answered in error.
    logic [SLICES-1:0] rd;
    logic [SLICES-1:0] wr;
  } mem_error_t;

  // verilator lint_on UNUSEDPARAM

endpackage
