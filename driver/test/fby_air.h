/* SPDX-License-Identifier: GPL-2.0-only */
/* What a radio sends: packets with a header (CHDR), and what becomes of them on the air. */
#ifndef FBY_AIR_H
#define FBY_AIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fby_source.h"

/** Channels of a radio. */
#define FBY_AIR_CHANNELS 4u
/** Bytes of a header, and of what a packet is a multiple of in a buffer. */
#define FBY_AIR_BEAT 64u

/** struct fby_packet - A packet to be sent. */
struct fby_packet {
	unsigned int channel;
	/** Number in its channel. */
	uint16_t number;
	/** Whether it has a time; and that of its first sample. */
	bool timed;
	uint64_t stamp;
	/** It ends its burst. */
	bool eob;
	const uint32_t *samples;
	uint32_t count;
};

/** fby_packet_bytes() - What a packet of so many samples takes in a buffer. */
uint32_t fby_packet_bytes(uint32_t samples);

/** fby_packet_write() - Puts a packet into a buffer. Returns its bytes, whole beats. */
uint32_t fby_packet_write(unsigned char *to, const struct fby_packet *packet);

/** struct fby_aired - What has become of a channel's packets since fby_air_clear(). */
struct fby_aired {
	uint64_t sent, missed, late;
	uint32_t late_packets, packets, skips;
};

/** fby_aired() - As the card has it. */
struct fby_aired fby_aired(unsigned int channel);

/** fby_aired_is() - One check: it has become so of them. */
bool fby_aired_is(unsigned int channel, struct fby_aired want, const char *what);

/** fby_air_clear() - Forgets what is to be sent, and all accounts. */
void fby_air_clear(void);

/** fby_air_rate() - Sends at so many samples per card cycle, in parts of 2^32, from here on. */
void fby_air_rate(uint32_t rate);

/** fby_air_await() - Waits until nothing is on the air, nor here to be sent; whether that came within so long. */
bool fby_air_await(uint64_t limit_ms);

/** fby_air_await_time() - Waits until a time is over; whether that came within so long. */
bool fby_air_await_time(uint64_t time, uint64_t limit_ms);

/**
 * fby_air_ahead() - Cycles of a card that waits for a time in as much of the wall's as a program may lose between two
 * calls: what is to come in time is armed for so much later.
 */
uint64_t fby_air_ahead(void);

#endif
