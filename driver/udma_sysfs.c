// SPDX-License-Identifier: GPL-2.0-only
/* The scheme in force, and what shadow addresses are, below the card's PCI device. */
#include <linux/pci.h>
#include <linux/sysfs.h>

#include "card.h"
#include "programs.h"
#include "udma.h"
#include "udma_files.h"
#include "udma_scheme.h"

static struct forebay_card *card_of(struct device *dev)
{
	return pci_get_drvdata(to_pci_dev(dev));
}

static ssize_t scheme_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	u32 scheme = READ_ONCE(card_of(dev)->programs->scheme);

	return sysfs_emit(buf, "%s\n", forebay_udma_scheme_name(scheme));
}

static ssize_t scheme_store(struct device *dev, struct device_attribute *attr, const char *buf,
			    size_t count)
{
	int scheme = forebay_udma_scheme_number(buf), ret;

	if (scheme < 0)
		return scheme;
	ret = forebay_udma_set_scheme(card_of(dev), scheme);
	return ret ? ret : count;
}

static ssize_t shadow_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	bool direct = READ_ONCE(card_of(dev)->programs->direct);

	return sysfs_emit(buf, "%s\n", forebay_udma_shadow_name(direct));
}

static ssize_t shadow_store(struct device *dev, struct device_attribute *attr, const char *buf,
			    size_t count)
{
	int direct = forebay_udma_shadow_number(buf), ret;

	if (direct < 0)
		return direct;
	ret = forebay_udma_set_direct(card_of(dev), direct);
	return ret ? ret : count;
}

struct device_attribute forebay_programs_shadow_attr =
	__ATTR(udma_shadow, 0644, shadow_show, shadow_store);

struct device_attribute forebay_programs_attr =
	__ATTR(udma_scheme, 0644, scheme_show, scheme_store);
