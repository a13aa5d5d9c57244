// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a signal ends a transfer that waits, with EINTR or the count of what was done, and where
 * its handler restarts calls, one that has moved nothing goes on; nothing but a signal does that; a
 * killed program dies at once; the channel works afterwards.
 * Catches: "Unknown error 512" (#54 #64 #133 #175 #227 #298), a channel that stays dead because
 * `running` stays set (#55), readers that SIGKILL cannot end (LitePCIe #133), calls cut short by
 * completions of the caller's own io_uring, log lines for every Ctrl-C.
 */

#include <errno.h>
#include <liburing.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_child.h"
#include "fby_kernel.h"
#include "fby_stream.h"
#include "fby_test.h"

#define BOUND_MS 20000

static unsigned int channel;
static unsigned char *buf;

static void nothing(int sig)
{
	(void)sig;
}

static void handler(int flags)
{
	struct sigaction act = { .sa_handler = nothing, .sa_flags = flags };

	sigaction(SIGUSR1, &act, NULL);
}

static void reader(unsigned int mode, const char *how)
{
	static const char *const words[] = { "c2h", "descriptor", NULL };
	int from = fby_open_chan(FBY_C2H, channel), error;
	struct fby_call *call;
	ssize_t n;

	fby_set_completion(from, mode, 1000, 60000);
	fby_kernel_forget();
	call = fby_call_read(from, buf, 8 * FBY_PAGE, -1);
	fby_ok(fby_call_waits(call), "a read of an empty stream waits (%s)", how);
	fby_call_signal(call, SIGUSR1);
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_ok(n == -1 && error == EINTR, "a signal ends it: EINTR (%zd, %s)", n,
	       fby_errno_name(error));
	fby_is(fby_last_error(from).cause, FOREBAY_CAUSE_ABORTED, "the file knows why");
	fby_ok(!fby_kernel_said(words), "and the kernel log does not care");
	close(from);
	fby_ok(fby_loop_packet(channel, 7001, 3), "the stream works afterwards, at once");
}

/* Nobody reads: the card's buffers fill, the write stops somewhere in the middle. */
static void writer(void)
{
	size_t len = 1 << 20;
	int to = fby_open_chan(FBY_H2C, channel), error;
	unsigned char *out = fby_scattered(len / FBY_PAGE);
	struct fby_call *call;
	ssize_t n;

	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, 60000);
	call = fby_call_write(to, out, len, -1);
	fby_ok(fby_call_waits(call), "a write into a full stream waits");
	fby_call_signal(call, SIGUSR1);
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_ok((n > 0 && n < (ssize_t)len) || (n == -1 && error == EINTR),
	       "a signal ends it with what was done (%zd), or EINTR (%s)", n,
	       n < 0 ? fby_errno_name(error) : "count");
	close(to);
	fby_drain(channel);
	fby_ok(fby_loop_packet(channel, 7001, 4), "the stream works afterwards");
}

/* Waits until the channel's reads have been aborted so many times. */
static bool aborted(long long want)
{
	uint64_t end = fby_ms() + BOUND_MS;

	while (fby_chan_stat(FBY_C2H, channel, "aborts") < want && fby_ms() < end)
		sched_yield();
	return fby_chan_stat(FBY_C2H, channel, "aborts") == want;
}

/*
 * With SA_RESTART the kernel may start the call again; it must not show the program an errno of
 * its own.
 */
static void restart(void)
{
	int from = fby_open_chan(FBY_C2H, channel), to = fby_open_chan(FBY_H2C, channel), error;
	long long aborts = fby_chan_stat(FBY_C2H, channel, "aborts");
	struct fby_call *call;
	ssize_t n;

	handler(SA_RESTART);
	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, 60000);
	call = fby_call_read(from, buf, FBY_PAGE, -1);
	fby_ok(fby_call_waits(call), "a read waits");
	fby_call_signal(call, SIGUSR1);
	fby_ok(aborted(aborts + 1) && fby_call_waits(call), "a signal ends it, and it waits again");
	fby_fill(buf + FBY_PAGE, 1000, 6);
	fby_is(write(to, buf + FBY_PAGE, 1000), 1000, "a packet after the signal");
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_is(n, 1000, "a handler that restarts: the call goes on and gets the packet (%s)",
	       n < 0 ? fby_errno_name(error) : "count");
	fby_is(fby_diff(buf, buf + FBY_PAGE, 1000), -1, "as it was sent");
	handler(0);
	close(from);
	close(to);
}

/* A thread with an io_uring of its own that waits in a read. */
struct busy {
	pthread_t thread;
	int from, wake[2];
	pid_t tid;
	ssize_t n;
	int error, completion;
	bool ended;
};

static void *read_with_ring(void *arg)
{
	struct __kernel_timespec limit = { .tv_sec = 10 };
	struct busy *busy = arg;
	struct io_uring_cqe *cqe;
	struct io_uring ring;

	if (io_uring_queue_init(8, &ring, 0))
		fby_bail("io_uring: %s", strerror(errno));
	io_uring_prep_poll_add(io_uring_get_sqe(&ring), busy->wake[0], POLLIN);
	io_uring_submit(&ring);
	__atomic_store_n(&busy->tid, (pid_t)syscall(SYS_gettid), __ATOMIC_RELEASE);
	busy->n = read(busy->from, buf, FBY_PAGE);
	busy->error = errno;
	__atomic_store_n(&busy->ended, true, __ATOMIC_RELEASE);
	if (!io_uring_wait_cqe_timeout(&ring, &cqe, &limit))
		busy->completion = cqe->res;
	io_uring_queue_exit(&ring);
	return NULL;
}

static struct busy start_busy(int from)
{
	struct busy busy = { .from = from };

