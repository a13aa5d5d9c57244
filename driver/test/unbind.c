// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: the driver can be taken off the card at any time: with nodes open, transfers in flight,
 * registers mapped. Who waits gets ENODEV, later calls get ENODEV, maps are gone, and the card can
 * be bound again while the old files are still open.
 * Catches: use after free at remove, work that runs after teardown (PR #398: work item not
 * cancelled), maps that outlive the driver.
 */

#include <errno.h>
#include <fcntl.h>
#include <liburing.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_child.h"
#include "fby_stream.h"
#include "fby_test.h"

#define LIMIT_MS 60000u
#define BOUND_MS 15000u

static void cycle(const char *after)
{
	if (!fby_bound())
		fby_is(fby_bind(), 0, "the card can be bound again");
	fby_still_works(after);
}

static void old_files(void)
{
	int to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false)),
	    from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false));
	int user = fby_must_open("user", O_RDWR), aperture = fby_must_open("aperture", O_RDWR),
	    events = fby_must_open("events", O_RDONLY);
	struct forebay_completion settings;
	struct forebay_events got;
	struct pollfd p = { .fd = events, .events = POLLIN };
	unsigned char byte[64] = { 0 };
	void *map;

	fby_is(fby_unbind(), 0, "unbind with every kind of node open");
	fby_fails(pwrite(to, byte, 64, 0), ENODEV, "h2c: ENODEV");
	fby_fails(pread(from, byte, 64, 0), ENODEV, "c2h: ENODEV");
	fby_fails(pread(user, byte, 4, 0), ENODEV, "a register: ENODEV");
	fby_fails(ioctl(to, FOREBAY_IOC_GET_COMPLETION, &settings), ENODEV, "an ioctl: ENODEV");
	fby_fails(read(events, &got, sizeof(got)), ENODEV, "events: ENODEV");
	fby_ok(poll(&p, 1, 1000) == 1 && (p.revents & (POLLHUP | POLLERR)),
	       "poll of the events tells of the end (0x%x)", p.revents);
	map = mmap(NULL, FBY_PAGE, PROT_READ, MAP_SHARED, user, 0);
	fby_fails(map == MAP_FAILED ? -1 : 0, ENODEV, "mmap of the registers: ENODEV");
	map = mmap(NULL, FBY_PAGE, PROT_READ, MAP_SHARED, aperture, 0);
	fby_fails(map == MAP_FAILED ? -1 : 0, ENODEV, "mmap of the aperture: ENODEV");
	fby_ok(fby_open("user", O_RDWR) < 0, "the nodes are gone (%s)", fby_errno_name(errno));
	fby_is(fby_bind(), 0, "bind again, the old files still open");
	fby_fails(pwrite(to, byte, 64, 0), ENODEV, "old files stay dead: ENODEV");
	close(to);
	close(from);
	close(user);
	close(aperture);
	close(events);
	cycle("unbind with open files");
}

static void in_flight(void)
{
	unsigned int channel = fby_loop_channel(0);
	int from = fby_open_chan(FBY_C2H, channel), events = fby_must_open("events", O_RDONLY),
	    error;
	unsigned char *room = fby_map(8 * FBY_PAGE);
	struct forebay_events got;
	struct fby_call *call, *event;
	uint64_t start;
	ssize_t n;

	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	call = fby_call_read(from, room, 8 * FBY_PAGE, -1);
	event = fby_call_read(events, &got, sizeof(got), -1);
	fby_ok(fby_call_waits(call) && fby_call_waits(event),
	       "a read of an empty stream and one of the events wait");
	start = fby_ms();
	fby_is(fby_unbind(), 0, "unbind under them");
	fby_ok(fby_ms() - start < BOUND_MS, "takes %llu ms",
	       (unsigned long long)(fby_ms() - start));
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_ok(n == -1 && error == ENODEV, "the stream's reader gets ENODEV (%zd, %s)", n,
	       fby_errno_name(error));
	fby_call_end(event, BOUND_MS, &n, &error);
	fby_ok(n == -1 && error == ENODEV, "the events' reader gets ENODEV (%zd, %s)", n,
	       fby_errno_name(error));
	close(from);
	close(events);
	cycle("unbind under waiting reads");
}

