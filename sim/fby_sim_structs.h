// SPDX-License-Identifier: Apache-2.0
// Generated from sim/fby_sim_pkg.sv by `python scripts/sim_structs.py`; edit that instead.
#ifndef FBY_SIM_STRUCTS_H
#define FBY_SIM_STRUCTS_H

#include <stddef.h>
#include <stdint.h>

// Raised with every change of a struct here or of a function of `fby_shim.h`.
#define FBY_SIM_ABI_VERSION 5u
// Bytes of one beat of the card's buses.
#define FBY_SIM_BEAT_BYTES 64u
// Ports of the BARs: registers of the user BAR, those of the DMA BAR, the aperture.
#define FBY_SIM_BARS 3u

// What the outside drives at one BAR; addresses are offsets in it.
typedef struct fby_sim_bar_in {
  uint8_t w_data[64];
  uint64_t ar_addr;
  uint64_t aw_addr;
  uint64_t w_strb;
  // Exact bytes wanted, 1 to 4096.
  uint16_t ar_bytes;
  uint16_t aw_bytes;
  uint8_t ar_valid;
  // Beats less one.
  uint8_t ar_len;
  uint8_t r_ready;
  uint8_t aw_valid;
  uint8_t aw_len;
  uint8_t w_valid;
  uint8_t w_last;
  uint8_t b_ready;
  uint32_t reserved;
} fby_sim_bar_in;

// What the card drives there.
typedef struct fby_sim_bar_out {
  uint8_t r_data[64];
  uint8_t ar_ready;
  uint8_t r_valid;
  uint8_t r_resp;
  uint8_t r_last;
  uint8_t aw_ready;
  uint8_t w_ready;
  uint8_t b_valid;
  uint8_t b_resp;
} fby_sim_bar_out;

// What the outside drives in a cycle. A channel is offered with its valid byte, accepted with its ready byte; the payload of
// a channel that is not valid is ignored.
typedef struct fby_sim_in {
  uint8_t host_r_data[64];
  fby_sim_bar_in bar[3];
  // 1 holds bus and card in reset.
  uint8_t rst;
  uint8_t host_ar_ready;
  uint8_t host_r_valid;
  uint8_t host_r_id;
  uint8_t host_r_resp;
  uint8_t host_r_last;
  uint8_t host_aw_ready;
  uint8_t host_w_ready;
  uint8_t host_b_valid;
  uint8_t host_b_id;
  uint8_t host_b_resp;
  uint8_t msix_ready;
  // 1 holds the card in reset, and not the bus.
  uint8_t rst_card;
  uint8_t reserved[59];
} fby_sim_in;

// What the card drove in the same cycle, sampled just before the rising clock edge. A handshake happened exactly when valid and
// ready of one channel were both 1 in the same call. A payload means something only while its valid is 1.
typedef struct fby_sim_out {
  uint8_t host_w_data[64];
  fby_sim_bar_out bar[3];
  uint64_t host_w_strb;
  uint64_t host_ar_addr;
  uint64_t host_aw_addr;
  uint16_t host_ar_bytes;
  uint16_t host_aw_bytes;
  uint8_t host_ar_valid;
  uint8_t host_ar_id;
  uint8_t host_ar_len;
  // One of `card_purpose_e` in regs/card.rdl.
  uint8_t host_ar_purpose;
  // Number of the front end that asked.
  uint8_t host_ar_source;
  uint8_t host_r_ready;
  uint8_t host_aw_valid;
  uint8_t host_aw_id;
  uint8_t host_aw_len;
  uint8_t host_aw_purpose;
  uint8_t host_aw_source;
  uint8_t host_w_valid;
  uint8_t host_w_last;
  uint8_t host_b_ready;
  uint8_t msix_valid;
  uint8_t msix_vector;
  // 0: no register, stream or host-side activity is under way.
  uint8_t busy;
  uint8_t reserved[59];
} fby_sim_out;

