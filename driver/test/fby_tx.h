/* SPDX-License-Identifier: GPL-2.0-only */
/* Transmission: the file with its buffers. */
#ifndef FBY_TX_H
#define FBY_TX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fby_card.h"

/** struct fby_tx - An open file, and its buffers mapped. */
struct fby_tx {
	int fd;
	struct forebay_tx_setup setup;
	unsigned char *map;
};

/** fby_tx_open() - Opens the node with buffers like these; or bails out. They are not mapped yet. */
struct fby_tx fby_tx_open(uint32_t buffers, uint32_t bytes, uint32_t flags);

/** fby_tx_map() - Maps all buffers; or bails out. */
void fby_tx_map(struct fby_tx *tx);

/** fby_tx_unmap() - Takes the map away, if there is one. */
void fby_tx_unmap(struct fby_tx *tx);

/** fby_tx_close() - Takes the map away and closes the file. */
void fby_tx_close(struct fby_tx *tx);

/** fby_tx_setup() - Asks for buffers. Returns 0, or -1 with errno; @setup is what the kernel has said. */
int fby_tx_setup(int fd, struct forebay_tx_setup *setup);

/** fby_tx_start(), fby_tx_stop() - Return 0, or -1 with errno. */
int fby_tx_start(const struct fby_tx *tx);
int fby_tx_stop(const struct fby_tx *tx);

/** fby_tx_take() - Takes a free buffer within so long. Returns 0, or -1 with errno. */
int fby_tx_take(const struct fby_tx *tx, uint32_t timeout_ms, uint32_t *index);

/** fby_tx_room() - Where a buffer is. */
unsigned char *fby_tx_room(const struct fby_tx *tx, uint32_t index);

/** fby_tx_queue() - Sends one that was taken. Returns 0, or -1 with errno. */
int fby_tx_queue(const struct fby_tx *tx, uint32_t index, uint32_t bytes);

/** fby_tx_release() - Gives one back unsent. Returns 0, or -1 with errno. */
int fby_tx_release(const struct fby_tx *tx, uint32_t index);

/** fby_tx_send() - Takes a buffer, fills it from memory and sends it; bails out when that fails. */
void fby_tx_send(const struct fby_tx *tx, const void *bytes, uint32_t count);

/** fby_tx_drain() - Waits until all is sent. Returns 0, or -1 with errno. */
int fby_tx_drain(const struct fby_tx *tx, uint32_t timeout_ms);

/** fby_tx_stats() - Counters of the file; bails out when the call fails. */
struct forebay_tx_stats fby_tx_stats(const struct fby_tx *tx);

#endif
