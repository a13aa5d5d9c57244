// SPDX-License-Identifier: GPL-2.0-only
#include "fby_back.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fby_flow.h"
#include "fby_test.h"

/* Longest that a packet takes, on an emulated machine. */
#define WAIT_MS 20000u
/* Of a look whether all works. */
#define BUFFERS 8u
#define BYTES 8192u
#define PACKETS 40u
/* Of the packet that tells what is from before: no other test has one so. */
#define MARK_SEED 0x6d61726bu
#define MARK_BYTES 192u

struct fby_back fby_back_open(uint32_t buffers, uint32_t bytes, uint32_t tx_flags)
{
	struct fby_back back = {
		.tx = fby_tx_open(buffers, bytes, tx_flags),
		.cap = fby_cap_open(buffers, bytes, 0, FOREBAY_CAP_GAP),
	};

	fby_tx_map(&back.tx);
	fby_cap_map(&back.cap);
	if (fby_cap_start(&back.cap))
		fby_bail("capture does not start: %s", strerror(errno));
	return back;
}

void fby_back_close(struct fby_back *back)
{
	fby_tx_close(&back->tx);
	fby_cap_close(&back->cap);
}

uint32_t fby_back_bytes(unsigned int number, uint32_t most)
{
	const uint32_t edges[] = { 1, 63, 64, 65, 4096, most - 1, most };
	uint64_t state = number + 1;
	uint32_t edge = edges[number / 2 % (sizeof(edges) / sizeof(*edges))];

	if (number % 2)
		return edge < most ? edge : most;
	return 1 + (uint32_t)(fby_rand(&state) % most);
}

bool fby_back_by_map(const struct fby_tx *tx, const void *bytes, uint32_t count)
{
	uint32_t index;

	if (fby_tx_take(tx, 0, &index)) {
		if (errno != EAGAIN)
			fby_bail("no buffer can be taken: %s", strerror(errno));
		return false;
	}
	memcpy(fby_tx_room(tx, index), bytes, count);
	if (fby_tx_queue(tx, index, count))
		fby_bail("%u bytes are not queued: %s", count, strerror(errno));
	return true;
}

bool fby_back_by_write(const struct fby_tx *tx, const void *bytes, uint32_t count)
{
	ssize_t n = write(tx->fd, bytes, count);

	if (n != (ssize_t)count && (n != -1 || errno != EAGAIN))
		fby_bail("a write of %u bytes: %zd (%s)", count, n, strerror(errno));
	return n == (ssize_t)count;
}

bool fby_back_one(const struct fby_cap *cap, uint64_t seed, uint32_t count)
{
	unsigned char *want = fby_xmalloc(count);
	struct forebay_cap_buffer said;
	bool same = false;

	fby_fill(want, count, seed);
	if (fby_cap_next(cap, WAIT_MS, &said)) {
		fby_note("packet %llu of %u bytes did not come: %s", (unsigned long long)seed, count,
			 strerror(errno));
	} else {
		const unsigned char *got = cap->map + (size_t)said.index * cap->setup.map_bytes;

		same = said.bytes == count && said.flags == FOREBAY_CAP_EOP && fby_diff(got, want, count) < 0;
		if (!same)
			fby_note("packet %llu of %u bytes: %u came, flags 0x%x, another one from %zd on",
				 (unsigned long long)seed, count, said.bytes, said.flags,
				 fby_diff(got, want, count < said.bytes ? count : said.bytes));
		same &= !fby_cap_release(cap, said.index);
	}
	free(want);
	return same;
}

/* Where it stands still. */
static void note_state(const struct fby_back *back)
{
	struct forebay_tx_stats tx = fby_tx_stats(&back->tx);
	struct forebay_cap_stats cap = fby_cap_stats(&back->cap);

	fby_note("sent: %llu buffers, %llu bytes, %llu cut, %u free, %u queued, %u armed, %u errors, flags 0x%x",
		 (unsigned long long)tx.buffers, (unsigned long long)tx.bytes, (unsigned long long)tx.cut, tx.free,
		 tx.queued, tx.armed, tx.errors, tx.flags);
	fby_note("captured: %llu buffers, %llu bytes, %u armed, %u full, %u taken, %u errors, flags 0x%x",
		 (unsigned long long)cap.buffers, (unsigned long long)cap.bytes, cap.armed, cap.full, cap.taken,
		 cap.errors, cap.flags);
}

uint64_t fby_back_all(const struct fby_back *back, unsigned int count, fby_back_send *send)
{
	uint32_t most = back->tx.setup.bytes;
	unsigned char *packet = fby_xmalloc(most);
	struct pollfd waits = { .fd = back->tx.fd, .events = POLLOUT };
	struct forebay_cap_buffer none;
	unsigned int sent = 0, came = 0;
	uint64_t bytes = 0;

	for (; came < count; came++) {
		while (sent < count) {
			uint32_t length = fby_back_bytes(sent, most);

			fby_fill(packet, length, sent);
			if (send(&back->tx, packet, length)) {
				bytes += length;
				sent++;
			} else if (sent > came || poll(&waits, 1, WAIT_MS) != 1) {
				/* Something is under way that gives room when it comes. */
				break;
			}
		}
		if (!fby_back_one(&back->cap, came, fby_back_bytes(came, most)))
			break;
	}
	free(packet);
	if (came == count && fby_cap_next(&back->cap, 0, &none) && errno == EAGAIN)
		return bytes;
	note_state(back);
	return 0;
}

/* Takes all up to the mark. @bytes: counts them. */
static bool skip_old(const struct fby_cap *cap, uint64_t *bytes)
{
	unsigned char mark[MARK_BYTES];
	struct forebay_cap_buffer said;
	bool found = false;

	fby_fill(mark, sizeof(mark), MARK_SEED);
	while (!found && !fby_cap_next(cap, WAIT_MS, &said)) {
		const unsigned char *got = cap->map + (size_t)said.index * cap->setup.map_bytes;

		found = said.bytes == MARK_BYTES && fby_diff(got, mark, MARK_BYTES) < 0;
		fby_cap_release(cap, said.index);
		*bytes += said.bytes;
	}
	return found;
}

uint64_t fby_back_flows(const struct fby_tx *tx, const char *after)
{
	struct fby_back back = { .tx = *tx, .cap = fby_cap_stream(BUFFERS, tx->setup.bytes, 0, FOREBAY_CAP_GAP) };
	unsigned char mark[MARK_BYTES];
	uint64_t old = 0, sent;

	fby_fill(mark, sizeof(mark), MARK_SEED);
	fby_tx_send(tx, mark, MARK_BYTES);
	fby_ok(skip_old(&back.cap, &old), "after %s: the next packet comes", after);
	sent = fby_back_all(&back, PACKETS, fby_back_by_map);
	fby_ok(sent > 0, "after %s: all is sent and comes", after);
	fby_cap_close(&back.cap);
	return old + sent;
}

void fby_back_works(const char *after)
{
	struct fby_tx tx = fby_tx_open(BUFFERS, BYTES, 0);

	fby_tx_map(&tx);
	fby_is(fby_tx_start(&tx), 0, "after %s: it starts", after);
	fby_back_flows(&tx, after);
	fby_tx_close(&tx);
}
