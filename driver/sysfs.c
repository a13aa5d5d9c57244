// SPDX-License-Identifier: GPL-2.0-only
/* What the card is, below its PCI device; what a channel has done, below its node. */
#include "sysfs.h"

#include <linux/bitfield.h>
#include <linux/device.h>
#include <linux/kernel.h>
#include <linux/pci.h>
#include <linux/sysfs.h>

#include "card.h"
#include "chan_cdev.h"
#include "features.h"
#include "forebay_regs.h"
#include "plugs.h"
#include "programs.h"

/* ---- the card; known to the driver, so reading needs no hardware, but for what is busy ---- */

static struct forebay_card *card_of(struct device *dev)
{
	return pci_get_drvdata(to_pci_dev(dev));
}

static ssize_t number_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%u\n", card_of(dev)->number);
}
static DEVICE_ATTR_RO(number);

/* A number: names of datapaths are the business of who uses them. */
static ssize_t kind_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%lu\n", FIELD_GET(FOREBAY_USER_STATUS_CARD_KIND_KIND,
						  card_of(dev)->identity.kind));
}
static DEVICE_ATTR_RO(kind);

static ssize_t version_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	u32 version = card_of(dev)->identity.version;

	return sysfs_emit(buf, "%lu.%lu.%lu\n",
			  FIELD_GET(FOREBAY_USER_STATUS_VERSION_MAJOR, version),
			  FIELD_GET(FOREBAY_USER_STATUS_VERSION_MINOR, version),
			  FIELD_GET(FOREBAY_USER_STATUS_VERSION_PATCH, version));
}
static DEVICE_ATTR_RO(version);

static ssize_t clock_khz_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%u\n", card_of(dev)->identity.clock_khz);
}
static DEVICE_ATTR_RO(clock_khz);

static ssize_t mem_bytes_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%u\n", card_of(dev)->identity.mem_bytes);
}
static DEVICE_ATTR_RO(mem_bytes);

static ssize_t abi_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%u\n", FOREBAY_ABI);
}
static DEVICE_ATTR_RO(abi);

static ssize_t resets_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%u\n", READ_ONCE(card_of(dev)->resets));
}
static DEVICE_ATTR_RO(resets);

static ssize_t lines_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%u\n", card_of(dev)->num_lines);
}
static DEVICE_ATTR_RO(lines);

static int emit_class(char *buf, int len, u32 class)
{
	static const char *const names[] = {
		[FOREBAY_USER_FEATURE_ID_CLASS_PLATFORM] = "platform",
		[FOREBAY_USER_FEATURE_ID_CLASS_FRONT_END] = "front_end",
		[FOREBAY_USER_FEATURE_ID_CLASS_DATAPATH] = "datapath",
	};

	if (class < ARRAY_SIZE(names))
		return sysfs_emit_at(buf, len, "%s", names[class]);
	return sysfs_emit_at(buf, len, "%u", class);
}

static int emit_feature(char *buf, int len, const struct forebay_feature *feature, char busy)
{
	int start = len;

	len += emit_class(buf, len, feature->class);
	len += sysfs_emit_at(buf, len, " %u %u.%u", feature->kind, feature->major, feature->minor);
	if (feature->bytes)
		len += sysfs_emit_at(buf, len, " %u:0x%x+0x%x", feature->bar, feature->offset,
				     feature->bytes);
	else
		len += sysfs_emit_at(buf, len, " -");
	if (feature->num_lines)
		len += sysfs_emit_at(buf, len, " %u+%u", feature->first_line, feature->num_lines);
	else
		len += sysfs_emit_at(buf, len, " -");
	len += sysfs_emit_at(buf, len, " %c\n", busy);
	return len - start;
}

/* Does not wait for a card that is away: who unbinds the driver would wait as well. */
static ssize_t features_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	struct forebay_card *card = card_of(dev);
	const struct forebay_feature *feature;
	bool there;
	int len = 0, index;

	if (!forebay_card_enter(card, &index))
		return -ENODEV;
	there = !READ_ONCE(card->offline);
	forebay_for_each_feature(card, feature) {
		char busy = '?';

		if (there)
			busy = forebay_plug_busy(card, feature) ? '1' : '0';
		len += emit_feature(buf, len, feature, busy);
	}
	forebay_card_exit(card, index);
	return len;
}
static DEVICE_ATTR_RO(features);

