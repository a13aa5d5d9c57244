// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a program whose memory comes late, or is taken away, while a write copies out of it, holds up nobody, and nothing is
 * sent twice, in part or of other buffers: the card is reset and unbound meanwhile, runs end and begin, there are other buffers,
 * and the write ends with its bytes queued, or with an error and nothing of it sent. A buffer that TAKE could not tell of is free
 * again, and who waits for one gets it. Who waits for a buffer sees those that a SETUP makes, and that it could make none. Buffers
 * that somebody maps while others are asked for stay those that he maps.
 * Catches: memory of the program that is touched under a lock; a copy into buffers that were given back; a waiter that is not
 * woken.
 *
 * On a card that sends back what it is sent.
 */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "fby_ask.h"
#include "fby_back.h"
#include "fby_child.h"
#include "fby_hook.h"
#include "fby_late.h"
#include "fby_test.h"

#define BUFFERS 4u
#define BYTES 8192u
#define SEED 3u
#define BOUND_MS 30000u
#define WAIT_MS 20000u
#define MIB (1u << 20)
/* Where buffers are given back for others. */
#define RETIRE "forebay_pairs_sets_retire"

static int nothing(void *tx)
{
	(void)tx;
	return 0;
}

static int stop(void *tx)
{
	return fby_tx_stop(tx);
}

static int start_anew(void *tx)
{
	return fby_tx_stop(tx) || fby_tx_start(tx) ? -1 : 0;
}

static int reset(void *tx)
{
	(void)tx;
	return fby_write_file(fby_pci_path("reset"), "1");
}

static int reset_and_start(void *tx)
{
	return reset(tx) || fby_tx_start(tx) ? -1 : 0;
}

static int others(void *arg)
{
	struct forebay_tx_setup setup = { .buffers = BUFFERS / 2, .bytes = 2 * BYTES };
	struct fby_tx *tx = arg;

	fby_tx_unmap(tx);
	return fby_tx_stop(tx) || fby_tx_setup(tx->fd, &setup) || fby_tx_start(tx) ? -1 : 0;
}

static int unbind(void *tx)
{
	(void)tx;
	return fby_unbind();
}

/* After whatever has ended it; what has come is kept. */
static void run_again(const struct fby_back *back, const char *what)
{
	if (!fby_cap_stats(&back->cap).flags)
		fby_is(fby_cap_start(&back->cap), 0, "%s: capture starts", what);
	if (!fby_tx_stats(&back->tx).flags)
		fby_is(fby_tx_start(&back->tx), 0, "%s: it starts", what);
}

/* Something becomes of the file while a write stands in the middle of its copy; then all of it is queued, or @error and nothing. */
static void copying(int (*act)(void *tx), int error, const char *what)
{
	struct fby_back back = fby_back_open(BUFFERS, BYTES, 0);
	struct fby_late late = fby_late_missing(BYTES);
	unsigned char *packet = fby_map(BYTES);
	struct fby_call *call;
	struct forebay_cap_buffer none;
	ssize_t n;
	int got;

	fby_fill(packet, BYTES, SEED);
	fby_is(fby_tx_start(&back.tx), 0, "%s: it starts", what);
	call = fby_call_write(back.tx.fd, late.at, BYTES, -1);
	fby_ok(fby_late_faulted(&late), "%s: a write waits for its memory", what);
	fby_is(fby_tx_stats(&back.tx).taken, 1, "%s: with a buffer", what);
	fby_fails(fby_tx_queue(&back.tx, 0, BYTES), EINVAL, "%s: which is not the program's to queue", what);
	fby_fails(fby_tx_release(&back.tx, 0), EINVAL, "%s: nor to give back", what);
	fby_ok(fby_beside(act, &back.tx), "%s: holds nobody up", what);
	fby_late_give(&late, packet);
	fby_call_end(call, BOUND_MS, &n, &got);
	if (error)
		fby_ok(n == -1 && got == error, "%s: the write ends: %s (%zd, %s)", what, fby_errno_name(error), n,
		       fby_errno_name(n < 0 ? got : 0));
	else
		fby_is(n, BYTES, "%s: the write has queued its bytes", what);
	if (fby_bound()) {
		fby_is(fby_tx_stats(&back.tx).taken, 0, "%s: no buffer is anybody's", what);
		run_again(&back, what);
		if (!error)
			fby_ok(fby_back_one(&back.cap, SEED, BYTES), "%s: and it comes, whole", what);
		fby_is(fby_tx_drain(&back.tx, WAIT_MS), 0, "%s: all is sent", what);
		fby_fails(fby_cap_next(&back.cap, 1, &none), ETIMEDOUT, "%s: nothing else comes", what);
		fby_is((long long)fby_tx_stats(&back.tx).bytes, error ? 0 : BYTES, "%s: so many bytes were sent", what);
	}
	fby_late_forget(&late);
	fby_back_close(&back);
	if (!fby_bound())
		fby_is(fby_bind(), 0, "%s: the card is bound again", what);
	fby_back_works(what);
}

