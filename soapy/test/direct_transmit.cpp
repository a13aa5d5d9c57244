// SPDX-License-Identifier: Apache-2.0
// The card's buffers to write into, by SoapySDR's own interface: released in any order, and received through the loop in the order of release.
// Argument: the card.
#include <SoapySDR/Device.hpp>
#include <SoapySDR/Errors.hpp>
#include <SoapySDR/Formats.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "checks.hpp"

namespace {

constexpr size_t BUFFERS = 8;
constexpr size_t PACKET = 1000;
// Longer than it takes to write all of it.
constexpr long long AHEAD_NS = 3000000000;
constexpr long PATIENCE_US = 20000000;

// Word of a sample, which is not silence.
uint32_t word(size_t number)
{
    return static_cast<uint32_t>(number * 2654435761U | 1);
}

class Transmitting {
public:
    Transmitting(SoapySDR::Device *device, SoapySDR::Stream *stream) : device_(device), stream_(stream) {}

    // A buffer that nobody else has.
    size_t acquire(uint32_t **room)
    {
        size_t handle = 0;
        void *buffer = nullptr;
        const int count = device_->acquireWriteBuffer(stream_, handle, &buffer, PATIENCE_US);
        check(count == static_cast<int>(PACKET), "it has room for a packet", count);
        *room = static_cast<uint32_t *>(buffer);
        return handle;
    }

    // Fills one with the samples that come next, and releases it.
    void send(size_t handle, uint32_t *room, size_t count, int flags = 0, long long time = 0)
    {
        for (size_t at = 0; at < count; at++) room[at] = word(sent_++);
        const int said = flags;
        device_->releaseWriteBuffer(stream_, handle, count, flags, time);
        check(flags == said, "its flags are the program's", flags);
    }

    size_t sent() const { return sent_; }

private:
    SoapySDR::Device *device_;
    SoapySDR::Stream *stream_;
    size_t sent_ = 0;
};

// What is received is what was sent, then silence.
void received(SoapySDR::Device *device, SoapySDR::Stream *stream, long long first, size_t sent, size_t samples)
{
    std::vector<uint32_t> words(samples);
    size_t at = 0;
    while (at < samples) {
        void *buffs[] = {&words[at]};
        int flags = 0;
        long long time = 0;
        const int count = device->readStream(stream, buffs, samples - at, flags, time, PATIENCE_US);
        check(count > 0, "it is received", count);
        check(time == time_of(first, at), "its time", time);
        at += static_cast<size_t>(count);
    }
    for (at = 0; at < samples; at++)
        if (words[at] != (at < sent ? word(at) : 0)) check(false, "each sample in its place", static_cast<long long>(at));
}

} // namespace

