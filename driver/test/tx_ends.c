// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: whatever ends transmission ends it once, in whatever phase, tells who waits, and leaves the next one whole: a stop, a
 * signal, a close, a process that dies with buffers in its hands, a reset, a card that is away, an unbind, an error of the engine,
 * an engine that never stops; a message that is lost ends nothing. No memory stays behind.
 * Catches: a writer that waits for ever; memory given back while the card reads it, or under a map; a node that stays busy; a
 * buffer from before an end that is sent behind it.
 *
 * On a card that sends back what it is sent.
 */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_back.h"
#include "fby_child.h"
#include "fby_fault.h"
#include "fby_kernel.h"
#include "fby_test.h"
#include "fby_trouble.h"

/* More than the card takes at once; each is more than the stream holds. */
#define BUFFERS 24u
#define BYTES 262144u
/* That the program has, where it has any. */
#define TAKEN 2u
#define WAIT_MS 20000u
/* Longest: a stop that does not come, and a reset, on an emulated machine. */
#define BOUND_MS 60000u
/* Beats that are in the card without doubt when its stream stands still. */
#define STANDING 32u
/* What a file has. */
#define FILE_KIB (BUFFERS * (BYTES / 1024))

/** enum phase - Where transmission is when it ends. */
enum phase {
	/* It runs, and nothing is queued. */
	IDLE,
	/* It does not, and something is. */
	WAITING,
	/* The stream stands still within a buffer; others are armed, queued, and taken. */
	STANDING_STILL,
	PHASES,
};

static const char *const names[PHASES] = { "at rest", "before a start", "under way" };

static bool stands(uint64_t beats)
{
	uint64_t end = fby_ms() + WAIT_MS;

	while (fby_counter(FOREBAY_USER_COUNTER_H2C_BEATS_INDEX) < beats) {
		if (fby_ms() > end)
			return false;
	}
	return true;
}

/* Behind an IOMMU buffers are single pages, of which processors keep more for themselves than a file has. */
static bool countable(void)
{
	return fby_dma() != FBY_DMA_IOMMU;
}

/* Takes some buffers, and queues all others; nobody takes the stream. */
static void fill(const struct fby_tx *tx, uint32_t *taken)
{
	uint64_t beats = fby_counter(FOREBAY_USER_COUNTER_H2C_BEATS_INDEX) + STANDING;
	struct forebay_tx_stats stats;
	uint32_t index;

	for (unsigned int i = 0; i < BUFFERS; i++) {
		if (fby_tx_take(tx, 0, &index))
			fby_bail("buffer %u is not free: %s", i, strerror(errno));
		memset(fby_tx_room(tx, index), (int)i + 1, BYTES);
		if (i < TAKEN)
			taken[i] = index;
		else if (fby_tx_queue(tx, index, BYTES))
			fby_bail("buffer %u is not queued: %s", i, strerror(errno));
	}
	if (!stands(beats))
		fby_bail("nothing is sent");
	stats = fby_tx_stats(tx);
	if (stats.buffers || stats.taken != TAKEN || !stats.armed || !stats.queued || stats.free)
		fby_bail("%llu are sent, %u taken, %u armed, %u queued, %u free", (unsigned long long)stats.buffers,
			 stats.taken, stats.armed, stats.queued, stats.free);
}

/* A file in a phase; @taken: what the program has, of TAKEN. */
static struct fby_tx in_phase(enum phase phase, uint32_t *taken)
{
	struct fby_tx tx = fby_tx_open(BUFFERS, BYTES, 0);

	fby_tx_map(&tx);
	if (phase != WAITING && fby_tx_start(&tx))
		fby_bail("it does not start: %s", strerror(errno));
	if (phase == WAITING)
		fby_tx_send(&tx, "waits", 5);
	if (phase == STANDING_STILL)
		fill(&tx, taken);
	return tx;
}

