/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What programs of these tests have in common: a check that says its line, and is counted.
 */
#ifndef FOREBAY_C_TESTS_CHECK_H
#define FOREBAY_C_TESTS_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#include "forebay_capture.h"

static int checks;

#define CHECK(holds)                                                                               \
	do {                                                                                       \
		checks++;                                                                          \
		if (!(holds)) {                                                                    \
			fprintf(stderr, "line %d: %s; %s\n", __LINE__, #holds,                     \
				forebay_last_error());                                             \
			exit(1);                                                                   \
		}                                                                                  \
	} while (0)

#endif
