// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: packets of samples that a program queues are on the air sample for sample, each at its time, in bursts of one channel or
 * four, as a capture of the air beside it sees; a moment without a sample, a packet that comes too late and one that makes no
 * sense are counted exactly, and what is behind them is in its place.
 * Catches: buffers that the card gets in another order, or twice; transmission and capture that get in each other's way; a late
 * packet that nobody tells of.
 *
 * On a radio.
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fby_air.h"
#include "fby_cap.h"
#include "fby_test.h"
#include "fby_tx.h"

#define BUFFERS 24u
#define BYTES 8192u
#define CAP_BUFFERS 4u
#define CAP_BYTES 65536u
#define WAIT_MS 60000u
#define TURNS 6u
#define LATE_TURNS 2u
/* Samples of a burst, of a channel; and of a packet, so that a channel holds all packets at once. */
#define BURST 1400u
#define PACKET 400u
#define PACKET_MIN 100u
/* Moments that are looked at behind a burst, which are silence. */
#define SILENT 10u
/* A moment in 1024 cycles: on a grid that begins anywhere. */
#define SLOW (1u << 22)

struct rig {
	struct fby_tx tx;
	struct fby_cap cap;
	uint64_t ahead, random;
	/** Of the next packet of each channel. */
	uint16_t number[FBY_AIR_CHANNELS];
	struct fby_aired want[FBY_AIR_CHANNELS];
	uint64_t buffers, bytes;
};

static uint32_t any(struct rig *rig, uint32_t from, uint32_t to)
{
	return from + (uint32_t)(fby_rand(&rig->random) % (to - from));
}

/* Samples, none of them silence. */
static void noise(struct rig *rig, uint32_t *samples, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		samples[i] = 1 | (uint32_t)fby_rand(&rig->random);
}

/* Queues a buffer with packets in it, which get their numbers. */
static void queue(struct rig *rig, struct fby_packet *packets, unsigned int count)
{
	uint32_t index, bytes = 0;

	if (fby_tx_take(&rig->tx, WAIT_MS, &index))
		fby_bail("no buffer is free: %s", strerror(errno));
	for (unsigned int i = 0; i < count; i++) {
		packets[i].number = rig->number[packets[i].channel]++;
		rig->want[packets[i].channel].packets++;
		bytes += fby_packet_write(fby_tx_room(&rig->tx, index) + bytes, &packets[i]);
	}
	if (fby_tx_queue(&rig->tx, index, bytes))
		fby_bail("%u bytes are not queued: %s", bytes, strerror(errno));
	rig->buffers++;
	rig->bytes += bytes;
}

/* The next capture begins at @first and has these samples, of all channels in turns, then silence. */
static bool heard(struct rig *rig, uint64_t first, const uint32_t *want, uint32_t count, uint32_t silent)
{
	struct forebay_cap_buffer said;
	const uint32_t *got;
	bool good;

	if (fby_cap_next(&rig->cap, WAIT_MS, &said)) {
		fby_note("nothing was captured: %s%s", strerror(errno), fby_source_is_late() ? ", as it was late" : "");
		return false;
	}
	got = (const void *)(rig->cap.map + (size_t)said.index * rig->cap.setup.map_bytes);
	good = said.stamp == first && !said.lost && said.bytes == (count + silent) * FBY_SAMPLE;
	for (uint32_t i = 0; good && i < count + silent; i++)
		good = got[i] == (i < count ? want[i] : 0);
	if (!good)
		fby_note("captured: %u bytes of %u, at %llu of %llu, %llu lost, late %d", said.bytes,
			 (count + silent) * FBY_SAMPLE, (unsigned long long)said.stamp, (unsigned long long)first,
			 (unsigned long long)said.lost, fby_source_is_late());
	return good && !fby_cap_release(&rig->cap, said.index);
}

