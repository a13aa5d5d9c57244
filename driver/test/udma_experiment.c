// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: processes that take turns on one processor and start transfers as fast as they can lose to a
 * switch exactly what the scheme says: nothing under SHRIMP-1, shadow, key, portal and with restartable
 * pairs; under five accesses what the table of all pairs of phases has; and none is moved wrong but by
 * SHRIMP-2 without its hook.
 * Catches: an experiment that is only ever played by a model of the scheduler.
 *
 *   udma_experiment [scheme=NAME processes=N] [turns=N] [seconds=N] [pace_us=N] [bare] [restart]
 *
 * Section 4.4 of FORTH TR-182. With a scheme that is run alone, and what has been counted is printed
 * for bench/. `pace_us` keeps accesses so far apart, `bare` has the driver tell nobody of switches,
 * `restart` makes the pair of SHRIMP-2 a restartable sequence, which stands in for PAL code.
 */

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fby_child.h"
#include "fby_loses.h"
#include "fby_rseq.h"
#include "fby_sequence.h"
#include "fby_test.h"
#include "fby_turns.h"
#include "fby_udma.h"

#define QUANTUM_MS 10u
#define BYTES 64u
#define MOST_SECONDS 1500u
/* Attempts by which the times of the accesses are told. */
#define ALONE 2000u
/* Parts of a run, by whose differences its interval is estimated. */
#define BATCHES 100u
#define ARRIVES_MS 5000u

/** struct plan - What is run. */
struct plan {
	const char *scheme;
	unsigned int processes;
	uint32_t turns;
	uint64_t seconds;
	uint64_t pace_ns;
	bool bare, restart;
};

/** struct taker - What a process says of itself at its end. */
struct taker {
	uint64_t attempts, done, errors, fails, aborts;
	/** Attempts told yes whose bytes are nowhere. */
	uint64_t lost;
	long involuntary;
	struct forebay_udma_stats stats;
	bool shared;
};

/** struct run - Shared by all processes of a run. */
struct run {
	struct plan plan;
	struct fby_turns *turns;
	unsigned int phases;
	volatile uint32_t ended;
	/** ns before each access, and between two attempts in the first of them. */
	uint64_t dwell[FBY_MAX_STEPS];
	struct taker takers[FBY_MAX_TAKERS];
	/** Source and destination of each, a page each. */
	unsigned char *pages;
};

/** struct player - A process. */
struct player {
	struct run *run;
	uint32_t number;
	struct fby_udma udma;
	struct fby_sequence sequence;
	struct fby_turn *turn;
	struct taker *said;
	volatile uint64_t *src, *dst, *record;
	/** When its last access was over. */
	uint64_t last_ns;
	/** A number in its source that nobody has had there; 0: nobody looks for it. */
	uint64_t nonce;
	uint64_t nonces;
};

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static volatile uint64_t *page_of(const struct run *run, uint32_t number, unsigned int which)
{
	return (volatile uint64_t *)(run->pages + (number * 2 + which) * FBY_PAGE);
}

/* ---- where bytes have gone ---- */

/* From the first access after a switch until an attempt is told yes each has a number of its own. */
static void mark(struct player *player)
{
	player->nonce = (uint64_t)(player->number + 1) << 56 | ++player->nonces;
	*player->src = player->nonce;
}

static bool is_in(const struct player *player, uint32_t number)
{
	return *page_of(player->run, number, 1) == player->nonce;
}

static bool is_elsewhere(const struct player *player)
{
	for (uint32_t i = 0; i < player->run->plan.processes; i++)
		if (i != player->number && is_in(player, i))
			return true;
	return false;
}

static void look_where(struct player *player, bool told_yes)
{
	uint64_t end = fby_ms() + ARRIVES_MS;

	if (!told_yes) {
		fby_udma_settle(player->udma.fd);
		player->turn->untold += is_in(player, player->number);
		player->turn->wrong += is_elsewhere(player);
		return;
	}
	while (!is_in(player, player->number)) {
		if (is_elsewhere(player)) {
			player->turn->wrong++;
			return;
		}
		if (fby_ms() > end) {
			player->said->lost++;
			return;
		}
	}
}

/* ---- attempts ---- */

