// SPDX-License-Identifier: GPL-2.0-only
/*
 * A caller of the driver in the kernel: channels without a file. Moves data both ways, runs into
 * its time, is cancelled, and waits on a stream while the program resets or unbinds the card.
 *
 * debugfs: reading a file of fby_client runs its checks. "begin_wait" leaves a read waiting, that
 * "after_reset" or "after_unbind" looks at.
 */

#include <linux/bvec.h>
#include <linux/completion.h>
#include <linux/debugfs.h>
#include <linux/jiffies.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/random.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uio.h>
#include <linux/vmalloc.h>

#include "../../caller.h"
#include "tap.h"

/* Longest wait for the end of a call that comes by itself. */
#define WAIT_MS 60000
/* Time-out of calls that are to run into it. */
#define SHORT_MS 300
/* Time-out of all others: no check may depend on it. */
#define LONG_MS 50000
/* Room for all lines; a file that has to grow would run the checks again. */
#define TAP_BYTES (32 << 10)
/* Enough for calls one after the other: the place of one that is over is free a little later. */
#define QUOTA 4
#define MOST_BYTES (512 << 10)
#define BESIDE 0x42

static unsigned int card;
module_param(card, uint, 0444);
MODULE_PARM_DESC(card, "number of the card");

static unsigned int memory;
module_param(memory, uint, 0444);
MODULE_PARM_DESC(memory, "number of a memory-mapped channel pair");

static unsigned int stream;
module_param(stream, uint, 0444);
MODULE_PARM_DESC(stream, "number of a stream pair that is joined on the card");

static unsigned int mem_bytes;
module_param(mem_bytes, uint, 0444);
MODULE_PARM_DESC(mem_bytes, "size of the card's memory");

/* ---- buffers: pages from anywhere, which the processor sees as one ---- */

struct buffer {
	unsigned int count;
	struct page **pages;
	struct bio_vec *pieces;
	u8 *at;
};

static void buffer_free(struct buffer *buf)
{
	unsigned int i;

	vunmap(buf->at);
	for (i = 0; i < buf->count; i++)
		__free_page(buf->pages[i]);
	kvfree(buf->pieces);
	kvfree(buf->pages);
	memset(buf, 0, sizeof(*buf));
}

static bool buffer_make(struct buffer *buf, size_t bytes)
{
	unsigned int pages = DIV_ROUND_UP(bytes, PAGE_SIZE);

	memset(buf, 0, sizeof(*buf));
	buf->pages = kvcalloc(pages, sizeof(*buf->pages), GFP_KERNEL);
	buf->pieces = kvcalloc(pages, sizeof(*buf->pieces), GFP_KERNEL);
	while (buf->pages && buf->pieces && buf->count < pages) {
		struct page *page = alloc_page(GFP_KERNEL);

		if (!page)
			break;
		buf->pieces[buf->count].bv_page = page;
		buf->pieces[buf->count].bv_len = PAGE_SIZE;
		buf->pages[buf->count++] = page;
	}
	if (buf->count == pages)
		buf->at = vmap(buf->pages, pages, VM_MAP, PAGE_KERNEL);
	if (buf->at) {
		memset(buf->at, BESIDE, pages * PAGE_SIZE);
		return true;
	}
	buffer_free(buf);
	return false;
}

/* Nothing but what was there before, from @from to @end. */
static bool untouched(const struct buffer *buf, size_t from, size_t end)
{
	return !memchr_inv(buf->at + from, BESIDE, end - from);
}

/* ---- callers and calls ---- */

struct side {
	struct forebay_caller caller;
	bool c2h;
};

struct call {
	struct side *side;
	struct completion over;
	atomic_t told;
	struct forebay_outcome outcome;
};

static void told(struct forebay_caller *caller, void *cookie, const struct forebay_outcome *outcome)
{
	struct call *call = cookie;

	call->outcome = *outcome;
	atomic_inc(&call->told);
	complete(&call->over);
}

static const struct forebay_caller_ops side_ops = {
	.done = told,
};

static int side_open(struct side *side, unsigned int index, bool c2h, unsigned int quota,
		     u32 timeout_ms)
{
	const struct forebay_caller_setup setup = {
		.card = card,
		.index = index,
		.c2h = c2h,
		.quota = quota,
		.timeout_ms = timeout_ms,
	};

	memset(side, 0, sizeof(*side));
	side->c2h = c2h;
	return forebay_caller_open(&side->caller, &setup, &side_ops);
}

