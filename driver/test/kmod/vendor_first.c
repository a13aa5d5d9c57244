// SPDX-License-Identifier: GPL-2.0-only
/*
 * Mock of the vendor's driver: the first transfer of each channel, on a card that another driver
 * has left without a reset.
 */

#include <linux/random.h>

#include "vendor.h"

#define BYTES 3000

static void start(struct vendor_engine *engine, u64 host)
{
	vendor_fill(engine, 1, BYTES, host, engine->channel * 4096);
	vendor_start(engine, 1, V_START_IRQ);
}

static bool ends(struct vendor_engine *engine)
{
	u32 status;

	return vendor_wait_message(engine) && vendor_service(engine, &status) == 1 &&
	       atomic_read(&engine->messages) == 1;
}

/* Channels of a pair see the same memory, or are the two ends of a stream. */
static void pair(struct vendor_card *card, struct fby_tap *tap, unsigned int n)
{
	struct vendor_engine *h2c = &card->engine[n], *c2h = &card->engine[VENDOR_CHANNELS + n];

	if (!h2c->present || !c2h->present || h2c->stream != c2h->stream)
		return;
	get_random_bytes(card->buf, BYTES);
	memset(card->buf + VENDOR_BUF_BYTES, 0, BYTES);
	if (c2h->stream)
		start(c2h, card->buf_dma + VENDOR_BUF_BYTES);
	start(h2c, card->buf_dma);
	fby_tap_ok(tap, ends(h2c), "the first run of h2c %u ends with one message", n);
	if (!c2h->stream)
		start(c2h, card->buf_dma + VENDOR_BUF_BYTES);
	fby_tap_ok(tap, ends(c2h), "and that of c2h %u", n);
	fby_tap_ok(tap, !memcmp(card->buf, card->buf + VENDOR_BUF_BYTES, BYTES),
		   "the data is right");
}

void vendor_check_first(struct vendor_card *card, struct fby_tap *tap)
{
	unsigned int messages = 0;

	for (unsigned int i = 0; i < 2 * VENDOR_CHANNELS; i++)
		messages += atomic_read(&card->engine[i].messages);
	fby_tap_is(tap, messages, 0, "no channel has sent a message");
	fby_tap_is(tap, atomic_read(&card->user_messages), 0, "and no user line");
	for (unsigned int n = 0; n < VENDOR_CHANNELS; n++)
		pair(card, tap, n);
}
