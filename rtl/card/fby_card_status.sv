// SPDX-License-Identifier: Apache-2.0
/// What the card tells of itself: the chain of features of a build, and the status block that shows it and counts what happens.
///
/// The chain has the parts of the platform first, then the front ends, then the datapath.
module fby_card_status
  import fby_card_pkg::*;
#(
  /// Kind of the datapath, and how the card lies on its bus: see fby_card.
  parameter int unsigned Datapath   = 1,
  parameter int unsigned Layout     = fby_cards_pkg::LAYOUT_XDMA,
  parameter fby_cards_pkg::fronts_t Fronts = 8'b0000_0001,
  parameter int unsigned NumH2c     = 4,
  parameter int unsigned NumC2h     = 4,
  /// Streams of channels and of front ends that have one of their own.
  parameter bit [3:0]    H2cStream  = 4'b1100,
  parameter bit [3:0]    C2hStream  = 4'b1100,
  parameter bit          SharedPath = 1'b0,
  parameter int unsigned MemBytes   = 1 << 20,
  /// Bits of what a counter adds in a cycle.
  parameter int unsigned AmountBits = 6,
  localparam int unsigned NumFronts = $countones(Fronts)
) (
  input  logic                                                  clk_i,
  input  logic                                                  rst_i,
  /// Register bus of the page.
  input  fby_reg_pkg::reg_req_t                                 reg_i,
  output fby_reg_pkg::reg_rsp_t                                 reg_o,
  // What is counted, and addresses that were refused.
  input  fby_dma_pkg::dma_events_t                              dma_i,
  input  fby_stream_pkg::stream_events_t [NUM_STREAM_PORTS-1:0] stream_i,
  input  card_access_t                                          access_i,
  input  bank_events_t [NUM_BANKS-1:0]                          bank_i,
  input  fby_dma_pkg::dma_bad_t                                 bad_i,
  // Of each plug, front ends first and the datapath last: to rest; something is under way, has moved. What the datapath waits for.
  output logic [NumFronts:0]                                    quiesce_o,
  input  logic [NumFronts:0]                                    busy_i,
  input  fby_feature_pkg::waits_t                               waits_i,
  input  logic [NumFronts:0]                                    moved_i
);
  localparam fby_cards_pkg::layout_t Place = fby_cards_pkg::layout(Layout);

  // The chain of features, in its order: number 0 is the head.
  localparam int unsigned FeatureFront    = 3;
  localparam int unsigned FeatureDatapath = FeatureFront + NumFronts;
  localparam int unsigned NumFeatures     = FeatureDatapath + 1;
  typedef fby_feature_pkg::feature_t [NumFeatures-1:0] chain_t;

  localparam fby_cards_pkg::numbers_t Numbers = fby_cards_pkg::front_numbers(Fronts);

  function automatic chain_t chain();
    chain[0] = fby_card_chain_pkg::header(fby_cards_pkg::PLATFORM_IDENTITY, Place, 4'b0000, 4'b0000);
    chain[1] = fby_card_chain_pkg::header(fby_cards_pkg::PLATFORM_STREAM_PORTS, Place, 4'b0000, 4'b0000);
    chain[2] = fby_card_chain_pkg::header(fby_cards_pkg::PLATFORM_INTERRUPTS, Place, 4'b0000, 4'b0000);
    for (int unsigned f = 0; f < NumFronts; f++) begin
      chain[FeatureFront + f] =
          fby_card_chain_pkg::header(fby_cards_pkg::front_end(32'(Numbers[f])), Place, 4'b0000, 4'b0000);
    end
    chain[FeatureDatapath] =
        fby_card_chain_pkg::header(fby_cards_pkg::datapath(Datapath), Place, H2cStream, C2hStream);
  endfunction

  typedef struct packed {
    fby_dma_pkg::dma_events_t                              dma;
    fby_stream_pkg::stream_events_t [NUM_STREAM_PORTS-1:0] stream;
    card_access_t                                          access;
    bank_events_t [NUM_BANKS-1:0]                          bank;
    fby_dma_pkg::dma_bad_t                                 bad;
  } news_t;

  // Events end long paths all over the card, and counters begin with a long one: they are counted a cycle later.
  news_t news_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) news_q <= '0;
    else news_q <= '{dma: dma_i, stream: stream_i, access: access_i, bank: bank_i, bad: bad_i};
  end

  logic [fby_regs_pkg::USER_COUNTER_COUNT-1:0][AmountBits-1:0] amount;
  logic [NumFeatures-1:0]                                      quiesce;
  assign quiesce_o = quiesce[FeatureDatapath:FeatureFront];

  fby_card_events #(
    .AmountBits (AmountBits)
  ) u_events (
    .dma_i    (news_q.dma),
    .stream_i (news_q.stream),
    .access_i (news_q.access),
    .bank_i   (news_q.bank),
    .amount_o (amount)
  );

  fby_status #(
    .CardKind   (Datapath),
    .NumH2c     (NumH2c),
    .NumC2h     (NumC2h),
    // Of channels only: a front end's own stream is no business of theirs.
    .H2cStream  (H2cStream & 4'((1 << NumH2c) - 1)),
    .C2hStream  (C2hStream & 4'((1 << NumC2h) - 1)),
    .SharedPath (SharedPath),
    .ClockKhz   (fby_regs_pkg::CARD_CLOCK_KHZ),
    .MemBytes   (MemBytes),
    .NumPorts   (NUM_STREAM_PORTS),
    .AmountBits (AmountBits),
    .NumFeatures(NumFeatures),
    .Features   (chain())
  ) u_status (
    .clk_i, .rst_i, .reg_i, .reg_o,
    .amount_i         (amount),
    .bad_host_addr_i  (news_q.bad.host_addr),
    .bad_host_valid_i (news_q.bad.host_valid),
    .bad_card_addr_i  (news_q.bad.card_addr),
    .bad_card_valid_i (news_q.bad.card_valid),
    .bad_mmio_addr_i  (news_q.access.addr),
    .bad_mmio_valid_i (news_q.access.errors != '0),
    .quiesce_o        (quiesce),
    .busy_i           (NumFeatures'(busy_i) << FeatureFront),
    .waits_i          ({waits_i, {FeatureDatapath{fby_feature_pkg::waits_t'('0)}}}),
    .moved_i          (NumFeatures'(moved_i) << FeatureFront)
  );

  // Parts of the platform take no notice of QUIESCE.
  logic unused;
  assign unused = ^quiesce[FeatureFront-1:0];

endmodule
