// SPDX-License-Identifier: Apache-2.0
/// The counters in the register page of a datapath (map plug of the register description); all else of the page is the
/// datapath's own and passes at once.
///
///   reg_i --+--> events? --> pick, hold, clear --> answer after two cycles, as in the status block
///           \--> else ----------> own_o, own_i --> answer of the datapath
///
/// Counters that no event feeds read 0. Nothing of the counters can be written.
module fby_event_page #(
  /// Events that there are; at most as many as the description has counters.
  parameter int unsigned NumEvents  = 16,
  /// Width of the amount that one cycle may add.
  parameter int unsigned AmountBits = 6
) (
  input  logic                                 clk_i,
  input  logic                                 rst_i,
  /// Register bus; addr is the offset in the datapath's page (4 KiB).
  input  fby_reg_pkg::reg_req_t                reg_i,
  output fby_reg_pkg::reg_rsp_t                reg_o,
  /// The rest of the page.
  output fby_reg_pkg::reg_req_t                own_o,
  input  fby_reg_pkg::reg_rsp_t                own_i,
  /// What each counter adds in this cycle.
  input  logic [NumEvents-1:0][AmountBits-1:0] amount_i
);
  import fby_regs_pkg::*;

  if (NumEvents < 1 || NumEvents > PLUG_EVENT_COUNT) begin : gen_bad_number
    $error("fby_event_page: NumEvents must be 1 to the number of counters in the register description");
  end

  localparam int unsigned CountBits = 32 + PLUG_EVENT_HI_COUNT_WIDTH;
  localparam int unsigned IndexBits = $clog2(PLUG_EVENT_COUNT);
  localparam logic [15:0] EventBytes = 16'(PLUG_EVENT_COUNT * PLUG_EVENT_STRIDE);

  logic [CountBits-1:0] count [NumEvents];
  logic [NumEvents-1:0] clear;

  // Which counter.
  logic                 twin, hit, high, aligned;
  logic [15:0]          offset;
  logic [IndexBits-1:0] index;
  assign twin    = reg_i.addr >= PLUG_EVENT_CLEAR_BASE && reg_i.addr < PLUG_EVENT_CLEAR_BASE + EventBytes;
  assign hit     = twin || (reg_i.addr >= PLUG_EVENT_BASE && reg_i.addr < PLUG_EVENT_BASE + EventBytes);
  assign offset  = reg_i.addr - (twin ? PLUG_EVENT_CLEAR_BASE : PLUG_EVENT_BASE);
  assign high    = offset[2];
  assign aligned = offset[1:0] == 2'b00;
  assign index   = offset[3+:IndexBits];

  logic                 done_q, error_q;
  logic [31:0]          rdata_q, held_q;
  logic                 first, read_low;
  logic [CountBits-1:0] value;
  assign first    = reg_i.valid && hit && !done_q;
  assign read_low = first && aligned && !reg_i.write && !high;

  always_comb begin
    value = '0;
    clear = '0;
    for (int unsigned i = 0; i < NumEvents; i++) begin
      if (32'(index) == i) begin
        value    = count[i];
        clear[i] = read_low && twin;
      end
    end
  end

  fby_status_counters #(
    .NumCounters(NumEvents), .CountBits(CountBits), .AmountBits(AmountBits)
  ) u_counters (
    .clk_i, .rst_i, .amount_i, .clear_i(clear), .count_o(count)
  );

  always_ff @(posedge clk_i) begin
    done_q  <= first;
    error_q <= reg_i.write || !aligned;
    rdata_q <= '0;
    if (first && aligned && !reg_i.write) rdata_q <= high ? held_q : value[31:0];
    if (read_low) held_q <= 32'(value[CountBits-1:32]);
    if (rst_i) begin
      done_q <= 1'b0;
      held_q <= '0;
    end
  end

  assign own_o = '{valid: reg_i.valid && !hit, write: reg_i.write, addr: reg_i.addr, wdata: reg_i.wdata};
  assign reg_o = hit ? '{ready: done_q, error: error_q, rdata: rdata_q} : own_i;

  // The offset within a page is used in part.
  logic unused;
  assign unused = ^offset;

endmodule
