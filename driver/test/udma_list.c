// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: one line starts a list of transfers: each moves what it names and has its record, in the order
 * of the list; one record and one wait tell of all. A list that may not be, or not all of it, is refused with
 * a clear answer and moves nothing that should not; memory taken away, or a process killed, under a list
 * leaves nothing behind.
 * Catches: a card that reads what a program may not, a list whose end nobody is told, pages given back
 * under a list.
 */

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_child.h"
#include "fby_test.h"
#include "fby_udma.h"

#define MOST 128u
#define DESC FOREBAY_BATCH_DESC_SIZE_BYTES
/* Bytes of each transfer, and from one to the next in both pages. */
#define BYTES 24u
#define APART 32u
#define WAIT_MS 5000u
#define BOUND_MS 20000u
/* Behind the records of the transfers. */
#define LIST_RECORD (MOST * sizeof(uint64_t))
#define COOKIE 0x5eedu
#define LISTS_COOKIE 0xc0de0000u

/* A descriptor, as regs/descriptor.rdl has it. */
struct desc {
	uint64_t src, dst, record;
	uint32_t bytes, cookie;
};

_Static_assert(sizeof(struct desc) == DESC, "a descriptor");

struct program {
	struct fby_udma udma;
	struct fby_region list, records, src, dst;
	unsigned char *want;
};

static struct program begin(void)
{
	struct program program = { .udma = fby_udma_begin(), .want = fby_map(FBY_PAGE) };

	program.list = fby_udma_memory(&program.udma, FBY_PAGE, FOREBAY_UDMA_READ);
	program.records = fby_udma_memory(&program.udma, FBY_PAGE, FOREBAY_UDMA_WRITE);
	program.src = fby_udma_memory(&program.udma, FBY_PAGE, FOREBAY_UDMA_READ);
	program.dst = fby_udma_memory(&program.udma, FBY_PAGE, FOREBAY_UDMA_WRITE);
	return program;
}

static volatile uint64_t *record(const struct program *program, size_t at)
{
	return (volatile uint64_t *)(program->records.mem + at);
}

/* Fresh contents, no record, and a list of so many good transfers. */
static struct desc *prepare(struct program *program, unsigned int items, uint64_t seed)
{
	struct desc *descs = (struct desc *)program->list.mem;

	fby_fill(program->src.mem, FBY_PAGE, seed);
	fby_fill(program->dst.mem, FBY_PAGE, seed + 1000);
	memcpy(program->want, program->dst.mem, FBY_PAGE);
	memset(program->records.mem, 0xff, FBY_PAGE);
	for (unsigned int i = 0; i < items; i++)
		descs[i] = (struct desc){
			.src = program->src.slot + i * APART + i % 7,
			.dst = program->dst.slot + (items - 1 - i) * APART,
			.record = (program->records.slot + i * sizeof(uint64_t)) | 1ull << 63,
			.bytes = BYTES,
			.cookie = COOKIE + i,
		};
	return descs;
}

static void moves(struct program *program, unsigned int items, unsigned int i)
{
	memcpy(program->want + (items - 1 - i) * APART, program->src.mem + i * APART + i % 7, BYTES);
}

static void start(const struct program *program, uint64_t list, uint32_t items)
{
	const uint64_t words[8] = { list,
				    0,
				    program->records.slot + LIST_RECORD,
				    items | (uint64_t)LISTS_COOKIE << 32,
				    0,
				    0,
				    0,
				    FOREBAY_UDMA_WINDOW_PORTAL_PAGE_CONTROL_RECORD |
					    FOREBAY_UDMA_WINDOW_PORTAL_PAGE_CONTROL_BATCH };

	for (unsigned int i = 0; i < 8; i++)
		program->udma.portal[i] = words[i];
}

/* What the record of a list says: how many ended well; the first that did not, and why. */
static uint64_t says(uint64_t good, uint64_t first, uint64_t reason)
{
	return (uint64_t)LISTS_COOKIE << 32 | good << 16 | first << 8 | reason;
}

