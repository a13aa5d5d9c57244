// SPDX-License-Identifier: GPL-2.0-only
/*
 * Promise: a packet of any length comes back as it was sent: one write is one packet, a read ends
 * where the packet ends or where its buffer ends, and the next read goes on from there; the file
 * counts the packets that have ended, which tells the two apart.
 * Catches: a hang above 1 MiB (#38), the wrong size when the end of packet is flushed (#353),
 * packets that run into each other when they come back to back (LitePCIe PR #82), a lost or
 * doubled part after a partial beat (LitePCIe PR #167).
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_card.h"
#include "fby_stream.h"
#include "fby_test.h"

#define MOST (3u << 20)

static unsigned int channel;
static int to, from;

/* Lengths around the edges of beats, pages and descriptors. */
static const size_t lengths[] = { 1,	2,    63,   64,	   65,	  127,	 128,
				  129,	4031, 4032, 4095,  4096,  4097,	 4160,
				  8191, 8192, 8193, 12289, 65535, 65536, 65537 };

static void one_by_one(void)
{
	unsigned char *out = fby_scattered(17), *in = fby_scattered(18), keep[65537];
	unsigned int bad = 0;

	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		size_t len = lengths[i];
		struct fby_sender *sender;
		ssize_t n;

		fby_fill(out, len, i);
		memcpy(keep, out, len);
		memset(in, 0x99, 18 * FBY_PAGE);
		sender = fby_send(to, out, &len, 1);
		n = read(from, in + 1, 17 * FBY_PAGE + 100);
		if (!fby_sent(sender) || n != (ssize_t)len || fby_diff(in + 1, keep, len) >= 0 ||
		    fby_diff_byte(in + 1 + len, 0x99, 64) >= 0) {
			fby_note("packet of %zu bytes: read gave %zd (%s)", len, n,
				 n < 0 ? strerror(errno) : "count");
			bad++;
		}
	}
	fby_is(bad, 0, "%zu lengths at the edges of beats, pages and descriptors, one read each",
	       sizeof(lengths) / sizeof(lengths[0]));
}

/* The reader's descriptors reach far beyond the packet: what follows must not be lost in them. */
static void back_to_back(size_t room, const char *what)
{
	size_t lens[40], total = 0, got = 0;
	unsigned char *out = fby_map(40 * 5000), *in = fby_scattered(room / FBY_PAGE);
	struct fby_sender *sender;
	unsigned int bad = 0;
	uint64_t state = 17;

	for (unsigned int i = 0; i < 40; i++) {
		lens[i] = 1 + fby_rand(&state) % 5000;
		total += lens[i];
	}
	fby_fill(out, total, room);
	sender = fby_send(to, out, lens, 40);
	for (unsigned int i = 0; i < 40; i++) {
		ssize_t n = read(from, in, room);

		if (n != (ssize_t)lens[i] || fby_diff(in, out + got, lens[i]) >= 0) {
			fby_note("packet %u of %zu bytes: read gave %zd (%s)", i, lens[i], n,
				 n < 0 ? strerror(errno) : "count or data");
			bad++;
		}
		if (n < 0)
			break;
		got += lens[i];
	}
	fby_ok(fby_sent(sender) && !bad, "40 packets back to back, read with %s", what);
}

static uint64_t ended(int fd)
{
	struct forebay_packets packets;

	if (ioctl(fd, FOREBAY_IOC_PACKETS, &packets))
		fby_bail("FOREBAY_IOC_PACKETS: %s", strerror(errno));
	return packets.ended;
}

static void smaller_reads(void)
{
	static const size_t asked[] = { 1000, 1000, 1000, 4096, 904, 64, 1 };
	static const ssize_t want[] = { 1000, 1000, 500, 4096, 904, 64, 1 };
	static const unsigned int ends[] = { 0, 0, 1, 0, 1, 0, 1 };
	size_t lens[] = { 2500, 5000, 65 };
	unsigned char *out = fby_map(8192), *in = fby_map(8192);
	struct fby_sender *sender;
	unsigned int bad = 0;
	size_t got = 0;

	fby_fill(out, 7565, 3);
	sender = fby_send(to, out, lens, 3);
	for (unsigned int i = 0; i < 7; i++) {
		uint64_t before = ended(from);
		ssize_t n = read(from, in, asked[i]);

		if (n != want[i] || fby_diff(in, out + got, (size_t)want[i]) >= 0) {
			fby_note("read %u of %zu bytes gave %zd (%s), want %zd", i, asked[i], n,
				 n < 0 ? strerror(errno) : "count or data", want[i]);
			bad++;
		}
		if (ended(from) - before != ends[i]) {
			fby_note("read %u of %zu bytes had %llu ends of packets", i, asked[i],
				 (unsigned long long)(ended(from) - before));
			bad++;
		}
		got += (size_t)want[i];
	}
	fby_ok(fby_sent(sender) && !bad,
	       "reads smaller than the packet continue it, and end with it");
}

