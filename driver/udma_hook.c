// SPDX-License-Identifier: GPL-2.0-only
#include "udma_hook.h"

#include <linux/errno.h>
#include <linux/kconfig.h>
#include <linux/preempt.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/stop_machine.h>

#include "card.h"
#include "udma.h"

/** forebay_udma_needs_hook() - whether a scheme is told which program runs. */
bool forebay_udma_needs_hook(u32 scheme)
{
	return scheme == FOREBAY_UDMA_SHRIMP2 || scheme == FOREBAY_UDMA_FLASH;
}

/** forebay_udma_can_hook() - whether this kernel can tell it. */
bool forebay_udma_can_hook(void)
{
	return IS_ENABLED(CONFIG_PREEMPT_NOTIFIERS);
}

#ifdef CONFIG_PREEMPT_NOTIFIERS

/* Threads of one file. Those that have ended count: their notifiers go with the file's context. */
#define MAX_HOOKS 64

/**
 * struct hook - the notifier of a thread
 * @entry: place among the file's
 * @notifier: what the scheduler calls, without preemption
 * @task: the thread, with a reference: the notifier is in a list of its structure
 * @file: whose thread it is
 */
struct hook {
	struct list_head entry;
	struct preempt_notifier notifier;
	struct task_struct *task;
	struct forebay_udma_file *file;
};

/* A card that is away forgets all by itself. */
static void tell(const struct forebay_programs *udma, u32 offset, u32 value)
{
	if (!READ_ONCE(udma->card->offline))
		forebay_udma_write(udma, offset, value);
}

static void came(const struct forebay_udma_file *file)
{
	if (file->udma->scheme == FOREBAY_UDMA_FLASH)
		tell(file->udma, FOREBAY_USER_UDMA_WHO, file->who);
}

static void went(const struct forebay_udma_file *file)
{
	if (file->udma->scheme == FOREBAY_UDMA_FLASH)
		tell(file->udma, FOREBAY_USER_UDMA_WHO, 0);
	else
		tell(file->udma, FOREBAY_USER_UDMA_HOOK, FOREBAY_USER_UDMA_HOOK_SWITCH);
}

static void sched_in(struct preempt_notifier *notifier, int cpu)
{
	came(container_of(notifier, struct hook, notifier)->file);
}

static void sched_out(struct preempt_notifier *notifier, struct task_struct *next)
{
	went(container_of(notifier, struct hook, notifier)->file);
}

static struct preempt_ops hook_ops = {
	.sched_in = sched_in,
	.sched_out = sched_out,
};

static bool is_hooked(const struct forebay_udma_file *file)
{
	const struct hook *hook;

	list_for_each_entry(hook, &file->hooks, entry) {
		if (hook->task == current)
			return true;
	}
	return false;
}

/**
 * forebay_udma_hook() - tell the card whenever the calling thread is scheduled; under udma.lock
 * @file: with a context, under a scheme that needs it
 *
 * Return: 0, also if it does already; -ENOMEM; -ENOSPC for too many threads.
 */
int forebay_udma_hook(struct forebay_udma_file *file)
{
	struct hook *hook;

	if (is_hooked(file))
		return 0;
	if (file->num_hooks == MAX_HOOKS)
		return -ENOSPC;
	hook = kzalloc(sizeof(*hook), GFP_KERNEL);
	if (!hook)
		return -ENOMEM;
	hook->file = file;
	hook->task = get_task_struct(current);
	preempt_notifier_init(&hook->notifier, &hook_ops);
	list_add(&hook->entry, &file->hooks);
	file->num_hooks++;
	preempt_notifier_inc();
	preempt_disable();
	preempt_notifier_register(&hook->notifier);
	came(file);
	preempt_enable();
	return 0;
}

static int drop_all(void *data)
{
	struct forebay_udma_file *file = data;
	struct hook *hook;

	list_for_each_entry(hook, &file->hooks, entry)
		preempt_notifier_unregister(&hook->notifier);
	return 0;
}

/**
 * forebay_udma_unhook() - the end of that, for all threads of a file; under udma.lock
 * @file: the file
 *
 * A thread's notifiers are its own: nobody else may touch the list while it is scheduled. All
 * processors stand still for that, which happens where one thread ends the context of another.
 */
void forebay_udma_unhook(struct forebay_udma_file *file)
{
	struct hook *hook, *next;

	if (list_empty(&file->hooks))
		return;
	if (file->num_hooks == 1 && is_hooked(file)) {
		preempt_disable();
		drop_all(file);
		preempt_enable();
	} else {
		stop_machine(drop_all, file, NULL);
	}
	went(file);
	list_for_each_entry_safe(hook, next, &file->hooks, entry) {
		preempt_notifier_dec();
		put_task_struct(hook->task);
		kfree(hook);
	}
	INIT_LIST_HEAD(&file->hooks);
	file->num_hooks = 0;
}

#else

int forebay_udma_hook(struct forebay_udma_file *file)
{
	return -EOPNOTSUPP;
}

void forebay_udma_unhook(struct forebay_udma_file *file)
{
}

#endif
