// SPDX-License-Identifier: GPL-2.0-only
#include "features.h"

#include <linux/align.h>
#include <linux/bitfield.h>
#include <linux/io.h>
#include <linux/minmax.h>
#include <linux/pci.h>
#include <linux/sizes.h>

#include "card.h"
#include "forebay_regs.h"
#include "layout.h"
#include "online.h"

/* What somebody can do about a chain that makes no sense. */
#define NEXT_STEP "reset the card, or load an image into it that this driver is for"

static u32 word(const struct forebay_card *card, u32 at, u32 offset)
{
	return readl(forebay_header(card, at) + offset);
}

/*
 * The one complaint about a chain. A card that has gone meanwhile reads all ones, which is never
 * sense.
 */
static int broken(struct forebay_card *card, u32 at, const char *what, u32 seen)
{
	struct device *dev = &card->pdev->dev;

	if (forebay_card_gone(card)) {
		dev_err(dev, "the card is gone: its feature header at BAR%u+0x%x reads 0x%08x\n",
			card->user.bar, card->user.offset + at, seen);
		return -ENODEV;
	}
	dev_err(dev, "feature header at BAR%u+0x%x: %s (0x%08x); " NEXT_STEP "\n", card->user.bar,
		card->user.offset + at, what, seen);
	return -EINVAL;
}

static bool has_mark(u32 id)
{
	return FIELD_GET(FOREBAY_USER_FEATURE_ID_MARK, id) ==
	       FIELD_GET(FOREBAY_USER_FEATURE_ID_MARK, FOREBAY_USER_FEATURE_ID_RESET);
}

/* Also of a feature that is not known: the words of a header mean the same in all of them. */
static int check_page(struct forebay_card *card, const struct forebay_feature *feature)
{
	resource_size_t room;

	if (!feature->bytes)
		return 0;
	if (feature->bar >= PCI_STD_NUM_BARS)
		return broken(card, feature->at, "its page is in no BAR", feature->bar);
	if (!IS_ALIGNED(feature->offset, SZ_4K))
		return broken(card, feature->at, "its page does not begin at a multiple of 4096",
			      feature->offset);
	if (!IS_ALIGNED(feature->bytes, sizeof(u32)))
		return broken(card, feature->at, "its page does not end with a whole register",
			      feature->bytes);
	room = pci_resource_len(card->pdev, feature->bar);
	if (feature->offset > room)
		return broken(card, feature->at, "its page is outside its BAR", feature->offset);
	if (feature->bytes > room - feature->offset)
		return broken(card, feature->at, "its page goes on behind its BAR", feature->bytes);
	return 0;
}

static int read_header(struct forebay_card *card, struct forebay_feature *feature, u32 at)
{
	u32 id = word(card, at, FOREBAY_USER_FEATURE_ID), version, lines;

	if (!has_mark(id))
		return broken(card, at, "there is no header: no letter F in its ID", id);
	version = word(card, at, FOREBAY_USER_FEATURE_VERSION);
	lines = word(card, at, FOREBAY_USER_FEATURE_LINES);
	*feature = (struct forebay_feature){
		.at = at,
		.class = FIELD_GET(FOREBAY_USER_FEATURE_ID_CLASS, id),
		.kind = FIELD_GET(FOREBAY_USER_FEATURE_ID_KIND, id),
		.major = FIELD_GET(FOREBAY_USER_FEATURE_VERSION_MAJOR, version),
		.minor = FIELD_GET(FOREBAY_USER_FEATURE_VERSION_MINOR, version),
		.bar = FIELD_GET(FOREBAY_USER_FEATURE_PAGE_BAR_NUMBER,
				 word(card, at, FOREBAY_USER_FEATURE_PAGE_BAR)),
		.offset = word(card, at, FOREBAY_USER_FEATURE_PAGE_OFFSET),
		.bytes = word(card, at, FOREBAY_USER_FEATURE_PAGE_BYTES),
		.first_line = FIELD_GET(FOREBAY_USER_FEATURE_LINES_FIRST, lines),
		.num_lines = FIELD_GET(FOREBAY_USER_FEATURE_LINES_COUNT, lines),
		.streams = word(card, at, FOREBAY_USER_FEATURE_STREAMS),
	};
	return check_page(card, feature);
}

/* Whether the chain may go on to a header at @next. @at is the one that says so. */
static int check_next(struct forebay_card *card, u32 at, u32 next)
{
	const struct forebay_feature *feature;

	if (!IS_ALIGNED(next, FOREBAY_USER_FEATURE_STRIDE))
		return broken(card, at, "the next one is not at a multiple of 64", next);
	if (next > card->user.bytes - FOREBAY_USER_FEATURE_STRIDE)
		return broken(card, at, "the next one is outside the BAR", next);
	forebay_for_each_feature(card, feature) {
		if (feature->at == next)
			return broken(card, at, "the chain goes back to one before", next);
	}
	if (card->num_features == FOREBAY_MAX_FEATURES)
		return broken(card, at, "the chain has more than 32 headers, with the next one",
			      next);
	return 0;
}
static_assert(FOREBAY_MAX_FEATURES == 32);

/**
 * forebay_features_read() - walk the chain
 * @card: with its own registers mapped, and known to be ours
 *
 * Return: 0; -EINVAL if the chain makes no sense; -ENODEV if the card is gone. After a failure the
 * card has no features.
 */
