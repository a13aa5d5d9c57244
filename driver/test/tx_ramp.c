// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: buffers that a program fills, where they lie or by write(2), come out of the stream byte for byte, each a packet, in the
 * order in which they were queued, before a start or behind it, by interrupt and by polling; what a stop cuts is told, and nothing
 * else was sent of it. The counters are exact, and no register is read for a buffer.
 * Catches: a ring that stops when it has come round once; a buffer that is sent twice, or the one of another's queue; a free one
 * that the card has yet; bytes of a cut packet that lead the next one.
 *
 * On a card that sends back what it is sent.
 */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fby_back.h"
#include "fby_test.h"

/* More than the card takes at once. */
#define BUFFERS 40u
#define BYTES 16384u
/* The ring of records comes round. */
#define COUNT 400u
#define WAIT_MS 20000u
/* Of packets before a start, and of such that a stop finds. */
#define BEFORE 24u
#define TURNS 6u
#define STOPPED 6u
#define CAPTURED 2u
/* More than the stream holds. */
#define LONG 262144u
/* Beats that are in the card without doubt when its stream stands still. */
#define STANDING 32u
#define BEAT 64u
/* So many buffers that a read for each is more than all others. */
#define MANY 512u
/* Of a start; and how often the driver looks without a message, at most, for each of two files. */
#define START_READS 16u
#define TICK_MS 5u

static void settled(const struct fby_tx *tx, uint64_t buffers, uint64_t bytes, const char *how)
{
	struct forebay_tx_stats stats = fby_tx_stats(tx);

	fby_is((long long)stats.buffers, (long long)buffers, "%s: buffers are counted", how);
	fby_is((long long)stats.bytes, (long long)bytes, "%s: and bytes", how);
	fby_is((long long)stats.cut, 0, "%s: none was cut", how);
	fby_is(stats.free, tx->setup.buffers, "%s: all are free", how);
	fby_is(stats.taken + stats.queued + stats.armed + stats.errors, 0, "%s: none is taken, queued or armed", how);
	fby_is(stats.flags, FOREBAY_TX_RUNS, "%s: it runs", how);
	if (tx->setup.flags & FOREBAY_TX_POLL)
		fby_is((long long)stats.interrupts, 0, "%s: no interrupt", how);
	else
		fby_ok(stats.interrupts > 0, "%s: interrupts (%llu)", how, (unsigned long long)stats.interrupts);
}

static void flows(uint32_t flags, fby_back_send *send, const char *how)
{
	struct fby_back back = fby_back_open(BUFFERS, BYTES, flags);
	uint64_t bytes;

	fby_is(back.tx.setup.flags, flags, "%s: the flags stand", how);
	if (send == fby_back_by_write)
		fcntl(back.tx.fd, F_SETFL, O_NONBLOCK);
	fby_is(fby_tx_start(&back.tx), 0, "%s: it starts", how);
	bytes = fby_back_all(&back, COUNT, send);
	fby_ok(bytes > 0, "%s: %u packets come, byte for byte, in order", how, COUNT);
	fby_is(fby_tx_drain(&back.tx, WAIT_MS), 0, "%s: all is sent", how);
	settled(&back.tx, COUNT, bytes, how);
	fby_is(fby_tx_stop(&back.tx), 0, "%s: it stops", how);
	fby_is(fby_tx_stats(&back.tx).flags, 0, "%s: and does not run", how);
	fby_back_close(&back);
}

/* A file that is full says so to poll(2), and goes on when there is room. */
static void polled(void)
{
	struct fby_back back = fby_back_open(BUFFERS, BYTES, 0);
	struct pollfd waits = { .fd = back.tx.fd, .events = POLLOUT };
	unsigned char packet[BYTES];
	unsigned int sent = 0;

	fcntl(back.tx.fd, F_SETFL, O_NONBLOCK);
	fby_is(poll(&waits, 1, 0), 1, "a free buffer: poll says so");
	fby_is(waits.revents, POLLOUT, "with POLLOUT");
	for (;; sent++) {
		fby_fill(packet, BYTES, sent);
		if (!fby_back_by_write(&back.tx, packet, BYTES))
			break;
	}
	fby_is(sent, BUFFERS, "so many packets can be written before a start");
	fby_is(poll(&waits, 1, 0), 0, "then poll says nothing");
	fby_is(fby_tx_start(&back.tx), 0, "it starts");
	fby_is(poll(&waits, 1, WAIT_MS), 1, "and poll says when there is room again");
	fby_is(waits.revents, POLLOUT, "with POLLOUT");
	for (unsigned int i = 0; i < sent; i++) {
		if (!fby_back_one(&back.cap, i, BYTES))
			fby_bail("packet %u did not come", i);
	}
	fby_is(fby_tx_drain(&back.tx, WAIT_MS), 0, "all is sent");
	settled(&back.tx, BUFFERS, (uint64_t)BUFFERS * BYTES, "written ahead");
	fby_back_close(&back);
}