/* All that the program has are given back; then all are free. */
static void whole_again(const struct fby_tx *tx, enum phase phase, const uint32_t *taken, const char *after)
{
	bool good = true;

	for (unsigned int i = 0; phase == STANDING_STILL && i < TAKEN; i++)
		good &= !fby_tx_release(tx, taken[i]);
	fby_ok(good, "%s %s: what the program has can be given back", after, names[phase]);
	fby_is(fby_tx_stats(tx).free, BUFFERS, "%s %s: then all are free", after, names[phase]);
}

/* A drain in a process of its own, which ends with its errno. */
static pid_t drain_in_child(const struct fby_tx *tx)
{
	pid_t child = fby_fork();

	if (!child)
		_exit(fby_tx_drain(tx, FOREBAY_TX_FOREVER) ? errno : 0);
	fby_ok(fby_sleeping(child), "a drain waits");
	return child;
}

static void drain_ends(pid_t child, int error, const char *after)
{
	int status = fby_reaped(child, BOUND_MS);

	fby_ok(status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == error, "%s ends a drain: %s (%d)", after,
	       fby_errno_name(error), status == -1 ? -1 : WEXITSTATUS(status));
}

/* Every call says so. */
static void says(const struct fby_tx *tx, int error, const char *after)
{
	struct pollfd waits = { .fd = tx->fd, .events = POLLOUT };
	uint32_t index;

	fby_fails(fby_tx_take(tx, FOREBAY_TX_FOREVER, &index), error, "%s: take", after);
	fby_fails(write(tx->fd, "x", 1), error, "%s: write", after);
	fby_fails(fby_tx_drain(tx, FOREBAY_TX_FOREVER), error, "%s: drain", after);
	fby_is(poll(&waits, 1, 0), 1, "%s: poll says so", after);
	fby_is(waits.revents, POLLERR, "%s: with POLLERR", after);
}

static void by_stop(enum phase phase)
{
	uint32_t taken[TAKEN];
	struct fby_tx tx = in_phase(phase, taken);
	struct forebay_tx_stats stats;
	pid_t drain = phase == STANDING_STILL ? drain_in_child(&tx) : 0;

	fby_is(fby_tx_stop(&tx), 0, "a stop %s", names[phase]);
	if (drain)
		drain_ends(drain, ENODATA, "a stop");
	stats = fby_tx_stats(&tx);
	fby_is((long long)stats.cut, phase == STANDING_STILL, "a stop %s: buffers that it has cut", names[phase]);
	fby_ok(phase == STANDING_STILL ? stats.bytes > 0 && stats.bytes < BYTES : !stats.bytes,
	       "a stop %s: %llu bytes had gone", names[phase], (unsigned long long)stats.bytes);
	fby_is(stats.queued, phase == WAITING, "a stop %s: queued buffers", names[phase]);
	fby_is(stats.armed + stats.flags, 0, "a stop %s: nothing is the card's", names[phase]);
	fby_is(stats.taken, phase == STANDING_STILL ? TAKEN : 0, "a stop %s: taken buffers are the program's",
	       names[phase]);
	if (phase == WAITING)
		fby_fails(fby_tx_setup(tx.fd, &tx.setup), EBUSY, "while it is mapped there can be no other buffers");
	else
		whole_again(&tx, phase, taken, "a stop");
	fby_tx_close(&tx);
	fby_back_works("a stop");
}

static void by_close(enum phase phase)
{
	uint32_t taken[TAKEN];
	struct fby_tx tx = in_phase(phase, taken);

	fby_tx_close(&tx);
	fby_note("closed %s", names[phase]);
	fby_back_works("a close");
}

