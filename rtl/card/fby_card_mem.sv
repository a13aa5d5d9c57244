// SPDX-License-Identifier: Apache-2.0
/// Card memory: an AXI4 slave over on-chip RAM, one beat per cycle in each direction at the same time.
///
/// Only the low address bits count; whoever decodes addresses keeps the others away. Writes are visible to
/// every read whose address arrives after the write's response.
module fby_card_mem
  import fby_axi_pkg::*;
#(
  /// Size of the memory; a power of two, at least 4096.
  parameter int unsigned MemBytes = 1 << 20
) (
  input  logic           clk_i,
  input  logic           rst_i,
  input  axi_req_t       s_req_i,
  output axi_req_ready_t s_req_ready_o,
  output axi_rsp_t       s_rsp_o,
  input  axi_rsp_ready_t s_rsp_ready_i
);
  localparam int unsigned Words    = MemBytes / DATA_BYTES;
  localparam int unsigned WordBits = $clog2(Words);
  typedef logic [WordBits-1:0] word_t;

  if (MemBytes < PAGE_BYTES || (MemBytes & (MemBytes - 1)) != 0) begin : gen_bad_size
    $error("fby_card_mem: MemBytes must be a power of two of at least 4096");
  end

  logic [DATA_BITS-1:0] mem [Words];

  // Write: addresses and responses wait in queues, so that whether a beat is taken is known from registers alone. Two entries
  // keep back-to-back bursts of one beat free of bubbles.
  typedef struct packed {
    logic [ID_BITS-1:0] id;
    word_t              word;
  } burst_t;
  burst_t             burst;
  logic               burst_open, b_room, w_fire, w_end, w_begun_q;
  word_t              w_word, w_next_q;
  logic [ID_BITS-1:0] b_id;
  logic [1:0]         burst_level, b_level;

  fby_fifo #(.WidthBits($bits(burst_t)), .DepthEntries(2)) u_bursts (
    .clk_i, .rst_i,
    .data_i({s_req_i.wr.aw.id, s_req_i.wr.aw.addr[LANE_BITS +: WordBits]}),
    .valid_i(s_req_i.wr.aw_valid), .ready_o(s_req_ready_o.wr.aw),
    .data_o(burst), .valid_o(burst_open), .ready_i(w_end),
    .level_o(burst_level)
  );

  fby_fifo #(.WidthBits(ID_BITS), .DepthEntries(2)) u_responses (
    .clk_i, .rst_i,
    .data_i(burst.id), .valid_i(w_end), .ready_o(b_room),
    .data_o(b_id), .valid_o(s_rsp_o.wr.b_valid), .ready_i(s_rsp_ready_i.wr),
    .level_o(b_level)
  );

  assign s_req_ready_o.wr.w = burst_open && b_room;
  assign w_fire      = s_req_i.wr.w_valid && s_req_ready_o.wr.w;
  assign w_end       = w_fire && s_req_i.wr.w.last;
  assign w_word      = w_begun_q ? w_next_q : burst.word;
  assign s_rsp_o.wr.b = '{id: b_id, resp: RESP_OKAY};

  always_ff @(posedge clk_i) begin
    if (w_fire) begin
      // As a loop it costs a simulation nothing while nobody writes; unrolled, a test of each byte in every cycle.
      /* verilator unroll_disable */
      for (int unsigned i = 0; i < DATA_BYTES; i++) begin
        if (s_req_i.wr.w.strb[i]) mem[w_word][8*i +: 8] <= s_req_i.wr.w.data[8*i +: 8];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (w_fire) begin
      w_begun_q <= !s_req_i.wr.w.last;
      w_next_q  <= w_word + word_t'(1);
    end
    if (rst_i) w_begun_q <= 1'b0;
  end

  // Read: the RAM's output register is the R channel, its clock enable the back-pressure.
  logic                 read_q, r_valid_q, r_last_q, r_move, r_issue;
  word_t                r_word_q;
  logic [7:0]           r_left_q;
  logic [ID_BITS-1:0]   ar_id_q, r_id_q;
  logic [DATA_BITS-1:0] r_data_q;

  assign r_move       = !r_valid_q || s_rsp_ready_i.rd;
  assign r_issue      = read_q && r_move;
  assign s_req_ready_o.rd = !read_q || (r_issue && r_left_q == 0);
  assign s_rsp_o.rd.r_valid  = r_valid_q;
  assign s_rsp_o.rd.r = '{id: r_id_q, data: r_data_q, resp: RESP_OKAY, last: r_last_q};

  always_ff @(posedge clk_i) begin
    if (r_issue) r_data_q <= mem[r_word_q];
  end

  always_ff @(posedge clk_i) begin
    if (r_move) begin
      r_valid_q <= read_q;
      r_last_q  <= r_left_q == 0;
      r_id_q    <= ar_id_q;
    end
    if (r_issue) begin
      r_word_q <= r_word_q + word_t'(1);
      r_left_q <= r_left_q - 8'd1;
      if (r_left_q == 0) read_q <= 1'b0;
    end
    if (s_req_i.rd.ar_valid && s_req_ready_o.rd) begin
      read_q   <= 1'b1;
      r_word_q <= s_req_i.rd.ar.addr[LANE_BITS +: WordBits];
      r_left_q <= s_req_i.rd.ar.len;
      ar_id_q  <= s_req_i.rd.ar.id;
    end
    if (rst_i) begin
      read_q    <= 1'b0;
      r_valid_q <= 1'b0;
    end
  end

  // Bits above the memory, and what only a bridge to another bus needs.
  logic unused;
  assign unused = ^{s_req_i.rd.ar, s_req_i.wr.aw, burst_level, b_level};

endmodule
