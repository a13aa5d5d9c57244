// SPDX-License-Identifier: Apache-2.0

/// Memory behind one port, as a model: latency that varies, a bandwidth, refresh, errors; answers in the order of the requests.
///
/// It is no part of a card. What is outside its bytes is answered with DECERR. A read sees the memory as it is when its beat leaves.
module fby_mem_model
  import fby_mem_pkg::*;
  import fby_mem_model_pkg::*;
#(
  parameter logic [ADDR_BITS-1:0] BaseBytes = '0,
  parameter int unsigned          SizeBytes = 1 << 16,
  /// Requests of a direction that it takes before it has answered the first.
  parameter int unsigned          Requests  = 16,
  /// Chance of its own; not 0.
  parameter logic [31:0]          Seed      = 32'd1
) (
  input  logic           clk_i,
  input  logic           rst_i,
  input  mem_model_cfg_t cfg_i,
  input  mem_req_t       req_i,
  output mem_req_ready_t req_ready_o,
  output mem_rsp_t       rsp_o,
  input  mem_rsp_ready_t rsp_ready_i
);

  localparam int unsigned Beats = SizeBytes / DATA_BYTES;
  // What a pause has left unused is not made up for, but for two beats.
  localparam logic [31:0] MostTokens = 32'd3 << 10;

  typedef logic [$clog2(Beats)-1:0] beat_t;

  typedef struct packed {
    logic [ADDR_BITS-1:0]  addr;
    logic [BEATS_BITS-1:0] beats;
  } burst_t;

  // A bench may look at it, and lay something there.
  logic [DATA_BITS-1:0] mem_q[Beats];

  function automatic logic holds(input logic [ADDR_BITS-1:0] addr);
    return addr - BaseBytes < ADDR_BITS'(SizeBytes);
  endfunction

  function automatic beat_t index(input logic [ADDR_BITS-1:0] addr);
    return beat_t'((addr - BaseBytes) >> LANE_BITS);
  endfunction

  logic [63:0] now_q;
  logic [31:0] chance_q, tokens_q;
  logic        refresh;

  assign refresh = cfg_i.refresh_for != '0 && 16'(now_q % 64'(cfg_i.refresh_every)) < cfg_i.refresh_for;

  function automatic logic [1:0] response(input logic [ADDR_BITS-1:0] addr);
    if (!holds(addr)) return RESP_DECERR;
    return cfg_i.error && addr == cfg_i.error_addr ? cfg_i.error_resp : RESP_OKAY;
  endfunction

  // The queues are the state of a program, not of hardware, and each is changed by one block only, so blocking assignments are meant.
  // verilator lint_off BLKSEQ
  burst_t      reads[$], writes[$];
  mem_w_t      data[$];
  logic [1:0]  answers[$];
  // When the first beat of a read, and the answer of a write, is due.
  logic [63:0] reads_due[$], answers_due[$];
  // Write bursts whose data is whole.
  logic [31:0] lasts;

  task automatic forget();
    reads.delete();
    reads_due.delete();
    writes.delete();
    answers.delete();
    answers_due.delete();
    data.delete();
    lasts       = '0;
    tokens_q    = MostTokens;
    req_ready_o <= '0;
    rsp_o       <= '0;
  endtask

  // What was offered and taken.
  task automatic take_requests();
    if (req_i.rd.ar_valid && req_ready_o.rd) begin
      reads.push_back('{addr: req_i.rd.ar.addr, beats: BEATS_BITS'(req_i.rd.ar.len) + 1'b1});
      reads_due.push_back(now_q + 64'(cfg_i.read_latency) + 64'(chance_q[15:0]) % (64'(cfg_i.read_jitter) + 64'd1));
    end
    if (req_i.wr.aw_valid && req_ready_o.wr.aw) begin
      writes.push_back('{addr: req_i.wr.aw.addr, beats: BEATS_BITS'(req_i.wr.aw.len) + 1'b1});
    end
    if (req_i.wr.w_valid && req_ready_o.wr.w) begin
      data.push_back(req_i.wr.w);
      lasts    = lasts + 32'(req_i.wr.w.last);
      tokens_q = tokens_q - 32'd1024;
    end
  endtask

  // Writes a burst when its address and all of its data are there.
  task automatic write_burst();
    if (writes.size() != 0 && lasts != '0) begin
      burst_t     burst;
      mem_w_t     beat;
      logic [1:0] resp;
      burst = writes.pop_front();
      resp  = RESP_OKAY;
      for (int unsigned i = 0; i < 32'(burst.beats); i++) begin
        beat = data.pop_front();
        if (response(burst.addr) != RESP_OKAY) resp = response(burst.addr);
        if (holds(burst.addr)) mem_q[index(burst.addr)] = beat.data;
        burst.addr = burst.addr + ADDR_BITS'(DATA_BYTES);
        if (beat.last != (i + 1 == 32'(burst.beats))) $error("%m: the last beat of a write burst is not marked so");
      end
      lasts = lasts - 32'd1;
      answers.push_back(resp);
      answers_due.push_back(now_q + 64'(cfg_i.write_latency));
    end
  endtask

  task automatic answer_reads();
    if (!rsp_o.rd.r_valid || rsp_ready_i.rd) begin
      rsp_o.rd.r_valid <= 1'b0;
      if (reads.size() != 0 && reads_due[0] <= now_q + 64'd1 && tokens_q >= 32'd1024 && !refresh) begin
        burst_t burst;
        burst = reads.pop_front();
        rsp_o.rd.r_valid <= 1'b1;
        rsp_o.rd.r       <= '{id: PORT_ID, resp: response(burst.addr), last: burst.beats == BEATS_BITS'(1),
                              data: holds(burst.addr) ? mem_q[index(burst.addr)] : '1};
        tokens_q = tokens_q - 32'd1024;
        burst.addr  = burst.addr + ADDR_BITS'(DATA_BYTES);
        burst.beats = burst.beats - 1'b1;
        if (burst.beats != '0) reads.push_front(burst);
        else void'(reads_due.pop_front());
      end
    end
  endtask

  task automatic answer_writes();
    if (!rsp_o.wr.b_valid || rsp_ready_i.wr) begin
      rsp_o.wr.b_valid <= 1'b0;
      if (answers.size() != 0 && answers_due[0] <= now_q + 64'd1) begin
        rsp_o.wr <= '{b_valid: 1'b1, b: '{id: PORT_ID, resp: answers.pop_front()}};
        void'(answers_due.pop_front());
      end
    end
  endtask

  always @(posedge clk_i) begin
    if (rst_i) begin
      forget();
      now_q    = '0;
      chance_q = Seed;
    end else begin
      now_q    = now_q + 64'd1;
      // xorshift32
      chance_q = chance_q ^ (chance_q << 13);
      chance_q = chance_q ^ (chance_q >> 17);
      chance_q = chance_q ^ (chance_q << 5);
      tokens_q = tokens_q + 32'(cfg_i.beats_per_1024);
      if (tokens_q > MostTokens) tokens_q = MostTokens;
      take_requests();
      write_burst();
      answer_reads();
      answer_writes();
      req_ready_o.rd    <= reads.size() < Requests && 9'(chance_q[7:0]) >= cfg_i.ar_stall;
      req_ready_o.wr.aw <= writes.size() < Requests && 9'(chance_q[15:8]) >= cfg_i.aw_stall;
      req_ready_o.wr.w  <= data.size() < Requests * BURST_BEATS && 9'(chance_q[23:16]) >= cfg_i.w_stall
                           && tokens_q >= 32'd2048 && !refresh;
    end
  end
  // verilator lint_on BLKSEQ

endmodule
