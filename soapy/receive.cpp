// SPDX-License-Identifier: Apache-2.0
#include "receive.hpp"

#include <SoapySDR/Constants.h>
#include <SoapySDR/Errors.hpp>
#include <SoapySDR/Logger.hpp>
#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace {

constexpr uint32_t MULTIPLE = 64;
// Where nobody says otherwise: a buffer holds 10 ms of samples, and all together a second, of 160 MiB at most.
constexpr double BUFFER_SECONDS = 0.01;
constexpr uint32_t LEAST_BYTES = 4096;
constexpr uint32_t MOST_BYTES = 4 << 20;
constexpr uint64_t MOST_IN_ALL = 160ULL << 20;
constexpr uint32_t LEAST_BUFFERS = 4;
constexpr uint32_t MOST_BUFFERS = 100;
// How long what is left of a burst may take to arrive when a stream is deactivated, in steps of a millisecond.
constexpr int DRAIN_STEPS = 2000;

} // namespace

ReceiveStream::ReceiveStream(forebay_device *card, Clock clock, const Format &format, size_t channels,
                             const SoapySDR::Kwargs &args, double hertz)
    : card_(card), clock_(clock), format_(format), channels_(channels), bytes_wanted_(argument(args, "bytes")),
      buffers_wanted_(argument(args, "buffers"))
{
    if (bytes_wanted_ % MULTIPLE != 0)
        throw std::runtime_error("bytes=" + std::to_string(bytes_wanted_) + ": give a multiple of 64");
    fit(hertz);
}

// Sizes the ring for a rate, as far as nobody has said how large it is.
void ReceiveStream::fit(double hertz)
{
    const double second = hertz * static_cast<double>(element_bytes());
    options_.bytes = bytes_wanted_;
    if (options_.bytes == 0) {
        options_.bytes = LEAST_BYTES;
        while (options_.bytes < MOST_BYTES && options_.bytes < second * BUFFER_SECONDS) options_.bytes *= 2;
    }
    options_.buffers = buffers_wanted_;
    if (options_.buffers == 0) {
        const double wanted = std::min(second, static_cast<double>(MOST_IN_ALL)) / options_.bytes;
        options_.buffers = std::clamp(static_cast<uint32_t>(wanted), LEAST_BUFFERS, MOST_BUFFERS);
    }
}

size_t ReceiveStream::elements() const
{
    return options_.bytes / element_bytes();
}

int ReceiveStream::activate(const Plan &all, int flags, long long timeNs, size_t numElems)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    if (active_) return SOAPY_SDR_STREAM_ERROR;
    const Reception &plan = all.receive;
    const auto before = options_;
    fit(plan.rate.hertz);
    options_.overwrite = plan.policy == "overwrite";
    const bool same = before.bytes == options_.bytes && before.buffers == options_.buffers &&
                      before.overwrite == options_.overwrite;
    if (!engine_ || !same) {
        engine_.reset();
        forebay_capture *opened = nullptr;
        const auto status = forebay_capture_open(card_, &options_, &opened);
        if (status != FOREBAY_STATUS_OK) return told("buffers", status);
        engine_.reset(opened);
    }
    auto status = forebay_capture_start(engine_.get());
    if (status != FOREBAY_STATUS_OK) return told("start", status);
    // Whoever had the card before may have left samples in it.
    forebay_source_state before_it{};
    if (forebay_source_status(card_, &before_it) == FOREBAY_STATUS_OK && before_it.held) drain();

    forebay_signal signal{};
    signal.wave = plan.loop ? FOREBAY_WAVE_AIR : plan.wave;
    // Whole turns between two samples make no difference, and there may be more than a number has room for.
    signal.turns = static_cast<uint32_t>(std::llround(std::fmod(plan.tone_hz / plan.rate.hertz, 1.0) * 4294967296.0));
    signal.rate = plan.rate.count;
    signal.channels = static_cast<uint32_t>(channels_);
    signal.stop_at_overrun = plan.policy == "stop";
    forebay_burst burst{};
    burst.has_at = (flags & SOAPY_SDR_HAS_TIME) != 0 || plan.start_ns >= 0;
    burst.at = clock_.cycles((flags & SOAPY_SDR_HAS_TIME) != 0 ? timeNs : plan.start_ns);
    burst.samples = numElems != 0 ? numElems : plan.samples;
    burst.has_samples = burst.samples != 0;
    status = forebay_source_start(card_, &signal, &burst);
    if (status != FOREBAY_STATUS_OK) {
        const int error = told("burst", status);
        forebay_capture_stop(engine_.get());
        return error;
    }
    rate_ = plan.rate.count;
    began_ = false;
    overflows_ = 0;
    current_ = Taken{};
    active_ = true;
    return 0;
}

