// SPDX-License-Identifier: GPL-2.0-only
#include "fby_cap.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_test.h"

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
	cap->map = fby_map_buffers(cap->fd, cap->setup.buffers, cap->setup.map_bytes, PROT_READ);
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

static void wrong(struct fby_ramp *ramp, const struct forebay_cap_buffer *said, size_t where, const char *what)
{
	if (ramp->wrong)
		return;
	ramp->wrong = what;
	ramp->at = *said;
	ramp->where = where;
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
		ramp->first = said->stamp - fby_source_cycles(ramp->rate, ramp->number);
	ramp->has_first = true;
	if (said->bytes && said->stamp != ramp->first + fby_source_cycles(ramp->rate, ramp->number))
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