/* Queued in another order than taken, one given back unsent, and all before it runs. */
static void before_start(void)
{
	struct fby_back back = fby_back_open(BUFFERS, BYTES, 0);
	uint32_t index[BEFORE], bytes = 0;
	bool good = true;

	for (unsigned int i = 0; i < BEFORE; i++) {
		good &= !fby_tx_take(&back.tx, 0, &index[i]);
		fby_fill(fby_tx_room(&back.tx, index[i]), BYTES, i);
	}
	fby_ok(good, "buffers can be taken before a start");
	/* The last ones first, but for the first one. */
	for (unsigned int i = BEFORE - 1; i > 0; i--) {
		good &= !fby_tx_queue(&back.tx, index[i], BYTES - i);
		bytes += BYTES - i;
	}
	good &= !fby_tx_release(&back.tx, index[0]);
	fby_ok(good, "and queued in any order, or given back");
	fby_is(fby_tx_stats(&back.tx).queued, BEFORE - 1, "they are queued");
	fby_is(fby_tx_stats(&back.tx).armed, 0, "and the card has none");
	fby_fails(fby_tx_drain(&back.tx, WAIT_MS), ENODATA, "nobody sends them: ENODATA");
	fby_is(fby_tx_start(&back.tx), 0, "it starts");
	for (unsigned int i = BEFORE - 1; i > 0; i--)
		good &= fby_back_one(&back.cap, i, BYTES - i);
	fby_ok(good, "and they come in the order in which they were queued");
	fby_is(fby_tx_drain(&back.tx, WAIT_MS), 0, "all is sent");
	settled(&back.tx, BEFORE - 1, bytes, "queued before a start");
	fby_back_close(&back);
}

/* The stream stands still within a packet, behind so many buffers and beats. */
static bool stands_still(const struct fby_back *back, uint64_t buffers, uint64_t beats)
{
	uint64_t end = fby_ms() + WAIT_MS;
	bool still;

	do
		still = fby_cap_stats(&back->cap).full == CAPTURED && fby_tx_stats(&back->tx).buffers == buffers &&
			fby_counter(FOREBAY_USER_COUNTER_H2C_BEATS_INDEX) >= beats;
	while (!still && fby_ms() < end);
	return still;
}

/* What a stop finds: two packets are through, one is under way, the others have not begun. */
static void stopped(void)
{
	struct fby_back back = {
		.tx = fby_tx_open(BUFFERS, LONG, 0),
		.cap = fby_cap_open(CAPTURED, LONG, 0, FOREBAY_CAP_GAP),
	};
	unsigned char *packet = fby_xmalloc(LONG);
	struct forebay_cap_buffer none;
	bool good = true;

	fby_tx_map(&back.tx);
	fby_cap_map(&back.cap);
	fby_is(fby_cap_start(&back.cap), 0, "capture starts");
	for (unsigned int turn = 0; good && turn < TURNS; turn++) {
		uint64_t beats = fby_counter(FOREBAY_USER_COUNTER_H2C_BEATS_INDEX) + STANDING +
				 CAPTURED * LONG / BEAT;
		struct forebay_tx_stats before = fby_tx_stats(&back.tx), stats;
		uint32_t cut;

		for (unsigned int i = 0; i < STOPPED; i++) {
			fby_fill(packet, LONG, turn * STOPPED + i);
			fby_tx_send(&back.tx, packet, LONG);
		}
		good &= !fby_tx_start(&back.tx) && stands_still(&back, before.buffers + CAPTURED, beats) &&
			!fby_tx_stop(&back.tx);
		stats = fby_tx_stats(&back.tx);
		cut = (uint32_t)(stats.bytes - before.bytes) - CAPTURED * LONG;
		good &= stats.buffers == before.buffers + CAPTURED && stats.cut == before.cut + 1 && cut &&
			cut < LONG && stats.free == BUFFERS && !stats.flags;
		if (!good)
			fby_note("turn %u: %llu buffers, %llu bytes, %llu cut, %u free", turn,
				 (unsigned long long)(stats.buffers - before.buffers),
				 (unsigned long long)(stats.bytes - before.bytes),
				 (unsigned long long)(stats.cut - before.cut), stats.free);
		for (unsigned int i = 0; i < CAPTURED; i++)
			good &= fby_back_one(&back.cap, turn * STOPPED + i, LONG);
		good &= fby_back_one(&back.cap, turn * STOPPED + CAPTURED, cut);
		good &= fby_cap_next(&back.cap, 0, &none) && errno == EAGAIN;
	}
	fby_ok(good, "what a stop cuts is a packet of so many bytes as are told; those behind it are not sent");
	free(packet);
	fby_back_close(&back);
}

static uint64_t register_reads(void)
{
	return fby_counter(FOREBAY_USER_COUNTER_MMIO_READS_INDEX);
}

/* The driver reads a register when it starts, for a message, and now and then; for a buffer it reads none. */
static void reads(void)
{
	struct fby_back back = fby_back_open(MANY, BEAT, 0);
	unsigned char packet[BEAT];
	uint64_t look, begun, messages, may, ms;
	bool good = true;

	for (unsigned int i = 0; i < MANY; i++) {
		fby_fill(packet, BEAT, i);
		fby_tx_send(&back.tx, packet, BEAT);
	}
	look = register_reads();
	look = register_reads() - look;
	ms = fby_ms();
	messages = fby_counter(FOREBAY_USER_COUNTER_MESSAGES_INDEX);
	begun = register_reads();
	good &= !fby_tx_start(&back.tx) && !fby_tx_drain(&back.tx, WAIT_MS);
	begun = register_reads() - begun - look;
	messages = fby_counter(FOREBAY_USER_COUNTER_MESSAGES_INDEX) - messages;
	/* A line that rises while it is brought down costs a look more, and is a message, too. */
	may = START_READS + 2 * messages + (fby_ms() - ms) / TICK_MS;
	fby_ok(good && begun <= may, "%u buffers are sent with %llu reads of registers, at %llu messages", MANY,
	       (unsigned long long)begun, (unsigned long long)messages);
	for (unsigned int i = 0; i < MANY; i++)
		good &= fby_back_one(&back.cap, i, BEAT);
	fby_ok(good, "and all have come");
	fby_back_close(&back);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("what is sent comes, byte for byte and in order", 240);
	flows(0, fby_back_by_map, "mapped");
	flows(FOREBAY_TX_POLL, fby_back_by_map, "by polling");
	flows(0, fby_back_by_write, "written");
	polled();
	before_start();
	stopped();
	reads();
	return fby_done();
}
