/* SPDX-License-Identifier: Apache-2.0 */

#ifndef FOREBAY_C_H
#define FOREBAY_C_H

/* Made from crates/forebay-c by `cargo run -p forebay-c --example header`; do not edit. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A card that is open. */
typedef struct forebay_device forebay_device;
/** A capture engine with its buffers. */
typedef struct forebay_capture forebay_capture;
/** A full buffer in the hands of a program. */
typedef struct forebay_buffer forebay_buffer;

/**
 * A complex tone: cosine in the first component, sine in the second.
 */
#define FOREBAY_WAVE_TONE 0

/**
 * The number of the sample in its burst, bits 27:0, and above them the channel's.
 */
#define FOREBAY_WAVE_RAMP 1

/**
 * White noise, another one for each channel.
 */
#define FOREBAY_WAVE_NOISE 2

/**
 * How a call has ended. Later versions may have further values below 0.
 */
enum forebay_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * It did what it should.
   */
  FOREBAY_STATUS_OK = 0,
  /**
   * No buffer came in time, or none will come since nothing runs.
   */
  FOREBAY_STATUS_NOTHING = 1,
  /**
   * A value that was given makes no sense.
   */
  FOREBAY_STATUS_ARGUMENT = -1,
  /**
   * The card, or the way to it.
   */
  FOREBAY_STATUS_DEVICE = -2,
  /**
   * The time of a burst is over; nothing was captured.
   */
  FOREBAY_STATUS_LATE = -3,
  /**
   * Somebody has the engine, or a burst is armed or runs.
   */
  FOREBAY_STATUS_BUSY = -4,
  /**
   * More memory than there is.
   */
  FOREBAY_STATUS_MEMORY = -5,
  /**
   * The capture engine ended with an error.
   */
  FOREBAY_STATUS_ENGINE = -6,
  /**
   * The card or its engine was reset.
   */
  FOREBAY_STATUS_RESET = -7,
  /**
   * The library broke; a defect of it.
   */
  FOREBAY_STATUS_BROKEN = -8,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum forebay_status forebay_status;
#else
typedef int32_t forebay_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Finds packets in a stream of bytes, and follows their numbers.
 */
typedef struct forebay_packets forebay_packets;

/**
 * How to capture.
 */
typedef struct {
  /**
   * How many buffers.
   */
  uint32_t buffers;
  /**
   * Bytes of each, a multiple of 64.
   */
  uint32_t bytes;
  /**
   * When all are full the oldest that nobody has taken is used again. Without, the stream waits, and its source counts what it loses.
   */
  bool overwrite;
  /**
   * Packets follow each other in a buffer, which ends when it is full or a burst ends. Without, the end of a packet ends its buffer.
   */
  bool through;
} forebay_capture_options;

/**
 * What is told of a full buffer.
 */
typedef struct {
  /**
   * Its bytes, valid until it is given back.
   */
  const uint8_t *data;
  /**
   * How many.
   */
  size_t bytes;
  /**
   * Hardware time of its first sample, in cycles of the card's clock.
   */
  uint64_t stamp;
  /**
   * Samples lost since the buffer taken before it.
   */
  uint64_t lost;
  /**
   * Bytes of full buffers that were overwritten since the one taken before it.
   */
  uint64_t overwritten;
  /**
   * Buffers that the card had ended before it since the start.
   */
  uint32_t sequence;
  /**
   * A packet ended with its last byte.
   */
  bool end_of_packet;
  /**
   * A burst did.
   */
  bool end_of_burst;
  /**
   * Samples were lost behind it.
   */
  bool overrun;
  /**
   * It was cut short: stopped, or by an error.
   */
  bool stopped;
} forebay_buffer_info;

/**
 * What became of a capture since it was opened.
 */
typedef struct {
  /**
   * Buffers that the card has finished.
   */
  uint64_t buffers;
  /**
   * Bytes in them.
   */
  uint64_t bytes;
  /**
   * Samples that they tell to be lost.
   */
  uint64_t lost;
  /**
   * Bytes of full buffers that were used again before anybody had taken them.
   */
  uint64_t overwritten;
  /**
   * How many of them told samples to be lost.
   */
  uint64_t gaps;
  /**
   * Full buffers that wait to be taken.
   */
  uint32_t filled;
  /**
   * Buffers that were taken and not given back.
   */
  uint32_t held;
  /**
   * Buffers that the card has.
   */
  uint32_t armed;
  /**
   * Times that the engine ended with an error.
   */
  uint32_t errors;
} forebay_capture_stats_t;

/**
 * A packet.
 */
