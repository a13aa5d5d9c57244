// SPDX-License-Identifier: GPL-2.0-only
#include "udma_files.h"

#include <linux/errno.h>
#include <linux/pci.h>

#include "card.h"
#include "online.h"
#include "params.h"
#include "plugs.h"
#include "programs.h"
#include "udma.h"
#include "udma_copy.h"
#include "udma_ctx.h"
#include "udma_direct.h"
#include "udma_hook.h"
#include "udma_map.h"
#include "udma_memory.h"
#include "udma_scheme.h"
#include "udma_table.h"
#include "udma_wait.h"

/*
 * The card does not come to the end of a transfer: whatever it may still use is kept, and it is
 * reset.
 */
static void give_up(struct forebay_programs *udma, int error)
{
	if (!udma->stuck)
		dev_err(&udma->card->pdev->dev,
			"user-level DMA: a transfer does not end (%d): out of service until a reset\n",
			error);
	udma->stuck = true;
	forebay_card_recover(udma->card);
}

/**
 * forebay_udma_get() - give a file a context; under udma.lock, with the card at hand
 * @file: the file, which may have one
 *
 * If the scheme needs it, the card is told of the calling thread from here on.
 *
 * Return: 0; -EBUSY; -EIO if the front end is out of service; errors of forebay_udma_hook().
 */
int forebay_udma_get(struct forebay_udma_file *file)
{
	struct forebay_programs *udma = file->udma;
	bool had = file->context >= 0;
	int ret = 0;

	if (udma->stuck)
		return -EIO;
	if (!had) {
		ret = forebay_udma_ctx_take(file);
		/* Maps from before a reset may have a blank page by now. */
		forebay_udma_unmap(file);
	}
	if (ret || !forebay_udma_needs_hook(udma->scheme))
		return ret;
	ret = forebay_udma_hook(file);
	if (ret && !had)
		forebay_udma_end(file);
	return ret;
}

/**
 * forebay_udma_add() - make memory a region of a file; under udma.lock, with the card at hand
 * @file: the file
 * @memory: mapped for the card
 *
 * Return: 0; -EIO; -ENOSPC if the file has a context and there are not so many slots.
 */
int forebay_udma_add(struct forebay_udma_file *file, struct forebay_udma_memory *memory)
{
	struct forebay_programs *udma = file->udma;
	int ret;

	if (udma->stuck)
		return -EIO;
	if (file->context >= 0) {
		ret = forebay_udma_slots_take(udma, memory);
		if (ret)
			return ret;
		forebay_udma_slots_show(udma, memory, file->context);
	}
	memory->number = ++file->last_region;
	down_write(&udma->maps);
	list_add(&memory->entry, &file->regions);
	up_write(&udma->maps);
	return 0;
}

/* Gives regions back whose slots are off, if no transfer uses them. */
static void let_go(struct forebay_programs *udma, struct list_head *list, int error)
{
	struct forebay_udma_memory *memory;

	if (error)
		give_up(udma, error);
	if (udma->stuck) {
		list_splice_init(list, &udma->quarantine);
		return;
	}
	list_for_each_entry(memory, list, entry)
		forebay_udma_slots_give_back(udma, memory);
	forebay_udma_memory_free_all(udma, list);
}

static struct forebay_udma_memory *find(const struct forebay_udma_file *file, u32 number)
{
	struct forebay_udma_memory *memory;

	list_for_each_entry(memory, &file->regions, entry) {
		if (memory->number == number)
			return memory;
	}
	return NULL;
}

/**
 * forebay_udma_drop() - end a region; under udma.lock, with the card at hand
 * @file: the file
 * @number: of the region
 *
 * What the context has latched is forgotten: it may be of this region. So is what others have that
 * share it.
 *
 * Return: 0; -ENOENT; -EIO if a transfer does not end.
 */
int forebay_udma_drop(struct forebay_udma_file *file, u32 number)
{
	struct forebay_udma_memory *memory = find(file, number);
	struct forebay_programs *udma = file->udma;
	LIST_HEAD(list);
	int ret = 0;

	if (!memory)
		return -ENOENT;
	down_write(&udma->maps);
	list_move(&memory->entry, &list);
	up_write(&udma->maps);
	forebay_udma_unmap(file);
	if (memory->first != FOREBAY_UDMA_NO_SLOT) {
		forebay_udma_slots_off(udma, memory);
		ret = forebay_udma_ctx_drain(udma, file->context, true);
		if (!ret)
			forebay_udma_ctx_on(udma, file->context);
	}
	let_go(udma, &list, ret);
	return udma->stuck ? -EIO : 0;
}

