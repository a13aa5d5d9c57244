/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The C interface, used by C: what is sent is heard on the air by the same card, sample for sample at its time; what is late or no packet is told; what makes no sense is
 * refused with words. Argument: the card.
 */
#include <stdio.h>
#include <string.h>

#include "check.h"

enum { BUFFERS = 4, BYTES = 4096, CHANNELS = 2, SAMPLES = 3000, PACKET = 400, ENDPOINT = 7, AHEAD = 12000 };

static uint32_t sample(unsigned int channel, unsigned int number)
{
	return (channel + 1) << 20 | (number + 1);
}

/* A packet of a channel into a buffer, by a copy or in its place. */
static size_t put(const forebay_room *room, size_t used, const forebay_packet_header *header, unsigned int first, unsigned int count)
{
	unsigned int channel = header->endpoint - ENDPOINT;
	uint32_t words[PACKET];
	size_t written = 0;

	for (unsigned int i = 0; i < count; i++)
		words[i] = sample(channel, first + i);
	CHECK(forebay_packet_write(room->data + used, room->bytes - used, header, channel ? words : NULL, count, &written) == FOREBAY_STATUS_OK);
	if (!channel)
		memcpy(room->data + used + FOREBAY_PACKET_HEADER, words, 4 * count);
	CHECK(written == forebay_packet_room(count) && written % 64 == 0);
	return written;
}

/* Sends bursts of both channels by turns from that time on. */
static void send(forebay_transmit *transmit, uint64_t first, uint32_t rate)
{
	forebay_transmit_buffer *buffer;
	uint16_t sequence = 0;
	forebay_room room;

	for (unsigned int at = 0; at < SAMPLES; at += PACKET) {
		unsigned int count = SAMPLES - at < PACKET ? SAMPLES - at : PACKET;
		size_t used = 0;

		CHECK(forebay_transmit_acquire(transmit, 1000, &buffer, &room) == FOREBAY_STATUS_OK);
		CHECK(room.bytes == BYTES && room.index < BUFFERS);
		for (unsigned int channel = 0; channel < CHANNELS; channel++) {
			forebay_packet_header header = {
				.time = first + forebay_sample_cycles(rate, at),
				.endpoint = ENDPOINT + channel,
				.sequence = sequence,
				.has_time = true,
				.end_of_burst = at + count == SAMPLES,
			};

			used += put(&room, used, &header, at, count);
		}
		sequence++;
		CHECK(forebay_transmit_send(buffer, used) == FOREBAY_STATUS_OK);
	}
}

/* What is on the air from that time on is what was sent. */
static void hear(forebay_device *device, forebay_transmit *transmit, forebay_capture *capture, uint32_t rate)
{
	forebay_signal air = { .wave = FOREBAY_WAVE_AIR, .rate = rate, .channels = CHANNELS };
	forebay_burst burst = { .samples = SAMPLES + 5, .has_at = true, .has_samples = true };
	unsigned int number = 0;
	forebay_air_account account;
	forebay_transmit_stats_t stats;
	forebay_air_state state;
	forebay_buffer_info info;
	forebay_buffer *buffer;

	CHECK(forebay_source_time(device, &burst.at) == FOREBAY_STATUS_OK);
	burst.at += AHEAD;
	CHECK(forebay_source_start(device, &air, &burst) == FOREBAY_STATUS_OK);
	send(transmit, burst.at, rate);
	while (number < SAMPLES + 5) {
		CHECK(forebay_capture_acquire(capture, 1000, &buffer, &info) == FOREBAY_STATUS_OK);
		CHECK(info.lost == 0 && info.stamp == burst.at + forebay_sample_cycles(rate, number));
		for (size_t at = 0; at < info.bytes; at += 4 * CHANNELS, number++) {
			for (unsigned int channel = 0; channel < CHANNELS; channel++) {
				uint32_t word, wanted = number < SAMPLES ? sample(channel, number) : 0;

				memcpy(&word, info.data + at + 4 * channel, sizeof(word));
				CHECK(word == wanted);
			}
		}
		CHECK(forebay_buffer_release(buffer) == FOREBAY_STATUS_OK);
	}
	CHECK(forebay_transmit_drain(transmit, 1000) == FOREBAY_STATUS_OK);
	CHECK(forebay_air_wait(device, 1000) == FOREBAY_STATUS_OK);
	for (unsigned int channel = 0; channel < CHANNELS; channel++) {
		CHECK(forebay_air_account_of(device, channel, &account) == FOREBAY_STATUS_OK);
		CHECK(account.sent == SAMPLES && account.packets == (SAMPLES + PACKET - 1) / PACKET);
		CHECK(account.missed == 0 && account.late == 0 && account.late_packets == 0 && account.skips == 0);
	}
	CHECK(forebay_transmit_stats(transmit, &stats) == FOREBAY_STATUS_OK);
	CHECK(stats.buffers == (SAMPLES + PACKET - 1) / PACKET && stats.cut == 0 && stats.errors == 0);
	CHECK(stats.free == BUFFERS && stats.held == 0 && stats.queued == 0 && stats.armed == 0);
	CHECK(forebay_air_status(device, &state) == FOREBAY_STATUS_OK);
	CHECK(!state.on_air && !state.held && !state.late && !state.underrun && !state.was_malformed && !state.skip);
}

