/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The C interface, used by C: every sample of a ramp arrives once or is told to be lost, and what makes no sense is refused with words.
 * Argument: the card.
 */
#include <stdio.h>
#include <string.h>

#include "check.h"

enum { BUFFERS = 8, BYTES = 8 << 10, SAMPLES = 60000 };

static uint32_t sample(const forebay_buffer_info *info, size_t number)
{
	uint32_t word;

	memcpy(&word, info->data + 4 * number, sizeof(word));
	return word;
}

/* A burst at a time, by buffers that are given back at once. */
static void gap_free(forebay_device *device, forebay_capture *capture, const forebay_signal *ramp)
{
	uint64_t arrived = 0, first;
	forebay_buffer_info info;
	forebay_buffer *buffer;
	forebay_account account;
	forebay_source_state state;

	CHECK(forebay_source_set_time(device, 1000000) == FOREBAY_STATUS_OK);
	CHECK(forebay_source_time(device, &first) == FOREBAY_STATUS_OK);
	CHECK(first >= 1000000);
	first += 50000;
	forebay_burst burst = { .at = first, .samples = SAMPLES, .has_at = true, .has_samples = true };

	CHECK(forebay_capture_start(capture) == FOREBAY_STATUS_OK);
	CHECK(forebay_source_start(device, ramp, &burst) == FOREBAY_STATUS_OK);
	CHECK(forebay_source_start(device, ramp, &burst) == FOREBAY_STATUS_BUSY);
	while (arrived < SAMPLES) {
		CHECK(forebay_capture_acquire(capture, 300, &buffer, &info) == FOREBAY_STATUS_OK);
		CHECK(info.bytes % 4 == 0 && info.bytes <= BYTES && info.lost == 0);
		CHECK(info.stamp == first + forebay_sample_cycles(ramp->rate, arrived));
		CHECK(forebay_sample_at(ramp->rate, info.stamp - first) == arrived);
		for (size_t i = 0; i < info.bytes / 4; i++)
			if (sample(&info, i) != arrived + i)
				CHECK(!"the ramp goes on");
		arrived += info.bytes / 4;
		CHECK(info.end_of_burst == (arrived == SAMPLES));
		CHECK(forebay_buffer_release(buffer) == FOREBAY_STATUS_OK);
	}
	CHECK(arrived == SAMPLES);
	CHECK(forebay_source_account(device, 0, &account) == FOREBAY_STATUS_OK);
	CHECK(account.produced == SAMPLES && account.kept == SAMPLES && account.lost == 0);
	CHECK(forebay_source_status(device, &state) == FOREBAY_STATUS_OK);
	CHECK(state.done && !state.running && !state.armed && !state.late && !state.overrun);
	burst.at = 0;
	CHECK(forebay_source_start(device, ramp, &burst) == FOREBAY_STATUS_LATE);
	CHECK(strstr(forebay_last_error(), "nothing was captured"));
	CHECK(forebay_capture_acquire(capture, 100, &buffer, &info) == FOREBAY_STATUS_NOTHING);
	CHECK(!buffer);
	CHECK(forebay_capture_stop(capture) == FOREBAY_STATUS_OK);
}

/* Buffers that nobody gives back: what arrives and what is lost is what was produced. */
static void overload(forebay_device *device, forebay_capture *capture, const forebay_signal *ramp)
{
	forebay_burst burst = { .samples = SAMPLES, .has_samples = true };
	uint64_t number = 0, told = 0, kept = 0;
	forebay_buffer *held[BUFFERS], *buffer;
	forebay_buffer_info info;
	forebay_account account;
	forebay_capture_stats_t stats;

	CHECK(forebay_capture_start(capture) == FOREBAY_STATUS_OK);
	CHECK(forebay_source_start(device, ramp, &burst) == FOREBAY_STATUS_OK);
	for (int i = 0; i < BUFFERS; i++) {
		CHECK(forebay_capture_acquire(capture, 300, &held[i], &info) == FOREBAY_STATUS_OK);
		CHECK(sample(&info, 0) == number && info.lost == 0);
		number += info.bytes / 4;
		kept += info.bytes / 4;
	}
	CHECK(forebay_capture_acquire(capture, 200, &buffer, &info) == FOREBAY_STATUS_NOTHING);
	CHECK(forebay_capture_stats(capture, &stats) == FOREBAY_STATUS_OK);
	CHECK(stats.held == BUFFERS && stats.filled == 0 && stats.armed == 0);
	/* The last one first. */
	for (int i = BUFFERS; i-- > 0;)
		CHECK(forebay_buffer_release(held[i]) == FOREBAY_STATUS_OK);
	forebay_status status;

	while ((status = forebay_capture_acquire(capture, 300, &buffer, &info)) == FOREBAY_STATUS_OK) {
		number += info.lost;
		told += info.lost;
		CHECK(sample(&info, 0) == number && sample(&info, info.bytes / 4 - 1) == number + info.bytes / 4 - 1);
		number += info.bytes / 4;
		kept += info.bytes / 4;
		CHECK(forebay_buffer_release(buffer) == FOREBAY_STATUS_OK);
	}
	CHECK(status == FOREBAY_STATUS_NOTHING);
	CHECK(forebay_source_account(device, 0, &account) == FOREBAY_STATUS_OK);
	CHECK(account.produced == SAMPLES && account.kept == kept && account.lost >= told && told > 0);
	CHECK(account.kept + account.lost == account.produced);
	CHECK(forebay_capture_stop(capture) == FOREBAY_STATUS_OK);
}

