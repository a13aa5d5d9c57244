/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What went into a stream and what came out of it, call by call, and whether the one explains the
 * other: every byte in order, every packet with its end.
 *
 * Failures leave some of it open (docs/decisions/0010). A write that failed may have sent more than
 * it counts; what it sent is a packet. Behind the count of a read that failed each byte of the
 * buffer is untouched or the one that belongs there, and the stream goes on behind the last of
 * those, or further by what was taken and not written, but not beyond the end of the packet.
 */
#ifndef FBY_LOG_H
#define FBY_LOG_H

#include <stdbool.h>
#include <stddef.h>

#define FBY_LOG_CALLS 256u

/** struct fby_packet - What a write has sent: so many bytes of @at onwards. */
struct fby_packet {
	size_t at, least, most;
};

/** struct fby_piece - What a read has received at @at: so many bytes, of a buffer of @room. */
struct fby_piece {
	size_t at, bytes, room;
	bool ended, failed;
};

/** struct fby_log - Both ends of a stream; all zero at first. */
struct fby_log {
	unsigned char *sent, *received;
	struct fby_packet packets[FBY_LOG_CALLS + 1];
	struct fby_piece pieces[FBY_LOG_CALLS];
	unsigned int packet_count, piece_count;
	/* While they are compared: where what was received may have come to. */
	unsigned char *now, *next;
	unsigned int first, last;
};

/** fby_log_clear() - Forgets all of it. */
void fby_log_clear(struct fby_log *log);

/** fby_log_sent() - Adds a packet of @least bytes at least and @most at most. */
void fby_log_sent(struct fby_log *log, const void *data, size_t least, size_t most);

/** fby_log_received() - Adds what a read brought that went well, or was stopped. */
void fby_log_received(struct fby_log *log, const void *data, size_t bytes, bool ended);

/**
 * fby_log_cut() - The same of a read that failed.
 * @buf: its buffer, full of FBY_LOG_UNTOUCHED before
 * @bytes: what it counts
 * @room: length of the buffer
 */
void fby_log_cut(struct fby_log *log, const void *buf, size_t bytes, size_t room);

/** What a byte is that nothing has been moved to. */
#define FBY_LOG_UNTOUCHED 0x66

/** fby_log_differ() - Which piece is not what was sent, from 0 on; or -1 when all of it has come. */
int fby_log_differ(struct fby_log *log);

#endif
