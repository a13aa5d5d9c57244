// SPDX-License-Identifier: GPL-2.0-only
/* See fby_ends.h. */

#include "fby_ends.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_child.h"
#include "fby_kernel.h"
#include "fby_test.h"
#include "fby_trouble.h"

#define BOUND_MS 60000u

static void by_stop(const struct fby_ends *its, void *life, const char *phase)
{
	fby_is(its->stop(life), 0, "a stop %s", phase);
	its->quiet();
	its->over(life, 0, "a stop", phase);
	its->anew(life, phase);
	its->leave(life);
}

static void by_close(const struct fby_ends *its, void *life, const char *phase)
{
	its->leave(life);
	its->quiet();
	its->works(phase);
}

static void by_reset(const struct fby_ends *its, void *life, const char *phase)
{
	fby_is(fby_write_file(fby_pci_path("reset"), "1"), 0, "a reset %s", phase);
	its->over(life, ECANCELED, "a reset", phase);
	its->anew(life, phase);
	its->leave(life);
}

static void by_absence(const struct fby_ends *its, void *life, const char *phase)
{
	fby_step("frozen");
	its->over(life, ECANCELED, "a card that is away", phase);
	its->leave(life);
	fby_step("slot_reset");
	fby_step("resume");
	its->quiet();
	its->works(phase);
}

/* Nobody says that it is back; who opens a node looks. */
static void by_loss(const struct fby_ends *its, void *life, const char *phase)
{
	fby_step("failed");
	its->over(life, ENODEV, "a card that is lost", phase);
	its->leave(life);
	fby_step("back");
	close(fby_must_open(its->node, O_RDWR));
	its->quiet();
	its->works(phase);
}

/* As far as the devices, and back. */
static void by_sleep(const struct fby_ends *its, void *life, const char *phase)
{
	fby_is(fby_sleep(), 0, "a sleep %s", phase);
	its->over(life, ECANCELED, "a sleep", phase);
	its->quiet();
	its->anew(life, phase);
	its->leave(life);
}

static void by_unbind(const struct fby_ends *its, void *life, const char *phase)
{
	fby_fails(fby_rmmod("forebay"), EWOULDBLOCK, "a module %s is in use", phase);
	fby_is(fby_unbind(), 0, "an unbind %s", phase);
	its->over(life, ENODEV, "an unbind", phase);
	fby_is(fby_bind(), 0, "the card is bound again");
	its->quiet();
	its->works(phase);
	its->leave(life);
}

/* A process that dies in it. */
static void by_kill(const struct fby_ends *its, const struct fby_phase *phase)
{
	struct fby_notice there = fby_notice_open();
	pid_t child = fby_fork();

	if (!child) {
		phase->enter(memset(fby_xmalloc(its->life), 0, its->life));
		fby_notice_post(there);
		for (;;)
			pause();
	}
	fby_ok(fby_notice_wait(there, 1), "a process %s", phase->name);
	kill(child, SIGKILL);
	fby_ok(fby_reaped(child, BOUND_MS) != -1, "is killed");
	its->quiet();
	its->works(phase->name);
}

static const struct {
	const char *name;
	/** NULL: by_kill(), which is not in this process. */
	void (*end)(const struct fby_ends *its, void *life, const char *phase);
} all[] = {
	{ "stops", by_stop },	{ "closes", by_close },	{ "kills", NULL },	{ "resets", by_reset },
	{ "a card that is away", by_absence },	{ "a card that is lost", by_loss },	{ "sleeps", by_sleep },	{ "unbinds", by_unbind },
};

void fby_ends_all(const struct fby_ends *ends)
{
	void *life = fby_xmalloc(ends->life);
	long long before;

	fby_sleep_prepare();
	ends->works("nothing");
	before = fby_kib("MemFree");
	for (unsigned int i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		for (unsigned int k = 0; k < ends->count; k++) {
			const struct fby_phase *phase = &ends->phases[k];

			if (all[i].end) {
				phase->enter(memset(life, 0, ends->life));
				all[i].end(ends, life, phase->name);
			} else {
				by_kill(ends, phase);
			}
		}
		fby_ok(fby_free_again(before - ends->kib / 2), "%s: all memory is there again (%lld KiB of %lld)", all[i].name,
		       fby_kib("MemFree"), before);
	}
	fby_sleep_restore();
	free(life);
}
