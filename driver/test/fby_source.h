/* SPDX-License-Identifier: GPL-2.0-only */
/* The signal source of a radio: bursts, times, accounts. */
#ifndef FBY_SOURCE_H
#define FBY_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

/** Bytes of a sample. */
#define FBY_SAMPLE 4u
/** A sample every other cycle, which is the fastest. */
#define FBY_FASTEST 0x80000000u

/** fby_source() - Where a register of the source is. */
uint32_t fby_source(uint32_t offset);

/** FBY_SOURCE() - The same by its name. */
#define FBY_SOURCE(name) fby_source(FOREBAY_USER_SOURCE_##name)

/**
 * fby_source_start() - Begins a burst of a ramp of one channel.
 * @rate: samples per card cycle, in parts of 2^32
 * @packet: samples of a packet, 0: no end
 * @samples: how many, 0: until it is stopped
 */
void fby_source_start(uint32_t rate, uint32_t packet, uint64_t samples);

/**
 * fby_source_listen() - Captures what is on the air: a burst of 1, 2 or 4 channels that begins at a time, or is late.
 * @rate: samples per card cycle, in parts of 2^32
 * @channels: how many
 * @first: time of the first sample
 * @samples: how many of each channel
 */
void fby_source_listen(uint32_t rate, uint32_t channels, uint64_t first, uint64_t samples);

/** fby_source_is_late() - Whether the last burst that was to begin at a time was late. */
bool fby_source_is_late(void);

/** fby_source_stop() - Ends it, and waits until it has. */
void fby_source_stop(void);

/** fby_source_await() - Waits for the end of a burst that was counted, so long at most. Returns whether it came. */
bool fby_source_await(uint64_t limit_ms);

/** struct fby_account - What has become of a burst's samples. */
struct fby_account {
	uint64_t produced, kept, lost;
};

/** fby_account() - As the source has it. */
struct fby_account fby_account(void);

/** fby_source_wide() - A number in two registers, whose low one is read first and keeps the other. */
uint64_t fby_source_wide(uint32_t low, uint32_t high);

/** fby_source_now() - The hardware time. */
uint64_t fby_source_now(void);

/**
 * fby_source_cycles() - From the first sample of a burst to sample @number, in cycles, by the definition of the rate.
 * @rate: samples per card cycle, in parts of 2^32
 */
uint64_t fby_source_cycles(uint32_t rate, uint64_t number);

#endif
