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
/** A transmit engine with its buffers. */
typedef struct forebay_transmit forebay_transmit;
/** A free buffer of it in the hands of a program. */
typedef struct forebay_transmit_buffer forebay_transmit_buffer;
/** Bursts that are sent. */
typedef struct forebay_bursts forebay_bursts;

/// Bytes of a packet ahead of its samples.
#define FOREBAY_PACKET_HEADER 64

/// The most samples of a packet.
#define FOREBAY_PACKET_SAMPLES 4096

/// How a call has ended. Later versions may have further values below 0.
enum forebay_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /// It did what it should.
  FOREBAY_STATUS_OK = 0,
  /// What was waited for did not come in time, or will not come since nothing runs.
  FOREBAY_STATUS_NOTHING = 1,
  /// A value that was given makes no sense.
  FOREBAY_STATUS_ARGUMENT = -1,
  /// The card, or the way to it.
  FOREBAY_STATUS_DEVICE = -2,
  /// The time of a burst is over; nothing was captured.
  FOREBAY_STATUS_LATE = -3,
  /// Somebody has the engine, or a burst is armed, runs or is on the air.
  FOREBAY_STATUS_BUSY = -4,
  /// More memory than there is.
  FOREBAY_STATUS_MEMORY = -5,
  /// The engine ended with an error.
  FOREBAY_STATUS_ENGINE = -6,
  /// The card or its engine was reset.
  FOREBAY_STATUS_RESET = -7,
  /// The library broke; a defect of it.
  FOREBAY_STATUS_BROKEN = -8,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum forebay_status forebay_status;
#else
typedef int32_t forebay_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// What became of a burst.
enum forebay_event
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /// It had no sample for a moment: told once for each hole.
  FOREBAY_EVENT_UNDERRUN = 0,
  /// Packets were dropped because their time was over: told once for each burst.
  FOREBAY_EVENT_LATE = 1,
  /// All of it was sent, or dropped because it was late.
  FOREBAY_EVENT_SENT = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum forebay_event forebay_event;
#else
typedef uint32_t forebay_event;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// What the samples of a burst are.
enum forebay_wave
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /// A complex tone: cosine in the first component, sine in the second.
  FOREBAY_WAVE_TONE = 0,
  /// The number of the sample in its burst, bits 27:0, and above them the channel's.
  FOREBAY_WAVE_RAMP = 1,
  /// White noise, another one for each channel.
  FOREBAY_WAVE_NOISE = 2,
  /// No wave: what is on the air of each channel at that moment. Silence is 0.
  FOREBAY_WAVE_AIR = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum forebay_wave forebay_wave;
#else
typedef uint32_t forebay_wave;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Finds packets in a stream of bytes, and follows their numbers.
typedef struct forebay_packets forebay_packets;

/// What is there at a moment, and what has happened.
typedef struct {
  /// Channels that have a burst on the air, a bit for each.
  uint32_t on_air;
  /// Channels of which a whole packet waits for its time, a bit for each.
  uint32_t held;
  /// Packets that were malformed since `forebay_air_clear`.
  uint32_t malformed;
  /// Beats of 64 bytes that were dropped with them.
  uint32_t dropped;
  /// A packet was late.
  bool late;
  /// A moment of a burst had no sample.
  bool underrun;
  /// A packet was malformed.
  bool was_malformed;
  /// A packet was not the one that was next in its channel.
  bool skip;
} forebay_air_state;

/// What became of a channel's packets since `forebay_air_clear`, all of one moment: samples of packets that were taken = sent + late + still in the card; moments of bursts = sent + missed.
typedef struct {
  /// Samples that were sent.
  uint64_t sent;
  /// Moments of bursts for which there was no sample.
  uint64_t missed;
  /// Samples of packets that were dropped because their time was over.
  uint64_t late;
  /// These packets.
  uint32_t late_packets;
  /// Packets that were taken, late ones among them.
  uint32_t packets;
  /// Packets among them that were not the one that was next.
  uint32_t skips;
} forebay_air_account;

