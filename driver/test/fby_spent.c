// SPDX-License-Identifier: GPL-2.0-only
#include "fby_spent.h"

#include <sys/resource.h>
#include <time.h>

#include "fby_test.h"

static uint64_t cycles(void)
{
	uint64_t low = fby_reg(FOREBAY_USER_STATUS_CYCLES_LO);

	return low | (uint64_t)fby_reg(FOREBAY_USER_STATUS_CYCLES_HI) << 32;
}

static uint64_t micro(struct timeval time)
{
	return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_usec;
}

struct fby_spent fby_spent_now(void)
{
	struct timespec wall;
	struct rusage used;

	clock_gettime(CLOCK_MONOTONIC, &wall);
	getrusage(RUSAGE_SELF, &used);
	return (struct fby_spent){
		.wall_us = (uint64_t)wall.tv_sec * 1000000 + (uint64_t)wall.tv_nsec / 1000,
		.user_us = micro(used.ru_utime),
		.system_us = micro(used.ru_stime),
		.cycles = cycles(),
	};
}

void fby_spent_note(const char *way, uint32_t rate, const struct fby_account *account, uint64_t told, uint64_t gaps,
		    const struct fby_spent *began, const struct fby_spent *ended, uint32_t bytes)
{
	fby_note("rate way=%s rate=%u samples=%llu kept=%llu lost=%llu told=%llu gaps=%llu wall_us=%llu cycles=%llu user_us=%llu "
		 "system_us=%llu bytes=%u",
		 way, rate, (unsigned long long)account->produced, (unsigned long long)account->kept,
		 (unsigned long long)account->lost, (unsigned long long)told, (unsigned long long)gaps,
		 (unsigned long long)(ended->wall_us - began->wall_us), (unsigned long long)(ended->cycles - began->cycles),
		 (unsigned long long)(ended->user_us - began->user_us),
		 (unsigned long long)(ended->system_us - began->system_us), bytes);
}
