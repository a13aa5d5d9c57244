// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: every ioctl reads and writes exactly its structure: it works against the end of mapped
 * memory, fails with EFAULT one byte further, and leaves no byte of the kernel in its answer.
 * Catches: ioctls that crash the kernel on a bad pointer (#28 perf ioctl), copies that are too
 * long (heap overflow of PR #398).
 */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_test.h"

struct call {
	const char *name;
	unsigned long code;
	/* A correct input; NULL when the call only answers. */
	const void *in;
};

static const struct forebay_completion completion = { FOREBAY_COMPLETE_IRQ, 50, 5000, 0 };
static const struct forebay_aperture aperture = { FOREBAY_CACHING_UNCACHED, 0, 0 };
static const struct forebay_lines lines = { 0xffff, 0 };

static unsigned char memory[64];
static const struct forebay_piece piece = { (uintptr_t)memory, sizeof(memory), 0 };
static const struct forebay_list list = { (uintptr_t)&piece, 1, 0, 0 };

static const struct call channel_calls[] = {
	{ "FOREBAY_IOC_INFO", FOREBAY_IOC_INFO, NULL },
	{ "FOREBAY_IOC_GET_COMPLETION", FOREBAY_IOC_GET_COMPLETION, NULL },
	{ "FOREBAY_IOC_SET_COMPLETION", FOREBAY_IOC_SET_COMPLETION, &completion },
	{ "FOREBAY_IOC_LAST_ERROR", FOREBAY_IOC_LAST_ERROR, NULL },
	{ "FOREBAY_IOC_PACKETS", FOREBAY_IOC_PACKETS, NULL },
	{ "FOREBAY_IOC_STALL", FOREBAY_IOC_STALL, NULL },
	{ "FOREBAY_IOC_LIST", FOREBAY_IOC_LIST, &list },
};
static const struct call aperture_calls[] = { { "FOREBAY_IOC_APERTURE", FOREBAY_IOC_APERTURE, &aperture } };
static const struct call events_calls[] = { { "FOREBAY_IOC_SET_LINES", FOREBAY_IOC_SET_LINES,
					      &lines } };

static void at_the_edge(int fd, const struct call *call)
{
	size_t size = _IOC_SIZE(call->code);
	unsigned char *edge = fby_before_hole(FBY_PAGE) + FBY_PAGE;
	unsigned char *low = edge - size;

	if (call->in)
		memcpy(low, call->in, size);
	fby_is(ioctl(fd, call->code, low), 0, "%s: its %zu bytes may end where memory ends",
	       call->name, size);
	if (_IOC_DIR(call->code) & _IOC_READ)
		memmove(edge - size + 1, low, size - 1);
	fby_fails(ioctl(fd, call->code, edge - size + 1), EFAULT, "%s: one byte further: EFAULT",
		  call->name);
	fby_fails(ioctl(fd, call->code, edge), EFAULT, "%s: wholly outside: EFAULT", call->name);
	fby_fails(ioctl(fd, call->code, NULL), EFAULT, "%s: address 0: EFAULT", call->name);
	fby_fails(ioctl(fd, call->code, (void *)(uintptr_t)-8), EFAULT, "%s: wrapping: EFAULT",
		  call->name);
	fby_fails(ioctl(fd, call->code, (void *)(uintptr_t)0xffff888000000000), EFAULT,
		  "%s: the kernel's own memory: EFAULT", call->name);
}

static void read_only_answer(int fd, const struct call *call)
{
	unsigned char *page = fby_map(FBY_PAGE);

	if (call->in)
		memcpy(page, call->in, _IOC_SIZE(call->code));
	mprotect(page, FBY_PAGE, PROT_READ);
	if (_IOC_DIR(call->code) & _IOC_READ)
		fby_fails(ioctl(fd, call->code, page), EFAULT,
			  "%s: an answer into read-only memory: EFAULT", call->name);
	else
		fby_is(ioctl(fd, call->code, page), 0, "%s: a request from read-only memory works",
		       call->name);
	munmap(page, FBY_PAGE);
}

/* Every byte of an answer is written, whatever was there; nothing around it is. */
static void exact_answer(int fd, const struct call *call)
{
	size_t size = _IOC_SIZE(call->code);
	unsigned char a[1024], b[1024];

	if (!(_IOC_DIR(call->code) & _IOC_READ))
		return;
	memset(a, 0x55, sizeof(a));
	memset(b, 0xaa, sizeof(b));
	if (call->in) {
		memcpy(a + 64, call->in, size);
		memcpy(b + 64, call->in, size);
	}
	fby_is(ioctl(fd, call->code, a + 64), 0, "%s answers", call->name);
	ioctl(fd, call->code, b + 64);
	fby_ok(fby_diff(a + 64, b + 64, size) < 0, "%s writes each of its bytes", call->name);
	fby_ok(fby_diff_byte(a, 0x55, 64) < 0 && fby_diff_byte(a + 64 + size, 0x55, 128) < 0,
	       "%s writes no byte beside them", call->name);
}

static void all(int fd, const struct call *calls, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		at_the_edge(fd, &calls[i]);
		read_only_answer(fd, &calls[i]);
		exact_answer(fd, &calls[i]);
	}
	close(fd);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("ioctls touch exactly their structure", 60);
	all(fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false)), channel_calls,
	    sizeof(channel_calls) / sizeof(channel_calls[0]));
	all(fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false)), channel_calls,
	    sizeof(channel_calls) / sizeof(channel_calls[0]));
	all(fby_must_open("aperture", O_RDWR), aperture_calls, 1);
	all(fby_must_open("events", O_RDONLY), events_calls, 1);
	return fby_done();
}
