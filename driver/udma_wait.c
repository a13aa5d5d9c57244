// SPDX-License-Identifier: GPL-2.0-only
#include "udma_wait.h"

#include <linux/bits.h>
#include <linux/minmax.h>

#include "card.h"
#include "programs.h"
#include "udma.h"

/* Under wait_lock: takes what has ended of the contexts in @of. Returns whether anything has. */
static bool take_ended(struct forebay_programs *udma, u32 of)
{
	u32 ended = forebay_udma_read(udma, FOREBAY_USER_UDMA_PENDING) & of;
	unsigned int i;

	if (!ended)
		return false;
	forebay_udma_write(udma, FOREBAY_USER_UDMA_PENDING, ended);
	for (i = 0; i < FOREBAY_UDMA_CONTEXTS; i++)
		udma->ends[i] += !!(ended & BIT(i));
	udma->waiting &= ~ended;
	return true;
}

/**
 * forebay_programs_irq() - a user line of the card has risen
 * @card: the card
 * @line: its number
 *
 * The front end's sends a message when it rises, so it is brought down before anything is looked at:
 * what ends meanwhile raises it again.
 */
void forebay_programs_irq(struct forebay_card *card, unsigned int line)
{
	struct forebay_programs *udma = card->programs;

	if (!udma || line != udma->feature->first_line)
		return;
	spin_lock(&udma->wait_lock);
	if (!READ_ONCE(card->offline)) {
		forebay_udma_write(udma, FOREBAY_USER_UDMA_ENABLE, 0);
		take_ended(udma, udma->waiting);
		forebay_udma_write(udma, FOREBAY_USER_UDMA_ENABLE, udma->waiting);
	}
	spin_unlock(&udma->wait_lock);
	wake_up_all(&udma->wait);
}

/** forebay_programs_wake() - something has changed for all who wait. */
void forebay_programs_wake(struct forebay_card *card)
{
	if (card->programs)
		wake_up_all(&card->programs->wait);
}

/**
 * forebay_udma_await_begin() - look whether a transfer has ended, else let the line rise for it
 * @file: with a context; under udma.lock, with the card at hand
 * @seen: for forebay_udma_await()
 *
 * Return: whether one has.
 */
bool forebay_udma_await_begin(struct forebay_udma_file *file, u32 *seen)
{
	struct forebay_programs *udma = file->udma;
	u32 bit = BIT(file->context);
	bool ended;

	spin_lock_irq(&udma->wait_lock);
	ended = take_ended(udma, bit);
	*seen = udma->ends[file->context];
	if (!ended) {
		udma->waiting |= bit;
		forebay_udma_write(udma, FOREBAY_USER_UDMA_ENABLE, udma->waiting);
	}
	spin_unlock_irq(&udma->wait_lock);
	if (ended)
		wake_up_all(&udma->wait);
	return ended;
}

static bool is_over(const struct forebay_udma_file *file, unsigned int context, u32 seen)
{
	const struct forebay_programs *udma = file->udma;

	return READ_ONCE(udma->ends[context]) != seen || READ_ONCE(file->context) != context ||
	       READ_ONCE(udma->card->offline) || READ_ONCE(udma->card->unbound);
}

/* Whether the line of the front end has a vector. */
static bool is_heard(const struct forebay_programs *udma)
{
	return udma->feature->num_lines && udma->feature->first_line < udma->card->num_lines;
}

/**
 * forebay_udma_await() - sleep; under no lock and in no fence
 * @file: the file
 * @context: that of the file when forebay_udma_await_begin() was called
 * @seen: what that said
 * @limit: longest sleep in jiffies; shorter where nobody hears the card's line
 *
 * Return: what is left of @limit; -ERESTARTSYS.
 */
long forebay_udma_await(struct forebay_udma_file *file, unsigned int context, u32 seen,
			unsigned long limit)
{
	unsigned long nap = is_heard(file->udma) ? limit : min(limit, 1ul);
	long left = wait_event_interruptible_timeout(file->udma->wait,
						     is_over(file, context, seen), nap);

	return left < 0 ? left : left + (limit - nap);
}