static int begin(struct call *call, struct side *side, u64 card_addr, const struct buffer *buf,
		 size_t offset, size_t len)
{
	struct iov_iter iter;

	memset(call, 0, sizeof(*call));
	call->side = side;
	init_completion(&call->over);
	iov_iter_bvec(&iter, side->c2h ? READ : WRITE, buf->pieces, buf->count, offset + len);
	iov_iter_advance(&iter, offset);
	return forebay_caller_move(&side->caller, card_addr, &iter, call);
}

/* Returns false if it did not end by itself; it has ended then as well. */
static bool end(struct call *call)
{
	if (wait_for_completion_timeout(&call->over, msecs_to_jiffies(WAIT_MS)))
		return true;
	forebay_caller_cancel(&call->side->caller);
	wait_for_completion(&call->over);
	return false;
}

static bool came_to(const struct call *call, ssize_t result, enum forebay_cause cause)
{
	return call->outcome.result == result && call->outcome.failure.cause == cause &&
	       atomic_read(&call->told) == 1;
}

static void print_outcome(struct fby_tap *tap, const struct call *call)
{
	fby_tap_note(tap, "result %zd, cause %u, told %d times", call->outcome.result,
		     call->outcome.failure.cause, atomic_read(&call->told));
}

/* ---- memory-mapped channels ---- */

/* The whole of a buffer's middle to the card and back. */
static void there_and_back(struct fby_tap *tap, struct side *to, struct side *from, u64 card_addr,
			   size_t offset, size_t len)
{
	size_t room = PAGE_ALIGN(offset + len + 1);
	struct buffer out, in = { 0 };
	struct call write, read;
	int ret;

	if (!buffer_make(&out, room) || !buffer_make(&in, room)) {
		fby_tap_ok(tap, false, "memory for %zu bytes", room);
		goto free;
	}
	get_random_bytes(out.at + offset, len);
	ret = begin(&write, to, card_addr, &out, offset, len);
	if (!fby_tap_ok(tap, !ret && end(&write) && came_to(&write, len, FOREBAY_CAUSE_NONE),
			"%zu bytes at %zu go to card address 0x%llx (%d)", len, offset, card_addr,
			ret))
		goto free;
	ret = begin(&read, from, card_addr, &in, offset, len);
	if (!fby_tap_ok(tap, !ret && end(&read) && came_to(&read, len, FOREBAY_CAUSE_NONE),
			"and come back (%d)", ret))
		goto free;
	fby_tap_ok(tap, !memcmp(in.at + offset, out.at + offset, len), "the same as they went");
	fby_tap_ok(tap, untouched(&in, 0, offset) && untouched(&in, offset + len, room),
		   "and no byte beside them");
free:
	buffer_free(&in);
	buffer_free(&out);
}

/* A call that reaches beyond the card's memory has what is there, and says why not more. */
static void over_the_end(struct fby_tap *tap, struct side *to)
{
	struct buffer out;
	struct call call;

	if (!fby_tap_ok(tap, buffer_make(&out, 2 * PAGE_SIZE), "memory for two pages"))
		return;
	if (fby_tap_ok(tap, !begin(&call, to, mem_bytes, &out, 0, PAGE_SIZE) && end(&call),
		       "a call behind the card's memory ends"))
		fby_tap_ok(tap, came_to(&call, -EIO, FOREBAY_CAUSE_WRITE),
			   "with EIO and its cause");
	print_outcome(tap, &call);
	fby_tap_ok(tap, begin(&call, to, U64_MAX - 10, &out, 0, PAGE_SIZE) == -EINVAL,
		   "addresses that wrap are refused");
	fby_tap_ok(tap, begin(&call, to, 0, &out, 0, 0) == -EINVAL, "so is a call of no bytes");
	to->c2h = true;
	fby_tap_ok(tap, begin(&call, to, 0, &out, 0, 64) == -EINVAL, "and the wrong direction");
	to->c2h = false;
	buffer_free(&out);
}

static int move_show(struct seq_file *file, void *unused)
{
	static const size_t lengths[] = { 1, 64, 4096, 5000, 3 * 4096 + 17, 100000 };
	struct fby_tap tap = { .out = file };
	struct side to, from;
	unsigned int i;

	if (!fby_tap_ok(&tap, !side_open(&to, memory, false, QUOTA, LONG_MS),
			"a memory-mapped channel to the card opens"))
		return 0;
	if (!fby_tap_ok(&tap, !side_open(&from, memory, true, QUOTA, LONG_MS), "and one from it"))
		goto close;
	for (i = 0; i < ARRAY_SIZE(lengths); i++)
		there_and_back(&tap, &to, &from, i % 2 ? 0x203 : 0, i % 3 * 1001, lengths[i]);
	over_the_end(&tap, &to);
	there_and_back(&tap, &to, &from, 0x1000, 0, 4096);
	forebay_caller_close(&from.caller);
close:
	forebay_caller_close(&to.caller);
	return 0;
}

