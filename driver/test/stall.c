// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a transfer that waits for room in a stream port while what the datapath lacks is queued
 * behind it ends with EDEADLK, whatever its time-out; the log and the file name the full FIFO, the
 * starving one, the descriptor, what the datapath waits for, and what would have been safe. One whose
 * missing data may still come is told of and goes on; a slow one is not even told of.
 * Catches: a run that hangs until its time-out, or for ever, with nothing to say why.
 */

#include <errno.h>
#include <liburing.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_chain.h"
#include "fby_child.h"
#include "fby_fault.h"
#include "fby_kernel.h"
#include "fby_test.h"

#define SINK(reg) (FOREBAY_USER_SINK_BASE + FOREBAY_USER_SINK_##reg)
#define STREAM(port, reg)                                                                          \
	(FOREBAY_USER_STREAM_BASE + (port) * FOREBAY_USER_STREAM_STRIDE + FOREBAY_USER_STREAM_##reg)
#define PORT(n) (FOREBAY_CARD_STREAM_PORT_BASE + (off_t)(n) * FOREBAY_CARD_STREAM_PORT_STRIDE)

#define ENTRY 64u
#define LIMIT_MS 30000u
#define BOUND_S 100

/* What a FIFO holds in entries; and what goes in, one more, which the datapath has taken, in bytes. */
static unsigned int depth;
static size_t full;
static unsigned char *data;
static const struct fby_header *datapath;

/* A run of so many steps, each of which takes an entry of both ports. */
static void start(unsigned int steps)
{
	fby_set_reg(SINK(PAIRING), 1);
	fby_set_reg(SINK(PAIRING) + FOREBAY_USER_SINK_PAIRING_STRIDE, 1);
	fby_set_reg(SINK(STEPS), steps);
	fby_set_reg(SINK(CONTROL), FOREBAY_USER_SINK_CONTROL_START);
}

static void ran(unsigned int steps)
{
	fby_is(fby_reg(SINK(STEPS_DONE)), steps, "the datapath has taken all of it");
	fby_is(fby_reg(SINK(STATUS)), 0, "and is at rest");
	fby_is(fby_reg(STREAM(0, OCCUPANCY)) | fby_reg(STREAM(1, OCCUPANCY)), 0,
	       "with nothing left in a FIFO");
}

/* Drops what is in the FIFOs and the rest of a run. */
static void clear(void)
{
	fby_set_reg(datapath->at + FOREBAY_USER_FEATURE_CONTROL,
		    FOREBAY_USER_FEATURE_CONTROL_QUIESCE);
	for (unsigned int port = 0; port < 2; port++)
		fby_set_reg(STREAM(port, CONTROL), FOREBAY_USER_STREAM_CONTROL_FLUSH);
	while (fby_reg(STREAM(0, OCCUPANCY)) || fby_reg(STREAM(1, OCCUPANCY)))
		;
	for (unsigned int port = 0; port < 2; port++)
		fby_set_reg(STREAM(port, CONTROL), 0);
	fby_set_reg(datapath->at + FOREBAY_USER_FEATURE_CONTROL, 0);
}

static struct forebay_stall stall_of(int fd)
{
	struct forebay_stall stall;

	if (ioctl(fd, FOREBAY_IOC_STALL, &stall))
		fby_bail("FOREBAY_IOC_STALL: %s", strerror(errno));
	return stall;
}

static uint32_t waits(unsigned int port)
{
	return (FOREBAY_USER_FEATURE_STATUS_WAITS_PORTS & -FOREBAY_USER_FEATURE_STATUS_WAITS_PORTS)
	       << port;
}

/* What the file says of its last stall: the datapath waits for port 1, the channel for room in 0. */
static void told(int to, unsigned int lacking, const struct forebay_blocked *want)
{
	static const struct forebay_stall none;
	struct forebay_stall stall = stall_of(to);
	const struct forebay_blocked *at = &stall.blocked[0];

	fby_is((long long)stall.seq, (long long)fby_last_error(to).seq, "the file tells of it");
	fby_is(stall.lacking, lacking, "the port that gets nothing");
	fby_ok(stall.waited_ms > 0 && stall.waited_ms < BOUND_S * 1000, "after %u ms", stall.waited_ms);
	fby_is(stall.num_datapaths, 1, "one datapath");
	fby_is(stall.datapaths[0], FOREBAY_USER_FEATURE_STATUS_BUSY | waits(1),
	       "which is busy and waits for port 1 alone");
	fby_is(stall.num_fifos, 2, "two FIFOs");
	fby_ok(stall.fifos[0].held == depth && stall.fifos[0].depth == depth &&
		       stall.fifos[0].flags == FOREBAY_FIFO_FULL,
	       "the first is full (%u of %u, flags %u)", stall.fifos[0].held, stall.fifos[0].depth,
	       stall.fifos[0].flags);
	fby_ok(stall.fifos[1].held == 0 && stall.fifos[1].depth == depth &&
		       stall.fifos[1].flags == FOREBAY_FIFO_STARVING,
	       "the second starves (%u of %u, flags %u)", stall.fifos[1].held, stall.fifos[1].depth,
	       stall.fifos[1].flags);
	fby_is(stall.num_blocked, 1, "one channel has something to do");
	fby_ok(!memcmp(at, want, sizeof(*want)),
	       "its descriptor is %llu of %llu, of %llu bytes to 0x%llx, for port %u",
	       (unsigned long long)at->descriptor, (unsigned long long)at->total,
	       (unsigned long long)at->bytes, (unsigned long long)at->card_addr, at->port);
	fby_ok(!memcmp(&stall.fifos[2], &none.fifos[2], sizeof(none.fifos) - 2 * sizeof(none.fifos[0])) &&
		       !memcmp(&stall.blocked[1], &none.blocked[1],
			       sizeof(none.blocked) - sizeof(none.blocked[0])) &&
		       !stall.reserved,
	       "and the rest is 0");
}

static void queue_write(struct io_uring *ring, int to, unsigned int port, size_t len,
			unsigned int number)
{
	struct io_uring_sqe *sqe = io_uring_get_sqe(ring);

	io_uring_prep_write(sqe, to, data, (unsigned int)len, (unsigned long long)PORT(port));
	sqe->user_data = number;
}

static void reap(struct io_uring *ring, int results[], unsigned int count)
{
	struct __kernel_timespec limit = { .tv_sec = BOUND_S };

	while (count--) {
		struct io_uring_cqe *cqe;

		if (io_uring_wait_cqe_timeout(ring, &cqe, &limit))
			fby_bail("a queued write does not end");
		results[cqe->user_data] = cqe->res;
		io_uring_cqe_seen(ring, cqe);
	}
}

static bool said(const char *word, const char *and)
{
	const char *const words[] = { word, and, NULL };

	return fby_kernel_said(words);
}

/*
 * More for port 0 than its FIFO holds, and what there is for port 1 behind it. When the first is
 * taken out of the way the rest goes through.
 */
static void certain(struct io_uring *ring, int to)
{
	long long before = fby_chan_stat(FBY_H2C, 0, "deadlocks");
	const struct forebay_blocked want = {
		.port = 0, .total = fby_dma() == FBY_DMA_DIRECT ? full / FBY_PAGE + 1 : 1, .card_addr = PORT(0),
		.bytes = fby_dma() == FBY_DMA_DIRECT ? FBY_PAGE : full,
	};
	int results[2] = { 0, 0 };
	char safe[80];

	fby_kernel_forget();
	start(depth + 1);
	fby_is(pwrite(to, data, full, PORT(0)), (long long)full, "as much as the FIFO holds");
	queue_write(ring, to, 0, full, 0);
	queue_write(ring, to, 1, full, 1);
	fby_is(io_uring_submit(ring), 2, "as much again, and what the datapath lacks behind it");
	reap(ring, results, 2);
	fby_is(results[0], -EDEADLK, "the first: EDEADLK");
	fby_is(results[1], (long long)full, "then the second goes through");
	fby_is(fby_last_error(to).cause, FOREBAY_CAUSE_DEADLOCK, "the file knows the cause");
	fby_is((long long)fby_last_error(to).done, 0, "and that nothing was done");
	fby_is(fby_chan_stat(FBY_H2C, 0, "deadlocks") - before, 1, "it is counted");
	fby_is(fby_chan_stat(FBY_H2C, 0, "timeouts"), 0, "and not as a time-out");
	told(to, 1, &want);
	snprintf(safe, sizeof(safe), "at most %u bytes to stream port 0", depth * ENTRY);
	if (!fby_ok(said("waits for room in stream port 0", "waits for data of stream port 1") &&
			    said("what there is for stream port 1 is queued behind that", safe) &&
			    said("h2c0: descriptor 1 of", "deadlock"),
		    "the kernel log tells who waits for whom, and what would have been safe"))
		fby_kernel_print(10);
	ran(depth + 1);
}

struct reader {
	pthread_t thread;
	int from;
	bool stop;
	unsigned int reads;
};

/* Long ones, so that whoever looks finds them under way. */
static void *keep_reading(void *arg)
{
	struct reader *reader = arg;
	size_t len = fby_work_bytes();
	unsigned char *room = fby_map(len);

	do
		reader->reads += pread(reader->from, room, len, 0) == (ssize_t)len;
	while (!__atomic_load_n(&reader->stop, __ATOMIC_ACQUIRE));
	munmap(room, len);
	return NULL;
}

static void start_reading(struct reader readers[], const unsigned int channels[], unsigned int count)
{
	for (unsigned int i = 0; i < count; i++) {
		readers[i] = (struct reader){ .from = fby_open_chan(FBY_C2H, channels[i]) };
		if (pthread_create(&readers[i].thread, NULL, keep_reading, &readers[i]))
			fby_bail("no thread for a read");
	}
}

/* Returns how many have not read at all. */
static unsigned int stop_reading(struct reader readers[], unsigned int count)
{
	unsigned int idle = 0;

	for (unsigned int i = 0; i < count; i++)
		__atomic_store_n(&readers[i].stop, true, __ATOMIC_RELEASE);
	for (unsigned int i = 0; i < count; i++) {
		pthread_join(readers[i].thread, NULL);
		close(readers[i].from);
		idle += !readers[i].reads;
	}
	return idle;
}

/*
 * All channels have something to do, which brings nothing to the port that starves. It is as certain as before,
 * and told of as before: what matters is not behind what does not.
 */
static void crowd(struct io_uring *ring, int to)
{
	int other = fby_open_chan(FBY_H2C, 1), results[2] = { 0, 0 }, error;
	unsigned int channels[FBY_MAX_CHANNELS], count = fby_channels(FBY_C2H, false, channels);
	struct reader readers[FBY_MAX_CHANNELS];
	struct fby_call *behind;
	ssize_t n = 0;

	fby_kernel_forget();
	start(3 * (depth + 1));
	fby_is(pwrite(to, data, full, PORT(0)), (long long)full, "as much as the FIFO holds");
	fby_set_completion(other, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	behind = fby_call_write(other, data, full, PORT(0));
	if (!fby_call_waits(behind))
		fby_bail("as much again does not wait");
	start_reading(readers, channels, count);
	queue_write(ring, to, 0, full, 0);
	queue_write(ring, to, 1, full, 1);
	fby_is(io_uring_submit(ring), 2, "as much again, and what the datapath lacks behind it");
	reap(ring, results, 2);
	fby_is(stop_reading(readers, count), 0, "while %u channels were read from", count);
	fby_is(results[0], -EDEADLK, "the first: EDEADLK");
	fby_is(results[1], (long long)full, "then the second goes through");
	fby_note("%u channels had something to do", stall_of(to).num_blocked);
	if (!fby_ok(said("what there is for stream port 1 is queued behind that", "would have been safe"),
		    "the log has all of it in one line"))
		fby_kernel_print(10);
	fby_call_end(behind, BOUND_S * 1000, &n, &error);
	close(other);
	clear();
}

/*
 * A channel that reads from the card was given up: its engine does not stop, and nobody can reset the card. What
 * another waits for is as certain as before.
 */
static void beside_one_given_up(struct io_uring *ring, int to)
{
	int from = fby_open_chan(FBY_C2H, 0), results[2] = { 0, 0 };
	unsigned char *room = fby_map(FBY_PAGE);

	fby_fault_need();
	fby_is(fby_write_file(fby_pci_path("reset_method"), "\n"), 0, "nobody can reset the card");
	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, 100);
	fby_fault_arm((struct fby_fault){
		.kind = FBY_KIND(NEVER_ANSWERED),
		.select = FOREBAY_FAULT_SELECT_WRITE | FOREBAY_FAULT_SELECT_DATA,
		.count = 1,
	});
	fby_fails(pread(from, room, FBY_PAGE, 0), ETIMEDOUT, "a read that never ends: ETIMEDOUT");
	fby_is(fby_chan_stat(FBY_C2H, 0, "stuck"), 1, "its engine does not stop");
	start(depth + 1);
	fby_is(pwrite(to, data, full, PORT(0)), (long long)full, "as much as the FIFO holds");
	queue_write(ring, to, 0, full, 0);
	queue_write(ring, to, 1, full, 1);
	fby_is(io_uring_submit(ring), 2, "as much again, and what the datapath lacks behind it");
	reap(ring, results, 2);
	fby_is(results[0], -EDEADLK, "the first: EDEADLK");
	fby_is(results[1], (long long)full, "then the second goes through");
	ran(depth + 1);
	fby_is(fby_write_file(fby_pci_path("reset_method"), "default"), 0, "it can be reset again");
	fby_is(fby_write_file(fby_pci_path("reset"), "1"), 0, "and is");
	close(from);
}

/* A transfer that has begun: the count is exact, the cause kept. */
static void partial(struct io_uring *ring, int to)
{
	uint64_t before = fby_counter(FOREBAY_USER_COUNTER_PORT0_BEATS_IN_INDEX), in;
	int results[2] = { 0, 0 };

	start(2 * (depth + 1));
	queue_write(ring, to, 0, 2 * full, 0);
	queue_write(ring, to, 1, full, 1);
	fby_is(io_uring_submit(ring), 2, "twice what the FIFO holds in one write");
	reap(ring, results, 2);
	in = fby_counter(FOREBAY_USER_COUNTER_PORT0_BEATS_IN_INDEX) - before;
	fby_ok(in >= depth && in <= depth + 1, "the first fills the FIFO: %llu entries",
	       (unsigned long long)in);
	fby_is(results[0], (long long)in * ENTRY, "its count is exactly that");
	fby_is(results[1], (long long)full, "the second goes through");
	fby_is(fby_last_error(to).cause, FOREBAY_CAUSE_DEADLOCK, "the file knows the cause");
	fby_is((long long)fby_last_error(to).done, results[0], "and the count");
	fby_is(pwrite(to, data, 2 * full - (size_t)results[0], PORT(0)),
	       (long long)(2 * full - (size_t)results[0]), "the rest of the first");
	fby_is(pwrite(to, data, full, PORT(1)), (long long)full, "and of the second");
	ran(2 * (depth + 1));
}

static int move(int to, const struct forebay_piece *pieces, uint32_t count, uint64_t *done)
{
	struct forebay_list list = { .pieces = (uintptr_t)pieces, .count = count };
	int ret = ioctl(to, FOREBAY_IOC_LIST, &list);

	*done = list.done;
	return ret;
}

/*
 * The same as one list: it ends where it stands, and nothing behind that is begun. In chunks that the
 * FIFO holds it goes through.
 */
static void one_list(int to)
{
	const struct forebay_piece in_turns[] = {
		{ (uintptr_t)data, full, PORT(0) }, { (uintptr_t)data, full, PORT(1) },
		{ (uintptr_t)data, full, PORT(0) }, { (uintptr_t)data, full, PORT(1) },
	};
	const struct forebay_piece one_by_one[] = { in_turns[0], in_turns[2], in_turns[1], in_turns[3] };
	uint64_t before = fby_counter(FOREBAY_USER_COUNTER_PORT1_BEATS_IN_INDEX), done;

	start(2 * (depth + 1));
	fby_is(move(to, one_by_one, 4, &done), 0, "a list of the streams one by one");
	fby_is((long long)done, (long long)full, "is counted up to what waits");
	fby_is(fby_last_error(to).cause, FOREBAY_CAUSE_DEADLOCK, "the file knows the cause");
	fby_is((long long)(fby_counter(FOREBAY_USER_COUNTER_PORT1_BEATS_IN_INDEX) - before), 0,
	       "nothing of the list is begun behind it");
	fby_fails(move(to, one_by_one + 1, 3, &done), EDEADLK, "the rest of it: EDEADLK");
	clear();
	start(2 * (depth + 1));
	fby_is(move(to, in_turns, 4, &done), 0, "a list of the streams in turns");
	fby_is((long long)done, (long long)(4 * full), "goes through");
	ran(2 * (depth + 1));
}

static void on_alarm(int signal)
{
	(void)signal;
}

/* A signal ends a list at what waits, with the count. */
static void signalled(int to)
{
	const struct sigaction action = { .sa_handler = on_alarm };
	const struct itimerval soon = { .it_value.tv_usec = 300000 };
	const struct forebay_piece pieces[] = {
		{ (uintptr_t)data, full, PORT(0) }, { (uintptr_t)data, full, PORT(0) },
		{ (uintptr_t)data, FBY_PAGE, 0 },
	};
	unsigned char *card = fby_map(FBY_PAGE);
	int from = fby_open_chan(FBY_C2H, 0);
	uint64_t done;

	memset(data, 0x77, FBY_PAGE);
	fby_is(pwrite(to, data, FBY_PAGE, 0), FBY_PAGE, "a mark on the card");
	memset(data, 0x78, FBY_PAGE);
	sigaction(SIGALRM, &action, NULL);
	start(depth + 1);
	setitimer(ITIMER_REAL, &soon, NULL);
	fby_is(move(to, pieces, 3, &done), 0, "a signal in a list that waits");
	fby_is((long long)done, (long long)full, "it is counted up to that");
	fby_is(fby_last_error(to).cause, FOREBAY_CAUSE_ABORTED, "the file knows the cause");
	fby_is(pread(from, card, FBY_PAGE, 0), FBY_PAGE, "what is behind");
	fby_is(fby_diff_byte(card, 0x77, FBY_PAGE), -1, "is not begun");
	close(from);
	setitimer(ITIMER_REAL, &soon, NULL);
	fby_fails(move(to, pieces + 1, 2, &done), EINTR, "one in the first piece: EINTR");
	clear();
}

/* Nothing is queued for port 1: somebody may be about to send it. */
static void open_end(int to)
{
	const struct forebay_blocked want = {
		.port = 0, .total = fby_dma() == FBY_DMA_DIRECT ? full / FBY_PAGE + 1 : 1, .card_addr = PORT(0),
		.bytes = fby_dma() == FBY_DMA_DIRECT ? FBY_PAGE : full,
	};

	fby_kernel_forget();
	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, 10);
	start(depth + 1);
	fby_is(pwrite(to, data, full, PORT(0)), (long long)full, "as much as the FIFO holds");
	fby_fails(pwrite(to, data, full, PORT(0)), ETIMEDOUT, "as much again: ETIMEDOUT");
	fby_is(fby_last_error(to).cause, FOREBAY_CAUSE_TIMEOUT, "the file knows the cause");
	told(to, FOREBAY_NO_PORT, &want);
	if (!fby_ok(said("waits for room in stream port 0", "what is missing may still come"),
		    "the kernel log tells who waits for whom"))
		fby_kernel_print(10);
	fby_ok(!said("no time helps", NULL), "and does not say that it is hopeless");
	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	clear();
}

