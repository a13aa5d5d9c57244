// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a program whose memory comes late, or is taken away, while capture copies into it holds up nobody, and nothing is lost
 * or told wrong by that: the card is reset and unbound meanwhile, runs end and begin, and the read ends with its bytes, or with
 * ECANCELED if they are gone; a buffer that NEXT could not tell of is the next one's, whoever waits for it; one that was exported
 * meanwhile stays as it is. Buffers that somebody maps while others are asked for stay those that he maps.
 * Catches: memory of the program that is touched under a lock; buffers that are given back under a copy or a map; a waiter that
 * is not woken.
 */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_ask.h"
#include "fby_cap.h"
#include "fby_child.h"
#include "fby_flow.h"
#include "fby_hook.h"
#include "fby_late.h"
#include "fby_test.h"

#define BUFFERS 8u
#define BYTES 8192u
#define BURST ((uint64_t)BUFFERS * BYTES / FBY_SAMPLE)
#define BOUND_MS 30000u
/* Where buffers are given back for others. */
#define RETIRE "forebay_pairs_sets_retire"

/* A file with a burst in its buffers, all of them full. */
static struct fby_cap filled(void)
{
	struct fby_cap cap = fby_cap_stream(BUFFERS, BYTES, 0, FOREBAY_CAP_GAP);
	uint64_t end = fby_ms() + FBY_FLOW_MS;

	fby_source_start(FBY_FASTEST, 0, BURST);
	while (fby_cap_stats(&cap).full < BUFFERS && fby_ms() < end)
		;
	return cap;
}

static int stop(void *cap)
{
	return fby_cap_stop(cap);
}

static int start_anew(void *cap)
{
	return fby_cap_stop(cap) || fby_cap_start(cap) ? -1 : 0;
}

static int reset(void *cap)
{
	(void)cap;
	return fby_write_file(fby_pci_path("reset"), "1");
}

static int others(void *arg)
{
	struct forebay_cap_setup setup = { .buffers = BUFFERS / 2, .bytes = 2 * BYTES };
	struct fby_cap *cap = arg;

	munmap((void *)(uintptr_t)cap->map, BUFFERS * BYTES);
	cap->map = NULL;
	return fby_cap_stop(cap) || fby_cap_setup(cap->fd, &setup) ? -1 : 0;
}

static int unbind(void *cap)
{
	(void)cap;
	return fby_unbind();
}

/* Something becomes of the file while a read stands in the middle of its copy; then the read has all its bytes, or @error. */
static void copying(int (*act)(void *cap), int error, const char *what)
{
	struct fby_cap cap = filled();
	struct fby_late late = fby_late_missing(BYTES);
	struct fby_call *call = fby_call_read(cap.fd, late.at, BYTES, -1);
	struct fby_ramp ramp = { .rate = FBY_FASTEST };
	ssize_t n;
	int got;

	fby_ok(fby_late_faulted(&late), "%s: a read waits for its memory", what);
	fby_ok(fby_beside(act, &cap), "%s: holds nobody up", what);
	fby_late_give(&late, NULL);
	fby_call_end(call, BOUND_MS, &n, &got);
	if (error) {
		fby_ok(n == -1 && got == error, "%s: the read ends: %s (%zd)", what, fby_errno_name(error), n);
	} else {
		fby_is(n, BYTES, "%s: the read has its bytes", what);
		fby_ramp_bytes(&ramp, late.at, BYTES);
		fby_ramp_good(&ramp, what);
	}
	fby_late_forget(&late);
	fby_cap_close(&cap);
	if (!fby_bound())
		fby_is(fby_bind(), 0, "%s: the card is bound again", what);
	fby_cap_works(what);
}

/* NEXT stands at the end of its call, with the first buffer of a burst of @buffers. */
static void stand(const struct fby_cap *cap, struct fby_late *late, struct fby_ask *ask, unsigned int buffers)
{
	const struct forebay_cap_next next = { .timeout_ms = FBY_FLOW_MS };

	*late = fby_late_protected(FBY_PAGE);
	memcpy(late->at, &next, sizeof(next));
	fby_late_protect(late);
	*ask = (struct fby_ask){ .fd = cap->fd, .request = FOREBAY_IOC_CAP_NEXT, .arg = late->at };
	fby_ask_begin(ask);
	fby_source_start(FBY_FASTEST, 0, (uint64_t)buffers * BYTES / FBY_SAMPLE);
	fby_ok(fby_late_faulted(late), "a NEXT stands before memory that it cannot write yet");
	fby_is(fby_cap_stats(cap).taken, 1, "with a buffer in its hands");
}

