// SPDX-License-Identifier: GPL-2.0-only
/* Programs that a test runs: see fby_program.h. */

#include "fby_program.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_child.h"
#include "fby_test.h"

#define NOBODY 65534u
/* Of a child that could not begin. */
#define NOT_BEGUN 127

static void begin(enum fby_who who, const char *const argv[], int output)
{
	if (who == FBY_NOBODY && (setgroups(0, NULL) || setgid(NOBODY) || setuid(NOBODY)))
		_exit(NOT_BEGUN);
	if (dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0)
		_exit(NOT_BEGUN);
	execv(argv[0], (char *const *)(uintptr_t)argv);
	_exit(NOT_BEGUN);
}

struct fby_running fby_start(enum fby_who who, const char *const argv[])
{
	struct fby_running running = { .name = argv[0] };
	int ends[2];

	if (pipe2(ends, O_CLOEXEC))
		fby_bail("pipe: %s", strerror(errno));
	running.output = ends[0];
	running.child = fby_fork();
	if (!running.child)
		begin(who, argv, ends[1]);
	close(ends[1]);
	return running;
}

struct fby_said fby_finish(struct fby_running running)
{
	struct fby_said said = { .status = -1 };
	size_t len = 0;
	ssize_t n;
	int status;

	/* To the end of its output, so that it never waits for room; a hung one ends with this program. */
	while ((n = read(running.output, said.text + len, sizeof(said.text) - 1 - len)) > 0)
		len += (size_t)n;
	close(running.output);
	if (len == sizeof(said.text) - 1)
		fby_bail("%s says more than %zu bytes", running.name, len);
	said.text[len] = '\0';
	if (waitpid(running.child, &status, 0) != running.child)
		fby_bail("waitpid: %s", strerror(errno));
	if (WIFEXITED(status))
		said.status = WEXITSTATUS(status);
	if (said.status == NOT_BEGUN)
		fby_bail("%s could not be run", running.name);
	return said;
}

struct fby_said fby_run(enum fby_who who, const char *const argv[])
{
	return fby_finish(fby_start(who, argv));
}
