// SPDX-License-Identifier: Apache-2.0

/// Interrupt block: enables, requests and vectors of user lines and channels.
///
/// A message is asked for when request-and-enable of a source rises. A channel's request stays up as long as
/// an enabled cause is logged, so further causes of the same run ask for nothing more; masking and unmasking
/// with a cause still logged lets it rise again, so no cause is lost.
module fby_xdma_irq
  import fby_dma_pkg::*;
  import fby_xdma_pkg::*;
  import fby_regs_pkg::*;
#(
  /// Channels, host-to-card ones first.
  parameter int unsigned NumChannels = 2
) (
  input  logic                      clk_i,
  input  logic                      rst_i,

  input  xdma_access_t              access_i,
  input  logic                      sel_i,
  output logic [31:0]               rdata_o,

  /// User lines; a request lasts as long as its line is high.
  input  logic [USER_IRQS-1:0]      usr_irq_i,
  /// Channels with an enabled cause whose data and write-backs the host can see.
  input  logic [NumChannels-1:0]    chan_irq_i,
  /// Vectors for which a message is due.
  output logic [2**VECTOR_BITS-1:0] fire_o
);

  localparam int unsigned MaxSources = 2 * MAX_CHANNELS;
  localparam logic [31:0] USER_MASK  = XDMA_IRQ_USER_ENABLE_ENABLE_MASK;
  localparam logic [31:0] CHAN_MASK  = 32'((64'd1 << NumChannels) - 64'd1);
  // Four vectors of 5 bits, one per byte.
  localparam logic [31:0] VECTORS_MASK = 32'h1F1F1F1F;

  logic [31:0]            user_en_q, chan_en_q;
  logic [USER_IRQS/4-1:0][31:0]  user_vec_q;
  logic [MaxSources/4-1:0][31:0] chan_vec_q;
  logic [USER_IRQS-1:0]   usr_q;
  logic [USER_IRQS-1:0]   user_act, user_act_q;
  logic [NumChannels-1:0] chan_act, chan_act_q;

  assign user_act = usr_q & user_en_q[USER_IRQS-1:0];
  assign chan_act = chan_irq_i & chan_en_q[NumChannels-1:0];

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      user_en_q  <= '0;
      chan_en_q  <= '0;
      usr_q      <= '0;
      user_act_q <= '0;
      chan_act_q <= '0;
    end else begin
      user_en_q  <= twin_write(access_i, sel_i, user_en_q, XDMA_IRQ_USER_ENABLE_OFFSET,
                               XDMA_IRQ_USER_ENABLE_W1S_OFFSET, XDMA_IRQ_USER_ENABLE_W1C_OFFSET, USER_MASK);
      chan_en_q  <= twin_write(access_i, sel_i, chan_en_q, XDMA_IRQ_CHANNEL_ENABLE_OFFSET,
                               XDMA_IRQ_CHANNEL_ENABLE_W1S_OFFSET, XDMA_IRQ_CHANNEL_ENABLE_W1C_OFFSET, CHAN_MASK);
      usr_q      <= usr_irq_i;
      user_act_q <= user_act;
      chan_act_q <= chan_act;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      user_vec_q <= '0;
      chan_vec_q <= '0;
    end else if (sel_i && access_i.write) begin
      for (int unsigned i = 0; i < USER_IRQS / 4; i++) begin
        if (access_i.offset == XDMA_IRQ_USER_VECTOR_OFFSET + 16'(i * XDMA_IRQ_USER_VECTOR_STRIDE)) begin
          user_vec_q[i] <= access_i.wdata & VECTORS_MASK;
        end
      end
      for (int unsigned i = 0; i < MaxSources / 4; i++) begin
        if (access_i.offset == XDMA_IRQ_CHANNEL_VECTOR_OFFSET + 16'(i * XDMA_IRQ_CHANNEL_VECTOR_STRIDE)) begin
          chan_vec_q[i] <= access_i.wdata & VECTORS_MASK;
        end
      end
    end
  end

  always_comb begin
    fire_o = '0;
    for (int unsigned i = 0; i < USER_IRQS; i++) begin
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
        XDMA_IRQ_IDENTIFIER_OFFSET:      rdata_o = identifier(4'd2, 4'd0, 1'b0);
        XDMA_IRQ_USER_ENABLE_OFFSET:     rdata_o = user_en_q;
        XDMA_IRQ_CHANNEL_ENABLE_OFFSET:  rdata_o = chan_en_q;
        XDMA_IRQ_USER_REQUEST_OFFSET:    rdata_o = 32'(usr_q);
        XDMA_IRQ_CHANNEL_REQUEST_OFFSET: rdata_o = 32'(chan_irq_i);
        XDMA_IRQ_USER_PENDING_OFFSET:    rdata_o = 32'(user_act);
        XDMA_IRQ_CHANNEL_PENDING_OFFSET: rdata_o = 32'(chan_act);
        default: begin
          for (int unsigned i = 0; i < USER_IRQS / 4; i++) begin
            if (access_i.offset == XDMA_IRQ_USER_VECTOR_OFFSET + 16'(i * XDMA_IRQ_USER_VECTOR_STRIDE)) begin
              rdata_o = user_vec_q[i];
            end
          end
          for (int unsigned i = 0; i < MaxSources / 4; i++) begin
            if (access_i.offset == XDMA_IRQ_CHANNEL_VECTOR_OFFSET + 16'(i * XDMA_IRQ_CHANNEL_VECTOR_STRIDE)) begin
              rdata_o = chan_vec_q[i];
            end
          end
        end
      endcase
    end
  end

endmodule
