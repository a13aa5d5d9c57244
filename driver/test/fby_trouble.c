// SPDX-License-Identifier: GPL-2.0-only
/* See fby_trouble.h. */

#include "fby_trouble.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fby_card.h"
#include "fby_kernel.h"
#include "fby_test.h"

#define MODULE "fby_pci_error"
#define STEP "/sys/kernel/debug/fby_pci_error/step"
#define LIMIT_MS 60000u

void fby_trouble_load(void)
{
	fby_debugfs();
	fby_load(MODULE, "");
}

void fby_trouble_unload(void)
{
	fby_is(fby_rmmod(MODULE), 0, "the helper can be unloaded");
}

int fby_step(const char *what)
{
	char answer[16];

	if (fby_write_file(STEP, what) || !fby_read_file(STEP, answer, sizeof(answer)))
		fby_bail("%s: %s: %s", STEP, what, strerror(errno));
	return atoi(answer);
}

void fby_store(uint32_t reg, uint32_t value)
{
	const struct fby_layout *layout = fby_layout();
	char text[48];

	snprintf(text, sizeof(text), "store %u %x %x", layout->user_bar, layout->user_offset + reg, value);
	if (fby_step(text))
		fby_bail("%s: %s", STEP, text);
}

static void must_write(const char *path, const char *text)
{
	if (fby_write_file(path, text))
		fby_bail("%s: %s", path, strerror(errno));
}

void fby_sleep_prepare(void)
{
	must_write("/sys/power/pm_test", "devices");
	must_write("/sys/module/suspend/parameters/pm_test_delay", "0");
}

void fby_sleep_restore(void)
{
	must_write("/sys/power/pm_test", "none");
}

int fby_sleep(void)
{
	return fby_write_file("/sys/power/state", "freeze");
}

bool fby_said_within(const char *text)
{
	const char *const words[] = { text, NULL };
	uint64_t end = fby_ms() + LIMIT_MS;

	while (!fby_kernel_said(words)) {
		if (fby_ms() > end)
			return false;
	}
	return true;
}

bool fby_free_again(long long kib)
{
	uint64_t end = fby_ms() + LIMIT_MS;

	while (fby_kib("MemFree") < kib) {
		if (fby_ms() > end)
			return false;
	}
	return true;
}