/* The same, and what is missing comes when the log has told of it. */
static void late(int to)
{
	int other = fby_open_chan(FBY_H2C, 1), error = 0;
	uint64_t end = fby_ms() + BOUND_S * 1000;
	struct fby_call *call;
	ssize_t n = 0;

	fby_kernel_forget();
	start(2 * (depth + 1));
	fby_is(pwrite(to, data, full, PORT(0)), (long long)full, "as much as the FIFO holds");
	call = fby_call_write(to, data, full, PORT(0));
	while (!said("nothing has moved", "what is missing may still come") && fby_ms() < end)
		;
	fby_ok(fby_ms() < end, "a write that waits for another program is told of");
	fby_is(pwrite(other, data, 2 * full, PORT(1)), (long long)(2 * full), "which comes");
	fby_call_end(call, BOUND_S * 1000, &n, &error);
	fby_is(n, (long long)full, "and the write goes on to its end (%s)", fby_errno_name(error));
	close(other);
	ran(2 * (depth + 1));
}

/* What may still come, as the log says, is then queued where it cannot: the log says that too. */
static void turns_certain(int to)
{
	uint64_t end = fby_ms() + BOUND_S * 1000;
	struct fby_call *first, *behind;
	ssize_t n = 0, m = 0;
	int error = 0;

	fby_kernel_forget();
	start(depth + 1);
	fby_is(pwrite(to, data, full, PORT(0)), (long long)full, "as much as the FIFO holds");
	first = fby_call_write(to, data, full, PORT(0));
	while (!said("nothing has moved", "what is missing may still come") && fby_ms() < end)
		;
	fby_ok(fby_ms() < end, "a write that may still end is told of");
	behind = fby_call_write(to, data, full, PORT(1));
	fby_call_end(first, BOUND_S * 1000, &n, &error);
	fby_ok(n == -1 && error == EDEADLK, "what it waits for is queued behind it: EDEADLK (%zd, %s)", n,
	       fby_errno_name(error));
	fby_call_end(behind, BOUND_S * 1000, &m, &error);
	fby_is(m, (long long)full, "which then goes through");
	if (!fby_ok(said("nothing has moved", "so that no time helps"), "the log tells of that as well"))
		fby_kernel_print(10);
	ran(depth + 1);
}

