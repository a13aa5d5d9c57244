// SPDX-License-Identifier: Apache-2.0

/// The table of registered memory: one write port, of the kernel, and one read port, of the access under way.
///
/// A slot that was never written since reset has no bytes: a bit each says so, for the memory itself has no reset.
module fby_udma_slots
  import fby_udma_engine_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_i,
  input  logic        write_i,
  input  slot_index_t write_index_i,
  input  slot_t       write_slot_i,
  input  logic        read_i,
  input  slot_index_t read_index_i,
  /// Of the last read, from the next cycle on.
  output slot_t       slot_o
);

  logic [SLOTS-1:0] written_q;
  logic             known_q;
  slot_t            stored;

  fby_dma_ram #(
    .WidthBits($bits(slot_t)),
    .Depth    (SLOTS)
  ) u_ram (
    .clk_i,
    .we_i   (write_i),
    .waddr_i(write_index_i),
    .wdata_i(write_slot_i),
    .re_i   (read_i),
    .raddr_i(read_index_i),
    .rdata_o(stored)
  );

  always_ff @(posedge clk_i) begin
    if (write_i) written_q[write_index_i] <= 1'b1;
    if (read_i) known_q <= written_q[read_index_i];
    if (rst_i) begin
      written_q <= '0;
      known_q   <= 1'b0;
    end
  end

  assign slot_o = known_q ? stored : '0;

endmodule
