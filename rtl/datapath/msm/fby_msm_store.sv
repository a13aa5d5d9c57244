// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Records in the card's memory: those of a run lie in the banks in turn, one in each, then the next slot.
///
///   in --> in turn --> bank 0, 1, ... --+--> in turn -------------------------> out, one record a cycle
///                                       +--> in turn, of each lane's banks ---> own, one record a cycle of each lane
///
/// The banks of lane l are l, l + NumLanes, ...: so record i is of lane i mod NumLanes.
module fby_msm_store
  import fby_mem_pkg::*;
#(
    parameter int unsigned          NumBanks   = 1,
    /// Of which NumBanks is a multiple.
    parameter int unsigned          NumLanes   = 1,
    /// Bytes of a slice of a bank: 32 for each record.
    parameter logic [ADDR_BITS-1:0] SliceBytes = ADDR_BITS'(1) << 20
) (
    input  logic                                                clk_i,
    input  logic                                                rst_i,
    /// Level: what is under way ends, then idle_o.
    input  logic                                                cancel_i,
    output logic                                                idle_o,
    /// Slot of the run's first records.
    input  logic [fby_msm_pkg::COUNT_BITS-1:0]                  slot_i,
    /// One-cycle pulse: records are written from there on. What is gathered goes out with flush_i.
    input  logic                                                write_start_i,
    input  logic                                                write_flush_i,
    output logic                                                write_idle_o,
    input  fby_msm_pkg::store_t                                 in_i,
    output logic                                                in_ready_o,
    /// One-cycle pulse: so many records of each bank are read, with their words or the points alone.
    input  logic                                                read_start_i,
    input  logic                                                read_words_i,
    input  logic [NumBanks-1:0][fby_msm_pkg::COUNT_BITS-1:0]    read_count_i,
    /// The banks in turn; out_ready_i only where own_ready_i is all 0.
    output fby_msm_pkg::stored_t                                out_o,
    output logic                                                out_valid_o,
    input  logic                                                out_ready_i,
    /// The banks of each lane in turn.
    output fby_msm_pkg::stored_t [NumLanes-1:0]                 own_o,
    output logic                 [NumLanes-1:0]                 own_valid_o,
    input  logic                 [NumLanes-1:0]                 own_ready_i,
    /// What went wrong with each bank since its last starts.
    output mem_error_t [NumBanks-1:0]                           error_o,
    output mem_req_t       [NumBanks*SLICES-1:0]                mem_req_o,
    input  mem_req_ready_t [NumBanks*SLICES-1:0]                mem_req_ready_i,
    input  mem_rsp_t       [NumBanks*SLICES-1:0]                mem_rsp_i,
    output mem_rsp_ready_t [NumBanks*SLICES-1:0]                mem_rsp_ready_o
);
  import fby_msm_pkg::WORD_BITS, fby_msm_pkg::COUNT_BITS, fby_msm_pkg::POINT_COORD_BITS;

  localparam int unsigned TurnBits = (NumBanks == 1) ? 1 : $clog2(NumBanks);
  if (NumLanes == 0 || NumBanks % NumLanes != 0) begin : gen_bad_banks
    $error("fby_msm_store: each lane must have as many banks as the others, NumBanks is no multiple of NumLanes");
  end

  /// A point in the memory: three coordinates of 48 bytes, filled up to whole slices.
  localparam int unsigned PointBits = WORD_SLICE * DATA_BITS;

  logic [TurnBits-1:0] write_turn_q, read_turn_q;
  logic [NumLanes-1:0][TurnBits-1:0] own_turn_q;
  mem_record_t in_record;
  logic [NumBanks-1:0] in_ready, read_idle, write_idle, bank_valid, take;
  mem_out_t [NumBanks-1:0] out;
  fby_msm_pkg::stored_t [NumBanks-1:0] bank;

  /// The bank so many further on, round and round.
  function automatic logic [TurnBits-1:0] next(input logic [TurnBits-1:0] turn, input int unsigned step);
    return TurnBits'((32'(turn) + step >= NumBanks) ? 32'(turn) + step - NumBanks : 32'(turn) + step);
  endfunction

  fby_msm_pkg::point_t in_point;
  assign in_point  = in_i.record.point;
  assign in_record = {{in_i.record.negative, in_i.record.sum},
                      PointBits'({WORD_BITS'(in_point.c), WORD_BITS'(in_point.b), WORD_BITS'(in_point.a)})};

  for (genvar b = 0; b < int'(NumBanks); b++) begin : gen_bank
    // Only the point's coordinates are looked at, not what fills them up.
    // verilator lint_off UNUSEDSIGNAL
    logic [PointBits-1:0] point;
    // verilator lint_on UNUSEDSIGNAL
    logic [SLICES*DATA_BITS-1:0] bits;
    mem_in_t in;
    assign in = '{
            valid: in_i.valid && 32'(write_turn_q) == b,
            point: in_i.point,
            word: in_i.word,
            record: in_record
        };
    assign bits         = out[b].record;
    assign point        = bits[PointBits-1:0];
    assign bank[b]      = '{
            negative: bits[SLICES*DATA_BITS-1],
            sum: bits[PointBits+:fby_msm_pkg::SUM_BITS],
            point: '{
                c: point[2*WORD_BITS+:POINT_COORD_BITS],
                b: point[WORD_BITS+:POINT_COORD_BITS],
                a: point[0+:POINT_COORD_BITS]
            }
        };
    assign bank_valid[b] = out[b].valid;
    assign take[b]       = (own_ready_i[b%int'(NumLanes)] && 32'(own_turn_q[b%int'(NumLanes)]) == b)
                         || (out_ready_i && 32'(read_turn_q) == b);

    fby_mem_bank #(
        .BaseBytes (ADDR_BITS'(b * SLICES) * SliceBytes),
        .SliceBytes(SliceBytes)
    ) u_bank (
        .clk_i,
        .rst_i,
        .rd_start_i   (read_start_i),
        .read_i       ('{first: mem_number_t'(slot_i), count: mem_number_t'(read_count_i[b]), words: read_words_i}),
        .rd_idle_o    (read_idle[b]),
        .out_o        (out[b]),
        .out_ready_i  (take[b]),
        .wr_start_i   (write_start_i),
        .wr_first_i   (mem_number_t'(slot_i)),
        .in_i         (in),
        .in_ready_o   (in_ready[b]),
        .wr_flush_i   (write_flush_i),
        .wr_idle_o    (write_idle[b]),
        .cancel_i,
        .error_o      (error_o[b]),
        .m_req_o      (mem_req_o[b*SLICES+:SLICES]),
        .m_req_ready_i(mem_req_ready_i[b*SLICES+:SLICES]),
        .m_rsp_i      (mem_rsp_i[b*SLICES+:SLICES]),
        .m_rsp_ready_o(mem_rsp_ready_o[b*SLICES+:SLICES])
    );
  end

  assign in_ready_o   = in_ready[write_turn_q];
  assign out_o        = bank[read_turn_q];
  assign out_valid_o  = bank_valid[read_turn_q];
  assign write_idle_o = &write_idle;
  assign idle_o       = &read_idle && &write_idle;

  for (genvar l = 0; l < int'(NumLanes); l++) begin : gen_own
    assign own_o[l]       = bank[own_turn_q[l]];
    assign own_valid_o[l] = bank_valid[own_turn_q[l]];

    always_ff @(posedge clk_i) begin
      if (own_valid_o[l] && own_ready_i[l]) own_turn_q[l] <= next(own_turn_q[l], NumLanes);
      if (read_start_i) own_turn_q[l] <= TurnBits'(l);
      if (rst_i) own_turn_q[l] <= TurnBits'(l);
    end
  end

  always_ff @(posedge clk_i) begin
    if (in_i.valid && in_ready_o) write_turn_q <= next(write_turn_q, 1);
    if (out_valid_o && out_ready_i) read_turn_q <= next(read_turn_q, 1);
    if (write_start_i) write_turn_q <= '0;
    if (read_start_i) read_turn_q <= '0;
    if (rst_i) begin
      write_turn_q <= '0;
      read_turn_q  <= '0;
    end
  end

  // Slots are counted in fewer bits, and a coordinate is shorter than its word.
  wire unused_slot = ^slot_i[COUNT_BITS-1:RECORD_BITS];

  `FBY_ASSERT(in_turn_or_side_by_side, !(out_ready_i && own_ready_i != '0))

endmodule
