// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the status writer: each word goes out once and as asked for, alone or behind its neighbours in one write, is
/// acknowledged once to its requester with its address, behind the response to that write, and waits for no acknowledge of
/// another requester. Bounded: from reset, the number of cycles the .sby file
/// states.
module fby_dma_status_writer_proof
  import fby_axi_pkg::*;
  import fby_dma_pkg::*;
#(
  parameter int unsigned NumWords = 2,
  parameter int unsigned Depth    = 2
) (
  input logic                     clk_i,
  input dma_word_t [NumWords-1:0] word_i,
  input logic      [NumWords-1:0] word_valid_i,
  input dma_source_t [NumWords-1:0] source_i,
  input logic                     aw_ready_i,
  input logic                     w_ready_i,
  input axi_b_t                   b_i,
  input logic                     b_valid_i,
  input logic                     chosen_i,
  input logic [2:0]               nth_i
);

  logic                    rst_i = 1'b1;
  logic [NumWords-1:0]     ready, done, take;
  logic [63:0]             done_addr;
  logic                    busy, aw_valid, w_valid, b_ready;
  axi_ax_t                 aw;
  axi_w_t                  w;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  dma_word_offer_t [NumWords-1:0] offer;
  dma_word_done_t [NumWords-1:0]  told;
  for (genvar k = 0; k < int'(NumWords); k++) begin : g_bundle
    assign offer[k] = '{valid: word_valid_i[k], source: source_i[k], word: word_i[k]};
    assign done[k]  = told[k].valid;
  end

  fby_dma_status_writer #(.NumWords(NumWords), .Depth(Depth)) u_dut (
    .clk_i, .rst_i,
    .word_i(offer), .word_ready_o(ready), .done_o(told), .busy_o(busy),
    .m_req_o({aw_valid, aw, w_valid, w}), .m_req_ready_i({aw_ready_i, w_ready_i}),
    .m_rsp_i({b_valid_i, b_i}), .m_rsp_ready_o(b_ready)
  );

  assign take = word_valid_i & ready;

  // ---- what is asked for goes out once ----

  dma_word_t  want_q;         // the first word of the write
  logic [2:0] words_q;        // its words
  logic [7:0][63:0] line_q;   // where they are in its beat
  logic [63:0] strb_q;
  logic       shown_q;        // it was on offer
  logic [7:0] id_q;
  axi_who_t   who;
  dma_source_t source_q;
  logic       aw_owed_q, w_owed_q, sent, gathers;
  logic [2:0] lane;
  assign gathers = take != '0 && (aw_owed_q || w_owed_q);
  assign lane    = 3'(want_q.addr[5:3] + words_q);
  assign sent = !gathers && (aw_owed_q || w_owed_q) && (!aw_owed_q || aw_ready_i) && (!w_owed_q || w_ready_i);
  always_ff @(posedge clk_i) begin
    aw_owed_q <= !rst_i && (take != '0 || (aw_owed_q && !aw_ready_i));
    w_owed_q  <= !rst_i && (take != '0 || (w_owed_q && !w_ready_i));
    shown_q   <= aw_valid || w_valid;
    for (int unsigned k = 0; k < NumWords; k++) begin
      if (take[k] && gathers) begin
        words_q      <= words_q + 3'd1;
        line_q[lane] <= word_i[k].data;
        strb_q       <= strb_q | 64'hFF << {lane, 3'd0};
      end else if (take[k]) begin
        words_q <= 3'd1;
        line_q  <= word_i[k].wide ? {8{word_i[k].data}} : {16{word_i[k].data[31:0]}};
        strb_q  <= word_i[k].wide ? 64'hFF << {word_i[k].addr[5:3], 3'd0} : 64'hF << {word_i[k].addr[5:2], 2'd0};
        want_q <= word_i[k];
        id_q   <= 8'(k);
        source_q <= source_i[k];
      end
    end
  end

  // A status word, of whoever has it written.
  assign who = '{purpose: PURPOSE_BITS'(fby_regs_pkg::CARD_PURPOSE_STATUS_WORD), source: source_q};
  `FBY_ASSERT(WordOneTaken, $onehot0(take))
  for (genvar k = 0; k < int'(NumWords); k++) begin : g_gathers
    // Only the neighbour behind the write in hand, in the same 64 bytes, and never once the bus has seen it.
    `FBY_ASSERT(WordGathersNeighbours, !(take[k] && gathers) || (32'(id_q) == k && !shown_q && want_q.wide
                && word_i[k].wide && word_i[k].addr[63:3] == want_q.addr[63:3] + 61'(words_q)
                && word_i[k].addr[63:6] == want_q.addr[63:6]))
  end
  `FBY_ASSERT(WordAddressOnce, aw_valid == (aw_owed_q && !gathers))
  `FBY_ASSERT(WordDataOnce, w_valid == (w_owed_q && !gathers))
  `FBY_ASSERT(WordAddressSame, !aw_valid || (aw.id == id_q && aw.who == who && aw.len == '0 && (want_q.wide
              ? aw.addr == {want_q.addr[63:3], 3'd0} && aw.bytes == 13'({words_q, 3'd0})
              : aw.addr == {want_q.addr[63:2], 2'd0} && aw.bytes == 13'd4)))
  `FBY_ASSERT(WordDataSame, !w_valid || (w.last && w.strb == strb_q && w.data == line_q))

  // ---- each requester's account: taken, on the bus, not acknowledged ----

  localparam int unsigned LevelBits = $clog2(Depth + 1);
  logic [NumWords-1:0][LevelBits-1:0] taken_q;  // not acknowledged
  logic [NumWords-1:0][LevelBits-1:0] owed_q;   // writes that the host has all of and has not answered
  logic [NumWords-1:0][3:0][2:0]      sizes_q;  // words of these, the oldest first
  logic [NumWords-1:0][2:0]           credit_q; // words of an answered write that are still to be acknowledged
  logic                               bad_q;    // ... with an error
  always_ff @(posedge clk_i) if (b_valid_i && b_ready) bad_q <= b_i.resp[1];
  logic [NumWords-1:0]                room, held_q;
  logic                               b_held_q;
  axi_b_t                             b_q;
  dma_word_t [NumWords-1:0]           word_q;
  dma_source_t [NumWords-1:0]         from_q;

  for (genvar k = 0; k < int'(NumWords); k++) begin : g_account
    logic acknowledged, out;
    assign acknowledged = b_valid_i && b_ready && 32'(b_i.id) == k;
    assign out          = sent && 32'(id_q) == k;
    assign room[k]      = 32'(taken_q[k]) < Depth;

    always_ff @(posedge clk_i) begin
      held_q[k] <= !rst_i && word_valid_i[k] && !take[k];
      word_q[k] <= word_i[k];
      from_q[k] <= source_i[k];
      if (rst_i) begin
        taken_q[k]  <= '0;
        owed_q[k]   <= '0;
        credit_q[k] <= '0;
      end else begin
        credit_q[k] <= credit_q[k] + (acknowledged ? sizes_q[k][0] : 3'd0) - 3'(done[k]);
        if (acknowledged) sizes_q[k] <= {3'd0, sizes_q[k][3:1]};
        if (out) sizes_q[k][2'(owed_q[k] - LevelBits'(acknowledged))] <= words_q;
        taken_q[k] <= taken_q[k] + LevelBits'(take[k]) - LevelBits'(done[k]);
        owed_q[k]  <= owed_q[k] + LevelBits'(out) - LevelBits'(acknowledged);
      end
    end

    `FBY_ASSUME(WordStays, !held_q[k] || (word_valid_i[k] && word_i[k] == word_q[k]
                && source_i[k] == from_q[k]))
    `FBY_ASSUME(AcknowledgeOwed, !b_valid_i || 32'(b_i.id) != k || owed_q[k] != '0)
    `FBY_ASSERT(WordBounded, !take[k] || room[k])
    // With how the response was.
    `FBY_ASSERT(WordDoneCause, !done[k] || (told[k].cause == DMA_OK) == !(credit_q[k] != '0 ? bad_q : b_i.resp[1]))
    // One at once, and the others behind it without a gap, before any other response is taken.
    `FBY_ASSERT(WordDoneToOwner, done[k] == (acknowledged || credit_q[k] != '0) && !(acknowledged && credit_q != '0))
  end

  // Any one write of anyone, whose number the solver chooses: where it went.
  logic        chosen_q;
  logic [2:0]  nth_q, begun_q, ended_q;
  logic [63:0] addr_q;
  logic        begins, ends;
  assign begins    = take[chosen_q];
  assign ends      = done[chosen_q];
  assign done_addr = told[chosen_q].addr;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      chosen_q   <= chosen_i;
      nth_q   <= nth_i;
      begun_q <= '0;
      ended_q <= '0;
    end else begin
      begun_q <= begun_q + 3'(begins);
      ended_q <= ended_q + 3'(ends);
    end
    if (begins && begun_q == nth_q) addr_q <= word_i[chosen_q].addr;
  end
  `FBY_ASSERT(WordDoneAddress, !ends || ended_q != nth_q || done_addr == addr_q)

  always_ff @(posedge clk_i) begin
    b_held_q <= !rst_i && b_valid_i && !b_ready;
    b_q      <= b_i;
  end
  `FBY_ASSUME(AcknowledgeStays, !b_held_q || (b_valid_i && b_i == b_q))
  `FBY_ASSUME(AcknowledgeOfSomebody, !b_valid_i || 32'(b_i.id) < NumWords)
  `FBY_ASSERT(WordAcknowledgeTaken, !b_valid_i || b_ready || credit_q != '0)
  `FBY_ASSERT(WordBusy, busy == (taken_q != '0))

  // ---- nobody waits for another's acknowledge ----

  // Whoever has room for it waits for the write in hand, and is passed by each of the others once at most.
  `FBY_ASSERT(WordNotHeld, take != '0 || aw_owed_q || w_owed_q || (word_valid_i & room) == '0)
  logic [NumWords-1:0][2:0] passed_q;
  logic [NumWords-1:0]      kept_q;
  for (genvar k = 0; k < int'(NumWords); k++) begin : g_fair
    always_ff @(posedge clk_i) begin
      kept_q[k]   <= !rst_i && word_valid_i[k] && room[k] && !take[k];
      passed_q[k] <= (kept_q[k] ? passed_q[k] : '0) + 3'((take & ~(NumWords'(1) << k)) != '0 && !gathers);
    end
    `FBY_ASSERT(WordPassedByEachOnce, !kept_q[k] || 32'(passed_q[k]) < NumWords)
  end

  // One has no answer to anything and wants more; the other writes on.
  logic [NumWords-1:0][2:0] count_q;
  for (genvar k = 0; k < int'(NumWords); k++) begin : g_count
    always_ff @(posedge clk_i) count_q[k] <= rst_i ? '0 : count_q[k] + 3'(done[k]);
  end
  `FBY_COVER(WordOthersGoOn, 32'(taken_q[0]) == Depth && word_valid_i[0] && count_q[0] == '0 && 32'(count_q[1]) > Depth)
  `FBY_COVER(WordsTogether, done[0] && credit_q[0] != '0 && taken_q[1] != '0)
  `FBY_COVER(WordOutOfOrder, done[1] && taken_q[0] != '0 && count_q[0] == '0 && 32'(count_q[1]) == Depth)

endmodule
