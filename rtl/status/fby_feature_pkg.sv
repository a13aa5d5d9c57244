// SPDX-License-Identifier: Apache-2.0
/// What the header of a feature says that is fixed for a build.
package fby_feature_pkg;

  /// One header; the fields are those of the registers (group feature of the register description). MARK and NEXT follow from
  /// the header's place in the chain.
  typedef struct packed {
    logic [15:0] kind;
    logic [3:0]  class_id;
    logic [15:0] major;
    logic [15:0] minor;
    /// Page: bytes from the beginning of its BAR on, size, number of the BAR.
    logic [31:0] page_offset;
    logic [31:0] page_bytes;
    logic [2:0]  page_bar;
    /// Interrupt lines: number of the first, how many.
    logic [7:0]  line_first;
    logic [7:0]  line_count;
    /// Streams used, a bit each: of H2C channels, of C2H channels, of stream ports.
    logic [3:0]  h2c;
    logic [3:0]  c2h;
    logic [7:0]  ports;
    /// Counters of its own.
    logic [7:0]  events;
  } feature_t;

  /// Streams that a datapath waits for, a bit each; in the order of the fields of STATUS and STREAMS.
  typedef struct packed {
    logic [7:0] ports;
    logic [3:0] c2h;
    logic [3:0] h2c;
  } waits_t;

endpackage
