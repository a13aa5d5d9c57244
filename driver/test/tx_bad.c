// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: what transmission cannot do is refused with an answer that says why, and changes nothing: sizes and numbers that make
 * no sense, more memory than there is (it says what there is), buffers that are not the program's, a second opener, calls in the
 * wrong order, writes that fit no buffer.
 * Catches: a length that the card cuts; a buffer queued twice, or given back while the card reads it; a write that is sent in
 * part; an index that is another's.
 *
 * On a card that sends back what it is sent.
 */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "fby_back.h"
#include "fby_buffer.h"
#include "fby_kernel.h"
#include "fby_test.h"

#define BUFFERS 4u
#define BYTES 65536u
/* More than the stream holds. */
#define LONG 262144u
#define WAIT_MS 20000u
#define MIB (1u << 20)
/* Parameter cap_mib, as the suite sets it. */
#define MOST_MIB 180u

static void refused(int fd, struct forebay_tx_setup setup, int error, const char *what)
{
	const struct forebay_tx_setup before = setup;

	fby_fails(fby_tx_setup(fd, &setup), error, "setup with %s", what);
	fby_ok(!memcmp(&setup, &before, sizeof(setup)), "setup with %s: nothing is written back", what);
}

static void sizes(void)
{
	struct fby_tx tx = fby_tx_open(BUFFERS, BYTES, 0);
	struct forebay_tx_setup good = { .buffers = BUFFERS, .bytes = BYTES }, bad, got;

	bad = good, bad.buffers = 0;
	refused(tx.fd, bad, EINVAL, "no buffers");
	bad = good, bad.buffers = FOREBAY_TX_BUFFERS + 1;
	refused(tx.fd, bad, EINVAL, "too many");
	bad = good, bad.bytes = 0;
	refused(tx.fd, bad, EINVAL, "length 0");
	bad = good, bad.bytes = 100;
	refused(tx.fd, bad, EINVAL, "a length that is no multiple of a beat");
	bad = good, bad.buffers = 1, bad.bytes = 64 * MIB;
	refused(tx.fd, bad, EINVAL, "a length beyond what the card can be told");
	bad = good, bad.flags = 1u << 1;
	refused(tx.fd, bad, EINVAL, "an unknown flag");
	bad = good, bad.reserved[0] = 1;
	refused(tx.fd, bad, EINVAL, "a reserved field");
	bad = good, bad.reserved[1] = 1;
	refused(tx.fd, bad, EINVAL, "the other one");
	fby_fails(ioctl(tx.fd, FOREBAY_IOC_TX_SETUP, NULL), EFAULT, "setup with no structure");
	fby_is(ioctl(tx.fd, FOREBAY_IOC_TX_GET, &got), 0, "the buffers from before");
	fby_ok(!memcmp(&got, &tx.setup, sizeof(got)) && got.map_bytes == BYTES, "are all there");
	bad = good, bad.buffers = 3, bad.bytes = 64;
	fby_is(fby_tx_setup(tx.fd, &bad), 0, "the shortest can be had");
	fby_is(bad.map_bytes, FBY_PAGE, "each in a page of its own");
	fby_tx_close(&tx);
}

/* What a file without buffers says. */
static void without(struct fby_tx *tx)
{
	struct pollfd waits = { .fd = tx->fd, .events = POLLOUT };
	struct forebay_tx_setup had;
	uint32_t index;

	fby_is(ioctl(tx->fd, FOREBAY_IOC_TX_GET, &had), 0, "the file");
	fby_is(had.buffers, 0, "has no buffers now");
	fby_fails(fby_tx_start(tx), ENOBUFS, "and cannot start");
	fby_fails(fby_tx_take(tx, WAIT_MS, &index), ENOBUFS, "there is none to take");
	fby_fails(fby_tx_queue(tx, 0, 64), EINVAL, "nor to queue");
	fby_fails(write(tx->fd, "x", 1), ENOBUFS, "nor to write into");
	fby_is(poll(&waits, 1, 0), 1, "poll says so");
	fby_is(waits.revents, POLLERR, "with POLLERR");
	fby_is(fby_tx_drain(tx, WAIT_MS), 0, "nothing is to be sent");
}

