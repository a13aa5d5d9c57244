// SPDX-License-Identifier: GPL-2.0-only
#include "fby_cap.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_test.h"

/* Longest that a source takes to stop, on an emulated machine. */
#define STOP_MS 20000u

#define SOURCE(name) fby_source(FOREBAY_USER_SOURCE_##name)

int fby_cap_setup(int fd, struct forebay_cap_setup *setup)
{
	return ioctl(fd, FOREBAY_IOC_CAP_SETUP, setup);
}

struct fby_cap fby_cap_open(uint32_t buffers, uint32_t bytes, uint32_t flags, uint32_t policy)
{
	struct fby_cap cap = {
		.fd = fby_must_open("cap0", O_RDWR),
		.setup = { .buffers = buffers, .bytes = bytes, .flags = flags, .policy = policy },
	};

	if (fby_cap_setup(cap.fd, &cap.setup))
		fby_bail("%u buffers of %u bytes: %s; there are %u of %u", buffers, bytes, strerror(errno),
			 cap.setup.buffers, cap.setup.bytes);
	return cap;
}

void fby_cap_map(struct fby_cap *cap)
{
	size_t bytes = (size_t)cap->setup.buffers * cap->setup.map_bytes;
	void *map = mmap(NULL, bytes, PROT_READ, MAP_SHARED, cap->fd, 0);

	if (map == MAP_FAILED)
		fby_bail("a map of all buffers: %s", strerror(errno));
	cap->map = map;
}

void fby_cap_close(struct fby_cap *cap)
{
	if (cap->map)
		munmap((void *)(uintptr_t)cap->map, (size_t)cap->setup.buffers * cap->setup.map_bytes);
	close(cap->fd);
}

int fby_cap_start(const struct fby_cap *cap)
{
	return ioctl(cap->fd, FOREBAY_IOC_CAP_START);
}

int fby_cap_stop(const struct fby_cap *cap)
{
	return ioctl(cap->fd, FOREBAY_IOC_CAP_STOP);
}

int fby_cap_next(const struct fby_cap *cap, uint32_t timeout_ms, struct forebay_cap_buffer *said)
{
	struct forebay_cap_next next = { .timeout_ms = timeout_ms };
	int ret = ioctl(cap->fd, FOREBAY_IOC_CAP_NEXT, &next);

	*said = next.buffer;
	return ret;
}

int fby_cap_last(const struct fby_cap *cap, struct forebay_cap_buffer *said)
{
	return ioctl(cap->fd, FOREBAY_IOC_CAP_LAST, said);
}

int fby_cap_release(const struct fby_cap *cap, uint32_t index)
{
	return ioctl(cap->fd, FOREBAY_IOC_CAP_RELEASE, &index);
}

int fby_cap_export(const struct fby_cap *cap, uint32_t index)
{
	struct forebay_cap_export export = { .index = index };

	return ioctl(cap->fd, FOREBAY_IOC_CAP_EXPORT, &export) ? -1 : export.fd;
}

struct forebay_cap_stats fby_cap_stats(const struct fby_cap *cap)
{
	struct forebay_cap_stats stats;

	if (ioctl(cap->fd, FOREBAY_IOC_CAP_STATS, &stats))
		fby_bail("FOREBAY_IOC_CAP_STATS: %s", strerror(errno));
	return stats;
}

uint32_t fby_source(uint32_t offset)
{
	return FOREBAY_USER_SOURCE_BASE + offset;
}

void fby_source_start(uint32_t rate, uint32_t packet, uint64_t samples)
{
	fby_set_reg(SOURCE(MODE), FOREBAY_USER_SOURCE_MODE_WAVE_RAMP);
	fby_set_reg(SOURCE(RATE), rate);
	fby_set_reg(SOURCE(PACKET), packet);
	fby_set_reg(SOURCE(SAMPLES_LO), (uint32_t)samples);
	fby_set_reg(SOURCE(SAMPLES_HI), (uint32_t)(samples >> 32));
	fby_set_reg(SOURCE(CONTROL), FOREBAY_USER_SOURCE_CONTROL_START |
					     (samples ? FOREBAY_USER_SOURCE_CONTROL_COUNTED : 0));
}

