// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Who may pass: a start of a scheme, or one of a list, against the table of registered memory.
///
///   access --> scheme says --> no start: answer
///                         \--> source, destination, record looked up --> judged --> verdict, answer, job
///   one of a list --------/
///
/// With addresses of host memory each is the slot of its page: page tables have let the program say it, and a transfer stays
/// within the page.
///
/// The order of its questions is part of the interface; see docs/decisions/0020-user-level-dma.md.
module fby_udma_door
  import fby_udma_pkg::*;
  import fby_udma_engine_pkg::*;
(
  input  logic                  clk_i,
  input  logic                  rst_i,
  /// No start is let through.
  input  logic                  quiesce_i,
  /// Contexts that are enabled, and places that are taken.
  input  logic [CONTEXTS-1:0]   on_i,
  input  count_t [CONTEXTS-1:0] count_i,
  /// Contexts with a list that is not over.
  input  logic [CONTEXTS-1:0]   lists_i,
  /// Whether there is a mover from card to host, host to card, host to host: by {source, destination} in the card.
  input  logic [3:0]            paths_i,
  /// Level: addresses of accesses are those of host memory.
  input  logic                  direct_i,
  /// An access, and what the scheme says to it in the same cycle.
  input  logic                  access_i,
  input  say_t                  say_i,
  /// An access is about to come; nothing is in hand.
  input  logic                  claims_i,
  output logic                  rest_o,
  /// One of a list, for which there is a place.
  input  listed_t               listed_i,
  output logic                  listed_ready_o,
  /// The answer, in one cycle.
  output logic                  answer_o,
  output logic [31:0]           answer_data_o,
  output verdict_t              verdict_o,
  /// Of the table.
  output logic                  look_o,
  output slot_index_t           look_index_o,
  input  slot_t                 slot_i,
  output judged_t               judged_o,
  /// With a judged start that is queued.
  output job_t                  job_o
);

  typedef enum logic [2:0] {
    Rest,         // -> Source with a start or one of a list, Plain with another access
    Plain,        // -> Rest
    Source,       // -> Destination
    Destination,  // -> Record
    Record,       // -> Judge
    Judge         // -> Rest
  } state_e;
  state_e state_q, state_d;

  say_t   say_q;
  start_t start;
  slot_t  src_q, dst_q;
  member_t member_q;
  logic    list, direct_q;
  assign start          = say_q.start;
  assign rest_o         = state_q == Rest;
  // A program waits for its answer; a list has time.
  assign listed_ready_o = rest_o && !claims_i;
  assign list           = listed_i.valid && listed_ready_o;

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Rest: begin
        if (access_i)  state_d = say_i.start.valid ? Source : Plain;
        else if (list) state_d = Source;
      end
      Source:      state_d = Destination;
      Destination: state_d = Record;
      Record:      state_d = Judge;
      default:     state_d = Rest;
    endcase
  end

  always_ff @(posedge clk_i) begin
    state_q <= rst_i ? Rest : state_d;
    if (access_i || list) begin
      say_q    <= access_i ? say_i : '{start: listed_i.start, default: '0};
      member_q <= '{valid: !access_i, item: listed_i.item};
      // A list is of slots, whatever accesses mean by now.
      direct_q <= access_i && direct_i;
    end
`ifdef FBY_MUTANT_UDMA_DIRECT_NOW
    direct_q <= direct_i;
`endif
    // What was asked for in the cycle before.
    if (state_q == Destination) src_q <= reached(slot_i, start.src);
    if (state_q == Record) dst_q <= reached(slot_i, start.dst);
  end

  assign look_o       = state_q == Source || state_q == Destination || state_q == Record;
  assign look_index_o = slot_of(state_q == Source ? start.src : state_q == Destination ? start.dst : start.record_addr);

  // ---- one address and its slot ----

  // Each looks at some of a slot and an address.
  // verilator lint_off UNUSEDSIGNAL
  /// What the table has of an address, or its page of host memory.
  function automatic slot_t reached(input slot_t slot, input addr_t addr);
    if (!direct_q) return slot;
    return '{
      base: 64'({addr[ADDR_BITS-1:PAGE_BITS], PAGE_BITS'(0)}), bytes: size_t'(1) << PAGE_BITS,
      readable: 1'b1, writable: 1'b1, card: 1'b0, owner: start.ctx, partner: '0
    };
  endfunction

  /// Its slot is there, and of that context.
  function automatic logic belongs(input slot_t slot, input addr_t addr, input context_t ctx);
    return (direct_q || in_table(addr)) && slot.bytes != '0 && slot.owner == ctx;
  endfunction

  /// So many bytes from there on do not leave the region.
  function automatic logic fits(input slot_t slot, input addr_t addr, input size_t size);
