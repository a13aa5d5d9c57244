// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// One read master reaches several slaves by address; what belongs to none of them is answered DECERR.
///
/// Slave k serves the Bytes[k] bytes from Base[k] on, and sees the offset from Base[k] as address.
/// Data comes back in request order with no buffering, because the module turns to another slave only when the one before
/// owes nothing: all outstanding reads are at one slave. Streams of bursts to one slave are not slowed by that;
/// alternating between slaves costs the response time of one burst.
module fby_axi_demux_rd
  import fby_axi_pkg::*;
#(
  /// Slaves behind this module, not counting the one that answers DECERR.
  parameter int unsigned NumSlaves = 1,
  /// First address and size of each slave; see fby_axi_decode.
  parameter logic [NumSlaves-1:0][ADDR_BITS-1:0] Base  = '0,
  parameter logic [NumSlaves-1:0][ADDR_BITS-1:0] Bytes = {NumSlaves{ADDR_BITS'(PAGE_BYTES)}},
  /// Reads that may be outstanding.
  parameter int unsigned MaxOutstanding = 64
) (
  input  logic                        clk_i,
  input  logic                        rst_i,
  input  axi_rd_req_t                 s_req_i,
  output logic                        s_req_ready_o,
  output axi_rd_rsp_t                 s_rsp_o,
  input  logic                        s_rsp_ready_i,
  /// To all slaves the same address, and to one of them that it is valid.
  output axi_ax_t                     m_ar_o,
  output logic        [NumSlaves-1:0] m_ar_valid_o,
  input  logic        [NumSlaves-1:0] m_req_ready_i,
  input  axi_rd_rsp_t [NumSlaves-1:0] m_rsp_i,
  output logic        [NumSlaves-1:0] m_rsp_ready_o
);
  // The last port is the slave that says DECERR.
  localparam int unsigned NumPorts = NumSlaves + 1;
  localparam int unsigned PortBits = $clog2(NumPorts);
  localparam int unsigned CountBits = $clog2(MaxOutstanding + 1);
  typedef logic [PortBits-1:0]  port_t;
  typedef logic [CountBits-1:0] count_t;
  localparam count_t CountMax = count_t'(MaxOutstanding);

  axi_ax_t                    ar;
  axi_rd_rsp_t                rsp [NumPorts];
  logic        [NumPorts-1:0] ar_valid, ar_ready, r_ready;
  port_t                      port, port_q;
  count_t                     reads_q;
  logic [ADDR_BITS-1:0]       offset;
  logic                       open, ar_fire, r_end;

  fby_axi_decode #(
    .NumSlaves(NumSlaves), .Base(Base), .Bytes(Bytes)
  ) u_decode (
    .addr_i(s_req_i.ar.addr), .port_o(port), .offset_o(offset)
  );

  assign open    = (reads_q == 0) || (port == port_q && reads_q != CountMax);
  assign ar_fire = s_req_i.ar_valid && s_req_ready_o;
  assign r_end   = s_rsp_o.r_valid && s_rsp_ready_i && s_rsp_o.r.last;

  always_comb begin
    ar = s_req_i.ar;
    ar.addr = offset;
    ar_valid = '0;
    ar_valid[port] = s_req_i.ar_valid && open;
    s_req_ready_o = ar_ready[port] && open;
    s_rsp_o = rsp[port_q];
    s_rsp_o.r_valid = rsp[port_q].r_valid && reads_q != 0;
    r_ready = '0;
    r_ready[port_q] = s_rsp_ready_i && reads_q != 0;
  end

  always_ff @(posedge clk_i) begin
    reads_q <= reads_q + count_t'(ar_fire) - count_t'(r_end);
    if (ar_fire) port_q <= port;
    if (rst_i) begin
      reads_q <= '0;
      port_q  <= '0;
    end
  end

  assign m_ar_o = ar;
  for (genvar k = 0; k < NumSlaves; k++) begin : gen_slave
    assign m_ar_valid_o[k]  = ar_valid[k];
    assign ar_ready[k]      = m_req_ready_i[k];
    assign rsp[k]           = m_rsp_i[k];
    assign m_rsp_ready_o[k] = r_ready[k];
    `FBY_ASSERT(no_read_from_nowhere, !m_rsp_i[k].r_valid || reads_q != 0)
  end

  fby_axi_err_rd u_err (
    .clk_i, .rst_i,
    .s_req_i('{ar: ar, ar_valid: ar_valid[NumSlaves]}), .s_req_ready_o(ar_ready[NumSlaves]),
    .s_rsp_o(rsp[NumSlaves]), .s_rsp_ready_i(r_ready[NumSlaves])
  );

endmodule
