// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: threads that make every call on one transmit file at once, in any order, with resets in between, get an answer of the
 * interface each, never have a buffer that is another's, and leave a file that works and all memory. What comes out of the stream
 * meanwhile is what was queued, whole or cut at its end, each once, and what one thread has queued in its order; without a reset
 * it is exactly what the counters tell, packet for packet and byte for byte. The shortest packets come, as many as there are.
 * Catches: a race of two calls; a buffer that is sent twice, or by two; bytes or cuts that nobody counts.
 *
 * On a card that sends back what it is sent.
 */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_back.h"
#include "fby_flow.h"
#include "fby_kernel.h"
#include "fby_storm.h"
#include "fby_test.h"
#include "fby_trouble.h"

#define MOST_BUFFERS 24u
/* Of a buffer, at most; each packet has its head in its first beat. */
#define MOST_BYTES 16384u
#define BEAT 64u
#define WAIT_MS 5u
/* Of capture, so that the stream stands still now and then, and a stop cuts. */
#define FEW 2u
#define QUIET_MS 300u
#define SLACK_KIB (16ll << 10)
#define OVER EIO, ECANCELED, ENOBUFS
/* So many packets of a beat that the ring of records comes round some times. */
#define SHORTEST 1000u

/** struct head - What a packet begins with; behind it is the pattern of @seed. */
struct head {
	uint64_t seed;
	uint32_t thread, number, bytes, zero;
};

/** struct receiver - What has come. */
struct receiver {
	struct fby_cap cap;
	pthread_t thread;
	volatile bool enough;
	/** Of each thread's next packet, at least. */
	uint32_t next[FBY_STORM_THREADS];
	uint64_t whole, cut, bytes, wrong;
	/** What a packet should be. */
	unsigned char want[MOST_BYTES];
};

struct file {
	struct fby_tx tx;
	/** Of each thread's next packet. */
	uint32_t number[FBY_STORM_THREADS];
};

static void write_packet(struct fby_storm *t, unsigned char *to, uint32_t bytes)
{
	struct file *file = t->file;
	struct head head = { .thread = t->number, .number = file->number[t->number]++, .bytes = bytes };

	head.seed = ((uint64_t)t->number << 32 | head.number) + 1;
	memcpy(to, &head, sizeof(head));
	fby_fill(to + sizeof(head), bytes - sizeof(head), head.seed);
}

/* A packet is whole, or cut, and later than all before that its thread has queued. */
static void receive(struct receiver *it, const struct forebay_cap_buffer *said, const unsigned char *got)
{
	struct head head;
	uint32_t rest = said->bytes - (uint32_t)sizeof(head);

	it->bytes += said->bytes;
	if (said->bytes < sizeof(head)) {
		it->wrong++;
		return;
	}
	memcpy(&head, got, sizeof(head));
	if (head.thread >= FBY_STORM_THREADS || head.bytes > MOST_BYTES || said->bytes > head.bytes ||
	    head.number < it->next[head.thread]) {
		it->wrong++;
		return;
	}
	it->next[head.thread] = head.number + 1;
	fby_fill(it->want, rest, head.seed);
	it->wrong += fby_diff(got + sizeof(head), it->want, rest) >= 0;
	*(said->bytes == head.bytes ? &it->whole : &it->cut) += 1;
}

static void *receiving(void *arg)
{
	struct receiver *it = arg;
	struct forebay_cap_buffer said;

	for (;;) {
		if (!fby_cap_next(&it->cap, QUIET_MS, &said)) {
			receive(it, &said, fby_cap_at(&it->cap, said.index));
			fby_cap_release(&it->cap, said.index);
		} else if (errno == ETIMEDOUT && it->enough) {
			return NULL;
		} else if (errno != ETIMEDOUT) {
			/* A reset; what was full is gone. */
			fby_cap_start(&it->cap);
		}
	}
}

static uint32_t any_length(struct fby_storm *t)
{
	return BEAT + (uint32_t)(fby_rand(&t->seed) % (MOST_BYTES - BEAT));
}

