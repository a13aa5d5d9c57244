// SPDX-License-Identifier: GPL-2.0-only
/* Packets around the card's loopback: see fby_stream.h. */

#include "fby_stream.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fby_card.h"
#include "fby_test.h"

/* Long enough to be no accident, short enough for any buffer on the card. */
#define MARKER 96

struct fby_sender {
	pthread_t thread;
	int fd;
	const unsigned char *data;
	const size_t *lens;
	unsigned int packets;
	bool good;
};

static uint32_t joined(void)
{
	unsigned int h2c[FBY_MAX_CHANNELS], c2h[FBY_MAX_CHANNELS];
	unsigned int nh = fby_channels(FBY_H2C, true, h2c), nc = fby_channels(FBY_C2H, true, c2h);
	uint32_t in = 0, out = 0;

	if ((fby_reg(FOREBAY_USER_STATUS_BASE + FOREBAY_USER_STATUS_CARD_KIND) &
	     FOREBAY_USER_STATUS_CARD_KIND_KIND) != FOREBAY_USER_STATUS_CARD_KIND_KIND_LOOPBACK)
		return 0;
	for (unsigned int i = 0; i < nh; i++)
		in |= 1u << h2c[i];
	for (unsigned int i = 0; i < nc; i++)
		out |= 1u << c2h[i];
	return in & out;
}

unsigned int fby_loop_pairs(void)
{
	return (unsigned int)__builtin_popcount(joined());
}

unsigned int fby_loop_channel(unsigned int index)
{
	uint32_t mask = joined();

	for (; index; index--)
		mask &= mask - 1;
	if (!mask)
		fby_bail("the card has no loopback stream");
	return (unsigned int)__builtin_ctz(mask);
}

static void *send_all(void *arg)
{
	struct fby_sender *sender = arg;
	const unsigned char *data = sender->data;

	sender->good = true;
	for (unsigned int i = 0; sender->good && i < sender->packets; i++) {
		ssize_t n = write(sender->fd, data, sender->lens[i]);

		if (n != (ssize_t)sender->lens[i]) {
			fby_note("packet %u: write of %zu gave %zd (%s)", i, sender->lens[i], n,
				 n < 0 ? strerror(errno) : "short");
			sender->good = false;
		}
		data += sender->lens[i];
	}
	return NULL;
}

struct fby_sender *fby_send(int fd, const void *data, const size_t *lens, unsigned int packets)
{
	struct fby_sender *sender = fby_xmalloc(sizeof(*sender));

	sender->fd = fd;
	sender->data = data;
	sender->lens = lens;
	sender->packets = packets;
	if (pthread_create(&sender->thread, NULL, send_all, sender))
		fby_bail("no thread for the sender");
	return sender;
}

bool fby_sent(struct fby_sender *sender)
{
	bool good;

	pthread_join(sender->thread, NULL);
	good = sender->good;
	free(sender);
	return good;
}

bool fby_loop_packet(unsigned int channel, size_t len, uint64_t seed)
{
	unsigned char *out = fby_xmalloc(len), *in = fby_xmalloc(len);
	int to = fby_open_chan(FBY_H2C, channel), from = fby_open_chan(FBY_C2H, channel);
	struct fby_sender *sender;
	bool good = true;
	size_t got = 0;

	fby_fill(out, len, seed);
	sender = fby_send(to, out, &len, 1);
	while (good && got < len) {
		ssize_t n = read(from, in + got, len - got);

		if (n <= 0) {
			fby_note("c2h_%u: read after %zu of %zu bytes gave %zd (%s)", channel, got,
				 len, n, strerror(errno));
			good = false;
		} else {
			got += (size_t)n;
		}
	}
	good = fby_sent(sender) && good;
	if (good && fby_diff(out, in, len) >= 0) {
		fby_note("stream %u: byte %zd of %zu differs", channel, fby_diff(out, in, len),
			 len);
		good = false;
	}
	close(to);
	close(from);
	free(out);
	free(in);
	return good;
}

/*
 * What is left in a stream comes out in front of what is sent next. So a marker goes in, and
 * everything comes out until the marker has, a packet of its own: whatever was cut has its end.
 */
bool fby_resync(int to, int from, uint64_t seed)
{
	unsigned char marker[MARKER], *room = fby_xmalloc(1 << 20);
	size_t len = MARKER, total = 0;
	struct fby_sender *sender;
	ssize_t n;

	fby_fill(marker, MARKER, seed ^ fby_ms());
	sender = fby_send(to, marker, &len, 1);
	do {
		n = read(from, room, 1 << 20);
		total += n > 0 ? (size_t)n : 0;
	} while (n >= 0 && (n != MARKER || fby_diff(room, marker, MARKER) >= 0));
	if (n < 0)
		fby_note("a stream's reader, looking for its marker: %s", strerror(errno));
	if (total > MARKER)
		fby_note("%zu bytes were left in a stream", total - MARKER);
	free(room);
	return fby_sent(sender) && n > 0;
}

void fby_drain(unsigned int channel)
{
	int to = fby_open_chan(FBY_H2C, channel), from = fby_open_chan(FBY_C2H, channel);

	fby_ok(fby_resync(to, from, channel), "stream %u can be emptied", channel);
	close(to);
	close(from);
}
