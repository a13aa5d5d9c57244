// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: the pair of SHRIMP-2 as a restartable sequence, which stands in for PAL code that nothing
 * interrupts: who is interrupted between its store and its load begins again, and on one processor
 * nothing of programs that all do so is moved wrong, without a hook in the kernel; where one does not,
 * it is. And what it cannot do: keep out who loads in between on purpose.
 * Catches: a sequence that is only ever restarted in theory; a page that says more than there is.
 */

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_child.h"
#include "fby_rseq.h"
#include "fby_test.h"
#include "fby_udma.h"

#define ROUNDS 20u
#define BYTES 64u
#define BOUND_MS 60000u

enum { VICTIM, OTHER };

/** What the other program does while the victim is between its two accesses. */
enum role { WHOLE_PAIR, STORE_ALONE, LOAD_ALONE };

/** struct scene - Shared by the two. */
struct scene {
	bool restarts;
	enum role role;
	/** Source and destination of each. */
	unsigned char *pages[2][2];
	/** Of the victim: loads answered OK, sequences begun again, and where its bytes have gone. */
	uint64_t told, aborts, right, astray;
	/** Of the other: loads answered OK, its bytes where it wanted them, and in the victim's destination. */
	uint64_t other_told, other_right, stolen;
	/** The card's, of both. */
	struct forebay_udma_stats stats;
};

struct turns {
	int to_victim[2], to_other[2];
};

/** struct program - One of the two. */
struct program {
	struct scene *scene;
	const struct turns *turns;
	struct fby_udma udma;
	struct fby_region src, dst;
};

static void pass(const int ends[2])
{
	char byte = 0;

	if (write(ends[1], &byte, 1) != 1)
		_exit(30);
}

static void await(const int ends[2])
{
	char byte;

	if (read(ends[0], &byte, 1) != 1)
		_exit(31);
}

static bool has(const struct scene *scene, unsigned int at, unsigned int of)
{
	return !memcmp(scene->pages[at][1], scene->pages[of][0], BYTES);
}

static void own(struct program *program, unsigned int who)
{
	program->udma = fby_udma_begin_bare();
	if (fby_udma_register(program->udma.fd, program->scene->pages[who][0], FBY_PAGE, FOREBAY_UDMA_READ, &program->src) ||
	    fby_udma_map_region(&program->udma, &program->src, FOREBAY_UDMA_READ) ||
	    fby_udma_register(program->udma.fd, program->scene->pages[who][1], FBY_PAGE, FOREBAY_UDMA_WRITE, &program->dst) ||
	    fby_udma_map_region(&program->udma, &program->dst, FOREBAY_UDMA_WRITE))
		_exit(32);
}

/* ---- the victim ---- */

static const struct program *interrupted;

static void shut(const struct program *program, int prot)
{
	if (mprotect((void *)(uintptr_t)program->src.shadow, FBY_PAGE, prot))
		_exit(33);
}

/* The load finds its page shut, after the store: the other one has its turn here. */
static void on_shut(int sig)
{
	(void)sig;
	pass(interrupted->turns->to_other);
	await(interrupted->turns->to_victim);
	shut(interrupted, PROT_READ);
}

static uint32_t plain_pair(volatile uint32_t *dst, volatile uint32_t *src)
{
	*dst = BYTES;
	return *src;
}

static void victim_rounds(struct program *program)
{
	struct scene *scene = program->scene;

	fby_rseq_must();
	for (unsigned int i = 0; i < ROUNDS; i++) {
		uint32_t answer;

		memset(scene->pages[VICTIM][1], 0, BYTES);
		memset(scene->pages[OTHER][1], 0, BYTES);
		shut(program, PROT_NONE);
		answer = scene->restarts ? fby_rseq_pair(program->dst.shadow, BYTES, program->src.shadow, &scene->aborts) :
					   plain_pair(program->dst.shadow, program->src.shadow);
		fby_udma_settle(program->udma.fd);
		scene->told += answer == FBY_OK1;
		scene->right += has(scene, VICTIM, VICTIM);
		scene->astray += has(scene, OTHER, VICTIM);
	}
}

static int victim(struct program *program)
{
	struct sigaction act = { .sa_handler = on_shut };

	own(program, VICTIM);
	interrupted = program;
	sigaction(SIGSEGV, &act, NULL);
	victim_rounds(program);
	program->scene->stats = fby_udma_settle(program->udma.fd);
	pass(program->turns->to_other);
	return 0;
}

/* ---- the other ---- */

