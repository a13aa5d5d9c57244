// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: whatever ends a capture ends it once, tells who waits, and leaves the next one whole: a signal, a process that dies
 * with buffers in its hands, an unbind, a reset, an error of the engine, an engine that never stops; a message that is lost ends
 * nothing. A buffer that was exported keeps its bytes for as long as somebody has it, and is not filled meanwhile.
 * Catches: a reader that waits for ever; memory given back under the card or under a map; a node that stays busy; a stream that
 * cannot be begun again.
 */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_cap.h"
#include "fby_child.h"
#include "fby_fault.h"
#include "fby_flow.h"
#include "fby_kernel.h"
#include "fby_test.h"
#include "fby_trouble.h"

#define BUFFERS 16u
#define BYTES 8192u
/* Longest: a stop that does not come, and a reset, on an emulated machine. */
#define BOUND_MS 60000u
#define BURST ((uint64_t)BUFFERS * BYTES / FBY_SAMPLE)

static struct fby_cap streaming(void)
{
	return fby_cap_stream(BUFFERS, BYTES, 0, FOREBAY_CAP_GAP);
}

/* Buffers that come round. */
static uint32_t in_turn(const struct fby_cap *cap)
{
	struct forebay_cap_stats stats = fby_cap_stats(cap);

	return stats.armed + stats.full;
}

/* The first buffer of a stream that goes on. */
static struct forebay_cap_buffer first_of(const struct fby_cap *cap)
{
	struct forebay_cap_buffer said;

	fby_source_start(FBY_FASTEST, 0, 0);
	if (fby_cap_next(cap, FBY_FLOW_MS, &said))
		fby_bail("no buffer came: %s", strerror(errno));
	return said;
}

/* A ramp from the beginning on. */
static bool is_ramp(const unsigned char *bytes, size_t count)
{
	for (uint32_t i = 0; i < count / FBY_SAMPLE; i++) {
		uint32_t got;

		memcpy(&got, bytes + i * FBY_SAMPLE, sizeof(got));
		if (got != i)
			return false;
	}
	return true;
}

static void on_signal(int sig)
{
	(void)sig;
}

/* Nobody hears of any buffer: a look now and then finds them. */
static void without_messages(void)
{
	struct fby_cap cap = streaming();
	struct forebay_cap_stats stats;

	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(LOST_MESSAGE), .count = FBY_ALL });
	fby_cap_flows(&cap, "messages that are lost");
	fby_ok(fby_fault_disarm() > 0, "there were some");
	stats = fby_cap_stats(&cap);
	fby_ok(!stats.interrupts && stats.polls > 0, "buffers were found without (%llu looks)",
	       (unsigned long long)stats.polls);
	fby_cap_close(&cap);
}

static void by_signal(void)
{
	struct sigaction action = { .sa_handler = on_signal };
	struct fby_cap cap = streaming();
	unsigned char room[64];
	struct fby_call *call;
	ssize_t n;
	int error;

	sigaction(SIGUSR1, &action, NULL);
	call = fby_call_read(cap.fd, room, sizeof(room), -1);
	fby_ok(fby_call_waits(call), "a read waits");
	fby_call_stop(call, SIGUSR1, BOUND_MS, &n, &error);
	fby_ok(n == -1 && error == EINTR, "a signal ends it: EINTR");
	fby_cap_flows(&cap, "a signal");
	call = fby_call_read(cap.fd, room, sizeof(room), -1);
	fby_ok(fby_call_waits(call), "a read waits");
	fby_is(fby_cap_stop(&cap), 0, "it stops");
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_is(n, 0, "which is its end");
	fby_cap_close(&cap);
}

static void by_death(void)
{
	struct fby_notice there = fby_notice_open();
	pid_t child = fby_fork();
	int status;

	if (!child) {
		struct fby_cap cap = streaming();
		struct forebay_cap_buffer said = first_of(&cap);

		if (fby_cap_export(&cap, said.index) >= 0)
			fby_notice_post(there);
		for (;;)
			pause();
	}
	fby_ok(fby_notice_wait(there, 1), "a process has a buffer, maps all and streams");
	fby_fails(fby_open("cap0", O_RDWR), EBUSY, "nobody else can");
	kill(child, SIGKILL);
	status = fby_reaped(child, BOUND_MS);
	fby_ok(status != -1 && WIFSIGNALED(status), "and is gone when it is killed");
	fby_source_stop();
	fby_cap_works("a death");
}

