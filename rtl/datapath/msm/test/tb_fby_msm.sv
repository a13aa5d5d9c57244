// SPDX-License-Identifier: Apache-2.0
/// Test harness of fby_msm in its socket: flat register port, streams played from and recorded to files, counters.
///
/// Moving 512-bit beats through the simulator's Python interface would take longer than simulating them.
module tb_fby_msm #(
    parameter int unsigned WindowTable = 1,
    parameter int unsigned HoldDepth = 16,
    /// Beats that a player can hold.
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
    /// Clears the counters below.
    input  logic        clear_i,
    output logic [31:0] active_o,
    output logic [31:0] adds_o,
    output logic [31:0] starve_o,
    output logic [31:0] hazard_o,
    output logic [31:0] held_o,
    output logic [31:0] zero_digits_o,
    output logic [31:0] drain_o,
    output logic [31:0] drain_stall_o,
    output logic [31:0] pairs_o,
    output logic [31:0] runs_o,
    /// Cycles with a step of progress, and rising edges of each line.
    output logic [31:0] moved_o,
    output logic [3:0]  lines_o,
    output logic [31:0] line_rises_o,
    /// Results recorded in results.hex, one line per beat, "L" after the last of a run, "C" at reset and load.
    output logic [31:0] packets_o,
    output logic [31:0] beats_o,
    output logic        busy_o
);
  import fby_axi_pkg::*;

  import fby_regs_pkg::*;

  logic [15:0][5:0] events;
  logic moved, line_q, h2c_ready;
  axis_req_t silent;
  axis_t scalars, points, result;
  logic scalars_valid, scalars_ready, points_valid, points_ready, result_valid, result_ready;

  logic [DATA_BITS-1:0] scalar_mem[PlayBeats];
  logic [DATA_BITS-1:0] point_mem[PlayBeats];
  logic [31:0] scalar_at_q, point_at_q;
  logic scalar_go_q, point_go_q, result_go_q;
  logic [31:0] lfsr_q;
  int file;

  assign scalars = '{note: '0, data: scalar_mem[scalar_at_q[13:0]], keep: '1, last: 1'b0};
  assign points = '{note: '0, data: point_mem[point_at_q[13:0]], keep: '1, last: 1'b0};
  assign scalars_valid = scalar_go_q && !load_i && (scalar_at_q < scalar_beats_i);
  assign points_valid = point_go_q && !load_i && (point_at_q < point_beats_i);
  assign result_ready = result_go_q;

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

  always_ff @(posedge clk_i) begin
    active_o      <= active_o + 32'(events[USER_MSM_ACTIVE_CYCLES_EVENT]);
    adds_o        <= adds_o + 32'(events[USER_MSM_ADDS_EVENT]);
    starve_o      <= starve_o + 32'(events[USER_MSM_STARVE_CYCLES_EVENT]);
    hazard_o      <= hazard_o + 32'(events[USER_MSM_HAZARD_CYCLES_EVENT]);
    held_o        <= held_o + 32'(events[USER_MSM_HELD_EVENT]);
    zero_digits_o <= zero_digits_o + 32'(events[USER_MSM_ZERO_DIGITS_EVENT]);
    drain_o       <= drain_o + 32'(events[USER_MSM_DRAIN_CYCLES_EVENT]);
    drain_stall_o <= drain_stall_o + 32'(events[USER_MSM_DRAIN_STALL_CYCLES_EVENT]);
    pairs_o       <= pairs_o + 32'(events[USER_MSM_PAIRS_EVENT]);
    runs_o        <= runs_o + 32'(events[USER_MSM_RUNS_EVENT]);
    moved_o       <= moved_o + 32'(moved);
    line_q        <= lines_o[0] && !rst_i;
    line_rises_o  <= line_rises_o + 32'(lines_o[0] && !line_q);
    if (clear_i || rst_i) begin
      active_o      <= '0;
      adds_o        <= '0;
      starve_o      <= '0;
      hazard_o      <= '0;
      held_o        <= '0;
      zero_digits_o <= '0;
      drain_o       <= '0;
      drain_stall_o <= '0;
      pairs_o       <= '0;
      runs_o        <= '0;
      moved_o       <= '0;
      line_rises_o  <= '0;
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
      .NumH2c   (1),
      .NumC2h   (2),
      .H2cStream(4'b0001),
      .C2hStream(4'b0010),
      .Option   (WindowTable),
      .HoldDepth(HoldDepth)
  ) u_msm (
      .clk_i,
      .rst_i,
      .quiesce_i,
      .reg_i          ('{valid: reg_valid_i, write: reg_write_i, addr: reg_addr_i, wdata: reg_wdata_i}),
      .reg_o          ({reg_ready_o, reg_error_o, reg_rdata_o}),
      .port_i         ({points_valid, points, scalars_valid, scalars}),
      .port_ready_o   ({points_ready, scalars_ready}),
      // Nothing comes by the one, nothing goes by the other; results leave by the first that is a stream.
      .h2c_i          ('1),
      .h2c_ready_o    (h2c_ready),
      .c2h_o          ({result_valid, result, silent}),
      .c2h_ready_i    ({result_ready, 1'b1}),
      .events_o       (events),
      .lines_o,
      .moved_o        (moved),
      .busy_o
  );

  // What must stay silent in every test.
  always_ff @(posedge clk_i) begin
    if (h2c_ready || silent.valid || lines_o[3:1] != '0 || events[15:USER_MSM_EVENTS] != '0) begin
      $error("tb_fby_msm: a part of the socket that is not used is not silent");
    end
  end

endmodule
