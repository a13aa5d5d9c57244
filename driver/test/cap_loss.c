// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: what a program does not get it is told of, once and exactly: samples that were lost because all buffers were full, and
 * those that were in buffers which were filled anew; what came, what was lost and what was overwritten are what was produced. So
 * it is while the program holds half of all buffers, or all but one.
 * Catches: an overflow that is a flag without a count; a gap that is told twice or by the wrong buffer; a buffer that a program
 * has taken and that is filled meanwhile; full buffers that are all filled anew before anybody can take one.
 */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fby_cap.h"
#include "fby_test.h"

#define BUFFERS 8u
#define BYTES 16384u
#define WAIT_MS 20000u
/* Buffers at which the consumer falls behind, and for how many buffers' time at least. */
#define ROUNDS 6u
/* The same where the program holds many. */
#define HELD_ROUNDS 2u

/* Waits until the card has produced so many samples more: it goes on whatever becomes of them. */
static void let_pass(uint64_t samples)
{
	uint64_t end = fby_ms() + WAIT_MS, begun = fby_account().produced;

	while (fby_account().produced < begun + samples && fby_ms() < end)
		;
}

/* The last message of the card may be on its way yet. */
static bool all_full(const struct fby_cap *cap)
{
	uint64_t end = fby_ms() + WAIT_MS;
	struct forebay_cap_stats stats;

	do
		stats = fby_cap_stats(cap);
	while (stats.armed && fby_ms() < end);
	return stats.full == BUFFERS;
}

static const unsigned char *at(const struct fby_cap *cap, uint32_t index)
{
	return cap->map + (size_t)index * cap->setup.map_bytes;
}

static bool take(const struct fby_cap *cap, struct fby_ramp *ramp, uint32_t timeout_ms)
{
	struct forebay_cap_buffer said;

	if (fby_cap_next(cap, timeout_ms, &said))
		return false;
	fby_ramp_take(ramp, &said, at(cap, said.index));
	return !fby_cap_release(cap, said.index);
}

/* The end of an overload: the source stops, and everything that it has kept comes. */
static void settle(const struct fby_cap *cap, struct fby_ramp *ramp, const char *how)
{
	struct forebay_cap_stats stats;
	struct fby_account account;

	fby_source_stop();
	account = fby_account();
	while (ramp->kept + ramp->overwritten < account.kept && take(cap, ramp, WAIT_MS))
		;
	fby_cap_stop(cap);
	while (take(cap, ramp, 0))
		;
	stats = fby_cap_stats(cap);
	fby_ramp_good(ramp, how);
	fby_note("%s: produced %llu, lost %llu (told %llu in %llu gaps), overwritten %llu", how,
		 (unsigned long long)account.produced, (unsigned long long)account.lost,
		 (unsigned long long)ramp->lost, (unsigned long long)ramp->gaps,
		 (unsigned long long)ramp->overwritten);
	fby_is((long long)(ramp->kept + ramp->overwritten), (long long)account.kept,
	       "%s: what came and what was overwritten is what was kept", how);
	fby_is((long long)(account.kept + account.lost), (long long)account.produced,
	       "%s: and with what was lost it is what was produced", how);
	/* The last loss has no buffer behind it that could tell. */
	fby_ok(ramp->lost <= account.lost && ramp->number - ramp->lost == account.kept,
	       "%s: what was told to be lost is where it is missing", how);
	fby_is((long long)stats.lost, (long long)ramp->lost, "%s: the file's count of samples lost", how);
	fby_is((long long)(stats.overwritten / FBY_SAMPLE), (long long)ramp->overwritten, "%s: and overwritten", how);
}

