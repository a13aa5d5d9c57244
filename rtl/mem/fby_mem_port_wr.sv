// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Gathers beats into bursts and writes them through one port.
///
/// A burst is closed at a multiple of BURST_BYTES, or by a flush. Its address goes out when all of its data is here, so that the
/// port never waits for data; data of a burst may run ahead of its address.
///
///   beats --+--> FIFO ------------------------> W
///           +--> gather --> closed bursts --> AW      B --> owed
module fby_mem_port_wr
  import fby_mem_pkg::*;
#(
  /// Places for beats; two bursts at least: one is gathered while one goes out.
  parameter int unsigned          DepthBeats = 2 * BURST_BEATS,
  /// Bursts that may be without an answer.
  parameter int unsigned          MaxBursts  = 8,
  /// Address of beat 0.
  parameter logic [ADDR_BITS-1:0] BaseBytes  = '0
) (
  input  logic                 clk_i,
  input  logic                 rst_i,
  /// Forget the errors; only while idle.
  input  logic                 start_i,
  /// Nothing follows for now: what is gathered goes out, a beat taken in this cycle with it.
  input  logic                 flush_i,
  /// Nothing is gathered, and everything is answered.
  output logic                 idle_o,
  /// A burst was answered in error since the start.
  output logic                 error_o,
  /// Number and data of a beat. Numbers go up by one, but may begin anywhere after a flush.
  input  mem_number_t          number_i,
  input  logic [DATA_BITS-1:0] data_i,
  input  logic                 valid_i,
  output logic                 ready_o,
  output mem_wr_req_t          m_req_o,
  input  mem_wr_ready_t        m_req_ready_i,
  input  mem_wr_rsp_t          m_rsp_i,
  output logic                 m_rsp_ready_o
);

  // Closed bursts that wait for the port: enough that a new one always follows the one that goes out.
  localparam int unsigned ClosedBursts = 4;
  localparam int unsigned OwedBits     = $clog2(MaxBursts + 1);

  if (DepthBeats < 2 * BURST_BEATS) begin : gen_bad_depth
    $error("fby_mem_port_wr: DepthBeats must be two bursts at least, or none is gathered while one goes out");
  end
  if (MaxBursts < 1) begin : gen_bad_bursts
    $error("fby_mem_port_wr: MaxBursts must be at least 1");
  end
  if (32'(BaseBytes) % BURST_BYTES != 0) begin : gen_bad_base
    $error("fby_mem_port_wr: BaseBytes must be a multiple of BURST_BYTES, or bursts cross its multiples");
  end

  typedef struct packed {
    mem_number_t         first;
    logic [LEN_BITS-1:0] len;
  } burst_t;

  // The closed burst is issued; a beat of the burst before it goes out.
  logic issue, w_take;

  // ---- gathering ----

  logic                              take, at_edge, close, fifo_ready, fifo_valid, closed_ready, closed_valid;
  logic [BEATS_BITS-1:0]             open_q, gathered;
  mem_number_t                       first_q, first;
  burst_t                            burst;
  logic [$clog2(DepthBeats+1)-1:0]   level;
  logic [$clog2(ClosedBursts+1)-1:0] closed_level;

  assign ready_o  = fifo_ready && closed_ready;
  assign take     = valid_i && ready_o;
  assign at_edge  = take && number_i[LEN_BITS-1:0] == '1;
  assign gathered = open_q + BEATS_BITS'(take);
  assign first    = open_q == '0 ? number_i : first_q;
`ifdef FBY_MUTANT_MEM_WR_FLUSH
  // The beat that comes with a flush is forgotten.
  assign close    = at_edge || (flush_i && open_q != '0);
`else
  assign close    = at_edge || (flush_i && gathered != '0);
`endif

  always_ff @(posedge clk_i) begin
    if (rst_i) open_q <= '0;
    else open_q <= close ? '0 : gathered;
    first_q <= first;
  end

  fby_fifo #(
    .WidthBits   (DATA_BITS),
    .DepthEntries(DepthBeats)
  ) u_fifo (
    .clk_i,
    .rst_i,
    .data_i,
    .valid_i(take),
    .ready_o(fifo_ready),
    .data_o (m_req_o.w.data),
    .valid_o(fifo_valid),
    .ready_i(w_take),
    .level_o(level)
  );

  fby_fifo #(
    .WidthBits   ($bits(burst_t)),
    .DepthEntries(ClosedBursts)
  ) u_closed (
    .clk_i,
    .rst_i,
    .data_i ({first, LEN_BITS'(gathered - 1'b1)}),
    .valid_i(close),
    .ready_o(closed_ready),
    .data_o (burst),
    .valid_o(closed_valid),
    .ready_i(issue),
    .level_o(closed_level)
  );

  // ---- issuing ----

  logic                  aw_valid_q, error_q;
  logic [BEATS_BITS-1:0] left_q;
  logic [OwedBits-1:0]   owed_q;
  mem_ax_t               aw_q;

  assign w_take = left_q != '0 && m_req_ready_i.w;
  // The next burst's data follows that of the one before without a gap.
  assign issue  = closed_valid && owed_q != OwedBits'(MaxBursts) && (!aw_valid_q || m_req_ready_i.aw)
                  && (left_q == '0 || (left_q == BEATS_BITS'(1) && w_take));

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      aw_valid_q <= 1'b0;
      left_q     <= '0;
      owed_q     <= '0;
    end else begin
      if (issue) aw_valid_q <= 1'b1;
      else if (m_req_ready_i.aw) aw_valid_q <= 1'b0;
      if (issue) left_q <= BEATS_BITS'(burst.len) + 1'b1;
      else if (w_take) left_q <= left_q - 1'b1;
      owed_q <= owed_q + OwedBits'(issue) - OwedBits'(m_rsp_i.b_valid);
    end
    if (issue) aw_q <= '{id: PORT_ID, addr: BaseBytes + (ADDR_BITS'(burst.first) << LANE_BITS), len: burst.len};
    if (rst_i || start_i) error_q <= 1'b0;
    else if (m_rsp_i.b_valid && is_error(m_rsp_i.b.resp)) error_q <= 1'b1;
  end

  assign m_req_o.aw       = aw_q;
  assign m_req_o.aw_valid = aw_valid_q;
  assign m_req_o.w_valid  = left_q != '0;
  assign m_req_o.w.last   = left_q == BEATS_BITS'(1);
  assign m_rsp_ready_o    = 1'b1;
`ifdef FBY_MUTANT_MEM_WR_IDLE
  // Idle when the data is out, not when it is answered.
  assign idle_o           = open_q == '0 && !closed_valid && !aw_valid_q && left_q == '0;
`else
  assign idle_o           = open_q == '0 && !closed_valid && owed_q == '0;
`endif
  assign error_o          = error_q;

  `FBY_ASSERT(MemWrDataIsHere, !m_req_o.w_valid || fifo_valid)
  `FBY_ASSERT(MemWrAnswersWhatIsOwed, !m_rsp_i.b_valid || owed_q != '0)
  // Nothing is taken while there is no place for its burst, so nothing is gathered then.
  `FBY_ASSERT(MemWrBurstHasPlace, !close || closed_ready)
  `FBY_ASSERT(MemWrStartsAtRest, !start_i || idle_o)
  `FBY_ASSERT(MemWrNumbersRun, !take || open_q == '0 || number_i == first_q + mem_number_t'(open_q))

  logic unused;
  assign unused = &{1'b0, level, closed_level, m_rsp_i.b.id};

endmodule
