/* SPDX-License-Identifier: GPL-2.0-only */
/* Memory that comes late: who touches it waits until the test says so. */
#ifndef FBY_LATE_H
#define FBY_LATE_H

#include <stdbool.h>
#include <stddef.h>

/** struct fby_late - Pages, and whom the kernel asks for them. */
struct fby_late {
	int uffd;
	unsigned char *at;
	size_t bytes;
};

/** fby_late_missing() - Fresh pages that are not there: each touch waits. Bails out when there are none. */
struct fby_late fby_late_missing(size_t bytes);

/** fby_late_protected() - Pages that are there, zero, and can be read; a store waits once fby_late_protect() was called. */
struct fby_late fby_late_protected(size_t bytes);

/** fby_late_protect() - From here on a store waits. */
void fby_late_protect(const struct fby_late *late);

/** fby_late_faulted() - Waits until somebody stands before the memory. Returns whether somebody does. */
bool fby_late_faulted(const struct fby_late *late);

/** fby_late_give() - Those that are missing are there, with these bytes, or NULL for zeros: everybody goes on. */
void fby_late_give(const struct fby_late *late, const void *bytes);

/** fby_late_forget() - It is there no more, and who waits for it gets EFAULT. */
void fby_late_forget(struct fby_late *late);

#endif
