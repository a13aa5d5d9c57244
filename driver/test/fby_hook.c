// SPDX-License-Identifier: GPL-2.0-only
/* Calls in the kernel that are held or made to fail: see fby_hook.h. */

#include "fby_hook.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "fby_card.h"
#include "fby_kernel.h"
#include "fby_test.h"

#define COMMAND "/sys/kernel/debug/fby_hook/command"
#define WAIT_MS 10000u

void fby_hook_load(void)
{
	fby_debugfs();
	fby_load("fby_hook", "");
}

void fby_hook_unload(void)
{
	fby_is(fby_rmmod("fby_hook"), 0, "nobody is held any more");
}

static void command(const char *what, const char *function, unsigned int calls)
{
	char text[96];

	snprintf(text, sizeof(text), "%s %s %u", what, function, calls);
	if (fby_write_file(COMMAND, text))
		fby_bail("%s: %s", text, strerror(errno));
}

void fby_hook_hold(const char *function, unsigned int calls)
{
	command("hold", function, calls);
}

void fby_hook_fail(const char *function, unsigned int calls)
{
	command("fail", function, calls);
}

void fby_hook_go(const char *function)
{
	command("go", function, 0);
}

static void counts(const char *function, unsigned int *waiting, unsigned int *over)
{
	FILE *file = fopen(COMMAND, "re");
	char name[64];
	unsigned int now, done;

	*waiting = 0;
	*over = 0;
	if (!file)
		fby_bail("%s: %s", COMMAND, strerror(errno));
	while (fscanf(file, "%63s %u %u", name, &now, &done) == 3) {
		if (!strcmp(name, function)) {
			*waiting = now;
			*over = done;
		}
	}
	fclose(file);
}

static void await(const char *function, unsigned int want_waiting, unsigned int want_over)
{
	uint64_t end = fby_ms() + WAIT_MS;
	unsigned int waiting, over;

	do {
		counts(function, &waiting, &over);
		if (waiting >= want_waiting && over >= want_over)
			return;
	} while (fby_ms() < end);
	fby_bail("%s: %u callers wait and %u are through, wanted %u and %u", function, waiting,
		 over, want_waiting, want_over);
}

void fby_hook_waits(const char *function)
{
	await(function, 1, 0);
}

void fby_hook_over(const char *function, unsigned int calls)
{
	await(function, 0, calls);
}
