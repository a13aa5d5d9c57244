// SPDX-License-Identifier: Apache-2.0
/// The MSM core's registers: run control and the geometry that software reads before it does anything.
///
/// Every access is answered in the cycle in which it is offered. A write to a register that only reports, or to none,
/// is an error and changes nothing. Of STATUS, writing 1 clears SCALAR_CUT.
module fby_msm_regs #(
    /// Window table of fby_msm_pkg.
    parameter int unsigned WindowTable  = 0,
    parameter int unsigned AdderLatency = 120,
    parameter int unsigned HoldDepth    = 16
) (
    input  logic                               clk_i,
    input  logic                               rst_i,
    input  fby_reg_pkg::reg_req_t              reg_i,
    output fby_reg_pkg::reg_rsp_t              reg_o,
    /// One-cycle pulse: queue a run of start_points_o pairs; only while start_ready_i.
    output logic                               start_valid_o,
    output logic [fby_msm_pkg::COUNT_BITS-1:0] start_points_o,
    input  logic                               start_ready_i,
    /// Level: drop everything.
    output logic                               abort_o,
    /// Level: as ABORT for one cycle, then nothing is started; so what it has cut is cleared away and the core is at rest.
    input  logic                               quiesce_i,
    input  logic                               busy_i,
    input  logic                               draining_i,
    input  logic [15:0]                        runs_done_i,
    /// One-cycle pulse: a scalar was wider than the windows.
    input  logic                               scalar_cut_i
);
  import fby_msm_pkg::*;
  import fby_regs_pkg::*;

  // Geometry as register words, indexed by window.
  logic [MAX_WINDOWS-1:0][31:0] window_bits_words, window_base_words;

  logic [COUNT_BITS-1:0] points_q;
  logic abort_q, quiesce_q, scalar_cut_q, start_ready;
  logic write_control, write_status, write_points, wants_start, wants_abort;
  logic known, refused;
  logic [31:0] rdata, status;
  logic [15:0] bits_offset, base_offset;
  logic [4:0] bits_index, base_index;

  for (genvar w = 0; w < MAX_WINDOWS; w++) begin : gen_geometry
    assign window_bits_words[w] = 32'(window_bits(WindowTable, w));
    assign window_base_words[w] = 32'(window_base(WindowTable, w));
  end

  assign bits_offset = reg_i.addr - USER_MSM_WINDOW_BITS_OFFSET;
  assign base_offset = reg_i.addr - USER_MSM_WINDOW_BASE_OFFSET;
  assign bits_index  = bits_offset[6:2];
  assign base_index  = base_offset[6:2];

  always_comb begin
    status = '0;
    status[USER_MSM_STATUS_BUSY_LSB] = busy_i;
    status[USER_MSM_STATUS_START_READY_LSB] = start_ready;
    status[USER_MSM_STATUS_DRAINING_LSB] = draining_i;
    status[USER_MSM_STATUS_SCALAR_CUT_LSB] = scalar_cut_q;
    status[USER_MSM_STATUS_RUNS_DONE_LSB+:USER_MSM_STATUS_RUNS_DONE_WIDTH] = runs_done_i;
  end

  always_comb begin
    known = 1'b1;
    rdata = '0;
    case (reg_i.addr)
      USER_MSM_CONTROL_OFFSET:       rdata[USER_MSM_CONTROL_ABORT_LSB] = abort_q;
      USER_MSM_STATUS_OFFSET:        rdata = status;
      USER_MSM_POINTS_OFFSET:        rdata = points_q;
      USER_MSM_NUM_WINDOWS_OFFSET:   rdata = 32'(num_windows(WindowTable));
      USER_MSM_NUM_BUCKETS_OFFSET:   rdata = 32'(num_buckets(WindowTable));
      USER_MSM_ADDER_LATENCY_OFFSET: rdata = 32'(AdderLatency);
      USER_MSM_HOLD_DEPTH_OFFSET:    rdata = 32'(HoldDepth);
      USER_MSM_SCALAR_BITS_OFFSET:   rdata = 32'(scalar_bits(WindowTable));
      default: begin
        if (bits_offset < 16'(4 * MAX_WINDOWS)) rdata = window_bits_words[bits_index];
        else if (base_offset < 16'(4 * MAX_WINDOWS)) rdata = window_base_words[base_index];
        else known = 1'b0;
      end
    endcase
  end

  assign write_control  = reg_i.valid && reg_i.write && (reg_i.addr == USER_MSM_CONTROL_OFFSET);
  assign write_status   = reg_i.valid && reg_i.write && (reg_i.addr == USER_MSM_STATUS_OFFSET);
  assign write_points   = reg_i.valid && reg_i.write && (reg_i.addr == USER_MSM_POINTS_OFFSET);
  assign wants_start    = write_control && reg_i.wdata[USER_MSM_CONTROL_START_LSB];
  assign wants_abort    = write_control && reg_i.wdata[USER_MSM_CONTROL_ABORT_LSB];
  // A start in the write that raises ABORT would be dropped at once; better to refuse it.
  assign start_ready    = start_ready_i && !quiesce_i;
  assign start_valid_o  = wants_start && start_ready && !wants_abort;
  assign start_points_o = points_q;
  assign abort_o        = abort_q || (quiesce_i && !quiesce_q);

  assign refused = reg_i.write ? !(write_control || write_status || write_points) || (wants_start && !start_valid_o)
                               : !known;

  assign reg_o.ready    = reg_i.valid;
  assign reg_o.error    = reg_i.valid && refused;
  assign reg_o.rdata    = rdata;

  always_ff @(posedge clk_i) begin
    quiesce_q <= quiesce_i;
    if (write_control) abort_q <= wants_abort;
    if (write_points) points_q <= reg_i.wdata;
    // A scalar that is cut in the cycle of the write is not forgotten.
    if (scalar_cut_i) scalar_cut_q <= 1'b1;
    else if (write_status && reg_i.wdata[USER_MSM_STATUS_SCALAR_CUT_LSB]) scalar_cut_q <= 1'b0;
    if (rst_i || abort_o) scalar_cut_q <= 1'b0;
    if (rst_i) begin
      abort_q   <= 1'b0;
      quiesce_q <= 1'b0;
      points_q  <= '0;
    end
  end

  wire unused_low = &{1'b0, bits_offset[1:0], base_offset[1:0]};

endmodule
