// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: every length moves between every buffer alignment and every card alignment, both ways,
 * and touches no byte beside it.
 * Catches: the stock driver refuses buffers whose alignment differs from the card address's
 * (dma.md 1.5, unaligned.sh offsets only the host buffer); lost or doubled bytes at descriptor and
 * page edges.
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_test.h"

#define GUARD 128u
#define CARD_BASE 0x8000u

static const size_t lengths[] = { 1,   2,   3,	  4,	7,    8,    31,	  63,	 64,	65,   127,
				  255, 256, 1023, 4095, 4096, 4097, 8191, 12288, 65535, 65537 };
static const size_t host_offsets[] = { 0, 1, 3, 60, 63, 64, 4090, 4095 };
static const size_t card_offsets[] = { 0, 1, 5, 63, 4095 };

struct bench {
	int to, from;
	unsigned char *out, *in, *around;
	unsigned char *host;
};

/*
 * Writes a known frame, then the piece inside it from an odd place, then reads the frame back: the
 * piece is there, the frame is not hurt.
 */
static bool h2c_piece(struct bench *b, size_t len, size_t host_off, uint64_t card, uint64_t seed)
{
	size_t frame = len + 2 * GUARD;

	memset(b->around, 0xa5, frame);
	if (pwrite(b->to, b->around, frame, (off_t)(card - GUARD)) != (ssize_t)frame)
		return false;
	fby_fill(b->host + host_off, len, seed);
	if (pwrite(b->to, b->host + host_off, len, (off_t)card) != (ssize_t)len)
		return false;
	memcpy(b->around + GUARD, b->host + host_off, len);
	memset(b->in, 0, frame);
	if (pread(b->from, b->in, frame, (off_t)(card - GUARD)) != (ssize_t)frame)
		return false;
	return fby_diff(b->around, b->in, frame) < 0;
}

/*
 * Reads into the middle of a buffer of known bytes: the piece is right, and so are the bytes
 * before and after it.
 */
static bool c2h_piece(struct bench *b, size_t len, size_t host_off, uint64_t card)
{
	unsigned char *at = b->host + GUARD + host_off;

	memset(b->host, 0x5a, GUARD + host_off + len + GUARD);
	if (pread(b->from, at, len, (off_t)card) != (ssize_t)len)
		return false;
	return fby_diff(at, b->around + GUARD, len) < 0 &&
	       fby_diff_byte(b->host, 0x5a, GUARD + host_off) < 0 &&
	       fby_diff_byte(at + len, 0x5a, GUARD) < 0;
}

static void sweep(struct bench *b, size_t len, bool quick)
{
	unsigned int tried = 0, bad_h2c = 0, bad_c2h = 0;
	size_t step = quick ? 3 : 1;

	for (size_t h = 0; h < sizeof(host_offsets) / sizeof(host_offsets[0]); h += step) {
		for (size_t c = 0; c < sizeof(card_offsets) / sizeof(card_offsets[0]); c += step) {
			uint64_t card = CARD_BASE + card_offsets[c];

			tried++;
			if (!h2c_piece(b, len, host_offsets[h], card, tried * 131 + len)) {
				fby_note("h2c: %zu bytes from +%zu to 0x%llx: %s", len,
					 host_offsets[h], (unsigned long long)card,
					 strerror(errno));
				bad_h2c++;
			}
			if (!c2h_piece(b, len, host_offsets[h], card)) {
				fby_note("c2h: %zu bytes from 0x%llx to +%zu: %s", len,
					 (unsigned long long)card, host_offsets[h],
					 strerror(errno));
				bad_c2h++;
			}
		}
	}
	/* The last of them by another way: both directions could agree on a wrong address. */
	fby_peek(CARD_BASE + card_offsets[quick ? 3 : 4], b->in, len < 256 ? len : 256);
	fby_ok(fby_diff(b->in, b->around + GUARD, len < 256 ? len : 256) < 0,
	       "the aperture shows them at the address of the call");
	fby_ok(!bad_h2c && tried,
	       "h2c: %zu bytes at %u alignments arrive, and nothing beside them changes", len,
	       tried);
	fby_ok(!bad_c2h && tried,
	       "c2h: %zu bytes at %u alignments arrive, and nothing beside them changes", len,
	       tried);
}

int main(int argc, char **argv)
{
	size_t biggest = 65537 + 2 * GUARD + 2 * FBY_PAGE;
	bool quick = fby_has_arg(argc, argv, "quick");
	struct bench b;

	fby_begin("every length between any two alignments, both ways", 240);
	b.to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	b.from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false));
	b.out = fby_map(biggest);
	b.in = fby_map(biggest);
	b.around = fby_map(biggest);
	b.host = fby_map(biggest);
	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
		sweep(&b, lengths[i], quick);
	close(b.to);
	close(b.from);
	return fby_done();
}
