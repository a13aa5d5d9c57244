// SPDX-License-Identifier: Apache-2.0
/// The contract between DMA front ends and the back end that moves bytes.
///
/// A front end (XDMA channel, later user-level queues and capture) hands a request per contiguous piece of
/// host memory; the back end answers each request with exactly one response, in request order per mover.
///
/// With the offers goes a level per mover, `cancel`: from its rise until it falls the front end hands over nothing, and it
/// falls only when every request is answered. Meanwhile the mover begins nothing: what is on a bus is finished, what
/// was taken from a stream is written, what was given to a stream stays given and its packet is closed; the rest is
/// dropped. A request that this cuts is answered without a cause and with the bytes that have moved, from its
/// beginning on; all behind it with 0 bytes. The answers wait for memory, never for a stream.
///
/// A front end that is told of a failure raises the level too. Towards a stream, the mover gives nothing for the requests
/// behind the one that failed until it does.
package fby_dma_pkg;

  // A block uses some of these constants, never all.
  /* verilator lint_off UNUSEDPARAM */
  /// Requests that a mover takes before the first of them is answered, and so the descriptors that a channel has under way; a power
  /// of two. With a round trip of some 270 cycles, 64 of them let 64-byte packets pass at 15 bytes a cycle.
  localparam int unsigned MAX_REQUESTS = fby_regs_pkg::CARD_DMA_REQUESTS;
  /// Reads that a channel of a front end may have under way for itself; a power of two.
  localparam int unsigned FRONT_READS  = 4;
  /* verilator lint_on UNUSEDPARAM */

  /// Bits of a length: those of a descriptor's length field.
  localparam int unsigned LEN_BITS = fby_regs_pkg::DESC_LENGTH_BYTES_WIDTH;

  /// One contiguous transfer.
  typedef struct packed {
    /// Host (bus) address; any alignment.
    logic [63:0]         host_addr;
    /// Card address; any alignment, independent of host_addr. Ignored by streaming movers.
    logic [63:0]         card_addr;
    /// Bytes; 0 is answered at once with 0 bytes and no error.
    logic [LEN_BITS-1:0] len;
    /// H2C streaming: the last byte of this request ends a packet. Ignored elsewhere.
    logic                eop;
    /// C2H streaming: if a packet ends in this request, the requests behind it get 0 bytes, up to the next `first`.
    logic                stop_at_eop;
    /// C2H streaming: an end of a packet ends this request only where a burst ends; the bytes of the packet behind it follow.
    logic                through;
    /// Begins a run: see stop_at_eop. Nor is anything taken from a stream behind a write that failed, up to here.
    logic                first;
    /// Card address stands still (non-incrementing mode, XDMA control bit 25): every beat goes to card_addr.
    logic                fixed_card_addr;
  } dma_req_t;

  /// Why a request failed; the front end maps it onto the XDMA status bits.
  typedef enum logic [2:0] {
    DMA_OK          = 3'd0,
    DMA_HOST_DECODE = 3'd1,  // host side answered DECERR: not mapped (unsupported request)
    DMA_HOST_SLAVE  = 3'd2,  // host side answered SLVERR: completer abort
    DMA_CARD_DECODE = 3'd3,  // card side answered DECERR: no such card address
    DMA_CARD_SLAVE  = 3'd4,  // card side answered SLVERR
    DMA_HOST_POISON = 3'd5   // host data came marked as damaged
  } dma_cause_e;

  /// Answer to one request. All data of the request is visible at its destination (write responses
  /// received; H2C streams: given to the stream, which loses nothing) when the response is given: that is what makes
  /// write-back and interrupts safe.
  typedef struct packed {
    dma_cause_e          cause;
    /// Address of the first burst that failed (host or card address by cause); 0 if none did.
    logic [63:0]         bad_addr;
    /// Bytes moved; less than requested on C2H streams that end early, on error, or when cancelled.
    logic [LEN_BITS-1:0] bytes;
    /// C2H streaming: a packet ended with the last byte of this request.
    logic                eop;
    /// C2H streaming: what the stream said of its bytes; see fby_dma_take_note.
    fby_axi_pkg::axis_note_t note;
  } dma_rsp_t;

  /// What a front end may write on a request, to have it back with the answer. Nobody else looks at it.
  localparam int unsigned FRONT_TAG_BITS = 4;
  typedef logic [FRONT_TAG_BITS-1:0] dma_tag_t;
  /// Number of a front end.
  typedef logic [fby_axi_pkg::SOURCE_BITS-1:0] dma_source_t;

  /// What a front end offers to a mover. Its ready goes the other way beside it, as everywhere.
  typedef struct packed {
    /// There is a request; stands until it is taken, or until cancel rises.
    logic        valid;
    /// Level: begin nothing, drop what has not moved, answer; see above.
    logic        cancel;
    /// Who asks. While requests are with a mover, all of them are of one front end (see fby_dma_share).
    dma_source_t source;
    dma_tag_t    tag;
    dma_req_t    req;
  } dma_offer_t;

  /// What a mover answers: one to each request, in order.
  typedef struct packed {
    logic     valid;
    /// That of the request.
    dma_tag_t tag;
    dma_rsp_t rsp;
  } dma_answer_t;

  /// A status word: a write of 4 or 8 bytes to host memory that tells of data which are there already.
  typedef struct packed {
    /// Low bits below the size are ignored.
    logic [63:0] addr;
    logic [63:0] data;
    /// 1: eight bytes, 0: the low four.
    logic        wide;
  } dma_word_t;

  typedef struct packed {
    logic        valid;
    /// Who has it written.
    dma_source_t source;
    dma_word_t   word;
  } dma_word_offer_t;

  /// The oldest word of this requester was acknowledged.
  typedef struct packed {
    logic        valid;
    /// How it went, and where it went to.
    dma_cause_e  cause;
    logic [63:0] addr;
  } dma_word_done_t;

  /// Width of the number of an interrupt vector.
  localparam int unsigned VECTOR_BITS = 5;

  /// A message to the host.
  typedef struct packed {
    logic                   valid;
    /// Number of its vector.
    logic [VECTOR_BITS-1:0] number;
  } dma_message_t;

  /// What happens in one mover.
  typedef struct packed {
    logic beat;     // a data beat moved on the host bus
    logic no_room;  // bytes to ask for, and no room to put them; not of movers to the host
    logic busy;     // a request is unanswered
  } dma_mover_events_t;

  /// Addresses of failed accesses, each with a pulse.
  typedef struct packed {
    logic [63:0] host_addr;
    logic        host_valid;
    logic [63:0] card_addr;
    logic        card_valid;
  } dma_bad_t;

  /// What a front end counts and nobody else sees. Of desc_done, host_error and card_error there is one pulse per event.
  typedef struct packed {
    logic     desc_done;
    logic     host_error;
    logic     card_error;
    dma_bad_t bad;
  } dma_front_events_t;

  /// One-cycle pulses that the status block counts.
  typedef struct packed {
    logic h2c_beat;      // data beats taken from the host side into a mover
    logic c2h_beat;      // data beats written to the host side
    logic host_read;     // host read bursts issued
    logic host_write;    // host write bursts issued
    logic desc_done;     // descriptors finished
    logic host_error;    // host side error responses
    logic card_error;    // card side error responses
    logic no_room;       // cycles an H2C mover had bytes to ask for and no room to put them
    logic message;       // MSI-X messages sent
  } dma_events_t;

  /// Of which status words many may be under way. Of channel k, host-to-card ones first, the poll-mode word is number 2 * k and the
  /// result number 2 * k + 1; behind those of channels are those of other front ends. It is many of results of a stream, and of the last.
  function automatic logic [31:0] many_words(input int unsigned num_h2c, input int unsigned num_c2h,
                                             input logic [3:0] c2h_stream);
    many_words = ~((32'd1 << (2 * (num_h2c + num_c2h))) - 32'd1);
    for (int unsigned i = 0; i < 4; i++) many_words |= 32'(c2h_stream[i]) << (2 * (num_h2c + i) + 1);
  endfunction

  /// What the accesses of a mover carry.
  function automatic fby_axi_pkg::axi_who_t data_of(input dma_source_t source);
    return '{purpose: fby_axi_pkg::PURPOSE_BITS'(fby_regs_pkg::CARD_PURPOSE_DATA), source: source};
  endfunction

endpackage