/// What a packet of samples says of itself.
typedef struct {
  /// Time of its first sample, with `has_time`; else the next moment that has no sample yet.
  uint64_t time;
  /// Whom it is for: the endpoint of `forebay_air_configure`, and the number of the channel.
  uint16_t endpoint;
  /// Its number among those of that endpoint, 0 behind `forebay_air_clear`, modulo 2^16. One with another number is sent, and counted as a skip.
  uint16_t sequence;
  /// It says when its first sample is.
  bool has_time;
  /// A burst ends with it.
  bool end_of_burst;
} forebay_packet_header;

/// What became of bursts.
typedef struct {
  /// Of late ones and of those that were sent: the time that they were to begin at, with `has_time`.
  uint64_t time;
  /// What it is.
  forebay_event what;
  /// The channels it is told of, a bit for each.
  uint32_t channels;
  /// It was said when the burst was to begin.
  bool has_time;
} forebay_burst_event;

/// How to capture.
typedef struct {
  /// How many buffers.
  uint32_t buffers;
  /// Bytes of each, a multiple of 64.
  uint32_t bytes;
  /// When all are full the oldest that nobody has taken is used again. Without, the stream waits, and its source counts what it loses.
  bool overwrite;
  /// Packets follow each other in a buffer, which ends when it is full or a burst ends. Without, the end of a packet ends its buffer. A gap may lie within such a buffer,
  /// and one that begins within a beat is told the time of that beat: where samples are is for headers to say, and without them it is not exact.
  bool through;
} forebay_capture_options;

/// What is told of a full buffer.
typedef struct {
  /// Its bytes, valid until it is given back.
  const uint8_t *data;
  /// How many.
  size_t bytes;
  /// Hardware time of its first sample, in cycles of the card's clock.
  uint64_t stamp;
  /// Samples lost since the buffer taken before it.
  uint64_t lost;
  /// Bytes of full buffers that were overwritten since the one taken before it.
  uint64_t overwritten;
  /// Buffers that the card had ended before it since the start.
  uint32_t sequence;
  /// A packet ended with its last byte.
  bool end_of_packet;
  /// A burst did.
  bool end_of_burst;
  /// Samples were lost behind it.
  bool overrun;
  /// It was cut short: stopped, or by an error.
  bool stopped;
} forebay_buffer_info;

/// What became of a capture since it was opened.
typedef struct {
  /// Buffers that the card has finished.
  uint64_t buffers;
  /// Bytes in them.
  uint64_t bytes;
  /// Samples that they tell to be lost.
  uint64_t lost;
  /// Bytes of full buffers that were used again before anybody had taken them.
  uint64_t overwritten;
  /// How many of them told samples to be lost.
  uint64_t gaps;
  /// Full buffers that wait to be taken.
  uint32_t filled;
  /// Buffers that were taken and not given back.
  uint32_t held;
  /// Buffers that the card has.
  uint32_t armed;
  /// Times that the engine ended with an error.
  uint32_t errors;
} forebay_capture_stats_t;

/// A packet.
typedef struct {
  /// What it carries, valid until the next call with the same handle.
  const uint8_t *data;
  /// How many bytes.
  size_t bytes;
  /// Time of its first sample, with `has_time`.
  uint64_t time;
  /// Whom it is for.
  uint16_t endpoint;
  /// Number of the packet of its endpoint.
  uint16_t sequence;
  /// Packets of its endpoint that are missing ahead of it.
  uint16_t missing;
  /// It says when its first sample is.
  bool has_time;
  /// A burst ends with it.
  bool end_of_burst;
} forebay_packet;

/// What is captured, and how.
typedef struct {
  /// One of `forebay_wave`.
  uint32_t wave;
  /// Of a tone: turns in 2^32 samples.
  uint32_t turns;
  /// Samples of a channel in 2^32 cycles of the card's clock, 1 to 2^31; `forebay_rate` finds the number.
  uint32_t rate;
  /// 1 to 4. Without headers 1, 2 or 4, and the samples of one time follow each other.
  uint32_t channels;
  /// Samples of each channel in a packet; 0: packets end where a burst ends or samples are lost.
  uint32_t packet;
  /// Endpoint in the headers of the first channel's packets.
  uint16_t endpoint;
  /// Packets have CHDR headers, and those of the channels are interleaved.
  bool headers;
  /// When samples find no room the burst ends, and does not go on when there is room again.
  bool stop_at_overrun;
} forebay_signal;

