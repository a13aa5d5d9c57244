// SPDX-License-Identifier: Apache-2.0
/// Types that the parts of the XDMA front end hand to each other.
package fby_xdma_pkg;

  import fby_dma_pkg::*;
  import fby_regs_pkg::*;

  /// Descriptors are 32 bytes; two share one 64-byte beat.
  localparam int unsigned DESC_BYTES = 32;
  /// Responses and records that may be under way per channel; also the number of descriptors a
  /// channel may have handed to its mover when it is told to stop.
  localparam int unsigned RUN_DEPTH  = fby_dma_pkg::MAX_REQUESTS;
  /// Descriptors that a channel holds ready for its mover or has asked for: a block of 64 to use up while the next one comes.
  localparam int unsigned QUEUE_DESCS = 128;
  /// A descriptor of this many bytes or more is large: two of them hide any round trip, and what is behind a failure
  /// with the mover is still moved.
  localparam int unsigned LARGE_BYTES = 16384;
  localparam int unsigned LARGE_DEPTH = 2;
  /// Channels per direction that the register map has room for.
  localparam int unsigned MAX_CHANNELS = 4;

  /// Words of a descriptor that a doorbell keeps: all but the address of the next one.
  localparam int unsigned LINE_WORDS = 6;

  /// One access to a register.
  typedef fby_reg_pkg::reg_access_t xdma_access_t;

  /// A store that is no word, in exactly one cycle.
  typedef struct packed {
    logic                        valid;
    /// Byte offset of the line within the block's page.
    logic [15:0]                 offset;
    /// All 64 bytes are written.
    logic                        whole;
    /// So are those behind the descriptor.
    logic                        zero;
    logic [LINE_WORDS-1:0][31:0] desc;
  } xdma_store_t;

  /// What the register bus brings in a cycle, one of three.
  typedef struct packed {
    xdma_access_t access;
    /// The access is a read.
    logic         read;
    xdma_store_t  store;
  } xdma_bus_t;

  /// Which page of a channel it is for.
  typedef struct packed {
    logic doorbell;
    logic sgdma;
    logic chan;
  } xdma_sel_t;

  // Status bits as whole words, ready to be put together.
  localparam logic [31:0] STATUS_DESC_STOPPED   = XDMA_CHAN_STATUS_DESC_STOPPED_MASK;
  localparam logic [31:0] STATUS_DESC_COMPLETED = XDMA_CHAN_STATUS_DESC_COMPLETED_MASK;
  localparam logic [31:0] STATUS_MAGIC_STOPPED  = XDMA_CHAN_STATUS_MAGIC_STOPPED_MASK;
  localparam logic [31:0] STATUS_INVALID_LENGTH = XDMA_CHAN_STATUS_INVALID_LENGTH_MASK;
  localparam logic [31:0] STATUS_IDLE_STOPPED   = XDMA_CHAN_STATUS_IDLE_STOPPED_MASK;
  /// The first two bits of each error group: the address is nobody's (unsupported request, decode error),
  /// and whoever has it refuses (completer abort, slave error).
  localparam logic [31:0] STATUS_READ_DECODE    = 32'd1 << XDMA_CHAN_STATUS_READ_ERROR_LSB;
  localparam logic [31:0] STATUS_READ_SLAVE     = 32'd2 << XDMA_CHAN_STATUS_READ_ERROR_LSB;
  localparam logic [31:0] STATUS_WRITE_DECODE   = 32'd1 << XDMA_CHAN_STATUS_WRITE_ERROR_LSB;
  localparam logic [31:0] STATUS_WRITE_SLAVE    = 32'd2 << XDMA_CHAN_STATUS_WRITE_ERROR_LSB;
  localparam logic [31:0] STATUS_DESC_DECODE    = 32'd1 << XDMA_CHAN_STATUS_DESC_ERROR_LSB;
  localparam logic [31:0] STATUS_DESC_SLAVE     = 32'd2 << XDMA_CHAN_STATUS_DESC_ERROR_LSB;
  /// The fourth bit: what was read came marked as damaged.
  localparam logic [31:0] STATUS_READ_POISON    = 32'd8 << XDMA_CHAN_STATUS_READ_ERROR_LSB;
  localparam logic [31:0] STATUS_DESC_POISON    = 32'd8 << XDMA_CHAN_STATUS_DESC_ERROR_LSB;
  /// What halts a run. Logged whatever the control register enables: nothing may halt without a trace.
  localparam logic [31:0] STATUS_FAILURES =
      XDMA_CHAN_STATUS_MAGIC_STOPPED_MASK | XDMA_CHAN_STATUS_INVALID_LENGTH_MASK |
      XDMA_CHAN_STATUS_READ_ERROR_MASK | XDMA_CHAN_STATUS_WRITE_ERROR_MASK | XDMA_CHAN_STATUS_DESC_ERROR_MASK;
  /// Everything that is logged, that is all but BUSY. Also the bits of the interrupt enable mask.
  localparam logic [31:0] STATUS_LOGGED =
      STATUS_FAILURES | XDMA_CHAN_STATUS_DESC_STOPPED_MASK | XDMA_CHAN_STATUS_DESC_COMPLETED_MASK |
      XDMA_CHAN_STATUS_ALIGN_MISMATCH_MASK | XDMA_CHAN_STATUS_IDLE_STOPPED_MASK;

  /// What became of a descriptor fetch.
  typedef enum logic [2:0] {
    FETCH_OK     = 3'd0,  // a descriptor
    FETCH_MAGIC  = 3'd1,  // 32 bytes that are none: the engine halts with magic_stopped
    FETCH_DECODE = 3'd2,  // the host answered DECERR
    FETCH_SLAVE  = 3'd3,  // the host answered SLVERR
    FETCH_POISON = 3'd4,  // the host's answer came marked as damaged
    FETCH_LENGTH = 3'd5   // a doorbell's, with a length that no descriptor has
  } fetch_result_e;

  /// A descriptor on its way from the fetcher to the run control.
  typedef struct packed {
    fetch_result_e       result;
    logic                stop;
    logic                completed;
    logic                eop;
    logic                stop_at_eop;
    logic [LEN_BITS-1:0] len;
    logic [63:0]         src;
    logic [63:0]         dst;
  } xdma_desc_t;

  /// What must be remembered of a descriptor while the mover works on it.
  typedef struct packed {
    logic                stop;
    logic                completed;
    /// C2H streams: a packet that ends in it sets the two above.
    logic                stop_at_eop;
    logic [LEN_BITS-1:0] len;
    /// C2H streams: host address of the 8-byte result.
    logic [63:0]         result_addr;
  } xdma_meta_t;

  /// A descriptor that the mover is done with, in descriptor order.
  typedef struct packed {
    logic                stop;
    logic                completed;
    /// All of it has arrived, or its packet has ended; without it and without a cause it was cut or dropped.
    logic                whole;
    /// How much of it has arrived.
    logic [LEN_BITS-1:0] bytes;
    dma_cause_e          cause;
  } xdma_record_t;

  /// Modes of a channel, from its control register.
  typedef struct packed {
    logic run;
    logic non_incr;
    logic poll;
  } xdma_mode_t;

  /// What the run control tells the registers of its channel.
  typedef struct packed {
    /// Status bits to log.
    logic [31:0]         status_set;
    /// A descriptor was finished.
    logic                count;
    /// Bytes of the descriptor that a stop has cut.
    logic [LEN_BITS-1:0] partial;
    /// The poll-mode word is due.
    logic                notify;
    /// Error flag of that word.
    logic                notify_error;
  } xdma_log_t;

  /// One-cycle pulses of a channel that the engine's top adds up.
  typedef struct packed {
    logic        desc_done;
    logic        host_error;
    logic        card_error;
    /// Valid with host_error or card_error.
    logic [63:0] bad_addr;
    /// A descriptor could not be read.
    logic        fetch_error;
    /// Valid with fetch_error.
    logic [63:0] fetch_error_addr;
  } xdma_chan_events_t;

  /// 32-bit word of a descriptor at a byte offset.
  function automatic logic [31:0] desc_word(input logic [8*DESC_BYTES-1:0] bits, input logic [15:0] offset);
    return bits[8 * offset +: 32];
  endfunction

  /// What came of reading a descriptor: its control word and the response it came with.
  function automatic fetch_result_e desc_result(input logic [31:0] control, input logic [1:0] resp);
    if (resp == fby_axi_pkg::RESP_DECERR) return FETCH_DECODE;
    if (resp == fby_axi_pkg::RESP_SLVERR) return FETCH_SLAVE;
    if (resp == fby_axi_pkg::RESP_POISON) return FETCH_POISON;
    if ((control & DESC_CONTROL_MAGIC_MASK) != (DESC_CONTROL_RESET & DESC_CONTROL_MAGIC_MASK)) return FETCH_MAGIC;
    return FETCH_OK;
  endfunction

  /// Whether nothing follows a descriptor: its control word says so, or what came of reading it.
  function automatic logic ends_chain(input logic [31:0] control, input logic [1:0] resp);
    return (control & DESC_CONTROL_STOP_MASK) != '0 || desc_result(control, resp) != FETCH_OK;
  endfunction

  /// How many descriptors directly follow the next one, from a control word.
  function automatic logic [5:0] next_adjacent(input logic [31:0] control);
    return 6'((control & DESC_CONTROL_NEXT_ADJACENT_MASK) >> DESC_CONTROL_NEXT_ADJACENT_LSB);
  endfunction

  /// Descriptor from its 32 bytes and the response they came with.
  function automatic xdma_desc_t decode_desc(input logic [8*DESC_BYTES-1:0] bits, input logic [1:0] resp);
    logic [31:0] control;
    xdma_desc_t   desc;
    control        = desc_word(bits, DESC_CONTROL_OFFSET);
    desc.result    = desc_result(control, resp);
    desc.stop      = (control & DESC_CONTROL_STOP_MASK) != '0;
    desc.completed = (control & DESC_CONTROL_COMPLETED_MASK) != '0;
    desc.eop       = (control & DESC_CONTROL_EOP_MASK) != '0;
    desc.stop_at_eop = (control & DESC_CONTROL_STOP_AT_EOP_MASK) != '0;
    desc.len       = LEN_BITS'(desc_word(bits, DESC_LENGTH_OFFSET) & DESC_LENGTH_BYTES_MASK);
    desc.src       = {desc_word(bits, DESC_SRC_HI_OFFSET), desc_word(bits, DESC_SRC_LO_OFFSET)};
    desc.dst       = {desc_word(bits, DESC_DST_HI_OFFSET), desc_word(bits, DESC_DST_LO_OFFSET)};
    return desc;
  endfunction

  /// The 8-byte result of a C2H stream descriptor.
  function automatic logic [63:0] result_word(input logic eop, input logic [LEN_BITS-1:0] bytes);
    logic [31:0] status;
    status = C2H_RESULT_STATUS_RESET | (eop ? C2H_RESULT_STATUS_EOP_MASK : '0);
    return {32'(bytes), status};
  endfunction

  /// Status bit of a failed transfer: what a channel reads from is its source side.
  function automatic logic [31:0] cause_status(input dma_cause_e cause, input logic c2h);
    unique case (cause)
      DMA_HOST_DECODE: return c2h ? STATUS_WRITE_DECODE : STATUS_READ_DECODE;
      DMA_HOST_SLAVE:  return c2h ? STATUS_WRITE_SLAVE  : STATUS_READ_SLAVE;
      DMA_CARD_DECODE: return c2h ? STATUS_READ_DECODE  : STATUS_WRITE_DECODE;
      DMA_CARD_SLAVE:  return c2h ? STATUS_READ_SLAVE   : STATUS_WRITE_SLAVE;
      // Nothing comes back from a write that could be damaged.
      DMA_HOST_POISON: return c2h ? STATUS_WRITE_SLAVE  : STATUS_READ_POISON;
      default:         return '0;
    endcase
  endfunction

  /// Identifier word of a target.
  function automatic logic [31:0] identifier(input logic [3:0] target, input logic [3:0] channel,
                                             input logic stream);
    return XDMA_CHAN_IDENTIFIER_RESET | (32'(target) << XDMA_CHAN_IDENTIFIER_TARGET_LSB) |
           (32'(channel) << XDMA_CHAN_IDENTIFIER_CHANNEL_LSB) |
           (stream ? XDMA_CHAN_IDENTIFIER_STREAM_MASK : '0);
  endfunction

endpackage