/* While it is the thread's, nobody else has it. */
static void hold(struct fby_storm *t, uint32_t index)
{
	const struct fby_tx *tx = &((struct file *)t->file)->tx;
	struct forebay_tx_setup setup;
	uint32_t bytes = any_length(t);
	unsigned char *map, *copy;

	t->taken++;
	if (ioctl(tx->fd, FOREBAY_IOC_TX_GET, &setup) || !setup.map_bytes)
		return;
	if (bytes > setup.bytes)
		bytes = setup.bytes;
	map = mmap(NULL, setup.map_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, tx->fd, (off_t)index * setup.map_bytes);
	if (map == MAP_FAILED) {
		t->changed++;
		return;
	}
	write_packet(t, map, bytes);
	copy = fby_xmalloc(bytes);
	memcpy(copy, map, bytes);
	fby_storm_answered(t, fby_tx_drain(tx, 1), "drain", FBY_ERRORS(ETIMEDOUT, ENODATA, EIO, ECANCELED));
	t->changed += fby_diff(copy, map, bytes) >= 0;
	free(copy);
	munmap(map, setup.map_bytes);
	if (fby_rand(&t->seed) % 8)
		fby_storm_answered(t, fby_tx_queue(tx, index, bytes), "queue", FBY_ERRORS(EIO, ECANCELED));
	else
		fby_storm_answered(t, fby_tx_release(tx, index), "release", FBY_ERRORS(0));
}

static void take(struct fby_storm *t, uint32_t timeout_ms)
{
	const struct fby_tx *tx = &((struct file *)t->file)->tx;
	uint32_t index;

	if (fby_storm_answered(t, fby_tx_take(tx, timeout_ms, &index), "take", FBY_ERRORS(EAGAIN, ETIMEDOUT, OVER)))
		hold(t, index);
}

static void writes(struct fby_storm *t)
{
	const struct fby_tx *tx = &((struct file *)t->file)->tx;
	unsigned char room[MOST_BYTES];
	uint32_t bytes = any_length(t);

	write_packet(t, room, bytes);
	fby_storm_answered(t, write(tx->fd, room, bytes), "write", FBY_ERRORS(EMSGSIZE, ECANCELED, OVER));
}

static void setup(struct fby_storm *t)
{
	const struct fby_tx *tx = &((struct file *)t->file)->tx;
	struct forebay_tx_setup setup = {
		.buffers = 1 + (uint32_t)(fby_rand(&t->seed) % MOST_BUFFERS),
		.bytes = BEAT * (1 + (uint32_t)(fby_rand(&t->seed) % (MOST_BYTES / BEAT))),
		.flags = (uint32_t)(fby_rand(&t->seed) % 2),
	};

	fby_storm_answered(t, fby_tx_setup(tx->fd, &setup), "setup", FBY_ERRORS(EBUSY, EIO));
}

static void look(struct fby_storm *t)
{
	const struct fby_tx *tx = &((struct file *)t->file)->tx;
	struct pollfd waits = { .fd = tx->fd, .events = POLLOUT };
	struct forebay_tx_stats stats = fby_tx_stats(tx);

	t->changed += stats.free + stats.taken + stats.queued + stats.armed > MOST_BUFFERS;
	fby_storm_answered(t, poll(&waits, 1, 0), "poll", FBY_ERRORS(EINTR));
	/* Whose they are, they say. */
	fby_storm_answered(t, fby_tx_release(tx, FOREBAY_TX_BUFFERS), "release of none", FBY_ERRORS(EINVAL));
	fby_storm_answered(t, fby_tx_queue(tx, MOST_BUFFERS, 1), "queue of none", FBY_ERRORS(EINVAL));
}

static void once(struct fby_storm *t)
{
	const struct fby_tx *tx = &((struct file *)t->file)->tx;

	switch (fby_rand(&t->seed) % 12) {
	case 0:
	case 1:
	case 2:
		take(t, WAIT_MS);
		break;
	case 3:
		take(t, 0);
		break;
	case 4:
	case 5:
		writes(t);
		break;
	case 6:
		fby_storm_answered(t, fby_tx_stop(tx), "stop", FBY_ERRORS(EIO));
		break;
	case 7:
	case 8:
		fby_storm_answered(t, fby_tx_start(tx), "start", FBY_ERRORS(EBUSY, ENOBUFS, EIO));
		break;
	case 9:
		setup(t);
		break;
	case 10:
		look(t);
		break;
	default:
		fby_storm_answered(t, fby_tx_drain(tx, WAIT_MS), "drain", FBY_ERRORS(ETIMEDOUT, ENODATA, EIO, ECANCELED));
	}
}

