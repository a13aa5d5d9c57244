// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: two processes that step each other through the interleavings of FORTH TR-182's figures 5 and 6,
 * through the race of SHRIMP-2 and through the shortest one known against four accesses have the wrong
 * transfer happen, or the victim misled, by the broken schemes; by the sound ones the same accesses in
 * the same order do neither.
 * Catches: attacks that only a model has seen; a sound scheme that is sound by luck of the schedule.
 *
 * Each access is printed with what its process was told, and at the end what V believes and what is in
 * memory. V wants A moved to B; M has C, which he may read and write, and D. In figure 6 M can load A's
 * shadow: there the two processes share their memory, else nothing.
 */

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_child.h"
#include "fby_test.h"
#include "fby_udma.h"

#define BYTES 64u
#define BOUND_MS 60000u
#define STACK (64u * 1024u)
#define MAX_STEPS 12

enum actor { V, M };
enum page { A, B, C, D, PAGES };
#define NOTHING PAGES

/** struct scene - One interleaving by one scheme, and what comes of it. */
struct scene {
	const char *name, *scheme;
	/** The processes share their memory, and M can load what V can. */
	bool shares;
	/** Words of five: who, what, where, the answer of a load or a dash, and a comma. C8 is eight bytes into C. */
	const char *steps;
	/** What V wants of his last load: then he believes that A is moved to B, by this attempt. */
	uint32_t wants;
	bool believes;
	/** Whose bytes are in B and D. */
	enum page in_b, in_d;
	unsigned int starts;
};

#define RACE "V st B -,M ld C "
#define OTHER_RACE "V st B -,M st D -,V ld A "

static const struct scene scenes[] = {
	/* M's load takes what V has stored: C is moved to B. */
	{ "race of SHRIMP-2", "shrimp2", false, RACE "1,V ld A 0", FBY_OK1, false, C, NOTHING, 1 },
	{ "race of SHRIMP-2", "shadow", false, RACE "0,V ld A 1", FBY_OK1, true, A, NOTHING, 1 },
	{ "race of SHRIMP-2", "shadow_check", false, RACE "0,V ld A 0", FBY_OK1, false, NOTHING, NOTHING, 0 },
	/* M's store replaces it: A is moved to D, and V is told that all is well. */
	{ "race of SHRIMP-2, the other way", "shrimp2", false, OTHER_RACE "1", FBY_OK1, true, NOTHING, A, 1 },
	{ "race of SHRIMP-2, the other way", "shadow", false, OTHER_RACE "1", FBY_OK1, true, A, NOTHING, 1 },
	{ "race of SHRIMP-2, the other way", "shadow_check", false, OTHER_RACE "0", FBY_OK1, false, NOTHING, NOTHING, 0 },
	/* M's loads are the first and the third of three, around V's store. */
	{ "figure 5", "repeat3", false, "V ld A 1,M st C8-,M ld C80,M ld C 1,V st B -,M ld C 2,V ld A 1", FBY_OK2, false, C, NOTHING, 1 },
	{ "figure 5", "repeat5", false, "V ld A 0,M st C8-,M ld C81,M ld C 0,V st B -,M ld C 1,V ld A 0", FBY_OK3, false, NOTHING, NOTHING, 0 },
	{ "figure 5", "shadow", false, "V ld A 0,M st C8-,M ld C81,M ld C 0,V st B -,M ld C 0,V ld A 1", FBY_OK1, true, A, NOTHING, 2 },
	/* M takes the last of four: A is moved to B, and V is told no. */
	{ "figure 6", "repeat4", true, "V st B -,V ld A 1,V st B -,M ld A 2,V ld A 0", FBY_OK2, false, A, NOTHING, 1 },
	{ "figure 6", "repeat5", true, "V st B -,V ld A 1,V st B -,M ld A 2,V ld A 0", FBY_OK2, false, NOTHING, NOTHING, 0 },
	{ "figure 6", "shadow", true, "V st B -,V ld A 1,V st B -,M ld A 0,V ld A 1", FBY_OK1, true, A, NOTHING, 2 },
	/* One stray load, without any right: V's next attempt moves with its second access, of which he wants OK1. */
	{ "a slip by two", "repeat4", false, "V st B -,V ld A 1,M ld C 0,V st B -,V ld A 1,V st B -,V ld A 2", FBY_OK1, false, A, NOTHING, 1 },
	{ "a slip by two", "repeat5", false, "V st B -,V ld A 1,M ld C 0,V st B -,V ld A 1,V st B -,V ld A 2", FBY_OK1, false, NOTHING, NOTHING, 0 },
};

