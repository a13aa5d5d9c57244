// SPDX-License-Identifier: Apache-2.0
/// Where the pages of registers lie: from the two BAR ports with registers to one register port for each page.
///
///   user BAR --> bridge --\
///                          +-> page 0 .. NumPages-1, each behind the one BAR that has it
///   DMA BAR ---> bridge --/
///
/// Both places are facts of the card table: what a page counts from, and in which BAR a layout has that. So is the bound within
/// which an access is answered, whatever its page and the other BAR do.
module fby_card_pages
  import fby_axi_pkg::*;
  import fby_reg_pkg::*;
#(
  /// How the card lies on its bus: number of a layout of the card table.
  parameter int unsigned Layout   = fby_cards_pkg::LAYOUT_XDMA,
  /// Pages, and whose each is.
  parameter int unsigned NumPages = 1,
  parameter fby_cards_pkg::part_t [NumPages-1:0] Parts = {NumPages{fby_cards_pkg::PLATFORM_IDENTITY}}
) (
  input  logic                    clk_i,
  input  logic                    rst_i,
  input  axi_req_t                user_req_i,
  output axi_req_ready_t          user_req_ready_o,
  output axi_rsp_t                user_rsp_o,
  input  axi_rsp_ready_t          user_rsp_ready_i,
  input  axi_req_t                dma_req_i,
  output axi_req_ready_t          dma_req_ready_o,
  output axi_rsp_t                dma_rsp_o,
  input  axi_rsp_ready_t          dma_rsp_ready_i,
  output reg_req_t [NumPages-1:0] reg_o,
  input  reg_rsp_t [NumPages-1:0] reg_i,
  /// Stores that are no words, of the pages that take them.
  output reg_store_t [NumPages-1:0]     store_o,
  input  reg_store_rsp_t [NumPages-1:0] store_i,
  /// What becomes of accesses: 0 through the user BAR, 1 through the DMA BAR.
  output bar_access_t [1:0]       access_o,
  output logic                    busy_o
);
  import fby_cards_pkg::*;

  typedef logic [NumPages-1:0][ADDR_BITS-1:0] map_t;
  typedef logic [NumPages-1:0]                pages_t;

  localparam layout_t Place = layout(Layout);
  /// A bridge answers that late when its page does not, and is back at the BAR a few cycles later.
  localparam int unsigned Patience = Place.answer_cycles - 8;
  /// Beyond every BAR: where a bridge has the pages that are none of its own.
  localparam logic [ADDR_BITS-1:0] Nowhere = ADDR_BITS'(1) << 48;

  /// Whether a page is behind the DMA BAR, which a layout may not have for itself.
  function automatic pages_t behind_dma();
    for (int unsigned k = 0; k < NumPages; k++) begin
      behind_dma[k] = Parts[k].page_in == DMA_BLOCK && Place.dma_bar != Place.user_bar;
    end
  endfunction
  localparam pages_t InDma = behind_dma();

  function automatic map_t bases(input logic of_dma);
    for (int unsigned k = 0; k < NumPages; k++) begin
      bases[k] = Nowhere + (ADDR_BITS'(k) << 16);
      if (InDma[k] == of_dma) begin
        bases[k] = ADDR_BITS'(Parts[k].page);
        if (Parts[k].page_in == USER_PAGES) bases[k] += ADDR_BITS'(Place.user_offset);
        if (Parts[k].page_in == DMA_BLOCK) bases[k] += ADDR_BITS'(Place.dma_offset);
      end
    end
  endfunction
  function automatic pages_t takers();
    for (int unsigned k = 0; k < NumPages; k++) takers[k] = Parts[k].stores;
  endfunction
  function automatic map_t sizes();
    for (int unsigned k = 0; k < NumPages; k++) sizes[k] = ADDR_BITS'(Parts[k].page_bytes);
  endfunction

  reg_req_t [NumPages-1:0] user, dma;
  logic                    user_busy, dma_busy;
  reg_store_t [NumPages-1:0] user_store, dma_store;

  fby_reg_bridge #(
    .NumPages     (NumPages),
    .Base         (bases(1'b0)),
    .Bytes        (sizes()),
    .TakesStores  (takers()),
    .TimeoutCycles(Patience)
  ) u_user (
    .clk_i, .rst_i,
    .s_req_i(user_req_i), .s_req_ready_o(user_req_ready_o), .s_rsp_o(user_rsp_o), .s_rsp_ready_i(user_rsp_ready_i),
    .reg_o(user), .reg_i(reg_i), .store_o(user_store), .store_i,
    .access_o(access_o[0]), .busy_o(user_busy)
  );

  fby_reg_bridge #(
    .NumPages     (NumPages),
    .Base         (bases(1'b1)),
    .Bytes        (sizes()),
    .TakesStores  (takers()),
    .TimeoutCycles(Patience)
  ) u_dma (
    .clk_i, .rst_i,
    .s_req_i(dma_req_i), .s_req_ready_o(dma_req_ready_o), .s_rsp_o(dma_rsp_o), .s_rsp_ready_i(dma_rsp_ready_i),
    .reg_o(dma), .reg_i(reg_i), .store_o(dma_store), .store_i,
    .access_o(access_o[1]), .busy_o(dma_busy)
  );

  for (genvar k = 0; k < NumPages; k++) begin : gen_page
    assign reg_o[k]   = InDma[k] ? dma[k] : user[k];
    assign store_o[k] = InDma[k] ? dma_store[k] : user_store[k];
  end

  assign busy_o = user_busy || dma_busy;

  // The other bridge never has a request for a page.
  logic unused;
  assign unused = ^{user, dma, user_store, dma_store};

endmodule
