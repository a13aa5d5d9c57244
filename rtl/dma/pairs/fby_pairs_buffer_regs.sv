// SPDX-License-Identifier: Apache-2.0

/// Registers beyond those of the channel: what a buffer is, what the last one was, where records go.
///
/// Towards the card a stream says nothing beside its bytes: there is no time and no loss to tell, and a buffer is a packet.
module fby_pairs_buffer_regs
  import fby_reg_pkg::*;
  import fby_regs_pkg::*;
  import fby_pairs_pkg::*;
#(
  /// The stream goes to the host.
  parameter bit C2h = 1'b1
) (
  input  logic        clk_i,
  input  logic        rst_i,
  /// An access, valid for one cycle.
  input  reg_req_t    reg_i,
  output logic        known_o,
  output logic        refused_o,
  output logic [31:0] rdata_o,
  /// Put every register back.
  input  logic        clear_i,
  input  logic        halted_i,
  /// What a buffer is.
  output logic        cut_o,
  output logic        through_o,
  output logic        records_o,
  output logic [63:0] ring_o,
  output logic [3:0]  log2_o,
  /// A buffer is finished, and what it was; how many were before it.
  input  logic        finished_i,
  input  finished_t   last_i,
  output logic [31:0] sequence_o
);

  localparam logic [31:0] ModeBits = USER_S2MM_MODE_RECORDS_MASK |
                                     (C2h ? USER_S2MM_MODE_CUT_MASK | USER_S2MM_MODE_THROUGH_MASK : '0);

  logic [31:0] mode_q, sequence_q;
  logic [63:0] ring_q;
  logic [3:0]  log2_q;
  finished_t   last_q;
  logic        sets, fixed, write;

  assign cut_o      = (mode_q & USER_S2MM_MODE_CUT_MASK) != '0;
  assign through_o  = (mode_q & USER_S2MM_MODE_THROUGH_MASK) != '0;
  assign records_o  = (mode_q & USER_S2MM_MODE_RECORDS_MASK) != '0;
  assign ring_o     = ring_q;
  assign log2_o     = log2_q;
  assign sequence_o = sequence_q;

  always_comb begin
    known_o = 1'b1;
    sets    = 1'b0;
    fixed   = 1'b0;
    rdata_o = '0;
    unique case (reg_i.addr)
      USER_S2MM_MODE_OFFSET:      begin rdata_o = mode_q;        sets = 1'b1; end
      USER_S2MM_RING_LO_OFFSET:   begin rdata_o = ring_q[31:0];  sets = 1'b1; end
      USER_S2MM_RING_HI_OFFSET:   begin rdata_o = ring_q[63:32]; sets = 1'b1; end
      USER_S2MM_RING_SIZE_OFFSET: begin rdata_o = 32'(log2_q);   sets = 1'b1; end
      USER_S2MM_STAMP_LO_OFFSET:  begin rdata_o = last_q.rsp.note.stamp[31:0];  fixed = 1'b1; known_o = C2h; end
      USER_S2MM_STAMP_HI_OFFSET:  begin rdata_o = last_q.rsp.note.stamp[63:32]; fixed = 1'b1; known_o = C2h; end
      USER_S2MM_LOST_LO_OFFSET:   begin rdata_o = last_q.rsp.note.lost[31:0];   fixed = 1'b1; known_o = C2h; end
      USER_S2MM_LOST_HI_OFFSET: begin
        rdata_o = 32'(last_q.rsp.note.lost[47:32]) | (last_q.rsp.eop ? USER_S2MM_LOST_HI_EOP_MASK : '0) |
                  (last_q.rsp.note.eob ? USER_S2MM_LOST_HI_EOB_MASK : '0) |
                  (last_q.rsp.note.cut ? USER_S2MM_LOST_HI_OVERRUN_MASK : '0) |
                  (last_q.stopped ? USER_S2MM_LOST_HI_STOPPED_MASK : '0);
        fixed   = 1'b1;
      end
      USER_S2MM_SEQUENCE_OFFSET:  begin rdata_o = sequence_q; fixed = 1'b1; end
      default: known_o = 1'b0;
    endcase
  end

  // While it runs, a record may be on its way.
  assign refused_o = reg_i.write && (fixed || (sets && !halted_i));
  assign write     = reg_i.valid && reg_i.write && sets && halted_i;

  always_ff @(posedge clk_i) begin
    if (rst_i || clear_i) begin
      mode_q     <= '0;
      ring_q     <= '0;
      log2_q     <= '0;
      last_q     <= '0;
      sequence_q <= '0;
    end else begin
      if (write) begin
        unique case (reg_i.addr)
          USER_S2MM_MODE_OFFSET:    mode_q        <= reg_i.wdata & ModeBits;
          USER_S2MM_RING_LO_OFFSET: ring_q[31:0]  <= {reg_i.wdata[31:5], 5'd0};
          USER_S2MM_RING_HI_OFFSET: ring_q[63:32] <= reg_i.wdata;
          default:                  log2_q        <= reg_i.wdata[3:0];
        endcase
      end
      if (finished_i) begin
        last_q     <= last_i;
        sequence_q <= sequence_q + 32'd1;
      end
    end
  end

  logic unused;
  assign unused = &{1'b0, last_q.pair, last_q.rsp.cause, last_q.rsp.bad_addr, last_q.rsp.bytes};

endmodule
