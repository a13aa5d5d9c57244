// SPDX-License-Identifier: GPL-2.0-only
/* See fby_flow.h. */

#include "fby_flow.h"

#include <errno.h>
#include <string.h>

#include "fby_test.h"

/* Buffers that the card has at once, so that a burst of no more loses nothing on a machine that stands still. */
#define AT_ONCE 16u
/* Samples of a burst at most. */
#define MOST 32768ull
#define BUFFERS 16u
#define BYTES 8192u
#define BACK_MS 60000u
/* Samples of a beat, which is what the source keeps at once. */
#define BEAT 16u

const unsigned char *fby_cap_at(const struct fby_cap *cap, uint32_t index)
{
	return cap->map + (size_t)index * cap->setup.map_bytes;
}

void fby_cap_release_all(const struct fby_cap *cap)
{
	for (uint32_t i = 0; i < cap->setup.buffers; i++)
		fby_cap_release(cap, i);
}

/* Whole buffers. */
static uint64_t burst_of(const struct fby_cap *cap)
{
	uint64_t buffers = cap->setup.buffers < AT_ONCE ? cap->setup.buffers : AT_ONCE;
	uint64_t samples = buffers * cap->setup.bytes / FBY_SAMPLE;

	return samples < MOST ? samples : MOST;
}

/*
 * Takes what the card has kept of bursts before, which may be as much as it has room for, up to a burst of a beat behind all of
 * that. Returns that one's sequence number, or UINT32_MAX if it has not come.
 */
static uint32_t sweep(const struct fby_cap *cap)
{
	struct forebay_cap_buffer said;
	uint64_t begun;
	bool kept;

	do {
		begun = fby_source_now();
		fby_source_start(FBY_FASTEST, 0, BEAT);
		if (!fby_source_await(FBY_FLOW_MS))
			return UINT32_MAX;
		/* If there was no room for it, something else comes, and then there is some. */
		kept = fby_account().kept == BEAT;
		do {
			if (fby_cap_next(cap, FBY_FLOW_MS, &said) || fby_cap_release(cap, said.index))
				return UINT32_MAX;
		} while (kept && said.stamp < begun);
	} while (!kept);
	return said.sequence;
}

void fby_cap_flows(const struct fby_cap *cap, const char *after)
{
	const uint64_t burst = burst_of(cap);
	struct fby_ramp ramp = { .rate = FBY_FASTEST, .sequence = sweep(cap) + 1 };
	struct forebay_cap_buffer said;

	if (ramp.sequence)
		fby_source_start(FBY_FASTEST, 0, burst);
	while (ramp.sequence && ramp.kept < burst && !fby_cap_next(cap, FBY_FLOW_MS, &said)) {
		fby_ramp_take(&ramp, &said, fby_cap_at(cap, said.index));
		fby_cap_release(cap, said.index);
	}
	fby_ok(ramp.kept == burst && !ramp.lost, "after %s: a burst comes whole", after);
	fby_ramp_good(&ramp, after);
}

struct fby_cap fby_cap_stream(uint32_t buffers, uint32_t bytes, uint32_t flags, uint32_t policy)
{
	struct fby_cap cap = fby_cap_open(buffers, bytes, flags, policy);

	fby_cap_map(&cap);
	if (fby_cap_start(&cap))
		fby_bail("it does not start: %s", strerror(errno));
	return cap;
}

void fby_cap_works(const char *after)
{
	struct fby_cap cap = fby_cap_stream(BUFFERS, BYTES, 0, FOREBAY_CAP_GAP);

	fby_cap_flows(&cap, after);
	fby_cap_close(&cap);
}

bool fby_cap_back(const struct fby_cap *cap)
{
	uint64_t end = fby_ms() + BACK_MS;
	int ret;

	do
		ret = fby_cap_start(cap);
	while (ret && (errno == EIO || errno == ENODEV) && fby_ms() < end);
	return !ret;
}
