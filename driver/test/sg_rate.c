// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: samples that come by a stream of the XDMA channels into buffers of any length, a read each, are whole and in their order, and what did
 * not come is what the source says it has lost.
 * Catches: a stream that loses what was in flight between two reads; a packet that goes on behind a gap.
 *
 *   sg_rate [rate=N] [ms=N] [bytes=N]
 *
 * rate: samples in 2^32 cycles of the card. Prints what was counted, as cap_rate does: this is the other way to capture, which it is compared with.
 */

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "fby_cap.h"
#include "fby_spent.h"
#include "fby_test.h"

/* What an emulated machine has no trouble with, a read at a time. */
#define USUAL_RATE (FBY_FASTEST / 1024)
#define USUAL_MS 200u
/* The source's default: a page. */
#define USUAL_BYTES 4096u
#define WAIT_MS 20000u
#define SPARE_S 240u

/* struct got - What has come of a burst, and what has not by its numbers. */
struct got {
	uint64_t number, kept, lost, gaps;
	bool wrong;
};

/* The samples of a read follow each other: a gap ends a packet, which ends the read. */
static void take(struct got *got, const unsigned char *bytes, size_t count)
{
	uint32_t sample;
	uint64_t gap;
	size_t at;

	memcpy(&sample, bytes, FBY_SAMPLE);
	gap = (sample - got->number) & FBY_RAMP_NUMBER;
	got->lost += gap;
	got->gaps += gap > 0;
	got->number += gap;
	got->wrong |= count % FBY_SAMPLE != 0;
	for (at = 0; at < count; at += FBY_SAMPLE, got->number++) {
		memcpy(&sample, bytes + at, FBY_SAMPLE);
		got->wrong |= sample != (got->number & FBY_RAMP_NUMBER);
	}
	got->kept += count / FBY_SAMPLE;
}

/* Whether all has come that will: the burst is over, and what was kept of it is here. */
static bool is_over(const struct got *got, uint64_t samples)
{
	struct fby_account account = fby_account();

	return account.produced == samples && account.kept == got->kept;
}

int main(int argc, char **argv)
{
	uint32_t rate = (uint32_t)fby_arg(argc, argv, "rate=", USUAL_RATE);
	uint32_t bytes = (uint32_t)fby_arg(argc, argv, "bytes=", USUAL_BYTES);
	uint64_t ms = fby_arg(argc, argv, "ms=", USUAL_MS);
	struct fby_spent began, ended;
	struct fby_account account;
	struct got got = { 0 };
	unsigned char *into;
	uint64_t samples;
	ssize_t count;
	bool more;
	int fd;

	fby_begin("samples come by an XDMA stream, or are counted", (unsigned int)(ms / 1000) + SPARE_S);
	samples = (uint64_t)((unsigned __int128)ms * fby_reg(FOREBAY_USER_STATUS_CLOCK_KHZ) * rate >> 32);
	into = fby_map(bytes);
	fd = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, true));
	began = fby_spent_now();
	fby_source_start(rate, 0, samples);
	do {
		count = read(fd, into, bytes);
		if (count > 0)
			take(&got, into, (size_t)count);
		/* Not asked of the card while there is more to come for certain, which would be most of what a small read costs. */
		more = got.number < samples && got.gaps == 0 && count == (ssize_t)bytes;
	} while (more || (count > 0 && !is_over(&got, samples)));
	ended = fby_spent_now();
	/* What was lost at the end of a burst is followed by nothing, and a read behind it ends by its time. */
	fby_ok(count > 0 || (errno == ETIMEDOUT && is_over(&got, samples)), "every read has brought something");
	fby_ok(fby_source_await(WAIT_MS), "the source is through");
	account = fby_account();
	fby_ok(!got.wrong, "the samples of a read follow each other");
	fby_is((long long)account.produced, (long long)samples, "so many were produced");
	fby_is((long long)got.kept, (long long)account.kept, "all that was kept has come");
	fby_is((long long)(account.kept + account.lost), (long long)account.produced, "what was lost is the rest");
	fby_ok(got.lost <= account.lost && got.kept + account.lost == samples, "no number is missing that was not lost");
	fby_spent_note("sg", rate, &account, got.lost, got.gaps, &began, &ended, bytes);
	close(fd);
	return fby_done();
}
