// SPDX-License-Identifier: Apache-2.0
/// Puts together what the BARs tell of their accesses: how many of each kind ended in a cycle, and the address of a bad one.
module fby_card_access
  import fby_card_pkg::*;
#(
  parameter int unsigned NumSources = 4,
  /// BAR of each source.
  parameter logic [NumSources-1:0][2:0] Bar = '0
) (
  input  fby_reg_pkg::bar_access_t [NumSources-1:0] access_i,
  output card_access_t                              access_o
);

  always_comb begin
    access_o = '0;
    for (int unsigned k = 0; k < NumSources; k++) begin
      access_o.reads  = access_o.reads + 3'(access_i[k].read);
      access_o.writes = access_o.writes + 3'(access_i[k].write);
      access_o.errors = access_o.errors + 3'(access_i[k].error);
      access_o.dead   = access_o.dead + 3'(access_i[k].dead);
      // Of several in one cycle the last source's address is kept; all are counted.
      if (access_i[k].error) access_o.addr = 64'({Bar[k], access_i[k].addr[35:0]});
    end
  end

  // No BAR is larger than 64 GiB.
  logic unused;
  always_comb begin
    unused = 1'b0;
    for (int unsigned k = 0; k < NumSources; k++) unused ^= ^access_i[k].addr[63:36];
  end

endmodule
