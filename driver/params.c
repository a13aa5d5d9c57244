// SPDX-License-Identifier: GPL-2.0-only
#include "params.h"

#include <linux/jiffies.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/sizes.h>
#include <linux/string.h>

static char *completion = "irq";
module_param(completion, charp, 0444);
MODULE_PARM_DESC(completion, "how new files wait for a transfer: irq or poll (default irq)");

static unsigned int poll_spin_us = 100;
module_param(poll_spin_us, uint, 0644);
MODULE_PARM_DESC(poll_spin_us, "longest spin of files that poll, in microseconds (default 100)");

/* A time of 0 would be no time at all, and a factor of 0 would make every time so. */
static int set_positive(const char *text, const struct kernel_param *param)
{
	return param_set_uint_minmax(text, param, 1, INT_MAX);
}

static const struct kernel_param_ops positive_ops = {
	.set = set_positive,
	.get = param_get_uint,
};

static unsigned int timeout_ms = 10000;
module_param_cb(timeout_ms, &positive_ops, &timeout_ms, 0644);
MODULE_PARM_DESC(timeout_ms, "time-out of transfers of new files, in milliseconds (default 10000)");

static unsigned int stop_ms = 5000;
module_param_cb(stop_ms, &positive_ops, &stop_ms, 0644);
MODULE_PARM_DESC(stop_ms, "longest wait for an engine that was told to stop, in milliseconds (default 5000)");

static bool doorbell = true;
module_param(doorbell, bool, 0644);
MODULE_PARM_DESC(doorbell, "start runs of one descriptor by the doorbell, where a card has it (default Y)");

static unsigned int stall_ms = 1000;
module_param(stall_ms, uint, 0644);
MODULE_PARM_DESC(stall_ms, "time without progress after which the card is asked who waits for whom, in milliseconds, 0: never (default 1000)");

static unsigned int timeout_scale = 1;
module_param_cb(timeout_scale, &positive_ops, &timeout_scale, 0644);
MODULE_PARM_DESC(timeout_scale, "factor on every time-out, for simulated cards (default 1)");

static unsigned int cap_buffers = 16;
module_param(cap_buffers, uint, 0644);
MODULE_PARM_DESC(cap_buffers, "buffers of new capture files, 0: none (default 16)");

static unsigned int cap_bytes = SZ_1M;
module_param(cap_bytes, uint, 0644);
MODULE_PARM_DESC(cap_bytes, "length of each, in bytes (default 1048576)");

static unsigned int cap_mib = 256;
module_param(cap_mib, uint, 0644);
MODULE_PARM_DESC(cap_mib, "memory of all buffers of a capture or transmit file at most, in MiB (default 256)");

static unsigned int tx_buffers = 16;
module_param(tx_buffers, uint, 0644);
MODULE_PARM_DESC(tx_buffers, "buffers of new transmit files, 0: none (default 16)");

static unsigned int tx_bytes = SZ_256K;
module_param(tx_bytes, uint, 0644);
MODULE_PARM_DESC(tx_bytes, "length of each, in bytes (default 262144)");

static bool default_poll;

/** forebay_params_completion() - completion settings of a new file. */
void forebay_params_completion(struct forebay_completion *settings)
{
	settings->mode = default_poll ? FOREBAY_COMPLETE_POLL : FOREBAY_COMPLETE_IRQ;
	settings->spin_us = forebay_params_spin_us();
	settings->timeout_ms = READ_ONCE(timeout_ms);
	settings->reserved = 0;
}

/** forebay_params_capture() - buffers of a new capture file. */
void forebay_params_capture(u32 *buffers, u32 *bytes)
{
	*buffers = READ_ONCE(cap_buffers);
	*bytes = READ_ONCE(cap_bytes);
}

/** forebay_params_transmit() - buffers of a new transmit file. */
void forebay_params_transmit(u32 *buffers, u32 *bytes)
{
	*buffers = READ_ONCE(tx_buffers);
	*bytes = READ_ONCE(tx_bytes);
}

/** forebay_params_pairs_most() - memory that the buffers of a file may have, in bytes. */
u64 forebay_params_pairs_most(void)
{
	return (u64)READ_ONCE(cap_mib) * SZ_1M;
}

/** forebay_params_poll() - whether new files spin before they sleep. */
bool forebay_params_poll(void)
{
	return default_poll;
}

/** forebay_params_spin_us() - for how long, in microseconds. */
u32 forebay_params_spin_us(void)
{
	return min(READ_ONCE(poll_spin_us), FOREBAY_MAX_SPIN_US);
}

/* Bounded, so that no combination of values becomes "forever" or wraps. */
static unsigned int scaled_ms(u32 ms)
{
	return min_t(u64, (u64)ms * READ_ONCE(timeout_scale), INT_MAX / 2);
}

/** forebay_scaled_us() - a time-out in microseconds, after timeout_scale. */
u64 forebay_scaled_us(u32 ms)
{
	return (u64)scaled_ms(ms) * USEC_PER_MSEC;
}

/**
 * forebay_stop_us() - how long an engine may take to come to rest, in microseconds, after
 * timeout_scale.
 *
 * A card takes microseconds; a simulated one waits for the processor like any other program.
 */
u64 forebay_stop_us(void)
{
	return forebay_scaled_us(READ_ONCE(stop_ms));
}

/** forebay_params_doorbell() - whether runs of one descriptor are started by the doorbell. */
bool forebay_params_doorbell(void)
{
	return READ_ONCE(doorbell);
}

/**
 * forebay_stall_jiffies() - how long a transfer may get nowhere before the card is asked why, in
 * jiffies, after timeout_scale; 0: it is not.
 */
unsigned long forebay_stall_jiffies(void)
{
	return forebay_scaled_jiffies(READ_ONCE(stall_ms));
}

/** forebay_scaled_jiffies() - a time-out in jiffies, after timeout_scale. */
unsigned long forebay_scaled_jiffies(u32 ms)
{
	return msecs_to_jiffies(scaled_ms(ms));
}

/** forebay_params_init() - look at the parameters that only loading sets; -EINVAL for a wrong one. */
int __init forebay_params_init(void)
{
	if (sysfs_streq(completion, "poll")) {
		default_poll = true;
	} else if (!sysfs_streq(completion, "irq")) {
		pr_err("forebay: completion=%s: must be irq or poll\n", completion);
		return -EINVAL;
	}
	return 0;
}
