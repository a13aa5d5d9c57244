// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a start costs the accesses of its scheme, and no other; by the kernel it costs a call and the
 * registers of the front end copy.
 * Catches: a library of user-level DMA that asks the card for more than the scheme has.
 *
 * Between two reads of one counter of the card, which nobody else makes, are so many starts of 64 bytes from and to
 * different addresses: what the card sees of them is in a trace of its bus (bench/). The ticks of a start are printed;
 * on a machine that counts instructions in place of time (QEMU's -icount) they are instructions.
 */

#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <x86intrin.h>

#include "fby_test.h"
#include "fby_udma.h"

#define STARTS 1000u
#define BYTES 64u
#define STEP 8u
#define ARRIVES_MS 20000u

/** struct cost - One way to start. */
struct cost {
	uint64_t ticks, least;
	unsigned int told;
};

static void mark(void)
{
	fby_reg(FOREBAY_USER_COUNTER_BASE + FOREBAY_USER_COUNTER_MMIO_READS_INDEX * FOREBAY_USER_COUNTER_STRIDE +
		FOREBAY_USER_COUNTER_LO);
}

/* What reading the ticks twice takes. */
static uint64_t nothing(void)
{
	uint64_t least = ~0ull;

	for (unsigned int i = 0; i < 100; i++) {
		uint64_t begun = __rdtsc(), took = __rdtsc() - begun;

		least = took < least ? took : least;
	}
	return least;
}

static void add(struct cost *cost, uint64_t took, uint64_t base)
{
	took -= took < base ? took : base;
	cost->ticks += took;
	cost->least = took < cost->least ? took : cost->least;
}

/* A transfer is over when its bytes are there: nothing is asked of the card between two marks but to start. */
static bool arrives(volatile const uint64_t *dst, uint64_t nonce)
{
	uint64_t end = fby_ms() + ARRIVES_MS;

	while (*dst != nonce)
		if (fby_ms() > end)
			return false;
	return true;
}

static void tell(const char *name, const struct cost *cost)
{
	fby_note("cost scheme=%s starts=%u ticks=%llu least=%llu", name, STARTS, (unsigned long long)cost->ticks,
		 (unsigned long long)cost->least);
}

static bool starts(const struct fby_udma *udma, struct fby_place src, struct fby_place dst)
{
	if (udma->context.scheme != FOREBAY_UDMA_SHRIMP1)
		return fby_udma_start(udma, src, dst, BYTES);
	/* Its partner is set once, not at each start. */
	*fby_shadow_of(src) = BYTES;
	return *fby_shadow_of(src) == FBY_OK1;
}

static void by_program(const char *name)
{
	struct cost cost = { .least = ~0ull };
	struct forebay_udma_stats before, after;
	uint64_t base = nothing();
	struct fby_region src, dst;
	struct fby_udma udma;
	unsigned int arrived = 0;

	fby_is(fby_udma_choose(name), 0, "%s is chosen", name);
	udma = fby_udma_begin();
	src = fby_udma_memory(&udma, FBY_PAGE, FOREBAY_UDMA_READ);
	dst = fby_udma_memory(&udma, FBY_PAGE, FOREBAY_UDMA_WRITE);
	if (udma.context.scheme == FOREBAY_UDMA_SHRIMP1)
		fby_udma_pair(&udma, (struct fby_place){ &src, 0 }, (struct fby_place){ &dst, 0 });
	/* The first touch of each page is a page fault. */
	fby_ok(starts(&udma, (struct fby_place){ &src, 0 }, (struct fby_place){ &dst, 0 }), "%s: one before", name);
	before = fby_udma_settle(udma.fd);
	mark();
	for (unsigned int i = 0; i < STARTS; i++) {
		uint64_t at = i * STEP % (FBY_PAGE - BYTES), begun;

		*(volatile uint64_t *)(src.mem + at) = i + 1;
		begun = __rdtsc();
		cost.told += starts(&udma, (struct fby_place){ &src, at }, (struct fby_place){ &dst, at });
		add(&cost, __rdtsc() - begun, base);
		arrived += arrives((volatile uint64_t *)(dst.mem + at), i + 1);
	}
	mark();
	after = fby_udma_settle(udma.fd);
	fby_is(cost.told, STARTS, "%s: all are told yes", name);
	fby_is(arrived, STARTS, "%s: the bytes of each have arrived", name);
	fby_is(after.starts - before.starts, STARTS, "%s: the card has counted them", name);
	tell(name, &cost);
	fby_udma_end(&udma);
}

static void by_kernel(void)
{
	unsigned char *src = fby_map(FBY_PAGE), *dst = fby_map(FBY_PAGE);
	struct cost cost = { .least = ~0ull };
	uint64_t base = nothing();
	struct fby_region from, to;
	int fd = fby_must_open("udma", O_RDWR);

	fby_is(fby_udma_register(fd, src, FBY_PAGE, FOREBAY_UDMA_READ, &from), 0, "kernel: a source");
	fby_is(fby_udma_register(fd, dst, FBY_PAGE, FOREBAY_UDMA_WRITE, &to), 0, "kernel: a destination");
	mark();
	for (unsigned int i = 0; i < STARTS; i++) {
		uint64_t at = i * STEP % (FBY_PAGE - BYTES), begun;
		struct forebay_udma_start start = { .src = (uintptr_t)src + at, .dst = (uintptr_t)dst + at, .bytes = BYTES };

		begun = __rdtsc();
		cost.told += !ioctl(fd, FOREBAY_IOC_UDMA_START, &start);
		add(&cost, __rdtsc() - begun, base);
	}
	mark();
	fby_is(cost.told, STARTS, "kernel: all have ended well");
	tell("kernel", &cost);
	close(fd);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("a start costs the accesses of its scheme", 600);
	fby_udma_alone();
	if (fby_udma_bounced())
		return fby_done();
	by_kernel();
	for (unsigned int i = 0; fby_udma_schemes[i]; i++)
		by_program(fby_udma_schemes[i]);
	return fby_done();
}
