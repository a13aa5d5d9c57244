// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: the driver takes part in the PCI error recovery: it goes on after an error that is
 * over, ends its transfers and comes back after a reset of the link, and lets go of a card that is
 * lost.
 * Catches: a driver without error handlers, or with some that do nothing (litex_m2sdr #156 #157;
 * dma.md section 7).
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_child.h"
#include "fby_kernel.h"
#include "fby_stream.h"
#include "fby_test.h"

#define STEP "/sys/kernel/debug/fby_pci_error/step"
#define BOUND_MS 15000u

/* Answers of a driver, as in linux/pci.h. */
enum { CAN_RECOVER = 2, NEED_RESET = 3, DISCONNECT = 4, RECOVERED = 5 };

static int step(const char *name)
{
	char text[32] = "";

	if (fby_write_file(STEP, name) || !fby_read_file(STEP, text, sizeof(text)))
		fby_bail("%s: %s", STEP, strerror(errno));
	return atoi(text);
}

static void harmless(void)
{
	int to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	char byte = 1;
	int answer = step("normal");

	fby_ok(answer == CAN_RECOVER || answer == RECOVERED,
	       "an error that did not stop the link: the driver can go on (%d)", answer);
	answer = step("mmio_enabled");
	fby_ok(answer == RECOVERED || answer == -ENOENT, "registers work: it has recovered (%d)",
	       answer);
	step("resume");
	fby_is(pwrite(to, &byte, 1, 0), 1, "a file that was open works");
	close(to);
	fby_still_works("an error that is over");
}

static void frozen(void)
{
	int to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false)), from = -1, error;
	unsigned char *room = fby_map(FBY_PAGE);
	struct fby_call *call = NULL;
	uint64_t start = fby_ms();
	char byte = 1;
	ssize_t n;

	if (fby_loop_pairs()) {
		from = fby_open_chan(FBY_C2H, fby_loop_channel(0));
		fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, 60000);
		call = fby_call_read(from, room, FBY_PAGE, -1);
		fby_ok(fby_call_waits(call), "a read waits");
	}
	fby_is(step("frozen"), NEED_RESET,
	       "an error that froze the link: the driver wants a reset");
	if (call) {
		fby_call_end(call, BOUND_MS, &n, &error);
		fby_ok(n == -1 && (error == EIO || error == ECANCELED || error == ENODEV),
		       "the read ends: %s", fby_errno_name(error));
		close(from);
	}
	fby_is(step("slot_reset"), RECOVERED, "after the reset it has recovered");
	step("resume");
	fby_ok(fby_ms() - start < BOUND_MS, "in bounded time");
	fby_is(pwrite(to, &byte, 1, 0), 1, "a file that was open works");
	close(to);
	fby_still_works("a reset of the link");
}

static void lost(void)
{
	int to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	char byte = 1;

	fby_is(step("failed"), DISCONNECT, "an error for ever: the driver lets go");
	fby_fails(pwrite(to, &byte, 1, 0), ENODEV, "its files: ENODEV");
	close(to);
	fby_is(fby_unbind(), 0, "the card can be unbound");
	step("back");
	fby_is(fby_bind(), 0, "and bound");
	fby_still_works("a card that was lost");
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("the driver's part in PCI error recovery", 120);
	fby_debugfs();
	fby_load("fby_pci_error", "");
	harmless();
	frozen();
	frozen();
	lost();
	fby_is(fby_rmmod("fby_pci_error"), 0, "the helper can be unloaded");
	return fby_done();
}
