// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Words of 4 or 8 bytes to host memory for all channels: one AXI write master, single-beat bursts.
///
///   waiting    [ r0 ][ r1 ][ r2 ]        results of one requester, each 8 bytes behind the one before
///   one write  | . . r0 r1 r2 . . . |    a beat of 64 bytes; one response, which acknowledges all three
///
/// Requests are taken round robin. Results of a stream that are neighbours within 64 bytes go together in one write where several
/// wait: until it is on offer, a write takes in the next one if that is there. Nobody waits for a word that may follow. The identifier of a write is the number of its requester, so each requester gets
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

  // The write in hand: its first word, and whether it has 8 bytes.
  logic [63:2]               first_q;
  logic                      wide_q;
  dma_source_t               source_q;
  logic [IndexBits-1:0]      index_q;
  logic                      aw_q, w_q;  // parts of the write in hand that are still to be taken
  logic                      shown_q;    // it was on offer before
  logic [7:0][63:0]          line_q;     // its beat
  logic [63:3]               next_q;     // behind its last word
  logic [3:0]                words_q;    // how many it has
  logic [IndexBits-1:0]      pick, owner, teller, rest_q;
  logic                      any, free, accept, gather, rest, rest_any_q;
  logic [NumWords-1:0]       asks, room, owed, done, gathered;
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

  // What follows the write in hand in its beat.
`ifdef FBY_MUTANT_WRITER_GATHERS_LATE
  assign gather = Many[index_q] && aw_q && wide_q && room[index_q] && asks[index_q] &&
                  word_i[index_q].word.wide && word_i[index_q].word.addr[63:3] == next_q && next_q[5:3] != '0;
`else
  assign gather = Many[index_q] && aw_q && !shown_q && wide_q && room[index_q] && asks[index_q] &&
                  word_i[index_q].word.wide && word_i[index_q].word.addr[63:3] == next_q && next_q[5:3] != '0;
`endif

  always_comb begin
    word_ready_o = '0;
    if (gather) word_ready_o[index_q] = 1'b1;
    else word_ready_o[pick] = accept;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      aw_q <= 1'b0;
      w_q  <= 1'b0;
    end else begin
      aw_q <= accept || (aw_q && (gather || !m_req_ready_i.aw));
      w_q  <= accept || (w_q && (gather || !m_req_ready_i.w));
    end
    shown_q <= !free && !gather;
    if (accept) begin
      next_q  <= word_i[pick].word.addr[63:3] + 61'd1;
      words_q <= 4'd1;
      line_q  <= word_i[pick].word.wide ? {8{word_i[pick].word.data}} : {16{word_i[pick].word.data[31:0]}};
    end else if (gather) begin
      next_q  <= next_q + 61'd1;
      words_q <= words_q + 4'd1;
      line_q[next_q[5:3]] <= word_i[index_q].word.data;
    end
    if (accept) begin
      first_q <= word_i[pick].word.addr[63:2];
      wide_q  <= word_i[pick].word.wide;
      source_q <= word_i[pick].source;
      index_q <= pick;
    end
  end

  // ---- the write ----

  logic [63:0]           addr;
  logic [DATA_BYTES-1:0] strb;
  assign addr = wide_q ? {first_q[63:3], 3'd0} : {first_q, 2'd0};

  always_comb begin
    m_req_o.aw   = '{
      id: ID_BITS'(index_q), addr: addr, len: '0, bytes: wide_q ? 13'({words_q, 3'd0}) : 13'd4,
      who: '{purpose: PURPOSE_BITS'(fby_regs_pkg::CARD_PURPOSE_STATUS_WORD), source: source_q}
    };
    // Eight bytes for each word.
    strb = '0;
    for (int unsigned i = 0; i < DATA_BYTES; i++) strb[i] = i < (wide_q ? 32'({words_q, 3'd0}) : 32'd4);
    m_req_o.w.data = line_q;
    m_req_o.w.strb = strb << addr[LANE_BITS-1:0];
    m_req_o.w.last = 1'b1;
  end

  assign m_req_o.aw_valid = aw_q && !gather;
  assign m_req_o.w_valid  = w_q && !gather;

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
      .WidthBits(65),
      .Depth    (Most)
    ) u_sent (
      .clk_i, .rst_i,
      .clear_i(1'b0),
      .push_i (word_i[i].valid && word_ready_o[i]),
      .data_i ({gather, word_i[i].word.addr}),
      .pop_i  (done[i]),
      .data_o ({gathered[i], sent_addr[i]}),
      .level_o(level)
    );
    assign asks[i] = word_i[i].valid;
    assign room[i] = level != LevelBits'(Most);
    assign owed[i] = level != '0;
  end

  // Behind a response, the words that went with the first one are acknowledged, one a cycle; the next response waits for that.
`ifdef FBY_MUTANT_WRITER_FORGETS
  assign rest             = 1'b0;
`else
  assign rest             = rest_any_q && owed[rest_q] && gathered[rest_q];
`endif
  assign teller           = rest ? rest_q : owner;
  assign m_rsp_ready_o    = owed[owner] && !rest;
  assign busy_o           = owed != '0;

  dma_cause_e cause, cause_q;
  always_comb begin
    cause = m_rsp_i.b.resp == RESP_DECERR ? DMA_HOST_DECODE :
            m_rsp_i.b.resp == RESP_SLVERR ? DMA_HOST_SLAVE  : DMA_OK;
    if (rest) cause = cause_q;
    done         = '0;
    done[teller] = rest || (m_rsp_i.b_valid && m_rsp_ready_o);
  end

  always_ff @(posedge clk_i) begin
    rest_any_q <= !rst_i && done != '0;
    rest_q     <= teller;
    cause_q    <= cause;
  end

  for (genvar i = 0; i < int'(NumWords); i++) begin : gen_done
    assign done_o[i] = '{valid: done[i], cause: cause, addr: sent_addr[teller]};
  end

  `FBY_ASSERT(acknowledge_has_an_owner, !m_rsp_i.b_valid || (32'(m_rsp_i.b.id) < NumWords && owed[owner]))

endmodule
