/* SPDX-License-Identifier: GPL-2.0-only */
/* Capture: the file with its buffers, and a ramp of the signal source that is checked to the sample. */
#ifndef FBY_CAP_H
#define FBY_CAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fby_card.h"
#include "fby_source.h"

/** Of a ramp's sample: its number in the burst, as far as it has bits for it. */
#define FBY_RAMP_NUMBER 0x0fffffffu

/** struct fby_cap - An open file, and its buffers mapped. */
struct fby_cap {
	int fd;
	struct forebay_cap_setup setup;
	const unsigned char *map;
};

/** fby_cap_open() - Opens the node with buffers like these; or bails out. They are not mapped yet. */
struct fby_cap fby_cap_open(uint32_t buffers, uint32_t bytes, uint32_t flags, uint32_t policy);

/** fby_cap_map() - Maps all buffers; or bails out. */
void fby_cap_map(struct fby_cap *cap);

/** fby_cap_close() - Takes the map away and closes the file. */
void fby_cap_close(struct fby_cap *cap);

/** fby_cap_setup() - Asks for buffers. Returns 0, or -1 with errno; @setup is what the kernel has said. */
int fby_cap_setup(int fd, struct forebay_cap_setup *setup);

/** fby_cap_start(), fby_cap_stop() - Return 0, or -1 with errno. */
int fby_cap_start(const struct fby_cap *cap);
int fby_cap_stop(const struct fby_cap *cap);

/** fby_cap_next() - Takes the next full buffer within so long. Returns 0, or -1 with errno. */
int fby_cap_next(const struct fby_cap *cap, uint32_t timeout_ms, struct forebay_cap_buffer *said);

/** fby_cap_last() - Asks of which buffer the last read was. Returns 0, or -1 with errno. */
int fby_cap_last(const struct fby_cap *cap, struct forebay_cap_buffer *said);

/** fby_cap_release() - Gives one back. Returns 0, or -1 with errno. */
int fby_cap_release(const struct fby_cap *cap, uint32_t index);

/** fby_cap_export() - Makes a dma-buf of one. Returns it, or -1 with errno. */
int fby_cap_export(const struct fby_cap *cap, uint32_t index);

/** fby_cap_stats() - Counters of the file; bails out when the call fails. */
struct forebay_cap_stats fby_cap_stats(const struct fby_cap *cap);

/**
 * struct fby_ramp - What has arrived of a ramp.
 *
 * @number is that of the sample that comes next; @lost, @overwritten (samples) and @kept are what was told and what has come.
 */
struct fby_ramp {
	uint32_t rate;
	uint64_t number, lost, overwritten, kept, gaps, buffers;
	/** Time of sample 0, once one has come. */
	uint64_t first;
	bool has_first;
	/** Sequence of the next buffer. */
	uint32_t sequence;
	/** What was wrong first, in words; NULL: nothing. */
	const char *wrong;
	struct forebay_cap_buffer at;
	size_t where;
};

/**
 * fby_ramp_take() - A buffer goes on behind those before it and what was told to be missing, to the sample, and has the time of
 * its first sample.
 */
void fby_ramp_take(struct fby_ramp *ramp, const struct forebay_cap_buffer *said, const void *bytes);

/** fby_ramp_bytes() - Further bytes of the buffer that was taken last, or all of one whose record nobody looks at. */
void fby_ramp_bytes(struct fby_ramp *ramp, const void *bytes, size_t count);

/** fby_ramp_good() - One check: nothing was wrong up to here. */
bool fby_ramp_good(const struct fby_ramp *ramp, const char *what);

#endif
