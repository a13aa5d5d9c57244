// SPDX-License-Identifier: Apache-2.0
/// The MSM engine with its registers in the socket of a datapath.
///
///   stream port 0 --> scalars --\
///   stream port 1 --> points ----+--> engine --> sums --> first card-to-host stream
///   registers, quiesce ---------/    |    |
///                 card memory <------+    +--> events, line 0: a run is done
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
  /// Adders in bits 3:0; in bits 11:4 how many buckets each has, as a power of two, above them how many times 4,096 more.
  parameter int unsigned Option      = 'h063,
  /// Ports of the fast memory, six for each bank, and bytes behind each; without them there is one pass.
  parameter int unsigned NumMemory   = 18,
  parameter int unsigned MemoryBytes = 1 << 15,
  /// Operations that may wait for a bucket in flight; a power of two.
  parameter int unsigned HoldDepth   = 64,
  /// Not to be set, but by a bench: buckets of each adder.
  parameter int unsigned NumBuckets  = (1 << (Option / 16 % 256)) + Option / 4096 * 4096,
  /// Not to be set: ports that there are in any case.
  parameter int unsigned MemoryPorts = NumMemory == 0 ? 1 : NumMemory
) (
  input  logic                             clk_i,
  input  logic                             rst_i,
  input  logic                             quiesce_i,
  output logic                             busy_o,
  /// A scalar or points were taken, an addition issued, or a beat of the sums went.
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
  output logic [3:0]                       lines_o,
  output fby_mem_pkg::mem_to_t   [MemoryPorts-1:0] memory_o,
  input  fby_mem_pkg::mem_from_t [MemoryPorts-1:0] memory_i
);
  import fby_regs_pkg::*;

  localparam int unsigned Scalars = 0;
  localparam int unsigned Points  = 1;
  localparam int unsigned Result  = C2hStream[0] ? 0 : C2hStream[1] ? 1 : C2hStream[2] ? 2 : 3;
  if (Result >= NumC2h || !C2hStream[Result]) begin : gen_bad_channels
    $error("fby_msm: a streaming C2H channel is needed for the results");
  end

  localparam int unsigned NumAdders  = Option % 16;
  localparam int unsigned NumBanks   = NumMemory / fby_mem_pkg::SLICES;
  localparam int unsigned NumPorts   = (NumMemory == 0) ? NumAdders * fby_mem_pkg::SLICES : NumMemory;
  if (NumMemory % (NumAdders * fby_mem_pkg::SLICES) != 0) begin : gen_bad_memory
    $error("fby_msm: NumMemory is no multiple of six for each adder of the option");
  end

  axis_req_t                                   result;
  fby_msm_pkg::engine_events_t                 events;
  fby_msm_pkg::engine_state_t                  state;
  fby_msm_pkg::run_t                           start;
  fby_msm_pkg::word_plan_t                     word_plan;
  fby_msm_pkg::window_write_t                  window_write;
  fby_msm_pkg::pass_row_t                      pass_row;
  logic [fby_msm_pkg::PASS_ROW_BITS-1:0]       pass_row_number;
  logic                                        start_valid, start_ready, abort;
  fby_mem_pkg::mem_req_t       [NumPorts-1:0]  memory_req;
  fby_mem_pkg::mem_req_ready_t [NumPorts-1:0]  memory_req_ready;
  fby_mem_pkg::mem_rsp_t       [NumPorts-1:0]  memory_rsp;
  fby_mem_pkg::mem_rsp_ready_t [NumPorts-1:0]  memory_rsp_ready;

  fby_msm_plan #(
    .NumAdders  (NumAdders),
    .NumBuckets (NumBuckets),
    .NumRecords (NumBanks * (MemoryBytes / fby_mem_pkg::DATA_BYTES)),
    .NumBanks   (NumBanks),
    .HoldDepth  (HoldDepth)
  ) u_plan (
    .clk_i,
    .rst_i,
    .reg_i,
    .reg_o,
    .start_valid_o  (start_valid),
    .start_o        (start),
    .start_ready_i  (start_ready),
    .abort_o        (abort),
    .quiesce_i,
    .word_plan_o    (word_plan),
    .window_write_o (window_write),
    .pass_row_i     (pass_row_number),
    .pass_row_o     (pass_row),
    .state_i        (state)
  );

  fby_msm_engine #(
    .NumAdders  (NumAdders),
    .NumBuckets (NumBuckets),
    .Memory     (NumMemory != 0),
    .NumBanks   (NumPorts / fby_mem_pkg::SLICES),
    .SliceBytes (fby_mem_pkg::ADDR_BITS'(NumMemory == 0 ? fby_mem_pkg::BURST_BYTES : MemoryBytes)),
    .HoldDepth  (HoldDepth)
  ) u_engine (
    .clk_i,
    .rst_i,
    .start_valid_i   (start_valid),
    .start_i         (start),
    .start_ready_o   (start_ready),
    .abort_i         (abort),
    .word_plan_i     (word_plan),
    .window_write_i  (window_write),
    .pass_row_o      (pass_row_number),
    .pass_row_i      (pass_row),
    .scalars_i       (port_i[Scalars]),
    .scalars_ready_o (port_ready_o[Scalars]),
    .points_i        (port_i[Points]),
    .points_ready_o  (port_ready_o[Points]),
    .result_o        (result),
    .result_ready_i  (c2h_ready_i[Result]),
    .events_o        (events),
    .state_o         (state),
    .mem_req_o       (memory_req),
    .mem_req_ready_i (memory_req_ready),
    .mem_rsp_i       (memory_rsp),
    .mem_rsp_ready_o (memory_rsp_ready)
  );
  assign busy_o = state.busy;

  if (NumMemory != 0) begin : gen_memory
    for (genvar k = 0; k < int'(NumMemory); k++) begin : gen_port
      assign memory_o[k]         = '{rsp_ready: memory_rsp_ready[k], req: memory_req[k]};
      assign memory_req_ready[k] = memory_i[k].req_ready;
      assign memory_rsp[k]       = memory_i[k].rsp;
    end
  end else begin : gen_no_memory
    assign memory_o         = '0;
    assign memory_req_ready = '0;
    assign memory_rsp       = '0;
    logic unused_memory;
    assign unused_memory = ^{memory_req, memory_rsp_ready, memory_i};
  end

  always_comb begin
    c2h_o = '0;
    c2h_o[Result] = result;
  end

  assign moved_o = events.pair || (port_i[Points].valid && port_ready_o[Points])
                || events.add != '0 || events.reduce != '0 || (result.valid && c2h_ready_i[Result]);

  always_comb begin
    events_o = '0;
    events_o[USER_MSM_ACTIVE_CYCLES_EVENT] = 6'(events.active);
    events_o[USER_MSM_ADDS_EVENT]          = 6'(events.add);
    events_o[USER_MSM_STARVE_CYCLES_EVENT] = 6'(events.starve);
    events_o[USER_MSM_HAZARD_CYCLES_EVENT] = 6'(events.hazard);
    events_o[USER_MSM_HELD_EVENT]          = 6'(events.held);
    events_o[USER_MSM_ZERO_DIGITS_EVENT]   = 6'(events.zero);
    events_o[USER_MSM_REDUCE_CYCLES_EVENT] = 6'(events.reduce);
    events_o[USER_MSM_STALL_CYCLES_EVENT]  = 6'(events.stall);
    events_o[USER_MSM_PAIRS_EVENT]         = 6'(events.pair);
    events_o[USER_MSM_RUNS_EVENT]          = 6'(events.run);
    events_o[USER_MSM_PASSES_EVENT]        = 6'(events.pass);
    events_o[USER_MSM_FILL_CYCLES_EVENT]   = 6'(events.fill);
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
