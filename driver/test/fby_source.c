// SPDX-License-Identifier: GPL-2.0-only
#include "fby_source.h"

#include "fby_card.h"
#include "fby_test.h"

/* Longest that a source takes to stop, on an emulated machine. */
#define STOP_MS 20000u

uint32_t fby_source(uint32_t offset)
{
	return FOREBAY_USER_SOURCE_BASE + offset;
}

static void set_wide(uint32_t low, uint32_t high, uint64_t value)
{
	fby_set_reg(low, (uint32_t)value);
	fby_set_reg(high, (uint32_t)(value >> 32));
}

void fby_source_start(uint32_t rate, uint32_t packet, uint64_t samples)
{
	fby_set_reg(FBY_SOURCE(MODE), FOREBAY_USER_SOURCE_MODE_WAVE_RAMP);
	fby_set_reg(FBY_SOURCE(RATE), rate);
	fby_set_reg(FBY_SOURCE(PACKET), packet);
	set_wide(FBY_SOURCE(SAMPLES_LO), FBY_SOURCE(SAMPLES_HI), samples);
	fby_set_reg(FBY_SOURCE(CONTROL), FOREBAY_USER_SOURCE_CONTROL_START |
						 (samples ? FOREBAY_USER_SOURCE_CONTROL_COUNTED : 0));
}

void fby_source_listen(uint32_t rate, uint32_t channels, uint64_t first, uint64_t samples)
{
	const uint32_t unit = FOREBAY_USER_SOURCE_MODE_CHANNELS & -FOREBAY_USER_SOURCE_MODE_CHANNELS;

	fby_set_reg(FBY_SOURCE(MODE), FOREBAY_USER_SOURCE_MODE_LOOP | (channels - 1) * unit);
	fby_set_reg(FBY_SOURCE(RATE), rate);
	fby_set_reg(FBY_SOURCE(PACKET), 0);
	set_wide(FBY_SOURCE(SAMPLES_LO), FBY_SOURCE(SAMPLES_HI), samples);
	set_wide(FBY_SOURCE(START_AT_LO), FBY_SOURCE(START_AT_HI), first);
	fby_set_reg(FBY_SOURCE(CONTROL), FOREBAY_USER_SOURCE_CONTROL_START | FOREBAY_USER_SOURCE_CONTROL_AT |
						 FOREBAY_USER_SOURCE_CONTROL_COUNTED);
}

bool fby_source_is_late(void)
{
	return fby_reg(FBY_SOURCE(STATUS)) & FOREBAY_USER_SOURCE_STATUS_LATE;
}

bool fby_source_await(uint64_t limit_ms)
{
	const uint32_t busy = FOREBAY_USER_SOURCE_STATUS_ARMED | FOREBAY_USER_SOURCE_STATUS_RUNNING;
	uint64_t end = fby_ms() + limit_ms;

	while (fby_reg(FBY_SOURCE(STATUS)) & busy) {
		if (fby_ms() > end)
			return false;
	}
	return true;
}

void fby_source_stop(void)
{
	fby_set_reg(FBY_SOURCE(CONTROL), FOREBAY_USER_SOURCE_CONTROL_STOP);
	if (!fby_source_await(STOP_MS))
		fby_bail("the source does not stop");
}

uint64_t fby_source_wide(uint32_t low, uint32_t high)
{
	uint64_t value = fby_reg(low);

	return value | (uint64_t)fby_reg(high) << 32;
}

struct fby_account fby_account(void)
{
	struct fby_account account;

	/* In this order: the first read keeps the others. */
	account.produced = fby_source_wide(FBY_SOURCE(PRODUCED_LO), FBY_SOURCE(PRODUCED_HI));
	account.kept = fby_source_wide(FBY_SOURCE(KEPT_LO), FBY_SOURCE(KEPT_HI));
	account.lost = fby_source_wide(FBY_SOURCE(LOST_LO), FBY_SOURCE(LOST_HI));
	return account;
}

uint64_t fby_source_now(void)
{
	return fby_source_wide(FBY_SOURCE(TIME_LO), FBY_SOURCE(TIME_HI));
}

uint64_t fby_source_cycles(uint32_t rate, uint64_t number)
{
	unsigned __int128 parts = (unsigned __int128)number << 32;

	return (uint64_t)((parts + rate - 1) / rate);
}
