// SPDX-License-Identifier: Apache-2.0
/// AXI4 and AXI-Stream channel payloads of the card: one data width, full-size INCR bursts only.
///
/// Size (64 bytes) and burst type (INCR) are constant on this card and so carry no field; a wrapper
/// that meets a foreign bus ties them there.
///
/// A port of a module is one bundle of requests and one of responses, with valid inside, and beside each the readies that
/// go the other way:
///
///   master  --- req (ar, aw, w) --->  slave        axi_req_t     whole port; axi_rd_req_t, axi_wr_req_t halves of it
///           <-- req_ready ----------               axi_req_ready_t; a read half has a single bit, axi_wr_ready_t the other
///           <-- rsp (r, b) ---------               axi_rsp_t; axi_rd_rsp_t, axi_wr_rsp_t
///           --- rsp_ready --------->               axi_rsp_ready_t; each half has a single bit
///
/// Readies travel apart because a ready may depend on a valid that comes with it, but no valid ever depends on a ready: in one
/// bundle the two would look like a loop. The response half of a port that nobody answers, or nobody asks, is all zero.
package fby_axi_pkg;
  // A block uses the part of the bus it needs.
  // verilator lint_off UNUSEDPARAM

`ifdef FBY_AXI_NARROW
  /// Proofs of blocks that treat all byte lanes alike: two lanes, which a solver can follow bit by bit.
  localparam int unsigned DATA_BITS  = 16;
`elsif FBY_AXI_WORDS
  /// The same for blocks that see words: two of them.
  localparam int unsigned DATA_BITS  = 64;
`else
  /// Data bus width; 512 bit is the width of an AWS-style PCIM port.
  localparam int unsigned DATA_BITS  = 512;
`endif
  localparam int unsigned DATA_BYTES = DATA_BITS / 8;
  /// Width of a byte offset within one beat.
  localparam int unsigned LANE_BITS  = $clog2(DATA_BYTES);
  localparam int unsigned ADDR_BITS  = 64;
  localparam int unsigned ID_BITS    = 8;
  /// Width of a purpose and of the number of a front end.
  localparam int unsigned PURPOSE_BITS = 2;
  localparam int unsigned SOURCE_BITS  = 3;
  /// No burst may cross a 4 KiB boundary (AXI4 A3.4.1).
  localparam int unsigned PAGE_BYTES = 4096;
  localparam int unsigned PAGE_BITS  = $clog2(PAGE_BYTES);

  localparam logic [1:0] RESP_OKAY   = 2'b00;
  /// On the host side's R channel: the data came marked as damaged (a poisoned completion). AXI4 keeps this code for
  /// exclusive accesses, of which the card makes none; it stands for RPOISON of AXI5.
  localparam logic [1:0] RESP_POISON = 2'b01;
  localparam logic [1:0] RESP_SLVERR = 2'b10;
  localparam logic [1:0] RESP_DECERR = 2'b11;

  /// On whose behalf an access is made, and what for; travels with it to the host, so that nobody guesses it from an id.
  typedef struct packed {
    /// One of card_purpose_e in regs/ (fby_regs_pkg::CARD_PURPOSE_*); 0 is the data of a transfer.
    logic [PURPOSE_BITS-1:0] purpose;
    /// Number of the front end that asked; 0 where only one could have.
    logic [SOURCE_BITS-1:0]  source;
  } axi_who_t;

  /// Read or write address channel.
  typedef struct packed {
    logic [ID_BITS-1:0]   id;
    /// Address of the first byte wanted; may be unaligned within the first beat.
    logic [ADDR_BITS-1:0] addr;
    /// Number of beats less one.
    logic [7:0]           len;
    /// AxUSER: exact number of bytes wanted from addr on (1 to 4096). It stands for PCIe's first and
    /// last byte enables, so that whoever checks a mapping knows which bytes are really touched.
    logic [12:0]          bytes;
    /// AxUSER as well.
    axi_who_t             who;
  } axi_ax_t;

  /// Whether a burst from this offset in its page of 4 KiB on stays in the page, as every legal one does.
  function automatic logic in_one_page(logic [PAGE_BITS-1:0] offset, logic [7:0] len);
    return 32'(offset >> LANE_BITS) + 32'(len) < PAGE_BYTES / DATA_BYTES;
  endfunction

  /// Question ahead of a write burst: is there room for all of its beats where it goes?
  typedef struct packed {
    /// There is such a burst; stands until it is taken or withdrawn for a cycle at least.
    logic                 valid;
    /// The room that was promised is used: the burst goes out.
    logic                 take;
    logic [ADDR_BITS-1:0] addr;
    /// Number of beats less one.
    logic [7:0]           len;
  } axi_ask_t;

  // In every bundle data comes last: at bit 0, a simulation copies it by words and shifts nothing.
  typedef struct packed {
    logic                  last;
    logic [DATA_BYTES-1:0] strb;
    logic [DATA_BITS-1:0]  data;
  } axi_w_t;

  typedef struct packed {
    logic [ID_BITS-1:0] id;
    logic [1:0]         resp;
  } axi_b_t;

  typedef struct packed {
    logic [ID_BITS-1:0]   id;
    logic [1:0]           resp;
    logic                 last;
    logic [DATA_BITS-1:0] data;
  } axi_r_t;

  /// Bits of a number of samples that were lost.
  localparam int unsigned LOST_BITS = 48;

  /// What a stream of samples says beside its data; all zero on a stream that has nothing to say.
  typedef struct packed {
    /// Time of the first sample of the beat, as its source counts it.
    logic [63:0]          stamp;
    /// With the first beat of a packet: samples lost between the packet before it and this one. 0 with the others.
    logic [LOST_BITS-1:0] lost;
    /// With the last beat of a packet: a burst ends with it; it does because samples are lost from here on.
    logic                 eob;
    logic                 cut;
  } axis_note_t;

  /// AXI-Stream beat. keep is all ones except on the last beat of a packet.
  typedef struct packed {
    axis_note_t            note;
    logic                  last;
    logic [DATA_BYTES-1:0] keep;
    logic [DATA_BITS-1:0]  data;
  } axis_t;

  /// Stream with its valid; ready goes the other way beside it.
  typedef struct packed {
    logic  valid;
    axis_t beat;
  } axis_req_t;

  /// Reads of a port: requests, and responses.
  typedef struct packed {
    logic    ar_valid;
    axi_ax_t ar;
  } axi_rd_req_t;

  typedef struct packed {
    logic   r_valid;
    axi_r_t r;
  } axi_rd_rsp_t;

  /// Writes of a port: requests with their readies, and responses.
  typedef struct packed {
    logic    aw_valid;
    axi_ax_t aw;
    logic    w_valid;
    axi_w_t  w;
  } axi_wr_req_t;

  typedef struct packed {
    logic aw;
    logic w;
  } axi_wr_ready_t;

  typedef struct packed {
    logic   b_valid;
    axi_b_t b;
  } axi_wr_rsp_t;

  /// A whole port.
  typedef struct packed {
    axi_rd_req_t rd;
    axi_wr_req_t wr;
  } axi_req_t;

  typedef struct packed {
    logic          rd;
    axi_wr_ready_t wr;
  } axi_req_ready_t;

  typedef struct packed {
    axi_wr_rsp_t wr;
    axi_rd_rsp_t rd;
  } axi_rsp_t;

  typedef struct packed {
    logic rd;
    logic wr;
  } axi_rsp_ready_t;

  // verilator lint_on UNUSEDPARAM

endpackage
