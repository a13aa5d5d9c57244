// SPDX-License-Identifier: Apache-2.0
/// Stand-in for the card's AXI package in proofs of the stream window: the same channels with beats of two bytes
/// instead of 64. The window treats all byte lanes alike; with two of them a solver follows every bit.
package fby_axi_pkg;
  // A block uses the part of the bus it needs.
  // verilator lint_off UNUSEDPARAM

  localparam int unsigned DATA_BITS  = 16;
  localparam int unsigned DATA_BYTES = DATA_BITS / 8;
  /// Width of a byte offset within one beat.
  localparam int unsigned LANE_BITS  = $clog2(DATA_BYTES);
  localparam int unsigned ADDR_BITS  = 64;
  localparam int unsigned ID_BITS    = 8;
  /// No burst may cross a 4 KiB boundary (AXI4 A3.4.1).
  localparam int unsigned PAGE_BYTES = 4096;

  localparam logic [1:0] RESP_OKAY   = 2'b00;
  localparam logic [1:0] RESP_SLVERR = 2'b10;
  localparam logic [1:0] RESP_DECERR = 2'b11;

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
  } axi_ax_t;

  /// Question ahead of a write burst: is there room for all of its beats where it goes?
  typedef struct packed {
    logic [ADDR_BITS-1:0] addr;
    /// Number of beats less one.
    logic [7:0]           len;
  } axi_ask_t;

  typedef struct packed {
    logic [DATA_BITS-1:0]  data;
    logic [DATA_BYTES-1:0] strb;
    logic                  last;
  } axi_w_t;

  typedef struct packed {
    logic [ID_BITS-1:0] id;
    logic [1:0]         resp;
  } axi_b_t;

  typedef struct packed {
    logic [ID_BITS-1:0]   id;
    logic [DATA_BITS-1:0] data;
    logic [1:0]           resp;
    logic                 last;
  } axi_r_t;

  /// AXI-Stream beat. keep is all ones except on the last beat of a packet.
  typedef struct packed {
    logic [DATA_BITS-1:0]  data;
    logic [DATA_BYTES-1:0] keep;
    logic                  last;
  } axis_t;

  // verilator lint_on UNUSEDPARAM

endpackage
