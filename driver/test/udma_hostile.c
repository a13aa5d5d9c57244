// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: under every sound scheme a hostile process that loads and stores whatever it can reach, in
 * any order, with any key and any line, forks and takes its memory away, changes no byte of another
 * process that moves and checks its own data, and gets none of its data; all that it does is answered
 * in its own context.
 * Catches: a key that can be guessed, a latch that two share, slots or pages that change hands under
 * a transfer.
 *
 *   udma_hostile [accesses=N] [seed=N] [quick] [direct]
 *
 * Of each scheme it prints what was done and counted, for bench/.
 *
 * With `direct` shadow addresses are those of memory, and page tables alone say whose it is.
 */

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_child.h"
#include "fby_test.h"
#include "fby_udma.h"

#define ACCESSES 20000u
#define QUICK_ACCESSES 1500u
#define REGIONS 4u
#define BYTES (2 * FBY_PAGE)
#define MARK 0xc5
/* Regions that it takes away, at most. */
#define CHANGES 500u
/* Accesses of the hostile between two pieces of its victim, at least. */
#define PER_PIECE 20u
#define BOUND_MS 3000000u
/* Longest for one start of the victim. */
#define STARTS_MS 60000u
/* And for its bytes. */
#define ARRIVES_MS 10000u
#define BOTH (FOREBAY_UDMA_READ | FOREBAY_UDMA_WRITE)

/*
 * All bytes of the hostile's memory are its own, of which bit 7 is clear; all of the victim's have
 * it set. So a byte of one in the memory of the other shows by itself.
 */
static void paint(unsigned char *mem, size_t len, uint64_t seed, unsigned char bit)
{
	fby_fill(mem, len, seed);
	for (size_t i = 0; i < len; i++)
		mem[i] = (unsigned char)((mem[i] & 0x7f) | bit);
}

static uint64_t foreign(const unsigned char *mem, size_t len, unsigned char bit)
{
	uint64_t count = 0;

	for (size_t i = 0; i < len; i++)
		count += (mem[i] & 0x80) != bit;
	return count;
}

/* ---- the victim ---- */

struct shared {
	/** The hostile has ended: so may the victim. */
	volatile uint64_t over;
	/** A byte each few accesses of the hostile; ends with it. */
	int goes_on[2];
	/** Pieces that the victim has moved, and bytes of its memory that were not as they had to be after one. */
	volatile uint64_t moved, wrong;
	/** Bytes in the hostile's memory that are not its own. */
	volatile uint64_t got;
	/** Of the hostile's context. */
	struct forebay_udma_stats stats;
};

/* The card does one access at a time: most of them are to be the hostile's. */
static void let_it_go_on(const struct shared *shared)
{
	char byte;

	if (read(shared->goes_on[0], &byte, 1) < 0)
		_exit(6);
}

/* It is over when its bytes are there: to ask the card would be more accesses than the transfer has. */
static bool arrives(const unsigned char *mem, const unsigned char *want)
{
	uint64_t end = fby_ms() + ARRIVES_MS;

	while (memcmp((const void *)mem, want, BYTES)) {
		__asm__ volatile("" ::: "memory");
		if (fby_ms() > end)
			return false;
	}
	return true;
}

/* Where others can have an attempt fail, the victim begins again, as the scheme wants it; elsewhere nobody can. */
static bool is_started(const struct fby_udma *udma, struct fby_place src, struct fby_place dst, uint32_t bytes)
{
	uint32_t scheme = udma->context.scheme;
	bool again = udma->context.flags & FOREBAY_UDMA_SHARED || scheme == FOREBAY_UDMA_SHADOW_CHECK;
	uint64_t end = fby_ms() + STARTS_MS;

	while (!fby_udma_start(udma, src, dst, bytes))
		if (!again || fby_ms() > end)
			return false;
	return true;
}

/* Its counts are as it knows them, if nobody else's are in them. */
static bool is_counted(const struct fby_udma *udma, uint64_t moved)
{
	struct forebay_udma_stats stats = fby_udma_settle(udma->fd);

	if (udma->context.flags & FOREBAY_UDMA_SHARED)
		return true;
	if (stats.starts != moved || stats.done != moved || stats.failed)
		return false;
	/* A latch that is another's is a stray access of the one that finds it. */
	if (udma->context.scheme == FOREBAY_UDMA_SHADOW_CHECK)
		return true;
	for (unsigned int i = 0; i < FOREBAY_UDMA_REFUSALS; i++)
		if (stats.refused[i])
			return false;
	return !stats.strays;
}

