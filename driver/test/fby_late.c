// SPDX-License-Identifier: GPL-2.0-only
/* Memory that comes late, by userfaultfd: see fby_late.h. */

#include "fby_late.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fby_test.h"

#define FAULT_MS 10000

static struct fby_late make(size_t bytes, uint64_t features, uint64_t mode)
{
	struct fby_late late = { .uffd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK), .bytes = bytes };
	struct uffdio_api api = { .api = UFFD_API, .features = features };
	struct uffdio_register area = { .mode = mode };

	late.at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	area.range.start = (uintptr_t)late.at;
	area.range.len = bytes;
	if (late.uffd < 0 || late.at == MAP_FAILED || ioctl(late.uffd, UFFDIO_API, &api) ||
	    ioctl(late.uffd, UFFDIO_REGISTER, &area))
		fby_bail("userfaultfd: %s", strerror(errno));
	return late;
}

struct fby_late fby_late_missing(size_t bytes)
{
	return make(bytes, 0, UFFDIO_REGISTER_MODE_MISSING);
}

struct fby_late fby_late_protected(size_t bytes)
{
	struct fby_late it = make(bytes, UFFD_FEATURE_PAGEFAULT_FLAG_WP, UFFDIO_REGISTER_MODE_WP);

	memset(it.at, 0, bytes);
	return it;
}

void fby_late_protect(const struct fby_late *late)
{
	struct uffdio_writeprotect all = { .range = { (uintptr_t)late->at, late->bytes },
					   .mode = UFFDIO_WRITEPROTECT_MODE_WP };

	if (ioctl(late->uffd, UFFDIO_WRITEPROTECT, &all))
		fby_bail("UFFDIO_WRITEPROTECT: %s", strerror(errno));
}

bool fby_late_faulted(const struct fby_late *late)
{
	struct pollfd wait = { .fd = late->uffd, .events = POLLIN };
	struct uffd_msg msg;

	return poll(&wait, 1, FAULT_MS) == 1 && read(late->uffd, &msg, sizeof(msg)) == sizeof(msg) &&
	       msg.event == UFFD_EVENT_PAGEFAULT;
}

void fby_late_give(const struct fby_late *late, const void *bytes)
{
	struct uffdio_zeropage zero = { .range = { (uintptr_t)late->at, late->bytes } };
	struct uffdio_copy copy = { .dst = (uintptr_t)late->at, .src = (uintptr_t)bytes, .len = late->bytes };

	if (bytes ? ioctl(late->uffd, UFFDIO_COPY, &copy) : ioctl(late->uffd, UFFDIO_ZEROPAGE, &zero))
		fby_bail("pages that were missing: %s", strerror(errno));
}

/* The file last: its end wakes who waits. */
void fby_late_forget(struct fby_late *late)
{
	munmap(late->at, late->bytes);
	close(late->uffd);
}