/*
 * On a card whose channels share a path, what is missing cannot come by another one: the first write is
 * in front of it.
 */
static void shared_path(int to)
{
	int other = fby_open_chan(FBY_H2C, 1), error = 0;
	struct fby_call *call;
	ssize_t n = 0;

	fby_kernel_forget();
	start(depth + 1);
	fby_is(pwrite(to, data, full, PORT(0)), (long long)full, "as much as the FIFO holds");
	call = fby_call_write(to, data, full, PORT(0));
	if (!fby_call_waits(call))
		fby_bail("as much again does not wait");
	fby_is(pwrite(other, data, full, PORT(1)), (long long)full,
	       "what the datapath lacks, by another channel, goes through in the end");
	fby_call_end(call, BOUND_S * 1000, &n, &error);
	fby_ok(n == -1 && error == EDEADLK, "as what was in front of it has ended: EDEADLK (%zd, %s)",
	       n, fby_errno_name(error));
	fby_is(stall_of(to).lacking, 1, "the port that got nothing");
	fby_is(stall_of(to).num_blocked, 2, "two channels had something to do");
	if (!fby_ok(said("of h2c1", "waits on the path that all channels share") &&
			    said("h2c0: descriptor 1 of", "deadlock"),
		    "the kernel log tells who was held up"))
		fby_kernel_print(10);
	close(other);
	ran(depth + 1);
}

