// SPDX-License-Identifier: GPL-2.0-only
/* Nodes, registers and channels of the card under test: see fby_card.h. */

#include "fby_card.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "fby_stream.h"
#include "fby_test.h"

/* A mebibyte takes a simulated card a fraction of a second. */
#define WORK_BYTES (1u << 20)

const char *fby_node_in(char name[FBY_NAME], const char *what)
{
	snprintf(name, FBY_NAME, "/dev/forebay0_%s", what);
	return name;
}

int fby_open(const char *what, int flags)
{
	return open(fby_node(what), flags | O_CLOEXEC);
}

int fby_must_open(const char *what, int flags)
{
	int fd = fby_open(what, flags);

	if (fd < 0)
		fby_bail("%s: %s", fby_node(what), strerror(errno));
	return fd;
}

const char *fby_chan_name_in(char name[FBY_NAME], enum fby_dir dir, unsigned int channel)
{
	snprintf(name, FBY_NAME, "%s_%u", dir == FBY_H2C ? "h2c" : "c2h", channel);
	return name;
}

int fby_open_chan(enum fby_dir dir, unsigned int channel)
{
	return fby_must_open(fby_chan_name(dir, channel), dir == FBY_H2C ? O_WRONLY : O_RDONLY);
}

/* The user node stays open per call only: tests unbind the driver and close everything. */
uint32_t fby_reg(uint32_t offset)
{
	int fd = fby_must_open("user", O_RDWR);
	uint32_t value;

	if (pread(fd, &value, 4, offset) != 4)
		fby_bail("read of register 0x%x: %s", offset, strerror(errno));
	close(fd);
	return value;
}

void fby_set_reg(uint32_t offset, uint32_t value)
{
	int fd = fby_must_open("user", O_RDWR);

	if (pwrite(fd, &value, 4, offset) != 4)
		fby_bail("write of register 0x%x: %s", offset, strerror(errno));
	close(fd);
}

uint64_t fby_counter(unsigned int index)
{
	uint32_t base = FOREBAY_USER_COUNTER_BASE + index * FOREBAY_USER_COUNTER_STRIDE;
	uint32_t low = fby_reg(base + FOREBAY_USER_COUNTER_LO);

	return low | (uint64_t)fby_reg(base + FOREBAY_USER_COUNTER_HI) << 32;
}

uint64_t fby_mem_bytes(void)
{
	return fby_reg(FOREBAY_USER_STATUS_BASE + FOREBAY_USER_STATUS_MEM_BYTES);
}

uint64_t fby_work_bytes(void)
{
	uint64_t mem = fby_mem_bytes();

	return mem < WORK_BYTES ? mem : WORK_BYTES;
}

static uint32_t field(uint32_t word, uint32_t mask)
{
	return (word & mask) / (mask & -mask);
}

unsigned int fby_channels(enum fby_dir dir, bool stream, unsigned int *list)
{
	uint32_t word = fby_reg(FOREBAY_USER_STATUS_BASE + FOREBAY_USER_STATUS_CHANNELS);
	bool h2c = dir == FBY_H2C;
	uint32_t count, streams;
	unsigned int n = 0;

	count = field(word, h2c ? FOREBAY_USER_STATUS_CHANNELS_NUM_H2C :
				  FOREBAY_USER_STATUS_CHANNELS_NUM_C2H);
	streams = field(word, h2c ? FOREBAY_USER_STATUS_CHANNELS_H2C_STREAM :
				    FOREBAY_USER_STATUS_CHANNELS_C2H_STREAM);
	for (uint32_t i = 0; i < count && i < FBY_MAX_CHANNELS; i++)
		if (((streams >> i) & 1) == stream)
			list[n++] = i;
	return n;
}

unsigned int fby_first(enum fby_dir dir, bool stream)
{
	unsigned int list[FBY_MAX_CHANNELS];

	if (!fby_channels(dir, stream, list))
		fby_bail("the card has no %s channel that is %s", dir == FBY_H2C ? "h2c" : "c2h",
			 stream ? "a stream" : "memory-mapped");
	return list[0];
}