`ifdef FBY_MUTANT_UDMA_EXTENT
    return 33'(size) <= 33'(slot.bytes);
`else
    return 33'(addr[PAGE_BITS-1:0]) + 33'(size) <= 33'(slot.bytes);
`endif
  endfunction

  function automatic logic [63:0] bus_of(input slot_t slot, input addr_t addr);
    return slot.base + 64'(addr[PAGE_BITS-1:0]);
  endfunction
  // verilator lint_on UNUSEDSIGNAL

  // ---- the questions, in their order ----

  localparam size_t RECORD_BYTES = size_t'(8);

  slot_t   rec;
  reason_t reason;
  addr_t   bad;
  size_t   bytes;  // at the source
  logic    batch, record_good, has_room, full, too_many, path;
  assign rec      = reached(slot_i, start.record_addr);
  assign batch    = start.batch;
  assign bytes    = batch ? start.size << DESC_BITS : start.size;
  assign too_many = batch ? start.size > size_t'(BATCH_MOST) : start.size[SIZE_BITS-1:fby_dma_pkg::LEN_BITS] != '0;
  assign has_room = count_i[start.ctx] != count_t'(DEPTH);
  // One list at a time: its record is the only one that tells of its places.
  assign full     = !has_room || (batch && lists_i[start.ctx]);
  assign path     = batch ? !src_q.card && start.src[DESC_BITS-1:0] == '0 : paths_i[{src_q.card, dst_q.card}];

  always_comb begin
    reason      = REASON_DONE;
    bad         = start.src;
    record_good = 1'b0;
    if (!on_i[start.ctx] || quiesce_i)                                    reason = REASON_OFF;
    else if (start.size == '0)                                            reason = REASON_EMPTY;
    else if (start.record && !belongs(rec, start.record_addr, start.ctx)) begin
      reason = REASON_SLOT;
      bad    = start.record_addr;
    end else if (start.record && !rec.writable) begin
      reason = REASON_UNWRITABLE;
      bad    = start.record_addr;
    end else if (start.record && !fits(rec, start.record_addr, RECORD_BYTES)) begin
      reason = REASON_EXTENT;
      bad    = start.record_addr;
    end else if (start.record && (rec.card || start.record_addr[2:0] != '0)) begin
      reason = REASON_PATH;
      bad    = start.record_addr;
    end else begin
      record_good = start.record;
      if (!belongs(src_q, start.src, start.ctx))                          reason = REASON_SLOT;
`ifndef FBY_MUTANT_UDMA_OWNER
      else if (!batch && !belongs(dst_q, start.dst, start.ctx)) begin
        reason = REASON_SLOT;
        bad    = start.dst;
      end
`endif
      else if (!src_q.readable)                                           reason = REASON_UNREADABLE;
`ifndef FBY_MUTANT_UDMA_RIGHTS
      else if (!batch && !dst_q.writable) begin
        reason = REASON_UNWRITABLE;
        bad    = start.dst;
      end
`endif
      else if (!fits(src_q, start.src, bytes))                            reason = REASON_EXTENT;
      else if (!batch && !fits(dst_q, start.dst, start.size)) begin
        reason = REASON_EXTENT;
        bad    = start.dst;
      end
      else if (too_many)                                                  reason = REASON_EXTENT;
      else if (!path) begin
        reason = REASON_PATH;
        bad    = batch ? start.src : start.dst;
      end
      else if (full)                                                      reason = REASON_FULL;
    end
  end

  // ---- what comes of it ----

  logic taken;
  assign taken = reason == REASON_DONE;

  assign answer_o      = state_q == Plain || (state_q == Judge && !member_q.valid);
  assign answer_data_o = state_q == Judge && !taken ? say_q.refused_data : say_q.data;
  assign verdict_o     = '{valid: state_q == Judge && !member_q.valid, ctx: start.ctx, taken: taken};
  assign judged_o      = '{
    valid: state_q == Judge, ctx: start.ctx, queued: taken || (record_good && has_room), reason: reason, bad: bad,
    size: start.size, batch: batch, member: member_q
  };
  assign job_o = '{
    ctx: start.ctx, refusal: reason,
    src: bus_of(src_q, start.src), src_card: src_q.card, dst: bus_of(dst_q, start.dst), dst_card: dst_q.card,
    size: start.size, src_addr: start.src,
    record: start.record, record_bus: bus_of(rec, start.record_addr), record_addr: start.record_addr,
    cookie: start.cookie, member: member_q, closes: 1'b0
  };

  `FBY_ASSERT(OneAccessAtATime, !access_i || state_q == Rest)

  logic unused;
  assign unused = &{1'b0, say_q.stray, start.valid};

endmodule
