// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: the machine can sleep with the card in use: calls end, the card works afterwards, also
 * through files and maps from before, and programs learn of it. While a channel is being
 * recovered, which may reset the card, the machine does not go to sleep in the middle of it.
 * Catches: drivers without power management (dma.md section 7); work that touches a sleeping card.
 */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_child.h"
#include "fby_fault.h"
#include "fby_hook.h"
#include "fby_stream.h"
#include "fby_test.h"

#define BOUND_MS 15000u

/* As far as the devices, then back. Returns 0, or -1 with errno. */
static int sleep_once(void)
{
	return fby_write_file("/sys/power/state", "freeze");
}

static void must_write(const char *path, const char *text)
{
	if (fby_write_file(path, text))
		fby_bail("%s: %s", path, strerror(errno));
}

static uint32_t resets_of(int fd)
{
	struct forebay_info info;

	if (ioctl(fd, FOREBAY_IOC_INFO, &info))
		fby_bail("FOREBAY_IOC_INFO: %s", strerror(errno));
	return info.resets;
}

static void in_use(void)
{
	int from = fby_open_chan(FBY_C2H, fby_loop_channel(0)),
	    user = fby_must_open("user", O_RDWR), error;
	volatile uint32_t *map = mmap(NULL, FBY_PAGE, PROT_READ, MAP_SHARED, user, 0);
	unsigned char *room = fby_map(FBY_PAGE);
	uint32_t resets = resets_of(from), word, first;
	struct fby_call *call;
	ssize_t n;

	if (map == MAP_FAILED)
		fby_bail("map of the registers: %s", strerror(errno));
	first = map[0];
	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, 60000);
	call = fby_call_read(from, room, FBY_PAGE, -1);
	fby_ok(fby_call_waits(call), "a read waits");
	fby_is(sleep_once(), 0, "the machine sleeps");
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_ok(n == -1 && (error == ECANCELED || error == EINTR), "the read has ended (%zd, %s)",
	       n, fby_errno_name(error));
	fby_is(map[0], first, "the map from before shows the registers");
	fby_ok(pread(user, &word, 4, 0) == 4 && word == first, "so does the file");
	fby_is(resets_of(from), resets + 1, "and what was on the card counts as lost");
	close(user);
	close(from);
	fby_still_works("sleep");
}

static void recovering(void)
{
	int to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	unsigned char byte[64] = { 0 };

	fby_hook_load();
	fby_fault_need();
	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, 300);
	fby_hook_hold("forebay_chan_revive", 0);
	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(ALL_ONES), .count = FBY_ALL });
	fby_fails(pwrite(to, byte, 64, 0), ENODEV, "a transfer on a card that is gone");
	fby_fault_disarm();
	fby_hook_waits("forebay_chan_revive");
	fby_fails(sleep_once(), EBUSY, "in the middle of its recovery the machine does not sleep");
	fby_hook_go("forebay_chan_revive");
	fby_is(sleep_once(), 0, "afterwards it does");
	fby_hook_unload();
	close(to);
	fby_still_works("a recovery and sleep");
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("the machine can sleep with the card in use", 120);
	/* Nothing in the machine could wake it: it goes down to the devices and comes back. */
	must_write("/sys/power/pm_test", "devices");
	must_write("/sys/module/suspend/parameters/pm_test_delay", "1");
	must_write("/sys/power/pm_freeze_timeout", "2000");
	in_use();
	recovering();
	must_write("/sys/power/pm_freeze_timeout", "20000");
	must_write("/sys/power/pm_test", "none");
	return fby_done();
}
