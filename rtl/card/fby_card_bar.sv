// SPDX-License-Identifier: Apache-2.0
/// BAR bridge: host accesses to the card, one at a time, to register blocks or to the card address space.
///
/// Address 38:36 is the BAR number, 35:0 the offset in it:
///   BAR0 0x0000 status block, 0x1000 kernel control, 0x2000 stream windows (register blocks 0, 1, 2)
///   BAR2 64 KiB of DMA registers (register block 3)
///   BAR4 the card address space, through the AXI4 master
/// Registers take aligned 32-bit accesses. What no register block knows reads 0 and is counted as an error.
///
/// A register access is never held up by the card address space: an access to BAR4 that is not answered
/// within TimeoutCycles (a write into a full stream window, say) is answered SLVERR here, and the bridge goes on.
module fby_card_bar
  import fby_axi_pkg::*;
  import fby_reg_pkg::*;
  import fby_card_pkg::*;
#(
  /// Cycles that the card address space has to answer; 2048 at 250 MHz are the 8 us of AWS-style shells.
  parameter int unsigned TimeoutCycles = 2048
) (
  input  logic           clk_i,
  input  logic           rst_i,

  // Host side, single beats.
  input  axi_req_t       bar_req_i,
  output axi_req_ready_t bar_req_ready_o,
  output axi_rsp_t       bar_rsp_o,
  input  axi_rsp_ready_t bar_rsp_ready_i,

  // Register blocks: 0 status, 1 kernel, 2 stream windows, 3 DMA.
  output reg_req_t [3:0] reg_o,
  input  reg_rsp_t [3:0] reg_i,

  // Card address space. Room is asked for ahead of a write; see fby_card_room.
  output axi_ask_t       ask_o,
  input  logic           room_i,
  output axi_req_t       m_req_o,
  input  axi_req_ready_t m_req_ready_i,
  input  axi_rsp_t       m_rsp_i,
  output axi_rsp_ready_t m_rsp_ready_o,

  /// What becomes of the accesses, for the status block.
  output card_access_t   access_o,
  /// An access is under way.
  output logic           busy_o
);
  localparam logic [2:0] BarUser = 3'd0;
  localparam logic [2:0] BarDma  = 3'd2;
  localparam logic [2:0] BarCard = 3'd4;

  typedef enum logic [2:0] {
    Idle,     // -> WData, Decode
    WData,    // write address taken, waiting for its data -> Decode
    Decode,   // -> Reg, Card, Answer
    Reg,      // -> Answer
    Card,     // -> Answer
    Answer    // -> Idle
  } state_e;
  state_e  state_q, state_d;

  axi_ax_t               ax_q;
  logic                  write_q, bad_q;
  logic [DATA_BITS-1:0]  data_q;
  logic [DATA_BYTES-1:0] strb_q;
  logic [1:0]            resp_q;

  // Reads wait for writes, so that a read never overtakes a write that came first.
  assign bar_req_ready_o.wr.aw = state_q == Idle;
  assign bar_req_ready_o.rd = state_q == Idle && !bar_req_i.wr.aw_valid;
  assign bar_req_ready_o.wr.w  = state_q == WData;

  // Which block, and whether it takes an access of this shape.
  logic [2:0]  bar;
  logic [3:0]  lane;
  logic [1:0]  block;
  logic        reg_known, reg_shape;
  assign bar  = ax_q.addr[38:36];
  assign lane = ax_q.addr[5:2];
  assign reg_shape = ax_q.addr[1:0] == 2'b00 && ax_q.bytes == 13'd4 &&
                     (!write_q || strb_q == DATA_BYTES'('hF) << {lane, 2'b00});

  always_comb begin
    block     = 2'd3;
    reg_known = bar == BarDma && ax_q.addr[35:16] == '0;
    if (bar == BarUser) begin
      block     = ax_q.addr[13:12];
      reg_known = ax_q.addr[35:14] == '0 && ax_q.addr[13:12] != 2'b11;
    end
  end

  // Register access.
  reg_rsp_t rsp;
  assign rsp = reg_i[block];
  always_comb begin
    for (int unsigned k = 0; k < 4; k++) begin
      reg_o[k].valid = state_q == Reg && block == 2'(k);
      reg_o[k].write = write_q;
      reg_o[k].addr  = bar == BarUser ? {4'd0, ax_q.addr[11:0]} : ax_q.addr[15:0];
      reg_o[k].wdata = data_q[32*lane +: 32];
    end
  end

  // Access to the card address space.
  logic                 card_done;
  logic [1:0]           card_resp;
  logic [DATA_BITS-1:0] card_data;
  fby_card_bar_axi #(
    .TimeoutCycles (TimeoutCycles)
  ) u_axi (
    .clk_i,
    .rst_i,
    .req_valid_i (state_q == Card),
    .req_write_i (write_q),
    .req_ax_i    (ax_q),
    .req_data_i  (data_q),
    .req_strb_i  (strb_q),
    .rsp_valid_o (card_done),
    .rsp_resp_o  (card_resp),
    .rsp_data_o  (card_data),
    .ask_o, .room_i,
    .m_req_o, .m_req_ready_i, .m_rsp_i, .m_rsp_ready_o
  );

  logic answered;
  assign answered = write_q ? bar_rsp_ready_i.wr : bar_rsp_ready_i.rd;

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Idle: begin
        if (bar_req_i.rd.ar_valid) state_d = Decode;
        if (bar_req_i.wr.aw_valid) state_d = WData;
      end
      WData: if (bar_req_i.wr.w_valid) state_d = Decode;
      Decode: begin
        state_d = Answer;
        if (bar == BarCard) state_d = Card;
        else if (reg_known && reg_shape) state_d = Reg;
      end
      Reg:  if (rsp.ready) state_d = Answer;
      Card: if (card_done) state_d = Answer;
      Answer: if (answered) state_d = Idle;
      default: state_d = Idle;
    endcase
  end

  always_ff @(posedge clk_i) begin
    state_q <= state_d;
    unique case (state_q)
      Idle: begin
        write_q <= bar_req_i.wr.aw_valid;
        ax_q    <= bar_req_i.wr.aw_valid ? bar_req_i.wr.aw : bar_req_i.rd.ar;
      end
      WData: begin
        data_q <= bar_req_i.wr.w.data;
        strb_q <= bar_req_i.wr.w.strb;
      end
      Decode: begin
        // What nobody takes: a wrong shape is refused, a hole reads 0 as absent XDMA channels do.
        bad_q  <= 1'b1;
        resp_q <= reg_known && !reg_shape ? RESP_SLVERR : RESP_OKAY;
        if (!write_q) data_q <= '0;
      end
      Reg: begin
        bad_q  <= rsp.error;
        resp_q <= RESP_OKAY;
        if (!write_q) data_q <= {(DATA_BITS/32){rsp.rdata}};
      end
      Card: begin
        bad_q  <= card_resp != RESP_OKAY;
        resp_q <= card_resp;
        if (!write_q) data_q <= card_data;
      end
      default: ;
    endcase
    if (rst_i) state_q <= Idle;
  end

  assign bar_rsp_o.rd.r = '{id: ax_q.id, data: data_q, resp: resp_q, last: 1'b1};
  assign bar_rsp_o.wr.b = '{id: ax_q.id, resp: resp_q};
  assign bar_rsp_o.rd.r_valid = state_q == Answer && !write_q;
  assign bar_rsp_o.wr.b_valid = state_q == Answer && write_q;

  logic read, write;
  assign read  = bar_rsp_o.rd.r_valid && bar_rsp_ready_i.rd;
  assign write = bar_rsp_o.wr.b_valid && bar_rsp_ready_i.wr;
  assign access_o = '{read: read, write: write, error: (read || write) && bad_q, addr: ax_q.addr};
  assign busy_o  = state_q != Idle;

  // Single beats: length and last carry nothing.
  logic unused;
  assign unused = ^{ax_q, bar_req_i.wr.w.last};

endmodule
