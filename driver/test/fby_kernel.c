// SPDX-License-Identifier: GPL-2.0-only
/* The kernel's log and pinned pages: see fby_kernel.h. */

#include "fby_kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fby_test.h"

#define LOG_LINE 2048

static int log_fd = -1;
/* Record numbers of the log at the last mark and the last forget. */
static unsigned long long mark_record;
static unsigned long long forget_record;
static long long pins_at_mark;

/*
 * One record per read; a record that was overwritten meanwhile gives EPIPE and the read goes on
 * with the next one.
 */
static bool next_record(int fd, char *line, size_t size, unsigned long long *record)
{
	char *text;
	ssize_t n;

	do {
		n = read(fd, line, size - 1);
	} while (n < 0 && (errno == EPIPE || errno == EINTR));
	if (n <= 0)
		return false;
	line[n] = '\0';
	*record = 0;
	text = strchr(line, ',');
	if (text)
		*record = strtoull(text + 1, NULL, 10);
	text = strchr(line, ';');
	if (text)
		memmove(line, text + 1, strlen(text + 1) + 1);
	text = strchr(line, '\n');
	if (text)
		*text = '\0';
	return true;
}

static int log_from_start(void)
{
	if (log_fd < 0)
		log_fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (log_fd < 0)
		fby_bail("/dev/kmsg: %s", strerror(errno));
	lseek(log_fd, 0, SEEK_SET);
	return log_fd;
}

static unsigned long long last_record(void)
{
	unsigned long long record = 0, seen;
	char line[LOG_LINE];
	int fd = log_from_start();

	while (next_record(fd, line, sizeof(line), &seen))
		record = seen;
	return record;
}

/*
 * Per-CPU parts of the counters are folded in only once a second; writing stat_refresh does it
 * now.
 */
static long long pins_now(void)
{
	long long held = 0, value;
	char name[64];
	FILE *file;
	int fd;

	fd = open("/proc/sys/vm/stat_refresh", O_WRONLY | O_CLOEXEC);
	if (fd >= 0) {
		if (write(fd, "1", 1) != 1)
			fby_note("stat_refresh: %s", strerror(errno));
		close(fd);
	}
	file = fopen("/proc/vmstat", "re");
	if (!file)
		fby_bail("/proc/vmstat: %s", strerror(errno));
	while (fscanf(file, "%63s %lld", name, &value) == 2) {
		if (!strcmp(name, "nr_foll_pin_acquired"))
			held += value;
		else if (!strcmp(name, "nr_foll_pin_released"))
			held -= value;
	}
	fclose(file);
	return held;
}

void fby_kernel_mark(void)
{
	mark_record = last_record();
	forget_record = mark_record;
	pins_at_mark = pins_now();
}

void fby_kernel_forget(void)
{
	forget_record = last_record();
}

bool fby_kernel_said(const char *const words[])
{
	unsigned long long record;
	char line[LOG_LINE];
	int fd = log_from_start();

	while (next_record(fd, line, sizeof(line), &record)) {
		bool all = record > forget_record;

		for (unsigned int i = 0; all && words[i]; i++)
			all = strstr(line, words[i]) != NULL;
		if (all)
			return true;
	}
	return false;
}

void fby_kernel_print(unsigned int lines)
{
	unsigned long long record;
	char line[LOG_LINE];
	int fd = log_from_start();

	while (lines && next_record(fd, line, sizeof(line), &record)) {
		if (record <= forget_record)
			continue;
		fby_note("kernel: %s", line);
		lines--;
	}
}

void fby_kernel_quiet(void)
{
	static const char *const bad[] = {
		"WARNING:",
		"BUG:",
		"Oops",
		"kernel BUG",
		"Call Trace",
		"general protection",
		"blocked for more than",
		"scheduling while atomic",
		"refcount_t",
		"Bad page",
		"kmemleak",
		"DMA-API",
		"irq event stamp",
		"nobody cared",
	};
	unsigned long long record;
	unsigned int found = 0;
	char line[LOG_LINE];
	int fd = log_from_start();

	while (next_record(fd, line, sizeof(line), &record)) {
		if (record <= mark_record)
			continue;
		for (unsigned int i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
			if (!strstr(line, bad[i]))
				continue;
			fby_note("kernel: %s", line);
			found++;
			break;
		}
	}
	fby_is(found, 0, "the kernel has nothing to complain about");
}

long long fby_pins_held(void)
{
	return pins_now() - pins_at_mark;
}

void fby_pins_released(void)
{
	uint64_t end = fby_ms() + 5000;
	long long held;

	/*
	 * A killed process lets go of its pages when it is reaped by the kernel, shortly after the
	 * test has seen it die.
	 */
	do {
		held = fby_pins_held();
	} while (held && fby_ms() < end);
	fby_is(held, 0, "every pinned page is released");
}

long long fby_kib(const char *name)
{
	long long value, found = -1;
	char key[64], unit[16];
	FILE *file = fopen("/proc/meminfo", "re");
	char line[128];

	if (!file)
		fby_bail("/proc/meminfo: %s", strerror(errno));
	while (fgets(line, sizeof(line), file)) {
		if (sscanf(line, "%63[^:]: %lld %15s", key, &value, unit) >= 2 &&
		    !strcmp(key, name))
			found = value;
	}
	fclose(file);
	return found;
}