/*
 * Twice what the FIFO holds of both streams, the second in drops of so many bytes. Returns how long it
 * took.
 */
static uint64_t in_drops(int to, int other, size_t drop)
{
	uint64_t start_ms = fby_ms();
	size_t bytes = 2 * full, sent = 0;
	struct fby_call *call;
	int error = 0;
	ssize_t n = 0;

	start(2 * (depth + 1));
	call = fby_call_write(to, data, bytes, PORT(0));
	while (sent < bytes) {
		size_t next = bytes - sent < drop ? bytes - sent : drop;

		if (pwrite(other, data, next, PORT(1)) != (ssize_t)next)
			break;
		sent += next;
	}
	fby_call_end(call, BOUND_S * 1000, &n, &error);
	fby_ok(n == (ssize_t)bytes && sent == bytes, "both streams, the second in drops of %zu bytes (%zd, %s; %zu)",
	       drop, n, fby_errno_name(error), sent);
	ran(2 * (depth + 1));
	return fby_ms() - start_ms;
}

/* One call is much longer than the driver's patience, but the datapath gets on all the time. */
static void slow(int to, uint64_t patience_ms)
{
	int other = fby_open_chan(FBY_H2C, 1);
	size_t drop = full / 8 / ENTRY * ENTRY;
	uint64_t took = 0;

	fby_kernel_forget();
	while (took < 5 * patience_ms && drop >= ENTRY) {
		took = in_drops(to, other, drop);
		drop = drop / 2 / ENTRY * ENTRY;
	}
	fby_ok(took >= 5 * patience_ms, "%llu ms, slow against %llu", (unsigned long long)took,
	       (unsigned long long)patience_ms);
	if (!fby_ok(!said("nothing has moved", NULL), "the log has no line of it"))
		fby_kernel_print(10);
	close(other);
}

