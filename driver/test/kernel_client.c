// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: another module uses channels without a file. Its calls move data both ways, keep to
 * their time and quota, can be cancelled, are told of a reset, and end when the card is unbound
 * under it; each is told its end once, and counts what has arrived.
 * Catches: a driver whose transfers need an open file; callbacks that come twice or never, and into
 * a module that is gone.
 */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>

#include "fby_card.h"
#include "fby_kernel.h"
#include "fby_stream.h"
#include "fby_test.h"

#define CHECKS "/sys/kernel/debug/fby_client/"
/* Time of who sets none: far longer than a caller waits for one that has run into its own. */
#define MODULE_MS "600000"

static void load(void)
{
	char params[128], number[16];

	if (!fby_read_file(fby_pci_path("card/number"), number, sizeof(number)))
		fby_bail("the card says no number");
	snprintf(params, sizeof(params), "card=%s memory=%u stream=%u mem_bytes=%llu", number,
		 fby_first(FBY_H2C, false), fby_loop_channel(0),
		 (unsigned long long)fby_mem_bytes());
	fby_load("fby_client", params);
}

static void moves(void)
{
	fby_ok(fby_relay(CHECKS "move") > 20, "the checks have run");
	fby_ok(fby_relay(CHECKS "streams") > 20, "those of streams too");
}

static void waits(void)
{
	fby_is(fby_relay(CHECKS "begin_wait"), 3, "a caller in the kernel waits");
	fby_fails(fby_open(fby_chan_name(FBY_C2H, fby_loop_channel(0)), O_RDONLY), EBUSY,
		  "its stream is taken, for files as well");
}

static void reset(void)
{
	waits();
	fby_is(fby_write_file(fby_pci_path("reset"), "1"), 0, "the card is reset");
	fby_ok(fby_relay(CHECKS "after_reset") > 8, "the checks behind it have run");
	fby_still_works("a reset under a caller in the kernel");
}

static void unbound(void)
{
	waits();
	fby_is(fby_unbind(), 0, "the card can be unbound meanwhile");
	fby_fails(fby_rmmod("forebay"), EWOULDBLOCK, "the module stays as long as it has callers");
	fby_is(fby_relay(CHECKS "after_unbind"), 6, "the checks behind it have run");
	fby_is(fby_bind(), 0, "the card can be bound again");
	moves();
}

/* A module that goes while one of its calls is under way ends it first. */
static void leaves(void)
{
	waits();
	fby_is(fby_rmmod("fby_client"), 0, "the caller's module can be unloaded while it waits");
	fby_still_works("a caller that has left");
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("a module uses channels without a file", 200);
	fby_debugfs();
	if (!fby_loop_pairs())
		fby_skip_all("this card has no loopback stream");
	fby_is(fby_write_file("/sys/module/forebay/parameters/timeout_ms", MODULE_MS), 0,
	       "who sets no time has a long one");
	load();
	moves();
	reset();
	unbound();
	leaves();
	return fby_done();
}
