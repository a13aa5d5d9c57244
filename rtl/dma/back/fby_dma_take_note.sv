// SPDX-License-Identifier: Apache-2.0
/// Note of a request that takes stream beats: what the stream says beside the bytes that were taken.
///
///   beats     [ a0 a1 a2 a3. ] [ b0 b1 ...   a packet each; . ends it
///   request   |------------------|
///   note      stamp of a0, losses ahead of a and of b, end of a
///
/// The losses ahead of a packet go to the request that takes its first byte, so those of all requests are those of the stream.
module fby_dma_take_note
  import fby_axi_pkg::*;
(
  input  logic       clk_i,
  /// A request begins in the next cycle.
  input  logic       load_i,
  /// The request takes of this beat, bytes or the end of a packet that has no more; the first is the beat's first; the last is its
  /// packet's last.
  input  logic       takes_i,
  input  logic       heads_i,
  input  logic       tails_i,
  input  axis_note_t note_i,
  /// Note of the request, with this beat.
  output axis_note_t note_o
);

  logic       begun_q;
  axis_note_t sum_q;

  always_comb begin
    note_o     = sum_q;
    note_o.eob = takes_i && tails_i && note_i.eob;
    note_o.cut = takes_i && tails_i && note_i.cut;
    if (takes_i) begin
      if (!begun_q) note_o.stamp = note_i.stamp;
`ifdef FBY_MUTANT_NOTE_LOSES
      if (heads_i && !begun_q) note_o.lost = note_i.lost;
`elsif FBY_MUTANT_NOTE_TWICE
      note_o.lost = sum_q.lost + note_i.lost;
`else
      if (heads_i) note_o.lost = sum_q.lost + note_i.lost;
`endif
    end
  end

  always_ff @(posedge clk_i) begin
    begun_q <= !load_i && (begun_q || takes_i);
    sum_q   <= load_i ? '0 : note_o;
  end

endmodule
