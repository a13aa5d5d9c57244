// SPDX-License-Identifier: GPL-2.0-only
/* See fby_ask.h. */

#include "fby_ask.h"

#include <errno.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fby_child.h"
#include "fby_test.h"

#define BOUND_MS 30000u

static void *asking(void *arg)
{
	struct fby_ask *ask = arg;

	ask->tid = (pid_t)syscall(SYS_gettid);
	ask->ret = ioctl(ask->fd, ask->request, ask->arg);
	ask->error = errno;
	ask->over = true;
	return NULL;
}

void fby_ask_begin(struct fby_ask *ask)
{
	ask->tid = 0;
	ask->over = false;
	if (pthread_create(&ask->thread, NULL, asking, ask))
		fby_bail("no thread");
	while (!ask->tid)
		;
}

bool fby_ask_waits(struct fby_ask *ask)
{
	fby_ask_begin(ask);
	return fby_sleeping(ask->tid);
}

bool fby_ask_ends(struct fby_ask *ask, uint64_t limit_ms)
{
	uint64_t end = fby_ms() + limit_ms;

	while (!ask->over && fby_ms() < end)
		;
	if (ask->over)
		pthread_join(ask->thread, NULL);
	return ask->over;
}

bool fby_ask_fails(struct fby_ask *ask, int error, const char *what)
{
	bool over = fby_ask_ends(ask, BOUND_MS);

	return fby_ok(over && ask->ret == -1 && ask->error == error, "%s: %s (%s)", what, fby_errno_name(error),
		      over ? fby_errno_name(ask->ret ? ask->error : 0) : "it waits on");
}

struct deed {
	pthread_t thread;
	int (*act)(void *arg);
	void *arg;
	volatile int ret;
	volatile bool over;
};

static void *doing(void *arg)
{
	struct deed *deed = arg;

	deed->ret = deed->act(deed->arg);
	deed->over = true;
	return NULL;
}

bool fby_beside(int (*act)(void *arg), void *arg)
{
	/* It outlives this call if it hangs. */
	struct deed *deed = fby_xmalloc(sizeof(*deed));
	uint64_t end = fby_ms() + BOUND_MS;

	*deed = (struct deed){ .act = act, .arg = arg };
	if (pthread_create(&deed->thread, NULL, doing, deed))
		fby_bail("no thread");
	while (!deed->over && fby_ms() < end)
		;
	return deed->over && !deed->ret;
}