/// When samples begin and end: without any of it at once, until `forebay_source_stop`.
typedef struct {
  /// Hardware time of its first sample, with `has_at`.
  uint64_t at;
  /// How many samples of each channel, with `has_samples`.
  uint64_t samples;
  /// Hardware time from which on it has none, with `has_until`.
  uint64_t until;
  /// It begins at `at`, not at once.
  bool has_at;
  /// It has `samples` samples of each channel.
  bool has_samples;
  /// It has no sample at or behind `until`.
  bool has_until;
} forebay_burst;

/// What becomes of a burst.
typedef struct {
  /// A burst waits for its time.
  bool armed;
  /// A burst runs.
  bool running;
  /// Samples of it are being lost.
  bool losing;
  /// The card has samples of a burst that nobody has taken.
  bool held;
  /// A burst is over.
  bool done;
  /// The last one came too late.
  bool late;
  /// Samples of it were lost.
  bool overrun;
} forebay_source_state;

/// What became of a channel's samples since the burst began: each was kept or lost.
typedef struct {
  /// Samples made.
  uint64_t produced;
  /// Of these, the ones that go to the host.
  uint64_t kept;
  /// Of these, the ones that found no room.
  uint64_t lost;
} forebay_account;

/// How to send.
typedef struct {
  /// How many buffers.
  uint32_t buffers;
  /// Bytes of each, a multiple of 64.
  uint32_t bytes;
} forebay_transmit_options;

/// Where a buffer is filled.
typedef struct {
  /// Its bytes, valid until it is sent or given back.
  uint8_t *data;
  /// How many.
  size_t bytes;
  /// Which of the buffers it is, from 0.
  uint32_t index;
} forebay_room;

/// What became of a transmission since it was opened.
typedef struct {
  /// Buffers that the card has taken whole.
  uint64_t buffers;
  /// Bytes that it has taken, of those that were cut short as well.
  uint64_t bytes;
  /// Buffers that were cut short: by a stop, or by an error.
  uint64_t cut;
  /// Buffers that can be acquired.
  uint32_t free;
  /// Buffers that were acquired, and neither sent nor given back.
  uint32_t held;
  /// Buffers that were sent and wait for a place at the card.
  uint32_t queued;
  /// Buffers that the card has.
  uint32_t armed;
  /// Times that the engine ended with an error.
  uint32_t errors;
} forebay_transmit_stats_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/// Sets how many samples of each channel are sent in 2^32 cycles of the card's clock, 1 to 2^31 (`forebay_rate` finds the number), and the endpoint of the packets of channel 0, from which
/// those of the others count on. `FOREBAY_STATUS_BUSY` while a packet is in the card or a burst on the air.
///
/// # Safety
/// `device` is valid.
forebay_status forebay_air_configure(const forebay_device *device,
                                     uint32_t rate,
                                     uint16_t endpoint);

/// Forgets what is to be sent, ends what is on the air, and lets the card work until nothing more comes of what was sent before. Accounts, events and numbers of packets begin anew.
/// `FOREBAY_STATUS_BUSY` of a transmission that goes on: stop it first.
///
/// # Safety
/// `device` is valid.
forebay_status forebay_air_clear(const forebay_device *device);

/// What is there, and what has happened since the last `forebay_air_events` or `forebay_air_clear`.
///
/// # Safety
/// `device` is valid; `state` has room for the answer.
forebay_status forebay_air_status(const forebay_device *device, forebay_air_state *state);

/// The same, and each event is told once.
///
/// # Safety
/// `device` is valid; `state` has room for the answer.
forebay_status forebay_air_events(const forebay_device *device, forebay_air_state *state);

/// What became of the packets of a channel.
///
/// # Safety
/// `device` is valid; `account` has room for the answer.
forebay_status forebay_air_account_of(const forebay_device *device,
                                      uint32_t channel,
                                      forebay_air_account *account);

/// Lets the card work until no packet is in it and no burst on the air. `FOREBAY_STATUS_NOTHING` when `timeout_us` of hardware time are over; a burst without an end never ends.
///
/// # Safety
/// `device` is valid.
forebay_status forebay_air_wait(const forebay_device *device,
                                uint64_t timeout_us);

