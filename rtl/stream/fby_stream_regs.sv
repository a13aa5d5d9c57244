// SPDX-License-Identifier: Apache-2.0
/// Registers of the stream ports (USER_STREAM of the register description): flush, depth, occupancy and
/// high-water mark of each.
///
/// An access takes two cycles: in the first the value is picked and a read has its side effect, in the
/// second the answer is ready.
module fby_stream_regs #(
  /// Stream ports; one register page each.
  parameter int unsigned NumPorts     = 2,
  /// What DEPTH reads: the size of every stream port's FIFO.
  parameter int unsigned DepthEntries = 1024
) (
  input  logic                                            clk_i,
  input  logic                                            rst_i,
  /// Register bus; addr is the offset from the first stream port's page.
  input  fby_reg_pkg::reg_req_t                           reg_i,
  output fby_reg_pkg::reg_rsp_t                           reg_o,
  /// Entries in each stream port's FIFO.
  input  logic [NumPorts-1:0][$clog2(DepthEntries+1)-1:0] level_i,
  /// A burst waits for room in it.
  input  logic [NumPorts-1:0]                             waits_i,
  /// Bytes that wait in front of it for the rest of their entry.
  input  logic [NumPorts-1:0][fby_axi_pkg::LANE_BITS-1:0] held_i,
  /// Flush level of each stream port.
  output logic [NumPorts-1:0]                             flush_o
);

  import fby_regs_pkg::*;

  if (NumPorts < 1 || NumPorts > USER_STREAM_COUNT) begin : gen_bad_stream_ports
    $error("fby_stream_regs: NumPorts must be 1 to the count in the register description");
  end
  if (DepthEntries >= 2 ** USER_STREAM_DEPTH_ENTRIES_WIDTH) begin : gen_bad_depth
    $error("fby_stream_regs: DepthEntries does not fit the DEPTH register");
  end

  localparam int unsigned LevelBits = $clog2(DepthEntries + 1);
  localparam int unsigned PageBits  = $clog2(USER_STREAM_STRIDE);

  logic [NumPorts-1:0]                flush_q;
  logic [NumPorts-1:0][LevelBits-1:0] high_q;
  logic                                 done_q, error_q;
  logic [31:0]                          rdata_q;

  logic                   first;
  logic [15:0]          offset;
  logic [15-PageBits:0] page;
  logic [NumPorts-1:0]  selected, clear_high;
  logic                   known, writable;
  logic [31:0]            value;
  logic [LevelBits-1:0]   level, high;
  logic [fby_axi_pkg::LANE_BITS-1:0] held;
  logic                   flush, waits;

  assign first  = reg_i.valid && !done_q;
  assign page   = reg_i.addr[15:PageBits];
  assign offset = 16'(reg_i.addr[PageBits-1:0]);

  always_comb begin
    level = '0;
    high  = '0;
    flush = 1'b0;
    waits = 1'b0;
    held  = '0;
    for (int unsigned n = 0; n < NumPorts; n++) begin
      selected[n] = 32'(page) == n;
      if (selected[n]) begin
        level = level_i[n];
        high  = high_q[n];
        flush = flush_q[n];
        waits = waits_i[n];
        held  = held_i[n];
      end
    end
  end

  always_comb begin
    known    = selected != '0;
    writable = 1'b0;
    value    = '0;
    unique case (offset)
      USER_STREAM_CONTROL_OFFSET: begin
        writable = 1'b1;
        value    = 32'(flush) << USER_STREAM_CONTROL_FLUSH_LSB;
      end
      USER_STREAM_DEPTH_OFFSET:      value = 32'(DepthEntries) << USER_STREAM_DEPTH_ENTRIES_LSB;
      USER_STREAM_OCCUPANCY_OFFSET:  value = 32'(level) << USER_STREAM_OCCUPANCY_ENTRIES_LSB
                                           | 32'(waits) << USER_STREAM_OCCUPANCY_WAITS_LSB;
      USER_STREAM_BEGUN_OFFSET:      value = 32'(held) << USER_STREAM_BEGUN_BYTES_LSB;
      USER_STREAM_HIGH_WATER_OFFSET,
      USER_STREAM_HIGH_WATER_CLEAR_OFFSET:
                                     value = 32'(high) << USER_STREAM_HIGH_WATER_ENTRIES_LSB;
      default:                       known = 1'b0;
    endcase
  end

  assign clear_high =
      (first && !reg_i.write && offset == USER_STREAM_HIGH_WATER_CLEAR_OFFSET) ? selected : '0;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      flush_q <= '0;
      high_q  <= '0;
    end else begin
      for (int unsigned n = 0; n < NumPorts; n++) begin
        if (first && reg_i.write && known && writable && selected[n]) begin
          flush_q[n] <= reg_i.wdata[USER_STREAM_CONTROL_FLUSH_LSB];
        end
        if (clear_high[n] || level_i[n] > high_q[n]) high_q[n] <= level_i[n];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      done_q  <= 1'b0;
      error_q <= 1'b0;
      rdata_q <= '0;
    end else begin
      done_q  <= first;
      error_q <= !known || (reg_i.write && !writable);
      rdata_q <= (known && !reg_i.write) ? value : '0;
    end
  end

  // Other bits of a written word belong to no field.
  logic unused;
  assign unused = &{1'b0, reg_i.wdata[31:1]};

  assign reg_o   = '{ready: done_q, error: error_q, rdata: rdata_q};
  assign flush_o = flush_q;

endmodule