static void much(void)
{
	struct fby_tx tx = fby_tx_open(40, 4 * MIB, 0);
	struct forebay_tx_setup setup = { .buffers = 400, .bytes = 4 * MIB };
	const char *const words[] = { "transmit: no memory for 400 buffers of 4194304 bytes", NULL };
	bool same = true;

	fby_ok(tx.setup.map_bytes == 4 * MIB, "40 buffers of 4 MiB can be had");
	fby_tx_map(&tx);
	for (size_t i = 0; i < 160 * MIB; i += FBY_PAGE)
		same &= !tx.map[i];
	fby_ok(same, "and are there, all of them, with nothing in them");
	for (size_t i = 0; i < 160 * MIB; i += FBY_PAGE)
		memcpy(tx.map + i, &i, sizeof(i));
	for (size_t i = 0; i < 160 * MIB; i += FBY_PAGE)
		same &= !memcmp(tx.map + i, &i, sizeof(i));
	fby_ok(same, "and keep what is written there");
	fby_fails(fby_tx_setup(tx.fd, &setup), EBUSY, "while they are mapped there can be no others");
	fby_tx_unmap(&tx);
	fby_kernel_forget();
	fby_fails(fby_tx_setup(tx.fd, &setup), ENOMEM, "1600 MiB: ENOMEM");
	fby_ok(fby_kernel_said(words), "the log says so");
	fby_ok(setup.buffers && (uint64_t)setup.buffers * setup.bytes <= (uint64_t)MOST_MIB * MIB,
	       "there is for %u of %u", setup.buffers, setup.bytes);
	without(&tx);
	setup.flags = 0;
	fby_is(fby_tx_setup(tx.fd, &setup), 0, "what there is said to be can be had");
	fby_tx_close(&tx);
}

/* Indices and lengths; what is refused is the program's as before. */
static void indices(void)
{
	struct fby_tx tx = fby_tx_open(BUFFERS, BYTES, 0);
	uint32_t index;

	fby_fails(fby_tx_queue(&tx, 0, 64), EINVAL, "a buffer that is free: queue");
	fby_fails(fby_tx_release(&tx, 0), EINVAL, "and release");
	fby_is(fby_tx_take(&tx, 0, &index), 0, "one is taken");
	fby_fails(fby_tx_queue(&tx, BUFFERS, 64), EINVAL, "a buffer that is not there: queue");
	fby_fails(fby_tx_queue(&tx, UINT32_MAX, 64), EINVAL, "nor this");
	fby_fails(fby_tx_release(&tx, BUFFERS), EINVAL, "and release");
	fby_fails(fby_tx_queue(&tx, index, 0), EINVAL, "no bytes");
	fby_fails(fby_tx_queue(&tx, index, BYTES + 1), EINVAL, "more than it has");
	fby_fails(fby_tx_queue(&tx, index, UINT32_MAX), EINVAL, "many more");
	fby_fails(ioctl(tx.fd, FOREBAY_IOC_TX_QUEUE, NULL), EFAULT, "queue with no structure");
	fby_fails(ioctl(tx.fd, FOREBAY_IOC_TX_RELEASE, NULL), EFAULT, "release with none");
	fby_fails(ioctl(tx.fd, FOREBAY_IOC_TX_TAKE, NULL), EFAULT, "take with none");
	fby_fails(ioctl(tx.fd, FOREBAY_IOC_TX_DRAIN, NULL), EFAULT, "drain with none");
	fby_fails(ioctl(tx.fd, FOREBAY_IOC_TX_STATS, NULL), EFAULT, "stats with none");
	fby_fails(ioctl(tx.fd, FOREBAY_IOC_TX_GET, NULL), EFAULT, "get with none");
	fby_is(fby_tx_stats(&tx).taken, 1, "the buffer is the program's yet");
	fby_is(fby_tx_queue(&tx, index, BYTES), 0, "and is queued, all of it");
	fby_fails(fby_tx_queue(&tx, index, BYTES), EINVAL, "but not twice");
	fby_fails(fby_tx_release(&tx, index), EINVAL, "nor given back");
	fby_is(fby_tx_take(&tx, 0, &index), 0, "another one");
	fby_is(fby_tx_release(&tx, index), 0, "is given back");
	fby_fails(fby_tx_release(&tx, index), EINVAL, "but not twice");
	fby_fails(ioctl(tx.fd, FOREBAY_IOC_CAP_STATS, NULL), ENOTTY, "a call of another node");
	fby_tx_close(&tx);
}