static void exported(void)
{
	struct fby_cap cap = streaming();
	struct forebay_cap_buffer said = first_of(&cap);
	int buf = fby_cap_export(&cap, said.index);
	const unsigned char *map;
	unsigned char *copy;

	fby_ok(buf >= 0, "a buffer that was taken is exported");
	fby_ok(mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, buf, 0) == MAP_FAILED && errno == EACCES,
	       "the dma-buf cannot be written");
	map = mmap(NULL, BYTES, PROT_READ, MAP_SHARED, buf, 0);
	if (map == MAP_FAILED)
		fby_bail("a map of the dma-buf: %s", strerror(errno));
	fby_ok(is_ramp(map, said.bytes), "and has what the buffer has");
	fby_is(fby_cap_release(&cap, said.index), 0, "the buffer is given back");
	fby_is(fby_cap_stats(&cap).exported, 1, "but the dma-buf holds it");
	fby_source_stop();
	fby_cap_stop(&cap);
	fby_is(fby_cap_start(&cap), 0, "a new start");
	fby_is(in_turn(&cap), BUFFERS - 1, "goes on without it");
	munmap((void *)(uintptr_t)map, BYTES);
	close(buf);
	fby_is(in_turn(&cap), BUFFERS, "when it is closed, with it");
	fby_cap_stop(&cap);
	fby_is(fby_cap_start(&cap), 0, "and another");
	said = first_of(&cap);
	buf = fby_cap_export(&cap, said.index);
	copy = fby_xmalloc(BYTES);
	memcpy(copy, fby_cap_at(&cap, said.index), said.bytes);
	fby_source_stop();
	fby_cap_close(&cap);
	fby_cap_works("a close with a dma-buf");
	map = mmap(NULL, BYTES, PROT_READ, MAP_SHARED, buf, 0);
	fby_ok(map != MAP_FAILED && fby_diff(map, copy, said.bytes) < 0,
	       "a dma-buf has its bytes behind the close of the file, and another file's stream");
	munmap((void *)(uintptr_t)map, BYTES);
	close(buf);
	free(copy);
}

/* A child touches a map that is inherited. */
static bool is_bus_error(const unsigned char *byte)
{
	pid_t child = fby_fork();
	int status;

	if (!child) {
		signal(SIGBUS, SIG_DFL);
		_exit(*(const volatile unsigned char *)byte & 0);
	}
	status = fby_reaped(child, BOUND_MS);
	return status != -1 && WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS;
}

/* A read that waits behind what has come: all buffers are the program's. */
static struct fby_call *wait_behind_all(const struct fby_cap *cap, unsigned char room[64])
{
	struct forebay_cap_buffer said;
	struct fby_call *call;

	for (unsigned int i = 1; i < BUFFERS; i++) {
		if (fby_cap_next(cap, FBY_FLOW_MS, &said))
			fby_bail("buffer %u did not come: %s", i, strerror(errno));
	}
	call = fby_call_read(cap->fd, room, 64, -1);
	fby_ok(fby_call_waits(call), "a read waits");
	return call;
}

static void by_unbind(void)
{
	struct fby_cap cap = streaming();
	struct forebay_cap_buffer said = first_of(&cap);
	int buf = fby_cap_export(&cap, said.index), error;
	unsigned char room[64], *copy = fby_xmalloc(BYTES);
	const unsigned char *map = mmap(NULL, BYTES, PROT_READ, MAP_SHARED, buf, 0);
	struct fby_call *call = wait_behind_all(&cap, room);
	ssize_t n;

	memcpy(copy, map, BYTES);
	/* Touched here, so that its pages are there when it is taken away. */
	fby_ok(is_ramp(fby_cap_at(&cap, said.index), said.bytes) && !is_bus_error(fby_cap_at(&cap, said.index)),
	       "the map is there");
	fby_is(fby_unbind(), 0, "the card is unbound while it streams");
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_ok(n == -1 && error == ENODEV, "the read ends: ENODEV");
	fby_fails(fby_cap_release(&cap, said.index), ENODEV, "and so does each call");
	fby_ok(is_bus_error(fby_cap_at(&cap, said.index)), "a touch of the map is a SIGBUS");
	fby_ok(fby_diff(map, copy, BYTES) < 0, "the dma-buf has its bytes");
	fby_is(fby_bind(), 0, "the card is bound again");
	fby_cap_works("an unbind");
	fby_ok(fby_diff(map, copy, BYTES) < 0, "and the dma-buf has them yet");
	munmap((void *)(uintptr_t)map, BYTES);
	close(buf);
	fby_cap_close(&cap);
	free(copy);
}

static void by_reset(void)
{
	struct fby_cap cap = streaming();
	struct forebay_cap_buffer said = first_of(&cap), none;
	unsigned char room[64];
	struct fby_call *call = wait_behind_all(&cap, room);
	ssize_t n;
	int error;

	fby_is(fby_write_file(fby_pci_path("reset"), "1"), 0, "the card is reset while it streams");
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_ok(n == -1 && error == ECANCELED, "the read ends: ECANCELED");
	fby_fails(fby_cap_next(&cap, 0, &none), ECANCELED, "and so does next");
	fby_is(fby_cap_stop(&cap), 0, "a stop has nothing to do");
	fby_ok(is_ramp(fby_cap_at(&cap, said.index), said.bytes), "a buffer that was taken has what it had");
	fby_cap_release_all(&cap);
	fby_is(fby_cap_stats(&cap).taken, 0, "and is given back");
	fby_is(fby_cap_start(&cap), 0, "it starts again");
	fby_cap_flows(&cap, "a reset");
	fby_cap_close(&cap);
}


