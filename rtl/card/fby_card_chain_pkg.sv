// SPDX-License-Identifier: Apache-2.0
/// From a line of the card table to a header of the chain of features.
package fby_card_chain_pkg;
  import fby_cards_pkg::*;
  import fby_feature_pkg::*;

  localparam logic [15:0] MAJOR = 16'(fby_regs_pkg::CARD_FEATURE_MAJOR);
  localparam logic [15:0] MINOR = 16'(fby_regs_pkg::CARD_FEATURE_MINOR);

  /// The header of a part in a card of that layout; the streams are those that a datapath has.
  // A header tells a part of where the card is.
  // verilator lint_off UNUSEDSIGNAL
  function automatic feature_t header(input part_t part, input layout_t place,
                                      input bit [3:0] h2c_stream, input bit [3:0] c2h_stream);
    // verilator lint_on UNUSEDSIGNAL
    header = '{
      kind: part.kind, class_id: part.class_id, major: MAJOR, minor: MINOR,
      page_offset: part.page, page_bytes: part.page_bytes,
      page_bar: part.page_in == DMA_BLOCK ? place.dma_bar[2:0] : place.user_bar[2:0],
      line_first: part.line_first, line_count: part.line_count,
      h2c: h2c_stream, c2h: c2h_stream, ports: part.ports, events: part.events
    };
    if (part.page_in == USER_PAGES) header.page_offset += place.user_offset;
    if (part.page_in == DMA_BLOCK) header.page_offset += place.dma_offset;
  endfunction

endpackage