int main(int argc, char **argv)
{
	uint64_t patience_ms = fby_arg(argc, argv, "patience=", 0) * fby_timeout_scale();
	struct fby_chain chain;
	struct io_uring ring;
	int to;

	fby_begin("who waits in vain is told so, and who only waits is not ended", 500);
	if (fby_channels(FBY_H2C, false, (unsigned int[FBY_MAX_CHANNELS]){ 0 }) < 2)
		fby_skip_all("two memory-mapped channels are needed");
	fby_chain_read(&chain);
	datapath = fby_chain_datapath(&chain);
	if (datapath->kind != FOREBAY_USER_STATUS_CARD_KIND_KIND_SINK)
		fby_skip_all("the datapath is no sink");
	depth = fby_reg(STREAM(0, DEPTH));
	full = (size_t)(depth + 1) * ENTRY;
	data = fby_scattered(2 * full / FBY_PAGE + 1);
	if (io_uring_queue_init(2, &ring, 0))
		fby_bail("io_uring: %s", strerror(errno));
	to = fby_open_chan(FBY_H2C, 0);
	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	certain(&ring, to);
	crowd(&ring, to);
	partial(&ring, to);
	turns_certain(to);
	one_list(to);
	signalled(to);
	open_end(to);
	if (fby_reg(FOREBAY_USER_STATUS_BASE + FOREBAY_USER_STATUS_CHANNELS) &
	    FOREBAY_USER_STATUS_CHANNELS_SHARED_PATH) {
		shared_path(to);
	} else {
		late(to);
		slow(to, patience_ms);
	}
	beside_one_given_up(&ring, to);
	io_uring_queue_exit(&ring);
	close(to);
	fby_still_works("stalls");
	return fby_done();
}