static int victim(struct shared *shared)
{
	struct fby_udma udma = fby_udma_begin();
	bool direct = udma.context.flags & FOREBAY_UDMA_DIRECT;
	struct fby_region src = fby_udma_memory(&udma, BYTES, direct ? BOTH : FOREBAY_UDMA_READ);
	struct fby_region dst = fby_udma_memory(&udma, BYTES, direct ? BOTH : FOREBAY_UDMA_WRITE);
	unsigned char *want = fby_map(BYTES);
	uint64_t state = 77, moved = 0;

	paint(src.mem, BYTES, 1, 0x80);
	memset(dst.mem, MARK, BYTES);
	memset(want, MARK, BYTES);
	while (!shared->over || moved < 20) {
		uint32_t len = (uint32_t)(fby_rand(&state) % 600) + 1;
		uint64_t from = fby_rand(&state) % (FBY_PAGE - len) & ~7ull, page = fby_rand(&state) % 2 * FBY_PAGE;

		paint(src.mem + from, len, moved + 1, 0x80);
		if (!is_started(&udma, (struct fby_place){ &src, from }, (struct fby_place){ &dst, page + from }, len))
			return 2;
		memcpy(want + page + from, src.mem + from, len);
		if (!arrives(dst.mem, want))
			for (size_t i = 0; i < BYTES; i++)
				shared->wrong += dst.mem[i] != want[i];
		shared->moved = ++moved;
		let_it_go_on(shared);
	}
	if (shared->wrong)
		return 3;
	return is_counted(&udma, moved) ? 0 : 4;
}

/* ---- the hostile ---- */

struct hostile {
	struct shared *shared;
	struct fby_udma udma;
	struct fby_region regions[REGIONS];
	/** It takes a region away each so many accesses. */
	unsigned int period;
	uint64_t state;
};

static uint64_t any(struct hostile *hostile, uint64_t below)
{
	return fby_rand(&hostile->state) % below;
}

/* A number that is a size, an address, a key with any role and context, its own or a guess, or nothing. */
static uint64_t any_word(struct hostile *hostile)
{
	const struct forebay_udma_context *context = &hostile->udma.context;

	switch (any(hostile, 6)) {
	case 0:
		return any(hostile, 300);
	case 1:
		return any(hostile, (uint64_t)context->slots * FBY_PAGE);
	case 2:
		return context->key << 4 | any(hostile, 16);
	case 3:
		return (context->key ^ 1ull << any(hostile, 60)) << 4 | any(hostile, 16);
	case 4:
		return hostile->regions[any(hostile, REGIONS)].slot + any(hostile, BYTES);
	default:
		return fby_rand(&hostile->state);
	}
}

static void any_line(struct hostile *hostile)
{
	bool whole = any(hostile, 2), record = any(hostile, 2);

	if (whole) {
		fby_udma_line(&hostile->udma, any_word(hostile), any_word(hostile), record ? any_word(hostile) : 0,
			      (uint32_t)any(hostile, 600), 0);
		return;
	}
	hostile->udma.portal[any(hostile, FBY_PAGE / 8)] = any_word(hostile);
}

static void any_shadow(struct hostile *hostile)
{
	struct fby_region *region = &hostile->regions[any(hostile, REGIONS)];
	volatile uint32_t *word = region->shadow + any(hostile, BYTES / 8) * 2;

	switch (any(hostile, 4)) {
	case 0:
		*word = (uint32_t)any_word(hostile);
		break;
	case 1:
		*(volatile uint64_t *)word = any_word(hostile);
		break;
	default:
		(void)*word;
	}
}

static void own(struct hostile *hostile, unsigned int i)
{
	hostile->regions[i] = fby_udma_memory(&hostile->udma, BYTES, BOTH);
	paint(hostile->regions[i].mem, BYTES, i + 1, 0);
}

/* A start as it should be, between two of its regions; it may go beyond the end of one. */
static void any_start(struct hostile *hostile)
{
	const struct fby_region *src = &hostile->regions[any(hostile, REGIONS)];
	const struct fby_region *dst = &hostile->regions[any(hostile, REGIONS)];

	fby_udma_start(&hostile->udma, (struct fby_place){ src, any(hostile, BYTES / 8) * 8 },
		       (struct fby_place){ dst, any(hostile, BYTES / 8) * 8 }, (uint32_t)any(hostile, 600));
}

/* Takes a region away, maybe under a transfer, and its memory; and gets another one. */
static void another_region(struct hostile *hostile)
{
	unsigned int i = (unsigned int)any(hostile, REGIONS);
	struct fby_region old = hostile->regions[i];
	bool unmapped = any(hostile, 2);

	if (unmapped)
		munmap(old.mem, BYTES);
	munmap((void *)(uintptr_t)old.shadow, BYTES);
	if (fby_udma_unregister(hostile->udma.fd, &old))
		_exit(10);
	if (!unmapped) {
		hostile->shared->got += foreign(old.mem, BYTES, 0);
		munmap(old.mem, BYTES);
	}
	own(hostile, i);
}

/* A child has the file and no maps; it ends with whatever its calls are answered. */
static void with_child(struct hostile *hostile)
{
	struct forebay_udma_context context;
	pid_t child = fork();
	int status;

	if (!child) {
		if (!ioctl(hostile->udma.fd, FOREBAY_IOC_UDMA_GET, &context))
			_exit(1);
		_exit(0);
	}
	if (child < 0 || waitpid(child, &status, 0) != child || status)
		_exit(11);
}

