// SPDX-License-Identifier: Apache-2.0

/// The key-based scheme: a register context for each process. Addresses come in by stores of the key to shadow space, the size by a store
/// to the context page, and a load of it starts, or tells how far the last transfer is.
///
///   store of 8 bytes to shadow space: key | role | context --> source or destination of that context
///   store to the context page                              --> its size
///   load of the context page                               --> all three: start; else how things are
module fby_udma_key
  import fby_udma_pkg::*;
(
  input  logic                clk_i,
  input  logic                rst_i,
  /// Level, a bit for each context: forget what it has latched.
  input  logic [CONTEXTS-1:0] clear_i,
  input  access_t             access_i,
  output say_t                say_o,
  /// Of each context; 0: it has none, and nothing is latched for it.
  input  key_t      [CONTEXTS-1:0] keys_i,
  /// A transfer whose start was taken is busy before the next access comes.
  input  progress_t [CONTEXTS-1:0] progress_i
);

  // The word that carries a key.
  localparam int unsigned RoleBit = 3;
  localparam int unsigned KeyBit  = 4;

  // What each context has latched.
  logic [CONTEXTS-1:0]  has_src_q, has_dst_q, has_size_q;
  addr_t [CONTEXTS-1:0] src_q, dst_q;
  size_t [CONTEXTS-1:0] size_q;

  // ---- addresses, by whoever has the key ----

  logic     named, keyed, role;
  context_t whose;
  assign named = access_i.valid && access_i.space == SHADOW && access_i.op == STORE && access_i.wide;
  assign whose = access_i.data[CONTEXT_BITS-1:0];
  assign role  = access_i.data[RoleBit];
`ifdef FBY_MUTANT_UDMA_KEY_IN_PART
  assign keyed = named && access_i.data[63:KeyBit+1] == keys_i[whose][KEY_BITS-1:1] && keys_i[whose] != '0
                 && !progress_i[whose].busy;
`else
  assign keyed = named && access_i.data[63:KeyBit] == keys_i[whose] && keys_i[whose] != '0 && !progress_i[whose].busy;
`endif

  // ---- size and start, by whoever has the context page ----

  logic     sized, asked, starts, some;
  context_t mine;
  assign mine   = access_i.ctx;
  assign sized  = access_i.valid && access_i.space == CONTEXT_PAGE && access_i.op == STORE && !access_i.wide;
  assign asked  = access_i.valid && access_i.space == CONTEXT_PAGE && access_i.op == LOAD;
  assign some   = (has_src_q[mine] || has_dst_q[mine] || has_size_q[mine]) && !clear_i[mine];
  assign starts = asked && !progress_i[mine].busy && has_src_q[mine] && has_dst_q[mine] && has_size_q[mine]
                  && !clear_i[mine];

  always_comb begin
    say_o       = SAY_FAIL;
    say_o.stray = access_i.valid && !keyed && !sized && !asked && !is_load(access_i);
    if (asked) begin
      if (progress_i[mine].busy) say_o.data = progress_i[mine].left;
      else if (starts)           say_o.data = size_q[mine];
      else if (some)             say_o.data = MINUS_ONE;
      else                       say_o.data = progress_i[mine].failed ? MINUS_ONE : '0;
      say_o.refused_data = starts ? MINUS_ONE : say_o.data;
    end
    if (starts) say_o.start = plain_start(mine, src_q[mine], dst_q[mine], size_q[mine]);
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned c = 0; c < CONTEXTS; c++) begin
      if (keyed && 32'(whose) == c) begin
`ifdef FBY_MUTANT_UDMA_KEY_TOGGLE
        // Not by its role: the first is the destination, the next one the source.
        if (has_dst_q[c]) begin
`else
        if (role) begin
`endif
          src_q[c]     <= access_i.addr;
          has_src_q[c] <= 1'b1;
        end else begin
          dst_q[c]     <= access_i.addr;
          has_dst_q[c] <= 1'b1;
        end
      end
      if (sized && 32'(mine) == c && !progress_i[c].busy) begin
        size_q[c]     <= access_i.data[SIZE_BITS-1:0];
        has_size_q[c] <= 1'b1;
      end
`ifndef FBY_MUTANT_UDMA_POLL_STARTS
      // A load leaves nothing behind: whoever polls starts nothing.
      if (asked && 32'(mine) == c && !progress_i[c].busy) begin
        has_src_q[c]  <= 1'b0;
        has_dst_q[c]  <= 1'b0;
        has_size_q[c] <= 1'b0;
      end
`endif
      if (rst_i || clear_i[c]) begin
        has_src_q[c]  <= 1'b0;
        has_dst_q[c]  <= 1'b0;
        has_size_q[c] <= 1'b0;
      end
    end
  end

endmodule
