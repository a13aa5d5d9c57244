// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: in whatever phase a capture is, it can be stopped, closed, killed, reset, lose its card for a while, sleep, be unbound: calls
 * say what the interface says, the next capture is whole, and all memory is given back.
 * Catches: a phase that one of the ends was not thought of in.
 */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_cap.h"
#include "fby_child.h"
#include "fby_fault.h"
#include "fby_flow.h"
#include "fby_kernel.h"
#include "fby_test.h"
#include "fby_trouble.h"

/* As much that one set of them that is lost would be missed. */
#define BUFFERS 24u
#define BYTES (2u << 20)
#define SET_KIB ((long long)BUFFERS * BYTES / 1024)
/* A buffer ends with its packet, so that all of them are full soon. */
#define PACKET 64u
#define BOUND_MS 60000u

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

static void idle(struct life *life)
{
	open_life(life, 0, FOREBAY_CAP_GAP);
}

static void armed(struct life *life)
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

static void filling(struct life *life)
{
	trickle(0, life);
}

static void filling_polled(struct life *life)
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

static void overrun(struct life *life)
{
	overload(life, FOREBAY_CAP_GAP);
}

static void overwriting(struct life *life)
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

static void half_read(struct life *life)
{
	unsigned char half[PACKET * FBY_SAMPLE / 2];

	some(life);
	if (read(life->cap.fd, half, sizeof(half)) != sizeof(half))
		fby_bail("a read: %s", strerror(errno));
}

static void exported(struct life *life)
{
	struct forebay_cap_buffer said = some(life);

	life->buf = fby_cap_export(&life->cap, said.index);
	if (life->buf < 0)
		fby_bail("an export: %s", strerror(errno));
}

static void lingering(struct life *life)
{
	exported(life);
	fby_cap_release_all(&life->cap);
}

static void failed(struct life *life)
{
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

static const struct phase {
	const char *name;
	void (*enter)(struct life *life);
} phases[] = {
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

static void leave(struct life *life)
{
	fby_cap_close(&life->cap);
	if (life->buf >= 0)
		close(life->buf);
}

static void quiet_source(void)
{
	fby_source_stop();
}

/* What is full comes, then nothing more, for the reason that there is. */
static void comes_to(const struct life *life, const char *name, const char *end)
{
	struct forebay_cap_buffer said;
	unsigned int had = 0;

	while (!fby_cap_next(&life->cap, FBY_FLOW_MS, &said) && had <= BUFFERS) {
		fby_cap_release(&life->cap, said.index);
		had++;
	}
	fby_ok(errno == life->over, "%s %s: then nothing will come: %s (%s)", end, name, fby_errno_name(life->over),
	       fby_errno_name(errno));
}

static void anew(struct life *life, const char *name)
{
	if (life->buf >= 0)
		close(life->buf);
	life->buf = -1;
	fby_cap_release_all(&life->cap);
	fby_is(fby_cap_start(&life->cap), 0, "%s: it starts again", name);
	fby_cap_flows(&life->cap, name);
}

static void by_stop(const struct phase *phase)
{
	struct life life;

	phase->enter(&life);
	fby_is(fby_cap_stop(&life.cap), 0, "a stop %s", phase->name);
	quiet_source();
	comes_to(&life, phase->name, "a stop");
	anew(&life, phase->name);
	leave(&life);
}

static void by_close(const struct phase *phase)
{
	struct life life;

	phase->enter(&life);
	leave(&life);
	quiet_source();
	fby_cap_works(phase->name);
}

static void by_kill(const struct phase *phase)
{
	struct fby_notice there = fby_notice_open();
	pid_t child = fby_fork();
	struct life life;

	if (!child) {
		phase->enter(&life);
		fby_notice_post(there);
		for (;;)
			pause();
	}
	fby_ok(fby_notice_wait(there, 1), "a process %s", phase->name);
	kill(child, SIGKILL);
	fby_ok(fby_reaped(child, BOUND_MS) != -1, "is killed");
	quiet_source();
	fby_cap_works(phase->name);
}

static void by_reset(const struct phase *phase)
{
	struct life life;

	phase->enter(&life);
	fby_is(fby_write_file(fby_pci_path("reset"), "1"), 0, "a reset %s", phase->name);
	life.over = ECANCELED;
	comes_to(&life, phase->name, "a reset");
	anew(&life, phase->name);
	leave(&life);
}

static void by_absence(const struct phase *phase)
{
	struct life life;

	phase->enter(&life);
	fby_step("frozen");
	life.over = ECANCELED;
	comes_to(&life, phase->name, "a card that is away");
	leave(&life);
	fby_step("slot_reset");
	fby_step("resume");
	quiet_source();
	fby_cap_works(phase->name);
}

/* As far as the devices, and back. */
static void by_sleep(const struct phase *phase)
{
	struct life life;

	phase->enter(&life);
	fby_is(fby_sleep(), 0, "a sleep %s", phase->name);
	life.over = ECANCELED;
	comes_to(&life, phase->name, "a sleep");
	quiet_source();
	anew(&life, phase->name);
	leave(&life);
}

static void by_unbind(const struct phase *phase)
{
	struct life life;

	phase->enter(&life);
	fby_fails(fby_rmmod("forebay"), EWOULDBLOCK, "a module %s is in use", phase->name);
	fby_is(fby_unbind(), 0, "an unbind %s", phase->name);
	life.over = ENODEV;
	comes_to(&life, phase->name, "an unbind");
	fby_is(fby_bind(), 0, "the card is bound again");
	quiet_source();
	fby_cap_works(phase->name);
	leave(&life);
}

static const struct {
	const char *name;
	void (*end)(const struct phase *phase);
} ends[] = {
	{ "stops", by_stop },	    { "closes", by_close },	    { "kills", by_kill },
	{ "resets", by_reset },	    { "a card that is away", by_absence }, { "sleeps", by_sleep },	    { "unbinds", by_unbind },
};

int main(int argc, char **argv)
{
	long long before;

	(void)argc;
	(void)argv;
	fby_begin("in whatever phase a capture is, it can end in any way", 400);
	fby_fault_need();
	fby_trouble_load();
	fby_sleep_prepare();
	fby_cap_works("nothing");
	before = fby_kib("MemFree");
	for (unsigned int i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		for (unsigned int k = 0; k < sizeof(phases) / sizeof(phases[0]); k++)
			ends[i].end(&phases[k]);
		fby_ok(fby_free_again(before - SET_KIB / 2), "%s: all memory is there again (%lld KiB of %lld)",
		       ends[i].name, fby_kib("MemFree"), before);
	}
	fby_sleep_restore();
	fby_trouble_unload();
	return fby_done();
}
