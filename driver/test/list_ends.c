// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a list that is ended early, by a signal, its time-out, a reset or an unbind, is one failure,
 * that of the piece at which it ended; it ends at once and counts what was moved, and nothing of it is
 * moved afterwards. A file that is not open for the direction moves no list.
 * Catches: a failure for each piece, the last of which hides the one that matters; a time-out for each
 * piece; a list that goes on behind a reset which has wiped what it has moved before.
 */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_chain.h"
#include "fby_child.h"
#include "fby_fault.h"
#include "fby_hook.h"
#include "fby_kernel.h"
#include "fby_test.h"

#define SINK(reg) (FOREBAY_USER_SINK_BASE + FOREBAY_USER_SINK_##reg)
#define STREAM(port, reg)                                                                          \
	(FOREBAY_USER_STREAM_BASE + (port) * FOREBAY_USER_STREAM_STRIDE + FOREBAY_USER_STREAM_##reg)
#define PORT(n) (FOREBAY_CARD_STREAM_PORT_BASE + (off_t)(n) * FOREBAY_CARD_STREAM_PORT_STRIDE)

#define ENTRY 64u
#define LIMIT_MS 30000u
#define SHORT_MS 400u
/* As in timeout.c. */
#define SLACK_MS 5000u
#define TICKS_MS 60u
#define BOUND_MS 60000u

/* One run of the engine is so many descriptors, one a page; and pieces of so many pages. */
#define RING 2048u
#define PIECE_PAGES 4u
#define PIECE_BYTES (PIECE_PAGES * FBY_PAGE)
#define FIRST_RUN (RING / PIECE_PAGES)
#define PIECES (FIRST_RUN + 50)
/* A list of one run. */
#define SHORT 40u
/* Buffers that the pieces are of. */
#define BUFFERS 16u

static const struct fby_header *datapath;
static unsigned int depth;
static unsigned char *data;
static struct forebay_piece pieces[PIECES];

/* ---- a list in a thread ---- */

struct list_call {
	pthread_t thread;
	int fd;
	unsigned int count;
	pid_t tid;
	bool ended;
	uint64_t done;
	int ret;
	int error;
	uint64_t took_ms;
};

static void *move(void *arg)
{
	struct list_call *c = arg;
	struct forebay_list list = { .pieces = (uintptr_t)pieces, .count = c->count };
	uint64_t start = fby_ms();

	__atomic_store_n(&c->tid, (pid_t)syscall(SYS_gettid), __ATOMIC_RELEASE);
	c->ret = ioctl(c->fd, FOREBAY_IOC_LIST, &list);
	c->error = c->ret ? errno : 0;
	c->done = list.done;
	c->took_ms = fby_ms() - start;
	__atomic_store_n(&c->ended, true, __ATOMIC_RELEASE);
	return NULL;
}

static void begin(struct list_call *c, int fd, unsigned int count)
{
	*c = (struct list_call){ .fd = fd, .count = count };
	if (pthread_create(&c->thread, NULL, move, c))
		fby_bail("no thread for a list");
	while (!__atomic_load_n(&c->tid, __ATOMIC_ACQUIRE))
		;
}

static void end(struct list_call *c, const char *what)
{
	uint64_t limit = fby_ms() + BOUND_MS;

	while (!__atomic_load_n(&c->ended, __ATOMIC_ACQUIRE) && fby_ms() < limit)
		;
	if (!__atomic_load_n(&c->ended, __ATOMIC_ACQUIRE))
		fby_bail("%s: the list does not end", what);
	pthread_join(c->thread, NULL);
}

/* ---- what stands in its way ---- */

/* Steps that take an entry of each port: with one for port 1 missing, port 0 holds this much. */
static size_t stuff(int to)
{
	size_t full = (size_t)(depth + 1) * ENTRY;

	fby_set_reg(SINK(PAIRING), 1);
	fby_set_reg(SINK(PAIRING) + FOREBAY_USER_SINK_PAIRING_STRIDE, 1);
	fby_set_reg(SINK(STEPS), 4 * (depth + 1));
	fby_set_reg(SINK(CONTROL), FOREBAY_USER_SINK_CONTROL_START);
	fby_is(pwrite(to, data, full, PORT(0)), (long long)full, "stream port 0 is full");
	return full;
}

static void clear(void)
{
	fby_set_reg(datapath->at + FOREBAY_USER_FEATURE_CONTROL,
		    FOREBAY_USER_FEATURE_CONTROL_QUIESCE);
	for (unsigned int port = 0; port < 2; port++)
		fby_set_reg(STREAM(port, CONTROL), FOREBAY_USER_STREAM_CONTROL_FLUSH);
	while (fby_reg(STREAM(0, OCCUPANCY)) || fby_reg(STREAM(1, OCCUPANCY)))
		;
	for (unsigned int port = 0; port < 2; port++)
		fby_set_reg(STREAM(port, CONTROL), 0);
	fby_set_reg(datapath->at + FOREBAY_USER_FEATURE_CONTROL, 0);
}

/* To card memory, but for those from @blocked on, which go to the full port if there is one. */
static void lay_out(unsigned int blocked)
{
	for (unsigned int i = 0; i < PIECES; i++)
		pieces[i] = (struct forebay_piece){
			(uintptr_t)data + i % BUFFERS * PIECE_BYTES, PIECE_BYTES,
			i < blocked ? i % 64 * PIECE_BYTES : (uint64_t)PORT(0),
		};
}

struct before {
	uint64_t seq;
	long long aborts, timeouts, errors;
};

static struct before before(int to)
{
	return (struct before){
		fby_last_error(to).seq, fby_chan_stat(FBY_H2C, 0, "aborts"),
		fby_chan_stat(FBY_H2C, 0, "timeouts"), fby_chan_stat(FBY_H2C, 0, "errors"),
	};
}

/* One failure, in the file and in what the channel counts: of piece @at, of which @done bytes were moved. */
static void one_failure(int to, struct before was, enum forebay_cause cause, unsigned int at,
			uint64_t done, const char *what)
{
	struct forebay_error error = fby_last_error(to);
	struct before now = before(to);

	fby_is((long long)(now.seq - was.seq), 1, "%s: one failure of the file", what);
	fby_is((now.aborts - was.aborts) + (now.timeouts - was.timeouts) + (now.errors - was.errors), 1,
	       "%s: and one of the channel", what);
	fby_is(error.cause, cause, "%s: the file knows the cause", what);
	fby_ok(error.card_addr == pieces[at].card_addr + done && error.done == done,
	       "%s: and the piece (%llu bytes, card address 0x%llx)", what,
	       (unsigned long long)error.done, (unsigned long long)error.card_addr);
}

/* ---- signals ---- */

static void on_signal(int signal)
{
	(void)signal;
}

/* Another file's write is in front of it, so that nothing of it is in a run. */
static void signal_behind_another(int to)
{
	int other = fby_open_chan(FBY_H2C, 0), error;
	struct fby_call *front;
	struct list_call list;
	struct before was;
	ssize_t n;

	fby_set_completion(other, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	stuff(to);
	front = fby_call_write(other, data, PIECE_BYTES, PORT(0));
	fby_ok(fby_call_waits(front), "another file's write waits");
	lay_out(PIECES);
	was = before(to);
	begin(&list, to, SHORT);
	fby_ok(fby_sleeping(list.tid), "a list of %u pieces waits behind it", SHORT);
	syscall(SYS_tgkill, getpid(), list.tid, SIGUSR1);
	end(&list, "a signal");
	fby_ok(list.ret == -1 && list.error == EINTR, "a signal ends it: EINTR (%d, %s)", list.ret,
	       fby_errno_name(list.error));
	one_failure(to, was, FOREBAY_CAUSE_ABORTED, 0, 0, "a signal");
	fby_call_stop(front, SIGUSR1, BOUND_MS, &n, &error);
	clear();
	close(other);
}

static void signal_in_run(int to, unsigned int at)
{
	uint64_t bytes = at * PIECE_BYTES;
	struct list_call list;
	struct before was;

	stuff(to);
	lay_out(at);
	was = before(to);
	begin(&list, to, SHORT);
	fby_ok(fby_sleeping(list.tid), "a list waits at piece %u", at);
	syscall(SYS_tgkill, getpid(), list.tid, SIGUSR1);
	end(&list, "a signal");
	if (at)
		fby_ok(!list.ret && list.done == bytes, "a signal ends it, with the count (%d, %llu)",
		       list.ret, (unsigned long long)list.done);
	else
		fby_ok(list.ret == -1 && list.error == EINTR, "a signal ends it: EINTR (%d, %s)",
		       list.ret, fby_errno_name(list.error));
	one_failure(to, was, FOREBAY_CAUSE_ABORTED, at, 0, "a signal");
	clear();
}

/* ---- time ---- */

static void time_out(int to, unsigned int at)
{
	uint64_t want = (uint64_t)SHORT_MS * fby_timeout_scale(), bytes = at * PIECE_BYTES;
	struct list_call list;
	struct before was;

	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, SHORT_MS);
	stuff(to);
	lay_out(at);
	was = before(to);
	begin(&list, to, SHORT);
	end(&list, "a time-out");
	if (at)
		fby_ok(!list.ret && list.done == bytes, "its time ends it, with the count (%d, %llu)",
		       list.ret, (unsigned long long)list.done);
	else
		fby_ok(list.ret == -1 && list.error == ETIMEDOUT, "its time ends it: ETIMEDOUT (%d, %s)",
		       list.ret, fby_errno_name(list.error));
	fby_ok(list.took_ms + TICKS_MS >= want && list.took_ms < want + SLACK_MS,
	       "after %llu ms, its limit is %llu", (unsigned long long)list.took_ms,
	       (unsigned long long)want);
	one_failure(to, was, FOREBAY_CAUSE_TIMEOUT, at, 0, "a time-out");
	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	clear();
}

/* ---- resets ---- */

static void *reset_thread(void *good)
{
	*(bool *)good = !fby_write_file(fby_pci_path("reset"), "1");
	return NULL;
}

static void reset_in_run(int to, unsigned int at)
{
	uint64_t bytes = at * PIECE_BYTES;
	struct list_call list;
	struct before was;

	stuff(to);
	lay_out(at);
	was = before(to);
	begin(&list, to, SHORT);
	fby_ok(fby_sleeping(list.tid), "a list waits at piece %u", at);
	fby_is(fby_write_file(fby_pci_path("reset"), "1"), 0, "the card is reset");
	end(&list, "a reset");
	if (at)
		fby_ok(!list.ret && list.done == bytes, "the reset ends it, with the count (%d, %llu)",
		       list.ret, (unsigned long long)list.done);
	else
		fby_ok(list.ret == -1 && list.error == ECANCELED, "the reset ends it: ECANCELED (%d, %s)",
		       list.ret, fby_errno_name(list.error));
	one_failure(to, was, FOREBAY_CAUSE_RESET, at, 0, "a reset");
}

/* Whether a piece has arrived on the card, by a channel that the reset has not come to yet. */
static bool arrives(int from, const struct forebay_piece *piece)
{
	unsigned char *card = fby_map(PIECE_BYTES);
	uint64_t limit = fby_ms() + BOUND_MS;
	bool there = false;

	while (!there && fby_ms() < limit)
		there = pread(from, card, PIECE_BYTES, (off_t)piece->card_addr) == (ssize_t)PIECE_BYTES &&
			fby_diff(card, (void *)(uintptr_t)piece->addr, PIECE_BYTES) < 0;
	munmap(card, PIECE_BYTES);
	return there;
}

/*
 * The first run of a list ends when the driver is about to stop it for a reset. What is left of it has no
 * beginning any more.
 */
static void reset_between_runs(int to)
{
	int other = fby_open_chan(FBY_H2C, 1), from = fby_open_chan(FBY_C2H, 0);
	size_t full = stuff(to);
	struct list_call list;
	struct before was;
	pthread_t thread;
	bool good = false;

	lay_out(PIECES);
	pieces[0].card_addr = (uint64_t)PORT(0);
	pieces[FIRST_RUN - 1].card_addr = 100 * PIECE_BYTES;
	fby_fill(data, PIECE_BYTES * BUFFERS, fby_ms());
	was = before(to);
	fby_hook_load();
	begin(&list, to, PIECES);
	fby_ok(fby_sleeping(list.tid), "a list of two runs waits at its first piece");
	fby_hook_hold("forebay_xdma_stop", 0);
	pthread_create(&thread, NULL, reset_thread, &good);
	fby_hook_waits("forebay_xdma_stop");
	fby_is(pwrite(other, data, full, PORT(1)), (long long)full,
	       "it goes on before the reset stops it");
	fby_ok(arrives(from, &pieces[FIRST_RUN - 1]), "to the end of its first run");
	fby_hook_go("forebay_xdma_stop");
	pthread_join(thread, NULL);
	fby_ok(good, "the card is reset");
	end(&list, "a reset");
	fby_ok(!list.ret && list.done == (uint64_t)FIRST_RUN * PIECE_BYTES,
	       "the list ends with its first run (%d, %llu of %llu)", list.ret,
	       (unsigned long long)list.done, (unsigned long long)PIECES * PIECE_BYTES);
	one_failure(to, was, FOREBAY_CAUSE_RESET, FIRST_RUN, 0, "a reset between two runs");
	fby_hook_unload();
	close(other);
	close(from);
}

/* The card is away for longer than the file's time. */
static void time_out_away(int to)
{
	uint64_t want = (uint64_t)SHORT_MS * fby_timeout_scale();
	struct list_call list;
	struct forebay_stall stall;
	struct before was;
	pthread_t thread;
	bool good = false;

	lay_out(PIECES);
	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, SHORT_MS);
	fby_hook_load();
	fby_hook_hold("forebay_plugs_rest", 0);
	pthread_create(&thread, NULL, reset_thread, &good);
	fby_hook_waits("forebay_plugs_rest");
	was = before(to);
	begin(&list, to, SHORT);
	fby_ok(fby_sleeping(list.tid), "a list waits for a card that is away");
	end(&list, "a time-out while the card is away");
	fby_hook_go("forebay_plugs_rest");
	pthread_join(thread, NULL);
	fby_ok(good, "the card is reset");
	fby_hook_unload();
	fby_ok(list.ret == -1 && list.error == ETIMEDOUT, "its time ends it: ETIMEDOUT (%d, %s)",
	       list.ret, fby_errno_name(list.error));
	fby_ok(list.took_ms + TICKS_MS >= want && list.took_ms < want + SLACK_MS,
	       "after %llu ms, its limit is %llu", (unsigned long long)list.took_ms,
	       (unsigned long long)want);
	one_failure(to, was, FOREBAY_CAUSE_TIMEOUT, 0, 0, "a time-out while the card is away");
	fby_is(ioctl(to, FOREBAY_IOC_STALL, &stall), 0, "what the file knows of it");
	fby_is((long long)stall.seq, 0, "is nothing, as the card did not answer");
	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
}

