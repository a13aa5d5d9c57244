// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Control of one copy: check, hand over, wait, tell.
///
/// States: IDLE -> CHECK when a copy is asked for; CHECK -> IDLE (refused) or ASK; ASK -> WAIT when the mover takes it, or IDLE
/// when it is called off before; WAIT -> IDLE when the mover has answered, which it does when all data is acknowledged where it
/// went to. The end is told in the cycle in which busy falls.
module fby_copy_ctl
  import fby_dma_pkg::*;
  import fby_copy_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_i,
  input  logic        quiesce_i,
  input  copy_job_t   job_i,
  input  logic        go_i,
  input  logic        abort_i,
  /// There is a mover between the spaces of the copy in hand.
  input  logic        path_i,
  /// Spaces of the copy in hand.
  output logic        src_card_o,
  output logic        dst_card_o,
  /// The mover between its spaces, and what it says.
  output dma_offer_t  offer_o,
  input  logic        offer_ready_i,
  input  dma_answer_t answer_i,
  output logic        answer_ready_o,
  output logic        busy_o,
  output logic        end_o,
  output copy_end_t   end_info_o
);

  typedef enum logic [1:0] {IDLE, CHECK, ASK, WAIT} state_e;

  state_e    state_q, state_d;
  copy_job_t job_q;
  // Called off; stays until the copy has ended.
  logic      cancel_q;
  logic      refused;
  cause_t    refusal;

  fby_copy_check u_check (
    .job_i    (job_q),
    .path_i,
    .refused_o(refused),
    .cause_o  (refusal)
  );

  assign src_card_o     = job_q.src_card;
  assign dst_card_o     = job_q.dst_card;
  assign offer_o.valid  = state_q == ASK && !cancel_q;
  assign offer_o.cancel = cancel_q;
  assign offer_o.source = '0;
  assign offer_o.tag    = '0;
  assign answer_ready_o = state_q == WAIT;

  // A mover within host memory reads host_addr and writes card_addr.
  always_comb begin
    offer_o.req                 = '0;
    offer_o.req.host_addr       = job_q.src_card ? job_q.dst : job_q.src;
    offer_o.req.card_addr       = job_q.src_card ? job_q.src : job_q.dst;
    offer_o.req.len             = job_q.bytes[LEN_BITS-1:0];
    offer_o.req.first           = 1'b1;
  end

  always_comb begin
    state_d             = state_q;
    end_o               = 1'b0;
    end_info_o.cause    = CAUSE_ABORTED;
    end_info_o.bad_addr = '0;
    end_info_o.moved    = '0;
    unique case (state_q)
      IDLE: if (go_i) state_d = CHECK;
      CHECK: begin
        state_d = refused || cancel_q ? IDLE : ASK;
        end_o   = refused || cancel_q;
        if (refused) end_info_o.cause = refusal;
      end
      ASK: begin
        if (cancel_q) begin
          state_d = IDLE;
          end_o   = 1'b1;
        end else if (offer_ready_i) begin
          state_d = WAIT;
        end
      end
      WAIT: begin
        end_info_o.moved    = answer_i.rsp.bytes;
        end_info_o.bad_addr = answer_i.rsp.bad_addr;
        // Without a cause, what is not whole was cut.
        if (answer_i.rsp.cause != DMA_OK || answer_i.rsp.bytes == job_q.bytes[LEN_BITS-1:0]) begin
          end_info_o.cause = cause_of(answer_i.rsp.cause);
        end
`ifdef FBY_MUTANT_COPY_EARLY
        // Tells when the mover has taken it.
        end_o   = 1'b1;
        state_d = IDLE;
`else
        end_o = answer_i.valid;
        if (answer_i.valid) state_d = IDLE;
`endif
      end
      default: state_d = IDLE;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      state_q  <= IDLE;
      cancel_q <= 1'b0;
    end else begin
      state_q  <= state_d;
      cancel_q <= state_d != IDLE && (cancel_q || abort_i || quiesce_i);
    end
    if (go_i) job_q <= job_i;
  end

  assign busy_o = state_q != IDLE;

  `FBY_ASSERT(CopyGoOnlyAtRest, !go_i || !busy_o)

  logic unused;
  assign unused = &{1'b0, answer_i.tag, answer_i.rsp.eop};

endmodule
