// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stands at the beginning of functions of the kernel or of the driver: holds their callers until
 * told to let them go, or makes one call fail. So a test can widen a window that is otherwise too
 * short to be hit. Callers must be in a context that may sleep.
 *
 * debugfs: write to fby_hook/command
 *
 *   hold FUNCTION N   after N calls, callers wait
 *   fail FUNCTION N   after N calls, one returns -ENOMEM without being made
 *   go FUNCTION       callers go on, and the next ones do not wait
 *
 * and read there one line per function: its name, callers that wait now, calls that are over.
 */

#include <linux/debugfs.h>
#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/wait.h>
#include <linux/wait_bit.h>

#define HOOKS 4
/* A test that has died must not hold anybody for ever. */
#define HOLD_MS 60000

typedef long (*hooked_fn)(long a, long b, long c, long d, long e, long f);

struct hook {
	char symbol[48];
	hooked_fn real;
	hooked_fn stand_in;
	struct ftrace_ops ops;
	bool hold;
	bool fail;
	atomic_t passes;
	atomic_t waiting;
	atomic_t over;
	atomic_t inside;
	wait_queue_head_t wait;
};

static struct hook hooks[HOOKS];
static DEFINE_MUTEX(lock);
static struct dentry *dir;

static noinline long stand_in(struct hook *hook, long a, long b, long c, long d, long e, long f)
{
	long ret = -ENOMEM;
	int left;

	atomic_inc(&hook->inside);
	left = atomic_dec_return(&hook->passes);
	if (left < 0 && READ_ONCE(hook->hold)) {
		atomic_inc(&hook->waiting);
		wait_event_timeout(hook->wait, !READ_ONCE(hook->hold), msecs_to_jiffies(HOLD_MS));
		atomic_dec(&hook->waiting);
	}
	if (left != -1 || !READ_ONCE(hook->fail))
		ret = hook->real(a, b, c, d, e, f);
	atomic_inc(&hook->over);
	if (atomic_dec_and_test(&hook->inside))
		wake_up_var(&hook->inside);
	return ret;
}

/* Which function was called is known by which of these stands in for it. */
#define STAND_IN(n)                                                                  \
	static long stand_in_##n(long a, long b, long c, long d, long e, long f)     \
	{                                                                            \
		return stand_in(&hooks[n], a, b, c, d, e, f);                        \
	}
STAND_IN(0)
STAND_IN(1)
STAND_IN(2)
STAND_IN(3)

static const hooked_fn stand_ins[HOOKS] = { stand_in_0, stand_in_1, stand_in_2, stand_in_3 };

/* The stand-in's own call of the function goes through. */
static void notrace entered(unsigned long ip, unsigned long parent, struct ftrace_ops *ops,
			    struct ftrace_regs *fregs)
{
	struct hook *hook = container_of(ops, struct hook, ops);
	struct pt_regs *regs = ftrace_get_regs(fregs);

	if (regs && !within_module(parent, THIS_MODULE))
		instruction_pointer_set(regs, (unsigned long)hook->stand_in);
}

static void *address_of(const char *symbol)
{
	struct kprobe probe = { .symbol_name = symbol };
	void *addr;

	if (register_kprobe(&probe))
		return NULL;
	addr = probe.addr;
	unregister_kprobe(&probe);
	return addr;
}

static int hook_on(struct hook *hook, const char *symbol)
{
	int ret;

	strscpy(hook->symbol, symbol, sizeof(hook->symbol));
	hook->real = address_of(symbol);
	if (!hook->real)
		return -ENOENT;
	hook->stand_in = stand_ins[hook - hooks];
	hook->ops.func = entered;
	hook->ops.flags = FTRACE_OPS_FL_SAVE_REGS | FTRACE_OPS_FL_IPMODIFY;
	ret = ftrace_set_filter(&hook->ops, hook->symbol, strlen(hook->symbol), 1);
	if (!ret)
		ret = register_ftrace_function(&hook->ops);
	if (ret) {
		ftrace_free_filter(&hook->ops);
		/* It still names the filter that is gone. */
		memset(&hook->ops, 0, sizeof(hook->ops));
	}
	return ret;
}

static struct hook *hook_of(const char *symbol)
{
	struct hook *hook;

	for (hook = hooks; hook < hooks + HOOKS; hook++) {
		if (!strcmp(hook->symbol, symbol))
			return hook;
	}
	return NULL;
}

static int command(const char *what, const char *symbol, int passes)
{
	struct hook *hook = hook_of(symbol);
	int ret;

	if (!hook) {
		hook = hook_of("");
		if (!hook)
			return -ENOSPC;
		ret = hook_on(hook, symbol);
		if (ret) {
			hook->symbol[0] = '\0';
			return ret;
		}
	}
	atomic_set(&hook->passes, passes);
	WRITE_ONCE(hook->fail, !strcmp(what, "fail"));
	WRITE_ONCE(hook->hold, !strcmp(what, "hold"));
	wake_up_all(&hook->wait);
	return 0;
}

static ssize_t command_write(struct file *file, const char __user *from, size_t len, loff_t *pos)
{
	char text[80] = "", what[8], symbol[48];
	int passes = 0, ret;

	if (len >= sizeof(text) || copy_from_user(text, from, len))
		return -EFAULT;
	if (sscanf(text, "%7s %47s %d", what, symbol, &passes) < 2)
		return -EINVAL;
	mutex_lock(&lock);
	ret = command(what, symbol, passes);
	mutex_unlock(&lock);
	return ret ? ret : len;
}

static int command_show(struct seq_file *out, void *unused)
{
	struct hook *hook;

	for (hook = hooks; hook < hooks + HOOKS; hook++) {
		if (hook->symbol[0])
			seq_printf(out, "%s %d %d\n", hook->symbol, atomic_read(&hook->waiting),
				   atomic_read(&hook->over));
	}
	return 0;
}

static int command_open(struct inode *inode, struct file *file)
{
	return single_open(file, command_show, NULL);
}

static const struct file_operations command_fops = {
	.owner = THIS_MODULE,
	.open = command_open,
	.read = seq_read,
	.write = command_write,
	.llseek = seq_lseek,
	.release = single_release,
};

static int __init fby_hook_init(void)
{
	struct hook *hook;

	for (hook = hooks; hook < hooks + HOOKS; hook++)
		init_waitqueue_head(&hook->wait);
	dir = debugfs_create_dir("fby_hook", NULL);
	debugfs_create_file("command", 0600, dir, NULL, &command_fops);
	return 0;
}

/* The functions may belong to a module; ftrace has forgotten them if that is gone. */
static void __exit fby_hook_exit(void)
{
	struct hook *hook;

	debugfs_remove(dir);
	for (hook = hooks; hook < hooks + HOOKS; hook++) {
		if (hook->symbol[0]) {
			unregister_ftrace_function(&hook->ops);
			ftrace_free_filter(&hook->ops);
		}
		WRITE_ONCE(hook->hold, false);
		wake_up_all(&hook->wait);
	}
	/* Who is on the way into a stand-in has got there; then all of them leave. */
	synchronize_rcu_tasks();
	for (hook = hooks; hook < hooks + HOOKS; hook++)
		wait_var_event(&hook->inside, !atomic_read(&hook->inside));
}

module_init(fby_hook_init);
module_exit(fby_hook_exit);

MODULE_DESCRIPTION("Holds or fails calls of functions, for tests");
MODULE_LICENSE("GPL");
