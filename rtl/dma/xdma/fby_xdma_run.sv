// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Run control of one channel: descriptors in, mover requests out, and the account of what was finished.
///
/// States: IDLE -> ACTIVE when the run bit rises or the doorbell rings; ACTIVE -> DRAIN when nothing more may be handed to the
/// mover (a STOP descriptor was handed over, the run bit fell, something failed, or the packet ended that the run
/// was for); DRAIN -> IDLE when the mover has answered everything and no descriptor read is under way. Only then is
/// busy 0, so that software may free its buffers and descriptors. What the run ended with is reported in that same
/// cycle, which makes one interrupt of it however many causes there are; if the next run is waiting by then, it is not
/// reported at all. A run begins when no poll-mode word of the one before is under way.
///
/// A run bit that falls before that cancels the run: the mover drops what it has not begun, and nothing revives it,
/// for cancel_o stays until the run is at rest. A failure cancels too, once everything before it in the chain is
/// answered: what is behind it is dropped, and a packet that it leaves open is closed.
module fby_xdma_run
  import fby_dma_pkg::*;
  import fby_xdma_pkg::*;
#(
  /// 1: card to host.
  parameter bit C2h    = 1'b0,
  /// 1: the card side is a stream.
  parameter bit Stream = 1'b0
) (
  input  logic                           clk_i,
  input  logic                           rst_i,

  input  xdma_mode_t                     mode_i,
  /// The run bit rises in this cycle, or it is high and a run is asked for at rest.
  input  logic                           start_i,
  /// The run bit falls in this cycle.
  input  logic                           stop_i,
  /// A poll-mode word is not yet acknowledged.
  input  logic                           word_busy_i,
  /// A run was asked for and waits for the last one's rest.
  output logic                           waits_o,
  /// A run begins: status and counts are cleared.
  output logic                           begin_o,
  output logic                           busy_o,
  /// What is to be logged and told to the host.
  output xdma_log_t                      log_o,
  /// A STOP descriptor was finished.
  output logic                           stopped_o,
  /// Descriptors handed to the mover and not finished.
  output logic [$clog2(RUN_DEPTH+1)-1:0] under_way_o,

  output logic                           fetch_start_o,
  output logic                           fetch_flush_o,
  input  logic                           fetch_idle_i,
  input  xdma_desc_t                     desc_i,
  input  logic                           desc_valid_i,
  output logic                           desc_ready_o,

  output dma_offer_t                     offer_o,
  input  logic                           offer_ready_i,
  /// Goes with the request when it is accepted.
  output xdma_meta_t                     meta_o,
  /// Finished descriptors in order.
  input  xdma_record_t                   record_i,
  input  logic                           record_valid_i
);

  localparam int unsigned CountBits = $clog2(RUN_DEPTH + 1);

  typedef enum logic [1:0] {IDLE, ACTIVE, DRAIN} state_e;

  state_e               state_q, state_d;
  logic                 start_q, start_d;      // a run was asked for and has not begun
  logic                 first_q;               // no descriptor of this run was handed over yet
  logic                 cancel_q, cancel_d;    // the run bit was seen low in this run
  logic [31:0]          errors_q, errors_d;    // error bits of this run
  logic                 over_q, over_d;        // the account is closed: later descriptors do not count
  logic                 stop_q, stop_d;        // ... by the STOP descriptor
  logic                 final_q, final_d;      // COMPLETED is to be reported when the run is at rest
  logic [LEN_BITS-1:0]  partial_q, partial_d;
  logic [CountBits-1:0] under_way_q;
  logic                 failed;                // something failed, and all that was before it is answered
  logic                 waits;                 // the next run begins as soon as this one is at rest
  logic                 dispatch, finish, good, reported;
  logic [31:0]          desc_fault;

  // ---- what is wrong with the descriptor at hand ----

  // A stream has no way to say "nothing": an empty packet cannot be sent and an empty buffer cannot be filled.
  logic no_length;
  assign no_length = Stream && desc_i.len == '0;

  always_comb begin
    desc_fault = '0;
    unique case (desc_i.result)
      FETCH_OK:     if (no_length) desc_fault = STATUS_INVALID_LENGTH;
      FETCH_MAGIC:  desc_fault = STATUS_MAGIC_STOPPED;
      FETCH_DECODE: desc_fault = STATUS_DESC_DECODE;
      FETCH_SLAVE:  desc_fault = STATUS_DESC_SLAVE;
      FETCH_POISON: desc_fault = STATUS_DESC_POISON;
      FETCH_LENGTH: desc_fault = STATUS_INVALID_LENGTH;
      default:      desc_fault = '0;
    endcase
  end

  // ---- hand over ----

  // Few large descriptors are handed over ahead, so that a failed run is soon over.
  logic is_large, room, may_dispatch;
  assign is_large     = desc_i.len >= LEN_BITS'(LARGE_BYTES);
  assign room         = under_way_q < (is_large ? CountBits'(LARGE_DEPTH) : CountBits'(RUN_DEPTH));
  assign may_dispatch = state_q == ACTIVE && mode_i.run && !over_q && errors_q == '0 && desc_fault == '0 && room;
  assign offer_o.valid  = may_dispatch && desc_valid_i;
  assign desc_ready_o = may_dispatch && offer_ready_i;
  assign dispatch     = offer_o.valid && offer_ready_i;
  assign under_way_o  = under_way_q;

  // The answers come in order, so nothing has to be written on a request; the source is filled in where the front ends meet.
  assign offer_o.source = '0;
  assign offer_o.tag    = '0;

  always_comb begin
    offer_o.req.host_addr       = C2h ? desc_i.dst : desc_i.src;
    offer_o.req.card_addr       = C2h ? desc_i.src : desc_i.dst;
    offer_o.req.len             = desc_i.len;
    offer_o.req.eop             = desc_i.eop;
    offer_o.req.stop_at_eop     = desc_i.stop_at_eop;
    offer_o.req.through         = 1'b0;
    offer_o.req.first           = first_q;
    offer_o.req.fixed_card_addr = mode_i.non_incr;
    meta_o.stop           = desc_i.stop;
    meta_o.completed      = desc_i.completed;
    meta_o.stop_at_eop    = desc_i.stop_at_eop;
    meta_o.len            = desc_i.len;
    meta_o.result_addr    = desc_i.src;
  end

  // ---- account of finished descriptors ----

  logic closes;
