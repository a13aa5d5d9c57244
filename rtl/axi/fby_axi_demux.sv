// SPDX-License-Identifier: Apache-2.0
`include "fby_assert.svh"

/// One AXI4 master reaches several slaves by address; what belongs to none of them is answered DECERR.
///
/// Slave k serves the Bytes[k] bytes from Base[k] on, and sees the offset from Base[k] as address.
/// Responses come back in request order with no buffering, because the module turns to another slave only when
/// the one before owes nothing: per direction, all outstanding requests are at one slave. Streams of bursts to
/// one slave are not slowed by that; alternating between slaves costs the response time of one burst.
module fby_axi_demux
  import fby_axi_pkg::*;
#(
  /// Slaves behind this module, not counting the one that answers DECERR.
  parameter int unsigned NumSlaves = 1,
  /// First address and size of each slave: a power of two of at least 4096, so that no legal burst straddles two, and an
  /// address that is a multiple of it.
  parameter logic [NumSlaves-1:0][ADDR_BITS-1:0] Base  = '0,
  parameter logic [NumSlaves-1:0][ADDR_BITS-1:0] Bytes = {NumSlaves{ADDR_BITS'(PAGE_BYTES)}},
  /// Requests of one direction that may be outstanding.
  parameter int unsigned MaxOutstanding = 64
) (
  input  logic                     clk_i,
  input  logic                     rst_i,

  input  axi_ax_t                  s_ar_i,
  input  logic                     s_ar_valid_i,
  output logic                     s_ar_ready_o,
  output axi_r_t                   s_r_o,
  output logic                     s_r_valid_o,
  input  logic                     s_r_ready_i,
  input  axi_ax_t                  s_aw_i,
  input  logic                     s_aw_valid_i,
  output logic                     s_aw_ready_o,
  input  axi_w_t                   s_w_i,
  input  logic                     s_w_valid_i,
  output logic                     s_w_ready_o,
  output axi_b_t                   s_b_o,
  output logic                     s_b_valid_o,
  input  logic                     s_b_ready_i,

  output axi_ax_t [NumSlaves-1:0]  m_ar_o,
  output logic    [NumSlaves-1:0]  m_ar_valid_o,
  input  logic    [NumSlaves-1:0]  m_ar_ready_i,
  input  axi_r_t  [NumSlaves-1:0]  m_r_i,
  input  logic    [NumSlaves-1:0]  m_r_valid_i,
  output logic    [NumSlaves-1:0]  m_r_ready_o,
  output axi_ax_t [NumSlaves-1:0]  m_aw_o,
  output logic    [NumSlaves-1:0]  m_aw_valid_o,
  input  logic    [NumSlaves-1:0]  m_aw_ready_i,
  output axi_w_t  [NumSlaves-1:0]  m_w_o,
  output logic    [NumSlaves-1:0]  m_w_valid_o,
  input  logic    [NumSlaves-1:0]  m_w_ready_i,
  input  axi_b_t  [NumSlaves-1:0]  m_b_i,
  input  logic    [NumSlaves-1:0]  m_b_valid_i,
  output logic    [NumSlaves-1:0]  m_b_ready_o
);
  // The last port is the slave that says DECERR.
  localparam int unsigned NumPorts = NumSlaves + 1;
  localparam int unsigned PortBits = $clog2(NumPorts);
  localparam int unsigned CountBits = $clog2(MaxOutstanding + 1);
  typedef logic [PortBits-1:0]  port_t;
  typedef logic [CountBits-1:0] count_t;
  localparam port_t  ErrorPort = port_t'(NumSlaves);
  localparam count_t CountMax  = count_t'(MaxOutstanding);

  for (genvar k = 0; k < NumSlaves; k++) begin : gen_legal
    localparam logic [ADDR_BITS-1:0] Low = Bytes[k] - 64'd1;
    if (Bytes[k] < 64'(PAGE_BYTES) || (Bytes[k] & Low) != 0 || (Base[k] & Low) != 0) begin : gen_bad
      $error("fby_axi_demux: Bytes of every slave must be a power of two of at least 4096, Base a multiple of it");
    end
  end

  function automatic port_t decode(logic [ADDR_BITS-1:0] addr);
    decode = ErrorPort;
    for (int unsigned k = 0; k < NumSlaves; k++) begin
      // Equality of the upper bits: comparing sizes would put carry chains before every ready.
      if ((addr & ~(Bytes[k] - 64'd1)) == Base[k]) decode = port_t'(k);
    end
  endfunction

  // Each direction with one more port, for the error slave.
  axi_ax_t                ar, aw;
  axi_r_t  [NumPorts-1:0] r;
  axi_b_t  [NumPorts-1:0] b;
  logic    [NumPorts-1:0] ar_valid, ar_ready, r_valid, r_ready;
  logic    [NumPorts-1:0] aw_valid, aw_ready, w_valid, w_ready, b_valid, b_ready;

  // Read direction.
  port_t  ar_port, r_port_q;
  count_t reads_q;
  logic   ar_open, ar_fire, r_end;
  assign ar_port = decode(s_ar_i.addr);
  assign ar_open = (reads_q == 0) || (ar_port == r_port_q && reads_q != CountMax);
  assign ar_fire = s_ar_valid_i && s_ar_ready_o;
  assign r_end   = s_r_valid_o && s_r_ready_i && s_r_o.last;

  always_comb begin
    ar = s_ar_i;
    if (ar_port != ErrorPort) ar.addr = s_ar_i.addr & (Bytes[ar_port] - 64'd1);
    ar_valid = '0;
    ar_valid[ar_port] = s_ar_valid_i && ar_open;
    s_ar_ready_o = ar_ready[ar_port] && ar_open;
    s_r_o = r[r_port_q];
    s_r_valid_o = r_valid[r_port_q] && reads_q != 0;
    r_ready = '0;
    r_ready[r_port_q] = s_r_ready_i && reads_q != 0;
  end

  // Write direction: data follows its address by at least one cycle.
  port_t  aw_port, b_port_q;
  count_t writes_q, bursts_q;
  logic   aw_open, aw_fire, w_end, b_fire;
  assign aw_port = decode(s_aw_i.addr);
  assign aw_open = (writes_q == 0) || (aw_port == b_port_q && writes_q != CountMax);
  assign aw_fire = s_aw_valid_i && s_aw_ready_o;
  assign w_end   = s_w_valid_i && s_w_ready_o && s_w_i.last;
  assign b_fire  = s_b_valid_o && s_b_ready_i;

  always_comb begin
    aw = s_aw_i;
    if (aw_port != ErrorPort) aw.addr = s_aw_i.addr & (Bytes[aw_port] - 64'd1);
    aw_valid = '0;
    aw_valid[aw_port] = s_aw_valid_i && aw_open;
    s_aw_ready_o = aw_ready[aw_port] && aw_open;
    w_valid = '0;
    w_valid[b_port_q] = s_w_valid_i && bursts_q != 0;
    s_w_ready_o = w_ready[b_port_q] && bursts_q != 0;
    s_b_o = b[b_port_q];
    s_b_valid_o = b_valid[b_port_q] && writes_q != 0;
    b_ready = '0;
    b_ready[b_port_q] = s_b_ready_i && writes_q != 0;
  end

  always_ff @(posedge clk_i) begin
    reads_q  <= reads_q  + count_t'(ar_fire) - count_t'(r_end);
    writes_q <= writes_q + count_t'(aw_fire) - count_t'(b_fire);
    bursts_q <= bursts_q + count_t'(aw_fire) - count_t'(w_end);
    if (ar_fire) r_port_q <= ar_port;
    if (aw_fire) b_port_q <= aw_port;
    if (rst_i) begin
      reads_q  <= '0;
      writes_q <= '0;
      bursts_q <= '0;
      r_port_q <= '0;
      b_port_q <= '0;
    end
  end

  assign m_ar_o       = {NumSlaves{ar}};
  assign m_aw_o       = {NumSlaves{aw}};
  assign m_w_o        = {NumSlaves{s_w_i}};
  assign m_ar_valid_o = ar_valid[NumSlaves-1:0];
  assign m_aw_valid_o = aw_valid[NumSlaves-1:0];
  assign m_w_valid_o  = w_valid[NumSlaves-1:0];
  assign m_r_ready_o  = r_ready[NumSlaves-1:0];
  assign m_b_ready_o  = b_ready[NumSlaves-1:0];
  assign ar_ready[NumSlaves-1:0] = m_ar_ready_i;
  assign aw_ready[NumSlaves-1:0] = m_aw_ready_i;
  assign w_ready[NumSlaves-1:0]  = m_w_ready_i;
  assign r[NumSlaves-1:0]        = m_r_i;
  assign r_valid[NumSlaves-1:0]  = m_r_valid_i;
  assign b[NumSlaves-1:0]        = m_b_i;
  assign b_valid[NumSlaves-1:0]  = m_b_valid_i;

  fby_axi_err u_err (
    .clk_i,
    .rst_i,
    .s_ar_i       (ar),
    .s_ar_valid_i (ar_valid[NumSlaves]),
    .s_ar_ready_o (ar_ready[NumSlaves]),
    .s_r_o        (r[NumSlaves]),
    .s_r_valid_o  (r_valid[NumSlaves]),
    .s_r_ready_i  (r_ready[NumSlaves]),
    .s_aw_i       (aw),
    .s_aw_valid_i (aw_valid[NumSlaves]),
    .s_aw_ready_o (aw_ready[NumSlaves]),
    .s_w_i,
    .s_w_valid_i  (w_valid[NumSlaves]),
    .s_w_ready_o  (w_ready[NumSlaves]),
    .s_b_o        (b[NumSlaves]),
    .s_b_valid_o  (b_valid[NumSlaves]),
    .s_b_ready_i  (b_ready[NumSlaves])
  );

  `FBY_ASSERT(no_read_from_nowhere, !(|m_r_valid_i) || reads_q != 0)
  `FBY_ASSERT(no_response_from_nowhere, !(|m_b_valid_i) || writes_q != 0)

endmodule
