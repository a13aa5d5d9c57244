// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Descriptor reader of one channel.
///
/// Follows a chain of blocks of adjacent descriptors. A block is read in pieces that the queue has room
/// for and that stay within 4 KiB, so any adjacent count works at any address. Within a block the
/// descriptors simply follow each other; the last one says where the next block is and how long.
/// Nothing is read past a descriptor with STOP, a failed read or a bad magic number.
///
/// States: IDLE -> PLAN; PLAN -> ADDR (a piece is worth reading) or IDLE (flushed); ADDR -> DATA;
/// DATA -> PLAN (more to read) or IDLE (chain ended or flushed).
module fby_xdma_fetch
  import fby_axi_pkg::*;
  import fby_xdma_pkg::*;
#(
  /// Descriptors held ready for the run control; a power of two.
  parameter int unsigned QueueDescs = 64
) (
  input  logic        clk_i,
  input  logic        rst_i,

  /// Begin a chain; only while idle_o.
  input  logic        start_i,
  /// Address of the first descriptor; bits 4:0 are ignored.
  input  logic [63:0] first_addr_i,
  /// Descriptors that directly follow the first one.
  input  logic [5:0]  first_adjacent_i,
  /// Level: forget queued descriptors and start no further read. A read under way is let run out.
  input  logic        flush_i,
  /// Level: start no further read, keep what is there.
  input  logic        halt_i,
  /// Level: read descriptors only against credits.
  input  logic        credit_mode_i,
  /// Credits left.
  input  logic [9:0]  credits_i,
  /// Credits used by the read that starts now.
  output logic [6:0]  credits_used_o,
  /// No chain is being followed and no read is under way.
  output logic        idle_o,

  output xdma_desc_t  desc_o,
  output logic        desc_valid_o,
  input  logic        desc_ready_i,

  /// Address of a read that failed, in the cycle in which the failure is queued.
  output logic        error_o,
  output logic [63:0] error_addr_o,

  output axi_rd_req_t rd_req_o,
  input  logic        rd_req_ready_i,
  input  axi_rd_rsp_t rd_rsp_i,
  output logic        rd_rsp_ready_o
);

  // Reads of fewer descriptors than this wait for room, unless they finish the block: the bus cost of a
  // read hardly depends on its length.
  localparam int unsigned WORTHWHILE = QueueDescs / 2;
  localparam int unsigned LevelBits  = $clog2(QueueDescs + 1);
  localparam int unsigned DescBits   = $bits(xdma_desc_t);

  typedef enum logic [1:0] {IDLE, PLAN, ADDR, DATA} state_e;

  state_e               state_q, state_d;
  logic [63:5]          addr_q, addr_d;     // next descriptor to read
  logic [6:0]           left_q, left_d;     // descriptors of the block not yet read
  logic [6:0]           piece_q, piece_d;   // descriptors of this read not yet seen
  logic                 ended_q, ended_d;   // the chain is over: drop the rest of the read
  logic [LevelBits-1:0] level;
  logic [6:0]           piece;
  logic                 worthwhile;
  logic                 pop, push;

  // ---- how much to read ----

  logic [6:0] room;
  logic [7:0] page_left;

  always_comb begin
    room      = 7'(QueueDescs) - 7'(level);
    page_left = 8'(PAGE_BYTES / DESC_BYTES) - 8'(addr_q[11:5]);
    piece     = left_q;
    if (8'(piece) > page_left) piece = page_left[6:0];
    if (credit_mode_i && 10'(piece) > credits_i) piece = credits_i[6:0];
    worthwhile = piece != '0 && (room >= piece || room >= 7'(WORTHWHILE));
    if (piece > room) piece = room;
  end

  // ---- the descriptor in hand ----

  logic [255:0] word;
  logic         have_word;
  xdma_desc_t    desc;
  logic         last_of_block;

  assign word          = addr_q[5] ? rd_rsp_i.r.data[511:256] : rd_rsp_i.r.data[255:0];
  assign have_word     = state_q == DATA && rd_rsp_i.r_valid && piece_q != '0;
  assign last_of_block = left_q == 7'd1;
  assign desc          = decode_desc(word, rd_rsp_i.r.resp);
  assign push         = have_word && !ended_q && !flush_i;
  assign error_o      = push && desc.result != FETCH_OK && desc.result != FETCH_MAGIC;
  assign error_addr_o = {addr_q, 5'd0};
  // A beat is done with when its upper descriptor, or the last one wanted, has been looked at.
  assign rd_rsp_ready_o    = state_q == DATA && (piece_q <= 7'd1 || addr_q[5]);

  // ---- next state ----

  always_comb begin
    state_d = state_q;
    addr_d  = addr_q;
    left_d  = left_q;
    piece_d = piece_q;
    ended_d = ended_q;
    credits_used_o = '0;
    unique case (state_q)
      IDLE: if (start_i && !flush_i) begin
        state_d = PLAN;
        addr_d  = first_addr_i[63:5];
        left_d  = 7'(first_adjacent_i) + 7'd1;
        ended_d = 1'b0;
      end
      PLAN: begin
        if (flush_i) state_d = IDLE;
`ifdef FBY_MUTANT_FETCH_ASKS
        if (worthwhile && !halt_i) begin
`else
        else if (worthwhile && !halt_i) begin
`endif
          state_d        = ADDR;
          piece_d        = piece;
          credits_used_o = credit_mode_i ? piece : '0;
        end
      end
      ADDR: if (rd_req_ready_i) state_d = DATA;
      DATA: begin
        if (flush_i) ended_d = 1'b1;
        if (have_word) begin
          addr_d  = addr_q + 1'b1;
          left_d  = left_q - 7'd1;
          piece_d = piece_q - 7'd1;
          if (push) begin
            if (desc.result != FETCH_OK || desc.stop) ended_d = 1'b1;
            else if (last_of_block) begin
              addr_d = next_desc(word);
              left_d = 7'(next_adjacent(word)) + 7'd1;
            end
          end
        end
`ifdef FBY_MUTANT_FETCH_STAYS
        if (rd_rsp_i.r_valid && rd_rsp_ready_o && rd_rsp_i.r.last) state_d = ended_q ? IDLE : PLAN;
`else
        if (rd_rsp_i.r_valid && rd_rsp_ready_o && rd_rsp_i.r.last) state_d = (ended_d || flush_i) ? IDLE : PLAN;
`endif
      end
      default: state_d = IDLE;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) state_q <= IDLE;
    else       state_q <= state_d;
    addr_q  <= addr_d;
    left_q  <= left_d;
    piece_q <= piece_d;
    ended_q <= ended_d;
  end

  assign idle_o = state_q == IDLE;

  // ---- bus ----

  logic [12:0] read_bytes;
  logic [12:0] read_end;

  assign read_bytes = {1'b0, piece_q, 5'd0};
  assign read_end   = 13'({addr_q[5], 5'd0}) + read_bytes - 13'd1;
  assign rd_req_o.ar.id    = '0;
  assign rd_req_o.ar.addr  = {addr_q, 5'd0};
  assign rd_req_o.ar.len   = 8'(read_end >> LANE_BITS);
  assign rd_req_o.ar.bytes = read_bytes;
  // Filled in where the reads of the front ends meet.
  assign rd_req_o.ar.who   = '0;
  assign rd_req_o.ar_valid = state_q == ADDR;

  // ---- queue ----

  assign desc_valid_o = level != '0;
  assign pop          = desc_valid_o && desc_ready_i;

  fby_queue #(
    .WidthBits(DescBits),
    .Depth    (QueueDescs)
  ) u_queue (
    .clk_i, .rst_i,
    .clear_i(flush_i),
    .push_i (push),
    .data_i (desc),
    .pop_i  (pop),
    .data_o (desc_o),
    .level_o(level)
  );

  if (QueueDescs < 4 || QueueDescs > 64) begin : gen_bad_queue
    $error("fby_xdma_fetch: QueueDescs must be 4 to 64");
  end

  `FBY_ASSERT(start_only_when_idle, !start_i || idle_o)
  `FBY_ASSERT(read_within_page, !rd_req_o.ar_valid || 14'(rd_req_o.ar.addr[11:0]) + 14'(rd_req_o.ar.bytes) <= 14'd4096)

  // The identifier is the arbiter's business, and descriptors are 32-byte aligned.
  logic unused;
  assign unused = &{1'b0, rd_rsp_i.r.id, first_addr_i[4:0]};

endmodule