/* ---- an engine that does not stop ---- */

/* What the card may still read stays pinned, of all pieces, until the driver has reset it. */
static void stuck(int to)
{
	uint32_t resets = fby_resets(to);
	struct list_call list;
	struct before was;

	lay_out(PIECES);
	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, SHORT_MS);
	was = before(to);
	fby_fault_arm((struct fby_fault){
		.kind = FBY_KIND(NEVER_ANSWERED),
		.select = FOREBAY_FAULT_SELECT_READ | FOREBAY_FAULT_SELECT_DATA,
		.count = 1,
	});
	begin(&list, to, SHORT);
	end(&list, "an engine that does not stop");
	fby_ok(list.ret == -1 && list.error == ETIMEDOUT,
	       "a list whose data never come ends by its time: ETIMEDOUT (%d, %s)", list.ret,
	       fby_errno_name(list.error));
	fby_is(fby_chan_stat(FBY_H2C, 0, "stuck"), 1, "its engine does not stop");
	one_failure(to, was, FOREBAY_CAUSE_TIMEOUT, 0, 0, "that");
	fby_ok(fby_await_reset(to, resets, BOUND_MS), "the driver resets the card");
	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	begin(&list, to, SHORT);
	end(&list, "after that");
	fby_ok(!list.ret && list.done == SHORT * PIECE_BYTES, "then the list is moved (%d, %llu)", list.ret,
	       (unsigned long long)list.done);
}