/* Who waits for a buffer gets one. */
static void stop(void *arg)
{
	struct file *file = arg;

	fby_tx_start(&file->tx);
	fby_tx_stop(&file->tx);
}

static void together(bool resets, const char *how)
{
	struct file file = { .tx = fby_tx_open(MOST_BUFFERS, MOST_BYTES, 0) };
	struct receiver it = { .next = { 0 } };
	struct forebay_tx_stats stats;

	it.cap = fby_cap_stream(FEW, MOST_BYTES, 0, FOREBAY_CAP_GAP);
	if (pthread_create(&it.thread, NULL, receiving, &it))
		fby_bail("no thread");
	fby_storm(&file, once, resets ? fby_storm_reset : NULL, stop, how);
	fby_is(fby_tx_stop(&file.tx), 0, "%s: it stops", how);
	it.enough = true;
	pthread_join(it.thread, NULL);
	stats = fby_tx_stats(&file.tx);
	fby_is(stats.armed + stats.taken, 0, "%s: no buffer is the card's, or taken", how);
	fby_is((long long)it.wrong, 0, "%s: all that has come was queued, once, in order, byte for byte", how);
	fby_note("%s: %llu packets of %llu bytes, %llu cut", how, (unsigned long long)it.whole, (unsigned long long)it.bytes,
		 (unsigned long long)it.cut);
	if (!resets) {
		fby_is((long long)it.whole, (long long)stats.buffers, "%s: packets that were told have come, all of them", how);
		fby_is((long long)it.cut, (long long)stats.cut, "%s: and such that were cut", how);
		fby_is((long long)it.bytes, (long long)stats.bytes, "%s: and bytes", how);
		fby_is(stats.errors, 0, "%s: no error", how);
	}
	fby_cap_close(&it.cap);
	file.tx.setup = (struct forebay_tx_setup){ .buffers = MOST_BUFFERS, .bytes = MOST_BYTES };
	fby_is(fby_tx_setup(file.tx.fd, &file.tx.setup), 0, "%s: there can be others", how);
	fby_tx_map(&file.tx);
	fby_is(fby_tx_start(&file.tx), 0, "%s: it starts", how);
	fby_back_flows(&file.tx, how);
	fby_tx_close(&file.tx);
}

/* A beat each, from as many buffers as a file can have. */
static void shortest(uint32_t flags, const char *how)
{
	struct fby_back back = {
		.tx = fby_tx_open(FOREBAY_TX_BUFFERS, BEAT, flags),
		.cap = fby_cap_stream(FOREBAY_CAP_BUFFERS, BEAT, 0, FOREBAY_CAP_GAP),
	};

	fby_tx_map(&back.tx);
	fby_is(fby_tx_start(&back.tx), 0, "%s: it starts", how);
	fby_ok(fby_back_all(&back, SHORTEST, fby_back_by_map), "%s: all come", how);
	fby_is(fby_tx_drain(&back.tx, WAIT_MS * 1000), 0, "%s: all are sent", how);
	fby_is((long long)fby_tx_stats(&back.tx).buffers, SHORTEST, "%s: and counted", how);
	fby_back_close(&back);
}

int main(int argc, char **argv)
{
	long long before;

	(void)argc;
	(void)argv;
	fby_begin("every call at once, in any order, gets an answer and sends nothing wrong", 400);
	fby_back_works("nothing");
	before = fby_kib("MemFree");
	together(false, "a storm");
	together(true, "a storm with resets");
	shortest(0, "the shortest packets");
	shortest(FOREBAY_TX_POLL, "the shortest packets, by polling");
	fby_ok(fby_free_again(before - SLACK_KIB), "all memory is there again (%lld KiB of %lld)", fby_kib("MemFree"), before);
	return fby_done();
}