static void by_death(enum phase phase)
{
	struct fby_notice there = fby_notice_open();
	pid_t child = fby_fork();
	int status;

	if (!child) {
		uint32_t taken[TAKEN];

		in_phase(phase, taken);
		fby_notice_post(there);
		for (;;)
			pause();
	}
	fby_ok(fby_notice_wait(there, 1), "a process maps all, %s", names[phase]);
	fby_fails(fby_open("tx0", O_RDWR), EBUSY, "nobody else can");
	kill(child, SIGKILL);
	status = fby_reaped(child, BOUND_MS);
	fby_ok(status != -1 && WIFSIGNALED(status), "and is gone when it is killed");
	fby_back_works("a death");
}

static void by_reset(enum phase phase)
{
	uint32_t taken[TAKEN];
	struct fby_tx tx = in_phase(phase, taken);
	struct fby_call *call = NULL;
	pid_t drain = 0;
	ssize_t n;
	int error;

	if (phase == STANDING_STILL) {
		call = fby_call_write(tx.fd, "x", 1, -1);
		fby_ok(fby_call_waits(call), "a write waits");
		drain = drain_in_child(&tx);
	}
	fby_is(fby_write_file(fby_pci_path("reset"), "1"), 0, "the card is reset %s", names[phase]);
	if (call) {
		fby_call_end(call, BOUND_MS, &n, &error);
		fby_ok(n == -1 && error == ECANCELED, "which ends a write: ECANCELED");
		drain_ends(drain, ECANCELED, "a reset");
		fby_fails(fby_tx_queue(&tx, taken[0], BYTES), ECANCELED, "a buffer cannot be queued behind it");
		fby_fails(fby_tx_release(&tx, taken[0]), EINVAL, "and is free");
		fby_is(fby_tx_release(&tx, taken[1]), 0, "as are others that are given back");
	}
	says(&tx, ECANCELED, "after a reset");
	fby_is((long long)fby_tx_stats(&tx).cut, phase == STANDING_STILL, "a reset %s: buffers that it has cut",
	       names[phase]);
	fby_is(fby_tx_stats(&tx).free, BUFFERS, "all are free");
	fby_is(fby_tx_stop(&tx), 0, "a stop has nothing to do");
	fby_is(fby_tx_start(&tx), 0, "it starts again");
	fby_is(fby_tx_drain(&tx, WAIT_MS), 0, "and nothing from before is queued");
	fby_tx_close(&tx);
	fby_back_works("a reset");
}

/* A child touches a map that is inherited. */
static bool is_bus_error(unsigned char *byte)
{
	pid_t child = fby_fork();
	int status;

	if (!child) {
		signal(SIGBUS, SIG_DFL);
		*(volatile unsigned char *)byte = 1;
		_exit(0);
	}
	status = fby_reaped(child, BOUND_MS);
	return status != -1 && WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS;
}

static void by_unbind(enum phase phase)
{
	uint32_t taken[TAKEN], index;
	struct fby_tx tx = in_phase(phase, taken);
	struct fby_call *call = NULL;
	ssize_t n;
	int error;

	fby_ok(!is_bus_error(fby_tx_room(&tx, 0)), "the map is there");
	if (phase == STANDING_STILL) {
		call = fby_call_write(tx.fd, "x", 1, -1);
		fby_ok(fby_call_waits(call), "a write waits");
	}
	fby_is(fby_unbind(), 0, "the card is unbound %s", names[phase]);
	if (call) {
		fby_call_end(call, BOUND_MS, &n, &error);
		fby_ok(n == -1 && error == ENODEV, "which ends a write: ENODEV");
	}
	fby_fails(fby_tx_take(&tx, WAIT_MS, &index), ENODEV, "and so does each call");
	fby_fails(write(tx.fd, "x", 1), ENODEV, "write among them");
	fby_ok(is_bus_error(fby_tx_room(&tx, 0)), "a touch of the map is a SIGBUS");
	fby_is(fby_bind(), 0, "the card is bound again");
	fby_back_works("an unbind");
	fby_tx_close(&tx);
}

static void on_signal(int sig)
{
	(void)sig;
}

