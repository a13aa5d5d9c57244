// SPDX-License-Identifier: Apache-2.0
/// Puts every event of the platform at its counter's place.
module fby_card_events
  import fby_regs_pkg::*;
  import fby_card_pkg::*;
#(
  /// Width of the amount that one cycle may add to a counter.
  parameter int unsigned AmountBits = 6
) (
  input  fby_dma_pkg::dma_events_t                              dma_i,
  input  fby_stream_pkg::stream_events_t [NUM_STREAM_PORTS-1:0] stream_i,
  input  card_access_t                                          access_i,
  input  bank_events_t [NUM_BANKS-1:0]                          bank_i,
  output logic [USER_COUNTER_COUNT-1:0][AmountBits-1:0]         amount_o
);
  typedef logic [AmountBits-1:0] amount_t;

  // The status block takes the address for itself.
  logic unused;
  assign unused = &{1'b0, access_i.addr};

  /// Counters of one stream port lie this far from those of the next.
  localparam int unsigned PortStride =
      USER_COUNTER_PORT1_BEATS_IN_INDEX - USER_COUNTER_PORT0_BEATS_IN_INDEX;

  /// And those of one bank from those of the next.
  localparam int unsigned BankStride = USER_COUNTER_BANK1_BEATS_READ_INDEX - USER_COUNTER_BANK0_BEATS_READ_INDEX;

  always_comb begin
    amount_o = '0;
    amount_o[USER_COUNTER_H2C_BEATS_INDEX]      = amount_t'(dma_i.h2c_beat);
    amount_o[USER_COUNTER_C2H_BEATS_INDEX]      = amount_t'(dma_i.c2h_beat);
    amount_o[USER_COUNTER_HOST_READS_INDEX]     = amount_t'(dma_i.host_read);
    amount_o[USER_COUNTER_HOST_WRITES_INDEX]    = amount_t'(dma_i.host_write);
    amount_o[USER_COUNTER_DESC_DONE_INDEX]      = amount_t'(dma_i.desc_done);
    amount_o[USER_COUNTER_HOST_ERRORS_INDEX]    = amount_t'(dma_i.host_error);
    amount_o[USER_COUNTER_CARD_ERRORS_INDEX]    = amount_t'(dma_i.card_error);
    amount_o[USER_COUNTER_NO_ROOM_CYCLES_INDEX] = amount_t'(dma_i.no_room);
    amount_o[USER_COUNTER_MESSAGES_INDEX]       = amount_t'(dma_i.message);
    amount_o[USER_COUNTER_MMIO_READS_INDEX]     = amount_t'(access_i.reads);
    amount_o[USER_COUNTER_MMIO_WRITES_INDEX]    = amount_t'(access_i.writes);
    amount_o[USER_COUNTER_MMIO_ERRORS_INDEX]    = amount_t'(access_i.errors);
    amount_o[USER_COUNTER_DEAD_PAGES_INDEX]     = amount_t'(access_i.dead);
    for (int unsigned n = 0; n < NUM_STREAM_PORTS; n++) begin
      amount_o[USER_COUNTER_PORT0_BEATS_IN_INDEX     + n * PortStride] = amount_t'(stream_i[n].beat_in);
      amount_o[USER_COUNTER_PORT0_BEATS_OUT_INDEX    + n * PortStride] = amount_t'(stream_i[n].beat_out);
      amount_o[USER_COUNTER_PORT0_FULL_STALL_INDEX   + n * PortStride] = amount_t'(stream_i[n].full_stall);
      amount_o[USER_COUNTER_PORT0_EMPTY_STARVE_INDEX + n * PortStride] = amount_t'(stream_i[n].empty_starve);
      amount_o[USER_COUNTER_PORT0_DISCARDED_INDEX    + n * PortStride] = amount_t'(stream_i[n].discarded);
    end
    for (int unsigned n = 0; n < NUM_BANKS; n++) begin
      amount_o[USER_COUNTER_BANK0_BEATS_READ_INDEX    + n * BankStride] = amount_t'(bank_i[n].read);
      amount_o[USER_COUNTER_BANK0_BEATS_WRITTEN_INDEX + n * BankStride] = amount_t'(bank_i[n].written);
    end
  end

endmodule