/* A file can be closed while its card cannot be reached; the next one streams when it is back. */
static void closed_while_away(void)
{
	struct fby_cap cap = streaming();
	struct forebay_cap_buffer none;

	fby_source_start(FBY_FASTEST, 0, 0);
	fby_step("frozen");
	fby_fails(fby_cap_next(&cap, FBY_FLOW_MS, &none), ECANCELED, "the card is away: ECANCELED");
	fby_cap_close(&cap);
	fby_step("slot_reset");
	fby_step("resume");
	fby_source_stop();
	fby_cap_works("a card that was away");
}

static void by_error(void)
{
	struct fby_cap cap = streaming();
	struct forebay_cap_stats stats;
	struct forebay_cap_buffer said;
	uint32_t whole = 0;

	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(COMPLETER_ABORT), .skip = 100, .count = 1,
					  .select = FOREBAY_FAULT_SELECT_WRITE | FOREBAY_FAULT_SELECT_DATA });
	fby_source_start(FBY_FASTEST, 0, BURST);
	while (!fby_cap_next(&cap, FBY_FLOW_MS, &said))
		whole += !(said.flags & FOREBAY_CAP_STOPPED);
	fby_is(errno, EIO, "an error of the engine ends it: EIO");
	fby_is(fby_fault_disarm(), 1, "there was one");
	stats = fby_cap_stats(&cap);
	fby_is(stats.errors, 1, "which is counted");
	fby_ok(stats.status & (FOREBAY_USER_S2MM_DMASR_SLV_ERR | FOREBAY_USER_S2MM_DMASR_DEC_ERR),
	       "with its status (0x%x)", stats.status);
	fby_is(stats.flags, 0, "and it does not run");
	fby_fails(read(cap.fd, &whole, sizeof(whole)), EIO, "a read says the same");
	fby_cap_release_all(&cap);
	fby_source_stop();
	/* What is left in the card of the burst. */
	fby_is(fby_cap_start(&cap), 0, "it starts again");
	fby_cap_flows(&cap, "an error");
	fby_cap_close(&cap);
}

/* Until the card is out of its reset: other buffers, and a start. */
static int start_again(struct fby_cap *cap)
{
	uint64_t end = fby_ms() + BOUND_MS;
	int ret;

	do {
		cap->setup = (struct forebay_cap_setup){ .buffers = BUFFERS, .bytes = BYTES };
		ret = fby_cap_setup(cap->fd, &cap->setup);
	} while (ret && errno == EIO && fby_ms() < end);
	return ret ? ret : fby_cap_start(cap);
}

static void by_standstill(void)
{
	struct fby_cap cap = streaming();

	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(NEVER_ANSWERED), .skip = 100, .count = 1,
					  .select = FOREBAY_FAULT_SELECT_WRITE | FOREBAY_FAULT_SELECT_DATA });
	fby_source_start(FBY_FASTEST, 0, 0);
	if (!fby_fault_await_hit(BOUND_MS))
		fby_bail("no access was hit");
	fby_fails(fby_cap_stop(&cap), EIO, "an engine that does not stop: EIO");
	fby_fault_disarm();
	munmap((void *)(uintptr_t)cap.map, (size_t)BUFFERS * cap.setup.map_bytes);
	fby_is(start_again(&cap), 0, "it starts again behind a reset that nobody has asked for");
	fby_cap_map(&cap);
	fby_cap_flows(&cap, "a standstill");
	fby_cap_close(&cap);
	cap = streaming();
	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(NEVER_ANSWERED), .skip = 100, .count = 1,
					  .select = FOREBAY_FAULT_SELECT_WRITE | FOREBAY_FAULT_SELECT_DATA });
	fby_source_start(FBY_FASTEST, 0, 0);
	if (!fby_fault_await_hit(BOUND_MS))
		fby_bail("no access was hit");
	fby_cap_close(&cap);
	fby_fault_disarm();
	cap = (struct fby_cap){ .fd = fby_must_open("cap0", O_RDWR) };
	fby_is(start_again(&cap), 0, "nor does a close wait for ever, and the next file starts");
	fby_cap_map(&cap);
	fby_cap_flows(&cap, "a close in a standstill");
	fby_cap_close(&cap);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("whatever ends a capture ends it once, and the next one is whole", 300);
	fby_fault_need();
	fby_trouble_load();
	without_messages();
	by_signal();
	by_death();
	exported();
	by_reset();
	closed_while_away();
	by_error();
	by_standstill();
	/* Last, as it takes the map of the faults' page, too. */
	by_unbind();
	fby_trouble_unload();
	return fby_done();
}
