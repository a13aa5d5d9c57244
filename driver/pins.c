// SPDX-License-Identifier: GPL-2.0-only
#include "pins.h"

#include <linux/capability.h>
#include <linux/cred.h>
#include <linux/errno.h>
#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/sched/user.h>

/**
 * forebay_pins_charge() - count pages that stay pinned when the call returns
 * @pins: zeroed
 * @pages: how many
 *
 * Per user, as the kernel counts the registered buffers of io_uring: a limit per process would be
 * none for a program that forks. Who may lock memory without limit may do so here.
 *
 * Return: 0, or -ENOMEM if it is more than RLIMIT_MEMLOCK allows.
 */
int forebay_pins_charge(struct forebay_pins *pins, unsigned long pages)
{
	unsigned long limit = rlimit(RLIMIT_MEMLOCK) >> PAGE_SHIFT;
	struct user_struct *user = current_user();

	if (capable(CAP_IPC_LOCK))
		return 0;
	if (atomic_long_add_return(pages, &user->locked_vm) > limit) {
		atomic_long_sub(pages, &user->locked_vm);
		return -ENOMEM;
	}
	/* The credential keeps the user; modules of older kernels cannot give back a user alone. */
	pins->owner = get_current_cred();
	pins->pages = pages;
	return 0;
}

/** forebay_pins_return() - the pages are not pinned any more; process context. */
void forebay_pins_return(struct forebay_pins *pins)
{
	if (!pins->owner)
		return;
	atomic_long_sub(pins->pages, &pins->owner->user->locked_vm);
	put_cred(pins->owner);
	pins->owner = NULL;
}