/// Begins to send bursts by the four channels of a card: clears the air and configures it, as `forebay_air_clear` and `forebay_air_configure` do.
///
/// # Safety
/// `device` is valid; `bursts` has room for a pointer, which `forebay_bursts_close` ends.
forebay_status forebay_bursts_open(const forebay_device *device,
                                   uint32_t rate,
                                   uint16_t endpoint,
                                   forebay_bursts **bursts);

/// Ends it; what is on its way is sent all the same. NULL is none.
///
/// # Safety
/// `bursts` came from `forebay_bursts_open`, and nobody uses it any more.
void forebay_bursts_close(forebay_bursts *bursts);

/// The header of the next packet of a channel, of 1 to `FOREBAY_PACKET_SAMPLES` samples, which the caller sends next. `time`, unless it is NULL, is that of its first sample: it begins a burst at that time, or goes on in
/// one at it. Without, it goes on where the packet before ended, or begins a burst at once. Each packet of a burst that began at a time has one: what comes too late is dropped, and what is behind it
/// is in its place again. A burst that begins less than a sample behind another one goes on in the moments of that one.
///
/// # Safety
/// `bursts` is valid; `time` is NULL or valid; `header` has room for the answer.
forebay_status forebay_bursts_packet(const forebay_bursts *bursts,
                                     uint32_t channel,
                                     size_t samples,
                                     const uint64_t *time,
                                     bool end_of_burst,
                                     forebay_packet_header *header);

/// The header of a packet of one sample, which is to be silence, that ends the burst a channel is in, however late; `FOREBAY_STATUS_NOTHING` if it is in none. There is no packet without a sample.
///
/// # Safety
/// `bursts` is valid; `header` has room for the answer.
forebay_status forebay_bursts_end(const forebay_bursts *bursts,
                                  uint32_t channel,
                                  forebay_packet_header *header);

/// What became of bursts, the oldest that was not told yet. `FOREBAY_STATUS_NOTHING` if there is nothing within `timeout_us`, which is hardware time. The card counts samples, not holes: two holes between two calls are told as one,
/// and late packets are the first ones between them that can have been. Behind a stop, an error or a reset that has taken packets back, open it anew.
///
/// # Safety
/// `bursts` is valid; `event` has room for the answer.
forebay_status forebay_bursts_next(const forebay_bursts *bursts,
                                   uint64_t timeout_us,
                                   forebay_burst_event *event);

/// Takes the card's capture engine, which has one owner at a time, and gives it buffers. Nothing runs yet.
///
/// # Safety
/// `device` and `options` are valid; `capture` has room for a pointer, which `forebay_capture_close` ends.
forebay_status forebay_capture_open(const forebay_device *device,
                                    const forebay_capture_options *options,
                                    forebay_capture **capture);

/// Lets a capture go. The card is free for the next one when all its buffers are given back, too. NULL is none.
///
/// # Safety
/// `capture` came from `forebay_capture_open`, and nobody uses it any more.
void forebay_capture_close(forebay_capture *capture);

/// Begins to fill buffers. What the stream holds from before comes first.
///
/// # Safety
/// `capture` is valid.
forebay_status forebay_capture_start(const forebay_capture *capture);

/// Ends it. What was taken from the stream until then can be acquired.
///
/// # Safety
/// `capture` is valid.
forebay_status forebay_capture_stop(const forebay_capture *capture);

/// The oldest full buffer. `FOREBAY_STATUS_NOTHING` if none has come within `timeout_us`; for a card in this process that is time of the card, which passes in here.
///
/// # Safety
/// `capture` is valid; `buffer` has room for a pointer, which `forebay_buffer_release` ends, and `info` for what is told of it.
forebay_status forebay_capture_acquire(const forebay_capture *capture,
                                       uint64_t timeout_us,
                                       forebay_buffer **buffer,
                                       forebay_buffer_info *info);

/// Gives a buffer back, in whatever order. It is given back whatever this returns. NULL is none.
///
/// # Safety
/// `buffer` came from `forebay_capture_acquire`, and nobody uses it or its bytes any more.
forebay_status forebay_buffer_release(forebay_buffer *buffer);

/// What became of it so far.
///
/// # Safety
/// `capture` is valid; `stats` has room for the answer.
forebay_status forebay_capture_stats(const forebay_capture *capture, forebay_capture_stats_t *stats);