typedef struct {
  /**
   * What it carries, valid until the next call with the same handle.
   */
  const uint8_t *data;
  /**
   * How many bytes.
   */
  size_t bytes;
  /**
   * Time of its first sample, with `has_time`.
   */
  uint64_t time;
  /**
   * Whom it is for.
   */
  uint16_t endpoint;
  /**
   * Number of the packet of its endpoint.
   */
  uint16_t sequence;
  /**
   * Packets of its endpoint that are missing ahead of it.
   */
  uint16_t missing;
  /**
   * It says when its first sample is.
   */
  bool has_time;
  /**
   * A burst ends with it.
   */
  bool end_of_burst;
} forebay_packet;

/**
 * What is captured, and how.
 */
typedef struct {
  /**
   * `FOREBAY_WAVE_TONE`, `FOREBAY_WAVE_RAMP` or `FOREBAY_WAVE_NOISE`.
   */
  uint32_t wave;
  /**
   * Of a tone: turns in 2^32 samples.
   */
  uint32_t turns;
  /**
   * Samples of a channel in 2^32 cycles of the card's clock, 1 to 2^31; `forebay_rate` finds the number.
   */
  uint32_t rate;
  /**
   * 1 to 4. Without headers 1, 2 or 4, and the samples of one time follow each other.
   */
  uint32_t channels;
  /**
   * Samples of each channel in a packet; 0: packets end where a burst ends or samples are lost.
   */
  uint32_t packet;
  /**
   * Endpoint in the headers of the first channel's packets.
   */
  uint16_t endpoint;
  /**
   * Packets have CHDR headers, and those of the channels are interleaved.
   */
  bool headers;
  /**
   * When samples find no room the burst ends, and does not go on when there is room again.
   */
  bool stop_at_overrun;
} forebay_signal;

/**
 * When samples begin and end: without any of it at once, until `forebay_source_stop`.
 */
typedef struct {
  /**
   * Hardware time of its first sample, with `has_at`.
   */
  uint64_t at;
  /**
   * How many samples of each channel, with `has_samples`.
   */
  uint64_t samples;
  /**
   * Hardware time from which on it has none, with `has_until`.
   */
  uint64_t until;
  /**
   * It begins at `at`, not at once.
   */
  bool has_at;
  /**
   * It has `samples` samples of each channel.
   */
  bool has_samples;
  /**
   * It has no sample at or behind `until`.
   */
  bool has_until;
} forebay_burst;

/**
 * What becomes of a burst.
 */
typedef struct {
  /**
   * A burst waits for its time.
   */
  bool armed;
  /**
   * A burst runs.
   */
  bool running;
  /**
   * Samples of it are being lost.
   */
  bool losing;
  /**
   * The card has samples of a burst that nobody has taken.
   */
  bool held;
  /**
   * A burst is over.
   */
  bool done;
  /**
   * The last one came too late.
   */
  bool late;
  /**
   * Samples of it were lost.
   */
  bool overrun;
} forebay_source_state;

/**
 * What became of a channel's samples since the burst began: each was kept or lost.
 */
typedef struct {
  /**
   * Samples made.
   */
  uint64_t produced;
  /**
   * Of these, the ones that go to the host.
   */
  uint64_t kept;
  /**
   * Of these, the ones that found no room.
   */
  uint64_t lost;
} forebay_account;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Takes the card's capture engine, which has one owner at a time, and gives it buffers. Nothing runs yet.
 *
 * # Safety
 * `device` and `options` are valid; `capture` has room for a pointer, which `forebay_capture_close` ends.
 */
forebay_status forebay_capture_open(const forebay_device *device,
                                    const forebay_capture_options *options,
                                    forebay_capture **capture);

/**
 * Lets a capture go. The card is free for the next one when all its buffers are given back, too. NULL is none.
 *
 * # Safety
 * `capture` came from `forebay_capture_open`, and nobody uses it any more.
 */
void forebay_capture_close(forebay_capture *capture);

/**
 * Begins to fill buffers. What the stream holds from before comes first.
 *
 * # Safety
 * `capture` is valid.
 */
forebay_status forebay_capture_start(const forebay_capture *capture);

/**
 * Ends it. What was taken from the stream until then can be acquired.
 *
 * # Safety
 * `capture` is valid.
 */
forebay_status forebay_capture_stop(const forebay_capture *capture);

/**
 * The oldest full buffer. `FOREBAY_STATUS_NOTHING` if none has come within `timeout_us`; for a card in this process that is time of the card, which passes in here.
 *
 * # Safety
 * `capture` is valid; `buffer` has room for a pointer, which `forebay_buffer_release` ends, and `info` for what is told of it.
 */
forebay_status forebay_capture_acquire(const forebay_capture *capture,
                                       uint64_t timeout_us,
                                       forebay_buffer **buffer,
                                       forebay_buffer_info *info);

/**
 * Gives a buffer back, in whatever order. It is given back whatever this returns. NULL is none.
 *
 * # Safety
 * `buffer` came from `forebay_capture_acquire`, and nobody uses it or its bytes any more.
 */
forebay_status forebay_buffer_release(forebay_buffer *buffer);