static void order(void)
{
	struct fby_tx tx = fby_tx_open(BUFFERS, LONG, 0);
	struct forebay_tx_setup setup = { .buffers = BUFFERS, .bytes = LONG };
	uint32_t index[BUFFERS], none;

	fby_fails(fby_open("tx0", O_RDWR), EBUSY, "a second opener");
	fby_is(fby_tx_stop(&tx), 0, "stop before start is nothing");
	fby_is(fby_tx_drain(&tx, 0), 0, "nothing is to be sent");
	for (unsigned int i = 0; i < BUFFERS; i++) {
		if (fby_tx_take(&tx, 0, &index[i]))
			fby_bail("no buffer is free");
	}
	fby_fails(fby_tx_take(&tx, 0, &none), EAGAIN, "all are taken: EAGAIN");
	fby_fails(fby_tx_take(&tx, 1, &none), ETIMEDOUT, "and after a while ETIMEDOUT");
	fcntl(tx.fd, F_SETFL, O_NONBLOCK);
	fby_fails(fby_tx_take(&tx, FOREBAY_TX_FOREVER, &none), EAGAIN, "a file that does not block: EAGAIN");
	fby_fails(write(tx.fd, "x", 1), EAGAIN, "so it is with write");
	fby_fails(fby_tx_setup(tx.fd, &setup), EBUSY, "setup while buffers are taken");
	fby_is(fby_tx_queue(&tx, index[0], LONG), 0, "one is queued");
	fby_fails(fby_tx_drain(&tx, WAIT_MS), ENODATA, "drain before start: ENODATA");
	fby_is(fby_tx_stop(&tx), 0, "stop before start");
	fby_is(fby_tx_stats(&tx).queued, 1, "leaves it queued");
	fby_is(fby_tx_start(&tx), 0, "it starts");
	fby_fails(fby_tx_start(&tx), EBUSY, "start while it runs");
	fby_fails(fby_tx_setup(tx.fd, &setup), EBUSY, "setup while it runs");
	fby_fails(fby_tx_release(&tx, index[0]), EINVAL, "a buffer that the card has cannot be given back");
	fby_fails(fby_tx_drain(&tx, 0), ETIMEDOUT, "nobody takes the stream: drain: ETIMEDOUT");
	fby_fails(fby_tx_drain(&tx, 1), ETIMEDOUT, "and after a while");
	fby_is(fby_tx_stop(&tx), 0, "it stops");
	fby_is(fby_tx_stats(&tx).free, 1, "with that one free");
	fby_is(fby_tx_start(&tx), 0, "it starts while the program has all others");
	fby_is(fby_tx_stop(&tx), 0, "and stops");
	for (unsigned int i = 1; i < BUFFERS; i++)
		fby_tx_release(&tx, index[i]);
	fby_is(fby_tx_stats(&tx).free, BUFFERS, "all are free");
	fby_is(fby_tx_setup(tx.fd, &setup), 0, "and there can be others");
	fby_tx_close(&tx);
	fby_is(close(fby_must_open("tx0", O_WRONLY)), 0, "behind its close the next one opens it");
	fby_back_works("calls that were refused");
}

