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
  parameter fby_cards_pkg::part_t [NumPages-1:0] Parts = {NumPages{fby_cards_pkg::PLATFORM_IDENTITY}},
  /// Whether anybody has the window for programs.
  parameter bit          HasWindow = 1'b0
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
  /// The window for programs.
  output window_req_t             window_o,
  input  window_rsp_t             window_i,
  /// What becomes of accesses: 0 through the user BAR, 1 through the DMA BAR.
  output bar_access_t [1:0]       access_o,
  output logic                    busy_o
);
  import fby_cards_pkg::*;

  /// Pages of a bridge: all of them, and the window behind them.
  localparam int unsigned All = NumPages + int'(HasWindow);
  typedef logic [All-1:0][ADDR_BITS-1:0] map_t;
  typedef logic [All-1:0]                pages_t;
  typedef part_t [All-1:0]               parts_t;

  localparam layout_t Place = layout(Layout);
  /// A bridge answers that late when its page does not, and is back at the BAR a few cycles later.
  localparam int unsigned Patience = Place.answer_cycles - 8;
  /// Beyond every BAR: where a bridge has the pages that are none of its own.
  localparam logic [ADDR_BITS-1:0] Nowhere = ADDR_BITS'(1) << 48;

  localparam parts_t AllParts = HasWindow ? parts_t'({WINDOW, Parts}) : parts_t'(Parts);

  /// Whether a page is behind the DMA BAR, which a layout may not have for itself.
  function automatic pages_t behind_dma();
    for (int unsigned k = 0; k < All; k++) begin
      behind_dma[k] = AllParts[k].page_in == DMA_BLOCK && Place.dma_bar != Place.user_bar;
    end
  endfunction
  localparam pages_t InDma = behind_dma();

  function automatic map_t bases(input logic of_dma);
    for (int unsigned k = 0; k < All; k++) begin
      bases[k] = Nowhere + (ADDR_BITS'(k) << WINDOW_BITS);
      if (InDma[k] == of_dma) begin
        // That of the window counts from the beginning of its BAR.
        bases[k] = ADDR_BITS'(AllParts[k].page);
        if (AllParts[k].page_in == USER_PAGES) bases[k] += ADDR_BITS'(Place.user_offset);
        if (AllParts[k].page_in == DMA_BLOCK) bases[k] += ADDR_BITS'(Place.dma_offset);
      end
    end
  endfunction
  function automatic pages_t takers();
    for (int unsigned k = 0; k < All; k++) takers[k] = AllParts[k].stores;
  endfunction
  function automatic map_t sizes();
    for (int unsigned k = 0; k < All; k++) sizes[k] = ADDR_BITS'(AllParts[k].page_bytes);
  endfunction

  reg_req_t [All-1:0]       user, dma;
  reg_rsp_t [All-1:0]       rsp;
  reg_store_t [All-1:0]     user_store, dma_store;
  reg_store_rsp_t [All-1:0] stored;
  high_t                    user_high, dma_high;
  logic                     user_busy, dma_busy;

  fby_reg_bridge #(
    .NumPages     (All),
    .Base         (bases(1'b0)),
    .Bytes        (sizes()),
    .TakesStores  (takers()),
    .TimeoutCycles(Patience)
  ) u_user (
    .clk_i, .rst_i,
    .s_req_i(user_req_i), .s_req_ready_o(user_req_ready_o), .s_rsp_o(user_rsp_o), .s_rsp_ready_i(user_rsp_ready_i),
    .reg_o(user), .reg_i(rsp), .high_o(user_high), .store_o(user_store), .store_i(stored),
    .access_o(access_o[0]), .busy_o(user_busy)
  );

  fby_reg_bridge #(
    .NumPages     (All),
    .Base         (bases(1'b1)),
    .Bytes        (sizes()),
    .TakesStores  (takers()),
    .TimeoutCycles(Patience)
  ) u_dma (
    .clk_i, .rst_i,
    .s_req_i(dma_req_i), .s_req_ready_o(dma_req_ready_o), .s_rsp_o(dma_rsp_o), .s_rsp_ready_i(dma_rsp_ready_i),
    .reg_o(dma), .reg_i(rsp), .high_o(dma_high), .store_o(dma_store), .store_i(stored),
    .access_o(access_o[1]), .busy_o(dma_busy)
  );

  for (genvar k = 0; k < NumPages; k++) begin : gen_page
    assign reg_o[k]   = InDma[k] ? dma[k] : user[k];
    assign store_o[k] = InDma[k] ? dma_store[k] : user_store[k];
    assign rsp[k]     = reg_i[k];
    assign stored[k]  = store_i[k];
  end

  if (HasWindow) begin : gen_window
    assign window_o      = '{upper: 1'b0, high: user_high, word: user[All-1], store: user_store[All-1]};
    assign rsp[All-1]    = window_i.word;
    assign stored[All-1] = window_i.store;
  end else begin : gen_no_window
    assign window_o = '0;

    logic unused_window;
    assign unused_window = ^{window_i, user_high};
  end

  assign busy_o = user_busy || dma_busy;

  // The other bridge never has a request for a page.
  logic unused;
  assign unused = ^{user, dma, user_store, dma_store, dma_high};

endmodule
