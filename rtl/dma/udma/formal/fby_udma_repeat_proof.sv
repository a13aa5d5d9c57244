// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// Proof top of the repeated schemes: a victim who moves A to B by the program of the report, with its retry, among others who do what the
/// page tables let them, in any order.
///
/// Which promises are looked at is a parameter, for the schemes keep different ones.
module fby_udma_repeat_proof
  import fby_udma_pkg::*;
#(
  /// 3, 4 or 5.
  parameter int unsigned Accesses = 5,
  /// 1: others may load the source's shadow; the destination's; store to the destination's.
  parameter bit LoadSrc           = 1'b0,
  parameter bit LoadDst           = 1'b0,
  parameter bit StoreDst          = 1'b0,
  /// 1: the victim may leave an attempt and begin another; the kernel may clear.
  parameter bit GivesUp           = 1'b1,
  parameter bit Clears            = 1'b1,
  /// 1: what arrives at B is A, of the size of an attempt, and nobody else's.
  parameter bit RightBytes        = 1'b1,
  /// 1: the victim is told OK at the end if and only if that attempt has started it, all by itself.
  parameter bit Truth             = 1'b1,
  /// 1: also what an induction needs.
  parameter bit Induction         = 1'b0
) (
  input logic                clk_i,
  /// The victim makes the access, the next one of its program; or another makes the access given.
  input logic                turn_i,
  input access_t             access_i,
  input logic [CONTEXTS-1:0] clear_i,
  /// The door takes what is started.
  input logic                taken_i,
  /// The victim's arguments; the size may be another in each attempt.
  input addr_t               src_i,
  input addr_t               dst_i,
  input size_t               size_i,
  input logic                gives_up_i
);

  logic rst_i = 1'b1;
  always_ff @(posedge clk_i) rst_i <= 1'b0;

  // What does not change.
  addr_t a_q, b_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      a_q <= src_i;
      b_q <= dst_i;
    end
  end
  `FBY_ASSUME(TwoPlaces, a_q != b_q)

  // ---- the victim ----

  typedef logic [2:0] pc_t;
  localparam pc_t         Last       = pc_t'(Accesses - 1);
  localparam logic [31:0] WantedLast = Accesses == 5 ? OK3 : OK2;

  pc_t         pc_q;
  size_t       size_q, size;
  access_t     his, access;
  logic [31:0] wanted, answer;
  logic        steps, retries;
  say_t        said;

  // Program of figures 5 to 7: three accesses begin with a load, the others with a store; the fifth is a load of the destination.
  logic stores, of_dst;
  assign stores  = Accesses == 3 ? pc_q == 3'd1 : pc_q == 3'd0 || pc_q == 3'd2;
  assign of_dst  = stores || pc_q == 3'd4;
  assign size    = pc_q == '0 ? size_i : size_q;
  assign wanted  = pc_q == 3'd4 ? OK3 : pc_q == 3'd3 || (Accesses == 3 && pc_q == 3'd2) ? OK2 : OK1;

  always_comb begin
    his = '{valid: 1'b1, op: stores ? STORE : LOAD, space: SHADOW, ctx: '0, addr: of_dst ? b_q : a_q,
            data: 64'(size), wide: 1'b0};
    access = turn_i ? his : access_i;
  end

  if (Accesses == 3) begin : gen_dut
    fby_udma_repeat3 u_dut (.clk_i, .rst_i, .clear_i, .access_i(access), .say_o(said));
  end else if (Accesses == 4) begin : gen_dut
    fby_udma_repeat4 u_dut (.clk_i, .rst_i, .clear_i, .access_i(access), .say_o(said));
  end else begin : gen_dut
    fby_udma_repeat5 u_dut (.clk_i, .rst_i, .clear_i, .access_i(access), .say_o(said));
  end

  assign answer  = said.start.valid && !taken_i ? said.refused_data : said.data;
  assign steps   = turn_i && !rst_i;
  assign retries = steps && !stores && answer != wanted;

  always_ff @(posedge clk_i) begin
    if (rst_i || retries || (steps && pc_q == Last) || (GivesUp && gives_up_i && !steps)) pc_q <= '0;
    else if (steps) pc_q <= pc_q + 3'd1;
    if (steps) size_q <= size;
  end

  // ---- the others, by the page tables ----

  logic other, other_loads, other_stores;
  assign other        = !turn_i && access_i.valid && access_i.space == SHADOW;
  assign other_loads  = other && access_i.op != STORE;
  assign other_stores = other && access_i.op != LOAD;
  `FBY_ASSUME(OthersLoadSrc, LoadSrc || !(other_loads && access_i.addr == a_q))
  `FBY_ASSUME(OthersStoreSrc, !(other_stores && access_i.addr == a_q))
  `FBY_ASSUME(OthersLoadDst, LoadDst || !(other_loads && access_i.addr == b_q))
  `FBY_ASSUME(OthersStoreDst, StoreDst || !(other_stores && access_i.addr == b_q))

  `FBY_ASSUME(Clears, Clears || clear_i == '0)

  // ---- what the scheme promises whoever uses it: the last accesses were those of the pattern, with nothing between ----

  typedef struct packed {
    logic  store;
    addr_t addr;
    size_t size;
  } past_t;
  past_t [3:0] past_q;
  logic  [2:0] length_q;   // of them since the last start, clear or access of another kind
  logic        in_shadow, plain, whole;
  assign in_shadow = access.valid && access.space == SHADOW;
  assign plain     = in_shadow && (access.op == LOAD || (access.op == STORE && !access.wide));
  always_ff @(posedge clk_i) begin
    if (plain) past_q <= {past_q[2:0], past_t'{store: access.op == STORE, addr: access.addr, size: access.data[31:0]}};
    if (rst_i || clear_i != '0 || said.start.valid || (in_shadow && !plain)) length_q <= '0;
    else if (plain && length_q != 3'd4) length_q <= length_q + 3'd1;
  end

  always_comb begin
    whole = in_shadow && access.op == LOAD && clear_i == '0 && 32'(length_q) >= Accesses - 1
            && said.start.size == past_q[Accesses == 5].size && past_q[Accesses == 5].store
            && said.start.dst == past_q[Accesses == 5].addr;
    // Loads and stores in turn; of the fourth access before, its address.
    if (Accesses == 3) whole &= !past_q[1].store && past_q[1].addr == access.addr && said.start.src == access.addr;
    if (Accesses == 4) whole &= !past_q[1].store && past_q[1].addr == access.addr && said.start.src == access.addr
                                && past_q[2].store && past_q[2].addr == said.start.dst;
    if (Accesses == 5) whole &= !past_q[0].store && past_q[0].addr == said.start.src && access.addr == said.start.dst
                                && !past_q[2].store && past_q[2].addr == said.start.src
                                && past_q[3].store && past_q[3].addr == said.start.dst;
  end
  `FBY_ASSERT(starts_a_whole_pattern, !said.start.valid || whole)
  `FBY_ASSERT(told_what_happened, !said.start.valid || (said.data == WantedLast && said.refused_data == FAIL))

  // ---- what the victim gets ----

  // Accesses of this attempt that the card has seen one after the other, up to now.
  pc_t  own_q;
  logic to_dst, his_start;
  always_ff @(posedge clk_i) begin
    if (steps) own_q <= pc_q == '0 ? pc_t'(1) : own_q == pc_q ? pc_q + 3'd1 : '0;
    else if (in_shadow) own_q <= '0;
    if (rst_i || clear_i != '0) own_q <= '0;
  end
  assign to_dst    = said.start.valid && said.start.dst == b_q;
  assign his_start = to_dst && said.start.src == a_q && said.start.size == size && steps && pc_q == Last
                     && own_q == pc_q;

  if (RightBytes) begin : gen_right
    `FBY_ASSERT(from_a_to_b, !to_dst || said.start.src == a_q)
    `FBY_ASSERT(a_to_nobody_else, LoadSrc || !(said.start.valid && said.start.src == a_q) || to_dst)
  end
  if (Truth) begin : gen_truth
    `FBY_ASSERT(starts_his_attempt, !to_dst || his_start)
    `FBY_ASSERT(told_the_truth, !(steps && pc_q == Last) || (answer == wanted) == (his_start && taken_i))
  end

  // ---- for the induction ----

  if (Induction) begin : gen_induction
    logic [2:0] state;
    addr_t      src, dst;
    size_t      latched_size;
    assign state        = 3'(gen_dut.u_dut.state_q);
    assign src          = gen_dut.u_dut.src_q;
    assign dst          = gen_dut.u_dut.dst_q;
    assign latched_size = gen_dut.u_dut.size_q;
    `FBY_ASSERT(states, 32'(state) < Accesses && pc_q <= Last && state <= length_q && length_q <= 3'd4)

    // The state is how much of the pattern has come; back from the last access: source, destination, source, destination.
    for (genvar k = 1; k < Accesses; k++) begin : gen_state
      for (genvar i = 0; i < k; i++) begin : gen_past
        localparam int unsigned Nth = k - 1 - i;   // of the pattern
        localparam bit IsStore = Accesses == 3 ? Nth == 1 : Nth % 2 == 0;
        `FBY_ASSERT(has_come, 32'(state) != k || (past_q[i].store == IsStore
                    && past_q[i].addr == (IsStore ? dst : src)))
      end
    end
    localparam int unsigned Sized = Accesses == 3 ? 2 : 3;
    for (genvar k = Sized; k < Accesses; k++) begin : gen_sized
      `FBY_ASSERT(size_has_come, 32'(state) != k || latched_size == past_q[k - Sized].size)
    end

    if (RightBytes && Accesses != 3) begin : gen_right_state
      // Where the destination is his: the last store was, and what he does next is known.
      `FBY_ASSERT(after_store, !(dst == b_q && (state == 3'd1 || state == 3'd3))
                  || pc_q == 3'd1 || pc_q == 3'd3 || (GivesUp && pc_q == 3'd0))
      `FBY_ASSERT(his_source, !(dst == b_q && state == 3'd2 && (pc_q == 3'd2 || (!GivesUp && pc_q == 3'd0)))
                  || src == a_q)
      if (Accesses == 4) begin : gen_four
        `FBY_ASSERT(his_source_still, !(dst == b_q && state == 3'd3) || src == a_q)
      end
      // Where it is another's, and the source is his: he stores next, which ends it.
      if (!LoadSrc) begin : gen_no_load
        `FBY_ASSERT(he_stores_next, !(dst != b_q && src == a_q && state[2:1] == 2'b01) || pc_q == 3'd0 || pc_q == 3'd2)
        `FBY_ASSERT(not_further, !(dst != b_q && src == a_q && state == 3'd4))
      end
    end

    if (Truth && Accesses == 5) begin : gen_true_state
      // Undisturbed since the first access of an attempt, and told what is wanted: the state is his.
      `FBY_ASSERT(undisturbed_first, !(pc_q == 3'd1 && own_q == 3'd1) || (past_q[0].store && past_q[0].addr == b_q))
      `FBY_ASSERT(undisturbed, !(pc_q >= 3'd2 && own_q == pc_q) || (state == pc_q && dst == b_q && src == a_q
                  && (pc_q == 3'd2 || latched_size == size_q)))
      `FBY_ASSERT(first, !(dst == b_q && state == 3'd1) || pc_q == 3'd0 || own_q == (pc_q == 3'd1 ? 3'd1 : 3'd0))
      `FBY_ASSERT(second, !(dst == b_q && state == 3'd2) || (pc_q != 3'd4 && (pc_q == 3'd0
                  || own_q == (pc_q == 3'd2 ? 3'd2 : 3'd0))))
      `FBY_ASSERT(third, !(dst == b_q && state == 3'd3) || pc_q == 3'd0 || (pc_q == 3'd1 ? own_q == 3'd1
                  : own_q == 3'd3 && src == a_q && latched_size == size_q))
      `FBY_ASSERT(fourth, !(dst == b_q && state == 3'd4) || (pc_q != 3'd2 && (pc_q == 3'd0 || (pc_q == 3'd4
                  ? own_q == 3'd4 && src == a_q && latched_size == size_q : own_q == 3'd0))))
    end
  end

  logic failed_q;
  always_ff @(posedge clk_i) failed_q <= !rst_i && (failed_q || retries);

  `FBY_COVER(starts, his_start && taken_i && size != '0)
  `FBY_COVER(another_starts, said.start.valid && !turn_i)
  `FBY_COVER(starts_after_a_failure, his_start && failed_q)

endmodule
