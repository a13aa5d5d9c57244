// SPDX-License-Identifier: GPL-2.0-only
/*
 * Mock of the vendor's driver: streams with their write-backs, and user interrupts (dma.md 1.2,
 * 1.3).
 */

#include <linux/iopoll.h>
#include <linux/random.h>

#include "vendor.h"

#define PAGE 4096
#define KIND_LOOPBACK 1
#define KIND_MSM 5
/* Card kind, and what starts the MSM kernel, in the user BAR. */
#define U_KIND 0x08
#define U_MSM_CONTROL 0x1000
#define U_MSM_POINTS 0x1008
#define U_MSM_PASSES 0x1014
#define U_MSM_PASS 0x1200
#define ONE_WINDOW_OF_ONE_ADDER (1 << 22)
#define SUM_BYTES 192

static u32 kind(const struct vendor_card *card)
{
	return readl(card->bar[0] + U_KIND) & 0xff;
}

/* One packet, sent as one descriptor and received into several: results tell where it ends. */
static void packet(struct vendor_card *card, struct fby_tap *tap, u32 len)
{
	struct vendor_engine *h2c = vendor_find(card, false, true),
			     *c2h = vendor_find(card, true, true);
	unsigned int want = DIV_ROUND_UP(len, PAGE), good = 0;
	u32 status;

	get_random_bytes(card->buf, len);
	memset(card->buf + VENDOR_BUF_BYTES, 0, (size_t)want * PAGE);
	vendor_fill(c2h, want, PAGE, card->buf_dma + VENDOR_BUF_BYTES, 0);
	vendor_start(c2h, want, V_START_IRQ);
	vendor_fill(h2c, 1, len, card->buf_dma, 0);
	vendor_start(h2c, 1, V_START_IRQ);
	fby_tap_ok(tap, vendor_wait_message(h2c) && vendor_service(h2c, &status) == 1,
		   "a packet of %u bytes is sent", len);
	fby_tap_ok(tap, vendor_wait_message(c2h) && vendor_service(c2h, &status) == want,
		   "and received in %u descriptors", want);
	for (unsigned int i = 0; i < want; i++) {
		bool last = i + 1 == want;
		u32 bytes = last ? len - i * PAGE : PAGE,
		    word = le32_to_cpu(c2h->results[i].status);

		good += word >> 16 == 0x52b4 && (word & 1) == last &&
			le32_to_cpu(c2h->results[i].length) == bytes;
	}
	fby_tap_is(tap, good, want,
		   "each result has its mark, its length, and the end only in the last");
	fby_tap_ok(tap, !memcmp(card->buf, card->buf + VENDOR_BUF_BYTES, len), "the data is right");
}

void vendor_check_streams(struct vendor_card *card, struct fby_tap *tap)
{
	static const u32 lens[] = { 1, 64, 65, 4095, 4096, 4097, 20000 };

	if (kind(card) != KIND_LOOPBACK || !vendor_find(card, false, true)) {
		fby_tap_note(tap, "no loopback stream on this card");
		return;
	}
	for (unsigned int i = 0; i < ARRAY_SIZE(lens); i++)
		packet(card, tap, lens[i]);
}

/* A run over no points, in a pass of one window. */
static void start_run(struct vendor_card *card)
{
	writel(0, card->bar[0] + U_MSM_POINTS);
	writel(1, card->bar[0] + U_MSM_PASSES);
	/* Whoever had the card before may have left more. */
	if (readl(card->bar[0] + U_MSM_PASS) != ONE_WINDOW_OF_ONE_ADDER)
		writel(ONE_WINDOW_OF_ONE_ADDER, card->bar[0] + U_MSM_PASS);
	writel(1, card->bar[0] + U_MSM_CONTROL);
}

/* Takes the empty sum of a run over no points: with it gone the kernel raises its line. */
static bool drain(struct vendor_card *card, struct fby_tap *tap)
{
	struct vendor_engine *c2h = vendor_find(card, true, true);
	u32 left = SUM_BYTES, status;

	while (left) {
		u32 piece = min_t(u32, left, VENDOR_BUF_BYTES);

		vendor_fill(c2h, 1, piece, card->buf_dma, 0);
		vendor_start(c2h, 1, V_START_IRQ);
		if (!vendor_wait_message(c2h) || vendor_service(c2h, &status) != 1)
			return false;
		if (!le32_to_cpu(c2h->results[0].length) ||
		    le32_to_cpu(c2h->results[0].length) > left)
			return false;
		left -= le32_to_cpu(c2h->results[0].length);
	}
	return true;
}

static void kernel_line(struct vendor_card *card, struct fby_tap *tap)
{
	atomic_set(&card->user_messages, 0);
	reinit_completion(&card->user_fired);
	start_run(card);
	fby_tap_ok(tap, drain(card, tap), "a run of the kernel sends its results");
	fby_tap_ok(tap, wait_for_completion_timeout(&card->user_fired, msecs_to_jiffies(10000)),
		   "and raises user line 0");
	fby_tap_is(tap, atomic_read(&card->user_messages), 1, "with one message");
	fby_tap_is(tap, readl(card->config + V_USER_REQUEST) & 1, 1, "the line stays up");
	fby_tap_is(tap, readl(card->config + V_USER_PENDING) & 1, 0,
		   "and is not pending while it is masked");
	reinit_completion(&card->user_fired);
	writel(1, card->config + V_USER_ENABLE_W1S);
	fby_tap_ok(tap, wait_for_completion_timeout(&card->user_fired, msecs_to_jiffies(10000)),
		   "unmasking it sends another: it is a level");
	start_run(card);
	fby_tap_is(tap, readl(card->config + V_USER_REQUEST) & 1, 0,
		   "the next start takes it down");
	fby_tap_ok(tap, drain(card, tap), "and its run ends as well");
	writel(0xffff, card->config + V_USER_ENABLE_W1S);
}

void vendor_check_user(struct vendor_card *card, struct fby_tap *tap)
{
	if (kind(card) == KIND_MSM) {
		kernel_line(card, tap);
		return;
	}
	fby_tap_is(tap, readl(card->config + V_USER_REQUEST), 0, "no user line is up");
	fby_tap_is(tap, atomic_read(&card->user_messages), 0, "and no user message was sent");
}
