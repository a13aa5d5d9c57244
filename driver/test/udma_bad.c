// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: what a program asks of user-level DMA and may not have is refused with a clear answer, moves
 * nothing, and is counted by its reason: sizes, rights, ends of regions, contexts and keys of others,
 * memory that is not there or too much.
 * Catches: a device that takes addresses from programs and checks them by convention.
 */

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_child.h"
#include "fby_test.h"
#include "fby_udma.h"

#define BYTES (2 * FBY_PAGE)
#define NOBODY 65534
#define BOUND_MS 20000u
#define BOTH (FOREBAY_UDMA_READ | FOREBAY_UDMA_WRITE)

/* Index in forebay_udma_stats.refused. */
#define REFUSAL(name)                                                                              \
	(FOREBAY_USER_UDMA_BAD_HI_REASON_##name - FOREBAY_USER_UDMA_BAD_HI_REASON_EMPTY)

/* A program with a source, a destination, and what both must still be when it has been refused. */
struct program {
	struct fby_udma udma;
	struct fby_region src, dst;
	unsigned char *before;
};

static struct program begin(void)
{
	struct program program = { .udma = fby_udma_begin(), .before = fby_map(BYTES) };

	program.src = fby_udma_memory(&program.udma, BYTES, FOREBAY_UDMA_READ);
	program.dst = fby_udma_memory(&program.udma, BYTES, FOREBAY_UDMA_WRITE);
	fby_fill(program.src.mem, BYTES, 1);
	fby_fill(program.dst.mem, BYTES, 2);
	memcpy(program.before, program.dst.mem, BYTES);
	return program;
}

/* One start has been refused since @before, for that reason, and nothing has moved. */
static void refused(const struct program *program, const struct forebay_udma_stats *before,
		    unsigned int reason, uint64_t bad, const char *what)
{
	struct forebay_udma_stats stats = fby_udma_settle(program->udma.fd);

	fby_is(stats.refused[reason], before->refused[reason] + 1, "%s: counted by its reason", what);
	fby_is(stats.starts, before->starts, "%s: nothing was started", what);
	fby_is((long long)stats.bad_address, (long long)bad, "%s: the bad address is kept", what);
	fby_is(stats.bad_reason, reason + FOREBAY_USER_UDMA_BAD_HI_REASON_EMPTY, "%s: and why", what);
	fby_is(fby_diff(program->dst.mem, program->before, BYTES), -1, "%s: nothing has moved", what);
}

static void starts(void)
{
	struct program program = begin();
	const struct fby_udma *udma = &program.udma;
	uint64_t src = program.src.slot, dst = program.dst.slot;
	const struct {
		const char *what;
		uint64_t src, dst;
		uint32_t bytes;
		unsigned int reason;
		uint64_t bad;
	} cases[] = {
		{ "size 0", src, dst, 0, REFUSAL(EMPTY), src },
		{ "a source without the right", dst, dst, 8, REFUSAL(UNREADABLE), dst },
		{ "a destination without the right", src, src, 8, REFUSAL(UNWRITABLE), src },
		{ "beyond the source", src + FBY_PAGE, dst, FBY_PAGE + 1, REFUSAL(EXTENT), src + FBY_PAGE },
		{ "beyond the destination", src, dst + BYTES - 8, 9, REFUSAL(EXTENT), dst + BYTES - 8 },
		{ "all the size there is", src, dst, 0xffffffff, REFUSAL(EXTENT), src },
		{ "a slot of nobody", src, (uint64_t)(udma->context.slots - 1) * FBY_PAGE, 8, REFUSAL(SLOT),
		  (uint64_t)(udma->context.slots - 1) * FBY_PAGE },
		{ "a slot that there is not", (uint64_t)udma->context.slots * FBY_PAGE, dst, 8, REFUSAL(SLOT),
		  (uint64_t)udma->context.slots * FBY_PAGE },
	};

	for (unsigned int i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct forebay_udma_stats before = fby_udma_settle(udma->fd);

		fby_udma_line(udma, cases[i].src, cases[i].dst, 0, cases[i].bytes, 0);
		refused(&program, &before, cases[i].reason, cases[i].bad, cases[i].what);
	}
	fby_udma_end(&program.udma);
}

/* Another program's slots, named by number: the card knows whose they are. */
static void foreign_slots(void)
{
	struct program victim = begin(), hostile = begin();
	struct forebay_udma_stats before = fby_udma_settle(hostile.udma.fd);

	fby_udma_line(&hostile.udma, hostile.src.slot, victim.dst.slot, 0, 64, 0);
	refused(&hostile, &before, REFUSAL(SLOT), victim.dst.slot, "another one's destination");
	before = fby_udma_settle(hostile.udma.fd);
	fby_udma_line(&hostile.udma, victim.src.slot, hostile.dst.slot, 0, 64, 0);
	refused(&hostile, &before, REFUSAL(SLOT), victim.src.slot, "another one's source");
	fby_is(fby_diff(victim.dst.mem, victim.before, BYTES), -1, "and the other one has what it had");
	fby_fails(fby_udma_map_shadow(hostile.udma.fd, &victim.dst, PROT_WRITE), ENXIO,
		  "its shadow cannot be mapped: ENXIO");
	fby_udma_end(&hostile.udma);
	fby_udma_end(&victim.udma);
}

/* A torn line: what is not begun is not started. */
static void torn_line(void)
{
	struct program program = begin();
	struct forebay_udma_stats stats;

	program.udma.portal[0] = program.src.slot;
	program.udma.portal[1] = program.dst.slot;
	program.udma.portal[3] = 64;
	stats = fby_udma_settle(program.udma.fd);
	fby_is(stats.starts, 0, "a line with a gap starts nothing");
	fby_is(stats.strays, 2, "and both halves of the word behind the gap are counted");
	fby_udma_end(&program.udma);
}

static void key_of_another(void)
{
	struct program victim, hostile;
	struct forebay_udma_stats before, after;

	fby_is(fby_udma_choose("key"), 0, "key is chosen");
	victim = begin();
	hostile = begin();
	before = fby_udma_settle(victim.udma.fd);
	for (unsigned int role = 0; role < 2; role++) {
		uint64_t guess = (hostile.udma.context.key << 4) | role << 3 | victim.udma.context.context;

		*(volatile uint64_t *)hostile.src.shadow = guess;
	}
	*victim.udma.page = 64;
	fby_is((int32_t)*victim.udma.page, -1, "with a wrong key nothing is latched: the victim starts nothing");
	after = fby_udma_settle(victim.udma.fd);
	fby_is(after.starts, before.starts, "nothing was started");
	fby_is(fby_diff(victim.dst.mem, victim.before, BYTES), -1, "and nothing has moved");
	fby_ok(victim.udma.context.key != hostile.udma.context.key, "keys differ");
	fby_ok(!(victim.udma.context.key >> 60), "and have 60 bits");
	fby_udma_end(&hostile.udma);
	fby_udma_end(&victim.udma);
	fby_is(fby_udma_choose("portal"), 0, "portal is chosen");
}

static int reg(int fd, const void *mem, uint64_t bytes, uint32_t rights)
{
	struct fby_region region;

	return fby_udma_register(fd, mem, bytes, rights, &region);
}

static void registrations(void)
{
	struct program program = begin();
	unsigned char *mem = fby_map(3 * FBY_PAGE);
	int fd = program.udma.fd;
	struct fby_region none = { .number = 999 };
	uint64_t all = (uint64_t)program.udma.context.slots * FBY_PAGE;

	fby_fails(reg(fd, mem, 0, BOTH), EINVAL, "no bytes: EINVAL");
	fby_fails(reg(fd, mem + 8, 8, BOTH), EINVAL, "an address within a page: EINVAL");
	fby_fails(reg(fd, mem, 8, 0), EINVAL, "no right: EINVAL");
	fby_fails(reg(fd, mem, 8, 4), EINVAL, "an unknown right: EINVAL");
	fby_fails(reg(fd, mem, ~0ull, BOTH), EINVAL, "beyond all addresses: EINVAL");
	fby_fails(reg(fd, mem, all + 1, BOTH), ENOSPC, "more than all slots: ENOSPC");
	fby_fails(reg(fd, fby_map(all), all, BOTH), ENOSPC, "more than those that are free: ENOSPC");
	munmap(mem + FBY_PAGE, FBY_PAGE);
	fby_fails(reg(fd, mem, 3 * FBY_PAGE, BOTH), EFAULT, "memory with a hole: EFAULT");
	fby_is(reg(fd, mem, FBY_PAGE, BOTH), 0, "what is there can be registered");
	mprotect(mem + 2 * FBY_PAGE, FBY_PAGE, PROT_READ);
	fby_fails(reg(fd, mem + 2 * FBY_PAGE, 8, BOTH), EFAULT, "memory that may not be written: EFAULT");
	fby_is(reg(fd, mem + 2 * FBY_PAGE, 8, FOREBAY_UDMA_READ), 0, "and be read only");
	fby_fails(fby_udma_unregister(fd, &none), ENOENT, "a region that there is not: ENOENT");
	fby_is(fby_udma_unregister(fd, &program.src), 0, "one that is");
	fby_fails(fby_udma_unregister(fd, &program.src), ENOENT, "and is not any more: ENOENT");
	fby_udma_end(&program.udma);
}

static void maps(void)
{
	struct program program = begin();
	int fd = program.udma.fd;
	struct fby_region part = program.src;

	fby_fails(fby_udma_map_shadow(fd, &part, PROT_READ | PROT_WRITE), EACCES,
		  "the shadow of a source for stores: EACCES");
	fby_fails(fby_udma_map_shadow(fd, &program.dst, PROT_READ), EACCES,
		  "that of a destination for loads: EACCES");
	fby_fails(mprotect((void *)(uintptr_t)program.src.shadow, BYTES, PROT_READ | PROT_WRITE), EACCES,
		  "nor by mprotect");
	part.bytes = 4 * BYTES;
	fby_fails(fby_udma_map_shadow(fd, &part, PROT_READ), ENXIO, "more than the region: ENXIO");
	fby_fails(mmap(NULL, 2 * FBY_PAGE, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED ? -1 : 0, ENXIO,
		  "the context's page and the portal in one: ENXIO");
	fby_fails(mmap(NULL, FBY_PAGE, PROT_READ, MAP_PRIVATE, fd, 0) == MAP_FAILED ? -1 : 0, EINVAL,
		  "a private map: EINVAL");
	fby_udma_end(&program.udma);
}

/* Becomes somebody with room for a page. */
static int limited(void)
{
	struct rlimit limit = { FBY_PAGE, FBY_PAGE };
	unsigned char *mem = fby_map(BYTES);
	struct fby_region region;
	int fd = fby_must_open("udma", O_RDWR);

	if (setrlimit(RLIMIT_MEMLOCK, &limit) || setresuid(NOBODY, NOBODY, NOBODY))
		return 1;
	if (!reg(fd, mem, BYTES, BOTH) || errno != ENOMEM)
		return 2;
	for (unsigned int i = 0; i < 3; i++) {
		if (fby_udma_register(fd, mem, FBY_PAGE, BOTH, &region))
			return 3;
		if (!reg(fd, mem + FBY_PAGE, FBY_PAGE, BOTH) || errno != ENOMEM)
			return 4;
		if (fby_udma_unregister(fd, &region))
			return 5;
	}
	return 0;
}

static void limits(void)
{
	struct fby_udma all[FOREBAY_UDMA_WINDOW_CONTEXT_PAGE_COUNT];
	struct forebay_udma_context context;
	unsigned int count;
	pid_t child = fby_fork();
	int fd, status;

	if (!child)
		_exit(limited());
	status = fby_reaped(child, BOUND_MS);
	fby_is(status, 0, "who may pin a page can register one, again and again, and not two");
	all[0] = fby_udma_begin();
	count = all[0].context.contexts;
	for (unsigned int i = 1; i < count; i++)
		all[i] = fby_udma_begin();
	fd = fby_must_open("udma", O_RDWR);
	fby_fails(ioctl(fd, FOREBAY_IOC_UDMA_GET, &context), EBUSY, "one more than the contexts: EBUSY");
	fby_udma_end(&all[count / 2]);
	fby_is(ioctl(fd, FOREBAY_IOC_UDMA_GET, &context), 0, "when one is given back there is one");
	fby_is(context.context, all[count / 2].context.context, "the same");
	for (unsigned int i = 0; i < count; i++)
		if (i != count / 2)
			fby_udma_end(&all[i]);
	fby_fails(fby_udma_choose("key"), EBUSY, "the scheme is not changed while one is in use: EBUSY");
	close(fd);
	fby_fails(fby_udma_choose("keys"), EINVAL, "nor to one that there is not: EINVAL");
}

static void by_kernel(void)
{
	unsigned char *src = fby_map(BYTES), *dst = fby_map(BYTES);
	int fd = fby_must_open("udma", O_RDWR);
	const struct {
		const char *what;
		unsigned char *src, *dst;
		uint64_t bytes;
		int error;
	} cases[] = {
		{ "no bytes", src, dst, 0, EINVAL },
		{ "onto itself", src, src + 8, 16, EINVAL },
		{ "beyond the region", src, dst + 8, BYTES, EFAULT },
		{ "into the source", dst, src, 8, EFAULT },
		{ "memory that is not registered", (unsigned char *)&fd, dst, 4, EFAULT },
		{ "beyond all addresses", src, dst, ~0ull, EINVAL },
	};

	if (reg(fd, src, BYTES, FOREBAY_UDMA_READ) || reg(fd, dst, BYTES, FOREBAY_UDMA_WRITE))
		fby_bail("FOREBAY_IOC_UDMA_REGISTER: %s", strerror(errno));
	for (unsigned int i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct forebay_udma_start start = { .src = (uintptr_t)cases[i].src,
						    .dst = (uintptr_t)cases[i].dst,
						    .bytes = cases[i].bytes };

		fby_fails(ioctl(fd, FOREBAY_IOC_UDMA_START, &start), cases[i].error, "by the kernel, %s: %s",
			  cases[i].what, fby_errno_name(cases[i].error));
	}
	fby_is(fby_diff_byte(dst, 0, BYTES), -1, "and nothing has moved");
	close(fd);
}

static void without_context(void)
{
	int fd = fby_must_open("udma", O_RDWR);
	struct forebay_udma_stats stats;
	struct forebay_udma_wait wait = { .timeout_ms = 1 };
	struct fby_udma udma;

	fby_fails(ioctl(fd, FOREBAY_IOC_UDMA_STATS, &stats), ENOENT, "counters of no context: ENOENT");
	fby_fails(ioctl(fd, FOREBAY_IOC_UDMA_WAIT, &wait), ENOENT, "a wait without one: ENOENT");
	fby_fails(mmap(NULL, FBY_PAGE, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED ? -1 : 0, ENXIO,
		  "its page: ENXIO");
	close(fd);
	udma = fby_udma_begin();
	fby_fails(ioctl(udma.fd, FOREBAY_IOC_UDMA_WAIT, &wait), ETIMEDOUT, "a wait for nothing: ETIMEDOUT");
	fby_udma_end(&udma);
}

/* Pages of the window are had from this node alone, one by one. */
static void window_closed(void)
{
	off_t at = (off_t)(FOREBAY_CARD_PROGRAM_WINDOW_BASE - fby_layout()->user_offset);
	const off_t places[] = { 0, FOREBAY_UDMA_WINDOW_PORTAL_PAGE_BASE, FOREBAY_UDMA_WINDOW_SHADOW_PAGE_BASE,
				 FOREBAY_CARD_PROGRAM_WINDOW_BYTES - 4 };
	int fd = fby_must_open("user", O_RDWR);
	uint32_t word = 64;

	for (unsigned int i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		fby_fails(pread(fd, &word, 4, at + places[i]), EACCES, "the window by the node of registers: EACCES");
		fby_fails(pwrite(fd, &word, 4, at + places[i]), EACCES, "nor is it written: EACCES");
	}
	close(fd);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("what may not be had of user-level DMA is refused, moves nothing and is counted", 200);
	fby_is(fby_udma_choose("portal"), 0, "portal is chosen");
	window_closed();
	starts();
	foreign_slots();
	torn_line();
	registrations();
	maps();
	limits();
	by_kernel();
	without_context();
	key_of_another();
	return fby_done();
}
