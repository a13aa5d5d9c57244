// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a file waits by interrupt or by polling, as it chooses and changes at any time; polling
 * spins no longer than it was told and then sleeps; both give the same data.
 * Catches: transfers that time out only in poll mode (#321), an oops when the count reads all ones
 * (Prandr #3 #19), a spin that burns a processor for as long as the card is silent.
 */

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_stream.h"
#include "fby_test.h"

#define LEN (5 * FBY_PAGE + 77)

static const struct {
	const char *name;
	unsigned int mode, spin_us;
} ways[] = {
	{ "by interrupt", FOREBAY_COMPLETE_IRQ, 0 },
	{ "by polling for up to 1 s", FOREBAY_COMPLETE_POLL, 1000000 },
	{ "by polling for 1 us, then sleeping", FOREBAY_COMPLETE_POLL, 1 },
};

static unsigned char *out, *in;

static bool move(int to, int from, uint64_t seed)
{
	fby_fill(out, LEN, seed);
	memset(in, 0, LEN);
	return pwrite(to, out, LEN, 0x555) == (ssize_t)LEN &&
	       pread(from, in, LEN, 0x555) == (ssize_t)LEN && fby_diff(out, in, LEN) < 0;
}

static void each_way(int to, int from)
{
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		unsigned int good = 0;

		fby_set_completion(to, ways[i].mode, ways[i].spin_us, 10000);
		fby_set_completion(from, ways[i].mode, ways[i].spin_us, 10000);
		for (unsigned int k = 0; k < 50; k++)
			good += move(to, from, i * 100 + k);
		fby_is(good, 50, "50 transfers both ways, %s", ways[i].name);
	}
}

/* A completion that is left over from one mode must not end a transfer of the next. */
static void switching(int to, int from)
{
	unsigned int good = 0;

	for (unsigned int k = 0; k < 120; k++) {
		fby_set_completion(to, ways[k % 3].mode, ways[k % 3].spin_us, 10000);
		fby_set_completion(from, ways[(k / 3) % 3].mode, ways[(k / 3) % 3].spin_us, 10000);
		good += move(to, from, 1000 + k);
	}
	fby_is(good, 120, "120 transfers with another way for each");
}

static void per_file(int to)
{
	int other = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false)), fresh;
	struct forebay_completion a, b, c;

	fby_set_completion(to, FOREBAY_COMPLETE_POLL, 123, 4567);
	fresh = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	ioctl(to, FOREBAY_IOC_GET_COMPLETION, &a);
	ioctl(other, FOREBAY_IOC_GET_COMPLETION, &b);
	ioctl(fresh, FOREBAY_IOC_GET_COMPLETION, &c);
	fby_ok(a.mode == FOREBAY_COMPLETE_POLL && a.spin_us == 123 && a.timeout_ms == 4567,
	       "a file keeps its settings");
	fby_ok(!memcmp(&b, &c, sizeof(b)), "others keep the module's");
	close(other);
	close(fresh);
}

static uint64_t cpu_ms(void)
{
	struct rusage use;

	getrusage(RUSAGE_SELF, &use);
	return (uint64_t)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1000 +
	       (uint64_t)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1000;
}

/* Nothing comes: after the spin the wait costs no processor time. */
static void bounded_spin(void)
{
	int from = fby_open_chan(FBY_C2H, fby_loop_channel(0));
	uint64_t cpu, wall;

	fby_set_completion(from, FOREBAY_COMPLETE_POLL, 100000, 1500);
	cpu = cpu_ms();
	wall = fby_ms();
	fby_fails(read(from, in, LEN), ETIMEDOUT, "a polling read of an empty stream: ETIMEDOUT");
	wall = fby_ms() - wall;
	cpu = cpu_ms() - cpu;
	/* The kernel counts in ticks, which come late on a busy machine under emulation. */
	fby_ok(wall + 150 >= 1500ull * fby_timeout_scale(), "not before its time (%llu ms)",
	       (unsigned long long)wall);
	fby_ok(cpu < wall / 2, "of %llu ms it computed for %llu ms", (unsigned long long)wall,
	       (unsigned long long)cpu);
	close(from);
}

int main(int argc, char **argv)
{
	int to, from;

	(void)argc;
	(void)argv;
	fby_begin("completion by interrupt and by polling, chosen per file", 180);
	out = fby_scattered(6);
	in = fby_scattered(6);
	to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false));
	each_way(to, from);
	switching(to, from);
	per_file(to);
	if (fby_loop_pairs())
		bounded_spin();
	fby_still_works("switching");
	close(to);
	close(from);
	return fby_done();
}