bool fby_source_await(uint64_t limit_ms)
{
	const uint32_t busy = FOREBAY_USER_SOURCE_STATUS_ARMED | FOREBAY_USER_SOURCE_STATUS_RUNNING;
	uint64_t end = fby_ms() + limit_ms;

	while (fby_reg(SOURCE(STATUS)) & busy) {
		if (fby_ms() > end)
			return false;
	}
	return true;
}

void fby_source_stop(void)
{
	fby_set_reg(SOURCE(CONTROL), FOREBAY_USER_SOURCE_CONTROL_STOP);
	if (!fby_source_await(STOP_MS))
		fby_bail("the source does not stop");
}

static uint64_t wide(uint32_t low, uint32_t high)
{
	uint64_t value = fby_reg(low);

	return value | (uint64_t)fby_reg(high) << 32;
}

struct fby_account fby_account(void)
{
	struct fby_account account;

	/* In this order: the first read keeps the others. */
	account.produced = wide(SOURCE(PRODUCED_LO), SOURCE(PRODUCED_HI));
	account.kept = wide(SOURCE(KEPT_LO), SOURCE(KEPT_HI));
	account.lost = wide(SOURCE(LOST_LO), SOURCE(LOST_HI));
	return account;
}

static void wrong(struct fby_ramp *ramp, const struct forebay_cap_buffer *said, size_t where, const char *what)
{
	if (ramp->wrong)
		return;
	ramp->wrong = what;
	ramp->at = *said;
	ramp->where = where;
}

/* Cycles from sample 0 to sample @number, by the definition of the rate. */
static uint64_t cycles(const struct fby_ramp *ramp, uint64_t number)
{
	unsigned __int128 parts = (unsigned __int128)number << 32;

	return (uint64_t)((parts + ramp->rate - 1) / ramp->rate);
}

void fby_ramp_bytes(struct fby_ramp *ramp, const void *bytes, size_t count)
{
	const struct forebay_cap_buffer none = { 0 };
	size_t samples = count / FBY_SAMPLE;

	if (count % FBY_SAMPLE)
		wrong(ramp, &none, count, "bytes of half a sample");
	for (size_t i = 0; i < samples; i++) {
		uint32_t got;

		memcpy(&got, (const char *)bytes + i * FBY_SAMPLE, sizeof(got));
		if (got != ((ramp->number + i) & FBY_RAMP_NUMBER)) {
			wrong(ramp, &none, i, "another sample");
			break;
		}
	}
	ramp->number += samples;
	ramp->kept += samples;
}

void fby_ramp_take(struct fby_ramp *ramp, const struct forebay_cap_buffer *said, const void *bytes)
{
	uint64_t missing = said->overwritten / FBY_SAMPLE;

	ramp->number += said->lost + missing;
	ramp->lost += said->lost;
	ramp->overwritten += missing;
	ramp->gaps += !!said->lost;
	ramp->buffers++;
	if (!missing && said->sequence != ramp->sequence)
		wrong(ramp, said, ramp->sequence, "another sequence number");
	ramp->sequence = said->sequence + 1;
	if (!ramp->has_first)
		ramp->first = said->stamp - cycles(ramp, ramp->number);
	ramp->has_first = true;
	if (said->bytes && said->stamp != ramp->first + cycles(ramp, ramp->number))
		wrong(ramp, said, (size_t)ramp->number, "another time than that of its first sample");
	fby_ramp_bytes(ramp, bytes, said->bytes);
}

bool fby_ramp_good(const struct fby_ramp *ramp, const char *what)
{
	if (ramp->wrong)
		fby_note("%s at %zu of buffer %u (number %u, %u bytes, time %llu, lost %llu, flags 0x%x)",
			 ramp->wrong, ramp->where, ramp->at.index, ramp->at.sequence, ramp->at.bytes,
			 (unsigned long long)ramp->at.stamp, (unsigned long long)ramp->at.lost, ramp->at.flags);
	return fby_ok(!ramp->wrong, "%s: every sample, number and time is right (%llu samples in %llu buffers)",
		      what, (unsigned long long)ramp->kept, (unsigned long long)ramp->buffers);
}
