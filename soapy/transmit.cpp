// SPDX-License-Identifier: Apache-2.0
#include "transmit.hpp"

#include <SoapySDR/Constants.h>
#include <SoapySDR/Errors.hpp>
#include <SoapySDR/Logger.hpp>
#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

namespace {

// Where nobody says otherwise.
constexpr uint32_t BUFFERS = 64;
// The endpoint of the first channel; nobody sees it but the card.
constexpr uint16_t ENDPOINT = 0;
constexpr double MICROSECONDS = 1e6;
// How long more than its samples last what was written may take to be sent when a stream is deactivated.
constexpr long GRACE_US = 1000000;
// As long as somebody waits for a stream that is not active at most.
constexpr uint64_t MOST_IDLE_US = 3600000000;

} // namespace

TransmitStream::TransmitStream(forebay_device *card, Clock clock, const Format &format, size_t channels,
                               const SoapySDR::Kwargs &args, const Transmission &plan)
    : card_(card), clock_(clock), format_(format), channels_(channels), packet_(plan.packet)
{
    const uint32_t wanted = argument(args, "buffers");
    options_.buffers = wanted != 0 ? wanted : BUFFERS;
    options_.bytes = static_cast<uint32_t>(forebay_packet_room(packet_));
    if (options_.buffers < channels_)
        throw std::runtime_error("buffers=" + std::to_string(options_.buffers) + ": give one for each of " +
                                 std::to_string(channels_) + " channels");
}

int TransmitStream::activate(const Plan &plan, int flags, long long timeNs, size_t numElems)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    if (active_) return SOAPY_SDR_STREAM_ERROR;
    // A burst ends where the program says so with its samples.
    if (numElems != 0) return SOAPY_SDR_NOT_SUPPORTED;
    forebay_status status = FOREBAY_STATUS_OK;
    if (!engine_) {
        forebay_transmit *opened = nullptr;
        status = forebay_transmit_open(card_, &options_, &opened);
        if (status != FOREBAY_STATUS_OK) return told("buffers", status);
        engine_.reset(opened);
    }
    forebay_bursts *begun = nullptr;
    status = forebay_bursts_open(card_, plan.transmit.rate.count, ENDPOINT, &begun);
    if (status != FOREBAY_STATUS_OK) return told("air", status);
    bursts_.reset(begun, EndHandle());
    status = forebay_transmit_start(engine_.get());
    if (status != FOREBAY_STATUS_OK) return told("start", status);
    hertz_ = plan.transmit.rate.hertz;
    start_ = Bounds{};
    start_.has_time = (flags & SOAPY_SDR_HAS_TIME) != 0 || plan.transmit.start_ns >= 0;
    start_.time = clock_.cycles((flags & SOAPY_SDR_HAS_TIME) != 0 ? timeNs : plan.transmit.start_ns);
    run_++;
    open_ = false;
    left_.clear();
    ended_.clear();
    active_ = true;
    activity_.notify_all();
    return 0;
}

// Lets what was written be sent, and ends the burst; whether that went well.
bool TransmitStream::finish()
{
    if (end(GRACE_US) != 0) return false;
    const double written = static_cast<double>(options_.buffers) * static_cast<double>(packet_);
    const auto limit = static_cast<uint64_t>(written / hertz_ * MICROSECONDS) + GRACE_US;
    return forebay_transmit_drain(engine_.get(), limit) == FOREBAY_STATUS_OK && forebay_air_wait(card_, limit) == FOREBAY_STATUS_OK;
}

int TransmitStream::deactivate()
{
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!active_) return 0;
    const bool sent = finish();
    active_ = false;
    forebay_burst_event event{};
    while (forebay_bursts_next(bursts_.get(), 0, &event) == FOREBAY_STATUS_OK) left_.push_back(event);
    bursts_.reset();
    ended_.resize(channels_);
    for (size_t channel = 0; channel < channels_; channel++) {
        const auto status = forebay_air_account_of(card_, static_cast<uint32_t>(channel), &ended_[channel]);
        if (status != FOREBAY_STATUS_OK) told("account", status);
    }
    auto status = forebay_transmit_stop(engine_.get());
    if (status != FOREBAY_STATUS_OK) return told("stop", status);
    if (sent) return 0;
    SoapySDR::log(SOAPY_SDR_WARNING, "forebay: not all that was written could be sent in time; the rest is forgotten");
    status = forebay_air_clear(card_);
    return status == FOREBAY_STATUS_OK ? 0 : told("end of what is on the air", status);
}