static void other_rounds(struct program *program)
{
	struct scene *scene = program->scene;

	for (unsigned int i = 0; i < ROUNDS; i++) {
		uint32_t answer = FBY_FAIL;

		await(program->turns->to_other);
		if (scene->role != LOAD_ALONE)
			*program->dst.shadow = BYTES;
		if (scene->role != STORE_ALONE)
			answer = *program->src.shadow;
		fby_udma_settle(program->udma.fd);
		scene->other_told += answer == FBY_OK1;
		scene->other_right += has(scene, OTHER, OTHER);
		scene->stolen += has(scene, VICTIM, OTHER);
		pass(program->turns->to_victim);
	}
}

static int other(struct program *program)
{
	own(program, OTHER);
	other_rounds(program);
	/* The end of its context would empty the latch. */
	await(program->turns->to_other);
	return 0;
}

/* ---- scenes ---- */

static struct scene *play(bool restarts, enum role role)
{
	struct scene *scene = mmap(NULL, FBY_PAGE * 5, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct program program = { .scene = scene };
	struct turns turns;
	pid_t first, second;

	if (scene == MAP_FAILED || pipe(turns.to_victim) || pipe(turns.to_other))
		fby_bail("a scene: %s", strerror(errno));
	program.turns = &turns;
	scene->restarts = restarts;
	scene->role = role;
	for (unsigned int i = 0; i < 4; i++)
		scene->pages[i / 2][i % 2] = (unsigned char *)scene + (i + 1) * FBY_PAGE;
	fby_fill(scene->pages[VICTIM][0], BYTES, 1);
	fby_fill(scene->pages[OTHER][0], BYTES, 2);
	second = fby_fork();
	if (!second)
		_exit(other(&program));
	first = fby_fork();
	if (!first)
		_exit(victim(&program));
	fby_is(fby_reaped(first, BOUND_MS), 0, "the victim has come to its end");
	fby_is(fby_reaped(second, BOUND_MS), 0, "and the other program");
	for (unsigned int i = 0; i < 2; i++) {
		close(turns.to_victim[i]);
		close(turns.to_other[i]);
	}
	return scene;
}

static void all_restart(void)
{
	struct scene *scene = play(true, WHOLE_PAIR);

	fby_ok(scene->aborts >= ROUNDS, "each pair of the victim is interrupted, and begins again");
	fby_is((long long)scene->told, ROUNDS, "each is told yes");
	fby_is((long long)scene->right, ROUNDS, "each moves what it wants");
	fby_is((long long)scene->astray, 0, "and nothing into the other one's memory");
	fby_is((long long)scene->other_told, ROUNDS, "so is the other one's pair in between");
	fby_is((long long)scene->other_right, ROUNDS, "which moves what that one wants");
	fby_is((long long)scene->stolen, 0, "and nothing into the victim's");
	fby_is(scene->stats.starts, 2 * ROUNDS, "the card has started no more than that");
}

static void left_behind(bool restarts)
{
	struct scene *scene = play(restarts, STORE_ALONE);
	const char *how = restarts ? "a pair that begins again" : "one that goes on";

	fby_is((long long)scene->told, ROUNDS, "%s behind another one's store is told yes", how);
	fby_ok(restarts ? scene->aborts >= ROUNDS : !scene->aborts, "%s: begun again, or not, each time", how);
	fby_is((long long)scene->right, restarts ? ROUNDS : 0, "%s: what it wants is moved so often", how);
	fby_is((long long)scene->astray, restarts ? 0 : ROUNDS, "%s: into the other one's memory so often", how);
	fby_is(scene->stats.starts, ROUNDS, "%s: the card has started one each", how);
}

/* The store has reached the card before the interruption: what begins again later does not take it back. */
static void taken_between(void)
{
	struct scene *scene = play(true, LOAD_ALONE);

	fby_ok(scene->aborts >= ROUNDS, "a hostile load in between: the victim begins again");
	fby_is((long long)scene->other_told, ROUNDS, "but the load is told yes");
	fby_is((long long)scene->stolen, ROUNDS, "and has moved into the victim's memory: PAL code would have kept it out");
	fby_is((long long)scene->right, ROUNDS, "until the victim's own transfer has");
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("a pair of accesses that is interrupted begins again", 300);
	fby_udma_alone();
	fby_is(fby_udma_choose("shrimp2"), 0, "shrimp2 is chosen, and the driver is told of no thread");
	all_restart();
	left_behind(true);
	left_behind(false);
	taken_between();
	return fby_done();
}
