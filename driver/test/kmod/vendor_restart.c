// SPDX-License-Identifier: GPL-2.0-only
/*
 * Mock of the vendor's driver: what it does to a C2H stream that it has waited for long enough, or
 * whose packet has ended early. It clears the run bit, does not wait for the engine, gives the
 * memory back, and soon sets the run bit again (decision 0010).
 */

#include <linux/delay.h>
#include <linux/random.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "vendor.h"

#define KIND_LOOPBACK 1
#define U_KIND 0x08
#define DESCS 16
#define PIECE 1024
#define ROUNDS 12
#define PACKET 1000
/* What nobody has written to. */
#define UNTOUCHED 0xa5
#define GAP_MS 20

/* Buffers of the rounds, one after the other, and then the packet that is sent. */
#define ROUND_BYTES (DESCS * PIECE)
#define SOURCE (ROUNDS * ROUND_BYTES)
static_assert(SOURCE + PACKET <= 2 * VENDOR_BUF_BYTES);
/* The driver takes descriptors and results from a pool; the last run's are not the next one's. */
static_assert(2 * DESCS <= VENDOR_MAX_DESCS);

static u8 *buffer(struct vendor_card *card, unsigned int round)
{
	return card->buf + round * ROUND_BYTES;
}

static unsigned int pool(unsigned int round)
{
	return round % 2 * DESCS;
}

/* With the mode "end of packet", every descriptor is COMPLETED. */
static void receive(struct vendor_engine *c2h, unsigned int round)
{
	unsigned int at = pool(round), i;
	dma_addr_t first = c2h->descs_dma + at * sizeof(*c2h->descs);

	memset(buffer(c2h->card, round), UNTOUCHED, ROUND_BYTES);
	memset(&c2h->results[at], 0, DESCS * sizeof(*c2h->results));
	for (i = 0; i < DESCS; i++) {
		struct vendor_desc *desc = &c2h->descs[at + i];
		u64 dst = c2h->card->buf_dma + round * ROUND_BYTES + i * PIECE;
		u64 result = c2h->results_dma + (at + i) * sizeof(*c2h->results);
		u64 next = first + (i + 1) * sizeof(*desc);
		bool last = i + 1 == DESCS;

		desc->control = cpu_to_le32(V_MAGIC | (last ? 0 : DESCS - 2 - i) << 8 | V_COMPLETE |
					    (last ? V_STOP | V_EOP : 0));
		desc->bytes = cpu_to_le32(PIECE);
		desc->src_lo = cpu_to_le32(lower_32_bits(result));
		desc->src_hi = cpu_to_le32(upper_32_bits(result));
		desc->dst_lo = cpu_to_le32(lower_32_bits(dst));
		desc->dst_hi = cpu_to_le32(upper_32_bits(dst));
		desc->next_lo = cpu_to_le32(last ? 0 : lower_32_bits(next));
		desc->next_hi = cpu_to_le32(last ? 0 : upper_32_bits(next));
	}
	vendor_write(c2h, V_FIRST_LO, lower_32_bits(first));
	vendor_write(c2h, V_FIRST_HI, upper_32_bits(first));
	vendor_write(c2h, V_FIRST_ADJ, DESCS - 1);
	atomic_set(&c2h->messages, 0);
	reinit_completion(&c2h->fired);
	vendor_write(c2h, V_CONTROL, V_START_IRQ);
}

/* As the driver stops: and nothing waits for it. */
static void stop(struct vendor_engine *c2h)
{
	vendor_write(c2h, V_CONTROL, V_START_IRQ & ~V_RUN);
}

static bool send(struct vendor_engine *h2c)
{
	u32 status;

	get_random_bytes(h2c->card->buf + SOURCE, PACKET);
	vendor_fill(h2c, 1, PACKET, h2c->card->buf_dma + SOURCE, 0);
	vendor_start(h2c, 1, V_START_IRQ);
	return vendor_wait_message(h2c) && vendor_service(h2c, &status) == 1;
}

