// SPDX-License-Identifier: Apache-2.0
/*
 * A program in C captures from a card behind the kernel driver: every sample of a ramp with its time, in buffers given back in any order; and what cannot be is
 * refused with the reason. Prints TAP. Argument: the card, /dev/forebay0 if none is given.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "forebay_capture.h"

enum { BUFFERS = 8, BYTES = 65536, PER_BUFFER = BYTES / 4, SAMPLES = 7 * PER_BUFFER + 100 };
/* Microseconds that anything may take on a slow machine; cycles in which a burst that is told its time gets there. */
#define LONG_US 20000000u
#define AHEAD (1u << 26)

static unsigned int made, failed;

static void ok(bool holds, const char *what)
{
	made++;
	failed += !holds;
	printf("%s %u - %s\n", holds ? "ok" : "not ok", made, what);
	if (!holds)
		printf("# last failure: %s\n", forebay_last_error());
}

/* Whether a buffer has the next samples of the ramp. */
static bool goes_on(const forebay_buffer_info *info, uint64_t number)
{
	bool good = info->bytes % 4 == 0 && info->bytes > 0;

	for (size_t at = 0; good && at < info->bytes; at += 4) {
		uint32_t word;

		memcpy(&word, info->data + at, sizeof(word));
		good = word == number + at / 4;
	}
	return good;
}

/* All buffers are held to the end, and stay as they are. It is the last of so many bursts. */
static void burst(forebay_device *device, forebay_capture *capture, const forebay_signal *ramp, unsigned int bursts)
{
	forebay_burst burst = { .samples = SAMPLES, .has_at = true, .has_samples = true };
	forebay_buffer *held[BUFFERS] = { 0 };
	forebay_buffer_info info[BUFFERS];
	forebay_capture_stats_t stats;
	forebay_account account;
	bool comes = true, good = true, timely = true;
	unsigned int number;

	ok(forebay_capture_start(capture) == FOREBAY_STATUS_OK, "a capture starts");
	ok(forebay_source_time(device, &burst.at) == FOREBAY_STATUS_OK, "the card tells its time");
	burst.at += AHEAD;
	ok(forebay_source_start(device, ramp, &burst) == FOREBAY_STATUS_OK, "a burst is to begin");
	for (number = 0; number < BUFFERS && comes; number++)
		comes = forebay_capture_acquire(capture, LONG_US, &held[number], &info[number]) == FOREBAY_STATUS_OK;
	ok(comes, "as many buffers come as it fills");
	for (unsigned int i = 0; i < BUFFERS && comes; i++) {
		good = good && goes_on(&info[i], (uint64_t)i * PER_BUFFER) && !info[i].lost &&
		       info[i].end_of_burst == (i == BUFFERS - 1) && info[i].sequence == i;
		timely = timely && info[i].stamp == burst.at + forebay_sample_cycles(ramp->rate, (uint64_t)i * PER_BUFFER);
	}
	ok(good, "with every sample, and the end where it is");
	ok(timely, "each with the time of its first sample");
	ok(forebay_capture_stats(capture, &stats) == FOREBAY_STATUS_OK && stats.buffers == bursts * BUFFERS &&
		   stats.bytes == 4ull * bursts * SAMPLES && stats.held == BUFFERS && !stats.lost && !stats.errors,
	   "and they are counted");
	ok(forebay_source_account(device, 0, &account) == FOREBAY_STATUS_OK && account.produced == SAMPLES &&
		   account.kept == SAMPLES && !account.lost,
	   "as the source has it");
	ok(forebay_capture_stop(capture) == FOREBAY_STATUS_OK, "it stops");
	ok(forebay_capture_start(capture) == FOREBAY_STATUS_BUSY, "and does not start without a buffer to fill");
	/* The last one first. */
	good = comes;
	while (number-- > 0)
		good = goes_on(&info[number], (uint64_t)number * PER_BUFFER) &&
		       forebay_buffer_release(held[number]) == FOREBAY_STATUS_OK && good;
	ok(good, "what was held is as it was, and is given back in any order");
}

static void refused(forebay_device *device, const forebay_signal *ramp)
{
	forebay_capture_options options = { .buffers = BUFFERS, .bytes = BYTES };
	forebay_burst past = { .has_at = true }, never = { .at = UINT64_MAX, .has_at = true };
	forebay_capture *second = NULL;
	uint32_t count;
	double hertz;

	ok(forebay_capture_open(device, &options, &second) == FOREBAY_STATUS_BUSY && !second, "a second capture is refused");
	ok(forebay_source_start(device, ramp, &past) == FOREBAY_STATUS_LATE, "so is a burst in the past");
	ok(forebay_source_start(device, ramp, &never) == FOREBAY_STATUS_OK &&
		   forebay_source_start(device, ramp, &never) == FOREBAY_STATUS_BUSY,
	   "and a burst while another one is armed");
	ok(forebay_source_stop(device) == FOREBAY_STATUS_OK, "which is stopped");
	ok(forebay_rate(device, 200e6, &count, &hertz) == FOREBAY_STATUS_ARGUMENT, "and a rate that is too high");
}

/* Of a card that nobody captures from. */
static void not_had(forebay_device *device)
{
	forebay_capture_options options = { .buffers = 1, .bytes = 100 };
	forebay_capture *none = NULL;

	ok(forebay_capture_open(device, &options, &none) == FOREBAY_STATUS_ARGUMENT && strstr(forebay_last_error(), "100 bytes"),
	   "a length that is no multiple of 64 is refused");
	options = (forebay_capture_options){ .buffers = 4000, .bytes = 1 << 20 };
	ok(forebay_capture_open(device, &options, &none) == FOREBAY_STATUS_MEMORY && strstr(forebay_last_error(), "would fit"),
	   "so is more memory than there is");
	options.buffers = UINT32_MAX;
	ok(forebay_capture_open(device, &options, &none) == FOREBAY_STATUS_ARGUMENT, "and more buffers than the driver takes");
}

int main(int argc, char **argv)
{
	const char *card = argc > 1 ? argv[1] : "/dev/forebay0";
	forebay_capture_options options = { .buffers = BUFFERS, .bytes = BYTES };
	forebay_signal ramp = { .wave = FOREBAY_WAVE_RAMP, .channels = 1 };
	forebay_device *device = NULL, *none = NULL;
	forebay_capture *capture = NULL;
	double hertz;

	ok(forebay_open("/dev/forebay9", &none) == FOREBAY_STATUS_DEVICE && !none, "a card that is not there is refused");
	ok(forebay_open(card, &device) == FOREBAY_STATUS_OK, "the card is opened");
	ok(forebay_rate(device, 10e6, &ramp.rate, &hertz) == FOREBAY_STATUS_OK, "a rate is found");
	not_had(device);
	ok(forebay_capture_open(device, &options, &capture) == FOREBAY_STATUS_OK, "buffers are made");
	burst(device, capture, &ramp, 1);
	burst(device, capture, &ramp, 2);
	refused(device, &ramp);
	forebay_capture_close(capture);
	forebay_close(device);
	printf("1..%u\n", made);
	return failed != 0;
}
