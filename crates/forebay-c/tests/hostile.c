/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Callers that give what makes no sense, end things in the wrong order, or use a handle from several threads: each call comes back with a status, and the card works on.
 * Argument: the card.
 */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "check.h"

#define REFUSED(call) CHECK((call) == FOREBAY_STATUS_ARGUMENT && strlen(forebay_last_error()) > 0)

/* One pointer after the other is none, and whatever is to be handed out is not. */
static void no_pointer_is_missed(forebay_device *device, forebay_capture *capture)
{
	forebay_signal ramp = { .wave = FOREBAY_WAVE_RAMP, .rate = 1 << 24, .channels = 1 };
	forebay_burst burst = { 0 };
	forebay_capture *second = (void *)1;
	forebay_buffer *buffer = (void *)1;
	forebay_buffer_info info;
	forebay_capture_stats_t stats;
	forebay_source_state state;
	forebay_account account;
	forebay_packets *packets = (void *)1;
	forebay_packet packet;
	uint64_t time;
	uint32_t count;
	double hertz;

	CHECK(!strcmp(forebay_last_error(), ""));
	REFUSED(forebay_open("fast:radio", NULL));
	REFUSED(forebay_open(NULL, NULL));
	REFUSED(forebay_capture_open(device, NULL, &second));
	CHECK(!second);
	REFUSED(forebay_capture_open(NULL, NULL, NULL));
	REFUSED(forebay_capture_start(NULL));
	REFUSED(forebay_capture_stop(NULL));
	REFUSED(forebay_capture_acquire(capture, 0, NULL, &info));
	REFUSED(forebay_capture_acquire(capture, 0, &buffer, NULL));
	CHECK(!buffer);
	REFUSED(forebay_capture_acquire(NULL, UINT64_MAX, &buffer, &info));
	REFUSED(forebay_capture_stats(NULL, &stats));
	REFUSED(forebay_capture_stats(capture, NULL));
	CHECK(forebay_clock_hz(NULL) == 0);
	REFUSED(forebay_rate(NULL, 1e6, &count, &hertz));
	REFUSED(forebay_rate(device, 1e6, NULL, &hertz));
	REFUSED(forebay_rate(device, 1e6, &count, NULL));
	REFUSED(forebay_source_start(NULL, &ramp, &burst));
	REFUSED(forebay_source_start(device, NULL, &burst));
	REFUSED(forebay_source_start(device, &ramp, NULL));
	REFUSED(forebay_source_stop(NULL));
	REFUSED(forebay_source_status(NULL, &state));
	REFUSED(forebay_source_status(device, NULL));
	REFUSED(forebay_source_time(NULL, &time));
	REFUSED(forebay_source_time(device, NULL));
	REFUSED(forebay_source_set_time(NULL, 0));
	REFUSED(forebay_source_account(NULL, 0, &account));
	REFUSED(forebay_source_account(device, 0, NULL));
	REFUSED(forebay_packets_open(64, NULL));
	REFUSED(forebay_packets_push(NULL, (const uint8_t *)"", 1));
	REFUSED(forebay_packets_next(NULL, &packet));
	REFUSED(forebay_packets_restart(NULL));
	CHECK(forebay_packets_open(64, &packets) == FOREBAY_STATUS_OK);
	REFUSED(forebay_packets_next(packets, NULL));
	REFUSED(forebay_packets_push(packets, NULL, SIZE_MAX));
	CHECK(forebay_packets_push(packets, NULL, 0) == FOREBAY_STATUS_OK);
	forebay_packets_close(packets);
	const char *names[] = { "", ":", "fast", "fast:", ":radio", "paced:", "paced:nothing", "fast:radio ", "/dev/null", "/dev/forebay99", "/", "%s%n" };

	for (size_t at = 0; at < sizeof(names) / sizeof(*names); at++) {
		forebay_device *none = (void *)1;

		CHECK(forebay_open(names[at], &none) < 0 && !none && strlen(forebay_last_error()) > 10);
	}
	forebay_packets_close(NULL);
	forebay_capture_close(NULL);
	forebay_close(NULL);
	CHECK(forebay_buffer_release(NULL) == FOREBAY_STATUS_OK);
}