static void take(struct player *player, unsigned int after)
{
	player->turn = fby_turns_take(player->run->turns, player->number, after);
	/* What has been started already moves what was there then. */
	if (after <= player->sequence.starter)
		mark(player);
}

static void keep_pace(const struct player *player)
{
	uint64_t pace = player->run->plan.pace_ns;

	while (pace && now_ns() - player->last_ns < pace)
		;
}

static uint32_t access_once(struct player *player, unsigned int number)
{
	const struct fby_step *step = &player->sequence.steps[number];
	uint64_t word = step->word;

	keep_pace(player);
	while (!fby_rseq_access(&player->run->turns->owner, player->number, step->kind, step->at, &word))
		take(player, number);
	player->last_ns = now_ns();
	return (uint32_t)word;
}

/* Whether each load was answered as it has to be. */
static bool by_accesses(struct player *player)
{
	for (unsigned int i = 0; i < player->sequence.count; i++) {
		uint32_t answer = access_once(player, i);

		if (fby_step_goes_on(&player->sequence.steps[i], answer))
			continue;
		player->turn->fails += fby_step_fails(&player->sequence.steps[i], answer);
		return false;
	}
	return true;
}

/* The pair as one: whoever is interrupted in it has not begun. */
static bool by_pair(struct player *player)
{
	const struct fby_step *store = player->sequence.steps, *load = store + 1;
	uint32_t answer;

	if (player->run->turns->owner != player->number)
		take(player, 0);
	answer = fby_rseq_pair(store->at, (uint32_t)store->word, load->at, &player->said->aborts);
	player->turn->fails += fby_step_fails(load, answer);
	return fby_step_goes_on(load, answer);
}

/* What a program does that starts the next one only when the last one is over, where the scheme wants it. */
static void until_over(struct player *player)
{
	uint64_t end = fby_ms() + ARRIVES_MS;

	while (player->udma.context.scheme == FOREBAY_UDMA_KEY && *player->udma.page)
		;
	if (player->udma.context.scheme != FOREBAY_UDMA_PORTAL)
		return;
	while (*player->record == ~0ull)
		if (fby_ms() > end) {
			player->said->lost++;
			return;
		}
}

static void attempt(struct player *player)
{
	bool is_portal = player->udma.context.scheme == FOREBAY_UDMA_PORTAL, yes;

	*player->record = ~0ull;
	yes = player->run->plan.restart ? by_pair(player) : by_accesses(player);
	if (yes)
		until_over(player);
	if (yes && is_portal)
		yes = !*player->record;
	if (player->nonce)
		look_where(player, yes);
	player->said->attempts++;
	player->said->done += yes;
	player->turn->errors += !yes;
	player->turn->done += yes && player->turn->done < UINT8_MAX;
	if (yes)
		player->nonce = 0;
	else if (player->nonce)
		mark(player);
}

/* How long a process is before each of its accesses, while nobody else is there. */
static void time_alone(struct player *player)
{
	uint64_t sums[FBY_MAX_STEPS] = { 0 };
	unsigned int phases = player->run->plan.restart ? 0 : player->sequence.count;

	for (unsigned int i = 0; i < ALONE; i++) {
		*player->record = ~0ull;
		for (unsigned int number = 0; number < phases; number++) {
			uint64_t before = player->last_ns;

			access_once(player, number);
			if (i)
				sums[number] += player->last_ns - before;
		}
		until_over(player);
	}
	for (unsigned int number = 0; number < phases; number++)
		player->run->dwell[number] = sums[number] / (ALONE - 1);
}

/* ---- processes ---- */

static void plays(struct player *player)
{
	fby_rseq_must();
	while (!player->run->turns->stop)
		attempt(player);
}

static struct fby_region own(const struct run *run, const struct fby_udma *udma, uint32_t number,
			     unsigned int which, uint32_t rights)
{
	struct fby_region region;

	if (fby_udma_register(udma->fd, (const void *)(uintptr_t)page_of(run, number, which), FBY_PAGE, rights, &region))
		_exit(21);
	if (fby_udma_map_region(udma, &region, rights))
		_exit(22);
	return region;
}