	if (pipe(busy.wake))
		fby_bail("pipe: %s", strerror(errno));
	return busy;
}

/*
 * The ring's completion is work for the thread that sleeps in the read. Returns whether it sleeps
 * on.
 */
static bool sleeps_through_completion(struct busy *busy)
{
	if (pthread_create(&busy->thread, NULL, read_with_ring, busy))
		fby_bail("no thread for a call");
	while (!__atomic_load_n(&busy->tid, __ATOMIC_ACQUIRE))
		sched_yield();
	if (!fby_sleeping(busy->tid) || write(busy->wake[1], "x", 1) != 1)
		return false;
	return fby_sleeping(busy->tid) && !__atomic_load_n(&busy->ended, __ATOMIC_ACQUIRE);
}

static void end_busy(struct busy *busy)
{
	pthread_join(busy->thread, NULL);
	close(busy->wake[0]);
	close(busy->wake[1]);
}

static void completions_are_no_signals(void)
{
	int from = fby_open_chan(FBY_C2H, channel), to = fby_open_chan(FBY_H2C, channel);
	long long aborts = fby_chan_stat(FBY_C2H, channel, "aborts");
	unsigned int slept = 0, whole = 0, told = 0;
	struct busy busy;

	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, 60000);
	fby_fill(buf + FBY_PAGE, 1000, 8);
	for (unsigned int i = 0; i < 10; i++) {
		memset(buf, 0, FBY_PAGE);
		busy = start_busy(from);
		slept += sleeps_through_completion(&busy);
		if (write(to, buf + FBY_PAGE, 1000) != 1000)
			fby_note("a packet: %s", strerror(errno));
		end_busy(&busy);
		if (busy.n != 1000) {
			fby_note("the read gave %zd (%s)", busy.n, fby_errno_name(busy.error));
			fby_resync(to, from, i);
		}
		whole += busy.n == 1000 && fby_diff(buf, buf + FBY_PAGE, 1000) < 0;
		told += busy.completion == POLLIN;
	}
	fby_is(slept, 10, "ten reads sleep on while an io_uring of their thread has a completion");
	fby_is(whole, 10, "each gets its packet, whole");
	fby_is(fby_chan_stat(FBY_C2H, channel, "aborts"), aborts,
	       "and none was ended to be started again");
	fby_is(told, 10, "and the completion is there afterwards");
	busy = start_busy(from);
	fby_ok(sleeps_through_completion(&busy), "one more");
	syscall(SYS_tgkill, getpid(), busy.tid, SIGUSR1);
	end_busy(&busy);
	fby_ok(busy.n == -1 && busy.error == EINTR, "a signal ends it all the same: EINTR (%zd, %s)",
	       busy.n, fby_errno_name(busy.error));
	close(from);
	close(to);
}

static void killed(int sig, bool writing)
{
	size_t len = 1 << 20;
	pid_t child = fby_fork();
	int status;

	if (!child) {
		int fd = fby_open_chan(writing ? FBY_H2C : FBY_C2H, channel);
		unsigned char *room = fby_map(len);

		_exit((writing ? write(fd, room, len) : read(fd, room, len)) < 0 ? 1 : 0);
	}
	fby_ok(fby_sleeping(child), "a child waits in a %s", writing ? "write" : "read");
	kill(child, sig);
	status = fby_reaped(child, BOUND_MS);
	fby_ok(status != -1 && WIFSIGNALED(status) && WTERMSIG(status) == sig,
	       "%s ends it in bounded time", strsignal(sig));
	if (writing)
		fby_drain(channel);
	fby_ok(fby_loop_packet(channel, 7001, 5), "the stream works for the next program");
}

/* Children that move large buffers all the time, killed wherever they happen to be. */
static void killed_anywhere(unsigned int rounds, unsigned int most_laps)
{
	uint64_t state = 4711;
	unsigned int bad = 0;

	for (unsigned int i = 0; i < rounds; i++) {
		uint64_t *laps = fby_laps();
		pid_t child = fby_fork();
		int status;

		if (!child) {
			int to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false)),
			    from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false));
			unsigned char *room = fby_map(1 << 19);

			for (;;) {
				if (pwrite(to, room, 1 << 19, 0) < 0 ||
				    pread(from, room, 1 << 19, 0) < 0)
					_exit(1);
				fby_lap(laps);
			}
		}
		/* Where it is then in its next lap is anybody's guess. */
		bad += !fby_await_laps(laps, fby_rand(&state) % most_laps);
		kill(child, SIGKILL);
		status = fby_reaped(child, BOUND_MS);
		if (status == -1 || !WIFSIGNALED(status)) {
			fby_note("round %u: the child ended with status 0x%x", i, status);
			bad++;
		}
		munmap(laps, sizeof(*laps));
	}
	fby_is(bad, 0, "%u children killed somewhere in transfers of 512 KiB are all gone", rounds);
	fby_still_works("the killing");
}

int main(int argc, char **argv)
{
	bool quick = fby_has_arg(argc, argv, "quick");

	fby_begin("signals end transfers, and nothing else", 240);
	if (!fby_loop_pairs())
		fby_skip_all("this card has no loopback stream to wait on");
	channel = fby_loop_channel(0);
	buf = fby_map(8 * FBY_PAGE);
	handler(0);
	reader(FOREBAY_COMPLETE_IRQ, "by interrupt");
	reader(FOREBAY_COMPLETE_POLL, "by polling");
	writer();
	restart();
	completions_are_no_signals();
	killed(SIGTERM, false);
	killed(SIGKILL, false);
	killed(SIGKILL, true);
	killed_anywhere(quick ? 5 : 40, quick ? 2 : 10);
	return fby_done();
}
