// SPDX-License-Identifier: Apache-2.0
/// The card address space: two masters in front of the banks of card memory and the stream ports.
///
///   BAR -------------\         /--> memory, a bank each  0x0000_0000
///                     +- xbar -+---> stream port 0       0x1000_0000 --> FIFO --> stream 0
///   DMA --> slice ---/         \---> stream port 1       0x2000_0000 --> FIFO --> stream 1
///                               \-> elsewhere: DECERR
///
/// A write burst is sent only after fby_card_room has promised room for it, so no write ever waits on the bus for the
/// consumer of a stream port. The DMA engine's writers ask for themselves, or over the one path of fby_card_path.
module fby_card_space
  import fby_axi_pkg::*;
  import fby_card_pkg::*;
#(
  /// Size of the card memory; a power of two.
  parameter int unsigned MemBytes    = 1 << 20,
  /// Banks of it, a power of two: one behind the other in the address space, so that a long transfer stays in one. Taking turns by
  /// address would put a change of slave into each of them, and a change costs a response time, for order is kept by having all that is
  /// under way at one slave. Masters in different banks do not meet.
  parameter int unsigned NumBanks    = 1,
  /// Depth of each stream port's FIFO in beats.
  parameter int unsigned FifoEntries = 1024,
  /// Masters that ask for room, each for itself, however they share the buses; the last one is behind the bridge from the BARs.
  parameter int unsigned NumWriters  = 2,
  /// The DMA engine's have one path: who finds no room holds up the others. See fby_card_path.
  parameter bit          SharedPath  = 1'b0
) (
  input  logic                             clk_i,
  input  logic                             rst_i,

  /// Questions ahead of write bursts; see fby_card_room.
  input  axi_ask_t       [NumWriters-1:0]  ask_i,
  output logic           [NumWriters-1:0]  room_o,

  /// Masters: the DMA engine.
  input  axi_req_t                         dma_req_i,
  output axi_req_ready_t                   dma_req_ready_o,
  output axi_rsp_t                         dma_rsp_o,
  input  axi_rsp_ready_t                   dma_rsp_ready_i,
  /// And the bridge from the BARs.
  input  axi_req_t                         bar_req_i,
  output axi_req_ready_t                   bar_req_ready_o,
  output axi_rsp_t                         bar_rsp_o,
  input  axi_rsp_ready_t                   bar_rsp_ready_i,

  /// What was written into each stream port.
  output axis_req_t      [NUM_STREAM_PORTS-1:0] stream_o,
  input  logic           [NUM_STREAM_PORTS-1:0] stream_ready_i,

  /// Register page of the stream ports.
  input  fby_reg_pkg::reg_req_t                                 reg_i,
  output fby_reg_pkg::reg_rsp_t                                 reg_o,
  output fby_stream_pkg::stream_events_t [NUM_STREAM_PORTS-1:0] events_o,
  /// A stream port is emptied; and bytes that wait in front of it for the rest of their entry.
  output logic           [NUM_STREAM_PORTS-1:0]                 flush_o,
  input  logic           [NUM_STREAM_PORTS-1:0][LANE_BITS-1:0]  held_i,
  /// Beats that went through each bank.
  output bank_events_t   [NumBanks-1:0]                         banks_o
);
  localparam int unsigned NumSlaves = NumBanks + NUM_STREAM_PORTS;
  localparam int unsigned BankBytes = MemBytes / NumBanks;
  localparam int unsigned LevelBits = $clog2(FifoEntries + 1);
  typedef logic [NumSlaves-1:0][ADDR_BITS-1:0] map_t;

  if (NumBanks > NUM_BANKS || (NumBanks & (NumBanks - 1)) != 0) begin : gen_bad_banks
    $error("fby_card_space: NumBanks must be a power of two, and there are counters for no more than NUM_BANKS");
  end
  if (64'(MemBytes) > STREAM_PORT_BASE) begin : gen_bad_mem
    $error("fby_card_space: MemBytes must end below the first stream port");
  end

  /// Slave k is bank k of the memory, slave NumBanks + n is stream port n.
  function automatic map_t slave_bases();
    for (int unsigned k = 0; k < NumBanks; k++) slave_bases[k] = ADDR_BITS'(k * BankBytes);
    for (int unsigned n = 0; n < NUM_STREAM_PORTS; n++) begin
      slave_bases[NumBanks + n] = STREAM_PORT_BASE + 64'(n) * STREAM_PORT_BYTES;
    end
  endfunction
  function automatic map_t slave_sizes();
    for (int unsigned k = 0; k < NumBanks; k++) slave_sizes[k] = ADDR_BITS'(BankBytes);
    for (int unsigned n = 0; n < NUM_STREAM_PORTS; n++) slave_sizes[NumBanks + n] = STREAM_PORT_BYTES;
  endfunction

  // The choice among the DMA engine's channels and the way to the slaves are far apart: a register between their writes.
  axi_wr_req_t   dma_wr;
  axi_wr_ready_t dma_wr_ready;

  fby_axi_wr_slice u_slice (
    .clk_i, .rst_i,
    .s_req_i(dma_req_i.wr), .s_req_ready_o(dma_req_ready_o.wr),
    .m_req_o(dma_wr), .m_req_ready_i(dma_wr_ready)
  );

  // Masters in the order of the crossbar.
  axi_req_t       [1:0] s_req;
  axi_req_ready_t [1:0] s_req_ready;
  axi_rsp_t       [1:0] s_rsp;
  axi_rsp_ready_t [1:0] s_rsp_ready;
  assign s_req              = {dma_req_i.rd, dma_wr, bar_req_i};
  assign bar_req_ready_o    = s_req_ready[0];
  assign dma_req_ready_o.rd = s_req_ready[1].rd;
  assign dma_wr_ready       = s_req_ready[1].wr;
  assign bar_rsp_o          = s_rsp[0];
  assign dma_rsp_o          = s_rsp[1];
  assign s_rsp_ready        = {dma_rsp_ready_i, bar_rsp_ready_i};

  axi_req_t       [NumSlaves-1:0] m_req;
  axi_req_ready_t [NumSlaves-1:0] m_req_ready;
  axi_rsp_t       [NumSlaves-1:0] m_rsp;
  axi_rsp_ready_t [NumSlaves-1:0] m_rsp_ready;

  fby_axi_xbar #(
    .NumMasters (2),
    .NumSlaves  (NumSlaves),
    .Base       (slave_bases()),
    .Bytes      (slave_sizes())
  ) u_xbar (
    .clk_i, .rst_i,
    .s_req_i(s_req), .s_req_ready_o(s_req_ready), .s_rsp_o(s_rsp), .s_rsp_ready_i(s_rsp_ready),
    .m_req_o(m_req), .m_req_ready_i(m_req_ready), .m_rsp_i(m_rsp), .m_rsp_ready_o(m_rsp_ready)
  );

  for (genvar k = 0; k < NumBanks; k++) begin : gen_bank
    fby_card_mem #(
      .MemBytes (BankBytes)
    ) u_mem (
      .clk_i, .rst_i,
      .s_req_i(m_req[k]), .s_req_ready_o(m_req_ready[k]), .s_rsp_o(m_rsp[k]), .s_rsp_ready_i(m_rsp_ready[k])
    );
    assign banks_o[k] = '{
      read: m_rsp[k].rd.r_valid && m_rsp_ready[k].rd, written: m_req[k].wr.w_valid && m_req_ready[k].wr.w
    };
  end

  logic [NUM_STREAM_PORTS-1:0]                flush, waits;
  assign flush_o = flush;
  logic [NUM_STREAM_PORTS-1:0][LevelBits-1:0] level, free;
  logic [NUM_STREAM_PORTS-1:0][8:0]           reserve;

  axi_ask_t [NumWriters-1:0] ask;
  logic     [NumWriters-1:0] given;

  if (SharedPath) begin : gen_path
    localparam int unsigned Last = NumWriters - 1;
    fby_card_path #(
      .NumMasters (Last)
    ) u_path (
      .clk_i, .rst_i,
      .ask_i(ask_i[Last-1:0]), .room_o(room_o[Last-1:0]), .ask_o(ask[Last-1:0]), .room_i(given[Last-1:0])
    );
    assign ask[Last]    = ask_i[Last];
    assign room_o[Last] = given[Last];
  end else begin : gen_no_path
    assign ask    = ask_i;
    assign room_o = given;
  end

  fby_card_room #(
    .NumMasters  (NumWriters),
    .FifoEntries (FifoEntries)
  ) u_room (
    .clk_i, .rst_i,
    .ask_i    (ask),
    .room_o   (given),
    .free_i   (free),
    .reserve_o(reserve),
    .waits_o  (waits)
  );

  for (genvar n = 0; n < NUM_STREAM_PORTS; n++) begin : gen_port
    localparam int unsigned S = NumBanks + n;
    fby_stream_port #(
      .DepthEntries (FifoEntries)
    ) u_port (
      .clk_i, .rst_i,
      .s_req_i(m_req[S]), .s_req_ready_o(m_req_ready[S]), .s_rsp_o(m_rsp[S]), .s_rsp_ready_i(m_rsp_ready[S]),
      .m_o      (stream_o[n]),
      .m_ready_i(stream_ready_i[n]),
      .flush_i  (flush[n]),
      .reserve_i(reserve[n]),
      .free_o   (free[n]),
      .waits_i  (waits[n]),
      .level_o  (level[n]),
      .events_o (events_o[n])
    );
  end

  fby_stream_regs #(
    .NumPorts     (NUM_STREAM_PORTS),
    .DepthEntries (FifoEntries)
  ) u_regs (
    .clk_i, .rst_i,
    .reg_i,
    .reg_o,
    .level_i (level),
    .waits_i (waits),
    .held_i,
    .flush_o (flush)
  );

endmodule
