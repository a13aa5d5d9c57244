/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bursts that are sent, used by C: packets have their numbers and times, and what became of bursts is told once; what makes no sense is refused with words.
 * Argument: the card.
 */
#include <string.h>

#include "check.h"

enum { BUFFERS = 8, SAMPLES = 100, ENDPOINT = 40 };

/* A sample each 16 cycles. */
static const uint32_t RATE = 1 << 28;
static const uint64_t CYCLES = 16;

static forebay_packet_header send(forebay_transmit *transmit, forebay_bursts *bursts, uint32_t channel,
				  const uint64_t *time, bool end_of_burst)
{
	forebay_transmit_buffer *buffer;
	forebay_packet_header header;
	uint32_t words[SAMPLES];
	forebay_room room;
	size_t written;

	memset(words, 0x55, sizeof(words));
	CHECK(forebay_transmit_acquire(transmit, 1000, &buffer, &room) == FOREBAY_STATUS_OK);
	CHECK(forebay_bursts_packet(bursts, channel, SAMPLES, time, end_of_burst, &header) == FOREBAY_STATUS_OK);
	CHECK(forebay_packet_write(room.data, room.bytes, &header, words, SAMPLES, &written) == FOREBAY_STATUS_OK);
	CHECK(forebay_transmit_send(buffer, written) == FOREBAY_STATUS_OK);
	CHECK(header.end_of_burst == end_of_burst && header.endpoint == ENDPOINT + channel);
	return header;
}

/* The next thing that is told is this, of one channel. */
static void told(forebay_bursts *bursts, forebay_event what, uint32_t channel, const uint64_t *time)
{
	forebay_burst_event event;

	CHECK(forebay_bursts_next(bursts, 100000, &event) == FOREBAY_STATUS_OK);
	CHECK(event.what == what && event.channels == 1U << channel);
	CHECK(event.has_time == (time != NULL) && (!time || event.time == *time));
}

static void nothing(forebay_bursts *bursts)
{
	forebay_burst_event event;

	CHECK(forebay_bursts_next(bursts, 50, &event) == FOREBAY_STATUS_NOTHING);
}

static void is_told(forebay_device *device, forebay_transmit *transmit, forebay_bursts *bursts)
{
	uint64_t late = 1, soon;
	forebay_packet_header header;
	forebay_air_account account;

	nothing(bursts);
	for (int last = 0; last < 2; last++) {
		header = send(transmit, bursts, 1, last ? NULL : &late, last);
		CHECK(header.sequence == last && header.has_time && header.time == late + last * SAMPLES * CYCLES);
	}
	told(bursts, FOREBAY_EVENT_LATE, 1, &late);
	told(bursts, FOREBAY_EVENT_SENT, 1, &late);
	nothing(bursts);
	header = send(transmit, bursts, 0, NULL, false);
	CHECK(header.sequence == 0 && !header.has_time);
	told(bursts, FOREBAY_EVENT_UNDERRUN, 0, NULL);
	nothing(bursts);
	header = send(transmit, bursts, 0, NULL, true);
	CHECK(header.sequence == 1 && !header.has_time);
	told(bursts, FOREBAY_EVENT_SENT, 0, NULL);
	CHECK(forebay_bursts_end(bursts, 0, &header) == FOREBAY_STATUS_NOTHING);
	nothing(bursts);
	CHECK(forebay_source_time(device, &soon) == FOREBAY_STATUS_OK);
	soon += 10000;
	header = send(transmit, bursts, 3, &soon, true);
	CHECK(header.sequence == 0 && header.time == soon);
	told(bursts, FOREBAY_EVENT_SENT, 3, &soon);
	nothing(bursts);
	CHECK(forebay_air_account_of(device, 0, &account) == FOREBAY_STATUS_OK);
	CHECK(account.sent == 2 * SAMPLES && account.missed > 0 && account.late == 0);
	CHECK(forebay_air_account_of(device, 1, &account) == FOREBAY_STATUS_OK);
	CHECK(account.sent == 0 && account.missed == 0 && account.late == 2 * SAMPLES && account.late_packets == 2);
}

static void refused(forebay_device *device, forebay_bursts *bursts)
{
	forebay_bursts *none = (void *)1;
	forebay_packet_header header;
	forebay_burst_event event;

	CHECK(forebay_bursts_open(NULL, RATE, 0, &none) == FOREBAY_STATUS_ARGUMENT && !none);
	none = (void *)1;
	CHECK(forebay_bursts_open(device, 0, 0, &none) == FOREBAY_STATUS_ARGUMENT && !none);
	CHECK(strstr(forebay_last_error(), "1 to 2^31"));
	CHECK(forebay_bursts_open(device, RATE, 0, NULL) == FOREBAY_STATUS_ARGUMENT);
	CHECK(forebay_bursts_packet(bursts, 4, 1, NULL, true, &header) == FOREBAY_STATUS_ARGUMENT);
	CHECK(strstr(forebay_last_error(), "0 to 3"));
	CHECK(forebay_bursts_packet(bursts, 0, 1, NULL, true, NULL) == FOREBAY_STATUS_ARGUMENT);
	CHECK(forebay_bursts_packet(NULL, 0, 1, NULL, true, &header) == FOREBAY_STATUS_ARGUMENT);
	CHECK(forebay_bursts_end(bursts, 4, &header) == FOREBAY_STATUS_ARGUMENT);
	CHECK(forebay_bursts_end(bursts, 0, NULL) == FOREBAY_STATUS_ARGUMENT);
	CHECK(forebay_bursts_end(NULL, 0, &header) == FOREBAY_STATUS_ARGUMENT);
	CHECK(forebay_bursts_next(NULL, 0, &event) == FOREBAY_STATUS_ARGUMENT);
	CHECK(forebay_bursts_next(bursts, 0, NULL) == FOREBAY_STATUS_ARGUMENT);
	CHECK(forebay_bursts_packet(bursts, 2, 1, NULL, false, &header) == FOREBAY_STATUS_OK && header.sequence == 0);
	CHECK(forebay_bursts_end(bursts, 2, &header) == FOREBAY_STATUS_OK);
	CHECK(header.sequence == 1 && !header.has_time && header.end_of_burst && header.endpoint == ENDPOINT + 2);
	forebay_bursts_close(NULL);
}

int main(int argc, char **argv)
{
	forebay_transmit_options options = { .buffers = BUFFERS, .bytes = 1024 };
	forebay_transmit *transmit;
	forebay_device *device;
	forebay_bursts *bursts;

	CHECK(argc == 2);
	CHECK(forebay_open(argv[1], &device) == FOREBAY_STATUS_OK);
	CHECK(forebay_transmit_open(device, &options, &transmit) == FOREBAY_STATUS_OK);
	CHECK(forebay_transmit_start(transmit) == FOREBAY_STATUS_OK);
	/* Twice: numbers and accounts begin anew. */
	for (int turn = 0; turn < 2; turn++) {
		CHECK(forebay_bursts_open(device, RATE, ENDPOINT, &bursts) == FOREBAY_STATUS_OK);
		is_told(device, transmit, bursts);
		refused(device, bursts);
		forebay_bursts_close(bursts);
	}
	forebay_transmit_close(transmit);
	forebay_close(device);
	printf("%s: %d checks\n", argv[1], checks);
	return 0;
}
