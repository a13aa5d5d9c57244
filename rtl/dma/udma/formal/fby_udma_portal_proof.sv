// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the portal: what starts in a context is a line whose 64 bytes came one behind the other, all from its owner.
///
/// One context, any, is looked at, by a model that collects bytes. Its owner does what it likes, and so do the others in theirs.
module fby_udma_portal_proof
  import fby_udma_pkg::*;
#(
  /// 1: the others do not have the page.
  parameter bit OwnPage   = 1'b1,
  /// 1: also what an induction needs.
  parameter bit Induction = 1'b0
) (
  input logic                clk_i,
  input access_t             access_i,
  input logic [CONTEXTS-1:0] clear_i,
  /// The access is the owner's, and which context it is.
  input logic                owner_i,
  input context_t            ctx_i
);

  localparam int unsigned LineBytes = 64;
  typedef logic [LineBytes-1:0][7:0] line_t;
  typedef logic [6:0]                count_t;

  logic rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  context_t ctx_q;
  always_ff @(posedge clk_i) if (rst_i) ctx_q <= ctx_i;

  say_t said;
  fby_udma_portal u_dut (.clk_i, .rst_i, .clear_i, .access_i, .say_o(said));

  // ---- the model: bytes that have come, and where they began ----

  logic        piece, fits, first, own, own_q, torn, whole;
  line_t       bytes_q, bytes;
  count_t      count_q, count, begun, length;
  logic [11:0] base_q, offset;
  assign piece  = access_i.valid && access_i.space == PORTAL_PAGE && access_i.op == STORE && access_i.ctx == ctx_q;
  assign offset = access_i.addr[11:0];
  assign length = access_i.wide ? 7'd8 : 7'd4;
  assign begun  = clear_i[ctx_q] ? '0 : count_q;
  assign first  = offset[5:0] == '0;
  assign fits   = (access_i.wide ? offset[2:0] == '0 : offset[1:0] == '0)
                  && (begun == '0 ? first : offset == base_q + 12'(begun));
  assign torn   = piece && !fits;
  assign own    = owner_i && (first || own_q);

  always_comb begin
    count = first ? length : begun + length;
    bytes = bytes_q;
    for (int unsigned i = 0; i < 8; i++) begin
      if (i < 32'(length)) bytes[6'(count - length) + 6'(i)] = access_i.data[8*i +: 8];
    end
  end
  assign whole = piece && fits && count == 7'(LineBytes);

  always_ff @(posedge clk_i) begin
    if (piece) begin
      count_q <= (fits || first) && !whole ? count : '0;
      if (first) base_q <= offset;
      bytes_q <= bytes;
      own_q   <= own;
    end
    if (rst_i || clear_i[ctx_q]) count_q <= '0;
  end

  `FBY_ASSUME(PageIsOwn, !OwnPage || owner_i || !piece)

  // ---- what it means ----

  logic [7:0][63:0] words;
  logic             format;
  assign words  = bytes;
  assign format = words[0][63:48] == '0 && words[1][63:48] == '0 && words[2][63:48] == '0
                  && words[6:4] == '0 && words[7][63:2] == '0 && (!words[7][1] || words[1] == '0);

  logic starts;
  assign starts = said.start.valid && said.start.ctx == ctx_q;
  `FBY_ASSERT(starts_by_its_last_piece, !starts || whole)
  `FBY_ASSERT(starts_a_line_of_its_format, !whole || starts == format)
  `FBY_ASSERT(starts_what_it_says, !starts || (said.start.src == words[0][47:0] && said.start.dst == words[1][47:0]
              && said.start.record_addr == words[2][47:0] && {said.start.cookie, said.start.size} == words[3]
              && said.start.record == words[7][0] && said.start.batch == words[7][1]))
  `FBY_ASSERT(starts_its_owners_line, !starts || own)
  `FBY_ASSERT(starts_in_its_context, !said.start.valid || (access_i.valid && access_i.space == PORTAL_PAGE
              && access_i.op == STORE && said.start.ctx == access_i.ctx))
  `FBY_ASSERT(counts_what_it_drops, !piece || said.stray == (torn || (whole && !format)))
  `FBY_ASSERT(counts_what_it_does_not_name, !access_i.valid
              || (access_i.space == PORTAL_PAGE && access_i.op == STORE) || said.stray)
  `FBY_ASSERT(no_answer, said.data == FAIL && said.refused_data == FAIL)

  if (Induction) begin : gen_induction
    `FBY_ASSERT(whole_words, count_q[1:0] == '0 && count_q < 7'(LineBytes) && (count_q == '0 || base_q[5:0] == '0))
    `FBY_ASSERT(same_place, u_dut.line_q[ctx_q].next == count_q[5:2]
                && (count_q == '0 || u_dut.line_q[ctx_q].row == base_q[11:6]))
    `FBY_ASSERT(all_his, !OwnPage || count_q == '0 || own_q)
    `FBY_ASSERT(same_control, count_q <= 7'd56 ||
                {u_dut.line_q[ctx_q].batch, u_dut.line_q[ctx_q].record} == bytes_q[56][1:0])
    for (genvar w = 0; w < 8; w++) begin : gen_word
      `FBY_ASSERT(same_word, count_q <= 7'(4 * w) || u_dut.line_q[ctx_q].words[w] == bytes_q[4*w +: 4])
    end
    // What is wrong up to here.
    logic wrong;
    always_comb begin
      wrong = 1'b0;
      for (int unsigned i = 0; i < LineBytes; i++) begin
        if (i < 32'(count_q)) begin
          if (i < 24 ? i % 8 >= 6 : i >= 32) wrong |= (i == 56 ? bytes_q[i] & 8'hfc : bytes_q[i]) != '0;
        end
      end
    end
    `FBY_ASSERT(same_wrong, count_q == '0 || u_dut.line_q[ctx_q].bad == wrong)
  end

  logic torn_q;
  always_ff @(posedge clk_i) torn_q <= !rst_i && (torn_q || torn);
  `FBY_COVER(begins, starts && said.start.size != '0 && said.start.record)
  `FBY_COVER(begins_a_list, starts && said.start.batch && said.start.size != '0)
  `FBY_COVER(begins_behind_a_torn_line, starts && torn_q)
  `FBY_COVER(begins_in_words_of_four, starts && !access_i.wide)
  `FBY_COVER(another_begins, said.start.valid && !owner_i)
  `FBY_COVER(wrong_format, whole && !format)

endmodule