#ifdef __cplusplus
static_assert(offsetof(fby_sim_bar_in, w_data) == 0, "");
static_assert(offsetof(fby_sim_bar_in, ar_addr) == 64, "");
static_assert(offsetof(fby_sim_bar_in, aw_addr) == 72, "");
static_assert(offsetof(fby_sim_bar_in, w_strb) == 80, "");
static_assert(offsetof(fby_sim_bar_in, ar_bytes) == 88, "");
static_assert(offsetof(fby_sim_bar_in, aw_bytes) == 90, "");
static_assert(offsetof(fby_sim_bar_in, ar_valid) == 92, "");
static_assert(offsetof(fby_sim_bar_in, ar_len) == 93, "");
static_assert(offsetof(fby_sim_bar_in, r_ready) == 94, "");
static_assert(offsetof(fby_sim_bar_in, aw_valid) == 95, "");
static_assert(offsetof(fby_sim_bar_in, aw_len) == 96, "");
static_assert(offsetof(fby_sim_bar_in, w_valid) == 97, "");
static_assert(offsetof(fby_sim_bar_in, w_last) == 98, "");
static_assert(offsetof(fby_sim_bar_in, b_ready) == 99, "");
static_assert(offsetof(fby_sim_bar_in, reserved) == 100, "");
static_assert(sizeof(fby_sim_bar_in) == 104, "");
static_assert(offsetof(fby_sim_bar_out, r_data) == 0, "");
static_assert(offsetof(fby_sim_bar_out, ar_ready) == 64, "");
static_assert(offsetof(fby_sim_bar_out, r_valid) == 65, "");
static_assert(offsetof(fby_sim_bar_out, r_resp) == 66, "");
static_assert(offsetof(fby_sim_bar_out, r_last) == 67, "");
static_assert(offsetof(fby_sim_bar_out, aw_ready) == 68, "");
static_assert(offsetof(fby_sim_bar_out, w_ready) == 69, "");
static_assert(offsetof(fby_sim_bar_out, b_valid) == 70, "");
static_assert(offsetof(fby_sim_bar_out, b_resp) == 71, "");
static_assert(sizeof(fby_sim_bar_out) == 72, "");
static_assert(offsetof(fby_sim_in, host_r_data) == 0, "");
static_assert(offsetof(fby_sim_in, bar) == 64, "");
static_assert(offsetof(fby_sim_in, rst) == 376, "");
static_assert(offsetof(fby_sim_in, host_ar_ready) == 377, "");
static_assert(offsetof(fby_sim_in, host_r_valid) == 378, "");
static_assert(offsetof(fby_sim_in, host_r_id) == 379, "");
static_assert(offsetof(fby_sim_in, host_r_resp) == 380, "");
static_assert(offsetof(fby_sim_in, host_r_last) == 381, "");
static_assert(offsetof(fby_sim_in, host_aw_ready) == 382, "");
static_assert(offsetof(fby_sim_in, host_w_ready) == 383, "");
static_assert(offsetof(fby_sim_in, host_b_valid) == 384, "");
static_assert(offsetof(fby_sim_in, host_b_id) == 385, "");
static_assert(offsetof(fby_sim_in, host_b_resp) == 386, "");
static_assert(offsetof(fby_sim_in, msix_ready) == 387, "");
static_assert(offsetof(fby_sim_in, rst_card) == 388, "");
static_assert(offsetof(fby_sim_in, reserved) == 389, "");
static_assert(sizeof(fby_sim_in) == 448, "");
static_assert(offsetof(fby_sim_out, host_w_data) == 0, "");
static_assert(offsetof(fby_sim_out, bar) == 64, "");
static_assert(offsetof(fby_sim_out, host_w_strb) == 280, "");
static_assert(offsetof(fby_sim_out, host_ar_addr) == 288, "");
static_assert(offsetof(fby_sim_out, host_aw_addr) == 296, "");
static_assert(offsetof(fby_sim_out, host_ar_bytes) == 304, "");
static_assert(offsetof(fby_sim_out, host_aw_bytes) == 306, "");
static_assert(offsetof(fby_sim_out, host_ar_valid) == 308, "");
static_assert(offsetof(fby_sim_out, host_ar_id) == 309, "");
static_assert(offsetof(fby_sim_out, host_ar_len) == 310, "");
static_assert(offsetof(fby_sim_out, host_ar_purpose) == 311, "");
static_assert(offsetof(fby_sim_out, host_ar_source) == 312, "");
static_assert(offsetof(fby_sim_out, host_r_ready) == 313, "");
static_assert(offsetof(fby_sim_out, host_aw_valid) == 314, "");
static_assert(offsetof(fby_sim_out, host_aw_id) == 315, "");
static_assert(offsetof(fby_sim_out, host_aw_len) == 316, "");
static_assert(offsetof(fby_sim_out, host_aw_purpose) == 317, "");
static_assert(offsetof(fby_sim_out, host_aw_source) == 318, "");
static_assert(offsetof(fby_sim_out, host_w_valid) == 319, "");
static_assert(offsetof(fby_sim_out, host_w_last) == 320, "");
static_assert(offsetof(fby_sim_out, host_b_ready) == 321, "");
static_assert(offsetof(fby_sim_out, msix_valid) == 322, "");
static_assert(offsetof(fby_sim_out, msix_vector) == 323, "");
static_assert(offsetof(fby_sim_out, busy) == 324, "");
static_assert(offsetof(fby_sim_out, reserved) == 325, "");
static_assert(sizeof(fby_sim_out) == 384, "");
#endif

#endif
