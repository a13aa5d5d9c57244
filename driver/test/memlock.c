// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: pages of asynchronous calls count against RLIMIT_MEMLOCK of a program that must keep to
 * it, and are given back when the calls end.
 * Catches: any user of a node who can pin all of the machine's memory, 16 GiB per open file.
 */

#include <errno.h>
#include <liburing.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_child.h"
#include "fby_hook.h"
#include "fby_stream.h"
#include "fby_test.h"

#define PAGES 8u
#define CALLS 4u
#define NOBODY 65534
/* Long against what it takes to begin some calls, however busy the machine is. */
#define CALL_MS 1000u
#define LIMIT_MS 60000u
#define BOUND_MS 15000u

static int ended_with(struct io_uring *ring)
{
	struct __kernel_timespec limit = { .tv_sec = BOUND_MS / 1000 };
	struct io_uring_cqe *cqe;
	int result;

	if (io_uring_wait_cqe_timeout(ring, &cqe, &limit))
		return -ETIME;
	result = cqe->res;
	io_uring_cqe_seen(ring, cqe);
	return result;
}

/* How many of so many calls are refused for memory at once, or -1 when something else goes wrong. */
static int refused(int from, struct io_uring *ring, unsigned char *room, unsigned int calls)
{
	int n = 0;

	for (unsigned int i = 0; i < calls; i++)
		io_uring_prep_read(io_uring_get_sqe(ring), from, room, PAGES * FBY_PAGE, 0);
	if (io_uring_submit(ring) != (int)calls)
		return -1;
	while (io_uring_cq_ready(ring)) {
		if (ended_with(ring) != -ENOMEM)
			return -1;
		n++;
	}
	return n;
}

/* Becomes somebody who may lock that many calls' worth of pages. */
static bool become_nobody(unsigned int calls)
{
	rlim_t bytes = calls * PAGES * FBY_PAGE;
	struct rlimit limit = { bytes, bytes };

	return !setrlimit(RLIMIT_MEMLOCK, &limit) && !setresuid(NOBODY, NOBODY, NOBODY);
}

/* With room for two calls. */
static int as_nobody(unsigned int channel)
{
	int from = fby_open_chan(FBY_C2H, channel), first;
	unsigned char *room = fby_map(PAGES * FBY_PAGE);
	struct io_uring ring;

	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, CALL_MS);
	if (!become_nobody(2))
		return 100;
	if (io_uring_queue_init(16, &ring, 0))
		return 101;
	first = refused(from, &ring, room, CALLS);
	/* The other two run into their time-out, and give back what they had. */
	for (int i = first; i >= 0 && i < (int)CALLS; i++)
		if (ended_with(&ring) != -ETIMEDOUT)
			return 102;
	if (refused(from, &ring, room, CALLS) != first)
		return 103;
	return first;
}

/*
 * With room for one call, and a tick that is held when it has ended that call and is about to let
 * go of it. What the next call gets is told before this process ends, which waits for the tick.
 */
static void one_after_another(unsigned int channel, int tell)
{
	int from = fby_open_chan(FBY_C2H, channel);
	unsigned char *room = fby_map(PAGES * FBY_PAGE);
	struct io_uring ring;
	unsigned char got = 100;

	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, CALL_MS);
	if (become_nobody(1) && !io_uring_queue_init(16, &ring, 0) &&
	    !refused(from, &ring, room, 1) && ended_with(&ring) == -ETIMEDOUT)
		got = (unsigned char)refused(from, &ring, room, 1);
	if (write(tell, &got, 1) != 1)
		_exit(1);
	_exit(0);
}

static void given_back_at_once(unsigned int channel)
{
	unsigned char got = 101;
	int told[2];
	struct pollfd ready = { .events = POLLIN };
	pid_t child;

	if (pipe(told))
		fby_bail("pipe: %s", strerror(errno));
	ready.fd = told[0];
	fby_hook_load();
	fby_hook_hold("forebay_request_put", 1);
	child = fby_fork();
	if (!child)
		one_after_another(channel, told[1]);
	fby_ok(poll(&ready, 1, BOUND_MS) == 1 && read(told[0], &got, 1) == 1, "a call is over");
	fby_hook_waits("forebay_request_put");
	fby_is(got, 0, "and its room is the next one's, whoever still holds it");
	fby_hook_go("forebay_request_put");
	fby_is(fby_reaped(child, 4 * BOUND_MS), 0, "the program ends");
	fby_hook_unload();
	close(told[0]);
	close(told[1]);
}

/* Who may lock memory without limit is not counted. */
static int as_root(unsigned int channel)
{
	int from = fby_open_chan(FBY_C2H, channel);
	unsigned char *room = fby_map(PAGES * FBY_PAGE);
	struct rlimit limit = { 0, 0 };
	struct io_uring ring;

	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	if (setrlimit(RLIMIT_MEMLOCK, &limit) || io_uring_queue_init(16, &ring, 0))
		return 100;
	return refused(from, &ring, room, CALLS);
}

static int result_of(int (*what)(unsigned int), unsigned int channel)
{
	pid_t child = fby_fork();
	int status;

	if (!child)
		_exit(what(channel));
	status = fby_reaped(child, 4 * BOUND_MS);
	return status != -1 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main(int argc, char **argv)
{
	unsigned int channel;

	(void)argc;
	(void)argv;
	fby_begin("pages of asynchronous calls count against RLIMIT_MEMLOCK", 120);
	channel = fby_loop_channel(0);
	fby_is(result_of(as_nobody, channel), CALLS - 2,
	       "with room for two calls of four, two get ENOMEM, again and again");
	fby_is(result_of(as_root, channel), 0, "root gets none");
	given_back_at_once(channel);
	fby_still_works("limits");
	return fby_done();
}
