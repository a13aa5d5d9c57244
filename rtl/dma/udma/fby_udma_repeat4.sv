// SPDX-License-Identifier: Apache-2.0

/// Repeated passing with four accesses: store B, load A, store B, load A. Unsafe, and here to show it: who may read A ends another's
/// sequence and has its answer, and a retry can slip by two accesses.
///
///   S0 --store B--> S1 --load A, OK1--> S2 --store B--> S3 --load A, OK2--> S0, starts A to B
///
/// Whatever else comes in shadow space leads to S0; a load is answered FAIL then. The size is that of the second store.
module fby_udma_repeat4
  import fby_udma_pkg::*;
(
  input  logic                clk_i,
  input  logic                rst_i,
  /// Level, a bit for each context: forget what it has latched.
  input  logic [CONTEXTS-1:0] clear_i,
  input  access_t             access_i,
  output say_t                say_o
);

  typedef enum logic [1:0] {S0, S1, S2, S3} state_e;

  state_e state_q, state, state_d;
  addr_t  src_q, dst_q;
  size_t  size_q;

  logic unexpected, load, store;
  assign load       = is_load(access_i);
  assign store      = is_store(access_i);
  // Neither load nor store, but in shadow space.
  assign unexpected = access_i.valid && access_i.space == SHADOW && !load && !store;
  assign state      = clear_i != '0 ? S0 : state_q;

  always_comb begin
    say_o       = SAY_FAIL;
    say_o.stray = access_i.valid && !load && !store;
    state_d     = load || store || unexpected ? S0 : state;
    unique case (state)
      S0: if (store) state_d = S1;
      S1: if (load) begin
        say_o.data = OK1;
        state_d    = S2;
      end
      S2: if (store && access_i.addr == dst_q) state_d = S3;
`ifdef FBY_MUTANT_UDMA_ANY_SOURCE
      S3: if (load) begin
`else
      S3: if (load && access_i.addr == src_q) begin
`endif
        say_o.data  = OK2;
        say_o.start = plain_start('0, src_q, dst_q, size_q);
      end
`ifdef FBY_MUTANT_UDMA_STAYS
      else if (store) state_d = S3;
`endif
      default: state_d = S0;
    endcase
    // A start that is refused has FAIL, what starts nothing has one answer.
    if (!say_o.start.valid) say_o.refused_data = say_o.data;
  end

  always_ff @(posedge clk_i) begin
    state_q <= rst_i || clear_i != '0 ? S0 : state_d;
    if (state == S0 && store) dst_q  <= access_i.addr;
    if (state == S1 && load)  src_q  <= access_i.addr;
    if (state == S2 && store) size_q <= access_i.data[SIZE_BITS-1:0];
  end

endmodule
