// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: threads that make every call on one capture file at once, in any order, with resets in between, get an answer of the
 * interface each, never change a buffer that one of them has taken, and leave a file that works and all memory. Buffers so short
 * that the card ends thousands of them a moment come with all that they hold.
 * Catches: a race of two calls; a message for each buffer that nobody keeps up with.
 */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_cap.h"
#include "fby_flow.h"
#include "fby_kernel.h"
#include "fby_storm.h"
#include "fby_test.h"
#include "fby_trouble.h"

#define MOST_BUFFERS 24u
#define WAIT_MS 5u
#define SLACK_KIB (16ll << 10)
#define OVER ENODATA, EIO, ECANCELED

static const struct fby_cap *cap_of(const struct fby_storm *t)
{
	return t->file;
}

static uint64_t sum_of(const unsigned char *bytes, size_t count)
{
	uint64_t sum = 0, word;

	for (size_t i = 0; i + sizeof(word) <= count; i += sizeof(word)) {
		memcpy(&word, bytes + i, sizeof(word));
		sum = sum * 31 + word;
	}
	return sum;
}

/* While it is the thread's, nobody changes it: not through the map, and not through a dma-buf. */
static void hold(struct fby_storm *t, const struct forebay_cap_buffer *said)
{
	struct forebay_cap_setup setup;
	const unsigned char *map;
	uint64_t sum;
	int buf;

	t->taken++;
	if (ioctl(cap_of(t)->fd, FOREBAY_IOC_CAP_GET, &setup) || !setup.map_bytes)
		return;
	map = mmap(NULL, setup.map_bytes, PROT_READ, MAP_SHARED, cap_of(t)->fd, (off_t)said->index * setup.map_bytes);
	if (map == MAP_FAILED) {
		t->changed++;
		return;
	}
	sum = sum_of(map, said->bytes);
	buf = fby_cap_export(cap_of(t), said->index);
	fby_storm_answered(t, buf, "export", FBY_ERRORS(ENOMEM));
	t->changed += sum != sum_of(map, said->bytes);
	munmap((void *)(uintptr_t)map, setup.map_bytes);
	if (buf >= 0)
		close(buf);
}

static void next(struct fby_storm *t, uint32_t timeout_ms)
{
	struct forebay_cap_buffer said;

	if (!fby_storm_answered(t, fby_cap_next(cap_of(t), timeout_ms, &said), "next", FBY_ERRORS(EAGAIN, ETIMEDOUT, OVER)))
		return;
	hold(t, &said);
	if (fby_cap_release(cap_of(t), said.index))
		t->changed++;
}

static void setup(struct fby_storm *t)
{
	struct forebay_cap_setup setup = {
		.buffers = 1 + (uint32_t)(fby_rand(&t->seed) % MOST_BUFFERS),
		.bytes = 64 * (1 + (uint32_t)(fby_rand(&t->seed) % 128)),
		.flags = (uint32_t)(fby_rand(&t->seed) % 4),
		.policy = (uint32_t)(fby_rand(&t->seed) % 2),
	};

	fby_storm_answered(t, fby_cap_setup(cap_of(t)->fd, &setup), "setup", FBY_ERRORS(EBUSY, EIO));
}

static void look(struct fby_storm *t)
{
	struct pollfd waits = { .fd = cap_of(t)->fd, .events = POLLIN };
	struct forebay_cap_stats stats = fby_cap_stats(cap_of(t));
	struct forebay_cap_buffer last;

	if (stats.armed + stats.full + stats.taken + stats.exported > MOST_BUFFERS)
		t->changed++;
	fby_storm_answered(t, poll(&waits, 1, 0), "poll", FBY_ERRORS(EINTR));
	fby_storm_answered(t, fby_cap_last(cap_of(t), &last), "last", FBY_ERRORS(ENODATA));
}

static void touch(struct fby_storm *t)
{
	struct forebay_cap_setup setup;
	volatile unsigned char *map;
	size_t bytes;

	if (ioctl(cap_of(t)->fd, FOREBAY_IOC_CAP_GET, &setup) || !setup.buffers)
		return;
	bytes = (size_t)setup.buffers * setup.map_bytes;
	map = mmap(NULL, bytes, PROT_READ, MAP_SHARED, cap_of(t)->fd, 0);
	if (!fby_storm_answered(t, map == MAP_FAILED ? -1 : 0, "mmap", FBY_ERRORS(ENXIO)))
		return;
	for (size_t i = 0; i < bytes; i += FBY_PAGE)
		(void)map[i];
	munmap((void *)(uintptr_t)map, bytes);
}

