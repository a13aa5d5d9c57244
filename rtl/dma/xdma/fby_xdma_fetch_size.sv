// SPDX-License-Identifier: Apache-2.0
/// How many descriptors the next read asks for, and whether it is worth a read.
///
/// A read costs the bus much the same for two descriptors as for thirty. One of fewer than a quarter of the queue waits, for room or
/// for more to be known of its block, unless nothing can make it larger: the block ends there or its page does, credits are
/// short, or no descriptor is on its way that could say how much farther the block reaches.
module fby_xdma_fetch_size
  import fby_axi_pkg::*;
  import fby_xdma_pkg::*;
#(
  /// Descriptors that the queue holds; a power of two from 4 to 128.
  parameter int unsigned QueueDescs = QUEUE_DESCS
) (
  /// Descriptors of the block that are known and not asked for, and where the first of them lies in its page.
  input  logic [6:0]            left_i,
  input  logic [PAGE_BITS-1:5]  at_i,
  /// Places of the queue that are reserved.
  input  logic [7:0]            reserved_i,
  /// The block ends with what is known of it.
  input  logic                  final_i,
  /// Some that were asked for have not come.
  input  logic                  owed_i,
  /// Fetch no more than there are credits.
  input  logic                  credit_mode_i,
  input  logic [9:0]            credits_i,
  output logic [6:0]            piece_o,
  output logic                  worthwhile_o
);

  localparam int unsigned Worthwhile = QueueDescs / 4;

  logic [7:0] room, page_left;
  logic [6:0] wanted;
  logic       grows;

  always_comb begin
    room      = 8'(QueueDescs) - reserved_i;
    page_left = 8'(PAGE_BYTES / DESC_BYTES) - 8'(at_i);
    wanted    = left_i;
    if (8'(wanted) > page_left) wanted = page_left[6:0];
    grows = !final_i && owed_i && 8'(wanted) != page_left;
    if (credit_mode_i && 10'(wanted) > credits_i) begin
      wanted = credits_i[6:0];
      grows  = 1'b0;
    end
    worthwhile_o = wanted != '0 && (8'(wanted) >= 8'(Worthwhile) || !grows)
                   && (room >= 8'(wanted) || room >= 8'(Worthwhile));
    piece_o      = 8'(wanted) > room ? room[6:0] : wanted;
  end

endmodule