/* The same of what sends. */
static void nor_one_of_what_is_sent(forebay_device *device)
{
	forebay_transmit_options options = { .buffers = 2, .bytes = 4096 };
	forebay_transmit *transmit = (void *)1;
	forebay_transmit_buffer *buffer = (void *)1;
	forebay_room room;
	forebay_transmit_stats_t stats;
	forebay_packet_header header = { 0 };
	forebay_air_state state;
	forebay_air_account account;
	forebay_bursts *bursts = (void *)1;
	forebay_burst_event event;
	const size_t odd[] = { 0, FOREBAY_PACKET_SAMPLES + 1, SIZE_MAX };
	uint64_t time = 0;
	uint8_t bytes[128];
	size_t written;

	REFUSED(forebay_transmit_open(device, NULL, &transmit));
	CHECK(!transmit);
	REFUSED(forebay_transmit_open(device, &options, NULL));
	REFUSED(forebay_transmit_open(NULL, &options, &transmit));
	REFUSED(forebay_transmit_start(NULL));
	REFUSED(forebay_transmit_stop(NULL));
	REFUSED(forebay_transmit_drain(NULL, UINT64_MAX));
	REFUSED(forebay_transmit_send(NULL, 64));
	REFUSED(forebay_transmit_stats(NULL, &stats));
	CHECK(forebay_transmit_open(device, &options, &transmit) == FOREBAY_STATUS_OK);
	REFUSED(forebay_transmit_stats(transmit, NULL));
	REFUSED(forebay_transmit_acquire(NULL, UINT64_MAX, &buffer, &room));
	CHECK(!buffer);
	REFUSED(forebay_transmit_acquire(transmit, 0, NULL, &room));
	REFUSED(forebay_transmit_acquire(transmit, 0, &buffer, NULL));
	CHECK(forebay_transmit_stats(transmit, &stats) == FOREBAY_STATUS_OK && stats.free == 2);
	for (size_t sent = 0;; sent = SIZE_MAX) {
		CHECK(forebay_transmit_acquire(transmit, 0, &buffer, &room) == FOREBAY_STATUS_OK);
		REFUSED(forebay_transmit_send(buffer, sent));
		if (sent)
			break;
	}
	/* A card at rest ends a wait for what does not come. */
	CHECK(forebay_transmit_drain(transmit, UINT64_MAX) == FOREBAY_STATUS_OK);
	CHECK(forebay_transmit_acquire(transmit, UINT64_MAX, &buffer, &room) == FOREBAY_STATUS_OK);
	forebay_transmit_close(transmit);
	memset(room.data, 7, room.bytes);
	CHECK(forebay_transmit_buffer_release(buffer) == FOREBAY_STATUS_OK);
	CHECK(forebay_transmit_buffer_release(NULL) == FOREBAY_STATUS_OK);
	forebay_transmit_close(NULL);
	REFUSED(forebay_packet_write(NULL, SIZE_MAX, &header, bytes, 1, &written));
	REFUSED(forebay_packet_write(bytes, sizeof(bytes), NULL, bytes, 1, &written));
	REFUSED(forebay_packet_write(bytes, sizeof(bytes), &header, NULL, 1, NULL));
	REFUSED(forebay_packet_write(bytes, sizeof(bytes), &header, NULL, 17, &written));
	REFUSED(forebay_packet_write(bytes, sizeof(bytes), &header, bytes, SIZE_MAX, &written));
	CHECK(written == 0 && forebay_packet_room(SIZE_MAX) == 0);
	CHECK(forebay_packet_write(bytes, SIZE_MAX, &header, NULL, 1, &written) == FOREBAY_STATUS_OK && written == sizeof(bytes));
	REFUSED(forebay_air_configure(NULL, 1, 0));
	REFUSED(forebay_air_configure(device, 0, 0));
	REFUSED(forebay_air_configure(device, UINT32_MAX, 0));
	REFUSED(forebay_air_clear(NULL));
	REFUSED(forebay_air_status(NULL, &state));
	REFUSED(forebay_air_status(device, NULL));
	REFUSED(forebay_air_events(NULL, &state));
	REFUSED(forebay_air_events(device, NULL));
	REFUSED(forebay_air_account_of(NULL, 0, &account));
	REFUSED(forebay_air_account_of(device, 0, NULL));
	REFUSED(forebay_air_account_of(device, UINT32_MAX, &account));
	REFUSED(forebay_air_wait(NULL, UINT64_MAX));
	CHECK(forebay_air_wait(device, UINT64_MAX) == FOREBAY_STATUS_OK);
	REFUSED(forebay_bursts_open(NULL, 1, 0, &bursts));
	CHECK(!bursts);
	REFUSED(forebay_bursts_open(device, 1, 0, NULL));
	REFUSED(forebay_bursts_open(device, 0, 0, &bursts));
	CHECK(forebay_bursts_open(device, 1 << 24, 0, &bursts) == FOREBAY_STATUS_OK);
	REFUSED(forebay_bursts_packet(NULL, 0, 1, &time, false, &header));
	REFUSED(forebay_bursts_packet(bursts, 0, 1, &time, false, NULL));
	REFUSED(forebay_bursts_packet(bursts, UINT32_MAX, 1, NULL, false, &header));
	for (size_t at = 0; at < sizeof(odd) / sizeof(*odd); at++)
		REFUSED(forebay_bursts_packet(bursts, 0, odd[at], NULL, false, &header));
	/* None of them has taken a number, or begun a burst. */
	CHECK(forebay_bursts_end(bursts, 0, &header) == FOREBAY_STATUS_NOTHING);
	CHECK(forebay_bursts_packet(bursts, 0, FOREBAY_PACKET_SAMPLES, NULL, true, &header) == FOREBAY_STATUS_OK);
	CHECK(header.sequence == 0 && header.end_of_burst);
	REFUSED(forebay_bursts_end(NULL, 0, &header));
	REFUSED(forebay_bursts_end(bursts, 0, NULL));
	REFUSED(forebay_bursts_next(NULL, UINT64_MAX, &event));
	REFUSED(forebay_bursts_next(bursts, UINT64_MAX, NULL));
	forebay_bursts_close(bursts);
	forebay_bursts_close(NULL);
}

