// SPDX-License-Identifier: Apache-2.0

/// SHRIMP-1: one access has all arguments. The destination is the partner of the source's page.
///
/// With an exchange the access is answered how its start went. A bus without it has a store that starts, and a load of the context's
/// shadow space that tells how the last one went.
module fby_udma_shrimp1
  import fby_udma_pkg::*;
#(
  /// 1: the bus has an exchange, and nothing else is an access. 0: a store starts, a load tells.
  parameter bit Exchange = 1'b0
) (
  input  logic                clk_i,
  input  logic                rst_i,
  /// Level, a bit for each context: forget what it has latched.
  input  logic [CONTEXTS-1:0] clear_i,
  input  access_t             access_i,
  output say_t                say_o,
  /// The partner of the page of access_i.addr, with the same offset.
  input  addr_t               partner_i,
  input  verdict_t            verdict_i
);

  // How the last start of each context went.
  logic [CONTEXTS-1:0] went_q;

  logic starts, tells;
  if (Exchange) begin : gen_exchange
    assign starts = access_i.valid && access_i.space == SHADOW && access_i.op == EXCHANGE && !access_i.wide;
    assign tells  = 1'b0;
  end else begin : gen_store
    assign starts = is_store(access_i);
    assign tells  = is_load(access_i);
  end

  always_comb begin
    say_o       = SAY_FAIL;
    say_o.stray = access_i.valid && !starts && !tells;
    if (starts) begin
      say_o.start = plain_start(access_i.ctx, access_i.addr, partner_i, access_i.data[SIZE_BITS-1:0]);
`ifdef FBY_MUTANT_UDMA_OK_ANYWAY
      if (Exchange) say_o.refused_data = OK1;
`endif
      if (Exchange) say_o.data = OK1;
    end
    if (tells && went_q[access_i.ctx] && !clear_i[access_i.ctx]) begin
      say_o.data         = OK1;
      say_o.refused_data = OK1;
    end
  end

  always_ff @(posedge clk_i) begin
`ifdef FBY_MUTANT_UDMA_WENT_SHARED
    if (verdict_i.valid) went_q <= {CONTEXTS{verdict_i.taken}};
`else
    if (verdict_i.valid) went_q[verdict_i.ctx] <= verdict_i.taken;
`endif
    for (int unsigned c = 0; c < CONTEXTS; c++) if (clear_i[c]) went_q[c] <= 1'b0;
    if (rst_i) went_q <= '0;
  end

endmodule
