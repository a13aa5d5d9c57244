// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a load or store of any width, aligned or not, locked or of a whole block, anywhere in what a program
 * has of the window, is answered and disturbs nobody else: not another context's latch, counters or memory. What
 * is mapped ends at its edges, cannot be made more than it is, and is no memory for other calls.
 * Catches: a window that is right for the four bytes that its author's program stores.
 *
 *   udma_edges [direct] [quick]
 *
 * With `direct` shadow addresses are those of memory.
 */

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "fby_test.h"
#include "fby_udma.h"

#define PAGES 3u
#define BYTES (PAGES * FBY_PAGE)
#define BOTH (FOREBAY_UDMA_READ | FOREBAY_UDMA_WRITE)
#define BLOCK 64u

/* ---- any access ---- */

enum kind { STORES, LOADS, EXCHANGE, COMPARE, BLOCK_IN, BLOCK_OUT, KINDS };

static const unsigned int widths[] = { 1, 2, 4, 8, 16 };

#define WIDTHS (sizeof(widths) / sizeof(widths[0]))

/* Where a word, a line and a page begin, where they end, and across that. */
static const unsigned int offsets[] = { 0,  1,  2,    3,    4,	   7,	 8,    12,   56,   60,	   62,	 63,
					64, 68, 4032, 4088, 4092, 4094, 4095, 4096, 8184, 12224, 12280, 12284 };

#define OFFSETS (sizeof(offsets) / sizeof(offsets[0]))

static void store(volatile unsigned char *at, unsigned int width, uint64_t value)
{
	switch (width) {
	case 1:
		asm volatile("movb %b1, %0" : "=m"(*at) : "q"(value));
		return;
	case 2:
		asm volatile("movw %w1, %0" : "=m"(*(volatile uint16_t *)at) : "r"(value));
		return;
	case 4:
		asm volatile("movl %k1, %0" : "=m"(*(volatile uint32_t *)at) : "r"(value));
		return;
	case 8:
		asm volatile("movq %1, %0" : "=m"(*(volatile uint64_t *)at) : "r"(value));
		return;
	default:
		asm volatile("movq %1, %%xmm0\n\tpunpcklqdq %%xmm0, %%xmm0\n\tmovdqu %%xmm0, %0"
			     : "=m"(*(volatile unsigned char(*)[16])at)
			     : "r"(value)
			     : "xmm0");
	}
}

static void load(volatile unsigned char *at, unsigned int width)
{
	uint64_t value;

	switch (width) {
	case 1:
		asm volatile("movzbl %1, %k0" : "=r"(value) : "m"(*at));
		return;
	case 2:
		asm volatile("movzwl %1, %k0" : "=r"(value) : "m"(*(volatile uint16_t *)at));
		return;
	case 4:
		asm volatile("movl %1, %k0" : "=r"(value) : "m"(*(volatile uint32_t *)at));
		return;
	case 8:
		asm volatile("movq %1, %0" : "=r"(value) : "m"(*(volatile uint64_t *)at));
		return;
	default:
		asm volatile("movdqu %0, %%xmm0" : : "m"(*(volatile unsigned char(*)[16])at) : "xmm0");
	}
}

static void block(volatile unsigned char *from, volatile unsigned char *to)
{
	uint64_t bytes = BLOCK;

	asm volatile("rep movsb" : "+S"(from), "+D"(to), "+c"(bytes) : : "memory");
}

/* Locked ones within a word of theirs: a processor may refuse others. */
static void locked(enum kind kind, volatile unsigned char *at, uint64_t value)
{
	if (kind == EXCHANGE)
		__atomic_exchange_n((volatile uint32_t *)at, (uint32_t)value, __ATOMIC_SEQ_CST);
	else
		__sync_val_compare_and_swap((volatile uint64_t *)at, 0, value);
}

