// SPDX-License-Identifier: Apache-2.0
// C interface between a verilated card build and the program that surrounds it.
//
// The shim knows no protocol: it moves values between flat C structs and the ports of fby_sim_top, one
// card clock cycle per call. Everything that gives the signals a meaning (AXI, the link, host memory) is
// on the caller's side, so that there is one such model for all builds.
//
// Every struct is made of fixed-size members placed so that no compiler inserts padding between them; the
// Rust mirror (crates/forebay-card-rtl/src/ffi.rs) asks fby_sim_struct_sizes() before the first cycle.
#ifndef FBY_SHIM_H
#define FBY_SHIM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
// The library is built with hidden symbols; this interface is what it shows.
#pragma GCC visibility push(default)

// Raised with every change of a struct or of a function below.
#define FBY_SIM_ABI_VERSION 4u

#define FBY_SIM_DATA_BYTES 64

// Ports of the BARs: registers of the user BAR, those of the DMA BAR, the aperture.
#define FBY_SIM_BARS 3

// One simulated card; opaque.
typedef struct fby_sim fby_sim;

// What the outside drives at one BAR; addresses are offsets in it.
typedef struct fby_sim_bar_in {
  uint8_t w_data[FBY_SIM_DATA_BYTES];
  uint64_t ar_addr;
  uint64_t aw_addr;
  uint64_t w_strb;
  uint16_t ar_bytes;  // exact bytes wanted, 1 to 4096
  uint16_t aw_bytes;
  uint8_t ar_valid;
  uint8_t ar_len;  // beats less one
  uint8_t r_ready;
  uint8_t aw_valid;
  uint8_t aw_len;
  uint8_t w_valid;
  uint8_t w_last;
  uint8_t b_ready;
  uint8_t reserved[4];
} fby_sim_bar_in;

// What the card drives there.
typedef struct fby_sim_bar_out {
  uint8_t r_data[FBY_SIM_DATA_BYTES];
  uint8_t ar_ready;
  uint8_t r_valid;
  uint8_t r_resp;
  uint8_t r_last;
  uint8_t aw_ready;
  uint8_t w_ready;
  uint8_t b_valid;
  uint8_t b_resp;
} fby_sim_bar_out;

// What the outside drives in a cycle. A channel is offered with its valid byte, accepted with its ready
// byte; the payload of a channel that is not valid is ignored (and the data array is not even read).
typedef struct fby_sim_in {
  uint8_t host_r_data[FBY_SIM_DATA_BYTES];
  fby_sim_bar_in bar[FBY_SIM_BARS];
  uint8_t rst;  // 1 holds bus and card in reset
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
  uint8_t rst_card;  // 1 holds the card in reset, and not the bus
  uint8_t reserved[3];
} fby_sim_in;

// What the card drove in the same cycle, sampled just before the rising clock edge. A handshake happened
// exactly when valid and ready of one channel were both 1 in the same call. Payload members are written
// only when their valid member is 1.
typedef struct fby_sim_out {
  uint8_t host_w_data[FBY_SIM_DATA_BYTES];
  fby_sim_bar_out bar[FBY_SIM_BARS];
  uint64_t host_w_strb;
  uint64_t host_ar_addr;
  uint64_t host_aw_addr;
  uint16_t host_ar_bytes;
  uint16_t host_aw_bytes;
  uint8_t host_ar_valid;
  uint8_t host_ar_id;
  uint8_t host_ar_len;
  uint8_t host_ar_purpose;  // one of card_purpose_e in regs/card.rdl
  uint8_t host_ar_source;   // number of the front end that asked
  uint8_t host_r_ready;
  uint8_t host_aw_valid;
  uint8_t host_aw_id;
  uint8_t host_aw_len;
  uint8_t host_aw_purpose;  // one of card_purpose_e in regs/card.rdl
  uint8_t host_aw_source;   // number of the front end that asked
  uint8_t host_w_valid;
  uint8_t host_w_last;
  uint8_t host_b_ready;
  uint8_t msix_valid;
  uint8_t msix_vector;
  uint8_t busy;  // 0: no register, stream or host-side activity is under way
  uint8_t reserved[3];
} fby_sim_out;

// The only symbols that leave the library (see exports.map).
#pragma GCC visibility push(default)

// FBY_SIM_ABI_VERSION of the library; the first call to make.
uint32_t fby_sim_abi_version(void);

// sizeof of both structs: low half fby_sim_in, high half fby_sim_out.
uint64_t fby_sim_struct_sizes(void);

// Whether the library was built with waveforms: 1 or 0.
uint32_t fby_sim_has_waves(void);

// A fresh card, not yet reset. `fst_path` names a waveform file to write, or is NULL. Returns NULL when
// the model could not be made or the file could not be opened. Cards share nothing; one card must not be
// used from two threads at the same time.
fby_sim *fby_sim_new(const char *fst_path);

// Ends the waveform and frees the card; NULL is allowed.
void fby_sim_free(fby_sim *sim);

// One clock cycle. Returns 0, or 1 once a simulation assertion has failed or the design has called
// $finish: the card is dead from then on and fby_sim_failure() says why.
int32_t fby_sim_cycle(fby_sim *sim, const fby_sim_in *in, fby_sim_out *out);

// Text of what ended the simulation, empty while it lives; valid until fby_sim_free.
const char *fby_sim_failure(const fby_sim *sim);

#pragma GCC visibility pop

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
