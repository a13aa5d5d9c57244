// SPDX-License-Identifier: GPL-2.0-only
#include "fby_air.h"

#include <string.h>

#include "fby_card.h"
#include "fby_test.h"

/* Kinds of packets, and the bit of a burst's last one, in the header. */
#define PLAIN 6ull
#define TIMED 7ull
#define KIND_AT 53
#define EOB (1ull << 57)
#define NUMBER_AT 32
#define LENGTH_AT 16

/* How long the card is looked at that waits, and for how much longer a program may be away. */
#define LOOK_MS 50u
#define AWAY 20u
/* Far enough that no card gets there. */
#define NEVER (1ull << 60)

static uint32_t whole_beats(uint32_t bytes)
{
	return (bytes + FBY_AIR_BEAT - 1) / FBY_AIR_BEAT * FBY_AIR_BEAT;
}

uint32_t fby_packet_bytes(uint32_t samples)
{
	return FBY_AIR_BEAT + whole_beats(samples * FBY_SAMPLE);
}

uint32_t fby_packet_write(unsigned char *to, const struct fby_packet *packet)
{
	uint32_t count = packet->count * FBY_SAMPLE, all = fby_packet_bytes(packet->count);
	uint64_t header[2] = {
		(packet->eob ? EOB : 0) | (packet->timed ? TIMED : PLAIN) << KIND_AT |
			(uint64_t)packet->number << NUMBER_AT |
			(uint64_t)(FBY_AIR_BEAT + count) << LENGTH_AT | packet->channel,
		packet->timed ? packet->stamp : 0,
	};

	memset(to, 0, FBY_AIR_BEAT);
	memcpy(to, header, sizeof(header));
	memcpy(to + FBY_AIR_BEAT, packet->samples, count);
	/* Nobody looks at it. */
	memset(to + FBY_AIR_BEAT + count, 0xee, all - FBY_AIR_BEAT - count);
	return all;
}

struct fby_aired fby_aired(unsigned int channel)
{
	struct fby_aired sent;

	/* In this order: the first read keeps the others. */
	sent.sent = fby_source_wide(FBY_SOURCE(TX_SENT_LO) + channel * FOREBAY_USER_SOURCE_TX_SENT_LO_STRIDE,
				    FBY_SOURCE(TX_SENT_HI));
	sent.missed = fby_source_wide(FBY_SOURCE(TX_MISSED_LO), FBY_SOURCE(TX_MISSED_HI));
	sent.late = fby_source_wide(FBY_SOURCE(TX_LATE_LO), FBY_SOURCE(TX_LATE_HI));
	sent.late_packets = fby_reg(FBY_SOURCE(TX_LATE_PACKETS));
	sent.packets = fby_reg(FBY_SOURCE(TX_PACKETS));
	sent.skips = fby_reg(FBY_SOURCE(TX_SKIPS));
	return sent;
}

bool fby_aired_is(unsigned int channel, struct fby_aired want, const char *what)
{
	struct fby_aired got = fby_aired(channel);
	bool same = got.sent == want.sent && got.missed == want.missed && got.late == want.late &&
		    got.late_packets == want.late_packets && got.packets == want.packets &&
		    got.skips == want.skips;

	return fby_ok(same,
		      "%s: channel %u has sent %llu samples of %llu, missed %llu moments of %llu, had %llu of %llu late in %u of "
		      "%u packets, %u of %u in all, %u of %u skips",
		      what, channel, (unsigned long long)got.sent, (unsigned long long)want.sent,
		      (unsigned long long)got.missed, (unsigned long long)want.missed, (unsigned long long)got.late,
		      (unsigned long long)want.late, got.late_packets, want.late_packets, got.packets, want.packets,
		      got.skips, want.skips);
}

void fby_air_clear(void)
{
	fby_set_reg(FBY_SOURCE(TX_CONTROL), FOREBAY_USER_SOURCE_TX_CONTROL_CLEAR);
}

void fby_air_rate(uint32_t rate)
{
	fby_set_reg(FBY_SOURCE(TX_RATE), rate);
}

bool fby_air_await(uint64_t limit_ms)
{
	const uint32_t busy = FOREBAY_USER_SOURCE_TX_STATUS_ON_AIR | FOREBAY_USER_SOURCE_TX_STATUS_HELD;
	uint64_t end = fby_ms() + limit_ms;

	while (fby_reg(FBY_SOURCE(TX_STATUS)) & busy) {
		if (fby_ms() > end)
			return false;
	}
	return true;
}

bool fby_air_await_time(uint64_t time, uint64_t limit_ms)
{
	uint64_t end = fby_ms() + limit_ms;

	while (fby_source_now() <= time) {
		if (fby_ms() > end)
			return false;
	}
	return true;
}

uint64_t fby_air_ahead(void)
{
	uint64_t begun, end;

	fby_source_listen(FBY_FASTEST, 1, fby_source_now() + NEVER, 1);
	begun = fby_source_now();
	end = fby_ms() + LOOK_MS;
	while (fby_ms() < end)
		;
	begun = fby_source_now() - begun;
	fby_source_stop();
	return AWAY * begun;
}
