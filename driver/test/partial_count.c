// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a transfer that fails after some descriptors returns the exact number of bytes before
 * the failing one; the cause is kept for the file; a transfer that fails at once gives EIO.
 * Catches: counts that are too large or lost altogether (#353: wrong size; dma.md 1.5: partial
 * byte count), "Unknown error 512".
 */

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_kernel.h"
#include "fby_test.h"

#define PAGES 8u
#define LEN (PAGES * FBY_PAGE)

static int to, from;

/*
 * @fit pages fit on the card, the next one runs over its end. The count is that of whole descriptors
 * before it: on the direct way each of these pages has its own, elsewhere as many share one as the
 * bus addresses let.
 */
static bool counts(ssize_t n, int error, long long fit)
{
	if (fby_dma() == FBY_DMA_DIRECT)
		return n == fit;
	return (n > 0 && n <= fit) || (n == -1 && error == EIO);
}

static void over_the_end(unsigned int fit, unsigned int slack)
{
	unsigned char *buf = fby_scattered(PAGES), *back = fby_map(LEN);
	off_t card = (off_t)(fby_mem_bytes() - fit * FBY_PAGE - slack);
	long long want = (long long)fit * FBY_PAGE;
	struct forebay_error error;
	unsigned char keep[LEN];
	ssize_t n;

	fby_fill(buf, LEN, fit);
	memcpy(keep, buf, LEN);
	n = pwrite(to, buf, LEN, card);
	fby_ok(counts(n, errno, want), "h2c over the end after %u of %u pages returns %zd", fit,
	       PAGES, n);
	n = n < 0 ? 0 : n;
	error = fby_last_error(to);
	fby_is(error.cause, FOREBAY_CAUSE_WRITE, "the file knows the cause");
	fby_is((long long)error.done, n, "the bytes done");
	if (fby_dma() == FBY_DMA_DIRECT)
		fby_is((long long)error.descriptor, fit, "the descriptor");
	fby_is((long long)error.card_addr, card + n, "and its card address");
	fby_ok(pread(from, back, (size_t)n, card) == n && fby_diff(back, keep, (size_t)n) < 0,
	       "the counted bytes are on the card");
	/* All that fits, so that the way back has something to count whatever came of the way there. */
	fby_is(pwrite(to, keep, (size_t)want, card), want, "what fits can be written");
	memset(buf, 0, LEN);
	n = pread(from, buf, LEN, card);
	fby_ok(counts(n, errno, want), "c2h over the end returns %zd", n);
	n = n < 0 ? 0 : n;
	fby_ok(fby_diff(buf, keep, (size_t)n) < 0, "and the counted bytes are right");
	error = fby_last_error(from);
	fby_is(error.cause, FOREBAY_CAUSE_READ, "the file knows the cause");
	fby_is((long long)error.done, n, "and the bytes done");
}

/*
 * After a partial count the next call continues behind it and gets the error itself, as with any
 * file.
 */
static void then_the_error(void)
{
	unsigned char *buf = fby_scattered(2);
	off_t end = (off_t)fby_mem_bytes();
	ssize_t n;

	fby_is(lseek(to, end - FBY_PAGE, SEEK_SET), end - FBY_PAGE, "at the last page");
	n = write(to, buf, 2 * FBY_PAGE);
	fby_ok(counts(n, errno, FBY_PAGE), "a write over the end is cut (%zd)", n);
	fby_is(lseek(to, 0, SEEK_CUR), end - FBY_PAGE + (n < 0 ? 0 : n),
	       "the position is behind what was done");
	fby_is(lseek(to, end, SEEK_SET), end, "at the end");
	fby_fails(write(to, buf + FBY_PAGE, FBY_PAGE), EIO, "the rest fails: EIO");
	fby_is(lseek(to, 0, SEEK_CUR), end, "and leaves the position");
}

/* One file's failure is not another's; a success does not make it forget. */
static void per_file(void)
{
	int other = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	struct forebay_error error = fby_last_error(other);
	char byte = 1;

	fby_is(error.cause, FOREBAY_CAUSE_NONE, "a new file has no failure");
	fby_is((long long)(error.status | error.descriptor | error.done | error.card_addr |
			   error.seq), 0, "and nothing in the other fields");
	fby_fails(pwrite(other, &byte, 1, (off_t)fby_mem_bytes()), EIO, "its own failure");
	error = fby_last_error(other);
	fby_is(error.cause, FOREBAY_CAUSE_WRITE, "is kept");
	fby_is((long long)error.seq, 1, "as the first");
	fby_is(pwrite(other, &byte, 1, 0), 1, "a success after it");
	error = fby_last_error(other);
	fby_is(error.cause, FOREBAY_CAUSE_WRITE, "does not wipe it out");
	fby_is((long long)error.seq, 1, "and can be told from a failure");
	fby_fails(pwrite(other, &byte, 1, (off_t)fby_mem_bytes()), EIO, "the same failure again");
	fby_is((long long)fby_last_error(other).seq, 2, "is another one");
	close(other);
}

int main(int argc, char **argv)
{
	static const char *const words[] = { "h2c", "descriptor", "write error", NULL };

	(void)argc;
	(void)argv;
	fby_begin("counts of failed transfers are exact", 120);
	to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false));
	fby_kernel_forget();
	for (unsigned int fit = 1; fit < PAGES; fit += 2)
		over_the_end(fit, 0);
	over_the_end(3, 100);
	fby_ok(fby_kernel_said(words), "the kernel log names channel, descriptor and cause");
	then_the_error();
	per_file();
	fby_still_works("failed transfers");
	close(to);
	close(from);
	return fby_done();
}
