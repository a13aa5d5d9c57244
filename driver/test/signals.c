// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a signal ends a transfer that waits, with EINTR or the count of what was done; a killed
 * program dies at once; the channel works afterwards.
 * Catches: "Unknown error 512" (#54 #64 #133 #175 #227 #298), a channel that stays dead because
 * `running` stays set (#55), readers that SIGKILL cannot end (LitePCIe #133).
 */

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_child.h"
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
	int from = fby_open_chan(FBY_C2H, channel), error;
	struct fby_call *call;
	ssize_t n;

	fby_set_completion(from, mode, 1000, 60000);
	call = fby_call_read(from, buf, 8 * FBY_PAGE, -1);
	fby_ok(fby_call_waits(call), "a read of an empty stream waits (%s)", how);
	fby_call_signal(call, SIGUSR1);
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_ok(n == -1 && error == EINTR, "a signal ends it: EINTR (%zd, %s)", n,
	       fby_errno_name(error));
	fby_is(fby_last_error(from).cause, FOREBAY_CAUSE_ABORTED, "the file knows why");
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

/*
 * With SA_RESTART the kernel may start the call again; it must not show the program an errno of
 * its own.
 */
static void restart(void)
{
	int from = fby_open_chan(FBY_C2H, channel), to = fby_open_chan(FBY_H2C, channel), error;
	struct fby_call *call;
	ssize_t n;

	handler(SA_RESTART);
	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, 60000);
	call = fby_call_read(from, buf, FBY_PAGE, -1);
	fby_call_waits(call);
	fby_call_signal(call, SIGUSR1);
	fby_fill(buf + FBY_PAGE, 1000, 6);
	fby_is(write(to, buf + FBY_PAGE, 1000), 1000, "a packet after the signal");
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_ok(n == 1000 || (n == -1 && error == EINTR),
	       "a handler that restarts: the packet, or EINTR (%zd, %s)", n, fby_errno_name(error));
	if (n < 0)
		n = read(from, buf, FBY_PAGE);
	fby_ok(n == 1000 && fby_diff(buf, buf + FBY_PAGE, 1000) < 0, "and the packet is not lost");
	handler(0);
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
static void killed_anywhere(unsigned int rounds)
{
	uint64_t state = 4711;
	unsigned int bad = 0;

	for (unsigned int i = 0; i < rounds; i++) {
		pid_t child = fby_fork();
		struct timespec pause = { .tv_nsec = (long)(fby_rand(&state) % 30) * 1000000 };

		if (!child) {
			int to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false)),
			    from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false));
			unsigned char *room = fby_map(1 << 19);

			for (;;) {
				if (pwrite(to, room, 1 << 19, 0) < 0 ||
				    pread(from, room, 1 << 19, 0) < 0)
					_exit(1);
			}
		}
		nanosleep(&pause, NULL);
		kill(child, SIGKILL);
		bad += fby_reaped(child, BOUND_MS) == -1;
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
	killed(SIGTERM, false);
	killed(SIGKILL, false);
	killed(SIGKILL, true);
	killed_anywhere(quick ? 5 : 40);
	return fby_done();
}
