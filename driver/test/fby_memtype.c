// SPDX-License-Identifier: GPL-2.0-only
/* The kernel's list of page attributes: see fby_memtype.h. */

#include "fby_memtype.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "fby_kernel.h"
#include "fby_test.h"

struct entry {
	/* The last address is the first one behind it. */
	unsigned long long from, to;
	char type[64];
};

static FILE *list(void)
{
	FILE *file;

	fby_debugfs();
	file = fopen("/sys/kernel/debug/x86/pat_memtype_list", "re");
	if (!file)
		fby_bail("the kernel's list of memory types: %s", strerror(errno));
	return file;
}

static bool next(FILE *file, struct entry *entry)
{
	char line[256];

	while (fgets(line, sizeof(line), file))
		if (sscanf(line, "PAT: [mem %llx-%llx] %63s", &entry->from, &entry->to,
			   entry->type) == 3)
			return true;
	fclose(file);
	return false;
}

int fby_memtypes(uint64_t first, uint64_t bytes, const char *type)
{
	FILE *file = list();
	struct entry entry;
	int n = 0;

	while (next(file, &entry))
		n += entry.from == first && entry.to == first + bytes && !strcmp(entry.type, type);
	return n;
}

int fby_memtypes_over(uint64_t first, uint64_t bytes)
{
	FILE *file = list();
	struct entry entry;
	int n = 0;

	while (next(file, &entry))
		n += entry.from < first + bytes && first < entry.to;
	return n;
}