/* From here on the file has nothing, and no page of the window is put into its address space. */
static void take_all(struct forebay_udma_file *file, struct list_head *list)
{
	down_write(&file->udma->maps);
	list_splice_init(&file->regions, list);
	up_write(&file->udma->maps);
	forebay_udma_unhook(file);
}

/** forebay_udma_end() - end all that a file has; under udma.lock, with the card at hand. */
void forebay_udma_end(struct forebay_udma_file *file)
{
	struct forebay_programs *udma = file->udma;
	struct forebay_udma_memory *memory;
	LIST_HEAD(list);
	int ret = 0;

	take_all(file, &list);
	list_for_each_entry(memory, &list, entry)
		forebay_udma_slots_off(udma, memory);
	/* What was latched is forgotten below: nobody latches it again, in a context that goes on either. */
	forebay_udma_unmap(file);
	if (file->context >= 0)
		ret = forebay_udma_ctx_leave(file);
	forebay_udma_unmap(file);
	let_go(udma, &list, ret);
	forebay_programs_wake(udma->card);
}

/* The same without the card: what becomes of it is known later. */
static void abandon(struct forebay_udma_file *file)
{
	struct forebay_programs *udma = file->udma;

	if (file->context < 0 && list_empty(&file->regions))
		return;
	take_all(file, &udma->quarantine);
	down_write(&udma->maps);
	file->context = -1;
	up_write(&udma->maps);
	file->key = 0;
	file->lost = true;
	forebay_udma_unmap(file);
}

static void abandon_all(struct forebay_programs *udma)
{
	struct forebay_udma_file *file;

	list_for_each_entry(file, &udma->files, entry)
		abandon(file);
	forebay_programs_wake(udma->card);
}

/** forebay_udma_close() - the same when its card is away or unbound; under udma.lock. */
void forebay_udma_close(struct forebay_udma_file *file)
{
	abandon(file);
}

/* Whatever was there before: nothing is under way, and nobody can begin anything. */
static int clear(struct forebay_programs *udma, u32 scheme)
{
	int ret;

	forebay_udma_write(udma, FOREBAY_USER_UDMA_SCHEME, FOREBAY_UDMA_NONE);
	ret = forebay_udma_ctx_clear(udma);
	if (!ret)
		ret = forebay_udma_copy_rest(udma);
	if (ret)
		return ret;
	forebay_udma_slots_clear(udma);
	forebay_udma_write(udma, FOREBAY_USER_UDMA_WHO, 0);
	forebay_udma_select(udma, scheme);
	return 0;
}

/* Returns whether the front end is in service. */
static bool begin_anew(struct forebay_programs *udma)
{
	int ret;

	abandon_all(udma);
	spin_lock_irq(&udma->wait_lock);
	udma->waiting = 0;
	spin_unlock_irq(&udma->wait_lock);
	ret = clear(udma, udma->scheme);
	udma->stuck = ret;
	if (!ret)
		forebay_udma_memory_free_all(udma, &udma->quarantine);
	return !ret;
}

static void tell_no_hook(const struct forebay_programs *udma, u32 scheme)
{
	dev_warn(&udma->card->pdev->dev,
		 "user-level DMA: scheme %s needs a kernel with preempt notifiers (CONFIG_PREEMPT_NOTIFIERS)\n",
		 forebay_udma_scheme_name(scheme));
}

static void tell_no_direct(const struct forebay_programs *udma, const char *why)
{
	dev_warn(&udma->card->pdev->dev,
		 "user-level DMA: shadow addresses cannot be those of memory: %s\n", why);
}

/** forebay_programs_online() - a card was just found, or comes out of a reset. */
void forebay_programs_online(struct forebay_card *card)
{
	struct forebay_programs *udma = card->programs;
	const char *lacks;

	if (!udma)
		return;
	mutex_lock(&udma->lock);
	if (forebay_udma_needs_hook(udma->scheme) && !forebay_udma_can_hook()) {
		tell_no_hook(udma, udma->scheme);
		udma->scheme = FOREBAY_UDMA_NONE;
	}
	lacks = udma->direct ? forebay_udma_direct_lacks(udma, udma->scheme) : NULL;
	if (lacks) {
		tell_no_direct(udma, lacks);
		udma->direct = false;
	}
	if (!begin_anew(udma))
		dev_err(&card->pdev->dev,
			"user-level DMA: out of service: a transfer does not end\n");
	mutex_unlock(&udma->lock);
}

/**
 * forebay_programs_revive() - see whether a front end that was given up works again
 * @card: a card that is there, and stays so meanwhile
 *
 * Return: 1 if it takes a reset, else 0.
 */
