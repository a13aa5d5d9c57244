// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Writes records, or points or words alone, at their running numbers: a writer for each slice.
module fby_mem_wr
  import fby_mem_pkg::*;
#(
  /// Places for beats of a slice.
  parameter int unsigned          DepthBeats      = 2 * BURST_BEATS,
  /// Bursts of a slice that may be without an answer.
  parameter int unsigned          MaxBursts       = 8,
  /// Address of slice 0, and bytes of a slice; the next slice follows.
  parameter logic [ADDR_BITS-1:0] BaseBytes       = '0,
  parameter logic [ADDR_BITS-1:0] SliceBytes      = '0,
  parameter mem_number_t          CapacityRecords = '0
) (
  input  logic                       clk_i,
  input  logic                       rst_i,
  /// Begin to take records, both running numbers from first_i on; only while idle. Without effect while cancel_i is high.
  input  logic                       start_i,
  input  mem_number_t                first_i,
  /// What is gathered goes out; more may follow.
  input  logic                       flush_i,
  /// The same, and nothing is taken until the next start.
  input  logic                       cancel_i,
  /// All that was taken is written.
  output logic                       idle_o,
  /// More came than fits; until the next start.
  output logic                       range_o,
  /// Slices whose port answered in error; until the next start.
  output logic [SLICES-1:0]          error_o,
  input  mem_in_t                    in_i,
  output logic                       in_ready_o,
  output mem_wr_req_t [SLICES-1:0]   m_req_o,
  input  mem_wr_ready_t [SLICES-1:0] m_req_ready_i,
  input  mem_wr_rsp_t [SLICES-1:0]   m_rsp_i,
  output logic [SLICES-1:0]          m_rsp_ready_o
);

  logic              begins, open_q, take, range_q, point_full, word_full, beyond;
  logic [SLICES-1:0] wants, idle, ready;
  mem_number_t       point, word;

  assign begins = start_i && !cancel_i;

  fby_mem_number #(
    .CapacityRecords(CapacityRecords)
  ) u_point (
    .clk_i, .rst_i,
    .start_i (begins),
    .first_i,
    .place_i (take && in_i.point),
    .number_o(point),
    .full_o  (point_full)
  );

  fby_mem_number #(
    .CapacityRecords(CapacityRecords)
  ) u_word (
    .clk_i, .rst_i,
    .start_i (begins),
    .first_i,
    .place_i (take && in_i.word),
    .number_o(word),
    .full_o  (word_full)
  );

  // What has no place waits for nobody. What meets a start belongs behind it, where the numbers are the new ones.
  always_comb begin
    wants             = {SLICES{in_i.point && !point_full}};
    wants[WORD_SLICE] = in_i.word && !word_full;
  end
  assign beyond     = (in_i.point && point_full) || (in_i.word && word_full);
  assign in_ready_o = open_q && !start_i && (ready | ~wants) == '1;
  assign take       = in_i.valid && in_ready_o;

  for (genvar k = 0; k < int'(SLICES); k++) begin : g_slice
    fby_mem_port_wr #(
      .DepthBeats(DepthBeats),
      .MaxBursts (MaxBursts),
      .BaseBytes (BaseBytes + ADDR_BITS'(k) * SliceBytes)
    ) u_port (
      .clk_i,
      .rst_i,
      .start_i      (begins),
      .flush_i      (flush_i || cancel_i),
      .idle_o       (idle[k]),
      .error_o      (error_o[k]),
      .number_i     (k == int'(WORD_SLICE) ? word : point),
      .data_i       (in_i.record[k]),
      .valid_i      (take && wants[k]),
      .ready_o      (ready[k]),
      .m_req_o      (m_req_o[k]),
      .m_req_ready_i(m_req_ready_i[k]),
      .m_rsp_i      (m_rsp_i[k]),
      .m_rsp_ready_o(m_rsp_ready_o[k])
    );
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      open_q  <= 1'b0;
      range_q <= 1'b0;
    end else begin
      if (cancel_i) open_q <= 1'b0;
      else if (start_i) open_q <= 1'b1;
      if (begins) range_q <= 1'b0;
      else if (take && beyond) range_q <= 1'b1;
    end
  end

  assign range_o = range_q;
  assign idle_o  = &idle;

  `FBY_ASSERT(MemWrPlacesSomething, !in_i.valid || in_i.point || in_i.word)

endmodule