static void by_signal(void)
{
	struct sigaction action = { .sa_handler = on_signal };
	uint32_t taken[TAKEN];
	struct fby_tx tx = in_phase(STANDING_STILL, taken);
	struct fby_call *call;
	ssize_t n;
	int error;

	sigaction(SIGUSR1, &action, NULL);
	call = fby_call_write(tx.fd, "x", 1, -1);
	fby_ok(fby_call_waits(call), "a write waits");
	fby_call_stop(call, SIGUSR1, BOUND_MS, &n, &error);
	fby_ok(n == -1 && error == EINTR, "a signal ends it: EINTR");
	call = fby_call_write(tx.fd, "x", 1, -1);
	fby_ok(fby_call_waits(call), "another one waits");
	fby_is(fby_tx_release(&tx, taken[0]), 0, "a buffer is given back");
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_is(n, 1, "and it has room");
	fby_is(fby_tx_stats(&tx).taken, TAKEN - 1, "in that buffer");
	fby_tx_close(&tx);
	fby_back_works("a signal");
}

/* Nobody hears of any buffer: a look now and then finds them. */
static void without_messages(void)
{
	struct fby_back back = fby_back_open(BUFFERS, 16384, 0);
	struct forebay_tx_stats stats;

	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(LOST_MESSAGE), .count = FBY_ALL });
	fby_is(fby_tx_start(&back.tx), 0, "messages are lost: it starts");
	fby_ok(fby_back_all(&back, 100, fby_back_by_map), "all is sent without them");
	fby_is(fby_tx_drain(&back.tx, WAIT_MS), 0, "a drain sees it");
	fby_ok(fby_fault_disarm() > 0, "there were some");
	stats = fby_tx_stats(&back.tx);
	fby_ok(!stats.interrupts && stats.polls > 0, "buffers were found without (%llu looks)",
	       (unsigned long long)stats.polls);
	fby_back_close(&back);
}


/*
 * A file can be closed while its card cannot be reached; what that may read yet stays where it is, and the next one sends when the
 * card is back.
 */
static void closed_while_away(void)
{
	uint32_t taken[TAKEN];
	struct fby_tx tx = in_phase(STANDING_STILL, taken);
	long long open, closed, back;

	fby_step("frozen");
	says(&tx, ECANCELED, "a card that is away");
	open = fby_kib("MemAvailable");
	fby_tx_close(&tx);
	closed = fby_kib("MemAvailable");
	fby_step("slot_reset");
	fby_step("resume");
	fby_back_works("a card that was away");
	back = fby_kib("MemAvailable");
	if (!countable())
		return;
	fby_ok(closed - open < FILE_KIB / 2, "a close leaves what the card may read (%lld KiB)", closed - open);
	fby_ok(back - open > FILE_KIB / 2, "which is free when it is back (%lld KiB)", back - open);
}

/* The card cannot read a buffer. */
static void by_error(void)
{
	struct fby_tx tx = fby_tx_open(BUFFERS, BYTES, 0);
	struct forebay_tx_stats stats;
	pid_t drain;
	uint32_t mine;

	fby_tx_map(&tx);
	fby_is(fby_tx_take(&tx, 0, &mine), 0, "a buffer is the program's");
	for (unsigned int i = 1; i < BUFFERS; i++)
		fby_tx_send(&tx, fby_tx_room(&tx, mine), BYTES);
	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(COMPLETER_ABORT), .skip = 2, .count = 1,
					  .select = FOREBAY_FAULT_SELECT_READ | FOREBAY_FAULT_SELECT_DATA });
	fby_is(fby_tx_start(&tx), 0, "it starts");
	drain = fby_fork();
	if (!drain)
		_exit(fby_tx_drain(&tx, FOREBAY_TX_FOREVER) ? errno : 0);
	drain_ends(drain, EIO, "an error of the engine");
	fby_is(fby_fault_disarm(), 1, "there was one");
	says(&tx, EIO, "after an error");
	stats = fby_tx_stats(&tx);
	fby_is(stats.errors, 1, "it is counted");
	fby_ok(stats.status & (FOREBAY_USER_MM2S_DMASR_SLV_ERR | FOREBAY_USER_MM2S_DMASR_DEC_ERR),
	       "with its status (0x%x)", stats.status);
	fby_is(stats.flags, 0, "and it does not run");
	fby_is((long long)stats.buffers, 0, "no buffer was sent whole");
	fby_ok(stats.cut <= 1 && stats.bytes < BYTES, "%llu bytes of one were", (unsigned long long)stats.bytes);
	fby_is(stats.free, BUFFERS - 1, "all others are free");
	fby_fails(fby_tx_queue(&tx, mine, BYTES), EIO, "the program's is not sent");
	fby_is(fby_tx_stats(&tx).free, BUFFERS, "and is free, too");
	fby_is(fby_tx_start(&tx), 0, "it starts again");
	fby_is(fby_tx_take(&tx, 0, &mine), 0, "and there are buffers");
	fby_tx_close(&tx);
	fby_back_works("an error");
}

