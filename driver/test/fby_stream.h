/* SPDX-License-Identifier: GPL-2.0-only */
/* The card's loopback streams: what goes into h2c stream N comes out of c2h stream N. */
#ifndef FBY_STREAM_H
#define FBY_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** fby_loop_pairs() - Number of stream pairs that are joined; 0 on cards that are no loopback. */
unsigned int fby_loop_pairs(void);

/** fby_loop_channel() - Channel number of pair @index. */
unsigned int fby_loop_channel(unsigned int index);

/**
 * fby_loop_packet() - Sends one packet around and compares; the reader runs beside the writer.
 * Returns whether it came back.
 */
bool fby_loop_packet(unsigned int channel, size_t len, uint64_t seed);

/** struct fby_sender - Writes packets in a thread, so that the caller can read at the same time. */
struct fby_sender;

/**
 * fby_send() - Starts to write @packets packets to a stream.
 * @fd: the h2c node
 * @data: all of them, one after the other
 * @lens: length of each
 */
struct fby_sender *fby_send(int fd, const void *data, const size_t *lens, unsigned int packets);

/** fby_sent() - Waits for the sender. Returns true when every packet was written whole. */
bool fby_sent(struct fby_sender *sender);

/**
 * fby_resync() - Empties an open stream pair, whatever was left in it. Returns false when
 * something failed.
 */
bool fby_resync(int to, int from, uint64_t seed);

/**
 * fby_drain() - The same for a channel by number, as a check; after tests that leave packets
 * behind.
 */
void fby_drain(unsigned int channel);

#endif