static const char *const texts[] = { "FAIL", "OK1", "OK2", "OK3" };

/** struct step - One access; of no page: the process says how many starts the card has counted, when all are over. */
struct step {
	enum actor who;
	bool loads;
	enum page page;
	unsigned int offset;
	uint32_t answer;
};

static struct step step_of(const char *word)
{
	return (struct step){ .who = word[0] == 'V' ? V : M,
			      .loads = word[2] == 'l',
			      .page = (enum page)(word[5] - 'A'),
			      .offset = word[6] == ' ' ? 0 : (unsigned int)(word[6] - '0'),
			      .answer = word[7] == '-' ? 0 : (uint32_t)(word[7] - '0') };
}

static unsigned int steps_of(const char *text, struct step *steps)
{
	unsigned int count = 0;

	for (const char *word = text; word && count < MAX_STEPS; word = strchr(word, ',')) {
		word += *word == ',';
		steps[count++] = step_of(word);
	}
	return count;
}

/* ---- a process: does the accesses that it is sent ---- */

/** struct process - What both sides of its pipes know. */
struct process {
	int orders[2], answers[2];
	unsigned char *pages;
	enum actor who;
	/** It says that it is there, and whether its context is that of all. */
	bool tells;
	uint32_t shared;
	struct fby_udma udma;
	struct fby_region regions[PAGES];
};

static void own(struct process *process, enum page page, uint32_t rights)
{
	struct fby_region *region = &process->regions[page];

	if (fby_udma_register(process->udma.fd, process->pages + page * FBY_PAGE, FBY_PAGE, rights, region) ||
	    fby_udma_map_region(&process->udma, region, rights))
		_exit(40);
}

static void prepare(struct process *process)
{
	process->udma = fby_udma_begin_bare();
	if (process->who == V) {
		own(process, A, FOREBAY_UDMA_READ);
		own(process, B, FOREBAY_UDMA_WRITE);
	} else {
		own(process, C, FOREBAY_UDMA_READ | FOREBAY_UDMA_WRITE);
		own(process, D, FOREBAY_UDMA_WRITE);
	}
}

static int acts(void *arg)
{
	struct process *process = arg;
	struct step step;

	/* Nobody is to be scheduled any more but who has an order. */
	if (process->tells && write(process->answers[1], &process->shared, sizeof(uint32_t)) != sizeof(uint32_t))
		return 42;
	while (read(process->orders[0], &step, sizeof(step)) == sizeof(step)) {
		uint32_t answer = 0;

		if (step.page == PAGES)
			answer = fby_udma_settle(process->udma.fd).starts;
		else if (step.loads)
			answer = process->regions[step.page].shadow[step.offset / 4];
		else
			process->regions[step.page].shadow[step.offset / 4] = BYTES;
		if (write(process->answers[1], &answer, sizeof(answer)) != sizeof(answer))
			return 41;
	}
	return 0;
}

/* A process of its own that has V's memory, and so his mappings; by a scheme with contexts it has its own of A. */
static pid_t second_in_same_memory(struct process *processes)
{
	char *stack = fby_map(STACK);
	struct process *second = &processes[M];

	prepare(second);
	if (processes[V].udma.context.flags & FOREBAY_UDMA_SHARED)
		second->regions[A] = processes[V].regions[A];
	else
		own(second, A, FOREBAY_UDMA_READ);
	return clone(acts, stack + STACK, CLONE_VM | SIGCHLD, second);
}

static int runs(struct process *processes, enum actor who, bool shares)
{
	struct process *self = &processes[who];
	pid_t second = 0;
	int status = 0;

	prepare(self);
	self->tells = true;
	self->shared = self->udma.context.flags & FOREBAY_UDMA_SHARED;
	/* Else nobody's orders would ever end. */
	close(processes[V].orders[1]);
	close(processes[M].orders[1]);
	if (shares)
		second = second_in_same_memory(processes);
	status = second < 0 ? 43 : acts(self);
	if (status)
		return status;
	if (second && (waitpid(second, &status, 0) != second || status))
		return 44;
	return 0;
}

/* ---- the two of them ---- */

static uint32_t ordered(struct process *process, const struct step *step)
{
	uint32_t answer;

	if ((step && write(process->orders[1], step, sizeof(*step)) != sizeof(*step)) ||
	    read(process->answers[0], &answer, sizeof(answer)) != sizeof(answer))
		fby_bail("%c does not answer: %s", process->who == V ? 'V' : 'M', strerror(errno));
	return answer;
}

