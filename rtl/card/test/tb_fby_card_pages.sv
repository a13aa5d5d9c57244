// SPDX-License-Identifier: Apache-2.0
`include "tb_axi.svh"

/// Harness: the two BAR ports with registers as flat AXI, and three pages whose answers Python gives: identity and stream
/// ports of the card's own registers, and the block of the first front end.
module tb_fby_card_pages
  import fby_axi_pkg::*;
  import fby_cards_pkg::*;
#(
  parameter int unsigned Layout = 0,
  parameter bit HasWindow = 1'b1
) (
  input  logic        clk_i,
  input  logic        rst_i,
  `TB_AXI_ASKED(s_user, 8)
  `TB_AXI_ASKED(s_dma, 8)
  /// The access that each page sees.
  output logic [2:0]  reg_valid,
  output logic [15:0] reg_addr_0,
  output logic [15:0] reg_addr_1,
  output logic [15:0] reg_addr_2,
  /// What the window sees: a word, its offset; stores that it has taken. It answers at once.
  output logic        window_valid,
  output logic [23:0] window_addr,
  output logic [7:0]  window_stores,
  /// The last store that the last page has taken; it takes them whole, the others do not.
  output logic [7:0]   stores,
  output logic [15:0]  store_addr,
  output logic [63:0]  store_strb,
  output logic [511:0] store_data,
  /// Pages that answer, in the next cycle.
  input  logic [2:0]  answers,
  output logic        busy
);
  /// The same part, that takes stores whole whatever the table says.
  function automatic part_t taker(input part_t part);
    taker        = part;
    taker.stores = 1'b1;
  endfunction
  localparam part_t [2:0] Parts = {taker(front_end(0)), PLATFORM_STREAM_PORTS, PLATFORM_IDENTITY};

  axi_req_t user_req, dma_req;
  axi_rsp_t user_rsp, dma_rsp;
  fby_reg_pkg::reg_req_t [2:0] req;
  fby_reg_pkg::reg_rsp_t [2:0] rsp;

  for (genvar k = 0; k < 3; k++) begin : gen_page
    logic ready_q;
    always_ff @(posedge clk_i) ready_q <= !rst_i && req[k].valid && !ready_q && answers[k];
    assign reg_valid[k] = req[k].valid;
    // Which page, and where in it.
    assign rsp[k] = '{ready: ready_q, error: 1'b0, rdata: {8'hA0 + 8'(k), 8'd0, req[k].addr}};
  end
  assign {reg_addr_2, reg_addr_1, reg_addr_0} = {req[2].addr, req[1].addr, req[0].addr};

  fby_reg_pkg::reg_store_t [2:0]     store;
  fby_reg_pkg::reg_store_rsp_t [2:0] stored;
  logic [2:0]                        stored_q;
  for (genvar k = 0; k < 3; k++) begin : gen_store
    always_ff @(posedge clk_i) stored_q[k] <= !rst_i && store[k].valid && !stored_q[k];
    assign stored[k] = '{ready: stored_q[k], error: 1'b0};
  end
  always_ff @(posedge clk_i) begin
    // One that sees a store and takes none counts too.
    if (stored_q != '0) stores <= stores + 8'd1;
    if (stored_q[2]) {store_addr, store_strb, store_data} <= {store[2].addr, store[2].strb, store[2].data};
    if (rst_i) stores <= '0;
  end

  fby_reg_pkg::window_req_t window;
  fby_reg_pkg::window_rsp_t window_rsp;
  logic                     window_q;
  always_ff @(posedge clk_i) begin
    window_q <= !rst_i && (window.word.valid || window.store.valid) && !window_q;
    if (window.store.valid && window_q) window_stores <= window_stores + 8'd1;
    if (rst_i) window_stores <= '0;
  end
  assign window_valid = window.word.valid;
  assign window_addr  = {window.high, window.store.valid ? window.store.addr : window.word.addr};
  assign window_rsp   = '{
    word: '{ready: window_q && window.word.valid, error: 1'b0, rdata: {8'hB0, window_addr}},
    store: '{ready: window_q && window.store.valid, error: 1'b0}
  };

  `TB_AXI_FROM(s_user, user_req)
  `TB_AXI_TO(s_user, user_rsp)
  `TB_AXI_FROM(s_dma, dma_req)
  `TB_AXI_TO(s_dma, dma_rsp)

  // What accesses are counted as is a matter of fby_reg_bridge and its test.
  // verilator lint_off PINCONNECTEMPTY
  fby_card_pages #(
    .Layout  (Layout),
    .NumPages(3),
    .Parts   (Parts),
    .HasWindow(HasWindow)
  ) u_dut (
    .clk_i, .rst_i,
    .user_req_i(user_req), .user_req_ready_o({s_user_arready, s_user_awready, s_user_wready}),
    .user_rsp_o(user_rsp), .user_rsp_ready_i({s_user_rready, s_user_bready}),
    .dma_req_i(dma_req), .dma_req_ready_o({s_dma_arready, s_dma_awready, s_dma_wready}),
    .dma_rsp_o(dma_rsp), .dma_rsp_ready_i({s_dma_rready, s_dma_bready}),
    .reg_o(req), .reg_i(rsp), .store_o(store), .store_i(stored),
    .window_o(window), .window_i(window_rsp), .access_o(), .busy_o(busy)
  );
  // verilator lint_on PINCONNECTEMPTY

endmodule
