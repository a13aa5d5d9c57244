// SPDX-License-Identifier: Apache-2.0
/// Registers of the MSM engine: runs, the window plan, and what software must know before it makes one.
///
/// Every access is answered in the cycle in which it is offered. A write to a register that only reports, or to none,
/// is an error and changes nothing; so is one to a table while a run is on, and a pass that the buckets have no room for.
module fby_msm_plan #(
    parameter int unsigned NumAdders   = 1,
    /// Buckets of each adder.
    parameter int unsigned NumBuckets  = 32768,
    /// Records of the memory; 0 without one.
    parameter int unsigned NumRecords  = 0,
    /// Banks of it; 0 without one.
    parameter int unsigned NumBanks    = 0,
    parameter int unsigned HoldDepth   = 16
) (
    input  logic                             clk_i,
    input  logic                             rst_i,
    input  fby_reg_pkg::reg_req_t            reg_i,
    output fby_reg_pkg::reg_rsp_t            reg_o,
    /// One-cycle pulse: queue this run; only while start_ready_i.
    output logic                             start_valid_o,
    output fby_msm_pkg::run_t                start_o,
    input  logic                             start_ready_i,
    /// Level: drop everything.
    output logic                             abort_o,
    /// Level: as ABORT for one cycle, then nothing is started; so what it has cut is cleared away and the core is at rest.
    input  logic                             quiesce_i,
    /// Plan: what holds for all runs, writes to the window table, and the row of the pass table that is asked for.
    output fby_msm_pkg::word_plan_t          word_plan_o,
    output fby_msm_pkg::window_write_t       window_write_o,
    input  logic [fby_msm_pkg::PASS_ROW_BITS-1:0] pass_row_i,
    output fby_msm_pkg::pass_row_t           pass_row_o,
    input  fby_msm_pkg::engine_state_t       state_i
);
  import fby_msm_pkg::*;
  import fby_regs_pkg::*;

  typedef logic [7:0][31:0] words_t;

  (* ram_style = "distributed" *) window_t   window_mem_q[WINDOW_ROWS];
  // A memory begins as zeros, so rows are kept as what differs from a row that was never written.
  localparam pass_row_t ResetRow = pass_row_t'(32'(USER_MSM_PASS_RESET));
  (* ram_style = "distributed" *) pass_row_t pass_mem_q[PASS_ROWS];
  words_t rho_q, recode_q;
  logic [COUNT_BITS-1:0] points_q, slot_q;
  mode_t mode_q;
  logic [6:0] passes_q;
  logic [7:0] cover_q;
  logic abort_q, quiesce_q, scalar_cut_q, memory_error_q;

  logic start_ready, wants_start, wants_abort, write_control, write_status, known, writable, refused, write;
  logic run_fits, pass_fits;
  logic [31:0] rdata, status;
  logic in_rho, in_recode, in_window, in_pass;
  logic [5:0] row;
  window_t window_written;
  pass_row_t pass_written;
  logic [9:0] windows;
  logic [39:0] buckets_written;
  logic pass_of_one, pass_has_windows, pass_has_adders;

  /// A register of an array, by the array's first offset and number of registers.
  function automatic logic in_array(input logic [15:0] addr, input logic [15:0] from, input int unsigned count);
    return addr >= from && addr < from + 16'(4 * count);
  endfunction

  assign in_rho    = in_array(reg_i.addr, USER_MSM_RHO_OFFSET, 8);
  assign in_recode = in_array(reg_i.addr, USER_MSM_RECODE_OFFSET, 8);
  assign in_window = in_array(reg_i.addr, USER_MSM_WINDOW_OFFSET, WINDOW_ROWS);
  assign in_pass   = in_array(reg_i.addr, USER_MSM_PASS_OFFSET, PASS_ROWS);
  // Each array begins at a multiple of its length.
  assign row       = reg_i.addr[7:2];

  always_comb begin
    status = '0;
    status[USER_MSM_STATUS_BUSY_LSB] = state_i.busy;
    status[USER_MSM_STATUS_START_READY_LSB] = start_ready;
    status[USER_MSM_STATUS_REDUCING_LSB] = state_i.reducing;
    status[USER_MSM_STATUS_SCALAR_CUT_LSB] = scalar_cut_q;
    status[USER_MSM_STATUS_MEMORY_ERROR_LSB] = memory_error_q;
    status[USER_MSM_STATUS_PASS_LSB+:USER_MSM_STATUS_PASS_WIDTH] = state_i.passes_done;
    status[USER_MSM_STATUS_RUNS_DONE_LSB+:USER_MSM_STATUS_RUNS_DONE_WIDTH] = state_i.runs_done;
  end

  always_comb begin
    known    = 1'b1;
    writable = 1'b1;
    rdata    = '0;
    case (reg_i.addr)
      USER_MSM_CONTROL_OFFSET: rdata[USER_MSM_CONTROL_ABORT_LSB] = abort_q;
      USER_MSM_STATUS_OFFSET:  rdata = status;
      USER_MSM_POINTS_OFFSET:  rdata = points_q;
      USER_MSM_SLOT_OFFSET:    rdata = slot_q;
      USER_MSM_MODE_OFFSET:    rdata = 32'(mode_q);
      USER_MSM_PASSES_OFFSET:  rdata = 32'(passes_q);
      USER_MSM_COVER_OFFSET: begin
        rdata    = 32'(cover_q);
        writable = !state_i.busy;
      end
      USER_MSM_GEOMETRY_OFFSET: begin
        rdata = {4'd0, 4'(NumBanks), 8'(HoldDepth), 12'(fby_fq_pkg::EC_ADD_LATENCY), 4'(NumAdders)};
        writable = 1'b0;
      end
      USER_MSM_BUCKETS_OFFSET: begin
        rdata    = 32'(NumBuckets);
        writable = 1'b0;
      end
      USER_MSM_RECORDS_OFFSET: begin
        rdata    = 32'(NumRecords);
        writable = 1'b0;
      end
      default: begin
        known = in_rho || in_recode || in_window || in_pass;
        if (in_rho) rdata = rho_q[row[2:0]];
        else if (in_recode) begin
          rdata    = recode_q[row[2:0]];
          writable = !state_i.busy;
        end else if (in_window) begin
          rdata    = 32'(window_mem_q[row]);
          writable = !state_i.busy;
        end else if (in_pass) begin
          rdata    = 32'(pass_mem_q[row] ^ ResetRow);
          writable = !state_i.busy && pass_fits;
        end
      end
    endcase
  end

  // Windows of a pass, each with its buckets, one after the other. A window alone may have more numbers than there are buckets:
  // the largest digit of the top window is no power of two.
  assign window_written = window_t'(reg_i.wdata[$bits(window_t)-1:0]);
  assign pass_written   = pass_row_t'(reg_i.wdata[$bits(pass_row_t)-1:0]);
  assign pass_fits      = pass_written.lane.weight_bits <= pass_written.lane.bucket_bits
                        && 32'(pass_written.lane.bucket_bits) <= BUCKET_BITS
                        && (pass_of_one || buckets_written <= 40'(NumBuckets)) && pass_has_windows && pass_has_adders;

  assign buckets_written = (40'(pass_written.lane.last) + 40'd1) << pass_written.lane.bucket_bits;
  assign pass_of_one     = pass_written.lane.last == '0
                        && pass_written.lane.weight_bits == pass_written.lane.bucket_bits
                        && 32'(pass_written.lane.bucket_bits) == $clog2(NumBuckets);

  // Those of all its adders, which have the same ones in a split pass; beyond the table there is none.
  assign windows          = (10'(pass_written.lane.last) + 10'd1)
                          * (pass_written.split ? 10'd1 : 10'(pass_written.adders));
  assign pass_has_windows = 10'(pass_written.lane.first) + windows <= 10'(WINDOW_ROWS);
  // The first pass has its records from a stream, and a share that no adder has would be nobody's.
  assign pass_has_adders  = pass_written.split ? row != '0 && NumRecords != 0 && 32'(pass_written.adders) == NumAdders
                                               : pass_written.adders != '0 && 32'(pass_written.adders) <= NumAdders;

  // More than one pass, and points that are there already, want the memory and room in it. Points that are there already are
  // not brought.
  assign run_fits = (passes_q == 7'd1 && !mode_q.resident)
                  || (36'(slot_q) * 36'(NumBanks) + 36'(points_q) <= 36'(NumRecords) && NumRecords != 0
                      && 32'(passes_q) <= PASS_ROWS && !(passes_q == '0 && mode_q.resident));

  assign write_control = reg_i.valid && reg_i.write && reg_i.addr == USER_MSM_CONTROL_OFFSET;
  assign write_status  = reg_i.valid && reg_i.write && reg_i.addr == USER_MSM_STATUS_OFFSET;
  assign wants_start   = write_control && reg_i.wdata[USER_MSM_CONTROL_START_LSB];
  assign wants_abort   = write_control && reg_i.wdata[USER_MSM_CONTROL_ABORT_LSB];
  // A start in the write that raises ABORT would be dropped at once; better to refuse it.
  assign start_ready   = start_ready_i && !quiesce_i;
  assign start_valid_o = wants_start && start_ready && !wants_abort && run_fits;
  assign abort_o       = abort_q || (quiesce_i && !quiesce_q);
  assign refused       = !known || (reg_i.write && (!writable || (wants_start && !start_valid_o)));
  assign write         = reg_i.valid && reg_i.write && !refused;

  assign reg_o.ready   = reg_i.valid;
  assign reg_o.error   = reg_i.valid && refused;
  assign reg_o.rdata   = rdata;

  assign start_o = '{
          points: points_q,
          slot: slot_q,
          passes: passes_q,
          mode: mode_q,
          rho: ORDER_BITS'(rho_q)
      };

  assign word_plan_o    = '{cover_bits: cover_q, recode: recode_q};
  assign window_write_o = '{valid: write && in_window, row: row, window: window_written};
  assign pass_row_o     = pass_mem_q[pass_row_i] ^ ResetRow;

  always_ff @(posedge clk_i) begin
    if (write && in_window) window_mem_q[row] <= window_written;
    if (write && in_pass) pass_mem_q[row] <= pass_written ^ ResetRow;
  end

  always_ff @(posedge clk_i) begin
    quiesce_q <= quiesce_i;
    if (write_control) abort_q <= wants_abort;
    if (write) begin
      case (reg_i.addr)
        USER_MSM_POINTS_OFFSET: points_q <= reg_i.wdata;
        USER_MSM_SLOT_OFFSET:   slot_q <= reg_i.wdata;
        USER_MSM_MODE_OFFSET:   mode_q <= mode_t'(reg_i.wdata[$bits(mode_t)-1:0]);
        USER_MSM_PASSES_OFFSET: passes_q <= reg_i.wdata[6:0];
        USER_MSM_COVER_OFFSET:  cover_q <= reg_i.wdata[7:0];
        default: begin
          if (in_rho) rho_q[row[2:0]] <= reg_i.wdata;
          if (in_recode) recode_q[row[2:0]] <= reg_i.wdata;
        end
      endcase
    end
    // What happens in the cycle of the write is not forgotten.
    if (state_i.scalar_cut) scalar_cut_q <= 1'b1;
    else if (write_status && reg_i.wdata[USER_MSM_STATUS_SCALAR_CUT_LSB]) scalar_cut_q <= 1'b0;
    if (state_i.memory_error) memory_error_q <= 1'b1;
    else if (write_status && reg_i.wdata[USER_MSM_STATUS_MEMORY_ERROR_LSB]) memory_error_q <= 1'b0;
    if (rst_i || abort_o) begin
      scalar_cut_q   <= 1'b0;
      memory_error_q <= 1'b0;
    end
    if (rst_i) begin
      abort_q   <= 1'b0;
      quiesce_q <= 1'b0;
      points_q  <= '0;
      slot_q    <= '0;
      mode_q    <= '0;
      passes_q  <= '0;
      cover_q   <= '0;
      rho_q     <= '0;
      recode_q  <= '0;
    end
  end

  wire unused = &{1'b0, rho_q[7][31:29]};

endmodule