static void prepare(struct player *player, struct fby_region *src, struct fby_region *dst)
{
	struct run *run = player->run;

	player->udma = run->plan.bare || run->plan.restart ? fby_udma_begin_bare() : fby_udma_begin();
	*src = own(run, &player->udma, player->number, 0, FOREBAY_UDMA_READ);
	*dst = own(run, &player->udma, player->number, 1, FOREBAY_UDMA_WRITE);
	player->src = page_of(run, player->number, 0);
	player->dst = page_of(run, player->number, 1);
	/* The end of the destination's page. */
	player->record = player->dst + FBY_PAGE / 8 - 1;
	if (player->udma.context.scheme == FOREBAY_UDMA_SHRIMP1)
		fby_udma_pair(&player->udma, (struct fby_place){ src, 0 }, (struct fby_place){ dst, 0 });
	player->sequence = fby_sequence_of(&player->udma, (struct fby_place){ src, 0 }, (struct fby_place){ dst, 0 },
					   dst->slot + FBY_PAGE - 8, BYTES);
	player->said->shared = player->udma.context.flags & FOREBAY_UDMA_SHARED;
}

static int process(struct run *run, uint32_t number, const int ready[2], const int go[2])
{
	struct player player = { .run = run, .number = number, .said = &run->takers[number] };
	struct sched_param param = { .sched_priority = 10 };
	struct fby_region src, dst;
	struct rusage before, after;
	char byte = 0;

	prepare(&player, &src, &dst);
	if (sched_setscheduler(0, SCHED_RR, &param))
		return 23;
	if (!number) {
		run->phases = run->plan.restart ? 1 : player.sequence.count;
		run->turns->owner = number;
		time_alone(&player);
		run->turns->owner = FBY_NOBODY_YET;
	}
	if (write(ready[1], &byte, 1) != 1 || read(go[0], &byte, 1) != 1)
		return 24;
	getrusage(RUSAGE_SELF, &before);
	plays(&player);
	getrusage(RUSAGE_SELF, &after);
	player.said->involuntary = after.ru_nivcsw - before.ru_nivcsw;
	__atomic_fetch_add(&run->ended, 1, __ATOMIC_SEQ_CST);
	while (run->ended < run->plan.processes)
		sched_yield();
	player.said->stats = fby_udma_settle(player.udma.fd);
	return 0;
}

static void all_processes(struct run *run)
{
	int ready[2], go[2];
	pid_t children[FBY_MAX_TAKERS];
	char byte = 0;

	if (pipe(ready) || pipe(go))
		fby_bail("pipe: %s", strerror(errno));
	for (uint32_t i = 0; i < run->plan.processes; i++) {
		children[i] = fby_fork();
		if (!children[i]) {
			fby_udma_alone();
			_exit(process(run, i, ready, go));
		}
		/* One by one: the first is to be timed alone. */
		if (read(ready[0], &byte, 1) != 1)
			fby_bail("read: %s", strerror(errno));
	}
	run->turns->end_ms = fby_ms() + run->plan.seconds * 1000;
	for (uint32_t i = 0; i < run->plan.processes; i++)
		if (write(go[1], &byte, 1) != 1)
			fby_bail("write: %s", strerror(errno));
	for (uint32_t i = 0; i < run->plan.processes; i++)
		fby_is(fby_reaped(children[i], MOST_SECONDS * 1000), 0, "process %u has come to its end", i);
	for (unsigned int i = 0; i < 2; i++) {
		close(ready[i]);
		close(go[i]);
	}
}

/* ---- what has come of it ---- */

/** struct sums - Of all turns but the first of each process. */
struct sums {
	uint64_t turns, errors, fails, wrong, untold;
};

static void add(struct sums *sums, const struct fby_turn *turn)
{
	sums->turns++;
	sums->errors += turn->errors;
	sums->fails += turn->fails;
	sums->wrong += turn->wrong;
	sums->untold += turn->untold;
}

static uint32_t turns_of(const struct run *run)
{
	return run->turns->count - 1 < FBY_MAX_TURNS - 1 ? run->turns->count - 1 : FBY_MAX_TURNS - 1;
}

static struct sums sums_of(const struct run *run)
{
	struct sums sums = { 0 };

	for (uint32_t i = run->plan.processes; i < turns_of(run); i++)
		add(&sums, &run->turns->turns[i]);
	return sums;
}

