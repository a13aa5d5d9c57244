// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a list moves all of its pieces by one call, in order and in one run of the engine; what it
 * counts is what was moved, and the rest can be moved again when a piece has failed. Who may not move it
 * moves nothing.
 * Catches: a call, a start and an interrupt for each chunk of two streams that have to go in turns
 * (a barrier between two threads, or a processor that is taken away between two chunks).
 */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_test.h"

#define PIECES 200u
#define MOST_BYTES 5000u
/* The places of the pieces on the card do not touch. */
#define STRIDE 6007u

static unsigned int h2c, c2h;
static unsigned char *out, *in;
static struct forebay_piece pieces[FOREBAY_MAX_PIECES];
static size_t total;

static int move(int fd, unsigned int count, uint64_t *done)
{
	struct forebay_list list = { .pieces = (uintptr_t)pieces, .count = count, .done = 99 };
	int ret = ioctl(fd, FOREBAY_IOC_LIST, &list);

	*done = list.done;
	return ret;
}

/* Pieces of odd lengths at odd places, in an odd order on the card. */
static void lay_out(unsigned char *memory)
{
	uint64_t state = 7;
	size_t at = 3;

	total = 0;
	for (unsigned int i = 0; i < PIECES; i++) {
		size_t bytes = 1 + fby_rand(&state) % MOST_BYTES;

		pieces[i] = (struct forebay_piece){
			.addr = (uintptr_t)memory + at,
			.bytes = bytes,
			.card_addr = (uint64_t)(i * 37 % PIECES) * STRIDE + 11,
		};
		at += bytes + 5;
		total += bytes;
	}
}

/* How many pieces are not on the card as they are in memory; @card is what is there. */
static unsigned int wrong(const unsigned char *card, unsigned int from, unsigned int to)
{
	unsigned int bad = 0;

	for (unsigned int i = from; i < to; i++)
		bad += fby_diff((void *)(uintptr_t)pieces[i].addr, card + pieces[i].card_addr,
				pieces[i].bytes) >= 0;
	return bad;
}

static void both_ways(unsigned int mode, const char *how)
{
	int to = fby_open_chan(FBY_H2C, h2c), from = fby_open_chan(FBY_C2H, c2h);
	size_t room = (size_t)PIECES * (MOST_BYTES + 5) + FBY_PAGE;
	unsigned char *card = fby_map(PIECES * STRIDE + FBY_PAGE), *clean = fby_map(room);
	long long runs = fby_chan_stat(FBY_H2C, h2c, "runs");
	long long transfers = fby_chan_stat(FBY_H2C, h2c, "transfers");
	uint64_t done;

	fby_set_completion(to, mode, 1000, 0);
	fby_set_completion(from, mode, 1000, 0);
	lay_out(out);
	fby_fill(out, room, 21 + mode);
	fby_is(move(to, PIECES, &done), 0, "%u pieces to the card %s", PIECES, how);
	fby_is((long long)done, (long long)total, "all of them");
	fby_is(fby_chan_stat(FBY_H2C, h2c, "runs") - runs, 1, "in one run");
	fby_is(fby_chan_stat(FBY_H2C, h2c, "transfers") - transfers, PIECES, "each is a transfer");
	fby_is(pread(from, card, PIECES * STRIDE + FBY_PAGE, 0), PIECES * STRIDE + FBY_PAGE,
	       "what is there, by one read");
	fby_is(wrong(card, 0, PIECES), 0, "each at its address");
	runs = fby_chan_stat(FBY_C2H, c2h, "runs");
	lay_out(in);
	memset(in, 0x42, room);
	memset(clean, 0x42, room);
	fby_is(move(from, PIECES, &done), 0, "and back");
	fby_is((long long)done, (long long)total, "all of them");
	fby_is(fby_chan_stat(FBY_C2H, c2h, "runs") - runs, 1, "in one run");
	fby_is(wrong(card, 0, PIECES), 0, "each in its memory");
	for (unsigned int i = 0; i < PIECES; i++) {
		size_t at = (unsigned char *)(uintptr_t)pieces[i].addr - in;

		memcpy(clean + at, in + at, pieces[i].bytes);
	}
	fby_is(fby_diff(in, clean, room), -1, "and nothing between");
	close(to);
	close(from);
}