/* Answers as they have to be; returns the last one of V. */
static uint32_t stepped(const struct scene *scene, struct process *processes)
{
	struct step steps[MAX_STEPS];
	unsigned int count = steps_of(scene->steps, steps);
	uint32_t last = 0;

	for (unsigned int i = 0; i < count; i++) {
		const struct step *step = &steps[i];
		uint32_t answer = ordered(&processes[step->who], step);

		fby_note("%s%c %s %c%s%s%s", step->who == V ? "" : "          ", step->who == V ? 'V' : 'M',
			 step->loads ? "ld" : "st", 'A' + (int)step->page, step->offset ? "+8" : "",
			 step->loads ? ": " : "", step->loads && answer < 4 ? texts[answer] : "");
		if (!step->loads)
			continue;
		fby_is(answer, step->answer, "%s, %s: access %u is answered %s", scene->name, scene->scheme, i + 1,
		       texts[step->answer]);
		if (step->who == V)
			last = answer;
	}
	return last;
}

/* Whose bytes are there; NOTHING: nobody's that can be moved. */
static enum page whose(const unsigned char *pages, enum page at)
{
	static const enum page sources[] = { A, C };

	for (unsigned int i = 0; i < 2; i++)
		if (!memcmp(pages + at * FBY_PAGE, pages + sources[i] * FBY_PAGE, BYTES))
			return sources[i];
	return NOTHING;
}

static void judge(const struct scene *scene, const unsigned char *pages, uint32_t last, unsigned int starts)
{
	enum page in_b = whose(pages, B), in_d = whose(pages, D);
	bool believes = last == scene->wants;

	fby_note("V believes that A has been moved to B: %s. In B is %s, in D is %s.", believes ? "yes" : "no",
		 in_b == A ? "A" : in_b == C ? "C" : "what was there", in_d == A ? "A" : in_d == C ? "C" : "what was there");
	fby_is(believes, scene->believes, "%s, %s: V %s that it is done", scene->name, scene->scheme,
	       scene->believes ? "believes" : "does not believe");
	fby_is(in_b, scene->in_b, "%s, %s: B has what it has to", scene->name, scene->scheme);
	fby_is(in_d, scene->in_d, "%s, %s: D has what it has to", scene->name, scene->scheme);
	fby_is(starts, scene->starts, "%s, %s: the card has started so many", scene->name, scene->scheme);
}

static void must_pipe(int ends[2])
{
	if (pipe(ends))
		fby_bail("pipe: %s", strerror(errno));
}

static void play(const struct scene *scene)
{
	static const struct step count = { .page = PAGES };
	struct process processes[2] = { { .who = V }, { .who = M } };
	unsigned char *pages = mmap(NULL, PAGES * FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	unsigned int last, starts;
	pid_t children[2] = { 0 };
	bool shared;

	if (pages == MAP_FAILED)
		fby_bail("mmap: %s", strerror(errno));
	for (unsigned int page = A; page < PAGES; page++)
		fby_fill(pages + page * FBY_PAGE, FBY_PAGE, page + 1);
	fby_is(fby_udma_choose(scene->scheme), 0, "%s, %s", scene->name, scene->scheme);
	for (enum actor who = V; who <= M; who++) {
		must_pipe(processes[who].orders);
		must_pipe(processes[who].answers);
		processes[who].pages = pages;
	}
	for (enum actor who = V; who <= (scene->shares ? V : M); who++) {
		children[who] = fby_fork();
		if (!children[who])
			_exit(runs(processes, who, scene->shares));
	}
	shared = ordered(&processes[V], NULL);
	if (!scene->shares)
		ordered(&processes[M], NULL);
	last = stepped(scene, processes);
	starts = ordered(&processes[V], &count);
	starts += shared ? 0 : ordered(&processes[M], &count);
	judge(scene, pages, last, starts);
	for (enum actor who = V; who <= M; who++)
		close(processes[who].orders[1]);
	for (enum actor who = V; who <= (scene->shares ? V : M); who++)
		fby_is(fby_reaped(children[who], BOUND_MS), 0, "%c has come to its end", who == V ? 'V' : 'M');
	for (enum actor who = V; who <= M; who++) {
		close(processes[who].orders[0]);
		close(processes[who].answers[0]);
		close(processes[who].answers[1]);
	}
	munmap(pages, PAGES * FBY_PAGE);
}

int main(void)
{
	fby_begin("two processes step each other through the attacks of the report", 300);
	fby_udma_alone();
	for (unsigned int i = 0; i < sizeof(scenes) / sizeof(scenes[0]); i++)
		play(&scenes[i]);
	return fby_done();
}
