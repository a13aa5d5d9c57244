// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// AXI4 slave in front of a FIFO: every written beat becomes one FIFO entry, whatever its address.
///
///   reserve --> free entries
///   AW --> ids of open bursts ----\                       /--> B (id, OKAY)
///                                  +-- beat is taken? ---+
///   W  ---------------------------/                       \--> FIFO --> m (stream)
///
/// Room is given away before a burst is sent: who sends one reserves an entry for each of its beats, at the latest when it
/// offers the address, and never more than free_o. Beats of a burst so promised are taken as they come, so the bus never
/// waits for the consumer. A beat without a promise waits while the FIFO is full; nothing is taken that cannot be
/// kept. Bytes without strobe become zero; a beat without any strobe is taken and makes no entry.
///
/// Flush: while flush_i is high the consumer sees nothing and one entry per cycle is thrown away; when it falls, what is
/// inside then goes the same way, and new beats wait behind it.
module fby_stream_port #(
  /// FIFO size in beats of 64 bytes.
  parameter int unsigned DepthEntries = 1024
) (
  input  logic                              clk_i,
  input  logic                              rst_i,
  /// AXI4 slave; reads are always answered with SLVERR.
  input  fby_axi_pkg::axi_req_t             s_req_i,
  output fby_axi_pkg::axi_req_ready_t       s_req_ready_o,
  output fby_axi_pkg::axi_rsp_t             s_rsp_o,
  input  fby_axi_pkg::axi_rsp_ready_t       s_rsp_ready_i,
  /// Entries, in the order in which they were written; keep all ones, last zero.
  output fby_axi_pkg::axis_req_t            m_o,
  input  logic                              m_ready_i,
  /// Level: throw entries away.
  input  logic                              flush_i,
  /// Entries to reserve in this cycle; no more than are free.
  input  logic [8:0]                        reserve_i,
  /// Entries neither filled nor reserved.
  output logic [$clog2(DepthEntries+1)-1:0] free_o,
  /// Somebody waits until more is free.
  input  logic                              waits_i,
  /// Entries in the FIFO.
  output logic [$clog2(DepthEntries+1)-1:0] level_o,
  /// Pulses for the status block.
  output fby_stream_pkg::stream_events_t    events_o
);

  // Bursts from their address to their response; four keep back-to-back bursts of one beat free of bubbles.
  localparam int unsigned Bursts  = 4;
  localparam int unsigned LevelBits = $clog2(DepthEntries + 1);
  typedef logic [LevelBits-1:0] level_t;
  localparam int unsigned IdBits  = fby_axi_pkg::ID_BITS;
  localparam int unsigned Bits    = fby_axi_pkg::DATA_BITS;

