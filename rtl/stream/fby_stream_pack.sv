// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Packs the bytes that go into stream ports into whole entries, whatever pieces they come in.
///
///   s: data, count, port --> turned up to where the entry begun ends --+--> whole? --> m: the entry, all strobes
///                                                                      |     not yet --> m: no strobes
///   bytes of the entry begun, for each port ---------------------------+
///
/// Each beat in is a beat out in the same cycle, so bursts stay as they are: one that completes an entry carries it, one that does not
/// carries nothing, and a stream port makes no entry of that. The bytes of an entry that is not whole yet stay here. A beat for no
/// stream port passes as it is.
module fby_stream_pack
  import fby_axi_pkg::*;
#(
  /// Stream ports.
  parameter int unsigned NumPorts = 2
) (
  input  logic                               clk_i,
  input  logic                               rst_i,
  /// A beat: for the stream port of that bit, its bytes at the low end (fby_stream_close), or for none of them.
  input  axi_w_t                             s_i,
  input  logic                               s_valid_i,
  input  logic [NumPorts-1:0]                s_port_i,
  /// Bytes of it that count, where it is for a stream port.
  input  logic [$clog2(DATA_BYTES + 1)-1:0]  s_count_i,
  /// The beat that comes of it, and that it is taken.
  output axi_w_t                             m_o,
  input  logic                               m_ready_i,
  /// Level: forget the entry begun for that stream port, and what a beat that is there meanwhile would begin.
  input  logic [NumPorts-1:0]                clear_i,
  /// Bytes of the entry begun.
  output logic [NumPorts-1:0][LANE_BITS-1:0] held_o
);
  localparam int unsigned SumBits = $clog2(2 * DATA_BYTES);
  typedef logic [LANE_BITS-1:0]        lane_t;
  typedef logic [DATA_BYTES-1:0][7:0]  line_t;

  line_t [NumPorts-1:0] begun_q;
  lane_t [NumPorts-1:0] held_q;

  // The stream port meant, its entry begun and where that ends.
  line_t              begun, turned, entry;
  lane_t              held;
  logic [SumBits-1:0] sum;
  logic               whole, taken, clear;

  // A beat that was offered and is not taken yet stays as it was offered, whatever is cleared meanwhile.
  logic  stays_q, cleared_q;
  lane_t stays_held_q;

  function automatic line_t turned_up(input line_t data, input lane_t by);
    line_t was;
    turned_up = data;
    for (int unsigned k = 0; k < LANE_BITS; k++) begin
      was = turned_up;
      for (int unsigned i = 0; i < DATA_BYTES; i++) begin
        if (by[k]) turned_up[i] = was[(i + DATA_BYTES - 2 ** k) % DATA_BYTES];
      end
    end
  endfunction

  always_comb begin
    begun  = '0;
    held   = '0;
    clear  = 1'b0;
    turned = s_i.data;
    entry  = s_i.data;
    // Nothing of this is looked at where no beat is for a stream port, and then a simulation does not work it out.
    if (s_valid_i && s_port_i != '0) begin
      for (int unsigned n = 0; n < NumPorts; n++) begin
        if (s_port_i[n]) begin
          begun = begun_q[n];
          held  = held_q[n];
          clear = clear_i[n];
        end
      end
`ifndef FBY_MUTANT_PACK_FICKLE
      if (stays_q) held = stays_held_q;
      else
`endif
      if (clear) held = '0;
      turned = turned_up(s_i.data, held);
      for (int unsigned i = 0; i < DATA_BYTES; i++) entry[i] = i < 32'(held) ? begun[i] : turned[i];
    end
  end

  assign sum   = SumBits'(held) + SumBits'(s_count_i);
  assign whole = sum[SumBits-1];
  assign taken = s_valid_i && m_ready_i;

  always_comb begin
    m_o = '{last: s_i.last, strb: s_i.strb, data: entry};
    if (s_port_i != '0) m_o.strb = whole ? '1 : '0;
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned n = 0; n < NumPorts; n++) begin
      if (taken && s_port_i[n]) begin
`ifdef FBY_MUTANT_PACK_LOSES_REST
        begun_q[n] <= entry;
`else
        // What is over begins the next one: it has been turned round to the low lanes.
        begun_q[n] <= whole ? turned : entry;
`endif
      end
`ifdef FBY_MUTANT_PACK_KEEPS
      if (clear_i[n]) held_q[n] <= '0;
`else
      if (clear_i[n] || (cleared_q && s_port_i[n])) held_q[n] <= '0;
`endif
`ifdef FBY_MUTANT_PACK_TAKES_TWICE
      else if (s_valid_i && s_port_i[n]) held_q[n] <= sum[LANE_BITS-1:0];
`else
      else if (taken && s_port_i[n]) held_q[n] <= sum[LANE_BITS-1:0];
`endif
    end
    if (rst_i) held_q <= '0;
  end

  always_ff @(posedge clk_i) begin
    stays_q      <= !rst_i && s_valid_i && !m_ready_i;
    stays_held_q <= held;
    cleared_q    <= !rst_i && s_valid_i && !m_ready_i && (clear || cleared_q);
  end

  assign held_o = held_q;

  `FBY_ASSERT(for_one_port, !s_valid_i || $onehot0(s_port_i))
  `FBY_ASSERT(no_more_than_a_beat, !s_valid_i || 32'(s_count_i) <= DATA_BYTES)

endmodule