/* Until the card is out of its reset: other buffers, and a start. */
static int start_again(struct fby_tx *tx)
{
	uint64_t end = fby_ms() + BOUND_MS;
	int ret;

	do {
		tx->setup = (struct forebay_tx_setup){ .buffers = BUFFERS, .bytes = BYTES };
		ret = fby_tx_setup(tx->fd, &tx->setup);
	} while (ret && errno == EIO && fby_ms() < end);
	return ret ? ret : fby_tx_start(tx);
}

/* A read that never comes back, with a file that runs. */
static struct fby_tx standstill(void)
{
	struct fby_tx tx = fby_tx_open(BUFFERS, BYTES, 0);

	fby_tx_map(&tx);
	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(NEVER_ANSWERED), .skip = 4, .count = 1,
					  .select = FOREBAY_FAULT_SELECT_READ | FOREBAY_FAULT_SELECT_DATA });
	if (fby_tx_start(&tx))
		fby_bail("it does not start: %s", strerror(errno));
	fby_tx_send(&tx, tx.map, BYTES);
	if (!fby_fault_await_hit(BOUND_MS))
		fby_bail("no access was hit");
	return tx;
}

static void by_standstill(void)
{
	struct fby_tx tx = standstill();

	fby_fails(fby_tx_stop(&tx), EIO, "an engine that does not stop: EIO");
	fby_fault_disarm();
	fby_tx_unmap(&tx);
	fby_is(start_again(&tx), 0, "it starts again behind a reset that nobody has asked for");
	fby_tx_close(&tx);
	fby_back_works("a standstill");
	tx = standstill();
	fby_tx_close(&tx);
	fby_fault_disarm();
	tx = (struct fby_tx){ .fd = fby_must_open("tx0", O_RDWR) };
	fby_is(start_again(&tx), 0, "nor does a close wait for ever, and the next file starts");
	fby_tx_close(&tx);
	fby_back_works("a close in a standstill");
}

/* An end, and whether it leaves memory behind. */
static void ends(void (*how)(enum phase phase), enum phase phase)
{
	long long less = fby_kib("MemAvailable");

	how(phase);
	less -= fby_kib("MemAvailable");
	if (countable())
		fby_ok(less < FILE_KIB / 2, "no buffers are left behind (%lld KiB)", less);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("whatever ends transmission ends it once, and the next one is whole", 300);
	fby_fault_need();
	fby_trouble_load();
	without_messages();
	by_signal();
	for (enum phase phase = 0; phase < PHASES; phase++) {
		ends(by_stop, phase);
		ends(by_close, phase);
		ends(by_death, phase);
		ends(by_reset, phase);
	}
	closed_while_away();
	by_error();
	by_standstill();
	/* Last, as it takes the map of the faults' page, too. */
	for (enum phase phase = 0; phase < PHASES; phase++)
		ends(by_unbind, phase);
	fby_trouble_unload();
	return fby_done();
}
