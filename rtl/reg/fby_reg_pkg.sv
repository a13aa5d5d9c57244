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

endpackage