/* ---- streams ---- */

/* One packet around the card. */
static void packet(struct fby_tap *tap, struct side *to, struct side *from, size_t len)
{
	size_t room = PAGE_ALIGN(len + 1);
	struct buffer out, in = { 0 };
	struct call write, read;
	bool sent;

	if (!buffer_make(&out, room) || !buffer_make(&in, room)) {
		fby_tap_ok(tap, false, "memory for %zu bytes", room);
		goto free;
	}
	get_random_bytes(out.at, len);
	if (!fby_tap_ok(tap, !begin(&read, from, 0, &in, 0, room), "a read waits"))
		goto free;
	sent = !begin(&write, to, 0, &out, 0, len) && end(&write);
	fby_tap_ok(tap, sent && came_to(&write, len, FOREBAY_CAUSE_NONE), "one of %zu bytes goes",
		   len);
	fby_tap_ok(tap, end(&read) && came_to(&read, len, FOREBAY_CAUSE_NONE) &&
				read.outcome.packet_ended,
		   "the read has as many, and the end of the packet");
	print_outcome(tap, &read);
	fby_tap_ok(tap, !memcmp(in.at, out.at, len) && untouched(&in, len, room),
		   "they are the same, and no other byte is touched");
free:
	buffer_free(&in);
	buffer_free(&out);
}

/* Nobody sends; the call that gets no place is refused, the others are cancelled. */
static void cancelled(struct fby_tap *tap)
{
	struct call first, second, third;
	struct buffer in = { 0 };
	bool one, two;
	struct side from;

	if (!fby_tap_ok(tap, !side_open(&from, stream, true, 2, LONG_MS),
			"a stream opens with a quota of two"))
		return;
	if (!fby_tap_ok(tap, buffer_make(&in, 2 * PAGE_SIZE), "memory for two pages"))
		goto close;
	one = !begin(&first, &from, 0, &in, 0, PAGE_SIZE);
	two = !begin(&second, &from, 0, &in, PAGE_SIZE, PAGE_SIZE);
	fby_tap_ok(tap, one && two && begin(&third, &from, 0, &in, 0, 64) == -EAGAIN,
		   "two reads wait, a third is more than that");
	forebay_caller_cancel(&from.caller);
	if (one)
		wait_for_completion(&first.over);
	if (two)
		wait_for_completion(&second.over);
	fby_tap_ok(tap, came_to(&first, -ECANCELED, FOREBAY_CAUSE_ABORTED),
		   "the first is cancelled and told once");
	print_outcome(tap, &first);
	fby_tap_ok(tap, came_to(&second, -ECANCELED, FOREBAY_CAUSE_ABORTED),
		   "so is the second");
	print_outcome(tap, &second);
	fby_tap_ok(tap, untouched(&in, 0, 2 * PAGE_SIZE), "nothing was written");
close:
	forebay_caller_close(&from.caller);
	buffer_free(&in);
}

/* The same by closing: nobody else ends them in time. */
static void closed(struct fby_tap *tap)
{
	struct call first, second;
	struct buffer in = { 0 };
	struct side from;
	bool wait;

	if (!fby_tap_ok(tap, buffer_make(&in, 2 * PAGE_SIZE), "memory for two pages"))
		return;
	if (!fby_tap_ok(tap, !side_open(&from, stream, true, QUOTA, LONG_MS), "a stream opens"))
		goto free;
	wait = !begin(&first, &from, 0, &in, 0, PAGE_SIZE);
	wait &= !begin(&second, &from, 0, &in, PAGE_SIZE, PAGE_SIZE);
	fby_tap_ok(tap, wait, "two reads wait");
	forebay_caller_close(&from.caller);
	fby_tap_ok(tap, came_to(&first, -ECANCELED, FOREBAY_CAUSE_ABORTED),
		   "the first is cancelled by closing, and told once");
	print_outcome(tap, &first);
	fby_tap_ok(tap, came_to(&second, -ECANCELED, FOREBAY_CAUSE_ABORTED),
		   "so is the second");
	print_outcome(tap, &second);
	fby_tap_ok(tap, untouched(&in, 0, 2 * PAGE_SIZE), "nothing was written");
free:
	buffer_free(&in);
}

