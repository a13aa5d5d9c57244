/* SPDX-License-Identifier: GPL-2.0-only */
/* Calls of functions in the kernel that are held, or made to fail: the module fby_hook. */
#ifndef FBY_HOOK_H
#define FBY_HOOK_H

/** fby_hook_load() - Loads the module; bails out when that fails. */
void fby_hook_load(void);

/** fby_hook_unload() - Lets everybody go and unloads the module, as a check. */
void fby_hook_unload(void);

/** fby_hook_hold() - After @calls calls from now on, callers wait at the function's beginning. */
void fby_hook_hold(const char *function, unsigned int calls);

/** fby_hook_fail() - After @calls calls from now on, one fails with -ENOMEM without being made. */
void fby_hook_fail(const char *function, unsigned int calls);

/** fby_hook_go() - Callers go on, and the next ones do not wait. */
void fby_hook_go(const char *function);

/** fby_hook_waits() - Waits until somebody waits there; bails out after 10 s. */
void fby_hook_waits(const char *function);

/** fby_hook_over() - Waits until @calls calls are over since the module was loaded; the same. */
void fby_hook_over(const char *function, unsigned int calls);

#endif