/* All buffers full: the stream waits, and the next buffer behind tells what that has cost. */
static void gaps(uint32_t flags, const char *how)
{
	struct fby_cap cap = fby_cap_open(BUFFERS, BYTES, flags, FOREBAY_CAP_GAP);
	struct fby_ramp ramp = { .rate = FBY_FASTEST };

	fby_cap_map(&cap);
	fby_is(fby_cap_start(&cap), 0, "%s: it starts", how);
	fby_source_start(FBY_FASTEST, 0, 0);
	for (unsigned int round = 0; round < ROUNDS; round++) {
		let_pass(4ull * BUFFERS * BYTES / FBY_SAMPLE);
		fby_ok(all_full(&cap), "%s: all buffers are full", how);
		for (unsigned int i = 0; i < BUFFERS + round; i++)
			take(&cap, &ramp, WAIT_MS);
	}
	settle(&cap, &ramp, how);
	fby_ok(ramp.gaps >= ROUNDS - 1 && ramp.lost, "%s: %llu gaps were told", how, (unsigned long long)ramp.gaps);
	fby_is((long long)ramp.overwritten, 0, "%s: nothing was overwritten", how);
	fby_is((long long)fby_cap_stats(&cap).gaps, (long long)ramp.gaps, "%s: the file counts as many", how);
	fby_cap_close(&cap);
}

/*
 * All buffers full: the oldest that nobody holds is filled anew. However many the program holds, it gets what comes into the
 * others.
 */
static void overwrite(unsigned int hold, unsigned int rounds, const char *how)
{
	struct fby_cap cap = fby_cap_open(BUFFERS, BYTES, 0, FOREBAY_CAP_OVERWRITE);
	struct fby_ramp ramp = { .rate = FBY_FASTEST / 64 };
	struct forebay_cap_buffer held[BUFFERS];
	unsigned char *before = fby_xmalloc(hold * BYTES);
	bool same = true, got = true;
	uint64_t anew;

	fby_cap_map(&cap);
	fby_is(fby_cap_start(&cap), 0, "%s: it starts", how);
	fby_source_start(ramp.rate, 0, 0);
	for (unsigned int i = 0; i < hold; i++) {
		if (fby_cap_next(&cap, WAIT_MS, &held[i]))
			fby_bail("no buffer came");
		fby_ramp_take(&ramp, &held[i], at(&cap, held[i].index));
		memcpy(before + i * BYTES, at(&cap, held[i].index), held[i].bytes);
	}
	anew = fby_cap_stats(&cap).overwritten;
	for (unsigned int round = 0; got && round < rounds; round++) {
		let_pass(3ull * BUFFERS * BYTES / FBY_SAMPLE);
		for (unsigned int i = 0; got && i < 3; i++)
			got = take(&cap, &ramp, WAIT_MS);
	}
	fby_ok(got, "%s: buffers go on to come", how);
	anew = fby_cap_stats(&cap).overwritten - anew;
	fby_ok(hold < BUFFERS - 1 ? anew > 0 : !anew, "%s: meanwhile %llu bytes were overwritten", how,
	       (unsigned long long)anew);
	for (unsigned int i = 0; i < hold; i++) {
		same &= fby_diff(before + i * BYTES, at(&cap, held[i].index), held[i].bytes) < 0;
		same &= !fby_cap_release(&cap, held[i].index);
	}
	fby_ok(same, "%s: a buffer that the program holds keeps what is in it", how);
	settle(&cap, &ramp, how);
	free(before);
	fby_cap_close(&cap);
}

int main(int argc, char **argv)
{
	bool quick = fby_has_arg(argc, argv, "quick");

	fby_begin("what is missing of a stream is told, once and exactly", 240);
	gaps(0, "gap");
	if (!quick) {
		gaps(FOREBAY_CAP_POLL, "gap, by polling");
		gaps(FOREBAY_CAP_THROUGH, "gap, through packets");
	}
	overwrite(2, ROUNDS, "overwrite");
	overwrite(BUFFERS / 2, HELD_ROUNDS, "overwrite, half of them held");
	overwrite(BUFFERS - 2, HELD_ROUNDS, "overwrite, all held but two");
	overwrite(BUFFERS - 1, HELD_ROUNDS, "overwrite, all held but one");
	return fby_done();
}
