// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the register bridge: every access is answered once and within the bound, in the order of arrival; words go low one
/// first; a page that was given up is asked no more, and a page that answers is never kept waiting by one that does not.
module fby_reg_bridge_proof
  import fby_axi_pkg::*;
  import fby_reg_pkg::*;
#(
  parameter int unsigned TimeoutCycles = 2
) (
  input logic                 clk_i,
  input axi_req_t             s_req_i,
  input axi_rsp_ready_t       s_rsp_ready_i,
  input reg_rsp_t       [2:0] reg_i,
  input reg_store_rsp_t       stored_i
);
  // Page 2 takes stores whole. Page 1 answers at once, always.
  localparam int unsigned Pages = 3;
  localparam int unsigned WordBits = LANE_BITS - 2;
  localparam int unsigned Prompt = 1;
  localparam logic [Pages-1:0][63:0] Base  = {64'h80, 64'h40, 64'h0};
  localparam logic [Pages-1:0][63:0] Bytes = {64'h40, 64'h40, 64'h40};

  logic           rst_i = 1'b1;
  axi_req_ready_t ready;
  axi_rsp_t       s_rsp;
  reg_req_t       [Pages-1:0] word;
  reg_rsp_t       [Pages-1:0] answer;
  reg_store_t     [Pages-1:0] store;
  reg_store_rsp_t [Pages-1:0] stored;
  bar_access_t    access;
  logic           busy;
  high_t          high;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  always_comb begin
    answer = reg_i;
    answer[Prompt].ready = 1'b1;
    stored = '0;
    stored[2] = stored_i;
  end

  fby_reg_bridge #(
    .NumPages(Pages), .Base(Base), .Bytes(Bytes), .TakesStores(3'b100), .TimeoutCycles(TimeoutCycles)
  ) u_dut (
    .clk_i, .rst_i,
    .s_req_i, .s_req_ready_o(ready), .s_rsp_o(s_rsp), .s_rsp_ready_i,
    .reg_o(word), .reg_i(answer), .high_o(high), .store_o(store), .store_i(stored),
    .access_o(access), .busy_o(busy)
  );

  // ---- the master: what is offered stays; writes are single beats or of two, as their length says ----
  axi_req_t was_q;
  logic     ar_held_q, aw_held_q, w_held_q;
  logic     aw_take, w_take, ar_take, w_open_q, w_more_q;
  assign aw_take = s_req_i.wr.aw_valid && ready.wr.aw;
  assign w_take  = s_req_i.wr.w_valid && ready.wr.w;
  assign ar_take = s_req_i.rd.ar_valid && ready.rd;
  always_ff @(posedge clk_i) begin
    was_q     <= s_req_i;
    ar_held_q <= !rst_i && s_req_i.rd.ar_valid && !ar_take;
    aw_held_q <= !rst_i && s_req_i.wr.aw_valid && !aw_take;
    w_held_q  <= !rst_i && s_req_i.wr.w_valid && !w_take;
  end
  `FBY_ASSUME(ArStays, !ar_held_q || (s_req_i.rd == was_q.rd))
  `FBY_ASSUME(AwStays, !aw_held_q || (s_req_i.wr.aw_valid && s_req_i.wr.aw == was_q.wr.aw))
  `FBY_ASSUME(WStays, !w_held_q || (s_req_i.wr.w_valid && s_req_i.wr.w == was_q.wr.w))
  `FBY_ASSUME(ShortBursts, s_req_i.rd.ar.len <= 8'd1 && s_req_i.wr.aw.len <= 8'd1)
  `FBY_ASSUME(NearPages, s_req_i.rd.ar.addr[63:9] == '0 && s_req_i.wr.aw.addr[63:9] == '0)
  logic [7:0] w_left;
  logic [7:0] w_left_q;
  assign w_left = w_open_q ? w_left_q : s_req_i.wr.aw.len;
  `FBY_ASSUME(LastIsLast, !w_take || s_req_i.wr.w.last == (w_left == '0))
  always_ff @(posedge clk_i) begin
    if (aw_take || w_take) begin
      w_open_q <= !(w_take && w_left == '0);
      w_left_q <= w_left - 8'(w_take);
    end
    if (rst_i) w_open_q <= 1'b0;
  end
  `FBY_ASSERT(DataBelongsToAnAddress, !w_take || w_open_q || aw_take)

  // ---- once, and within the bound ----
  axi_ax_t     ax_q;
  axi_w_t      w_q;
  logic        owed_q, write_q;
  logic [7:0]  left_q;
  logic [3:0]  age_q;
  logic        valid, taken;
  assign valid = s_rsp.rd.r_valid || s_rsp.wr.b_valid;
  assign taken = (s_rsp.rd.r_valid && s_rsp_ready_i.rd) || (s_rsp.wr.b_valid && s_rsp_ready_i.wr);
  always_ff @(posedge clk_i) begin
    if (ar_take || aw_take) begin
      ax_q    <= ar_take ? s_req_i.rd.ar : s_req_i.wr.aw;
      write_q <= aw_take;
      left_q  <= ar_take ? s_req_i.rd.ar.len : '0;
      owed_q  <= 1'b1;
      age_q   <= '0;
    end else if (taken) begin
      left_q <= left_q - 8'd1;
      owed_q <= left_q != '0;
    end
    if (w_take) w_q <= s_req_i.wr.w;
    if (owed_q && !w_open_q && !valid) age_q <= age_q + 4'd1;
    if (rst_i) owed_q <= 1'b0;
  end
  `FBY_ASSERT(OneAtATime, !(ar_take || aw_take) || !owed_q)
  `FBY_ASSERT(AnswerIsOwed, !valid || (owed_q && !w_open_q))
  `FBY_ASSERT(OneAnswer, !(s_rsp.rd.r_valid && s_rsp.wr.b_valid))
  `FBY_ASSERT(AnswerOfItsKind, !valid || s_rsp.wr.b_valid == write_q)
  `FBY_ASSERT(AnswerHasItsId, !valid || (write_q ? s_rsp.wr.b.id : s_rsp.rd.r.id) == ax_q.id)
  `FBY_ASSERT(LastBeatIsMarked, !s_rsp.rd.r_valid || s_rsp.rd.r.last == (left_q == '0))
  `FBY_ASSERT(Bounded, !owed_q || w_open_q || 32'(age_q) <= TimeoutCycles + 2)
  logic [1:0]  valid_q;
  axi_rsp_t    rsp_q;
  always_ff @(posedge clk_i) begin
    valid_q <= rst_i ? '0 : {s_rsp.rd.r_valid && !s_rsp_ready_i.rd, s_rsp.wr.b_valid && !s_rsp_ready_i.wr};
    rsp_q   <= s_rsp;
  end
  `FBY_ASSERT(AnswerStays, valid_q == '0 || s_rsp == rsp_q)
  `FBY_ASSERT(Told, (access.read || access.write) == (taken && left_q == '0))
  `FBY_ASSERT(IdleIsIdle, busy == owed_q)

  // ---- order of arrival ----
  logic [4:0] ar_wait_q, aw_wait_q;
  always_ff @(posedge clk_i) begin
    ar_wait_q <= s_req_i.rd.ar_valid && !ar_take && !rst_i ? ar_wait_q + 5'd1 : '0;
    aw_wait_q <= s_req_i.wr.aw_valid && !aw_take && !rst_i ? aw_wait_q + 5'd1 : '0;
  end
  `FBY_ASSERT(FirstComeFirstServed, !(s_req_i.rd.ar_valid && s_req_i.wr.aw_valid) ||
              !(ar_take ? aw_wait_q >= ar_wait_q : aw_take && ar_wait_q > aw_wait_q))

  // ---- what pages see ----
  logic [Pages-1:0]         asked, served, dead_q, held_q;
  reg_req_t   [Pages-1:0]   word_q;
  reg_store_t [Pages-1:0]   store_q;
  logic [1:0]               words_q;
  logic [1:0][31:0]         rdata_q;
  logic                     gave_up;
  for (genvar k = 0; k < int'(Pages); k++) begin : gen_page
    assign asked[k]  = word[k].valid || store[k].valid;
    assign served[k] = word[k].valid ? answer[k].ready : stored[k].ready;
    `FBY_ASSERT(OneWay, !(word[k].valid && store[k].valid))
    `FBY_ASSERT(RightPage, !asked[k] || (owed_q && (ax_q.addr & ~64'h3F) == Base[k]))
    `FBY_ASSERT(RightAddress, !word[k].valid ||
                64'(word[k].addr) == (ax_q.addr & 64'h3C) + (words_q != 0 ? 64'd4 : 64'd0))
    `FBY_ASSERT(RightKind, !word[k].valid || word[k].write == write_q)
    logic [31:0] lane;
    assign lane = 32'(word[k].addr[LANE_BITS-1:2]);
    `FBY_ASSERT(RightData, !word[k].valid || !write_q || word[k].wdata == w_q.data[32 * lane +: 32])
    `FBY_ASSERT(FullyStrobed, !word[k].valid || !write_q || w_q.strb[4 * lane +: 4] == 4'hF)
    `FBY_ASSERT(RequestStays, !held_q[k] || (asked[k] && word[k] == word_q[k] && store[k] == store_q[k]) || gave_up)
    `FBY_ASSERT(DeadIsDead, !(dead_q[k] && asked[k]))
    always_ff @(posedge clk_i) begin
      held_q[k]  <= !rst_i && asked[k] && !served[k];
      word_q[k]  <= word[k];
      store_q[k] <= store[k];
      // Asked for as long as the patience lasts, and not answered.
      if (gave_up && held_q[k]) dead_q[k] <= 1'b1;
      if (rst_i) dead_q[k] <= 1'b0;
    end
  end
  assign gave_up = held_q != '0 && valid && !asked[0] && !asked[1] && !asked[2];
  `FBY_ASSERT(OnePage, $onehot0(asked))
  `FBY_ASSERT(StoreAsMade, !store[2].valid ||
              (write_q && store[2].strb == w_q.strb && store[2].data == w_q.data && w_q.strb != '0 &&
               64'(store[2].addr) == (ax_q.addr & 64'h38)))
  // A store of one word, or of two, is never whole: registers are the same on every page.
  logic shape_of_words;
  assign shape_of_words = (ax_q.bytes == 13'd4 && ax_q.addr[1:0] == '0 &&
                           w_q.strb == DATA_BYTES'('hF) << {ax_q.addr[LANE_BITS-1:2], 2'b00}) ||
                          (ax_q.bytes == 13'd8 && ax_q.addr[2:0] == '0 &&
                           w_q.strb == DATA_BYTES'('hFF) << {ax_q.addr[LANE_BITS-1:2], 2'b00});
  `FBY_ASSERT(WordsAreWords, !store[2].valid || !shape_of_words)
  `FBY_ASSERT(GivenUpIsAnError, !gave_up || (write_q ? s_rsp.wr.b.resp == RESP_SLVERR
                                                      : s_rsp.rd.r.resp == RESP_SLVERR && s_rsp.rd.r.data == '1))
  `FBY_ASSERT(PromptIsPrompt, !owed_q || w_open_q || (ax_q.addr & ~64'h3F) != Base[Prompt] || 32'(age_q) <= 3)
  for (genvar k = 0; k < int'(Pages); k++) begin : gen_dead
    `FBY_ASSERT(DeadAnswersAtOnce, !dead_q[k] || !owed_q || w_open_q || (ax_q.addr & ~64'h3F) != Base[k] ||
                age_q <= 4'd1 || valid)
  end

  // How many words the access has had, and what they read.
  always_ff @(posedge clk_i) begin
    if (ar_take || aw_take) words_q <= '0;
    else begin
      for (int unsigned k = 0; k < Pages; k++) begin
        if (word[k].valid && answer[k].ready) begin
          words_q <= words_q + 2'd1;
          rdata_q[words_q[0]] <= answer[k].rdata;
        end
      end
    end
    if (rst_i) words_q <= '0;
  end
  `FBY_ASSERT(TwoAtMost, words_q <= 2'd2)
  `FBY_ASSERT(ReadsWhatThePageSaid, !(s_rsp.rd.r_valid && s_rsp.rd.r.resp == RESP_OKAY && words_q != 0) ||
              (s_rsp.rd.r.data[32 * (32'(ax_q.addr[LANE_BITS-1:2])) +: 32] == rdata_q[0] &&
               (words_q != 2'd2 ||
                s_rsp.rd.r.data[32 * (32'(ax_q.addr[LANE_BITS-1:2] | WordBits'(1))) +: 32] == rdata_q[1])))
  logic [1:0] resp;
  assign resp = write_q ? s_rsp.wr.b.resp : s_rsp.rd.r.resp;
  `FBY_ASSERT(BothOrNone, !(valid && words_q != 0 && resp == RESP_OKAY) ||
              words_q == (ax_q.bytes == 13'd8 ? 2'd2 : 2'd1))

  `FBY_COVER(TwoWordsRead, s_rsp.rd.r_valid && words_q == 2'd2 && s_rsp_ready_i.rd)
  `FBY_COVER(WordOfATaker, word[2].valid && word[2].write && answer[2].ready)
  `FBY_COVER(StoreMade, store[2].valid && served[2])
  `FBY_COVER(OthersWorkOn, dead_q[0] && s_rsp.rd.r_valid && words_q == 2'd1 && s_rsp.rd.r.resp == RESP_OKAY)
  `FBY_COVER(DeadRefused, dead_q[0] && valid && (ax_q.addr & ~64'h3F) == Base[0] && !gave_up)
  `FBY_COVER(ReadBeforeWrite, ar_take && s_req_i.wr.aw_valid)

endmodule