static struct attribute *card_attrs[] = {
	&dev_attr_number.attr,
	&dev_attr_kind.attr,
	&dev_attr_version.attr,
	&dev_attr_clock_khz.attr,
	&dev_attr_mem_bytes.attr,
	&dev_attr_abi.attr,
	&dev_attr_resets.attr,
	&dev_attr_lines.attr,
	&dev_attr_features.attr,
	&forebay_programs_attr.attr,
	&forebay_programs_shadow_attr.attr,
	NULL,
};

static umode_t card_attr_mode(struct kobject *kobj, struct attribute *attr, int n)
{
	bool of_programs = attr == &forebay_programs_attr.attr ||
			   attr == &forebay_programs_shadow_attr.attr;

	if (of_programs && !card_of(kobj_to_dev(kobj))->programs)
		return 0;
	return attr->mode;
}

static const struct attribute_group card_group = {
	.name = "card",
	.is_visible = card_attr_mode,
	.attrs = card_attrs,
};

const struct attribute_group *forebay_card_groups[] = {
	&card_group,
	NULL,
};

/* ---- a channel ---- */

static struct forebay_chan *chan_of(struct device *dev)
{
	struct forebay_node *node = container_of(dev, struct forebay_node, dev);

	return container_of(node, struct forebay_chan_node, node)->chan;
}

static ssize_t show_stat(struct device *dev, size_t offset, char *buf)
{
	struct forebay_chan *chan = chan_of(dev);
	u64 value;

	spin_lock_irq(&chan->lock);
	value = *(u64 *)((char *)&chan->stats + offset);
	spin_unlock_irq(&chan->lock);
	return sysfs_emit(buf, "%llu\n", value);
}

#define CHAN_STAT(stat)                                                                            \
	static ssize_t stat##_show(struct device *dev, struct device_attribute *attr, char *buf)   \
	{                                                                                          \
		return show_stat(dev, offsetof(struct forebay_stats, stat), buf);                  \
	}                                                                                          \
	static DEVICE_ATTR_RO(stat)

CHAN_STAT(transfers);
CHAN_STAT(bytes);
CHAN_STAT(descriptors);
CHAN_STAT(pages);
CHAN_STAT(runs);
CHAN_STAT(interrupts);
CHAN_STAT(stray_interrupts);
CHAN_STAT(lost_interrupts);
CHAN_STAT(spins_won);
CHAN_STAT(spins_lost);
CHAN_STAT(errors);
CHAN_STAT(timeouts);
CHAN_STAT(deadlocks);
CHAN_STAT(aborts);
CHAN_STAT(restarts);
CHAN_STAT(stuck);

static ssize_t stream_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%u\n", chan_of(dev)->stream);
}
static DEVICE_ATTR_RO(stream);

static struct attribute *chan_attrs[] = {
	&dev_attr_stream.attr,
	&dev_attr_transfers.attr,
	&dev_attr_bytes.attr,
	&dev_attr_descriptors.attr,
	&dev_attr_pages.attr,
	&dev_attr_runs.attr,
	&dev_attr_interrupts.attr,
	&dev_attr_stray_interrupts.attr,
	&dev_attr_lost_interrupts.attr,
	&dev_attr_spins_won.attr,
	&dev_attr_spins_lost.attr,
	&dev_attr_errors.attr,
	&dev_attr_timeouts.attr,
	&dev_attr_deadlocks.attr,
	&dev_attr_aborts.attr,
	&dev_attr_restarts.attr,
	&dev_attr_stuck.attr,
	NULL,
};

static const struct attribute_group chan_group = {
	.attrs = chan_attrs,
};

const struct attribute_group *forebay_chan_groups[] = {
	&chan_group,
	NULL,
};
