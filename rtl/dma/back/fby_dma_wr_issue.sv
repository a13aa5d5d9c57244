// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Issues closed bursts: address and data side by side, a beat per cycle over burst ends.
///
/// The address of a burst goes while the data of the one before it still does, or every way to a slave that wants to see an
/// address first would cost its length once a burst.
///
/// A burst is issued when there is room for it where it goes: what has been offered to the bus never waits there for
/// somebody to make room. Bursts of a failed or cancelled request are not issued, and ask for no room; their data is taken
/// out of the buffer and dropped. Every burst, issued or not, is told to the tracker in order.
module fby_dma_wr_issue
  import fby_dma_back_pkg::*;
(
  input  logic                               clk_i,
  input  logic                               rst_i,
  input  burst_t                             burst_i,
  input  logic                               burst_valid_i,
  output logic                               burst_ready_o,
  input  tags_t                              failed_i,
  /// Level: issue no more.
  input  logic                               cancel_i,
  /// The burst taken is not issued, no response will come for it.
  output logic                               skip_o,
  input  logic                               track_ready_i,
  /// The burst that would be issued next, the same until it is taken or skipped; whether there is room for it, as fby_card_room
  /// says it; and that it takes that room now.
  output fby_axi_pkg::axi_ask_t              ask_o,
  input  logic                               room_i,
  /// Write buffer.
  input  logic [fby_axi_pkg::DATA_BITS-1:0]  data_i,
  input  logic [fby_axi_pkg::DATA_BYTES-1:0] strb_i,
  input  logic                               data_valid_i,
  output logic                               data_ready_o,
  output fby_axi_pkg::axi_wr_req_t           wr_req_o,
  input  fby_axi_pkg::axi_wr_ready_t         wr_req_ready_i
);

  fby_axi_pkg::axi_ax_t  aw_q;
  logic                  aw_valid_q;
  // The burst whose data goes and the one behind it: beats to go, and whether they are dropped.
  logic [BEATS_BITS-1:0] left_q, next_left_q;
  logic                  drop_q, next_drop_q;
  logic                  take, pop, ends, space;

`ifdef FBY_MUTANT_ISSUE_BEGINS
  assign skip_o        = burst_i.beats == '0 || failed_i[burst_i.tag];
`else
  assign skip_o        = burst_i.beats == '0 || cancel_i || failed_i[burst_i.tag];
`endif
`ifdef FBY_MUTANT_ISSUE_BUBBLE
  assign ends          = left_q == '0;
`else
  assign ends          = left_q == '0 || (left_q == BEATS_BITS'(1) && pop);
`endif
`ifdef FBY_MUTANT_ISSUE_LATE
  assign space         = next_left_q == '0 && ends;
`else
  assign space         = next_left_q == '0;
`endif
`ifdef FBY_MUTANT_ISSUE_NO_ROOM
  assign burst_ready_o = space && track_ready_i && (skip_o || !aw_valid_q || wr_req_ready_i.aw);
`else
  assign burst_ready_o = space && track_ready_i && (skip_o || (room_i && (!aw_valid_q || wr_req_ready_i.aw)));
`endif
  assign take          = burst_valid_i && burst_ready_o;

  assign ask_o.valid   = burst_valid_i && !skip_o;
  assign ask_o.take    = take && !skip_o;
  assign ask_o.addr    = burst_i.addr;
  assign ask_o.len     = 8'(burst_i.beats) - 8'd1;

  assign data_ready_o  = left_q != '0 && (drop_q || wr_req_ready_i.w);
  assign pop           = data_valid_i && data_ready_o;
  assign wr_req_o.w_valid     = left_q != '0 && !drop_q && data_valid_i;
  assign wr_req_o.w.data      = data_i;
  assign wr_req_o.w.strb      = strb_i;
  assign wr_req_o.w.last      = left_q == BEATS_BITS'(1);
  assign wr_req_o.aw          = aw_q;
  assign wr_req_o.aw_valid    = aw_valid_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      aw_valid_q  <= 1'b0;
      left_q      <= '0;
      next_left_q <= '0;
    end else begin
      if (take && !skip_o) aw_valid_q <= 1'b1;
`ifdef FBY_MUTANT_ISSUE_OFFER
      else if (wr_req_ready_i.aw || cancel_i) aw_valid_q <= 1'b0;
`else
      else if (wr_req_ready_i.aw) aw_valid_q <= 1'b0;
`endif
      if (ends) begin
        left_q      <= next_left_q != '0 ? next_left_q : take ? burst_i.beats : '0;
        next_left_q <= '0;
      end else begin
        if (pop) left_q <= left_q - 1'b1;
        if (take) next_left_q <= burst_i.beats;
      end
    end
    if (ends) drop_q <= next_left_q != '0 ? next_drop_q : skip_o;
    if (take) next_drop_q <= skip_o;
    if (take && !skip_o) begin
      aw_q.id    <= '0;
      aw_q.addr  <= ask_o.addr;
      aw_q.len   <= ask_o.len;
      aw_q.bytes <= burst_i.bytes;
      // The mover knows whose it is.
      aw_q.who   <= '0;
    end
  end

  // Bursts arrive closed: their data is there.
  `FBY_ASSERT(WrDataBeforeBurst, left_q == '0 || data_valid_i)

  logic unused;
  assign unused = &{1'b0, burst_i.joins, burst_i.last};

endmodule