static void no_number_is_too_odd(forebay_device *device)
{
	const double rates[] = { NAN, INFINITY, -INFINITY, 0, -1, 1e300, 5e-324, 125000200.0 };
	const size_t lines[] = { 0, 1, 7, 63, 65, 1 << 16, (1 << 16) + 1, SIZE_MAX / 2 + 1, SIZE_MAX / 2 + 2, SIZE_MAX };
	forebay_capture_options options = { .buffers = UINT32_MAX, .bytes = 64 };
	forebay_signal ramp = { .wave = FOREBAY_WAVE_RAMP, .rate = 1 << 24, .channels = 1 };
	forebay_burst burst = { .has_samples = true };
	forebay_capture *capture;
	forebay_source_state state;
	forebay_account account;
	uint32_t count;
	double hertz;

	for (size_t at = 0; at < sizeof(rates) / sizeof(*rates); at++) {
		count = 0;
		REFUSED(forebay_rate(device, rates[at], &count, &hertz));
		CHECK(count >= 1 && count <= 1u << 31 && hertz > 0);
	}
	CHECK(forebay_sample_cycles(0, 0) == UINT64_MAX && forebay_sample_at(0, 0) == UINT64_MAX);
	CHECK(forebay_sample_cycles(UINT32_MAX, 1) == UINT64_MAX);
	CHECK(forebay_sample_cycles(1, UINT64_MAX) == UINT64_MAX);
	CHECK(forebay_sample_cycles(1u << 31, UINT64_MAX) == UINT64_MAX);
	CHECK(forebay_sample_at(1u << 31, UINT64_MAX - 1) == UINT64_MAX >> 1);
	/* So many pages are more than there are, whatever their sum of bytes is. */
	CHECK(forebay_capture_open(device, &options, &capture) == FOREBAY_STATUS_MEMORY && !capture);
	for (uint64_t samples = 0;; samples = UINT64_MAX) {
		burst.samples = samples;
		REFUSED(forebay_source_start(device, &ramp, &burst));
		if (samples)
			break;
	}
	burst.has_samples = false;
	for (uint32_t channels = 0; channels < 8; channels++) {
		if (channels == 1 || channels == 2 || channels == 4)
			continue;
		ramp.channels = channels;
		REFUSED(forebay_source_start(device, &ramp, &burst));
	}
	ramp.channels = UINT32_MAX;
	REFUSED(forebay_source_start(device, &ramp, &burst));
	ramp.channels = 1;
	ramp.packet = UINT32_MAX;
	REFUSED(forebay_source_start(device, &ramp, &burst));
	ramp.packet = 0;
	ramp.headers = true;
	REFUSED(forebay_source_start(device, &ramp, &burst));
	ramp.headers = false;
	ramp.rate = UINT32_MAX;
	REFUSED(forebay_source_start(device, &ramp, &burst));
	REFUSED(forebay_source_account(device, UINT32_MAX, &account));
	CHECK(forebay_source_status(device, &state) == FOREBAY_STATUS_OK);
	CHECK(!state.running && !state.armed);
	/* A packet of lines that no packet has is none. */
	for (size_t at = 0; at < sizeof(lines) / sizeof(*lines); at++) {
		static uint8_t bytes[1 << 17];
		forebay_packets *packets;
		forebay_packet packet;

		memset(bytes, 0xff, 8);
		bytes[6] = 0xdf; /* Data, 31 lines of metadata. */
		CHECK(forebay_packets_open(lines[at], &packets) == FOREBAY_STATUS_OK);
		CHECK(forebay_packets_push(packets, bytes, sizeof(bytes)) == FOREBAY_STATUS_OK);
		forebay_status status = forebay_packets_next(packets, &packet);

		CHECK(status == FOREBAY_STATUS_OK || status == FOREBAY_STATUS_ARGUMENT);
		CHECK(lines[at] < 1 << 16 || status == FOREBAY_STATUS_ARGUMENT);
		forebay_packets_close(packets);
	}
}

