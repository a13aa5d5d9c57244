// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// From the register port of a BAR to the pages of registers behind it: one access at a time, in the order of arrival.
///
///   AR, AW+W --> decode --> page: word, word --> R, B
///                   |   \-> page: whole store -/
///                   \-----> hole, refused, dead page
///
/// Words take aligned accesses of 4 bytes, and of 8, which are two words, low one first and nothing in between. All bytes of it must
/// be strobed. A page that takes whole stores sees every other store of one beat as it was made. Another shape is answered SLVERR.
/// What no page has reads 0 and is counted as an error.
///
/// An access that is not answered within TimeoutCycles is answered SLVERR and all ones. Its page is dead from then on: it is asked
/// no more before the next reset, and every access to it is answered so at once. So a page that is stuck costs its BAR that
/// time once, and all other pages work on.
module fby_reg_bridge
  import fby_axi_pkg::*;
  import fby_reg_pkg::*;
#(
  /// Pages behind this port.
  parameter int unsigned NumPages = 1,
  /// First address of each page in the BAR, and its size: a power of two, at most that of a window; the address is a multiple of it.
  parameter logic [NumPages-1:0][ADDR_BITS-1:0] Base  = '0,
  parameter logic [NumPages-1:0][ADDR_BITS-1:0] Bytes = {NumPages{ADDR_BITS'(PAGE_BYTES)}},
  /// Bit n: page n takes stores whole.
  parameter logic [NumPages-1:0] TakesStores = '0,
  /// Cycles that a page has to answer; 2048 at 250 MHz are the 8 us of AWS-style shells.
  parameter int unsigned TimeoutCycles = 2048
) (
  input  logic                          clk_i,
  input  logic                          rst_i,

  /// Single beats; a burst is taken and answered SLVERR as a whole.
  input  axi_req_t                      s_req_i,
  output axi_req_ready_t                s_req_ready_o,
  output axi_rsp_t                      s_rsp_o,
  input  axi_rsp_ready_t                s_rsp_ready_i,

  /// Pages, by words.
  output reg_req_t       [NumPages-1:0] reg_o,
  input  reg_rsp_t       [NumPages-1:0] reg_i,
  /// Bits of the offset above those of the words and stores, of a page that has so many.
  output high_t                         high_o,
  /// Whole stores; only pages of TakesStores ever see one.
  output reg_store_t     [NumPages-1:0] store_o,
  input  reg_store_rsp_t [NumPages-1:0] store_i,

  /// What becomes of the accesses, for the status block; the address is the offset in the BAR.
  output bar_access_t                   access_o,
  /// An access is under way.
  output logic                          busy_o
);
  localparam int unsigned PageBits  = NumPages > 1 ? $clog2(NumPages) : 1;
  localparam int unsigned TimerBits = $clog2(TimeoutCycles + 1);
  localparam int unsigned Words     = DATA_BYTES / 4;
  localparam int unsigned WordBits  = $clog2(Words);
  localparam logic [63:0] MostBytes = 64'd1 << WINDOW_BITS;
  typedef logic [TimerBits-1:0] timer_t;

  `FBY_ASSERT_INIT(line_has_words, DATA_BYTES >= 8)
  `FBY_ASSERT_INIT(patience, TimeoutCycles >= 2)
  for (genvar k = 0; k < NumPages; k++) begin : gen_legal
    if (Bytes[k] > MostBytes || Bytes[k] < 64'd64 || $countones(Bytes[k]) != 1 ||
        (Base[k] & (Bytes[k] - 64'd1)) != 0) begin : gen_bad
      $error("fby_reg_bridge: Bytes of a page must be a power of two from 64 to 2^WINDOW_BITS, Base a multiple of it");
    end
  end

  typedef enum logic [2:0] {
    Idle,    // -> WData, Decode
    WData,   // -> Decode with the last beat
    Decode,  // -> Low, Store, Answer
    Low,     // -> High, Answer
    High,    // -> Answer
    Store,   // -> Answer
    Answer   // -> Idle with the last beat
  } state_e;
  state_e state_q, state_d;

  axi_ax_t               ax_q;
  logic                  write_q, bad_q, gave_up_q, older_q;
  logic [DATA_BITS-1:0]  data_q;
  logic [DATA_BYTES-1:0] strb_q;
  logic [1:0]            resp_q;
  logic [7:0]            left_q;
  logic [PageBits-1:0]   page_q;
  logic [NumPages-1:0]   dead_q;
  timer_t                timer_q;

  // What came first goes first; of what comes together, the write. A read that waited before the write came is older than it.
  logic take_write, aw_take, ar_take, w_take;
`ifdef FBY_MUTANT_REG_WRITES_FIRST
  assign take_write = s_req_i.wr.aw_valid;
`else
  assign take_write = s_req_i.wr.aw_valid && !(s_req_i.rd.ar_valid && older_q);
`endif
  assign s_req_ready_o.wr.aw = state_q == Idle && take_write;
  assign s_req_ready_o.wr.w  = state_q == WData || (state_q == Idle && take_write);
  assign s_req_ready_o.rd    = state_q == Idle && !take_write;
  assign aw_take = s_req_i.wr.aw_valid && s_req_ready_o.wr.aw;
  assign w_take  = s_req_i.wr.w_valid && s_req_ready_o.wr.w;
  assign ar_take = s_req_i.rd.ar_valid && s_req_ready_o.rd;

  always_ff @(posedge clk_i) begin
    older_q <= !rst_i && s_req_i.rd.ar_valid && !ar_take && (older_q || !s_req_i.wr.aw_valid || aw_take);
  end

  // Which page, if any.
  logic [PageBits-1:0] page;
  logic                known;
  logic [WINDOW_BITS-1:0] place;
  logic [15:0]         offset;
  always_comb begin
    page  = '0;
    known = 1'b0;
    place = '0;
    for (int unsigned k = 0; k < NumPages; k++) begin
      if ((ax_q.addr & ~(Bytes[k] - 64'd1)) == Base[k]) begin
        page  = PageBits'(k);
        known = 1'b1;
        place = ax_q.addr[WINDOW_BITS-1:0] & WINDOW_BITS'(Bytes[k] - 64'd1);
      end
    end
  end

  assign {high_o, offset} = place;

  // Which shape.
  logic [WordBits-1:0] lane;
  logic                one, two, single;
  assign lane   = ax_q.addr[LANE_BITS-1:2];
  assign single = ax_q.len == '0;
  assign one    = single && ax_q.bytes == 13'd4 && ax_q.addr[1:0] == '0 &&
                  (!write_q || strb_q == DATA_BYTES'('hF) << {lane, 2'b00});
  assign two    = single && ax_q.bytes == 13'd8 && ax_q.addr[2:0] == '0 &&
                  (!write_q || strb_q == DATA_BYTES'('hFF) << {lane, 2'b00});

  // The page that is asked, and its answer.
  reg_rsp_t       rsp;
  reg_store_rsp_t stored;
  logic           ready, error, asking, out_of_time;
  assign rsp         = reg_i[page_q];
  assign stored      = store_i[page_q];
  assign ready       = state_q == Store ? stored.ready : rsp.ready;
  assign error       = state_q == Store ? stored.error : rsp.error;
  assign asking      = state_q == Low || state_q == High || state_q == Store;
  assign out_of_time = asking && !ready && timer_q == '0;

  // All pages see the same word, and one of them that it is valid.
  reg_req_t word;
  always_comb begin
    word.valid = state_q == Low || state_q == High;
    word.write = write_q;
`ifdef FBY_MUTANT_REG_HIGH_FIRST
    word.addr  = offset | (state_q == Low && two ? 16'd4 : 16'd0);
`else
    word.addr  = offset | (state_q == High ? 16'd4 : 16'd0);
`endif
    word.wdata = data_q[{lane | WordBits'(state_q == High), 5'd0} +: 32];
  end
  for (genvar k = 0; k < NumPages; k++) begin : gen_word
    assign reg_o[k] = '{
      valid: word.valid && page_q == PageBits'(k), write: word.write, addr: word.addr, wdata: word.wdata
    };
  end

  for (genvar k = 0; k < NumPages; k++) begin : gen_store
    if (TakesStores[k]) begin : gen_whole
      assign store_o[k] = '{
        valid: state_q == Store && page_q == PageBits'(k),
        addr: {offset[15:LANE_BITS], LANE_BITS'(0)}, strb: strb_q, data: data_q
      };
    end else begin : gen_none
      assign store_o[k] = '0;
    end
  end

  logic answered, whole;
  assign answered = write_q ? s_rsp_ready_i.wr : s_rsp_ready_i.rd;
`ifdef FBY_MUTANT_REG_STORES_WORDS
  assign whole    = TakesStores[page] && write_q && single && !two;
`else
  assign whole    = TakesStores[page] && write_q && single && !one && !two;
`endif

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Idle: begin
        if (ar_take) state_d = Decode;
        if (aw_take) state_d = w_take && s_req_i.wr.w.last ? Decode : WData;
      end
      WData: if (w_take && s_req_i.wr.w.last) state_d = Decode;
      Decode: begin
        state_d = Answer;
        if (known && !dead_q[page]) begin
          if (whole && strb_q != '0) state_d = Store;
          else if (!whole && (one || two)) state_d = Low;
        end
      end
      Low: begin
        if (ready) state_d = two ? High : Answer;
        if (out_of_time) state_d = Answer;
      end
      High, Store: if (ready || out_of_time) state_d = Answer;
      Answer: if (answered && (write_q || left_q == '0)) state_d = Idle;
      default: state_d = Idle;
    endcase
  end

  always_ff @(posedge clk_i) begin
    state_q <= state_d;
    timer_q <= timer_q - timer_t'(timer_q != '0);
    unique case (state_q)
      Idle: begin
        if (aw_take || ar_take) begin
          write_q <= aw_take;
          ax_q    <= aw_take ? s_req_i.wr.aw : s_req_i.rd.ar;
        end
        if (w_take) begin
          data_q <= s_req_i.wr.w.data;
          strb_q <= s_req_i.wr.w.strb;
        end
      end
      WData: begin
        if (w_take) begin
          data_q <= s_req_i.wr.w.data;
          strb_q <= s_req_i.wr.w.strb;
        end
      end
      Decode: begin
        // What nobody takes: a wrong shape is refused, a hole reads 0 as absent XDMA channels do.
        page_q    <= page;
        left_q    <= ax_q.len;
        timer_q   <= timer_t'(TimeoutCycles - 1);
        gave_up_q <= 1'b0;
        bad_q     <= state_d == Answer && !(known && whole && !dead_q[page]);
        resp_q    <= RESP_OKAY;
        if (!write_q) data_q <= '0;
        if (known && (dead_q[page] || !(whole || one || two))) begin
          resp_q <= RESP_SLVERR;
          if (!write_q && dead_q[page]) data_q <= '1;
        end
      end
      Low, High, Store: begin
        bad_q <= bad_q || error;
        // One word on all lanes, two on the even and the odd ones.
        for (int unsigned w = 0; w < Words; w++) begin
          if (!write_q && ready && (!two || (w % 2 == 1) == (state_q == High))) data_q[32*w +: 32] <= rsp.rdata;
        end
        if (out_of_time) begin
          gave_up_q <= 1'b1;
          bad_q     <= 1'b1;
          resp_q    <= RESP_SLVERR;
          if (!write_q) data_q <= '1;
        end
      end
      Answer: if (answered) left_q <= left_q - 8'd1;
      default: ;
    endcase
    if (rst_i) state_q <= Idle;
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned k = 0; k < NumPages; k++) begin
`ifndef FBY_MUTANT_REG_ASKS_AGAIN
      if (out_of_time && page_q == PageBits'(k)) dead_q[k] <= 1'b1;
`endif
    end
    if (rst_i) dead_q <= '0;
  end

  assign s_rsp_o.rd.r       = '{id: ax_q.id, data: data_q, resp: resp_q, last: left_q == '0};
  assign s_rsp_o.wr.b       = '{id: ax_q.id, resp: resp_q};
  assign s_rsp_o.rd.r_valid = state_q == Answer && !write_q;
  assign s_rsp_o.wr.b_valid = state_q == Answer && write_q;

  logic ended;
  assign ended    = state_q == Answer && state_d == Idle;
  assign access_o = '{
    read: ended && !write_q, write: ended && write_q, error: ended && bad_q, dead: ended && gave_up_q, addr: ax_q.addr
  };
  assign busy_o = state_q != Idle;

  // Registers do not ask who is asking.
  logic unused;
  assign unused = ^ax_q.who;

endmodule
