// SPDX-License-Identifier: Apache-2.0
/// The MSM core in the socket of a datapath.
///
///   stream port 0 --> scalars --\
///   stream port 1 --> points ----+--> core --> buckets --> first card-to-host stream
///   registers, quiesce ---------/      |
///                                      +--> events, line 0: a run is done
module fby_msm
  import fby_axi_pkg::*;
  import fby_card_pkg::*;
#(
  parameter int unsigned NumH2c      = 1,
  parameter int unsigned NumC2h      = 1,
  /// Which channels are streams; results leave by the first card-to-host one.
  parameter bit [3:0]    H2cStream   = 4'b0000,
  parameter bit [3:0]    C2hStream   = 4'b0001,
  /// Not used: the streams it takes have FIFOs of their own.
  parameter int unsigned FifoEntries = 1024,
  /// Window table of fby_msm_pkg.
  parameter int unsigned Option      = 0,
  /// Operations that may wait for a bucket in flight; a power of two.
  parameter int unsigned HoldDepth   = 16
) (
  input  logic                             clk_i,
  input  logic                             rst_i,
  input  logic                             quiesce_i,
  output logic                             busy_o,
  /// A pair was taken, or a beat of the read-out.
  output logic                             moved_o,
  input  fby_reg_pkg::reg_req_t            reg_i,
  output fby_reg_pkg::reg_rsp_t            reg_o,
  input  axis_req_t [NUM_STREAM_PORTS-1:0] port_i,
  output logic      [NUM_STREAM_PORTS-1:0] port_ready_o,
  input  axis_req_t [NumH2c-1:0]           h2c_i,
  output logic      [NumH2c-1:0]           h2c_ready_o,
  output axis_req_t [NumC2h-1:0]           c2h_o,
  input  logic      [NumC2h-1:0]           c2h_ready_i,
  output logic [15:0][5:0]                 events_o,
  /// Line 0: a run has finished since the last one was started. Falls for a cycle when another one finishes, so that each
  /// run is a rising edge, also where runs are queued.
  output logic [3:0]                       lines_o
);
  import fby_regs_pkg::*;

  localparam int unsigned Scalars = 0;
  localparam int unsigned Points  = 1;
  localparam int unsigned Result  = C2hStream[0] ? 0 : C2hStream[1] ? 1 : C2hStream[2] ? 2 : 3;
  if (Result >= NumC2h || !C2hStream[Result]) begin : gen_bad_channels
    $error("fby_msm: a streaming C2H channel is needed for the results");
  end

  axis_req_t                result;
  fby_msm_pkg::msm_events_t events;

  fby_msm_core #(
    .WindowTable (Option),
    .HoldDepth   (HoldDepth)
  ) u_core (
    .clk_i,
    .rst_i,
    .quiesce_i,
    .reg_i,
    .reg_o,
    .scalars_i       (port_i[Scalars]),
    .scalars_ready_o (port_ready_o[Scalars]),
    .points_i        (port_i[Points]),
    .points_ready_o  (port_ready_o[Points]),
    .result_o        (result),
    .result_ready_i  (c2h_ready_i[Result]),
    .events_o        (events),
    .busy_o
  );

  always_comb begin
    c2h_o = '0;
    c2h_o[Result] = result;
  end

  assign moved_o = events.pair || (result.valid && c2h_ready_i[Result]);

  always_comb begin
    events_o = '0;
    events_o[USER_MSM_ACTIVE_CYCLES_EVENT]      = 6'(events.active);
    events_o[USER_MSM_ADDS_EVENT]               = 6'(events.add);
    events_o[USER_MSM_STARVE_CYCLES_EVENT]      = 6'(events.starve);
    events_o[USER_MSM_HAZARD_CYCLES_EVENT]      = 6'(events.hazard);
    events_o[USER_MSM_HELD_EVENT]               = 6'(events.held);
    events_o[USER_MSM_ZERO_DIGITS_EVENT]        = events.zero_digits;
    events_o[USER_MSM_DRAIN_CYCLES_EVENT]       = 6'(events.drain);
    events_o[USER_MSM_DRAIN_STALL_CYCLES_EVENT] = 6'(events.drain_stall);
    events_o[USER_MSM_PAIRS_EVENT]              = 6'(events.pair);
    events_o[USER_MSM_RUNS_EVENT]               = 6'(events.run);
  end

  // Set by the end of a run, cleared by an accepted START: the interrupt line is a level.
  logic started, run_done_q, again_q;
  assign started = reg_i.valid && reg_i.write && reg_o.ready && !reg_o.error &&
                   reg_i.addr == USER_MSM_CONTROL_OFFSET &&
                   (reg_i.wdata & USER_MSM_CONTROL_START_MASK) != '0;
  assign lines_o = {3'b000, run_done_q && !again_q};

  always_ff @(posedge clk_i) begin
    again_q <= events.run && run_done_q;
    if (started) run_done_q <= 1'b0;
    if (events.run) run_done_q <= 1'b1;
    if (rst_i) begin
      again_q    <= 1'b0;
      run_done_q <= 1'b0;
    end
  end

  // Host-to-card streams, and stream ports beyond the two, have no consumer here.
  assign h2c_ready_o = '0;
  if (NUM_STREAM_PORTS > 2) begin : gen_more_ports
    assign port_ready_o[NUM_STREAM_PORTS-1:2] = '0;
  end
  logic unused;
  assign unused = ^{h2c_i, port_i, c2h_ready_i, H2cStream, 32'(FifoEntries)};

endmodule
