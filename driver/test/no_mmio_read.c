// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a transfer that goes well reads no register, however it waits: the card says all there
 * is to know by what it writes to memory. Register reads are the dearest thing a driver can do
 * (tens of thousands per second on a real link). A card that stands still for stall_ms is asked why,
 * which a machine that is held up for so long sees, too: the promise is of stall_ms=0.
 * Catches: the stock driver's reads of status, pending and completed count for each transfer
 * (dma.md 1.3; ~30 to 80 us each, #110 #321).
 */

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_stream.h"
#include "fby_test.h"

#define COUNT 100u
#define LEN (3 * FBY_PAGE)

struct tally {
	uint64_t reads, writes, messages;
};

static struct tally tally(void)
{
	struct tally t;

	t.messages = fby_counter(FOREBAY_USER_COUNTER_MESSAGES_INDEX);
	t.writes = fby_counter(FOREBAY_USER_COUNTER_MMIO_WRITES_INDEX);
	t.reads = fby_counter(FOREBAY_USER_COUNTER_MMIO_READS_INDEX);
	return t;
}

/*
 * Looking at the counters is itself reads: what two looks with nothing between them show is taken
 * off.
 */
static uint64_t own;

static void calibrate(void)
{
	struct tally a = tally(), b = tally();

	own = b.reads - a.reads;
}

static struct tally since(struct tally start)
{
	struct tally end = tally();

	return (struct tally){ end.reads - start.reads - own, end.writes - start.writes,
			       end.messages - start.messages };
}

static void memory_mapped(unsigned int mode, const char *how)
{
	int to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false)),
	    from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false));
	unsigned char *buf = fby_scattered(LEN / FBY_PAGE);
	unsigned int good = 0;
	struct tally start, spent;

	fby_set_completion(to, mode, 1000000, 0);
	fby_set_completion(from, mode, 1000000, 0);
	start = tally();
	for (unsigned int i = 0; i < COUNT; i++)
		good += pwrite(to, buf, LEN, 0) == LEN && pread(from, buf, LEN, 0) == LEN;
	spent = since(start);
	fby_is(good, COUNT, "%u transfers both ways %s", COUNT, how);
	fby_is((long long)spent.reads, 0, "without a single register read");
	fby_note("%s: %.2f register writes and %.2f messages per transfer", how,
		 (double)spent.writes / (2 * COUNT), (double)spent.messages / (2 * COUNT));
	if (mode == FOREBAY_COMPLETE_IRQ)
		fby_ok(spent.messages <= 2 * COUNT, "and at most one message each");
	else
		fby_ok(spent.messages <= COUNT / 10,
		       "and hardly a message: who spins completes its transfer by itself");
	close(to);
	close(from);
}

static void streams(void)
{
	unsigned int channel = fby_loop_channel(0), good = 0;
	int to = fby_open_chan(FBY_H2C, channel), from = fby_open_chan(FBY_C2H, channel);
	unsigned char *out = fby_scattered(2), *in = fby_scattered(2);
	struct tally start = tally(), spent;

	for (unsigned int i = 0; i < COUNT; i++)
		good += write(to, out, 5000) == 5000 && read(from, in, 5000) == 5000;
	spent = since(start);
	fby_is(good, COUNT, "%u packets", COUNT);
	fby_is((long long)spent.reads, 0, "without a single register read");
	fby_note("streams: %.2f register writes and %.2f messages per transfer",
		 (double)spent.writes / (2 * COUNT), (double)spent.messages / (2 * COUNT));
	close(to);
	close(from);
}

int main(int argc, char **argv)
{
	struct tally none;

	(void)argc;
	(void)argv;
	fby_begin("a good transfer reads no register", 120);
	calibrate();
	none = since(tally());
	fby_is((long long)none.reads, 0, "the measurement itself adds nothing");
	fby_reg(0);
	none = tally();
	fby_reg(0);
	fby_is((long long)since(none).reads, 1, "and sees a read that there was");
	memory_mapped(FOREBAY_COMPLETE_IRQ, "by interrupt");
	memory_mapped(FOREBAY_COMPLETE_POLL, "by polling");
	if (fby_loop_pairs())
		streams();
	return fby_done();
}
