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
  input  logic    clk_i,
  input  logic    rst_i,
  input  axi_ax_t s_ar_i,
  input  logic    s_ar_valid_i,
  output logic    s_ar_ready_o,
  output axi_r_t  s_r_o,
  output logic    s_r_valid_o,
  input  logic    s_r_ready_i,
  input  axi_ax_t s_aw_i,
  input  logic    s_aw_valid_i,
  output logic    s_aw_ready_o,
  input  axi_w_t  s_w_i,
  input  logic    s_w_valid_i,
  output logic    s_w_ready_o,
  output axi_b_t  s_b_o,
  output logic    s_b_valid_o,
  input  logic    s_b_ready_i
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
    .data_i({s_aw_i.id, s_aw_i.addr[LANE_BITS +: WordBits]}), .valid_i(s_aw_valid_i), .ready_o(s_aw_ready_o),
    .data_o(burst), .valid_o(burst_open), .ready_i(w_end),
    .level_o(burst_level)
  );

  fby_fifo #(.WidthBits(ID_BITS), .DepthEntries(2)) u_responses (
    .clk_i, .rst_i,
    .data_i(burst.id), .valid_i(w_end), .ready_o(b_room),
    .data_o(b_id), .valid_o(s_b_valid_o), .ready_i(s_b_ready_i),
    .level_o(b_level)
  );

  assign s_w_ready_o = burst_open && b_room;
  assign w_fire      = s_w_valid_i && s_w_ready_o;
  assign w_end       = w_fire && s_w_i.last;
  assign w_word      = w_begun_q ? w_next_q : burst.word;
  assign s_b_o = '{id: b_id, resp: RESP_OKAY};

  always_ff @(posedge clk_i) begin
    if (w_fire) begin
      for (int unsigned i = 0; i < DATA_BYTES; i++) begin
        if (s_w_i.strb[i]) mem[w_word][8*i +: 8] <= s_w_i.data[8*i +: 8];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (w_fire) begin
      w_begun_q <= !s_w_i.last;
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

  assign r_move       = !r_valid_q || s_r_ready_i;
  assign r_issue      = read_q && r_move;
  assign s_ar_ready_o = !read_q || (r_issue && r_left_q == 0);
  assign s_r_valid_o  = r_valid_q;
  assign s_r_o = '{id: r_id_q, data: r_data_q, resp: RESP_OKAY, last: r_last_q};

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
    if (s_ar_valid_i && s_ar_ready_o) begin
      read_q   <= 1'b1;
      r_word_q <= s_ar_i.addr[LANE_BITS +: WordBits];
      r_left_q <= s_ar_i.len;
      ar_id_q  <= s_ar_i.id;
    end
    if (rst_i) begin
      read_q    <= 1'b0;
      r_valid_q <= 1'b0;
    end
  end

  // Bits above the memory, and what only a bridge to another bus needs.
  logic unused;
  assign unused = ^{s_ar_i, s_aw_i, burst_level, b_level};

endmodule
