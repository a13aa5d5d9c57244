// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Descriptor reader of one channel.
///
/// Follows a chain of blocks of adjacent descriptors. A block is read in pieces that the queue has room for and that stay within
/// 4 KiB, so any adjacent count works at any address. Within a block the descriptors simply follow each other; the last one says
/// where the next block is and how long. No further read is begun once a descriptor with STOP, a failed read or a bad magic number
/// has come, and the next block is asked for when all of this one is here. A descriptor that says its next one directly follows
/// it says of so many behind that one that they are adjacent too: the block reaches as far as any of its descriptors says.
///
///   reads   [ 0: 32 descriptors ][ 1: 32 descriptors ] ...  under way, oldest first; each has its places in the queue
///   queue   | x x x x x . . . . | x x . . . . . . .  |      x = arrived; given out: those before the first gap
///
/// A read has its places before it is asked for, and a beat puts both its descriptors there in one cycle, in whatever order memory
/// answers. So a return never waits.
module fby_xdma_fetch
  import fby_axi_pkg::*;
  import fby_xdma_pkg::*;
#(
  /// Descriptors held ready for the run control, and those asked for; a power of two.
  parameter int unsigned QueueDescs = QUEUE_DESCS
) (
  input  logic        clk_i,
  input  logic        rst_i,

  /// Begin a chain; only while idle_o, with nothing in the queue.
  input  logic        start_i,
  /// Address of the first descriptor; bits 4:0 are ignored.
  input  logic [63:0] first_addr_i,
  /// Descriptors that directly follow the first one.
  input  logic [5:0]  first_adjacent_i,
  /// Level: forget queued descriptors and start no further read. Reads under way are let run out.
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

  /// Of one that could not be read, the source is its address.
  output xdma_desc_t  desc_o,
  output logic        desc_valid_o,
  input  logic        desc_ready_i,

  /// Address of a descriptor that could not be read, once, when all before it are given out.
  output logic        error_o,
  output logic [63:0] error_addr_o,

  output axi_rd_req_t rd_req_o,
  input  logic        rd_req_ready_i,
  input  axi_rd_rsp_t rd_rsp_i,
  output logic        rd_rsp_ready_o
);

  localparam int unsigned Reads     = fby_dma_pkg::FRONT_READS;
  localparam int unsigned ReadBits  = $clog2(Reads);
  localparam int unsigned PtrBits   = $clog2(QueueDescs);
  localparam int unsigned DescBits  = $bits(xdma_desc_t);
  // Two descriptors a beat.
  localparam int unsigned HalfBits  = 8 * DESC_BYTES;

  if (QueueDescs < 4 || QueueDescs > 128 || (QueueDescs & (QueueDescs - 1)) != 0 || Reads < 2) begin : gen_bad_queue
    $error("fby_xdma_fetch: QueueDescs must be a power of two from 4 to 128, and two reads or more");
  end

  // A place in the queue; its top bit tells a full queue from an empty one.
  typedef logic [PtrBits:0] place_t;

  logic [63:5]         addr_q, link_addr_q;  // next descriptor to ask for; the next block
  logic [6:0]          left_q, link_left_q;  // descriptors of the block not yet asked for
  logic                final_q;              // the block ends with them, as far as the newest that came says
  logic                active_q;             // there is more to ask for, now or when the link is here
  logic                cut_q;                // what is in the queue and what still comes is nobody's
  logic                told_q;               // the failure at the head of the queue was reported
  place_t              head_q, tail_q;       // next place to give out; next place to reserve

  // Reads, in a ring: the oldest, and how many.
  logic [ReadBits-1:0] old_q, next;
  logic [ReadBits:0]   reads_q;
  logic [63:5]         at_q   [Reads];       // next descriptor to arrive
  logic [6:0]          todo_q [Reads];       // how many are owed, if any are
  logic [Reads-1:0]    owes_q;               // some are
  place_t              fill_q [Reads];       // where the next one goes
  logic [Reads-1:0]    ends_q;               // the newest
  logic                offer_q;              // the newest is on offer

  logic                ask, free, retire, pop;

  // ---- how much to ask for ----

  logic [6:0] piece;
  logic       worthwhile;

  fby_xdma_fetch_size #(.QueueDescs(QueueDescs)) u_size (
    .left_i(left_q), .at_i(addr_q[PAGE_BITS-1:5]), .reserved_i(8'(place_t'(tail_q - head_q))),
    .final_i(final_q), .owed_i(owes_q != '0), .credit_mode_i, .credits_i,
    .piece_o(piece), .worthwhile_o(worthwhile)
  );

  assign next = old_q + ReadBits'(reads_q);
  assign free = !reads_q[ReadBits] && (!offer_q || rd_req_ready_i);
