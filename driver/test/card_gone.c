// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a card whose registers read all ones is reported as gone, with ENODEV and at once, and
 * not as a time-out; everybody who waits is woken; when the card is back, binding the driver again
 * makes it work, with its configuration as it was.
 * Catches: link loss taken for a slow card ("error 512", id reads 0xFFFFFFFF: #298), all ones
 * taken for a count (Prandr #3 #19), probe that leaks what it had (PR #398).
 */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_child.h"
#include "fby_fault.h"
#include "fby_kernel.h"
#include "fby_stream.h"
#include "fby_test.h"

#define LIMIT_MS 1500u
#define BOUND_MS (LIMIT_MS * (uint64_t)fby_timeout_scale() + 8000)

static void gone(void)
{
	fby_fault_arm((struct fby_fault){ .kind = FBY_KIND(ALL_ONES), .count = FBY_ALL });
}

/*
 * The message of the completion is lost with the card: the driver must look, see all ones, and say
 * so.
 */
static void in_a_transfer(enum fby_dir dir, unsigned int mode)
{
	static const char *const words[] = { "gone", NULL };
	unsigned char *room = fby_map(8 * FBY_PAGE);
	int fd = fby_open_chan(dir, fby_first(dir, false));
	uint32_t resets = fby_resets(fd);
	uint64_t start = fby_ms();
	int error;
	ssize_t n;

	fby_kernel_forget();
	fby_set_completion(fd, mode, 1000, LIMIT_MS);
	gone();
	n = dir == FBY_H2C ? pwrite(fd, room, 8 * FBY_PAGE, 0) : pread(fd, room, 8 * FBY_PAGE, 0);
	fby_fails(n, ENODEV, "%s on a card that is gone (%s): ENODEV",
		  dir == FBY_H2C ? "h2c" : "c2h", mode ? "polling" : "interrupt");
	fby_ok(fby_ms() - start < BOUND_MS, "in bounded time (%llu ms)",
	       (unsigned long long)(fby_ms() - start));
	fby_is(fby_last_error(fd).cause, FOREBAY_CAUSE_GONE, "the file knows the cause");
	if (!fby_ok(fby_kernel_said(words), "the kernel log says so"))
		fby_kernel_print(5);
	start = fby_ms();
	n = dir == FBY_H2C ? pwrite(fd, room, 64, 0) : pread(fd, room, 64, 0);
	error = errno;
	/* The driver tries a reset, which ends the fault: on a busy machine before this call. */
	fby_ok(n == -1 ? error == ENODEV : n == 64 && fby_resets(fd) != resets,
	       "the next call: ENODEV, unless a reset has brought the card back (%zd, %s)", n,
	       n == -1 ? fby_errno_name(error) : "no error");
	fby_ok(fby_ms() - start < 1000, "at once (%llu ms)",
	       (unsigned long long)(fby_ms() - start));
	close(fd);
}

static void back(const char *after)
{
	fby_fault_disarm();
	fby_is(fby_unbind(), 0, "the driver lets go of the card");
	fby_is(fby_bind(), 0, "and takes it again");
	fby_fault_need();
	fby_still_works(after);
}

static void waiting_reader(void)
{
	int from, error;
	unsigned char *room = fby_map(FBY_PAGE);
	struct fby_call *call;
	ssize_t n;

	if (!fby_loop_pairs())
		return;
	from = fby_open_chan(FBY_C2H, fby_loop_channel(0));
	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, LIMIT_MS);
	call = fby_call_read(from, room, FBY_PAGE, -1);
	fby_ok(fby_call_waits(call), "a read waits when the card goes");
	gone();
	fby_call_end(call, BOUND_MS, &n, &error);
	fby_ok(n == -1 && error == ENODEV, "it ends with ENODEV (%zd, %s)", n,
	       fby_errno_name(error));
	close(from);
	back("a card that went under a waiting read");
}

/* The driver is asked to take a card that is not there: it must refuse, and hold nothing. */
static void probe_without_card(void)
{
	fby_is(fby_unbind(), 0, "the driver lets go of the card");
	/* In each of the first reads, and here and there in the walk through its features. */
	for (uint32_t skip = 0; skip < 60; skip += skip < 5 ? 1 : 9) {
		fby_write_file(fby_pci_path("enable"), "1");
		fby_fault_need();
		fby_fault_arm((struct fby_fault){
			.kind = FBY_KIND(ALL_ONES), .skip = skip, .count = FBY_ALL });
		fby_ok(fby_write_file("/sys/bus/pci/drivers/forebay/bind", fby_bdf()) &&
			       !fby_bound(),
		       "a card that goes after %u register reads of the probe is not taken (%s)",
		       skip, fby_errno_name(errno));
		fby_ok(access(fby_node("user"), F_OK) != 0, "and has no nodes");
		if (fby_bound())
			fby_unbind();
		fby_write_file(fby_pci_path("enable"), "1");
		fby_fault_need();
		fby_fault_disarm();
		fby_write_file(fby_pci_path("enable"), "0");
	}
	fby_is(fby_bind(), 0, "when it is there, it is taken");
	fby_fault_need();
	fby_still_works("failed probes");
}

#define CONFIG_COMMAND 0x04
#define CONFIG_CACHE_LINE 0x0c
#define COMMAND_SERR 0x0100
#define CACHE_LINE 0x10

static uint16_t config(off_t at)
{
	int fd = open(fby_pci_path("config"), O_RDONLY | O_CLOEXEC);
	uint16_t value;

	if (fd < 0 || pread(fd, &value, 2, at) != 2)
		fby_bail("%s: %s", fby_pci_path("config"), strerror(errno));
	close(fd);
	return value;
}

static void set_config(off_t at, uint16_t value)
{
	int fd = open(fby_pci_path("config"), O_RDWR | O_CLOEXEC);

	if (fd < 0 || pwrite(fd, &value, 2, at) != 2)
		fby_bail("%s: %s", fby_pci_path("config"), strerror(errno));
	close(fd);
}

/* Memory that the card may still write to is freed after a reset, which wipes the configuration. */
static void configuration_is_kept(void)
{
	unsigned char *room = fby_map(FBY_PAGE);
	struct fby_call *call;
	int from, error;
	ssize_t n;

	if (!fby_loop_pairs())
		return;
	from = fby_open_chan(FBY_C2H, fby_loop_channel(0));
	set_config(CONFIG_COMMAND, config(CONFIG_COMMAND) | COMMAND_SERR);
	set_config(CONFIG_CACHE_LINE, CACHE_LINE);
	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, 60000);
	call = fby_call_read(from, room, FBY_PAGE, -1);
	fby_ok(fby_call_waits(call), "a read waits when the card goes");
	gone();
	fby_is(fby_unbind(), 0, "and when the driver lets go of it");
	fby_call_end(call, BOUND_MS, &n, &error);
	close(from);
	fby_is(config(CONFIG_COMMAND) & COMMAND_SERR, COMMAND_SERR,
	       "the configuration is as it was: command");
	fby_is(config(CONFIG_CACHE_LINE) & 0xff, CACHE_LINE, "and size of a cache line");
	fby_is(fby_bind(), 0, "the driver takes the card again");
	fby_fault_need();
	fby_still_works("a reset at unbind");
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("a card that is gone", 200);
	fby_fault_need();
	for (unsigned int mode = FOREBAY_COMPLETE_IRQ; mode <= FOREBAY_COMPLETE_POLL; mode++) {
		in_a_transfer(FBY_H2C, mode);
		back("a card that was gone in an h2c transfer");
		in_a_transfer(FBY_C2H, mode);
		back("a card that was gone in a c2h transfer");
	}
	waiting_reader();
	configuration_is_kept();
	probe_without_card();
	return fby_done();
}