/// Opens a card: `/dev/forebay0` behind its driver, or one in this process such as `fast:radio`, `paced:radio` (by the wall's clock) or `rtl:radio`.
///
/// # Safety
/// `spec` is a string that ends with a zero; `device` has room for a pointer, which `forebay_close` ends.
forebay_status forebay_open(const char *spec,
                            forebay_device **device);

/// Lets a card go. Captures of it live on. NULL is none.
///
/// # Safety
/// `device` came from `forebay_open`, and nobody uses it any more.
void forebay_close(forebay_device *device);

/// Bytes that a packet of so many samples takes in a buffer: header, samples of 4 bytes, and padding to a multiple of 64; 0 for no samples, and for more than `FOREBAY_PACKET_SAMPLES`.
size_t forebay_packet_room(size_t samples);

/// Writes a packet of `count` samples at the beginning of `room`; in `written` are the bytes that it takes there, and the next one may follow. With `samples` NULL their place is left as it is, from
/// `FOREBAY_PACKET_HEADER` on, for the caller to fill.
///
/// # Safety
/// `room` has `room_bytes` bytes, or as many as the packet takes; `samples` is NULL or has `count` samples of 4 bytes and none of them is in `room`; `header` is valid; `written` has room for the answer.
forebay_status forebay_packet_write(uint8_t *room,
                                    size_t room_bytes,
                                    const forebay_packet_header *header,
                                    const void *samples,
                                    size_t count,
                                    size_t *written);

/// Begins to look for packets whose lines have so many bytes: 64 on cards of this project.
///
/// # Safety
/// `packets` has room for a pointer, which `forebay_packets_close` ends. One thread uses it at a time.
forebay_status forebay_packets_open(size_t line, forebay_packets **packets);

/// Ends it. NULL is none.
///
/// # Safety
/// `packets` came from `forebay_packets_open`, and nobody uses it any more.
void forebay_packets_close(forebay_packets *packets);

/// Adds what comes next in the stream; it is copied.
///
/// # Safety
/// `packets` is valid; `data` has so many bytes.
forebay_status forebay_packets_push(forebay_packets *packets, const uint8_t *data, size_t bytes);

/// The next packet, if all of it is there; else `FOREBAY_STATUS_NOTHING`. `FOREBAY_STATUS_ARGUMENT` for bytes that are no packet, until `forebay_packets_restart`.
///
/// # Safety
/// `packets` is valid; `info` has room for the answer.
forebay_status forebay_packets_next(forebay_packets *packets,
                                    forebay_packet *info);

/// Forgets what is there: the next byte begins a packet, and numbers count from 0.
///
/// # Safety
/// `packets` is valid.
forebay_status forebay_packets_restart(forebay_packets *packets);

/// Frequency of the clock in whose cycles times are; 0 of a card without a signal source.
///
/// # Safety
/// `device` is valid.
uint64_t forebay_clock_hz(const forebay_device *device);

/// The rate nearest to `asked` samples per second, as samples in 2^32 cycles, and in samples per second. `FOREBAY_STATUS_ARGUMENT` if it is further away than one in a
/// million; both are told then, too.
///
/// # Safety
/// `device` is valid; `count` and `hertz` have room for the answers.
forebay_status forebay_rate(const forebay_device *device,
                            double asked,
                            uint32_t *count,
                            double *hertz);

/// Cycles from the first sample of a burst to that of number `sample`, from 0, at a rate of so many samples in 2^32 cycles; all ones for no rate.
uint64_t forebay_sample_cycles(uint32_t rate,
                               uint64_t sample);

/// The sample that comes `cycles` behind the first of its burst; all ones if none does.
uint64_t forebay_sample_at(uint32_t rate, uint64_t cycles);

/// Begins a burst. `FOREBAY_STATUS_LATE`: its time is over, and nothing was captured.
///
/// # Safety
/// `device`, `signal` and `burst` are valid.
forebay_status forebay_source_start(const forebay_device *device,
                                    const forebay_signal *signal,
                                    const forebay_burst *burst);

/// Ends the burst, or what is armed, at once; without one it does nothing.
///
/// # Safety
/// `device` is valid.
forebay_status forebay_source_stop(const forebay_device *device);

