// SPDX-License-Identifier: Apache-2.0

/// Front end with which programs start transfers without the kernel.
///
///   window --> accesses --> scheme --> door --> engine --> movers, records
///                                      |  ^        ^
///   registers --> table, contexts -----+  |        |
///                      lists, read from memory ----+
///
/// What each part may know is in docs/decisions/0020-user-level-dma.md.
module fby_udma
  import fby_dma_pkg::*;
  import fby_udma_pkg::*;
  import fby_udma_engine_pkg::*;
#(
  /// Movers of the back end.
  parameter int unsigned Movers   = 3,
  /// Which of them goes from host to card, from card to host, and from host to host; Movers where none does.
  parameter int unsigned H2cMover = 0,
  parameter int unsigned C2hMover = 1,
  parameter int unsigned H2hMover = 2,
  /// 1: the upper half of the aperture is a window, too, for addresses of host memory.
  parameter bit          UpperWindow = 1'b0
) (
  input  logic                     clk_i,
  input  logic                     rst_i,

  /// Level: no start is taken, what waits is dropped, what moves is cut.
  input  logic                     quiesce_i,
  /// A transfer waits or is under way, or its record is.
  output logic                     busy_o,
  /// A beat has moved, or something has ended.
  output logic                     moved_o,
  input  fby_reg_pkg::reg_req_t    reg_i,
  output fby_reg_pkg::reg_rsp_t    reg_o,
  input  fby_reg_pkg::window_req_t window_i,
  output fby_reg_pkg::window_rsp_t window_o,

  output dma_offer_t [Movers-1:0]  offer_o,
  input  logic [Movers-1:0]        offer_ready_i,
  input  dma_answer_t [Movers-1:0] answer_i,
  output logic [Movers-1:0]        answer_ready_o,
  /// A data beat of its own moved in that mover.
  input  logic [Movers-1:0]        beat_i,
  /// Completion records.
  output dma_word_offer_t          word_o,
  input  logic                     word_ready_i,
  input  dma_word_done_t           word_done_i,
  /// Lists of transfers in host memory.
  output fby_axi_pkg::axi_rd_req_t read_req_o,
  input  logic                     read_req_ready_i,
  input  fby_axi_pkg::axi_rd_rsp_t read_rsp_i,
  output logic                     read_rsp_ready_o,

  /// Interrupt line, level: a context that may has something pending.
  output logic                     lines_o,
  output dma_front_events_t        events_o
);

  /// By {source, destination} in the card.
  localparam logic [3:0] Paths = {
    1'b0, C2hMover != Movers, H2cMover != Movers, H2hMover != Movers
  };

  // ---- the kernel's side ----

  scheme_e                  scheme;
  logic                     hook, slot_write, on_write, on, key_write, rescheme, direct;
  who_t                     who;
  slot_index_t              slot_index;
  slot_t                    slot_new;
  context_t                 index;
  key_t                     key;
  context_view_t            view;
  ended_t                   ended;
  logic [CONTEXTS-1:0]      on_level, forget, clear;
  key_t [CONTEXTS-1:0]      keys;
  count_t [CONTEXTS-1:0]    count;
  progress_t [CONTEXTS-1:0] progress;

  fby_udma_regs #(.UpperWindow(UpperWindow)) u_regs (
    .clk_i, .rst_i, .reg_i, .reg_o,
    .scheme_o(scheme), .direct_o(direct), .rescheme_o(rescheme), .hook_o(hook), .who_o(who),
    .slot_write_o(slot_write), .slot_index_o(slot_index), .slot_o(slot_new),
    .context_o(index), .on_write_o(on_write), .on_o(on), .key_write_o(key_write), .key_o(key), .view_i(view),
    .ended_i(ended), .line_o(lines_o)
  );

  assign clear = forget | {CONTEXTS{rescheme}};

  // ---- the programs' side ----

  access_t     access;
  say_t        say;
  verdict_t    verdict;
  logic        answer, look, door_look, astray, door_rest, claims, listed_ready, close;
  logic [31:0] answer_data;
  context_t    astray_ctx;
  slot_index_t look_index;
  slot_t       slot;
  judged_t     judged;
  job_t        job, close_job;
  listed_t     listed;
  skipped_t    skipped;
  tally_t [CONTEXTS-1:0] tally;
  logic [CONTEXTS-1:0]   lists;

  fby_udma_window u_window (
    .clk_i, .rst_i, .window_i, .window_o,
    .direct_i(direct), .pairs_i(scheme == SCHEME_KEY), .clear_i(clear != '0), .go_i(door_rest), .claims_o(claims),
    .look_o(look), .access_o(access), .stray_o(astray), .stray_ctx_o(astray_ctx),
    .answer_i(answer), .answer_data_i(answer_data)
  );

  fby_udma_schemes u_schemes (
    .clk_i, .rst_i,
    .select_i(scheme), .clear_i(clear),
    .access_i(access), .say_o(say), .verdict_i(verdict),
    .hook_i(hook), .who_i(who),
    .partner_i({(ADDR_BITS-PAGE_BITS)'(slot.partner), access.addr[PAGE_BITS-1:0]}),
    .keys_i(keys), .progress_i(progress)
  );

  fby_udma_slots u_slots (
    .clk_i, .rst_i,
    .write_i(slot_write), .write_index_i(slot_index), .write_slot_i(slot_new),
    .read_i (look || door_look), .read_index_i(look ? slot_of(access.addr) : look_index), .slot_o(slot)
  );

  fby_udma_door u_door (
    .clk_i, .rst_i, .quiesce_i,
    .on_i(on_level), .count_i(count), .lists_i(lists), .paths_i(Paths), .direct_i(direct),
    .claims_i(claims), .rest_o(door_rest), .listed_i(listed), .listed_ready_o(listed_ready),
    .access_i(access.valid), .say_i(say), .answer_o(answer), .answer_data_o(answer_data), .verdict_o(verdict),
    .look_o(door_look), .look_index_o(look_index), .slot_i(slot),
    .judged_o(judged), .job_o(job)
  );

  logic stray;
  assign stray = astray || (access.valid && say.stray);

  fby_udma_contexts u_contexts (
    .clk_i, .rst_i,
    .index_i(index), .on_write_i(on_write), .on_i(on), .key_write_i(key_write), .key_i(key), .view_o(view),
    .stray_i(stray), .stray_ctx_i(astray ? astray_ctx : access.ctx), .judged_i(judged), .skipped_i(skipped),
    .ended_i(ended),
    .on_o(on_level), .keys_o(keys), .count_o(count), .progress_o(progress), .forget_o(forget)
  );

  // ---- lists ----

  logic        list_fault;
  logic [63:0] list_fault_addr;

  fby_udma_batch u_batch (
    .clk_i, .rst_i, .quiesce_i, .on_i(on_level), .count_i(count),
    .judged_i(judged), .job_i(job), .rest_i(door_rest), .ended_i(ended),
    .listed_o(listed), .listed_ready_i(listed_ready), .close_o(close), .close_job_o(close_job),
    .tally_o(tally), .lists_o(lists), .skipped_o(skipped), .fault_o(list_fault), .fault_addr_o(list_fault_addr),
    .read_req_o, .read_req_ready_i, .read_rsp_i, .read_rsp_ready_o
  );

  // ---- transfers ----

  logic     engine_busy, answered, push;
  dma_rsp_t rsp;

  // A list has its place, and comes here at its end.
  assign push = close || (judged.valid && judged.queued && !(judged.batch && judged.reason == REASON_DONE));

  fby_udma_engine #(
    .Movers  (Movers),
    .H2cMover(H2cMover),
    .C2hMover(C2hMover),
    .H2hMover(H2hMover)
  ) u_engine (
    .clk_i, .rst_i, .quiesce_i, .on_i(on_level),
    .tally_i(tally), .push_i(push), .job_i(close ? close_job : job),
    .offer_o, .offer_ready_i, .answer_i, .answer_ready_o, .word_o, .word_ready_i, .word_done_i,
    .ended_o(ended), .answered_o(answered), .rsp_o(rsp), .busy_o(engine_busy)
  );

  assign busy_o  = engine_busy || lists != '0;
  assign moved_o = beat_i != '0 || ended.valid;

  logic unused;
  assign unused = &{1'b0, rsp.bytes, rsp.eop, rsp.note};

  // ---- what is counted ----

  logic word_failed, data_host, data_card;
  assign word_failed = word_done_i.valid && word_done_i.cause != DMA_OK;
  assign data_host   = answered &&
    (rsp.cause == DMA_HOST_DECODE || rsp.cause == DMA_HOST_SLAVE || rsp.cause == DMA_HOST_POISON);
  assign data_card   = answered && (rsp.cause == DMA_CARD_DECODE || rsp.cause == DMA_CARD_SLAVE);

  // Data, a record and a list may fail in the same cycle: a pulse each.
  logic host_error;
  fby_pulses #(.NumSources(3)) u_host (
    .clk_i, .rst_i, .pulse_i({list_fault, word_failed, data_host}), .pulse_o(host_error)
  );

  always_comb begin
    events_o                = '0;
    events_o.host_error     = host_error;
    events_o.card_error     = data_card;
    events_o.bad.host_addr  = word_failed ? word_done_i.addr : data_host ? rsp.bad_addr : list_fault_addr;
    events_o.bad.host_valid = word_failed || data_host || list_fault;
    events_o.bad.card_addr  = rsp.bad_addr;
    events_o.bad.card_valid = data_card;
  end

endmodule
