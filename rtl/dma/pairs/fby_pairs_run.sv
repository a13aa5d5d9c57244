// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Run control of pairs: hands them to one mover in order, judges its answers, ends.
///
/// States: HALTED -> RUN with RS; RUN -> STOP when RS falls, which it does by itself at an error; STOP -> HALTED when the mover has
/// answered everything and all of it was told. While it stops, the mover is told to cut short what it has. What a pair ended with
/// is given to the teller (told_o), one at a time; it is finished when the teller says so, and the next answer is taken then.
module fby_pairs_run
  import fby_dma_pkg::*;
  import fby_pairs_pkg::*;
#(
  /// A stream to the host: a packet that is longer than its buffer is an error unless mode_i.whole.
  parameter bit C2h = 1'b1
) (
  input  logic                  clk_i,
  input  logic                  rst_i,
  /// Level: run. Not with an error that was not cleared.
  input  logic                  rs_i,
  /// What a buffer is.
  input  mode_t                 mode_i,
  /// Pairs of the queue.
  input  pair_t                 next_i,
  input  logic                  next_valid_i,
  output logic                  hand_o,
  input  pair_t                 head_i,
  output logic                  pop_o,
  output logic                  clear_o,
  /// The mover.
  output dma_offer_t            offer_o,
  input  logic                  offer_ready_i,
  input  dma_answer_t           answer_i,
  output logic                  answer_ready_o,
  /// A pair has ended, and its end is to be told; it is finished when done_i says so, with what the telling failed with.
  output finished_t             told_o,
  output logic                  tell_o,
  input  logic                  done_i,
  input  dma_cause_e            done_cause_i,
  /// Levels: it runs; it is at rest.
  output logic                  run_o,
  output logic                  halted_o,
  /// One cycle: a pair is finished, whole and without an error; an error ends the run, with its bits.
  output logic                  finished_o,
  output logic                  good_o,
  output logic                  fault_o,
  output errors_t               errors_o
);

  typedef enum logic [1:0] {HALTED, RUN, STOP} state_e;

  state_e                state_q;
  logic                  first_q, telling_q, good_q, stands_q;
  logic [COUNT_BITS-1:0] under_way_q;  // pairs that the mover has not answered
  logic                  whole, bad, too_long, counts, hole;

  // ---- to the mover ----

  // What is offered already stands until it is taken or cancelled.
  assign hole = state_q == RUN && next_valid_i && mode_i.keyhole && !stands_q;

  always_comb begin
`ifdef FBY_MUTANT_PAIRS_WITHDRAWS
    offer_o.valid         = state_q == RUN && next_valid_i && !mode_i.keyhole;
`elsif FBY_MUTANT_PAIRS_HANDS_ON
    offer_o.valid         = state_q != HALTED && next_valid_i && !hole;
`else
    offer_o.valid         = state_q == RUN && next_valid_i && !hole;
`endif
    offer_o.cancel        = state_q == STOP;
    offer_o.source        = '0;
    offer_o.tag           = '0;
    offer_o.req           = '0;
    offer_o.req.host_addr = next_i.addr;
    offer_o.req.len       = LEN_BITS'(next_i.len);
    offer_o.req.eop       = !C2h;
    offer_o.req.through   = C2h && mode_i.through;
    offer_o.req.first     = first_q;
  end

  assign hand_o = offer_o.valid && offer_ready_i;

  // ---- its answers ----

  assign answer_ready_o = !telling_q;
  assign pop_o          = answer_i.valid && answer_ready_o;

  always_comb begin
    whole    = answer_i.rsp.bytes == LEN_BITS'(head_i.len);
    bad      = answer_i.rsp.cause != DMA_OK;
`ifdef FBY_MUTANT_PAIRS_LONG
    too_long = 1'b0;
`else
    too_long = C2h && whole && !bad && !answer_i.rsp.eop && !mode_i.whole && !mode_i.through;
`endif
    // What a stop left untouched is not told; it was never begun.
    counts   = bad || answer_i.rsp.bytes != '0 || answer_i.rsp.eop || answer_i.rsp.note.lost != '0;
    told_o.pair    = head_i;
    told_o.rsp     = answer_i.rsp;
    told_o.stopped = bad || (!whole && !answer_i.rsp.eop);
  end

  assign tell_o     = pop_o && counts;
  assign finished_o = telling_q && done_i;
  assign good_o     = good_q;

  always_comb begin
    errors_o = '0;
    if (hole || (pop_o && too_long)) errors_o.internal = 1'b1;
    if (pop_o && bad) begin
      errors_o.decode = answer_i.rsp.cause == DMA_HOST_DECODE;
      errors_o.slave  = answer_i.rsp.cause != DMA_HOST_DECODE;
    end
    if (finished_o && done_cause_i != DMA_OK) begin
      errors_o.decode = done_cause_i == DMA_HOST_DECODE;
      errors_o.slave  = done_cause_i != DMA_HOST_DECODE;
    end
  end
  assign fault_o = errors_o != '0;

  // ---- states ----

  assign run_o    = state_q == RUN;
  assign halted_o = state_q == HALTED;
  assign clear_o  = state_q == HALTED;

  logic rests;
`ifdef FBY_MUTANT_PAIRS_RESTS_EARLY
  assign rests = under_way_q == '0;
`else
  assign rests = under_way_q == '0 && !telling_q;
`endif

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      state_q     <= HALTED;
      first_q     <= 1'b0;
      telling_q   <= 1'b0;
      stands_q    <= 1'b0;
      under_way_q <= '0;
    end else begin
      unique case (state_q)
        HALTED:  if (rs_i) state_q <= RUN;
`ifdef FBY_MUTANT_PAIRS_FAULT_RUNS
        RUN:     if (!rs_i) state_q <= STOP;
`else
        RUN:     if (!rs_i || fault_o) state_q <= STOP;
`endif
        default: if (rests) state_q <= HALTED;
      endcase
      first_q     <= state_q == HALTED || (first_q && !hand_o);
      telling_q   <= tell_o || (telling_q && !done_i);
      stands_q    <= offer_o.valid && !offer_ready_i;
      if (tell_o) good_q <= !told_o.stopped && !too_long;
      under_way_q <= under_way_q + COUNT_BITS'(hand_o) - COUNT_BITS'(pop_o);
    end
  end

  `FBY_ASSERT(PairsAnswerWasHanded, !answer_i.valid || under_way_q != '0)

  logic unused;
  assign unused = &{1'b0, answer_i.tag, answer_i.rsp.bad_addr, answer_i.rsp.note.stamp,
                    answer_i.rsp.note.eob, answer_i.rsp.note.cut};

endmodule
