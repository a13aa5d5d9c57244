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
  parameter int unsigned NumWords = 2,
  /// Requesters with many words under way: Depth of them may wait for their acknowledge, of the others two.
  parameter logic [NumWords-1:0] Many = '1,
  /// A power of two, at least 2.
  parameter int unsigned Depth    = MAX_REQUESTS
) (
  input  logic                           clk_i,
  input  logic                           rst_i,

  input  dma_word_offer_t [NumWords-1:0] word_i,
  output logic [NumWords-1:0]            word_ready_o,
  /// Acknowledges of each requester's words, in order.
  output dma_word_done_t [NumWords-1:0]  done_o,
  output logic                           busy_o,

  output axi_wr_req_t                    m_req_o,
  input  axi_wr_ready_t                  m_req_ready_i,
  input  axi_wr_rsp_t                    m_rsp_i,
  output logic                           m_rsp_ready_o
);

  localparam int unsigned IndexBits = NumWords > 1 ? $clog2(NumWords) : 1;

  dma_word_t                 word_q;
  dma_source_t               source_q;
  logic [IndexBits-1:0]      index_q;
  logic                      aw_q, w_q;  // parts of the write in hand that are still to be taken
  logic [IndexBits-1:0]      pick, owner;
  logic                      any, free, accept;
  logic [NumWords-1:0]       asks, room, owed, done;
  logic [63:0]               sent_addr [NumWords];

  // ---- whose turn ----

  assign free = !aw_q && !w_q;

  fby_rr #(
    .Num(NumWords)
  ) u_rr (
    .clk_i, .rst_i,
    .ask_i  (asks & room),
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
    word_ready_o       = '0;
    word_ready_o[pick] = accept;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      aw_q <= 1'b0;
      w_q  <= 1'b0;
    end else begin
      aw_q <= accept || (aw_q && !m_req_ready_i.aw);
      w_q  <= accept || (w_q && !m_req_ready_i.w);
    end
    if (accept) begin
      word_q  <= word_i[pick].word;
      source_q <= word_i[pick].source;
      index_q <= pick;
    end
  end

  // ---- the write ----

  logic [63:0] addr;
  assign addr = word_q.wide ? {word_q.addr[63:3], 3'd0} : {word_q.addr[63:2], 2'd0};

  always_comb begin
    m_req_o.aw   = '{
      id: ID_BITS'(index_q), addr: addr, len: '0, bytes: word_q.wide ? 13'd8 : 13'd4,
      who: '{purpose: PURPOSE_BITS'(fby_regs_pkg::CARD_PURPOSE_STATUS_WORD), source: source_q}
    };
    m_req_o.w.data = word_q.wide ? {8{word_q.data}} : {16{word_q.data[31:0]}};
    m_req_o.w.strb = (word_q.wide ? DATA_BYTES'(8'hFF) : DATA_BYTES'(8'h0F)) << addr[LANE_BITS-1:0];
    m_req_o.w.last = 1'b1;
  end

  assign m_req_o.aw_valid = aw_q;
  assign m_req_o.w_valid  = w_q;

  // ---- acknowledges ----

`ifdef FBY_MUTANT_WRITER_ONE_OWNER
  assign owner = index_q;
`else
  assign owner = IndexBits'(m_rsp_i.b.id);
`endif

  for (genvar i = 0; i < int'(NumWords); i++) begin : gen_sent
    localparam int unsigned Most      = Many[i] ? Depth : 2;
    localparam int unsigned LevelBits = $clog2(Most + 1);
    logic [LevelBits-1:0] level;
    fby_queue #(
      .WidthBits(64),
      .Depth    (Most)
    ) u_sent (
      .clk_i, .rst_i,
      .clear_i(1'b0),
      .push_i (word_i[i].valid && word_ready_o[i]),
      .data_i (word_i[i].word.addr),
      .pop_i  (done[i]),
      .data_o (sent_addr[i]),
      .level_o(level)
    );
    assign asks[i] = word_i[i].valid;
    assign room[i] = level != LevelBits'(Most);
    assign owed[i] = level != '0;
  end

  assign m_rsp_ready_o    = owed[owner];
  assign busy_o          = owed != '0;

  dma_cause_e cause;
  assign cause = m_rsp_i.b.resp == RESP_DECERR ? DMA_HOST_DECODE :
                 m_rsp_i.b.resp == RESP_SLVERR ? DMA_HOST_SLAVE  : DMA_OK;

  always_comb begin
    done        = '0;
    done[owner] = m_rsp_i.b_valid && m_rsp_ready_o;
  end
  for (genvar i = 0; i < int'(NumWords); i++) begin : gen_done
    assign done_o[i] = '{valid: done[i], cause: cause, addr: sent_addr[owner]};
  end

  `FBY_ASSERT(acknowledge_has_an_owner, !m_rsp_i.b_valid || (32'(m_rsp_i.b.id) < NumWords && owed[owner]))

endmodule
