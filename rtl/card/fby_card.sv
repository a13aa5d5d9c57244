// SPDX-License-Identifier: Apache-2.0
/// The Forebay card: DMA engine, card address space, datapath, status block, and the BARs through which the host
/// reaches them. See README.md for the picture and the address map.
module fby_card
  import fby_axi_pkg::*;
  import fby_reg_pkg::*;
  import fby_card_pkg::*;
#(
  /// What sits on the streams: kind of a datapath of the card table.
  parameter int unsigned Datapath    = 1,
  /// How the card lies on its bus: number of a layout of the card table.
  parameter int unsigned Layout      = fby_cards_pkg::LAYOUT_XDMA,
  /// Front ends: bit n stands for that of number n of the card table.
  parameter fby_cards_pkg::fronts_t Fronts = 8'b0000_0001,
  /// Host-to-card and card-to-host DMA channels, 1 to 4 each with the streams that are a front end's own.
  parameter int unsigned NumH2c      = 4,
  parameter int unsigned NumC2h      = 4,
  /// Which of the channels are streams; the others are memory-mapped.
  parameter bit [3:0]    H2cStream   = 4'b1100,
  parameter bit [3:0]    C2hStream   = 4'b1100,
  /// What the channels write to the card goes over one path, in order; see fby_card_path.
  parameter bit          SharedPath  = 1'b0,
  /// Depth of each stream FIFO in beats.
  parameter int unsigned FifoEntries = 1024,
  /// Size of the card memory, and its banks; powers of two.
  parameter int unsigned MemBytes    = 1 << 20,
  parameter int unsigned NumBanks    = NUM_BANKS,
  /// A number that means what the datapath says.
  parameter int unsigned Option      = 0,
  /// Ports of the datapath's fast memory, 0 without it, and bytes behind each.
  parameter int unsigned NumMemory   = 0,
  parameter int unsigned MemoryBytes = 0,
  /// Not to be set: ports that there are in any case.
  parameter int unsigned MemoryPorts = NumMemory == 0 ? 1 : NumMemory
) (
  input  logic                      clk_i,
  /// Reset of the bus and of the card with it.
  input  logic                      rst_i,
  /// Reset of the card alone: what it has under way on the bus is brought to its end first.
  input  logic                      rst_card_i,

  // DMA master towards host memory.
  output axi_req_t                  host_req_o,
  input  axi_req_ready_t            host_req_ready_i,
  input  axi_rsp_t                  host_rsp_i,
  output axi_rsp_ready_t            host_rsp_ready_o,

  // The BARs, each a port of its own; addresses are offsets. Registers take single beats, see fby_reg_bridge.
  input  axi_req_t                  user_req_i,
  output axi_req_ready_t            user_req_ready_o,
  output axi_rsp_t                  user_rsp_o,
  input  axi_rsp_ready_t            user_rsp_ready_i,
  input  axi_req_t                  dma_req_i,
  output axi_req_ready_t            dma_req_ready_o,
  output axi_rsp_t                  dma_rsp_o,
  input  axi_rsp_ready_t            dma_rsp_ready_i,
  // The aperture takes bursts with any strobes, see fby_card_aperture.
  input  axi_req_t                  aperture_req_i,
  output axi_req_ready_t            aperture_req_ready_o,
  output axi_rsp_t                  aperture_rsp_o,
  input  axi_rsp_ready_t            aperture_rsp_ready_i,

  // Messages.
  output fby_dma_pkg::dma_message_t message_o,
  input  logic                      message_ready_i,

  // Fast memory of the datapath.
  output fby_mem_pkg::mem_to_t   [MemoryPorts-1:0] memory_o,
  input  fby_mem_pkg::mem_from_t [MemoryPorts-1:0] memory_i,

  /// Something is going on; while low, no cycle changes anything before the next BAR access.
  output logic                      busy_o
);
  logic rst;
  assign rst = rst_i || rst_card_i;
  localparam fby_cards_pkg::layout_t PLACE = fby_cards_pkg::layout(Layout);
  localparam bit UpperWindow = fby_cards_pkg::has_upper_window(Fronts, Layout);
  localparam int unsigned NumFronts = $countones(Fronts);
  localparam fby_cards_pkg::numbers_t Numbers = fby_cards_pkg::front_numbers(Fronts);
  // Movers: those of channels, then the streams that are a front end's own.
  localparam int unsigned Downs       = NumH2c + fby_cards_pkg::num_own_h2c(Fronts);
  localparam int unsigned Ups         = NumC2h + fby_cards_pkg::num_own_c2h(Fronts);
  localparam bit [3:0]    DownStreams = H2cStream | 4'((1 << Downs) - (1 << NumH2c));
  localparam bit [3:0]    UpStreams   = C2hStream | 4'((1 << Ups) - (1 << NumC2h));
  // An access through the aperture waits for room, and as long again for its answer; in between it takes a few cycles.
  localparam int unsigned AperturePatience = PLACE.answer_cycles / 2 - 16;

  // The DMA engine's side of the host bus.
  axi_req_t       engine_req;
  axi_req_ready_t engine_req_ready;
  axi_rsp_t       engine_rsp;
  axi_rsp_ready_t engine_rsp_ready;
  logic           draining;

  // Pages of registers: those of the platform and of the datapath, then one for each front end.
  localparam int unsigned PageIdentity = 0;
  localparam int unsigned PagePorts    = 1;
  localparam int unsigned PageDatapath = 2;
  localparam int unsigned PageFront    = 3;
  localparam int unsigned NumPages     = PageFront + NumFronts;
  reg_req_t [NumPages-1:0] reg_req;
  reg_rsp_t [NumPages-1:0] reg_rsp;
  reg_store_t [NumPages-1:0]     store;
  reg_store_rsp_t [NumPages-1:0] stored;

  // Masters of the card address space.
  axi_req_t       card_req, bar_req, low_req;
  axi_req_ready_t card_req_ready, bar_req_ready, low_req_ready;
  axi_rsp_t       card_rsp, bar_rsp, low_rsp;
  axi_rsp_ready_t card_rsp_ready, bar_rsp_ready, low_rsp_ready;

  // Who asks for room there: each host-to-card mover, and the aperture behind them.
  axi_ask_t [Downs:0] ask;
  logic     [Downs:0] room;

  // Streams.
  axis_req_t [NUM_STREAM_PORTS-1:0] port;
  logic      [NUM_STREAM_PORTS-1:0] port_ready, flush;
  logic      [NUM_STREAM_PORTS-1:0][LANE_BITS-1:0] held;
  axis_req_t [Downs-1:0]            h2c;
  logic      [Downs-1:0]            h2c_ready;
  axis_req_t [Ups-1:0]              c2h;
  logic      [Ups-1:0]              c2h_ready;

  // What the status block counts, and the datapath's own counters with as many bits.
  localparam int unsigned AmountBits = 6;
  fby_dma_pkg::dma_events_t                              dma_events;
  fby_stream_pkg::stream_events_t [NUM_STREAM_PORTS-1:0] stream_events;
  logic [15:0][AmountBits-1:0]                           own_events;
  fby_dma_pkg::dma_bad_t                                 bad;
  card_access_t                                     access;
  bank_events_t [NUM_BANKS-1:0]                     bank_events;
  bar_access_t [4:0]                                of_bar;

  logic        dma_busy, pages_busy, aperture_busy, upper_busy;
  logic [15:0] usr_irq;

  localparam fby_cards_pkg::part_t PLUG = fby_cards_pkg::datapath(Datapath);

  typedef fby_cards_pkg::part_t [NumPages-1:0] parts_t;

  function automatic parts_t page_parts();
    page_parts[PageIdentity] = fby_cards_pkg::PLATFORM_IDENTITY;
    page_parts[PagePorts]    = fby_cards_pkg::PLATFORM_STREAM_PORTS;
    page_parts[PageDatapath] = PLUG;
    for (int unsigned f = 0; f < NumFronts; f++) page_parts[PageFront + f] = fby_cards_pkg::front_end(32'(Numbers[f]));
  endfunction

  // Of each plug: front ends, then the datapath.
  logic [NumFronts:0]        quiesce, plug_busy, moved;
  fby_feature_pkg::waits_t   waits;
  plug_req_t [NumFronts-1:0] front_req;
  plug_rsp_t [NumFronts-1:0] front_rsp;
  window_req_t               user_window, window;
  window_rsp_t               user_windowed;
  logic [3:0]                lines;

  for (genvar f = 0; f < NumFronts; f++) begin : gen_front_page
    assign front_req[f]           = '{window, quiesce[f], reg_req[PageFront + f], store[PageFront + f]};
    assign reg_rsp[PageFront + f] = front_rsp[f].regs;
    assign stored[PageFront + f]  = front_rsp[f].stored;
    assign plug_busy[f]           = front_rsp[f].busy;
    assign moved[f]               = front_rsp[f].moved;
  end

  // Parts of the platform take words only.
  assign stored[PagePorts:PageIdentity] = '0;
  logic unused;
  assign unused = ^store[PagePorts:PageIdentity];

  // Lines that a datapath has no claim to reach nobody.
  localparam logic [3:0] OwnLines = 4'((1 << PLUG.line_count) - 1);
  assign usr_irq = 16'(lines & OwnLines) << PLUG.line_first;

  if (NumBanks < NUM_BANKS) begin : gen_fewer_banks
    assign bank_events[NUM_BANKS-1:NumBanks] = '0;
  end

  // A flush throws entries away cycle by cycle with nothing else going on.
  logic flushing;
  always_comb begin
    flushing = 1'b0;
    for (int n = 0; n < NUM_STREAM_PORTS; n++) flushing |= stream_events[n].discarded;
  end

  assign busy_o = dma_busy || plug_busy[NumFronts] || pages_busy || upper_busy || aperture_busy || flushing || draining;

  fby_card_pages #(
    .Layout(Layout), .NumPages(NumPages), .Parts(page_parts()), .HasWindow(fby_cards_pkg::has_window(Fronts))
  ) u_pages (
    .clk_i, .rst_i(rst),
    .user_req_i, .user_req_ready_o, .user_rsp_o, .user_rsp_ready_i,
    .dma_req_i, .dma_req_ready_o, .dma_rsp_o, .dma_rsp_ready_i,
    .reg_o(reg_req), .reg_i(reg_rsp), .store_o(store), .store_i(stored), .access_o(of_bar[1:0]), .busy_o(pages_busy),
    .window_o(user_window), .window_i(user_windowed)
  );

  fby_card_upper #(.Upper(UpperWindow), .TimeoutCycles(PLACE.answer_cycles - 8)) u_upper (
    .clk_i, .rst_i(rst),
    .s_req_i(aperture_req_i), .s_req_ready_o(aperture_req_ready_o),
    .s_rsp_o(aperture_rsp_o), .s_rsp_ready_i(aperture_rsp_ready_i),
    .m_req_o(low_req), .m_req_ready_i(low_req_ready), .m_rsp_i(low_rsp), .m_rsp_ready_o(low_rsp_ready),
    .user_i(user_window), .user_o(user_windowed),
    .window_o(window), .window_i(front_rsp[fby_cards_pkg::window_front(Fronts)].window),
    .access_o(of_bar[4]), .busy_o(upper_busy)
  );

  fby_card_aperture #(
    .TimeoutCycles(AperturePatience)
  ) u_aperture (
    .clk_i, .rst_i(rst),
    .s_req_i(low_req), .s_req_ready_o(low_req_ready), .s_rsp_o(low_rsp), .s_rsp_ready_i(low_rsp_ready),
    .ask_o(ask[Downs]), .room_i(room[Downs]),
    .m_req_o(bar_req), .m_req_ready_i(bar_req_ready), .m_rsp_i(bar_rsp), .m_rsp_ready_o(bar_rsp_ready),
    .clear_i(flush), .held_o(held), .wrote_o(of_bar[2]), .read_o(of_bar[3]), .busy_o(aperture_busy)
  );

  fby_card_access #(
    .NumSources(5), .Bar({{3{3'(PLACE.aperture_bar)}}, 3'(PLACE.dma_bar), 3'(PLACE.user_bar)})
  ) u_access (
    .access_i(of_bar), .access_o(access)
  );

  fby_dma #(
    .Fronts    (Fronts), .NumH2c(Downs), .NumC2h(Ups), .H2cStream(DownStreams), .C2hStream(UpStreams),
    .UpperWindow(UpperWindow), .NumVectors(PLACE.vectors)
  ) u_dma (
    .clk_i, .rst_i(rst),
    .plug_i(front_req), .plug_o(front_rsp),
    .host_req_o(engine_req), .host_req_ready_i(engine_req_ready),
    .host_rsp_i(engine_rsp), .host_rsp_ready_o(engine_rsp_ready),
    .card_ask_o(ask[Downs-1:0]), .card_room_i(room[Downs-1:0]),
    .card_req_o(card_req), .card_req_ready_i(card_req_ready), .card_rsp_i(card_rsp), .card_rsp_ready_o(card_rsp_ready),
    .h2c_o(h2c), .h2c_ready_i(h2c_ready), .c2h_i(c2h), .c2h_ready_o(c2h_ready),
    .usr_irq_i   (usr_irq),
    .message_o, .message_ready_i,
    .events_o    (dma_events),
    .bad_o       (bad),
    .busy_o      (dma_busy)
  );

  fby_axi_quiesce u_quiesce (
    .clk_i, .rst_i, .rst_card_i,
    .s_req_i(engine_req), .s_req_ready_o(engine_req_ready), .s_rsp_o(engine_rsp), .s_rsp_ready_i(engine_rsp_ready),
    .m_req_o(host_req_o), .m_req_ready_i(host_req_ready_i), .m_rsp_i(host_rsp_i), .m_rsp_ready_o(host_rsp_ready_o),
    .draining_o(draining)
  );

  fby_card_space #(
    .MemBytes    (MemBytes),
    .NumBanks    (NumBanks),
    .FifoEntries (FifoEntries),
    .NumWriters  (Downs + 1), .SharedPath(SharedPath)
  ) u_space (
    .clk_i, .rst_i(rst),
    .ask_i(ask), .room_o(room),
    .dma_req_i(card_req), .dma_req_ready_o(card_req_ready), .dma_rsp_o(card_rsp), .dma_rsp_ready_i(card_rsp_ready),
    .bar_req_i(bar_req), .bar_req_ready_o(bar_req_ready), .bar_rsp_o(bar_rsp), .bar_rsp_ready_i(bar_rsp_ready),
    .stream_o(port), .stream_ready_i(port_ready), .reg_i(reg_req[PagePorts]), .reg_o(reg_rsp[PagePorts]),
    .events_o(stream_events), .flush_o(flush), .held_i(held), .banks_o(bank_events[NumBanks-1:0])
  );

  reg_req_t own_req;
  reg_rsp_t own_rsp;

  fby_event_page #(.AmountBits(AmountBits)) u_event_page (
    .clk_i, .rst_i(rst),
    .reg_i(reg_req[PageDatapath]), .reg_o(reg_rsp[PageDatapath]),
    .own_o(own_req), .own_i(own_rsp), .amount_i(own_events)
  );

  fby_card_datapath #(
    .Datapath    (Datapath),    .NumH2c   (Downs), .NumC2h(Ups),
    .H2cStream   (DownStreams), .C2hStream(UpStreams),
    .FifoEntries (FifoEntries), .Option   (Option),    .NumMemory(NumMemory), .MemoryBytes(MemoryBytes)
  ) u_datapath (
    .clk_i, .rst_i(rst),
    .quiesce_i(quiesce[NumFronts]), .busy_o(plug_busy[NumFronts]), .moved_o(moved[NumFronts]),
    .reg_i(own_req), .reg_o(own_rsp), .store_i(store[PageDatapath]), .store_o(stored[PageDatapath]),
    .port_i(port), .port_ready_o(port_ready), .h2c_i(h2c), .h2c_ready_o(h2c_ready),
    .c2h_o(c2h), .c2h_ready_i(c2h_ready), .events_o(own_events), .lines_o(lines),
    .memory_o, .memory_i
  );

  fby_card_waits #(.NumH2c(Downs), .NumC2h(Ups), .H2cStream(DownStreams), .C2hStream(UpStreams)) u_waits (
    .busy_i(plug_busy[NumFronts]), .port_i(port), .port_ready_i(port_ready), .h2c_i(h2c), .h2c_ready_i(h2c_ready),
    .c2h_i(c2h), .c2h_ready_i(c2h_ready), .waits_o(waits)
  );

  fby_card_status #(
    .Datapath(Datapath), .Layout(Layout), .Fronts(Fronts), .NumH2c(NumH2c), .NumC2h(NumC2h),
    .H2cStream(DownStreams), .C2hStream(UpStreams), .SharedPath(SharedPath),
    .MemBytes(MemBytes), .AmountBits(AmountBits)
  ) u_status (
    .clk_i, .rst_i(rst), .reg_i(reg_req[PageIdentity]), .reg_o(reg_rsp[PageIdentity]),
    .dma_i(dma_events), .stream_i(stream_events), .access_i(access), .bank_i(bank_events), .bad_i(bad),
    .quiesce_o (quiesce), .busy_i(plug_busy), .waits_i(waits), .moved_i(moved)
  );

endmodule
