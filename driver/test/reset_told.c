// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a program learns that the card was reset, by whomever: each file's count of resets goes
 * up, and whoever waits for an event is told that it does not come any more.
 * Catches: one program's reset that wipes another one's registers, memory and packets without a
 * word.
 */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_child.h"
#include "fby_kernel.h"
#include "fby_test.h"

#define STEP "/sys/kernel/debug/fby_pci_error/step"
#define BOUND_MS 15000u

static void reset(void)
{
	fby_is(fby_write_file(fby_pci_path("reset"), "1"), 0, "the card is reset");
}

static void counted(void)
{
	int fd = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	char text[16] = "";

	fby_is(fby_resets(fd), 0, "no reset so far");
	reset();
	fby_is(fby_resets(fd), 1, "the file that was open knows of the reset");
	reset();
	fby_is(fby_resets(fd), 2, "and of the next one");
	fby_ok(fby_read_file(fby_pci_path("card/resets"), text, sizeof(text)) && atoi(text) == 2,
	       "sysfs says the same (%s)", text);
	if (fby_write_file(STEP, "normal") || fby_write_file(STEP, "resume"))
		fby_bail("%s", STEP);
	fby_is(fby_resets(fd), 2, "an error that is over was none");
	if (fby_write_file(STEP, "frozen") || fby_write_file(STEP, "slot_reset") ||
	    fby_write_file(STEP, "resume"))
		fby_bail("%s", STEP);
	fby_is(fby_resets(fd), 3, "a reset of the slot was one");
	close(fd);
}

static void waiting(void)
{
	int waits = fby_must_open("events", O_RDONLY),
	    looks = fby_must_open("events", O_RDONLY | O_NONBLOCK), error;
	struct pollfd p = { .fd = looks, .events = POLLIN | POLLPRI };
	struct forebay_events got;
	struct fby_call *call = fby_call_read(waits, &got, sizeof(got), -1);
	ssize_t n;

	fby_ok(fby_call_waits(call), "a program waits for an event");
	fby_is(poll(&p, 1, 0), 0, "another one has none");
	reset();
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_ok(n == -1 && error == ECANCELED, "who waits gets ECANCELED (%zd, %s)", n,
	       fby_errno_name(error));
	fby_ok(poll(&p, 1, 0) == 1 && p.revents == (POLLIN | POLLPRI),
	       "who looks finds something urgent (0x%x)", p.revents);
	fby_fails(read(looks, &got, sizeof(got)), ECANCELED, "and gets ECANCELED");
	fby_is(poll(&p, 1, 0), 0, "once");
	fby_fails(read(looks, &got, sizeof(got)), EAGAIN, "then there is no event as before");
	close(waits);
	close(looks);
	looks = fby_must_open("events", O_RDONLY | O_NONBLOCK);
	fby_fails(read(looks, &got, sizeof(got)), EAGAIN,
		  "a file that is opened later is not told");
	close(looks);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("a program learns that the card was reset", 60);
	fby_debugfs();
	fby_load("fby_pci_error", "");
	counted();
	waiting();
	fby_is(fby_rmmod("fby_pci_error"), 0, "the helper can be unloaded");
	return fby_done();
}
