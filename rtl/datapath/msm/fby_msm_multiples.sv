// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Multiples of rho one after the other, k rho mod Order for k = 1 to Classes and again from 1, at any pace up to one a cycle.
///
/// They are made in CHAINS chains, k rho + CHAINS rho, in one modular adder:
///
///    first [0..7]  --+                       +-- step: j rho while filling, then 8 rho
///                    +--> multiple_o --------+--> modular adder --+
///    ring  [0..7]  --+    (of the last take)                      |
///        ^                                                        |
///        +--------------------------------------------------------+
///
/// A multiple that is taken goes into the adder at once, and what comes out goes into its place in the ring. That is there
/// before the chain's next turn even if one is taken in each cycle, so nothing waits for anything, and pauses cost nothing.
/// The first round of the classes comes from `first`, which stays.
///
/// At the start the same adder fills `first`: rho + 0, then rho more each time. So rho itself is reduced, too.
module fby_msm_multiples #(
    /// Width of the order, bits.
    parameter int unsigned          OrderBits = fby_msm_word_pkg::ORDER_BITS,
    /// Order of the group.
    parameter logic [OrderBits-1:0] Order     = OrderBits'(fby_msm_word_pkg::ORDER),
    /// Multiples until they begin again; a power of two above CHAINS.
    parameter int unsigned          Classes   = fby_msm_word_pkg::CLASSES,
    /// Longest carry chain between two registers, bits.
    parameter int unsigned          ChunkBits = fby_fq_pkg::ADD_CHUNK_BITS
) (
    input  logic                 clk_i,
    input  logic                 rst_i,
    /// One-cycle pulse: begin again with k = 1 and this rho, of which less than twice the order is understood.
    input  logic                 start_i,
    input  logic [OrderBits-1:0] rho_i,
    /// Multiples of the last start may be taken.
    output logic                 open_o,
    /// The next one, please.
    input  logic                 take_i,
    /// The multiple that was taken last, from the next cycle on.
    output logic [OrderBits-1:0] multiple_o,
    /// Something is still on its way through the adder, so no start yet.
    output logic                 busy_o
);
  import fby_msm_word_pkg::*;

  localparam int unsigned Latency   = modadd_cycles(OrderBits, ChunkBits);
  localparam int unsigned ChainBits = $clog2(CHAINS);
  localparam int unsigned ClassBits = $clog2(Classes);

  if (Latency + 2 > CHAINS) begin : g_bad_latency
    $error("fby_msm_multiples: the adder is too slow for CHAINS chains");
  end
  if (Classes != 2 ** ClassBits || Classes <= CHAINS) begin : g_bad_classes
    $error("fby_msm_multiples: Classes must be a power of two above CHAINS");
  end

  // Lower half: the first multiples. Upper half: the ring.
  logic [OrderBits-1:0] multiple_mem_q[2*CHAINS];
  logic [OrderBits-1:0] step_q, multiple_q, sum;
  // Class of the next take, less one; place of the next sum.
  logic [ClassBits-1:0] class_q;
  logic [ChainBits-1:0] place_q;
  logic filling_q, open_q;
  // The operands have changed: now, and so many cycles ago.
  logic issue_q;
  logic [Latency-1:0] line_q;
  logic back, filled, again_q, load, ring;

  fby_msm_modadd #(
      .Width    (OrderBits),
      .Modulus  (Order),
      .ChunkBits(ChunkBits)
  ) u_add (
      .clk_i,
      .reduce_i(1'b1),
      .a_i     (step_q),
      .b_i     (multiple_q),
      .s_o     (sum)
  );

  assign back   = line_q[Latency-1];
  assign filled = filling_q && back && place_q == ChainBits'(CHAINS - 1);
  assign load   = filling_q ? again_q : take_i;
`ifdef FBY_MUTANT_MULTIPLES_LATE_RING
  assign ring   = class_q > ClassBits'(CHAINS);
`else
  assign ring   = class_q >= ClassBits'(CHAINS);
`endif

  always_ff @(posedge clk_i) begin
    if (back) multiple_mem_q[{!filling_q, place_q}] <= sum;
    // While filling class_q is 0: each multiple is the last one and rho.
    if (start_i) multiple_q <= '0;
    else if (load) multiple_q <= multiple_mem_q[{ring, class_q[ChainBits-1:0]}];
    if (start_i) step_q <= rho_i;
`ifdef FBY_MUTANT_MULTIPLES_SHORT_STEP
    else if (filling_q && back && !filled) step_q <= sum;
`else
    else if (filling_q && back) step_q <= sum;
`endif
  end

  always_ff @(posedge clk_i) begin
    issue_q <= load;
    line_q  <= {line_q[Latency-2:0], issue_q};
    again_q <= filling_q && back && !filled;
    if (back) place_q <= place_q + 1'b1;
    if (take_i) class_q <= class_q + 1'b1;
    if (filled) begin
      filling_q <= 1'b0;
      open_q    <= 1'b1;
    end
    if (start_i) begin
      issue_q   <= 1'b1;
      filling_q <= 1'b1;
      open_q    <= 1'b0;
      class_q   <= '0;
      place_q   <= '0;
    end
    if (rst_i) begin
      issue_q   <= 1'b0;
      line_q    <= '0;
      again_q   <= 1'b0;
      filling_q <= 1'b0;
      open_q    <= 1'b0;
    end
  end

  assign open_o     = open_q;
  assign multiple_o = multiple_q;
  assign busy_o     = filling_q || issue_q || line_q != '0;

  `FBY_ASSERT(start_only_when_nothing_is_under_way, !(start_i && busy_o))
  `FBY_ASSERT(taken_only_when_open, !take_i || (open_q && !start_i))
  `FBY_ASSERT(sums_are_reduced, !back || sum < Order)

`ifdef FORMAL
  `include "formal/fby_msm_multiples_invariants.svh"
`endif

endmodule
