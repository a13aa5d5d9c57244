// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a transfer of one descriptor is started by the doorbell, and the card reads no descriptor for
 * it, nor anybody a register; with `doorbell` off, or of more descriptors, it is one read more. Either
 * way it is the same transfer. With stall_ms=0: a machine that is held up looks like a stalled card,
 * which is asked why.
 * Catches: a round trip over the link for what the processor has in a register.
 */

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_stream.h"
#include "fby_test.h"

#define ROUNDS 50u
#define PARAM "/sys/module/forebay/parameters/doorbell"

struct tally {
	uint64_t host_reads, reads, writes, done, errors;
};

static struct tally tally(void)
{
	return (struct tally){
		fby_counter(FOREBAY_USER_COUNTER_HOST_READS_INDEX),
		fby_counter(FOREBAY_USER_COUNTER_MMIO_READS_INDEX),
		fby_counter(FOREBAY_USER_COUNTER_MMIO_WRITES_INDEX),
		fby_counter(FOREBAY_USER_COUNTER_DESC_DONE_INDEX),
		fby_counter(FOREBAY_USER_COUNTER_MMIO_ERRORS_INDEX),
	};
}

/* Two looks with nothing between them: looking is itself reads. */
static uint64_t own_reads(void)
{
	struct tally a = tally(), b = tally();

	return b.reads - a.reads;
}

static void switch_to(const char *value)
{
	if (fby_write_file(PARAM, value))
		fby_bail(PARAM ": %s", strerror(errno));
}

/* So many bytes, on one line of a page: one read of the host's memory at most. */
static void memory_mapped(size_t len, unsigned int mode, bool rings, const char *how)
{
	int to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	int from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false));
	unsigned char *out = fby_map(FBY_PAGE), *in = fby_map(FBY_PAGE);
	uint64_t own = own_reads(), descriptors = rings ? 0 : ROUNDS;
	unsigned int good = 0;
	struct tally before, after;

	fby_set_completion(to, mode, 1000000, 0);
	fby_set_completion(from, mode, 1000000, 0);
	before = tally();
	for (unsigned int i = 0; i < ROUNDS; i++) {
		fby_fill(out, len, i);
		good += pwrite(to, out, len, 64 * i) == (ssize_t)len;
	}
	after = tally();
	fby_is(good, ROUNDS, "%u writes of %zu bytes, %s", ROUNDS, len, how);
	fby_is((long long)(after.host_reads - before.host_reads), (long long)(ROUNDS + descriptors),
	       rings ? "a read of the data each" : "a read of the data and of a descriptor each");
	fby_is((long long)(after.done - before.done), ROUNDS, "a descriptor each");
	fby_is((long long)(after.reads - before.reads - own), 0, "no register is read");
	fby_is((long long)(after.errors - before.errors), 0, "nothing is refused");
	fby_note("%s: %.2f register writes", how, (double)(after.writes - before.writes) / ROUNDS);
	before = tally();
	good = 0;
	for (unsigned int i = 0; i < ROUNDS; i++) {
		fby_fill(out, len, i);
		memset(in, 0, len);
		good += pread(from, in, len, 64 * i) == (ssize_t)len &&
			(i + 1 < ROUNDS || fby_diff(in, out, len) < 0) &&
			fby_diff(in, out, len < 64 ? len : 64) < 0;
	}
	after = tally();
	fby_is(good, ROUNDS, "%u reads get what was written", ROUNDS);
	fby_is((long long)(after.host_reads - before.host_reads), (long long)descriptors,
	       rings ? "and the card reads nothing" : "and the card reads a descriptor each");
	fby_is((long long)(after.errors - before.errors), 0, "nothing is refused");
	close(to);
	close(from);
}

static void streams(bool rings)
{
	unsigned int channel = fby_loop_channel(0), good = 0;
	int to = fby_open_chan(FBY_H2C, channel), from = fby_open_chan(FBY_C2H, channel);
	unsigned char *out = fby_map(FBY_PAGE), *in = fby_map(FBY_PAGE);
	struct tally before = tally(), after;

	for (unsigned int i = 0; i < ROUNDS; i++) {
		fby_fill(out, 60, i);
		good += write(to, out, 60) == 60 && read(from, in, FBY_PAGE) == 60 &&
			fby_diff(in, out, 60) < 0;
	}
	after = tally();
	fby_is(good, ROUNDS, "%u packets around a stream", ROUNDS);
	fby_is((long long)(after.host_reads - before.host_reads),
	       (long long)(rings ? ROUNDS : 3 * ROUNDS),
	       rings ? "a read of the data each" : "a read of the data and two of descriptors each");
	fby_is((long long)(after.errors - before.errors), 0, "nothing is refused");
	close(to);
	close(from);
}

/* What is wrong with a descriptor is told as of any other; then the doorbell works on. */
static void failure(void)
{
	int to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	unsigned char *out = fby_map(FBY_PAGE);
	struct forebay_error error;

	fby_fails(pwrite(to, out, 64, (off_t)fby_mem_bytes()), EIO, "a write to where nothing is: EIO");
	error = fby_last_error(to);
	fby_ok(error.cause == FOREBAY_CAUSE_WRITE && !error.descriptor && !error.done,
	       "the file knows the cause (%u)", error.cause);
	fby_is(pwrite(to, out, 64, 0), 64, "the next one works");
	close(to);
}

/* Between two of one descriptor one of several, which is read from memory. */
static void mixed(void)
{
	int to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	int from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false));
	unsigned char *out = fby_scattered(3), *in = fby_scattered(3);
	unsigned int good = 0;

	for (unsigned int i = 0; i < ROUNDS; i++) {
		size_t len = i % 3 ? 64 * i + 1 : 3 * FBY_PAGE - i;

		fby_fill(out, len, i);
		good += pwrite(to, out, len, i) == (ssize_t)len &&
			pread(from, in, len, i) == (ssize_t)len && fby_diff(in, out, len) < 0;
	}
	fby_is(good, ROUNDS, "short and long ones in turns");
	close(to);
	close(from);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("a transfer of one descriptor costs no read of a descriptor", 120);
	for (unsigned int rings = 2; rings-- > 0;) {
		switch_to(rings ? "Y" : "N");
		memory_mapped(64, FOREBAY_COMPLETE_IRQ, rings,
			      rings ? "by doorbell, by interrupt" : "from memory, by interrupt");
		memory_mapped(64, FOREBAY_COMPLETE_POLL, rings,
			      rings ? "by doorbell, by polling" : "from memory, by polling");
		if (fby_loop_pairs())
			streams(rings);
		failure();
		mixed();
	}
	switch_to("Y");
	fby_still_works("doorbells");
	return fby_done();
}
