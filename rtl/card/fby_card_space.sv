// SPDX-License-Identifier: Apache-2.0
/// The card address space: two masters in front of card memory and stream windows.
///
///   DMA --> slice --\                    /--> memory    0x0000_0000
///                    +--> mux --> demux +---> window 0  0x1000_0000 --> FIFO --> stream 0
///   BAR -------------/                   \--> window 1  0x2000_0000 --> FIFO --> stream 1
///                                         \-> elsewhere: DECERR
///
/// A write burst is sent only after fby_card_room has promised room for it, so no write ever waits on the bus for the
/// consumer of a window.
module fby_card_space
  import fby_axi_pkg::*;
  import fby_card_pkg::*;
#(
  /// Size of the card memory; a power of two.
  parameter int unsigned MemBytes    = 1 << 20,
  /// Depth of each window's FIFO in beats.
  parameter int unsigned FifoEntries = 1024,
  /// Masters that ask for room, each for itself, however they share the buses.
  parameter int unsigned NumWriters  = 2
) (
  input  logic                    clk_i,
  input  logic                    rst_i,

  /// Questions ahead of write bursts; see fby_card_room.
  input  axi_ask_t [NumWriters-1:0] ask_i,
  input  logic [NumWriters-1:0]   ask_valid_i,
  output logic [NumWriters-1:0]   room_o,
  input  logic [NumWriters-1:0]   take_i,

  // Masters: 0 DMA, 1 BAR bridge.
  input  axi_ax_t [1:0]           s_ar_i,
  input  logic    [1:0]           s_ar_valid_i,
  output logic    [1:0]           s_ar_ready_o,
  output axi_r_t  [1:0]           s_r_o,
  output logic    [1:0]           s_r_valid_o,
  input  logic    [1:0]           s_r_ready_i,
  input  axi_ax_t [1:0]           s_aw_i,
  input  logic    [1:0]           s_aw_valid_i,
  output logic    [1:0]           s_aw_ready_o,
  input  axi_w_t  [1:0]           s_w_i,
  input  logic    [1:0]           s_w_valid_i,
  output logic    [1:0]           s_w_ready_o,
  output axi_b_t  [1:0]           s_b_o,
  output logic    [1:0]           s_b_valid_o,
  input  logic    [1:0]           s_b_ready_i,

  /// What was written into each window.
  output axis_t [NUM_WINDOWS-1:0] stream_o,
  output logic  [NUM_WINDOWS-1:0] stream_valid_o,
  input  logic  [NUM_WINDOWS-1:0] stream_ready_i,

  /// Register page of the windows.
  input  fby_reg_pkg::reg_req_t   reg_i,
  output fby_reg_pkg::reg_rsp_t   reg_o,
  output fby_stream_pkg::stream_events_t [NUM_WINDOWS-1:0] events_o
);
  localparam int unsigned NumSlaves = 1 + NUM_WINDOWS;
  localparam int unsigned LevelBits = $clog2(FifoEntries + 1);

  if (64'(MemBytes) > WINDOW_BASE) begin : gen_bad_mem
    $error("fby_card_space: MemBytes must end below the first window");
  end

  /// Slave 0 is the memory, slave 1 + n is window n.
  function automatic logic [NumSlaves-1:0][ADDR_BITS-1:0] slave_bases();
    slave_bases[0] = '0;
    for (int unsigned n = 0; n < NUM_WINDOWS; n++) slave_bases[1 + n] = WINDOW_BASE + 64'(n) * WINDOW_BYTES;
  endfunction
  function automatic logic [NumSlaves-1:0][ADDR_BITS-1:0] slave_sizes();
    slave_sizes[0] = ADDR_BITS'(MemBytes);
    for (int unsigned n = 0; n < NUM_WINDOWS; n++) slave_sizes[1 + n] = WINDOW_BYTES;
  endfunction

  // The choice among the DMA engine's channels and the way to the slaves are far apart: a register between their writes.
  axi_ax_t [1:0] s_aw;
  axi_w_t  [1:0] s_w;
  logic    [1:0] s_aw_valid, s_aw_ready, s_w_valid, s_w_ready;

  fby_axi_wr_slice u_slice (
    .clk_i, .rst_i,
    .s_aw_i(s_aw_i[0]), .s_aw_valid_i(s_aw_valid_i[0]), .s_aw_ready_o(s_aw_ready_o[0]),
    .s_w_i(s_w_i[0]),   .s_w_valid_i(s_w_valid_i[0]),   .s_w_ready_o(s_w_ready_o[0]),
    .m_aw_o(s_aw[0]), .m_aw_valid_o(s_aw_valid[0]), .m_aw_ready_i(s_aw_ready[0]),
    .m_w_o(s_w[0]),   .m_w_valid_o(s_w_valid[0]),   .m_w_ready_i(s_w_ready[0])
  );
  assign s_aw[1]         = s_aw_i[1];
  assign s_aw_valid[1]   = s_aw_valid_i[1];
  assign s_aw_ready_o[1] = s_aw_ready[1];
  assign s_w[1]          = s_w_i[1];
  assign s_w_valid[1]    = s_w_valid_i[1];
  assign s_w_ready_o[1]  = s_w_ready[1];

  // One master for both.
  axi_ax_t ar, aw;
  axi_r_t  r;
  axi_w_t  w;
  axi_b_t  b;
  logic    ar_valid, ar_ready, r_valid, r_ready, aw_valid, aw_ready, w_valid, w_ready, b_valid, b_ready;

  fby_axi_mux u_mux (
    .clk_i, .rst_i,
    .s_ar_i, .s_ar_valid_i, .s_ar_ready_o, .s_r_o, .s_r_valid_o, .s_r_ready_i,
    .s_aw_i(s_aw), .s_aw_valid_i(s_aw_valid), .s_aw_ready_o(s_aw_ready),
    .s_w_i(s_w), .s_w_valid_i(s_w_valid), .s_w_ready_o(s_w_ready), .s_b_o, .s_b_valid_o, .s_b_ready_i,
    .m_ar_o(ar), .m_ar_valid_o(ar_valid), .m_ar_ready_i(ar_ready),
    .m_r_i(r),   .m_r_valid_i(r_valid),   .m_r_ready_o(r_ready),
    .m_aw_o(aw), .m_aw_valid_o(aw_valid), .m_aw_ready_i(aw_ready),
    .m_w_o(w),   .m_w_valid_o(w_valid),   .m_w_ready_i(w_ready),
    .m_b_i(b),   .m_b_valid_i(b_valid),   .m_b_ready_o(b_ready)
  );

  axi_ax_t [NumSlaves-1:0] m_ar, m_aw;
  axi_r_t  [NumSlaves-1:0] m_r;
  axi_w_t  [NumSlaves-1:0] m_w;
  axi_b_t  [NumSlaves-1:0] m_b;
  logic    [NumSlaves-1:0] m_ar_valid, m_ar_ready, m_r_valid, m_r_ready;
  logic    [NumSlaves-1:0] m_aw_valid, m_aw_ready, m_w_valid, m_w_ready, m_b_valid, m_b_ready;

  fby_axi_demux #(
    .NumSlaves (NumSlaves),
    .Base      (slave_bases()),
    .Bytes     (slave_sizes())
  ) u_demux (
    .clk_i, .rst_i,
    .s_ar_i(ar), .s_ar_valid_i(ar_valid), .s_ar_ready_o(ar_ready),
    .s_r_o(r),   .s_r_valid_o(r_valid),   .s_r_ready_i(r_ready),
    .s_aw_i(aw), .s_aw_valid_i(aw_valid), .s_aw_ready_o(aw_ready),
    .s_w_i(w),   .s_w_valid_i(w_valid),   .s_w_ready_o(w_ready),
    .s_b_o(b),   .s_b_valid_o(b_valid),   .s_b_ready_i(b_ready),
    .m_ar_o(m_ar), .m_ar_valid_o(m_ar_valid), .m_ar_ready_i(m_ar_ready),
    .m_r_i(m_r),   .m_r_valid_i(m_r_valid),   .m_r_ready_o(m_r_ready),
    .m_aw_o(m_aw), .m_aw_valid_o(m_aw_valid), .m_aw_ready_i(m_aw_ready),
    .m_w_o(m_w),   .m_w_valid_o(m_w_valid),   .m_w_ready_i(m_w_ready),
    .m_b_i(m_b),   .m_b_valid_i(m_b_valid),   .m_b_ready_o(m_b_ready)
  );

  fby_card_mem #(
    .MemBytes (MemBytes)
  ) u_mem (
    .clk_i, .rst_i,
    .s_ar_i(m_ar[0]), .s_ar_valid_i(m_ar_valid[0]), .s_ar_ready_o(m_ar_ready[0]),
    .s_r_o(m_r[0]),   .s_r_valid_o(m_r_valid[0]),   .s_r_ready_i(m_r_ready[0]),
    .s_aw_i(m_aw[0]), .s_aw_valid_i(m_aw_valid[0]), .s_aw_ready_o(m_aw_ready[0]),
    .s_w_i(m_w[0]),   .s_w_valid_i(m_w_valid[0]),   .s_w_ready_o(m_w_ready[0]),
    .s_b_o(m_b[0]),   .s_b_valid_o(m_b_valid[0]),   .s_b_ready_i(m_b_ready[0])
  );

  logic [NUM_WINDOWS-1:0]                flush, waits;
  logic [NUM_WINDOWS-1:0][LevelBits-1:0] level, free;
  logic [NUM_WINDOWS-1:0][8:0]           reserve;

  fby_card_room #(
    .NumMasters  (NumWriters),
    .FifoEntries (FifoEntries)
  ) u_room (
    .clk_i, .rst_i,
    .ask_i, .ask_valid_i, .room_o, .take_i,
    .free_i   (free),
    .reserve_o(reserve),
    .waits_o  (waits)
  );

  for (genvar n = 0; n < NUM_WINDOWS; n++) begin : gen_window
    localparam int unsigned S = 1 + n;
    fby_stream_window #(
      .DepthEntries (FifoEntries)
    ) u_window (
      .clk_i, .rst_i,
      .s_ar_i(m_ar[S]), .s_ar_valid_i(m_ar_valid[S]), .s_ar_ready_o(m_ar_ready[S]),
      .s_r_o(m_r[S]),   .s_r_valid_o(m_r_valid[S]),   .s_r_ready_i(m_r_ready[S]),
      .s_aw_i(m_aw[S]), .s_aw_valid_i(m_aw_valid[S]), .s_aw_ready_o(m_aw_ready[S]),
      .s_w_i(m_w[S]),   .s_w_valid_i(m_w_valid[S]),   .s_w_ready_o(m_w_ready[S]),
      .s_b_o(m_b[S]),   .s_b_valid_o(m_b_valid[S]),   .s_b_ready_i(m_b_ready[S]),
      .m_o      (stream_o[n]),
      .m_valid_o(stream_valid_o[n]),
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
    .NumWindows   (NUM_WINDOWS),
    .DepthEntries (FifoEntries)
  ) u_regs (
    .clk_i, .rst_i,
    .reg_i,
    .reg_o,
    .level_i (level),
    .flush_o (flush)
  );

endmodule
