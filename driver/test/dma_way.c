// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: the card reaches memory in the way that this boot is for: directly, through an IOMMU
 * that forgets mappings at once, or through the kernel's bounce buffers.
 * Catches: a whole run of the data part that proves nothing, because the kernel or the machine did
 * not take the arguments that it was given.
 */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_child.h"
#include "fby_test.h"

#define BOUND_MS 20000
#define PACKET 64

/* Pieces of the bounce buffers that are in use now. */
static long bounced(void)
{
	char text[32];

	if (!fby_read_file("/sys/kernel/debug/swiotlb/io_tlb_used", text, sizeof(text)))
		return 0;
	return strtol(text, NULL, 0);
}

/* A transfer that waits holds its mapping: that is the time to look. */
static long bounced_by_a_read(void)
{
	unsigned int channel = fby_first(FBY_C2H, true);
	int from = fby_open_chan(FBY_C2H, channel), to = fby_open_chan(FBY_H2C, channel), error;
	unsigned char *room = fby_map(FBY_PAGE), packet[PACKET];
	long before = bounced(), held;
	struct fby_call *call;
	ssize_t n;

	fby_fill(packet, PACKET, 1);
	call = fby_call_read(from, room, FBY_PAGE, -1);
	fby_ok(fby_call_waits(call), "a read waits for its packet");
	held = bounced() - before;
	fby_is(write(to, packet, PACKET), PACKET, "the packet");
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_ok(n == PACKET && fby_diff(room, packet, PACKET) < 0, "has come whole");
	close(from);
	close(to);
	return held;
}

/* The kernel's word for a strict domain is "DMA"; one that forgets later is "DMA-FQ". */
static void group(void)
{
	char type[32] = "none";
	bool there = fby_read_file(fby_pci_path("iommu_group/type"), type, sizeof(type));

	if (fby_dma() == FBY_DMA_IOMMU)
		fby_ok(there && !strcmp(type, "DMA"),
		       "an IOMMU translates for the card, strictly (%s)", type);
	else
		fby_ok(!there, "no IOMMU translates for the card (%s)", type);
}

int main(int argc, char **argv)
{
	long held;

	(void)argc;
	(void)argv;
	fby_begin("the card reaches memory in the way this boot is for", 60);
	group();
	held = bounced_by_a_read();
	if (fby_dma() == FBY_DMA_BOUNCE)
		fby_ok(held > 0, "its transfers go through bounce buffers (%ld)", held);
	else
		fby_is(held, 0, "its transfers go through no bounce buffers");
	return fby_done();
}
