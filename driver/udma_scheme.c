// SPDX-License-Identifier: GPL-2.0-only
#include "udma_scheme.h"

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>

#include "forebay.h"
#include "forebay_regs.h"
#include "programs.h"

static const char *const names[] = {
	[FOREBAY_UDMA_NONE] = "none",
	[FOREBAY_UDMA_SHRIMP1] = "shrimp1",
	[FOREBAY_UDMA_SHRIMP2] = "shrimp2",
	[FOREBAY_UDMA_FLASH] = "flash",
	[FOREBAY_UDMA_SHADOW_CHECK] = "shadow_check",
	[FOREBAY_UDMA_SHADOW] = "shadow",
	[FOREBAY_UDMA_REPEAT3] = "repeat3",
	[FOREBAY_UDMA_REPEAT4] = "repeat4",
	[FOREBAY_UDMA_REPEAT5] = "repeat5",
	[FOREBAY_UDMA_KEY] = "key",
	[FOREBAY_UDMA_PORTAL] = "portal",
};
/* The ABI has the card's numbers. */
static_assert(FOREBAY_UDMA_NONE == FOREBAY_USER_UDMA_SCHEME_NUMBER_NONE);
static_assert(FOREBAY_UDMA_SHRIMP1 == FOREBAY_USER_UDMA_SCHEME_NUMBER_SHRIMP1);
static_assert(FOREBAY_UDMA_SHRIMP2 == FOREBAY_USER_UDMA_SCHEME_NUMBER_SHRIMP2);
static_assert(FOREBAY_UDMA_FLASH == FOREBAY_USER_UDMA_SCHEME_NUMBER_FLASH);
static_assert(FOREBAY_UDMA_SHADOW_CHECK == FOREBAY_USER_UDMA_SCHEME_NUMBER_SHADOW_CHECK);
static_assert(FOREBAY_UDMA_SHADOW == FOREBAY_USER_UDMA_SCHEME_NUMBER_SHADOW);
static_assert(FOREBAY_UDMA_REPEAT3 == FOREBAY_USER_UDMA_SCHEME_NUMBER_REPEAT3);
static_assert(FOREBAY_UDMA_REPEAT4 == FOREBAY_USER_UDMA_SCHEME_NUMBER_REPEAT4);
static_assert(FOREBAY_UDMA_REPEAT5 == FOREBAY_USER_UDMA_SCHEME_NUMBER_REPEAT5);
static_assert(FOREBAY_UDMA_KEY == FOREBAY_USER_UDMA_SCHEME_NUMBER_KEY);
static_assert(FOREBAY_UDMA_PORTAL == FOREBAY_USER_UDMA_SCHEME_NUMBER_PORTAL);

static char *udma_scheme = "portal";
module_param(udma_scheme, charp, 0444);
MODULE_PARM_DESC(udma_scheme, "how programs start transfers on cards with user-level DMA: none, shrimp1, shrimp2, flash, shadow_check, shadow, repeat3, repeat4, repeat5, key or portal (default portal)");

static const char *const shadows[] = { "table", "direct" };

static char *udma_shadow = "table";
module_param(udma_shadow, charp, 0444);
MODULE_PARM_DESC(udma_shadow, "what shadow addresses of user-level DMA are: table, slots of registered memory; direct, the memory's own, on cards with room for them and without an IOMMU (default table)");

/** forebay_udma_shadow_number() - 1 for direct, 0 for table, or -EINVAL. */
int forebay_udma_shadow_number(const char *name)
{
	return __sysfs_match_string(shadows, ARRAY_SIZE(shadows), name);
}

/** forebay_udma_shadow_name() - its name. */
const char *forebay_udma_shadow_name(bool direct)
{
	return shadows[direct];
}

/** forebay_udma_direct_default() - whether a card begins with direct addresses, if it can. */
bool forebay_udma_direct_default(void)
{
	return forebay_udma_shadow_number(udma_shadow) == 1;
}

/** forebay_udma_scheme_number() - enum forebay_udma_scheme of a name, or -EINVAL. */
int forebay_udma_scheme_number(const char *name)
{
	return __sysfs_match_string(names, ARRAY_SIZE(names), name);
}

/** forebay_udma_scheme_name() - its name. */
const char *forebay_udma_scheme_name(u32 scheme)
{
	return names[scheme];
}

/** forebay_udma_scheme_default() - the scheme that a card begins with. */
u32 forebay_udma_scheme_default(void)
{
	return forebay_udma_scheme_number(udma_scheme);
}

/** forebay_programs_init() - look at the parameters; -EINVAL for a wrong one. */
int __init forebay_programs_init(void)
{
	if (forebay_udma_scheme_number(udma_scheme) < 0) {
		pr_err("forebay: udma_scheme=%s: there is no such scheme\n", udma_scheme);
		return -EINVAL;
	}
	if (forebay_udma_shadow_number(udma_shadow) < 0) {
		pr_err("forebay: udma_shadow=%s: it is table or direct\n", udma_shadow);
		return -EINVAL;
	}
	return 0;
}
