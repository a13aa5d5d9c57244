// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: under SHRIMP-2 and FLASH, on one processor, a program that is scheduled between the two
 * accesses of another cannot complete what that one has begun: the driver tells the card of each
 * switch. Under a scheme without such a hook, three accesses say, it can, which shows that the
 * programs here do step each other.
 * Catches: a hook that is called when nothing is switched, or not when a thread sleeps.
 */

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_child.h"
#include "fby_test.h"
#include "fby_udma.h"

#define ROUNDS 50u
#define BOUND_MS 30000u

/* Two programs that take turns: who has the byte goes on. */
struct turns {
	int to_victim[2], to_hostile[2];
};

static void pass(const int ends[2])
{
	char byte = 0;

	if (write(ends[1], &byte, 1) != 1)
		_exit(90);
}

static void await(const int ends[2])
{
	char byte;

	if (read(ends[0], &byte, 1) != 1)
		_exit(91);
}

/* Stores at its destination, and is away before it can load: returns how many of its loads were answered OK. */
static int victim(const struct turns *turns)
{
	struct fby_udma udma = fby_udma_begin();
	struct fby_region dst = fby_udma_memory(&udma, FBY_PAGE, FOREBAY_UDMA_WRITE);

	for (unsigned int i = 0; i < ROUNDS; i++) {
		memset(dst.mem, 0x11, FBY_PAGE);
		*dst.shadow = 64;
		pass(turns->to_hostile);
		await(turns->to_victim);
		fby_udma_settle(udma.fd);
		if (fby_diff_byte(dst.mem, 0x11, FBY_PAGE) >= 0)
			return 1;
	}
	fby_udma_end(&udma);
	return 0;
}

/* Loads at its own source between: completes what the other one has begun, if the card lets it. */
static int hostile(const struct turns *turns)
{
	struct fby_udma udma = fby_udma_begin();
	struct fby_region src = fby_udma_memory(&udma, FBY_PAGE, FOREBAY_UDMA_READ);
	unsigned int taken = 0;

	memset(src.mem, 0x66, FBY_PAGE);
	for (unsigned int i = 0; i < ROUNDS; i++) {
		await(turns->to_hostile);
		taken += *src.shadow != FBY_FAIL;
		pass(turns->to_victim);
	}
	fby_udma_end(&udma);
	return taken ? 1 : 0;
}

static void step_each_other(const char *scheme)
{
	struct turns turns;
	pid_t first, second;

	fby_is(fby_udma_choose(scheme), 0, "%s is chosen", scheme);
	if (pipe(turns.to_victim) || pipe(turns.to_hostile))
		fby_bail("pipe: %s", strerror(errno));
	first = fby_fork();
	if (!first)
		_exit(victim(&turns));
	second = fby_fork();
	if (!second)
		_exit(hostile(&turns));
	fby_is(fby_reaped(first, BOUND_MS), 0, "%s: in %u rounds the victim's memory stays as it is", scheme, ROUNDS);
	fby_is(fby_reaped(second, BOUND_MS), 0, "%s: and none of the other's loads is answered OK", scheme);
	for (unsigned int i = 0; i < 2; i++) {
		close(turns.to_victim[i]);
		close(turns.to_hostile[i]);
	}
}

/* The control: latches of three accesses survive a switch, and what one has begun the other ends. */
static void without_hook(void)
{
	struct turns turns;
	pid_t child;
	struct fby_region src, dst;
	struct fby_udma udma;

	fby_is(fby_udma_choose("repeat3"), 0, "repeat3 is chosen");
	if (pipe(turns.to_victim) || pipe(turns.to_hostile))
		fby_bail("pipe: %s", strerror(errno));
	child = fby_fork();
	if (!child) {
		udma = fby_udma_begin();
		dst = fby_udma_memory(&udma, FBY_PAGE, FOREBAY_UDMA_WRITE);
		await(turns.to_hostile);
		*dst.shadow = 64;
		pass(turns.to_victim);
		await(turns.to_hostile);
		fby_udma_settle(udma.fd);
		_exit(fby_diff_byte(dst.mem, 0x66, 64) < 0 ? 0 : 1);
	}
	udma = fby_udma_begin();
	src = fby_udma_memory(&udma, FBY_PAGE, FOREBAY_UDMA_READ);
	memset(src.mem, 0x66, FBY_PAGE);
	fby_is(*src.shadow, FBY_OK1, "repeat3: one program loads");
	pass(turns.to_hostile);
	await(turns.to_victim);
	fby_is(*src.shadow, FBY_OK2, "repeat3: another one stores between, and the first one's last load starts");
	fby_udma_settle(udma.fd);
	pass(turns.to_hostile);
	fby_is(fby_reaped(child, BOUND_MS), 0, "repeat3: into the other one's memory");
	fby_udma_end(&udma);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("what a program has begun is forgotten when it leaves the processor", 200);
	fby_udma_alone();
	step_each_other("shrimp2");
	step_each_other("flash");
	without_hook();
	return fby_done();
}
