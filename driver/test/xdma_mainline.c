// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: the card is an XDMA engine for software that others wrote: mainline's driver binds to
 * it, moves data both ways, runs cyclic transfers, ends them in the middle, and works again.
 * Catches: an engine and a driver that only agree with each other.
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
	fby_begin("mainline's XDMA driver on this card", 200);
	fby_debugfs();
	if (fby_bound())
		fby_bail("our driver is loaded; this test brings others");
	for (unsigned int round = 0; round < 2; round++) {
		fby_load("xdma", "");
		fby_load("fby_xdma_parent", "");
		fby_ok(fby_relay("/sys/kernel/debug/fby_xdma_parent/tap") > 20,
		       "the checks have run");
		fby_is(fby_rmmod("fby_xdma_parent"), 0, "the parent can be unloaded");
		fby_is(fby_rmmod("xdma"), 0, "and mainline's driver");
	}
	return fby_done();
}