int main(int argc, char **argv)
{
    check(argc == 2, "one argument");
    const std::string card = argv[1];
    auto *device = SoapySDR::Device::make("driver=forebay,card=" + card);
    device->writeSetting("loop", "true");
    device->writeSetting("packet", std::to_string(PACKET));
    device->setSampleRate(SOAPY_SDR_RX, 0, RATE);
    device->setSampleRate(SOAPY_SDR_TX, 0, RATE);
    auto *floats = device->setupStream(SOAPY_SDR_TX, SOAPY_SDR_CF32, {0}, {});
    void *buffer = nullptr;
    size_t handle = 0;
    check(device->activateStream(floats) == 0, "it is active");
    check(device->acquireWriteBuffer(floats, handle, &buffer, 0) == SOAPY_SDR_NOT_SUPPORTED, "the card has no floats");
    device->closeStream(floats);

    auto *receives = device->setupStream(SOAPY_SDR_RX, SOAPY_SDR_CS16, {0}, {{"bytes", "65536"}, {"buffers", "8"}});
    auto *sends = device->setupStream(SOAPY_SDR_TX, SOAPY_SDR_CS16, {0}, {{"buffers", std::to_string(BUFFERS)}});
    check(device->getNumDirectAccessBuffers(sends) == BUFFERS, "so many buffers");
    check(device->acquireWriteBuffer(sends, handle, &buffer, 0) == SOAPY_SDR_STREAM_ERROR, "it is not active");
    check(device->activateStream(sends) == 0, "it is active");
    const size_t all = 5 * PACKET + 700 + 1 + 2 * PACKET;
    const long long first = device->getHardwareTime() / 4 * 4 + AHEAD_NS;
    check(device->activateStream(receives, SOAPY_SDR_HAS_TIME, first, all + 50) == 0, "it is active");

    Transmitting transmitting(device, sends);
    std::vector<size_t> handles(BUFFERS);
    std::vector<uint32_t *> rooms(BUFFERS);
    for (size_t number = 0; number < BUFFERS; number++) handles[number] = transmitting.acquire(&rooms[number]);
    for (size_t number = 1; number < BUFFERS; number++)
        for (size_t other = 0; other < number; other++) {
            check(handles[number] != handles[other], "another handle");
            const auto apart = std::max(rooms[number], rooms[other]) - std::min(rooms[number], rooms[other]);
            check(apart >= static_cast<std::ptrdiff_t>(PACKET), "other memory", apart);
        }
    check(device->acquireWriteBuffer(sends, handle, &buffer, 100) == SOAPY_SDR_TIMEOUT, "no buffer is left");
    // Unsent: none of its samples, and more than there is room for; and what nobody has acquired.
    int flags = SOAPY_SDR_END_BURST;
    device->releaseWriteBuffer(sends, handles[3], 0, flags);
    device->releaseWriteBuffer(sends, handles[4], PACKET + 1, flags);
    device->releaseWriteBuffer(sends, handles[4], PACKET, flags);
    device->releaseWriteBuffer(sends, 12345, PACKET, flags);
    // In another order than they were acquired in.
    transmitting.send(handles[7], rooms[7], PACKET, SOAPY_SDR_HAS_TIME, first);
    transmitting.send(handles[0], rooms[0], 700);
    transmitting.send(handles[6], rooms[6], PACKET);
    transmitting.send(handles[1], rooms[1], 1);
    transmitting.send(handles[5], rooms[5], PACKET);
    transmitting.send(handles[2], rooms[2], PACKET);
    // Beside writes, and again the buffers that were given back.
    std::vector<uint32_t> words(PACKET);
    for (size_t at = 0; at < PACKET; at++) words[at] = word(transmitting.sent() + at);
    const void *buffs[] = {words.data()};
    flags = 0;
    check(device->writeStream(sends, buffs, PACKET, flags, 0, PATIENCE_US) == static_cast<int>(PACKET), "it is written");
    size_t sent = transmitting.sent() + PACKET;
    for (int last = 0; last < 2; last++) {
        uint32_t *room = nullptr;
        handle = transmitting.acquire(&room);
        for (size_t at = 0; at < PACKET; at++) room[at] = word(sent + at);
        flags = last == 1 ? SOAPY_SDR_END_BURST : 0;
        device->releaseWriteBuffer(sends, handle, PACKET, flags);
        sent += PACKET;
    }
    check(sent == all, "all was sent", static_cast<long long>(sent));
    const long long left = first - device->getHardwareTime();
    check(left > 0, "it is in time", left);
    received(device, receives, first, all, all + 50);
    size_t channels = 0;
    long long time = 0;
    check(device->readStreamStatus(sends, channels, flags, time, PATIENCE_US) == 0, "the burst is over");
    check(flags == (SOAPY_SDR_END_BURST | SOAPY_SDR_HAS_TIME) && time == first && channels == 1, "as it was", flags);
    check(device->readStreamStatus(sends, channels, flags, time, 100) == SOAPY_SDR_TIMEOUT, "nothing else is told");
    check(std::stoull(device->readSensor(SOAPY_SDR_TX, 0, "sent")) == all, "each sample once");
    // A buffer of an activation that is over is nobody's samples.
    uint32_t *room = nullptr;
    handle = transmitting.acquire(&room);
    check(device->deactivateStream(sends) == 0 && device->activateStream(sends) == 0, "it is active again");
    flags = SOAPY_SDR_END_BURST;
    device->releaseWriteBuffer(sends, handle, PACKET, flags);
    check(device->readStreamStatus(sends, channels, flags, time, 1000) == SOAPY_SDR_TIMEOUT, "it is not sent");
    check(std::stoull(device->readSensor(SOAPY_SDR_TX, 0, "packets")) == 0, "no packet");
    device->closeStream(sends);
    device->closeStream(receives);
    SoapySDR::Device::unmake(device);
    std::printf("%s: %d checks\n", card.c_str(), checks);
    return 0;
}
