// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Reads a run of records: a reader for each slice, and their beats joined.
module fby_mem_rd
  import fby_mem_pkg::*;
#(
  /// Places for beats of a slice.
  parameter int unsigned          DepthBeats      = 64,
  /// Address of slice 0, and bytes of a slice; the next slice follows.
  parameter logic [ADDR_BITS-1:0] BaseBytes       = '0,
  parameter logic [ADDR_BITS-1:0] SliceBytes      = '0,
  parameter mem_number_t          CapacityRecords = '0
) (
  input  logic                     clk_i,
  input  logic                     rst_i,
  /// Begin to read; only while idle. Without effect while cancel_i is high.
  input  logic                     start_i,
  input  mem_read_t                read_i,
  input  logic                     cancel_i,
  output logic                     idle_o,
  /// What was asked for goes beyond the slices; until the next start.
  output logic                     range_o,
  /// Slices that came in error; until the next start.
  output logic [SLICES-1:0]        error_o,
  output mem_out_t                 out_o,
  input  logic                     out_ready_i,
  output mem_rd_req_t [SLICES-1:0] m_req_o,
  input  logic [SLICES-1:0]        m_req_ready_i,
  input  mem_rd_rsp_t [SLICES-1:0] m_rsp_i,
  output logic [SLICES-1:0]        m_rsp_ready_o
);

  logic              begins, fits, range_q;
  logic [SLICES-1:0] use_q, wanted, idle, valid, ready;
  mem_record_t       data;
  mem_number_t       left_q;

  assign begins = start_i && !cancel_i;
  // One bit more, where the end of the last record may be.
  assign fits   = {1'b0, read_i.first} + {1'b0, read_i.count} <= {1'b0, CapacityRecords};

  always_comb begin
    wanted             = '1;
    wanted[WORD_SLICE] = read_i.words;
  end

  for (genvar k = 0; k < int'(SLICES); k++) begin : g_slice
    fby_mem_port_rd #(
      .DepthBeats(DepthBeats),
      .BaseBytes (BaseBytes + ADDR_BITS'(k) * SliceBytes)
    ) u_port (
      .clk_i,
      .rst_i,
      .start_i      (begins),
      .first_i      (read_i.first),
      .count_i      (fits && wanted[k] ? read_i.count : '0),
      .cancel_i,
      .idle_o       (idle[k]),
      .error_o      (error_o[k]),
      .m_req_o      (m_req_o[k]),
      .m_req_ready_i(m_req_ready_i[k]),
      .m_rsp_i      (m_rsp_i[k]),
      .m_rsp_ready_o(m_rsp_ready_o[k]),
      .data_o       (data[k]),
      .valid_o      (valid[k]),
      .ready_i      (ready[k])
    );
  end

  fby_mem_join u_join (
    .use_i   (use_q),
    .data_i  (data),
    .valid_i (valid),
    .ready_o (ready),
    .record_o(out_o.record),
    .valid_o (out_o.valid),
    .ready_i (out_ready_i)
  );

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      use_q   <= '0;
      range_q <= 1'b0;
    end else if (begins) begin
      use_q   <= wanted;
      range_q <= !fits;
    end
    if (begins) left_q <= read_i.count;
    else if (out_o.valid && out_ready_i) left_q <= left_q - 1'b1;
  end

  assign out_o.last = left_q == mem_number_t'(1);
  assign range_o    = range_q;
  assign idle_o     = &idle;

  `FBY_ASSERT(MemRdGivesNoMore, !out_o.valid || left_q != '0)

endmodule