/* What is told of it all, so far. */
static void accounts(const struct rig *rig, const char *how)
{
	struct forebay_tx_stats stats;

	fby_ok(!fby_tx_drain(&rig->tx, WAIT_MS) && fby_air_await(WAIT_MS), "%s: all is sent", how);
	stats = fby_tx_stats(&rig->tx);
	for (unsigned int channel = 0; channel < FBY_AIR_CHANNELS; channel++)
		fby_aired_is(channel, rig->want[channel], how);
	fby_is((long long)stats.buffers, (long long)rig->buffers, "%s: so many buffers", how);
	fby_is((long long)stats.bytes, (long long)rig->bytes, "%s: and bytes", how);
	fby_is(stats.free, BUFFERS, "%s: all are free", how);
}

/* A burst of each channel, cut into packets that are queued by their place in it. */
static void bursts(struct rig *rig, unsigned int channels, uint32_t rate)
{
	uint32_t *samples = fby_xmalloc(FBY_AIR_CHANNELS * BURST * FBY_SAMPLE), count = any(rig, 1, BURST);
	uint32_t *air = fby_xmalloc(FBY_AIR_CHANNELS * BURST * FBY_SAMPLE), at = 0;
	uint64_t first;

	fby_air_rate(rate);
	noise(rig, samples, channels * count);
	for (uint32_t i = 0; i < count; i++) {
		for (unsigned int channel = 0; channel < channels; channel++)
			air[i * channels + channel] = samples[channel * count + i];
	}
	first = fby_source_now() + rig->ahead;
	fby_source_listen(rate, channels, first, count + SILENT);
	while (at < count) {
		struct fby_packet packets[FBY_AIR_CHANNELS];
		uint32_t length = any(rig, PACKET_MIN, PACKET);

		if (length > count - at)
			length = count - at;
		for (unsigned int channel = 0; channel < channels; channel++)
			packets[channel] = (struct fby_packet){
				.channel = channel,
				.timed = !at || any(rig, 0, 2),
				.stamp = first + fby_source_cycles(rate, at),
				.eob = at + length == count,
				.samples = samples + channel * count + at,
				.count = length,
			};
		queue(rig, packets, channels);
		at += length;
	}
	fby_ok(heard(rig, first, air, channels * count, channels * SILENT),
	       "%u samples of %u channels are on the air, from their time on, then silence", count, channels);
	for (unsigned int channel = 0; channel < channels; channel++)
		rig->want[channel].sent += count;
	free(samples);
	free(air);
}

/* A burst goes on over a packet that comes too late, up to one that comes in time. */
static void late(struct rig *rig)
{
	uint32_t samples[3][PACKET], count[3];
	struct fby_packet packets[3];
	uint64_t first, place[3];

	for (unsigned int i = 0; i < 3; i++) {
		count[i] = any(rig, PACKET_MIN, PACKET);
		noise(rig, samples[i], count[i]);
	}
	fby_air_rate(SLOW);
	first = fby_source_now() + rig->ahead;
	place[0] = 0;
	place[1] = count[0] + any(rig, 0, 100);
	fby_source_listen(SLOW, 1, first, count[0] + SILENT);
	for (unsigned int i = 0; i < 3; i++)
		packets[i] = (struct fby_packet){ .timed = true, .eob = i == 2, .samples = samples[i], .count = count[i] };
	packets[0].stamp = first;
	queue(rig, packets, 1);
	fby_ok(heard(rig, first, samples[0], count[0], SILENT), "a burst begins, and then has nothing to send");
	packets[1].stamp = first + fby_source_cycles(SLOW, place[1]);
	fby_ok(fby_air_await_time(packets[1].stamp + fby_source_cycles(SLOW, 1), WAIT_MS), "the time of a packet is over");
	place[2] = (fby_source_now() + rig->ahead - first) / fby_source_cycles(SLOW, 1);
	packets[2].stamp = first + fby_source_cycles(SLOW, place[2]);
	fby_source_listen(SLOW, 1, packets[2].stamp, count[2] + SILENT);
	queue(rig, packets + 1, 2);
	fby_ok(heard(rig, packets[2].stamp, samples[2], count[2], SILENT), "it is dropped, and the one behind it is in its place");
	rig->want[0].sent += count[0] + count[2];
	rig->want[0].late += count[1];
	rig->want[0].late_packets++;
	rig->want[0].missed += place[2] - count[0];
}