/*
 * A packet that fills the read's buffer exactly is at its end: the next read is the next packet,
 * not an empty rest.
 */
static void exact_reads(void)
{
	size_t lens[] = { 4096, 64, 1, 8192, 128 };
	unsigned char *out = fby_map(16384), *in = fby_scattered(3);
	struct fby_sender *sender;
	unsigned int bad = 0;
	uint64_t before = ended(from);
	size_t got = 0;

	fby_fill(out, 12481, 4);
	sender = fby_send(to, out, lens, 5);
	for (unsigned int i = 0; i < 5; i++) {
		ssize_t n = read(from, in, lens[i]);

		if (n != (ssize_t)lens[i] || fby_diff(in, out + got, lens[i]) >= 0) {
			fby_note("read %u of %zu bytes gave %zd", i, lens[i], n);
			bad++;
		}
		if (ended(from) != ++before) {
			fby_note("read %u had its packet's end, the file has not", i);
			bad++;
		}
		got += lens[i];
	}
	fby_ok(fby_sent(sender) && !bad, "reads of exactly a packet's length");
}

/*
 * A packet far larger than a page into pages that lie anywhere: one call brings it, each page by a
 * descriptor of its own, and the packet behind it is left alone.
 */
static void scattered(size_t pages)
{
	size_t lens[] = { pages * FBY_PAGE - 1000, 333 }, total = lens[0] + lens[1];
	unsigned char *out = fby_map(total), *in = fby_scattered(pages + 8);
	long long before = fby_chan_stat(FBY_C2H, channel, "descriptors");
	struct fby_sender *sender;
	ssize_t n;

	fby_fill(out, total, pages);
	memset(in, 0x99, (pages + 8) * FBY_PAGE);
	sender = fby_send(to, out, lens, 2);
	n = read(from, in, (pages + 8) * FBY_PAGE);
	fby_is(n, (long long)lens[0], "one read brings a packet of %zu scattered pages", pages);
	fby_is(fby_diff(in, out, lens[0]), -1, "as it was sent");
	fby_is(fby_diff_byte(in + lens[0], 0x99, 8 * FBY_PAGE + 1000), -1, "and nothing behind it");
	if (fby_dma() == FBY_DMA_DIRECT)
		fby_is(fby_chan_stat(FBY_C2H, channel, "descriptors") - before, (long long)pages,
		       "without a copy: a descriptor for each page");
	n = read(from, in, FBY_PAGE);
	fby_ok(n == 333 && fby_diff(in, out + lens[0], 333) < 0, "the next read brings the next packet");
	fby_ok(fby_sent(sender), "both were sent whole");
}

static void large(size_t len, size_t step)
{
	unsigned char *out = fby_map(len), *in = fby_map(len + step);
	struct fby_sender *sender;
	ssize_t n = 0;
	size_t got = 0;

	fby_fill(out, len, len);
	sender = fby_send(to, out, &len, 1);
	while (got < len) {
		n = read(from, in + got, step);
		if (n <= 0)
			break;
		got += (size_t)n;
	}
	fby_ok(fby_sent(sender) && got == len && fby_diff(out, in, len) < 0,
	       "one packet of %zu bytes, read %zu at a time (%zu, %s)", len, step, got,
	       n < 0 ? strerror(errno) : "ok");
}

int main(int argc, char **argv)
{
	bool quick = fby_has_arg(argc, argv, "quick");

	fby_begin("packets keep their length and their order", 240);
	if (!fby_loop_pairs())
		fby_skip_all("this card has no loopback stream");
	channel = fby_loop_channel(0);
	to = fby_open_chan(FBY_H2C, channel);
	from = fby_open_chan(FBY_C2H, channel);
	one_by_one();
	back_to_back(FBY_PAGE * 2, "two pages");
	back_to_back(FBY_PAGE * 64, "64 pages, far more than a packet");
	smaller_reads();
	exact_reads();
	scattered(2);
	scattered(quick ? 100 : 700);
	large((1u << 20) + 1, 1u << 20);
	if (!quick) {
		large(MOST - 5, MOST);
		large(MOST / 2 + 77, 10000);
	}
	for (unsigned int i = 0; i < fby_loop_pairs(); i++)
		fby_ok(i == 0 || fby_loop_packet(fby_loop_channel(i), 5001, i), "stream pair %u",
		       i);
	close(to);
	close(from);
	return fby_done();
}
