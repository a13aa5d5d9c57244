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

	if (fby_reg(FOREBAY_USER_STATUS_BASE + FOREBAY_USER_STATUS_CARD_KIND) != FOREBAY_USER_STATUS_CARD_KIND_KIND_LOOPBACK)
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
			fby_note("packet %u: write of %zu gave %zd (%s)", i, sender->lens[i], n, n < 0 ? strerror(errno) : "short");
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
			fby_note("c2h_%u: read after %zu of %zu bytes gave %zd (%s)", channel, got, len, n, strerror(errno));
			good = false;
		} else {
			got += (size_t)n;
		}
	}
	good = fby_sent(sender) && good;
	if (good && fby_diff(out, in, len) >= 0) {
		fby_note("stream %u: byte %zd of %zu differs", channel, fby_diff(out, in, len), len);
		good = false;
	}
	close(to);
	close(from);
	free(out);
	free(in);
	return good;
}

/* A cut-off packet has no end: what follows it would be taken for its rest. So the end of the drain is a packet of the drain's own. */
void fby_drain(unsigned int channel)
{
	unsigned char *room = fby_xmalloc(1 << 16);
	int from = fby_open_chan(FBY_C2H, channel), to;
	size_t total = 0;
	ssize_t n;

	fby_set_completion(from, FOREBAY_COMPLETE_IRQ, 0, 300);
	while ((n = read(from, room, 1 << 16)) > 0)
		total += (size_t)n;
	to = fby_open_chan(FBY_H2C, channel);
	if (write(to, room, 64) != 64)
		fby_note("drain of stream %u: write: %s", channel, strerror(errno));
	while ((n = read(from, room, 1 << 16)) > 0)
		total += (size_t)n;
	fby_note("stream %u: %zu bytes were left in it", channel, total);
	close(to);
	close(from);
	free(room);
}
