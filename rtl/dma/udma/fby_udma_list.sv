// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Reader of lists: of each context one, as descriptors for the door, in their order and each once.
///
///   list    | x x x x . . . . . . . . |     at: the next for the door; left: how many from there on
///             ^at   |--- read ahead: `have`, at most those of one piece, which is 256 bytes of memory
///
///   pieces <-- one read at a time, the contexts in turn <-- those that have none left and may go on
///   a descriptor, when its context has a place --> door, the contexts in turn
///
/// Each context has room for a piece of its own, so one whose places are taken holds up no other. What was read and is called off, or is behind
/// what could not be read, is dropped.
module fby_udma_list
  import fby_regs_pkg::*;
  import fby_udma_pkg::*;
  import fby_udma_engine_pkg::*;
(
  input  logic                   clk_i,
  input  logic                   rst_i,
  /// A list begins, in one cycle, in a context that has none: whose, where, of how many.
  input  logic                   begin_i,
  input  context_t               begin_ctx_i,
  input  logic [63:DESC_BITS]    begin_at_i,
  input  item_t                  begin_items_i,
  /// It is over, in one cycle: forget what is left.
  input  logic                   end_i,
  input  context_t               end_ctx_i,
  /// Level, of each context: its list is called off. Stays until it is over.
  input  logic [CONTEXTS-1:0]    cut_i,
  /// Of each context: there is a place.
  input  logic [CONTEXTS-1:0]    room_i,
  output listed_t                listed_o,
  input  logic                   listed_ready_i,
  /// Of each context: nothing more comes of its list; how many came to the door, how many did not, and why.
  output logic [CONTEXTS-1:0]    over_o,
  output item_t [CONTEXTS-1:0]   brought_o,
  output item_t [CONTEXTS-1:0]   left_o,
  output reason_t [CONTEXTS-1:0] why_o,
  /// A read failed: pulse, and the address of the first descriptor that did not come.
  output logic                   fault_o,
  output logic [63:0]            fault_addr_o,
  output fby_axi_pkg::axi_rd_req_t read_req_o,
  input  logic                     read_req_ready_i,
  input  fby_axi_pkg::axi_rd_rsp_t read_rsp_i
);

  // A piece is what lies between two multiples of its size, so none crosses 4 KiB, and a place in memory says where it is kept.
  localparam int unsigned PieceDescs = 8;
  localparam int unsigned PieceBits  = $clog2(PieceDescs);
  localparam int unsigned DataBits   = fby_axi_pkg::DATA_BITS;
  localparam int unsigned BeatDescs  = fby_axi_pkg::DATA_BYTES / DESC_BYTES;
  localparam int unsigned PieceBeats = PieceDescs / BeatDescs;
  localparam int unsigned BeatBits   = $clog2(PieceBeats);
  localparam int unsigned DescWidth  = 8 * DESC_BYTES;
  `FBY_ASSERT_INIT(a_beat_has_two, BeatDescs == 2)

  typedef logic [63:DESC_BITS] at_t;
  typedef logic [PieceBits:0]  some_t;
  typedef logic [BeatBits-1:0] beat_t;

  at_t     [CONTEXTS-1:0] at_q;
  item_t   [CONTEXTS-1:0] left_q, brought_q;
  some_t   [CONTEXTS-1:0] have_q;
  reason_t [CONTEXTS-1:0] fault_q;  // of what is behind those that it has

  // ---- reads: one at a time ----

  logic                reading_q, offer_q, upper_q, ok_q, ask, come, done, ok;
  context_t            from_q, from;
  logic [CONTEXTS-1:0] lacks;
  some_t               todo_q, good_q, size, here;
  beat_t               beat_q;
  reason_t             cause_q, cause;

  for (genvar c = 0; c < int'(CONTEXTS); c++) begin : gen_lacks
    assign lacks[c] = left_q[c] != '0 && have_q[c] == '0 && fault_q[c] == REASON_DONE && !cut_i[c];
  end

  logic asks;
  fby_rr #(.Num(CONTEXTS)) u_next_read (.clk_i, .rst_i, .ask_i(lacks), .serve_i(ask), .idx_o(from), .valid_o(asks));
  assign ask = asks && !reading_q;

  // Up to the end of the piece, or of the list.
  always_comb begin
    size = some_t'(PieceDescs) - some_t'(at_q[from][DESC_BITS +: PieceBits]);
`ifndef FBY_MUTANT_UDMA_LIST_BEYOND
    if (item_t'(size) > left_q[from]) size = some_t'(left_q[from]);
`endif
  end

  always_comb begin
    read_req_o          = '0;
    read_req_o.ar_valid = offer_q;
    read_req_o.ar.addr  = {at_q[from_q], DESC_BITS'(0)};
    read_req_o.ar.bytes = 13'(todo_q) << DESC_BITS;
    read_req_o.ar.len   = 8'(some_t'(todo_q + some_t'(upper_q) - some_t'(1)) / some_t'(BeatDescs));
  end

  // ---- what comes: two descriptors a beat, but for the first beat and the last one ----

  assign come = reading_q && read_rsp_i.r_valid;
  assign here = upper_q || todo_q == some_t'(1) ? some_t'(1) : some_t'(BeatDescs);
  assign done = come && todo_q == here;
  assign ok   = ok_q && read_rsp_i.r.resp == fby_axi_pkg::RESP_OKAY;
  always_comb begin
    unique case (read_rsp_i.r.resp)
      fby_axi_pkg::RESP_OKAY:   cause = REASON_DONE;
      fby_axi_pkg::RESP_SLVERR: cause = reason_t'(fby_dma_pkg::DMA_HOST_SLAVE);
      fby_axi_pkg::RESP_POISON: cause = reason_t'(fby_dma_pkg::DMA_HOST_POISON);
      default:     cause = reason_t'(fby_dma_pkg::DMA_HOST_DECODE);
    endcase
    if (!ok_q) cause = cause_q;
  end

  always_ff @(posedge clk_i) begin
    offer_q <= !rst_i && (ask || (offer_q && !read_req_ready_i));
    if (ask) begin
      from_q  <= from;
      beat_q  <= at_q[from][DESC_BITS + 1 +: BeatBits];
      upper_q <= at_q[from][DESC_BITS];
      todo_q  <= size;
      good_q  <= '0;
      ok_q    <= 1'b1;
    end else if (come) begin
      beat_q  <= beat_q + beat_t'(1);
      upper_q <= 1'b0;
      todo_q  <= todo_q - here;
      ok_q    <= ok;
      cause_q <= cause;
      if (ok) good_q <= good_q + here;
    end
    reading_q <= !rst_i && (ask || (reading_q && !done));
  end

  assign fault_o      = come && ok_q && !ok;
  assign fault_addr_o = {at_q[from_q][63:DESC_BITS+PieceBits], beat_q, upper_q, DESC_BITS'(0)};

  // ---- one for the door ----

  logic [CONTEXTS-1:0] offers;
  logic                shows_q, looks, picks, takes;
  context_t            pick, shown_q;
  logic [DataBits-1:0] beat;

  for (genvar c = 0; c < int'(CONTEXTS); c++) begin : gen_offers
`ifdef FBY_MUTANT_UDMA_LIST_CUT
    assign offers[c] = have_q[c] != '0 && room_i[c];
`else
    assign offers[c] = have_q[c] != '0 && room_i[c] && !cut_i[c];
`endif
  end

  fby_rr #(.Num(CONTEXTS)) u_next_desc (.clk_i, .rst_i, .ask_i(offers), .serve_i(picks), .idx_o(pick), .valid_o(looks));
  assign picks = looks && !shows_q;

  fby_dma_ram #(.WidthBits(DataBits), .Depth(CONTEXTS * PieceBeats)) u_ram (
    .clk_i,
    .we_i(come), .waddr_i({from_q, beat_q}), .wdata_i(read_rsp_i.r.data),
    .re_i(picks), .raddr_i({pick, at_q[pick][DESC_BITS + 1 +: BeatBits]}), .rdata_o(beat)
  );

  always_ff @(posedge clk_i) begin
    // Whose place another has taken lets others go first.
    shows_q <= !rst_i && (picks || (shows_q && offers[shown_q] && !takes));
    if (picks) shown_q <= pick;
  end

  // The same as the first half of a line, but that the record's word says whether it is wanted.
  logic [DescWidth-1:0] desc;