static void uring_in_flight(void)
{
	struct __kernel_timespec limit = { .tv_sec = BOUND_MS / 1000 };
	int from = fby_open_chan(FBY_C2H, fby_loop_channel(0)),
	    to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	unsigned char *room = fby_map(64 * FBY_PAGE);
	unsigned int ended = 0, strange = 0;
	struct io_uring ring;

	if (io_uring_queue_init(64, &ring, 0))
		fby_bail("io_uring: %s", strerror(errno));
	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	io_uring_prep_read(io_uring_get_sqe(&ring), from, room, FBY_PAGE, 0);
	for (unsigned int i = 0; i < 30; i++)
		io_uring_prep_write(io_uring_get_sqe(&ring), to, room, 64 * FBY_PAGE, 0);
	io_uring_submit(&ring);
	fby_is(fby_unbind(), 0, "unbind with 31 requests of io_uring in flight");
	while (ended < 31) {
		struct io_uring_cqe *cqe;

		if (io_uring_wait_cqe_timeout(&ring, &cqe, &limit))
			break;
		if (cqe->res < 0 && cqe->res != -ENODEV && cqe->res != -ECANCELED) {
			fby_note("a request ended with %s", fby_errno_name(-cqe->res));
			strange++;
		}
		io_uring_cqe_seen(&ring, cqe);
		ended++;
	}
	fby_is(ended, 31, "all of them end");
	fby_is(strange, 0, "with success, ENODEV or ECANCELED");
	io_uring_queue_exit(&ring);
	close(from);
	close(to);
	cycle("unbind under io_uring");
}

/*
 * The child touches its map after the driver is gone: a signal is right, reading somebody else's
 * memory is not.
 */
static void mapped(const char *node)
{
	int go[2], ready[2], status;
	char byte = 0;
	pid_t child;

	if (pipe(go) || pipe(ready))
		fby_bail("pipe: %s", strerror(errno));
	child = fby_fork();
	if (!child) {
		int fd = fby_must_open(node, O_RDWR);
		volatile uint32_t *map =
			mmap(NULL, FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		uint32_t first = map == MAP_FAILED ? 0 : map[0];

		if (map == MAP_FAILED || write(ready[1], &byte, 1) != 1 ||
		    read(go[0], &byte, 1) != 1)
			_exit(9);
		_exit(map[0] == first ? 1 : 2);
	}
	if (read(ready[0], &byte, 1) != 1)
		fby_bail("the child did not map %s", node);
	fby_is(fby_unbind(), 0, "unbind with the %s node mapped", node);
	if (write(go[1], &byte, 1) != 1)
		fby_bail("pipe: %s", strerror(errno));
	status = fby_reaped(child, BOUND_MS);
	fby_ok(status != -1 && WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS,
	       "an access through the old map gets SIGBUS (status 0x%x)", status);
	close(go[0]);
	close(go[1]);
	close(ready[0]);
	close(ready[1]);
	cycle("unbind with a map");
}

/*
 * Right after, and in the middle of, short transfers: completions that are still on their way must
 * find nothing to touch.
 */
static void again_and_again(unsigned int rounds)
{
	unsigned int bad = 0, strange = 0, h2c = fby_first(FBY_H2C, false),
		     c2h = fby_first(FBY_C2H, false);

	for (unsigned int i = 0; i < rounds; i++) {
		uint64_t *laps = fby_laps();
		pid_t child = fby_fork();
		int status;

		if (!child) {
			/* It may be too late already: then there is no node to open. */
			int to = fby_open(fby_chan_name(FBY_H2C, h2c), O_WRONLY),
			    from = fby_open(fby_chan_name(FBY_C2H, c2h), O_RDONLY);
			unsigned char *room = fby_map(1 << 17);

			if (to < 0 || from < 0)
				_exit(errno == ENOENT || errno == ENODEV || errno == ENXIO ? 0 : 2);
			while (pwrite(to, room, 1 << 17, 0) >= 0 &&
			       pread(from, room, 1 << 17, 0) >= 0)
				fby_lap(laps);
			_exit(errno == ENODEV || errno == ECANCELED ? 0 : 1);
		}
		bad += !fby_await_laps(laps, i % 7);
		bad += fby_unbind() != 0;
		status = fby_reaped(child, BOUND_MS);
		bad += status == -1;
		strange += status != 0;
		bad += fby_bind() != 0;
		munmap(laps, sizeof(*laps));
	}
	fby_is(bad, 0, "unbind and bind %u times under running transfers", rounds);
	fby_is(strange, 0, "which all end with ENODEV or ECANCELED");
	fby_still_works("all of them");
}

int main(int argc, char **argv)
{
	fby_begin("the driver can be taken off the card at any time", 250);
	old_files();
	if (fby_loop_pairs()) {
		in_flight();
		uring_in_flight();
	}
	mapped("user");
	mapped("aperture");
	again_and_again(fby_has_arg(argc, argv, "quick") ? 3 : 20);
	return fby_done();
}