/* Returns how many accesses were made of those that lie in @bytes of a map. */
static unsigned int all_accesses(volatile unsigned char *map, uint64_t bytes, int prot, uint64_t value)
{
	unsigned char memory[BLOCK];
	unsigned int made = 0;

	memset(memory, (int)value, sizeof(memory));
	for (unsigned int i = 0; i < OFFSETS * KINDS * WIDTHS; i++) {
		unsigned int at = offsets[i / (KINDS * WIDTHS)], width = widths[i % WIDTHS];
		enum kind kind = (enum kind)(i / WIDTHS % KINDS);
		bool loads = kind != STORES && kind != BLOCK_IN, stores = kind != LOADS && kind != BLOCK_OUT;
		uint64_t size = kind >= BLOCK_IN ? BLOCK : width;

		if (at + size > bytes || (loads && !(prot & PROT_READ)) || (stores && !(prot & PROT_WRITE)))
			continue;
		if (kind == STORES)
			store(map + at, width, value);
		else if (kind == LOADS)
			load(map + at, width);
		else if (kind == BLOCK_IN)
			block(memory, map + at);
		else if (kind == BLOCK_OUT)
			block(map + at, memory);
		else if (width == (kind == EXCHANGE ? 4 : 8) && at % width == 0)
			locked(kind, map + at, value);
		else
			continue;
		made++;
	}
	return made;
}

/* ---- beside another one ---- */

struct program {
	struct fby_udma udma;
	struct fby_region src, dst;
};

static struct program begin(uint64_t seed)
{
	struct program program = { .udma = fby_udma_begin() };

	program.src = fby_udma_memory(&program.udma, BYTES, BOTH);
	program.dst = fby_udma_memory(&program.udma, BYTES, BOTH);
	fby_fill(program.src.mem, BYTES, seed);
	fby_fill(program.dst.mem, BYTES, seed + 1);
	return program;
}

static void end(struct program *program)
{
	fby_udma_unregister(program->udma.fd, &program->src);
	fby_udma_unregister(program->udma.fd, &program->dst);
	fby_udma_end(&program->udma);
}

static void works(const char *name, struct program *program)
{
	unsigned char *want = fby_map(BYTES);

	memcpy(want, program->dst.mem, BYTES);
	memcpy(want + FBY_PAGE, program->src.mem + FBY_PAGE, 100);
	fby_ok(fby_udma_start_surely(&program->udma, (struct fby_place){ &program->src, FBY_PAGE },
				     (struct fby_place){ &program->dst, FBY_PAGE }, 100),
	       "%s: it starts a transfer", name);
	fby_udma_settle(program->udma.fd);
	fby_is(fby_diff(program->dst.mem, want, BYTES), -1, "%s: its bytes arrive, and nothing else", name);
	munmap(want, BYTES);
}

/* Values that are sizes, codes, keys of nobody and pieces of lines; the first so many of them. */
static void any_width(const char *name, unsigned int values)
{
	static const uint64_t value[] = { 64, UINT64_MAX, 0, 1, 4097 };
	struct program victim, hostile;
	struct forebay_udma_stats stats;
	unsigned char *before = fby_map(2 * BYTES);
	unsigned int made = 0;

	fby_is(fby_udma_choose(name), 0, "%s is chosen", name);
	victim = begin(1);
	hostile = begin(2);
	memcpy(before, victim.src.mem, BYTES);
	memcpy(before + BYTES, victim.dst.mem, BYTES);
	for (unsigned int i = 0; i < values; i++) {
		made += all_accesses((volatile unsigned char *)hostile.udma.page, FBY_PAGE, PROT_READ | PROT_WRITE,
				     value[i]);
		made += all_accesses((volatile unsigned char *)hostile.udma.portal, FBY_PAGE, PROT_READ | PROT_WRITE,
				     value[i]);
		made += all_accesses((volatile unsigned char *)hostile.src.shadow, BYTES, PROT_READ | PROT_WRITE,
				     value[i]);
		made += all_accesses((volatile unsigned char *)hostile.dst.shadow, BYTES, PROT_READ | PROT_WRITE,
				     value[i]);
	}
	fby_note("%s: %u accesses", name, made);
	stats = fby_udma_settle(hostile.udma.fd);
	fby_ok(stats.strays > 0, "%s: some are counted as of no use", name);
	fby_is(stats.done + stats.failed, stats.starts, "%s: what they have started is over", name);
	stats = fby_udma_settle(victim.udma.fd);
	fby_is(stats.starts + stats.strays + stats.failed, 0, "%s: nothing is counted for the other one", name);
	fby_is(fby_diff(victim.src.mem, before, BYTES), -1, "%s: its source is whole", name);
	fby_is(fby_diff(victim.dst.mem, before + BYTES, BYTES), -1, "%s: and its destination", name);
	works(name, &victim);
	works(name, &hostile);
	end(&hostile);
	end(&victim);
	munmap(before, 2 * BYTES);
}

