// SPDX-License-Identifier: Apache-2.0
// Buffers as they are, held until samples are lost, by SoapySDR's own interface: what arrived and what was told to be lost is what was produced.
// Argument: the policy, gap or stop.
#include <SoapySDR/Device.hpp>
#include <SoapySDR/Errors.hpp>
#include <SoapySDR/Formats.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "ramp.hpp"

namespace {

constexpr size_t BUFFERS = 4;
constexpr size_t BYTES = 64 << 10;
constexpr size_t SAMPLES = 300000;
constexpr long long FIRST_NS = 1000000;
// Time of the card, which passes while somebody waits.
constexpr long PATIENCE_US = 1000000;

} // namespace

int main(int argc, char **argv)
{
    check(argc == 2, "one argument");
    const std::string policy = argv[1];
    auto *device = SoapySDR::Device::make("driver=forebay,card=fast:radio");
    device->writeSetting("wave", "ramp");
    device->writeSetting("policy", policy);
    device->setSampleRate(SOAPY_SDR_RX, 0, RATE);
    auto *stream = device->setupStream(SOAPY_SDR_RX, SOAPY_SDR_CS16, {0},
                                       {{"bytes", std::to_string(BYTES)}, {"buffers", std::to_string(BUFFERS)}});
    check(device->getNumDirectAccessBuffers(stream) == BUFFERS, "so many buffers");
    check(device->activateStream(stream, SOAPY_SDR_HAS_TIME, FIRST_NS, SAMPLES) == 0, "it is active");

    Arrived arrived{FIRST_NS};
    std::vector<size_t> held;
    const void *data = nullptr;
    size_t handle = 0;
    int flags = 0;
    long long time = 0;
    for (size_t number = 0; number < BUFFERS; number++) {
        const int count = device->acquireReadBuffer(stream, handle, &data, flags, time, PATIENCE_US);
        arrived.take(data, count, flags, time, 0);
        held.push_back(handle);
    }
    // So long that the card's FIFO is full and samples are lost, and not so long that the burst is over.
    const int none = device->acquireReadBuffer(stream, handle, &data, flags, time, 1000);
    check(none == SOAPY_SDR_TIMEOUT, "no buffer is left", none);
    // The last one first; one that was released is not released again.
    while (!held.empty()) {
        device->releaseReadBuffer(stream, held.back());
        device->releaseReadBuffer(stream, held.back());
        held.pop_back();
    }
    int told = 0;
    for (;;) {
        const int count = device->acquireReadBuffer(stream, handle, &data, flags, time, PATIENCE_US);
        if (count == SOAPY_SDR_TIMEOUT) break;
        if (count == SOAPY_SDR_OVERFLOW) {
            told++;
            continue;
        }
        arrived.take(data, count, flags, time, told);
        told = 0;
        device->releaseReadBuffer(stream, handle);
    }
    const auto sensor = [device](const char *key) { return std::stoull(device->readSensor(key)); };
    check(sensor("kept") == arrived.kept, "all that was kept has arrived", static_cast<long long>(sensor("kept")));
    check(sensor("produced") == sensor("kept") + sensor("lost"), "what was produced was kept or lost");
    check(sensor("overflows") == static_cast<uint64_t>(arrived.overflows), "as many overflows as were told");
    check(arrived.abrupt == 1, "one gap", arrived.abrupt);
    if (policy == "gap") {
        check(sensor("produced") == SAMPLES, "the whole burst", static_cast<long long>(sensor("produced")));
        check(arrived.told == sensor("lost") && arrived.told > 0, "all that was lost was told", static_cast<long long>(arrived.told));
        check(arrived.overflows == 1 && arrived.ended == 1 && arrived.next == SAMPLES, "it goes on to its end");
    } else {
        check(arrived.overflows == 0 && arrived.ended == 0, "it does not go on");
        check(sensor("lost") == 1, "it ends with the first loss", static_cast<long long>(sensor("lost")));
    }
    device->closeStream(stream);
    SoapySDR::Device::unmake(device);
    std::printf("%s: %d checks, %llu samples, %llu lost\n", policy.c_str(), checks,
                static_cast<unsigned long long>(arrived.kept), static_cast<unsigned long long>(arrived.told));
    return 0;
}
