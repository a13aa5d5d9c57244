// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: under every sound scheme a hostile process that loads and stores whatever it can reach, in
 * any order, with any key and any line, forks and takes its memory away, changes no byte of another
 * process that moves and checks its own data, and gets none of its data; all that it does is answered
 * in its own context.
 * Catches: a key that can be guessed, a latch that two share, slots or pages that change hands under
 * a transfer.
 *
 *   udma_hostile [accesses=N] [seed=N] [quick]
 */

#include <errno.h>
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
#define BOUND_MS 900000u
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

static bool painted(const unsigned char *mem, size_t len, unsigned char bit)
{
	for (size_t i = 0; i < len; i++)
		if ((mem[i] & 0x80) != bit)
			return false;
	return true;
}

/* ---- the victim ---- */

struct shared {
	/** The hostile has ended: so may the victim. */
	volatile uint64_t over;
	volatile uint64_t moved;
};

static int victim(struct shared *shared)
{
	struct fby_udma udma = fby_udma_begin();
	struct fby_region src = fby_udma_memory(&udma, BYTES, FOREBAY_UDMA_READ);
	struct fby_region dst = fby_udma_memory(&udma, BYTES, FOREBAY_UDMA_WRITE);
	unsigned char *want = fby_map(BYTES);
	uint64_t state = 77, moved = 0;
	struct forebay_udma_stats stats;

	memset(dst.mem, MARK, BYTES);
	memset(want, MARK, BYTES);
	while (!shared->over || moved < 20) {
		uint32_t len = (uint32_t)(fby_rand(&state) % 600) + 1;
		uint64_t from = fby_rand(&state) % (FBY_PAGE - len) & ~7ull, page = fby_rand(&state) % 2 * FBY_PAGE;

		paint(src.mem, BYTES, moved + 1, 0x80);
		if (!fby_udma_start(&udma, (struct fby_place){ &src, from },
				    (struct fby_place){ &dst, page + from }, len))
			return 2;
		fby_udma_settle(udma.fd);
		memcpy(want + page + from, src.mem + from, len);
		if (fby_diff(dst.mem, want, BYTES) >= 0)
			return 3;
		shared->moved = ++moved;
	}
	stats = fby_udma_settle(udma.fd);
	if (stats.starts != moved || stats.done != moved || stats.failed || stats.strays)
		return 4;
	for (unsigned int i = 0; i < FOREBAY_UDMA_REFUSALS; i++)
		if (stats.refused[i])
			return 5;
	return 0;
}

/* ---- the hostile ---- */

struct hostile {
	struct fby_udma udma;
	struct fby_region regions[REGIONS];
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
	if (!unmapped)
		munmap(old.mem, BYTES);
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
	if (i % 499 == 0)
		another_region(hostile);
	if (i % 4999 == 1)
		with_child(hostile);
	switch (any(hostile, 8)) {
	case 0:
		hostile->udma.page[any(hostile, FBY_PAGE / 4)] = (uint32_t)any_word(hostile);
		break;
	case 1:
		(void)hostile->udma.page[any(hostile, FBY_PAGE / 4)];
		break;
	case 2:
		any_line(hostile);
		break;
	default:
		any_shadow(hostile);
	}
}

/* Transfers within its own memory are its right; bytes of the victim's are not. */
static int attack(unsigned int accesses, uint64_t seed)
{
	struct hostile hostile = { .udma = fby_udma_begin(), .state = seed * 2 + 1 };

	for (unsigned int i = 0; i < REGIONS; i++)
		own(&hostile, i);
	for (unsigned int i = 0; i < accesses; i++)
		any_access(&hostile, i);
	fby_udma_settle(hostile.udma.fd);
	for (unsigned int i = 0; i < REGIONS; i++)
		if (!painted(hostile.regions[i].mem, BYTES, 0))
			return 12;
	return 0;
}

static void under(const char *scheme, unsigned int accesses, uint64_t seed)
{
	struct shared *shared = mmap(NULL, FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t good, bad;

	if (shared == MAP_FAILED)
		fby_bail("mmap: %s", strerror(errno));
	fby_is(fby_udma_choose(scheme), 0, "%s is chosen", scheme);
	good = fby_fork();
	if (!good)
		_exit(victim(shared));
	bad = fby_fork();
	if (!bad)
		_exit(attack(accesses, seed));
	fby_is(fby_reaped(bad, BOUND_MS), 0, "%s: %u accesses of a hostile process, which gets no byte of another one", scheme, accesses);
	shared->over = 1;
	fby_is(fby_reaped(good, BOUND_MS), 0, "%s: no wrong byte and no count too many at its victim", scheme);
	fby_note("%s: the victim has moved %llu pieces meanwhile", scheme, (unsigned long long)shared->moved);
	munmap(shared, FBY_PAGE);
}

int main(int argc, char **argv)
{
	static const char *const sound[] = { "shrimp1", "shadow", "key", "portal" };
	unsigned int accesses;

	fby_begin("a hostile process does nothing to another one's memory", 1800);
	if (fby_udma_bounced())
		return fby_done();
	accesses = (unsigned int)fby_arg(argc, argv, "accesses=",
					 fby_has_arg(argc, argv, "quick") ? QUICK_ACCESSES : ACCESSES);
	for (unsigned int i = 0; i < sizeof(sound) / sizeof(sound[0]); i++)
		under(sound[i], accesses, fby_arg(argc, argv, "seed=", 1) + i);
	return fby_done();
}
