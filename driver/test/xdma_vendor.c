// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: the card behaves to every step that the vendor's character-device driver makes: probe,
 * transfers by interrupt and by polling, streams with write-backs, time-out, counters, user
 * interrupts. That driver is not at hand; the module fby_xdma_vendor is a mock that makes the same
 * accesses in the same order, with offsets and values typed by hand from its description (dma.md
 * 1.1 to 1.6).
 * Catches: identifiers, masks and side effects that only our own driver could live with; #48 #55
 * #175 #227 #321.
 */

#include <errno.h>
#include <string.h>

#include "fby_card.h"
#include "fby_kernel.h"
#include "fby_test.h"

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("what the vendor's driver does to this card", 200);
	fby_debugfs();
	if (fby_bound())
		fby_bail("our driver is loaded; this test brings another");
	for (unsigned int round = 0; round < 2; round++) {
		/*
		 * The driver takes the card to be as it was switched on; mainline's leaves
		 * channels with their run bit set.
		 */
		fby_is(fby_write_file(fby_pci_path("reset"), "1"), 0, "the card is reset");
		fby_load("fby_xdma_vendor", "");
		fby_ok(fby_relay("/sys/kernel/debug/fby_xdma_vendor/tap") > 40,
		       "the checks have run");
		fby_is(fby_rmmod("fby_xdma_vendor"), 0, "the mock can be unloaded");
	}
	return fby_done();
}