void fby_set_completion(int fd, unsigned int mode, unsigned int spin_us, unsigned int timeout_ms)
{
	struct forebay_completion want;

	if (ioctl(fd, FOREBAY_IOC_GET_COMPLETION, &want))
		fby_bail("FOREBAY_IOC_GET_COMPLETION: %s", strerror(errno));
	want.mode = mode;
	if (spin_us)
		want.spin_us = spin_us;
	if (timeout_ms)
		want.timeout_ms = timeout_ms;
	if (ioctl(fd, FOREBAY_IOC_SET_COMPLETION, &want))
		fby_bail("FOREBAY_IOC_SET_COMPLETION: %s", strerror(errno));
}

struct forebay_error fby_last_error(int fd)
{
	struct forebay_error error;

	if (ioctl(fd, FOREBAY_IOC_LAST_ERROR, &error))
		fby_bail("FOREBAY_IOC_LAST_ERROR: %s", strerror(errno));
	return error;
}

void fby_peek(uint64_t card_addr, void *buf, size_t len)
{
	uint64_t first = card_addr & ~(uint64_t)(FBY_PAGE - 1);
	size_t skip = (size_t)(card_addr - first), mapped = skip + len;
	int fd = fby_must_open("aperture", O_RDONLY);
	const volatile unsigned char *map =
		mmap(NULL, mapped, PROT_READ, MAP_SHARED, fd, (off_t)first);
	unsigned char *to = buf;

	if (map == MAP_FAILED)
		fby_bail("map of the aperture: %s", strerror(errno));
	for (size_t i = 0; i < len; i++)
		to[i] = map[skip + i];
	munmap((void *)(uintptr_t)map, mapped);
	close(fd);
}

static bool round_trip_on(unsigned int h2c, unsigned int c2h, uint64_t card_addr, size_t len,
			  uint64_t seed)
{
	unsigned char *out = fby_xmalloc(len), *in = fby_xmalloc(len);
	int to = fby_open_chan(FBY_H2C, h2c), from = fby_open_chan(FBY_C2H, c2h);
	bool good;

	fby_fill(out, len, seed);
	memset(in, 0, len);
	good = pwrite(to, out, len, (off_t)card_addr) == (ssize_t)len;
	if (!good)
		fby_note("h2c_%u: %s", h2c, strerror(errno));
	if (good && pread(from, in, len, (off_t)card_addr) != (ssize_t)len) {
		fby_note("c2h_%u: %s", c2h, strerror(errno));
		good = false;
	}
	if (good && fby_diff(out, in, len) >= 0) {
		fby_note("h2c_%u to c2h_%u: byte %zd differs", h2c, c2h, fby_diff(out, in, len));
		good = false;
	}
	close(to);
	close(from);
	free(out);
	free(in);
	return good;
}

uint32_t fby_resets(int fd)
{
	struct forebay_info info;

	if (ioctl(fd, FOREBAY_IOC_INFO, &info))
		fby_bail("FOREBAY_IOC_INFO: %s", strerror(errno));
	return info.resets;
}

bool fby_await_reset(int fd, uint32_t resets, uint64_t limit_ms)
{
	const struct timespec pause = { .tv_nsec = 10000000 };
	uint64_t end = fby_ms() + limit_ms;

	while (fby_resets(fd) == resets && fby_ms() < end)
		nanosleep(&pause, NULL);
	return fby_resets(fd) == resets + 1;
}

bool fby_round_trip(uint64_t card_addr, size_t len, uint64_t seed)
{
	return round_trip_on(fby_first(FBY_H2C, false), fby_first(FBY_C2H, false), card_addr, len,
			     seed);
}

void fby_still_works(const char *after)
{
	unsigned int h2c[FBY_MAX_CHANNELS], c2h[FBY_MAX_CHANNELS];
	unsigned int nh = fby_channels(FBY_H2C, false, h2c);
	unsigned int nc = fby_channels(FBY_C2H, false, c2h);
	bool good = nh && nc;

	/* A card of streams alone. */
	if (!nh && !nc)
		good = fby_loop_pairs() > 0;
	for (unsigned int i = 0; good && i < nh; i++)
		good = round_trip_on(h2c[i], c2h[i % nc], 0x1000 * i + 5, 9001, i + 77);
	for (unsigned int i = 0; good && i < nc; i++)
		good = round_trip_on(h2c[i % nh], c2h[i], 0x1000 * i + 3, 4099, i + 99);
	for (unsigned int i = 0; good && i < fby_loop_pairs(); i++)
		good = fby_loop_packet(fby_loop_channel(i), 3001, i + 7);
	fby_ok(good, "every channel moves data after %s", after);
}