/* Until the list's record is there. Meanwhile none of a transfer comes before that of the one before it. */
static bool in_order(const struct program *program, unsigned int items)
{
	uint64_t end = fby_ms() + BOUND_MS;
	bool ordered = true;

	while (*record(program, LIST_RECORD) == ~0ull) {
		bool later = false;

		for (unsigned int i = items; i-- > 0;) {
			bool here = *record(program, i * sizeof(uint64_t)) != ~0ull;

			ordered = ordered && (here || !later);
			later = later || here;
		}
		if (fby_ms() > end)
			fby_bail("no record of a list of %u after %u ms", items, BOUND_MS);
	}
	return ordered;
}

static void lengths(void)
{
	static const unsigned int counts[] = { 1, 2, 7, 8, 9, 127, 128 };
	struct program program = begin();
	struct forebay_udma_wait wait = { .timeout_ms = WAIT_MS };
	struct forebay_udma_stats before = fby_udma_settle(program.udma.fd), stats;

	fby_is(program.udma.context.batch, MOST, "the driver says how long a list may be");
	fby_is(program.udma.context.reserved, 0, "and nothing else");
	for (unsigned int n = 0; n < sizeof(counts) / sizeof(counts[0]); n++) {
		unsigned int items = counts[n], wrong = 0;

		prepare(&program, items, n + 1);
		start(&program, program.list.slot, items);
		fby_ok(in_order(&program, items), "%u by a line: records come in their order", items);
		fby_is(ioctl(program.udma.fd, FOREBAY_IOC_UDMA_WAIT, &wait), 0,
		       "%u by a line: a wait says that they are over", items);
		fby_is((long long)*record(&program, LIST_RECORD), (long long)says(items, 0, 0),
		       "%u by a line: the record of the list says so", items);
		for (unsigned int i = 0; i < items; i++) {
			wrong += *record(&program, i * sizeof(uint64_t)) != (uint64_t)(COOKIE + i) << 32;
			moves(&program, items, i);
		}
		fby_is(wrong, 0, "%u by a line: so does that of each", items);
		fby_is(fby_diff(program.dst.mem, program.want, FBY_PAGE), -1,
		       "%u by a line: what they name is there, and nothing else", items);
		stats = fby_udma_settle(program.udma.fd);
		fby_is(stats.starts - before.starts, items + 1, "%u by a line: counted, and the list", items);
		fby_is(stats.done - before.done, items + 1, "%u by a line: and their ends", items);
		before = stats;
	}
	fby_is(before.failed + before.strays, 0, "none failed, and no access was one too many");
	fby_udma_end(&program.udma);
}

/* It works, whatever was before. */
static void works(struct program *program, const char *after)
{
	prepare(program, 20, 77);
	start(program, program->list.slot, 20);
	in_order(program, 20);
	fby_udma_settle(program->udma.fd);
	for (unsigned int i = 0; i < 20; i++)
		moves(program, 20, i);
	fby_is(fby_diff(program->dst.mem, program->want, FBY_PAGE), -1, "%s: the next list works", after);
}