static void tell_batches(const struct run *run)
{
	uint32_t first = run->plan.processes, each = (turns_of(run) - first) / BATCHES;

	for (uint32_t batch = 0; each && batch < BATCHES; batch++) {
		struct sums sums = { 0 };

		for (uint32_t i = 0; i < each; i++)
			add(&sums, &run->turns->turns[first + batch * each + i]);
		fby_note("batch turns=%llu errors=%llu fails=%llu wrong=%llu", (unsigned long long)sums.turns,
			 (unsigned long long)sums.errors, (unsigned long long)sums.fails, (unsigned long long)sums.wrong);
	}
}

static void tell_pairs(const struct run *run, const struct fby_pair *pairs)
{
	for (unsigned int resumed = 0; resumed < run->phases; resumed++)
		for (unsigned int left = 0; left < run->phases; left++) {
			const struct fby_pair *pair = &pairs[resumed * run->phases + left];

			fby_note("pair resumed=%u left=%u turns=%u errors=%u fails=%u", resumed, left, pair->turns,
				 pair->errors, pair->fails);
		}
	for (unsigned int phase = 0; phase < run->phases; phase++)
		fby_note("dwell phase=%u ns=%llu", phase, (unsigned long long)run->dwell[phase]);
}

/** struct totals - What all processes say at their ends. */
struct totals {
	uint64_t attempts, done, errors, aborts, lost, involuntary, starts, ended, refused, strays;
};

static struct totals totals_of(const struct run *run)
{
	struct totals totals = { 0 };

	for (uint32_t i = 0; i < run->plan.processes; i++) {
		const struct taker *taker = &run->takers[i];

		totals.attempts += taker->attempts;
		totals.done += taker->done;
		totals.aborts += taker->aborts;
		totals.lost += taker->lost;
		totals.involuntary += (uint64_t)taker->involuntary;
		/* One context has all counts where all share it. */
		if (i && taker->shared)
			continue;
		totals.starts += taker->stats.starts;
		totals.ended += taker->stats.done;
		totals.strays += taker->stats.strays;
		for (unsigned int reason = 0; reason < FOREBAY_UDMA_REFUSALS; reason++)
			totals.refused += taker->stats.refused[reason];
	}
	return totals;
}

static void tell(const struct run *run, const struct sums *sums, const struct totals *totals, uint64_t ms)
{
	const struct plan *plan = &run->plan;

	fby_note("run scheme=%s%s processes=%u pace_us=%llu ms=%llu turns=%llu errors=%llu fails=%llu wrong=%llu untold=%llu "
		 "attempts=%llu done=%llu aborts=%llu involuntary=%llu starts=%llu ended=%llu refused=%llu strays=%llu",
		 plan->scheme, plan->restart ? "+restart" : plan->bare ? "+bare" : "", plan->processes,
		 (unsigned long long)plan->pace_ns / 1000, (unsigned long long)ms, (unsigned long long)sums->turns,
		 (unsigned long long)sums->errors, (unsigned long long)sums->fails, (unsigned long long)sums->wrong,
		 (unsigned long long)sums->untold, (unsigned long long)totals->attempts, (unsigned long long)totals->done,
		 (unsigned long long)totals->aborts, (unsigned long long)totals->involuntary,
		 (unsigned long long)totals->starts, (unsigned long long)totals->ended,
		 (unsigned long long)totals->refused, (unsigned long long)totals->strays);
}