/* The memory goes away in the middle of a copy. */
static void taken_away(void)
{
	struct fby_back back = fby_back_open(BUFFERS, BYTES, 0);
	struct fby_late late = fby_late_missing(BYTES);
	struct forebay_cap_buffer none;
	struct fby_call *call;
	ssize_t n;
	int got;

	fby_is(fby_tx_start(&back.tx), 0, "it starts");
	call = fby_call_write(back.tx.fd, late.at, BYTES, -1);
	fby_ok(fby_late_faulted(&late), "a write waits for its memory");
	fby_late_forget(&late);
	fby_call_end(call, BOUND_MS, &n, &got);
	fby_ok(n == -1 && got == EFAULT, "which goes away: EFAULT");
	fby_is(fby_tx_stats(&back.tx).free, BUFFERS, "all buffers are free");
	fby_is(fby_tx_drain(&back.tx, WAIT_MS), 0, "nothing is queued");
	fby_fails(fby_cap_next(&back.cap, 1, &none), ETIMEDOUT, "nothing has come");
	fby_back_close(&back);
}

/* TAKE stands at the end of its call, with the last buffer. */
static void not_told(void)
{
	const struct forebay_tx_take want = { .timeout_ms = WAIT_MS };
	struct forebay_tx_take take = { .timeout_ms = FOREBAY_TX_FOREVER };
	struct fby_tx tx = fby_tx_open(1, BYTES, 0);
	struct fby_late late = fby_late_protected(4096);
	struct fby_ask ask = { .fd = tx.fd, .request = FOREBAY_IOC_TX_TAKE, .arg = late.at };
	struct fby_ask other = { .fd = tx.fd, .request = FOREBAY_IOC_TX_TAKE, .arg = &take };

	memcpy(late.at, &want, sizeof(want));
	fby_late_protect(&late);
	fby_ask_begin(&ask);
	fby_ok(fby_late_faulted(&late), "a TAKE stands before memory that it cannot write yet");
	fby_is(fby_tx_stats(&tx).taken, 1, "with a buffer in its hands");
	fby_ok(fby_ask_waits(&other), "another one waits");
	fby_late_forget(&late);
	fby_ask_fails(&ask, EFAULT, "the memory goes away");
	fby_ok(fby_ask_ends(&other, BOUND_MS) && !other.ret, "and the other one has the buffer");
	fby_is(fby_tx_release(&tx, take.index), 0, "which it can give back");
	fby_tx_close(&tx);
}

/* A file that does not run, all of whose buffers are queued. */
static struct fby_tx all_queued(void)
{
	struct fby_tx tx = fby_tx_open(BUFFERS, BYTES, 0);

	for (unsigned int i = 0; i < BUFFERS; i++) {
		if (write(tx.fd, "x", 1) != 1)
			fby_bail("a write: %s", strerror(errno));
	}
	return tx;
}

