// SPDX-License-Identifier: Apache-2.0
/// One single-beat access to the card address space, with a limit to the patience.
///
/// req_valid_i is held until rsp_valid_o. A write is put on the bus when there is room for it where it goes. An access that is
/// not answered in time is answered SLVERR. A write that has got no room by then is forgotten. What is on the bus stays there
/// until the bus takes it, as AXI4 demands, and the late response is dropped; until then every further access is
/// answered SLVERR at once.
module fby_card_bar_axi
  import fby_axi_pkg::*;
#(
  /// Cycles from a request until it is given up.
  parameter int unsigned TimeoutCycles = 2048
) (
  input  logic                  clk_i,
  input  logic                  rst_i,

  input  logic                  req_valid_i,
  input  logic                  req_write_i,
  /// Only offset and byte count are used.
  input  axi_ax_t               req_ax_i,
  input  logic [DATA_BITS-1:0]  req_data_i,
  input  logic [DATA_BYTES-1:0] req_strb_i,
  output logic                  rsp_valid_o,
  output logic [1:0]            rsp_resp_o,
  output logic [DATA_BITS-1:0]  rsp_data_o,

  /// Question ahead of a write, and that it goes out now.
  output axi_ask_t              ask_o,
  input  logic                  room_i,

  output axi_req_t              m_req_o,
  input  axi_req_ready_t        m_req_ready_i,
  input  axi_rsp_t              m_rsp_i,
  output axi_rsp_ready_t        m_rsp_ready_o
);
  localparam int unsigned TimerBits = $clog2(TimeoutCycles + 1);
  typedef logic [TimerBits-1:0] timer_t;

  typedef enum logic [1:0] {
    Free,     // -> Waiting
    Waiting,  // -> Free when answered; at the end of patience GivenUp, or Free if nothing is on the bus
    GivenUp   // -> Free when the late answer has come
  } state_e;
  state_e  state_q;
  timer_t  timer_q;

  // What is on the bus; a copy, because the requester goes on after a timeout.
  axi_ax_t ax_q;
  axi_w_t  w_q;
  logic    ar_pending_q, aw_pending_q, w_pending_q, write_q;

  // A write that waits for room; it is offered from the cycle after it has got it.
  logic asks_q;
  assign ask_o = '{valid: asks_q, take: asks_q && room_i, addr: ax_q.addr, len: '0};

  logic start, response, refused;
  assign start    = state_q == Free && req_valid_i;
  assign response = write_q ? m_rsp_i.wr.b_valid : m_rsp_i.rd.r_valid;
  assign refused  = asks_q && !room_i;

  always_ff @(posedge clk_i) begin
    if (m_req_ready_i.rd) ar_pending_q <= 1'b0;
    if (m_req_ready_i.wr.aw) aw_pending_q <= 1'b0;
    if (m_req_ready_i.wr.w) w_pending_q <= 1'b0;
    if (ask_o.take) begin
      asks_q       <= 1'b0;
      aw_pending_q <= 1'b1;
      w_pending_q  <= 1'b1;
    end
    timer_q <= timer_q - timer_t'(1);
    unique case (state_q)
      Free: if (start) begin
        state_q      <= Waiting;
        timer_q      <= timer_t'(TimeoutCycles - 1);
        write_q      <= req_write_i;
        ar_pending_q <= !req_write_i;
        asks_q       <= req_write_i;
        ax_q <= '{id: '0, addr: {28'd0, req_ax_i.addr[35:0]}, len: '0, bytes: req_ax_i.bytes, who: '0};
        w_q  <= '{data: req_data_i, strb: req_strb_i, last: 1'b1};
      end
      Waiting: begin
        if (response) state_q <= Free;
        else if (timer_q == 0) begin
          state_q <= refused ? Free : GivenUp;
          asks_q  <= 1'b0;
        end
      end
      GivenUp: if (response) state_q <= Free;
      default: state_q <= Free;
    endcase
    if (rst_i) begin
      state_q      <= Free;
      asks_q       <= 1'b0;
      ar_pending_q <= 1'b0;
      aw_pending_q <= 1'b0;
      w_pending_q  <= 1'b0;
    end
  end

  assign m_req_o.rd.ar = ax_q;
  assign m_req_o.wr.aw = ax_q;
  assign m_req_o.wr.w  = w_q;
  assign m_req_o.rd.ar_valid = ar_pending_q;
  assign m_req_o.wr.aw_valid = aw_pending_q;
  assign m_req_o.wr.w_valid  = w_pending_q;
  assign m_rsp_ready_o.rd  = state_q != Free && !write_q;
  assign m_rsp_ready_o.wr  = state_q != Free && write_q;

  always_comb begin
    rsp_data_o = m_rsp_i.rd.r.data;
    rsp_resp_o = write_q ? m_rsp_i.wr.b.resp : m_rsp_i.rd.r.resp;
    rsp_valid_o = state_q == Waiting && (response || timer_q == 0);
    if ((state_q == Waiting && !response) || state_q == GivenUp) begin
      rsp_data_o = '1;
      rsp_resp_o = RESP_SLVERR;
    end
    // Given up: refused at once, but not the very request that was given up (its answer is a cycle old).
    if (state_q == GivenUp) rsp_valid_o = req_valid_i;
  end

  // Single beats with one identifier.
  logic unused;
  assign unused = ^{m_rsp_i.rd.r.id, m_rsp_i.rd.r.last, m_rsp_i.wr.b.id, req_ax_i};

endmodule