/* The card, the capture and a buffer end in any order; what is left of them works. */
static void ends_in_any_order(const char *card)
{
	for (int order = 0; order < 6; order++) {
		forebay_capture_options options = { .buffers = 4, .bytes = 64 };
		forebay_signal ramp = { .wave = FOREBAY_WAVE_RAMP, .rate = 1 << 30, .channels = 1 };
		forebay_burst burst = { .samples = 100, .has_samples = true };
		forebay_device *device;
		forebay_capture *capture;
		forebay_buffer *buffer;
		forebay_buffer_info info;

		CHECK(forebay_open(card, &device) == FOREBAY_STATUS_OK);
		CHECK(forebay_capture_open(device, &options, &capture) == FOREBAY_STATUS_OK);
		CHECK(forebay_capture_start(capture) == FOREBAY_STATUS_OK);
		CHECK(forebay_source_start(device, &ramp, &burst) == FOREBAY_STATUS_OK);
		CHECK(forebay_capture_acquire(capture, 1000, &buffer, &info) == FOREBAY_STATUS_OK);
		for (int step = 0; step < 3; step++) {
			switch ((order % 3 + (order < 3 ? step : 3 - step)) % 3) {
			case 0:
				forebay_close(device);
				break;
			case 1:
				forebay_capture_close(capture);
				break;
			default:
				for (uint32_t at = 0; at < 16; at++)
					CHECK(info.data[4 * at] == at && !info.data[4 * at + 1]);
				CHECK(forebay_buffer_release(buffer) == FOREBAY_STATUS_OK);
			}
		}
	}
}

