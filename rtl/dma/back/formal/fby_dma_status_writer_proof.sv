// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the status writer: each write goes out once and as asked for, is acknowledged once to its requester with its
/// address, and waits for no acknowledge of another requester. Bounded: from reset, the number of cycles the .sby file
/// states.
module fby_dma_status_writer_proof
  import fby_axi_pkg::*;
  import fby_dma_pkg::*;
#(
  parameter int unsigned NumMails = 2,
  parameter int unsigned Depth    = 2
) (
  input logic                     clk_i,
  input dma_word_t [NumMails-1:0] mail_i,
  input logic      [NumMails-1:0] mail_valid_i,
  input logic                     aw_ready_i,
  input logic                     w_ready_i,
  input axi_b_t                   b_i,
  input logic                     b_valid_i,
  input logic                     who_i,
  input logic [2:0]               nth_i
);

  logic                    rst_i = 1'b1;
  logic [NumMails-1:0]     ready, done, take;
  logic [63:0]             done_addr;
  dma_cause_e done_cause;
  logic                    busy, aw_valid, w_valid, b_ready;
  axi_ax_t                 aw;
  axi_w_t                  w;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_dma_status_writer #(.NumMails(NumMails), .Depth(Depth)) u_dut (
    .clk_i, .rst_i,
    .mail_i, .mail_valid_i, .mail_ready_o(ready),
    .done_o(done), .done_cause_o(done_cause), .done_addr_o(done_addr), .busy_o(busy),
    .aw_o(aw), .aw_valid_o(aw_valid), .aw_ready_i,
    .w_o(w), .w_valid_o(w_valid), .w_ready_i,
    .b_i, .b_valid_i, .b_ready_o(b_ready)
  );

  assign take = mail_valid_i & ready;

  // ---- what is asked for goes out once ----

  dma_word_t  want_q;
  logic [7:0] id_q;
  logic       aw_owed_q, w_owed_q, sent;
  assign sent = (aw_owed_q || w_owed_q) && (!aw_owed_q || aw_ready_i) && (!w_owed_q || w_ready_i);
  always_ff @(posedge clk_i) begin
    aw_owed_q <= !rst_i && (take != '0 || (aw_owed_q && !aw_ready_i));
    w_owed_q  <= !rst_i && (take != '0 || (w_owed_q && !w_ready_i));
    for (int unsigned k = 0; k < NumMails; k++) begin
      if (take[k]) begin
        want_q <= mail_i[k];
        id_q   <= 8'(k);
      end
    end
  end

  `FBY_ASSERT(MailOneTaken, $onehot0(take) && !(take != '0 && (aw_owed_q || w_owed_q)))
  `FBY_ASSERT(MailAddressOnce, aw_valid == aw_owed_q)
  `FBY_ASSERT(MailDataOnce, w_valid == w_owed_q)
  `FBY_ASSERT(MailAddressSame, !aw_valid || (aw.id == id_q && aw.len == '0 && (want_q.wide
              ? aw.addr == {want_q.addr[63:3], 3'd0} && aw.bytes == 13'd8
              : aw.addr == {want_q.addr[63:2], 2'd0} && aw.bytes == 13'd4)))
  // The data stand in every lane; the strobes choose.
  `FBY_ASSERT(MailDataSame, !w_valid || (w.last && (want_q.wide
              ? w.strb == 64'hFF << {want_q.addr[5:3], 3'd0} && w.data == {8{want_q.data}}
              : w.strb == 64'hF << {want_q.addr[5:2], 2'd0} && w.data == {16{want_q.data[31:0]}})))

  // ---- each requester's account: taken, on the bus, not acknowledged ----

  localparam int unsigned LevelBits = $clog2(Depth + 1);
  logic [NumMails-1:0][LevelBits-1:0] taken_q;  // not acknowledged
  logic [NumMails-1:0][LevelBits-1:0] owed_q;   // of these, those that the host has all of
  logic [NumMails-1:0]                room, held_q;
  logic                               b_held_q;
  axi_b_t                             b_q;
  dma_word_t [NumMails-1:0]           mail_q;

  for (genvar k = 0; k < int'(NumMails); k++) begin : g_account
    logic acknowledged, out;
    assign acknowledged = b_valid_i && b_ready && 32'(b_i.id) == k;
    assign out          = sent && 32'(id_q) == k;
    assign room[k]      = 32'(taken_q[k]) < Depth;

    always_ff @(posedge clk_i) begin
      held_q[k] <= !rst_i && mail_valid_i[k] && !take[k];
      mail_q[k] <= mail_i[k];
      if (rst_i) begin
        taken_q[k] <= '0;
        owed_q[k]  <= '0;
      end else begin
        taken_q[k] <= taken_q[k] + LevelBits'(take[k]) - LevelBits'(acknowledged);
        owed_q[k]  <= owed_q[k] + LevelBits'(out) - LevelBits'(acknowledged);
      end
    end

    `FBY_ASSUME(MailStays, !held_q[k] || (mail_valid_i[k] && mail_i[k] == mail_q[k]))
    `FBY_ASSUME(AcknowledgeOwed, !b_valid_i || 32'(b_i.id) != k || owed_q[k] != '0)
    `FBY_ASSERT(MailBounded, !take[k] || room[k])
    `FBY_ASSERT(MailDoneToOwner, done[k] == acknowledged)
  end

  // Any one write of anyone, whose number the solver chooses: where it went.
  logic        who_q;
  logic [2:0]  nth_q, begun_q, ended_q;
  logic [63:0] addr_q;
  logic        begins, ends;
  assign begins = take[who_q];
  assign ends   = done[who_q];
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      who_q   <= who_i;
      nth_q   <= nth_i;
      begun_q <= '0;
      ended_q <= '0;
    end else begin
      begun_q <= begun_q + 3'(begins);
      ended_q <= ended_q + 3'(ends);
    end
    if (begins && begun_q == nth_q) addr_q <= mail_i[who_q].addr;
  end
  `FBY_ASSERT(MailDoneAddress, !ends || ended_q != nth_q || done_addr == addr_q)

  always_ff @(posedge clk_i) begin
    b_held_q <= !rst_i && b_valid_i && !b_ready;
    b_q      <= b_i;
  end
  `FBY_ASSUME(AcknowledgeStays, !b_held_q || (b_valid_i && b_i == b_q))
  `FBY_ASSUME(AcknowledgeOfSomebody, !b_valid_i || 32'(b_i.id) < NumMails)
  `FBY_ASSERT(MailAcknowledgeTaken, !b_valid_i || b_ready)
  `FBY_ASSERT(MailDoneCause, done == '0 || (done_cause == DMA_OK) == !b_i.resp[1])
  `FBY_ASSERT(MailBusy, busy == (taken_q != '0))

  // ---- nobody waits for another's acknowledge ----

  // Whoever has room for it waits for the write in hand, and is passed by each of the others once at most.
  `FBY_ASSERT(MailNotHeld, take != '0 || aw_owed_q || w_owed_q || (mail_valid_i & room) == '0)
  logic [NumMails-1:0][2:0] passed_q;
  logic [NumMails-1:0]      kept_q;
  for (genvar k = 0; k < int'(NumMails); k++) begin : g_fair
    always_ff @(posedge clk_i) begin
      kept_q[k]   <= !rst_i && mail_valid_i[k] && room[k] && !take[k];
      passed_q[k] <= (kept_q[k] ? passed_q[k] : '0) + 3'((take & ~(NumMails'(1) << k)) != '0);
    end
    `FBY_ASSERT(MailPassedByEachOnce, !kept_q[k] || 32'(passed_q[k]) < NumMails)
  end

  // One has no answer to anything and wants more; the other writes on.
  logic [NumMails-1:0][2:0] count_q;
  for (genvar k = 0; k < int'(NumMails); k++) begin : g_count
    always_ff @(posedge clk_i) count_q[k] <= rst_i ? '0 : count_q[k] + 3'(done[k]);
  end
  `FBY_COVER(MailOthersGoOn, 32'(taken_q[0]) == Depth && mail_valid_i[0] && count_q[0] == '0 && 32'(count_q[1]) > Depth)
  `FBY_COVER(MailOutOfOrder, done[1] && taken_q[0] != '0 && count_q[0] == '0 && 32'(count_q[1]) == Depth)

endmodule
