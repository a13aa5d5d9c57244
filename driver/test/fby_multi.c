// SPDX-License-Identifier: GPL-2.0-only
/* Runs the program whose name the file was called by: see fby_multi.h. */

#include "fby_multi.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	const char *slash = strrchr(argv[0], '/');
	const char *name = slash ? slash + 1 : argv[0];

	for (const struct fby_program *p = fby_programs; p->name; p++)
		if (!strcmp(p->name, name))
			return p->run(argc, argv);
	fprintf(stderr, "%s: no test program of that name in this file\n", name);
	return 127;
}