enum { SAMPLES = 30000, THREADS = 4 };

struct shared {
	forebay_device *device;
	forebay_capture *capture;
	atomic_uint seen[SAMPLES];
	atomic_uint arrived;
};

/* Takes what comes, asks this and that, and begins what runs already. */
static void *takes(void *argument)
{
	struct shared *shared = argument;
	forebay_buffer_info info;
	forebay_buffer *buffer;

	while (atomic_load(&shared->arrived) < SAMPLES) {
		forebay_status status = forebay_capture_acquire(shared->capture, 20, &buffer, &info);
		forebay_capture_stats_t stats;
		forebay_account account;

		if (status == FOREBAY_STATUS_OK) {
			for (size_t at = 0; at < info.bytes / 4; at++) {
				uint32_t word;

				memcpy(&word, info.data + 4 * at, sizeof(word));
				if (word < SAMPLES)
					atomic_fetch_add(&shared->seen[word], 1);
			}
			atomic_fetch_add(&shared->arrived, info.bytes / 4);
			forebay_buffer_release(buffer);
		} else if (status != FOREBAY_STATUS_NOTHING) {
			return (void *)"acquire";
		}
		if (forebay_capture_start(NULL) != FOREBAY_STATUS_ARGUMENT || strcmp(forebay_last_error(), "capture is NULL; give a pointer"))
			return (void *)"words of another thread";
		if (forebay_capture_start(shared->capture) || forebay_capture_stats(shared->capture, &stats))
			return (void *)"start or stats";
		if (forebay_source_account(shared->device, 0, &account) || account.produced != account.kept + account.lost)
			return (void *)"account";
	}
	return NULL;
}

static void threads_share_handles(forebay_device *device, forebay_capture *capture)
{
	static struct shared shared;
	forebay_signal ramp = { .wave = FOREBAY_WAVE_RAMP, .rate = 1 << 26, .channels = 1 };
	forebay_burst burst = { .samples = SAMPLES, .has_samples = true };
	pthread_t threads[THREADS];
	forebay_account account;

	shared.device = device;
	shared.capture = capture;
	CHECK(forebay_capture_start(capture) == FOREBAY_STATUS_OK);
	CHECK(forebay_source_start(device, &ramp, &burst) == FOREBAY_STATUS_OK);
	for (int at = 0; at < THREADS; at++)
		CHECK(!pthread_create(&threads[at], NULL, takes, &shared));
	for (int at = 0; at < THREADS; at++) {
		void *wrong;

		CHECK(!pthread_join(threads[at], &wrong));
		if (wrong)
			fprintf(stderr, "%s\n", (const char *)wrong);
		CHECK(!wrong);
	}
	for (int at = 0; at < SAMPLES; at++)
		CHECK(atomic_load(&shared.seen[at]) == 1);
	CHECK(forebay_source_account(device, 0, &account) == FOREBAY_STATUS_OK);
	CHECK(account.kept == SAMPLES && account.lost == 0);
	CHECK(forebay_capture_stop(capture) == FOREBAY_STATUS_OK);
}

int main(int argc, char **argv)
{
	forebay_capture_options options = { .buffers = 16, .bytes = 1024 };
	forebay_capture *capture;
	forebay_device *device;

	CHECK(argc == 2);
	CHECK(forebay_open(argv[1], &device) == FOREBAY_STATUS_OK);
	CHECK(forebay_capture_open(device, &options, &capture) == FOREBAY_STATUS_OK);
	no_pointer_is_missed(device, capture);
	nor_one_of_what_is_sent(device);
	threads_share_handles(device, capture);
	forebay_capture_close(capture);
	no_number_is_too_odd(device);
	forebay_close(device);
	ends_in_any_order(argv[1]);
	printf("%s: %d checks\n", argv[1], checks);
	return 0;
}
