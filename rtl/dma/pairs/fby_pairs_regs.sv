// SPDX-License-Identifier: Apache-2.0

/// Registers of an AXI DMA channel in direct-register mode (Xilinx PG021), and those by which further pairs are armed.
///
/// Both channels have them at the same distances, from Base on; the further ones are at one place in both pages. They answer in the
/// cycle in which they are asked; whoever has more registers in the page answers for what is not known here.
module fby_pairs_regs
  import fby_reg_pkg::*;
  import fby_regs_pkg::*;
  import fby_pairs_pkg::*;
#(
  /// The stream goes to the host: LENGTH tells what was moved, never what was asked for.
  parameter bit          C2h  = 1'b1,
  /// Where the channel's registers begin.
  parameter logic [15:0] Base = USER_S2MM_DMACR_OFFSET
) (
  input  logic                    clk_i,
  input  logic                    rst_i,
  /// Level: come to rest and stay there.
  input  logic                    quiesce_i,
  /// An access, valid for one cycle.
  input  reg_req_t                reg_i,
  output logic                    known_o,
  output logic                    refused_o,
  output logic [31:0]             rdata_o,
  /// To the run control; see there.
  output logic                    rs_o,
  output logic                    keyhole_o,
  input  logic                    run_i,
  input  logic                    halted_i,
  input  logic                    finished_i,
  input  logic                    good_i,
  input  logic                    failed_i,
  input  errors_t                 errors_i,
  /// Bytes of the pair that is finished in this cycle.
  input  logic [LENGTH_BITS-1:0]  bytes_i,
  /// Pairs to arm.
  output logic                    push_o,
  output pair_t                   pair_o,
  input  logic                    room_i,
  input  logic [COUNT_BITS-1:0]   count_i,
  /// Put every register back: the reset that was asked for.
  output logic                    clear_o,
  /// Interrupt line, level.
  output logic                    line_o
);

  // Distances of the channel's registers, alike in both directions.
  localparam logic [15:0] Control = USER_S2MM_DMACR_OFFSET - USER_S2MM_DMACR_OFFSET;
  localparam logic [15:0] Status  = USER_S2MM_DMASR_OFFSET - USER_S2MM_DMACR_OFFSET;
  localparam logic [15:0] AddrLo  = USER_S2MM_DA_OFFSET - USER_S2MM_DMACR_OFFSET;
  localparam logic [15:0] AddrHi  = USER_S2MM_DA_MSB_OFFSET - USER_S2MM_DMACR_OFFSET;
  localparam logic [15:0] Length  = USER_S2MM_LENGTH_OFFSET - USER_S2MM_DMACR_OFFSET;
  // The core's registers end here.
  localparam logic [15:0] CoreEnd = 16'h60;
  // What of the control register is kept as written.
  localparam logic [31:0] Kept = USER_S2MM_DMACR_KEYHOLE_MASK | USER_S2MM_DMACR_IOC_IRQ_EN_MASK |
                                 USER_S2MM_DMACR_DLY_IRQ_EN_MASK | USER_S2MM_DMACR_ERR_IRQ_EN_MASK |
                                 USER_S2MM_DMACR_IRQ_THRESHOLD_MASK | USER_S2MM_DMACR_IRQ_DELAY_MASK;
  localparam logic [31:0] KeptReset = USER_S2MM_DMACR_RESET & Kept;

  logic                   rs_q, resetting_q, idle_q, ioc_q, err_q, halted_q;
  logic [31:0]            kept_q;
  errors_t                errors_q;
  logic [63:0]            addr_q, next_q;
  logic [LENGTH_BITS-1:0] bytes_q;
  logic [15:0]            refused_q;
  logic                   write, starts, arms, may_start, may_arm, has_bytes, resets;
  logic [15:0]            at;

  assign at    = reg_i.addr - Base;
  assign write = reg_i.valid && reg_i.write;

  // ---- pairs ----

  assign has_bytes = reg_i.wdata[LENGTH_BITS-1:0] != '0;
  assign starts    = write && at == Length;
  assign arms      = write && reg_i.addr == USER_S2MM_NEXT_LENGTH_OFFSET;
  assign may_start = run_i && count_i == '0 && has_bytes;
  assign may_arm   = run_i && room_i && has_bytes;
  assign push_o    = (starts && may_start) || (arms && may_arm);
  assign pair_o    = '{addr: starts ? addr_q : next_q, len: reg_i.wdata[LENGTH_BITS-1:0]};

  // ---- what is read ----

  always_comb begin
    known_o   = 1'b1;
    refused_o = arms && !may_arm;
    rdata_o   = '0;
    unique case (1'b1)
      at == Control: rdata_o = kept_q | USER_S2MM_DMACR_FIXED_MASK | (rs_q ? USER_S2MM_DMACR_RS_MASK : '0) |
                               (resetting_q ? USER_S2MM_DMACR_SOFT_RESET_MASK : '0);
      // With an error behind it the two are seen at once.
      at == Status:  rdata_o = (halted_q ? USER_S2MM_DMASR_HALTED_MASK : '0) |
                               (idle_q && run_i ? USER_S2MM_DMASR_IDLE_MASK : '0) |
                               (errors_q.internal ? USER_S2MM_DMASR_INT_ERR_MASK : '0) |
                               (errors_q.slave ? USER_S2MM_DMASR_SLV_ERR_MASK : '0) |
                               (errors_q.decode ? USER_S2MM_DMASR_DEC_ERR_MASK : '0) |
                               (ioc_q ? USER_S2MM_DMASR_IOC_IRQ_MASK : '0) |
                               (err_q ? USER_S2MM_DMASR_ERR_IRQ_MASK : '0) |
                               (kept_q & (USER_S2MM_DMASR_IRQ_THRESHOLD_MASK | USER_S2MM_DMASR_IRQ_DELAY_MASK));
      at == AddrLo:  rdata_o = addr_q[31:0];
      at == AddrHi:  rdata_o = addr_q[63:32];
      at == Length:  rdata_o = 32'(bytes_q);
      reg_i.addr == USER_S2MM_CAPS_OFFSET:        rdata_o = USER_S2MM_CAPS_RESET;
      reg_i.addr == USER_S2MM_ARMED_OFFSET:
        rdata_o = (32'(count_i) << USER_S2MM_ARMED_PAIRS_LSB) | (32'(refused_q) << USER_S2MM_ARMED_REFUSED_LSB);
      reg_i.addr == USER_S2MM_NEXT_DA_OFFSET:     rdata_o = next_q[31:0];
      reg_i.addr == USER_S2MM_NEXT_DA_MSB_OFFSET: rdata_o = next_q[63:32];
      reg_i.addr == USER_S2MM_NEXT_LENGTH_OFFSET: rdata_o = '0;
      // The core has nothing there, and says nothing of it.
      default: known_o = reg_i.addr < CoreEnd;
    endcase
    if (reg_i.write && (reg_i.addr == USER_S2MM_CAPS_OFFSET || reg_i.addr == USER_S2MM_ARMED_OFFSET)) refused_o = 1'b1;
  end

  // ---- what is kept ----

  assign rs_o      = rs_q && !quiesce_i;
  assign keyhole_o = (kept_q & USER_S2MM_DMACR_KEYHOLE_MASK) != '0;
  assign resets    = write && at == Control && (reg_i.wdata & USER_S2MM_DMACR_SOFT_RESET_MASK) != '0;
  // All that was under way is over in the cycle before.
  assign clear_o   = resetting_q && halted_i && !rs_q;
  assign line_o    = (ioc_q && (kept_q & USER_S2MM_DMACR_IOC_IRQ_EN_MASK) != '0) ||
                     (err_q && (kept_q & USER_S2MM_DMACR_ERR_IRQ_EN_MASK) != '0);

  always_ff @(posedge clk_i) begin
    halted_q <= rst_i || halted_i;
    if (rst_i || clear_o) begin
      rs_q        <= 1'b0;
      resetting_q <= 1'b0;
      idle_q      <= 1'b0;
      ioc_q       <= 1'b0;
      err_q       <= 1'b0;
      kept_q      <= KeptReset;
      errors_q    <= '0;
      addr_q      <= '0;
      next_q      <= '0;
      bytes_q     <= '0;
      refused_q   <= '0;
    end else begin
      if (write && !resetting_q) begin
        unique case (1'b1)
          at == Control: begin
            rs_q   <= (reg_i.wdata & USER_S2MM_DMACR_RS_MASK) != '0 && errors_q == '0;
            kept_q <= reg_i.wdata & Kept;
          end
          at == Status: begin
            if ((reg_i.wdata & USER_S2MM_DMASR_IOC_IRQ_MASK) != '0) ioc_q <= 1'b0;
            if ((reg_i.wdata & USER_S2MM_DMASR_ERR_IRQ_MASK) != '0) err_q <= 1'b0;
          end
          at == AddrLo: addr_q[31:0]  <= reg_i.wdata;
          at == AddrHi: addr_q[63:32] <= reg_i.wdata;
          reg_i.addr == USER_S2MM_NEXT_DA_OFFSET:     next_q[31:0]  <= reg_i.wdata;
          reg_i.addr == USER_S2MM_NEXT_DA_MSB_OFFSET: next_q[63:32] <= reg_i.wdata;
          default: ;
        endcase
      end
      if (resets) resetting_q <= 1'b1;
      if ((resets || resetting_q) || quiesce_i || failed_i) rs_q <= 1'b0;
      errors_q <= errors_t'(errors_q | errors_i);
      // The transfer was finished, and none is armed behind it.
      if (push_o || halted_i) idle_q <= 1'b0;
      else if (finished_i && count_i == '0) idle_q <= 1'b1;
      if (!C2h && starts && push_o) bytes_q <= pair_o.len;
      if (finished_i) begin
        bytes_q <= bytes_i;
        // What ends while it is acknowledged is not lost.
        if (good_i) ioc_q <= 1'b1;
      end
      // With an error it is told when all has come to rest.
      if (halted_i && !halted_q && errors_q != '0) err_q <= 1'b1;
      if (((starts && !may_start) || (arms && !may_arm)) && refused_q != '1) refused_q <= refused_q + 16'd1;
    end
  end

endmodule
