// SPDX-License-Identifier: Apache-2.0
/// Delay line of any width: q_o is d_i of Depth cycles ago. It has no reset: whoever needs to know
/// which cycles count carries a valid bit of its own.
///
/// In synthesis and proofs it is a shift register (which maps to SRL primitives). In simulation it
/// is a circular buffer, because moving Depth words every cycle is what a slow simulation is made of.
module fby_delay #(
    /// Width of the data, bits.
    parameter int unsigned Width = 8,
    /// Delay in cycles; 0 is a wire.
    parameter int unsigned Depth = 1,
    /// 1 builds the circular buffer, 0 the shift register.
`ifdef SYNTHESIS
    parameter bit Ring = 1'b0
`elsif FORMAL
    parameter bit Ring = 1'b0
`else
    parameter bit Ring = 1'b1
`endif
) (
    input  logic             clk_i,
    input  logic [Width-1:0] d_i,
    output logic [Width-1:0] q_o
);

  if (Width == 0) begin : g_bad_width
    $error("fby_delay: Width must be at least 1");
  end

  if (Depth == 0) begin : g_wire
    logic unused_clk;
    assign unused_clk = clk_i;
    assign q_o = d_i;
  end else if (Depth == 1 || !Ring) begin : g_shift
    logic [Depth-1:0][Width-1:0] line_q;
    if (Depth == 1) begin : g_one
      always_ff @(posedge clk_i) line_q <= d_i;
    end else begin : g_many
      always_ff @(posedge clk_i) line_q <= {line_q[Depth-2:0], d_i};
    end
    assign q_o = line_q[Depth-1];
  end else begin : g_ring
    localparam int unsigned PtrBits = $clog2(Depth);
    localparam logic [PtrBits-1:0] LastSlot = PtrBits'(Depth - 1);

    // More slots than are used: where every pointer hits one, a simulator need not ask at each bit whether it does.
    logic [Width-1:0]   slot_q[2**PtrBits];
    logic [PtrBits-1:0] ptr_q = '0;

    // The slot under the pointer was written Depth cycles ago and is overwritten at this edge.
    assign q_o = slot_q[ptr_q];

    always_ff @(posedge clk_i) begin
      slot_q[ptr_q] <= d_i;
      ptr_q         <= (ptr_q == LastSlot) ? '0 : ptr_q + 1'b1;
    end
  end

endmodule
