// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a copy before anything of it has moved.
///
/// The first that applies, in the order of the description: no length, too long, beyond the last address, overlapping, no path.
module fby_copy_check
  import fby_copy_pkg::*;
(
  input  copy_job_t job_i,
  /// There is a mover between the two spaces.
  input  logic      path_i,
  output logic      refused_o,
  output cause_t    cause_o
);

  // One bit more than an address: where the byte behind the last would be.
  logic [64:0] src_end, dst_end;
  logic        empty, too_long, wraps, overlaps;

  always_comb begin
    src_end  = {1'b0, job_i.src} + 65'(job_i.bytes);
    dst_end  = {1'b0, job_i.dst} + 65'(job_i.bytes);
    empty    = job_i.bytes == '0;
    too_long = job_i.bytes[31:fby_dma_pkg::LEN_BITS] != '0;
    // The last byte may be the last address there is.
    wraps    = (src_end[64] && src_end[63:0] != '0) || (dst_end[64] && dst_end[63:0] != '0);
`ifdef FBY_MUTANT_COPY_EDGE
    overlaps = job_i.src_card == job_i.dst_card && {1'b0, job_i.src} < dst_end - 65'd1 && {1'b0, job_i.dst} < src_end;
`else
    overlaps = job_i.src_card == job_i.dst_card && {1'b0, job_i.src} < dst_end && {1'b0, job_i.dst} < src_end;
`endif
  end

  always_comb begin
    refused_o = 1'b1;
    cause_o   = '0;
    if (empty)         cause_o = CAUSE_ZERO_LENGTH;
    else if (too_long) cause_o = CAUSE_TOO_LONG;
    else if (wraps)    cause_o = CAUSE_WRAPS;
    else if (overlaps) cause_o = CAUSE_OVERLAPS;
    else if (!path_i)  cause_o = CAUSE_NO_PATH;
    else               refused_o = 1'b0;
  end

endmodule
