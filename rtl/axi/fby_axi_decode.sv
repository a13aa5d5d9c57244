// SPDX-License-Identifier: Apache-2.0
/// Which of several slaves an address belongs to, and where in it.
module fby_axi_decode
  import fby_axi_pkg::*;
#(
  /// Slaves.
  parameter int unsigned NumSlaves = 1,
  /// First address and size of each slave: a power of two of at least 4096, so that no legal burst straddles two, and an
  /// address that is a multiple of it.
  parameter logic [NumSlaves-1:0][ADDR_BITS-1:0] Base  = '0,
  parameter logic [NumSlaves-1:0][ADDR_BITS-1:0] Bytes = {NumSlaves{ADDR_BITS'(PAGE_BYTES)}},
  localparam int unsigned PortBits = $clog2(NumSlaves + 1)
) (
  input  logic [ADDR_BITS-1:0] addr_i,
  /// Number of the slave; NumSlaves where none has the address.
  output logic [PortBits-1:0]  port_o,
  /// Offset from the slave's base; the address itself where none has it.
  output logic [ADDR_BITS-1:0] offset_o
);

  for (genvar k = 0; k < NumSlaves; k++) begin : gen_legal
    localparam logic [ADDR_BITS-1:0] Low = Bytes[k] - 64'd1;
    if (Bytes[k] < 64'(PAGE_BYTES) || (Bytes[k] & Low) != 0 || (Base[k] & Low) != 0) begin : gen_bad
      $error("fby_axi_decode: Bytes of every slave must be a power of two of at least 4096, Base a multiple of it");
    end
  end

  always_comb begin
    port_o   = PortBits'(NumSlaves);
    offset_o = addr_i;
    for (int unsigned k = 0; k < NumSlaves; k++) begin
      // Equality of the upper bits: comparing sizes would put carry chains before every ready.
      if ((addr_i & ~(Bytes[k] - 64'd1)) == Base[k]) begin
        port_o   = PortBits'(k);
        offset_o = addr_i & (Bytes[k] - 64'd1);
      end
    end
  end

endmodule
