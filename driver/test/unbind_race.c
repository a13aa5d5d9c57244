// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: when the driver is off the card, no run is under way, whoever was about to start one:
 * here a reader that was on its way to its channel, and channels that were just coming back into
 * service.
 * Catches: DMA into memory that was freed at remove; callers that nobody wakes (PR #398: work not
 * cancelled at teardown).
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
};

static void *unbind_thread(void *arg)
{
	struct unbinding *it = arg;

	__atomic_store_n(&it->tid, (pid_t)syscall(SYS_gettid), __ATOMIC_RELEASE);
	it->result = fby_unbind();
	return NULL;
}

/* Waits until the thread waits for those that are inside the hardware. */
static bool waits_for_fence(struct unbinding *it)
{
	uint64_t end = fby_ms() + 10000;
	char path[64], stack[4096];

	while (fby_ms() < end) {
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
		if (strstr(stack, "synchronize_srcu"))
			return true;
	}
	return false;
}

/*
 * A write that finds nobody there puts its channel out of service; then the card is there again,
 * and the channel is about to come back.
 */
static void out_of_service(unsigned int channel)
{
	int fd = fby_open_chan(FBY_H2C, channel);
	unsigned char byte[64] = { 0 };

	fby_set_completion(fd, FOREBAY_COMPLETE_IRQ, 0, GONE_MS);
	fby_fault_need();
	fby_hook_hold("forebay_chan_revive", 0);
	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(ALL_ONES), .count = FBY_ALL });
	fby_fails(pwrite(fd, byte, sizeof(byte), 0), ENODEV, "a write to a card that is gone");
	fby_fault_disarm();
	fby_hook_waits("forebay_chan_revive");
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

int main(int argc, char **argv)
{
	unsigned int stream, first, after;
	struct unbinding unbinding = { .result = -1 };
	unsigned char *room = fby_map(8 * FBY_PAGE);
	struct fby_call *call;
	int from, error;
	ssize_t n;

	(void)argc;
	(void)argv;
	fby_begin("no run is under way when the driver is off the card", 120);
	stream = fby_loop_channel(0);
	first = fby_first(FBY_H2C, false);
	after = channels() - first;
	from = fby_open_chan(FBY_C2H, stream);
	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	fby_hook_load();
	out_of_service(first);
	fby_hook_hold("forebay_chan_submit", 0);
	fby_hook_go("forebay_chan_resume");
	call = fby_call_read(from, room, 8 * FBY_PAGE, -1);
	fby_hook_waits("forebay_chan_submit");
	pthread_create(&unbinding.thread, NULL, unbind_thread, &unbinding);
	fby_ok(waits_for_fence(&unbinding), "unbind waits for a reader and for a channel's return");
	fby_hook_go("forebay_chan_revive");
	/* That one, and all behind it, which the unbinding has taken out meanwhile. */
	fby_hook_over("forebay_chan_resume", after);
	fby_hook_go("forebay_chan_submit");
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_ok(n == -1 && error == ENODEV, "the reader gets ENODEV (%zd, %s)", n,
	       fby_errno_name(error));
	pthread_join(unbinding.thread, NULL);
	fby_is(unbinding.result, 0, "the driver is off the card");
	fby_is(status_of(stream) & FOREBAY_XDMA_CHAN_STATUS_BUSY, 0, "whose engine is at rest");
	fby_hook_unload();
	close(from);
	fby_is(fby_bind(), 0, "it can be bound again");
	fby_still_works("all that");
	return fby_done();
}