// Takes a free buffer for each channel; 0, or an error code.
int TransmitStream::take(Taken &taken, long timeoutUs)
{
    taken = Taken{};
    taken.run = run_;
    while (taken.buffers.size() < channels_) {
        forebay_transmit_buffer *buffer = nullptr;
        forebay_room room{};
        const auto status = forebay_transmit_acquire(engine_.get(), patience(timeoutUs), &buffer, &room);
        if (status == FOREBAY_STATUS_NOTHING) return SOAPY_SDR_TIMEOUT;
        if (status != FOREBAY_STATUS_OK) return told("transmission", status);
        taken.buffers.emplace_back(buffer);
        taken.rooms.push_back(room);
    }
    return 0;
}

// What the flags of a program say of its samples.
TransmitStream::Bounds TransmitStream::bounds(int flags, long long timeNs)
{
    Bounds said = std::exchange(start_, Bounds{});
    if ((flags & SOAPY_SDR_HAS_TIME) != 0) {
        said.has_time = true;
        said.time = clock_.cycles(timeNs);
    }
    said.ends = (flags & SOAPY_SDR_END_BURST) != 0;
    return said;
}

// Sends packets whose samples are in their buffers; 0, or an error code.
int TransmitStream::send(Taken taken, size_t count, const Bounds &bounds)
{
    const uint64_t *const time = bounds.has_time ? &bounds.time : nullptr;
    for (size_t channel = 0; channel < channels_; channel++) {
        forebay_packet_header header{};
        const auto status = forebay_bursts_packet(bursts_.get(), static_cast<uint32_t>(channel), count, time, bounds.ends, &header);
        const int error = status == FOREBAY_STATUS_OK ? send_one(taken, channel, count, header) : told("packet", status);
        if (error != 0) return error;
    }
    open_ = !bounds.ends;
    return 0;
}

int TransmitStream::send_one(Taken &taken, size_t channel, size_t count, const forebay_packet_header &header)
{
    const forebay_room &room = taken.rooms[channel];
    size_t written = 0;
    auto status = forebay_packet_write(room.data, room.bytes, &header, nullptr, count, &written);
    if (status != FOREBAY_STATUS_OK) return told("packet", status);
    status = forebay_transmit_send(taken.buffers[channel].release(), written);
    return status == FOREBAY_STATUS_OK ? 0 : told("transmission", status);
}

// Ends the burst by a sample of silence, since there is no packet without one; 0, or an error code.
int TransmitStream::end(long timeoutUs)
{
    if (!open_) return 0;
    Taken taken;
    int error = take(taken, timeoutUs);
    for (size_t channel = 0; channel < channels_ && error == 0; channel++) {
        std::memset(taken.rooms[channel].data + FOREBAY_PACKET_HEADER, 0, SAMPLE_BYTES);
        forebay_packet_header header{};
        const auto status = forebay_bursts_end(bursts_.get(), static_cast<uint32_t>(channel), &header);
        error = status == FOREBAY_STATUS_OK ? send_one(taken, channel, 1, header) : told("end of the burst", status);
    }
    open_ = error != 0;
    return error;
}

int TransmitStream::write(const void *const *buffs, size_t numElems, int flags, long long timeNs, long timeoutUs)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!active_) return SOAPY_SDR_STREAM_ERROR;
    if (numElems == 0) return (flags & SOAPY_SDR_END_BURST) != 0 ? end(timeoutUs) : 0;
    size_t done = 0;
    while (done < numElems) {
        Taken taken;
        int error = take(taken, timeoutUs);
        if (error == 0) {
            const size_t count = std::min(packet_, numElems - done);
            for (size_t channel = 0; channel < channels_; channel++) {
                const auto *from = static_cast<const uint8_t *>(buffs[channel]) + done * format_.bytes;
                format_.to_card(from, count, reinterpret_cast<int16_t *>(taken.rooms[channel].data + FOREBAY_PACKET_HEADER));
            }
            Bounds packet = bounds(done == 0 ? flags : flags & ~SOAPY_SDR_HAS_TIME, timeNs);
            packet.ends = packet.ends && done + count == numElems;
            error = send(std::move(taken), count, packet);
            if (error == 0) done += count;
        }
        // What was written was; the error comes again with the rest.
        if (error != 0) return done != 0 ? static_cast<int>(done) : error;
    }
    return static_cast<int>(done);
}

