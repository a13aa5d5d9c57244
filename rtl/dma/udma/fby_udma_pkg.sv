// SPDX-License-Identifier: Apache-2.0
/// What programs say to user-level DMA, and what schemes make of it; see docs/decisions/0020-user-level-dma.md.
///
/// An access reaches exactly one scheme, in one cycle, in the order of the bus. In the same cycle the scheme says what a load or an
/// exchange is answered, and whether the access starts a transfer. The door then takes the start or refuses it, before the next
/// access is shown; its verdict decides which of the two answers the program gets.
package fby_udma_pkg;

  import fby_regs_pkg::*;

  // A block uses some of these, never all.
  /* verilator lint_off UNUSEDPARAM */
  /// Contexts of programs, a power of two.
  localparam int unsigned CONTEXTS     = 8;
  localparam int unsigned CONTEXT_BITS = $clog2(CONTEXTS);
  /// Bits of an argument's address: slot and offset in its page, or a physical address.
  localparam int unsigned ADDR_BITS    = 48;
  localparam int unsigned SIZE_BITS    = 32;
  /// Bits of a key, above role and context in the word that carries it.
  localparam int unsigned KEY_BITS     = 60;
  /// Bits of WHO: the process that the kernel says is running.
  localparam int unsigned WHO_BITS     = 32;

  /// Answers of the repeated schemes (section 4.1 of FORTH TR-182); the others use FAIL and OK1.
  localparam logic [31:0] FAIL = 32'd0;
  localparam logic [31:0] OK1  = 32'd1;
  localparam logic [31:0] OK2  = 32'd2;
  localparam logic [31:0] OK3  = 32'd3;
  /// Of the key scheme: no transfer, or one that failed.
  localparam logic [31:0] MINUS_ONE = 32'hffff_ffff;
  /* verilator lint_on UNUSEDPARAM */

  typedef logic [CONTEXT_BITS-1:0] context_t;
  typedef logic [ADDR_BITS-1:0]    addr_t;
  typedef logic [SIZE_BITS-1:0]    size_t;
  typedef logic [KEY_BITS-1:0]     key_t;
  typedef logic [WHO_BITS-1:0]     who_t;

  /// Which scheme sees the accesses, as the register SCHEME has it. Another value means none.
  typedef enum logic [3:0] {
    SCHEME_NONE         = 4'(USER_UDMA_SCHEME_NUMBER_NONE),
    SCHEME_SHRIMP1      = 4'(USER_UDMA_SCHEME_NUMBER_SHRIMP1),
    SCHEME_SHRIMP2      = 4'(USER_UDMA_SCHEME_NUMBER_SHRIMP2),
    SCHEME_FLASH        = 4'(USER_UDMA_SCHEME_NUMBER_FLASH),
    SCHEME_SHADOW_CHECK = 4'(USER_UDMA_SCHEME_NUMBER_SHADOW_CHECK),
    SCHEME_SHADOW       = 4'(USER_UDMA_SCHEME_NUMBER_SHADOW),
    SCHEME_REPEAT3      = 4'(USER_UDMA_SCHEME_NUMBER_REPEAT3),
    SCHEME_REPEAT4      = 4'(USER_UDMA_SCHEME_NUMBER_REPEAT4),
    SCHEME_REPEAT5      = 4'(USER_UDMA_SCHEME_NUMBER_REPEAT5),
    SCHEME_KEY          = 4'(USER_UDMA_SCHEME_NUMBER_KEY),
    SCHEME_PORTAL       = 4'(USER_UDMA_SCHEME_NUMBER_PORTAL)
  } scheme_e;

  typedef enum logic [1:0] {LOAD = 2'd0, STORE = 2'd1, EXCHANGE = 2'd2} op_e;
  typedef enum logic [1:0] {SHADOW = 2'd0, CONTEXT_PAGE = 2'd1, PORTAL_PAGE = 2'd2} space_e;

  /// One access of a program.
  typedef struct packed {
    logic        valid;
    op_e         op;
    space_e      space;
    /// Whose page it was, by its place in the window.
    context_t    ctx;
    /// Shadow space: the argument. Elsewhere the offset within the page.
    addr_t       addr;
    /// Stored data: a word in 31:0, or 8 bytes where `wide`.
    logic [63:0] data;
    logic        wide;
  } access_t;

  /// A transfer that a scheme starts.
  typedef struct packed {
    logic        valid;
    context_t    ctx;
    addr_t       src;
    addr_t       dst;
    size_t       size;
    /// A completion record goes to `record_addr`, with `cookie` in it.
    logic        record;
    addr_t       record_addr;
    logic [31:0] cookie;
    /// A list is at `src`, of `size` descriptors; `dst` is 0. One of the list never is a list itself.
    logic        batch;
  } start_t;

  /// What a scheme says to an access, in its cycle.
  typedef struct packed {
    /// Answer to a load or exchange: to one that starts nothing, or whose start the door takes.
    logic [31:0] data;
    /// Answer where the door refuses the start.
    logic [31:0] refused_data;
    /// The access was none of this scheme's, or had arguments that it drops: counted for its context.
    logic        stray;
    start_t      start;
  } say_t;

  /// The door's verdict on the start of the last access, before the next access.
  typedef struct packed {
    logic     valid;
    context_t ctx;
    logic     taken;
  } verdict_t;

  /// What became of the transfers of one context.
  typedef struct packed {
    /// One is queued or under way.
    logic  busy;
    /// Bytes of it that are left, 1 at least while busy.
    size_t left;
    /// The last one that ended did not end well, or none has ended.
    logic  failed;
  } progress_t;

  /// What a store to shadow space leaves behind: the destination.
  typedef struct packed {
    logic  valid;
    addr_t dst;
    size_t size;
  } latch_t;

  /// Neither a start nor anything to count; a load is answered FAIL.
  localparam say_t SAY_FAIL = '0;

  // None of these looks at all of an access.
  /* verilator lint_off UNUSEDSIGNAL */
  /// A load of shadow space: the argument is its address.
  function automatic logic is_load(input access_t a);
    return a.valid && a.space == SHADOW && a.op == LOAD;
  endfunction

  /// A store of a size to shadow space.
  function automatic logic is_store(input access_t a);
    return a.valid && a.space == SHADOW && a.op == STORE && !a.wide;
  endfunction

  /// What such a store leaves behind.
  function automatic latch_t latched(input access_t a);
    return '{valid: 1'b1, dst: a.addr, size: a.data[SIZE_BITS-1:0]};
  endfunction
  /* verilator lint_on UNUSEDSIGNAL */

  /// A start without a completion record.
  function automatic start_t plain_start(input context_t ctx, input addr_t src, input addr_t dst, input size_t size);
    return '{
      valid: 1'b1, ctx: ctx, src: src, dst: dst, size: size, record: 1'b0, record_addr: '0, cookie: '0, batch: 1'b0
    };
  endfunction

endpackage