static void refused_lists(void)
{
	struct program program = begin();
	uint64_t list = program.list.slot;
	const struct {
		const char *what;
		uint64_t list;
		uint32_t items;
		unsigned int reason;
	} cases[] = {
		{ "no descriptor", list, 0, FOREBAY_USER_UDMA_BAD_HI_REASON_EMPTY },
		{ "more than there may be", list, MOST + 1, FOREBAY_USER_UDMA_BAD_HI_REASON_EXTENT },
		{ "a number of all bits", list, ~0u, FOREBAY_USER_UDMA_BAD_HI_REASON_EXTENT },
		{ "a list beyond its region", list + FBY_PAGE - 2 * DESC, 3, FOREBAY_USER_UDMA_BAD_HI_REASON_EXTENT },
		{ "a list that is not registered", (uint64_t)(program.udma.context.slots - 1) * FBY_PAGE, 2,
		  FOREBAY_USER_UDMA_BAD_HI_REASON_SLOT },
		{ "a list that may not be read", program.dst.slot, 2, FOREBAY_USER_UDMA_BAD_HI_REASON_UNREADABLE },
		{ "a list between two places of one", list + 8, 2, FOREBAY_USER_UDMA_BAD_HI_REASON_PATH },
	};

	for (unsigned int i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		unsigned int at = cases[i].reason - FOREBAY_USER_UDMA_BAD_HI_REASON_EMPTY;
		struct forebay_udma_stats before = fby_udma_settle(program.udma.fd), stats;

		prepare(&program, MOST, i + 1);
		start(&program, cases[i].list, cases[i].items);
		stats = fby_udma_settle(program.udma.fd);
		fby_is(stats.refused[at], before.refused[at] + 1, "%s: counted by its reason", cases[i].what);
		fby_is(stats.starts, before.starts, "%s: nothing was started", cases[i].what);
		fby_is((long long)stats.bad_address, (long long)cases[i].list, "%s: its address is kept",
		       cases[i].what);
		fby_is((long long)*record(&program, LIST_RECORD),
		       at ? (long long)says(0, 0, cases[i].reason) : -1ll, "%s: the record", cases[i].what);
		fby_is(fby_diff_byte(program.records.mem, 0xff, LIST_RECORD), -1, "%s: no other", cases[i].what);
		fby_is(fby_diff(program.dst.mem, program.want, FBY_PAGE), -1, "%s: nothing moved", cases[i].what);
		works(&program, cases[i].what);
	}
	fby_udma_end(&program.udma);
}

/* Of 20 four are bad, each in its own way; the others move. */
static void bad_items(void)
{
	struct program program = begin(), victim = begin();
	struct desc *descs = prepare(&program, 20, 5);
	static const unsigned int bad[] = { 3, 8, 11, 19 };
	static const unsigned int why[] = {
		FOREBAY_USER_UDMA_BAD_HI_REASON_EMPTY,
		FOREBAY_USER_UDMA_BAD_HI_REASON_SLOT,
		FOREBAY_USER_UDMA_BAD_HI_REASON_UNWRITABLE,
		FOREBAY_USER_UDMA_BAD_HI_REASON_EXTENT,
	};
	struct forebay_udma_stats stats;
	unsigned int next = 0, wrong = 0;

	prepare(&victim, 1, 50);
	descs[3].bytes = 0;
	descs[8].dst = victim.dst.slot;
	descs[11].dst = program.src.slot;
	descs[19].src = program.src.slot + FBY_PAGE - BYTES + 1;
	start(&program, program.list.slot, 20);
	in_order(&program, 20);
	for (unsigned int i = 0; i < 20; i++) {
		uint64_t want = (uint64_t)(COOKIE + i) << 32;

		if (next < 4 && bad[next] == i) {
			/* Of no bytes nothing is told. */
			want = why[next] == FOREBAY_USER_UDMA_BAD_HI_REASON_EMPTY ? ~0ull : want | why[next];
			next++;
		} else {
			moves(&program, 20, i);
		}
		wrong += *record(&program, i * sizeof(uint64_t)) != want;
	}
	fby_is(wrong, 0, "four bad ones of 20: each record says how it went");
	fby_is((long long)*record(&program, LIST_RECORD),
	       (long long)says(16, 3, FOREBAY_USER_UDMA_BAD_HI_REASON_EMPTY),
	       "that of the list which was the first, and how many went well");
	fby_is(fby_diff(program.dst.mem, program.want, FBY_PAGE), -1, "the others have moved, and nothing else");
	fby_is(fby_diff(victim.dst.mem, victim.want, FBY_PAGE), -1, "nothing to another program");
	stats = fby_udma_settle(program.udma.fd);
	fby_is(stats.starts, 17, "16 and the list were taken");
	fby_is(stats.skipped, 0, "all of a list that can be read come to the door");
	for (unsigned int i = 0; i < 4; i++)
		fby_is(stats.refused[why[i] - FOREBAY_USER_UDMA_BAD_HI_REASON_EMPTY], 1, "reason %u is counted",
		       why[i]);
	works(&program, "four bad ones");
	fby_udma_end(&victim.udma);
	fby_udma_end(&program.udma);
}

