// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a card address that is negative or wraps is refused before the card is touched; one
 * that the card does not have ends with EIO and a cause; no address bit is ever dropped.
 * Catches: unbounded accesses and addresses that are cut to 32 bits (PR #398).
 */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_test.h"

#define LEN 4096u

static int to, from;
static unsigned char out[LEN], in[LEN];

static void refused(off_t offset, const char *what)
{
	uint64_t before = fby_counter(FOREBAY_USER_COUNTER_DESC_DONE_INDEX);

	fby_fails(pwrite(to, out, LEN, offset), EINVAL, "h2c to %s: EINVAL", what);
	fby_fails(pread(from, in, LEN, offset), EINVAL, "c2h from %s: EINVAL", what);
	fby_is((long long)(fby_counter(FOREBAY_USER_COUNTER_DESC_DONE_INDEX) - before), 0,
	       "the card saw nothing of it");
}

static void not_there(off_t offset)
{
	struct forebay_error error;

	fby_fails(pwrite(to, out, LEN, offset), EIO, "h2c to 0x%llx: EIO",
		  (unsigned long long)offset);
	error = fby_last_error(to);
	fby_is(error.cause, FOREBAY_CAUSE_WRITE, "the cause is the destination");
	fby_is((long long)error.card_addr, offset, "at this address");
	fby_is((long long)error.done, 0, "with nothing done");
	fby_fails(pread(from, in, LEN, offset), EIO, "c2h from there: EIO");
	error = fby_last_error(from);
	fby_is(error.cause, FOREBAY_CAUSE_READ, "the cause is the source");
	fby_is((long long)error.card_addr, offset, "at this address");
}

/* Were a high bit dropped, the data would be found at the low address. */
static void no_alias(off_t high)
{
	off_t low = 0x4000;

	memset(in, 0, LEN);
	if (pwrite(to, in, LEN, low) != LEN)
		fby_bail("h2c: %s", strerror(errno));
	fby_fails(pwrite(to, out, LEN, low + high), EIO, "h2c to 0x%llx: EIO",
		  (unsigned long long)(low + high));
	memset(in, 1, LEN);
	fby_ok(pread(from, in, LEN, low) == LEN && fby_diff_byte(in, 0, LEN) < 0,
	       "and nothing changed at 0x%llx", (unsigned long long)low);
}

static void wrong_way(void)
{
	int fd = fby_open(fby_chan_name(FBY_H2C, fby_first(FBY_H2C, false)), O_RDWR);

	fby_fails(read(to, in, LEN), EBADF, "read of an h2c file that is open for writing: EBADF");
	fby_fails(write(from, out, LEN), EBADF,
		  "write to a c2h file that is open for reading: EBADF");
	if (fd >= 0)
		fby_fails(pread(fd, in, LEN, 0), EINVAL,
			  "read of an h2c file that is open for both: EINVAL");
	close(fd);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("card addresses that are not there", 120);
	to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));
	from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false));
	fby_fill(out, LEN, 8);
	refused(-1, "address -1");
	refused(LLONG_MIN, "the most negative address");
	refused(LLONG_MAX - 10, "an end that wraps");
	not_there((off_t)fby_mem_bytes());
	not_there(LLONG_MAX - LEN);
	not_there(1ll << 40);
	no_alias(1ll << 32);
	no_alias(1ll << 31);
	no_alias(1ll << 62);
	wrong_way();
	fby_still_works("bad addresses");
	close(to);
	close(from);
	return fby_done();
}
