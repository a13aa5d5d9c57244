// SPDX-License-Identifier: GPL-2.0-only
#include "irq.h"

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/interrupt.h>
#include <linux/io.h>
#include <linux/minmax.h>
#include <linux/pci.h>

#include "card.h"
#include "features.h"
#include "forebay_regs.h"
#include "nodes.h"
#include "pairs_hooks.h"
#include "programs.h"
#include "watch.h"

#define SOURCES_PER_WORD 4
static_assert(FOREBAY_USER_LINES == FOREBAY_XDMA_IRQ_USER_VECTOR_COUNT * SOURCES_PER_WORD);
static_assert(FOREBAY_MAX_CHANS == FOREBAY_XDMA_IRQ_CHANNEL_VECTOR_COUNT * SOURCES_PER_WORD);

static void write_irq(struct forebay_card *card, u32 offset, u32 value)
{
	writel(value, card->irqs + offset);
}

/*
 * A word of four vectors, of which the first is @vector. Both kinds of vector register have this
 * layout.
 */
static u32 vector_word(unsigned int vector)
{
	return FIELD_PREP(FOREBAY_XDMA_IRQ_USER_VECTOR_VECTOR0, vector) |
	       FIELD_PREP(FOREBAY_XDMA_IRQ_USER_VECTOR_VECTOR1, vector + 1) |
	       FIELD_PREP(FOREBAY_XDMA_IRQ_USER_VECTOR_VECTOR2, vector + 2) |
	       FIELD_PREP(FOREBAY_XDMA_IRQ_USER_VECTOR_VECTOR3, vector + 3);
}

static void write_chan_vectors(struct forebay_card *card, unsigned int i, u32 vectors)
{
	write_irq(card,
		  FOREBAY_XDMA_IRQ_CHANNEL_VECTOR + i * FOREBAY_XDMA_IRQ_CHANNEL_VECTOR_STRIDE,
		  vectors);
}

static void write_user_vectors(struct forebay_card *card, unsigned int i, u32 vectors)
{
	write_irq(card, FOREBAY_XDMA_IRQ_USER_VECTOR + i * FOREBAY_XDMA_IRQ_USER_VECTOR_STRIDE,
		  vectors);
}

/**
 * forebay_irqs_route() - tell the card which vector each source has, and let who has one send
 * @card: a card with its vectors
 */
void forebay_irqs_route(struct forebay_card *card)
{
	unsigned int i;

	if (!card->irqs)
		return;
	for (i = 0; i < FOREBAY_XDMA_IRQ_CHANNEL_VECTOR_COUNT; i++)
		write_chan_vectors(card, i, vector_word(i * SOURCES_PER_WORD));
	/* A line that shares a word and has no vector is not enabled. */
	for (i = 0; i * SOURCES_PER_WORD < card->num_lines; i++)
		write_user_vectors(card, i, vector_word(card->num_chans + i * SOURCES_PER_WORD));
	write_irq(card, FOREBAY_XDMA_IRQ_CHANNEL_ENABLE, BIT(card->num_chans) - 1);
	write_irq(card, FOREBAY_XDMA_IRQ_USER_ENABLE, BIT(card->num_lines) - 1);
}

/** forebay_irqs_mask() - let nobody send messages. */
void forebay_irqs_mask(struct forebay_card *card)
{
	if (!card->irqs)
		return;
	write_irq(card, FOREBAY_XDMA_IRQ_CHANNEL_ENABLE_W1C, ~0u);
	write_irq(card, FOREBAY_XDMA_IRQ_USER_ENABLE_W1C, FOREBAY_XDMA_IRQ_USER_ENABLE_W1C_BITS);
}

/** forebay_irqs_leave() - the same, and no source has a vector any more. */
void forebay_irqs_leave(struct forebay_card *card)
{
	unsigned int i;

	if (!card->irqs)
		return;
	forebay_irqs_mask(card);
	for (i = 0; i < FOREBAY_XDMA_IRQ_CHANNEL_VECTOR_COUNT; i++)
		write_chan_vectors(card, i, 0);
	for (i = 0; i < FOREBAY_XDMA_IRQ_USER_VECTOR_COUNT; i++)
		write_user_vectors(card, i, 0);
}