int TransmitStream::acquire(size_t &handle, void **buffs, long timeoutUs)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!format_.native) return SOAPY_SDR_NOT_SUPPORTED;
    if (!active_) return SOAPY_SDR_STREAM_ERROR;
    Taken taken;
    const int error = take(taken, timeoutUs);
    if (error != 0) return error;
    for (size_t channel = 0; channel < channels_; channel++) buffs[channel] = taken.rooms[channel].data + FOREBAY_PACKET_HEADER;
    handle = next_handle_++;
    out_.emplace(handle, std::move(taken));
    return static_cast<int>(packet_);
}

void TransmitStream::release(size_t handle, size_t numElems, int flags, long long timeNs)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = out_.find(handle);
    if (found == out_.end()) {
        SoapySDR::logf(SOAPY_SDR_ERROR, "forebay: buffer %zu was not acquired, or was released already", handle);
        return;
    }
    Taken taken = std::move(found->second);
    out_.erase(found);
    if (numElems > packet_) {
        SoapySDR::logf(SOAPY_SDR_ERROR, "forebay: buffer %zu has room for %zu samples, not for %zu: nothing of it is sent", handle,
                       packet_, numElems);
        return;
    }
    // Of an activation that is over, or without samples, it is given back as it is.
    if (!active_ || taken.run != run_ || numElems == 0) return;
    send(std::move(taken), numElems, bounds(flags, timeNs));
}

// An event as SoapySDR has it.
int TransmitStream::tell(const forebay_burst_event &event, size_t &chanMask, int &flags, long long &timeNs) const
{
    chanMask = event.channels;
    if (event.has_time) {
        flags |= SOAPY_SDR_HAS_TIME;
        timeNs = clock_.nanoseconds(event.time);
    }
    if (event.what == FOREBAY_EVENT_UNDERRUN) return SOAPY_SDR_UNDERFLOW;
    if (event.what == FOREBAY_EVENT_LATE) return SOAPY_SDR_TIME_ERROR;
    flags |= SOAPY_SDR_END_BURST;
    return 0;
}

int TransmitStream::status(size_t &chanMask, int &flags, long long &timeNs, long timeoutUs)
{
    chanMask = 0;
    flags = 0;
    forebay_burst_event event{};
    std::unique_lock<std::mutex> lock(mutex_);
    // Nothing becomes of what is not sent: who asks then, as SoapyRemote does all the time, waits for an activation.
    const std::chrono::microseconds limit(std::min(patience(timeoutUs), MOST_IDLE_US));
    if (!activity_.wait_for(lock, limit, [this] { return active_ || !left_.empty(); })) return SOAPY_SDR_TIMEOUT;
    if (!left_.empty()) {
        event = left_.front();
        left_.pop_front();
        return tell(event, chanMask, flags, timeNs);
    }
    const auto bursts = bursts_;
    const unsigned run = run_;
    lock.unlock();
    const auto status = forebay_bursts_next(bursts.get(), patience(timeoutUs), &event);
    if (status == FOREBAY_STATUS_NOTHING) return SOAPY_SDR_TIMEOUT;
    if (status != FOREBAY_STATUS_OK) return told("status", status);
    lock.lock();
    // The next activation has cleared the accounts that it was looked for in: it is none of that one.
    return run == run_ ? tell(event, chanMask, flags, timeNs) : SOAPY_SDR_TIMEOUT;
}

forebay_air_account TransmitStream::account(size_t channel) const
{
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!ended_.empty()) return ended_.at(channel);
    forebay_air_account now{};
    must(forebay_air_account_of(card_, static_cast<uint32_t>(channel), &now));
    return now;
}