static void not_told(void)
{
	struct fby_cap cap = fby_cap_stream(BUFFERS, BYTES, 0, FOREBAY_CAP_GAP);
	struct forebay_cap_next next = { .timeout_ms = FOREBAY_CAP_FOREVER };
	struct fby_ask other = { .fd = cap.fd, .request = FOREBAY_IOC_CAP_NEXT, .arg = &next }, ask;
	struct fby_late late;

	stand(&cap, &late, &ask, 1);
	fby_ok(fby_ask_waits(&other), "another one waits");
	fby_late_forget(&late);
	fby_ask_fails(&ask, EFAULT, "the memory goes away");
	fby_ok(fby_ask_ends(&other, BOUND_MS) && !other.ret, "and the other one has the buffer");
	fby_is(next.buffer.sequence, 0, "the same one");
	fby_cap_stop(&cap);
	fby_cap_close(&cap);
}

static void exported(void)
{
	struct fby_cap cap = fby_cap_stream(BUFFERS, BYTES, 0, FOREBAY_CAP_GAP);
	struct forebay_cap_stats stats;
	struct fby_late late;
	struct fby_ask ask;
	uint32_t index;
	int buf = -1;

	stand(&cap, &late, &ask, 1);
	for (index = 0; index < BUFFERS && buf < 0; index++)
		buf = fby_cap_export(&cap, index);
	fby_ok(buf >= 0, "somebody exports it meanwhile");
	fby_late_forget(&late);
	fby_ask_fails(&ask, EFAULT, "the memory goes away");
	fby_is(fby_cap_stop(&cap), 0, "it stops");
	fby_is(fby_cap_start(&cap), 0, "and starts anew");
	stats = fby_cap_stats(&cap);
	fby_is(stats.armed, BUFFERS - 1, "without the buffer that the dma-buf holds");
	fby_is(fby_cap_release(&cap, index - 1), 0, "it can be given back");
	fby_is(fby_cap_stats(&cap).armed, BUFFERS - 1, "which is not enough");
	close(buf);
	fby_is(fby_cap_stats(&cap).armed, BUFFERS, "when the dma-buf is closed the card has it");
	fby_cap_flows(&cap, "a buffer that was exported before it was told of");
	fby_cap_close(&cap);
}

/* Between the look whether the buffers are in use and their end somebody maps and touches them. */
static void mapped(void)
{
	struct fby_cap cap = fby_cap_open(BUFFERS, BYTES, 0, FOREBAY_CAP_GAP);
	struct forebay_cap_setup setup = { .buffers = BUFFERS, .bytes = BYTES }, now;
	struct fby_ask ask = { .fd = cap.fd, .request = FOREBAY_IOC_CAP_SETUP, .arg = &setup };
	unsigned char dirty = 0;

	fby_hook_load();
	fby_hook_hold(RETIRE, 0);
	fby_ask_begin(&ask);
	fby_hook_waits(RETIRE);
	fby_cap_map(&cap);
	for (size_t i = 0; i < BUFFERS * BYTES; i += FBY_PAGE)
		dirty |= cap.map[i];
	fby_hook_go(RETIRE);
	fby_ask_fails(&ask, EBUSY, "buffers that were mapped under a setup");
	fby_is(dirty, 0, "there was nothing in them");
	fby_hook_unload();
	fby_is(ioctl(cap.fd, FOREBAY_IOC_CAP_GET, &now), 0, "the file");
	fby_is(now.buffers, BUFFERS, "has its buffers");
	fby_is(fby_cap_start(&cap), 0, "it starts");
	/* Were they others, what comes would not be where the map is. */
	fby_cap_flows(&cap, "a map under a setup");
	fby_cap_close(&cap);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("a program whose memory comes late holds up nobody, and loses nothing", 240);
	copying(stop, 0, "a read in a stop");
	copying(start_anew, ECANCELED, "a read in a new start");
	copying(others, ECANCELED, "a read while other buffers are made");
	copying(reset, ECANCELED, "a read in a reset");
	not_told();
	exported();
	mapped();
	/* Last, as it ends what the program has of the card. */
	copying(unbind, ECANCELED, "a read in an unbind");
	return fby_done();
}