/* A packet that is late, one with a wrong number, and no packet at all: told, each event once. */
static void told(forebay_device *device, forebay_transmit *transmit)
{
	forebay_packet_header header = { .time = 1, .endpoint = ENDPOINT, .has_time = true, .end_of_burst = true };
	forebay_transmit_buffer *buffer;
	forebay_air_account account;
	forebay_air_state state;
	forebay_room room;

	CHECK(forebay_air_clear(device) == FOREBAY_STATUS_OK);
	CHECK(forebay_transmit_acquire(transmit, 1000, &buffer, &room) == FOREBAY_STATUS_OK);
	CHECK(forebay_transmit_send(buffer, put(&room, 0, &header, 0, 30)) == FOREBAY_STATUS_OK);
	CHECK(forebay_transmit_acquire(transmit, 1000, &buffer, &room) == FOREBAY_STATUS_OK);
	header = (forebay_packet_header){ .endpoint = ENDPOINT, .sequence = 9, .end_of_burst = true };
	CHECK(forebay_transmit_send(buffer, put(&room, 0, &header, 0, 20)) == FOREBAY_STATUS_OK);
	CHECK(forebay_transmit_acquire(transmit, 1000, &buffer, &room) == FOREBAY_STATUS_OK);
	memset(room.data, 0x55, 100);
	CHECK(forebay_transmit_send(buffer, 100) == FOREBAY_STATUS_OK);
	CHECK(forebay_transmit_drain(transmit, 1000) == FOREBAY_STATUS_OK);
	CHECK(forebay_air_wait(device, 1000) == FOREBAY_STATUS_OK);
	CHECK(forebay_air_account_of(device, 0, &account) == FOREBAY_STATUS_OK);
	CHECK(account.sent == 20 && account.late == 30 && account.late_packets == 1);
	CHECK(account.packets == 2 && account.skips == 1 && account.missed == 0);
	CHECK(forebay_air_events(device, &state) == FOREBAY_STATUS_OK);
	CHECK(state.late && state.skip && state.was_malformed && !state.underrun);
	CHECK(state.malformed == 1 && state.dropped == 2);
	CHECK(forebay_air_status(device, &state) == FOREBAY_STATUS_OK);
	CHECK(!state.late && !state.skip && !state.was_malformed && state.malformed == 1);
}