/* Only the first descriptor got anything: exactly the packet, and its end. */
static bool one_packet(struct vendor_engine *c2h, unsigned int round)
{
	const struct vendor_result *result = &c2h->results[pool(round)];
	const u8 *at = buffer(c2h->card, round);
	unsigned int i;

	if (le32_to_cpu(result->status) != 0x52b40001 || le32_to_cpu(result->length) != PACKET)
		return false;
	for (i = 1; i < DESCS; i++) {
		if (result[i].status || result[i].length)
			return false;
	}
	return !memcmp(at, c2h->card->buf + SOURCE, PACKET) &&
	       !memchr_inv(at + PACKET, UNTOUCHED, ROUND_BYTES - PACKET);
}

/*
 * Time-out: a run that got nothing is stopped, its memory is somebody else's from then on, and
 * another run begins at once. What is sent then belongs to that one, all of it.
 */
static void time_out(struct vendor_engine *h2c, struct vendor_engine *c2h, struct fby_tap *tap)
{
	unsigned int round, sent = 0, came = 0, stray = 0;
	u32 status;

	/* The first that goes wrong tells enough: each one waits for what does not come. */
	for (round = 0; round < ROUNDS && came == round / 2; round += 2) {
		receive(c2h, round);
		vendor_read(c2h, V_STATUS);
		stop(c2h);
		receive(c2h, round + 1);
		sent += send(h2c);
		came += vendor_wait_message(c2h) && vendor_service(c2h, &status) == 1 &&
			one_packet(c2h, round + 1);
		stray += !!memchr_inv(buffer(c2h->card, round), UNTOUCHED, ROUND_BYTES);
		stop(c2h);
		vendor_wait_idle(c2h);
	}
	fby_tap_is(tap, sent, round / 2, "packets are sent, each after a run that timed out");
	fby_tap_is(tap, came, ROUNDS / 2,
		   "and %u of them arrive in the run after it, whole, and nothing else",
		   ROUNDS / 2);
	fby_tap_is(tap, stray, 0, "the memory of runs that timed out gets nothing");
}

/*
 * End of packet: a run of sixteen descriptors is stopped when its packet is there; the next packet
 * comes after a while, before the next run begins or after that.
 */
static void end_of_packet(struct vendor_engine *h2c, struct vendor_engine *c2h,
			  struct fby_tap *tap)
{
	u8 *copy = kmalloc(SOURCE, GFP_KERNEL);
	unsigned int round, good = 0;
	u32 status;

	if (!fby_tap_ok(tap, copy, "there is memory"))
		return;
	for (round = 0; round < ROUNDS && good == round; round++) {
		bool first = round % 2;

		if (first)
			send(h2c);
		receive(c2h, round);
		if (!first)
			send(h2c);
		good += vendor_wait_message(c2h) && vendor_service(c2h, &status) == 1 &&
			one_packet(c2h, round);
		stop(c2h);
		memcpy(copy + round * ROUND_BYTES, buffer(c2h->card, round), ROUND_BYTES);
		/* Not to wait for anything: so far apart the packets are. */
		msleep(GAP_MS);
	}
	vendor_wait_idle(c2h);
	fby_tap_is(tap, good, ROUNDS, "%u runs of %u descriptors get exactly one packet each",
		   ROUNDS, DESCS);
	fby_tap_ok(tap, !memcmp(copy, c2h->card->buf, round * ROUND_BYTES),
		   "and nothing after they were stopped");
	kfree(copy);
}

void vendor_check_restart(struct vendor_card *card, struct fby_tap *tap)
{
	struct vendor_engine *h2c = vendor_find(card, false, true),
			     *c2h = vendor_find(card, true, true);

	if ((readl(card->bar[0] + U_KIND) & 0xff) != KIND_LOOPBACK || !h2c || !c2h) {
		fby_tap_note(tap, "no loopback stream on this card");
		return;
	}
	time_out(h2c, c2h, tap);
	end_of_packet(h2c, c2h, tap);
}
