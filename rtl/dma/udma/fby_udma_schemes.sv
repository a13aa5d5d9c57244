// SPDX-License-Identifier: Apache-2.0

/// All schemes of user-level DMA, and which of them sees the accesses.
///
///   access --> select --+--> shrimp1 ... portal --+--> select --> answer, start
///                       |  (one sees it)          |
///   another selection --+--> clear                |
///   verdict of the door on the last start --------+
///
/// What a scheme has latched is forgotten when another is selected. Accesses that come with none selected are answered FAIL and counted.
module fby_udma_schemes
  import fby_udma_pkg::*;
#(
  /// 1: the bus has an exchange, which SHRIMP-1 then uses alone.
  parameter bit Exchange = 1'b0
) (
  input  logic                     clk_i,
  input  logic                     rst_i,
  /// Level: the scheme that sees the accesses. An access of the cycle in which it changes meets and leaves empty latches.
  input  scheme_e                  select_i,
  /// Level, a bit for each context: forget what it has latched. Schemes that know no context forget all on any of them.
  input  logic [CONTEXTS-1:0]      clear_i,

  input  access_t                  access_i,
  /// In the cycle of the access.
  output say_t                     say_o,
  /// On the last start, before the next access.
  input  verdict_t                 verdict_i,

  /// Pulse for `shrimp2`: another process runs. Acts before an access of the same cycle.
  input  logic                     hook_i,
  /// For `flash`: the process that runs.
  input  who_t                     who_i,
  /// For `shrimp1`, in the cycle of the access: partner of the page of access_i.addr, with the same offset.
  input  addr_t                    partner_i,
  /// For `key`: of each context; 0: it has none.
  input  key_t      [CONTEXTS-1:0] keys_i,
  /// For `key`: a transfer whose start was taken is busy before the next access comes.
  input  progress_t [CONTEXTS-1:0] progress_i
);

  localparam int unsigned Schemes = 16;

  scheme_e             select_q;
  logic [CONTEXTS-1:0] clear;
  access_t             access [Schemes];
  say_t                said [Schemes];
  verdict_t            verdict;

  always_ff @(posedge clk_i) select_q <= rst_i ? SCHEME_NONE : select_i;
`ifdef FBY_MUTANT_UDMA_CHANGE_KEEPS
  assign clear = clear_i;
`else
  assign clear = clear_i | {CONTEXTS{select_i != select_q}};
`endif

  always_comb begin
    for (int unsigned s = 0; s < Schemes; s++) begin
      access[s]       = access_i;
`ifdef FBY_MUTANT_UDMA_ALL_SEE
      access[s].valid = access_i.valid;
`else
      access[s].valid = access_i.valid && 32'(select_i) == s;
`endif
    end
  end

  // Of others' starts it learns nothing.
  always_comb begin
    verdict       = verdict_i;
    verdict.valid = verdict_i.valid && select_i == SCHEME_SHRIMP1;
  end

  fby_udma_shrimp1 #(.Exchange(Exchange)) u_shrimp1 (
    .clk_i, .rst_i, .clear_i(clear), .access_i(access[SCHEME_SHRIMP1]), .say_o(said[SCHEME_SHRIMP1]), .partner_i,
    .verdict_i(verdict)
  );
  fby_udma_shrimp2 u_shrimp2 (
    .clk_i, .rst_i, .clear_i(clear), .access_i(access[SCHEME_SHRIMP2]), .say_o(said[SCHEME_SHRIMP2]), .hook_i
  );
  fby_udma_flash u_flash (
    .clk_i, .rst_i, .clear_i(clear), .access_i(access[SCHEME_FLASH]), .say_o(said[SCHEME_FLASH]), .who_i
  );
  fby_udma_shadow_check u_shadow_check (
    .clk_i, .rst_i, .clear_i(clear), .access_i(access[SCHEME_SHADOW_CHECK]), .say_o(said[SCHEME_SHADOW_CHECK])
  );
  fby_udma_shadow u_shadow (
    .clk_i, .rst_i, .clear_i(clear), .access_i(access[SCHEME_SHADOW]), .say_o(said[SCHEME_SHADOW])
  );
  fby_udma_repeat3 u_repeat3 (
    .clk_i, .rst_i, .clear_i(clear), .access_i(access[SCHEME_REPEAT3]), .say_o(said[SCHEME_REPEAT3])
  );
  fby_udma_repeat4 u_repeat4 (
    .clk_i, .rst_i, .clear_i(clear), .access_i(access[SCHEME_REPEAT4]), .say_o(said[SCHEME_REPEAT4])
  );
  fby_udma_repeat5 u_repeat5 (
    .clk_i, .rst_i, .clear_i(clear), .access_i(access[SCHEME_REPEAT5]), .say_o(said[SCHEME_REPEAT5])
  );
  fby_udma_key u_key (
    .clk_i, .rst_i, .clear_i(clear), .access_i(access[SCHEME_KEY]), .say_o(said[SCHEME_KEY]), .keys_i, .progress_i
  );
  fby_udma_portal u_portal (
    .clk_i, .rst_i, .clear_i(clear), .access_i(access[SCHEME_PORTAL]), .say_o(said[SCHEME_PORTAL])
  );

  // Where no scheme is: nothing starts, and whatever comes is counted.
  for (genvar s = 0; s < Schemes; s++) begin : gen_none
    if (s == 32'(SCHEME_NONE) || s > 32'(SCHEME_PORTAL)) begin : gen_stray
      assign said[s] = '{data: FAIL, refused_data: FAIL, stray: access[s].valid, start: '0};
    end
  end

  assign say_o = said[select_i];

endmodule
