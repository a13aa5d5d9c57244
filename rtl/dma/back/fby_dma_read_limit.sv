// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Holds back read bursts while as many are outstanding as the bus allows.
///
/// Every outstanding read has its place reserved where it goes to, so those before the limit always come home
/// and waiting here cannot lock up.
module fby_dma_read_limit #(
  /// Reads that may be outstanding.
  parameter int unsigned MaxReads = 32
) (
  input  logic clk_i,
  input  logic rst_i,
  input  logic s_valid_i,
  output logic s_ready_o,
  output logic m_valid_o,
  input  logic m_ready_i,
  /// The last beat of a read was taken.
  input  logic done_i
);

  localparam int unsigned CountBits = $clog2(MaxReads + 1);

  logic [CountBits-1:0] count_q;
  logic                 open;

  // Only this module's own bursts raise the count, so a valid that is shown stays shown.
  assign open      = count_q != CountBits'(MaxReads);
  assign m_valid_o = s_valid_i && open;
  assign s_ready_o = m_ready_i && open;

  always_ff @(posedge clk_i) begin
    if (rst_i) count_q <= '0;
`ifdef FBY_MUTANT_LIMIT_KEEPS
    // What ends in the cycle in which another begins is not seen.
    else       count_q <= count_q + CountBits'(m_valid_o && m_ready_i) - CountBits'(done_i && !m_valid_o);
`else
    else       count_q <= count_q + CountBits'(m_valid_o && m_ready_i) - CountBits'(done_i);
`endif
  end

  `FBY_ASSERT(never_more_than_allowed, count_q <= CountBits'(MaxReads))
  `FBY_ASSERT(only_own_reads_end, !done_i || count_q != '0)

endmodule
