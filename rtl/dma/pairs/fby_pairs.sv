// SPDX-License-Identifier: Apache-2.0

/// A channel of an AXI DMA in direct-register mode, and beyond it pairs that are armed ahead, so that no beat waits between two buffers,
/// and records of what became of each. A front end of either direction is this with a stream of its own.
///
///   registers --> queue of pairs --> run control --> the mover of its stream
///                                        | ends
///       line <-- registers <--------- records --> status words
module fby_pairs
  import fby_axi_pkg::*;
  import fby_dma_pkg::*;
  import fby_pairs_pkg::*;
#(
  /// Its stream goes to the host.
  parameter bit          C2h  = 1'b1,
  /// Where the channel's registers begin.
  parameter logic [15:0] Base = fby_regs_pkg::USER_S2MM_DMACR_OFFSET
) (
  input  logic                  clk_i,
  input  logic                  rst_i,

  /// Level: what is under way is cut short; nothing begins.
  input  logic                  quiesce_i,
  /// A buffer is armed, or its end is still to be told.
  output logic                  busy_o,
  /// A beat has moved, or a buffer is finished.
  output logic                  moved_o,
  input  fby_reg_pkg::reg_req_t reg_i,
  output fby_reg_pkg::reg_rsp_t reg_o,

  output dma_offer_t            offer_o,
  input  logic                  offer_ready_i,
  input  dma_answer_t           answer_i,
  output logic                  answer_ready_o,
  /// A data beat moved.
  input  logic                  beat_i,

  output dma_word_offer_t       word_o,
  input  logic                  word_ready_i,
  input  dma_word_done_t        word_done_i,

  /// Interrupt line, level.
  output logic                  lines_o,
  output dma_front_events_t     events_o
);

  fby_reg_pkg::reg_req_t access;
  logic                  done_q, error_q, known, refused, own_known, own_refused;
  logic [31:0]           rdata, own_rdata, rdata_q;
  logic                  rs, keyhole, cut, through, records, run, halted, finished, good, fault, clear, rests;
  logic                  push, room, next_valid, hand, head_valid, pop, tell, done, telling_q;
  pair_t                 pushed, next, head;
  finished_t             told, told_q;
  logic [COUNT_BITS-1:0] count;
  errors_t               errors;
  dma_cause_e            done_cause;
  logic [63:0]           ring;
  logic [3:0]            log2;
  logic [31:0]           sequence_no;

  // ---- registers: they answer in the cycle after they were asked ----

  always_comb begin
    access       = reg_i;
    access.valid = reg_i.valid && !done_q;
  end
  assign reg_o = '{ready: done_q, error: error_q, rdata: rdata_q};

  always_ff @(posedge clk_i) begin
    done_q  <= !rst_i && access.valid;
    rdata_q <= reg_i.write ? '0 : rdata | own_rdata;
    error_q <= !(known || own_known) || (reg_i.write && (refused || own_refused));
  end

  fby_pairs_regs #(
    .C2h(C2h), .Base(Base)
  ) u_channel_regs (
    .clk_i, .rst_i, .quiesce_i,
    .reg_i(access), .known_o(known), .refused_o(refused), .rdata_o(rdata),
    .rs_o(rs), .keyhole_o(keyhole), .run_i(run), .halted_i(halted),
    .finished_i(finished), .good_i(good), .failed_i(fault), .errors_i(errors),
    .bytes_i(told_q.rsp.bytes[LENGTH_BITS-1:0]),
    .push_o(push), .pair_o(pushed), .room_i(room), .count_i(count),
    .clear_o(clear), .line_o(lines_o)
  );

  fby_pairs_buffer_regs #(
    .C2h(C2h)
  ) u_buffer_regs (
    .clk_i, .rst_i,
    .reg_i(access), .known_o(own_known), .refused_o(own_refused), .rdata_o(own_rdata),
    .clear_i(clear), .halted_i(halted),
    .cut_o(cut), .through_o(through), .records_o(records), .ring_o(ring), .log2_o(log2),
    .finished_i(finished), .last_i(told_q), .sequence_o(sequence_no)
  );

  // ---- pairs ----

  fby_pairs_queue u_queue (
    .clk_i, .rst_i,
    .clear_i(rests),
    .push_i(push), .pair_i(pushed), .room_o(room),
    .next_o(next), .next_valid_o(next_valid), .hand_i(hand),
    .head_o(head), .head_valid_o(head_valid), .pop_i(pop),
    .count_o(count)
  );

  fby_pairs_run #(
    .C2h(C2h)
  ) u_run (
    .clk_i, .rst_i,
    .rs_i(rs), .mode_i('{keyhole: keyhole, whole: cut, through: through}),
    .next_i(next), .next_valid_i(next_valid), .hand_o(hand), .head_i(head), .pop_o(pop), .clear_o(rests),
    .offer_o, .offer_ready_i, .answer_i, .answer_ready_o,
    .told_o(told), .tell_o(tell), .done_i(done), .done_cause_i(done_cause),
    .run_o(run), .halted_o(halted), .finished_o(finished), .good_o(good), .fault_o(fault), .errors_o(errors)
  );

  fby_pairs_record u_record (
    .clk_i, .rst_i,
    .on_i(records), .ring_i(ring), .log2_i(log2), .sequence_i(sequence_no),
    .tell_i(tell), .told_i(told), .done_o(done), .cause_o(done_cause),
    .word_o, .word_ready_i, .word_done_i
  );

  always_ff @(posedge clk_i) if (tell) told_q <= told;

  always_ff @(posedge clk_i) telling_q <= !rst_i && (tell || (telling_q && !done));

  assign busy_o  = !halted && (count != '0 || !run || !rs || telling_q);
  assign moved_o = beat_i || finished;

  // ---- what is counted ----

  always_comb begin
    events_o                = '0;
    events_o.desc_done      = finished;
    events_o.host_error     = (answer_i.valid && answer_ready_o && answer_i.rsp.cause != DMA_OK) ||
                              (word_done_i.valid && word_done_i.cause != DMA_OK);
    events_o.bad.host_valid = events_o.host_error;
    events_o.bad.host_addr  = word_done_i.valid && word_done_i.cause != DMA_OK ? word_done_i.addr :
                              answer_i.rsp.bad_addr;
  end

  logic unused;
  assign unused = &{1'b0, head_valid};

endmodule
