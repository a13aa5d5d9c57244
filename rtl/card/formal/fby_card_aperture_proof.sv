// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the aperture: every burst is answered once, in order and in time; a write goes out whole, with a promise, or not at
/// all; the card's bus never waits for it; and no read goes out before the writes in front of it are settled.
module fby_card_aperture_proof
  import fby_axi_pkg::*;
#(
  parameter int unsigned TimeoutCycles = 2,
  /// The bus and the rest behave well enough that patience never ends: order is what is looked at.
  parameter bit          Patient       = 1'b0,
  /// 1: reads alone, 2: writes alone.
  parameter int unsigned Side          = 0
) (
  input logic           clk_i,
  input axi_req_t       s_req_i,
  input axi_rsp_ready_t s_rsp_ready_i,
  input logic           room_i,
  input axi_req_ready_t m_req_ready_i,
  input axi_rsp_t       m_rsp_i
);
  localparam int unsigned Max = 2;
  // Bursts are numbered modulo this; fewer are under way at a time.
  localparam int unsigned Many = 4;
  typedef logic [$clog2(Many)-1:0] num_t;

  logic                     rst_i = 1'b1;
  axi_req_ready_t           s_ready;
  axi_rsp_t                 s_rsp;
  axi_ask_t                 ask;
  axi_req_t                 m_req;
  axi_rsp_ready_t           m_ready;
  fby_reg_pkg::bar_access_t wrote, read;
  logic                     busy, promised_q;

  always_ff @(posedge clk_i) rst_i <= 1'b0;

  fby_card_aperture #(
    .MaxBursts(Max), .WriteBeats(4), .ReadBeats(4), .TimeoutCycles(TimeoutCycles)
  ) u_dut (
    .clk_i, .rst_i,
    .s_req_i, .s_req_ready_o(s_ready), .s_rsp_o(s_rsp), .s_rsp_ready_i,
    .ask_o(ask), .room_i(room_i && promised_q),
    .m_req_o(m_req), .m_req_ready_i, .m_rsp_i, .m_rsp_ready_o(m_ready),
    .wrote_o(wrote), .read_o(read), .busy_o(busy)
  );

  // ---- the host: what is offered stays; bursts of one or two beats ----
  axi_req_t was_q;
  logic     ar_held_q, aw_held_q, w_held_q, ar_take, aw_take, w_take, b_take, r_take;
  assign ar_take = s_req_i.rd.ar_valid && s_ready.rd;
  assign aw_take = s_req_i.wr.aw_valid && s_ready.wr.aw;
  assign w_take  = s_req_i.wr.w_valid && s_ready.wr.w;
  assign b_take  = s_rsp.wr.b_valid && s_rsp_ready_i.wr;
  assign r_take  = s_rsp.rd.r_valid && s_rsp_ready_i.rd;
  always_ff @(posedge clk_i) begin
    was_q     <= s_req_i;
    ar_held_q <= !rst_i && s_req_i.rd.ar_valid && !ar_take;
    aw_held_q <= !rst_i && s_req_i.wr.aw_valid && !aw_take;
    w_held_q  <= !rst_i && s_req_i.wr.w_valid && !w_take;
  end
  `FBY_ASSUME(ArStays, !ar_held_q || s_req_i.rd == was_q.rd)
  `FBY_ASSUME(AwStays, !aw_held_q || (s_req_i.wr.aw_valid && s_req_i.wr.aw == was_q.wr.aw))
  `FBY_ASSUME(WStays, !w_held_q || (s_req_i.wr.w_valid && s_req_i.wr.w == was_q.wr.w))
  `FBY_ASSUME(ShortBursts, s_req_i.rd.ar.len <= 8'd1 && s_req_i.wr.aw.len <= 8'd1)
  // No more of addresses and ids than it takes to tell bursts apart: the first and the last beats of two pages.
  function automatic logic plain(axi_ax_t ax);
    return ax.addr[63:13] == '0 && ax.addr[11:3] == {9{ax.addr[3]}} && ax.id[7:1] == '0 && ax.bytes == '0;
  endfunction
  `FBY_ASSUME(PlainBursts, plain(s_req_i.rd.ar) && plain(s_req_i.wr.aw))
  // One direction alone, where the other does not matter.
  `FBY_ASSUME(OneSide, !(Side == 1 && s_req_i.wr.aw_valid) && !(Side == 2 && s_req_i.rd.ar_valid))
  if (Patient) begin : gen_legal
    `FBY_ASSUME(LegalWrites, in_one_page(s_req_i.wr.aw.addr[PAGE_BITS-1:0], s_req_i.wr.aw.len))
    `FBY_ASSUME(LegalReads, in_one_page(s_req_i.rd.ar.addr[PAGE_BITS-1:0], s_req_i.rd.ar.len))
  end

  // What it has asked for, by number.
  axi_ax_t [Many-1:0] aw_q, ar_q;
  num_t               aws_q, wholes_q, bs_q, ars_q, rs_q;
  logic               came_q, gave_q, whole;
  assign whole = w_take && came_q == aw_q[wholes_q].len[0];
  always_ff @(posedge clk_i) begin
    if (aw_take) aw_q[aws_q] <= s_req_i.wr.aw;
    if (ar_take) ar_q[ars_q] <= s_req_i.rd.ar;
    aws_q    <= aws_q + num_t'(aw_take);
    ars_q    <= ars_q + num_t'(ar_take);
    wholes_q <= wholes_q + num_t'(whole);
    bs_q     <= bs_q + num_t'(b_take);
    rs_q     <= rs_q + num_t'(r_take && s_rsp.rd.r.last);
    if (w_take) came_q <= !whole;
    if (r_take) gave_q <= !s_rsp.rd.r.last;
    if (rst_i) begin
      {aws_q, ars_q, wholes_q, bs_q, rs_q} <= '0;
      {came_q, gave_q} <= '0;
    end
  end
  `FBY_ASSERT(DataHasAnAddress, !s_ready.wr.w || wholes_q != aws_q)
  `FBY_ASSERT(WriteAnsweredWhenWhole, !s_rsp.wr.b_valid || bs_q != wholes_q)
  `FBY_ASSERT(WriteAnsweredInOrder, !s_rsp.wr.b_valid || s_rsp.wr.b.id == aw_q[bs_q].id)
  `FBY_ASSERT(ReadAnsweredWhenAsked, !s_rsp.rd.r_valid || rs_q != ars_q)
  `FBY_ASSERT(ReadAnsweredInOrder, !s_rsp.rd.r_valid || s_rsp.rd.r.id == ar_q[rs_q].id)
  `FBY_ASSERT(ReadAnsweredWhole, !s_rsp.rd.r_valid || s_rsp.rd.r.last == (gave_q == ar_q[rs_q].len[0]))
  `FBY_ASSERT(AcrossIsAnError, !s_rsp.wr.b_valid || s_rsp.wr.b.resp == RESP_DECERR ||
              in_one_page(aw_q[bs_q].addr[PAGE_BITS-1:0], aw_q[bs_q].len))
  `FBY_ASSERT(IdleIsIdle, busy || (aws_q == bs_q && ars_q == rs_q))
  `FBY_ASSERT(Told, wrote.write == b_take && read.read == (r_take && s_rsp.rd.r.last))

  // ---- room: a promise answers the question of the cycle before ----
  axi_ask_t asked_q;
  logic     stood_q;
  always_ff @(posedge clk_i) begin
    promised_q <= !rst_i && ask.valid && !ask.take;
    asked_q    <= ask;
    stood_q    <= !rst_i && ask.valid && !ask.take;
  end
  `FBY_ASSERT(QuestionStands, !(stood_q && ask.valid) || (ask.addr == asked_q.addr && ask.len == asked_q.len))
  `FBY_ASSERT(OnlyWhatIsPromised, !ask.take || (ask.valid && room_i && promised_q))
  `FBY_ASSERT(AskedIsLegal, !ask.valid || in_one_page(ask.addr[PAGE_BITS-1:0], ask.len))

  // ---- the card's bus: every promise makes one burst, whole and at once ----
  num_t               takes_q, m_aws_q, m_ws_q, m_bs_q, m_ars_q, m_rs_q;
  axi_ax_t [Many-1:0] taken_q, m_ar_q;
  logic               m_came_q, m_gave_q, m_aw, m_w, m_ar, m_b, m_r;
  assign m_aw = m_req.wr.aw_valid && m_req_ready_i.wr.aw;
  assign m_w  = m_req.wr.w_valid && m_req_ready_i.wr.w;
  assign m_ar = m_req.rd.ar_valid && m_req_ready_i.rd;
  assign m_b  = m_rsp_i.wr.b_valid;
  assign m_r  = m_rsp_i.rd.r_valid;
  always_ff @(posedge clk_i) begin
    if (ask.take) taken_q[takes_q] <= '{id: '0, addr: ask.addr, len: ask.len, bytes: '0, who: '0};
    if (m_ar) m_ar_q[m_ars_q] <= m_req.rd.ar;
    takes_q <= takes_q + num_t'(ask.take);
    m_aws_q <= m_aws_q + num_t'(m_aw);
    m_ws_q  <= m_ws_q + num_t'(m_w && m_req.wr.w.last);
    m_bs_q  <= m_bs_q + num_t'(m_b);
    m_ars_q <= m_ars_q + num_t'(m_ar);
    m_rs_q  <= m_rs_q + num_t'(m_r && m_rsp_i.rd.r.last);
    if (m_w) m_came_q <= !m_req.wr.w.last;
    if (m_r) m_gave_q <= !m_rsp_i.rd.r.last;
    if (rst_i) begin
      {takes_q, m_aws_q, m_ws_q, m_bs_q, m_ars_q, m_rs_q} <= '0;
      {m_came_q, m_gave_q} <= '0;
    end
  end
  // The bus takes data after its address, and answers what it has.
  `FBY_ASSUME(DataAfterAddress, !m_req_ready_i.wr.w || m_ws_q != m_aws_q)
  `FBY_ASSUME(ResponseIsOwed, !m_b || m_bs_q != m_ws_q)
  `FBY_ASSUME(DataIsOwed, !m_r || m_rs_q != m_ars_q)
  `FBY_ASSUME(DataIsWhole, !m_r || m_rsp_i.rd.r.last == (m_gave_q == m_ar_q[m_rs_q].len[0]))

  `FBY_ASSERT(NeverHeldUp, m_ready.rd && m_ready.wr)
  `FBY_ASSERT(DataIsThere, m_ws_q == m_aws_q || m_req.wr.w_valid)
  `FBY_ASSERT(SentAsPromised, !m_req.wr.aw_valid || (m_aws_q != takes_q && m_req.wr.aw.addr == taken_q[m_aws_q].addr &&
                                                     m_req.wr.aw.len == taken_q[m_aws_q].len))
  `FBY_ASSERT(WholeBursts, !m_w || m_req.wr.w.last == (m_came_q == taken_q[m_ws_q].len[0]))
  `FBY_ASSERT(NoMoreThanWhole, !ask.valid || takes_q != wholes_q)
  logic     m_ar_held_q, m_aw_held_q, m_w_held_q;
  axi_req_t m_was_q;
  always_ff @(posedge clk_i) begin
    m_was_q     <= m_req;
    m_ar_held_q <= !rst_i && m_req.rd.ar_valid && !m_ar;
    m_aw_held_q <= !rst_i && m_req.wr.aw_valid && !m_aw;
    m_w_held_q  <= !rst_i && m_req.wr.w_valid && !m_w;
  end
  `FBY_ASSERT(ReadOfferStays, !m_ar_held_q || m_req.rd == m_was_q.rd)
  `FBY_ASSERT(AddressOfferStays, !m_aw_held_q || (m_req.wr.aw_valid && m_req.wr.aw == m_was_q.wr.aw))
  `FBY_ASSERT(DataOfferStays, !m_w_held_q || (m_req.wr.w_valid && m_req.wr.w == m_was_q.wr.w))

  if (Patient) begin : gen_order
    // Bursts come through in order and with their data, and a read after the responses to all writes that were whole before it.
    axi_w_t [7:0] w_q;
    logic [2:0]   ws_in_q, ws_out_q;
    // All that were whole, and all that the bus answered, since the beginning.
    logic [4:0]            wrote_q, settled_q;
    logic [Many-1:0][4:0]  before_q;
    always_ff @(posedge clk_i) begin
      if (w_take) w_q[ws_in_q] <= s_req_i.wr.w;
      if (ar_take) before_q[ars_q] <= wrote_q + 5'(whole);
      wrote_q   <= rst_i ? '0 : wrote_q + 5'(whole);
      settled_q <= rst_i ? '0 : settled_q + 5'(m_b);
      ws_in_q  <= rst_i ? '0 : ws_in_q + 3'(w_take);
      ws_out_q <= rst_i ? '0 : ws_out_q + 3'(m_w);
    end
    `FBY_ASSERT(DataInOrder, !m_req.wr.w_valid ||
                (m_req.wr.w.data == w_q[ws_out_q].data && m_req.wr.w.strb == w_q[ws_out_q].strb))
    `FBY_ASSERT(AddressesInOrder, !m_req.wr.aw_valid || m_req.wr.aw.addr == aw_q[m_aws_q].addr)
    `FBY_ASSERT(ReadsInOrder, !m_req.rd.ar_valid || m_req.rd.ar.addr == ar_q[m_ars_q].addr)
    `FBY_ASSERT(ReadsWaitForWrites, !m_req.rd.ar_valid || before_q[m_ars_q] <= settled_q)
    `FBY_COVER(ReadAfterWrite, m_ar && before_q[m_ars_q] == 5'd2)
    `FBY_COVER(BothWays, m_r && m_w)
  end else begin : gen_bound
    // Since when a write that is whole, or a read with no write before it, is in front and the host takes what it gets.
    logic [4:0] w_age_q, r_age_q;
    always_ff @(posedge clk_i) begin
      w_age_q <= rst_i || b_take || bs_q == wholes_q || s_rsp.wr.b_valid ? '0 : w_age_q + 5'd1;
      r_age_q <= rst_i || s_rsp.rd.r_valid || rs_q == ars_q || aws_q != bs_q ? '0 : r_age_q + 5'd1;
    end
    `FBY_ASSERT(WriteInTime, 32'(w_age_q) <= 2 * TimeoutCycles + 3)
    `FBY_ASSERT(ReadInTime, 32'(r_age_q) <= TimeoutCycles + 3)
    if (Side == 2) begin : gen_writes
      `FBY_COVER(Refused, b_take && s_rsp.wr.b.resp == RESP_SLVERR && takes_q == '0)
      `FBY_COVER(GivenUpAndBack, b_take && s_rsp.wr.b.resp == RESP_OKAY && bs_q == num_t'(1) && m_bs_q == num_t'(2))
    end else begin : gen_reads
      `FBY_COVER(ReadGivenUpAndBack, r_take && s_rsp.rd.r.resp == RESP_OKAY && rs_q == num_t'(1) && m_rs_q == num_t'(2))
    end
  end

endmodule