/* Asks for buffers while somebody waits for one in a TAKE, a write, and a poll. */
static void waiting(struct forebay_tx_setup setup, int error, const char *what)
{
	struct fby_tx tx = all_queued();
	struct forebay_tx_take take = { .timeout_ms = FOREBAY_TX_FOREVER };
	struct fby_ask ask = { .fd = tx.fd, .request = FOREBAY_IOC_TX_TAKE, .arg = &take };
	struct fby_call *call = fby_call_write(tx.fd, "y", 1, -1);
	struct pollfd waits = { .fd = tx.fd, .events = POLLOUT };
	ssize_t n;
	int got;

	fby_ok(fby_call_waits(call), "%s: a write waits", what);
	fby_ok(fby_ask_waits(&ask), "%s: and a TAKE", what);
	fby_is(fby_tx_setup(tx.fd, &setup) ? errno : 0, error, "%s: SETUP", what);
	if (error)
		fby_ask_fails(&ask, ENOBUFS, what);
	else
		fby_ok(fby_ask_ends(&ask, BOUND_MS) && !ask.ret, "%s: the TAKE has one", what);
	fby_call_end(call, BOUND_MS, &n, &got);
	fby_ok(error ? n == -1 && got == ENOBUFS : n == 1, "%s: the write ends (%zd, %s)", what, n, fby_errno_name(n < 0 ? got : 0));
	fby_is(poll(&waits, 1, 0), 1, "%s: poll says so", what);
	fby_is(waits.revents, error ? POLLERR : POLLOUT, "%s: with its reason", what);
	fby_tx_close(&tx);
}

/* Between the look whether the buffers are in use and their end somebody maps and writes them. */
static void mapped(void)
{
	struct fby_tx tx = fby_tx_open(BUFFERS, BYTES, 0);
	struct forebay_tx_setup setup = { .buffers = BUFFERS, .bytes = BYTES }, now;
	struct fby_ask ask = { .fd = tx.fd, .request = FOREBAY_IOC_TX_SETUP, .arg = &setup };

	fby_hook_load();
	fby_hook_hold(RETIRE, 0);
	fby_ask_begin(&ask);
	fby_hook_waits(RETIRE);
	fby_tx_map(&tx);
	memset(tx.map, 0x5a, (size_t)BUFFERS * BYTES);
	fby_hook_go(RETIRE);
	fby_ask_fails(&ask, EBUSY, "buffers that were mapped under a setup");
	fby_hook_unload();
	fby_is(ioctl(tx.fd, FOREBAY_IOC_TX_GET, &now), 0, "the file");
	fby_is(now.buffers, BUFFERS, "has its buffers");
	fby_ok(fby_diff_byte(tx.map, 0x5a, (size_t)BUFFERS * BYTES) < 0, "with what was written there");
	fby_is(fby_tx_start(&tx), 0, "it starts");
	/* Were they others, what is sent would not be what is written in the map. */
	fby_back_flows(&tx, "a map under a setup");
	fby_tx_close(&tx);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("a program whose memory comes late holds up nobody, and nothing is sent wrong", 240);
	copying(nothing, 0, "a write");
	copying(stop, 0, "a write in a stop");
	copying(start_anew, 0, "a write in a new start");
	copying(others, ECANCELED, "a write while other buffers are made");
	copying(reset, ECANCELED, "a write in a reset");
	copying(reset_and_start, 0, "a write in a reset and a start");
	taken_away();
	not_told();
	waiting((struct forebay_tx_setup){ .buffers = 2 * BUFFERS, .bytes = BYTES }, 0, "other buffers");
	waiting((struct forebay_tx_setup){ .buffers = FOREBAY_TX_BUFFERS, .bytes = MIB }, ENOMEM, "more than there are");
	mapped();
	/* Last, as it ends what the program has of the card. */
	copying(unbind, ENODEV, "a write in an unbind");
	return fby_done();
}