`ifdef FBY_MUTANT_RUN_COUNTS_CUT
  assign good      = record_valid_i && !over_q && record_i.cause == DMA_OK;
`else
  assign good      = record_valid_i && !over_q && record_i.cause == DMA_OK && record_i.whole;
`endif
  // STOP, a failure, or a cut: what is behind it in the chain is not reported, though some of it may be done.
  assign closes    = record_valid_i && !over_q && (!good || record_i.stop);
  assign log_o.count   = good;
  assign stopped_o = good && record_i.stop;
  assign log_o.partial = partial_q;

  always_comb begin
    errors_d  = errors_q;
    over_d    = over_q || closes;
    stop_d    = stop_q || stopped_o;
    // What is finished after the run was cancelled is told when it is at rest.
    final_d   = final_q || (good && record_i.completed && (record_i.stop || cancel_q));
    partial_d = partial_q;
    if (state_q == ACTIVE && desc_valid_i && errors_q == '0 && !over_q) errors_d = desc_fault;
    if (closes) begin
      // A descriptor still with the mover comes before the one at hand, so what became of it is what to report.
      errors_d = cause_status(record_i.cause, C2h);
      if (!good && record_i.cause == DMA_OK) partial_d = record_i.bytes;
    end
    if (begin_o) begin
      errors_d  = '0;
      over_d    = 1'b0;
      stop_d    = 1'b0;
      final_d   = 1'b0;
      partial_d = '0;
    end
  end

  // ---- states ----

`ifdef FBY_MUTANT_RUN_FAILS_OPEN
  assign failed = 1'b0;
