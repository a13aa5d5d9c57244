// SPDX-License-Identifier: Apache-2.0
/// Words that travel between the small modules of the DMA back end.
///
/// Every request in flight in a mover owns a tag. When a request fails anywhere, its tag is marked, and each
/// stage that still holds work of that tag turns it into nothing; the end-of-request mark always travels on.
package fby_dma_back_pkg;

  // A block uses some of these constants, never all.
  /* verilator lint_off UNUSEDPARAM */
  /// Requests a mover accepts before the first of them is answered.
  localparam int unsigned MAX_REQUESTS = fby_dma_pkg::MAX_REQUESTS;
  localparam int unsigned TAG_BITS     = $clog2(MAX_REQUESTS);
  /// Bursts in flight on the card side, whose round trip is short. Reads use ids 0 to CARD_READ_SLOTS-1.
  localparam int unsigned CARD_READ_SLOTS  = 8;
  localparam int unsigned CARD_WRITE_SLOTS = 16;
  /// Wide enough for 64 beats, the longest burst that fits in 4 KiB.
  localparam int unsigned BEATS_BITS   = 7;
  /// Wide enough for 4096 bytes.
  localparam int unsigned BYTES_BITS   = 13;

  /* verilator lint_on UNUSEDPARAM */

  typedef logic [TAG_BITS-1:0]     tag_t;
  typedef logic [MAX_REQUESTS-1:0] tags_t;

  /// One read burst to issue. beats = 0 asks for nothing and only carries last.
  typedef struct packed {
    logic [fby_axi_pkg::ADDR_BITS-1:0] addr;
    logic [BYTES_BITS-1:0]             bytes;
    logic [BEATS_BITS-1:0]             beats;
    /// Begins where the burst before it ended, and one burst could hold both.
    logic                              joins;
    /// Ends its request.
    logic                              last;
    tag_t                              tag;
  } burst_t;

  /// One beat that came back, in request order; the data travels beside it.
  typedef struct packed {
    /// First lane that belongs to the request.
    logic [fby_axi_pkg::LANE_BITS-1:0] lo;
    /// Lanes that belong to the request, from lo on; 0 in a beat that only carries last.
    logic [fby_axi_pkg::LANE_BITS:0]   bytes;
    logic                              last;
    logic [1:0]                        resp;
    /// Address of the burst the beat came with.
    logic [fby_axi_pkg::ADDR_BITS-1:0] addr;
    tag_t                              tag;
  } chunk_t;

  /// Order to the byte realigner; the data travels beside it.
  typedef struct packed {
    logic [fby_axi_pkg::LANE_BITS-1:0] lo;
    logic [fby_axi_pkg::LANE_BITS:0]   bytes;
    /// Drop what is held and continue at lane dst.
    logic                              start;
    logic [fby_axi_pkg::LANE_BITS-1:0] dst;
    /// Give out what is held after this piece.
    logic                              flush;
    /// Ends its request.
    logic                              last;
  } piece_t;

  /// Beat in destination lanes.
  typedef struct packed {
    /// Ends its request.
    logic                               last;
    /// Nothing is held behind this beat: the flush that was asked for is complete.
    logic                               flushed;
    /// One past the highest strobed lane; 0 in a beat that carries marks and no data.
    logic [fby_axi_pkg::LANE_BITS:0]    hi;
    logic [fby_axi_pkg::DATA_BYTES-1:0] strb;
    logic [fby_axi_pkg::DATA_BITS-1:0]  data;
  } beat_t;

  /// Where a write request begins.
  typedef struct packed {
    logic [fby_axi_pkg::ADDR_BITS-1:0] addr;
    logic                              fixed;
    tag_t                              tag;
  } wreq_t;

  /// Result of the reading side of a request.
  typedef struct packed {
    logic                  valid;
    fby_dma_pkg::dma_rsp_t rsp;
  } info_t;

  /// Name for an AXI error response.
  function automatic fby_dma_pkg::dma_cause_e cause_of(input logic [1:0] resp, input logic card);
    if (resp == fby_axi_pkg::RESP_DECERR) begin
      return card ? fby_dma_pkg::DMA_CARD_DECODE : fby_dma_pkg::DMA_HOST_DECODE;
    end
    if (resp == fby_axi_pkg::RESP_POISON && !card) return fby_dma_pkg::DMA_HOST_POISON;
    return card ? fby_dma_pkg::DMA_CARD_SLAVE : fby_dma_pkg::DMA_HOST_SLAVE;
  endfunction

endpackage
