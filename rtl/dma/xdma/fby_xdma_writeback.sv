// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Poll-mode word of one channel, and the rule that no interrupt overtakes it.
///
/// A word that is due while the last one is still being acknowledged waits; if another becomes due
/// meanwhile, the newer one replaces the waiting one: it says at least as much. The interrupt level is let
/// through once every word that was due when it rose has been acknowledged, and then stays until it falls; not while
/// the next run waits for that same acknowledge, for the cause is gone when it begins.
module fby_xdma_writeback
  import fby_dma_pkg::*;
  import fby_xdma_pkg::*;
(
  input  logic            clk_i,
  input  logic            rst_i,

  /// The word is due.
  input  logic            notify_i,
  /// What it says: error flag and completed count.
  input  logic [31:0]     content_i,
  /// Host address of the word.
  input  logic [63:0]     addr_i,

  output dma_word_offer_t word_o,
  input  logic            word_ready_i,
  input  dma_word_done_t  word_done_i,

  /// An enabled cause is logged.
  input  logic            irq_i,
  /// The next run waits to begin.
  input  logic            hold_i,
  /// The same, not before the host can see the words.
  output logic            irq_o,
  /// A word is waiting or under way.
  output logic            busy_o
);

  logic        waiting_q, active_q;
  logic [31:0] word_q;
  logic [1:0]  owed_q, owed_d;   // acknowledges to see before the interrupt may pass
  logic        open_q;
  logic        accept;

  assign word_o       = '{
    valid: waiting_q && !active_q, source: '0, word: '{addr: addr_i, data: {32'd0, word_q}, wide: 1'b0}
  };
  assign accept       = word_o.valid && word_ready_i;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      waiting_q <= 1'b0;
      active_q  <= 1'b0;
    end else begin
`ifdef FBY_MUTANT_WRITEBACK_TWICE
      waiting_q <= notify_i || waiting_q;
`else
      waiting_q <= notify_i || (waiting_q && !accept);
`endif
      active_q  <= accept || (active_q && !word_done_i.valid);
    end
    if (notify_i) word_q <= content_i;
  end

  assign busy_o = waiting_q || active_q;

  // ---- interrupt gate ----

  always_comb begin
    if (irq_i) owed_d = owed_q - 2'(word_done_i.valid && owed_q != '0);
    else       owed_d = 2'(active_q && !word_done_i.valid) + 2'((waiting_q && !accept) || notify_i) + 2'(accept);
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      owed_q <= '0;
      open_q <= 1'b0;
    end else begin
      owed_q <= owed_d;
      open_q <= irq_o;
    end
  end

`ifdef FBY_MUTANT_WRITEBACK_LINE
  assign irq_o = irq_i;
`else
  assign irq_o = irq_i && (open_q || (owed_q == '0 && !hold_i));
`endif

  `FBY_ASSERT(done_only_when_active, !word_done_i.valid || active_q)

  // How it went is counted, and changes nothing here.
  logic unused;
  assign unused = &{1'b0, word_done_i.cause, word_done_i.addr};

endmodule