/** forebay_irqs_flush() - wait until everything written to the DMA registers so far is there. */
void forebay_irqs_flush(struct forebay_card *card)
{
	/* Writes are posted, and a read of another BAR may pass them inside of the card. */
	if (card->irqs)
		readl(card->irqs + FOREBAY_XDMA_IRQ_IDENTIFIER);
}

static void *irq_cookie(struct forebay_card *card, unsigned int vector)
{
	if (vector < card->num_chans)
		return &card->chans[vector];
	return &card->nodes->events.lines[vector - card->num_chans];
}

/* A user line counts for who listens, and may be one that the driver itself waits for. */
static irqreturn_t line_irq(int irq, void *cookie)
{
	const struct forebay_line *line = cookie;
	struct forebay_card *card = line->events->node.card;

	/* A card without a node waits for nothing yet. */
	if (card) {
		forebay_programs_irq(card, line->number);
		forebay_pairs_irq(card, line->number);
	}
	return forebay_events_irq(irq, cookie);
}

static int request_one(struct forebay_card *card, unsigned int vector)
{
	int irq = pci_irq_vector(card->pdev, vector);
	void *cookie = irq_cookie(card, vector);

	if (vector < card->num_chans) {
		struct forebay_chan *chan = cookie;

		snprintf(chan->irq_name, sizeof(chan->irq_name), "forebay%u-%s%u", card->number,
			 chan->c2h ? "c2h" : "h2c", chan->index);
		return request_threaded_irq(irq, forebay_chan_irq, forebay_chan_irq_thread, 0,
					    chan->irq_name, chan);
	}
	return request_irq(irq, line_irq, 0, card->nodes->events.irq_name, cookie);
}

/** forebay_irqs_free() - the reverse of forebay_irqs_request(). */
void forebay_irqs_free(struct forebay_card *card)
{
	while (card->num_irqs) {
		card->num_irqs--;
		free_irq(pci_irq_vector(card->pdev, card->num_irqs),
			 irq_cookie(card, card->num_irqs));
	}
	pci_free_irq_vectors(card->pdev);
}

/* A plug whose lines nobody hears is not broken, but who waits for it should know why. */
static void tell_unheard(struct forebay_card *card)
{
	const struct forebay_feature *feature;
	char name[FOREBAY_FEATURE_NAME];

	forebay_for_each_feature(card, feature) {
		u32 end = feature->first_line + feature->num_lines;

		if (feature->num_lines && end > card->num_lines)
			dev_warn(&card->pdev->dev,
				 "%s: raises user lines up to %u, of which there are %u\n",
				 forebay_feature_name(card, feature, name), end - 1,
				 card->num_lines);
	}
}

/**
 * forebay_irqs_request() - get vectors and handlers
 * @card: a card with its channels and nodes
 *
 * A vector for each channel, and for as many user lines as there are vectors left, from line 0 on.
 *
 * Return: 0 or an errno.
 */
int forebay_irqs_request(struct forebay_card *card)
{
	unsigned int want = card->num_chans + FOREBAY_USER_LINES;
	struct forebay_events_card *events = &card->nodes->events;
	int ret;

	if (!card->irqs)
		return 0;
	snprintf(events->irq_name, sizeof(events->irq_name), "forebay%u-user", card->number);
	ret = pci_alloc_irq_vectors(card->pdev, max(card->num_chans, 1u), want, PCI_IRQ_MSIX);
	if (ret < 0) {
		dev_err(&card->pdev->dev, "cannot get %u MSI-X vectors, one for each channel: %d\n",
			card->num_chans, ret);
		return ret;
	}
	want = ret;
	while (card->num_irqs < want) {
		ret = request_one(card, card->num_irqs);
		if (ret) {
			forebay_irqs_free(card);
			return ret;
		}
		card->num_irqs++;
	}
	card->num_lines = want - card->num_chans;
	tell_unheard(card);
	return 0;
}