/* ---- unbind, the end of a program ---- */

static void unbind(void)
{
	int to = fby_open_chan(FBY_H2C, 0);
	struct list_call list;

	stuff(to);
	lay_out(3);
	begin(&list, to, SHORT);
	fby_ok(fby_sleeping(list.tid), "a list waits");
	fby_is(fby_unbind(), 0, "the driver leaves");
	end(&list, "unbind");
	fby_ok(!list.ret && list.done == 3 * PIECE_BYTES, "which ends it, with the count (%d, %llu)",
	       list.ret, (unsigned long long)list.done);
	close(to);
	fby_is(fby_bind(), 0, "the driver is back");
	clear();
}

static void *unbind_thread(void *good)
{
	*(bool *)good = !fby_unbind();
	return NULL;
}

/* The card is taken away, for a while or for good, from whoever is about to look why the list stands. */
static void away_under_a_look(void *(*away)(void *good), int want, const char *what)
{
	int to = fby_open_chan(FBY_H2C, 0);
	struct list_call list;
	pthread_t thread;
	bool good = false;

	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	stuff(to);
	lay_out(0);
	fby_hook_load();
	fby_hook_hold("forebay_look_take", 0);
	begin(&list, to, SHORT);
	fby_hook_waits("forebay_look_take");
	if (pthread_create(&thread, NULL, away, &good))
		fby_bail("no thread");
	end(&list, what);
	fby_ok(list.ret == -1 && list.error == want, "%s ends a list that is about to be looked into (%d, %s)",
	       what, list.ret, fby_errno_name(list.error));
	fby_hook_go("forebay_look_take");
	pthread_join(thread, NULL);
	fby_ok(good, "and goes on when that is over");
	fby_hook_unload();
	close(to);
}