/* What cannot be written whole is not sent, and leaves the buffer free. */
static void writes(void)
{
	struct fby_back back = fby_back_open(BUFFERS, BYTES, 0);
	unsigned char *packet = fby_map(BYTES + 1), byte;
	struct iovec pieces[] = { { packet, 100 }, { packet + 100, BYTES - 100 } };
	struct iovec more[] = { { packet, BYTES }, { packet, 1 } };
	struct forebay_cap_buffer none;
	void *page = fby_map(FBY_PAGE);
	/* Last, as the next map would be in the hole. */
	unsigned char *edge = fby_before_hole(FBY_PAGE);
	uint32_t index;

	fby_is(fby_tx_start(&back.tx), 0, "it starts");
	fby_is(write(back.tx.fd, packet, 0), 0, "a write of nothing is 0");
	fby_fails(write(back.tx.fd, packet, BYTES + 1), EMSGSIZE, "a byte more than a buffer: EMSGSIZE");
	fby_fails(write(back.tx.fd, edge + FBY_PAGE, 64), EFAULT, "from nowhere: EFAULT");
	fby_fails(write(back.tx.fd, edge, 2 * FBY_PAGE), EFAULT, "from memory that ends too early: EFAULT");
	fby_fails(read(back.tx.fd, &byte, 1), EINVAL, "there is nothing to read");
	if (mprotect(page, FBY_PAGE, PROT_READ))
		fby_bail("mprotect: %s", strerror(errno));
	fby_fails(ioctl(back.tx.fd, FOREBAY_IOC_TX_TAKE, page), EFAULT, "take into memory that cannot be written");
	fby_is(fby_tx_stats(&back.tx).free, BUFFERS, "all buffers are free");
	fby_is((long long)fby_tx_stats(&back.tx).buffers, 0, "and nothing was sent");
	fby_fails(fby_cap_next(&back.cap, 1, &none), ETIMEDOUT, "nor has anything come");
	fby_fill(packet, BYTES, 7);
	fby_is(write(back.tx.fd, packet, BYTES), BYTES, "as much as a buffer has");
	fby_ok(fby_back_one(&back.cap, 7, BYTES), "comes");
	fby_fill(packet, BYTES, 9);
	fby_is(writev(back.tx.fd, pieces, 2), BYTES, "as much in two pieces");
	fby_ok(fby_back_one(&back.cap, 9, BYTES), "comes as one packet");
	fby_fails(writev(back.tx.fd, more, 2), EMSGSIZE, "a byte more than a buffer, in two pieces: EMSGSIZE");
	fby_is(fby_tx_take(&back.tx, 0, &index), 0, "a buffer");
	fby_fill(fby_tx_room(&back.tx, index), 3, 8);
	fby_is(fby_tx_queue(&back.tx, index, 3), 0, "of three bytes");
	fby_ok(fby_back_one(&back.cap, 8, 3), "comes");
	fby_back_close(&back);
}

static void maps(void)
{
	struct fby_tx tx = fby_tx_open(BUFFERS, BYTES, 0);
	const size_t all = (size_t)BUFFERS * BYTES;
	int reader;
	void *one;

	fby_ok(mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE, tx.fd, 0) == MAP_FAILED && errno == EINVAL,
	       "a private map: EINVAL");
	fby_ok(mmap(NULL, all, PROT_READ | PROT_EXEC, MAP_SHARED, tx.fd, 0) == MAP_FAILED &&
		       (errno == EACCES || errno == EPERM),
	       "a map to execute is refused");
	fby_ok(mmap(NULL, all + FBY_PAGE, PROT_READ, MAP_SHARED, tx.fd, 0) == MAP_FAILED && errno == ENXIO,
	       "a map beyond the last buffer: ENXIO");
	fby_ok(mmap(NULL, FBY_PAGE, PROT_READ, MAP_SHARED, tx.fd, (off_t)all) == MAP_FAILED && errno == ENXIO,
	       "a map behind it: ENXIO");
	one = mmap(NULL, FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, tx.fd, (off_t)(all - FBY_PAGE));
	fby_ok(one != MAP_FAILED && !*(volatile char *)one, "the last page alone can be mapped");
	*(volatile char *)one = 1;
	fby_fails(mprotect(one, FBY_PAGE, PROT_READ | PROT_EXEC), EACCES, "and not be made executable");
	munmap(one, FBY_PAGE);
	fby_tx_close(&tx);
	reader = fby_must_open("tx0", O_RDONLY);
	fby_ok(mmap(NULL, FBY_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, reader, 0) == MAP_FAILED && errno == EACCES,
	       "a file that is open for reading cannot be mapped for writing");
	fby_fails(write(reader, "x", 1), EBADF, "nor written");
	close(reader);
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fby_begin("what transmission cannot do is refused, with a reason", 180);
	sizes();
	indices();
	order();
	writes();
	maps();
	much();
	return fby_done();
}