/* Returns whether the read has ended by itself. */
static bool out_of_time(struct fby_tap *tap)
{
	unsigned long start = jiffies;
	struct buffer in = { 0 };
	struct side from;
	struct call call;
	bool ended;

	if (!fby_tap_ok(tap, !side_open(&from, stream, true, QUOTA, SHORT_MS),
			"a stream opens with a short time-out"))
		return false;
	ended = buffer_make(&in, PAGE_SIZE) && !begin(&call, &from, 0, &in, 0, PAGE_SIZE) &&
		end(&call);
	if (fby_tap_ok(tap, ended, "a read for which nobody sends ends by itself")) {
		fby_tap_ok(tap, came_to(&call, -ETIMEDOUT, FOREBAY_CAUSE_TIMEOUT),
			   "with ETIMEDOUT");
		print_outcome(tap, &call);
		fby_tap_ok(tap, time_after_eq(jiffies, start + msecs_to_jiffies(SHORT_MS)),
			   "not before its time");
	}
	forebay_caller_close(&from.caller);
	buffer_free(&in);
	return ended;
}

/* The same for a packet that nobody takes: what it counts is what comes out, and it ends there. */
static void cut_packet(struct fby_tap *tap, struct side *from)
{
	struct buffer out = { 0 }, in = { 0 };
	struct call write, read;
	struct side to;
	ssize_t n;

	if (!fby_tap_ok(tap, !side_open(&to, stream, false, QUOTA, SHORT_MS),
			"the way to it opens with a short time-out"))
		return;
	if (!buffer_make(&out, MOST_BYTES) || !buffer_make(&in, MOST_BYTES)) {
		fby_tap_ok(tap, false, "memory for %u bytes", MOST_BYTES);
		goto close;
	}
	get_random_bytes(out.at, MOST_BYTES);
	if (!fby_tap_ok(tap, !begin(&write, &to, 0, &out, 0, MOST_BYTES) && end(&write),
			"a write that nobody takes ends by itself"))
		goto close;
	n = write.outcome.result;
	fby_tap_ok(tap, n > 0 && n < MOST_BYTES && came_to(&write, n, FOREBAY_CAUSE_TIMEOUT),
		   "in the middle of its packet");
	print_outcome(tap, &write);
	if (n > 0 && fby_tap_ok(tap, !begin(&read, from, 0, &in, 0, MOST_BYTES) && end(&read),
				"a read behind it ends")) {
		fby_tap_ok(tap, came_to(&read, n, FOREBAY_CAUSE_NONE) && read.outcome.packet_ended,
			   "with exactly what the write has counted");
		print_outcome(tap, &read);
		fby_tap_ok(tap, !memcmp(in.at, out.at, n) && untouched(&in, n, MOST_BYTES),
			   "byte for byte");
	}
close:
	forebay_caller_close(&to.caller);
	buffer_free(&in);
	buffer_free(&out);
}

/* A stream both ways, which nobody else can have; a write that is cut, then a whole packet. */
static void pair(struct fby_tap *tap)
{
	struct side to, from, other;

	if (!fby_tap_ok(tap, !side_open(&from, stream, true, QUOTA, LONG_MS), "a stream opens"))
		return;
	fby_tap_ok(tap, side_open(&other, stream, true, QUOTA, LONG_MS) == -EBUSY, "once");
	cut_packet(tap, &from);
	if (fby_tap_ok(tap, !side_open(&to, stream, false, QUOTA, LONG_MS), "and the way to it")) {
		packet(tap, &to, &from, 10000);
		packet(tap, &to, &from, 333);
		forebay_caller_close(&to.caller);
	}
	forebay_caller_close(&from.caller);
}

static int streams_show(struct seq_file *file, void *unused)
{
	struct fby_tap tap = { .out = file };
	struct side other;

	/* Where no time is kept, each of the others would take the longest there is. */
	if (!out_of_time(&tap))
		return 0;
	pair(&tap);
	cancelled(&tap);
	closed(&tap);
	pair(&tap);
	fby_tap_ok(&tap, side_open(&other, stream + 8, true, QUOTA, 0) == -ENOENT,
		   "there is no such channel");
	return 0;
}

/* ---- while the program does something to the card ---- */

static struct {
	struct side from;
	struct buffer in;
	struct call read;
	u32 resets;
	bool open;
} waiting;

