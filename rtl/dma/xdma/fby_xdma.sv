// SPDX-License-Identifier: Apache-2.0

/// Front end with the XDMA register map: 1 to 4 channels per direction, their registers, descriptors and lines.
///
/// It asks for transfers and writes status words; what moves the bytes is behind the types of fby_dma_pkg. Channel k of one
/// direction is mover k of that direction, host-to-card ones first.
module fby_xdma
  import fby_axi_pkg::*;
  import fby_dma_pkg::*;
  import fby_xdma_pkg::*;
#(
  /// Host-to-card channels, 1 to 4.
  parameter int unsigned NumH2c    = 1,
  /// Card-to-host channels, 1 to 4.
  parameter int unsigned NumC2h    = 1,
  /// Which host-to-card channels are streams.
  parameter logic [3:0]  H2cStream = 4'b0000,
  /// Which card-to-host channels are streams.
  parameter logic [3:0]  C2hStream = 4'b0000,
  /// Free number of the card's builder.
  parameter logic [15:0] SystemId  = 16'h0000,
  localparam int unsigned N = NumH2c + NumC2h
) (
  input  logic                      clk_i,
  input  logic                      rst_i,

  /// Level: as if every run had been stopped; no run begins.
  input  logic                      quiesce_i,
  /// Some channel runs or has a word under way.
  output logic                      busy_o,
  /// A beat has moved, or a descriptor is finished.
  output logic                      moved_o,
  /// The 64 KiB of its registers.
  input  fby_reg_pkg::reg_req_t     reg_i,
  output fby_reg_pkg::reg_rsp_t     reg_o,
  /// Stores to it that are no words.
  input  fby_reg_pkg::reg_store_t     store_i,
  output fby_reg_pkg::reg_store_rsp_t store_o,

  output dma_offer_t [N-1:0]        offer_o,
  input  logic [N-1:0]              offer_ready_i,
  input  dma_answer_t [N-1:0]       answer_i,
  output logic [N-1:0]              answer_ready_o,
  /// A data beat moved in that mover.
  input  logic [N-1:0]              beat_i,
  /// Status words; of channel k the poll-mode word (2*k) and the stream result (2*k+1).
  output dma_word_offer_t [2*N-1:0] word_o,
  input  logic [2*N-1:0]            word_ready_i,
  input  dma_word_done_t [2*N-1:0]  word_done_i,
  /// Reads of descriptors; FRONT_READS ids per channel.
  output axi_rd_req_t               read_req_o,
  input  logic                      read_req_ready_i,
  input  axi_rd_rsp_t               read_rsp_i,
  output logic                      read_rsp_ready_o,

  /// Interrupt lines, level: one per channel, high while an enabled cause is logged that the host can see all of.
  output logic [N-1:0]              lines_o,

  output dma_front_events_t         events_o
);

  if (NumH2c < 1 || NumH2c > MAX_CHANNELS || NumC2h < 1 || NumC2h > MAX_CHANNELS) begin : gen_bad_channels
    $error("fby_xdma: NumH2c and NumC2h must be 1 to 4");
  end

  // ---- registers ----

  xdma_bus_t          bus;
  xdma_sel_t [N-1:0]  chan_sel;
  logic [N-1:0]       refused, halt, credit_mode, chan_busy;
  logic [N-1:0][31:0] chan_rdata;

  fby_xdma_ctl #(
    .NumH2c  (NumH2c),
    .NumC2h  (NumC2h),
    .SystemId(SystemId)
  ) u_ctl (
    .clk_i, .rst_i, .reg_i, .reg_o, .store_i, .store_o,
    .bus_o        (bus),
    .chan_sel_o   (chan_sel),
    .chan_rdata_i (chan_rdata),
    .refused_i    (refused),
    .halt_o       (halt),
    .credit_mode_o(credit_mode)
  );

  // ---- channels ----

  axi_rd_req_t [N-1:0]       fetch_req;
  axi_rd_rsp_t [N-1:0]       fetch_rsp;
  logic [N-1:0]              fetch_req_ready, fetch_rsp_ready;
  xdma_chan_events_t [N-1:0] chan_events;

  for (genvar i = 0; i < int'(N); i++) begin : gen_chan
    localparam bit          C2h     = i >= int'(NumH2c);
    localparam int unsigned Channel = C2h ? i - NumH2c : i;
    fby_xdma_chan #(
      .C2h    (C2h),
      .Stream (C2h ? C2hStream[Channel] : H2cStream[Channel]),
      .Channel(Channel)
    ) u_chan (
      .clk_i, .rst_i,
      .bus_i        (bus),
      .sel_i        (chan_sel[i]),
      .rdata_o      (chan_rdata[i]),
      .refused_o    (refused[i]),
      .quiesce_i,
      .halt_i       (halt[i]),
      .credit_mode_i(credit_mode[i]),
      .fetch_req_o(fetch_req[i]), .fetch_req_ready_i(fetch_req_ready[i]),
      .fetch_rsp_i(fetch_rsp[i]), .fetch_rsp_ready_o(fetch_rsp_ready[i]),
      .offer_o(offer_o[i]), .offer_ready_i(offer_ready_i[i]),
      .answer_i(answer_i[i]), .answer_ready_o(answer_ready_o[i]),
      .beat_i       (beat_i[i]),
      .word_o(word_o[2*i +: 2]), .word_ready_i(word_ready_i[2*i +: 2]), .word_done_i(word_done_i[2*i +: 2]),
      .irq_o        (lines_o[i]),
      .events_o     (chan_events[i]),
      .busy_o       (chan_busy[i])
    );
  end

  fby_axi_arb_rd #(
    .NumMasters  (N),
    .IdsPerMaster(FRONT_READS)
  ) u_fetch_arb (
    .clk_i, .rst_i,
    .s_req_i(fetch_req), .s_req_ready_o(fetch_req_ready), .s_rsp_o(fetch_rsp), .s_rsp_ready_i(fetch_rsp_ready),
    .m_req_o(read_req_o), .m_req_ready_i(read_req_ready_i), .m_rsp_i(read_rsp_i), .m_rsp_ready_o(read_rsp_ready_o)
  );

  // ---- what is counted ----

  // Failed stream results are reported by their channel; failed poll-mode words only here.
  logic        poll_error;
  logic [63:0] poll_error_addr;
  always_comb begin
    poll_error      = 1'b0;
    poll_error_addr = '0;
    for (int unsigned i = 0; i < N; i++) begin
      if (word_done_i[2*i].valid && word_done_i[2*i].cause != DMA_OK) begin
        poll_error      = 1'b1;
        poll_error_addr = word_done_i[2*i].addr;
      end
    end
  end

  fby_xdma_events #(
    .NumChannels(N)
  ) u_events (
    .clk_i, .rst_i,
    .chan_i           (chan_events),
    .word_error_i     (poll_error),
    .word_error_addr_i(poll_error_addr),
    .events_o
  );

  assign busy_o  = chan_busy != '0;
  assign moved_o = beat_i != '0 || events_o.desc_done;

endmodule