/* One that has stored, and then does not get to its load for all that another one does. */
static void latch_survives(void)
{
	struct program victim, hostile;
	unsigned char *want = fby_map(BYTES);

	fby_is(fby_udma_choose("shadow"), 0, "shadow is chosen");
	victim = begin(1);
	hostile = begin(2);
	memcpy(want, victim.dst.mem, BYTES);
	memcpy(want + 8, victim.src.mem + 16, 24);
	*fby_shadow_of((struct fby_place){ &victim.dst, 8 }) = 24;
	all_accesses((volatile unsigned char *)hostile.src.shadow, BYTES, PROT_READ | PROT_WRITE, 64);
	all_accesses((volatile unsigned char *)hostile.udma.portal, FBY_PAGE, PROT_READ | PROT_WRITE, 64);
	fby_is(*fby_shadow_of((struct fby_place){ &victim.src, 16 }), FBY_OK1,
	       "what a program has stored waits for its load, whatever others do");
	fby_udma_settle(victim.udma.fd);
	fby_is(fby_diff(victim.dst.mem, want, BYTES), -1, "and moves what it says");
	end(&hostile);
	end(&victim);
	munmap(want, BYTES);
}

/* ---- edges ---- */

static sigjmp_buf out;

static void jump(int sig)
{
	siglongjmp(out, sig);
}

/* The signal that a load ends with, or 0. */
static int signal_at(volatile uint32_t *word)
{
	struct sigaction action = { .sa_handler = jump }, bus, segv;
	int sig;

	sigaction(SIGBUS, &action, &bus);
	sigaction(SIGSEGV, &action, &segv);
	sig = sigsetjmp(out, 1);
	if (!sig)
		(void)*word;
	sigaction(SIGBUS, &bus, NULL);
	sigaction(SIGSEGV, &segv, NULL);
	return sig;
}

static void no_map(const struct fby_udma *udma, uint64_t at, uint64_t bytes, int flags, int prot, int error,
		   const char *what)
{
	fby_ok(mmap(NULL, bytes, prot, flags, udma->fd, (off_t)at) == MAP_FAILED && errno == error, "%s: %s", what,
	       fby_errno_name(error));
}

