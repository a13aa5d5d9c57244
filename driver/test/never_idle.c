// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: an engine that never stops costs the call that met it and a reset of the card, nothing
 * else: the call ends in its time, its pages stay pinned until the card can no longer reach them
 * and no longer than that, and the channel moves data again, for files that were open as well.
 * Catches: buffers given back under a live engine (#117 = aws #516), "timeout, then dead channel"
 * (#54 #64 #133 #175 #227 #298), an unbind that waits for an engine for ever.
 */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_child.h"
#include "fby_fault.h"
#include "fby_kernel.h"
#include "fby_stream.h"
#include "fby_test.h"

#define LIMIT_MS 400u
/* Longer than anything here waits. */
#define LONG_MS 60000u
/* Stopping the engine, telling about it and the reset; an emulated machine takes its time. */
#define SLACK_MS 10000u
#define BYTES 20000u

/** struct access - The DMA access that never gets its answer, and a channel that makes it. */
struct access {
	const char *name;
	enum fby_dir dir;
	bool stream;
	uint32_t select;
};

static const struct access accesses[] = {
	{ "read of data", FBY_H2C, false, FOREBAY_FAULT_SELECT_READ | FOREBAY_FAULT_SELECT_DATA },
	{ "read of a descriptor", FBY_H2C, false,
	  FOREBAY_FAULT_SELECT_READ | FOREBAY_FAULT_SELECT_DESCRIPTOR },
	{ "write of data", FBY_C2H, false, FOREBAY_FAULT_SELECT_WRITE | FOREBAY_FAULT_SELECT_DATA },
	{ "read of a packet", FBY_H2C, true, FOREBAY_FAULT_SELECT_READ | FOREBAY_FAULT_SELECT_DATA },
};

/* All data have moved by then, and what ended the run is logged: nothing but BUSY is left of it. */
static const struct access last_word = {
	"write of a poll-mode word", FBY_H2C, false,
	FOREBAY_FAULT_SELECT_WRITE | FOREBAY_FAULT_SELECT_WRITE_BACK
};

static unsigned int channel_of(const struct access *access)
{
	return access->stream ? fby_loop_channel(0) : fby_first(access->dir, false);
}

static void arm(const struct access *access)
{
	fby_fault_arm((struct fby_fault){
		.kind = FBY_KIND(NEVER_ANSWERED), .select = access->select, .count = 1 });
}

/* A file of the channel whose calls give up after that many ms. */
static int open_limited(const struct access *access, unsigned int limit_ms)
{
	int fd = fby_open_chan(access->dir, channel_of(access));

	fby_set_completion(fd, FOREBAY_COMPLETE_IRQ, 0, limit_ms);
	return fd;
}

/* A buffer of 0x42, and on the card what a read of it would bring. */
static unsigned char *prepare(void)
{
	unsigned int channel = fby_first(FBY_H2C, false);
	/* One of a single piece would be started without a descriptor in memory. */
	unsigned char *buf = fby_scattered(BYTES / FBY_PAGE + 1);
	int to = fby_open_chan(FBY_H2C, channel);

	fby_fill(buf, BYTES, 9);
	if (pwrite(to, buf, BYTES, 0) != BYTES)
		fby_bail("filling the card: %s", strerror(errno));
	close(to);
	memset(buf, 0x42, BYTES);
	return buf;
}

/* A card may have moved more of a read than the access that was not answered; no other byte. */
static void check_buffer(const struct access *access, const unsigned char *buf)
{
	unsigned char *data = fby_map(BYTES);
	size_t at = 0;

	if (access->dir == FBY_H2C) {
		fby_is(fby_diff_byte(buf, 0x42, BYTES), -1, "nothing was written into the buffer");
		return;
	}
	fby_fill(data, BYTES, 9);
	while (at < BYTES && (buf[at] == 0x42 || buf[at] == data[at]))
		at++;
	fby_is((long long)at, BYTES, "nothing but what was asked for was written into the buffer");
}

static struct fby_call *start(const struct access *access, int fd, unsigned char *buf)
{
	return access->dir == FBY_H2C ? fby_call_write(fd, buf, BYTES, access->stream ? -1 : 0) :
					fby_call_read(fd, buf, BYTES, 0);
}

/* The call ends at its time; the driver resets the card by itself, and its file goes on. */
static void times_out(const struct access *access)
{
	static const char *const words[] = { "the engine does not stop", NULL };
	uint64_t want = (uint64_t)LIMIT_MS * fby_timeout_scale(), took;
	unsigned int channel = channel_of(access);
	long long stuck = fby_chan_stat(access->dir, channel, "stuck");
	unsigned char *buf = prepare(), *again = fby_map(BYTES), *seen = fby_map(BYTES);
	int fd = open_limited(access, LIMIT_MS), error;
	uint32_t resets = fby_resets(fd);
	struct fby_call *call;
	ssize_t n;

	fby_kernel_forget();
	arm(access);
	call = start(access, fd, buf);
	took = fby_call_end(call, want + SLACK_MS, &n, &error);
	fby_ok(n == -1 && error == ETIMEDOUT, "a %s that is never answered: ETIMEDOUT (%zd, %s)",
	       access->name, n, fby_errno_name(error));
	fby_ok(took < want + SLACK_MS, "after %llu ms, its limit is %llu", (unsigned long long)took,
	       (unsigned long long)want);
	fby_is(fby_chan_stat(access->dir, channel, "stuck"), stuck + 1, "the engine did not stop");
	fby_ok(fby_kernel_said(words), "the log says so");
	/* Waits for the reset: the channel starts nothing before it. */
	fby_set_completion(fd, FOREBAY_COMPLETE_IRQ, 0, LONG_MS);
	fby_fill(again, BYTES, 7);
	if (access->dir == FBY_H2C && !access->stream) {
		fby_is(pwrite(fd, again, BYTES, 0), BYTES, "the file that was open works");
		fby_peek(0, seen, BYTES);
		fby_is(fby_diff(seen, again, BYTES), -1, "every byte arrived");
	}
	fby_ok(fby_await_reset(fd, resets, SLACK_MS), "the card is reset, once");
	close(fd);
	fby_still_works("a stuck engine");
	fby_is(fby_pins_held(), 0, "no page is pinned any more");
	check_buffer(access, buf);
}

static bool reset_card(void)
{
	return fby_write_file(fby_pci_path("reset"), "1") == 0;
}

/* Somebody else ends it: by a reset of the card, or by taking the driver away. */
static void ended_by(const struct access *access, bool unbind)
{
	const char *what = unbind ? "an unbind" : "a reset";
	unsigned char *buf = prepare();
	int fd = open_limited(access, LONG_MS), error;
	struct fby_call *call;
	uint64_t begin;
	ssize_t n;

	arm(access);
	call = start(access, fd, buf);
	fby_ok(fby_fault_await_hit(SLACK_MS), "a %s is never answered", access->name);
	fby_ok(fby_call_waits(call), "its call waits");
	begin = fby_ms();
	fby_ok(unbind ? !fby_unbind() : reset_card(), "%s under it", what);
	fby_ok(fby_ms() - begin < SLACK_MS, "takes %llu ms", (unsigned long long)(fby_ms() - begin));
	fby_call_end(call, SLACK_MS, &n, &error);
	fby_ok(n == -1 && (unbind ? error == ENODEV : error == ECANCELED || error == EIO),
	       "the call ends with an error that says so (%zd, %s)", n, fby_errno_name(error));
	close(fd);
	fby_is(fby_pins_held(), 0, "its pages are given back");
	if (unbind) {
		fby_is(fby_bind(), 0, "bind again");
		fby_fault_need();
	}
	fby_still_works(what);
	check_buffer(access, buf);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("an engine that never stops", 250);
	fby_fault_need();
	for (size_t i = 0; i < sizeof(accesses) / sizeof(accesses[0]); i++) {
		if (accesses[i].stream && !fby_loop_pairs())
			continue;
		times_out(&accesses[i]);
		ended_by(&accesses[i], false);
		ended_by(&accesses[i], true);
	}
	/* Once: each of these waits for the driver's time for an engine that does not stop. */
	ended_by(&last_word, true);
	return fby_done();
}