int forebay_features_read(struct forebay_card *card)
{
	u32 at = FOREBAY_USER_FEATURE_BASE;
	int ret = 0;

	while (!ret && at) {
		u32 next;

		ret = read_header(card, &card->features[card->num_features], at);
		if (ret)
			break;
		card->num_features++;
		next = word(card, at, FOREBAY_USER_FEATURE_NEXT);
		if (next)
			ret = check_next(card, at, next);
		at = next;
	}
	if (ret)
		card->num_features = 0;
	return ret;
}

/** forebay_feature_is_datapath() - it takes streams, gives streams, or both. */
bool forebay_feature_is_datapath(const struct forebay_feature *feature)
{
	return feature->class == FOREBAY_USER_FEATURE_ID_CLASS_DATAPATH;
}

/**
 * forebay_feature_reaches_memory() - whether a feature may read or write the machine's memory
 * @feature: a feature of a card
 *
 * The platform and datapaths have no way there. Front ends have, and what is not known may have.
 *
 * Return: whether it may.
 */
bool forebay_feature_reaches_memory(const struct forebay_feature *feature)
{
	return feature->class != FOREBAY_USER_FEATURE_ID_CLASS_PLATFORM &&
	       feature->class != FOREBAY_USER_FEATURE_ID_CLASS_DATAPATH;
}

/* Where what is open from @begin up to @end ends, if so many bytes at @first are not. */
static u64 open_up_to(u64 begin, u64 end, u64 first, u64 bytes)
{
	u64 behind = first + bytes;

	return first < behind && begin < behind && first < end ? max(first, begin) : end;
}

/**
 * forebay_area_open() - how much of a part of the card a program may touch
 * @card: the card
 * @area: the part
 * @at: first byte, from the beginning of the part on
 * @bytes: how many from there on
 *
 * The registers of what reaches memory take addresses, and nobody but the driver may say which: a
 * program that could would have all memory that the card can reach.
 *
 * Return: bytes from @at on, up to the first page that is closed; at most @bytes.
 */
resource_size_t forebay_area_open(const struct forebay_card *card, const struct forebay_area *area,
				  resource_size_t at, resource_size_t bytes)
{
	u64 begin = area->offset + at, end = begin + bytes;
	const struct forebay_feature *feature;

	forebay_for_each_feature(card, feature) {
		if (forebay_feature_reaches_memory(feature) && feature->bar == area->bar)
			end = open_up_to(begin, end, feature->offset, feature->bytes);
	}
	/* Programs get pages of it one by one, from who drives it; else nobody has filled its table. */
	if (card->programs && card->user.bar == area->bar)
		end = open_up_to(begin, end, FOREBAY_CARD_PROGRAM_WINDOW_BASE,
				 FOREBAY_CARD_PROGRAM_WINDOW_BYTES);
	return end - begin;
}

/**
 * forebay_feature_only() - find the feature of a kind of which a card has one at most
 * @card: the card
 * @class: its class
 * @kind: its kind
 * @major: version of its registers that the driver knows; others are other features
 *
 * Return: the feature, which is known from here on; NULL if there is none; ERR_PTR(-EINVAL) if
 * there are two.
 */
struct forebay_feature *forebay_feature_only(struct forebay_card *card, u32 class, u32 kind,
					     u32 major)
{
	struct forebay_feature *feature, *found = NULL;

	forebay_for_each_feature(card, feature) {
		if (feature->class != class || feature->kind != kind || feature->major != major)
			continue;
		if (found)
			return ERR_PTR(broken(card, feature->at,
					      "there is another one of its kind before", found->at));
		found = feature;
		found->known = true;
	}
	return found;
}

/**
 * forebay_feature_map() - map the page of a feature that the driver uses
 * @card: the card
 * @feature: one of its features
 * @bytes: how much of the page the driver uses
 *
 * Return: 0; -EINVAL if the page is smaller; -ENOMEM.
 */
int forebay_feature_map(struct forebay_card *card, struct forebay_feature *feature, u32 bytes)
{
	if (feature->bytes < bytes)
		return broken(card, feature->at, "its page is too small", feature->bytes);
	feature->regs = pci_iomap_range(card->pdev, feature->bar, feature->offset, feature->bytes);
	return feature->regs ? 0 : -ENOMEM;
}

/** forebay_features_unmap() - the reverse, for all of them. */
void forebay_features_unmap(struct forebay_card *card)
{
	struct forebay_feature *feature;

	forebay_for_each_feature(card, feature) {
		if (feature->regs)
			pci_iounmap(card->pdev, feature->regs);
		feature->regs = NULL;
	}
}

/** forebay_feature_name() - what a feature is called in messages: its numbers, and where it is. */
const char *forebay_feature_name(const struct forebay_card *card,
				 const struct forebay_feature *feature,
				 char name[FOREBAY_FEATURE_NAME])
{
	snprintf(name, FOREBAY_FEATURE_NAME, "feature %u:%u version %u.%u (BAR%u+0x%x)",
		 feature->class, feature->kind, feature->major, feature->minor, card->user.bar,
		 card->user.offset + feature->at);
	return name;
}

/**
 * forebay_features_tell() - say what is left alone
 * @card: a card on which all that is known has been found
 *
 * The registers of a datapath are its programs' whatever they mean, so nothing is said of those.
 */
void forebay_features_tell(struct forebay_card *card)
{
	const struct forebay_feature *feature;
	char name[FOREBAY_FEATURE_NAME];

	forebay_for_each_feature(card, feature) {
		if (!feature->known && feature->class != FOREBAY_USER_FEATURE_ID_CLASS_DATAPATH)
			dev_info(&card->pdev->dev, "%s: not known, left alone\n",
				 forebay_feature_name(card, feature, name));
	}
}
