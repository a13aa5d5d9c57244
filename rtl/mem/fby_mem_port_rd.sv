// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Reads a run of beats through one port, as far ahead as its FIFO goes.
///
/// A burst is asked for when all of its beats have room in the FIFO, so that the port never waits for its reader: from the asking
/// on each beat has its place, until the beat is taken. Bursts end at multiples of BURST_BYTES.
///
///   left, next --> ask (room?) --> AR          R --> FIFO --> beats in order
///                      ^                               |
///                      +------- room, one per beat ----+
module fby_mem_port_rd
  import fby_mem_pkg::*;
#(
  /// Places for beats; two bursts at least.
  parameter int unsigned          DepthBeats = 64,
  /// Address of beat 0.
  parameter logic [ADDR_BITS-1:0] BaseBytes  = '0
) (
  input  logic                 clk_i,
  input  logic                 rst_i,
  /// Begin to read; only while idle.
  input  logic                 start_i,
  input  mem_number_t          first_i,
  input  mem_number_t          count_i,
  /// Pulse or level: nothing more is asked or offered from the next cycle on, and what is under way is dropped when it comes.
  input  logic                 cancel_i,
  /// Nothing is left, neither to be asked, nor under way, nor in the FIFO.
  output logic                 idle_o,
  /// A beat came in error since the start. High before that beat is offered.
  output logic                 error_o,
  output mem_rd_req_t          m_req_o,
  input  logic                 m_req_ready_i,
  input  mem_rd_rsp_t          m_rsp_i,
  output logic                 m_rsp_ready_o,
  output logic [DATA_BITS-1:0] data_o,
  output logic                 valid_o,
  input  logic                 ready_i
);

  localparam int unsigned RoomBits = $clog2(DepthBeats + 1);

  if (DepthBeats < 2 * BURST_BEATS) begin : gen_bad_depth
    $error("fby_mem_port_rd: DepthBeats must be two bursts at least, or none is asked for while one comes");
  end
  if (32'(BaseBytes) % BURST_BYTES != 0) begin : gen_bad_base
    $error("fby_mem_port_rd: BaseBytes must be a multiple of BURST_BYTES, or bursts cross its multiples");
  end

  mem_number_t           next_q, left_q;
  logic [RoomBits-1:0]   room_q, level;
  logic [BEATS_BITS-1:0] to_edge, beats;
  mem_ax_t               ar_q;
  logic                  ar_valid_q, ask, drop_q, error_q;
  logic                  fifo_ready, fifo_valid, pop;

  // ---- asking ----

`ifdef FBY_MUTANT_MEM_RD_EDGE
  assign to_edge = BEATS_BITS'(BURST_BEATS);
`else
  assign to_edge = BEATS_BITS'(BURST_BEATS) - BEATS_BITS'(next_q[LEN_BITS-1:0]);
`endif
  assign beats = left_q < mem_number_t'(to_edge) ? BEATS_BITS'(left_q) : to_edge;

`ifdef FBY_MUTANT_MEM_RD_ROOM
  assign ask = left_q != '0 && room_q != '0 && (!ar_valid_q || m_req_ready_i);
`else
  assign ask = left_q != '0 && room_q >= RoomBits'(beats) && (!ar_valid_q || m_req_ready_i);
`endif

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      ar_valid_q <= 1'b0;
      left_q     <= '0;
      room_q     <= RoomBits'(DepthBeats);
    end else begin
      if (ask) ar_valid_q <= 1'b1;
      else if (m_req_ready_i) ar_valid_q <= 1'b0;
      if (start_i) left_q <= count_i;
      else if (cancel_i) left_q <= '0;
      else if (ask) left_q <= left_q - mem_number_t'(beats);
      room_q <= room_q - (ask ? RoomBits'(beats) : '0) + RoomBits'(pop);
    end
    if (start_i) next_q <= first_i;
    else if (ask) next_q <= next_q + mem_number_t'(beats);
    if (ask) begin
      ar_q <= '{id: PORT_ID, addr: BaseBytes + (ADDR_BITS'(next_q) << LANE_BITS), len: LEN_BITS'(beats - 1'b1)};
    end
  end

  assign m_req_o = '{ar: ar_q, ar_valid: ar_valid_q};
  assign idle_o  = left_q == '0 && room_q == RoomBits'(DepthBeats);

  // ---- what comes ----

  fby_fifo #(
    .WidthBits   (DATA_BITS),
    .DepthEntries(DepthBeats)
  ) u_fifo (
    .clk_i,
    .rst_i,
    .data_i (m_rsp_i.r.data),
    .valid_i(m_rsp_i.r_valid),
    .ready_o(fifo_ready),
    .data_o,
    .valid_o(fifo_valid),
    .ready_i(ready_i || drop_q),
    .level_o(level)
  );

  // There is room: it was kept when the beat was asked for.
  assign m_rsp_ready_o = 1'b1;
  assign pop           = fifo_valid && (ready_i || drop_q);
`ifdef FBY_MUTANT_MEM_RD_DROP
  assign valid_o       = fifo_valid;
`else
  assign valid_o       = fifo_valid && !drop_q;
`endif
  assign error_o       = error_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) drop_q <= 1'b0;
    else if (idle_o) drop_q <= 1'b0;
    else if (cancel_i) drop_q <= 1'b1;
    if (rst_i || start_i) error_q <= 1'b0;
    else if (m_rsp_i.r_valid && is_error(m_rsp_i.r.resp)) error_q <= 1'b1;
  end

  `FBY_ASSERT(MemRdStartsAtRest, !start_i || (idle_o && !cancel_i))
  `FBY_ASSERT(MemRdHasRoom, !m_rsp_i.r_valid || fifo_ready)

  logic unused;
  assign unused = &{1'b0, level, m_rsp_i.r.id, m_rsp_i.r.last};

endmodule
