// SPDX-License-Identifier: Apache-2.0
/// The register bus inside the card: one 32-bit access at a time, request held until ready.
package fby_reg_pkg;

  /// Request; valid, address and data stay until the response is ready.
  typedef struct packed {
    logic        valid;
    logic        write;
    /// Byte offset within the block, multiple of 4.
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

  /// What the platform says to whatever is plugged into it, and what that says to the platform.
  typedef struct packed {
    /// Level: begin nothing, end what is on a bus, drop the rest, come to rest.
    logic     quiesce;
    reg_req_t regs;
  } plug_req_t;

  typedef struct packed {
    /// Something is under way.
    logic     busy;
    /// One piece of progress, in one cycle.
    logic     moved;
    reg_rsp_t regs;
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

endpackage
