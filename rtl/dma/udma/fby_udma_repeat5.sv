// SPDX-License-Identifier: Apache-2.0

/// Repeated passing with five accesses: store B, load A, store B, load A, load B; the machine of section 4.1 of FORTH TR-182, with all bits
/// of the addresses compared. Safe as long as nobody else loads or stores the destination's shadow.
///
///   S0 --store B--> S1 --load A, OK1--> S2 --store B--> S3 --load A, OK2--> S4 --load B, OK3--> S0, starts A to B
///
/// Whatever else comes in shadow space leads to S0, and is not taken for the first access of another sequence; a load is answered FAIL
/// then. The size is that of the second store.
module fby_udma_repeat5
  import fby_udma_pkg::*;
(
  input  logic                clk_i,
  input  logic                rst_i,
  /// Level, a bit for each context: forget what it has latched.
  input  logic [CONTEXTS-1:0] clear_i,
  input  access_t             access_i,
  output say_t                say_o
);

  typedef enum logic [2:0] {S0, S1, S2, S3, S4} state_e;

  state_e state_q, state, state_d;
  addr_t  src_q, dst_q;
  size_t  size_q;

  logic unexpected, load, store, same_src, same_dst;
  assign load       = is_load(access_i);
  assign store      = is_store(access_i);
  // Neither load nor store, but in shadow space.
  assign unexpected = access_i.valid && access_i.space == SHADOW && !load && !store;
  assign state      = clear_i != '0 ? S0 : state_q;
  assign same_src   = access_i.addr == src_q;
`ifdef FBY_MUTANT_UDMA_TWELVE_BITS
  // What the prototype compared: bits 22 to 11.
  assign same_dst   = access_i.addr[22:11] == dst_q[22:11];
`else
  assign same_dst   = access_i.addr == dst_q;
`endif

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
      S2: if (store && same_dst) state_d = S3;
      S3: if (load && same_src) begin
        say_o.data = OK2;
        state_d    = S4;
      end
`ifdef FBY_MUTANT_UDMA_STAYS
      else if (store) state_d = S3;
`endif
      S4: if (load && same_dst) begin
        say_o.data  = OK3;
        say_o.start = plain_start('0, src_q, dst_q, size_q);
      end
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
