/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Results of checks that run in the kernel, as lines of a debugfs file; a program in user space
 * passes them on.
 */
#ifndef FBY_TAP_H
#define FBY_TAP_H

#include <linux/seq_file.h>

/** struct fby_tap - where results go */
struct fby_tap {
	struct seq_file *out;
	unsigned int count;
};

/** fby_tap_ok() - One check. Its value is the condition. */
#define fby_tap_ok(tap, cond, fmt, ...)                                                 \
	({                                                                              \
		bool fby_good = (cond);                                                 \
		seq_printf((tap)->out, "%s %u - " fmt "\n", fby_good ? "ok" : "not ok", \
			   ++(tap)->count, ##__VA_ARGS__);                              \
		fby_good;                                                               \
	})

/** fby_tap_is() - One check of two 32-bit numbers, printed when they differ. */
#define fby_tap_is(tap, got, want, fmt, ...)                                                  \
	({                                                                                    \
		u32 fby_got = (got), fby_want = (want);                                       \
		bool fby_same = fby_tap_ok(tap, fby_got == fby_want, fmt, ##__VA_ARGS__);     \
		if (!fby_same)                                                                \
			seq_printf((tap)->out, "# got 0x%x, want 0x%x\n", fby_got, fby_want); \
		fby_same;                                                                     \
	})

#define fby_tap_note(tap, fmt, ...) seq_printf((tap)->out, "# " fmt "\n", ##__VA_ARGS__)

#endif
