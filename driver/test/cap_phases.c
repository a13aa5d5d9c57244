// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: in whatever phase a capture is, it can be stopped, closed, killed, reset, lose its card for a while or for good, sleep,
 * be unbound: calls say what the interface says, the next capture is whole, and all memory is given back.
 * Catches: a phase that one of the ends was not thought of in.
 */

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "fby_cap.h"
#include "fby_ends.h"
#include "fby_fault.h"
#include "fby_flow.h"
#include "fby_test.h"
#include "fby_trouble.h"

/* As much that one set of them that is lost would be missed. */
#define BUFFERS 24u
#define BYTES (2u << 20)
#define SET_KIB ((long long)BUFFERS * BYTES / 1024)
/* A buffer ends with its packet, so that all of them are full soon. */
#define PACKET 64u

/** struct life - A capture in some phase. */
struct life {
	struct fby_cap cap;
	/** A dma-buf of it; -1: none. */
	int buf;
	/** What NEXT says when nothing more comes, once it is stopped. */
	int over;
};

static void open_life(struct life *life, uint32_t flags, uint32_t policy)
{
	*life = (struct life){ .cap = fby_cap_open(BUFFERS, BYTES, flags, policy), .buf = -1, .over = ENODATA };
	fby_cap_map(&life->cap);
}

static void run(struct life *life, uint32_t flags, uint32_t policy)
{
	open_life(life, flags, policy);
	if (fby_cap_start(&life->cap))
		fby_bail("it does not start: %s", strerror(errno));
}

static void idle(void *life)
{
	open_life(life, 0, FOREBAY_CAP_GAP);
}

static void armed(void *life)
{
	run(life, 0, FOREBAY_CAP_GAP);
}

static void trickle(uint32_t flags, struct life *life)
{
	uint64_t end = fby_ms() + FBY_FLOW_MS;

	run(life, flags, FOREBAY_CAP_GAP);
	fby_source_start(FBY_FASTEST / 1024, 0, 0);
	while (fby_account().kept < PACKET && fby_ms() < end)
		;
}

static void filling(void *life)
{
	trickle(0, life);
}

static void filling_polled(void *life)
{
	trickle(FOREBAY_CAP_POLL, life);
}

/* Packets come faster than anybody takes them, until some are lost or filled anew. */
static void overload(struct life *life, uint32_t policy)
{
	uint64_t end = fby_ms() + FBY_FLOW_MS;

	run(life, 0, policy);
	fby_source_start(FBY_FASTEST, PACKET, 0);
	while (!(policy == FOREBAY_CAP_GAP ? fby_account().lost : fby_cap_stats(&life->cap).overwritten)) {
		if (fby_ms() > end)
			fby_bail("the card is not overrun");
	}
}

static void overrun(void *life)
{
	overload(life, FOREBAY_CAP_GAP);
}

static void overwriting(void *life)
{
	overload(life, FOREBAY_CAP_OVERWRITE);
}

static struct forebay_cap_buffer some(struct life *life)
{
	struct forebay_cap_buffer said;

	run(life, 0, FOREBAY_CAP_GAP);
	fby_source_start(FBY_FASTEST / 64, PACKET, 0);
	if (fby_cap_next(&life->cap, FBY_FLOW_MS, &said))
		fby_bail("no buffer came: %s", strerror(errno));
	return said;
}

static void half_read(void *arg)
{
	struct life *life = arg;
	unsigned char half[PACKET * FBY_SAMPLE / 2];

	some(life);
	if (read(life->cap.fd, half, sizeof(half)) != sizeof(half))
		fby_bail("a read: %s", strerror(errno));
}

static void exported(void *arg)
{
	struct life *life = arg;
	struct forebay_cap_buffer said = some(life);

	life->buf = fby_cap_export(&life->cap, said.index);
	if (life->buf < 0)
		fby_bail("an export: %s", strerror(errno));
}

static void lingering(void *arg)
{
	struct life *life = arg;

	exported(life);
	fby_cap_release_all(&life->cap);
}

static void failed(void *arg)
{
	struct life *life = arg;
	uint64_t end = fby_ms() + FBY_FLOW_MS;

	run(life, 0, FOREBAY_CAP_GAP);
	/* Anew for each: an unbind has taken the page. */
	fby_fault_need();
	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(COMPLETER_ABORT), .skip = 20, .count = 1,
					  .select = FOREBAY_FAULT_SELECT_WRITE | FOREBAY_FAULT_SELECT_DATA });
	fby_source_start(FBY_FASTEST, PACKET, 0);
	while (!fby_cap_stats(&life->cap).errors) {
		if (fby_ms() > end)
			fby_bail("the engine meets no error");
	}
	fby_fault_disarm();
	life->over = EIO;
}

static const struct fby_phase phases[] = {
	{ "before its start", idle },
	{ "armed", armed },
	{ "in a buffer", filling },
	{ "in a buffer, polled", filling_polled },
	{ "overrun", overrun },
	{ "overwriting", overwriting },
	{ "in a half of a read", half_read },
	{ "with a dma-buf", exported },
	{ "with a dma-buf only", lingering },
	{ "failed", failed },
};

static void leave(void *arg)
{
	struct life *life = arg;

	fby_cap_close(&life->cap);
	if (life->buf >= 0)
		close(life->buf);
}

static int stop(void *arg)
{
	struct life *life = arg;

	return fby_cap_stop(&life->cap);
}

/* What is full comes, then nothing more, for the reason that there is. */
static void over(void *arg, int error, const char *end, const char *name)
{
	struct life *life = arg;
	struct forebay_cap_buffer said;
	unsigned int had = 0;

	if (error)
		life->over = error;
	while (!fby_cap_next(&life->cap, FBY_FLOW_MS, &said) && had <= BUFFERS) {
		fby_cap_release(&life->cap, said.index);
		had++;
	}
	fby_ok(errno == life->over, "%s %s: then nothing will come: %s (%s)", end, name, fby_errno_name(life->over),
	       fby_errno_name(errno));
}

static void anew(void *arg, const char *name)
{
	struct life *life = arg;

	if (life->buf >= 0)
		close(life->buf);
	life->buf = -1;
	fby_cap_release_all(&life->cap);
	fby_is(fby_cap_start(&life->cap), 0, "%s: it starts again", name);
	fby_cap_flows(&life->cap, name);
}

int main(int argc, char **argv)
{
	const struct fby_ends ends = {
		.node = "cap0",
		.phases = phases,
		.count = sizeof(phases) / sizeof(phases[0]),
		.life = sizeof(struct life),
		.kib = SET_KIB,
		.stop = stop,
		.over = over,
		.anew = anew,
		.leave = leave,
		.works = fby_cap_works,
		.quiet = fby_source_stop,
	};

	(void)argc;
	(void)argv;
	fby_begin("in whatever phase a capture is, it can end in any way", 400);
	fby_fault_need();
	fby_trouble_load();
	fby_ends_all(&ends);
	fby_trouble_unload();
	return fby_done();
}
