// SPDX-License-Identifier: Apache-2.0
/// A datapath that takes streams and gives nothing: in steps, at a programmable rate, so many entries of each stream a step. It
/// counts what each stream lacks.
///
///   stream ports -----\
///                      +--> steps --> counters, line 0: a run is done
///   H2C streams ------/      ^
///   registers --------------/
module fby_sink
  import fby_axi_pkg::*;
  import fby_card_pkg::*;
#(
  parameter int unsigned NumH2c      = 1,
  parameter int unsigned NumC2h      = 1,
  /// Which channels are streams.
  parameter bit [3:0]    H2cStream   = 4'b0001,
  parameter bit [3:0]    C2hStream   = 4'b0000,
  /// Mean nothing here.
  parameter int unsigned FifoEntries = 1024,
  parameter int unsigned Option      = 0
) (
  input  logic                             clk_i,
  input  logic                             rst_i,
  /// The run is forgotten, and what comes is dropped.
  input  logic                             quiesce_i,
  output logic                             busy_o,
  /// An entry was taken.
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
  /// Line 0: the last run that was started is over.
  output logic [3:0]                       lines_o
);
  import fby_regs_pkg::*;

  localparam int unsigned NumStreams = NUM_STREAM_PORTS + NumH2c;
  typedef bit [NumStreams-1:0] mask_t;
  /// Stream ports, then channels: those that are streams, and of these the ones that have packets.
  localparam mask_t Packets = {H2cStream[NumH2c-1:0], NUM_STREAM_PORTS'(0)};
  localparam mask_t Present = Packets | mask_t'((1 << NUM_STREAM_PORTS) - 1);

  if (NumStreams > USER_SINK_PAIRING_COUNT ||
      NUM_STREAM_PORTS != USER_SINK_H2C0_ENTRIES_EVENT - USER_SINK_PORT0_ENTRIES_EVENT) begin : gen_bad_streams
    $error("fby_sink: the register description has no room for these streams");
  end

  logic                        start, run, run_done, step, mismatch, done_q;
  logic [31:0]                 steps, steps_done;
  logic [16:0]                 rate;
  logic [NumStreams-1:0][15:0] pairing;
  logic [NumStreams-1:0]       valid, last, wanted, ready, taken;

  always_comb begin
    for (int unsigned n = 0; n < NUM_STREAM_PORTS; n++) begin
      valid[n] = port_i[n].valid;
      last[n]  = port_i[n].beat.last;
    end
    for (int unsigned n = 0; n < NumH2c; n++) begin
      valid[NUM_STREAM_PORTS+n] = h2c_i[n].valid;
      last[NUM_STREAM_PORTS+n]  = h2c_i[n].beat.last;
    end
  end
  assign ready = quiesce_i ? Present : wanted;
  assign taken = valid & ready;
  assign {h2c_ready_o, port_ready_o} = ready;

  fby_sink_regs #(
    .NumStreams(NumStreams), .Present(Present)
  ) u_regs (
    .clk_i, .rst_i, .reg_i, .reg_o, .quiesce_i,
    .start_o(start), .steps_o(steps), .rate_o(rate), .pairing_o(pairing),
    .run_i(run), .steps_done_i(steps_done)
  );

  fby_sink_steps #(
    .NumStreams(NumStreams), .Packets(Packets)
  ) u_steps (
    .clk_i, .rst_i,
    .start_i(start), .steps_i(steps), .rate_i(rate), .pairing_i(pairing), .drop_i(quiesce_i),
    .valid_i(valid), .last_i(last), .ready_o(wanted),
    .run_o(run), .steps_done_o(steps_done), .run_done_o(run_done), .step_o(step), .mismatch_o(mismatch)
  );

  // In the cycle in which it is told to rest, what steps did no longer counts.
  logic counts;
  assign counts = !quiesce_i;

  always_comb begin
    events_o = '0;
    events_o[USER_SINK_STEPS_EVENT]           = 6'(step && counts);
    events_o[USER_SINK_MISMATCHED_ENDS_EVENT] = 6'(mismatch && counts);
    for (int unsigned k = 0; k < NumStreams; k++) begin
      events_o[USER_SINK_PORT0_ENTRIES_EVENT + k] = 6'(taken[k] && counts);
      events_o[USER_SINK_PORT0_STARVE_EVENT + k]  = 6'(wanted[k] && !valid[k] && counts);
      events_o[USER_SINK_DISCARDED_EVENT]         = events_o[USER_SINK_DISCARDED_EVENT] + 6'(taken[k] && !counts);
    end
  end

  always_ff @(posedge clk_i) begin
    if (start) done_q <= 1'b0;
    if (run_done && counts) done_q <= 1'b1;
    if (rst_i) done_q <= 1'b0;
  end

  assign lines_o = {3'b000, done_q};
  assign busy_o  = run || taken != '0;
  assign moved_o = taken != '0;
  assign c2h_o   = '0;

  // What entries hold is nobody's business.
  logic unused;
  assign unused = ^{port_i, h2c_i, c2h_ready_i, C2hStream, 32'(FifoEntries), 32'(Option)};

endmodule