/* Packets of two channels, many in a buffer and parts of one in two. */
static void packets(forebay_device *device, forebay_signal ramp)
{
	enum { PER_CHANNEL = 1000, PACKET = 70, ENDPOINT = 5 };
	forebay_capture_options options = { .buffers = 4, .bytes = 4096, .through = true };
	forebay_burst burst = { .samples = PER_CHANNEL, .has_samples = true };
	uint64_t arrived[2] = { 0 };
	uint16_t sequence[2] = { 0 };
	forebay_capture *capture;
	forebay_packets *found;
	forebay_buffer *buffer;
	forebay_buffer_info info;
	forebay_packet packet;
	forebay_status status;
	uint64_t first = 0;
	int ended = 0;

	ramp.channels = 2;
	ramp.packet = PACKET;
	ramp.headers = true;
	ramp.endpoint = ENDPOINT;
	CHECK(forebay_packets_open(64, &found) == FOREBAY_STATUS_OK);
	CHECK(forebay_capture_open(device, &options, &capture) == FOREBAY_STATUS_OK);
	CHECK(forebay_capture_start(capture) == FOREBAY_STATUS_OK);
	CHECK(forebay_source_start(device, &ramp, &burst) == FOREBAY_STATUS_OK);
	while (ended < 2) {
		CHECK(forebay_capture_acquire(capture, 300, &buffer, &info) == FOREBAY_STATUS_OK);
		CHECK(forebay_packets_push(found, info.data, info.bytes) == FOREBAY_STATUS_OK);
		CHECK(forebay_buffer_release(buffer) == FOREBAY_STATUS_OK);
		while ((status = forebay_packets_next(found, &packet)) == FOREBAY_STATUS_OK) {
			unsigned int channel = packet.endpoint - ENDPOINT;

			CHECK(channel < 2 && packet.missing == 0 && packet.has_time);
			CHECK(packet.sequence == sequence[channel]++);
			if (first == 0)
				first = packet.time;
			CHECK(packet.time == first + forebay_sample_cycles(ramp.rate, arrived[channel]));
			for (size_t at = 0; at < packet.bytes; at += 4) {
				uint32_t word;

				memcpy(&word, packet.data + at, sizeof(word));
				CHECK(word == (channel << 28 | arrived[channel]));
				arrived[channel]++;
			}
			CHECK(packet.end_of_burst == (arrived[channel] == PER_CHANNEL));
			ended += packet.end_of_burst;
		}
		CHECK(status == FOREBAY_STATUS_NOTHING);
	}
	CHECK(arrived[0] == PER_CHANNEL && arrived[1] == PER_CHANNEL);
	forebay_capture_close(capture);
	CHECK(forebay_packets_push(found, (const uint8_t *)"no packet", 9) == FOREBAY_STATUS_OK);
	CHECK(forebay_packets_next(found, &packet) == FOREBAY_STATUS_ARGUMENT);
	CHECK(strstr(forebay_last_error(), "CHDR"));
	CHECK(forebay_packets_restart(found) == FOREBAY_STATUS_OK);
	CHECK(forebay_packets_next(found, &packet) == FOREBAY_STATUS_NOTHING);
	CHECK(forebay_packets_next(NULL, &packet) == FOREBAY_STATUS_ARGUMENT);
	CHECK(forebay_packets_push(found, NULL, 1) == FOREBAY_STATUS_ARGUMENT);
	forebay_packets_close(found);
	forebay_packets_close(NULL);
}

