// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: readv, writev, preadv and pwritev move all of their pieces, in order, to the address
 * the call names.
 * Catches: the stock driver's vectored path that takes the offset within the first piece for the
 * card address, so that data lands at card address 0 (dma.md 1.5, PR #382; #113 #300 #144 #161
 * #235 #381).
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_test.h"

#define PIECES 64u

static const size_t sizes[] = { 1, 4096, 0, 63, 5000, 64, 7, 12289 };

/*
 * Cuts a buffer into pieces of mixed lengths, with a gap between any two so that they are
 * neighbours nowhere.
 */
static size_t cut(struct iovec *iov, unsigned int count, unsigned char *base)
{
	size_t total = 0;

	for (unsigned int i = 0; i < count; i++) {
		iov[i].iov_base = base;
		iov[i].iov_len = sizes[i % (sizeof(sizes) / sizeof(sizes[0]))];
		base += iov[i].iov_len + 37;
		total += iov[i].iov_len;
	}
	return total;
}

static void gather(unsigned char *to, const struct iovec *iov, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++) {
		memcpy(to, iov[i].iov_base, iov[i].iov_len);
		to += iov[i].iov_len;
	}
}

static void both_ways(int to, int from, unsigned int count, uint64_t card)
{
	size_t room = (size_t)count * (12289 + 37);
	unsigned char *base = fby_xmalloc(room), *flat = fby_xmalloc(room),
		      *back = fby_xmalloc(room);
	struct iovec iov[PIECES];
	size_t total = cut(iov, count, base);

	fby_fill(base, room, count);
	gather(flat, iov, count);
	fby_is(pwritev(to, iov, (int)count, (off_t)card), (long long)total,
	       "pwritev of %u pieces to 0x%llx", count, (unsigned long long)card);
	memset(back, 0, room);
	fby_ok(pread(from, back, total, (off_t)card) == (ssize_t)total &&
		       fby_diff(flat, back, total) < 0,
	       "the pieces lie one after the other at the address of the call");
	fby_peek(card + total - 200, back, 200);
	fby_ok(fby_diff(flat + total - 200, back, 200) < 0, "which the aperture shows as well");
	memset(base, 0x3c, room);
	fby_is(preadv(from, iov, (int)count, (off_t)card), (long long)total, "preadv of %u pieces",
	       count);
	gather(back, iov, count);
	fby_ok(fby_diff(flat, back, total) < 0, "every piece got its part");
	for (unsigned int i = 0; i < count; i++)
		if (fby_diff_byte((unsigned char *)iov[i].iov_base + iov[i].iov_len, 0x3c, 37) >= 0)
			fby_ok(false, "bytes after piece %u changed", i);
	free(base);
	free(flat);
	free(back);
}

/* readv and writev use the file's position, which is the card address, and move it on. */
static void position(int to, int from)
{
	unsigned char out[600], in[600];
	struct iovec first[2] = { { out, 100 }, { out + 100, 200 } }, second = { out + 300, 300 };
	struct iovec all[2] = { { in, 450 }, { in + 450, 150 } };

	fby_fill(out, sizeof(out), 9);
	memset(in, 0, sizeof(in));
	fby_is(lseek(to, 0x2345, SEEK_SET), 0x2345, "the card address can be set with lseek");
	fby_is(writev(to, first, 2), 300, "writev at the position");
	fby_is(writev(to, &second, 1), 300, "the next writev goes on behind it");
	fby_is(lseek(to, 0, SEEK_CUR), 0x2345 + 600, "the position has moved by what was written");
	fby_is(lseek(from, 0x2345, SEEK_SET), 0x2345, "the same for reading");
	fby_is(readv(from, all, 2), 600, "readv at the position");
	fby_ok(fby_diff(out, in, sizeof(out)) < 0, "both writes are there, one behind the other");
}

int main(int argc, char **argv)
{
	int to, from;

	(void)argc;
	(void)argv;
	fby_begin("vectored calls move every piece to the address of the call", 120);
	to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false));
	both_ways(to, from, 2, 0x10000);
	both_ways(to, from, 8, 0x4003);
	both_ways(to, from, PIECES, 0x7ffd);
	position(to, from);
	close(to);
	close(from);
	return fby_done();
}
