// SPDX-License-Identifier: Apache-2.0
/// AXI4 and AXI-Stream channel payloads of the card: one data width, full-size INCR bursts only.
///
/// Size (64 bytes) and burst type (INCR) are constant on this card and so carry no field; a wrapper
/// that meets a foreign bus ties them there. Valid and ready travel beside the structs.
package fby_axi_pkg;
  // A block uses the part of the bus it needs.
  // verilator lint_off UNUSEDPARAM

  /// Data bus width; 512 bit is the width of an AWS-style PCIM port.
  localparam int unsigned DATA_BITS  = 512;
  localparam int unsigned DATA_BYTES = DATA_BITS / 8;
  /// Width of a byte offset within one beat.
  localparam int unsigned LANE_BITS  = $clog2(DATA_BYTES);
  localparam int unsigned ADDR_BITS  = 64;
  localparam int unsigned ID_BITS    = 8;
  /// No burst may cross a 4 KiB boundary (AXI4 A3.4.1).
  localparam int unsigned PAGE_BYTES = 4096;

  localparam logic [1:0] RESP_OKAY   = 2'b00;
  /// On the host side's R channel: the data came marked as damaged (a poisoned completion). AXI4 keeps this code for
  /// exclusive accesses, of which the card makes none; it stands for RPOISON of AXI5.
  localparam logic [1:0] RESP_POISON = 2'b01;
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
