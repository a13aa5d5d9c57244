// SPDX-License-Identifier: Apache-2.0

/// Registers of the signal source. They answer in the cycle after they were asked.
module fby_source_regs
  import fby_reg_pkg::*;
  import fby_regs_pkg::*;
  import fby_source_pkg::*;
#(
  /// Longest packet with a header, in samples.
  parameter int unsigned MostSamples = CHDR_SAMPLES
) (
  input  logic                    clk_i,
  input  logic                    rst_i,
  input  reg_req_t                reg_i,
  output reg_rsp_t                reg_o,
  /// Levels: no burst begins; the time is not set.
  input  logic                    quiesce_i,
  input  logic                    sending_i,
  /// To the command, see there. The burst is that of the registers in the cycle in which it begins, and stands then.
  output logic                    start_o,
  output logic                    stop_o,
  output burst_t                  burst_o,
  output logic                    set_time_o,
  output logic [63:0]             time_o,
  input  logic [63:0]             now_i,
  input  logic                    armed_i,
  input  logic                    running_i,
  input  logic                    late_i,
  /// A burst is over; samples begin to be lost; they are being lost.
  input  logic                    over_i,
  input  logic                    gap_i,
  input  logic                    losing_i,
  /// Beats of a burst are here.
  input  logic                    held_i,
  input  account_t [CHANNELS-1:0] account_i,
  /// Level.
  output logic                    line_o
);

  localparam logic [31:0] ModeBits = USER_SOURCE_MODE_WAVE_MASK | USER_SOURCE_MODE_CHANNELS_MASK |
                                     USER_SOURCE_MODE_STOP_AT_OVERRUN_MASK | USER_SOURCE_MODE_CHDR_MASK |
                                     USER_SOURCE_MODE_LOOP_MASK;
  // Of the status: what is set by what happens, and cleared by whoever reads it.
  localparam logic [31:0] Sticky = USER_SOURCE_STATUS_DONE_MASK | USER_SOURCE_STATUS_LATE_MASK |
                                   USER_SOURCE_STATUS_OVERRUN_MASK;
  localparam int unsigned PickBits = $clog2(CHANNELS);

  logic        take, write, done_q, error_q, known, fixed, refused, busy, go, bad;
  logic [31:0] rdata, rdata_q, sticky_q, enable_q, mode_q, control, cleared;
  logic [31:0] time_low_q, time_high_q;
  burst_t      set_q, burst_q, wanted;
  account_t    held_q;
  logic [PickBits-1:0] pick;
  logic        of_account;
  logic [15:0] place;

  assign take    = reg_i.valid && !done_q;
  assign write   = take && reg_i.write;
  assign busy    = armed_i || running_i;
  assign control = write && reg_i.addr == USER_SOURCE_CONTROL_OFFSET ? reg_i.wdata : '0;

  // ---- commands ----

  always_comb begin
    wanted                 = set_q;
    wanted.wave            = 2'(mode_q >> USER_SOURCE_MODE_WAVE_LSB);
    wanted.channels        = 2'(mode_q >> USER_SOURCE_MODE_CHANNELS_LSB);
    wanted.stop_at_overrun = (mode_q & USER_SOURCE_MODE_STOP_AT_OVERRUN_MASK) != '0;
    wanted.chdr            = (mode_q & USER_SOURCE_MODE_CHDR_MASK) != '0;
    wanted.loop            = (mode_q & USER_SOURCE_MODE_LOOP_MASK) != '0;
    wanted.at              = (reg_i.wdata & USER_SOURCE_CONTROL_AT_MASK) != '0;
    wanted.until_          = (reg_i.wdata & USER_SOURCE_CONTROL_UNTIL_MASK) != '0;
    wanted.counted         = (reg_i.wdata & USER_SOURCE_CONTROL_COUNTED_MASK) != '0;
  end

  assign bad = wanted.wave > 2'(USER_SOURCE_MODE_WAVE_NOISE) || wanted.rate == '0 || wanted.rate > 32'h8000_0000 ||
               (wanted.counted && wanted.samples == '0) || (!wanted.chdr && wanted.channels == 2'd2) ||
               (wanted.chdr && (wanted.packet == '0 || 32'(wanted.packet) > MostSamples)) ||
               // What is held of the last one would get other headers, or none.
               (held_i && (wanted.chdr || burst_q.chdr));
  assign go         = (control & USER_SOURCE_CONTROL_START_MASK) != '0;
  assign refused    = reg_i.addr == USER_SOURCE_CONTROL_OFFSET ?
                      (reg_i.wdata & USER_SOURCE_CONTROL_START_MASK) != '0 && (busy || quiesce_i || bad) :
                      reg_i.addr == USER_SOURCE_TIME_HI_OFFSET && (busy || sending_i);
  assign start_o    = go && !refused;
  assign stop_o     = (control & USER_SOURCE_CONTROL_STOP_MASK) != '0;
  assign burst_o    = start_o ? wanted : burst_q;
  assign set_time_o = write && reg_i.addr == USER_SOURCE_TIME_HI_OFFSET && !busy && !sending_i;
  assign time_o     = {reg_i.wdata, time_low_q};
  assign cleared    = start_o ? '1 : write && reg_i.addr == USER_SOURCE_STATUS_OFFSET ? reg_i.wdata : '0;
  assign line_o     = (sticky_q & enable_q) != '0;

  // ---- what is read ----

  assign place      = reg_i.addr - USER_SOURCE_PRODUCED_LO_OFFSET;
  assign of_account = reg_i.addr >= USER_SOURCE_PRODUCED_LO_OFFSET &&
                      32'(place) < USER_SOURCE_PRODUCED_LO_STRIDE * CHANNELS;
  assign pick       = PickBits'(32'(place) / USER_SOURCE_PRODUCED_LO_STRIDE);

  always_comb begin
    rdata = '0;
    known = 1'b1;
    fixed = 1'b0;
    if (of_account) begin
      fixed = 1'b1;
      rdata = account_i[pick].produced[31:0];
    end else begin
      unique case (reg_i.addr)
        USER_SOURCE_CONTROL_OFFSET:     rdata = '0;
        USER_SOURCE_STATUS_OFFSET:      rdata = sticky_q | (armed_i ? USER_SOURCE_STATUS_ARMED_MASK : '0) |
                                                (running_i ? USER_SOURCE_STATUS_RUNNING_MASK : '0) |
                                                (losing_i ? USER_SOURCE_STATUS_LOSING_MASK : '0) |
                                                (held_i ? USER_SOURCE_STATUS_HELD_MASK : '0);
        USER_SOURCE_ENABLE_OFFSET:      rdata = enable_q;
        USER_SOURCE_MODE_OFFSET:        rdata = mode_q;
        USER_SOURCE_RATE_OFFSET:        rdata = set_q.rate;
        USER_SOURCE_TONE_OFFSET:        rdata = set_q.turns;
        USER_SOURCE_PACKET_OFFSET:      rdata = 32'(set_q.packet);
        USER_SOURCE_ENDPOINT_OFFSET:    rdata = 32'(set_q.endpoint);
        USER_SOURCE_TIME_LO_OFFSET:     rdata = now_i[31:0];
        USER_SOURCE_TIME_HI_OFFSET:     rdata = time_high_q;
        USER_SOURCE_START_AT_LO_OFFSET: rdata = set_q.start_at[31:0];
        USER_SOURCE_START_AT_HI_OFFSET: rdata = set_q.start_at[63:32];
        USER_SOURCE_STOP_AT_LO_OFFSET:  rdata = set_q.stop_at[31:0];
        USER_SOURCE_STOP_AT_HI_OFFSET:  rdata = set_q.stop_at[63:32];
        USER_SOURCE_SAMPLES_LO_OFFSET:  rdata = set_q.samples[31:0];
        USER_SOURCE_SAMPLES_HI_OFFSET:  rdata = 32'(set_q.samples[47:32]);
        USER_SOURCE_PRODUCED_HI_OFFSET: begin rdata = 32'(held_q.produced[47:32]); fixed = 1'b1; end
        USER_SOURCE_KEPT_LO_OFFSET:     begin rdata = held_q.kept[31:0];           fixed = 1'b1; end
        USER_SOURCE_KEPT_HI_OFFSET:     begin rdata = 32'(held_q.kept[47:32]);     fixed = 1'b1; end
        USER_SOURCE_LOST_LO_OFFSET:     begin rdata = held_q.lost[31:0];           fixed = 1'b1; end
        USER_SOURCE_LOST_HI_OFFSET:     begin rdata = 32'(held_q.lost[47:32]);     fixed = 1'b1; end
        default:                        known = 1'b0;
      endcase
    end
  end

  assign reg_o = '{ready: done_q, error: error_q, rdata: rdata_q};

  always_ff @(posedge clk_i) begin
    done_q  <= !rst_i && take;
    rdata_q <= reg_i.write ? '0 : rdata;
    error_q <= !known || (reg_i.write && (fixed || refused));
    // The rest of a number is that of the moment in which its low half was read.
    if (take && !reg_i.write && reg_i.addr == USER_SOURCE_TIME_LO_OFFSET) time_high_q <= now_i[63:32];
    if (take && !reg_i.write && of_account) held_q <= account_i[pick];
  end

  // ---- what is kept ----

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      sticky_q   <= '0;
      enable_q   <= '0;
      mode_q     <= USER_SOURCE_MODE_RESET;
      time_low_q <= '0;
      set_q      <= '0;
      set_q.rate  <= USER_SOURCE_RATE_RESET;
      set_q.turns <= USER_SOURCE_TONE_RESET;
    end else begin
      if (write) begin
        unique case (reg_i.addr)
          USER_SOURCE_ENABLE_OFFSET:      enable_q <= reg_i.wdata & Sticky;
          USER_SOURCE_MODE_OFFSET:        mode_q   <= reg_i.wdata & ModeBits;
          USER_SOURCE_RATE_OFFSET:        set_q.rate     <= reg_i.wdata;
          USER_SOURCE_TONE_OFFSET:        set_q.turns    <= reg_i.wdata;
          USER_SOURCE_PACKET_OFFSET:      set_q.packet   <= reg_i.wdata[15:0];
          USER_SOURCE_ENDPOINT_OFFSET:    set_q.endpoint <= reg_i.wdata[15:0];
          USER_SOURCE_TIME_LO_OFFSET:     time_low_q     <= reg_i.wdata;
          USER_SOURCE_START_AT_LO_OFFSET: set_q.start_at[31:0]  <= reg_i.wdata;
          USER_SOURCE_START_AT_HI_OFFSET: set_q.start_at[63:32] <= reg_i.wdata;
          USER_SOURCE_STOP_AT_LO_OFFSET:  set_q.stop_at[31:0]   <= reg_i.wdata;
          USER_SOURCE_STOP_AT_HI_OFFSET:  set_q.stop_at[63:32]  <= reg_i.wdata;
          USER_SOURCE_SAMPLES_LO_OFFSET:  set_q.samples[31:0]   <= reg_i.wdata;
          USER_SOURCE_SAMPLES_HI_OFFSET:  set_q.samples[47:32]  <= reg_i.wdata[15:0];
          default: ;
        endcase
      end
      // What happens while it is cleared is not lost.
      sticky_q <= (sticky_q & ~cleared) | (over_i ? USER_SOURCE_STATUS_DONE_MASK : '0) |
                  (gap_i ? USER_SOURCE_STATUS_OVERRUN_MASK : '0) | (late_i ? USER_SOURCE_STATUS_LATE_MASK : '0);
    end
    if (start_o) burst_q <= wanted;
  end

endmodule
