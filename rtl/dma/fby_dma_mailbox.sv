// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Writes of 4 or 8 bytes to host memory for all channels: one AXI write master, single-beat bursts.
///
/// Requests are taken round robin. All use the same identifier, so acknowledges come back in order and go
/// to the requester whose turn it was.
module fby_dma_mailbox
  import fby_axi_pkg::*;
  import fby_dma_pkg::*;
  import fby_dma_front_pkg::*;
#(
  /// Requesters.
  parameter int unsigned NumMails = 2,
  /// Writes that may wait for their acknowledge; a power of two.
  parameter int unsigned Depth    = 16
) (
  input  logic                     clk_i,
  input  logic                     rst_i,

  input  dma_mail_t [NumMails-1:0] mail_i,
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

  typedef struct packed {
    logic [IndexBits-1:0] index;
    logic [63:0]          addr;
  } sent_t;

  dma_mail_t            mail_q;
  logic                 aw_q, w_q;       // parts of the write in hand that are still to be taken
  logic [IndexBits-1:0] last_q, pick;
  logic                 any, accept;
  logic [LevelBits-1:0] sent_level;
  sent_t                sent;

  // ---- whose turn ----

  // Of the requesters, the first after the one served last.
  always_comb begin
    pick = '0;
    any  = 1'b0;
    for (int unsigned i = 0; i < NumMails; i++) begin
      if (!any && mail_valid_i[i] && IndexBits'(i) > last_q) begin
        pick = IndexBits'(i);
        any  = 1'b1;
      end
    end
    for (int unsigned i = 0; i < NumMails; i++) begin
      if (!any && mail_valid_i[i]) begin
        pick = IndexBits'(i);
        any  = 1'b1;
      end
    end
  end

  assign accept = any && !aw_q && !w_q && sent_level != LevelBits'(Depth);

  always_comb begin
    mail_ready_o       = '0;
    mail_ready_o[pick] = accept;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      aw_q   <= 1'b0;
      w_q    <= 1'b0;
      last_q <= '0;
    end else begin
      aw_q <= accept || (aw_q && !aw_ready_i);
      w_q  <= accept || (w_q && !w_ready_i);
      if (accept) last_q <= pick;
    end
    if (accept) mail_q <= mail_i[pick];
  end

  // ---- the write ----

  logic [63:0] addr;
  assign addr = mail_q.wide ? {mail_q.addr[63:3], 3'd0} : {mail_q.addr[63:2], 2'd0};

  always_comb begin
    aw_o   = '{id: '0, addr: addr, len: '0, bytes: mail_q.wide ? 13'd8 : 13'd4};
    w_o.data = mail_q.wide ? {8{mail_q.data}} : {16{mail_q.data[31:0]}};
    w_o.strb = (mail_q.wide ? DATA_BYTES'(8'hFF) : DATA_BYTES'(8'h0F)) << addr[LANE_BITS-1:0];
    w_o.last = 1'b1;
  end

  assign aw_valid_o = aw_q;
  assign w_valid_o  = w_q;

  // ---- acknowledges ----

  fby_dma_queue #(
    .WidthBits($bits(sent_t)),
    .Depth    (Depth)
  ) u_sent (
    .clk_i, .rst_i,
    .clear_i(1'b0),
    .push_i (accept),
    .data_i ({pick, mail_i[pick].addr}),
    .pop_i  (b_valid_i && b_ready_o),
    .data_o (sent),
    .level_o(sent_level)
  );

  assign b_ready_o    = sent_level != '0;
  assign busy_o       = sent_level != '0;
  assign done_cause_o = b_i.resp == RESP_DECERR ? DMA_HOST_DECODE :
                        b_i.resp == RESP_SLVERR ? DMA_HOST_SLAVE  : DMA_OK;
  assign done_addr_o  = sent.addr;

  always_comb begin
    done_o             = '0;
    done_o[sent.index] = b_valid_i && b_ready_o;
  end

  // One identifier only, given by the arbiter.
  logic unused;
  assign unused = &{1'b0, b_i.id};

endmodule
