// SPDX-License-Identifier: Apache-2.0
/// Which streams the datapath waits for, as they are at this moment: those that it would take from and that have nothing, and those
/// that it has something for and that do not take it.
///
/// A datapath at rest may leave its readies high; it waits for nothing then. What it has given waits until it is taken, whatever
/// it does itself.
module fby_card_waits
  import fby_axi_pkg::*;
  import fby_card_pkg::*;
#(
  /// Channels, and which of them are streams: see fby_card.
  parameter int unsigned NumH2c    = 4,
  parameter int unsigned NumC2h    = 4,
  parameter bit [3:0]    H2cStream = 4'b1100,
  parameter bit [3:0]    C2hStream = 4'b1100
) (
  /// The datapath has something under way.
  input  logic                             busy_i,
  input  axis_req_t [NUM_STREAM_PORTS-1:0] port_i,
  input  logic      [NUM_STREAM_PORTS-1:0] port_ready_i,
  input  axis_req_t [NumH2c-1:0]           h2c_i,
  input  logic      [NumH2c-1:0]           h2c_ready_i,
  input  axis_req_t [NumC2h-1:0]           c2h_i,
  input  logic      [NumC2h-1:0]           c2h_ready_i,
  output fby_feature_pkg::waits_t          waits_o
);
  logic unused;

  always_comb begin
    waits_o = '0;
    unused  = 1'b0;
    for (int unsigned n = 0; n < NUM_STREAM_PORTS; n++) begin
      waits_o.ports[n] = busy_i && port_ready_i[n] && !port_i[n].valid;
      unused ^= ^port_i[n].beat;
    end
    for (int unsigned k = 0; k < NumH2c; k++) begin
      waits_o.h2c[k] = busy_i && H2cStream[k] && h2c_ready_i[k] && !h2c_i[k].valid;
      unused ^= ^h2c_i[k].beat;
    end
    for (int unsigned k = 0; k < NumC2h; k++) begin
      waits_o.c2h[k] = C2hStream[k] && c2h_i[k].valid && !c2h_ready_i[k];
      unused ^= ^c2h_i[k].beat;
    end
  end

endmodule
