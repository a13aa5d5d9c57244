// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: the driver takes part in the PCI error recovery: it goes on after an error that is
 * over, ends its transfers and comes back after a reset of the link, lets go of a card that is
 * lost, pulled or shut down, and takes one back that is there again after all.
 * Catches: a driver without error handlers, or with some that do nothing (litex_m2sdr #156 #157;
 * dma.md section 7).
 */

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_child.h"
#include "fby_fault.h"
#include "fby_hook.h"
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

/* What a reset restores must be there again for the next one. */
static void frozen_after_reset(void)
{
	fby_is(fby_write_file(fby_pci_path("reset"), "1"), 0, "the card is reset");
	frozen();
}

/* Nobody says any more that the card is back; it is found to be when somebody asks for it. */
static void comes_back(void)
{
	unsigned int channel = fby_first(FBY_H2C, false);
	int to = fby_open_chan(FBY_H2C, channel), user = fby_must_open("user", O_RDWR);
	uint64_t start = fby_ms();
	uint32_t word;
	char byte = 1;

	fby_is(step("frozen"), NEED_RESET, "an error that froze the link");
	fby_hook_fail("forebay_card_gone", 0);
	fby_is(step("slot_reset"), DISCONNECT,
	       "the card does not answer after the reset: the driver lets go");
	fby_fails(pread(user, &word, 4, 0), ENODEV, "a register: ENODEV");
	fby_fails(pwrite(to, &byte, 1, 0), ENODEV, "a transfer: ENODEV");
	fby_ok(fby_ms() - start < BOUND_MS, "at once");
	step("back");
	close(fby_open_chan(FBY_H2C, channel));
	fby_is(pwrite(to, &byte, 1, 0), 1, "the next open brings the card back, for all");
	fby_is(pread(user, &word, 4, 0), 4, "its registers too");
	close(to);
	close(user);
	fby_still_works("a recovery that went wrong");
}

static void unplugged(void)
{
	int to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	uint64_t start = fby_ms();
	char byte[64] = { 1 };

	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, 300);
	fby_fault_need();
	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(ALL_ONES), .count = FBY_ALL });
	step("unplug");
	fby_fails(pwrite(to, byte, 64, 0), ENODEV, "a transfer on a card that was pulled: ENODEV");
	fby_is(fby_unbind(), 0, "its driver can be taken off");
	fby_ok(fby_ms() - start < BOUND_MS, "without waiting for the card to come back");
	close(to);
	step("back");
	fby_write_file(fby_pci_path("enable"), "1");
	fby_fault_need();
	fby_fault_disarm();
	fby_write_file(fby_pci_path("enable"), "0");
	fby_is(fby_bind(), 0, "when it is there again, it is taken");
	fby_still_works("a card that was pulled");
}

/* A card that needs a reset while somebody holds the device gets it as soon as that is over. */
static void busy(void)
{
	int to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	uint64_t end = fby_ms() + BOUND_MS;
	char byte[64] = { 1 };
	ssize_t n;

	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, 300);
	fby_hook_go("pci_try_reset_function");
	fby_fault_need();
	fby_is(step("busy"), 0, "somebody holds the device");
	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(ALL_ONES), .count = FBY_ALL });
	fby_fails(pwrite(to, byte, 64, 0), ENODEV, "a transfer on a card that is gone: ENODEV");
	fby_hook_over("pci_try_reset_function", 1);
	fby_fault_disarm();
	fby_is(step("idle"), 0, "it is let go");
	do {
		n = pwrite(to, byte, 64, 0);
	} while (n < 0 && fby_ms() < end);
	fby_is(n, 64, "the same file works again by itself");
	close(to);
	fby_still_works("a reset that had to wait");
}

/* Nothing brings a card back that must not write into the next kernel's memory. */
static void shut_down(void)
{
	unsigned int channel = fby_first(FBY_H2C, false);
	int to = fby_open_chan(FBY_H2C, channel), again;
	char byte = 1;

	step("shutdown");
	fby_fails(pwrite(to, &byte, 1, 0), ENODEV, "after the shutdown a transfer: ENODEV");
	again = fby_open(fby_chan_name(FBY_H2C, channel), O_WRONLY);
	fby_ok(again < 0 && errno == ENODEV, "and an open (%s)", fby_errno_name(errno));
	fby_fails(pwrite(to, &byte, 1, 0), ENODEV, "the open has changed nothing");
	if (again >= 0)
		close(again);
	close(to);
	fby_is(fby_unbind(), 0, "the driver can be taken off");
	fby_is(fby_bind(), 0, "and the card taken again");
	fby_still_works("a shutdown");
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
	frozen_after_reset();
	lost();
	fby_hook_load();
	comes_back();
	busy();
	fby_hook_unload();
	unplugged();
	shut_down();
	fby_is(fby_rmmod("fby_pci_error"), 0, "the helper can be unloaded");
	return fby_done();
}
