/* SPDX-License-Identifier: GPL-2.0-only */
/* The bytes of a stream in order, and where its packets end. */
#ifndef FBY_LOG_H
#define FBY_LOG_H

#include <stdbool.h>
#include <stddef.h>

#define FBY_LOG_BYTES ((size_t)8 << 20)
#define FBY_LOG_PACKETS 256u

/** struct fby_log - What went in, or came out. */
struct fby_log {
	unsigned char *data;
	size_t bytes;
	size_t end[FBY_LOG_PACKETS];
	unsigned int ends;
};

/** fby_log_clear() - Forgets all of it. */
void fby_log_clear(struct fby_log *log);

/** fby_log_add() - Adds bytes, and the end of a packet behind them; bails out when it is full. */
void fby_log_add(struct fby_log *log, const void *data, size_t bytes, bool end);

/** fby_log_differ() - What is not the same in two of them, in words, or NULL. */
const char *fby_log_differ(const struct fby_log *sent, const struct fby_log *received);

#endif
