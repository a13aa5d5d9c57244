// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Moves bytes from source lanes to destination lanes: any alignment to any other, a beat per cycle.
///
///   piece  lanes lo .. lo+bytes-1 of its beat            stage 1: rotate so that lane lo lands on pos
///   held   |aaaa....|   pos = 4, piece bbbbbb            stage 2: merge with what is held
///   out    |aaaabbbb|   held for next |bb......|         a full beat leaves, the wrapped rest is held
///
/// A flush gives out what is held, in a beat of its own if the piece also completed one (one extra cycle).
/// A piece with last or flush always yields a beat with that mark, if need be one without data.
module fby_dma_align
  import fby_dma_back_pkg::*;
(
  input  logic                              clk_i,
  input  logic                              rst_i,
  input  piece_t                            piece_i,
  input  logic [fby_axi_pkg::DATA_BITS-1:0] data_i,
  input  logic                              valid_i,
  output logic                              ready_o,
  output beat_t                             beat_o,
  output logic                              valid_o,
  input  logic                              ready_i,
  /// A beat is offered or will be without a further piece.
  output logic                              busy_o
);

  localparam int unsigned Lanes    = fby_axi_pkg::DATA_BYTES;
  localparam int unsigned LaneBits = fby_axi_pkg::LANE_BITS;
  localparam int unsigned DataBits = fby_axi_pkg::DATA_BITS;

  // ---- stage 1: rotate ----
  logic [LaneBits-1:0] pos_q, pos, rot;
  logic                step1, step2;

  assign pos = piece_i.start ? piece_i.dst : pos_q;
  assign rot = pos - piece_i.lo;

  /// Rotation left by some bytes: the upper half of the doubled word shifted left.
  function automatic logic [DataBits-1:0] turned(input logic [DataBits-1:0] data, input logic [LaneBits-1:0] lanes);
    return DataBits'(({data, data} << {lanes, 3'b000}) >> DataBits);
  endfunction

  logic                s1_valid_q, s1_start_q, s1_flush_q, s1_last_q;
  logic [LaneBits-1:0] s1_pos_q;
  logic [LaneBits:0]   s1_bytes_q;
  logic [DataBits-1:0] s1_data_q;

`ifdef FBY_MUTANT_ALIGN_HOLDS
  assign ready_o = !s1_valid_q;
`else
  assign ready_o = !s1_valid_q || step2;
`endif
  assign step1   = valid_i && ready_o;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      s1_valid_q <= 1'b0;
      pos_q      <= '0;
    end else begin
      if (ready_o) s1_valid_q <= valid_i;
      if (step1) pos_q <= LaneBits'((LaneBits + 1)'(pos) + piece_i.bytes);
    end
    if (step1) begin
      s1_start_q <= piece_i.start;
      s1_flush_q <= piece_i.flush;
      s1_last_q  <= piece_i.last;
      s1_pos_q   <= pos;
      s1_bytes_q <= piece_i.bytes;
      s1_data_q  <= turned(data_i, rot);
    end
  end

  // ---- stage 2: merge ----
  logic [DataBits-1:0] held_q, merged;
  logic [Lanes-1:0]    held_strb_q, base_strb, below, here, wrapped, merged_strb;
  logic [LaneBits+1:0] stop;
  logic                full, rest, tail_q, tail_last_q, emit, out_free;
  logic [LaneBits:0]   hi, tail_hi_q;

  /// Lanes from `from` on and below `to` of one word, all others of another.
  function automatic logic [DataBits-1:0] put(input logic [DataBits-1:0] word, input logic [DataBits-1:0] others,
                                              input logic [LaneBits-1:0] from, input logic [LaneBits+1:0] to);
    logic [DataBits-1:0] mask;
    mask = {DataBits{1'b1}} << {from, 3'b000};
    if (to < (LaneBits + 2)'(Lanes)) mask &= ~({DataBits{1'b1}} << {to[LaneBits-1:0], 3'b000});
    return (word & mask) | (others & ~mask);
  endfunction

  always_comb begin
    stop = (LaneBits + 2)'(s1_pos_q) + (LaneBits + 2)'(s1_bytes_q);
    full = stop >= (LaneBits + 2)'(Lanes);
    rest = stop > (LaneBits + 2)'(Lanes);
    {wrapped, below} = ~({2 * Lanes{1'b1}} << stop);
    here        = below & ({Lanes{1'b1}} << s1_pos_q);
    base_strb   = s1_start_q ? '0 : held_strb_q;
    merged_strb = base_strb | here;
    // Without a piece nothing is merged, and an idle mover costs a simulation nothing.
    merged = held_q;
    if (s1_valid_q) merged = put(s1_data_q, held_q, s1_pos_q, stop);
    if (merged_strb == '0) hi = '0;
    else if (full) hi = (LaneBits + 1)'(Lanes);
    else hi = stop[LaneBits:0];
  end

  assign emit  = full || s1_flush_q || s1_last_q;
  // A tail (what a flush leaves behind a full beat) goes first.
  assign step2 = s1_valid_q && out_free && !tail_q;

  beat_t out_q;
  logic  out_valid_q;
  assign out_free = !out_valid_q || ready_i;
  assign beat_o   = out_q;
  assign valid_o  = out_valid_q;
  assign busy_o   = s1_valid_q || tail_q || out_valid_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      held_strb_q <= '0;
      tail_q      <= 1'b0;
    end else if (step2) begin
      tail_q      <= full && rest && s1_flush_q;
      held_strb_q <= full ? wrapped : merged_strb;
      if (s1_flush_q && !(full && rest)) held_strb_q <= '0;
    end else if (tail_q && out_free) begin
      tail_q      <= 1'b0;
      held_strb_q <= '0;
    end
    if (step2) begin
      held_q      <= full ? s1_data_q : merged;
      tail_hi_q   <= (LaneBits + 1)'(stop - (LaneBits + 2)'(Lanes));
      tail_last_q <= s1_last_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) out_valid_q <= 1'b0;
    else if (out_free) out_valid_q <= tail_q || (step2 && emit);
    if (out_free && tail_q) begin
      out_q.data    <= held_q;
      out_q.strb    <= held_strb_q;
      out_q.hi      <= tail_hi_q;
      out_q.flushed <= 1'b1;
      out_q.last    <= tail_last_q;
    end else if (step2) begin
      // Without a full beat or a flush the bytes stay held: the beat only carries the mark.
      out_q.data    <= merged;
      out_q.strb    <= full || s1_flush_q ? merged_strb : '0;
      out_q.hi      <= full || s1_flush_q ? hi : '0;
      out_q.flushed <= s1_flush_q && !(full && rest);
      out_q.last    <= s1_last_q && !(full && rest && s1_flush_q);
    end
  end

  `FBY_ASSERT(AlignPieceFitsBeat, !valid_i
              || 32'(piece_i.lo) + 32'(piece_i.bytes) <= 32'(Lanes))

endmodule