static void maps(void)
{
	const int both = PROT_READ | PROT_WRITE;
	const uint64_t behind = FOREBAY_UDMA_MAP_SHADOW + (uint64_t)FBY_PAGE * FOREBAY_UDMA_WINDOW_SHADOW_PAGE_COUNT;
	struct program program = begin(5);
	const struct fby_udma *udma = &program.udma;
	uint64_t first = FOREBAY_UDMA_MAP_SHADOW + program.src.slot;

	no_map(udma, 0, 2 * FBY_PAGE, MAP_SHARED, both, ENXIO, "context page and portal in one map");
	no_map(udma, 2 * FBY_PAGE, FBY_PAGE, MAP_SHARED, both, ENXIO, "a page behind both");
	no_map(udma, FOREBAY_UDMA_MAP_SHADOW - FBY_PAGE, 2 * FBY_PAGE, MAP_SHARED, both, ENXIO,
	       "from before the shadow");
	no_map(udma, first + BYTES - FBY_PAGE, 2 * FBY_PAGE, MAP_SHARED, both, ENXIO, "from one region into the next");
	no_map(udma, first + 2 * BYTES, FBY_PAGE, MAP_SHARED, both, ENXIO, "a slot that nobody has");
	no_map(udma, behind, FBY_PAGE, MAP_SHARED, both, ENXIO, "behind all slots");
	no_map(udma, 1ull << 62, FBY_PAGE, MAP_SHARED, both, ENXIO, "far behind them");
	no_map(udma, first, FBY_PAGE, MAP_PRIVATE, PROT_READ, EINVAL, "a map of one's own");
	no_map(udma, first, FBY_PAGE, MAP_SHARED, PROT_READ | PROT_EXEC, EACCES, "a map to be executed");
	fby_fails(mprotect((void *)(uintptr_t)program.src.shadow, BYTES, PROT_EXEC), EACCES, "or made so: EACCES");
	end(&program);
}

/* A map that is moved, cut and lent to other calls is still a map of these pages, and no memory. */
static void changed_maps(void)
{
	struct program program = begin(6);
	volatile uint32_t *word = program.src.shadow, *moved;
	void *place = (void *)(uintptr_t)word;
	unsigned char bytes[8] = "";
	struct iovec here = { bytes, sizeof(bytes) }, there = { place, sizeof(bytes) };
	int fd = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));

	fby_is(signal_at(word + BYTES / 4 - 1), 0, "the last word of a shadow is loaded");
	fby_ok(mremap(place, BYTES, BYTES + FBY_PAGE, MREMAP_MAYMOVE) == MAP_FAILED, "a map does not grow");
	fby_fails(madvise(place, BYTES, MADV_DOFORK), EINVAL, "nor become one that children have: EINVAL");
	fby_fails(process_vm_readv(getpid(), &here, 1, &there, 1, 0), EFAULT, "it is not read as memory: EFAULT");
	fby_fails(pwrite(fd, place, FBY_PAGE, 0), EFAULT, "nor as a buffer of a channel: EFAULT");
	close(fd);
	moved = mremap(place, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, fby_map(BYTES));
	fby_ok(moved != MAP_FAILED, "a map is moved");
	fby_is(signal_at(word), SIGSEGV, "nothing is in its old place");
	program.src.shadow = moved;
	munmap((void *)((uintptr_t)moved + 2 * FBY_PAGE), FBY_PAGE);
	fby_is(signal_at(moved + 2 * FBY_PAGE / 4), SIGSEGV, "nor where a page of it was given back");
	works("moved and cut", &program);
	fby_is(fby_udma_unregister(program.udma.fd, &program.src), 0, "its region is unregistered");
	fby_is(signal_at(moved + FBY_PAGE / 4), SIGBUS, "and is gone from its new place, too");
	end(&program);
}

int main(int argc, char **argv)
{
	static const char *const by_slot[] = { "shrimp1", "shadow_check", "shadow", "key", "portal", NULL };
	static const char *const by_address[] = { "shadow_check", "shadow", "key", NULL };
	static const char *const few[] = { "portal", "shadow", NULL };
	bool direct = fby_has_arg(argc, argv, "direct"), quick = fby_has_arg(argc, argv, "quick");

	fby_begin("whatever a program does to its part of the window disturbs nobody", 300);
	fby_udma_alone();
	fby_is(fby_udma_choose("shadow"), 0, "shadow is chosen");
	if (direct)
		fby_is(fby_udma_shadow("direct"), 0, "addresses are those of memory");
	else if (fby_udma_bounced())
		return fby_done();
	for (const char *const *name = quick ? few : direct ? by_address : by_slot; *name; name++)
		any_width(*name, quick ? 1 : 5);
	latch_survives();
	maps();
	changed_maps();
	fby_still_works("all of it");
	return fby_done();
}
