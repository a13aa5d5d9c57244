// SPDX-License-Identifier: GPL-2.0-only
/* Modules and the checks that run in them: see fby_kernel.h. */

#include "fby_kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fby_test.h"

#define DEBUGFS "/sys/kernel/debug"

const char *fby_module_path_in(char path[FBY_NAME], const char *name)
{
	static const char *const places[] = { "/driver", "/modules", "/tests/ko", "/tests" };

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		snprintf(path, FBY_NAME, "%s/%s.ko", places[i], name);
		if (!access(path, R_OK))
			return path;
	}
	fby_bail("%s.ko is not in this machine", name);
}

int fby_insmod(const char *path, const char *params)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int ret, error;

	if (fd < 0)
		return -1;
	ret = (int)syscall(SYS_finit_module, fd, params, 0);
	error = errno;
	close(fd);
	errno = error;
	return ret;
}

void fby_load(const char *name, const char *params)
{
	if (fby_insmod(fby_module_path(name), params))
		fby_bail("insmod of %s: %s", name, strerror(errno));
}

int fby_rmmod(const char *name)
{
	return (int)syscall(SYS_delete_module, name, O_NONBLOCK);
}

bool fby_loaded(const char *name)
{
	FILE *file = fopen("/proc/modules", "re");
	char line[512];
	bool found = false;
	size_t len = strlen(name);

	if (!file)
		return false;
	while (fgets(line, sizeof(line), file))
		if (!strncmp(line, name, len) && line[len] == ' ')
			found = true;
	fclose(file);
	return found;
}

void fby_debugfs(void)
{
	if (!access(DEBUGFS "/sleep_time", F_OK) || !access(DEBUGFS "/block", F_OK) ||
	    !access(DEBUGFS "/x86", F_OK))
		return;
	if (mount("debugfs", DEBUGFS, "debugfs", 0, NULL) && errno != EBUSY)
		fby_bail("debugfs: %s", strerror(errno));
}

unsigned int fby_relay(const char *path)
{
	FILE *file = fopen(path, "re");
	unsigned int results = 0;
	char line[1024], *sentence;

	if (!file)
		fby_bail("%s: %s", path, strerror(errno));
	while (fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n")] = '\0';
		sentence = strstr(line, " - ");
		if (line[0] == '#' || !sentence) {
			fby_note("%s", line + (line[0] == '#' ? 2 : 0));
			continue;
		}
		fby_ok(!strncmp(line, "ok ", 3), "%s", sentence + 3);
		results++;
	}
	if (ferror(file))
		fby_ok(false, "%s can be read to its end", path);
	fclose(file);
	return results;
}
