// SPDX-License-Identifier: GPL-2.0-only
#include "fby_udma.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_child.h"
#include "fby_test.h"

#define BOUND_MS 20000u

const char *const fby_udma_schemes[] = { "shrimp1", "shrimp2", "flash",	  "shadow_check", "shadow", "repeat3",
					 "repeat4", "repeat5", "key",	  "portal",	  NULL };

int fby_udma_choose(const char *scheme)
{
	return fby_write_file(fby_pci_path("card/udma_scheme"), scheme);
}

int fby_udma_shadow(const char *shadow)
{
	return fby_write_file(fby_pci_path("card/udma_shadow"), shadow);
}

static volatile void *must_map(int fd, off_t at)
{
	void *map = mmap(NULL, FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, at);

	if (map == MAP_FAILED)
		fby_bail("map of 0x%llx: %s", (long long)at, strerror(errno));
	return map;
}

struct fby_udma fby_udma_begin(void)
{
	struct fby_udma udma = { .fd = fby_must_open("udma", O_RDWR) };

	if (ioctl(udma.fd, FOREBAY_IOC_UDMA_GET, &udma.context))
		fby_bail("FOREBAY_IOC_UDMA_GET: %s", strerror(errno));
	udma.page = must_map(udma.fd, FOREBAY_UDMA_MAP_CONTEXT);
	udma.portal = must_map(udma.fd, FOREBAY_UDMA_MAP_PORTAL);
	return udma;
}

void fby_udma_end(struct fby_udma *udma)
{
	munmap((void *)(uintptr_t)udma->page, FBY_PAGE);
	munmap((void *)(uintptr_t)udma->portal, FBY_PAGE);
	close(udma->fd);
}

int fby_udma_register(int fd, const void *mem, uint64_t bytes, uint32_t rights,
		      struct fby_region *region)
{
	struct forebay_udma_region want = { .addr = (uintptr_t)mem, .bytes = bytes, .rights = rights };

	if (ioctl(fd, FOREBAY_IOC_UDMA_REGISTER, &want))
		return -1;
	*region = (struct fby_region){ .mem = (unsigned char *)(uintptr_t)mem,
				       .bytes = bytes,
				       .number = want.region,
				       .slot = (uint64_t)want.first_slot * FBY_PAGE };
	return 0;
}

int fby_udma_map_shadow(int fd, struct fby_region *region, int prot)
{
	void *map = mmap(NULL, region->bytes, prot, MAP_SHARED, fd,
			 (off_t)(FOREBAY_UDMA_MAP_SHADOW + region->slot));

	if (map == MAP_FAILED)
		return -1;
	region->shadow = map;
	return 0;
}

/* As FOREBAY_UDMA_MAP_SHADOW says. */
static int prot_of(const struct fby_udma *udma, uint32_t rights)
{
	uint32_t scheme = udma->context.scheme;

	if (!(udma->context.flags & FOREBAY_UDMA_DIRECT) &&
	    (scheme == FOREBAY_UDMA_SHRIMP1 || scheme == FOREBAY_UDMA_REPEAT5 || scheme == FOREBAY_UDMA_KEY))
		return PROT_READ | PROT_WRITE;
	return (rights & FOREBAY_UDMA_READ ? PROT_READ : 0) |
	       (rights & FOREBAY_UDMA_WRITE ? PROT_WRITE : 0);
}

int fby_udma_map_region(const struct fby_udma *udma, struct fby_region *region, uint32_t rights)
{
	return fby_udma_map_shadow(udma->fd, region, prot_of(udma, rights));
}

struct fby_region fby_udma_memory(const struct fby_udma *udma, uint64_t bytes, uint32_t rights)
{
	struct fby_region region;

	if (fby_udma_register(udma->fd, fby_map(bytes), bytes, rights, &region))
		fby_bail("FOREBAY_IOC_UDMA_REGISTER: %s", strerror(errno));
	if (fby_udma_map_region(udma, &region, rights))
		fby_bail("map of shadow pages: %s", strerror(errno));
	return region;
}

int fby_udma_unregister(int fd, const struct fby_region *region)
{
	struct forebay_udma_unregister which = { .region = region->number };

	return ioctl(fd, FOREBAY_IOC_UDMA_UNREGISTER, &which);
}

uint64_t fby_slot_of(struct fby_place place)
{
	return place.region->slot + place.at;
}

volatile uint32_t *fby_shadow_of(struct fby_place place)
{
	return place.region->shadow + place.at / 4;
}

void fby_udma_pair(const struct fby_udma *udma, struct fby_place src, struct fby_place dst)
{
	struct forebay_udma_partner pair = {
		.first = (uint32_t)(fby_slot_of(src) / FBY_PAGE),
		.partner = (uint32_t)(fby_slot_of(dst) / FBY_PAGE),
		.count = 1,
	};

	if (ioctl(udma->fd, FOREBAY_IOC_UDMA_PARTNER, &pair))
		fby_bail("FOREBAY_IOC_UDMA_PARTNER: %s", strerror(errno));
}

