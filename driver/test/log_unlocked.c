// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a line of the kernel log, however slow the console is, holds up nobody but the call that
 * it explains: the channel moves data and its counters can be read meanwhile.
 * Catches: failures logged under the channel's lock with interrupts off, up to a hundred lines a
 * second.
 */

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_child.h"
#include "fby_hook.h"
#include "fby_kernel.h"
#include "fby_test.h"

#define LOGGER "dev_vprintk_emit"
#define BOUND_MS 20000u
#define BYTES 5000u

int main(int argc, char **argv)
{
	static const char *const words[] = { "h2c", "write error", NULL };
	unsigned int channel, error_count;
	unsigned char *buf = fby_map(BYTES);
	struct fby_call *call;
	int fails, works, error;
	ssize_t n;

	(void)argc;
	(void)argv;
	fby_begin("a line of the log holds up nobody else", 60);
	channel = fby_first(FBY_H2C, false);
	fails = fby_open_chan(FBY_H2C, channel);
	works = fby_open_chan(FBY_H2C, channel);
	error_count = (unsigned int)fby_chan_stat(FBY_H2C, channel, "errors");
	fby_kernel_forget();
	fby_hook_load();
	fby_hook_hold(LOGGER, 0);
	call = fby_call_write(fails, buf, BYTES, (off_t)fby_mem_bytes());
	fby_hook_waits(LOGGER);
	fby_is(fby_chan_stat(FBY_H2C, channel, "errors"), error_count + 1,
	       "with a failure on its way into the log, the channel's counters can be read");
	fby_is(pwrite(works, buf, BYTES, 0), BYTES, "and another file's write goes through");
	fby_hook_go(LOGGER);
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_ok(n == -1 && error == EIO, "the call that has failed ends: EIO (%zd, %s)", n,
	       fby_errno_name(error));
	fby_ok(fby_kernel_said(words), "and its line is in the log");
	fby_hook_unload();
	close(fails);
	close(works);
	fby_still_works("a slow log");
	return fby_done();
}
