// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: sysfs tells what each channel has done, exactly: transfers, bytes, descriptors, errors,
 * time-outs, aborts, interrupts; and what the card is.
 * Catches: performance calls that crash the kernel (#28); counters that miss partial and failed
 * transfers.
 */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_child.h"
#include "fby_stream.h"
#include "fby_test.h"

static const char *const names[] = { "transfers", "bytes",  "descriptors", "errors",
				     "timeouts",  "deadlocks", "aborts", "interrupts" };
enum { TRANSFERS, BYTES, DESCRIPTORS, ERRORS, TIMEOUTS, DEADLOCKS, ABORTS, INTERRUPTS, NAMES };

struct stats {
	long long value[NAMES];
};

static struct stats stats(enum fby_dir dir, unsigned int channel)
{
	struct stats s;

	for (unsigned int i = 0; i < NAMES; i++)
		s.value[i] = fby_chan_stat(dir, channel, names[i]);
	return s;
}

static long long change(enum fby_dir dir, unsigned int channel, const struct stats *before,
			unsigned int what)
{
	return fby_chan_stat(dir, channel, names[what]) - before->value[what];
}

static void good_transfers(void)
{
	unsigned int h2c = fby_first(FBY_H2C, false);
	int to = fby_open_chan(FBY_H2C, h2c);
	unsigned char *buf = fby_scattered(4);
	struct stats before = stats(FBY_H2C, h2c);
	uint64_t card = fby_counter(FOREBAY_USER_COUNTER_DESC_DONE_INDEX),
		 messages = fby_counter(FOREBAY_USER_COUNTER_MESSAGES_INDEX), end;

	for (unsigned int i = 0; i < 10; i++)
		if (pwrite(to, buf, 4 * FBY_PAGE, 0) != 4 * FBY_PAGE)
			fby_bail("h2c: %s", strerror(errno));
	fby_is(change(FBY_H2C, h2c, &before, TRANSFERS), 10, "ten transfers");
	fby_is(change(FBY_H2C, h2c, &before, BYTES), 40 * FBY_PAGE, "of so many bytes");
	card = fby_counter(FOREBAY_USER_COUNTER_DESC_DONE_INDEX) - card;
	fby_is(change(FBY_H2C, h2c, &before, DESCRIPTORS), (long long)card,
	       "in as many descriptors as the card has done");
	/* Elsewhere it depends on bus addresses what can share one: see page_merge. */
	if (fby_dma() == FBY_DMA_DIRECT)
		fby_is((long long)card, 40, "which are 40");
	fby_is(change(FBY_H2C, h2c, &before, ERRORS), 0, "without an error");
	messages = fby_counter(FOREBAY_USER_COUNTER_MESSAGES_INDEX) - messages;
	/* One whose end was found without it may be on its way yet. */
	end = fby_ms() + 20000;
	while (change(FBY_H2C, h2c, &before, INTERRUPTS) < (long long)messages && fby_ms() < end)
		;
	fby_is(change(FBY_H2C, h2c, &before, INTERRUPTS), (long long)messages,
	       "and as many interrupts as the card has sent messages");
	fby_ok(messages > 0 && messages <= 10, "at most one for each (%llu)",
	       (unsigned long long)messages);
	close(to);
}

static void failed_transfers(void)
{
	unsigned int h2c = fby_first(FBY_H2C, false);
	int to = fby_open_chan(FBY_H2C, h2c);
	unsigned char *buf = fby_scattered(4);
	struct stats before = stats(FBY_H2C, h2c);

	ssize_t n = pwrite(to, buf, 4 * FBY_PAGE, (off_t)fby_mem_bytes() - 2 * FBY_PAGE);

	/* With one descriptor for all of it none is done before the one that fails. */
	if (fby_dma() == FBY_DMA_DIRECT)
		fby_is(n, 2 * FBY_PAGE, "a transfer that fails half way");
	else
		fby_ok((n == -1 && errno == EIO) || (n > 0 && n <= 2 * FBY_PAGE),
		       "a transfer that fails half way (%zd)", n);
	fby_is(change(FBY_H2C, h2c, &before, BYTES), n < 0 ? 0 : n,
	       "counts the bytes that were moved");
	fby_is(change(FBY_H2C, h2c, &before, ERRORS), 1, "and one error");
	close(to);
}

static void timed_out(void)
{
	unsigned int channel = fby_loop_channel(0);
	int from = fby_open_chan(FBY_C2H, channel);
	struct stats before = stats(FBY_C2H, channel);
	unsigned char buf[64];

	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, 100);
	fby_fails(read(from, buf, 64), ETIMEDOUT, "a read of an empty stream");
	fby_is(change(FBY_C2H, channel, &before, TIMEOUTS), 1, "counts as a time-out");
	fby_is(change(FBY_C2H, channel, &before, BYTES), 0, "and no bytes");
	close(from);
}

static void nothing(int sig)
{
	(void)sig;
}

static void aborted(void)
{
	unsigned int channel = fby_loop_channel(0);
	struct sigaction act = { .sa_handler = nothing };
	int from = fby_open_chan(FBY_C2H, channel), error;
	struct stats before = stats(FBY_C2H, channel);
	unsigned char *room = fby_map(FBY_PAGE);
	struct fby_call *call;
	ssize_t n;

	sigaction(SIGUSR1, &act, NULL);
	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, 60000);
	call = fby_call_read(from, room, FBY_PAGE, -1);
	fby_ok(fby_call_waits(call), "a read waits");
	fby_call_signal(call, SIGUSR1);
	fby_call_end(call, 20000, &n, &error);
	fby_ok(n == -1 && error == EINTR, "a signal ends it (%zd, %s)", n, fby_errno_name(error));
	fby_is(change(FBY_C2H, channel, &before, ABORTS), 1,
	       "a read ended by a signal counts as an abort");
	close(from);
}

static void read_only(void)
{
	char path[256];
	unsigned int writable = 0;

	for (unsigned int i = 0; i < NAMES; i++) {
		snprintf(path, sizeof(path), "/sys/class/forebay/forebay0_h2c_%u/%s",
			 fby_first(FBY_H2C, false), names[i]);
		writable += fby_write_file(path, "0") == 0;
	}
	fby_is(writable, 0, "counters cannot be written");
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("counters in sysfs are exact", 60);
	good_transfers();
	failed_transfers();
	if (fby_loop_pairs()) {
		timed_out();
		aborted();
	}
	read_only();
	return fby_done();
}
