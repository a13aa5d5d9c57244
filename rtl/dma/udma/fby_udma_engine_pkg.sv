// SPDX-License-Identifier: Apache-2.0
/// What the door of user-level DMA hands to the engine, and what both tell of contexts.
package fby_udma_engine_pkg;

  import fby_regs_pkg::*;
  import fby_udma_pkg::*;

  // A block uses some of these, never all.
  /* verilator lint_off UNUSEDPARAM */
  /// Slots of the table: shadow pages of one context.
  localparam int unsigned SLOTS      = UDMA_WINDOW_SHADOW_PAGE_COUNT / CONTEXTS;
  localparam int unsigned SLOT_BITS  = $clog2(SLOTS);
  /// Bits of an offset in a slot's page.
  localparam int unsigned PAGE_BITS  = $clog2(UDMA_WINDOW_SHADOW_PAGE_STRIDE);
  /// Bits of an address of host memory as a shadow address, below those of the context.
  localparam int unsigned DIRECT_BITS = CARD_UPPER_WINDOW_BITS - CONTEXT_BITS;
  /// Transfers that a context may have under way, and what the queue so holds at most.
  localparam int unsigned DEPTH      = 8;
  localparam int unsigned QUEUE      = DEPTH * CONTEXTS;
  localparam int unsigned COUNT_BITS = $clog2(DEPTH + 1);
  /// Descriptors of a list at most, and bytes of one.
  localparam int unsigned BATCH_MOST = 128;
  localparam int unsigned DESC_BYTES = BATCH_DESC_SIZE_BYTES;
  localparam int unsigned DESC_BITS  = $clog2(DESC_BYTES);
  localparam int unsigned ITEM_BITS  = $clog2(BATCH_MOST + 1);

  /// Why a start is refused or a transfer ended. Those of the movers have the numbers of fby_dma_pkg::dma_cause_e.
  typedef logic [USER_UDMA_BAD_HI_REASON_WIDTH-1:0] reason_t;
  localparam reason_t REASON_DONE       = reason_t'(USER_UDMA_BAD_HI_REASON_DONE);
  localparam reason_t REASON_ABORTED    = reason_t'(USER_UDMA_BAD_HI_REASON_ABORTED);
  localparam reason_t REASON_EMPTY      = reason_t'(USER_UDMA_BAD_HI_REASON_EMPTY);
  localparam reason_t REASON_SLOT       = reason_t'(USER_UDMA_BAD_HI_REASON_SLOT);
  localparam reason_t REASON_UNREADABLE = reason_t'(USER_UDMA_BAD_HI_REASON_UNREADABLE);
  localparam reason_t REASON_UNWRITABLE = reason_t'(USER_UDMA_BAD_HI_REASON_UNWRITABLE);
  localparam reason_t REASON_EXTENT     = reason_t'(USER_UDMA_BAD_HI_REASON_EXTENT);
  localparam reason_t REASON_PATH       = reason_t'(USER_UDMA_BAD_HI_REASON_PATH);
  localparam reason_t REASON_FULL       = reason_t'(USER_UDMA_BAD_HI_REASON_FULL);
  localparam reason_t REASON_OFF        = reason_t'(USER_UDMA_BAD_HI_REASON_OFF);
  /// Reasons of refusals begin here, and have a counter each.
  localparam int unsigned NUM_REFUSALS  = USER_UDMA_REFUSED_COUNT;
  /* verilator lint_on UNUSEDPARAM */

  typedef logic [SLOT_BITS-1:0]  slot_index_t;
  typedef logic [COUNT_BITS-1:0] count_t;
  /// Number of a descriptor in its list, or of descriptors.
  typedef logic [ITEM_BITS-1:0]  item_t;

  /// A slot: a page of registered memory.
  typedef struct packed {
    /// Where it is, on the bus of its space.
    logic [63:0] base;
    /// Bytes of its region from here on that follow each other; 0: nothing is there.
    size_t       bytes;
    logic        readable;
    logic        writable;
    /// The address is one of the card.
    logic        card;
    context_t    owner;
    slot_index_t partner;
  } slot_t;

  /// Whether something is of a list, and which of it.
  typedef struct packed {
    logic  valid;
    item_t item;
  } member_t;

  /// A descriptor of a list, for the door.
  typedef struct packed {
    logic   valid;
    item_t  item;
    start_t start;
  } listed_t;

  /// How the list of a context has gone so far.
  typedef struct packed {
    /// How many have ended well.
    item_t   good;
    /// The first of the list that did not, all ones if none has; and why.
    item_t   first;
    reason_t reason;
  } tally_t;

  /// A start that the door has let through, or of whose refusal a record is to be written.
  typedef struct packed {
    context_t    ctx;
    /// REASON_DONE, or why nothing is to be moved.
    reason_t     refusal;
    logic [63:0] src;
    logic        src_card;
    logic [63:0] dst;
    logic        dst_card;
    size_t       size;
    /// As the program said it.
    addr_t       src_addr;
    logic        record;
    logic [63:0] record_bus;
    addr_t       record_addr;
    logic [31:0] cookie;
    member_t     member;
    /// The end of a list: its record, and nothing else. `refusal` is why the list ended before its end, `src_addr` where.
    logic        closes;
  } job_t;

  /// The door has judged a start: pulse.
  typedef struct packed {
    logic     valid;
    context_t ctx;
    /// It takes a place of its context.
    logic     queued;
    /// REASON_DONE: it was taken.
    reason_t  reason;
    /// What the reason is about.
    addr_t    bad;
    size_t    size;
    /// It is a list.
    logic     batch;
    member_t  member;
  } judged_t;

  /// Something that had a place has ended: pulse.
  typedef struct packed {
    logic     valid;
    context_t ctx;
    /// It was a transfer, and no refusal that was told.
    logic     moved;
    reason_t  reason;
    addr_t    bad;
    member_t  member;
    /// It was the end of a list.
    logic     closes;
  } ended_t;

  /// Descriptors of a list that never came to the door: pulse.
  typedef struct packed {
    logic     valid;
    context_t ctx;
    item_t    items;
  } skipped_t;

  /// What the kernel sees of one context.
  typedef struct packed {
    logic                          on;
    count_t                        count;
    logic                          failed;
    addr_t                         bad;
    reason_t                       reason;
    logic [31:0]                   starts;
    logic [31:0]                   done;
    logic [31:0]                   lost;
    logic [31:0]                   strays;
    logic [31:0]                   skipped;
    logic [NUM_REFUSALS-1:0][31:0] refused;
  } context_view_t;

  /// The slot that an address is in.
  // The offset is the caller's.
  // verilator lint_off UNUSEDSIGNAL
  function automatic slot_index_t slot_of(input addr_t addr);
    // verilator lint_on UNUSEDSIGNAL
    return addr[PAGE_BITS +: SLOT_BITS];
  endfunction

  /// Whether an address is in the table at all.
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic in_table(input addr_t addr);
    // verilator lint_on UNUSEDSIGNAL
    return addr[ADDR_BITS-1:PAGE_BITS+SLOT_BITS] == '0;
  endfunction

endpackage
