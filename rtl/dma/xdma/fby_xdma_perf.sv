// SPDX-License-Identifier: Apache-2.0

/// Performance counters of one channel: cycles, data beats, and requests waiting summed over cycles.
///
/// Software sets AUTO and RUN before it starts the engine: the counters then begin from 0 with the run and
/// stand still after the STOP descriptor, so they cover the transfer and nothing else. With RUN alone they
/// count until RUN is cleared.
module fby_xdma_perf
  import fby_xdma_pkg::*;
  import fby_regs_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_i,

  input  xdma_access_t access_i,
  input  logic        sel_i,
  output logic [31:0] rdata_o,

  /// A run begins.
  input  logic        begin_i,
  /// The STOP descriptor was finished.
  input  logic        stopped_i,
  /// A data beat moved.
  input  logic        beat_i,
  /// Requests waiting now.
  input  logic [$clog2(RUN_DEPTH+1)-1:0] waiting_i
);

  localparam int unsigned COUNT_BITS = 32 + XDMA_CHAN_PERF_CYCLES_HI_COUNT_WIDTH;

  typedef logic [COUNT_BITS-1:0] count_t;

  logic   run_q, auto_q, live_q;
  count_t cycles_q, beats_q, waiting_q;
  logic   write_control, clear, counting;

  assign write_control = sel_i && access_i.write && access_i.offset == XDMA_CHAN_PERF_CONTROL_OFFSET;
  assign clear         = (write_control && (access_i.wdata & XDMA_CHAN_PERF_CONTROL_CLEAR_MASK) != '0) ||
                         (run_q && auto_q && begin_i);
  assign counting      = run_q && (!auto_q || live_q);

  // The counter stands still at its end: all ones says that it is no longer right.
  function automatic count_t add(input count_t old, input count_t amount);
    return (old > ~amount) ? '1 : old + amount;
  endfunction

  function automatic logic [31:0] high(input count_t value);
    return 32'(value[COUNT_BITS-1:32]) | (value == '1 ? XDMA_CHAN_PERF_CYCLES_HI_SATURATED_MASK : '0);
  endfunction

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      run_q  <= 1'b0;
      auto_q <= 1'b0;
      live_q <= 1'b0;
    end else begin
      if (write_control) begin
        run_q  <= (access_i.wdata & XDMA_CHAN_PERF_CONTROL_RUN_MASK) != '0;
        auto_q <= (access_i.wdata & XDMA_CHAN_PERF_CONTROL_AUTO_MASK) != '0;
      end
      live_q <= begin_i || (live_q && !stopped_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i || clear) begin
      cycles_q  <= '0;
      beats_q   <= '0;
      waiting_q <= '0;
    end else if (counting) begin
      cycles_q  <= add(cycles_q, COUNT_BITS'(1));
      beats_q   <= add(beats_q, COUNT_BITS'(beat_i));
      waiting_q <= add(waiting_q, COUNT_BITS'(waiting_i));
    end
  end

  always_comb begin
    rdata_o = '0;
    if (sel_i) begin
      unique case (access_i.offset)
        XDMA_CHAN_PERF_CONTROL_OFFSET:    rdata_o = (run_q ? XDMA_CHAN_PERF_CONTROL_RUN_MASK : '0) |
                                                    (auto_q ? XDMA_CHAN_PERF_CONTROL_AUTO_MASK : '0);
        XDMA_CHAN_PERF_CYCLES_LO_OFFSET:  rdata_o = cycles_q[31:0];
        XDMA_CHAN_PERF_CYCLES_HI_OFFSET:  rdata_o = high(cycles_q);
        XDMA_CHAN_PERF_DATA_LO_OFFSET:    rdata_o = beats_q[31:0];
        XDMA_CHAN_PERF_DATA_HI_OFFSET:    rdata_o = high(beats_q);
        XDMA_CHAN_PERF_PENDING_LO_OFFSET: rdata_o = waiting_q[31:0];
        XDMA_CHAN_PERF_PENDING_HI_OFFSET: rdata_o = high(waiting_q);
        default:                          rdata_o = '0;
      endcase
    end
  end

endmodule