/* What is none, what its buffer cuts, and numbers that are missing, by write(2). */
static void malformed(struct rig *rig)
{
	uint32_t samples[PACKET], bytes;
	unsigned char room[BYTES], junk[1000];
	struct fby_packet packet = { .channel = 3, .eob = true, .samples = samples, .count = 40 };
	const uint32_t happened = FOREBAY_USER_SOURCE_TX_STATUS_MALFORMED | FOREBAY_USER_SOURCE_TX_STATUS_SKIP;

	noise(rig, samples, packet.count);
	memset(junk, 0x55, sizeof(junk));
	packet.number = rig->number[3];
	bytes = fby_packet_write(room, &packet);
	fby_is(write(rig->tx.fd, junk, sizeof(junk)), sizeof(junk), "a buffer without a header is written");
	fby_is(write(rig->tx.fd, room, FBY_AIR_BEAT + 100), FBY_AIR_BEAT + 100, "one whose packet goes on behind it");
	fby_is(write(rig->tx.fd, room, bytes), bytes, "a good one");
	packet.number += 5;
	rig->number[3] = packet.number + 1;
	fby_packet_write(room, &packet);
	fby_is(write(rig->tx.fd, room, bytes), bytes, "and one that is not the next");
	fby_is(fby_tx_drain(&rig->tx, WAIT_MS), 0, "all of them are taken");
	rig->buffers += 4;
	rig->bytes += sizeof(junk) + FBY_AIR_BEAT + 100 + 2 * bytes;
	rig->want[3].sent += 2 * packet.count;
	rig->want[3].packets += 2;
	rig->want[3].skips++;
	accounts(rig, "malformed");
	fby_is(fby_reg(FBY_SOURCE(TX_MALFORMED)), 2, "two were malformed");
	fby_is(fby_reg(FBY_SOURCE(TX_DROPPED)), (sizeof(junk) + FBY_AIR_BEAT - 1) / FBY_AIR_BEAT + 3,
	       "with so many beats");
	fby_is(fby_reg(FBY_SOURCE(TX_STATUS)) & happened, happened, "and the status says so");
	fby_air_clear();
	memset(rig->want, 0, sizeof(rig->want));
	memset(rig->number, 0, sizeof(rig->number));
	accounts(rig, "cleared");
}

int main(int argc, char **argv)
{
	static const unsigned int channels[] = { 1, 2, 4 };
	struct rig rig = { .random = fby_arg(argc, argv, "seed=", 29) };

	fby_begin("packets are on the air sample for sample, at their time", 280);
	rig.tx = fby_tx_open(BUFFERS, BYTES, 0);
	rig.cap = fby_cap_open(CAP_BUFFERS, CAP_BYTES, 0, FOREBAY_CAP_GAP);
	fby_tx_map(&rig.tx);
	fby_cap_map(&rig.cap);
	fby_is(fby_tx_start(&rig.tx), 0, "transmission starts");
	fby_is(fby_cap_start(&rig.cap), 0, "and capture");
	fby_air_clear();
	rig.ahead = fby_air_ahead();
	fby_note("%llu cycles ahead", (unsigned long long)rig.ahead);
	for (unsigned int turn = 0; turn < TURNS; turn++)
		bursts(&rig, channels[turn % 3], turn ? any(&rig, 1 << 26, FBY_FASTEST) : FBY_FASTEST);
	accounts(&rig, "bursts");
	fby_is(fby_reg(FBY_SOURCE(TX_STATUS)), 0, "nothing was late or missing");
	for (unsigned int turn = 0; turn < LATE_TURNS; turn++)
		late(&rig);
	accounts(&rig, "late");
	malformed(&rig);
	fby_is(fby_tx_stop(&rig.tx), 0, "transmission stops");
	fby_is(fby_tx_stats(&rig.tx).errors, 0, "without an error");
	fby_tx_close(&rig.tx);
	fby_cap_close(&rig.cap);
	return fby_done();
}
