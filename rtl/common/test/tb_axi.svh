// SPDX-License-Identifier: Apache-2.0
//
// Flat AXI ports for the tops of benches, because Python's bus models find signals by their AXI names, and what ties them to
// the bundles of fby_axi_pkg. P is the prefix of the names; the exact number of bytes is arbytes and awbytes where the design
// asks, AxUSER where Python does; purpose and source are arpurpose, arsource, awpurpose and awsource where the design asks.
//
//   `TB_AXI_ASKS_RD(P), `TB_AXI_ASKS_WR(P)            ports: the design is master, Python the slave
//   `TB_AXI_ASKED(P, IdBits)                          ports: Python is master
//   `TB_AXI_REQ_RD(P, req), `TB_AXI_REQ_WR(P, req)    the design's requests to the ports
//   `TB_AXI_RSP_RD(P, rsp), `TB_AXI_RSP_WR(P, rsp)    responses from the ports to the design
//   `TB_AXI_FROM(P, req), `TB_AXI_TO(P, rsp)          Python's requests, and the design's responses
//   `TB_STREAM_OUT(P), `TB_STREAM_IN(P)               ports of a stream: its source is the design, or Python
//
// Readies are connected by name: P_arready, P_awready, P_wready, P_rready, P_bready, P_tready. What is used last in a list of
// ports is followed by a port of the bench's own.
`ifndef TB_AXI_SVH
`define TB_AXI_SVH

`define TB_AXI_ASKS_RD(P) \
    output logic [7:0] P``_arid, output logic [63:0] P``_araddr, output logic [7:0] P``_arlen, \
    output logic [2:0] P``_arsize, output logic [1:0] P``_arburst, output logic [12:0] P``_arbytes, \
    output logic [1:0] P``_arpurpose, output logic [2:0] P``_arsource, \
    output logic P``_arvalid, input logic P``_arready, \
    input logic [7:0] P``_rid, input logic [511:0] P``_rdata, input logic [1:0] P``_rresp, input logic P``_rlast, \
    input logic P``_rvalid, output logic P``_rready,

`define TB_AXI_ASKS_WR(P) \
    output logic [7:0] P``_awid, output logic [63:0] P``_awaddr, output logic [7:0] P``_awlen, \
    output logic [2:0] P``_awsize, output logic [1:0] P``_awburst, output logic [12:0] P``_awbytes, \
    output logic [1:0] P``_awpurpose, output logic [2:0] P``_awsource, \
    output logic P``_awvalid, input logic P``_awready, \
    output logic [511:0] P``_wdata, output logic [63:0] P``_wstrb, output logic P``_wlast, \
    output logic P``_wvalid, input logic P``_wready, \
    input logic [7:0] P``_bid, input logic [1:0] P``_bresp, input logic P``_bvalid, output logic P``_bready,

`define TB_AXI_ASKED(P, IdBits) \
    input logic [IdBits-1:0] P``_awid, input logic [63:0] P``_awaddr, input logic [7:0] P``_awlen, \
    input logic [2:0] P``_awsize, input logic [1:0] P``_awburst, input logic [12:0] P``_awuser, \
    input logic P``_awvalid, output logic P``_awready, \
    input logic [511:0] P``_wdata, input logic [63:0] P``_wstrb, input logic P``_wlast, \
    input logic P``_wvalid, output logic P``_wready, \
    output logic [IdBits-1:0] P``_bid, output logic [1:0] P``_bresp, output logic P``_bvalid, input logic P``_bready, \
    input logic [IdBits-1:0] P``_arid, input logic [63:0] P``_araddr, input logic [7:0] P``_arlen, \
    input logic [2:0] P``_arsize, input logic [1:0] P``_arburst, input logic [12:0] P``_aruser, \
    input logic P``_arvalid, output logic P``_arready, \
    output logic [IdBits-1:0] P``_rid, output logic [511:0] P``_rdata, output logic [1:0] P``_rresp, \
    output logic P``_rlast, output logic P``_rvalid, input logic P``_rready,

// Beats are 64 bytes, bursts incrementing.
`define TB_AXI_REQ_RD(P, req) \
    assign {P``_arid, P``_araddr, P``_arlen, P``_arbytes} = {req.ar.id, req.ar.addr, req.ar.len, req.ar.bytes}; \
    assign {P``_arpurpose, P``_arsource} = req.ar.who; \
    assign {P``_arsize, P``_arburst, P``_arvalid} = {3'd6, 2'd1, req.ar_valid};

`define TB_AXI_REQ_WR(P, req) \
    assign {P``_awid, P``_awaddr, P``_awlen, P``_awbytes} = {req.aw.id, req.aw.addr, req.aw.len, req.aw.bytes}; \
    assign {P``_awpurpose, P``_awsource} = req.aw.who; \
    assign {P``_awsize, P``_awburst, P``_awvalid} = {3'd6, 2'd1, req.aw_valid}; \
    assign {P``_wdata, P``_wstrb, P``_wlast, P``_wvalid} = {req.w.data, req.w.strb, req.w.last, req.w_valid};

`define TB_AXI_RSP_RD(P, rsp) \
    assign rsp = '{r: '{id: P``_rid, data: P``_rdata, resp: P``_rresp, last: P``_rlast}, r_valid: P``_rvalid};

`define TB_AXI_RSP_WR(P, rsp) \
    assign rsp = '{b: '{id: P``_bid, resp: P``_bresp}, b_valid: P``_bvalid};

`define TB_AXI_FROM(P, req) \
    assign req.rd = '{ \
      ar: '{id: 8'(P``_arid), addr: P``_araddr, len: P``_arlen, bytes: P``_aruser, who: '0}, ar_valid: P``_arvalid \
    }; \
    assign req.wr = '{ \
      aw: '{id: 8'(P``_awid), addr: P``_awaddr, len: P``_awlen, bytes: P``_awuser, who: '0}, aw_valid: P``_awvalid, \
      w: '{data: P``_wdata, strb: P``_wstrb, last: P``_wlast}, w_valid: P``_wvalid \
    };

`define TB_AXI_TO(P, rsp) \
    assign {P``_rdata, P``_rresp, P``_rlast, P``_rvalid} = {rsp.rd.r.data, rsp.rd.r.resp, rsp.rd.r.last, rsp.rd.r_valid}; \
    assign {P``_bresp, P``_bvalid} = {rsp.wr.b.resp, rsp.wr.b_valid}; \
    assign P``_rid = $bits(P``_rid)'(rsp.rd.r.id); \
    assign P``_bid = $bits(P``_bid)'(rsp.wr.b.id);

`define TB_STREAM_OUT(P) \
    output logic [511:0] P``_tdata, output logic [63:0] P``_tkeep, output logic P``_tlast, \
    output logic P``_tvalid, input logic P``_tready,

`define TB_STREAM_IN(P) \
    input logic [511:0] P``_tdata, input logic [63:0] P``_tkeep, input logic P``_tlast, \
    input logic P``_tvalid, output logic P``_tready,

`endif
