// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the packing: what comes out are the bytes that went in, of each stream port in order, none lost and none twice, whatever
/// holds the beats up and whenever something is cleared. A model appends byte by byte to a list for each stream port.
module fby_stream_pack_proof
  import fby_axi_pkg::*;
#(
  parameter int unsigned NumPorts = 2
) (
  input logic                              clk_i,
  input axi_w_t                            s_i,
  input logic                              s_valid_i,
  input logic [NumPorts-1:0]               s_port_i,
  input logic [$clog2(DATA_BYTES + 1)-1:0] s_count_i,
  input logic                              m_ready_i,
  input logic [NumPorts-1:0]               clear_i
);
  logic                               rst_i = 1'b1;
  axi_w_t                             m;
  logic [NumPorts-1:0][LANE_BITS-1:0] held;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_stream_pack #(.NumPorts(NumPorts)) u_dut (
    .clk_i, .rst_i, .s_i, .s_valid_i, .s_port_i, .s_count_i, .m_o(m), .m_ready_i, .clear_i, .held_o(held)
  );

  // ---- who offers: for one stream port at most, no more than a beat, and keeps what it offers ----
  logic                               stays_q;
  axi_w_t                             s_was_q, m_was_q;
  logic [NumPorts-1:0]                port_was_q;
  logic [$clog2(DATA_BYTES + 1)-1:0]  count_was_q;
  always_ff @(posedge clk_i) begin
    stays_q     <= !rst_i && s_valid_i && !m_ready_i;
    s_was_q     <= s_i;
    port_was_q  <= s_port_i;
    count_was_q <= s_count_i;
    m_was_q     <= m;
  end
  `FBY_ASSUME(OnePort, $onehot0(s_port_i))
  `FBY_ASSUME(ABeatAtMost, 32'(s_count_i) <= DATA_BYTES)
  `FBY_ASSUME(OfferStays, !stays_q || (s_valid_i && s_i == s_was_q && s_port_i == port_was_q
                                       && s_count_i == count_was_q))
  `FBY_ASSERT(offer_stays, !stays_q || m == m_was_q)

  // ---- the model: a list of bytes for each stream port; two beats of them are the most there can be ----
  typedef logic [2*DATA_BYTES-1:0][7:0] list_t;
  list_t [NumPorts-1:0] list_q, list;
  int unsigned          length_q [NumPorts];
  int unsigned          length [NumPorts];
  logic [NumPorts-1:0]  cleared_q;

  for (genvar n = 0; n < NumPorts; n++) begin : gen_port
    logic mine, whole;
    assign mine  = s_valid_i && s_port_i[n];
    assign whole = length[n] >= DATA_BYTES;

    // What is on offer is of before a clear that finds it waiting, and goes with it.
    always_comb begin
      list[n]   = list_q[n];
      length[n] = clear_i[n] && !(mine && stays_q) ? 0 : length_q[n];
      for (int unsigned i = 0; i < DATA_BYTES; i++) begin
        if (mine && i < 32'(s_count_i)) begin
          list[n][LengthBits'(length[n])] = s_i.data[8*i +: 8];
          length[n] = length[n] + 1;
        end
      end
    end

    always_ff @(posedge clk_i) begin
      cleared_q[n] <= !rst_i && mine && !m_ready_i && (clear_i[n] || cleared_q[n]);
      if (rst_i) length_q[n] <= 0;
      else if (mine && !m_ready_i) begin
        // Waits; what was there before it has to be there still, also where all of that is to be forgotten.
        if (!stays_q && clear_i[n]) length_q[n] <= 0;
      end else if (mine) begin
        list_q[n]   <= whole ? list_t'(list[n] >> DATA_BITS) : list[n];
        length_q[n] <= clear_i[n] || cleared_q[n] ? 0 : whole ? length[n] - DATA_BYTES : length[n];
      end else if (clear_i[n]) length_q[n] <= 0;
    end

    `FBY_ASSERT(whole_entries_alone, !mine || m.strb == (whole ? '1 : '0))
    `FBY_ASSERT(bytes_in_order, !mine || !whole || m.data == list[n][DATA_BYTES-1:0])
    `FBY_ASSERT(length_is_told, (mine && stays_q) || 32'(held[n]) == length_q[n])

    // For the induction: the bytes of the entry begun are those of the list.
    `FBY_ASSERT(less_than_an_entry, length_q[n] < DATA_BYTES)
    `FBY_ASSERT(kept_for_who_waits, !(mine && stays_q) || (32'(u_dut.stays_held_q) == length_q[n] && u_dut.stays_q
                                    && u_dut.cleared_q == cleared_q[n]
                                    && 32'(held[n]) == (cleared_q[n] ? 0 : length_q[n])))
    for (genvar i = 0; i < DATA_BYTES; i++) begin : gen_byte
      `FBY_ASSERT(same_bytes, i >= length_q[n] || u_dut.begun_q[n][i] == list_q[n][i])
    end
    `FBY_COVER(three_pieces, mine && whole && length_q[n] == DATA_BYTES - 1 && 32'(s_count_i) == DATA_BYTES)
    `FBY_COVER(cleared_while_waiting, mine && cleared_q[n] && whole && m_ready_i)
  end

  localparam int unsigned LengthBits = $clog2(2 * DATA_BYTES);

  `FBY_ASSERT(others_pass, s_port_i != '0 || m == s_i)
  `FBY_ASSERT(ends_where_it_ended, m.last == s_i.last)
  `FBY_ASSERT(same_wait, stays_q == u_dut.stays_q)

endmodule