/* More descriptors than the engine has at once: three for each piece. */
static void many_runs(void)
{
	size_t each = 2 * FBY_PAGE + 100;
	unsigned char *card = fby_map(each);
	int to = fby_open_chan(FBY_H2C, h2c), from = fby_open_chan(FBY_C2H, c2h);
	long long runs = fby_chan_stat(FBY_H2C, h2c, "runs");
	unsigned int bad = 0;
	uint64_t done;

	fby_fill(out, 64 * FBY_PAGE, 5);
	/* Where they are on the card does not matter but for the last ones. */
	for (unsigned int i = 0; i < FOREBAY_MAX_PIECES; i++)
		pieces[i] = (struct forebay_piece){
			(uintptr_t)out + i % 61 * FBY_PAGE + i % 7, each, i % 8 * each,
		};
	fby_is(move(to, FOREBAY_MAX_PIECES, &done), 0, "%u pieces of %zu bytes", FOREBAY_MAX_PIECES,
	       each);
	fby_is((long long)done, (long long)(FOREBAY_MAX_PIECES * each), "all of them");
	if (fby_dma() == FBY_DMA_DIRECT)
		fby_is(fby_chan_stat(FBY_H2C, h2c, "runs") - runs, 2, "in two runs");
	for (unsigned int i = FOREBAY_MAX_PIECES - 8; i < FOREBAY_MAX_PIECES; i++) {
		bad += pread(from, card, each, (off_t)(i % 8 * each)) != (ssize_t)each ||
		       fby_diff(card, (void *)(uintptr_t)pieces[i].addr, each) >= 0;
	}
	fby_is(bad, 0, "in order: the last ones are there");
	close(to);
	close(from);
}

/* The fourth goes where no memory is. */
static void one_fails(void)
{
	int to = fby_open_chan(FBY_H2C, h2c);
	unsigned char *card = fby_map(6 * FBY_PAGE);
	struct forebay_error before, error;
	unsigned int good = 0;
	uint64_t done;

	memset(out, 0x11, 6 * FBY_PAGE);
	for (unsigned int i = 0; i < 6; i++)
		pieces[i] = (struct forebay_piece){ (uintptr_t)out + i * FBY_PAGE, 1000, i * FBY_PAGE };
	fby_is(move(to, 6, &done), 0, "six pieces");
	memset(out, 0x22, 6 * FBY_PAGE);
	pieces[3].card_addr = fby_mem_bytes();
	before = fby_last_error(to);
	fby_is(move(to, 6, &done), 0, "the fourth of six fails");
	fby_is((long long)done, 3000, "three are counted");
	error = fby_last_error(to);
	fby_is((long long)(error.seq - before.seq), 1, "one failure");
	fby_ok(error.cause == FOREBAY_CAUSE_WRITE && error.card_addr == fby_mem_bytes() && !error.done,
	       "of the fourth (cause %u, card address 0x%llx)", error.cause,
	       (unsigned long long)error.card_addr);
	fby_peek(2 * FBY_PAGE, card, 4);
	fby_is(card[0], 0x22, "the third is there");
	/* The card may have had the others under way already. */
	pieces[3].card_addr = 3 * FBY_PAGE;
	memset(out + 3 * FBY_PAGE, 0x33, 3 * FBY_PAGE);
	for (unsigned int i = 0; i < 3; i++)
		pieces[i] = pieces[3 + i];
	fby_is(move(to, 3, &done), 0, "the fourth where it belongs, and the rest");
	fby_peek(0, card, 6 * FBY_PAGE);
	for (unsigned int i = 0; i < 6; i++)
		good += fby_diff_byte(card + i * FBY_PAGE, i < 3 ? 0x22 : 0x33, 1000) < 0;
	fby_is(good, 6, "then all six are there");
	pieces[0].card_addr = fby_mem_bytes();
	fby_fails(move(to, 6, &done), EIO, "the first fails: EIO");
	close(to);
}

/* A file that is open for the other direction, and a structure that cannot be written. */
static void not_allowed(void)
{
	int only_read = fby_must_open(fby_chan_name(FBY_H2C, h2c), O_RDONLY);
	int only_write = fby_must_open(fby_chan_name(FBY_C2H, c2h), O_WRONLY);
	int to = fby_open_chan(FBY_H2C, h2c);
	struct forebay_list *list = fby_map(FBY_PAGE);
	unsigned char *card = fby_map(FBY_PAGE);
	uint64_t done;

	pieces[0] = (struct forebay_piece){ (uintptr_t)out, 100, 0 };
	memset(out, 0x11, 100);
	fby_is(move(to, 1, &done), 0, "a mark on the card");
	memset(out, 0x22, 100);
	fby_fails(move(only_read, 1, &done), EBADF, "a h2c file that is open for reading: EBADF");
	fby_fails(move(only_write, 1, &done), EBADF, "a c2h file that is open for writing: EBADF");
	fby_is(fby_diff_byte(out, 0x22, 100), -1, "and nothing has come");
	*list = (struct forebay_list){ .pieces = (uintptr_t)pieces, .count = 1 };
	mprotect(list, FBY_PAGE, PROT_READ);
	fby_fails(ioctl(to, FOREBAY_IOC_LIST, list), EFAULT, "a list that cannot be told the count: EFAULT");
	fby_peek(0, card, 100);
	fby_is(fby_diff_byte(card, 0x11, 100), -1, "none of them has moved anything");
	close(only_read);
	close(only_write);
	close(to);
}

