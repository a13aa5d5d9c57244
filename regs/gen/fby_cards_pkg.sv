// SPDX-License-Identifier: Apache-2.0
// Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
/// The card table: parts of cards, and how a card may lie on its bus.
package fby_cards_pkg;
  // Each design uses only some of it.
  /* verilator lint_off UNUSEDPARAM */

  /// Where the offset of a page begins to count.
  typedef enum logic [1:0] {
    USER_PAGES,  // the card's own registers
    DMA_BLOCK,   // the block of DMA registers
    USER_BAR     // the BAR of the card's own registers; of the window for programs
  } page_in_e;

  /// A part of the card: what its header says in every build that has it.
  typedef struct packed {
    logic [3:0]  class_id;
    logic [15:0] kind;
    /// What the offset of the page counts from.
    page_in_e    page_in;
    logic [31:0] page;
    logic [31:0] page_bytes;
    /// Interrupt lines: number of the first, how many.
    logic [7:0]  line_first;
    logic [7:0]  line_count;
    /// Stream ports that it takes from.
    logic [7:0]  ports;
    /// Counters in its page.
    logic [7:0]  events;
    /// It takes stores that are no words.
    logic        stores;
  } part_t;

  /// Identity, counters of the platform, last bad addresses, and the chain of features.
  localparam part_t PLATFORM_IDENTITY = '{
    class_id: 4'd0, kind: 16'd1,
    page_in: USER_PAGES, page: 32'h00000000, page_bytes: 32'h00001000,
    line_first: 8'd0, line_count: 8'd0, ports: 8'd0,
    events: 8'd0, stores: 1'b0
  };

  /// Registers of the stream ports.
  localparam part_t PLATFORM_STREAM_PORTS = '{
    class_id: 4'd0, kind: 16'd2,
    page_in: USER_PAGES, page: 32'h00002000, page_bytes: 32'h00001000,
    line_first: 8'd0, line_count: 8'd0, ports: 8'd0,
    events: 8'd0, stores: 1'b0
  };

  /// Enables and vectors of the interrupt lines; the table of messages is where PCI says.
  localparam part_t PLATFORM_INTERRUPTS = '{
    class_id: 4'd0, kind: 16'd3,
    page_in: DMA_BLOCK, page: 32'h00002000, page_bytes: 32'h00001000,
    line_first: 8'd0, line_count: 8'd0, ports: 8'd0,
    events: 8'd0, stores: 1'b0
  };

  /// DMA channels with the XDMA register map.
  localparam part_t FRONT_END_XDMA = '{
    class_id: 4'd1, kind: 16'd1,
    page_in: DMA_BLOCK, page: 32'h00000000, page_bytes: 32'h00010000,
    line_first: 8'd0, line_count: 8'd0, ports: 8'd0,
    events: 8'd0, stores: 1'b1
  };

  /// One copy at a time, by physical address.
  localparam part_t FRONT_END_COPY = '{
    class_id: 4'd1, kind: 16'd2,
    page_in: USER_PAGES, page: 32'h00003000, page_bytes: 32'h00001000,
    line_first: 8'd4, line_count: 8'd1, ports: 8'd0,
    events: 8'd0, stores: 1'b0
  };

  /// Transfers that programs start without the kernel, by one of ten schemes.
  localparam part_t FRONT_END_UDMA = '{
    class_id: 4'd1, kind: 16'd3,
    page_in: USER_PAGES, page: 32'h00004000, page_bytes: 32'h00001000,
    line_first: 8'd5, line_count: 8'd1, ports: 8'd0,
    events: 8'd0, stores: 1'b0
  };

  /// A stream into buffers of host memory, with the S2MM registers of an AXI DMA.
  localparam part_t FRONT_END_S2MM = '{
    class_id: 4'd1, kind: 16'd4,
    page_in: USER_PAGES, page: 32'h00005000, page_bytes: 32'h00001000,
    line_first: 8'd6, line_count: 8'd1, ports: 8'd0,
    events: 8'd0, stores: 1'b0
  };

  /// Buffers of host memory into a stream, with the MM2S registers of an AXI DMA.
  localparam part_t FRONT_END_MM2S = '{
    class_id: 4'd1, kind: 16'd5,
    page_in: USER_PAGES, page: 32'h00006000, page_bytes: 32'h00001000,
    line_first: 8'd7, line_count: 8'd1, ports: 8'd0,
    events: 8'd0, stores: 1'b0
  };

  /// Each H2C stream comes back on the C2H stream of the same number.
  localparam part_t DATAPATH_LOOPBACK = '{
    class_id: 4'd2, kind: 16'd1,
    page_in: USER_PAGES, page: 32'h00001000, page_bytes: 32'h00001000,
    line_first: 8'd0, line_count: 8'd0, ports: 8'd0,
    events: 8'd0, stores: 1'b0
  };

  /// Takes streams at a programmable rate and counts what they lack.
  localparam part_t DATAPATH_SINK = '{
    class_id: 4'd2, kind: 16'd3,
    page_in: USER_PAGES, page: 32'h00001000, page_bytes: 32'h00001000,
    line_first: 8'd0, line_count: 8'd1, ports: 8'd3,
    events: 8'd15, stores: 1'b0
  };

  /// Samples at a rate, each with its time, where a radio has its converters.
  localparam part_t DATAPATH_SOURCE = '{
    class_id: 4'd2, kind: 16'd4,
    page_in: USER_PAGES, page: 32'h00001000, page_bytes: 32'h00001000,
    line_first: 8'd0, line_count: 8'd1, ports: 8'd0,
    events: 8'd10, stores: 1'b0
  };

  /// Multi-scalar multiplication on BLS12-377 G1 by one to three adders, a sum for each window.
  localparam part_t DATAPATH_MSM = '{
    class_id: 4'd2, kind: 16'd5,
    page_in: USER_PAGES, page: 32'h00001000, page_bytes: 32'h00001000,
    line_first: 8'd0, line_count: 8'd1, ports: 8'd3,
    events: 8'd12, stores: 1'b0
  };

  /// Fault injection, on simulated cards only.
  localparam part_t PLATFORM_FAULTS = '{
    class_id: 4'd0, kind: 16'd4,
    page_in: USER_PAGES, page: 32'h03fef000, page_bytes: 32'h00001000,
    line_first: 8'd0, line_count: 8'd0, ports: 8'd0,
    events: 8'd0, stores: 1'b0
  };

  /// The datapath of a kind; all zero if there is none.
  function automatic part_t datapath(input int unsigned kind);
    case (kind)
      1: return DATAPATH_LOOPBACK;
      3: return DATAPATH_SINK;
      4: return DATAPATH_SOURCE;
      5: return DATAPATH_MSM;
      default: return '0;
    endcase
  endfunction

  /// The front end of a number, in the order of the table; all zero if there is none.
  function automatic part_t front_end(input int unsigned number);
    case (number)
      0: return FRONT_END_XDMA;
      1: return FRONT_END_COPY;
      2: return FRONT_END_UDMA;
      3: return FRONT_END_S2MM;
      4: return FRONT_END_MM2S;
      default: return '0;
    endcase
  endfunction

  /// Front ends of a card: bit n stands for that of number n.
  typedef logic [7:0] fronts_t;
  /// Every one there is.
  localparam fronts_t FRONT_ENDS = 8'b00011111;

  /// Place of a front end among those of a card: how many of a lower number it has.
  // Some tables need no argument.
  // verilator lint_off UNUSEDSIGNAL
  function automatic int unsigned front_place(input fronts_t fronts, input int unsigned number);
    // verilator lint_on UNUSEDSIGNAL
    return $countones(fronts & ~(fronts_t'('1) << number));
  endfunction

  /// Numbers of the front ends of a card, by place.
  typedef logic [7:0][2:0] numbers_t;
  function automatic numbers_t front_numbers(input fronts_t fronts);
    front_numbers = '0;
    for (int unsigned n = 0; n < 8; n++) begin
      if (fronts[n]) front_numbers[front_place(fronts, n)] = 3'(n);
    end
  endfunction

  /// Movers within host memory of a card: one if any of its front ends reaches it.
  // Some tables need no argument.
  // verilator lint_off UNUSEDSIGNAL
  function automatic int unsigned num_h2h(input fronts_t fronts);
    // verilator lint_on UNUSEDSIGNAL
    return (fronts & 8'b00000110) != '0 ? 1 : 0;
  endfunction

  /// Streams of the host-to-card movers that belong to a front end: the last one, or none.
  // Some tables need no argument.
  // verilator lint_off UNUSEDSIGNAL
  function automatic int unsigned num_own_h2c(input fronts_t fronts);
    // verilator lint_on UNUSEDSIGNAL
    return 32'(fronts[4]);
  endfunction
  /// Its place; that of the first, which has the streams of channels, where there is none.
  // Some tables need no argument.
  // verilator lint_off UNUSEDSIGNAL
  function automatic int unsigned own_h2c_front(input fronts_t fronts);
    // verilator lint_on UNUSEDSIGNAL
    return fronts[4] ? front_place(fronts, 4) : 0;
  endfunction

  /// Streams of the card-to-host movers that belong to a front end: the last one, or none.
  // Some tables need no argument.
  // verilator lint_off UNUSEDSIGNAL
  function automatic int unsigned num_own_c2h(input fronts_t fronts);
    // verilator lint_on UNUSEDSIGNAL
    return 32'(fronts[3]);
  endfunction
  /// Its place; that of the first, which has the streams of channels, where there is none.
  // Some tables need no argument.
  // verilator lint_off UNUSEDSIGNAL
  function automatic int unsigned own_c2h_front(input fronts_t fronts);
    // verilator lint_on UNUSEDSIGNAL
    return fronts[3] ? front_place(fronts, 3) : 0;
  endfunction

  /// Status words of the front ends of a card, beside the two of each channel.
  // Some tables need no argument.
  // verilator lint_off UNUSEDSIGNAL
  function automatic int unsigned num_words(input fronts_t fronts);
    // verilator lint_on UNUSEDSIGNAL
    return $countones(fronts & 8'b00011100);
  endfunction
  /// Place among those words of that of a front end.
  // Some tables need no argument.
  // verilator lint_off UNUSEDSIGNAL
  function automatic int unsigned word_place(input fronts_t fronts, input int unsigned number);
    // verilator lint_on UNUSEDSIGNAL
    return front_place(fronts & 8'b00011100, number);
  endfunction
  /// Numbers of the front ends whose words those are, by place.
  // Some tables need no argument.
  // verilator lint_off UNUSEDSIGNAL
  function automatic numbers_t word_numbers(input fronts_t fronts);
    // verilator lint_on UNUSEDSIGNAL
    return front_numbers(fronts & 8'b00011100);
  endfunction

  /// Whether a front end of a card has the window for programs.
  // Some tables need no argument.
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic has_window(input fronts_t fronts);
    // verilator lint_on UNUSEDSIGNAL
    return fronts[2];
  endfunction
  /// Its place; that of the first, which takes none, where nobody has it.
  // Some tables need no argument.
  // verilator lint_off UNUSEDSIGNAL
  function automatic int unsigned window_front(input fronts_t fronts);
    // verilator lint_on UNUSEDSIGNAL
    return fronts[2] ? front_place(fronts, 2) : 0;
  endfunction
  /// The window, as a page.
  localparam part_t WINDOW = '{
    class_id: '0, kind: '0,
    page_in: USER_BAR, page: 32'h02000000, page_bytes: 32'h01000000,
    line_first: '0, line_count: '0, ports: '0, events: '0, stores: 1'b1
  };

  /// How a card lies on its bus: ids, BARs, sizes and offsets in bytes, vectors, card cycles to an answer.
  typedef struct packed {
    logic [31:0] pci_vendor;
    logic [31:0] pci_device;
    logic [31:0] pci_subsystem_vendor;
    logic [31:0] pci_subsystem;
    logic [31:0] user_bar;
    logic [31:0] user_bar_bytes;
    logic [31:0] user_offset;
    logic [31:0] dma_bar;
    logic [31:0] dma_bar_bytes;
    logic [31:0] dma_offset;
    logic [31:0] aperture_bar;
    logic [63:0] aperture_bar_bytes;
    logic [31:0] vectors;
    logic [31:0] answer_cycles;
  } layout_t;

  /// Ids of the XDMA core, so that drivers written for it bind; a BAR each for registers, DMA block
  /// and aperture.
  localparam int unsigned LAYOUT_XDMA = 0;
  localparam layout_t XDMA = '{
    pci_vendor: 32'h000010ee,
    pci_device: 32'h0000903f,
    pci_subsystem_vendor: 32'h000010ee,
    pci_subsystem: 32'h0000fb0e,
    user_bar: 32'h00000000,
    user_bar_bytes: 32'h04000000,
    user_offset: 32'h00000000,
    dma_bar: 32'h00000002,
    dma_bar_bytes: 32'h00010000,
    dma_offset: 32'h00000000,
    aperture_bar: 32'h00000004,
    aperture_bar_bytes: 64'h0000000040000000,
    vectors: 32'h00000018,
    answer_cycles: 32'h00000800
  };

  /// What a cloud card's shell allows: the DMA block at the start of BAR0, the card's own registers
  /// behind it, BAR2 not ours.
  localparam int unsigned LAYOUT_SHELL = 1;
  localparam layout_t SHELL = '{
    pci_vendor: 32'h00001d0f,
    pci_device: 32'h0000f0fb,
    pci_subsystem_vendor: 32'h000010ee,
    pci_subsystem: 32'h0000fb0e,
    user_bar: 32'h00000000,
    user_bar_bytes: 32'h04000000,
    user_offset: 32'h00010000,
    dma_bar: 32'h00000000,
    dma_bar_bytes: 32'h04000000,
    dma_offset: 32'h00000000,
    aperture_bar: 32'h00000004,
    aperture_bar_bytes: 64'h0000000040000000,
    vectors: 32'h00000010,
    answer_cycles: 32'h000007d0
  };

  /// An aperture of 64 GiB, whose upper half is a window for programs with room for addresses of
  /// host memory.
  localparam int unsigned LAYOUT_WIDE = 2;
  localparam layout_t WIDE = '{
    pci_vendor: 32'h000010ee,
    pci_device: 32'h00009038,
    pci_subsystem_vendor: 32'h000010ee,
    pci_subsystem: 32'h0000fb0e,
    user_bar: 32'h00000002,
    user_bar_bytes: 32'h04000000,
    user_offset: 32'h00000000,
    dma_bar: 32'h00000000,
    dma_bar_bytes: 32'h00010000,
    dma_offset: 32'h00000000,
    aperture_bar: 32'h00000004,
    aperture_bar_bytes: 64'h0000001000000000,
    vectors: 32'h00000018,
    answer_cycles: 32'h00000800
  };

  /// The layout of a number; all zero if there is none.
  function automatic layout_t layout(input int unsigned number);
    case (number)
      0: return XDMA;
      1: return SHELL;
      2: return WIDE;
      default: return '0;
    endcase
  endfunction

  /// Whether the upper half of a layout's aperture is a window, too, of the front end with the window for
  /// programs.
  // Without such a layout the number does not matter.
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic has_upper_window(input fronts_t fronts, input int unsigned number);
    // verilator lint_on UNUSEDSIGNAL
    return has_window(fronts) && (number == 2);
  endfunction

  /* verilator lint_on UNUSEDPARAM */
endpackage