`ifdef FBY_MUTANT_FETCH_ASKS
  assign ask  = active_q && worthwhile && free && !halt_i;
`else
  assign ask  = active_q && worthwhile && free && !halt_i && !flush_i && !cut_q;
`endif
  assign credits_used_o = ask && credit_mode_i ? piece : '0;

  // ---- the beat that comes: its descriptors ----

  logic [ReadBits-1:0] from;
  logic                come, both, second, ends, links, quits;
  logic [Reads-1:0]    remains;
  // By half of the beat: the control word and the next descriptor's address. Of the last one that comes, and where it is.
  logic [1:0][31:0]    controls;
  logic [1:0][63:5]    nexts;
  logic [31:0]         control;
  logic [63:5]         next_at, last_at;

  function automatic logic unread(input fetch_result_e result);
    return result != FETCH_OK && result != FETCH_MAGIC;
  endfunction
  /// The descriptor of a half of the beat; if it could not be read, where it is.
  function automatic xdma_desc_t told(input logic half, input logic [63:5] addr);
    told = decode_desc(rd_rsp_i.r.data[HalfBits*int'(half) +: HalfBits], rd_rsp_i.r.resp);
    if (unread(told.result)) told.src = {addr, 5'd0};
  endfunction

  for (genvar h = 0; h < 2; h++) begin : gen_half
    assign controls[h] = rd_rsp_i.r.data[HalfBits*h + 8*fby_regs_pkg::DESC_CONTROL_OFFSET +: 32];
    assign nexts[h]    = {rd_rsp_i.r.data[HalfBits*h + 8*fby_regs_pkg::DESC_NEXT_HI_OFFSET +: 32],
                          rd_rsp_i.r.data[HalfBits*h + 8*fby_regs_pkg::DESC_NEXT_LO_OFFSET + 5 +: 27]};
  end

  always_comb begin
    from       = rd_rsp_i.r.id[ReadBits-1:0];
    come       = rd_rsp_i.r_valid && owes_q[from];
    second     = at_q[from][5] || todo_q[from] != 7'd1;
    both       = second && !at_q[from][5];
    control    = controls[second];
    next_at    = nexts[second];
    last_at    = {at_q[from][63:6], second};
    ends       = come && todo_q[from] == (both ? 7'd2 : 7'd1);
    links      = ends && ends_q[from];
    remains    = owes_q & ~(Reads'(ends) << from);
    quits      = come && (ends_chain(control, rd_rsp_i.r.resp) || (both && ends_chain(controls[0], rd_rsp_i.r.resp)));
  end

  assign rd_rsp_ready_o = 1'b1;

  // ---- the chain ----

  logic [63:5] link_addr;
  logic [6:0]  link_left, reach;
  logic        follow, tells;

  always_comb begin
    link_addr = links ? next_at : link_addr_q;
    link_left = links ? 7'(next_adjacent(control)) + 7'd1 : link_left_q;
    follow    = active_q && left_q == '0 && owes_q != '0 && remains == '0;
    // How far the block reaches by this descriptor, from what is to be asked for next on. Only in order is it one for sure.
    reach     = 7'(next_adjacent(control)) + 7'd1 - 7'(8'(addr_q[12:5]) - 8'(next_at[12:5]));
    // Software may add to a block behind an end that was told: what came last is right.
    tells   = active_q && come && from == old_q && next_at == last_at + 1'b1
                && 8'(addr_q[12:5] - next_at[12:5]) < 8'(next_adjacent(control)) + 8'd1 && reach >= left_q;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) active_q <= 1'b0;
    else if (start_i && !flush_i) active_q <= 1'b1;
`ifdef FBY_MUTANT_FETCH_STAYS
    else if (quits) active_q <= 1'b0;
