// SPDX-License-Identifier: Apache-2.0
/// The status block: identity, every counter of the platform, last bad addresses, cycle count, chain of features.
///
/// Registers are those of the groups status, last_bad, counter with their clear-on-read twins, and feature in the
/// register description. Every access takes two cycles: in the first the value is picked, a read of a low
/// half holds the upper half and a read in the twin clears; in the second the answer is ready.
///
///   amount_i --> counters ---\
///   bad_*_i  --> last bad ----+--> pick 64 bits by address --+--> low half  --> answer
///   parameters, cycles ------/                               \--> held upper half
///   busy_i, waits_i, moved_i --> features --> pick by address ---> word     --> answer
module fby_status
  import fby_feature_pkg::*;
#(
  /// CARD_KIND register: kind of the datapath that this card holds.
  parameter int unsigned CardKind   = 1,
  /// DMA channels and, per direction, which of them are streams.
  parameter int unsigned NumH2c     = 1,
  parameter int unsigned NumC2h     = 1,
  parameter logic [3:0]  H2cStream  = 4'b0000,
  parameter logic [3:0]  C2hStream  = 4'b0000,
  /// The host-to-card channels write to the card over one path.
  parameter bit          SharedPath = 1'b0,
  /// Card clock.
  parameter int unsigned ClockKhz   = fby_regs_pkg::CARD_CLOCK_KHZ,
  /// Card memory.
  parameter int unsigned MemBytes   = 1_048_576,
  /// Stream ports.
  parameter int unsigned NumPorts   = 2,
  /// Width of the amount that one cycle may add to a counter.
  parameter int unsigned AmountBits = 6,
  /// The chain of features; see fby_features.
  parameter int unsigned NumFeatures = 1,
  parameter feature_t [NumFeatures-1:0] Features = '0
) (
  input  logic                                                          clk_i,
  input  logic                                                          rst_i,
  /// Register bus; addr is the offset in the status page (4 KiB).
  input  fby_reg_pkg::reg_req_t                                         reg_i,
  output fby_reg_pkg::reg_rsp_t                                         reg_o,
  /// What each counter adds in this cycle; most are pulses (0 or 1). Index: USER_COUNTER_*_INDEX.
  input  logic [fby_regs_pkg::USER_COUNTER_COUNT-1:0][AmountBits-1:0]   amount_i,
  /// Host address that was refused in this cycle.
  input  logic [63:0]                                                   bad_host_addr_i,
  input  logic                                                          bad_host_valid_i,
  /// Card address that was refused in this cycle.
  input  logic [63:0]                                                   bad_card_addr_i,
  input  logic                                                          bad_card_valid_i,
  /// BAR address (BAR number in bits 38:36) of a register access that was refused in this cycle.
  input  logic [63:0]                                                   bad_mmio_addr_i,
  input  logic                                                          bad_mmio_valid_i,
  /// What every feature is asked and tells, in the order of the chain.
  output logic [NumFeatures-1:0]                                        quiesce_o,
  input  logic [NumFeatures-1:0]                                        busy_i,
  input  waits_t [NumFeatures-1:0]                                      waits_i,
  input  logic [NumFeatures-1:0]                                        moved_i
);

  import fby_regs_pkg::*;

  if (NumH2c < 1 || NumH2c > USER_STATUS_CHANNELS_H2C_STREAM_WIDTH ||
      NumC2h < 1 || NumC2h > USER_STATUS_CHANNELS_C2H_STREAM_WIDTH) begin : gen_bad_channels
    $error("fby_status: NumH2c and NumC2h must be 1 to 4");
  end

  localparam int unsigned NumCounters = USER_COUNTER_COUNT;
  localparam int unsigned CountBits   = 32 + USER_COUNTER_HI_COUNT_WIDTH;
  localparam int unsigned IndexBits   = $clog2(NumCounters);
  localparam int unsigned NumBad      = 3;

  logic                                  done_q, error_q;
  logic [31:0]                           rdata_q, held_q;
  logic [63:0]                           cycles_q;
  logic [CountBits-1:0]                  counts [NumCounters];
  logic [NumCounters-1:0]                clear_count;
  logic [NumBad-1:0][63:0]               bad;
  logic [NumBad-1:0]                     clear_bad;

  // Where the access goes. Offsets from the start of a group; meaningful where the group is hit.
  logic        first, read_now;
  logic [15:0] counter_offset, bad_offset;
  logic        counter_hit, counter_twin, bad_hit, bad_twin, feature_hit;

  assign first    = reg_i.valid && !done_q;
  assign read_now = first && !reg_i.write;

  localparam logic [15:0] COUNTER_BYTES = 16'(USER_COUNTER_COUNT * USER_COUNTER_STRIDE);
  localparam logic [15:0] FEATURE_BYTES = 16'(USER_FEATURE_COUNT * USER_FEATURE_STRIDE);
  localparam logic [15:0] BAD_BYTES     = 16'(8 * NumBad);

  function automatic logic in_range(input logic [15:0] addr, input logic [15:0] base,
                                  input logic [15:0] bytes);
    return addr >= base && addr < base + bytes;
  endfunction

  assign counter_twin   = in_range(reg_i.addr, USER_COUNTER_CLEAR_BASE, COUNTER_BYTES);
  assign counter_hit    = counter_twin || in_range(reg_i.addr, USER_COUNTER_BASE, COUNTER_BYTES);
  assign counter_offset = reg_i.addr - (counter_twin ? USER_COUNTER_CLEAR_BASE : USER_COUNTER_BASE);
  assign bad_twin       = in_range(reg_i.addr, USER_LAST_BAD_CLEAR_BASE, BAD_BYTES);
  assign bad_hit        = bad_twin || in_range(reg_i.addr, USER_LAST_BAD_BASE, BAD_BYTES);
  assign bad_offset     = reg_i.addr - (bad_twin ? USER_LAST_BAD_CLEAR_BASE : USER_LAST_BAD_BASE);
  assign feature_hit    = in_range(reg_i.addr, USER_FEATURE_BASE, FEATURE_BYTES);

  // Only whole words are registers.
  logic aligned;
  assign aligned = reg_i.addr[1:0] == 2'b00;

  fby_reg_pkg::reg_req_t feature_req;
  fby_reg_pkg::reg_rsp_t feature_rsp;
  assign feature_req = '{
    valid: first && feature_hit && aligned, write: reg_i.write, addr: reg_i.addr - USER_FEATURE_BASE, wdata: reg_i.wdata
  };

  fby_features #(
    .NumFeatures(NumFeatures), .Table(Features)
  ) u_features (
    .clk_i, .rst_i, .reg_i(feature_req), .reg_o(feature_rsp), .quiesce_o, .busy_i, .waits_i, .moved_i
  );

  // The picked value; its upper half is held by a read of the low half.
  logic [63:0]          value;
  logic                 known, has_high, is_high;
  logic [IndexBits-1:0] counter_index;
  logic [1:0]           bad_index;

  assign counter_index = counter_offset[3+:IndexBits];
  assign bad_index     = bad_offset[4:3];

  always_comb begin
    known    = 1'b1;
    has_high = 1'b0;
    is_high  = 1'b0;
    value    = '0;
    if (counter_hit) begin
      has_high = !counter_offset[2];
      is_high  = counter_offset[2];
      value    = 64'(counts[counter_index]);
    end else if (bad_hit) begin
      has_high = !bad_offset[2];
      is_high  = bad_offset[2];
      value    = bad[bad_index];
    end else if (feature_hit) begin
      known = !feature_rsp.error;
      value = 64'(feature_rsp.rdata);
    end else begin
      unique case (reg_i.addr - USER_STATUS_BASE)
        USER_STATUS_MAGIC_OFFSET:       value = 64'(USER_STATUS_MAGIC_RESET);
        USER_STATUS_VERSION_OFFSET:     value = 64'(USER_STATUS_VERSION_RESET);
        USER_STATUS_CARD_KIND_OFFSET:   value = 64'(CardKind) << USER_STATUS_CARD_KIND_KIND_LSB;
        USER_STATUS_CHANNELS_OFFSET:
          value = 64'(NumH2c)    << USER_STATUS_CHANNELS_NUM_H2C_LSB
                | 64'(NumC2h)    << USER_STATUS_CHANNELS_NUM_C2H_LSB
                | 64'(H2cStream) << USER_STATUS_CHANNELS_H2C_STREAM_LSB
                | 64'(C2hStream) << USER_STATUS_CHANNELS_C2H_STREAM_LSB
                | 64'(SharedPath) << USER_STATUS_CHANNELS_SHARED_PATH_LSB;
        USER_STATUS_CLOCK_KHZ_OFFSET:   value = 64'(ClockKhz);
        USER_STATUS_MEM_BYTES_OFFSET:   value = 64'(MemBytes);
        USER_STATUS_NUM_STREAM_PORTS_OFFSET: value = 64'(NumPorts);
        USER_STATUS_CYCLES_LO_OFFSET: begin
          has_high = 1'b1;
          value    = cycles_q;
        end
        USER_STATUS_CYCLES_HI_OFFSET:   is_high = 1'b1;
        default:                        known = 1'b0;
      endcase
    end
    if (!aligned) known = 1'b0;
  end

  always_comb begin
    clear_count = '0;
    clear_bad   = '0;
    if (read_now && known && has_high) begin
      if (counter_twin) clear_count[counter_index] = 1'b1;
      if (bad_twin) clear_bad[bad_index] = 1'b1;
    end
  end

  fby_status_counters #(
    .NumCounters(NumCounters), .CountBits(CountBits), .AmountBits(AmountBits)
  ) u_counters (
    .clk_i, .rst_i, .amount_i, .clear_i(clear_count), .count_o(counts)
  );

  fby_status_last u_last_host (
    .clk_i, .rst_i, .addr_i(bad_host_addr_i), .valid_i(bad_host_valid_i),
    .clear_i(clear_bad[0]), .addr_o(bad[0])
  );
  fby_status_last u_last_card (
    .clk_i, .rst_i, .addr_i(bad_card_addr_i), .valid_i(bad_card_valid_i),
    .clear_i(clear_bad[1]), .addr_o(bad[1])
  );
  fby_status_last u_last_mmio (
    .clk_i, .rst_i, .addr_i(bad_mmio_addr_i), .valid_i(bad_mmio_valid_i),
    .clear_i(clear_bad[2]), .addr_o(bad[2])
  );

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      done_q   <= 1'b0;
      error_q  <= 1'b0;
      rdata_q  <= '0;
      held_q   <= '0;
      cycles_q <= '0;
    end else begin
      cycles_q <= cycles_q + 64'd1;
      done_q   <= first;
      // Of this page, only the chain of features has words that can be written; it knows them itself.
      error_q  <= !known || (reg_i.write && !feature_hit);
      rdata_q  <= '0;
      if (read_now && known) begin
        rdata_q <= is_high ? held_q : value[31:0];
        if (has_high) held_q <= value[63:32];
      end
    end
  end

  // The offset within a group is used in part; a header answers at once.
  logic unused;
  assign unused = &{1'b0, counter_offset, bad_offset, feature_rsp.ready};

  assign reg_o = '{ready: done_q, error: error_q, rdata: rdata_q};

endmodule
