// SPDX-License-Identifier: GPL-2.0-only
#include "udma_owner.h"

#include <linux/mmu_notifier.h>
#include <linux/sched.h>
#include <linux/sched/mm.h>

#include "udma.h"

#ifdef CONFIG_MMU_NOTIFIER

/* Of the last thread that has the address space; nothing in it is mapped for programs any more. */
static void release(struct mmu_notifier *notifier, struct mm_struct *mm)
{
	struct forebay_udma_file *file =
		container_of(notifier, struct forebay_udma_file, notifier);

	file->owner_ends(file);
}

static const struct mmu_notifier_ops ops = {
	.release = release,
};

static int watch(struct forebay_udma_file *file)
{
	file->notifier.ops = &ops;
	return mmu_notifier_register(&file->notifier, file->mm);
}

static void forget(struct forebay_udma_file *file)
{
	mmu_notifier_unregister(&file->notifier, file->mm);
}

#else

/* The end is seen where a descriptor is closed, and nowhere else. */
static int watch(struct forebay_udma_file *file)
{
	return 0;
}

static void forget(struct forebay_udma_file *file)
{
}

#endif

/**
 * forebay_udma_owner_watch() - make a file that of the caller's address space
 * @file: the file
 * @ends: called once when that ends, by exec or with its last thread, whoever still has the file; under no
 *	lock, maybe while the file is given back
 *
 * Return: 0; -ENOMEM; -EINTR.
 */
int forebay_udma_owner_watch(struct forebay_udma_file *file,
			     void (*ends)(struct forebay_udma_file *file))
{
	int ret;

	file->mm = current->mm;
	file->owner_ends = ends;
	mmgrab(file->mm);
	ret = watch(file);
	if (ret)
		mmdrop(file->mm);
	return ret;
}

/** forebay_udma_owner_forget() - the end of that; waits for a call that is under way, and takes no lock. */
void forebay_udma_owner_forget(struct forebay_udma_file *file)
{
	forget(file);
	mmdrop(file->mm);
}
