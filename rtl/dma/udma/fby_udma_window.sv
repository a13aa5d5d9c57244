// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// What programs do to the windows, as accesses: words one by one, lines word by word, two words of a key as one.
///
///   word, line --> place --+--> look (its slot is read) --> access --> answer
///                          +--> kept, the low half of a key
///                          +--> stray, hole
///
/// One access at a time: what is asked stays until it is answered, and the answer waits for the door. An access waits for the door in
/// its turn, which may have one of a list in hand.
///
/// Shadow addresses are those of slots, in the window of the user BAR, or with `direct_i` those of the host bus, in the upper one: a
/// context's number, and the address below it. The shadow that is not in force is a hole.
module fby_udma_window
  import fby_reg_pkg::*;
  import fby_regs_pkg::*;
  import fby_udma_pkg::*;
  import fby_udma_engine_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_i,
  input  window_req_t window_i,
  output window_rsp_t window_o,
  /// Level: shadow addresses are those of the host bus. An access in the cycle of a change is one of what is new.
  input  logic        direct_i,
  /// Two words of shadow space make one access.
  input  logic        pairs_i,
  /// Forget the low half that was kept.
  input  logic        clear_i,
  /// The door is free; and the window needs it, or is about to use it.
  input  logic        go_i,
  output logic        claims_o,
  /// The slot of the access that comes next is to be read.
  output logic        look_o,
  /// In one cycle, the next one or later after the look.
  output access_t     access_o,
  /// One that is no access, in one cycle.
  output logic        stray_o,
  output context_t    stray_ctx_o,
  /// The answer, in one cycle behind that of the access.
  input  logic        answer_i,
  input  logic [31:0] answer_data_i
);

  localparam int unsigned Words     = fby_axi_pkg::DATA_BYTES / 4;
  localparam int unsigned WordBits  = $clog2(Words);
  localparam int unsigned CtxLsb    = PAGE_BITS;
  localparam int unsigned ShadowLsb = PAGE_BITS + SLOT_BITS;
  typedef logic [WordBits-1:0] word_index_t;

  typedef enum logic [2:0] {
    Idle,    // -> Place
    Place,   // -> Look, Next; again, behind a stray, or while the door is not free
    Look,    // -> Ask
    Ask,     // -> Answer
    Answer,  // -> Next
    Next,    // -> Place with the next word of a line, Done
    Done     // -> Idle
  } state_e;
  state_e state_q, state_d;

  // ---- the word in hand ----

  logic                   line_q, write_q;
  word_index_t            index_q;
  logic [WINDOW_BITS-1:0] at;
  logic [31:0]            data;
  logic [3:0]             strb;
  logic                   upper, line, last;

  assign line  = window_i.store.valid;
  assign upper = window_i.upper;
  assign at    = line_q ? {window_i.high, window_i.store.addr[15:fby_axi_pkg::LANE_BITS], index_q, 2'b00} :
                          {window_i.high, window_i.word.addr};
  assign data  = line_q ? window_i.store.data[{index_q, 5'd0} +: 32] : window_i.word.wdata;
  assign strb  = line_q ? window_i.store.strb[{index_q, 2'd0} +: 4] : 4'hF;
  assign last  = !line_q || index_q == '1;

  // ---- where it is ----

  logic     in_shadow, in_context, in_portal, hole;
  context_t ctx;
  assign in_shadow  = upper || (32'(at) & UDMA_WINDOW_SHADOW_PAGE_BASE) != '0;
  assign in_context = !upper && at[WINDOW_BITS-1:CtxLsb+CONTEXT_BITS] == (WINDOW_BITS-CtxLsb-CONTEXT_BITS)'(
                        UDMA_WINDOW_CONTEXT_PAGE_BASE >> (CtxLsb + CONTEXT_BITS));
  assign in_portal  = !upper && at[WINDOW_BITS-1:CtxLsb+CONTEXT_BITS] == (WINDOW_BITS-CtxLsb-CONTEXT_BITS)'(
                        UDMA_WINDOW_PORTAL_PAGE_BASE >> (CtxLsb + CONTEXT_BITS));
  assign hole       = in_shadow ? upper != direct_i : !in_context && !in_portal;
  assign ctx        = upper ? at[DIRECT_BITS +: CONTEXT_BITS] :
                      in_shadow ? at[ShadowLsb +: CONTEXT_BITS] : at[CtxLsb +: CONTEXT_BITS];

  `FBY_ASSERT_INIT(shadow_is_the_upper_half, UDMA_WINDOW_SHADOW_PAGE_BASE == CARD_PROGRAM_WINDOW_BYTES / 2)

  // ---- the low half of a key ----

  logic                   kept_q, keeps, odd, follows;
  logic [WINDOW_BITS-1:3] kept_at_q;
  logic [31:0]            kept_data_q;
  context_t               kept_ctx_q;
  assign keeps   = pairs_i && in_shadow && !hole && write_q && strb == '1;
  assign odd     = at[2];
  assign follows = keeps && odd && kept_at_q == at[WINDOW_BITS-1:3];

  // ---- what becomes of it ----

  logic drop, keep, refuse, bad_q, wants, take, wide_q;
  always_comb begin
    drop   = 1'b0;
    keep   = 1'b0;
    refuse = 1'b0;
    wants  = 1'b0;
    if (state_q == Place && strb != '0) begin
`ifdef FBY_MUTANT_UDMA_PAIRS_LATE
      drop   = 1'b0;
`else
      drop   = kept_q && !follows;
`endif
      keep   = !drop && keeps && !odd;
      refuse = !drop && !hole && (strb != '1 || (keeps && odd && !kept_q));
      wants  = !drop && !keep && !refuse && !hole;
    end
  end

  assign take     = wants && go_i;
  assign claims_o = wants || state_q == Look || state_q == Ask;

  assign stray_o     = drop || refuse;
  assign stray_ctx_o = drop ? kept_ctx_q : ctx;
  assign look_o      = state_q == Look;

  always_comb begin
    access_o       = '0;
    access_o.valid = state_q == Ask && !hole;
    access_o.op    = write_q ? STORE : LOAD;
    access_o.space = in_shadow ? SHADOW : in_context ? CONTEXT_PAGE : PORTAL_PAGE;
    access_o.ctx   = ctx;
    access_o.addr  = upper ? ADDR_BITS'(at[DIRECT_BITS-1:0]) :
                     in_shadow ? ADDR_BITS'(at[ShadowLsb-1:0]) : ADDR_BITS'(at[PAGE_BITS-1:0]);
    access_o.data  = 64'(data);
    if (wide_q) begin
      access_o.wide    = 1'b1;
      access_o.addr[2] = 1'b0;
      access_o.data    = {data, kept_data_q};
    end
  end

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Idle:    if (window_i.word.valid || line) state_d = Place;
      Place:   state_d = take ? Look : wants || drop ? Place : Next;
      Look:    state_d = Ask;
      // The addresses have just changed their meaning.
      Ask:     state_d = hole ? Next : Answer;
      Answer:  if (answer_i) state_d = Next;
      Next:    state_d = last ? Done : Place;
      default: state_d = Idle;
    endcase
  end

  logic [31:0] rdata_q;
  always_ff @(posedge clk_i) begin
    state_q <= rst_i ? Idle : state_d;
    if (state_q == Idle) begin
      line_q  <= line;
      write_q <= line || window_i.word.write;
      index_q <= '0;
      bad_q   <= 1'b0;
      rdata_q <= '0;
    end
    if (state_q == Next) index_q <= index_q + word_index_t'(1);
    if (state_q == Place && strb != '0 && hole && !drop) bad_q <= 1'b1;
    if (state_q == Answer && answer_i && !write_q) rdata_q <= answer_data_i;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i || clear_i || drop || take) kept_q <= 1'b0;
    else if (keep) kept_q <= 1'b1;
    if (take) wide_q <= kept_q;
    if (keep) begin
      kept_at_q   <= at[WINDOW_BITS-1:3];
      kept_data_q <= data;
      kept_ctx_q  <= ctx;
    end
  end

  assign window_o.word  = '{ready: state_q == Done && !line_q, error: bad_q, rdata: rdata_q};
  assign window_o.store = '{ready: state_q == Done && line_q, error: bad_q};

  logic unused;
  assign unused = &{1'b0, window_i.store.addr[fby_axi_pkg::LANE_BITS-1:0]};

endmodule
