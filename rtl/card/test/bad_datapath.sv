// SPDX-License-Identifier: Apache-2.0

/// A datapath in the socket of a card that owes the platform whatever a register of it says: stands where the generated module
/// has those of the card table.
///
/// Every register of its page is the one that says how it misbehaves, and reads 0xBAD0_0000 with the offset.
// Its name is that of the module it stands for.
/* verilator lint_off DECLFILENAME */
module fby_card_datapath
  import fby_axi_pkg::*;
  import fby_card_pkg::*;
#(
  parameter int unsigned Datapath    = 1,
  parameter int unsigned NumH2c      = 1,
  parameter int unsigned NumC2h      = 1,
  parameter bit [3:0]    H2cStream   = 4'b0000,
  parameter bit [3:0]    C2hStream   = 4'b0000,
  parameter int unsigned FifoEntries = 1024,
  parameter int unsigned Option      = 0,
  parameter int unsigned NumMemory   = 0,
  parameter int unsigned MemoryBytes = 0,
  parameter int unsigned MemoryPorts = NumMemory == 0 ? 1 : NumMemory
) (
  input  logic                             clk_i,
  input  logic                             rst_i,
  input  logic                             quiesce_i,
  output logic                             busy_o,
  output logic                             moved_o,
  input  fby_reg_pkg::reg_req_t            reg_i,
  output fby_reg_pkg::reg_rsp_t            reg_o,
  input  fby_reg_pkg::reg_store_t          store_i,
  output fby_reg_pkg::reg_store_rsp_t      store_o,
  input  axis_req_t [NUM_STREAM_PORTS-1:0] port_i,
  output logic      [NUM_STREAM_PORTS-1:0] port_ready_o,
  input  axis_req_t [NumH2c-1:0]           h2c_i,
  output logic      [NumH2c-1:0]           h2c_ready_o,
  output axis_req_t [NumC2h-1:0]           c2h_o,
  input  logic      [NumC2h-1:0]           c2h_ready_i,
  output logic [15:0][5:0]                 events_o,
  output logic [3:0]                       lines_o,
  output fby_mem_pkg::mem_to_t   [MemoryPorts-1:0] memory_o,
  input  fby_mem_pkg::mem_from_t [MemoryPorts-1:0] memory_i
);

  typedef struct packed {
    logic wild;    // gives data and events that nobody has caused, quiesced or not
    logic deaf;    // takes no data
    logic loud;    // raises every line
    logic busy;    // is never at rest
    logic twice;   // says for a while after each answer that it has another one
    logic silent;  // answers nothing any more
  } misdeeds_t;

  misdeeds_t  misdeeds_q;
  logic       done_q, mute_q;
  logic [3:0] again_q;

  always_ff @(posedge clk_i) begin
    done_q <= reg_i.valid && !done_q;
    if (reg_i.valid && !done_q && reg_i.write) misdeeds_q <= misdeeds_t'(reg_i.wdata[5:0]);
    again_q <= again_q - 4'(again_q != '0);
    if (done_q && misdeeds_q.twice) again_q <= '1;
    // The access that says so is still answered.
    if (!reg_i.valid) mute_q <= misdeeds_q.silent;
    if (rst_i) begin
      misdeeds_q <= '0;
      mute_q     <= 1'b0;
      done_q     <= 1'b0;
      again_q    <= '0;
    end
  end

  assign reg_o = '{
    ready: (done_q && !mute_q) || again_q != '0,
    error: again_q != '0,
    rdata: again_q != '0 ? 32'hFFFF_0000 : 32'hBAD0_0000 | 32'(reg_i.addr)
  };

  assign store_o      = '0;
  assign memory_o     = '0;
  assign busy_o       = misdeeds_q.busy || reg_i.valid;
  assign moved_o      = misdeeds_q.wild;
  assign lines_o      = {4{misdeeds_q.loud}};
  assign events_o     = misdeeds_q.wild ? '1 : '0;
  assign port_ready_o = {NUM_STREAM_PORTS{!misdeeds_q.deaf}};
  assign h2c_ready_o  = {NumH2c{!misdeeds_q.deaf}};

  always_comb begin
    for (int unsigned k = 0; k < NumC2h; k++) begin
      c2h_o[k] = '{beat: '{note: '0, data: {64{8'hEE}}, keep: '1, last: 1'b0}, valid: misdeeds_q.wild && C2hStream[k]};
    end
  end

  logic unused;
  assign unused = ^{
    quiesce_i, store_i, port_i, h2c_i, c2h_ready_i, memory_i,
    H2cStream, Datapath[0], FifoEntries[0], Option[0], MemoryBytes[0]
  };

endmodule
