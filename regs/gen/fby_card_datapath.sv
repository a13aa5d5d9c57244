// SPDX-License-Identifier: Apache-2.0
// Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
/// The datapath of a build, in its socket: one branch for each datapath of the card table.
module fby_card_datapath
  import fby_axi_pkg::*;
  import fby_card_pkg::*;
#(
  /// Kind of the datapath, as CARD_KIND shows it.
  parameter int unsigned Datapath    = 1,
  /// Channels, and which of them are streams.
  parameter int unsigned NumH2c      = 1,
  parameter int unsigned NumC2h      = 1,
  parameter bit [3:0]    H2cStream   = 4'b0000,
  parameter bit [3:0]    C2hStream   = 4'b0000,
  /// Depth of a stream's FIFO in beats.
  parameter int unsigned FifoEntries = 1024,
  /// Means what the datapath says.
  parameter int unsigned Option      = 0,
  /// Ports of the fast memory, 0 without it, and bytes behind each.
  parameter int unsigned NumMemory   = 0,
  parameter int unsigned MemoryBytes = 0,
  /// Not to be set: ports that there are in any case.
  parameter int unsigned MemoryPorts = NumMemory == 0 ? 1 : NumMemory
) (
  input  logic                        clk_i,
  input  logic                             rst_i,
  /// Level: begin nothing, drop what there is, come to rest.
  input  logic                             quiesce_i,
  /// Something is under way.
  output logic                             busy_o,
  /// One-cycle pulse: a step of progress.
  output logic                             moved_o,
  /// Register page, without its events.
  input  fby_reg_pkg::reg_req_t            reg_i,
  output fby_reg_pkg::reg_rsp_t            reg_o,
  /// Stores that are no words, for a datapath whose line asks for them.
  input  fby_reg_pkg::reg_store_t          store_i,
  output fby_reg_pkg::reg_store_rsp_t      store_o,
  /// From the stream ports.
  input  axis_req_t [NUM_STREAM_PORTS-1:0] port_i,
  output logic      [NUM_STREAM_PORTS-1:0] port_ready_o,
  /// From the host-to-card streams.
  input  axis_req_t [NumH2c-1:0]           h2c_i,
  output logic      [NumH2c-1:0]           h2c_ready_o,
  /// To the card-to-host streams.
  output axis_req_t [NumC2h-1:0]           c2h_o,
  input  logic      [NumC2h-1:0]           c2h_ready_i,
  /// What each of its counters adds in this cycle.
  output logic [15:0][5:0]                 events_o,
  /// Interrupt lines, levels.
  output logic [3:0]                  lines_o,
  /// Fast memory, for a datapath whose line asks for it.
  output fby_mem_pkg::mem_to_t   [MemoryPorts-1:0] memory_o,
  input  fby_mem_pkg::mem_from_t [MemoryPorts-1:0] memory_i
);
  if (Datapath == 1) begin : gen_loopback
    fby_loopback #(
      .NumH2c(NumH2c),
      .NumC2h(NumC2h),
      .H2cStream(H2cStream),
      .C2hStream(C2hStream),
      .FifoEntries(FifoEntries),
      .Option(Option)
    ) u_datapath (
      .clk_i, .rst_i, .quiesce_i, .busy_o, .moved_o, .reg_i, .reg_o, .port_i, .port_ready_o,
      .h2c_i, .h2c_ready_o, .c2h_o, .c2h_ready_i, .events_o, .lines_o
    );

    assign store_o = '0;
    assign memory_o = '0;

    logic unused;
    assign unused = ^{store_i, memory_i};

  end else if (Datapath == 3) begin : gen_sink
    fby_sink #(
      .NumH2c(NumH2c),
      .NumC2h(NumC2h),
      .H2cStream(H2cStream),
      .C2hStream(C2hStream),
      .FifoEntries(FifoEntries),
      .Option(Option)
    ) u_datapath (
      .clk_i, .rst_i, .quiesce_i, .busy_o, .moved_o, .reg_i, .reg_o, .port_i, .port_ready_o,
      .h2c_i, .h2c_ready_o, .c2h_o, .c2h_ready_i, .events_o, .lines_o
    );

    assign store_o = '0;
    assign memory_o = '0;

    logic unused;
    assign unused = ^{store_i, memory_i};

  end else if (Datapath == 4) begin : gen_source
    fby_source #(
      .NumH2c(NumH2c),
      .NumC2h(NumC2h),
      .H2cStream(H2cStream),
      .C2hStream(C2hStream),
      .FifoEntries(FifoEntries),
      .Option(Option)
    ) u_datapath (
      .clk_i, .rst_i, .quiesce_i, .busy_o, .moved_o, .reg_i, .reg_o, .port_i, .port_ready_o,
      .h2c_i, .h2c_ready_o, .c2h_o, .c2h_ready_i, .events_o, .lines_o
    );

    assign store_o = '0;
    assign memory_o = '0;

    logic unused;
    assign unused = ^{store_i, memory_i};

  end else if (Datapath == 5) begin : gen_msm
    fby_msm #(
      .NumH2c(NumH2c),
      .NumC2h(NumC2h),
      .H2cStream(H2cStream),
      .C2hStream(C2hStream),
      .FifoEntries(FifoEntries),
      .Option(Option),
      .NumMemory(NumMemory),
      .MemoryBytes(MemoryBytes)
    ) u_datapath (
      .clk_i, .rst_i, .quiesce_i, .busy_o, .moved_o, .reg_i, .reg_o, .port_i, .port_ready_o,
      .h2c_i, .h2c_ready_o, .c2h_o, .c2h_ready_i, .events_o, .lines_o, .memory_o, .memory_i
    );

    assign store_o = '0;

    logic unused;
    assign unused = ^{store_i};

  end else begin : gen_bad_datapath
    $error("fby_card_datapath: no datapath of the card table has this kind");
  end

endmodule
