// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: what a program has of user-level DMA is its own, in its own address space, and ends with it:
 * not inherited by fork, of no use to who gets the file, gone after close, kill, unregister, reset and
 * unbind, transfers under way drained first; the next one who gets the context finds nothing of it. The
 * module stays as long as a page is mapped.
 * Catches: a context that outlives its process, pages given back under a transfer, a child that can
 * start transfers into its parent.
 *
 *   udma_ends [direct]
 *
 * With `direct` shadow addresses are those of memory.
 */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fby_child.h"
#include "fby_kernel.h"
#include "fby_test.h"
#include "fby_udma.h"

#define BYTES (16 * FBY_PAGE)
#define BOUND_MS 20000u

/* Rights of a destination: memory that is named by its own address can be read, too. */
static uint32_t to_write = FOREBAY_UDMA_WRITE;

/* Whether a touch of a page is a SIGSEGV or a SIGBUS in a child; 0 if it is fine. */
static int signal_of(volatile uint32_t *word)
{
	pid_t child = fby_fork();
	int status;

	if (!child) {
		(void)*word;
		_exit(0);
	}
	status = fby_reaped(child, BOUND_MS);
	return status != -1 && WIFSIGNALED(status) ? WTERMSIG(status) : status;
}

static volatile sig_atomic_t faulted;

static void on_bus_error(int sig)
{
	(void)sig;
	faulted = 1;
	/* Skips the access: what is there from now on is memory. */
}

static volatile uint32_t *touched;

