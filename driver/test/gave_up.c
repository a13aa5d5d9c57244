// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a channel whose engine does not stop, on a card that nobody can reset, refuses calls with
 * EIO at once; when its engine has come to rest after all, the next call works. Until then what the
 * engine may write is nobody else's memory, whoever had pinned it for the call.
 * Catches: a channel that stays dead until the driver is loaded again (#55); io_uring's registered
 * buffers given back under an engine.
 */

#include <errno.h>
#include <fcntl.h>
#include <liburing.h>
#include <linux/pci_regs.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_fault.h"
#include "fby_kernel.h"
#include "fby_test.h"

#define LIMIT_MS 300u
/* Twice the time that an engine gets to stop, and some. */
#define BOUND_MS (30000u * fby_timeout_scale())
#define CONFIG_BYTES 256
#define HEADER_WORDS 16

static int to;

static bool refused(const void *buf)
{
	uint64_t end = fby_ms() + BOUND_MS;
	ssize_t n;

	do {
		n = pwrite(to, buf, FBY_PAGE, 0);
	} while (n < 0 && errno != EIO && fby_ms() < end);
	return n < 0 && errno == EIO;
}

static unsigned char express(const unsigned char *config)
{
	unsigned char at = config[PCI_CAPABILITY_LIST];

	while (at && config[at] != PCI_CAP_ID_EXP)
		at = config[at + PCI_CAP_LIST_NEXT];
	if (!at)
		fby_bail("the card is no PCI Express function");
	return at;
}

/*
 * The engine comes to rest without the driver's doing: a function-level reset behind its back, with
 * the header put back as it was.
 */
static void come_to_rest(void)
{
	unsigned char config[CONFIG_BYTES];
	int fd = open(fby_pci_path("config"), O_RDWR | O_CLOEXEC);
	uint16_t control;
	off_t at;

	if (fd < 0 || pread(fd, config, sizeof(config), 0) != CONFIG_BYTES)
		fby_bail("configuration space: %s", strerror(errno));
	at = express(config) + PCI_EXP_DEVCTL;
	memcpy(&control, config + at, sizeof(control));
	control |= PCI_EXP_DEVCTL_BCR_FLR;
	if (pwrite(fd, &control, sizeof(control), at) != sizeof(control))
		fby_bail("function-level reset: %s", strerror(errno));
	for (int i = HEADER_WORDS - 1; i >= 0; i--)
		if (pwrite(fd, config + 4 * i, 4, 4 * i) != 4)
			fby_bail("configuration space: %s", strerror(errno));
	close(fd);
}

/* Much against what else comes and goes in the machine's memory meanwhile. */
#define LENT_BYTES (32u << 20)
#define HALF_KIB (LENT_BYTES / 1024 / 2)

/* A read by io_uring into memory that is registered only until its result, which is returned. */
static int read_lent(int from, void *buf)
{
	struct __kernel_timespec limit = { .tv_sec = BOUND_MS / 1000 };
	struct iovec lent = { buf, LENT_BYTES };
	struct io_uring_cqe *cqe;
	struct io_uring ring;
	int result;

	if (io_uring_queue_init(1, &ring, 0) || io_uring_register_buffers(&ring, &lent, 1))
		fby_bail("io_uring: %s", strerror(errno));
	io_uring_prep_read_fixed(io_uring_get_sqe(&ring), from, buf, LENT_BYTES, 0, 0);
	if (io_uring_submit(&ring) != 1 || io_uring_wait_cqe_timeout(&ring, &cqe, &limit))
		fby_bail("io_uring has no completion in time");
	result = cqe->res;
	io_uring_cqe_seen(&ring, cqe);
	io_uring_unregister_buffers(&ring);
	io_uring_queue_exit(&ring);
	return result;
}

/* Looks until there is that much. */
static bool free_kib(long long wanted)
{
	uint64_t end = fby_ms() + 10000;

	while (fby_kib("MemFree") < wanted)
		if (fby_ms() > end)
			return false;
	return true;
}

/* Memory that is registered with io_uring is pinned by that, and only until it is taken back. */
static void registered_memory_stays(void)
{
	unsigned int c2h = fby_first(FBY_C2H, false);
	int from = fby_open_chan(FBY_C2H, c2h);
	unsigned char *buf = fby_map(LENT_BYTES);
	long long pages = fby_chan_stat(FBY_C2H, c2h, "pages");
	long long before, after;

	fby_is(fby_write_file(fby_pci_path("reset_method"), "\n"), 0, "nobody can reset the card");
	/* The driver has taken the card anew, the fault page has not been mapped since. */
	fby_fault_need();
	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	fby_fault_arm((struct fby_fault){
		.kind = FBY_KIND(NEVER_ANSWERED),
		.select = FOREBAY_FAULT_SELECT_WRITE | FOREBAY_FAULT_SELECT_DATA,
		.count = 1,
	});
	fby_is(read_lent(from, buf), -ETIMEDOUT, "a read into registered memory that never ends");
	fby_is(fby_chan_stat(FBY_C2H, c2h, "stuck"), 1, "the engine does not stop");
	fby_is(fby_chan_stat(FBY_C2H, c2h, "pages") - pages, LENT_BYTES / FBY_PAGE,
	       "its pages are counted");
	before = fby_kib("MemFree");
	munmap(buf, LENT_BYTES);
	after = fby_kib("MemFree");
	fby_ok(after < before + HALF_KIB,
	       "what it may write is nobody else's (%lld KiB are free, then %lld)", before, after);
	fby_is(fby_write_file(fby_pci_path("reset_method"), "default"), 0, "it can be reset again");
	fby_is(fby_write_file(fby_pci_path("reset"), "1"), 0, "and is");
	fby_ok(free_kib(before + HALF_KIB), "then the memory is given back");
	close(from);
	fby_still_works("that");
}

int main(int argc, char **argv)
{
	unsigned char *buf = fby_map(FBY_PAGE), *back = fby_map(FBY_PAGE);
	unsigned int h2c;

	(void)argc;
	(void)argv;
	fby_begin("a channel that was given up works when its engine has come to rest", 150);
	fby_fault_need();
	h2c = fby_first(FBY_H2C, false);
	to = fby_open_chan(FBY_H2C, h2c);
	fby_fill(buf, FBY_PAGE, 1);
	fby_is(fby_write_file(fby_pci_path("reset_method"), "\n"), 0, "nobody can reset the card");
	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	fby_fault_arm((struct fby_fault){
		.kind = FBY_KIND(NEVER_ANSWERED),
		.select = FOREBAY_FAULT_SELECT_READ | FOREBAY_FAULT_SELECT_DATA,
		.count = 1,
	});
	fby_fails(pwrite(to, buf, FBY_PAGE, 0), ETIMEDOUT,
		  "a write whose data never come: ETIMEDOUT");
	fby_is(fby_chan_stat(FBY_H2C, h2c, "stuck"), 1, "the engine does not stop");
	fby_ok(refused(buf), "the channel is given up: EIO");
	come_to_rest();
	fby_set_completion(to, FOREBAY_COMPLETE_IRQ, 0, 10000);
	fby_is(pwrite(to, buf, FBY_PAGE, 0), FBY_PAGE, "the engine is at rest: the next write works");
	fby_peek(0, back, FBY_PAGE);
	fby_is(fby_diff(back, buf, FBY_PAGE), -1, "and all of it is on the card");
	close(to);
	fby_is(fby_write_file(fby_pci_path("reset_method"), "default"), 0, "it can be reset again");
	fby_ok(!fby_unbind() && !fby_bind(), "the driver takes the card anew");
	fby_still_works("all that");
	registered_memory_stays();
	return fby_done();
}
