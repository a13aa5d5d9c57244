// SPDX-License-Identifier: GPL-2.0-only
/* What a stream has carried: see fby_log.h. */

#include "fby_log.h"

#include <string.h>

#include "fby_test.h"

#define LOG_BYTES ((size_t)8 << 20)
/* What is taken and not written when a write fails: one burst, and what the card's buffer holds. */
#define HELD_BYTES ((size_t)2 * 4096)

void fby_log_clear(struct fby_log *log)
{
	if (!log->sent) {
		log->sent = fby_map(LOG_BYTES);
		log->received = fby_map(LOG_BYTES);
		log->now = fby_map(LOG_BYTES + FBY_LOG_CALLS + 1);
		log->next = fby_map(LOG_BYTES + FBY_LOG_CALLS + 1);
	}
	log->packet_count = 0;
	log->piece_count = 0;
	log->packets[0] = (struct fby_packet){ 0 };
}

void fby_log_sent(struct fby_log *log, const void *data, size_t least, size_t most)
{
	struct fby_packet *packet = &log->packets[log->packet_count];

	if (!most)
		return;
	if (log->packet_count == FBY_LOG_CALLS || packet->at + most > LOG_BYTES)
		fby_bail("more sent than a log holds");
	packet->least = least;
	packet->most = most;
	memcpy(log->sent + packet->at, data, most);
	log->packet_count++;
	/* Behind the last one there is a place and nothing to receive. */
	packet[1] = (struct fby_packet){ .at = packet->at + most };
}

static void add_piece(struct fby_log *log, const void *data, struct fby_piece piece)
{
	if (log->piece_count) {
		const struct fby_piece *last = &log->pieces[log->piece_count - 1];

		piece.at = last->at + last->room;
	}
	if (log->piece_count == FBY_LOG_CALLS || piece.at + piece.room > LOG_BYTES)
		fby_bail("more received than a log holds");
	memcpy(log->received + piece.at, data, piece.room);
	log->pieces[log->piece_count++] = piece;
}

void fby_log_received(struct fby_log *log, const void *data, size_t bytes, bool ended)
{
	add_piece(log, data, (struct fby_piece){ .bytes = bytes, .room = bytes, .ended = ended });
}

void fby_log_cut(struct fby_log *log, const void *buf, size_t bytes, size_t room)
{
	add_piece(log, buf, (struct fby_piece){ .bytes = bytes, .room = room, .failed = true });
}

/* Every packet has one place more than bytes: the one at which its end is missing. */
static size_t place(const struct fby_log *log, unsigned int packet, size_t offset)
{
	return log->packets[packet].at + packet + offset;
}

static void come_to(struct fby_log *log, unsigned int packet, size_t offset)
{
	log->next[place(log, packet, offset)] = 1;
	/* One that may have sent nothing may be left out. */
	while (!offset && packet < log->packet_count && !log->packets[packet].least)
		log->next[place(log, ++packet, 0)] = 1;
	if (packet > log->last)
		log->last = packet;
}

static bool may_end(const struct fby_log *log, unsigned int packet, size_t offset)
{
	return packet < log->packet_count && offset >= log->packets[packet].least;
}

/* From a place in a packet that the counted bytes of a failed piece have come to. */
static void go_on_behind(struct fby_log *log, const struct fby_piece *piece, unsigned int packet,
			 size_t offset)
{
	const unsigned char *tail = log->received + piece->at + piece->bytes,
			    *truth = log->sent + log->packets[packet].at + offset;
	size_t room = piece->room - piece->bytes, left = log->packets[packet].most - offset,
	       limit = room < left ? room : left, written = room, taken;

	while (written && tail[written - 1] == FBY_LOG_UNTOUCHED)
		written--;
	if (written > limit)
		return;
	for (size_t i = 0; i < written; i++)
		if (tail[i] != FBY_LOG_UNTOUCHED && tail[i] != truth[i])
			return;
	/* What looks untouched may have been written. */
	for (taken = written; taken < limit && truth[taken] == FBY_LOG_UNTOUCHED;)
		taken++;
	taken = limit - taken < HELD_BYTES ? limit : taken + HELD_BYTES;
	for (size_t i = written; i <= taken; i++) {
		come_to(log, packet, offset + i);
		if (may_end(log, packet, offset + i))
			come_to(log, packet + 1, 0);
	}
}

static void receive(struct fby_log *log, const struct fby_piece *piece, unsigned int packet,
		    size_t offset)
{
	const struct fby_packet *from = &log->packets[packet];

	if (piece->bytes > from->most - offset ||
	    memcmp(log->received + piece->at, log->sent + from->at + offset, piece->bytes))
		return;
	offset += piece->bytes;
	if (piece->failed)
		go_on_behind(log, piece, packet, offset);
	else if (!piece->ended)
		come_to(log, packet, offset);
	else if (may_end(log, packet, offset))
		come_to(log, packet + 1, 0);
}

/* From wherever the pieces before have come to. Returns whether that piece can have followed. */
static bool follow(struct fby_log *log, const struct fby_piece *piece)
{
	unsigned int first = log->first, last = log->last;
	unsigned char *now = log->next;

	log->next = log->now;
	log->now = now;
	memset(log->next + place(log, first, 0), 0,
	       place(log, log->packet_count, 1) - place(log, first, 0));
	for (unsigned int packet = first; packet <= last; packet++)
		for (size_t offset = 0; offset <= log->packets[packet].most; offset++)
			if (now[place(log, packet, offset)])
				receive(log, piece, packet, offset);
	for (; first <= log->last; first++)
		if (memchr(log->next + place(log, first, 0), 1, log->packets[first].most + 1))
			break;
	log->first = first;
	return first <= log->last;
}

int fby_log_differ(struct fby_log *log)
{
	memset(log->next, 0, place(log, log->packet_count, 1));
	log->first = 0;
	log->last = 0;
	come_to(log, 0, 0);
	for (unsigned int i = 0; i < log->piece_count; i++)
		if (!follow(log, &log->pieces[i]))
			return (int)i;
	return log->next[place(log, log->packet_count, 0)] ? -1 : (int)log->piece_count;
}
