// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: parent and child may use a channel that was open before the fork; the end of one is not
 * the end of the other's transfers; a fork does not move a buffer away from a transfer that writes
 * to it.
 * Catches: state that belongs to the process that opened the file, copy-on-write that takes pages
 * away from a pinned buffer.
 */

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_child.h"
#include "fby_fault.h"
#include "fby_stream.h"
#include "fby_test.h"

#define LEN 20000u
#define ROUNDS 30u
#define PIECE (1u << 19)
#define CHILDREN 10u

static bool rounds(int to, int from, off_t card, uint64_t seed)
{
	unsigned char out[LEN], in[LEN];

	for (unsigned int i = 0; i < ROUNDS; i++) {
		fby_fill(out, LEN, seed + i);
		memset(in, 0, LEN);
		if (pwrite(to, out, LEN, card) != LEN || pread(from, in, LEN, card) != LEN ||
		    fby_diff(out, in, LEN) >= 0)
			return false;
	}
	return true;
}

static void both(void)
{
	int to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false)),
	    from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false));
	pid_t child = fby_fork();
	int status;

	if (!child)
		_exit(!rounds(to, from, 0x10000, 500));
	fby_ok(rounds(to, from, 0x40000, 900), "the parent's transfers are right");
	status = fby_reaped(child, 60000);
	fby_ok(status != -1 && WIFEXITED(status) && !WEXITSTATUS(status),
	       "and so are the child's, through the same files");
	fby_ok(rounds(to, from, 0x40000, 901), "the parent goes on after the child has ended");
	child = fby_fork();
	if (!child) {
		close(to);
		close(from);
		_exit(0);
	}
	fby_reaped(child, 10000);
	fby_ok(rounds(to, from, 0x40000, 902), "and after a child that closed them");
	close(to);
	close(from);
}

/* Moves a piece, rings, and goes on when it is told to, so that it dies in another. */
static void move_for_ever(int to, struct fby_notice moved, struct fby_notice go)
{
	unsigned char *room = fby_map(PIECE);

	if (pwrite(to, room, PIECE, 0) < 0)
		_exit(1);
	fby_notice_post(moved);
	if (!fby_notice_wait(go, 1))
		_exit(1);
	while (pwrite(to, room, PIECE, 0) >= 0)
		;
	_exit(1);
}

/*
 * A child that dies in a transfer of a shared file takes only its own transfer with it. The card
 * stands still in the middle of one until its end has been asked for; that it was ended there
 * is seen by the driver's count.
 */
static void child_dies(void)
{
	int to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false)),
	    from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false));
	unsigned int h2c = fby_first(FBY_H2C, false), good = 0, children, cut = 0;
	struct fby_notice go = fby_notice_open();

	for (children = 0; children < CHILDREN; children++) {
		long long before = fby_chan_stat(FBY_H2C, h2c, "aborts");
		struct fby_notice notice = fby_notice_open();
		pid_t child = fby_fork();
		int status;
		bool right;

		if (!child)
			move_for_ever(to, notice, go);
		right = fby_notice_wait(notice, 1);
		/* Some reads of the next transfer, and far from all. */
		fby_fault_arm((struct fby_fault){
			.kind = FBY_KIND(STANDSTILL),
			.select = FOREBAY_FAULT_SELECT_READ | FOREBAY_FAULT_SELECT_DATA,
			.skip = 3, .count = 1 });
		fby_notice_post(go);
		right = fby_fault_await_hit(20000) && right;
		kill(child, SIGKILL);
		/* Unless it is over already. */
		fby_sleeps_in(child, "forebay_xdma_stop");
		fby_fault_disarm();
		right = rounds(to, from, 0x90000, children) && right;
		status = fby_reaped(child, 20000);
		good += right && status != -1 && WIFSIGNALED(status);
		cut += fby_chan_stat(FBY_H2C, h2c, "aborts") > before;
	}
	fby_is(cut, children, "%u children were killed in a transfer", children);
	fby_is(good, children, "none disturbed the parent's, on the same files");
	close(to);
	close(from);
}

/* The read is under way when the process forks and both sides write to the buffer's pages. */
static void buffer_stays(void)
{
	unsigned int channel = fby_loop_channel(0);
	int from = fby_open_chan(FBY_C2H, channel), to = fby_open_chan(FBY_H2C, channel), error;
	unsigned char *room = fby_map(2 * FBY_PAGE), out[6000];
	struct fby_call *call;
	ssize_t n;
	pid_t child;

	fby_fill(out, sizeof(out), 12);
	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, 60000);
	/* To the byte: the rest of the second page is the parent's, also where it is copied. */
	call = fby_call_read(from, room, sizeof(out), -1);
	fby_ok(fby_call_waits(call), "a read waits");
	child = fby_fork();
	if (!child) {
		memset(room, 0xcc, 2 * FBY_PAGE);
		_exit(0);
	}
	room[8000] = 1;
	fby_reaped(child, 10000);
	fby_is(write(to, out, sizeof(out)), sizeof(out), "after a fork its packet comes");
	fby_call_end(call, 60000, &n, &error);
	fby_ok(n == (ssize_t)sizeof(out) && fby_diff(room, out, sizeof(out)) < 0,
	       "and is in the parent's buffer");
	fby_is(room[8000], 1, "beside what the parent wrote there");
	close(from);
	close(to);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("channels over a fork", 200);
	fby_fault_need();
	both();
	child_dies();
	if (fby_loop_pairs())
		buffer_stays();
	fby_still_works("forks");
	return fby_done();
}
