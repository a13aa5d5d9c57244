// SPDX-License-Identifier: GPL-2.0-only
/* Calls that wait, in threads and in children: see fby_child.h. */

#include "fby_child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fby_test.h"

struct fby_call {
	pthread_t thread;
	int fd;
	void *buf;
	size_t len;
	off_t offset;
	bool writing;
	/* Written by the thread, read by others: set in this order. */
	pid_t tid;
	ssize_t result;
	int error;
	bool ended;
};

static void tick(void)
{
	struct timespec ms = { .tv_nsec = 1000000 };

	nanosleep(&ms, NULL);
}

static void *run(void *arg)
{
	struct fby_call *c = arg;
	ssize_t n;

	__atomic_store_n(&c->tid, (pid_t)syscall(SYS_gettid), __ATOMIC_RELEASE);
	if (c->offset < 0)
		n = c->writing ? write(c->fd, c->buf, c->len) : read(c->fd, c->buf, c->len);
	else
		n = c->writing ? pwrite(c->fd, c->buf, c->len, c->offset) :
				 pread(c->fd, c->buf, c->len, c->offset);
	c->error = errno;
	c->result = n;
	__atomic_store_n(&c->ended, true, __ATOMIC_RELEASE);
	return NULL;
}

static struct fby_call *start(int fd, void *buf, size_t len, off_t offset, bool writing)
{
	struct fby_call *c = fby_xmalloc(sizeof(*c));

	*c = (struct fby_call){
		.fd = fd, .buf = buf, .len = len, .offset = offset, .writing = writing
	};
	if (pthread_create(&c->thread, NULL, run, c))
		fby_bail("no thread for a call");
	return c;
}

struct fby_call *fby_call_read(int fd, void *buf, size_t len, off_t offset)
{
	return start(fd, buf, len, offset, false);
}

struct fby_call *fby_call_write(int fd, const void *buf, size_t len, off_t offset)
{
	return start(fd, (void *)(uintptr_t)buf, len, offset, true);
}

/* A file of /proc, empty if there is none. A thread of this process and another process look alike here. */
static void proc_text(pid_t tid, const char *name, char *text, size_t size)
{
	char path[64];
	FILE *file;
	size_t n = 0;

	snprintf(path, sizeof(path), "/proc/%d/%s", tid, name);
	file = fopen(path, "re");
	if (file) {
		n = fread(text, 1, size - 1, file);
		fclose(file);
	}
	text[n] = '\0';
}

/* The letter of its state, or 0 when it is gone. */
static char state_of(pid_t tid)
{
	char text[512], *state;

	proc_text(tid, "stat", text, sizeof(text));
	state = strrchr(text, ')');
	return state ? state[2] : '\0';
}

static bool asleep_now(pid_t tid)
{
	char state = state_of(tid);

	return state == 'S' || state == 'D';
}

bool fby_sleeps_in(pid_t pid, const char *function)
{
	uint64_t end = fby_ms() + 20000;
	char text[4096], state;

	do {
		state = state_of(pid);
		proc_text(pid, "stack", text, sizeof(text));
		if (strstr(text, function))
			return true;
		tick();
	} while (state && state != 'Z' && fby_ms() < end);
	return false;
}

/* Asleep twice in a row: once may be on its way into the call. */
bool fby_sleeping(pid_t tid)
{
	uint64_t end = fby_ms() + 5000;
	unsigned int seen = 0;

	while (fby_ms() < end && seen < 10) {
		seen = asleep_now(tid) ? seen + 1 : 0;
		tick();
	}
	return seen >= 10;
}

bool fby_call_waits(struct fby_call *call)
{
	uint64_t end = fby_ms() + 5000;

	while (!__atomic_load_n(&call->tid, __ATOMIC_ACQUIRE))
		if (fby_ms() > end)
			return false;
	while (fby_ms() < end && !__atomic_load_n(&call->ended, __ATOMIC_ACQUIRE))
		if (fby_sleeping(call->tid))
			return !__atomic_load_n(&call->ended, __ATOMIC_ACQUIRE);
	return false;
}

void fby_call_signal(struct fby_call *call, int sig)
{
	pthread_kill(call->thread, sig);
}

void fby_call_stop(struct fby_call *call, int sig, uint64_t limit_ms, ssize_t *result, int *error)
{
	uint64_t end = fby_ms() + limit_ms;

	while (!__atomic_load_n(&call->ended, __ATOMIC_ACQUIRE) && fby_ms() < end) {
		fby_call_signal(call, sig);
		tick();
	}
	fby_call_end(call, 0, result, error);
}

uint64_t fby_call_end(struct fby_call *call, uint64_t limit_ms, ssize_t *result, int *error)
{
	uint64_t began = fby_ms();

	while (!__atomic_load_n(&call->ended, __ATOMIC_ACQUIRE)) {
		if (fby_ms() - began > limit_ms)
			fby_bail("a %s did not end within %llu ms",
				 call->writing ? "write" : "read", (unsigned long long)limit_ms);
		tick();
	}
	pthread_join(call->thread, NULL);
	*result = call->result;
	*error = call->error;
	free(call);
	return fby_ms() - began;
}

pid_t fby_fork(void)
{
	pid_t child = fork();

	if (child < 0)
		fby_bail("fork: %s", strerror(errno));
	if (!child) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		/* The parent's watchdog is not the child's. */
		signal(SIGALRM, SIG_DFL);
	}
	return child;
}

struct fby_notice fby_notice_open(void)
{
	struct fby_notice notice;

	if (pipe2(notice.ends, O_CLOEXEC))
		fby_bail("pipe: %s", strerror(errno));
	return notice;
}

void fby_notice_post(struct fby_notice notice)
{
	if (write(notice.ends[1], "", 1) != 1)
		_exit(1);
}

bool fby_notice_wait(struct fby_notice notice, unsigned int times)
{
	struct pollfd watched = { .fd = notice.ends[0], .events = POLLIN };
	uint64_t end = fby_ms() + 20000;
	bool heard = true;
	char byte;

	/* A child that dies posts nothing; its parent's own end keeps the pipe from ending. */
	while (times && heard) {
		uint64_t now = fby_ms();

		heard = now < end && poll(&watched, 1, (int)(end - now)) == 1 &&
			read(notice.ends[0], &byte, 1) == 1;
		times--;
	}
	close(notice.ends[0]);
	close(notice.ends[1]);
	return heard;
}

uint64_t *fby_laps(void)
{
	uint64_t *laps = mmap(NULL, sizeof(*laps), PROT_READ | PROT_WRITE,
			      MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (laps == MAP_FAILED)
		fby_bail("shared memory: %s", strerror(errno));
	return laps;
}

void fby_lap(uint64_t *laps)
{
	__atomic_fetch_add(laps, 1, __ATOMIC_RELEASE);
}

bool fby_await_laps(uint64_t *laps, uint64_t want)
{
	uint64_t end = fby_ms() + 20000;

	while (__atomic_load_n(laps, __ATOMIC_ACQUIRE) < want) {
		if (fby_ms() > end)
			return false;
		sched_yield();
	}
	return true;
}

int fby_reaped(pid_t child, uint64_t limit_ms)
{
	uint64_t end = fby_ms() + limit_ms;
	int status;

	while (waitpid(child, &status, WNOHANG) != child) {
		if (fby_ms() > end)
			return -1;
		tick();
	}
	return status;
}
