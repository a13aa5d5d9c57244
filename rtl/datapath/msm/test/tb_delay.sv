// SPDX-License-Identifier: Apache-2.0
/// The bodies of fby_delay side by side for several depths, fed with a counter's scrambled bits.
module tb_delay (
    input  logic        clk_i,
    input  logic        rst_i,
    output logic [31:0] cycles_o,
    /// One bit per depth: set once the bodies differed, or the delay was not Depth.
    output logic [6:0]  wrong_o
);

  localparam int unsigned Depths[7] = '{0, 1, 2, 3, 4, 8, 178};

  logic [31:0] data;
  assign data = cycles_o * 32'h9e37_79b1;

  always_ff @(posedge clk_i) begin
    if (rst_i) cycles_o <= '0;
    else cycles_o <= cycles_o + 1;
  end

  for (genvar i = 0; i < 7; i++) begin : g_depth
    localparam int unsigned Depth = Depths[i];
    logic [31:0] ring, shift, ram, past;
    fby_delay #(.Width(32), .Depth(Depth), .Ring(1'b1)) u_ring (.clk_i, .d_i(data), .q_o(ring));
    fby_delay #(.Width(32), .Depth(Depth), .Ring(1'b0)) u_shift (.clk_i, .d_i(data), .q_o(shift));
    // A RAM is only built for what is longer than it needs itself.
    fby_delay #(.Width(32), .Depth(Depth), .Ring(1'b0), .Ram(Depth >= 4)) u_ram (.clk_i, .d_i(data), .q_o(ram));

    assign past = (cycles_o - Depth) * 32'h9e37_79b1;
    always_ff @(posedge clk_i) begin
      if (rst_i) wrong_o[i] <= 1'b0;
      else if (cycles_o > Depth && (ring != past || shift != past || ram != past)) wrong_o[i] <= 1'b1;
    end
  end

endmodule