/* Its own memory, or the source's, is taken away under it: what was begun has moved, and nothing comes later. */
static void taken_away(bool list)
{
	const char *what = list ? "a list is unregistered under way" : "its source is";
	struct program program = begin();
	struct forebay_udma_stats stats;
	unsigned int good = 0, behind = 0, refused = 0;
	struct desc *descs = prepare(&program, MOST, 9);

	start(&program, program.list.slot, MOST);
	fby_is(fby_udma_unregister(program.udma.fd, list ? &program.list : &program.src), 0, "%s", what);
	/* The memory is the program's alone again. */
	memset(descs, 0xa5, FBY_PAGE);
	stats = fby_udma_stats(program.udma.fd);
	fby_is(stats.under_way, 0, "%s: nothing is under way any more", what);
	for (unsigned int i = 0; i < MOST; i++) {
		if (*record(&program, i * sizeof(uint64_t)) != (uint64_t)(COOKIE + i) << 32)
			break;
		moves(&program, MOST, i);
		good++;
	}
	for (unsigned int i = good; i < MOST; i++)
		behind += *record(&program, i * sizeof(uint64_t)) == (uint64_t)(COOKIE + i) << 32;
	fby_note("%s: %u of %u had ended, %u were not begun", what, good, MOST, stats.skipped);
	fby_is(behind, 0, "%s: none went well behind one that did not", what);
	fby_is((long long)(*record(&program, LIST_RECORD) >> 16),
	       (long long)(says(good, 0, 0) >> 16), "%s: the record of the list says how many", what);
	fby_is(fby_diff(program.dst.mem, program.want, FBY_PAGE), -1, "%s: those have moved, and no other", what);
	fby_is(stats.starts, stats.done + stats.failed, "%s: what was started has ended", what);
	/* Each of the list was started, or refused, or never begun. */
	for (unsigned int i = 0; i < FOREBAY_UDMA_REFUSALS; i++)
		refused += stats.refused[i];
	fby_is(stats.starts - 1 + refused + stats.skipped, MOST, "%s: who was not begun is counted", what);
	if (list)
		program.list = fby_udma_memory(&program.udma, FBY_PAGE, FOREBAY_UDMA_READ);
	else
		program.src = fby_udma_memory(&program.udma, FBY_PAGE, FOREBAY_UDMA_READ);
	works(&program, what);
	fby_udma_end(&program.udma);
}

static void killed(void)
{
	pid_t child = fby_fork();
	struct forebay_udma_stats stats;
	struct program next;
	int status;

	if (!child) {
		struct program program = begin();

		prepare(&program, MOST, 13);
		start(&program, program.list.slot, MOST);
		kill(getpid(), SIGKILL);
		_exit(0);
	}
	status = fby_reaped(child, BOUND_MS);
	fby_ok(status != -1 && WIFSIGNALED(status), "a process is killed under its list");
	next = begin();
	stats = fby_udma_settle(next.udma.fd);
	fby_is(stats.starts, 0, "who has the context next has started nothing");
	fby_is(stats.skipped, 0, "nor skipped any");
	works(&next, "a killed process");
	fby_udma_end(&next.udma);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("one line starts a list of transfers, which ends as a whole, whatever happens to it", 200);
	if (fby_udma_bounced())
		return fby_done();
	fby_is(fby_udma_choose("portal"), 0, "portal is chosen");
	lengths();
	refused_lists();
	bad_items();
	taken_away(true);
	taken_away(false);
	killed();
	return fby_done();
}
