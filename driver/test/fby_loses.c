// SPDX-License-Identifier: GPL-2.0-only
#include "fby_loses.h"

#include <stddef.h>
#include <string.h>

/* By hand from the machine of section 4.1; a process begins again at each answer that it does not want, as in figure 10. */
static void five_lose(unsigned int resumed, unsigned int left, uint32_t *errors, uint32_t *fails)
{
	*fails = resumed || left;
	*errors = *fails;
	if (!left && resumed == 2)
		*errors = 3;
	if (left == 1 && resumed >= 3)
		*errors = 2;
}

/* What was stored is gone, or another's. */
static void pair_loses(unsigned int resumed, unsigned int left, uint32_t *errors, uint32_t *fails)
{
	(void)left;
	*errors = *fails = resumed == 1;
}

/* What was stored is gone where the other one has completed a pair, and is another's where it has not. */
static void bare_pair_loses(unsigned int resumed, unsigned int left, uint32_t *errors, uint32_t *fails)
{
	*errors = *fails = resumed == 1 && !left;
}

static void nothing_is_lost(unsigned int resumed, unsigned int left, uint32_t *errors, uint32_t *fails)
{
	(void)resumed;
	(void)left;
	*errors = *fails = 0;
}

fby_expected *fby_loses(const char *scheme, bool bare, bool restart)
{
	static const struct {
		const char *scheme;
		fby_expected *loses;
	} known[] = {
		{ "repeat5", five_lose },	 { "shadow_check", pair_loses }, { "flash", pair_loses },
		{ "shrimp1", nothing_is_lost },	 { "shadow", nothing_is_lost },	 { "key", nothing_is_lost },
		{ "portal", nothing_is_lost },
	};

	if (!strcmp(scheme, "shrimp2"))
		return restart ? nothing_is_lost : bare ? bare_pair_loses : pair_loses;
	for (unsigned int i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (!strcmp(scheme, known[i].scheme))
			return known[i].loses;
	return NULL;
}
