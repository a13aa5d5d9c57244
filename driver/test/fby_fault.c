// SPDX-License-Identifier: GPL-2.0-only
/*
 * Arming faults: see fby_fault.h. The page answers whatever is armed, also when the rest of the
 * card is off the bus.
 */

#include "fby_fault.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_test.h"

/*
 * A map and not the node's reads: when the driver has declared the card gone, its node refuses to
 * touch it. It must be made before that, and it is gone with the driver; without a driver the
 * kernel's own file of the BAR serves.
 */
static volatile uint32_t *page;

void fby_fault_need(void)
{
	const struct fby_layout *layout = fby_layout();
	off_t at = FOREBAY_CARD_FAULT_PAGE;
	int fd;

	if (fby_bound()) {
		fd = fby_must_open("user", O_RDWR);
	} else {
		fd = open(fby_resource(layout->user_bar), O_RDWR | O_CLOEXEC);
		at += layout->user_offset;
	}
	if (fd < 0)
		fby_bail("%s: %s", fby_resource(layout->user_bar), strerror(errno));
	page = mmap(NULL, FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, at);
	if (page == MAP_FAILED)
		fby_bail("map of the fault page: %s", strerror(errno));
	close(fd);
	if (page[FOREBAY_FAULT_MAGIC / 4] != FOREBAY_FAULT_MAGIC_RESET)
		fby_bail("the card makes no faults: start its server with --faults");
}

void fby_fault_arm(struct fby_fault fault)
{
	page[FOREBAY_FAULT_KIND / 4] = fault.kind;
	page[FOREBAY_FAULT_SELECT / 4] = fault.select ? fault.select : FOREBAY_FAULT_SELECT_RESET;
	page[FOREBAY_FAULT_SKIP / 4] = fault.skip;
	page[FOREBAY_FAULT_COUNT / 4] = fault.count;
	page[FOREBAY_FAULT_PARAM / 4] = fault.param;
	if (fault.kind == FBY_KIND(FALSE_WORD))
		page[FOREBAY_FAULT_PLACE / 4] = fault.place;
	page[FOREBAY_FAULT_ARM / 4] = FOREBAY_FAULT_ARM_ARMED;
	/*
	 * Writes are posted; the read makes sure that the fault is armed before whatever comes
	 * next.
	 */
	(void)page[FOREBAY_FAULT_ARM / 4];
}

uint32_t fby_fault_seen(void)
{
	return page[FOREBAY_FAULT_SEEN / 4];
}

bool fby_fault_await_hit(uint64_t limit_ms)
{
	uint64_t end = fby_ms() + limit_ms;

	while (!page[FOREBAY_FAULT_HITS / 4])
		if (fby_ms() > end)
			return false;
	return true;
}

uint32_t fby_fault_disarm(void)
{
	page[FOREBAY_FAULT_ARM / 4] = 0;
	return page[FOREBAY_FAULT_HITS / 4];
}

const char *fby_fault_name(uint32_t kind)
{
	static const char *const names[] = {
		[FBY_KIND(NONE)] = "no fault",
		[FBY_KIND(UNSUPPORTED_REQUEST)] = "unsupported request",
		[FBY_KIND(COMPLETER_ABORT)] = "completer abort",
		[FBY_KIND(POISONED)] = "poisoned data",
		[FBY_KIND(BAD_MAGIC)] = "bad magic",
		[FBY_KIND(LOST_MESSAGE)] = "lost message",
		[FBY_KIND(LATE_MESSAGE)] = "late message",
		[FBY_KIND(ALL_ONES)] = "all ones",
		[FBY_KIND(NEVER_ANSWERED)] = "never answered",
		[FBY_KIND(LATE_READ)] = "late read",
		[FBY_KIND(STANDSTILL)] = "standstill",
		[FBY_KIND(FALSE_WORD)] = "false word",
	};

	return kind < sizeof(names) / sizeof(names[0]) ? names[kind] : "unnamed fault";
}