// Takes what is left of the burst, so that none of it comes ahead of the next one.
void ReceiveStream::drain()
{
    for (int step = 0; step < DRAIN_STEPS; step++) {
        forebay_buffer *buffer = nullptr;
        forebay_buffer_info info{};
        const auto status = forebay_capture_acquire(engine_.get(), 1000, &buffer, &info);
        const FullBuffer taken(buffer);
        forebay_source_state state{};
        if (status == FOREBAY_STATUS_OK) continue;
        if (status != FOREBAY_STATUS_NOTHING) return;
        if (forebay_source_status(card_, &state) != FOREBAY_STATUS_OK || !state.held) return;
    }
    SoapySDR::log(SOAPY_SDR_WARNING, "forebay: samples of the burst are left in the card; they come ahead of the next one");
}

int ReceiveStream::deactivate()
{
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!active_) return 0;
    active_ = false;
    current_ = Taken{};
    auto status = forebay_source_stop(card_);
    const int error = status == FOREBAY_STATUS_OK ? 0 : told("stop of the burst", status);
    // Buffers that the program holds cannot be filled.
    if (out_.size() < options_.buffers) drain();
    status = forebay_capture_stop(engine_.get());
    if (status != FOREBAY_STATUS_OK) return told("stop", status);
    return error;
}

// Takes the next full buffer; 0, or an error code.
int ReceiveStream::take(Taken &taken, long timeoutUs)
{
    forebay_buffer *buffer = nullptr;
    forebay_buffer_info info{};
    const auto status = forebay_capture_acquire(engine_.get(), patience(timeoutUs), &buffer, &info);
    if (status == FOREBAY_STATUS_NOTHING) return SOAPY_SDR_TIMEOUT;
    if (status != FOREBAY_STATUS_OK) return told("capture", status);
    taken = Taken{};
    taken.buffer.reset(buffer);
    taken.info = info;
    if (!began_) {
        // Samples may have been lost, and buffers overwritten, ahead of the first one that is taken.
        began_ = true;
        first_ = info.stamp - forebay_sample_cycles(rate_, info.lost + info.overwritten / element_bytes());
    }
    return 0;
}

// Whether samples are missing in front of a buffer, which is told once.
bool ReceiveStream::tells_overflow(Taken &taken)
{
    if (taken.told || (taken.info.lost == 0 && taken.info.overwritten == 0)) return false;
    taken.told = true;
    overflows_++;
    return true;
}

long long ReceiveStream::time_of(const Taken &taken) const
{
    const uint64_t sample = forebay_sample_at(rate_, taken.info.stamp - first_);
    // A buffer that follows a gap begins at a sample of its own time, and so does every other: their lengths are whole samples.
    const uint64_t cycles = sample == UINT64_MAX ? taken.info.stamp - first_ + forebay_sample_cycles(rate_, taken.read)
                                                 : forebay_sample_cycles(rate_, sample + taken.read);
    return clock_.nanoseconds(first_ + cycles);
}

int ReceiveStream::flags_at_end(const Taken &taken) const
{
    if (taken.info.overrun) return SOAPY_SDR_END_ABRUPT;
    return taken.info.end_of_burst ? SOAPY_SDR_END_BURST : 0;
}

int ReceiveStream::read(void *const *buffs, size_t numElems, int &flags, long long &timeNs, long timeoutUs)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    flags = 0;
    if (!active_) return SOAPY_SDR_STREAM_ERROR;
    if (!current_.buffer) {
        const int error = take(current_, timeoutUs);
        if (error != 0) return error;
    }
    timeNs = time_of(current_);
    flags = SOAPY_SDR_HAS_TIME;
    if (tells_overflow(current_)) return SOAPY_SDR_OVERFLOW;
    const size_t all = current_.info.bytes / element_bytes();
    const size_t count = std::min(numElems, all - current_.read);
    const auto *from = reinterpret_cast<const int16_t *>(current_.info.data + current_.read * element_bytes());
    for (size_t channel = 0; channel < channels_; channel++)
        format_.to_program(from + 2 * channel, channels_, count, buffs[channel]);
    current_.read += count;
    if (current_.read == all) {
        flags |= flags_at_end(current_);
        current_ = Taken{};
    } else {
        flags |= SOAPY_SDR_MORE_FRAGMENTS;
    }
    return static_cast<int>(count);
}

int ReceiveStream::acquire(size_t &handle, const void **buffs, int &flags, long long &timeNs, long timeoutUs)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    flags = 0;
    if (!format_.native || channels_ != 1) return SOAPY_SDR_NOT_SUPPORTED;
    if (!active_) return SOAPY_SDR_STREAM_ERROR;
    if (!current_.buffer) {
        const int error = take(current_, timeoutUs);
        if (error != 0) return error;
    }
    timeNs = time_of(current_);
    flags = SOAPY_SDR_HAS_TIME;
    if (tells_overflow(current_)) return SOAPY_SDR_OVERFLOW;
    flags |= flags_at_end(current_);
    const size_t bytes = current_.info.bytes - current_.read * element_bytes();
    handle = next_handle_++;
    buffs[0] = current_.info.data + current_.read * element_bytes();
    out_.emplace(handle, std::move(current_.buffer));
    current_ = Taken{};
    return static_cast<int>(bytes / element_bytes());
}

void ReceiveStream::release(size_t handle)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    if (out_.erase(handle) == 0)
        SoapySDR::logf(SOAPY_SDR_ERROR, "forebay: buffer %zu was not acquired, or was released already", handle);
}
