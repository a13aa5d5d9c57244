// SPDX-License-Identifier: Apache-2.0

/// One stream of the lanes': the first one's as it is, or whole packets of all in turn, each behind a line with its header.
///
/// The header is that of RFNoC 4 (CHDR, UHD's rfnoc/chdr_types.hpp) in a line of 64 bytes: header, time, then nothing.
///
///   63:58 virtual channel  57 EOB  56 EOV  55:53 type  52:48 metadata  47:32 sequence  31:16 length  15:0 endpoint
module fby_source_chdr
  import fby_axi_pkg::*;
  import fby_source_pkg::*;
(
  input  logic                           clk_i,
  input  logic                           rst_i,
  /// Level: forget all.
  input  logic                           drop_i,
  /// Packets get headers; number of the first channel's endpoint.
  input  logic                           chdr_i,
  input  logic [15:0]                    endpoint_i,
  /// One cycle: a burst begins, with packet 0 of each channel.
  input  logic                           start_i,
  input  axis_req_t [CHANNELS-1:0]       s_i,
  output logic [CHANNELS-1:0]            s_ready_o,
  input  logic [CHANNELS-1:0]            whole_valid_i,
  input  logic [CHANNELS-1:0][15:0]      whole_bytes_i,
  input  axis_note_t [CHANNELS-1:0]      whole_note_i,
  output logic [CHANNELS-1:0]            whole_ready_o,
  output axis_req_t                      m_o,
  input  logic                           m_ready_i,
  /// It chooses the next packet.
  output logic                           busy_o
);

  /// Data with a time.
  localparam logic [2:0] TypeTimed = 3'd7;
  localparam int unsigned PickBits = $clog2(CHANNELS);

  typedef enum logic [1:0] {PICK, HEADER, BODY} state_e;

  state_e                    state_q;
  logic [PickBits-1:0]       next, pick_q;
  logic                      any, head_taken;
  logic [CHANNELS-1:0][15:0] sequence_q;
  logic [63:0]               header;
  axis_note_t                note;
  logic [15:0]               length;

  fby_rr #(
    .Num(CHANNELS)
  ) u_rr (
    .clk_i, .rst_i(rst_i || drop_i),
    .ask_i  (whole_valid_i),
    .serve_i(head_taken),
    .idx_o  (next),
    .valid_o(any)
  );

  assign note   = whole_note_i[pick_q];
  assign length = whole_bytes_i[pick_q] + 16'(DATA_BYTES);
  assign header = {6'd0, note.eob, 1'b0, TypeTimed, 5'd0, sequence_q[pick_q], length, endpoint_i + 16'(pick_q)};

  always_comb begin
    m_o           = s_i[pick_q];
    s_ready_o     = '0;
    whole_ready_o = '0;
    if (!chdr_i) begin
      m_o          = s_i[0];
      s_ready_o[0] = m_ready_i;
    end else if (state_q == PICK) begin
      m_o = '0;
    end else if (state_q == HEADER) begin
      m_o.valid      = 1'b1;
      m_o.beat.data  = DATA_BITS'({note.stamp, header});
      m_o.beat.keep  = '1;
      m_o.beat.last  = 1'b0;
      // What was lost ahead of the packet is said with its first beat; how it ends, with its last.
      m_o.beat.note  = '{stamp: note.stamp, lost: note.lost, eob: 1'b0, cut: 1'b0};
      whole_ready_o[pick_q] = m_ready_i;
    end else begin
      m_o.beat.note.lost = '0;
      s_ready_o[pick_q]  = m_ready_i;
    end
  end

  assign busy_o     = chdr_i && state_q == PICK && any;
  assign head_taken = chdr_i && state_q == HEADER && m_ready_i;

  logic unused;
  assign unused = note.cut;

  always_ff @(posedge clk_i) begin
    if (rst_i || drop_i) begin
      state_q <= PICK;
    end else begin
      unique case (state_q)
        // What is offered stands, whoever else has a whole packet by then.
        PICK:    if (chdr_i && any) state_q <= HEADER;
        HEADER:  if (m_ready_i) state_q <= BODY;
        default: if (m_o.valid && m_ready_i && m_o.beat.last) state_q <= PICK;
      endcase
    end
    if (state_q == PICK) pick_q <= next;
    if (rst_i || start_i) sequence_q <= '0;
    else if (head_taken) sequence_q[pick_q] <= sequence_q[pick_q] + 16'd1;
  end

endmodule
