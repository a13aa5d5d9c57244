// SPDX-License-Identifier: Apache-2.0

/// The portal: a line of 64 bytes is a whole descriptor, and its last piece starts. No load, no answer.
///
///   pieces of 4 or 8 bytes, ascending --> the line of their context --> byte 63 has come: start
///
/// A line may start a list of descriptors in memory: then it has no destination.
/// A piece that does not continue the line of its context tears it: the line is forgotten, and nothing starts until byte 0 has come again.
module fby_udma_portal
  import fby_udma_pkg::*;
(
  input  logic                clk_i,
  input  logic                rst_i,
  /// Level, a bit for each context: forget what it has latched.
  input  logic [CONTEXTS-1:0] clear_i,
  input  access_t             access_i,
  output say_t                say_o
);

  // Words of 4 bytes of a line; those before ZERO_WORD are kept, of the others it is kept what is wrong.
  localparam int unsigned LineWords   = 16;
  localparam int unsigned KeptWords   = 8;
  localparam int unsigned ControlWord = 14;
  localparam int unsigned IndexBits   = $clog2(LineWords);
  localparam int unsigned LaneBits    = IndexBits + 2;
  localparam int unsigned RowBits     = 12 - LaneBits;
  typedef logic [IndexBits-1:0] index_t;

  typedef struct packed {
    /// Word that continues it, 0 where none has begun.
    index_t                     next;
    /// Which line of the page.
    logic [RowBits-1:0]         row;
    logic [KeptWords-1:0][31:0] words;
    logic                       record;
    logic                       batch;
    /// Something is not zero that has to be.
    logic                       bad;
  } line_t;

  line_t [CONTEXTS-1:0] line_q;

  // What has to be zero in a word: where an address has no bits, and what has no meaning yet.
  function automatic logic bad_in(input index_t index, input logic [31:0] data);
    if (index == index_t'(1) || index == index_t'(3) || index == index_t'(5)) return (data >> (ADDR_BITS - 32)) != '0;
    if (index == index_t'(ControlWord)) return data[31:2] != '0;
    return 32'(index) >= KeptWords && data != '0;
  endfunction

  logic               piece, aligned, continues, begins, last;
  index_t             index;
  logic [RowBits-1:0] row;
  line_t              was, line;

  assign piece     = access_i.valid && access_i.space == PORTAL_PAGE && access_i.op == STORE;
  assign index     = access_i.addr[2 +: IndexBits];
  assign row       = access_i.addr[LaneBits +: RowBits];
  assign aligned   = access_i.addr[1:0] == '0 && !(access_i.wide && access_i.addr[2]);
  assign begins    = piece && aligned && index == '0;
`ifdef FBY_MUTANT_UDMA_PORTAL_GAP
  assign continues = piece && aligned && index >= was.next && (row == was.row || was.next == '0);
`else
  assign continues = piece && aligned && index == was.next && (row == was.row || was.next == '0);
`endif
  assign last      = continues && (access_i.wide ? index[IndexBits-1:1] == '1 : index == '1);

  always_comb begin
`ifdef FBY_MUTANT_UDMA_PORTAL_SHARED
    was = line_q[0];
`else
    was = line_q[access_i.ctx];
`endif
    if (clear_i[access_i.ctx]) was.next = '0;

    // The line with the piece in it.
    line = was;
    if (begins) begin
      line.bad = 1'b0;
      line.row = row;
    end
    line.next = index + (access_i.wide ? index_t'(2) : index_t'(1));
    if (32'(index) < KeptWords) line.words[index[2:0]] = access_i.data[31:0];
    line.bad |= bad_in(index, access_i.data[31:0]);
    if (index == index_t'(ControlWord)) {line.batch, line.record} = access_i.data[1:0];
    if (access_i.wide) begin
      if (32'(index) < KeptWords) line.words[index[2:0] | 3'd1] = access_i.data[63:32];
      line.bad |= bad_in(index | index_t'(1), access_i.data[63:32]);
    end
  end

  // Words of 8 bytes: source, destination, completion record, then size and cookie.
  logic wrong;
  assign wrong = line.bad || (line.batch && line.words[3:2] != '0);
  always_comb begin
    say_o       = SAY_FAIL;
    say_o.stray = access_i.valid && (!continues || (last && wrong));
    if (last && !wrong) begin
      say_o.start = '{
        valid: 1'b1, ctx: access_i.ctx, src: ADDR_BITS'(line.words[1:0]), dst: ADDR_BITS'(line.words[3:2]),
        size: line.words[6], record: line.record, record_addr: ADDR_BITS'(line.words[5:4]), cookie: line.words[7],
        batch: line.batch
      };
    end
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned c = 0; c < CONTEXTS; c++) begin
`ifdef FBY_MUTANT_UDMA_PORTAL_SHARED
      if (piece && c == 0) begin
`else
      if (piece && 32'(access_i.ctx) == c) begin
`endif
        if (continues || begins) line_q[c] <= line;
        else                     line_q[c].next <= '0;
      end
      if (rst_i || clear_i[c]) line_q[c].next <= '0;
    end
  end

endmodule
