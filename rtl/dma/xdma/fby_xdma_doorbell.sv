// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Doorbell of one channel: collects a line, and begins a run of the one descriptor in it.
///
///   words 0 .. 15 in order --\
///                             +-> whole, channel at rest, format --> ring --> the run begins --> desc
///   store of 64 bytes -------/                        \-----------> refused, and why
///
/// The descriptor that waits for its run, or for the mover, stays as it is: what comes by then is refused.
module fby_xdma_doorbell
  import fby_xdma_pkg::*;
  import fby_regs_pkg::*;
#(
  /// 1: card to host.
  parameter bit          C2h     = 1'b0,
  /// 1: the card side is a stream.
  parameter bit          Stream  = 1'b0,
  /// Number of the channel in its direction, 0 to 3.
  parameter int unsigned Channel = 0
) (
  input  logic         clk_i,
  input  logic         rst_i,

  input  xdma_access_t access_i,
  input  xdma_store_t  store_i,
  /// Word or store is for this page.
  input  logic         sel_i,
  /// 0 when the offset is none of this module's.
  output logic [31:0]  rdata_o,
  /// What comes in this cycle ends a line that does not ring, or is a store that is no line.
  output logic         refused_o,

  /// Level: no run begins.
  input  logic         quiesce_i,
  /// Level: a run is under way or asked for.
  input  logic         busy_i,
  /// Begin a run; from the next cycle on it is asked for.
  output logic         ring_o,
  /// The run bit falls in this cycle.
  input  logic         stop_i,
  /// A run begins; with rung_o that of the descriptor held here.
  input  logic         begin_i,
  output logic         rung_o,
  /// Level: forget the descriptor.
  input  logic         flush_i,

  output xdma_desc_t   desc_o,
  output logic         desc_valid_o,
  input  logic         desc_ready_i
);

  localparam int unsigned Words     = XDMA_DOORBELL_LINE_COUNT;
  localparam int unsigned IndexBits = $clog2(Words);
  localparam int unsigned KeptBits  = $clog2(LINE_WORDS);
  typedef logic [IndexBits-1:0] index_t;

  // ---- words ----

  logic   word, first, in_turn, last;
  logic   open_q;           // word 0 has come, and all since in turn
  logic   late_q;           // the channel was not at rest when word 0 came
  logic   zero_q;           // so is what has come behind the descriptor
  index_t index, next_q;

  assign word    = sel_i && access_i.write && access_i.offset[7:6] == XDMA_DOORBELL_LINE_OFFSET[7:6];
  assign index   = access_i.offset[2 +: IndexBits];
  assign first   = word && index == '0;
  assign last    = word && index == index_t'(Words - 1);
`ifdef FBY_MUTANT_DOORBELL_ANY_ORDER
  assign in_turn = word && open_q && !first;
`else
  assign in_turn = word && open_q && !first && index == next_q;
`endif

  // ---- lines ----

  logic store, line, whole, free, at_rest, fine, stops, zero;
  logic rung_q, held_q;                  // a descriptor waits for its run; for the mover
  logic [LINE_WORDS-1:0][31:0] line_q;   // the descriptor, by words
  assign store   = sel_i && store_i.valid && store_i.offset[7:6] == XDMA_DOORBELL_LINE_OFFSET[7:6];
  assign line    = store || last;
  assign whole   = store ? store_i.whole : in_turn;
`ifdef FBY_MUTANT_DOORBELL_BUSY
  assign free    = !quiesce_i;
`else
  assign free    = !busy_i && !quiesce_i;
`endif
  assign at_rest = free && (store || !late_q);
  assign stops   = ((store ? store_i.desc[0] : line_q[0]) & DESC_CONTROL_STOP_MASK) != '0;
  assign zero    = store ? store_i.zero : zero_q && access_i.wdata == '0;
  assign fine    = stops && zero;
  assign ring_o  = line && whole && at_rest && fine;

  assign refused_o = (line || (sel_i && store_i.valid)) && !ring_o;

  always_ff @(posedge clk_i) begin
    if (store && ring_o) line_q <= store_i.desc;
    else if ((first && free) || (in_turn && !late_q)) begin
      if (32'(index) < LINE_WORDS) line_q[index[KeptBits-1:0]] <= access_i.wdata;
    end
  end

  logic [2:0]  why;
  logic [31:0] refused_q, refused_d;
  assign why = !whole ? 3'b010 : !at_rest ? 3'b001 : 3'b100;
  always_comb begin
    refused_d = refused_q;
    if (sel_i && access_i.write && access_i.offset == XDMA_DOORBELL_REFUSED_OFFSET) refused_d &= ~access_i.wdata;
    if (line && !ring_o) begin
      if (why[0]) refused_d |= XDMA_DOORBELL_REFUSED_BUSY_MASK;
      if (why[1]) refused_d |= XDMA_DOORBELL_REFUSED_TORN_MASK;
      if (why[2]) refused_d |= XDMA_DOORBELL_REFUSED_FORMAT_MASK;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      open_q    <= 1'b0;
      rung_q    <= 1'b0;
      held_q    <= 1'b0;
      refused_q <= XDMA_DOORBELL_REFUSED_RESET;
    end else begin
      if (store)     open_q <= 1'b0;
      else if (word) open_q <= first || (in_turn && !last);
      rung_q    <= ring_o || (rung_q && !begin_i && !stop_i);
      held_q    <= (begin_i && rung_q) || (held_q && !flush_i && !desc_ready_i);
      refused_q <= refused_d;
    end
    if (word) next_q <= index + index_t'(1);
    if (first) late_q <= !free;
    if (first) zero_q <= 1'b1;
    else if (in_turn && index >= index_t'(DESC_BYTES / 4)) zero_q <= zero_q && access_i.wdata == '0;
  end

  assign rung_o = rung_q;

  // ---- the descriptor ----

  logic [31:0] length;
  assign length = line_q[DESC_LENGTH_OFFSET[2 +: KeptBits]];
  always_comb begin
    desc_o = decode_desc(256'(line_q), fby_axi_pkg::RESP_OKAY);
    if (desc_o.result == FETCH_OK && (length == '0 || (length & ~DESC_LENGTH_BYTES_MASK) != '0)) begin
      desc_o.result = FETCH_LENGTH;
    end
  end
  assign desc_valid_o = held_q;

  always_comb begin
    rdata_o = '0;
    if (sel_i) begin
      unique case (access_i.offset)
        XDMA_DOORBELL_IDENTIFIER_OFFSET: rdata_o = identifier(C2h ? 4'd10 : 4'd9, 4'(Channel), Stream);
        XDMA_DOORBELL_REFUSED_OFFSET:    rdata_o = refused_q;
        default:                         rdata_o = '0;
      endcase
    end
  end

  `FBY_ASSERT(rings_at_rest, !ring_o || (!busy_i && !held_q && !rung_q))
  `FBY_ASSERT(one_descriptor, !(rung_q && held_q))
  `FBY_ASSERT(begins_what_rang, !(begin_i && held_q))

endmodule
