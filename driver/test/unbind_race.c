// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: when the driver is off the card, no run is under way, whoever was about to start one:
 * here a reader that was on its way to its channel, and channels that were just coming back into
 * service. Nor does anybody use what went with it: a caller that spins on the card's word, one that
 * asks for a channel's return, one that has yet to give its buffer back.
 * Catches: DMA into memory that was freed at remove, reads of it; callers that nobody wakes, work
 * that nobody cancels (PR #398); mappings that outlive the driver.
 */

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fby_bar.h"
#include "fby_card.h"
#include "fby_child.h"
#include "fby_fault.h"
#include "fby_hook.h"
#include "fby_stream.h"
#include "fby_test.h"

#define LIMIT_MS 60000u
#define GONE_MS 500u
#define BOUND_MS 15000u
#define ROOM (8 * FBY_PAGE)

static unsigned int channels(void)
{
	unsigned int list[FBY_MAX_CHANNELS], n = 0;

	for (unsigned int stream = 0; stream < 2; stream++) {
		n += fby_channels(FBY_H2C, stream, list);
		n += fby_channels(FBY_C2H, stream, list);
	}
	return n;
}

struct unbinding {
	pthread_t thread;
	pid_t tid;
	int result;
	bool over;
};

static void *unbind_thread(void *arg)
{
	struct unbinding *it = arg;

	__atomic_store_n(&it->tid, (pid_t)syscall(SYS_gettid), __ATOMIC_RELEASE);
	it->result = fby_unbind();
	__atomic_store_n(&it->over, true, __ATOMIC_RELEASE);
	return NULL;
}

static void begin_unbind(struct unbinding *it)
{
	*it = (struct unbinding){ .result = -1 };
	if (pthread_create(&it->thread, NULL, unbind_thread, it))
		fby_bail("no thread");
}

static void end_unbind(struct unbinding *it)
{
	pthread_join(it->thread, NULL);
	fby_is(it->result, 0, "the driver is off the card");
}

/* Waits until the thread waits in a function of the kernel; false if it has ended instead. */
static bool waits_in(struct unbinding *it, const char *function)
{
	uint64_t end = fby_ms() + 10000;
	char path[64], stack[4096];

	while (fby_ms() < end && !__atomic_load_n(&it->over, __ATOMIC_ACQUIRE)) {
		FILE *file;
		size_t n;

		snprintf(path, sizeof(path), "/proc/self/task/%d/stack",
			 __atomic_load_n(&it->tid, __ATOMIC_ACQUIRE));
		file = fopen(path, "re");
		if (!file)
			continue;
		n = fread(stack, 1, sizeof(stack) - 1, file);
		fclose(file);
		stack[n] = '\0';
		if (strstr(stack, function))
			return true;
	}
	return false;
}

/* Waits until the thread waits for those that are inside the hardware. */
static bool waits_for_fence(struct unbinding *it)
{
	return waits_in(it, "synchronize_srcu");
}

/* A write that finds nobody there puts its channel out of service; then the card is there again. */
static void put_out_of_service(unsigned int channel)
{
	int fd = fby_open_chan(FBY_H2C, channel);
	unsigned char byte[64] = { 0 };

	fby_set_completion(fd, FOREBAY_COMPLETE_IRQ, 0, GONE_MS);
	fby_fault_need();
	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(ALL_ONES), .count = FBY_ALL });
	fby_fails(pwrite(fd, byte, sizeof(byte), 0), ENODEV, "a write to a card that is gone");
	fby_fault_disarm();
	close(fd);
}

static uint32_t status_of(unsigned int c2h)
{
	volatile uint32_t *regs = fby_bar_map();
	uint32_t at = FOREBAY_XDMA_C2H_BASE + c2h * FOREBAY_XDMA_C2H_STRIDE, status;

	status = regs[(at + FOREBAY_XDMA_CHAN_STATUS) / 4];
	fby_bar_unmap(regs);
	return status;
}

/* A file of the stream on which a read waits for a packet that does not come. */
static int open_reader(unsigned int mode, unsigned int spin_us)
{
	int from = fby_open_chan(FBY_C2H, fby_loop_channel(0));

	fby_set_completion(from, mode, spin_us, LIMIT_MS);
	return from;
}

static void reader_ends(struct fby_call *call)
{
	ssize_t n;
	int error;

	fby_call_end(call, BOUND_MS, &n, &error);
	fby_ok(n == -1 && error == ENODEV, "the reader gets ENODEV (%zd, %s)", n,
	       fby_errno_name(error));
}

