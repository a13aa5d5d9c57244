// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Writes of 4 or 8 bytes to host memory for all channels: one AXI write master, single-beat bursts.
///
/// Requests are taken round robin. The identifier of a write is the number of its requester, so each requester gets
/// its acknowledges in order and waits for those of nobody else. One that has as many writes unacknowledged as it may
/// is passed over.
module fby_dma_status_writer
  import fby_axi_pkg::*;
  import fby_dma_pkg::*;
#(
  /// Requesters, and identifiers.
  parameter int unsigned NumMails = 2,
  /// Writes of one requester that may wait for their acknowledge; a power of two, at least 2.
  parameter int unsigned Depth    = fby_dma_back_pkg::MAX_REQUESTS
) (
  input  logic                     clk_i,
  input  logic                     rst_i,

  input  dma_word_t [NumMails-1:0] mail_i,
  input  logic      [NumMails-1:0] mail_valid_i,
  output logic      [NumMails-1:0] mail_ready_o,
  /// A write of that requester was acknowledged, oldest first.
  output logic      [NumMails-1:0] done_o,
  /// How it went; valid with done_o.
  output dma_cause_e               done_cause_o,
  /// Where it went; valid with done_o.
  output logic      [63:0]         done_addr_o,
  output logic                     busy_o,

  output axi_ax_t                  aw_o,
  output logic                     aw_valid_o,
  input  logic                     aw_ready_i,
  output axi_w_t                   w_o,
  output logic                     w_valid_o,
  input  logic                     w_ready_i,
  input  axi_b_t                   b_i,
  input  logic                     b_valid_i,
  output logic                     b_ready_o
);

  localparam int unsigned IndexBits = NumMails > 1 ? $clog2(NumMails) : 1;
  localparam int unsigned LevelBits = $clog2(Depth + 1);

  dma_word_t                 mail_q;
  logic [IndexBits-1:0]      index_q;
  logic                      aw_q, w_q;  // parts of the write in hand that are still to be taken
  logic [IndexBits-1:0]      pick, owner;
  logic                      any, free, accept;
  logic [NumMails-1:0]       room, owed;
  logic [NumMails-1:0][63:0] sent_addr;

  // ---- whose turn ----

  assign free = !aw_q && !w_q;

  fby_rr #(
    .Num(NumMails)
  ) u_rr (
    .clk_i, .rst_i,
    .ask_i  (mail_valid_i & room),
    .serve_i(free),
    .idx_o  (pick),
    .valid_o(any)
  );

`ifdef FBY_MUTANT_WRITER_SHARED_ROOM
  assign accept = any && free && room == '1;
`else
  assign accept = any && free;
`endif

  always_comb begin
    mail_ready_o       = '0;
    mail_ready_o[pick] = accept;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      aw_q <= 1'b0;
      w_q  <= 1'b0;
    end else begin
      aw_q <= accept || (aw_q && !aw_ready_i);
      w_q  <= accept || (w_q && !w_ready_i);
    end
    if (accept) begin
      mail_q  <= mail_i[pick];
      index_q <= pick;
    end
  end

  // ---- the write ----

  logic [63:0] addr;
  assign addr = mail_q.wide ? {mail_q.addr[63:3], 3'd0} : {mail_q.addr[63:2], 2'd0};

  always_comb begin
    aw_o   = '{id: ID_BITS'(index_q), addr: addr, len: '0, bytes: mail_q.wide ? 13'd8 : 13'd4};
    w_o.data = mail_q.wide ? {8{mail_q.data}} : {16{mail_q.data[31:0]}};
    w_o.strb = (mail_q.wide ? DATA_BYTES'(8'hFF) : DATA_BYTES'(8'h0F)) << addr[LANE_BITS-1:0];
    w_o.last = 1'b1;
  end

  assign aw_valid_o = aw_q;
  assign w_valid_o  = w_q;

  // ---- acknowledges ----

`ifdef FBY_MUTANT_WRITER_ONE_OWNER
  assign owner = index_q;
`else
  assign owner = IndexBits'(b_i.id);
`endif

  for (genvar i = 0; i < int'(NumMails); i++) begin : gen_sent
    logic [LevelBits-1:0] level;
    fby_queue #(
      .WidthBits(64),
      .Depth    (Depth)
    ) u_sent (
      .clk_i, .rst_i,
      .clear_i(1'b0),
      .push_i (mail_valid_i[i] && mail_ready_o[i]),
      .data_i (mail_i[i].addr),
      .pop_i  (done_o[i]),
      .data_o (sent_addr[i]),
      .level_o(level)
    );
    assign room[i] = level != LevelBits'(Depth);
    assign owed[i] = level != '0;
  end

  assign b_ready_o    = owed[owner];
  assign busy_o       = owed != '0;
  assign done_cause_o = b_i.resp == RESP_DECERR ? DMA_HOST_DECODE :
                        b_i.resp == RESP_SLVERR ? DMA_HOST_SLAVE  : DMA_OK;
  assign done_addr_o  = sent_addr[owner];

  always_comb begin
    done_o        = '0;
    done_o[owner] = b_valid_i && b_ready_o;
  end

  `FBY_ASSERT(acknowledge_has_an_owner, !b_valid_i || (32'(b_i.id) < NumMails && owed[owner]))

endmodule