`else
  assign failed = state_q != IDLE && errors_q != '0 && (over_q || under_way_q == '0);
`endif
`ifdef FBY_MUTANT_RUN_TELLS_TWICE
  assign waits  = start_q && mode_i.run;
`else
  // The run bit itself changes in the cycle after start_i and stop_i.
  assign waits  = start_i || (start_q && mode_i.run && !stop_i);
`endif

  always_comb begin
    state_d = state_q;
    begin_o = 1'b0;
    finish  = 1'b0;
    unique case (state_q)
      IDLE: if (start_q && mode_i.run && !word_busy_i) begin
        begin_o = 1'b1;
        state_d = ACTIVE;
      end
      ACTIVE: if (!mode_i.run || errors_q != '0 || over_q || (dispatch && desc_i.stop)) state_d = DRAIN;
      // Where the next run waits, this one's end is not told, so that one must begin now: while it waited for a word it
      // could still be called off.
      DRAIN: if (under_way_q == '0 && fetch_idle_i && (!failed || cancel_q) && !(waits && word_busy_i)) begin
        finish  = 1'b1;
        state_d = IDLE;
      end
      default: state_d = IDLE;
    endcase
    // A start that comes while the last run is still ending is kept until it has ended.
    start_d  = start_i || (start_q && mode_i.run && !begin_o);
`ifdef FBY_MUTANT_RUN_REVIVE
    cancel_d = state_d != IDLE && (!mode_i.run || failed);
`else
    cancel_d = state_d != IDLE && (cancel_q || !mode_i.run || failed);
`endif
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      state_q     <= IDLE;
      start_q     <= 1'b0;
      cancel_q    <= 1'b0;
      under_way_q <= '0;
      partial_q   <= '0;
    end else begin
      state_q     <= state_d;
      start_q     <= start_d;
      cancel_q    <= cancel_d;
      partial_q   <= partial_d;
      under_way_q <= under_way_q + CountBits'(dispatch) - CountBits'(record_valid_i);
    end
    first_q  <= begin_o || (first_q && !dispatch);
    errors_q <= errors_d;
    over_q   <= over_d;
    stop_q   <= stop_d;
    final_q  <= final_d;
  end

  // A start that was called off is no longer a reason.
  assign busy_o        = state_q != IDLE || (start_q && mode_i.run);
  assign waits_o       = start_q && mode_i.run;
  assign offer_o.cancel      = cancel_q;
  assign fetch_start_o = begin_o;
  assign fetch_flush_o = state_q == DRAIN;

  // ---- what is logged and told to the host ----

  logic in_passing;
  assign in_passing = good && record_i.completed && !record_i.stop && !cancel_q;
  // A run that the next one already waits for would be reported for one cycle only: an interrupt without a cause, and a
  // count that the next run's owner would take for its own.
  assign reported   = finish && !waits;

  always_comb begin
    log_o.status_set = '0;
    if (in_passing) log_o.status_set |= STATUS_DESC_COMPLETED;
    if (reported) begin
      log_o.status_set |= errors_q;
      if (stop_q)                          log_o.status_set |= STATUS_DESC_STOPPED;
      if (final_q)                         log_o.status_set |= STATUS_DESC_COMPLETED;
      if (!stop_q && errors_q == '0)       log_o.status_set |= STATUS_IDLE_STOPPED;
    end
  end

  assign log_o.notify_error = finish && errors_q != '0;
  assign log_o.notify       = mode_i.poll && (in_passing || (reported && (final_q || errors_q != '0)));

  `FBY_ASSERT(record_was_asked_for, !record_valid_i || under_way_q != '0)
  `FBY_ASSERT(finish_has_a_reason, !finish || stop_q || errors_q != '0 || cancel_q)
  `FBY_ASSERT(only_a_stop_cuts, !(closes && !good && record_i.cause == DMA_OK) || cancel_q)
  `FBY_ASSERT(partial_only_when_cancelled, partial_q == '0 || !stop_q)

endmodule
