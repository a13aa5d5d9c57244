// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: what a program has of user-level DMA ends with its address space, whoever still has the file open:
 * a process that shares its table of descriptors, or the program that it has become by exec. Its context is
 * free for others then, and its memory is not pinned any more.
 * Catches: an owner whose end is seen only where a descriptor is closed.
 */

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_child.h"
#include "fby_test.h"
#include "fby_udma.h"

#define BOUND_MS 20000u
#define HOLD "hold"

/* By @told somebody says that it is there; it stays until the other end of @hold is closed. */
struct line {
	int told[2];
	int hold[2];
};

static struct line line_open(void)
{
	struct line line;

	if (pipe(line.told) || pipe(line.hold))
		fby_bail("pipe: %s", strerror(errno));
	return line;
}

static void stay(int told, int hold)
{
	char byte = 0;

	_exit(write(told, &byte, 1) != 1 || read(hold, &byte, 1));
}

static void line_wait(struct line *line)
{
	char byte;

	close(line->told[1]);
	if (read(line->told[0], &byte, 1) != 1)
		fby_bail("nobody has the file");
}

static void line_close(struct line *line)
{
	close(line->told[0]);
	close(line->hold[0]);
	close(line->hold[1]);
}

/* Every context of the card can be had, while somebody still has a file that had one. */
static void all_can_be_had(const char *how)
{
	int fds[FOREBAY_UDMA_WINDOW_CONTEXT_PAGE_COUNT];
	struct forebay_udma_context context = { .contexts = 1 };
	unsigned int had = 0;

	for (unsigned int i = 0; i < context.contexts; i++) {
		fds[i] = fby_must_open("udma", O_RDWR);
		had += !ioctl(fds[i], FOREBAY_IOC_UDMA_GET, &context);
	}
	fby_is(had, context.contexts, "%s: all contexts can be had", how);
	for (unsigned int i = 0; i < context.contexts; i++)
		close(fds[i]);
}

/* A program with a context and memory; its file. */
static int own(void)
{
	struct fby_udma udma = fby_udma_begin();

	fby_udma_memory(&udma, FBY_PAGE, FOREBAY_UDMA_READ);
	return udma.fd;
}

static void shares_its_table(const char *scheme)
{
	struct line line = line_open();
	pid_t child;
	int status;

	fby_is(fby_udma_choose(scheme), 0, "%s is chosen", scheme);
	child = fby_fork();
	if (!child) {
		own();
		close(line.hold[1]);
		/* Another address space, the same descriptors. */
		if (!syscall(SYS_clone, CLONE_FILES | SIGCHLD, 0, 0, 0, 0))
			stay(line.told[1], line.hold[0]);
		for (;;)
			pause();
	}
	line_wait(&line);
	kill(child, SIGKILL);
	status = fby_reaped(child, BOUND_MS);
	fby_ok(status != -1 && WIFSIGNALED(status), "%s: a program is killed that shares its descriptors", scheme);
	all_can_be_had(scheme);
	line_close(&line);
}

static void becomes_another(const char *scheme)
{
	struct line line = line_open();
	char told[12], hold[12], file[12];
	pid_t child;

	fby_is(fby_udma_choose(scheme), 0, "%s is chosen", scheme);
	child = fby_fork();
	if (!child) {
		int fd = own();

		close(line.hold[1]);
		snprintf(told, sizeof(told), "%d", line.told[1]);
		snprintf(hold, sizeof(hold), "%d", line.hold[0]);
		snprintf(file, sizeof(file), "%d", fd);
		fcntl(fd, F_SETFD, 0);
		execl("/proc/self/exe", "udma_owner", HOLD, told, hold, file, (char *)NULL);
		_exit(1);
	}
	line_wait(&line);
	all_can_be_had(scheme);
	line_close(&line);
	fby_is(fby_reaped(child, BOUND_MS), 0, "%s: what the program has become can do nothing with the file", scheme);
}

/* What a program becomes: it has the file, and no use of it. */
static int become(char **argv)
{
	struct forebay_udma_context context;

	if (!ioctl(atoi(argv[4]), FOREBAY_IOC_UDMA_GET, &context) || errno != EPERM)
		return 2;
	stay(atoi(argv[2]), atoi(argv[3]));
	return 3;
}

int main(int argc, char **argv)
{
	static const char *const schemes[] = { "shadow", "flash", "portal" };

	if (argc == 5 && !strcmp(argv[1], HOLD))
		return become(argv);
	fby_begin("what a program has of user-level DMA ends with its address space", 100);
	for (unsigned int i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++) {
		shares_its_table(schemes[i]);
		becomes_another(schemes[i]);
	}
	fby_still_works("all of it");
	return fby_done();
}
