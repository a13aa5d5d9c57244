// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: the driver leaves the card as a reset does: every DMA register has its reset value, and
 * another driver that takes the card without a reset gets its first transfer on each channel
 * through, and no message that it did not ask for.
 * Catches: a card left armed: run bits that are set, so that the next driver's start is none, and
 * interrupts of transfers long past (XDMA-1071, #48).
 */

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "fby_bar.h"
#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_child.h"
#include "fby_kernel.h"
#include "fby_stream.h"
#include "fby_test.h"

/* Behind the doorbells there is nothing. */
#define WORDS (0xb000 / 4)
#define BOUND_MS 15000u
#define LIMIT_MS 300u
/* More than a stream holds whose receiver is not there. */
#define MANY ((size_t)1 << 20)

/*
 * Counts of the run before the last start. Software cannot write them, and nobody takes them for
 * more than that.
 */
static bool counts_the_last_run(uint32_t at)
{
	if (at >= FOREBAY_XDMA_IRQ_BASE)
		return false;
	return (at & 0xff) == FOREBAY_XDMA_CHAN_COMPLETED_COUNT ||
	       (at & 0xff) == FOREBAY_XDMA_CHAN_PARTIAL_BYTES;
}

static void snapshot(uint32_t *words)
{
	volatile uint32_t *regs = fby_bar_map();

	for (uint32_t i = 0; i < WORDS; i++)
		words[i] = regs[i];
	fby_bar_unmap(regs);
}

/* Runs that ended well, one that failed, one that was cut off: each leaves something behind. */
static void use(void)
{
	unsigned char *room = fby_map(8 * FBY_PAGE);
	struct fby_call *call;
	int to, from, error;
	ssize_t n;

	fby_still_works("the driver took the card");
	to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	from = fby_open_chan(FBY_C2H, fby_loop_channel(0));
	fby_fails(pwrite(to, room, 64, (off_t)fby_mem_bytes()), EIO, "a transfer that fails");
	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, 60000);
	call = fby_call_read(from, room, 8 * FBY_PAGE, -1);
	fby_ok(fby_call_waits(call), "and one that is under way");
	fby_is(fby_unbind(), 0, "when the driver leaves");
	fby_call_end(call, BOUND_MS, &n, &error);
	close(to);
	close(from);
}

static void registers(void)
{
	uint32_t *left = fby_xmalloc(WORDS * 4), *reset = fby_xmalloc(WORDS * 4);
	unsigned int wrong = 0;

	snapshot(left);
	fby_is(fby_write_file(fby_pci_path("reset"), "1"), 0, "the card is reset");
	snapshot(reset);
	for (uint32_t i = 0; i < WORDS; i++) {
		if (left[i] == reset[i] || counts_the_last_run(i * 4))
			continue;
		if (wrong++ < 20)
			fby_note("register 0x%04x: left 0x%08x, after a reset 0x%08x", i * 4,
				 left[i], reset[i]);
	}
	fby_is(wrong, 0, "registers that are not as a reset leaves them");
	fby_is(reset[FOREBAY_XDMA_IRQ_BASE / 4], 0x1fc20006,
	       "they have been read at all");
}

static uint32_t doorbell_at(unsigned int channel, uint32_t at)
{
	return (FOREBAY_XDMA_H2C_DOORBELL_BASE + channel * FOREBAY_XDMA_H2C_DOORBELL_STRIDE + at) / 4;
}

/* The driver before has left a doorbell that has refused a line: the last word of one alone. */
static void refuse(unsigned int channel)
{
	const unsigned int last = FOREBAY_XDMA_DOORBELL_LINE_COUNT - 1;
	volatile uint32_t *regs = fby_bar_map();

	regs[doorbell_at(channel, FOREBAY_XDMA_DOORBELL_LINE + last * FOREBAY_XDMA_DOORBELL_LINE_STRIDE)] = 0;
	fby_is(regs[doorbell_at(channel, FOREBAY_XDMA_DOORBELL_REFUSED)],
	       FOREBAY_XDMA_DOORBELL_REFUSED_TORN, "somebody's line was refused");
	fby_bar_unmap(regs);
}

/* A run by that doorbell, stopped in its middle: the refusal was not of it. */
static void count_of_a_stop(unsigned int channel)
{
	int to = fby_open_chan(FBY_H2C, channel), from = fby_open_chan(FBY_C2H, channel);
	unsigned char *out = fby_contiguous(), *in = fby_map(MANY);
	struct forebay_error error;
	ssize_t n;

	if (!out)
		fby_bail("no huge page");
	fby_fill(out, MANY, 5);
	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	n = write(to, out, MANY);
	error = fby_last_error(to);
	fby_ok(n > 0 && n < (ssize_t)MANY && error.cause == FOREBAY_CAUSE_TIMEOUT,
	       "a write that is stopped by its time returns a count (%zd)", n);
	fby_is(read(from, in, MANY), n, "its receiver gets as many bytes");
	fby_is(n > 0 ? fby_diff(in, out, (size_t)n) : 0, -1, "and these");
	close(to);
	close(from);
}

static void next_driver(void)
{
	fby_load("fby_xdma_vendor", "");
	fby_ok(fby_relay("/sys/kernel/debug/fby_xdma_vendor/first") > 8, "the checks have run");
	fby_is(fby_rmmod("fby_xdma_vendor"), 0, "the mock can be unloaded");
}

int main(int argc, char **argv)
{
	unsigned int stream;

	(void)argc;
	(void)argv;
	fby_begin("the driver leaves the card as a reset does", 200);
	fby_debugfs();
	stream = fby_loop_channel(0);
	use();
	registers();
	refuse(stream);
	fby_is(fby_bind(), 0, "the driver takes the card again");
	count_of_a_stop(stream);
	fby_is(fby_unbind(), 0, "the driver leaves");
	refuse(stream);
	fby_is(fby_bind(), 0, "and takes it again");
	use();
	registers();
	fby_is(fby_bind(), 0, "once more");
	use();
	next_driver();
	fby_is(fby_bind(), 0, "and it comes back to us");
	fby_still_works("another driver");
	return fby_done();
}