/// What becomes of the burst.
///
/// # Safety
/// `device` is valid; `status` has room for the answer.
forebay_status forebay_source_status(const forebay_device *device, forebay_source_state *status);

/// The hardware time, in cycles of the card's clock.
///
/// # Safety
/// `device` is valid; `time` has room for the answer.
forebay_status forebay_source_time(const forebay_device *device, uint64_t *time);

/// Sets the hardware time; `FOREBAY_STATUS_BUSY` while a burst is armed or runs.
///
/// # Safety
/// `device` is valid.
forebay_status forebay_source_set_time(const forebay_device *device, uint64_t time);

/// What became of the samples of a channel since the burst began, all of one moment.
///
/// # Safety
/// `device` is valid; `account` has room for the answer.
forebay_status forebay_source_account(const forebay_device *device,
                                      uint32_t channel,
                                      forebay_account *account);

/// The words of the last failure of this thread, which name the place, the value seen and the next step; empty if there was none. Valid until the next call that
/// fails in this thread.
const char *forebay_last_error(void);

/// Takes the card's transmit engine, which has one owner at a time, and makes buffers for it. Nothing runs yet. A capture of the same card works beside it.
///
/// # Safety
/// `device` and `options` are valid; `transmit` has room for a pointer, which `forebay_transmit_close` ends.
forebay_status forebay_transmit_open(const forebay_device *device,
                                     const forebay_transmit_options *options,
                                     forebay_transmit **transmit);

/// Lets a transmission go. It ends, and the card is free for the next one, when all its buffers are sent or given back, too; what the card had not begun by then is not sent. NULL is none.
///
/// # Safety
/// `transmit` came from `forebay_transmit_open`, and nobody uses it any more.
void forebay_transmit_close(forebay_transmit *transmit);

/// Begins to send. What was sent before comes first.
///
/// # Safety
/// `transmit` is valid.
forebay_status forebay_transmit_start(const forebay_transmit *transmit);

/// Ends it. What the card had not begun is free again and not sent; the buffer that it was at is cut short. While nothing runs it does nothing.
///
/// # Safety
/// `transmit` is valid.
forebay_status forebay_transmit_stop(const forebay_transmit *transmit);

/// A free buffer. `FOREBAY_STATUS_NOTHING` if none is within `timeout_us`; for a card in this process that is time of the card, which passes in here.
///
/// # Safety
/// `transmit` is valid; `buffer` has room for a pointer, which `forebay_transmit_send` or `forebay_transmit_buffer_release` ends, and `room` for where it is filled.
forebay_status forebay_transmit_acquire(const forebay_transmit *transmit,
                                        uint64_t timeout_us,
                                        forebay_transmit_buffer **buffer,
                                        forebay_room *room);

/// Sends the first bytes of a buffer as a packet of the stream, behind all that was sent before: at once, or when the transmission is started. It ends the handle
/// whatever it returns; unless that is `FOREBAY_STATUS_OK` the buffer was not sent, and is free.
///
/// # Safety
/// `buffer` came from `forebay_transmit_acquire`, and nobody uses it or its bytes any more.
forebay_status forebay_transmit_send(forebay_transmit_buffer *buffer,
                                     size_t bytes);

/// Gives a buffer back unsent. It is given back whatever this returns. NULL is none.
///
/// # Safety
/// `buffer` came from `forebay_transmit_acquire`, and nobody uses it or its bytes any more.
forebay_status forebay_transmit_buffer_release(forebay_transmit_buffer *buffer);

/// Waits until the card has taken all that was sent, as long as `forebay_transmit_acquire` does. It is in the card then, and not yet on the air: `forebay_air_wait` waits for that.
/// `FOREBAY_STATUS_NOTHING` when the time is over or it was stopped meanwhile, `FOREBAY_STATUS_ARGUMENT` when it was not started.
///
/// # Safety
/// `transmit` is valid.
forebay_status forebay_transmit_drain(const forebay_transmit *transmit,
                                      uint64_t timeout_us);

/// What became of it so far.
///
/// # Safety
/// `transmit` is valid; `stats` has room for the answer.
forebay_status forebay_transmit_stats(const forebay_transmit *transmit, forebay_transmit_stats_t *stats);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* FOREBAY_C_H */
