// SPDX-License-Identifier: Apache-2.0
// Included in front of every file of a verilated build: where Verilator's runtime prints (VL_PRINTF).
#ifndef FBY_PRINTF_H
#define FBY_PRINTF_H

#ifdef __cplusplus
extern "C"
#endif
int fby_sim_printf(const char *format, ...);

#endif
