// SPDX-License-Identifier: Apache-2.0
/// Registers of the sink. Every access is answered in the cycle in which it is offered; a write to what cannot be written, a start
/// that is refused and a hole are errors and change nothing.
module fby_sink_regs #(
  /// Streams that there could be.
  parameter int unsigned           NumStreams = 2,
  /// Those that there are.
  parameter bit [NumStreams-1:0]   Present    = '1
) (
  input  logic                        clk_i,
  input  logic                        rst_i,
  input  fby_reg_pkg::reg_req_t       reg_i,
  output fby_reg_pkg::reg_rsp_t       reg_o,
  /// Nothing is begun.
  input  logic                        quiesce_i,
  /// One-cycle pulse: begin a run.
  output logic                        start_o,
  output logic [31:0]                 steps_o,
  output logic [16:0]                 rate_o,
  output logic [NumStreams-1:0][15:0] pairing_o,
  /// A run is on.
  input  logic                        run_i,
  input  logic [31:0]                 steps_done_i
);
  import fby_regs_pkg::*;

  localparam logic [16:0] FullRate = USER_SINK_RATE_RESET[16:0];

  logic [31:0]                 steps_q;
  logic [16:0]                 rate_q;
  logic [NumStreams-1:0][15:0] pairing_q;

  // Which stream's pairing, if it is one.
  logic [15:0]           offset;
  logic [NumStreams-1:0] selected;
  logic [15:0]           pairing;
  assign offset = reg_i.addr - USER_SINK_PAIRING_OFFSET;
  always_comb begin
    pairing = '0;
    for (int unsigned k = 0; k < NumStreams; k++) begin
      selected[k] = Present[k] && offset == 16'(k * USER_SINK_PAIRING_STRIDE);
      if (selected[k]) pairing = pairing_q[k];
    end
  end

  logic        known, writable;
  logic [31:0] value;
  always_comb begin
    known    = 1'b1;
    writable = 1'b1;
    value    = '0;
    case (reg_i.addr)
      USER_SINK_CONTROL_OFFSET: writable = !reg_i.wdata[USER_SINK_CONTROL_START_LSB] || start_o;
      USER_SINK_STATUS_OFFSET: begin
        writable = 1'b0;
        value    = 32'(run_i) << USER_SINK_STATUS_BUSY_LSB;
      end
      USER_SINK_STEPS_OFFSET: value = steps_q;
      USER_SINK_STEPS_DONE_OFFSET: begin
        writable = 1'b0;
        value    = steps_done_i;
      end
      USER_SINK_RATE_OFFSET: value = 32'(rate_q);
      default: begin
        known    = selected != '0;
        writable = !run_i;
        value    = 32'(pairing);
      end
    endcase
  end

  logic write;
  assign write = reg_i.valid && reg_i.write && known;

  assign start_o = write && reg_i.addr == USER_SINK_CONTROL_OFFSET && reg_i.wdata[USER_SINK_CONTROL_START_LSB] &&
                   !run_i && !quiesce_i && steps_q != '0 && pairing_q != '0;

  always_ff @(posedge clk_i) begin
    if (write && reg_i.addr == USER_SINK_STEPS_OFFSET) steps_q <= reg_i.wdata;
    if (write && reg_i.addr == USER_SINK_RATE_OFFSET) begin
      rate_q <= reg_i.wdata[16:0] > FullRate ? FullRate : reg_i.wdata[16:0];
    end
    for (int unsigned k = 0; k < NumStreams; k++) begin
      if (write && writable && selected[k]) pairing_q[k] <= reg_i.wdata[15:0];
    end
    if (rst_i) begin
      steps_q   <= '0;
      rate_q    <= FullRate;
      pairing_q <= '0;
    end
  end

  logic refused;
  assign refused = !known || (reg_i.write && !writable);
  assign reg_o = '{ready: reg_i.valid, error: refused, rdata: refused || reg_i.write ? '0 : value};
  assign steps_o   = steps_q;
  assign rate_o    = rate_q;
  assign pairing_o = pairing_q;

endmodule