static void once(struct fby_storm *t)
{
	unsigned char room[4096];

	switch (fby_rand(&t->seed) % 10) {
	case 0:
	case 1:
		next(t, WAIT_MS);
		break;
	case 2:
		next(t, 0);
		break;
	case 3:
		fby_storm_answered(t, read(cap_of(t)->fd, room, 1 + fby_rand(&t->seed) % sizeof(room)), "read", FBY_ERRORS(EAGAIN, OVER));
		break;
	case 4:
		fby_storm_answered(t, fby_cap_stop(cap_of(t)), "stop", FBY_ERRORS(EIO));
		break;
	case 5:
	case 6:
		fby_storm_answered(t, fby_cap_start(cap_of(t)), "start", FBY_ERRORS(EBUSY, ENOBUFS, EIO));
		break;
	case 7:
		setup(t);
		break;
	case 8:
		look(t);
		break;
	default:
		touch(t);
	}
}

/* It has taken the stream, too. */
static void reset(struct fby_storm *t)
{
	fby_storm_reset(t);
	fby_source_start(FBY_FASTEST / 16, 64, 0);
}

/* Who reads when nobody else is left waits for a stop. */
static void stop(void *cap)
{
	fby_cap_stop(cap);
}

static void together(bool resets, const char *how)
{
	struct fby_cap cap = fby_cap_open(MOST_BUFFERS, 4096, 0, FOREBAY_CAP_GAP);
	struct forebay_cap_stats stats;

	fby_source_start(FBY_FASTEST / 16, 64, 0);
	fby_storm(&cap, once, resets ? reset : NULL, stop, how);
	fby_source_stop();
	fby_is(fby_cap_stop(&cap), 0, "%s: it stops", how);
	stats = fby_cap_stats(&cap);
	fby_is(stats.armed + stats.taken + stats.exported, stats.taken, "%s: nothing is armed or exported", how);
	fby_ok(stats.taken <= 1, "%s: and no more is taken than a read's", how);
	cap.setup = (struct forebay_cap_setup){ .buffers = MOST_BUFFERS, .bytes = 4096 };
	fby_is(fby_cap_setup(cap.fd, &cap.setup), 0, "%s: there can be others", how);
	fby_cap_map(&cap);
	fby_is(fby_cap_start(&cap), 0, "%s: it starts", how);
	fby_cap_flows(&cap, how);
	fby_cap_close(&cap);
}

/* A beat each, all of the card's records in a moment, at the fastest rate. */
static void shortest(uint32_t flags, const char *how)
{
	struct fby_cap cap = fby_cap_stream(FOREBAY_CAP_BUFFERS, 64, flags, FOREBAY_CAP_GAP);
	struct fby_ramp ramp = { .rate = FBY_FASTEST };
	struct forebay_cap_buffer said;
	struct fby_account account;

	fby_source_start(FBY_FASTEST, 0, 0);
	while (ramp.buffers < 3 * FOREBAY_CAP_BUFFERS && !fby_cap_next(&cap, FBY_FLOW_MS, &said)) {
		fby_ramp_take(&ramp, &said, fby_cap_at(&cap, said.index));
		fby_cap_release(&cap, said.index);
	}
	fby_source_stop();
	account = fby_account();
	while (ramp.kept < account.kept && !fby_cap_next(&cap, FBY_FLOW_MS, &said)) {
		fby_ramp_take(&ramp, &said, fby_cap_at(&cap, said.index));
		fby_cap_release(&cap, said.index);
	}
	fby_ramp_good(&ramp, how);
	fby_is((long long)ramp.kept, (long long)account.kept, "%s: what was kept has come", how);
	fby_is((long long)(account.kept + account.lost), (long long)account.produced, "%s: the rest was lost", how);
	fby_ok(ramp.lost <= account.lost, "%s: as was told", how);
	fby_cap_stop(&cap);
	fby_cap_close(&cap);
}

int main(int argc, char **argv)
{
	long long before;

	(void)argc;
	(void)argv;
	fby_begin("every call at once, in any order, gets an answer and breaks nothing", 300);
	fby_cap_works("nothing");
	before = fby_kib("MemFree");
	together(false, "a storm");
	together(true, "a storm with resets");
	shortest(0, "the shortest buffers");
	shortest(FOREBAY_CAP_POLL, "the shortest buffers, by polling");
	fby_ok(fby_free_again(before - SLACK_KIB), "all memory is there again (%lld KiB of %lld)", fby_kib("MemFree"),
	       before);
	return fby_done();
}