/* The card's own memory, as the aperture shows it, is none that the card can be given. */
static void device_memory(void)
{
	int to = fby_open_chan(FBY_H2C, h2c), aperture = fby_must_open("aperture", O_RDWR);
	struct forebay_piece *there = mmap(NULL, FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, aperture, 0);
	struct forebay_list list = { .pieces = (uintptr_t)there, .count = 1 };
	uint64_t done;

	if (there == MAP_FAILED)
		fby_bail("the aperture: %s", strerror(errno));
	pieces[0] = (struct forebay_piece){ (uintptr_t)out, 100, FBY_PAGE };
	pieces[1] = (struct forebay_piece){ (uintptr_t)there, 100, FBY_PAGE };
	fby_is(move(to, 2, &done), 0, "a piece behind the aperture");
	fby_is((long long)done, 100, "is none");
	there[0] = (struct forebay_piece){ (uintptr_t)out, 100, FBY_PAGE };
	fby_is(ioctl(to, FOREBAY_IOC_LIST, &list), 0, "pieces that are told of on the card");
	fby_is((long long)list.done, 100, "are moved");
	munmap(there, FBY_PAGE);
	close(aperture);
	close(to);
}

static void bad_ones(void)
{
	int to = fby_open_chan(FBY_H2C, h2c);
	unsigned char *hole = fby_before_hole(FBY_PAGE);
	struct forebay_list list = { .pieces = (uintptr_t)pieces, .count = 2 };
	unsigned int streams[FBY_MAX_CHANNELS];
	uint64_t done;

	for (unsigned int i = 0; i < 2; i++)
		pieces[i] = (struct forebay_piece){ (uintptr_t)out, 100, 0 };
	fby_fails(move(to, 0, &done), EINVAL, "no piece: EINVAL");
	fby_fails(move(to, FOREBAY_MAX_PIECES + 1, &done), EINVAL, "a piece too many: EINVAL");
	list.reserved = 1;
	fby_fails(ioctl(to, FOREBAY_IOC_LIST, &list), EINVAL, "a reserved field that is not 0: EINVAL");
	pieces[1].bytes = 0;
	fby_fails(move(to, 2, &done), EINVAL, "a piece without bytes: EINVAL");
	pieces[1] = (struct forebay_piece){ (uintptr_t)out, 100, (uint64_t)INT64_MAX - 98 };
	fby_fails(move(to, 2, &done), EINVAL, "one that goes behind the last address: EINVAL");
	pieces[1] = (struct forebay_piece){ (uintptr_t)out, 100, UINT64_MAX };
	fby_fails(move(to, 2, &done), EINVAL, "one at no address: EINVAL");
	list = (struct forebay_list){ .pieces = 8, .count = 2 };
	fby_fails(ioctl(to, FOREBAY_IOC_LIST, &list), EFAULT, "pieces that are nowhere: EFAULT");
	pieces[1] = (struct forebay_piece){ (uintptr_t)hole + FBY_PAGE - 50, 100, 0 };
	fby_is(move(to, 2, &done), 0, "a piece whose memory ends in its middle");
	fby_is((long long)done, 150, "is moved as far as it is there");
	pieces[0] = (struct forebay_piece){ (uintptr_t)hole + FBY_PAGE, 100, 0 };
	fby_fails(move(to, 2, &done), EFAULT, "the first without memory: EFAULT");
	pieces[0].addr = 0xffff888000000000;
	fby_fails(move(to, 2, &done), EFAULT, "the kernel's own memory: EFAULT");
	close(to);
	if (!fby_channels(FBY_H2C, true, streams))
		return;
	to = fby_open_chan(FBY_H2C, streams[0]);
	fby_fails(move(to, 1, &done), EINVAL, "a stream, whose calls are its packets: EINVAL");
	close(to);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("a list of pieces is one call and one run", 200);
	h2c = fby_first(FBY_H2C, false);
	c2h = fby_first(FBY_C2H, false);
	out = fby_scattered(PIECES * (MOST_BYTES + 5) / FBY_PAGE + 2);
	in = fby_scattered(PIECES * (MOST_BYTES + 5) / FBY_PAGE + 2);
	both_ways(FOREBAY_COMPLETE_IRQ, "by interrupt");
	both_ways(FOREBAY_COMPLETE_POLL, "by polling");
	many_runs();
	one_fails();
	not_allowed();
	device_memory();
	bad_ones();
	fby_still_works("lists");
	return fby_done();
}
