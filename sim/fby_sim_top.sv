// SPDX-License-Identifier: Apache-2.0
/// The card with its ports as two words of whole bytes, which are structs of a simulator's C side (fby_sim_pkg).
///
/// It adds no logic, and no cycle: inputs pass through registers of the falling edge, outputs through registers of the rising edge
/// that ends the cycle.
module fby_sim_top
  import fby_axi_pkg::*;
  import fby_sim_pkg::*;
#(
  /// What sits on the streams: kind of a datapath of the card table.
  parameter int unsigned Datapath = 1,
  /// How the card lies on its bus: number of a layout of the card table.
  parameter int unsigned Layout = 0,
  /// Front ends: bit n stands for that of number n of the card table.
  parameter fby_cards_pkg::fronts_t Fronts = 8'b0000_0001,
  /// Host-to-card and card-to-host DMA channels, 1 to 4 each.
  parameter int unsigned NumH2c = 4,
  parameter int unsigned NumC2h = 4,
  /// Which of them are streams; the others are memory-mapped.
  parameter bit [3:0] H2cStream = 4'b1100,
  parameter bit [3:0] C2hStream = 4'b1100,
  /// The channels write to the card over one path.
  parameter bit SharedPath = 1'b0,
  /// Depth of each stream FIFO in 64-byte entries.
  parameter int unsigned FifoEntries = 1024,
  /// Size of the card memory.
  parameter int unsigned MemBytes = 1 << 20,
  /// A number that means what the datapath says.
  parameter int unsigned Option = 0,
  /// Ports of the datapath's fast memory, 0 without it, and bytes behind each.
  parameter int unsigned NumMemory = 0,
  parameter int unsigned MemoryBytes = 0
) (
  input  logic     clk_i,
  input  sim_in_t  in_i,
  output sim_out_t out_o
);
  axi_req_t                  host_req;
  axi_req_ready_t            host_req_ready;
  axi_rsp_t                  host_rsp;
  axi_rsp_ready_t            host_rsp_ready;
  axi_req_t       [BARS-1:0] bar_req;
  axi_req_ready_t [BARS-1:0] bar_req_ready;
  axi_rsp_t       [BARS-1:0] bar_rsp;
  axi_rsp_ready_t [BARS-1:0] bar_rsp_ready;
  fby_dma_pkg::dma_message_t message;
  logic                      busy;

  localparam int unsigned MemoryPorts = NumMemory == 0 ? 1 : NumMemory;
  fby_mem_pkg::mem_to_t   [MemoryPorts-1:0] to_memory;
  fby_mem_pkg::mem_from_t [MemoryPorts-1:0] from_memory;

  /// A byte that says yes or no.
  function automatic logic yes(logic [7:0] flag);
    return flag != '0;
  endfunction

  // Inputs reach the card with the falling edge of the clock, at which they are applied: what depends on them is evaluated at
  // the two edges, and not once more before each. Payloads, which are wide, do so only where they are valid.
  logic rst, rst_card, message_ready;
  always_ff @(negedge clk_i) begin
    rst            <= yes(in_i.rst);
    rst_card       <= yes(in_i.rst_card);
    message_ready  <= yes(in_i.msix_ready);
    host_req_ready <= '{rd: yes(in_i.host_ar_ready), wr: '{aw: yes(in_i.host_aw_ready), w: yes(in_i.host_w_ready)}};
    host_rsp.wr    <= '{b: '{id: in_i.host_b_id, resp: 2'(in_i.host_b_resp)}, b_valid: yes(in_i.host_b_valid)};
    host_rsp.rd.r_valid <= yes(in_i.host_r_valid);
    if (yes(in_i.host_r_valid)) begin
      host_rsp.rd.r <= '{
        id: in_i.host_r_id, data: in_i.host_r_data, resp: 2'(in_i.host_r_resp), last: yes(in_i.host_r_last)
      };
    end
  end

  // Outputs leave with the rising edge, as they were just before it: each is evaluated once in a cycle, and one by one. All of
  // a wide word put together at once would be built up from one end, in as many copies as it has parts.
  always_ff @(posedge clk_i) begin
    out_o.reserved      <= '0;
    out_o.busy          <= 8'(busy);
    out_o.host_ar_valid <= 8'(host_req.rd.ar_valid);
    out_o.host_aw_valid <= 8'(host_req.wr.aw_valid);
    out_o.host_w_valid  <= 8'(host_req.wr.w_valid);
    out_o.host_r_ready  <= 8'(host_rsp_ready.rd);
    out_o.host_b_ready  <= 8'(host_rsp_ready.wr);
    out_o.msix_valid    <= 8'(message.valid);
    if (message.valid) out_o.msix_vector <= 8'(message.number);
    if (host_req.rd.ar_valid) begin
      out_o.host_ar_id      <= host_req.rd.ar.id;
      out_o.host_ar_addr    <= host_req.rd.ar.addr;
      out_o.host_ar_len     <= host_req.rd.ar.len;
      out_o.host_ar_bytes   <= 16'(host_req.rd.ar.bytes);
      out_o.host_ar_purpose <= 8'(host_req.rd.ar.who.purpose);
      out_o.host_ar_source  <= 8'(host_req.rd.ar.who.source);
    end
    if (host_req.wr.aw_valid) begin
      out_o.host_aw_id      <= host_req.wr.aw.id;
      out_o.host_aw_addr    <= host_req.wr.aw.addr;
      out_o.host_aw_len     <= host_req.wr.aw.len;
      out_o.host_aw_bytes   <= 16'(host_req.wr.aw.bytes);
      out_o.host_aw_purpose <= 8'(host_req.wr.aw.who.purpose);
      out_o.host_aw_source  <= 8'(host_req.wr.aw.who.source);
    end
    if (host_req.wr.w_valid) begin
      out_o.host_w_data <= host_req.wr.w.data;
      out_o.host_w_strb <= host_req.wr.w.strb;
      out_o.host_w_last <= 8'(host_req.wr.w.last);
    end
  end

  for (genvar k = 0; k < BARS; k++) begin : gen_bar
    bar_in_t bar;
    assign bar = in_i.bar[k];
    always_ff @(negedge clk_i) begin
      bar_rsp_ready[k]        <= '{rd: yes(bar.r_ready), wr: yes(bar.b_ready)};
      bar_req[k].rd.ar_valid  <= yes(bar.ar_valid);
      bar_req[k].wr.aw_valid  <= yes(bar.aw_valid);
      bar_req[k].wr.w_valid   <= yes(bar.w_valid);
      if (yes(bar.ar_valid)) begin
        bar_req[k].rd.ar <= '{id: '0, addr: bar.ar_addr, len: bar.ar_len, bytes: 13'(bar.ar_bytes), who: '0};
      end
      if (yes(bar.aw_valid)) begin
        bar_req[k].wr.aw <= '{id: '0, addr: bar.aw_addr, len: bar.aw_len, bytes: 13'(bar.aw_bytes), who: '0};
      end
      if (yes(bar.w_valid)) begin
        bar_req[k].wr.w <= '{data: bar.w_data, strb: bar.w_strb, last: yes(bar.w_last)};
      end
    end
    always_ff @(posedge clk_i) begin
      out_o.bar[k].ar_ready <= 8'(bar_req_ready[k].rd);
      out_o.bar[k].aw_ready <= 8'(bar_req_ready[k].wr.aw);
      out_o.bar[k].w_ready  <= 8'(bar_req_ready[k].wr.w);
      out_o.bar[k].r_valid  <= 8'(bar_rsp[k].rd.r_valid);
      out_o.bar[k].b_valid  <= 8'(bar_rsp[k].wr.b_valid);
      if (bar_rsp[k].rd.r_valid) begin
        out_o.bar[k].r_data <= bar_rsp[k].rd.r.data;
        out_o.bar[k].r_resp <= 8'(bar_rsp[k].rd.r.resp);
        out_o.bar[k].r_last <= 8'(bar_rsp[k].rd.r.last);
      end
      if (bar_rsp[k].wr.b_valid) out_o.bar[k].b_resp <= 8'(bar_rsp[k].wr.b.resp);
    end
    // Answers come in order, so identifiers say nothing.
    logic unused;
    assign unused = ^{bar.reserved, bar_rsp[k].rd.r.id, bar_rsp[k].wr.b.id};
  end

  logic unused;
  assign unused = ^in_i.reserved;

  fby_card #(
    .Datapath    (Datapath),
    .Layout      (Layout),
    .Fronts      (Fronts),
    .NumH2c      (NumH2c),
    .NumC2h      (NumC2h),
    .H2cStream   (H2cStream),
    .C2hStream   (C2hStream),
    .SharedPath  (SharedPath),
    .FifoEntries (FifoEntries),
    .MemBytes    (MemBytes),
    .Option      (Option),
    .NumMemory   (NumMemory),
    .MemoryBytes (MemoryBytes)
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
    .memory_o        (to_memory),
    .memory_i        (from_memory),
    .busy_o          (busy)
  );

  // The bytes that a port has, at its place among all.
  for (genvar k = 0; k < int'(NumMemory); k++) begin : gen_memory
    fby_mem_model #(
      .BaseBytes(fby_mem_pkg::ADDR_BITS'(k) * fby_mem_pkg::ADDR_BITS'(MemoryBytes)),
      .SizeBytes(MemoryBytes),
      .Seed     (32'(k) + 32'd1)
    ) u_memory (
      .clk_i,
      .rst_i       (rst || rst_card),
      .cfg_i       (fby_mem_model_pkg::hbm_cfg()),
      .req_i       (to_memory[k].req),
      .req_ready_o (from_memory[k].req_ready),
      .rsp_o       (from_memory[k].rsp),
      .rsp_ready_i (to_memory[k].rsp_ready)
    );
  end
  if (NumMemory == 0) begin : gen_no_memory
    assign from_memory = '0;
    logic unused_memory;
    assign unused_memory = ^{to_memory, 32'(MemoryBytes)};
  end

endmodule