`ifndef FORMAL  // proofs take a FIFO that can be filled within a few cycles
  if (DepthEntries < 64 || DepthEntries > 4096) begin : gen_bad_depth
    $error("fby_stream_port: DepthEntries must be 64 to 4096");
  end
`endif

  logic [IdBits-1:0] burst_id;
  logic              burst_open, burst_done, b_ready, aw_ready;
  logic              beat_taken, makes_entry, discarding;
  logic              fifo_ready, fifo_valid, fifo_pop, push;
  logic [Bits-1:0]   entry, head;

  // Ids of the bursts whose address has come, oldest first.
  /* verilator lint_off PINCONNECTEMPTY */
  fby_fifo #(.WidthBits(IdBits), .DepthEntries(Bursts)) u_bursts (
    .clk_i, .rst_i,
    .data_i(s_req_i.wr.aw.id), .valid_i(s_req_i.wr.aw_valid && s_req_ready_o.wr.aw), .ready_o(aw_ready),
    .data_o(burst_id), .valid_o(burst_open), .ready_i(burst_done),
    .level_o()
  );

  // An address is taken only if its response will have room, so that no beat waits for a response.
  logic [$clog2(Bursts+1)-1:0] under_way_q;
  assign s_req_ready_o.wr.aw = under_way_q != $bits(under_way_q)'(Bursts);
  always_ff @(posedge clk_i) begin
    if (rst_i) under_way_q <= '0;
    else begin
      under_way_q <= under_way_q + $bits(under_way_q)'(s_req_i.wr.aw_valid && s_req_ready_o.wr.aw)
                     - $bits(under_way_q)'(s_rsp_o.wr.b_valid && s_rsp_ready_i.wr);
    end
  end

  // Responses not yet taken.
  logic [IdBits-1:0] b_id;
  fby_fifo #(.WidthBits(IdBits), .DepthEntries(Bursts)) u_responses (
    .clk_i, .rst_i,
    .data_i(burst_id), .valid_i(burst_done), .ready_o(b_ready),
    .data_o(b_id), .valid_o(s_rsp_o.wr.b_valid), .ready_i(s_rsp_ready_i.wr),
    .level_o()
  );
  /* verilator lint_on PINCONNECTEMPTY */
  assign s_rsp_o.wr.b = '{id: b_id, resp: fby_axi_pkg::RESP_OKAY};

  // The stream port spans a range: neither address nor burst length matter; last ends a burst.
  logic unused;
  assign unused = &{1'b0, s_req_i.wr.aw.addr, s_req_i.wr.aw.len, s_req_i.wr.aw.bytes};

  assign makes_entry = s_req_i.wr.w.strb != '0;
`ifdef FBY_MUTANT_PORT_NO_ROOM
  assign s_req_ready_o.wr.w = burst_open;
`else
  // Of registers alone: what a beat holds does not decide whether it is taken.
  assign s_req_ready_o.wr.w = burst_open && fifo_ready;
`endif
  assign beat_taken  = s_req_i.wr.w_valid && s_req_ready_o.wr.w;
`ifdef FBY_MUTANT_PORT_EARLY_B
  assign burst_done  = beat_taken;
`else
  assign burst_done  = beat_taken && s_req_i.wr.w.last;
`endif
  assign push        = beat_taken && makes_entry;

  always_comb begin
    for (int unsigned i = 0; i < fby_axi_pkg::DATA_BYTES; i++) begin
      entry[8*i+:8] = s_req_i.wr.w.strb[i] ? s_req_i.wr.w.data[8*i+:8] : 8'h00;
    end
  end

  fby_fifo #(.WidthBits(Bits), .DepthEntries(DepthEntries)) u_fifo (
    .clk_i, .rst_i,
    .data_i(entry), .valid_i(push), .ready_o(fifo_ready),
    .data_o(head), .valid_o(fifo_valid), .ready_i(fifo_pop),
    .level_o
  );

  // Entries at the head that a flush has found inside.
  level_t doomed_q;
  logic   entry_gone;
  assign entry_gone = fifo_valid && fifo_pop;
  always_ff @(posedge clk_i) begin
    if (rst_i) doomed_q <= '0;
    else if (flush_i) doomed_q <= level_o + level_t'(push) - level_t'(entry_gone);
    else if (discarding) doomed_q <= doomed_q - level_t'(1);
  end

`ifdef FBY_MUTANT_PORT_FLUSH_LEAKS
  assign discarding = flush_i;
`else
  assign discarding = flush_i || doomed_q != '0;
`endif
  assign fifo_pop   = discarding || m_ready_i;

  // A reserved entry is filled by a beat, or free again when the beat makes none.
  level_t free_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) free_q <= level_t'(DepthEntries);
`ifdef FBY_MUTANT_PORT_FORGETS
    else free_q <= free_q - level_t'(reserve_i) + level_t'(entry_gone) + level_t'(beat_taken);
`else
    else free_q <= free_q - level_t'(reserve_i) + level_t'(entry_gone) + level_t'(beat_taken && !makes_entry);
`endif
  end
  assign free_o = free_q;
  assign m_o = '{beat: '{note: '0, data: head, keep: '1, last: 1'b0}, valid: fifo_valid && !discarding};

  // Reading would have to take entries away from the consumer.
  fby_axi_err_rd #(
    .Resp(fby_axi_pkg::RESP_SLVERR), .Fill(1'b0)
  ) u_rderr (
    .clk_i, .rst_i,
    .s_req_i(s_req_i.rd), .s_req_ready_o(s_req_ready_o.rd), .s_rsp_o(s_rsp_o.rd), .s_rsp_ready_i(s_rsp_ready_i.rd)
  );

  assign events_o = '{
    beat_in:      push,
    beat_out:     m_o.valid && m_ready_i,
    full_stall:   waits_i,
    empty_starve: m_ready_i && !m_o.valid && !discarding,
    discarded:    fifo_valid && discarding
  };

  `FBY_ASSERT(burst_is_kept, !(s_req_i.wr.aw_valid && s_req_ready_o.wr.aw) || aw_ready)
  `FBY_ASSERT(response_is_kept, !burst_done || b_ready)
  `FBY_ASSERT(entry_is_kept, !push || fifo_ready)
`ifndef FORMAL  // what is demanded of the bus; the proof has its own words for that
  `FBY_ASSERT(no_more_than_free, 32'(reserve_i) <= 32'(free_q))
  `FBY_ASSERT(no_beat_refused, !burst_open || s_req_ready_o.wr.w)
`endif

`ifdef FORMAL
  `include "formal/fby_stream_port_invariants.svh"
`endif

endmodule
