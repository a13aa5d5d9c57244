// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a transfer of user-level DMA that never ends costs its program its context and the card a reset,
 * nothing else: the call that meets it ends with EIO (by the kernel: ETIMEDOUT), so does the end of the
 * program; memory that the card may still use stays pinned until that reset and no longer; the card resets
 * without being asked, and then every program can have a context again.
 * Catches: memory given back under a transfer, a close that waits for ever, a front end that stays out of
 * service.
 */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_child.h"
#include "fby_fault.h"
#include "fby_test.h"
#include "fby_udma.h"

#define BYTES FBY_PAGE
#define UNTOUCHED 0x42
/* Longest: a drain and a reset, on an emulated machine. */
#define BOUND_MS 60000u

struct program {
	struct fby_udma udma;
	struct fby_region src, dst;
};

static struct program begin(void)
{
	struct program program = { .udma = fby_udma_begin() };

	program.src = fby_udma_memory(&program.udma, BYTES, FOREBAY_UDMA_READ);
	program.dst = fby_udma_memory(&program.udma, BYTES, FOREBAY_UDMA_WRITE);
	fby_fill(program.src.mem, BYTES, 5);
	memset(program.dst.mem, UNTOUCHED, BYTES);
	return program;
}

static bool go(const struct program *program)
{
	return fby_udma_start(&program->udma, (struct fby_place){ &program->src, 0 },
			      (struct fby_place){ &program->dst, 0 }, BYTES);
}

/* The next access of that kind gets no answer. */
static void arm(uint32_t select)
{
	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(NEVER_ANSWERED),
					  .select = select | FOREBAY_FAULT_SELECT_DATA,
					  .count = 1 });
}

/* A transfer under way whose answer never comes. */
static void stick(const struct program *program, uint32_t select)
{
	arm(select);
	if (!go(program))
		fby_bail("the transfer that is to hang was not taken");
	if (!fby_fault_await_hit(BOUND_MS))
		fby_bail("no access was hit");
}

/* Until the card is out of its reset: a context again, which moves bytes. */
static void works_again(const char *how)
{
	uint64_t end = fby_ms() + BOUND_MS;
	struct forebay_udma_context context;
	struct program program;
	int ret, error;

	fby_fault_disarm();
	do {
		int fd = fby_must_open("udma", O_RDWR);

		ret = ioctl(fd, FOREBAY_IOC_UDMA_GET, &context);
		error = errno;
		close(fd);
	} while (ret && error == EIO && fby_ms() < end);
	fby_is(ret, 0, "%s: a context can be had without anybody resetting the card", how);
	program = begin();
	fby_ok(go(&program), "%s: a transfer starts", how);
	fby_udma_settle(program.udma.fd);
	fby_is(fby_diff(program.src.mem, program.dst.mem, BYTES), -1, "%s: and moves its bytes", how);
	fby_udma_end(&program.udma);
}

/* Another program has a context meanwhile: it loses it to the reset, and is told so. */
static void unregistered(uint32_t select, const char *how)
{
	struct program stuck = begin(), other = begin();
	struct forebay_udma_context context;
	struct forebay_udma_stats stats;
	uint64_t end;

	stick(&stuck, select);
	fby_fails(fby_udma_unregister(stuck.udma.fd, &stuck.src), EIO, "%s: the region is not let go: EIO", how);
	end = fby_ms() + BOUND_MS;
	while (!ioctl(other.udma.fd, FOREBAY_IOC_UDMA_STATS, &stats) && fby_ms() < end)
		;
	fby_fails(ioctl(other.udma.fd, FOREBAY_IOC_UDMA_STATS, &stats), ECANCELED,
		  "%s: the other program is told that the card was reset: ECANCELED", how);
	works_again(how);
	fby_is(ioctl(other.udma.fd, FOREBAY_IOC_UDMA_GET, &context), 0, "%s: and has a context again", how);
	if (select == FOREBAY_FAULT_SELECT_READ)
		fby_is(fby_diff_byte(stuck.dst.mem, UNTOUCHED, BYTES), -1, "%s: nothing has moved", how);
	fby_udma_end(&other.udma);
	fby_udma_end(&stuck.udma);
}

static void killed(void)
{
	struct fby_notice there = fby_notice_open();
	pid_t child = fby_fork();
	int status;

	if (!child) {
		struct program program = begin();

		stick(&program, FOREBAY_FAULT_SELECT_READ);
		fby_notice_post(there);
		for (;;)
			pause();
	}
	fby_ok(fby_notice_wait(there, 1), "a program has a transfer that does not end");
	kill(child, SIGKILL);
	status = fby_reaped(child, BOUND_MS);
	fby_ok(status != -1 && WIFSIGNALED(status), "and is gone when it is killed");
	works_again("killed");
}

static void by_kernel(void)
{
	struct program program = begin();
	struct forebay_udma_start start = { .src = (uintptr_t)program.src.mem,
					    .dst = (uintptr_t)program.dst.mem,
					    .bytes = BYTES };
	int ret;

	arm(FOREBAY_FAULT_SELECT_READ);
	ret = ioctl(program.udma.fd, FOREBAY_IOC_UDMA_START, &start);
	fby_fails(ret, ETIMEDOUT, "by the kernel: ETIMEDOUT");
	fby_is((long long)start.done, 0, "by the kernel: nothing is said to have arrived");
	works_again("by the kernel");
	fby_is(fby_diff_byte(program.dst.mem, UNTOUCHED, BYTES), -1, "by the kernel: nothing has");
	fby_udma_end(&program.udma);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("a transfer of user-level DMA that never ends costs its program and a reset", 300);
	fby_fault_need();
	fby_is(fby_udma_choose("shadow"), 0, "shadow is chosen");
	unregistered(FOREBAY_FAULT_SELECT_READ, "a read without an answer");
	unregistered(FOREBAY_FAULT_SELECT_WRITE, "a write without an answer");
	killed();
	by_kernel();
	fby_still_works("all of it");
	return fby_done();
}