/* The checks; prints the pairs. */
static void judge(const struct run *run, const struct sums *sums, const struct totals *totals)
{
	const struct plan *plan = &run->plan;
	fby_expected *expected = fby_loses(plan->scheme, plan->bare, plan->restart);
	struct fby_pair pairs[FBY_MAX_STEPS * FBY_MAX_STEPS] = { 0 };
	uint64_t deviating = 0, known = 0;

	fby_turns_pairs(run->turns, run->phases, expected, pairs);
	for (unsigned int i = 0; i < run->phases * run->phases; i++) {
		known += pairs[i].turns;
		deviating += pairs[i].deviating;
	}
	fby_ok(sums->turns >= plan->turns, "%s: %u processes have taken turns %u times", plan->scheme, plan->processes,
	       plan->turns);
	/* A busy machine takes the processor away again at once at times. */
	fby_ok(known, "%s: in some of them each got on", plan->scheme);
	/* SHRIMP-2's hook is told of switches to whomever, not only of these turns. */
	if (expected && (strcmp(plan->scheme, "shrimp2") || plan->bare || plan->restart))
		fby_is((long long)deviating, 0, "%s: each has lost what its pair of phases has to", plan->scheme);
	fby_is((long long)totals->lost, 0, "%s: all that was told of has arrived", plan->scheme);
	fby_is((long long)(totals->refused + totals->strays), 0, "%s: and the card has refused none for another reason",
	       plan->scheme);
	if (!strcmp(plan->scheme, "shrimp2") && plan->bare)
		fby_ok(sums->wrong, "%s: without the hook bytes are moved to where nobody wants them", plan->scheme);
	else if (expected)
		fby_is((long long)(sums->wrong + sums->untold), 0, "%s: none went where nobody wants it, or untold",
		       plan->scheme);
	if (expected)
		fby_is((long long)totals->starts, (long long)(totals->done + (plan->restart ? 0 : ALONE)),
		       "%s: the card has counted the starts that the processes were told of", plan->scheme);
	if (plan->restart)
		fby_ok(totals->aborts, "%s: pairs were interrupted, and began again", plan->scheme);
	tell_pairs(run, pairs);
}

static void carry_out(const struct plan *plan)
{
	struct run *run = mmap(NULL, sizeof(*run), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	size_t bytes = plan->processes * 2 * FBY_PAGE;
	struct totals totals;
	struct sums sums;
	uint64_t begun;

	if (run == MAP_FAILED)
		fby_bail("mmap: %s", strerror(errno));
	run->plan = *plan;
	run->pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (run->pages == MAP_FAILED)
		fby_bail("mmap: %s", strerror(errno));
	fby_is(fby_udma_choose(plan->scheme), 0, "%s is chosen", plan->scheme);
	run->turns = fby_turns_begin(plan->turns + plan->processes, plan->seconds * 1000);
	begun = fby_ms();
	all_processes(run);
	sums = sums_of(run);
	totals = totals_of(run);
	judge(run, &sums, &totals);
	tell_batches(run);
	tell(run, &sums, &totals, fby_ms() - begun);
	munmap(run->turns, sizeof(*run->turns));
	munmap(run->pages, bytes);
	munmap(run, sizeof(*run));
}

static const char *word_of(int argc, char **argv, const char *name)
{
	size_t len = strlen(name);

	for (int i = 1; i < argc; i++)
		if (!strncmp(argv[i], name, len))
			return argv[i] + len;
	return NULL;
}

int main(int argc, char **argv)
{
	static const struct plan suite[] = {
		{ .scheme = "repeat5", .processes = 2, .turns = 300, .pace_ns = 100000 },
		{ .scheme = "shadow", .processes = 3, .turns = 100 },
		{ .scheme = "portal", .processes = 2, .turns = 100 },
		{ .scheme = "shrimp2", .processes = 2, .turns = 200 },
		{ .scheme = "shrimp2", .processes = 2, .turns = 200, .bare = true },
		{ .scheme = "shrimp2", .processes = 2, .turns = 200, .restart = true },
	};
	const char *scheme = word_of(argc, argv, "scheme=");

	fby_begin("processes that take turns lose to a switch what the scheme says", MOST_SECONDS);
	if (fby_udma_bounced())
		return fby_done();
	fby_turns_at_once(QUANTUM_MS);
	if (scheme)
		carry_out(&(struct plan){ .scheme = scheme,
					  .processes = (unsigned int)fby_arg(argc, argv, "processes=", 2),
					  .turns = (uint32_t)fby_arg(argc, argv, "turns=", 300),
					  .seconds = fby_arg(argc, argv, "seconds=", 0),
					  .pace_ns = fby_arg(argc, argv, "pace_us=", 0) * 1000,
					  .bare = fby_has_arg(argc, argv, "bare"),
					  .restart = fby_has_arg(argc, argv, "restart") });
	for (unsigned int i = 0; !scheme && i < sizeof(suite) / sizeof(suite[0]); i++)
		carry_out(&suite[i]);
	fby_turns_as_usual();
	return fby_done();
}
