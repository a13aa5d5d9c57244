// SPDX-License-Identifier: Apache-2.0
/// What a simulator's C side moves in and out of the card: the ports of fby_sim_top, and the structs of its C interface.
///
/// This is their only description. `python scripts/sim_structs.py` writes fby_sim_structs.h and the Rust mirror from it, with the same
/// names in the same memory: a struct here is, bit for bit, a C struct on a little-endian machine. So fields stand here in the
/// opposite order, the last one at the lowest address; they are whole bytes, and none lies across a multiple of its size. What goes
/// in and what goes out are whole cache lines each, since the model's own words lie behind them.
///
/// AXI size (64 bytes) and burst type (INCR) are constant on this card and so have no field.
package fby_sim_pkg;
  /// Raised with every change of a struct here or of a function of `fby_shim.h`.
  // The C side alone asks for it.
  // verilator lint_off UNUSEDPARAM
  localparam int unsigned ABI_VERSION = 5;
  // verilator lint_on UNUSEDPARAM
  /// Bytes of one beat of the card's buses.
  localparam int unsigned BEAT_BYTES  = 64;
  /// Ports of the BARs: registers of the user BAR, those of the DMA BAR, the aperture.
  localparam int unsigned BARS        = 3;

  /// What the outside drives at one BAR; addresses are offsets in it.
  typedef struct packed {
    logic [31:0]             reserved;
    logic [7:0]              b_ready;
    logic [7:0]              w_last;
    logic [7:0]              w_valid;
    logic [7:0]              aw_len;
    logic [7:0]              aw_valid;
    logic [7:0]              r_ready;
    /// Beats less one.
    logic [7:0]              ar_len;
    logic [7:0]              ar_valid;
    logic [15:0]             aw_bytes;
    /// Exact bytes wanted, 1 to 4096.
    logic [15:0]             ar_bytes;
    logic [63:0]             w_strb;
    logic [63:0]             aw_addr;
    logic [63:0]             ar_addr;
    logic [8*BEAT_BYTES-1:0] w_data;
  } bar_in_t;

  /// What the card drives there.
  typedef struct packed {
    logic [7:0]              b_resp;
    logic [7:0]              b_valid;
    logic [7:0]              w_ready;
    logic [7:0]              aw_ready;
    logic [7:0]              r_last;
    logic [7:0]              r_resp;
    logic [7:0]              r_valid;
    logic [7:0]              ar_ready;
    logic [8*BEAT_BYTES-1:0] r_data;
  } bar_out_t;

  /// What the outside drives in a cycle. A channel is offered with its valid byte, accepted with its ready byte; the payload of
  /// a channel that is not valid is ignored.
  typedef struct packed {
    logic [8*59-1:0]         reserved;
    /// 1 holds the card in reset, and not the bus.
    logic [7:0]              rst_card;
    logic [7:0]              msix_ready;
    logic [7:0]              host_b_resp;
    logic [7:0]              host_b_id;
    logic [7:0]              host_b_valid;
    logic [7:0]              host_w_ready;
    logic [7:0]              host_aw_ready;
    logic [7:0]              host_r_last;
    logic [7:0]              host_r_resp;
    logic [7:0]              host_r_id;
    logic [7:0]              host_r_valid;
    logic [7:0]              host_ar_ready;
    /// 1 holds bus and card in reset.
    logic [7:0]              rst;
    bar_in_t [BARS-1:0]      bar;
    logic [8*BEAT_BYTES-1:0] host_r_data;
  } sim_in_t;

  /// What the card drove in the same cycle, sampled just before the rising clock edge. A handshake happened exactly when valid and
  /// ready of one channel were both 1 in the same call. A payload means something only while its valid is 1.
  typedef struct packed {
    logic [8*59-1:0]         reserved;
    /// 0: no register, stream or host-side activity is under way.
    logic [7:0]              busy;
    logic [7:0]              msix_vector;
    logic [7:0]              msix_valid;
    logic [7:0]              host_b_ready;
    logic [7:0]              host_w_last;
    logic [7:0]              host_w_valid;
    logic [7:0]              host_aw_source;
    logic [7:0]              host_aw_purpose;
    logic [7:0]              host_aw_len;
    logic [7:0]              host_aw_id;
    logic [7:0]              host_aw_valid;
    logic [7:0]              host_r_ready;
    /// Number of the front end that asked.
    logic [7:0]              host_ar_source;
    /// One of `card_purpose_e` in regs/card.rdl.
    logic [7:0]              host_ar_purpose;
    logic [7:0]              host_ar_len;
    logic [7:0]              host_ar_id;
    logic [7:0]              host_ar_valid;
    logic [15:0]             host_aw_bytes;
    logic [15:0]             host_ar_bytes;
    logic [63:0]             host_aw_addr;
    logic [63:0]             host_ar_addr;
    logic [63:0]             host_w_strb;
    bar_out_t [BARS-1:0]     bar;
    logic [8*BEAT_BYTES-1:0] host_w_data;
  } sim_out_t;

endpackage
