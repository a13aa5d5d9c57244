// SPDX-License-Identifier: Apache-2.0

/// A bank of card memory: records of six slices behind six ports, written at running numbers and read in runs.
///
/// Slice k of record n is one beat at BaseBytes + k SliceBytes + n DATA_BYTES, through port k. Reading and writing know nothing of
/// each other: what is to be read has been written when wr_idle_o is high after a flush.
///
///   in  --> writer of each slice --> AW, W, B \
///                                              > port 0 .. 5
///   out <-- join <-- reader of each slice <-- AR, R /
module fby_mem_bank
  import fby_mem_pkg::*;
#(
  /// Places for beats of a slice ahead of whoever reads; two bursts at least.
  parameter int unsigned          ReadBeats  = 64,
  /// Places for beats of a slice that are to be written; two bursts at least.
  parameter int unsigned          WriteBeats = 2 * BURST_BEATS,
  /// Write bursts of a slice that may be without an answer.
  parameter int unsigned          MaxWrites  = 8,
  /// Address of slice 0, and bytes of a slice: multiples of a page.
  parameter logic [ADDR_BITS-1:0] BaseBytes  = '0,
  parameter logic [ADDR_BITS-1:0] SliceBytes = ADDR_BITS'(1) << 29
) (
  input  logic                        clk_i,
  input  logic                        rst_i,

  /// Begin to read; only while rd_idle_o.
  input  logic                        rd_start_i,
  input  mem_read_t                   read_i,
  output logic                        rd_idle_o,
  output mem_out_t                    out_o,
  input  logic                        out_ready_i,

  /// Begin to write, both running numbers from wr_first_i on; only while wr_idle_o.
  input  logic                        wr_start_i,
  input  mem_number_t                 wr_first_i,
  input  mem_in_t                     in_i,
  output logic                        in_ready_o,
  /// What is gathered goes out, a record taken in this cycle with it; more may follow at the running numbers.
  input  logic                        wr_flush_i,
  output logic                        wr_idle_o,

  /// Pulse or level. Reading: no record is offered from the next cycle on, and what is under way is dropped. Writing: what was taken
  /// is written, and nothing more is taken. Both idles follow; while it is high, nothing starts.
  input  logic                        cancel_i,
  output mem_error_t                  error_o,

  output mem_req_t [SLICES-1:0]       m_req_o,
  input  mem_req_ready_t [SLICES-1:0] m_req_ready_i,
  input  mem_rsp_t [SLICES-1:0]       m_rsp_i,
  output mem_rsp_ready_t [SLICES-1:0] m_rsp_ready_o
);

  localparam logic [63:0] LimitBytes      = 64'(BaseBytes) + 64'(SLICES) * 64'(SliceBytes);
  localparam mem_number_t CapacityRecords = mem_number_t'(SliceBytes >> LANE_BITS);

  if (SliceBytes == '0 || 64'(SliceBytes) % 64'(PAGE_BYTES) != '0 || 64'(BaseBytes) % 64'(PAGE_BYTES) != '0)
  begin : gen_bad_slice
    $error("fby_mem_bank: SliceBytes and BaseBytes must be multiples of a page, SliceBytes of one at least");
  end
  if (LimitBytes > 64'd1 << ADDR_BITS) begin : gen_bad_end
    $error("fby_mem_bank: six slices of SliceBytes from BaseBytes on must end within the address space of a port");
  end

  mem_rd_req_t   [SLICES-1:0] rd_req;
  mem_rd_rsp_t   [SLICES-1:0] rd_rsp;
  mem_wr_req_t   [SLICES-1:0] wr_req;
  mem_wr_rsp_t   [SLICES-1:0] wr_rsp;
  mem_wr_ready_t [SLICES-1:0] wr_req_ready;
  logic          [SLICES-1:0] rd_req_ready, rd_rsp_ready, wr_rsp_ready;

  for (genvar k = 0; k < int'(SLICES); k++) begin : g_port
    assign m_req_o[k]       = '{rd: rd_req[k], wr: wr_req[k]};
    assign rd_req_ready[k]  = m_req_ready_i[k].rd;
    assign wr_req_ready[k]  = m_req_ready_i[k].wr;
    assign rd_rsp[k]        = m_rsp_i[k].rd;
    assign wr_rsp[k]        = m_rsp_i[k].wr;
    assign m_rsp_ready_o[k] = '{rd: rd_rsp_ready[k], wr: wr_rsp_ready[k]};
  end

  fby_mem_rd #(
    .DepthBeats(ReadBeats), .BaseBytes(BaseBytes), .SliceBytes(SliceBytes), .CapacityRecords(CapacityRecords)
  ) u_rd (
    .clk_i, .rst_i, .cancel_i,
    .start_i(rd_start_i), .read_i, .idle_o(rd_idle_o), .range_o(error_o.rd_range), .error_o(error_o.rd),
    .out_o, .out_ready_i,
    .m_req_o(rd_req), .m_req_ready_i(rd_req_ready), .m_rsp_i(rd_rsp), .m_rsp_ready_o(rd_rsp_ready)
  );

  fby_mem_wr #(
    .DepthBeats(WriteBeats), .MaxBursts(MaxWrites),
    .BaseBytes(BaseBytes), .SliceBytes(SliceBytes), .CapacityRecords(CapacityRecords)
  ) u_wr (
    .clk_i, .rst_i, .cancel_i,
    .start_i(wr_start_i), .first_i(wr_first_i), .flush_i(wr_flush_i),
    .idle_o(wr_idle_o), .range_o(error_o.wr_range), .error_o(error_o.wr),
    .in_i, .in_ready_o,
    .m_req_o(wr_req), .m_req_ready_i(wr_req_ready), .m_rsp_i(wr_rsp), .m_rsp_ready_o(wr_rsp_ready)
  );

endmodule
