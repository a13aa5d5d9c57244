// SPDX-License-Identifier: Apache-2.0
/// Harness: all schemes, their bundles taken apart.
module tb_fby_udma_schemes
  import fby_udma_pkg::*;
#(
  parameter int Exchange = 0
) (
  input  logic         clk_i,
  input  logic         rst_i,
  input  logic [3:0]   scheme,
  input  logic [7:0]   clear,

  input  logic         valid,
  input  logic [1:0]   op,
  input  logic [1:0]   space,
  input  logic [2:0]   ctx,
  input  logic [47:0]  addr,
  input  logic [63:0]  data,
  input  logic         wide,

  output logic [31:0]  answer,
  output logic [31:0]  refused_answer,
  output logic         stray,
  output logic         start,
  output logic [2:0]   start_ctx,
  output logic [47:0]  start_src,
  output logic [47:0]  start_dst,
  output logic [31:0]  start_size,
  output logic         start_record,
  output logic [47:0]  start_record_addr,
  output logic [31:0]  start_cookie,
  output logic         start_batch,

  input  logic         verdict,
  input  logic [2:0]   verdict_ctx,
  input  logic         verdict_taken,
  input  logic         hook,
  input  logic [31:0]  who,
  input  logic [47:0]  partner,
  input  logic [479:0] keys,
  /// Of each context: busy, 32 bits left, failed.
  input  logic [271:0] progress
);

  say_t said;
  fby_udma_schemes #(.Exchange(1'(Exchange))) u_dut (
    .clk_i, .rst_i, .select_i(scheme_e'(scheme)), .clear_i(clear),
    .access_i('{valid: valid, op: op_e'(op), space: space_e'(space), ctx: ctx, addr: addr, data: data, wide: wide}),
    .say_o(said), .verdict_i('{valid: verdict, ctx: verdict_ctx, taken: verdict_taken}),
    .hook_i(hook), .who_i(who), .partner_i(partner), .keys_i(keys), .progress_i(progress)
  );

  assign answer            = said.data;
  assign refused_answer    = said.refused_data;
  assign stray             = said.stray;
  assign start             = said.start.valid;
  assign start_ctx         = said.start.ctx;
  assign start_src         = said.start.src;
  assign start_dst         = said.start.dst;
  assign start_size        = said.start.size;
  assign start_record      = said.start.record;
  assign start_record_addr = said.start.record_addr;
  assign start_cookie      = said.start.cookie;
  assign start_batch       = said.start.batch;

endmodule
