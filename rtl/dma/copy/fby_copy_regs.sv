// SPDX-License-Identifier: Apache-2.0

/// Registers of the copy front end. They answer in the cycle after they were asked, whatever the copy does.
module fby_copy_regs
  import fby_reg_pkg::*;
  import fby_regs_pkg::*;
  import fby_copy_pkg::*;
(
  input  logic      clk_i,
  input  logic      rst_i,
  input  reg_req_t  reg_i,
  output reg_rsp_t  reg_o,
  /// A copy may not begin: one is under way, or the front end is to be at rest.
  input  logic      refuse_i,
  input  logic      busy_i,
  /// What the registers say.
  output copy_job_t job_o,
  /// One cycle each.
  output logic      go_o,
  output logic      abort_o,
  /// The copy has ended, and how.
  input  logic      end_i,
  input  copy_end_t end_info_i,
  /// A copy has ended and nobody has cleared it.
  output logic      done_o
);

  logic        take, write, control, done_q, error_q, known, fixed, refused, ended_q;
  logic [31:0] rdata, rdata_q;
  copy_job_t   job_q;
  copy_end_t   last_q;

  assign take    = reg_i.valid && !done_q;
  assign write   = take && reg_i.write;
  assign control = reg_i.addr == USER_COPY_CONTROL_OFFSET;
  assign refused = control && (reg_i.wdata & USER_COPY_CONTROL_GO_MASK) != '0 && refuse_i;
  assign go_o    = write && control && (reg_i.wdata & USER_COPY_CONTROL_GO_MASK) != '0 && !refuse_i;
  assign abort_o = write && control && (reg_i.wdata & USER_COPY_CONTROL_ABORT_MASK) != '0;

  always_comb begin
    rdata = '0;
    known = 1'b1;
    fixed = 1'b0;
    unique case (reg_i.addr)
      USER_COPY_SRC_LO_OFFSET:  rdata = job_q.src[31:0];
      USER_COPY_SRC_HI_OFFSET:  rdata = job_q.src[63:32];
      USER_COPY_DST_LO_OFFSET:  rdata = job_q.dst[31:0];
      USER_COPY_DST_HI_OFFSET:  rdata = job_q.dst[63:32];
      USER_COPY_LENGTH_OFFSET:  rdata = job_q.bytes;
      USER_COPY_SPACES_OFFSET:  rdata = (job_q.src_card ? USER_COPY_SPACES_SRC_CARD_MASK : '0) |
                                   (job_q.dst_card ? USER_COPY_SPACES_DST_CARD_MASK : '0);
      USER_COPY_CONTROL_OFFSET: rdata = '0;
      USER_COPY_STATUS_OFFSET:  rdata = (busy_i ? USER_COPY_STATUS_BUSY_MASK : '0) |
                                   (ended_q ? USER_COPY_STATUS_DONE_MASK : '0) |
                                   (32'(last_q.cause) << USER_COPY_STATUS_CAUSE_LSB);
      USER_COPY_BAD_LO_OFFSET: begin rdata = last_q.bad_addr[31:0];  fixed = 1'b1; end
      USER_COPY_BAD_HI_OFFSET: begin rdata = last_q.bad_addr[63:32]; fixed = 1'b1; end
      USER_COPY_MOVED_OFFSET:  begin rdata = 32'(last_q.moved);      fixed = 1'b1; end
      default:             known = 1'b0;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) done_q <= 1'b0;
    else       done_q <= take;
    rdata_q <= reg_i.write ? '0 : rdata;
    error_q <= !known || (reg_i.write && (fixed || refused));
  end

  assign reg_o  = '{ready: done_q, error: error_q, rdata: rdata_q};
  assign job_o  = job_q;
  assign done_o = ended_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      job_q   <= '0;
      last_q  <= '0;
      ended_q <= 1'b0;
    end else begin
      if (write) begin
        unique case (reg_i.addr)
          USER_COPY_SRC_LO_OFFSET: job_q.src[31:0]  <= reg_i.wdata;
          USER_COPY_SRC_HI_OFFSET: job_q.src[63:32] <= reg_i.wdata;
          USER_COPY_DST_LO_OFFSET: job_q.dst[31:0]  <= reg_i.wdata;
          USER_COPY_DST_HI_OFFSET: job_q.dst[63:32] <= reg_i.wdata;
          USER_COPY_LENGTH_OFFSET: job_q.bytes      <= reg_i.wdata;
          USER_COPY_SPACES_OFFSET: begin
            job_q.src_card <= (reg_i.wdata & USER_COPY_SPACES_SRC_CARD_MASK) != '0;
            job_q.dst_card <= (reg_i.wdata & USER_COPY_SPACES_DST_CARD_MASK) != '0;
          end
          USER_COPY_STATUS_OFFSET: if ((reg_i.wdata & USER_COPY_STATUS_DONE_MASK) != '0) ended_q <= 1'b0;
          default: ;
        endcase
      end
      if (go_o) ended_q <= 1'b0;
      // An end that comes while the one before is being cleared is not lost.
      if (end_i) begin
        last_q  <= end_info_i;
        ended_q <= 1'b1;
      end
    end
  end

endmodule
