// SPDX-License-Identifier: GPL-2.0-only
/*
 * A plug that does not come to rest stays asked to. What becomes of the card then:
 *
 * A datapath reaches no memory of the host. Its streams are refused (EIO), as those of an engine
 * that does not stop; all other channels work, and so do registers and aperture.
 *
 * Anything else may reach memory. Found so by a probe, the card is reset; if that does not help it
 * is not taken, since it must not become a bus master. Later on the driver says so, and goes on:
 * who gave it addresses has to keep that memory until a reset.
 */
#include "plugs.h"

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/delay.h>
#include <linux/io.h>
#include <linux/ktime.h>
#include <linux/pci.h>

#include "card.h"
#include "features.h"
#include "forebay_regs.h"
#include "layout.h"
#include "online.h"
#include "params.h"

/* Pause between two looks at a plug that is busy, in microseconds. */
#define LOOK_US 50
#define LOOK_SELDOM_US 1000

/* The platform takes no notice of being asked. */
static bool is_plug(const struct forebay_feature *feature)
{
	return feature->class != FOREBAY_USER_FEATURE_ID_CLASS_PLATFORM;
}

static void ask(const struct forebay_card *card, const struct forebay_feature *feature, bool rest)
{
	writel(rest ? FOREBAY_USER_FEATURE_CONTROL_QUIESCE : 0,
	       forebay_header(card, feature->at) + FOREBAY_USER_FEATURE_CONTROL);
}

/** forebay_plug_status() - read the word STATUS of a feature's header. */
u32 forebay_plug_status(const struct forebay_card *card, const struct forebay_feature *feature)
{
	return readl(forebay_header(card, feature->at) + FOREBAY_USER_FEATURE_STATUS);
}

/** forebay_plug_progress() - read how many pieces of work a feature has done, modulo 2^32. */
u32 forebay_plug_progress(const struct forebay_card *card, const struct forebay_feature *feature)
{
	return readl(forebay_header(card, feature->at) + FOREBAY_USER_FEATURE_PROGRESS);
}

/** forebay_plug_busy() - read whether a feature has something under way. */
bool forebay_plug_busy(const struct forebay_card *card, const struct forebay_feature *feature)
{
	return forebay_plug_status(card, feature) & FOREBAY_USER_FEATURE_STATUS_BUSY;
}

/* Some of its channels were given up: each has had its time, and it is busy because of them. */
static bool had_its_time(struct forebay_card *card, const struct forebay_feature *feature)
{
	struct forebay_chan *chan;

	if (!feature->driven)
		return false;
	forebay_for_each_chan(card, chan) {
		if (!list_empty(&chan->quarantine))
			return true;
	}
	return false;
}

/* Waits until a plug is at rest. Return: 0; -ETIMEDOUT; -ENODEV if the card does not answer. */
static int await_rest(struct forebay_card *card, const struct forebay_feature *feature, ktime_t end)
{
	/* One look at least, and one behind the end: the processor may have been elsewhere. */
	for (;;) {
		bool over = ktime_after(ktime_get(), end);
		u32 status = forebay_plug_status(card, feature);

		if (status == ~0u && forebay_card_gone(card))
			return -ENODEV;
		if (!(status & FOREBAY_USER_FEATURE_STATUS_BUSY))
			return 0;
		if (over)
			return -ETIMEDOUT;
		usleep_range(LOOK_US, LOOK_SELDOM_US);
	}
}

static void complain(struct forebay_card *card, const struct forebay_feature *feature)
{
	char name[FOREBAY_FEATURE_NAME];

	dev_err(&card->pdev->dev,
		"%s: does not come to rest (status 0x%08x, progress %u); reset the card\n",
		forebay_feature_name(card, feature, name),
		forebay_plug_status(card, feature), forebay_plug_progress(card, feature));
}

/**
 * forebay_plugs_rest() - bring every plug to rest
 * @card: nobody uses its channels, and nobody is about to
 *
 * They stay so until forebay_plugs_go(). What they had under way is dropped. All of them together
 * have the time that an engine has to stop.
 *
 * Return: 0, also if a datapath is stuck; -ETIMEDOUT if a plug is that may reach memory; -ENODEV if
 * the card does not answer.
 */
int forebay_plugs_rest(struct forebay_card *card)
{
	ktime_t end = ktime_add_us(ktime_get(), forebay_stop_us());
	struct forebay_feature *feature;
	int ret = 0;

	forebay_for_each_feature(card, feature) {
		if (is_plug(feature))
			ask(card, feature, true);
	}
	forebay_for_each_feature(card, feature) {
		int waited;

		if (!is_plug(feature) || had_its_time(card, feature))
			continue;
		waited = await_rest(card, feature, end);
		if (waited == -ENODEV)
			return waited;
		feature->stuck = waited;
		if (!waited)
			continue;
		complain(card, feature);
		if (forebay_feature_reaches_memory(feature))
			ret = waited;
	}
	return ret;
}

/* A plug that was stuck may have come to rest. Returns whether it goes on. */
static bool go(const struct forebay_card *card, struct forebay_feature *feature)
{
	if (feature->stuck) {
		/* A reset has made it forget that it was asked. */
		ask(card, feature, true);
		if (forebay_plug_busy(card, feature))
			return false;
		feature->stuck = false;
	}
	ask(card, feature, false);
	return true;
}

/** forebay_plugs_go() - let all plugs go on that are at rest; after probe, a reset, or at the end. */
void forebay_plugs_go(struct forebay_card *card)
{
	struct forebay_feature *feature;

	forebay_for_each_feature(card, feature) {
		if (is_plug(feature))
			go(card, feature);
	}
	/* Writes are posted; whoever is next finds them done. */
	forebay_card_gone(card);
}

static bool has_stream(const struct forebay_feature *feature, const struct forebay_chan *chan)
{
	u32 streams = chan->c2h ? FIELD_GET(FOREBAY_USER_FEATURE_STREAMS_C2H, feature->streams) :
				  FIELD_GET(FOREBAY_USER_FEATURE_STREAMS_H2C, feature->streams);

	return chan->stream && streams & BIT(chan->index);
}

/**
 * forebay_plug_holds() - whether a stream leads to a datapath that is stuck; looks again
 * @chan: a channel that starts no run
 */
bool forebay_plug_holds(const struct forebay_chan *chan)
{
	struct forebay_card *card = chan->card;
	struct forebay_feature *feature;
	bool holds = false;

	forebay_for_each_feature(card, feature) {
		if (feature->class == FOREBAY_USER_FEATURE_ID_CLASS_DATAPATH && feature->stuck &&
		    has_stream(feature, chan))
			holds |= !go(card, feature);
	}
	return holds;
}
