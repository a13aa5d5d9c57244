// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: whatever access of a transfer goes wrong, from its first descriptor to its last
 * write-back, the call ends in bounded time with a documented errno or the exact count of what was
 * done, the kernel log names channel, descriptor and cause, and the card works.
 * Catches: engines that stop without a word (#48, PR #49), dead channels after one error (#54
 * #175), counts that lie (#353).
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_fault.h"
#include "fby_kernel.h"
#include "fby_test.h"

#define LIMIT_MS 1000u
/* One time-out, a stop, and slow emulation. */
#define BOUND_MS (LIMIT_MS * (uint64_t)fby_timeout_scale() + 5000)
#define MOST_PLACES 400u
/* A byte that memory holds before, and bytes beside a transfer that are looked at. */
#define UNTOUCHED 0x66
#define GUARD ((size_t)64)

/* Each call is a run of one descriptor, which the driver starts by the doorbell: no descriptor is read. */
static bool by_doorbell;

struct path {
	enum fby_dir dir;
	unsigned int channel;
	unsigned int mode;
	size_t pages;
	size_t len;
	/* The transfer's buffer, and what it should hold after a read. */
	unsigned char *buf, *truth;
};

/* Outcomes of one sweep. */
struct tally {
	unsigned int places, failed, partial, unharmed;
	unsigned int wrong_errno, wrong_data, late, silent, dead;
};

static ssize_t transfer(const struct path *p, int fd, off_t card)
{
	return p->dir == FBY_H2C ? pwrite(fd, p->buf, p->len, card) :
				   pread(fd, p->buf, p->len, card);
}

/*
 * Of a transfer of @len bytes, the @n that it counts are where they belong. Behind them a failure
 * may have left more of it, and nothing else; there is nothing behind its end.
 */
static bool landed(const unsigned char *at, const unsigned char *truth, size_t n, size_t len)
{
	if (fby_diff(at, truth, n) >= 0)
		return false;
	while (n < len && (at[n] == truth[n] || at[n] == UNTOUCHED))
		n++;
	return n == len && fby_diff_byte(at + len, UNTOUCHED, GUARD) < 0;
}

static bool bytes_right(const struct path *p, size_t n, off_t card)
{
	size_t len = p->len + 2 * GUARD;
	unsigned char *seen;
	bool good;
	int from;

	if (p->dir == FBY_C2H)
		return landed(p->buf, p->truth, n, p->len);
	from = fby_open_chan(FBY_C2H, fby_first(FBY_C2H, false));
	seen = fby_xmalloc(len);
	good = pread(from, seen, len, card - (off_t)GUARD) == (ssize_t)len &&
	       fby_diff_byte(seen, UNTOUCHED, GUARD) < 0 &&
	       landed(seen + GUARD, p->buf, n, p->len);
	free(seen);
	close(from);
	return good;
}

/* Gives the card's memory that a write is for, and some around it, bytes that are none of its. */
static void clear_card(const struct path *p, off_t card)
{
	int to = fby_open_chan(FBY_H2C, p->channel);
	size_t len = p->len + 2 * GUARD;
	unsigned char *none = fby_xmalloc(len);

	memset(none, UNTOUCHED, len);
	if (pwrite(to, none, len, card - (off_t)GUARD) != (ssize_t)len)
		fby_bail("h2c: %s", strerror(errno));
	free(none);
	close(to);
}

static bool logged(const struct path *p)
{
	char name[16];
	const char *const words[] = { name, "descriptor", NULL };

	strcpy(name, p->dir == FBY_H2C ? "h2c" : "c2h");
	name[3] = (char)('0' + p->channel);
	name[4] = '\0';
	return fby_kernel_said(words);
}

static void prepare(const struct path *p, int fd, off_t card, uint64_t seed)
{
	if (p->dir == FBY_C2H) {
		memset(p->buf, UNTOUCHED, p->len + GUARD);
	} else {
		fby_fill(p->buf, p->len, seed);
		clear_card(p, card);
	}
	fby_set_completion(fd, p->mode, 2000, LIMIT_MS);
	fby_kernel_forget();
}

/* One place. Returns false when nothing was left to hit: the sweep is over. */
static bool place(const struct path *p, uint32_t kind, uint32_t skip, off_t card, struct tally *t)
{
	int fd = fby_open_chan(p->dir, p->channel), error;
	uint64_t start;
	uint32_t hits;
	ssize_t n;

	prepare(p, fd, card, skip);
	fby_fault_arm((struct fby_fault){ .kind = kind, .skip = skip, .count = 1, .param = 20000 });
	start = fby_ms();
	errno = 0;
	n = transfer(p, fd, card);
	error = errno;
	start = fby_ms() - start;
	hits = fby_fault_disarm();
	if (start > BOUND_MS) {
		fby_note("place %u: took %llu ms", skip, (unsigned long long)start);
		t->late++;
	}
	if (n == (ssize_t)p->len) {
		t->unharmed += hits != 0;
	} else if (n > 0 || (n < 0 && (error == EIO || error == ETIMEDOUT))) {
		t->failed += n < 0;
		t->partial += n > 0;
		if (!logged(p)) {
			fby_note("place %u (%zd, %s): the kernel log says nothing of it", skip, n,
				 fby_errno_name(error));
			fby_kernel_print(4);
			t->silent++;
		}
		if (fby_last_error(fd).cause == FOREBAY_CAUSE_NONE ||
		    fby_last_error(fd).done != (n < 0 ? 0u : (uint64_t)n)) {
			fby_note("place %u: last error has cause %u, done %llu; the call gave %zd",
				 skip, fby_last_error(fd).cause,
				 (unsigned long long)fby_last_error(fd).done, n);
			t->silent++;
		}
	} else {
		fby_note("place %u: %zd (%s)", skip, n, fby_errno_name(error));
		t->wrong_errno++;
	}
	if (!hits && n != (ssize_t)p->len) {
		fby_note("place %u: nothing was hit, but the call gave %zd (%s)", skip, n,
			 fby_errno_name(error));
		t->wrong_errno++;
	}
	close(fd);
	if (!bytes_right(p, n > 0 ? (size_t)n : 0, card)) {
		fby_note("place %u: with %zd bytes counted, others have changed or are wrong", skip,
			 n);
		t->wrong_data++;
	}
	return hits != 0;
}

static bool works(const struct path *p, off_t card)
{
	int fd = fby_open_chan(p->dir, p->channel);
	bool good;

	prepare(p, fd, card, 999);
	good = transfer(p, fd, card) == (ssize_t)p->len && bytes_right(p, p->len, card);
	close(fd);
	return good;
}

/* Only descriptors have a magic, and a read of the card's own memory reads nothing else of the host. */
static bool nothing_to_hit(const struct path *p, uint32_t kind)
{
	return by_doorbell && (kind == FBY_KIND(BAD_MAGIC) ||
			       (kind == FBY_KIND(POISONED) && p->dir == FBY_C2H));
}

static void sweep(const struct path *p, uint32_t kind, const char *what)
{
	off_t card = 0x2040;
	struct tally t = { 0 };
	bool more = true;

	while (more && t.places < MOST_PLACES) {
		more = place(p, kind, t.places, card, &t);
		t.places += more;
		if (more && !works(p, card)) {
			fby_note("place %u: the channel does not work afterwards", t.places - 1);
			t.dead++;
		}
	}
	fby_ok(t.places < MOST_PLACES && (t.places > 0) != nothing_to_hit(p, kind),
	       "%s, %s: %u places to hit (%u failed, %u partial, %u unharmed)", what,
	       fby_fault_name(kind), t.places, t.failed, t.partial, t.unharmed);
	fby_is(t.wrong_errno, 0, "errno is always a documented one");
	fby_is(t.wrong_data, 0, "counted bytes are always right, and no byte beside the transfer changes");
	fby_is(t.late, 0, "in bounded time");
	fby_is(t.silent, 0, "the kernel log and the file tell why");
	fby_is(t.dead, 0, "the channel works after each");
}

static void all_kinds(const struct path *p, const char *what, bool quick)
{
	static const uint32_t kinds[] = {
		FBY_KIND(UNSUPPORTED_REQUEST), FBY_KIND(COMPLETER_ABORT), FBY_KIND(POISONED),
		FBY_KIND(BAD_MAGIC),	       FBY_KIND(LOST_MESSAGE),	  FBY_KIND(LATE_MESSAGE)
	};

	for (unsigned int i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i += quick ? 2 : 1) {
		/* Who polls is not told by message: it has none to lose. */
		if (p->mode == FOREBAY_COMPLETE_POLL && kinds[i] >= FBY_KIND(LOST_MESSAGE))
			continue;
		sweep(p, kinds[i], what);
	}
}

/* Truth for reads: what lies on the card. */
static void fill_card(struct path *p)
{
	int to = fby_open_chan(FBY_H2C, fby_first(FBY_H2C, false));

	fby_fill(p->truth, p->len, 31337);
	if (pwrite(to, p->truth, p->len, 0x2040) != (ssize_t)p->len)
		fby_bail("h2c: %s", strerror(errno));
	close(to);
}

int main(int argc, char **argv)
{
	bool quick = fby_has_arg(argc, argv, "quick");
	struct path p = { .pages = 6, .len = 5 * FBY_PAGE + 100 };

	by_doorbell = fby_has_arg(argc, argv, "doorbell");
	if (by_doorbell)
		p.len = FBY_PAGE - 100;
	fby_begin("a fault at every access of a transfer", 280);
	fby_fault_need();
	p.buf = fby_scattered(p.pages);
	p.truth = fby_map(p.pages * FBY_PAGE);
	for (unsigned int mode = FOREBAY_COMPLETE_IRQ; mode <= FOREBAY_COMPLETE_POLL; mode++) {
		p.mode = mode;
		p.dir = FBY_H2C;
		p.channel = fby_first(FBY_H2C, false);
		all_kinds(&p, mode == FOREBAY_COMPLETE_IRQ ? "h2c by interrupt" : "h2c by polling",
			  quick);
		p.dir = FBY_C2H;
		p.channel = fby_first(FBY_C2H, false);
		fill_card(&p);
		all_kinds(&p, mode == FOREBAY_COMPLETE_IRQ ? "c2h by interrupt" : "c2h by polling",
			  quick);
	}
	fby_still_works("every fault");
	return fby_done();
}
