// SPDX-License-Identifier: Apache-2.0
/// The aperture: from a BAR to the card address space, in bursts with any strobes, a beat per cycle in each direction.
///
///   s: AW, W --> store until whole --> room? --> m: AW, W        m: B --> in order --> s: B
///   s: AR -----> wait for the writes before --> m: AR            m: R --> store ----> s: R
///
/// Nobody here ever waits on the bus of the card for its host: a write goes out when all of it is here and there is room for it where
/// it goes, a read when there is room for all of its data, and responses are taken as they come.
///
/// A read goes out when every write is settled of which the last beat was taken before the read's address was. Answers come in
/// the order of the addresses, whatever their ids.
///
/// A burst that crosses a boundary of 4 KiB, and so one across the end of memory or of a stream port, is answered DECERR as a whole, and
/// nothing of it happens. The write or read in front has TimeoutCycles to get room and an answer. After that it is answered SLVERR:
/// a write that got no room is forgotten; what is on the bus stays there until the bus takes it, as AXI4 demands, and its late
/// response is dropped. Until then all else in that direction is answered SLVERR at once.
///
/// Of what is written into a stream port the bytes with a strobe alone count, and they are packed into whole entries, whatever pieces
/// they come in: see fby_stream_pack.
module fby_card_aperture
  import fby_axi_pkg::*;
  import fby_card_pkg::*;
#(
  /// Bursts under way in each direction; a power of two.
  parameter int unsigned MaxBursts = 32,
  /// Beats of writes that are stored; four of the longest bursts keep data flowing.
  parameter int unsigned WriteBeats = 256,
  /// Beats of read data that are stored; two of the longest bursts do.
  parameter int unsigned ReadBeats = 128,
  /// Cycles that the burst in front waits for room, and then for its answer.
  parameter int unsigned TimeoutCycles = 1008
) (
  input  logic                     clk_i,
  input  logic                     rst_i,

  /// The BAR.
  input  axi_req_t                 s_req_i,
  output axi_req_ready_t           s_req_ready_o,
  output axi_rsp_t                 s_rsp_o,
  input  axi_rsp_ready_t           s_rsp_ready_i,

  /// The card address space. Room is asked for ahead of a write; see fby_card_room.
  output axi_ask_t                 ask_o,
  input  logic                     room_i,
  output axi_req_t                 m_req_o,
  input  axi_req_ready_t           m_req_ready_i,
  input  axi_rsp_t                 m_rsp_i,
  output axi_rsp_ready_t           m_rsp_ready_o,

  /// Level, of each stream port: forget the bytes of an entry that is not whole; and how many there are.
  input  logic [NUM_STREAM_PORTS-1:0]                clear_i,
  output logic [NUM_STREAM_PORTS-1:0][LANE_BITS-1:0] held_o,

  /// What becomes of writes and of reads, for the status block.
  output fby_reg_pkg::bar_access_t wrote_o,
  output fby_reg_pkg::bar_access_t read_o,
  /// Something is under way.
  output logic                     busy_o
);
  localparam int unsigned CountBits = $clog2(MaxBursts + 1);

  logic [CountBits-1:0] owed;
  logic                 settled, wr_busy, rd_busy;

  fby_card_aperture_wr #(
    .MaxBursts(MaxBursts), .StoreBeats(WriteBeats), .TimeoutCycles(TimeoutCycles)
  ) u_wr (
    .clk_i, .rst_i,
    .s_req_i(s_req_i.wr), .s_req_ready_o(s_req_ready_o.wr), .s_rsp_o(s_rsp_o.wr), .s_rsp_ready_i(s_rsp_ready_i.wr),
    .ask_o, .room_i,
    .m_req_o(m_req_o.wr), .m_req_ready_i(m_req_ready_i.wr), .m_rsp_i(m_rsp_i.wr), .m_rsp_ready_o(m_rsp_ready_o.wr),
    .owed_o(owed), .settled_o(settled), .clear_i, .held_o, .access_o(wrote_o), .busy_o(wr_busy)
  );

  fby_card_aperture_rd #(
    .MaxBursts(MaxBursts), .StoreBeats(ReadBeats), .TimeoutCycles(TimeoutCycles)
  ) u_rd (
    .clk_i, .rst_i,
    .s_req_i(s_req_i.rd), .s_req_ready_o(s_req_ready_o.rd), .s_rsp_o(s_rsp_o.rd), .s_rsp_ready_i(s_rsp_ready_i.rd),
    .m_req_o(m_req_o.rd), .m_req_ready_i(m_req_ready_i.rd), .m_rsp_i(m_rsp_i.rd), .m_rsp_ready_o(m_rsp_ready_o.rd),
    .owed_i(owed), .settled_i(settled), .access_o(read_o), .busy_o(rd_busy)
  );

  assign busy_o = wr_busy || rd_busy;

endmodule