/**
 * What became of it so far.
 *
 * # Safety
 * `capture` is valid; `stats` has room for the answer.
 */
forebay_status forebay_capture_stats(const forebay_capture *capture, forebay_capture_stats_t *stats);

/**
 * Opens a card: `/dev/forebay0` behind its driver, or one in this process such as `fast:radio`, `paced:radio` (by the wall's clock) or `rtl:radio`.
 *
 * # Safety
 * `spec` is a string that ends with a zero; `device` has room for a pointer, which `forebay_close` ends.
 */
forebay_status forebay_open(const char *spec,
                            forebay_device **device);

/**
 * Lets a card go. Captures of it live on. NULL is none.
 *
 * # Safety
 * `device` came from `forebay_open`, and nobody uses it any more.
 */
void forebay_close(forebay_device *device);

/**
 * Begins to look for packets whose lines have so many bytes: 64 on cards of this project.
 *
 * # Safety
 * `packets` has room for a pointer, which `forebay_packets_close` ends. One thread uses it at a time.
 */
forebay_status forebay_packets_open(size_t line, forebay_packets **packets);

/**
 * Ends it. NULL is none.
 *
 * # Safety
 * `packets` came from `forebay_packets_open`, and nobody uses it any more.
 */
void forebay_packets_close(forebay_packets *packets);

/**
 * Adds what comes next in the stream; it is copied.
 *
 * # Safety
 * `packets` is valid; `data` has so many bytes.
 */
forebay_status forebay_packets_push(forebay_packets *packets, const uint8_t *data, size_t bytes);

/**
 * The next packet, if all of it is there; else `FOREBAY_STATUS_NOTHING`. `FOREBAY_STATUS_ARGUMENT` for bytes that are no packet, until `forebay_packets_restart`.
 *
 * # Safety
 * `packets` is valid; `info` has room for the answer.
 */
forebay_status forebay_packets_next(forebay_packets *packets,
                                    forebay_packet *info);

/**
 * Forgets what is there: the next byte begins a packet, and numbers count from 0.
 *
 * # Safety
 * `packets` is valid.
 */
forebay_status forebay_packets_restart(forebay_packets *packets);

/**
 * Frequency of the clock in whose cycles times are; 0 of a card without a signal source.
 *
 * # Safety
 * `device` is valid.
 */
uint64_t forebay_clock_hz(const forebay_device *device);

/**
 * The rate nearest to `asked` samples per second, as samples in 2^32 cycles, and in samples per second. `FOREBAY_STATUS_ARGUMENT` if it is further away than one in a
 * million; both are told then, too.
 *
 * # Safety
 * `device` is valid; `count` and `hertz` have room for the answers.
 */
forebay_status forebay_rate(const forebay_device *device,
                            double asked,
                            uint32_t *count,
                            double *hertz);

/**
 * Cycles from the first sample of a burst to that of number `sample`, from 0, at a rate of so many samples in 2^32 cycles; all ones for no rate.
 */
uint64_t forebay_sample_cycles(uint32_t rate,
                               uint64_t sample);

/**
 * The sample that comes `cycles` behind the first of its burst; all ones if none does.
 */
uint64_t forebay_sample_at(uint32_t rate, uint64_t cycles);

/**
 * Begins a burst. `FOREBAY_STATUS_LATE`: its time is over, and nothing was captured.
 *
 * # Safety
 * `device`, `signal` and `burst` are valid.
 */
forebay_status forebay_source_start(const forebay_device *device,
                                    const forebay_signal *signal,
                                    const forebay_burst *burst);

/**
 * Ends the burst, or what is armed, at once; without one it does nothing.
 *
 * # Safety
 * `device` is valid.
 */
forebay_status forebay_source_stop(const forebay_device *device);

/**
 * What becomes of the burst.
 *
 * # Safety
 * `device` is valid; `status` has room for the answer.
 */
forebay_status forebay_source_status(const forebay_device *device, forebay_source_state *status);

/**
 * The hardware time, in cycles of the card's clock.
 *
 * # Safety
 * `device` is valid; `time` has room for the answer.
 */
forebay_status forebay_source_time(const forebay_device *device, uint64_t *time);

/**
 * Sets the hardware time; `FOREBAY_STATUS_BUSY` while a burst is armed or runs.
 *
 * # Safety
 * `device` is valid.
 */
forebay_status forebay_source_set_time(const forebay_device *device, uint64_t time);

/**
 * What became of the samples of a channel since the burst began, all of one moment.
 *
 * # Safety
 * `device` is valid; `account` has room for the answer.
 */
forebay_status forebay_source_account(const forebay_device *device,
                                      uint32_t channel,
                                      forebay_account *account);

/**
 * The words of the last failure of this thread, which name the place, the value seen and the next step; empty if there was none. Valid until the next call that
 * fails in this thread.
 */
const char *forebay_last_error(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* FOREBAY_C_H */