static void stop_waiting(void)
{
	if (!waiting.open)
		return;
	forebay_caller_close(&waiting.from.caller);
	buffer_free(&waiting.in);
	waiting.open = false;
}

static int begin_wait_show(struct seq_file *file, void *unused)
{
	struct fby_tap tap = { .out = file };

	stop_waiting();
	if (!fby_tap_ok(&tap, buffer_make(&waiting.in, PAGE_SIZE), "memory for a page"))
		return 0;
	if (!fby_tap_ok(&tap, !side_open(&waiting.from, stream, true, QUOTA, LONG_MS),
			"a stream opens")) {
		buffer_free(&waiting.in);
		return 0;
	}
	waiting.open = true;
	waiting.resets = forebay_caller_resets(&waiting.from.caller);
	fby_tap_ok(&tap,
		   !begin(&waiting.read, &waiting.from, 0, &waiting.in, 0, PAGE_SIZE),
		   "a read waits");
	return 0;
}

/* What has become of the read that waited. */
static void has_ended(struct fby_tap *tap, enum forebay_cause cause)
{
	fby_tap_ok(tap, end(&waiting.read), "the read that waited has ended by itself");
	fby_tap_ok(tap, came_to(&waiting.read, -ECANCELED, cause),
		   "with ECANCELED and the cause, told once");
	print_outcome(tap, &waiting.read);
	fby_tap_ok(tap, untouched(&waiting.in, 0, PAGE_SIZE), "nothing was written");
}

static int after_reset_show(struct seq_file *file, void *unused)
{
	struct fby_tap tap = { .out = file };
	struct side to;

	if (!fby_tap_ok(&tap, waiting.open, "a read was begun"))
		return 0;
	has_ended(&tap, FOREBAY_CAUSE_RESET);
	fby_tap_is(&tap, forebay_caller_resets(&waiting.from.caller), waiting.resets + 1,
		   "the caller is told of the reset");
	if (fby_tap_ok(&tap, !side_open(&to, stream, false, QUOTA, LONG_MS),
		       "the way to it opens")) {
		packet(&tap, &to, &waiting.from, 4321);
		forebay_caller_close(&to.caller);
	}
	stop_waiting();
	return 0;
}

static int after_unbind_show(struct seq_file *file, void *unused)
{
	struct fby_tap tap = { .out = file };
	struct side other;
	struct call call;

	if (!fby_tap_ok(&tap, waiting.open, "a read was begun"))
		return 0;
	has_ended(&tap, FOREBAY_CAUSE_ABORTED);
	fby_tap_ok(&tap, begin(&call, &waiting.from, 0, &waiting.in, 0, 64) == -ENODEV,
		   "the next one: ENODEV");
	fby_tap_ok(&tap, side_open(&other, memory, false, QUOTA, 0) == -ENODEV,
		   "the card cannot be found any more");
	stop_waiting();
	return 0;
}

/* ---- files ---- */

#define TAP_FILE(name)                                                                             \
	static int name##_open(struct inode *inode, struct file *file)                             \
	{                                                                                          \
		return single_open_size(file, name##_show, NULL, TAP_BYTES);                       \
	}                                                                                          \
	static const struct file_operations name##_fops = {                                        \
		.owner = THIS_MODULE,                                                              \
		.open = name##_open,                                                               \
		.read = seq_read,                                                                  \
		.llseek = seq_lseek,                                                               \
		.release = single_release,                                                         \
	}

TAP_FILE(move);
TAP_FILE(streams);
TAP_FILE(begin_wait);
TAP_FILE(after_reset);
TAP_FILE(after_unbind);

static struct dentry *dir;

static int __init fby_client_init(void)
{
	dir = debugfs_create_dir("fby_client", NULL);
	debugfs_create_file("move", 0400, dir, NULL, &move_fops);
	debugfs_create_file("streams", 0400, dir, NULL, &streams_fops);
	debugfs_create_file("begin_wait", 0400, dir, NULL, &begin_wait_fops);
	debugfs_create_file("after_reset", 0400, dir, NULL, &after_reset_fops);
	debugfs_create_file("after_unbind", 0400, dir, NULL, &after_unbind_fops);
	return 0;
}

static void __exit fby_client_exit(void)
{
	debugfs_remove(dir);
	stop_waiting();
}

module_init(fby_client_init);
module_exit(fby_client_exit);

MODULE_DESCRIPTION("Uses channels without a file, for tests");
MODULE_LICENSE("GPL");
