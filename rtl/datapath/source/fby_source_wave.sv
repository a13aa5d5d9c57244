// SPDX-License-Identifier: Apache-2.0

/// Samples of all channels, a cycle behind their moment.
module fby_source_wave
  import fby_source_pkg::*;
  import fby_regs_pkg::*;
(
  input  logic     clk_i,
  input  logic     rst_i,
  input  burst_t   burst_i,
  input  moment_t  moment_i,
  output moment_t  moment_o,
  output samples_t samples_o
);

  // ---- a quarter of a sine, 256 steps and the top, by turning a vector of length 2^30 a step at a time ----

  localparam int unsigned Quarter = 256;
  localparam int unsigned One     = 30;
  // The step's cosine and sine, times 2^30.
  localparam longint      StepCos = 64'd1073721611;
  localparam longint      StepSin = 64'd6588356;
  localparam longint      Top     = 64'd32767;
  typedef logic [Quarter:0][15:0] quarter_t;

  function automatic quarter_t quarter();
    longint c, s, turned;
    c = 64'd1 << One;
    s = '0;
    for (int unsigned k = 0; k <= Quarter; k++) begin
      quarter[k] = 16'((s * Top + (64'd1 << (One - 1))) >>> One);
      turned     = (c * StepCos - s * StepSin) >>> One;
      s          = (s * StepCos + c * StepSin) >>> One;
      c          = turned;
    end
  endfunction

  localparam quarter_t Sine = quarter();

  /// Sine of so many 1024ths of a turn.
  function automatic logic [15:0] sine(input logic [9:0] turn);
    logic [15:0] height;
    height = turn[8] ? Sine[9'd256 - 9'(turn[7:0])] : Sine[9'(turn[7:0])];
    return turn[9] ? -height : height;
  endfunction

  // ---- noise: xorshift of 32 bits (Marsaglia), one generator for each channel ----

  function automatic logic [31:0] shifted(input logic [31:0] x);
    x = x ^ (x << 13);
    x = x ^ (x >> 17);
    return x ^ (x << 5);
  endfunction

  // Where the generators begin; any number but 0.
  localparam logic [31:0] Seed = 32'h9e3779b9;

  logic [31:0]                phase_q, phase;
  logic [CHANNELS-1:0][31:0]  noise_q, noise;
  samples_t                   samples;

  always_comb begin
    phase = moment_i.first ? '0 : phase_q;
    for (int unsigned c = 0; c < CHANNELS; c++) begin
      noise[c] = shifted(moment_i.first ? Seed + 32'(c) : noise_q[c]);
      unique case (burst_i.wave)
        2'(USER_SOURCE_MODE_WAVE_TONE): samples[c] = {sine(phase[31:22]), sine(phase[31:22] + 10'd256)};
        2'(USER_SOURCE_MODE_WAVE_RAMP): samples[c] = {4'(c), moment_i.number[27:0]};
        default:                        samples[c] = noise[c];
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    moment_o  <= moment_i;
    samples_o <= samples;
    if (moment_i.tick) begin
      phase_q <= phase + burst_i.turns;
      noise_q <= noise;
    end
    if (rst_i) moment_o <= '0;
  end

  logic unused;
  assign unused = &{1'b0, burst_i.channels, burst_i.stop_at_overrun, burst_i.chdr, burst_i.loop, burst_i.rate,
                    burst_i.packet, burst_i.endpoint, burst_i.at, burst_i.until_, burst_i.counted, burst_i.start_at,
                    burst_i.stop_at, burst_i.samples, phase[21:0]};

endmodule