`else
    else if (flush_i || quits) active_q <= 1'b0;
`endif
    if (start_i) begin
      addr_q <= first_addr_i[63:5];
      left_q <= 7'(first_adjacent_i) + 7'd1;
      final_q <= first_adjacent_i != '1;
    end else if (follow) begin
      addr_q <= link_addr;
      left_q <= link_left;
      final_q <= link_left[5:0] != '0;
    end else begin
      if (tells) final_q <= next_adjacent(control) != '1;
      if (ask) addr_q <= addr_q + 59'(piece);
      left_q <= (tells ? reach : left_q) - (ask ? piece : '0);
    end
    link_addr_q <= link_addr;
    link_left_q <= link_left;
  end

  assign idle_o = !active_q && owes_q == '0 && !offer_q;

  // ---- reads ----

  // Whatever came of the oldest is in order from here on.
  assign retire = reads_q != '0 && !owes_q[old_q];

  always_ff @(posedge clk_i) begin
    if (rst_i || start_i) begin
      old_q   <= '0;
      reads_q <= '0;
    end else begin
      old_q   <= old_q + ReadBits'(retire);
      reads_q <= reads_q + (ReadBits + 1)'(ask) - (ReadBits + 1)'(retire);
    end
    if (come) begin
      at_q[from]   <= at_q[from] + (both ? 59'd2 : 59'd1);
      todo_q[from] <= todo_q[from] - (both ? 7'd2 : 7'd1);
      fill_q[from] <= fill_q[from] + (both ? place_t'(2) : place_t'(1));
    end
    if (ask) begin
      at_q[next]   <= addr_q;
      todo_q[next] <= piece;
      fill_q[next] <= tail_q;
      // The newest alone may have the last one of the block.
      ends_q       <= Reads'(1) << next;
    end
    owes_q <= rst_i ? '0 : remains | (Reads'(ask) << next);
  end

  // ---- bus ----

  logic [ReadBits-1:0] id_q;
  logic [63:5]         ar_addr_q;
  logic [12:0]         ar_bytes_q;
  always_ff @(posedge clk_i) begin
    offer_q <= !rst_i && (ask || (offer_q && !rd_req_ready_i));
    if (ask) begin
      id_q       <= next;
      ar_addr_q  <= addr_q;
      ar_bytes_q <= {1'b0, piece, 5'd0};
    end
  end

  always_comb begin
    // Whose it is is filled in where the reads of the front ends meet.
    rd_req_o          = '0;
    rd_req_o.ar.id    = ID_BITS'(id_q);
    rd_req_o.ar.addr  = {ar_addr_q, 5'd0};
    rd_req_o.ar.len   = 8'((13'({ar_addr_q[5], 5'd0}) + ar_bytes_q - 13'd1) >> LANE_BITS);
    rd_req_o.ar.bytes = ar_bytes_q;
    rd_req_o.ar_valid = offer_q;
  end

  // ---- queue: two banks, neighbouring places in different ones ----

  typedef logic [PtrBits-2:0] row_t;
  logic [DescBits-1:0] even_q [QueueDescs / 2];
  logic [DescBits-1:0] odd_q  [QueueDescs / 2];
  row_t                row;
  logic                odd;
  place_t              front;
  assign {row, odd} = fill_q[from][PtrBits-1:0];
  assign front      = reads_q != '0 ? fill_q[old_q] : tail_q;
  // Of two, the lower one goes where the reading stands, the other one behind it.
  always_ff @(posedge clk_i) begin
    if (come && (both || !odd)) begin
      even_q[row + row_t'(odd)] <= both && !odd ? told(1'b0, at_q[from]) : told(second, last_at);
    end
    if (come && (both || odd)) odd_q[row] <= both && odd ? told(1'b0, at_q[from]) : told(second, last_at);
  end

  assign desc_o       = head_q[0] ? odd_q[row_t'(head_q >> 1)] : even_q[row_t'(head_q >> 1)];
  assign desc_valid_o = front != head_q && !cut_q;
  assign pop          = desc_valid_o && desc_ready_i;
  assign error_o      = desc_valid_o && !told_q && !flush_i && unread(desc_o.result);
  assign error_addr_o = desc_o.src;

  always_ff @(posedge clk_i) begin
    if (rst_i || start_i) begin
      head_q <= '0;
      tail_q <= '0;
      cut_q  <= 1'b0;
      told_q <= 1'b0;
    end else begin
      if (ask) tail_q <= tail_q + place_t'(piece);
      if (pop) head_q <= head_q + place_t'(1);
      // Nothing follows the last one of a chain.
      cut_q  <= cut_q || flush_i || (pop && (desc_o.stop || desc_o.result != FETCH_OK));
      told_q <= told_q || error_o;
    end
  end

  `FBY_ASSERT(start_only_when_idle, !start_i || (idle_o && !desc_valid_o))
  `FBY_ASSERT(read_within_page, !rd_req_o.ar_valid || 14'(rd_req_o.ar.addr[11:0]) + 14'(rd_req_o.ar.bytes) <= 14'd4096)
  `FBY_ASSERT(return_was_asked_for, !rd_rsp_i.r_valid || come)
  `FBY_ASSERT(return_ends_with_its_last, !come || rd_rsp_i.r.last == ends)

  logic unused;
  assign unused = &{1'b0, rd_rsp_i.r.id, rd_rsp_i.r.last, first_addr_i[4:0]};

endmodule
