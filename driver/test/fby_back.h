/* SPDX-License-Identifier: GPL-2.0-only */
/* A card that sends back what it is sent: transmission into a loopback and capture behind it. */
#ifndef FBY_BACK_H
#define FBY_BACK_H

#include <stdbool.h>
#include <stdint.h>

#include "fby_cap.h"
#include "fby_tx.h"

/** struct fby_back - A transmit file and a capture file, both mapped. */
struct fby_back {
	struct fby_tx tx;
	struct fby_cap cap;
};

/** fby_back_open() - Opens both, with so many buffers of this length, and lets capture run; or bails out. */
struct fby_back fby_back_open(uint32_t buffers, uint32_t bytes, uint32_t tx_flags);

/** fby_back_close() - Closes both. */
void fby_back_close(struct fby_back *back);

/** fby_back_bytes() - Length of packet @number: from 1 byte to all of @most, around a beat, and any. */
uint32_t fby_back_bytes(unsigned int number, uint32_t most);

/** typedef fby_back_send - Sends a packet without waiting. Returns whether it went; else there was no room. */
typedef bool fby_back_send(const struct fby_tx *tx, const void *bytes, uint32_t count);

/** fby_back_by_map(), fby_back_by_write() - In a buffer that is taken, and by write(2) to a file that does not block. */
fby_back_send fby_back_by_map, fby_back_by_write;

/**
 * fby_back_all() - Sends packets 0 to @count - 1, and sees each come back, byte for byte, in order, and nothing else.
 * @back: both files, which run
 * @count: how many
 * @send: how
 * Returns bytes of them; 0 if something was wrong, which is told.
 */
uint64_t fby_back_all(const struct fby_back *back, unsigned int count, fby_back_send *send);

/** fby_back_one() - The next packet that comes has the first @count bytes of pattern @seed. Returns whether it has. */
bool fby_back_one(const struct fby_cap *cap, uint64_t seed, uint32_t count);

/**
 * fby_back_flows() - Checks that what a file sends that runs comes back; what the stream has of before is left out.
 * Returns how many bytes have come, with those.
 */
uint64_t fby_back_flows(const struct fby_tx *tx, const char *after);

/** fby_back_works() - Checks, on a file of its own, that it starts, and the same. */
void fby_back_works(const char *after);

#endif
