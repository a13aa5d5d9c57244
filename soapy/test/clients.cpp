// SPDX-License-Identifier: Apache-2.0
// What programs call that know nothing of this project, in their order: SDR++, gr-osmosdr (gqrx), gr-soapy; and what a program does that ends in the middle.
#include <SoapySDR/Device.hpp>
#include <SoapySDR/Errors.hpp>
#include <SoapySDR/Formats.hpp>
#include <SoapySDR/Logger.hpp>
#include <atomic>
#include <climits>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "checks.hpp"

namespace {

constexpr long PATIENCE_US = 1000000;
constexpr double FULL_SCALE = 32768;

template <typename Call> void throws(const char *what, Call call)
{
    bool thrown = false;
    try {
        call();
    } catch (const std::exception &) {
        thrown = true;
    }
    check(thrown, what);
}

SoapySDR::Device *open(const std::string &card)
{
    auto *device = SoapySDR::Device::make("driver=forebay,card=" + card);
    device->writeSetting("wave", "ramp");
    return device;
}

// Samples of a ramp, which goes on.
struct Ramp {
    uint32_t next = 0;

    void take(const std::complex<float> *samples, int count)
    {
        for (int at = 0; at < count; at++, next++) {
            const auto low = static_cast<int16_t>(samples[at].real() * FULL_SCALE);
            const auto high = static_cast<int16_t>(samples[at].imag() * FULL_SCALE);
            const auto seen = static_cast<uint32_t>(static_cast<uint16_t>(low)) | static_cast<uint32_t>(static_cast<uint16_t>(high)) << 16;
            if (seen != next) check(false, "the ramp goes on", seen);
        }
    }
};

// source_modules/soapy_source of SDR++: everything is asked before a start, and the stream is closed while its reader may be in a read.
void sdr_plus_plus()
{
    auto *device = open("fast:radio");
    check(device->getNumChannels(SOAPY_SDR_RX) > 0, "there are channels");
    const auto antennas = device->listAntennas(SOAPY_SDR_RX, 0);
    check(!antennas.empty(), "the first antenna is taken without a look");
    for (const auto &gain : device->listGains(SOAPY_SDR_RX, 0)) device->getGainRange(SOAPY_SDR_RX, 0, gain);
    check(!device->hasGainMode(SOAPY_SDR_RX, 0), "no automatic gain");
    check(!device->getBandwidthRange(SOAPY_SDR_RX, 0).empty(), "there is a range of bandwidths");
    const auto rates = device->listSampleRates(SOAPY_SDR_RX, 0);
    check(!rates.empty(), "the list of rates has some");
    for (const double rate : rates) {
        device->setSampleRate(SOAPY_SDR_RX, 0, rate);
        const double got = device->getSampleRate(SOAPY_SDR_RX, 0);
        check(got > rate * 0.999999 && got < rate * 1.000001, "each of them can be had", static_cast<long long>(rate));
    }
    for (int round = 0; round < 30; round++) {
        device->setBandwidth(SOAPY_SDR_RX, 0, 1e6);
        device->setSampleRate(SOAPY_SDR_RX, 0, 1e6);
        device->setAntenna(SOAPY_SDR_RX, 0, antennas[0]);
        device->setGainMode(SOAPY_SDR_RX, 0, false);
        device->setFrequency(SOAPY_SDR_RX, 0, 100e6);
        auto *stream = device->setupStream(SOAPY_SDR_RX, SOAPY_SDR_CF32);
        check(device->activateStream(stream) == 0, "it is active");
        std::atomic<bool> running{true};
        std::atomic<int> taken{0};
        std::thread worker([&] {
            const int block = 1000000 / 200;
            std::vector<std::complex<float>> buffer(block);
            Ramp ramp;
            while (running) {
                int flags = 0;
                long long time = 0;
                void *buffers[] = {buffer.data()};
                const int count = device->readStream(stream, buffers, block, flags, time);
                if (count < 1) continue;
                ramp.take(buffer.data(), count);
                taken += count;
            }
            // It has looked whether it is to go on just before it is not.
            int flags = 0;
            long long time = 0;
            void *buffers[] = {buffer.data()};
            device->readStream(stream, buffers, block, flags, time);
        });
        while (taken < 1000 * round) std::this_thread::yield();
        running = false;
        device->deactivateStream(stream);
        device->closeStream(stream);
        worker.join();
    }
    SoapySDR::Device::unmake(device);
}

// The same of a program that sends: the stream is closed while its writer may be in a write, and another thread waits for what becomes of it.
void closed_under_its_writer()
{
    constexpr size_t BLOCK = 5000;
    auto *device = open("fast:radio");
    device->setSampleRate(SOAPY_SDR_TX, 0, 10e6);
    const std::vector<std::complex<float>> samples(BLOCK, {0.5F, 0});
    const void *buffers[] = {samples.data()};
    for (int round = 0; round < 20; round++) {
        auto *stream = device->setupStream(SOAPY_SDR_TX, SOAPY_SDR_CF32, {0}, {{"buffers", "8"}});
        check(device->activateStream(stream) == 0, "it is active");
        std::atomic<bool> running{true};
        std::atomic<size_t> written{0};
        const auto write = [&] {
            int flags = 0;
            const int count = device->writeStream(stream, buffers, BLOCK, flags, 0, PATIENCE_US);
            if (count > 0) written += static_cast<size_t>(count);
        };
        std::thread writer([&] {
            while (running) write();
            write();
        });
        std::thread listener([&] {
            size_t mask = 0;
            int flags = 0;
            long long time = 0;
            while (running) device->readStreamStatus(stream, mask, flags, time, 100);
            device->readStreamStatus(stream, mask, flags, time, 100);
        });
        while (written < 1000 * static_cast<size_t>(round)) std::this_thread::yield();
        running = false;
        device->deactivateStream(stream);
        device->closeStream(stream);
        writer.join();
        listener.join();
        int flags = 0;
        size_t handle = 0;
        long long time = 0;
        void *room = nullptr;
        check(device->writeStream(stream, buffers, 1, flags, 0) == SOAPY_SDR_STREAM_ERROR, "it is closed, which a writer sees");
        check(device->readStreamStatus(stream, handle, flags, time, 0) == SOAPY_SDR_STREAM_ERROR, "it is closed");
        check(device->acquireWriteBuffer(stream, handle, &room) == SOAPY_SDR_STREAM_ERROR, "it is closed");
        // A buffer of a stream that another thread has closed is gone with it.
        device->releaseWriteBuffer(stream, handle, 1, flags);
    }
    SoapySDR::Device::unmake(device);
}

// lib/soapy of gr-osmosdr, as gqrx has it run: set up once, started and stopped, another rate in between.
void osmosdr()
{
    auto *device = open("fast:radio");
    auto *stream = device->setupStream(SOAPY_SDR_RX, "CF32", {0});
    check(!device->getSampleRateRange(SOAPY_SDR_RX, 0).empty(), "there is a range of rates");
    check(!device->getFrequencyRange(SOAPY_SDR_RX, 0).empty(), "there is a range of frequencies");
    for (const double rate : {250e3, 1e6, 20e6, 31234.0, 61.44e6}) {
        device->setSampleRate(SOAPY_SDR_RX, 0, rate);
        device->setFrequency(SOAPY_SDR_RX, 0, "RF", 433e6);
        device->setFrequencyCorrection(SOAPY_SDR_RX, 0, 1.0);
        device->setDCOffsetMode(SOAPY_SDR_RX, 0, true);
        check(device->activateStream(stream) == 0, "it is active");
        check(device->getStreamMTU(stream) > 0, "it has a size");
        std::vector<std::complex<float>> buffer(8192);
        Ramp ramp;
        for (int calls = 0; calls < 40; calls++) {
            int flags = 0;
            long long time = 0;
            void *buffers[] = {buffer.data()};
            int count = device->readStream(stream, buffers, buffer.size(), flags, time);
            if (count == SOAPY_SDR_OVERFLOW) count = device->readStream(stream, buffers, buffer.size(), flags, time);
            check(count >= 0 || count == SOAPY_SDR_TIMEOUT, "a read is no error", count);
            ramp.take(buffer.data(), std::max(count, 0));
        }
        check(ramp.next > 0, "samples came");
        check(device->deactivateStream(stream) == 0, "it is not active");
    }
    device->closeStream(stream);
    SoapySDR::Device::unmake(device);
}

// Settings while samples come count from the next activation on.
void settings_while_active()
{
    auto *device = open("fast:radio");
    device->setSampleRate(SOAPY_SDR_RX, 0, 1e6);
    auto *stream = device->setupStream(SOAPY_SDR_RX, SOAPY_SDR_CF32, {0}, {{"bytes", "4096"}, {"buffers", "8"}});
    check(device->activateStream(stream) == 0, "it is active");
    std::vector<std::complex<float>> buffer(1024);
    void *buffers[] = {buffer.data()};
    Ramp ramp;
    long long before = 0;
    for (int calls = 0; calls < 20; calls++) {
        int flags = 0;
        long long time = 0;
        const int count = device->readStream(stream, buffers, buffer.size(), flags, time, PATIENCE_US);
        check(count == 1024, "a buffer", count);
        ramp.take(buffer.data(), count);
        if (calls > 0) check(std::llabs(time - before - 1024000) <= 4, "a sample is a microsecond", time - before);
        before = time;
        device->setSampleRate(SOAPY_SDR_RX, 0, calls % 2 == 0 ? 40e6 : 250e3);
        device->writeSetting("wave", "noise");
        device->writeSetting("policy", "overwrite");
        throws("time is not set under a burst", [&] { device->setHardwareTime(0); });
    }
    check(device->activateStream(stream) == SOAPY_SDR_STREAM_ERROR, "it is active");
    check(device->deactivateStream(stream) == 0, "it is not active");
    check(device->deactivateStream(stream) == 0, "nor is it then");
    device->setHardwareTime(0);
    device->closeStream(stream);
    SoapySDR::Device::unmake(device);
}

// Sizes, times and flags that no program should give.
void odd_reads()
{
    auto *device = open("fast:radio");
    device->setSampleRate(SOAPY_SDR_RX, 0, 10e6);
    auto *stream = device->setupStream(SOAPY_SDR_RX, SOAPY_SDR_CF32, {0}, {{"bytes", "4096"}, {"buffers", "4"}});
    std::vector<std::complex<float>> buffer(4096);
    void *buffers[] = {buffer.data()};
    int flags = 0;
    long long time = 0;
    check(device->readStream(stream, buffers, 10, flags, time) == SOAPY_SDR_STREAM_ERROR, "it is not active");
    check(device->deactivateStream(stream, SOAPY_SDR_HAS_TIME, 5) == SOAPY_SDR_NOT_SUPPORTED, "no end at a time");
    check(device->activateStream(stream, INT_MAX & ~SOAPY_SDR_HAS_TIME, 5, 3000) == 0, "flags that are none");
    Ramp ramp;
    check(device->readStream(stream, buffers, 0, flags, time, PATIENCE_US) == 0, "none was wanted");
    check(device->readStream(stream, buffers, 0, flags, time, LONG_MIN) == 0, "nor then");
    for (const long timeout : {0L, -1L, LONG_MIN, LONG_MAX, 1L, PATIENCE_US, PATIENCE_US, PATIENCE_US}) {
        flags = INT_MAX;
        const int count = device->readStream(stream, buffers, buffer.size(), flags, time, timeout);
        check(count > 0 || count == SOAPY_SDR_TIMEOUT, "samples or none", count);
        ramp.take(buffer.data(), std::max(count, 0));
    }
    check(ramp.next == 3000, "all of the burst", ramp.next);
    check(device->readStream(stream, buffers, 1, flags, time, LONG_MAX) == SOAPY_SDR_TIMEOUT, "a card at rest ends a wait");
    size_t mask = 0;
    check(device->readStreamStatus(stream, mask, flags, time, 0) == SOAPY_SDR_NOT_SUPPORTED, "no status");
    check(device->deactivateStream(stream) == 0, "it is not active");
    check(device->activateStream(stream, SOAPY_SDR_HAS_TIME, LLONG_MIN, 1) == SOAPY_SDR_TIME_ERROR, "long ago");
    check(device->activateStream(stream, SOAPY_SDR_HAS_TIME, LLONG_MAX, 1) == 0, "in three centuries");
    check(device->readStream(stream, buffers, 1, flags, time, 10) == SOAPY_SDR_TIMEOUT, "nothing yet");
    check(device->deactivateStream(stream) == 0, "it is not armed");
    check(device->activateStream(stream, 0, 0, SIZE_MAX) == SOAPY_SDR_STREAM_ERROR, "more than a burst can have");
    throws("a second stream", [&] { device->setupStream(SOAPY_SDR_RX, SOAPY_SDR_CF32); });
    throws("an odd size", [&] { device->getStreamMTU(nullptr); });
    device->closeStream(stream);
    throws("it is closed", [&] { device->closeStream(stream); });
    check(device->readStream(stream, buffers, 1, flags, time) == SOAPY_SDR_STREAM_ERROR, "it is closed, which a reader sees");
    check(device->deactivateStream(stream) == SOAPY_SDR_STREAM_ERROR, "it is closed");
    for (const char *number : {"-1", "-18446744073709551615", "0", "1e3", " 5", "5 "})
        throws("a number of buffers", [&] { device->setupStream(SOAPY_SDR_RX, SOAPY_SDR_CS16, {0}, {{"buffers", number}}); });
    SoapySDR::Device::unmake(device);
}

// Times behind buffers that were overwritten before the first was read are those of the samples, to a cycle.
void times_behind_what_was_overwritten()
{
    constexpr long long FIRST_NS = 1000000;
    for (const int pause : {1, 50, 2000}) {
        auto *device = open("fast:radio");
        device->writeSetting("policy", "overwrite");
        device->setSampleRate(SOAPY_SDR_RX, 0, RATE);
        auto *stream = device->setupStream(SOAPY_SDR_RX, SOAPY_SDR_CS16, {0}, {{"bytes", "4096"}, {"buffers", "4"}});
        check(device->activateStream(stream, SOAPY_SDR_HAS_TIME, FIRST_NS, 400000) == 0, "it is active");
        // Each question takes time of the card.
        while (device->getHardwareTime() < FIRST_NS + 100000) device->readSensor("held");
        for (int at = 0; at < pause; at++) device->readSensor("held");
        std::vector<uint32_t> buffer(1000);
        void *buffers[] = {buffer.data()};
        uint64_t next = 0;
        bool told = false;
        for (;;) {
            int flags = 0;
            long long time = 0;
            const int count = device->readStream(stream, buffers, buffer.size(), flags, time, PATIENCE_US);
            if (count == SOAPY_SDR_TIMEOUT) break;
            const bool overflow = count == SOAPY_SDR_OVERFLOW;
            check(!(overflow && told), "an overflow is told once");
            if (!overflow) {
                check((buffer[0] != next) == told, "where samples are missing", buffer[0]);
                check(time == time_of(FIRST_NS, buffer[0]), "time of its first sample", time);
                next = buffer[0] + static_cast<uint64_t>(count);
            }
            told = overflow;
        }
        check(next == 400000, "to the end of the burst", static_cast<long long>(next));
        device->closeStream(stream);
        SoapySDR::Device::unmake(device);
    }
}

// A tone that turns far more often than there are samples is one that turns less.
void tones_beyond_the_rate()
{
    auto *device = open("fast:radio");
    device->writeSetting("wave", "tone");
    device->setSampleRate(SOAPY_SDR_RX, 0, 62500);
    auto *stream = device->setupStream(SOAPY_SDR_RX, SOAPY_SDR_CS16, {0}, {{"bytes", "4096"}, {"buffers", "4"}});
    std::vector<uint32_t> seen[3];
    const double rate = device->getSampleRate(SOAPY_SDR_RX, 0);
    for (size_t at = 0; at < 3; at++) {
        char text[64];
        std::snprintf(text, sizeof(text), "%.17g", rate / 4 + rate * (at == 0 ? 0.0 : at == 1 ? 3000.0 : -3000.0));
        device->writeSetting("tone_hz", text);
        check(device->activateStream(stream, 0, 0, 64) == 0, "it is active");
        seen[at].resize(64);
        void *buffers[] = {seen[at].data()};
        int flags = 0;
        long long time = 0;
        check(device->readStream(stream, buffers, 64, flags, time, PATIENCE_US) == 64, "its samples");
        check(device->deactivateStream(stream) == 0, "it is not active");
    }
    check(seen[0] == seen[1] && seen[0] == seen[2], "the same samples");
    device->closeStream(stream);
    SoapySDR::Device::unmake(device);
}

// A program that ends in the middle of everything: a stream that is not closed, buffers that are not released.
void left_open()
{
    auto *device = open("fast:radio");
    auto *stream = device->setupStream(SOAPY_SDR_RX, SOAPY_SDR_CS16, {0}, {{"bytes", "4096"}, {"buffers", "4"}});
    check(device->activateStream(stream) == 0, "it is active");
    const void *data = nullptr;
    size_t handle = 0;
    int flags = 0;
    long long time = 0;
    for (int at = 0; at < 2; at++) check(device->acquireReadBuffer(stream, handle, &data, flags, time, PATIENCE_US) == 1024, "a buffer");
    // What is held stays what it is while the stream is stopped and begun anew.
    check(device->deactivateStream(stream) == 0, "it is not active");
    check(static_cast<const uint32_t *>(data)[1023] == 2047, "the last sample");
    check(device->activateStream(stream) == 0, "it is active again");
    check(static_cast<const uint32_t *>(data)[1023] == 2047, "the last sample");
    SoapySDR::Device::unmake(device);
}

} // namespace

int main()
{
    SoapySDR::setLogLevel(SOAPY_SDR_FATAL);
    sdr_plus_plus();
    closed_under_its_writer();
    osmosdr();
    settings_while_active();
    odd_reads();
    times_behind_what_was_overwritten();
    tones_beyond_the_rate();
    left_open();
    std::printf("clients: %d checks\n", checks);
    return 0;
}