static void refused(const char *card, forebay_device *device, forebay_capture *capture, forebay_signal ramp)
{
	forebay_capture_options options = { .buffers = 4, .bytes = 4096 };
	forebay_burst burst = { 0 };
	forebay_capture *second = (void *)1;
	forebay_device *none = (void *)1;
	forebay_buffer_info info;
	uint32_t count;
	double hertz;

	CHECK(forebay_capture_open(device, &options, &second) == FOREBAY_STATUS_BUSY && !second);
	forebay_capture_close(capture);
	packets(device, ramp);
	options.bytes = 100;
	CHECK(forebay_capture_open(device, &options, &second) == FOREBAY_STATUS_ARGUMENT);
	CHECK(strstr(forebay_last_error(), "100 bytes"));
	options = (forebay_capture_options){ .buffers = UINT32_MAX, .bytes = 1 << 20 };
	CHECK(forebay_capture_open(device, &options, &second) == FOREBAY_STATUS_MEMORY);
	CHECK(strstr(forebay_last_error(), "would fit"));
	CHECK(forebay_capture_open(NULL, &options, &second) == FOREBAY_STATUS_ARGUMENT);
	CHECK(!strcmp(forebay_last_error(), "device is NULL; give a pointer"));
	CHECK(forebay_capture_open(device, &options, NULL) == FOREBAY_STATUS_ARGUMENT);
	CHECK(forebay_capture_acquire(NULL, 0, (forebay_buffer **)&second, &info) == FOREBAY_STATUS_ARGUMENT);
	ramp.wave = 7;
	CHECK(forebay_source_start(device, &ramp, &burst) == FOREBAY_STATUS_ARGUMENT);
	CHECK(strstr(forebay_last_error(), "wave 7"));
	ramp.wave = FOREBAY_WAVE_RAMP;
	ramp.rate = 0;
	CHECK(forebay_source_start(device, &ramp, &burst) == FOREBAY_STATUS_ARGUMENT);
	CHECK(forebay_rate(device, 200e6, &count, &hertz) == FOREBAY_STATUS_ARGUMENT);
	CHECK(count == 1u << 31 && hertz == 125e6);
	CHECK(forebay_source_account(device, 9, NULL) == FOREBAY_STATUS_ARGUMENT);
	CHECK(forebay_open("paper:radio", &none) == FOREBAY_STATUS_ARGUMENT && !none);
	CHECK(strstr(forebay_last_error(), "paper"));
	CHECK(forebay_open("\xff", &none) == FOREBAY_STATUS_ARGUMENT);
	CHECK(forebay_open(NULL, &none) == FOREBAY_STATUS_ARGUMENT);
	CHECK(forebay_open("fast:loopback", &none) == FOREBAY_STATUS_OK);
	CHECK(forebay_clock_hz(none) == 0 && strstr(forebay_last_error(), "signal source"));
	forebay_close(none);
	forebay_close(NULL);
	forebay_capture_close(NULL);
	CHECK(forebay_buffer_release(NULL) == FOREBAY_STATUS_OK);
	printf("%s: %d checks\n", card, checks);
}

int main(int argc, char **argv)
{
	forebay_capture_options options = { .buffers = BUFFERS, .bytes = BYTES };
	forebay_signal ramp = { .wave = FOREBAY_WAVE_RAMP, .channels = 1 };
	forebay_capture *capture;
	forebay_device *device;
	double hertz;

	CHECK(argc == 2);
	CHECK(forebay_open(argv[1], &device) == FOREBAY_STATUS_OK);
	CHECK(forebay_clock_hz(device) == 250000000);
	CHECK(forebay_rate(device, 100e6, &ramp.rate, &hertz) == FOREBAY_STATUS_OK);
	CHECK(hertz > 99.99999e6 && hertz < 100.00001e6);
	CHECK(forebay_capture_open(device, &options, &capture) == FOREBAY_STATUS_OK);
	gap_free(device, capture, &ramp);
	overload(device, capture, &ramp);
	refused(argv[1], device, capture, ramp);
	forebay_close(device);
	return 0;
}