static void replace(int sig)
{
	on_bus_error(sig);
	mmap((void *)((uintptr_t)touched & ~(uintptr_t)(FBY_PAGE - 1)), FBY_PAGE, PROT_READ | PROT_WRITE,
	     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

/* In this process, as maps are not inherited: whether a store is a SIGBUS. Takes the page away if so. */
static bool is_bus_error(volatile uint32_t *word)
{
	struct sigaction action = { .sa_handler = replace }, old;

	faulted = 0;
	touched = word;
	sigaction(SIGBUS, &action, &old);
	*word = 1;
	sigaction(SIGBUS, &old, NULL);
	return faulted;
}

static int child_calls(int fd)
{
	struct forebay_udma_context context;
	struct forebay_udma_stats stats;

	if (!ioctl(fd, FOREBAY_IOC_UDMA_GET, &context) || errno != EPERM)
		return 1;
	if (!ioctl(fd, FOREBAY_IOC_UDMA_STATS, &stats) || errno != EPERM)
		return 2;
	if (mmap(NULL, FBY_PAGE, PROT_READ, MAP_SHARED, fd, 0) != MAP_FAILED || errno != EPERM)
		return 3;
	return 0;
}

static void forked(void)
{
	struct fby_udma udma = fby_udma_begin();
	struct fby_region src = fby_udma_memory(&udma, FBY_PAGE, FOREBAY_UDMA_READ);
	pid_t child = fby_fork();

	if (!child)
		_exit(child_calls(udma.fd));
	fby_is(fby_reaped(child, BOUND_MS), 0, "each call of a child on the inherited file: EPERM");
	fby_is(signal_of(udma.page), SIGSEGV, "the context's page is not in the child");
	fby_is(signal_of((volatile uint32_t *)udma.portal), SIGSEGV, "nor the portal");
	fby_is(signal_of(src.shadow), SIGSEGV, "nor the shadow");
	fby_udma_end(&udma);
}

/* The child outlives its parent, and has the file: what the parent had is given back all the same. */
static void parent_ends(void)
{
	struct forebay_udma_context context;
	struct fby_udma all[FOREBAY_UDMA_WINDOW_CONTEXT_PAGE_COUNT];
	int told[2], hold[2], fds[2], status;
	unsigned int count;
	char byte = 0;
	pid_t parent;

	if (pipe(told) || pipe(hold))
		fby_bail("pipe: %s", strerror(errno));
	parent = fby_fork();
	if (!parent) {
		struct fby_udma udma = fby_udma_begin();

		fby_udma_memory(&udma, FBY_PAGE, FOREBAY_UDMA_READ);
		if (!fork()) {
			close(hold[1]);
			if (write(told[1], &byte, 1) != 1 || read(hold[0], &byte, 1) > 0)
				_exit(1);
			_exit(0);
		}
		if (read(hold[0], &byte, 1) < 0)
			_exit(1);
		_exit(0);
	}
	if (read(told[0], &byte, 1) != 1)
		fby_bail("there is no grandchild");
	kill(parent, SIGKILL);
	status = fby_reaped(parent, BOUND_MS);
	fby_ok(status != -1 && WIFSIGNALED(status), "a program is killed whose child has its file");
	all[0] = fby_udma_begin();
	count = all[0].context.contexts;
	for (unsigned int i = 1; i < count; i++)
		all[i] = fby_udma_begin();
	fby_ok(true, "and all %u contexts can be had", count);
	for (unsigned int i = 0; i < count; i++)
		fby_udma_end(&all[i]);
	fds[0] = fby_must_open("udma", O_RDWR);
	fds[1] = dup(fds[0]);
	fby_is(ioctl(fds[0], FOREBAY_IOC_UDMA_GET, &context), 0, "a file with two descriptors gets a context");
	close(fds[0]);
	fby_is(ioctl(fds[1], FOREBAY_IOC_UDMA_GET, &context), 0, "and has it with the other one");
	close(fds[1]);
	for (unsigned int i = 0; i < 2; i++) {
		close(told[i]);
		close(hold[i]);
	}
}

/* Begins a sequence by a scheme that latches, and is killed; who has the context then finds nothing. */
static void killed_in_sequence(const char *scheme)
{
	struct forebay_udma_stats stats;
	struct fby_region src, dst;
	struct fby_notice there;
	struct fby_udma udma;
	uint32_t answer;
	pid_t child;
	int status;

	fby_is(fby_udma_choose(scheme), 0, "%s is chosen", scheme);
	there = fby_notice_open();
	child = fby_fork();
	if (!child) {
		udma = fby_udma_begin();
		dst = fby_udma_memory(&udma, FBY_PAGE, to_write);
		*dst.shadow = 64;
		fby_notice_post(there);
		for (;;)
			pause();
	}
	fby_ok(fby_notice_wait(there, 1), "%s: a program has stored", scheme);
	kill(child, SIGKILL);
	status = fby_reaped(child, BOUND_MS);
	fby_ok(status != -1 && WIFSIGNALED(status), "%s: and is killed", scheme);
	udma = fby_udma_begin();
	fby_is(udma.context.context, 0, "%s: another one gets its context", scheme);
	src = fby_udma_memory(&udma, FBY_PAGE, FOREBAY_UDMA_READ);
	answer = *src.shadow;
	fby_is(answer, FBY_FAIL, "%s: and its load finds nothing begun", scheme);
	stats = fby_udma_settle(udma.fd);
	fby_is(stats.starts + stats.done + stats.failed + stats.strays, 0, "%s: nor anything counted", scheme);
	fby_is((long long)stats.bad_address, 0, "%s: nor a bad address", scheme);
	fby_udma_end(&udma);
}

/* Fills the queue with long transfers and takes the memory away. */
static void in_flight(void)
{
	struct fby_udma udma;
	struct fby_region src, dst, again;
	struct forebay_udma_stats stats;
	volatile uint32_t *old;

	fby_is(fby_udma_choose("shadow"), 0, "shadow is chosen");
	udma = fby_udma_begin();
	src = fby_udma_memory(&udma, BYTES, FOREBAY_UDMA_READ);
	dst = fby_udma_memory(&udma, BYTES, to_write);
	for (unsigned int i = 0; i < 4; i++)
		fby_udma_start(&udma, (struct fby_place){ &src, 0 }, (struct fby_place){ &dst, 0 }, FBY_PAGE);
	munmap(src.mem, BYTES);
	fby_ok(true, "memory is unmapped while transfers from it run");
	fby_is(fby_udma_unregister(udma.fd, &dst), 0, "the destination is unregistered meanwhile");
	stats = fby_udma_stats(udma.fd);
	fby_is(stats.under_way, 0, "nothing is under way then");
	fby_is(stats.done + stats.failed, stats.starts, "each start has its end");
	fby_fill(dst.mem, BYTES, 9);
	old = dst.shadow;
	fby_ok(is_bus_error(old), "a store in the old shadow: SIGBUS");
	fby_is(fby_udma_register(udma.fd, dst.mem, BYTES, to_write, &again), 0, "it can be registered again");
	fby_is((long long)again.slot, (long long)dst.slot, "at the same slots");
	fby_is(fby_udma_map_shadow(udma.fd, &again, PROT_WRITE), 0, "and its shadow mapped");
	fby_ok(!is_bus_error(again.shadow), "which works");
	fby_is(fby_udma_unregister(udma.fd, &src), 0, "the source that is not mapped is given back");
	fby_udma_end(&udma);
}

#define SEQUENCES 300u

/* A thread of a program that starts transfers; with a lock if it is to share its context well. */
struct worker {
	pthread_t thread;
	const struct fby_udma *udma;
	struct fby_region src, dst;
	pthread_mutex_t *lock;
	unsigned int taken;
};

static void *work(void *data)
{
	struct worker *worker = data;

	for (unsigned int i = 0; i < SEQUENCES; i++) {
		if (worker->lock)
			pthread_mutex_lock(worker->lock);
		worker->taken += fby_udma_start(worker->udma, (struct fby_place){ &worker->src, 0 },
						(struct fby_place){ &worker->dst, 0 }, 8);
		if (worker->lock) {
			fby_udma_settle(worker->udma->fd);
			pthread_mutex_unlock(worker->lock);
		}
	}
	return NULL;
}

/*
 * Two threads that share a context mix their sequences: the card counts what came of them, and moves
 * nothing but between the program's own regions. With a lock there is nothing to mix.
 */
static void threads(bool locked)
{
	struct fby_udma udma = fby_udma_begin();
	pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	struct worker workers[2];
	struct forebay_udma_stats stats;
	unsigned char *outside = fby_map(FBY_PAGE);
	const char *how = locked ? "two threads with a lock" : "two threads without one";

	for (unsigned int i = 0; i < 2; i++) {
		workers[i] = (struct worker){ .udma = &udma, .lock = locked ? &lock : NULL };
		workers[i].src = fby_udma_memory(&udma, FBY_PAGE, FOREBAY_UDMA_READ);
		workers[i].dst = fby_udma_memory(&udma, FBY_PAGE, to_write);
		memset(workers[i].src.mem, 0x10 + (int)i, FBY_PAGE);
	}
	for (unsigned int i = 0; i < 2; i++)
		if (pthread_create(&workers[i].thread, NULL, work, &workers[i]))
			fby_bail("pthread_create: %s", strerror(errno));
	for (unsigned int i = 0; i < 2; i++)
		pthread_join(workers[i].thread, NULL);
	stats = fby_udma_settle(udma.fd);
	fby_is(stats.starts, workers[0].taken + workers[1].taken, "%s: as many starts as answers say", how);
	fby_is(stats.done, stats.starts, "%s: all of them arrive", how);
	for (unsigned int i = 0; i < 2; i++)
		fby_is(fby_diff_byte(workers[i].src.mem, (unsigned char)(0x10 + i), FBY_PAGE), -1,
		       "%s: no source has changed", how);
	fby_is(fby_diff_byte(outside, 0, FBY_PAGE), -1, "%s: nothing else has", how);
	if (locked) {
		fby_is(stats.starts, 2 * SEQUENCES, "%s: each sequence starts", how);
		for (unsigned int i = 0; i < 2; i++)
			fby_is(fby_diff_byte(workers[i].dst.mem, (unsigned char)(0x10 + i), 8), -1,
			       "%s: to each its own", how);
	}
	fby_udma_end(&udma);
}

static void *touch_for_ever(void *word)
{
	for (;;)
		*(volatile uint32_t *)word = 8;
	return NULL;
}

/* A program that starts without pause is killed; nothing of it is pinned then (fby_done()). */
static void killed_in_flight(void)
{
	struct fby_notice there = fby_notice_open();
	pid_t child = fby_fork();
	int status;

	if (!child) {
		struct fby_udma udma = fby_udma_begin();
		struct fby_region src = fby_udma_memory(&udma, BYTES, FOREBAY_UDMA_READ);
		struct fby_region dst = fby_udma_memory(&udma, BYTES, to_write);
		pthread_t thread;

		pthread_create(&thread, NULL, touch_for_ever, (void *)(uintptr_t)dst.shadow);
		fby_notice_post(there);
		for (;;)
			(void)*src.shadow;
	}
	fby_ok(fby_notice_wait(there, 1), "two threads start transfers without pause");
	kill(child, SIGKILL);
	status = fby_reaped(child, BOUND_MS);
	fby_ok(status != -1 && WIFSIGNALED(status), "and are killed");
}

static void reset_in_use(void)
{
	struct forebay_udma_context context;
	struct forebay_udma_stats stats;
	struct fby_region src, dst;
	struct fby_udma udma;

	udma = fby_udma_begin();
	src = fby_udma_memory(&udma, BYTES, FOREBAY_UDMA_READ);
	dst = fby_udma_memory(&udma, BYTES, to_write);
	fby_udma_start(&udma, (struct fby_place){ &src, 0 }, (struct fby_place){ &dst, 0 }, FBY_PAGE);
	fby_is(fby_write_file(fby_pci_path("reset"), "1"), 0, "the card is reset under a context");
	fby_ok(is_bus_error(dst.shadow), "a touch of the old shadow: SIGBUS");
	fby_ok(is_bus_error((volatile uint32_t *)udma.portal), "of the old portal: SIGBUS");
	fby_fails(ioctl(udma.fd, FOREBAY_IOC_UDMA_STATS, &stats), ECANCELED, "a call: ECANCELED");
	fby_fails(fby_udma_unregister(udma.fd, &src), ECANCELED, "the region is gone too: ECANCELED");
	fby_is(ioctl(udma.fd, FOREBAY_IOC_UDMA_GET, &context), 0, "the file can have a context again");
	src = fby_udma_memory(&udma, BYTES, FOREBAY_UDMA_READ);
	dst = fby_udma_memory(&udma, BYTES, to_write);
	fby_fill(src.mem, FBY_PAGE, 3);
	fby_ok(fby_udma_start(&udma, (struct fby_place){ &src, 0 }, (struct fby_place){ &dst, 0 }, FBY_PAGE),
	       "and starts a transfer");
	fby_udma_settle(udma.fd);
	fby_is(fby_diff(src.mem, dst.mem, FBY_PAGE), -1, "which moves its bytes");
	close(udma.fd);
}

/* Who has asked for it has a blank page where the card was, and learns of the reset by the next call. */
static void reset_under_blank(void)
{
	const unsigned char untouched = 0x42;
	struct forebay_udma_context context;
	struct forebay_udma_stats stats;
	struct fby_region src, dst, other;
	struct fby_udma udma;

	udma = fby_udma_begin();
	fby_is(ioctl(udma.fd, FOREBAY_IOC_UDMA_BLANK), 0, "a program asks for a blank page");
	fby_is(ioctl(udma.fd, FOREBAY_IOC_UDMA_BLANK), 0, "and again");
	src = fby_udma_memory(&udma, BYTES, FOREBAY_UDMA_READ);
	dst = fby_udma_memory(&udma, BYTES, to_write);
	other = fby_udma_memory(&udma, FBY_PAGE, FOREBAY_UDMA_READ);
	fby_ok(fby_udma_start(&udma, (struct fby_place){ &src, 0 }, (struct fby_place){ &dst, 0 }, FBY_PAGE),
	       "pages that it has are the card's");
	fby_udma_settle(udma.fd);
	fby_is(fby_udma_unregister(udma.fd, &other), 0, "a region is unregistered");
	fby_is((int32_t)*other.shadow, -1, "its shadow has every bit set");
	fby_is(fby_write_file(fby_pci_path("reset"), "1"), 0, "the card is reset under a context");
	memset(dst.mem, untouched, BYTES);
	fby_is((int32_t)*src.shadow, -1, "the old shadow has every bit set, too");
	fby_ok(!is_bus_error(dst.shadow), "is stored to");
	fby_udma_line(&udma, src.slot, dst.slot, 0, FBY_PAGE, 1);
	fby_fails(ioctl(udma.fd, FOREBAY_IOC_UDMA_STATS, &stats), ECANCELED, "a call: ECANCELED");
	fby_is(ioctl(udma.fd, FOREBAY_IOC_UDMA_GET, &context), 0, "the file can have a context again");
	stats = fby_udma_stats(udma.fd);
	fby_is(stats.starts + stats.strays, 0, "the card has seen nothing of all that");
	fby_is(fby_diff_byte(dst.mem, untouched, BYTES), -1, "and moved nothing");
	*udma.page = 1;
	stats = fby_udma_stats(udma.fd);
	fby_is(stats.strays, 1, "the old map of the context's page is the card's again");
	fby_is(fby_unbind(), 0, "the driver lets go of the card");
	fby_ok(!is_bus_error(udma.page), "a touch is still none of a card");
	fby_fails(ioctl(udma.fd, FOREBAY_IOC_UDMA_STATS, &stats), ENODEV, "a call: ENODEV");
	fby_udma_end(&udma);
	fby_is(fby_bind(), 0, "and takes it again");
}

static void unbind_in_use(void)
{
	struct forebay_udma_stats stats;
	struct fby_region src, dst;
	struct fby_udma udma;

	udma = fby_udma_begin();
	src = fby_udma_memory(&udma, BYTES, FOREBAY_UDMA_READ);
	dst = fby_udma_memory(&udma, BYTES, to_write);
	fby_udma_start(&udma, (struct fby_place){ &src, 0 }, (struct fby_place){ &dst, 0 }, FBY_PAGE);
	fby_is(fby_unbind(), 0, "the driver lets go of the card under a context");
	fby_ok(is_bus_error(dst.shadow), "a touch of the old shadow: SIGBUS");
	fby_fails(ioctl(udma.fd, FOREBAY_IOC_UDMA_STATS, &stats), ENODEV, "a call: ENODEV");
	close(udma.fd);
	fby_is(fby_bind(), 0, "and takes it again");
}

/* The module's users, as the kernel counts them. */
static int module_users(void)
{
	char users[16];

	return fby_read_file("/sys/module/forebay/refcnt", users, sizeof(users)) ? atoi(users) : -1;
}

/* Comes first: nothing else is mapped by this program. */
static void unload_in_use(void)
{
	int before = module_users();
	struct fby_udma udma = fby_udma_begin();
	struct fby_region dst = fby_udma_memory(&udma, FBY_PAGE, to_write);

	fby_fails(fby_rmmod("forebay"), EWOULDBLOCK, "a shadow page is mapped: the module cannot be unloaded");
	*dst.shadow = BYTES;
	fby_is(fby_udma_stats(udma.fd).strays, 0, "a touch goes to the card, which keeps it");
	munmap((void *)udma.page, FBY_PAGE);
	munmap((void *)udma.portal, FBY_PAGE);
	close(udma.fd);
	fby_ok(module_users() > before, "the file is closed, a shadow page is mapped: the module is in use");
	fby_fails(fby_rmmod("forebay"), EWOULDBLOCK, "and cannot be unloaded");
	fby_ok(is_bus_error(dst.shadow), "though a touch is a SIGBUS by now");
	munmap((void *)dst.shadow, FBY_PAGE);
	fby_is(module_users(), before, "it is unmapped: nobody is counted any more");
}

static void begin(bool direct)
{
	fby_is(fby_udma_choose("shadow"), 0, "shadow is chosen");
	if (!direct)
		return;
	fby_is(fby_udma_shadow("direct"), 0, "addresses are those of memory");
	to_write |= FOREBAY_UDMA_READ;
}

int main(int argc, char **argv)
{
	bool direct = fby_has_arg(argc, argv, "direct");

	fby_begin("what a program has of user-level DMA is its own and ends with it", 200);
	begin(direct);
	unload_in_use();
	forked();
	parent_ends();
	killed_in_sequence("shadow");
	killed_in_sequence("shrimp2");
	in_flight();
	threads(true);
	threads(false);
	killed_in_flight();
	reset_in_use();
	unbind_in_use();
	/* The driver begins anew with its own choice. */
	begin(direct);
	reset_under_blank();
	fby_still_works("all of it");
	return fby_done();
}
