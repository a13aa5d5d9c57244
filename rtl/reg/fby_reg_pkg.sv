// SPDX-License-Identifier: Apache-2.0
/// The register bus inside the card, and what becomes of accesses through a BAR.
///
/// Words go one 32-bit access at a time, the request held until it is answered or given up. A page that wants to see stores
/// whole, as doorbells do, gets each that is no word as one line with its strobes, in order with its words.
package fby_reg_pkg;

  import fby_axi_pkg::DATA_BITS;
  import fby_axi_pkg::DATA_BYTES;

  // A block uses the part of the bus it needs.
  // verilator lint_off UNUSEDPARAM

  /// Request; valid, address and data stay until the response is ready, or the page is given up.
  typedef struct packed {
    logic        valid;
    logic        write;
    /// Byte offset within the page, multiple of 4.
    logic [15:0] addr;
    logic [31:0] wdata;
  } reg_req_t;

  /// Response in the cycle in which ready is high; a block that does not know the address answers 0
  /// with error set, so that the status block can count it.
  typedef struct packed {
    logic        ready;
    logic        error;
    logic [31:0] rdata;
  } reg_rsp_t;

  /// A store as the host made it, of any shape but those of words: at most one aligned line, and at least one byte of it. Stays like a request.
  typedef struct packed {
    logic                  valid;
    /// Byte offset of the line within the page.
    logic [15:0]           addr;
    logic [DATA_BYTES-1:0] strb;
    logic [DATA_BITS-1:0]  data;
  } reg_store_t;

  /// Answer to a store, as that to a word.
  typedef struct packed {
    logic ready;
    logic error;
  } reg_store_rsp_t;

  /// Bits of an offset in a window for programs, of which the upper one is the larger, and those of them above a page's.
  localparam int unsigned WINDOW_BITS = fby_regs_pkg::CARD_UPPER_WINDOW_BITS;
  localparam int unsigned HIGH_BITS   = WINDOW_BITS - 16;
  typedef logic [HIGH_BITS-1:0] high_t;

  /// An access to a window: as to a page, and the bits of its offset above that, which stay as long.
  typedef struct packed {
    /// It is the upper half of the aperture.
    logic       upper;
    high_t      high;
    reg_req_t   word;
    reg_store_t store;
  } window_req_t;

  typedef struct packed {
    reg_rsp_t       word;
    reg_store_rsp_t store;
  } window_rsp_t;

  /// What the platform says to whatever is plugged into it, and what that says to the platform.
  typedef struct packed {
    /// Only for the front end that has the window.
    window_req_t window;
    /// Level: begin nothing, end what is on a bus, drop the rest, come to rest.
    logic       quiesce;
    reg_req_t   regs;
    /// Only where its line of the card table asks for them.
    reg_store_t store;
  } plug_req_t;

  typedef struct packed {
    window_rsp_t    window;
    /// Something is under way.
    logic           busy;
    /// One piece of progress, in one cycle.
    logic           moved;
    reg_rsp_t       regs;
    reg_store_rsp_t stored;
  } plug_rsp_t;

  /// One access to a register of a block, in exactly one cycle. Reading has an effect on few registers only, which get a
  /// strobe beside this.
  typedef struct packed {
    /// Write strobe.
    logic        write;
    /// Byte offset within the block's page, multiple of 4.
    logic [15:0] offset;
    logic [31:0] wdata;
  } reg_access_t;

  /// New value of a register that has a plain, a write-1-to-set and a write-1-to-clear address.
  function automatic logic [31:0] twin_write(input reg_access_t acc, input logic sel, input logic [31:0] old,
                                             input logic [15:0] plain, input logic [15:0] set,
                                             input logic [15:0] clear, input logic [31:0] mask);
    logic [31:0] value;
    value = old;
    if (sel && acc.write) begin
      if (acc.offset == plain) value = acc.wdata;
      if (acc.offset == set)   value = old | acc.wdata;
      if (acc.offset == clear) value = old & ~acc.wdata;
    end
    return value & mask;
  endfunction

  /// One access through a BAR that has ended: one-cycle pulses, the error with that of its kind.
  typedef struct packed {
    logic        read;
    logic        write;
    logic        error;
    /// With it, a page of registers was given up.
    logic        dead;
    /// Address of the access that the pulses speak of.
    logic [63:0] addr;
  } bar_access_t;

  // verilator lint_on UNUSEDPARAM

endpackage