`ifdef FBY_MUTANT_UDMA_LIST_HALF
  assign desc = beat[DescWidth-1:0];
`else
  assign desc = at_q[shown_q][DESC_BITS] ? beat[DataBits-1:DescWidth] : beat[DescWidth-1:0];
`endif

  /// An address that is too long is in no slot.
  function automatic addr_t addr_of(input logic [63:0] word);
`ifdef FBY_MUTANT_UDMA_LIST_LONG
    return word[ADDR_BITS-1:0];
`else
    return word[63:ADDR_BITS] != '0 ? '1 : word[ADDR_BITS-1:0];
`endif
  endfunction

  localparam int unsigned WantedBit = 8 * BATCH_DESC_RECORD_HI_OFFSET + BATCH_DESC_RECORD_HI_WANTED_LSB;
  always_comb begin
    listed_o       = '0;
    listed_o.valid = shows_q && offers[shown_q];
    listed_o.item  = brought_q[shown_q];
    listed_o.start = '{
      valid: 1'b1, ctx: shown_q,
      src: addr_of(desc[8*BATCH_DESC_SRC_LO_OFFSET +: 64]), dst: addr_of(desc[8*BATCH_DESC_DST_LO_OFFSET +: 64]),
      size: desc[8*BATCH_DESC_LENGTH_OFFSET +: SIZE_BITS],
      record: desc[WantedBit], record_addr: addr_of({1'b0, desc[8*BATCH_DESC_RECORD_LO_OFFSET +: 63]}),
      cookie: desc[8*BATCH_DESC_COOKIE_OFFSET +: 32], batch: 1'b0
    };
  end
  assign takes = listed_o.valid && listed_ready_i;

  // ---- the lists ----

  always_ff @(posedge clk_i) begin
    for (int unsigned c = 0; c < CONTEXTS; c++) begin
      if (done && 32'(from_q) == c) begin
        have_q[c]  <= good_q + (ok ? here : '0);
        fault_q[c] <= cause;
      end
      if (takes && 32'(shown_q) == c) begin
`ifndef FBY_MUTANT_UDMA_LIST_AGAIN
        at_q[c]      <= at_q[c] + at_t'(1);
`endif
        left_q[c]    <= left_q[c] - item_t'(1);
        brought_q[c] <= brought_q[c] + item_t'(1);
        have_q[c]    <= have_q[c] - some_t'(1);
      end
      if (begin_i && 32'(begin_ctx_i) == c) begin
        at_q[c]      <= begin_at_i;
        left_q[c]    <= begin_items_i;
        brought_q[c] <= '0;
        have_q[c]    <= '0;
        fault_q[c]   <= REASON_DONE;
      end
      if (rst_i || (end_i && 32'(end_ctx_i) == c)) begin
        left_q[c] <= '0;
        have_q[c] <= '0;
      end
    end
  end

  for (genvar c = 0; c < int'(CONTEXTS); c++) begin : gen_over
    logic faulty;
    assign faulty    = fault_q[c] != REASON_DONE && have_q[c] == '0;
    assign over_o[c] = (left_q[c] == '0 || cut_i[c] || faulty) && !(reading_q && from_q == context_t'(c));
    assign why_o[c]  = left_q[c] == '0 ? REASON_DONE : faulty ? fault_q[c] : REASON_ABORTED;
  end
  assign brought_o = brought_q;
  assign left_o    = left_q;

  `FBY_ASSERT(BeginsAtRest, !begin_i || (left_q[begin_ctx_i] == '0 && !(reading_q && from_q == begin_ctx_i)))
  `FBY_ASSERT(ReadWithinAPage, !offer_q || 14'(read_req_o.ar.addr[11:0]) + 14'(read_req_o.ar.bytes) <= 14'd4096)
  `FBY_ASSERT(BeatWasAskedFor, !read_rsp_i.r_valid || (reading_q && !offer_q))
  `FBY_ASSERT(LastIsLast, !come || read_rsp_i.r.last == done)

  logic unused;
  assign unused = &{1'b0, read_rsp_i.r.id};

endmodule