void fby_udma_line(const struct fby_udma *udma, uint64_t src, uint64_t dst, uint64_t record,
		   uint32_t bytes, uint32_t cookie)
{
	fby_start_portal(udma->portal, src, dst, record, bytes | (uint64_t)cookie << 32,
			 record ? FOREBAY_UDMA_WINDOW_PORTAL_PAGE_CONTROL_RECORD : 0);
}

bool fby_udma_start(const struct fby_udma *udma, struct fby_place src, struct fby_place dst,
		    uint32_t bytes)
{
	volatile uint32_t *a = udma->context.scheme == FOREBAY_UDMA_PORTAL ? NULL : fby_shadow_of(src);
	volatile uint32_t *b = a ? fby_shadow_of(dst) : NULL;

	switch (udma->context.scheme) {
	case FOREBAY_UDMA_SHRIMP1:
		fby_udma_pair(udma, src, dst);
		return fby_start_shrimp1(a, bytes);
	case FOREBAY_UDMA_SHRIMP2:
	case FOREBAY_UDMA_FLASH:
	case FOREBAY_UDMA_SHADOW_CHECK:
	case FOREBAY_UDMA_SHADOW:
		return fby_start_pair(a, b, bytes);
	case FOREBAY_UDMA_REPEAT3:
		return fby_start_repeat3(a, b, bytes);
	case FOREBAY_UDMA_REPEAT4:
		return fby_start_repeat4(a, b, bytes);
	case FOREBAY_UDMA_REPEAT5:
		return fby_start_repeat5(a, b, bytes);
	case FOREBAY_UDMA_KEY:
		return fby_start_key(a, b, udma->page, bytes,
				     fby_start_key_word(udma->context.key, udma->context.context));
	case FOREBAY_UDMA_PORTAL:
		fby_udma_line(udma, fby_slot_of(src), fby_slot_of(dst), 0, bytes, 0);
		return true;
	default:
		fby_bail("scheme %u starts nothing", udma->context.scheme);
	}
}

bool fby_udma_start_surely(const struct fby_udma *udma, struct fby_place src, struct fby_place dst,
			   uint32_t bytes)
{
	unsigned int tries = udma->context.scheme == FOREBAY_UDMA_SHRIMP2 ? 100 : 1;

	while (tries--)
		if (fby_udma_start(udma, src, dst, bytes))
			return true;
	return false;
}

/** struct sleeper - What a thread that gets the context leaves before it sleeps for good. */
struct sleeper {
	struct fby_udma udma;
	volatile pid_t tid;
};

static void *begin_and_sleep(void *arg)
{
	struct sleeper *sleeper = arg;

	sleeper->udma = fby_udma_begin();
	/* From here on it sleeps nowhere else. */
	sleeper->tid = gettid();
	for (;;)
		pause();
	return NULL;
}

struct fby_udma fby_udma_begin_bare(void)
{
	struct sleeper *sleeper = fby_xmalloc(sizeof(*sleeper));
	pthread_t thread;

	sleeper->tid = 0;
	if (pthread_create(&thread, NULL, begin_and_sleep, sleeper) || pthread_detach(thread))
		fby_bail("a thread that gets the context: %s", strerror(errno));
	while (!sleeper->tid)
		sched_yield();
	if (!fby_sleeping(sleeper->tid))
		fby_bail("the thread that has got the context does not sleep");
	return sleeper->udma;
}

struct forebay_udma_stats fby_udma_stats(int fd)
{
	struct forebay_udma_stats stats;

	if (ioctl(fd, FOREBAY_IOC_UDMA_STATS, &stats))
		fby_bail("FOREBAY_IOC_UDMA_STATS: %s", strerror(errno));
	return stats;
}

struct forebay_udma_stats fby_udma_settle(int fd)
{
	uint64_t end = fby_ms() + BOUND_MS;

	for (;;) {
		struct forebay_udma_stats stats = fby_udma_stats(fd);

		if (!stats.under_way)
			return stats;
		if (fby_ms() > end)
			fby_bail("%u transfers are under way after %u ms", stats.under_way, BOUND_MS);
	}
}

bool fby_udma_bounced(void)
{
	struct fby_region region;
	int fd;

	if (fby_dma() != FBY_DMA_BOUNCE)
		return false;
	fd = fby_must_open("udma", O_RDWR);
	fby_fails(fby_udma_register(fd, fby_map(FBY_PAGE), FBY_PAGE, FOREBAY_UDMA_READ, &region), EOPNOTSUPP,
		  "memory that the kernel would copy for each transfer: EOPNOTSUPP");
	close(fd);
	return true;
}

void fby_udma_alone(void)
{
	cpu_set_t first;

	CPU_ZERO(&first);
	CPU_SET(0, &first);
	if (sched_setaffinity(0, sizeof(first), &first))
		fby_bail("sched_setaffinity: %s", strerror(errno));
}
