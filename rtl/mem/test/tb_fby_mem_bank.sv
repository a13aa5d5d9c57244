// SPDX-License-Identifier: Apache-2.0
/// fby_mem_bank with flat ports, a memory model behind each of its ports, and the protocol rules beside it.
module tb_fby_mem_bank
  import fby_mem_pkg::*;
#(
  parameter int unsigned ReadBeats = 64,
  parameter int unsigned MaxWrites = 8
) (
  input  logic          clk_i,
  input  logic          rst_i,

  input  logic          rd_start,
  input  logic [28:0]   rd_first,
  input  logic [28:0]   rd_count,
  input  logic          rd_words,
  output logic          rd_idle,
  output logic          out_valid,
  output logic          out_last,
  output logic [1535:0] out_record,
  input  logic          out_ready,

  input  logic          wr_start,
  input  logic [28:0]   wr_first,
  input  logic          in_valid,
  input  logic          in_point,
  input  logic          in_word,
  input  logic [1535:0] in_record,
  output logic          in_ready,
  input  logic          wr_flush,
  output logic          wr_idle,

  input  logic          cancel,
  output logic          err_rd_range,
  output logic          err_wr_range,
  output logic [5:0]    err_rd,
  output logic [5:0]    err_wr,

  /// fby_mem_model_pkg::mem_model_cfg_t of each port.
  input  logic [6*160-1:0] cfg,
  /// A record as it lies in memory, and one that is laid there.
  input  logic [10:0]   peek_at,
  output logic [1535:0] peek_record,
  input  logic          poke,
  input  logic [10:0]   poke_at,
  input  logic [1535:0] poke_record,
  /// What went through each port since the counts were cleared.
  input  logic          clear,
  output logic [6*32-1:0] ar_count,
  output logic [6*32-1:0] r_count,
  output logic [6*32-1:0] aw_count,
  output logic [6*32-1:0] w_count,
  output logic [6*32-1:0] b_count
);

  localparam int unsigned          SliceBytes = 64 << 10;
  localparam logic [ADDR_BITS-1:0] BaseBytes  = 34'h2_0000_3000;

  mem_req_t       [SLICES-1:0] req;
  mem_req_ready_t [SLICES-1:0] req_ready;
  mem_rsp_t       [SLICES-1:0] rsp;
  mem_rsp_ready_t [SLICES-1:0] rsp_ready;
  mem_out_t                    out;
  mem_error_t                  error;

  assign {out_valid, out_last, out_record}            = out;
  assign {err_rd_range, err_wr_range, err_rd, err_wr} = error;

  fby_mem_bank #(
    .ReadBeats(ReadBeats), .MaxWrites(MaxWrites), .BaseBytes(BaseBytes), .SliceBytes(ADDR_BITS'(SliceBytes))
  ) u_dut (
    .clk_i, .rst_i,
    .rd_start_i(rd_start), .read_i('{first: rd_first, count: rd_count, words: rd_words}), .rd_idle_o(rd_idle),
    .out_o(out), .out_ready_i(out_ready),
    .wr_start_i(wr_start), .wr_first_i(wr_first),
    .in_i('{valid: in_valid, point: in_point, word: in_word, record: in_record}), .in_ready_o(in_ready),
    .wr_flush_i(wr_flush), .wr_idle_o(wr_idle),
    .cancel_i(cancel), .error_o(error),
    .m_req_o(req), .m_req_ready_i(req_ready), .m_rsp_i(rsp), .m_rsp_ready_o(rsp_ready)
  );

  for (genvar k = 0; k < int'(SLICES); k++) begin : g_port
    localparam logic [ADDR_BITS-1:0] At = BaseBytes + ADDR_BITS'(k * SliceBytes);

    fby_mem_model #(.BaseBytes(At), .SizeBytes(SliceBytes), .Seed(32'(k + 1))) u_model (
      .clk_i, .rst_i, .cfg_i(cfg[160*k+:160]),
      .req_i(req[k]), .req_ready_o(req_ready[k]), .rsp_o(rsp[k]), .rsp_ready_i(rsp_ready[k])
    );
    fby_mem_rd_props #(.BaseBytes(At), .SizeBytes(SliceBytes)) u_rd_props (
      .clk_i, .rst_i, .req_i(req[k].rd), .req_ready_i(req_ready[k].rd), .rsp_i(rsp[k].rd), .rsp_ready_i(rsp_ready[k].rd)
    );
    fby_mem_wr_props #(.BaseBytes(At), .SizeBytes(SliceBytes), .MaxBursts(MaxWrites)) u_wr_props (
      .clk_i, .rst_i, .req_i(req[k].wr), .req_ready_i(req_ready[k].wr), .rsp_i(rsp[k].wr), .rsp_ready_i(rsp_ready[k].wr)
    );

    assign peek_record[256*k+:256] = u_model.mem_q[peek_at];

    always @(posedge clk_i) if (poke) u_model.mem_q[poke_at] = poke_record[256*k+:256];

    always_ff @(posedge clk_i) begin
      if (clear) begin
        ar_count[32*k+:32] <= '0;
        r_count[32*k+:32]  <= '0;
        aw_count[32*k+:32] <= '0;
        w_count[32*k+:32]  <= '0;
        b_count[32*k+:32]  <= '0;
      end else begin
        ar_count[32*k+:32] <= ar_count[32*k+:32] + 32'(req[k].rd.ar_valid && req_ready[k].rd);
        r_count[32*k+:32]  <= r_count[32*k+:32] + 32'(rsp[k].rd.r_valid && rsp_ready[k].rd);
        aw_count[32*k+:32] <= aw_count[32*k+:32] + 32'(req[k].wr.aw_valid && req_ready[k].wr.aw);
        w_count[32*k+:32]  <= w_count[32*k+:32] + 32'(req[k].wr.w_valid && req_ready[k].wr.w);
        b_count[32*k+:32]  <= b_count[32*k+:32] + 32'(rsp[k].wr.b_valid && rsp_ready[k].wr);
      end
    end
  end

endmodule
