// SPDX-License-Identifier: Apache-2.0
/// Cuts the beats of write requests into bursts as they pass into the write buffer.
///
/// A burst closes at a multiple of MaxBurstBytes, at the end of its request, and after every beat when the
/// address stands still. Only closed bursts are known behind this module, so a write is never started whose
/// data is not all here: requests that end early need no padding, and nobody waits in the middle of a burst.
module fby_dma_wr_cut
  import fby_dma_back_pkg::*;
#(
  parameter int unsigned MaxBurstBytes = fby_regs_pkg::CARD_DMA_READ_BYTES
) (
  input  logic   clk_i,
  input  logic   rst_i,
  /// Where the request of the coming beats begins.
  input  wreq_t  wreq_i,
  /// Its last beat passed.
  output logic   wreq_pop_o,
  input  beat_t  beat_i,
  input  logic   beat_valid_i,
  output logic   beat_ready_o,
  /// To the write buffer.
  output logic   data_valid_o,
  input  logic   data_ready_i,
  /// Closed bursts; beats = 0 only carries last.
  output burst_t burst_o,
  output logic   burst_valid_o,
  input  logic   burst_ready_i
);

  localparam int unsigned Lanes    = fby_axi_pkg::DATA_BYTES;
  localparam int unsigned LaneBits = fby_axi_pkg::LANE_BITS;
  localparam int unsigned AddrBits = fby_axi_pkg::ADDR_BITS;
  localparam logic [BYTES_BITS-1:0] LastBeat = BYTES_BITS'(MaxBurstBytes - Lanes);

  // Within a request: address of its next beat. Within a burst: its address, beats and bytes so far.
  logic                         mid_q;
  logic [AddrBits-LaneBits-1:0] next_q;
  logic [AddrBits-1:0]          start_q;
  logic [BEATS_BITS-1:0]        beats_q;
  logic [BYTES_BITS-1:0]        bytes_q;

  logic                         has_data, at_edge, close, step;
  logic [AddrBits-1:0]          addr;
  logic [LaneBits:0]            n;

  always_comb begin
    has_data = beat_i.hi != '0;
    addr     = mid_q ? {next_q, LaneBits'(0)} : wreq_i.addr;
    n        = has_data ? beat_i.hi - (LaneBits + 1)'(addr[LaneBits-1:0]) : '0;
    at_edge  = has_data && (wreq_i.fixed
               || (addr[BYTES_BITS-1:0] & LastBeat) == LastBeat);
    close    = at_edge || beat_i.last;
  end

  assign step          = beat_valid_i && beat_ready_o;
`ifdef FBY_MUTANT_CUT_WAITS
  assign beat_ready_o  = data_ready_i && (!close || burst_ready_i);
`else
  assign beat_ready_o  = (!has_data || data_ready_i) && (!close || burst_ready_i);
`endif
  assign data_valid_o  = beat_valid_i && has_data && (!close || burst_ready_i);
  assign burst_valid_o = beat_valid_i && close && (!has_data || data_ready_i);
  assign wreq_pop_o    = step && beat_i.last;

  always_comb begin
    burst_o.addr  = beats_q == '0 ? addr : start_q;
    burst_o.bytes = bytes_q + BYTES_BITS'(n);
    burst_o.beats = beats_q + BEATS_BITS'(has_data);
    burst_o.joins = 1'b0;
    burst_o.last  = beat_i.last;
    burst_o.tag   = wreq_i.tag;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      mid_q   <= 1'b0;
      beats_q <= '0;
      bytes_q <= '0;
    end else if (step) begin
      mid_q   <= !beat_i.last && (mid_q || has_data);
      beats_q <= close ? '0 : burst_o.beats;
      bytes_q <= close ? '0 : burst_o.bytes;
    end
    if (step && has_data) begin
      next_q  <= addr[AddrBits-1:LaneBits] + (AddrBits - LaneBits)'(!wreq_i.fixed);
      start_q <= burst_o.addr;
    end
  end

  logic unused;
  assign unused = &{1'b0, beat_i.data, beat_i.strb, beat_i.flushed};

endmodule
