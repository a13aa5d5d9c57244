/* SPDX-License-Identifier: GPL-2.0-only */
/* What the kernel says and holds: its log, pinned pages, modules. */
#ifndef FBY_KERNEL_H
#define FBY_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fby_card.h"

/**
 * fby_kernel_mark() - Forgets the kernel log up to now, and remembers how many pages are pinned.
 */
void fby_kernel_mark(void);

/** fby_kernel_forget() - Forgets the kernel log up to now for fby_kernel_said() only. */
void fby_kernel_forget(void);

/**
 * fby_kernel_said() - Whether one line of the kernel log since fby_kernel_forget() holds all of
 * the words.
 * @words: strings, the last one NULL
 */
bool fby_kernel_said(const char *const words[]);

/**
 * fby_kernel_print() - Puts the kernel log since fby_kernel_forget() into the output as remarks,
 * at most @lines lines.
 */
void fby_kernel_print(unsigned int lines);

/**
 * fby_kernel_quiet() - Checks that the kernel printed no warning of its own since
 * fby_kernel_mark().
 */
void fby_kernel_quiet(void);

/**
 * fby_pins_released() - Checks that as many pages have been unpinned as were pinned since
 * fby_kernel_mark().
 */
void fby_pins_released(void);

/** fby_pins_held() - Pages pinned and not yet released since fby_kernel_mark(). */
long long fby_pins_held(void);

/** fby_kib() - A value of /proc/meminfo in KiB, such as MemAvailable. */
long long fby_kib(const char *name);

/** fby_insmod() - Loads a module file. Returns 0, or -1 with errno. */
int fby_insmod(const char *path, const char *params);

/**
 * fby_load() - Loads one of our modules by name, from where the guest has it; bails out when that
 * fails.
 */
void fby_load(const char *name, const char *params);

/** fby_module_path() - Where a module's file is; bails out when it is nowhere. */
#define fby_module_path(name) fby_module_path_in(FBY_OWN_NAME, name)
const char *fby_module_path_in(char path[FBY_NAME], const char *name);

/** fby_debugfs() - Makes sure that debugfs is mounted; bails out when it cannot be. */
void fby_debugfs(void);

/**
 * fby_relay() - Takes the results of checks that run in the kernel over as this program's own.
 * @path: file whose lines are results; reading it runs the checks
 * Returns how many there were.
 */
unsigned int fby_relay(const char *path);

/** fby_rmmod() - Unloads a module, without waiting. Returns 0, or -1 with errno. */
int fby_rmmod(const char *name);

/** fby_loaded() - Whether a module is loaded. */
bool fby_loaded(const char *name);

#endif
