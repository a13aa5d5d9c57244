// SPDX-License-Identifier: Apache-2.0

/// The kernel's page of user-level DMA. It answers in the cycle after it was asked.
module fby_udma_regs
  import fby_reg_pkg::*;
  import fby_regs_pkg::*;
  import fby_udma_pkg::*;
  import fby_udma_engine_pkg::*;
#(
  /// 1: there is a window for addresses of host memory.
  parameter bit UpperWindow = 1'b0
) (
  input  logic                clk_i,
  input  logic                rst_i,
  input  reg_req_t            reg_i,
  output reg_rsp_t            reg_o,
  output scheme_e             scheme_o,
  /// Level: shadow addresses are those of host memory.
  output logic                direct_o,
  /// Pulse: it is written, with whatever number.
  output logic                rescheme_o,
  /// Pulse, and a level: what a context switch tells.
  output logic                hook_o,
  output who_t                who_o,
  /// The table.
  output logic                slot_write_o,
  output slot_index_t         slot_index_o,
  output slot_t               slot_o,
  /// The context that is looked at.
  output context_t            context_o,
  output logic                on_write_o,
  output logic                on_o,
  output logic                key_write_o,
  output key_t                key_o,
  input  context_view_t       view_i,
  /// A transfer or a record has ended.
  input  ended_t              ended_i,
  /// The line, level.
  output logic                line_o
);

  logic                take, write, done_q, known, fixed, error_q, direct, direct_q;
  logic [31:0]         rdata, rdata_q;
  scheme_e             scheme_q;
  who_t                who_q;
  logic [CONTEXTS-1:0] pending_q, enable_q;
  logic [15:0]         slot_index_q;
  slot_t               slot_q;
  context_t            context_q;
  logic [31:0]         key_low_q;
  logic [15:0]         refused_at;

  assign take       = reg_i.valid && !done_q;
  assign write      = take && reg_i.write;
  assign refused_at = reg_i.addr - USER_UDMA_REFUSED_OFFSET;

  function automatic logic [31:0] put(input logic [31:0] value, input int unsigned lsb);
    return value << lsb;
  endfunction

  always_comb begin
    rdata = '0;
    known = 1'b1;
    fixed = 1'b0;
    unique case (reg_i.addr)
      USER_UDMA_CAPS_OFFSET: begin
        fixed = 1'b1;
        rdata = put(32'(CONTEXTS), USER_UDMA_CAPS_CONTEXTS_LSB) | put(32'(SLOTS), USER_UDMA_CAPS_SLOTS_LSB) |
                put(32'(DEPTH), USER_UDMA_CAPS_DEPTH_LSB);
      end
      USER_UDMA_SCHEME_OFFSET:       rdata = 32'(scheme_q) | put(32'(direct_q), USER_UDMA_SCHEME_DIRECT_LSB);
      USER_UDMA_HOOK_OFFSET:         rdata = '0;
      USER_UDMA_WHO_OFFSET:          rdata = who_q;
      USER_UDMA_PENDING_OFFSET:      rdata = 32'(pending_q);
      USER_UDMA_ENABLE_OFFSET:       rdata = 32'(enable_q);
      USER_UDMA_BATCH_OFFSET: begin
        fixed = 1'b1;
        rdata = put(32'(BATCH_MOST), USER_UDMA_BATCH_MOST_LSB);
      end
      USER_UDMA_DIRECT_OFFSET: begin
        fixed = 1'b1;
        rdata = UpperWindow ? put(32'(DIRECT_BITS), USER_UDMA_DIRECT_BITS_LSB) : '0;
      end
      USER_UDMA_SLOT_OFFSET:         rdata = 32'(slot_index_q);
      USER_UDMA_SLOT_ADDR_LO_OFFSET: rdata = slot_q.base[31:0];
      USER_UDMA_SLOT_ADDR_HI_OFFSET: rdata = slot_q.base[63:32];
      USER_UDMA_SLOT_RIGHTS_OFFSET:
        rdata = put(32'(slot_q.readable), USER_UDMA_SLOT_RIGHTS_READ_LSB) |
                put(32'(slot_q.writable), USER_UDMA_SLOT_RIGHTS_WRITE_LSB) |
                put(32'(slot_q.card), USER_UDMA_SLOT_RIGHTS_CARD_LSB) |
                put(32'(slot_q.owner), USER_UDMA_SLOT_RIGHTS_OWNER_LSB) |
                put(32'(slot_q.partner), USER_UDMA_SLOT_RIGHTS_PARTNER_LSB);
      USER_UDMA_SLOT_BYTES_OFFSET:      rdata = slot_q.bytes;
      USER_UDMA_CONTEXT_OFFSET:         rdata = 32'(context_q);
      USER_UDMA_CONTEXT_CONTROL_OFFSET: rdata = 32'(view_i.on);
      USER_UDMA_KEY_LO_OFFSET:          rdata = '0;
      USER_UDMA_KEY_HI_OFFSET:          rdata = '0;
      USER_UDMA_CONTEXT_STATUS_OFFSET: begin
        fixed = 1'b1;
        rdata = put(32'(view_i.count != '0), USER_UDMA_CONTEXT_STATUS_BUSY_LSB) |
                put(32'(view_i.failed), USER_UDMA_CONTEXT_STATUS_FAILED_LSB) |
                put(32'(view_i.count), USER_UDMA_CONTEXT_STATUS_COUNT_LSB);
      end
      USER_UDMA_BAD_LO_OFFSET: begin
        fixed = 1'b1;
        rdata = view_i.bad[31:0];
      end
      USER_UDMA_BAD_HI_OFFSET: begin
        fixed = 1'b1;
        rdata = 32'(view_i.bad[ADDR_BITS-1:32]) | put(32'(view_i.reason), USER_UDMA_BAD_HI_REASON_LSB);
      end
      USER_UDMA_STARTS_OFFSET: begin
        fixed = 1'b1;
        rdata = view_i.starts;
      end
      USER_UDMA_DONE_OFFSET: begin
        fixed = 1'b1;
        rdata = view_i.done;
      end
      USER_UDMA_FAILED_OFFSET: begin
        fixed = 1'b1;
        rdata = view_i.lost;
      end
      USER_UDMA_STRAYS_OFFSET: begin
        fixed = 1'b1;
        rdata = view_i.strays;
      end
      USER_UDMA_SKIPPED_OFFSET: begin
        fixed = 1'b1;
        rdata = view_i.skipped;
      end
      default: begin
        known = refused_at < 16'(NUM_REFUSALS * USER_UDMA_REFUSED_STRIDE);
        fixed = 1'b1;
        if (known) rdata = view_i.refused[refused_at[2 +: $clog2(NUM_REFUSALS)]];
      end
    endcase
  end

  always_ff @(posedge clk_i) begin
    done_q  <= !rst_i && take;
    rdata_q <= reg_i.write ? '0 : rdata;
    error_q <= !known || (reg_i.write && fixed);
  end
  assign reg_o = '{ready: done_q, error: error_q, rdata: rdata_q};

  // ---- what is written ----

  /// Addresses in a line, and those of partners, have not been where page tables are looked at.
  function automatic scheme_e scheme_of(input logic [7:0] value, input logic of_memory);
    if (value > 8'(SCHEME_PORTAL)) return SCHEME_NONE;
    if (of_memory && (value == 8'(SCHEME_PORTAL) || value == 8'(SCHEME_SHRIMP1))) return SCHEME_NONE;
    return scheme_e'(value[3:0]);
  endfunction
  assign direct = UpperWindow && reg_i.wdata[USER_UDMA_SCHEME_DIRECT_LSB];

  // Of a list only its end is told.
  logic [CONTEXTS-1:0] arrived;
  assign arrived = CONTEXTS'(ended_i.valid && !ended_i.member.valid) << ended_i.ctx;

  always_ff @(posedge clk_i) begin
    pending_q <= pending_q | arrived;
    if (write) begin
      unique case (reg_i.addr)
        USER_UDMA_SCHEME_OFFSET: begin
          scheme_q <= scheme_of(reg_i.wdata[7:0], direct);
          direct_q <= direct;
        end
        USER_UDMA_WHO_OFFSET:          who_q        <= reg_i.wdata;
        USER_UDMA_PENDING_OFFSET:      pending_q    <= (pending_q & ~reg_i.wdata[CONTEXTS-1:0]) | arrived;
        USER_UDMA_ENABLE_OFFSET:       enable_q     <= reg_i.wdata[CONTEXTS-1:0];
        USER_UDMA_SLOT_OFFSET:         slot_index_q <= reg_i.wdata[15:0];
        USER_UDMA_SLOT_ADDR_LO_OFFSET: slot_q.base[31:0]  <= {reg_i.wdata[31:PAGE_BITS], PAGE_BITS'(0)};
        USER_UDMA_SLOT_ADDR_HI_OFFSET: slot_q.base[63:32] <= reg_i.wdata;
        USER_UDMA_SLOT_RIGHTS_OFFSET: begin
          slot_q.readable <= reg_i.wdata[USER_UDMA_SLOT_RIGHTS_READ_LSB];
          slot_q.writable <= reg_i.wdata[USER_UDMA_SLOT_RIGHTS_WRITE_LSB];
          slot_q.card     <= reg_i.wdata[USER_UDMA_SLOT_RIGHTS_CARD_LSB];
          slot_q.owner    <= reg_i.wdata[USER_UDMA_SLOT_RIGHTS_OWNER_LSB +: CONTEXT_BITS];
          slot_q.partner  <= reg_i.wdata[USER_UDMA_SLOT_RIGHTS_PARTNER_LSB +: USER_UDMA_SLOT_RIGHTS_PARTNER_WIDTH];
        end
        USER_UDMA_SLOT_BYTES_OFFSET:   slot_q.bytes <= reg_i.wdata;
        USER_UDMA_CONTEXT_OFFSET:      context_q    <= reg_i.wdata[CONTEXT_BITS-1:0];
        USER_UDMA_KEY_LO_OFFSET:       key_low_q    <= reg_i.wdata;
        default: ;
      endcase
    end
    if (rst_i) begin
      scheme_q     <= SCHEME_NONE;
      direct_q     <= 1'b0;
      who_q        <= '0;
      pending_q    <= '0;
      enable_q     <= '0;
      slot_index_q <= '0;
      slot_q       <= '0;
      context_q    <= '0;
      key_low_q    <= '0;
    end
  end

  assign scheme_o     = scheme_q;
  assign direct_o     = direct_q;
  assign rescheme_o   = write && reg_i.addr == USER_UDMA_SCHEME_OFFSET;
  assign who_o        = who_q;
  assign hook_o       = write && reg_i.addr == USER_UDMA_HOOK_OFFSET && reg_i.wdata[USER_UDMA_HOOK_SWITCH_LSB];
  // A slot beyond the table is none.
  assign slot_write_o = write && reg_i.addr == USER_UDMA_SLOT_BYTES_OFFSET && slot_index_q < 16'(SLOTS);
  assign slot_index_o = slot_index_q[SLOT_BITS-1:0];
  always_comb begin
    slot_o       = slot_q;
    slot_o.bytes = reg_i.wdata;
  end
  assign context_o    = context_q;
  assign on_write_o   = write && reg_i.addr == USER_UDMA_CONTEXT_CONTROL_OFFSET;
  assign on_o         = reg_i.wdata[USER_UDMA_CONTEXT_CONTROL_ON_LSB];
  assign key_write_o  = write && reg_i.addr == USER_UDMA_KEY_HI_OFFSET;
  assign key_o        = {reg_i.wdata[KEY_BITS-33:0], key_low_q};
  assign line_o       = (pending_q & enable_q) != '0;

  logic unused;
  assign unused = &{1'b0, ended_i.moved, ended_i.reason, ended_i.bad, ended_i.member, ended_i.closes, refused_at[1:0]};

endmodule
