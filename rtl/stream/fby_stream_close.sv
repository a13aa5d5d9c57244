// SPDX-License-Identifier: Apache-2.0
/// Closes the gaps in a beat: the bytes with a strobe move to its low end, in address order. CLOSE_CYCLES cycles, a beat per cycle.
///
///   data, strobes --> gaps below each byte --> move by 1, 2, 4 --> move by 8, 16, 32 --> data, count
///
/// A byte moves down by the number of gaps below it, a bit of that number at a time from the lowest on: in this order no two bytes
/// ever want the same lane. A beat that is not to be closed goes the same way and stays as it is.
module fby_stream_close
  import fby_axi_pkg::*;
(
  input  logic                                clk_i,
  input  logic                                rst_i,
  input  logic                                valid_i,
  /// Close the gaps of this beat.
  input  logic                                close_i,
  input  logic [DATA_BITS-1:0]                data_i,
  input  logic [DATA_BYTES-1:0]               strb_i,
  output logic                                valid_o,
  /// Of a closed beat the first count_o bytes count; of any other one those with a strobe.
  output logic [DATA_BITS-1:0]                data_o,
  output logic [DATA_BYTES-1:0]               strb_o,
  /// Bytes with a strobe.
  output logic [$clog2(DATA_BYTES + 1)-1:0]   count_o
);
  localparam int unsigned CountBits = $clog2(DATA_BYTES + 1);
  // Bits of a distance that are used up in the first of the two moves.
  localparam int unsigned NearBits  = (LANE_BITS + 1) / 2;
  typedef logic [CountBits-1:0]                count_t;
  typedef logic [DATA_BYTES-1:0][LANE_BITS-1:0] lanes_t;

  typedef struct packed {
    count_t                     count;
    logic [DATA_BYTES-1:0]      strb;
    /// How far down each byte has to move; 0 where there is none.
    lanes_t                     down;
    logic [DATA_BYTES-1:0][7:0] data;
  } beat_t;

  /// Gaps in all lanes up to each, itself among them: sums of twice as many lanes in each step.
  function automatic logic [DATA_BYTES-1:0][CountBits-1:0] gaps_up_to(input logic [DATA_BYTES-1:0] strb);
    logic [DATA_BYTES-1:0][CountBits-1:0] wider;
    for (int unsigned i = 0; i < DATA_BYTES; i++) gaps_up_to[i] = count_t'(!strb[i]);
    for (int unsigned k = 0; k < LANE_BITS; k++) begin
      wider = gaps_up_to;
      for (int unsigned i = 2 ** k; i < DATA_BYTES; i++) wider[i] = gaps_up_to[i] + gaps_up_to[i - 2 ** k];
      gaps_up_to = wider;
    end
  endfunction

  /// Moves by the bits first to last of each byte's distance.
  function automatic beat_t moved(input beat_t beat, input int unsigned first, input int unsigned last);
    lanes_t                     down;
    logic [DATA_BYTES-1:0][7:0] data;
    moved = beat;
    for (int unsigned k = 0; k < LANE_BITS; k++) begin
      if (k >= first && k <= last) begin
        down = moved.down;
        data = moved.data;
        for (int unsigned i = 0; i < DATA_BYTES; i++) begin
          // Who leaves a lane leaves nothing that could move again.
          if (down[i][k]) moved.down[i] = '0;
          if (i + 2 ** k < DATA_BYTES && down[(i + 2 ** k) % DATA_BYTES][k]) begin
            moved.down[i] = down[(i + 2 ** k) % DATA_BYTES];
            moved.data[i] = data[(i + 2 ** k) % DATA_BYTES];
          end
        end
      end
    end
  endfunction

  function automatic beat_t measured(input logic close, input logic [DATA_BITS-1:0] data,
                                     input logic [DATA_BYTES-1:0] strb);
    logic [DATA_BYTES-1:0][CountBits-1:0] gaps;
    gaps          = gaps_up_to(strb);
    measured      = '{count: count_t'(DATA_BYTES) - gaps[DATA_BYTES-1], strb: strb, down: '0, data: data};
    for (int unsigned i = 0; i < DATA_BYTES; i++) begin
`ifdef FBY_MUTANT_CLOSE_NO_STROBE
      if (close) measured.down[i] = gaps[i][LANE_BITS-1:0];
`else
      if (close && strb[i]) measured.down[i] = gaps[i][LANE_BITS-1:0];
`endif
    end
  endfunction

  localparam int unsigned Cycles = fby_stream_pkg::CLOSE_CYCLES;
  beat_t             far_q;
  logic [Cycles-1:0] valid_q;

  // Where there is no beat nothing moves, neither in hardware nor in a simulation.
  if (Cycles == 1) begin : gen_at_once
    always_ff @(posedge clk_i) begin
      if (valid_i) far_q <= moved(measured(close_i, data_i, strb_i), 0, LANE_BITS - 1);
    end
  end else begin : gen_in_turn
    beat_t gaps_q, near_q;
    always_ff @(posedge clk_i) begin
      if (valid_i) gaps_q <= measured(close_i, data_i, strb_i);
`ifdef FBY_MUTANT_CLOSE_FAR_FIRST
      if (valid_q[0]) near_q <= moved(gaps_q, NearBits, LANE_BITS - 1);
      if (valid_q[1]) far_q  <= moved(near_q, 0, NearBits - 1);
`else
      if (valid_q[0]) near_q <= moved(gaps_q, 0, NearBits - 1);
      if (valid_q[1]) far_q  <= moved(near_q, NearBits, LANE_BITS - 1);
`endif
    end
  end

  always_ff @(posedge clk_i) valid_q <= rst_i ? '0 : Cycles'({valid_q, valid_i});

  assign valid_o = valid_q[Cycles-1];
  assign data_o  = far_q.data;
  assign strb_o  = far_q.strb;
  assign count_o = far_q.count;

  logic unused;
  assign unused = ^far_q.down;

endmodule
