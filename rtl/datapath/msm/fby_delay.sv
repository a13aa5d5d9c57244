// SPDX-License-Identifier: Apache-2.0
/// Delay line of any width: q_o is d_i of Depth cycles ago. It has no reset: whoever needs to know
/// which cycles count carries a valid bit of its own.
///
/// In proofs it is a shift register. So it is in synthesis, which maps it to SRL primitives, but where it is both long and
/// wide: there a block RAM takes the place of a LUT or more for each bit. In simulation it is a circular buffer, because
/// moving Depth words every cycle is what a slow simulation is made of.
module fby_delay #(
    /// Width of the data, bits.
    parameter int unsigned Width = 8,
    /// Delay in cycles; 0 is a wire.
    parameter int unsigned Depth = 1,
    /// 1 builds the circular buffer.
`ifdef SYNTHESIS
    parameter bit Ring = 1'b0,
    /// 1 builds the block RAM; without both it is the shift register. A shift register of 16 bits is half a LUT, and half
    /// a block RAM is 36 bits wide.
    parameter bit Ram  = Depth > 16 && Width >= 32
`elsif FORMAL
    parameter bit Ring = 1'b0,
    parameter bit Ram  = 1'b0
`else
    parameter bit Ring = 1'b1,
    parameter bit Ram  = 1'b0
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
  end else if (Ram && Depth < 4) begin : g_bad_ram
    $error("fby_delay: a block RAM delays by at least 4 cycles");
  end else if (Ram) begin : g_ram
    // The RAM's own output register and one behind it, with which its output is as early as a flip-flop's.
    localparam int unsigned Slots   = Depth - 2;
    localparam int unsigned PtrBits = $clog2(Slots);
    localparam logic [PtrBits-1:0] LastSlot = PtrBits'(Slots - 1);

    (* ram_style = "block" *)
    logic [Width-1:0]   slot_q[Slots];
    logic [Width-1:0]   read_q, out_q;
    logic [PtrBits-1:0] ptr_q = '0;

    assign q_o = out_q;

    always_ff @(posedge clk_i) begin
      read_q        <= slot_q[ptr_q];
      slot_q[ptr_q] <= d_i;
      out_q         <= read_q;
      ptr_q         <= (ptr_q == LastSlot) ? '0 : ptr_q + 1'b1;
    end
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
