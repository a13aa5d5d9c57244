// SPDX-License-Identifier: Apache-2.0
/// The kernel of a card build: between the streams of windows and DMA channels, with a small control page.
///
/// A new kernel is a new branch of the generate statement here, and touches nothing else.
module fby_card_kernel
  import fby_axi_pkg::*;
  import fby_card_pkg::*;
#(
  /// KERNEL_LOOPBACK or KERNEL_MSM.
  parameter int unsigned Kernel      = KERNEL_LOOPBACK,
  parameter int unsigned NumH2c      = 1,
  parameter int unsigned NumC2h      = 1,
  /// Which channels are streams. MSM results leave by the first card-to-host stream; loopback joins channels of the
  /// same number that are both streams.
  parameter bit [3:0]    H2cStream   = 4'b0000,
  parameter bit [3:0]    C2hStream   = 4'b0000,
  /// MSM: window table.
  parameter int unsigned WindowTable = 0,
  /// Loopback: depth of each stream's FIFO in beats.
  parameter int unsigned FifoEntries = 1024
) (
  input  logic                        clk_i,
  input  logic                        rst_i,

  /// Control page.
  input  fby_reg_pkg::reg_req_t       reg_i,
  output fby_reg_pkg::reg_rsp_t       reg_o,

  /// From the stream windows.
  input  axis_req_t [NUM_WINDOWS-1:0] window_i,
  output logic  [NUM_WINDOWS-1:0]     window_ready_o,
  /// From the host-to-card streams.
  input  axis_req_t [NumH2c-1:0]      h2c_i,
  output logic  [NumH2c-1:0]          h2c_ready_o,
  /// To the card-to-host streams.
  output axis_req_t [NumC2h-1:0]      c2h_o,
  input  logic  [NumC2h-1:0]          c2h_ready_i,

  output fby_msm_pkg::msm_events_t    events_o,
  /// Level: a run has finished since the last one was started. Falls for a cycle when another one finishes, so that each
  /// run is a rising edge, also where runs are queued.
  output logic                        run_done_o,
  output logic                        busy_o
);
  if (Kernel == KERNEL_LOOPBACK) begin : gen_loopback
    if (NumH2c != NumC2h) begin : gen_bad_channels
      $error("fby_card_kernel: loopback needs as many C2H as H2C channels");
    end

    fby_loopback #(
      .NumStreams  (NumH2c),
      .Looped      (H2cStream[NumH2c-1:0] & C2hStream[NumC2h-1:0]),
      .FifoEntries (FifoEntries)
    ) u_loopback (
      .clk_i,
      .rst_i,
      .s_i       (h2c_i),
      .s_ready_o (h2c_ready_o),
      .m_o       (c2h_o),
      .m_ready_i (c2h_ready_i),
      .busy_o    (busy_o)
    );

    // Nobody takes what is written into the windows, and there is nothing to control.
    assign window_ready_o = '0;
    assign events_o   = '0;
    assign run_done_o = 1'b0;
    assign reg_o = '{ready: reg_i.valid, error: 1'b1, rdata: '0};

    logic unused;
    assign unused = ^{reg_i, window_i};

  end else if (Kernel == KERNEL_MSM) begin : gen_msm
    localparam int unsigned ResultChannel = C2hStream[0] ? 0 : C2hStream[1] ? 1 : C2hStream[2] ? 2 : 3;
    if (ResultChannel >= NumC2h || !C2hStream[ResultChannel]) begin : gen_bad_channels
      $error("fby_card_kernel: the MSM kernel needs a streaming C2H channel for its results");
    end

    axis_req_t result;

    fby_msm #(
      .WindowTable (WindowTable)
    ) u_msm (
      .clk_i,
      .rst_i,
      .reg_i,
      .reg_o,
      .scalars_i       (window_i[0]),
      .scalars_ready_o (window_ready_o[0]),
      .points_i        (window_i[1]),
      .points_ready_o  (window_ready_o[1]),
      .result_o        (result),
      .result_ready_i  (c2h_ready_i[ResultChannel]),
      .events_o,
      .busy_o
    );

    always_comb begin
      c2h_o = '0;
      c2h_o[ResultChannel] = result;
    end

    // Set by the end of a run, cleared by an accepted START: the interrupt line is a level.
    logic started, run_done_q, again_q;
    assign started = reg_i.valid && reg_i.write && reg_o.ready && !reg_o.error &&
                     reg_i.addr == fby_regs_pkg::USER_MSM_CONTROL_OFFSET &&
                     (reg_i.wdata & fby_regs_pkg::USER_MSM_CONTROL_START_MASK) != '0;
    assign run_done_o = run_done_q && !again_q;

    always_ff @(posedge clk_i) begin
      again_q <= events_o.run && run_done_q;
      if (started) run_done_q <= 1'b0;
      if (events_o.run) run_done_q <= 1'b1;
      if (rst_i) begin
        again_q    <= 1'b0;
        run_done_q <= 1'b0;
      end
    end

    // Host-to-card streams have no consumer here.
    assign h2c_ready_o = '0;
    logic unused;
    assign unused = ^{h2c_i, c2h_ready_i};

  end else begin : gen_bad_kernel
    $error("fby_card_kernel: Kernel must be 1 (loopback) or 2 (MSM)");
  end

endmodule
