// SPDX-License-Identifier: Apache-2.0

/// Registers of the transmit part of a radio. They answer in the cycle after they were asked.
module fby_transmit_regs
  import fby_reg_pkg::*;
  import fby_regs_pkg::*;
  import fby_source_pkg::CHANNELS;
  import fby_transmit_pkg::*;
(
  input  logic                    clk_i,
  input  logic                    rst_i,
  input  reg_req_t                reg_i,
  output reg_rsp_t                reg_o,
  /// Level: all is being forgotten.
  input  logic                    drop_i,
  /// One cycle: forget all.
  output logic                    clear_o,
  output logic [31:0]             rate_o,
  output logic [15:0]             endpoint_o,
  input  logic [CHANNELS-1:0]     on_air_i,
  input  logic [CHANNELS-1:0]     held_i,
  /// What happens in this cycle, and how many beats are dropped.
  input  logic                    late_i,
  input  logic                    misses_i,
  input  logic                    malformed_i,
  input  logic                    skips_i,
  input  logic [LENGTH_BITS-1:0]  dropped_i,
  input  account_t [CHANNELS-1:0] account_i,
  /// Level.
  output logic                    line_o
);

  // Of the status: what is set by what happens, and cleared by whoever reads it.
  localparam logic [31:0] Sticky = USER_SOURCE_TX_STATUS_LATE_MASK | USER_SOURCE_TX_STATUS_UNDERRUN_MASK |
                                   USER_SOURCE_TX_STATUS_MALFORMED_MASK | USER_SOURCE_TX_STATUS_SKIP_MASK;
  localparam logic [31:0] Fastest = 32'h8000_0000;
  localparam int unsigned PickBits = $clog2(CHANNELS);

  logic                take, write, done_q, error_q, known, fixed, refused, of_account;
  logic [31:0]         rdata, rdata_q, sticky_q, enable_q, rate_q, malformed_q, dropped_q, cleared;
  logic [15:0]         endpoint_q, place;
  account_t            held_q;
  logic [PickBits-1:0] pick;

  assign take       = reg_i.valid && !done_q;
  assign write      = take && reg_i.write;
  assign clear_o    = write && reg_i.addr == USER_SOURCE_TX_CONTROL_OFFSET &&
                      (reg_i.wdata & USER_SOURCE_TX_CONTROL_CLEAR_MASK) != '0;
  assign refused    = reg_i.addr == USER_SOURCE_TX_RATE_OFFSET &&
                      (on_air_i != '0 || held_i != '0 || reg_i.wdata == '0 || reg_i.wdata > Fastest);
  assign cleared    = clear_o || drop_i ? '1 : write && reg_i.addr == USER_SOURCE_TX_STATUS_OFFSET ? reg_i.wdata : '0;
  assign rate_o     = rate_q;
  assign endpoint_o = endpoint_q;
  assign line_o     = (sticky_q & enable_q) != '0;

  assign place      = reg_i.addr - USER_SOURCE_TX_SENT_LO_OFFSET;
  assign of_account = reg_i.addr >= USER_SOURCE_TX_SENT_LO_OFFSET &&
                      32'(place) < USER_SOURCE_TX_SENT_LO_STRIDE * CHANNELS;
  assign pick       = PickBits'(32'(place) / USER_SOURCE_TX_SENT_LO_STRIDE);

  always_comb begin
    rdata = '0;
    known = 1'b1;
    fixed = 1'b1;
    if (of_account) begin
      rdata = account_i[pick].sent[31:0];
    end else begin
      unique case (reg_i.addr)
        USER_SOURCE_TX_CONTROL_OFFSET:  fixed = 1'b0;
        USER_SOURCE_TX_STATUS_OFFSET: begin
          rdata = sticky_q | (32'(on_air_i) << USER_SOURCE_TX_STATUS_ON_AIR_LSB) |
                  (32'(held_i) << USER_SOURCE_TX_STATUS_HELD_LSB);
          fixed = 1'b0;
        end
        USER_SOURCE_TX_ENABLE_OFFSET:       begin rdata = enable_q;         fixed = 1'b0; end
        USER_SOURCE_TX_RATE_OFFSET:         begin rdata = rate_q;           fixed = 1'b0; end
        USER_SOURCE_TX_ENDPOINT_OFFSET:     begin rdata = 32'(endpoint_q);  fixed = 1'b0; end
        USER_SOURCE_TX_MALFORMED_OFFSET:    rdata = malformed_q;
        USER_SOURCE_TX_DROPPED_OFFSET:      rdata = dropped_q;
        USER_SOURCE_TX_SENT_HI_OFFSET:      rdata = 32'(held_q.sent[47:32]);
        USER_SOURCE_TX_MISSED_LO_OFFSET:    rdata = held_q.missed[31:0];
        USER_SOURCE_TX_MISSED_HI_OFFSET:    rdata = 32'(held_q.missed[47:32]);
        USER_SOURCE_TX_LATE_LO_OFFSET:      rdata = held_q.late[31:0];
        USER_SOURCE_TX_LATE_HI_OFFSET:      rdata = 32'(held_q.late[47:32]);
        USER_SOURCE_TX_LATE_PACKETS_OFFSET: rdata = held_q.late_packets;
        USER_SOURCE_TX_PACKETS_OFFSET:      rdata = held_q.packets;
        USER_SOURCE_TX_SKIPS_OFFSET:        rdata = held_q.skips;
        default:                            known = 1'b0;
      endcase
    end
  end

  assign reg_o = '{ready: done_q, error: error_q, rdata: rdata_q};

  always_ff @(posedge clk_i) begin
    done_q  <= !rst_i && take;
    rdata_q <= reg_i.write ? '0 : rdata;
    error_q <= !known || (reg_i.write && (fixed || refused));
    // The rest of an account is that of the moment in which its first word was read.
    if (rst_i) held_q <= '0;
    else if (take && !reg_i.write && of_account) held_q <= account_i[pick];
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      sticky_q    <= '0;
      enable_q    <= '0;
      rate_q      <= USER_SOURCE_TX_RATE_RESET;
      endpoint_q  <= '0;
      malformed_q <= '0;
      dropped_q   <= '0;
    end else begin
      if (write) begin
        unique case (reg_i.addr)
          USER_SOURCE_TX_ENABLE_OFFSET:   enable_q   <= reg_i.wdata & Sticky;
          USER_SOURCE_TX_RATE_OFFSET:     if (!refused) rate_q <= reg_i.wdata;
          USER_SOURCE_TX_ENDPOINT_OFFSET: endpoint_q <= reg_i.wdata[15:0];
          default: ;
        endcase
      end
      malformed_q <= clear_o || drop_i ? '0 : malformed_q + 32'(malformed_i);
      dropped_q   <= clear_o || drop_i ? '0 : dropped_q + 32'(dropped_i);
      // What happens while it is cleared is not lost.
      sticky_q    <= (sticky_q & ~cleared) | (late_i ? USER_SOURCE_TX_STATUS_LATE_MASK : '0) |
                     (misses_i ? USER_SOURCE_TX_STATUS_UNDERRUN_MASK : '0) |
                     (malformed_i ? USER_SOURCE_TX_STATUS_MALFORMED_MASK : '0) |
                     (skips_i ? USER_SOURCE_TX_STATUS_SKIP_MASK : '0);
    end
  end

endmodule
