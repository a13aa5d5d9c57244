// SPDX-License-Identifier: Apache-2.0

/// A page that remembers what is written to it, words and stores, in order of arrival, and shows it to reads.
///
/// Entry n is at 0x80 * n: the line in 0x00 to 0x3C, its strobes in 0x40 and 0x44, where it went in 0x48, what it was in 0x4C (1 a word,
/// in the lane of its address; 2 a store). Register 0xF80 counts them. There are eight, for behind them a datapath's page has events.
module store_log
  import fby_reg_pkg::*;
#(
  localparam int unsigned Entries = 8
) (
  input  logic           clk_i,
  input  logic           rst_i,
  input  reg_req_t       reg_i,
  output reg_rsp_t       reg_o,
  input  reg_store_t     store_i,
  output reg_store_rsp_t store_o
);

  // 20 words an entry.
  typedef struct packed {
    logic [31:0]  kind;
    logic [31:0]  addr;
    logic [63:0]  strb;
    logic [511:0] data;
  } entry_t;

  entry_t [Entries-1:0] log_q;
  entry_t               entry;
  logic [31:0]          count_q;
  logic                 word_q, store_q;
  logic [1:0]           wait_q;

  // An answer takes a word two cycles, and a store a few.
  always_ff @(posedge clk_i) begin
    word_q  <= reg_i.valid && !word_q && !rst_i;
    store_q <= store_i.valid && !store_q && wait_q == '1 && !rst_i;
    wait_q  <= store_i.valid && !rst_i ? wait_q + 2'd1 : '0;
  end

  always_comb begin
    entry = '{kind: 32'd2, addr: 32'(store_i.addr), strb: store_i.strb, data: store_i.data};
    if (word_q) begin
      entry = '{
        kind: 32'd1, addr: 32'(reg_i.addr), strb: 64'hF << reg_i.addr[5:0],
        data: 512'(reg_i.wdata) << {reg_i.addr[5:0], 3'd0}
      };
    end
  end

  always_ff @(posedge clk_i) begin
    if ((word_q && reg_i.write) || store_q) begin
      log_q[count_q[2:0]] <= entry;
      count_q             <= count_q + 32'd1;
    end
    if (rst_i) count_q <= '0;
  end

  logic [639:0] shown;
  assign shown   = log_q[reg_i.addr[9:7]];
  assign reg_o   = '{
    ready: word_q, error: 1'b0, rdata: reg_i.addr == 16'hF80 ? count_q : shown[{reg_i.addr[6:2], 5'd0} +: 32]
  };
  assign store_o = '{ready: store_q, error: 1'b0};

endmodule