static void works_again(const char *after)
{
	fby_hook_unload();
	fby_is(fby_bind(), 0, "it can be bound again");
	fby_still_works(after);
}

static void starters(unsigned char *room)
{
	unsigned int first = fby_first(FBY_H2C, false), after = channels() - first,
		     stream = fby_loop_channel(0);
	int from = open_reader(FOREBAY_COMPLETE_IRQ, 0);
	struct unbinding unbinding;
	struct fby_call *call;

	fby_hook_load();
	fby_hook_hold("forebay_chan_revive", 0);
	put_out_of_service(first);
	fby_hook_waits("forebay_chan_revive");
	fby_hook_hold("forebay_chan_submit", 0);
	fby_hook_go("forebay_chan_resume");
	call = fby_call_read(from, room, ROOM, -1);
	fby_hook_waits("forebay_chan_submit");
	begin_unbind(&unbinding);
	fby_ok(waits_for_fence(&unbinding), "unbind waits for a reader and for a channel's return");
	fby_hook_go("forebay_chan_revive");
	/* That one, and all behind it, which the unbinding has taken out meanwhile. */
	fby_hook_over("forebay_chan_resume", after);
	fby_hook_go("forebay_chan_submit");
	reader_ends(call);
	end_unbind(&unbinding);
	fby_is(status_of(stream) & FOREBAY_XDMA_CHAN_STATUS_BUSY, 0,
	       "whose engine is at rest");
	close(from);
	works_again("runs that were about to begin");
}

/* The word that a polling caller spins on goes with the driver. */
static void spinner(unsigned char *room)
{
	int from = open_reader(FOREBAY_COMPLETE_POLL, 1000000);
	struct unbinding unbinding;
	struct fby_call *call;

	fby_hook_load();
	/* Behind the end of the call's submission: one that has looked at the word. */
	fby_hook_hold("forebay_card_exit", 1);
	call = fby_call_read(from, room, ROOM, -1);
	fby_hook_waits("forebay_card_exit");
	begin_unbind(&unbinding);
	fby_ok(waits_for_fence(&unbinding), "unbind waits for a caller that looks at the card's word");
	fby_hook_go("forebay_card_exit");
	reader_ends(call);
	end_unbind(&unbinding);
	close(from);
	works_again("a caller that spins");
}

static void *open_thread(void *channel)
{
	close(fby_open_chan(FBY_H2C, *(unsigned int *)channel));
	return NULL;
}

/* An opener asks for the return of a channel that is out of service: work on the card. */
static void asker(void)
{
	unsigned int channel = fby_first(FBY_H2C, false);
	struct unbinding unbinding;
	pthread_t opener;

	fby_hook_load();
	fby_hook_hold("forebay_card_recover_work", 0);
	put_out_of_service(channel);
	fby_hook_waits("forebay_card_recover_work");
	fby_hook_hold("forebay_card_exit", 0);
	if (pthread_create(&opener, NULL, open_thread, &channel))
		fby_bail("no thread");
	fby_hook_waits("forebay_card_exit");
	begin_unbind(&unbinding);
	fby_ok(waits_for_fence(&unbinding), "unbind waits for a caller that asks for a channel's return");
	fby_hook_go("forebay_card_exit");
	fby_hook_go("forebay_card_recover_work");
	end_unbind(&unbinding);
	pthread_join(opener, NULL);
	works_again("a caller that asks");
}

/* Its call is over, but nobody has let it have a processor yet. */
static void mapper(unsigned char *room)
{
	int from = open_reader(FOREBAY_COMPLETE_IRQ, 0);
	struct unbinding unbinding;
	struct fby_call *call;

	fby_hook_load();
	call = fby_call_read(from, room, ROOM, -1);
	fby_ok(fby_call_waits(call), "a read waits");
	fby_hook_hold("forebay_request_settle", 0);
	begin_unbind(&unbinding);
	fby_hook_waits("forebay_request_settle");
	fby_ok(waits_in(&unbinding, "forebay_requests_await"),
	       "unbind waits for a call that is over and has its buffer mapped");
	fby_hook_go("forebay_request_settle");
	reader_ends(call);
	end_unbind(&unbinding);
	close(from);
	works_again("a call that was slow to leave");
}

int main(int argc, char **argv)
{
	unsigned char *room = fby_map(ROOM);

	(void)argc;
	(void)argv;
	fby_begin("no run is under way when the driver is off the card", 200);
	starters(room);
	spinner(room);
	asker();
	mapper(room);
	return fby_done();
}