static void killed(void)
{
	int to = fby_open_chan(FBY_H2C, 0);
	pid_t child;
	int status;

	stuff(to);
	lay_out(3);
	child = fby_fork();
	if (!child) {
		struct forebay_list list = { .pieces = (uintptr_t)pieces, .count = SHORT };

		_exit(ioctl(to, FOREBAY_IOC_LIST, &list) ? 1 : 0);
	}
	fby_ok(fby_sleeping(child), "a program's list waits");
	kill(child, SIGKILL);
	status = fby_reaped(child, BOUND_MS);
	fby_ok(status != -1 && WIFSIGNALED(status), "it is killed");
	close(to);
	clear();
	fby_is(fby_pins_held(), 0, "no page is pinned any more");
}

int main(int argc, char **argv)
{
	const struct sigaction action = { .sa_handler = on_signal };
	struct fby_chain chain;
	int to;

	(void)argc;
	(void)argv;
	fby_begin("a list that is ended early is one failure", 400);
	fby_fault_need();
	fby_chain_read(&chain);
	datapath = fby_chain_datapath(&chain);
	if (datapath->kind != FOREBAY_USER_STATUS_CARD_KIND_KIND_SINK)
		fby_skip_all("the datapath is no sink");
	sigaction(SIGUSR1, &action, NULL);
	depth = fby_reg(STREAM(0, DEPTH));
	data = fby_scattered(BUFFERS * PIECE_PAGES);
	if ((depth + 1) * ENTRY > BUFFERS * PIECE_BYTES)
		fby_bail("a FIFO of %u entries holds more than the buffers", depth);
	to = fby_open_chan(FBY_H2C, 0);
	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	signal_behind_another(to);
	signal_in_run(to, 0);
	signal_in_run(to, 7);
	time_out(to, 0);
	time_out(to, 7);
	time_out_away(to);
	reset_in_run(to, 0);
	reset_in_run(to, 7);
	if (fby_dma() == FBY_DMA_DIRECT)
		reset_between_runs(to);
	stuck(to);
	close(to);
	unbind();
	away_under_a_look(reset_thread, ECANCELED, "a reset");
	away_under_a_look(unbind_thread, ENODEV, "an unbind");
	fby_is(fby_bind(), 0, "the driver is back");
	clear();
	killed();
	fby_still_works("lists that were ended");
	return fby_done();
}
