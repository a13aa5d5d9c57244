// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a program that reads, in pieces of any length, and falls behind again and again, is told of all that it does not get,
 * once and in its place, under both policies, by interrupt and by polling, packet by packet and through packets: what was read,
 * lost and overwritten is what was produced, and each buffer has its own time and number.
 * Catches: losses that CAP_LAST tells twice, or not, as the buffer was read in pieces; a buffer that is filled anew under its
 * read.
 */

#include <string.h>
#include <unistd.h>

#include "fby_cap.h"
#include "fby_flow.h"
#include "fby_test.h"

#define BUFFERS 8u
#define BYTES 4096u
#define ROUNDS 8u
/* Whole beats, so that each packet has the time of its own first sample; no divisor of a buffer. */
#define PACKET 688u
#define SEED 5u

/* Of a reader: what it was told, and how much of the buffer that it is at it has read. */
struct reader {
	const struct fby_cap *cap;
	struct fby_ramp ramp;
	struct forebay_cap_buffer at;
	uint32_t read;
	uint64_t seed;
	/* Buffers that were left before their end. */
	unsigned int left;
};

static uint64_t produced(void)
{
	return fby_account().produced;
}

static void let_pass(uint64_t samples)
{
	uint64_t end = fby_ms() + FBY_FLOW_MS, until = produced() + samples;

	while (produced() < until && fby_ms() < end)
		;
}

/* A read of some whole samples. False: nothing more comes. */
static bool piece(struct reader *reader)
{
	unsigned char room[BYTES];
	size_t want = FBY_SAMPLE * (1 + fby_rand(&reader->seed) % (BYTES / FBY_SAMPLE));
	ssize_t got = read(reader->cap->fd, room, want);
	struct forebay_cap_buffer now;

	if (got <= 0 || fby_cap_last(reader->cap, &now))
		return false;
	if (!reader->ramp.buffers || now.sequence != reader->at.sequence) {
		reader->left += reader->read != reader->at.bytes;
		reader->at = now;
		reader->read = 0;
		now.bytes = (uint32_t)got;
		fby_ramp_take(&reader->ramp, &now, room);
	} else {
		fby_ramp_bytes(&reader->ramp, room, (size_t)got);
	}
	reader->read += (uint32_t)got;
	return true;
}

static void reads(uint32_t flags, uint32_t policy, uint32_t packet, const char *how)
{
	struct fby_cap cap = fby_cap_stream(BUFFERS, BYTES, flags, policy);
	struct reader reader = { .cap = &cap, .seed = SEED, .ramp = { .rate = FBY_FASTEST / 16 } };
	struct forebay_cap_stats stats;
	struct fby_account account;

	fby_source_start(reader.ramp.rate, packet, 0);
	for (unsigned int round = 0; round < ROUNDS; round++) {
		let_pass(3ull * BUFFERS * BYTES / FBY_SAMPLE);
		for (unsigned int i = 0; i < 2 * BUFFERS + round; i++)
			piece(&reader);
	}
	fby_source_stop();
	account = fby_account();
	while (reader.ramp.kept + reader.ramp.overwritten < account.kept && piece(&reader))
		;
	fby_is(fby_cap_stop(&cap), 0, "%s: it stops", how);
	while (piece(&reader))
		;
	stats = fby_cap_stats(&cap);
	fby_ramp_good(&reader.ramp, how);
	fby_note("%s: produced %llu, lost %llu (told %llu), overwritten %llu", how, (unsigned long long)account.produced,
		 (unsigned long long)account.lost, (unsigned long long)reader.ramp.lost,
		 (unsigned long long)reader.ramp.overwritten);
	fby_is(reader.left, 0, "%s: no buffer was left before its end", how);
	fby_is((long long)(reader.ramp.kept + reader.ramp.overwritten), (long long)account.kept,
	       "%s: what was read and overwritten is what was kept", how);
	fby_is((long long)(account.kept + account.lost), (long long)account.produced, "%s: the rest was lost", how);
	fby_ok(reader.ramp.lost <= account.lost, "%s: no more was told", how);
	fby_is((long long)stats.lost, (long long)reader.ramp.lost, "%s: the file's count of samples lost", how);
	fby_is((long long)(stats.overwritten / FBY_SAMPLE), (long long)reader.ramp.overwritten, "%s: and overwritten", how);
	fby_ok(policy == FOREBAY_CAP_GAP ? !reader.ramp.overwritten && reader.ramp.lost : reader.ramp.overwritten > 0,
	       "%s: it did fall behind", how);
	fby_cap_close(&cap);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("who reads and falls behind is told of all that is missing, once", 240);
	reads(0, FOREBAY_CAP_GAP, 0, "gap");
	reads(FOREBAY_CAP_POLL, FOREBAY_CAP_GAP, PACKET, "gap, packets, by polling");
	reads(FOREBAY_CAP_THROUGH, FOREBAY_CAP_GAP, PACKET, "gap, through packets");
	reads(0, FOREBAY_CAP_OVERWRITE, 0, "overwrite");
	reads(0, FOREBAY_CAP_OVERWRITE, PACKET, "overwrite, packets");
	reads(FOREBAY_CAP_POLL, FOREBAY_CAP_OVERWRITE, 0, "overwrite, by polling");
	reads(FOREBAY_CAP_THROUGH, FOREBAY_CAP_OVERWRITE, PACKET, "overwrite, through packets");
	return fby_done();
}