static void refused(forebay_device *device, forebay_transmit *transmit, uint32_t rate)
{
	forebay_transmit_options options = { .buffers = 2, .bytes = 4096 };
	forebay_packet_header header = { .endpoint = ENDPOINT, .time = UINT64_MAX, .has_time = true };
	forebay_transmit_buffer *buffer, *none = (void *)1;
	forebay_transmit *second = (void *)1;
	forebay_transmit_stats_t stats;
	forebay_air_account account;
	uint8_t place[128] = { 0 };
	size_t written = 1;
	forebay_room room;

	CHECK(forebay_transmit_open(device, &options, &second) == FOREBAY_STATUS_BUSY && !second);
	for (size_t bytes = 0; bytes <= BYTES + 1; bytes += BYTES + 1) {
		CHECK(forebay_transmit_acquire(transmit, 1000, &buffer, &room) == FOREBAY_STATUS_OK);
		CHECK(forebay_transmit_send(buffer, bytes) == FOREBAY_STATUS_ARGUMENT);
		CHECK(strstr(forebay_last_error(), "1 to 4096"));
	}
	CHECK(forebay_transmit_acquire(transmit, 1000, &buffer, &room) == FOREBAY_STATUS_OK);
	CHECK(forebay_transmit_buffer_release(buffer) == FOREBAY_STATUS_OK);
	CHECK(forebay_transmit_stats(transmit, &stats) == FOREBAY_STATUS_OK && stats.free == BUFFERS);
	CHECK(forebay_transmit_send(NULL, 64) == FOREBAY_STATUS_ARGUMENT);
	CHECK(forebay_transmit_buffer_release(NULL) == FOREBAY_STATUS_OK);
	CHECK(forebay_transmit_acquire(NULL, 0, &none, &room) == FOREBAY_STATUS_ARGUMENT && !none);
	CHECK(forebay_transmit_acquire(transmit, 0, &none, NULL) == FOREBAY_STATUS_ARGUMENT);
	CHECK(forebay_packet_room(0) == 0 && forebay_packet_room(FOREBAY_PACKET_SAMPLES + 1) == 0);
	CHECK(forebay_packet_room(SIZE_MAX) == 0 && forebay_packet_room(17) == 192);
	CHECK(forebay_packet_write(place, sizeof(place), &header, NULL, 17, &written) == FOREBAY_STATUS_ARGUMENT && written == 0);
	CHECK(strstr(forebay_last_error(), "192 bytes"));
	CHECK(forebay_packet_write(place, sizeof(place), &header, NULL, 0, &written) == FOREBAY_STATUS_ARGUMENT);
	CHECK(forebay_packet_write(NULL, 0, &header, NULL, 1, &written) == FOREBAY_STATUS_ARGUMENT);
	CHECK(forebay_packet_write(place, sizeof(place), NULL, NULL, 1, &written) == FOREBAY_STATUS_ARGUMENT);
	/* A packet for the end of all times. */
	CHECK(forebay_transmit_stop(transmit) == FOREBAY_STATUS_OK);
	CHECK(forebay_transmit_acquire(transmit, 1000, &buffer, &room) == FOREBAY_STATUS_OK);
	CHECK(forebay_transmit_send(buffer, put(&room, 0, &header, 0, 20)) == FOREBAY_STATUS_OK);
	CHECK(forebay_transmit_drain(transmit, 1000) == FOREBAY_STATUS_ARGUMENT);
	CHECK(strstr(forebay_last_error(), "start it"));
	CHECK(forebay_transmit_start(transmit) == FOREBAY_STATUS_OK);
	CHECK(forebay_transmit_drain(transmit, 1000) == FOREBAY_STATUS_OK);
	CHECK(forebay_air_wait(device, 50) == FOREBAY_STATUS_NOTHING);
	CHECK(forebay_air_configure(device, rate, 0) == FOREBAY_STATUS_BUSY);
	CHECK(forebay_air_clear(device) == FOREBAY_STATUS_OK);
	CHECK(forebay_air_configure(device, rate, 0) == FOREBAY_STATUS_OK);
	CHECK(forebay_air_configure(device, 0, 0) == FOREBAY_STATUS_ARGUMENT);
	CHECK(forebay_air_account_of(device, 4, &account) == FOREBAY_STATUS_ARGUMENT);
	CHECK(forebay_air_account_of(device, 0, NULL) == FOREBAY_STATUS_ARGUMENT);
	CHECK(forebay_air_events(device, NULL) == FOREBAY_STATUS_ARGUMENT);
	/* A buffer that outlives its transmission has the card busy until it is gone. */
	CHECK(forebay_transmit_acquire(transmit, 1000, &buffer, &room) == FOREBAY_STATUS_OK);
	forebay_transmit_close(transmit);
	CHECK(forebay_transmit_open(device, &options, &second) == FOREBAY_STATUS_BUSY);
	room.data[room.bytes - 1] = 1;
	CHECK(forebay_transmit_buffer_release(buffer) == FOREBAY_STATUS_OK);
	CHECK(forebay_transmit_open(device, &options, &second) == FOREBAY_STATUS_OK);
	forebay_transmit_close(second);
	options.bytes = 100;
	CHECK(forebay_transmit_open(device, &options, &second) == FOREBAY_STATUS_ARGUMENT && !second);
	options = (forebay_transmit_options){ .buffers = UINT32_MAX, .bytes = 1 << 20 };
	CHECK(forebay_transmit_open(device, &options, &second) == FOREBAY_STATUS_MEMORY);
	forebay_transmit_close(NULL);
}

int main(int argc, char **argv)
{
	forebay_transmit_options to = { .buffers = BUFFERS, .bytes = BYTES };
	forebay_capture_options from = { .buffers = 8, .bytes = 16 << 10 };
	forebay_transmit *transmit;
	forebay_capture *capture;
	forebay_device *device;
	uint32_t rate;
	double hertz;

	CHECK(argc == 2);
	CHECK(forebay_open(argv[1], &device) == FOREBAY_STATUS_OK);
	CHECK(forebay_rate(device, 20e6, &rate, &hertz) == FOREBAY_STATUS_OK);
	CHECK(forebay_air_clear(device) == FOREBAY_STATUS_OK);
	CHECK(forebay_air_configure(device, rate, ENDPOINT) == FOREBAY_STATUS_OK);
	CHECK(forebay_transmit_open(device, &to, &transmit) == FOREBAY_STATUS_OK);
	CHECK(forebay_capture_open(device, &from, &capture) == FOREBAY_STATUS_OK);
	CHECK(forebay_capture_start(capture) == FOREBAY_STATUS_OK);
	CHECK(forebay_transmit_start(transmit) == FOREBAY_STATUS_OK);
	hear(device, transmit, capture, rate);
	told(device, transmit);
	refused(device, transmit, rate);
	forebay_capture_close(capture);
	forebay_close(device);
	printf("%s: %d checks\n", argv[1], checks);
	return 0;
}
