// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// One write master reaches several slaves by address; what belongs to none of them is answered DECERR.
///
/// Slave k serves the Bytes[k] bytes from Base[k] on, and sees the offset from Base[k] as address.
/// Responses come back in request order with no buffering, because the module turns to another slave only when the one before
/// owes nothing: all outstanding writes are at one slave. Streams of bursts to one slave are not slowed by that;
/// alternating between slaves costs the response time of one burst. Data follows its address by at least one cycle.
module fby_axi_demux_wr
  import fby_axi_pkg::*;
#(
  /// Slaves behind this module, not counting the one that answers DECERR.
  parameter int unsigned NumSlaves = 1,
  /// First address and size of each slave; see fby_axi_decode.
  parameter logic [NumSlaves-1:0][ADDR_BITS-1:0] Base  = '0,
  parameter logic [NumSlaves-1:0][ADDR_BITS-1:0] Bytes = {NumSlaves{ADDR_BITS'(PAGE_BYTES)}},
  /// Writes that may be outstanding.
  parameter int unsigned MaxOutstanding = 64
) (
  input  logic                          clk_i,
  input  logic                          rst_i,
  input  axi_wr_req_t                   s_req_i,
  output axi_wr_ready_t                 s_req_ready_o,
  output axi_wr_rsp_t                   s_rsp_o,
  input  logic                          s_rsp_ready_i,
  /// To all slaves the same address and data, and to one of them that each is valid.
  output axi_ax_t                       m_aw_o,
  output axi_w_t                        m_w_o,
  output logic          [NumSlaves-1:0] m_aw_valid_o,
  output logic          [NumSlaves-1:0] m_w_valid_o,
  input  axi_wr_ready_t [NumSlaves-1:0] m_req_ready_i,
  input  axi_wr_rsp_t   [NumSlaves-1:0] m_rsp_i,
  output logic          [NumSlaves-1:0] m_rsp_ready_o
);
  // The last port is the slave that says DECERR.
  localparam int unsigned NumPorts = NumSlaves + 1;
  localparam int unsigned PortBits = $clog2(NumPorts);
  localparam int unsigned CountBits = $clog2(MaxOutstanding + 1);
  typedef logic [PortBits-1:0]  port_t;
  typedef logic [CountBits-1:0] count_t;
  localparam count_t CountMax = count_t'(MaxOutstanding);

  axi_ax_t                      aw;
  axi_wr_ready_t [NumPorts-1:0] ready;
  axi_wr_rsp_t                  rsp [NumPorts];
  logic          [NumPorts-1:0] aw_valid, w_valid, b_ready;
  port_t                        port, port_q;
  // Responses and last beats that are owed.
  count_t                       writes_q, bursts_q;
  logic [ADDR_BITS-1:0]         offset;
  logic                         open, aw_fire, w_end, b_fire;

  fby_axi_decode #(
    .NumSlaves(NumSlaves), .Base(Base), .Bytes(Bytes)
  ) u_decode (
    .addr_i(s_req_i.aw.addr), .port_o(port), .offset_o(offset)
  );

  assign open    = (writes_q == 0) || (port == port_q && writes_q != CountMax);
  assign aw_fire = s_req_i.aw_valid && s_req_ready_o.aw;
  assign w_end   = s_req_i.w_valid && s_req_ready_o.w && s_req_i.w.last;
  assign b_fire  = s_rsp_o.b_valid && s_rsp_ready_i;

  always_comb begin
    aw = s_req_i.aw;
    aw.addr = offset;
    aw_valid = '0;
    aw_valid[port] = s_req_i.aw_valid && open;
    w_valid = '0;
    w_valid[port_q] = s_req_i.w_valid && bursts_q != 0;
    s_req_ready_o.aw = ready[port].aw && open;
    s_req_ready_o.w  = ready[port_q].w && bursts_q != 0;
    s_rsp_o = rsp[port_q];
    s_rsp_o.b_valid = rsp[port_q].b_valid && writes_q != 0;
    b_ready = '0;
    b_ready[port_q] = s_rsp_ready_i && writes_q != 0;
  end

  always_ff @(posedge clk_i) begin
    writes_q <= writes_q + count_t'(aw_fire) - count_t'(b_fire);
    bursts_q <= bursts_q + count_t'(aw_fire) - count_t'(w_end);
    if (aw_fire) port_q <= port;
    if (rst_i) begin
      writes_q <= '0;
      bursts_q <= '0;
      port_q   <= '0;
    end
  end

  assign m_aw_o = aw;
  assign m_w_o  = s_req_i.w;
  for (genvar k = 0; k < NumSlaves; k++) begin : gen_slave
    assign m_aw_valid_o[k]  = aw_valid[k];
    assign m_w_valid_o[k]   = w_valid[k];
    assign ready[k]         = m_req_ready_i[k];
    assign rsp[k]           = m_rsp_i[k];
    assign m_rsp_ready_o[k] = b_ready[k];
    `FBY_ASSERT(no_response_from_nowhere, !m_rsp_i[k].b_valid || writes_q != 0)
  end

  fby_axi_err_wr u_err (
    .clk_i, .rst_i,
    .s_req_i('{aw: aw, aw_valid: aw_valid[NumSlaves], w: s_req_i.w, w_valid: w_valid[NumSlaves]}),
    .s_req_ready_o(ready[NumSlaves]),
    .s_rsp_o(rsp[NumSlaves]), .s_rsp_ready_i(b_ready[NumSlaves])
  );

endmodule
