// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: the module cannot be removed while one of its nodes is open or mapped, and can right
 * after; loading it again works, many times over, and leaves nothing behind.
 * Catches: code that is gone under an open file; leaks of load and unload (PR #398:
 * leak-everything probe failures).
 */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_kernel.h"
#include "fby_test.h"

static void refused(const char *node, int flags)
{
	int fd = fby_must_open(node, flags);

	fby_fails(fby_rmmod("forebay"), EWOULDBLOCK, "rmmod with %s open: refused", node);
	fby_ok(fby_loaded("forebay"), "the module is still there");
	close(fd);
}

static void refused_mapped(void)
{
	int fd = fby_must_open("user", O_RDWR);
	void *map = mmap(NULL, FBY_PAGE, PROT_READ, MAP_SHARED, fd, 0);

	close(fd);
	fby_ok(map != MAP_FAILED, "registers are mapped, their file is closed");
	fby_fails(fby_rmmod("forebay"), EWOULDBLOCK, "rmmod: refused");
	munmap(map, FBY_PAGE);
}

static bool load(const char *params)
{
	uint64_t end = fby_ms() + 5000;

	if (fby_insmod(fby_module_path("forebay"), params))
		return false;
	while (access(fby_node("user"), F_OK))
		if (fby_ms() > end)
			return false;
	return true;
}

int main(int argc, char **argv)
{
	unsigned int rounds = fby_has_arg(argc, argv, "quick") ? 3 : 15, bad = 0;

	fby_begin("the module stays while it is used", 200);
	refused(fby_chan_name(FBY_H2C, fby_first(FBY_H2C, false)), O_WRONLY);
	refused(fby_chan_name(FBY_C2H, fby_first(FBY_C2H, false)), O_RDONLY);
	refused("user", O_RDWR);
	refused("aperture", O_RDWR);
	refused("events", O_RDONLY);
	refused_mapped();
	fby_still_works("refused removals");
	for (unsigned int i = 0; i < rounds; i++) {
		bad += !fby_round_trip(0, 10000, i);
		bad += fby_rmmod("forebay") != 0;
		bad += fby_loaded("forebay");
		bad += !load(i % 2 ? "completion=poll" : "");
	}
	fby_is(bad, 0, "transfer, rmmod and insmod, %u times", rounds);
	bad = fby_rmmod("forebay") != 0;
	fby_fails(fby_insmod(fby_module_path("forebay"), "completion=nonsense"), EINVAL,
		  "an unknown value of a parameter: EINVAL");
	fby_fails(fby_insmod(fby_module_path("forebay"), "timeout_ms=0"), EINVAL,
		  "a time-out of 0: EINVAL");
	fby_ok(!bad && load(""), "after that it loads");
	fby_still_works("loading and unloading");
	return fby_done();
}
