// SPDX-License-Identifier: Apache-2.0
/// How a memory model behaves.
package fby_mem_model_pkg;

  /// May change at any time; counts are in cycles of the port.
  typedef struct packed {
    /// From the cycle that takes an address to the one that may take its first beat, 2 at least, and up to so many more, by chance.
    logic [15:0] read_latency;
    logic [15:0] read_jitter;
    /// From a burst's last beat, or its address if that is later, to its answer; 1 at least.
    logic [15:0] write_latency;
    /// Beats in 1,024 cycles, reads and writes together.
    logic [15:0] beats_per_1024;
    /// Once in so many cycles no beat moves for so many.
    logic [15:0] refresh_every;
    logic [15:0] refresh_for;
    /// How often of 256 times a channel is not ready, by chance; 256: never is.
    logic [8:0]  ar_stall;
    logic [8:0]  aw_stall;
    logic [8:0]  w_stall;
    /// Bursts that have a beat at this address are answered so: reads for that beat alone.
    logic        error;
    logic [1:0]  error_resp;
    logic [fby_mem_pkg::ADDR_BITS-1:0] error_addr;
  } mem_model_cfg_t;

  /// A pseudo channel of HBM behind a port that runs at 250 MHz; where the numbers come from is in the README.
  function automatic mem_model_cfg_t hbm_cfg();
    mem_model_cfg_t cfg;
    cfg                = '0;
    cfg.read_latency   = 16'd32;
    cfg.read_jitter    = 16'd8;
    cfg.write_latency  = 16'd16;
    cfg.beats_per_1024 = 16'd1840;
    cfg.refresh_every  = 16'd975;
    cfg.refresh_for    = 16'd65;
    return cfg;
  endfunction

endpackage
