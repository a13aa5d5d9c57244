// SPDX-License-Identifier: Apache-2.0
/// Test harness of fby_msm and of the engine in it: a flat register port, streams played from and recorded to files,
/// counters, and a model of memory behind each memory port.
///
/// Moving 512-bit beats through the simulator's Python interface would take longer than simulating them.
module tb_fby_msm_engine #(
    parameter int unsigned NumAdders = 1,
    parameter int unsigned NumBanks = NumAdders,
    parameter int unsigned NumBuckets = 1024,
    /// Records of each bank of the memory; none without a memory.
    parameter int unsigned Slots = 256,
    parameter int unsigned HoldDepth = 64,
    /// Beats that a player can hold; a power of two.
    parameter int unsigned PlayBeats = 16384
) (
    input  logic        clk_i,
    input  logic        rst_i,
    input  logic        quiesce_i,
    input  logic        reg_valid_i,
    input  logic        reg_write_i,
    input  logic [15:0] reg_addr_i,
    input  logic [31:0] reg_wdata_i,
    output logic        reg_ready_o,
    output logic        reg_error_o,
    output logic [31:0] reg_rdata_o,
    /// Reads scalars.hex and points.hex and plays them from the start; drops what was left.
    input  logic        load_i,
    input  logic [31:0] scalar_beats_i,
    input  logic [31:0] point_beats_i,
    /// Chance of a pause per cycle, in 1/256, of each stream.
    input  logic [7:0]  scalar_pause_i,
    input  logic [7:0]  point_pause_i,
    input  logic [7:0]  result_pause_i,
    /// Memory: it is as slow as HBM, or slower and by chance; reads and writes at this address are in error.
    input  logic        memory_slow_i,
    /// Memory: no beat moves, so nothing is answered.
    input  logic        memory_dead_i,
    input  logic        memory_error_i,
    input  logic [33:0] memory_error_addr_i,
    /// Clears the counters below.
    input  logic        clear_i,
    output logic [31:0] active_o,
    output logic [31:0] adds_o,
    output logic [31:0] starve_o,
    output logic [31:0] hazard_o,
    output logic [31:0] held_o,
    output logic [31:0] zero_digits_o,
    output logic [31:0] reduce_o,
    output logic [31:0] stall_o,
    output logic [31:0] pairs_o,
    output logic [31:0] runs_o,
    output logic [31:0] passes_o,
    output logic [31:0] fill_o,
    /// Results recorded in results.hex, one line per beat, "L" after the last of a run, "C" at reset and load.
    output logic [31:0] packets_o,
    /// A beat is there, taken or not.
    output logic        result_o,
    output logic [31:0] beats_o,
    output logic        busy_o,
    /// Line 0 now, and how often it has risen; how often something has moved. The last two are cleared, too.
    output logic        line_o,
    output logic [31:0] edges_o,
    output logic [31:0] moved_o
);
  import fby_axi_pkg::DATA_BITS, fby_axi_pkg::axis_t, fby_axi_pkg::axis_req_t;
  import fby_card_pkg::NUM_STREAM_PORTS;
  import fby_regs_pkg::*;
  import fby_mem_pkg::ADDR_BITS, fby_mem_pkg::RESP_SLVERR, fby_mem_pkg::mem_to_t, fby_mem_pkg::mem_from_t;
  import fby_mem_model_pkg::*;

  localparam int unsigned PlayBits   = $clog2(PlayBeats);
  localparam int unsigned NumMemory  = NumBanks * fby_mem_pkg::SLICES;
  localparam int unsigned SliceBytes = (Slots == 0 ? 256 : Slots) << fby_mem_pkg::LANE_BITS;

  mem_model_cfg_t memory;
  mem_to_t   [NumMemory-1:0] to_memory;
  mem_from_t [NumMemory-1:0] from_memory;
  logic [15:0][5:0] events;
  logic [3:0] lines;
  logic line_q, moved, h2c_ready;
  axis_req_t [NUM_STREAM_PORTS-1:0] port;
  logic [NUM_STREAM_PORTS-1:0] port_ready;
  axis_t scalars, points, result;
  logic scalars_valid, scalars_ready, points_valid, points_ready, result_valid, result_ready;

  logic [DATA_BITS-1:0] scalar_mem[PlayBeats];
  logic [DATA_BITS-1:0] point_mem[PlayBeats];
  logic [31:0] scalar_at_q, point_at_q;
  logic scalar_go_q, point_go_q, result_go_q;
  logic [31:0] lfsr_q;
  int file;

  assign scalars = '{note: '0, data: scalar_mem[scalar_at_q[PlayBits-1:0]], keep: '1, last: 1'b0};
  assign points = '{note: '0, data: point_mem[point_at_q[PlayBits-1:0]], keep: '1, last: 1'b0};
  assign scalars_valid = scalar_go_q && !load_i && (scalar_at_q < scalar_beats_i);
  assign points_valid = point_go_q && !load_i && (point_at_q < point_beats_i);
  assign result_ready = result_go_q;
  assign {scalars_ready, points_ready} = {port_ready[0], port_ready[1]};
  assign result_o = result_valid;
  assign line_o = lines[0];

  initial begin
    lfsr_q = 32'h1234_5678;
    file   = $fopen("results.hex", "w");
  end
  final $fclose(file);

  always_ff @(posedge clk_i) begin
    if (load_i) begin
      $readmemh("scalars.hex", scalar_mem, 0, int'(scalar_beats_i) - 1);
      $readmemh("points.hex", point_mem, 0, int'(point_beats_i) - 1);
    end
  end

  always_ff @(posedge clk_i) begin
    lfsr_q <= {lfsr_q[30:0], lfsr_q[31] ^ lfsr_q[21] ^ lfsr_q[1] ^ lfsr_q[0]};
    // A valid that is up stays up until it is taken.
    if (scalars_ready || !scalar_go_q) scalar_go_q <= lfsr_q[7:0] >= scalar_pause_i;
    if (points_ready || !point_go_q) point_go_q <= lfsr_q[18:11] >= point_pause_i;
    result_go_q <= lfsr_q[29:22] >= result_pause_i;
    if (scalars_valid && scalars_ready) scalar_at_q <= scalar_at_q + 1;
    if (points_valid && points_ready) point_at_q <= point_at_q + 1;
    if (load_i || rst_i) begin
      scalar_at_q <= '0;
      point_at_q  <= '0;
    end
  end

  always_comb begin
    port    = '0;
    port[0] = '{valid: scalars_valid, beat: scalars};
    port[1] = '{valid: points_valid, beat: points};
  end

  always_ff @(posedge clk_i) begin
    moved_o       <= moved_o + 32'(moved);
    edges_o       <= edges_o + 32'(lines[0] && !line_q);
    line_q        <= lines[0] && !rst_i;
    active_o      <= active_o + 32'(events[USER_MSM_ACTIVE_CYCLES_EVENT]);
    adds_o        <= adds_o + 32'(events[USER_MSM_ADDS_EVENT]);
    starve_o      <= starve_o + 32'(events[USER_MSM_STARVE_CYCLES_EVENT]);
    hazard_o      <= hazard_o + 32'(events[USER_MSM_HAZARD_CYCLES_EVENT]);
    held_o        <= held_o + 32'(events[USER_MSM_HELD_EVENT]);
    zero_digits_o <= zero_digits_o + 32'(events[USER_MSM_ZERO_DIGITS_EVENT]);
    reduce_o      <= reduce_o + 32'(events[USER_MSM_REDUCE_CYCLES_EVENT]);
    stall_o       <= stall_o + 32'(events[USER_MSM_STALL_CYCLES_EVENT]);
    pairs_o       <= pairs_o + 32'(events[USER_MSM_PAIRS_EVENT]);
    runs_o        <= runs_o + 32'(events[USER_MSM_RUNS_EVENT]);
    passes_o      <= passes_o + 32'(events[USER_MSM_PASSES_EVENT]);
    fill_o        <= fill_o + 32'(events[USER_MSM_FILL_CYCLES_EVENT]);
    if (clear_i || rst_i) begin
      moved_o       <= '0;
      edges_o       <= '0;
      active_o      <= '0;
      adds_o        <= '0;
      starve_o      <= '0;
      hazard_o      <= '0;
      held_o        <= '0;
      zero_digits_o <= '0;
      reduce_o      <= '0;
      stall_o       <= '0;
      pairs_o       <= '0;
      runs_o        <= '0;
      passes_o      <= '0;
      fill_o        <= '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (result_valid && result_ready) begin
      $fwrite(file, "%h\n", result.data);
      beats_o <= beats_o + 1;
      if (result.last) begin
        $fwrite(file, "L\n");
        $fflush(file);
        packets_o <= packets_o + 1;
      end
    end
    // Whatever came before without an end mark was dropped.
    if (rst_i || load_i) $fwrite(file, "C\n");
    if (rst_i) begin
      packets_o <= '0;
      beats_o   <= '0;
    end
  end

  fby_msm #(
      .NumC2h     (1),
      .C2hStream  (4'b0001),
      .Option     (NumAdders),
      .NumBuckets (NumBuckets),
      .NumMemory  (Slots == 0 ? 0 : NumMemory),
      .MemoryBytes(SliceBytes),
      .HoldDepth  (HoldDepth)
  ) u_dut (
      .clk_i,
      .rst_i,
      .quiesce_i,
      .busy_o,
      .moved_o       (moved),
      .reg_i         ('{valid: reg_valid_i, write: reg_write_i, addr: reg_addr_i, wdata: reg_wdata_i}),
      .reg_o         ({reg_ready_o, reg_error_o, reg_rdata_o}),
      .port_i        (port),
      .port_ready_o  (port_ready),
      .h2c_i         ('0),
      .h2c_ready_o   (h2c_ready),
      .c2h_o         ({result_valid, result}),
      .c2h_ready_i   (result_ready),
      .events_o      (events),
      .lines_o       (lines),
      .memory_o      (to_memory),
      .memory_i      (from_memory)
  );

  always_comb begin
    memory = hbm_cfg();
    if (memory_slow_i) begin
      memory.read_jitter    = 16'd150;
      memory.beats_per_1024 = 16'd300;
      memory.ar_stall       = 9'd100;
      memory.aw_stall       = 9'd100;
      memory.w_stall        = 9'd100;
    end
    if (memory_dead_i) memory.beats_per_1024 = '0;
    memory.error      = memory_error_i;
    memory.error_resp = RESP_SLVERR;
    memory.error_addr = memory_error_addr_i;
  end

  // The bytes that a port's slice has, at its place among all.
  for (genvar k = 0; k < int'(NumMemory); k++) begin : gen_memory
    fby_mem_model #(
        .BaseBytes(ADDR_BITS'(k) * ADDR_BITS'(SliceBytes)),
        .SizeBytes(SliceBytes),
        .Seed     (32'(k) + 32'd1)
    ) u_memory (
        .clk_i,
        .rst_i,
        .cfg_i      (memory),
        .req_i      (to_memory[k].req),
        .req_ready_o(from_memory[k].req_ready),
        .rsp_o      (from_memory[k].rsp),
        .rsp_ready_i(to_memory[k].rsp_ready)
    );
  end

endmodule
