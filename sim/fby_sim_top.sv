// SPDX-License-Identifier: Apache-2.0
/// The card with flat ports: what a simulator's C or Python side can take hold of.
///
/// It adds no logic, and no cycle: inputs pass through registers of the falling edge. AXI size (64 bytes) and burst type (INCR) are constant on this card and so have no port.
module fby_sim_top #(
  /// What sits on the streams: kind of a datapath of the card table.
  parameter int unsigned Datapath = 1,
  /// How the card lies on its bus: number of a layout of the card table.
  parameter int unsigned Layout = 0,
  /// Front ends, from the first of the card table on.
  parameter int unsigned NumFronts = 1,
  /// Host-to-card and card-to-host DMA channels, 1 to 4 each.
  parameter int unsigned NumH2c = 4,
  parameter int unsigned NumC2h = 4,
  /// Which of them are streams; the others are memory-mapped.
  parameter bit [3:0] H2cStream = 4'b1100,
  parameter bit [3:0] C2hStream = 4'b1100,
  /// Depth of each stream FIFO in 64-byte entries.
  parameter int unsigned FifoEntries = 1024,
  /// Size of the card memory.
  parameter int unsigned MemBytes = 1 << 20,
  /// A number that means what the datapath says.
  parameter int unsigned Option = 0
) (
  input  logic         clk_i,
  /// Reset of bus and card; of the card alone.
  input  logic         rst_i,
  input  logic         rst_card_i,

  // DMA master towards host memory.
  output logic         host_ar_valid_o,
  input  logic         host_ar_ready_i,
  output logic [7:0]   host_ar_id_o,
  output logic [63:0]  host_ar_addr_o,
  output logic [7:0]   host_ar_len_o,
  output logic [12:0]  host_ar_bytes_o,
  output logic [1:0]   host_ar_purpose_o,
  output logic [2:0]   host_ar_source_o,
  input  logic         host_r_valid_i,
  output logic         host_r_ready_o,
  input  logic [7:0]   host_r_id_i,
  input  logic [511:0] host_r_data_i,
  input  logic [1:0]   host_r_resp_i,
  input  logic         host_r_last_i,
  output logic         host_aw_valid_o,
  input  logic         host_aw_ready_i,
  output logic [7:0]   host_aw_id_o,
  output logic [63:0]  host_aw_addr_o,
  output logic [7:0]   host_aw_len_o,
  output logic [12:0]  host_aw_bytes_o,
  output logic [1:0]   host_aw_purpose_o,
  output logic [2:0]   host_aw_source_o,
  output logic         host_w_valid_o,
  input  logic         host_w_ready_i,
  output logic [511:0] host_w_data_o,
  output logic [63:0]  host_w_strb_o,
  output logic         host_w_last_o,
  input  logic         host_b_valid_i,
  output logic         host_b_ready_o,
  input  logic [7:0]   host_b_id_i,
  input  logic [1:0]   host_b_resp_i,

  // The BARs: 0 registers of the user BAR, 1 those of the DMA BAR, 2 the aperture. Addresses are offsets.
  input  logic         bar_ar_valid_i [3],
  output logic         bar_ar_ready_o [3],
  input  logic [63:0]  bar_ar_addr_i  [3],
  input  logic [7:0]   bar_ar_len_i   [3],
  input  logic [12:0]  bar_ar_bytes_i [3],
  output logic         bar_r_valid_o  [3],
  input  logic         bar_r_ready_i  [3],
  output logic [511:0] bar_r_data_o   [3],
  output logic [1:0]   bar_r_resp_o   [3],
  output logic         bar_r_last_o   [3],
  input  logic         bar_aw_valid_i [3],
  output logic         bar_aw_ready_o [3],
  input  logic [63:0]  bar_aw_addr_i  [3],
  input  logic [7:0]   bar_aw_len_i   [3],
  input  logic [12:0]  bar_aw_bytes_i [3],
  input  logic         bar_w_valid_i  [3],
  output logic         bar_w_ready_o  [3],
  input  logic [511:0] bar_w_data_i   [3],
  input  logic [63:0]  bar_w_strb_i   [3],
  input  logic         bar_w_last_i   [3],
  output logic         bar_b_valid_o  [3],
  input  logic         bar_b_ready_i  [3],
  output logic [1:0]   bar_b_resp_o   [3],

  // Messages and idleness.
  output logic         msix_valid_o,
  input  logic         msix_ready_i,
  output logic [4:0]   msix_vector_o,
  output logic         busy_o
);
  import fby_axi_pkg::*;

  axi_req_t                  host_req;
  axi_req_ready_t            host_req_ready;
  axi_rsp_t                  host_rsp;
  axi_rsp_ready_t            host_rsp_ready;
  axi_req_t       [2:0]      bar_req;
  axi_req_ready_t [2:0]      bar_req_ready;
  axi_rsp_t       [2:0]      bar_rsp;
  axi_rsp_ready_t [2:0]      bar_rsp_ready;
  fby_dma_pkg::dma_message_t message;

  assign host_ar_valid_o = host_req.rd.ar_valid;
  assign host_ar_id_o    = host_req.rd.ar.id;
  assign host_ar_addr_o  = host_req.rd.ar.addr;
  assign host_ar_len_o   = host_req.rd.ar.len;
  assign host_ar_bytes_o = host_req.rd.ar.bytes;
  assign {host_ar_purpose_o, host_ar_source_o} = host_req.rd.ar.who;
  assign host_aw_valid_o = host_req.wr.aw_valid;
  assign host_aw_id_o    = host_req.wr.aw.id;
  assign host_aw_addr_o  = host_req.wr.aw.addr;
  assign host_aw_len_o   = host_req.wr.aw.len;
  assign host_aw_bytes_o = host_req.wr.aw.bytes;
  assign {host_aw_purpose_o, host_aw_source_o} = host_req.wr.aw.who;
  assign host_w_valid_o  = host_req.wr.w_valid;
  assign host_w_data_o   = host_req.wr.w.data;
  assign host_w_strb_o   = host_req.wr.w.strb;
  assign host_w_last_o   = host_req.wr.w.last;
  assign host_r_ready_o  = host_rsp_ready.rd;
  assign host_b_ready_o  = host_rsp_ready.wr;

  // Inputs reach the card with the falling edge of the clock, at which they are applied: what depends on them is evaluated at
  // the two edges, and not once more before each. Payloads, which are wide, do so only where they are valid.
  logic rst, rst_card, message_ready;
  always_ff @(negedge clk_i) begin
    rst            <= rst_i;
    rst_card       <= rst_card_i;
    message_ready  <= msix_ready_i;
    host_req_ready <= '{rd: host_ar_ready_i, wr: '{aw: host_aw_ready_i, w: host_w_ready_i}};
    host_rsp.wr    <= '{b: '{id: host_b_id_i, resp: host_b_resp_i}, b_valid: host_b_valid_i};
    host_rsp.rd.r_valid <= host_r_valid_i;
    if (host_r_valid_i) begin
      host_rsp.rd.r <= '{id: host_r_id_i, data: host_r_data_i, resp: host_r_resp_i, last: host_r_last_i};
    end
  end

  for (genvar k = 0; k < 3; k++) begin : gen_bar
    always_ff @(negedge clk_i) begin
      bar_rsp_ready[k]        <= '{rd: bar_r_ready_i[k], wr: bar_b_ready_i[k]};
      bar_req[k].rd.ar_valid  <= bar_ar_valid_i[k];
      bar_req[k].wr.aw_valid  <= bar_aw_valid_i[k];
      bar_req[k].wr.w_valid   <= bar_w_valid_i[k];
      if (bar_ar_valid_i[k]) begin
        bar_req[k].rd.ar <= '{id: '0, addr: bar_ar_addr_i[k], len: bar_ar_len_i[k], bytes: bar_ar_bytes_i[k], who: '0};
      end
      if (bar_aw_valid_i[k]) begin
        bar_req[k].wr.aw <= '{id: '0, addr: bar_aw_addr_i[k], len: bar_aw_len_i[k], bytes: bar_aw_bytes_i[k], who: '0};
      end
      if (bar_w_valid_i[k]) begin
        bar_req[k].wr.w <= '{data: bar_w_data_i[k], strb: bar_w_strb_i[k], last: bar_w_last_i[k]};
      end
    end
    assign bar_ar_ready_o[k] = bar_req_ready[k].rd;
    assign bar_aw_ready_o[k] = bar_req_ready[k].wr.aw;
    assign bar_w_ready_o[k]  = bar_req_ready[k].wr.w;
    assign bar_r_valid_o[k]  = bar_rsp[k].rd.r_valid;
    assign bar_r_data_o[k]   = bar_rsp[k].rd.r.data;
    assign bar_r_resp_o[k]   = bar_rsp[k].rd.r.resp;
    assign bar_r_last_o[k]   = bar_rsp[k].rd.r.last;
    assign bar_b_valid_o[k]  = bar_rsp[k].wr.b_valid;
    assign bar_b_resp_o[k]   = bar_rsp[k].wr.b.resp;
    // Answers come in order, so identifiers say nothing.
    logic unused;
    assign unused = ^{bar_rsp[k].rd.r.id, bar_rsp[k].wr.b.id};
  end

  assign msix_valid_o   = message.valid;
  assign msix_vector_o  = message.number;

  fby_card #(
    .Datapath    (Datapath),
    .Layout      (Layout),
    .NumFronts   (NumFronts),
    .NumH2c      (NumH2c),
    .NumC2h      (NumC2h),
    .H2cStream   (H2cStream),
    .C2hStream   (C2hStream),
    .FifoEntries (FifoEntries),
    .MemBytes    (MemBytes),
    .Option      (Option)
  ) u_card (
    .clk_i,
    .rst_i           (rst),
    .rst_card_i      (rst_card),
    .host_req_o      (host_req),
    .host_req_ready_i(host_req_ready),
    .host_rsp_i      (host_rsp),
    .host_rsp_ready_o(host_rsp_ready),
    .user_req_i(bar_req[0]), .user_req_ready_o(bar_req_ready[0]),
    .user_rsp_o(bar_rsp[0]), .user_rsp_ready_i(bar_rsp_ready[0]),
    .dma_req_i(bar_req[1]), .dma_req_ready_o(bar_req_ready[1]),
    .dma_rsp_o(bar_rsp[1]), .dma_rsp_ready_i(bar_rsp_ready[1]),
    .aperture_req_i(bar_req[2]), .aperture_req_ready_o(bar_req_ready[2]),
    .aperture_rsp_o(bar_rsp[2]), .aperture_rsp_ready_i(bar_rsp_ready[2]),
    .message_o       (message),
    .message_ready_i (message_ready),
    .busy_o
  );

endmodule
