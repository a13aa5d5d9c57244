// SPDX-License-Identifier: Apache-2.0

/// Enables, requests and vectors of interrupt lines: user lines, which plugs raise, and channel lines, one per DMA channel.
///
/// A message is asked for when request-and-enable of a line rises. A channel's line stays up as long as
/// an enabled cause is logged, so further causes of the same run ask for nothing more; masking and unmasking
/// with a cause still logged lets it rise again, so no cause is lost.
module fby_irq_lines
  import fby_dma_pkg::*;
  import fby_reg_pkg::*;
  import fby_regs_pkg::*;
#(
  /// Channel lines.
  parameter int unsigned NumChannels = 2,
  /// Vectors, rounded up to a power of two: a line can be given no other.
  parameter int unsigned NumVectors  = 2 ** VECTOR_BITS
) (
  input  logic                      clk_i,
  input  logic                      rst_i,

  input  reg_access_t               access_i,
  input  logic                      sel_i,
  output logic [31:0]               rdata_o,

  /// User lines; a request lasts as long as its line is high.
  input  logic [CARD_USER_LINES-1:0] user_i,
  /// Channels with an enabled cause whose data and write-backs the host can see.
  input  logic [NumChannels-1:0]    chan_i,
  /// Vectors for which a message is due.
  output logic [2**VECTOR_BITS-1:0] fire_o
);

  localparam int unsigned MaxSources = INTERRUPTS_IRQ_CHANNEL_ENABLE_ENABLE_WIDTH;
  localparam logic [31:0] USER_MASK  = INTERRUPTS_IRQ_USER_ENABLE_ENABLE_MASK;
  localparam logic [31:0] CHAN_MASK  = 32'((64'd1 << NumChannels) - 64'd1);
  localparam logic [31:0] IDENTIFIER =
      INTERRUPTS_IRQ_IDENTIFIER_RESET | (32'(INTERRUPTS_IRQ_BASE[15:12]) << INTERRUPTS_IRQ_IDENTIFIER_TARGET_LSB);
  // Four vectors, one per byte, with the bits that the number of the last one has.
  localparam logic [31:0] VECTORS_MASK = {4{8'(2 ** $clog2(NumVectors) - 1)}};

  if (NumVectors < 2 || NumVectors > 2 ** VECTOR_BITS) begin : gen_bad_vectors
    $error("fby_irq_lines: NumVectors must be 2 to 32");
  end

  /// Where four vectors are.
  function automatic logic [15:0] user_vector(input int unsigned i);
    return INTERRUPTS_IRQ_USER_VECTOR_OFFSET + 16'(i * INTERRUPTS_IRQ_USER_VECTOR_STRIDE);
  endfunction
  function automatic logic [15:0] channel_vector(input int unsigned i);
    return INTERRUPTS_IRQ_CHANNEL_VECTOR_OFFSET + 16'(i * INTERRUPTS_IRQ_CHANNEL_VECTOR_STRIDE);
  endfunction

  logic [31:0]            user_en_q, chan_en_q;
  logic [CARD_USER_LINES/4-1:0][31:0]  user_vec_q;
  logic [MaxSources/4-1:0][31:0] chan_vec_q;
  logic [CARD_USER_LINES-1:0]   usr_q;
  logic [CARD_USER_LINES-1:0]   user_act, user_act_q;
  logic [NumChannels-1:0] chan_act, chan_act_q;

  assign user_act = usr_q & user_en_q[CARD_USER_LINES-1:0];
  assign chan_act = chan_i & chan_en_q[NumChannels-1:0];

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      user_en_q  <= '0;
      chan_en_q  <= '0;
      usr_q      <= '0;
      user_act_q <= '0;
      chan_act_q <= '0;
    end else begin
      user_en_q  <= twin_write(access_i, sel_i, user_en_q, INTERRUPTS_IRQ_USER_ENABLE_OFFSET,
                               INTERRUPTS_IRQ_USER_ENABLE_W1S_OFFSET, INTERRUPTS_IRQ_USER_ENABLE_W1C_OFFSET, USER_MASK);
      chan_en_q  <= twin_write(access_i, sel_i, chan_en_q, INTERRUPTS_IRQ_CHANNEL_ENABLE_OFFSET,
                               INTERRUPTS_IRQ_CHANNEL_ENABLE_W1S_OFFSET,
                               INTERRUPTS_IRQ_CHANNEL_ENABLE_W1C_OFFSET, CHAN_MASK);
      usr_q      <= user_i;
      user_act_q <= user_act;
      chan_act_q <= chan_act;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      user_vec_q <= '0;
      chan_vec_q <= '0;
    end else if (sel_i && access_i.write) begin
      for (int unsigned i = 0; i < CARD_USER_LINES / 4; i++) begin
        if (access_i.offset == user_vector(i)) begin
          user_vec_q[i] <= access_i.wdata & VECTORS_MASK;
        end
      end
      for (int unsigned i = 0; i < MaxSources / 4; i++) begin
        if (access_i.offset == channel_vector(i)) begin
          chan_vec_q[i] <= access_i.wdata & VECTORS_MASK;
        end
      end
    end
  end

  always_comb begin
    fire_o = '0;
    for (int unsigned i = 0; i < CARD_USER_LINES; i++) begin
      if (user_act[i] && !user_act_q[i]) fire_o[user_vec_q[i/4][8*(i%4) +: VECTOR_BITS]] = 1'b1;
    end
    for (int unsigned i = 0; i < NumChannels; i++) begin
      if (chan_act[i] && !chan_act_q[i]) fire_o[chan_vec_q[i/4][8*(i%4) +: VECTOR_BITS]] = 1'b1;
    end
  end

  always_comb begin
    rdata_o = '0;
    if (sel_i) begin
      unique case (access_i.offset)
        INTERRUPTS_IRQ_IDENTIFIER_OFFSET:      rdata_o = IDENTIFIER;
        INTERRUPTS_IRQ_USER_ENABLE_OFFSET:     rdata_o = user_en_q;
        INTERRUPTS_IRQ_CHANNEL_ENABLE_OFFSET:  rdata_o = chan_en_q;
        INTERRUPTS_IRQ_USER_REQUEST_OFFSET:    rdata_o = 32'(usr_q);
        INTERRUPTS_IRQ_CHANNEL_REQUEST_OFFSET: rdata_o = 32'(chan_i);
        INTERRUPTS_IRQ_USER_PENDING_OFFSET:    rdata_o = 32'(user_act);
        INTERRUPTS_IRQ_CHANNEL_PENDING_OFFSET: rdata_o = 32'(chan_act);
        default: begin
          for (int unsigned i = 0; i < CARD_USER_LINES / 4; i++) begin
            if (access_i.offset == user_vector(i)) begin
              rdata_o = user_vec_q[i];
            end
          end
          for (int unsigned i = 0; i < MaxSources / 4; i++) begin
            if (access_i.offset == channel_vector(i)) begin
              rdata_o = chan_vec_q[i];
            end
          end
        end
      endcase
    end
  end

endmodule