unsigned int forebay_programs_revive(struct forebay_card *card)
{
	struct forebay_programs *udma = card->programs;
	unsigned int out = 0;

	if (!udma)
		return 0;
	mutex_lock(&udma->lock);
	if (udma->stuck) {
		out = !begin_anew(udma);
		if (!out)
			dev_info(&card->pdev->dev, "user-level DMA: back in service\n");
	}
	mutex_unlock(&udma->lock);
	return out;
}

/** forebay_programs_stop() - the driver lets go of the card; nobody is at it any more. */
void forebay_programs_stop(struct forebay_card *card)
{
	if (!card->programs)
		return;
	mutex_lock(&card->programs->lock);
	abandon_all(card->programs);
	mutex_unlock(&card->programs->lock);
}

/**
 * forebay_programs_let_go() - give back what transfers may have used, if the front end is at rest
 * @card: its plugs were asked to come to rest
 *
 * Return: whether nothing is left.
 */
bool forebay_programs_let_go(struct forebay_card *card)
{
	struct forebay_programs *udma = card->programs;

	if (!udma || list_empty(&udma->quarantine))
		return true;
	if (forebay_plug_busy(card, udma->feature) || forebay_udma_copy_rest(udma))
		return false;
	forebay_programs_free_quarantine(card);
	return true;
}

/** forebay_programs_free_quarantine() - give it back: the card cannot reach memory any more. */
void forebay_programs_free_quarantine(struct forebay_card *card)
{
	if (card->programs)
		forebay_udma_memory_free_all(card->programs, &card->programs->quarantine);
}

/** forebay_programs_leave() - the next driver finds the front end as after a reset. */
void forebay_programs_leave(struct forebay_card *card)
{
	struct forebay_programs *udma = card->programs;

	if (!udma || !list_empty(&udma->quarantine))
		return;
	mutex_lock(&udma->lock);
	clear(udma, FOREBAY_UDMA_NONE);
	mutex_unlock(&udma->lock);
}

static bool in_use(const struct forebay_programs *udma)
{
	unsigned int i;

	for (i = 0; i < udma->contexts; i++) {
		if (udma->users[i])
			return true;
	}
	return false;
}

static bool has_regions(const struct forebay_programs *udma)
{
	const struct forebay_udma_file *file;

	list_for_each_entry(file, &udma->files, entry) {
		if (!list_empty(&file->regions))
			return true;
	}
	return false;
}

/* Regions without a context were not asked whether they have a shadow. */
static int change(struct forebay_programs *udma, u32 scheme, bool direct)
{
	const char *lacks = direct ? forebay_udma_direct_lacks(udma, scheme) : NULL;

	if (udma->stuck)
		return -EIO;
	if (in_use(udma) || (direct != udma->direct && has_regions(udma)))
		return -EBUSY;
	if (lacks) {
		tell_no_direct(udma, lacks);
		return -EOPNOTSUPP;
	}
	udma->scheme = scheme;
	udma->direct = direct;
	forebay_udma_select(udma, scheme);
	return 0;
}

/**
 * forebay_udma_set_scheme() - choose another scheme for all programs
 * @card: a card that has the front end
 * @scheme: enum forebay_udma_scheme
 *
 * Return: 0; -EBUSY while a program has a context; -EOPNOTSUPP if the kernel lacks what the scheme
 * needs, or it does not go with addresses of memory; -EIO; -ENODEV if the card is away.
 */
int forebay_udma_set_scheme(struct forebay_card *card, u32 scheme)
{
	struct forebay_programs *udma = card->programs;
	int index, ret = -ENODEV;

	if (forebay_udma_needs_hook(scheme) && !forebay_udma_can_hook()) {
		tell_no_hook(udma, scheme);
		return -EOPNOTSUPP;
	}
	if (!forebay_card_enter(card, &index))
		return -ENODEV;
	mutex_lock(&udma->lock);
	if (!READ_ONCE(card->offline))
		ret = change(udma, scheme, udma->direct);
	mutex_unlock(&udma->lock);
	forebay_card_exit(card, index);
	return ret;
}

/**
 * forebay_udma_set_direct() - choose what shadow addresses are, for all programs
 * @card: a card that has the front end
 * @direct: those of memory, not of slots
 *
 * Return: 0; -EBUSY while a program has a context or memory; -EOPNOTSUPP if they cannot be those of
 * memory, which the kernel's log says why; -EIO; -ENODEV if the card is away.
 */
int forebay_udma_set_direct(struct forebay_card *card, bool direct)
{
	struct forebay_programs *udma = card->programs;
	int index, ret = -ENODEV;

	if (!forebay_card_enter(card, &index))
		return -ENODEV;
	mutex_lock(&udma->lock);
	if (!READ_ONCE(card->offline))
		ret = change(udma, udma->scheme, direct);
	mutex_unlock(&udma->lock);
	forebay_card_exit(card, index);
	return ret;
}