static void any_access(struct hostile *hostile, unsigned int i)
{
	/* Each takes as long as some hundred accesses. */
	if (i % hostile->period == 0)
		another_region(hostile);
	if (i % (hostile->period * 10) == 1)
		with_child(hostile);
	switch (any(hostile, 9)) {
	case 0:
		hostile->udma.page[any(hostile, FBY_PAGE / 4)] = (uint32_t)any_word(hostile);
		break;
	case 1:
		(void)hostile->udma.page[any(hostile, FBY_PAGE / 4)];
		break;
	case 2:
		any_line(hostile);
		break;
	case 3:
		any_start(hostile);
		break;
	default:
		any_shadow(hostile);
	}
}

/* Transfers within its own memory are its right; bytes of the victim's are not. */
static int attack(struct shared *shared, unsigned int accesses, uint64_t seed)
{
	struct hostile hostile = { .shared = shared, .udma = fby_udma_begin(), .state = seed * 2 + 1,
				   .period = accesses / CHANGES > 499 ? accesses / CHANGES : 499 };

	for (unsigned int i = 0; i < REGIONS; i++)
		own(&hostile, i);
	for (unsigned int i = 0; i < accesses; i++) {
		any_access(&hostile, i);
		/* What does not fit is one too many. */
		if (i % PER_PIECE == 0 && write(shared->goes_on[1], "", 1) != 1 && errno != EAGAIN)
			return 13;
	}
	shared->stats = fby_udma_settle(hostile.udma.fd);
	for (unsigned int i = 0; i < REGIONS; i++)
		shared->got += foreign(hostile.regions[i].mem, BYTES, 0);
	return shared->got ? 12 : 0;
}

static void tell(const char *scheme, unsigned int accesses, const struct shared *shared, uint64_t ms)
{
	uint64_t refused = 0;

	for (unsigned int i = 0; i < FOREBAY_UDMA_REFUSALS; i++)
		refused += shared->stats.refused[i];
	fby_note("hostile scheme=%s accesses=%u starts=%u refused=%llu strays=%u pieces=%llu wrong=%llu got=%llu ms=%llu",
		 scheme, accesses, shared->stats.starts, (unsigned long long)refused, shared->stats.strays,
		 (unsigned long long)shared->moved, (unsigned long long)shared->wrong,
		 (unsigned long long)shared->got, (unsigned long long)ms);
}

static void under(const char *scheme, unsigned int accesses, uint64_t seed)
{
	struct shared *shared = mmap(NULL, FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	uint64_t begun = fby_ms();
	pid_t good, bad;

	if (shared == MAP_FAILED)
		fby_bail("mmap: %s", strerror(errno));
	fby_is(fby_udma_choose(scheme), 0, "%s is chosen", scheme);
	if (pipe(shared->goes_on) || fcntl(shared->goes_on[1], F_SETFL, O_NONBLOCK))
		fby_bail("pipe: %s", strerror(errno));
	bad = fby_fork();
	if (!bad)
		_exit(attack(shared, accesses, seed));
	close(shared->goes_on[1]);
	good = fby_fork();
	if (!good)
		_exit(victim(shared));
	fby_is(fby_reaped(bad, BOUND_MS), 0, "%s: %u accesses of a hostile process, which gets no byte of another one", scheme, accesses);
	shared->over = 1;
	fby_is(fby_reaped(good, BOUND_MS), 0, "%s: no wrong byte and no count too many at its victim", scheme);
	tell(scheme, accesses, shared, fby_ms() - begun);
	close(shared->goes_on[0]);
	munmap(shared, FBY_PAGE);
}

int main(int argc, char **argv)
{
	/* The last two on one processor, as they want it. */
	static const char *const sound[] = { "shrimp1", "shadow_check", "shadow", "key", "portal", "repeat5", "shrimp2", "flash" };
	const unsigned int on_several = 6, count = sizeof(sound) / sizeof(sound[0]);
	bool direct = fby_has_arg(argc, argv, "direct");
	unsigned int accesses;

	fby_begin("a hostile process does nothing to another one's memory", 6000);
	if (fby_udma_bounced())
		return fby_done();
	accesses = (unsigned int)fby_arg(argc, argv, "accesses=",
					 fby_has_arg(argc, argv, "quick") ? QUICK_ACCESSES : ACCESSES);
	if (direct) {
		fby_is(fby_udma_choose("shadow"), 0, "shadow is chosen");
		fby_is(fby_udma_shadow("direct"), 0, "shadow addresses are those of memory");
	}
	for (unsigned int i = 0; i < count; i++) {
		if (i == on_several)
			fby_udma_alone();
		/* Whose addresses come otherwise than as shadow addresses. */
		if (direct && (!strcmp(sound[i], "shrimp1") || !strcmp(sound[i], "portal")))
			continue;
		under(sound[i], accesses, fby_arg(argc, argv, "seed=", 1) + i);
	}
	return fby_done();
}
