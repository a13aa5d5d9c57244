// SPDX-License-Identifier: Apache-2.0
/// The chain of features: one header each, in the order of the table, linked by NEXT.
///
///   Table ----> words that are fixed for a build --\
///   busy_i, waits_i, moved_i --> STATUS, PROGRESS --+--> pick by address --> answer in the same cycle
///   CONTROL.QUIESCE --> quiesce_o -----------------/
///
/// CONTROL is the only word that can be written. A header beyond the last one, a gap within a header and a write anywhere else
/// are errors and change nothing.
module fby_features
  import fby_feature_pkg::*;
#(
  /// Headers; at most as many as the register description has room for.
  parameter int unsigned                NumFeatures = 1,
  /// What they say; element 0 is the head of the chain.
  parameter feature_t [NumFeatures-1:0] Table       = '0
) (
  input  logic                   clk_i,
  input  logic                   rst_i,
  /// Register bus; addr is the offset from the first header. Valid for one cycle per access, answered in that cycle.
  input  fby_reg_pkg::reg_req_t  reg_i,
  output fby_reg_pkg::reg_rsp_t  reg_o,
  /// Level, a bit for each feature: begin nothing, come to rest.
  output logic [NumFeatures-1:0] quiesce_o,
  /// It has something under way.
  input  logic [NumFeatures-1:0] busy_i,
  /// Streams that it waits for.
  input  waits_t [NumFeatures-1:0] waits_i,
  /// One-cycle pulse: it has got on by a step.
  input  logic [NumFeatures-1:0] moved_i
);
  import fby_regs_pkg::*;

  if (NumFeatures < 1 || NumFeatures > USER_FEATURE_COUNT) begin : gen_bad_number
    $error("fby_features: NumFeatures must be 1 to the number of headers in the register description");
  end

  localparam int unsigned HeaderBits = $clog2(USER_FEATURE_STRIDE);
  localparam int unsigned NextBits   = 32;
  typedef logic [NextBits-1:0] word_t;

  logic [NumFeatures-1:0]       quiesce_q;
  logic [NumFeatures-1:0][31:0] progress_q;

  // Which header, and what of it.
  logic [15:0]            word;
  logic [15-HeaderBits:0] number;
  logic [NumFeatures-1:0] selected;
  feature_t               header;
  waits_t                 waits;
  logic                   quiesce, busy, last;
  word_t                  progress;

  assign word   = 16'(reg_i.addr[HeaderBits-1:0]);
  assign number = reg_i.addr[15:HeaderBits];

  always_comb begin
    header   = '0;
    quiesce  = 1'b0;
    busy     = 1'b0;
    waits    = '0;
    progress = '0;
    for (int unsigned n = 0; n < NumFeatures; n++) begin
      selected[n] = 32'(number) == n;
      if (selected[n]) begin
        header   = Table[n];
        quiesce  = quiesce_q[n];
        busy     = busy_i[n];
        waits    = waits_i[n];
        progress = progress_q[n];
      end
    end
    last = selected[NumFeatures-1];
  end

  /// Where the header after this one is, from the beginning of the user registers on.
  word_t next;
  assign next = last ? '0 : word_t'(USER_FEATURE_BASE) + (word_t'(number) + 32'd1) * word_t'(USER_FEATURE_STRIDE);

  logic  known, writable;
  word_t value;
  always_comb begin
    known    = selected != '0;
    writable = 1'b0;
    value    = '0;
    unique case (word)
      USER_FEATURE_ID_OFFSET:          value = USER_FEATURE_ID_RESET
                                             | word_t'(header.kind)     << USER_FEATURE_ID_KIND_LSB
                                             | word_t'(header.class_id) << USER_FEATURE_ID_CLASS_LSB;
      USER_FEATURE_VERSION_OFFSET:     value = word_t'(header.major) << USER_FEATURE_VERSION_MAJOR_LSB
                                             | word_t'(header.minor) << USER_FEATURE_VERSION_MINOR_LSB;
      USER_FEATURE_PAGE_OFFSET_OFFSET: value = header.page_offset;
      USER_FEATURE_PAGE_BYTES_OFFSET:  value = header.page_bytes;
      USER_FEATURE_PAGE_BAR_OFFSET:    value = word_t'(header.page_bar);
      USER_FEATURE_NEXT_OFFSET:        value = next;
      USER_FEATURE_LINES_OFFSET:       value = word_t'(header.line_first) << USER_FEATURE_LINES_FIRST_LSB
                                             | word_t'(header.line_count) << USER_FEATURE_LINES_COUNT_LSB;
      USER_FEATURE_STREAMS_OFFSET:     value = word_t'(header.h2c)   << USER_FEATURE_STREAMS_H2C_LSB
                                             | word_t'(header.c2h)   << USER_FEATURE_STREAMS_C2H_LSB
                                             | word_t'(header.ports) << USER_FEATURE_STREAMS_PORTS_LSB;
      USER_FEATURE_EVENTS_OFFSET:      value = word_t'(header.events);
      USER_FEATURE_CONTROL_OFFSET: begin
        writable = 1'b1;
        value    = word_t'(quiesce) << USER_FEATURE_CONTROL_QUIESCE_LSB;
      end
      USER_FEATURE_STATUS_OFFSET:      value = word_t'(busy)        << USER_FEATURE_STATUS_BUSY_LSB
                                             | word_t'(waits.h2c)   << USER_FEATURE_STATUS_WAITS_H2C_LSB
                                             | word_t'(waits.c2h)   << USER_FEATURE_STATUS_WAITS_C2H_LSB
                                             | word_t'(waits.ports) << USER_FEATURE_STATUS_WAITS_PORTS_LSB;
      USER_FEATURE_PROGRESS_OFFSET:    value = progress;
      default:                         known = 1'b0;
    endcase
  end

  logic wrong;
  assign wrong = !known || (reg_i.write && !writable);

  always_ff @(posedge clk_i) begin
    for (int unsigned n = 0; n < NumFeatures; n++) begin
      if (moved_i[n]) progress_q[n] <= progress_q[n] + 32'd1;
      if (reg_i.valid && reg_i.write && !wrong && selected[n]) begin
        quiesce_q[n] <= reg_i.wdata[USER_FEATURE_CONTROL_QUIESCE_LSB];
      end
    end
    if (rst_i) begin
      quiesce_q  <= '0;
      progress_q <= '0;
    end
  end

  assign reg_o     = '{ready: reg_i.valid, error: wrong, rdata: wrong ? '0 : value};
  assign quiesce_o = quiesce_q;

  // Other bits of a written word belong to no field.
  logic unused;
  assign unused = &{1'b0, reg_i.wdata};

endmodule
