// SPDX-License-Identifier: Apache-2.0
// C interface between a verilated card build and the program that surrounds it.
//
// The shim knows no protocol: it moves structs (fby_sim_structs.h) in and out of the ports of fby_sim_top, one
// card clock cycle per call. Everything that gives the signals a meaning (AXI, the link, host memory) is
// on the caller's side, so that there is one such model for all builds. A caller asks for
// fby_sim_abi_version() and fby_sim_struct_sizes() before the first cycle.
#ifndef FBY_SHIM_H
#define FBY_SHIM_H

#include <stdint.h>

#include "fby_sim_structs.h"

#ifdef __cplusplus
extern "C" {
#endif
// The library is built with hidden symbols; this interface is all that it shows (see exports.map).
#pragma GCC visibility push(default)

// One simulated card; opaque.
typedef struct fby_sim fby_sim;

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
#ifdef __cplusplus
}
#endif

#endif
