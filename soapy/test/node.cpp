// SPDX-License-Identifier: Apache-2.0
// A card behind the kernel driver, by SoapySDR's own interface: it is found, each sample of a ramp arrives with its time or is told to be lost, and
// whoever comes second is refused. Argument: the card; `second` behind it makes it the program that is refused.
#include <SoapySDR/Device.hpp>
#include <SoapySDR/Errors.hpp>
#include <SoapySDR/Formats.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "ramp.hpp"

namespace {

// The ring has room for a whole burst, so that none of it is lost however slow the machine is.
constexpr size_t BUFFERS = 8;
constexpr size_t BYTES = 64 << 10;
constexpr size_t SAMPLES = 100003;
constexpr long AHEAD_NS = 250000000;
constexpr long PATIENCE_US = 20000000;
// Looks at a count that grows, each of which is an access to the card.
constexpr int LOOKS = 1000000;

unsigned long long sensor(SoapySDR::Device *device, const char *key)
{
    return std::stoull(device->readSensor(key));
}

// Begins a burst of so many samples in a while; the time of its first one.
long long begin(SoapySDR::Device *device, SoapySDR::Stream *stream, size_t samples)
{
    const long long first = device->getHardwareTime() / 4 * 4 + AHEAD_NS;
    check(device->activateStream(stream, SOAPY_SDR_HAS_TIME, first, samples) == 0, "it is active");
    return first;
}

// All of a burst, in pieces of several lengths.
void burst(SoapySDR::Device *device, SoapySDR::Stream *stream, const std::vector<size_t> &lengths)
{
    Arrived arrived{begin(device, stream, SAMPLES)};
    std::vector<uint32_t> room(*std::max_element(lengths.begin(), lengths.end()));
    for (size_t read = 0; arrived.ended == 0; read++) {
        void *const into[] = {room.data()};
        int flags = 0;
        long long time = 0;
        const int count = device->readStream(stream, into, lengths[read % lengths.size()], flags, time, PATIENCE_US);
        arrived.take(room.data(), count, flags, time, 0);
    }
    check(arrived.kept == SAMPLES && arrived.abrupt == 0, "the whole burst", static_cast<long long>(arrived.kept));
    check(sensor(device, "produced") == SAMPLES && sensor(device, "kept") == SAMPLES, "which is what was made");
    check(sensor(device, "lost") == 0 && sensor(device, "overflows") == 0, "and nothing is lost");
    check(device->deactivateStream(stream) == 0, "it ends");
    check(device->readSensor("held") == "false", "nothing is left in the card");
}

// Buffers as they are, held until samples are lost, and what comes behind the gap.
void gap(SoapySDR::Device *device, SoapySDR::Stream *stream)
{
    Arrived arrived{begin(device, stream, 0)};
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
    int looks = 0;
    while (sensor(device, "lost") == 0 && looks < LOOKS) looks++;
    check(looks < LOOKS, "samples are lost", looks);
    for (const size_t one : held) device->releaseReadBuffer(stream, one);
    int told = 0;
    while (arrived.told == 0) {
        const int count = device->acquireReadBuffer(stream, handle, &data, flags, time, PATIENCE_US);
        if (count == SOAPY_SDR_OVERFLOW) {
            told++;
            continue;
        }
        arrived.take(data, count, flags, time, told);
        told = 0;
        device->releaseReadBuffer(stream, handle);
    }
    // The last buffer may have an end of its own.
    const int before = arrived.abrupt - ((flags & SOAPY_SDR_END_ABRUPT) != 0);
    check(arrived.overflows == 1 && before == 1, "one gap, told on both sides", before);
    check(device->deactivateStream(stream) == 0, "it ends");
    check(sensor(device, "produced") == sensor(device, "kept") + sensor(device, "lost"), "what was made was kept or lost");
}

// Another program while somebody receives.
int second(const std::string &card)
{
    auto *device = SoapySDR::Device::make("driver=forebay,card=" + card);
    auto *stream = device->setupStream(SOAPY_SDR_RX, SOAPY_SDR_CS16);
    const int error = device->activateStream(stream);
    check(error == SOAPY_SDR_STREAM_ERROR, "whoever comes second is refused", error);
    device->closeStream(stream);
    SoapySDR::Device::unmake(device);
    return 0;
}

// The engine has one owner, which does not notice.
void shared(SoapySDR::Device *device, SoapySDR::Stream *stream, const std::string &command)
{
    Arrived arrived{begin(device, stream, SAMPLES)};
    const int status = std::system(command.c_str());
    check(status == 0, "another program gets no stream", status);
    std::vector<uint32_t> room(SAMPLES);
    while (arrived.ended == 0) {
        void *const into[] = {room.data()};
        int flags = 0;
        long long time = 0;
        const int count = device->readStream(stream, into, room.size(), flags, time, PATIENCE_US);
        arrived.take(room.data(), count, flags, time, 0);
    }
    check(arrived.kept == SAMPLES, "the first one has all of its burst", static_cast<long long>(arrived.kept));
    check(device->deactivateStream(stream) == 0, "it ends");
}

} // namespace

int main(int argc, char **argv)
{
    check(argc == 2 || argc == 3, "one argument");
    const std::string card = argv[1];
    if (argc == 3) return second(card);
    const auto found = SoapySDR::Device::enumerate("driver=forebay");
    check(std::any_of(found.begin(), found.end(), [&](const auto &one) { return one.at("card") == card; }), "the card is found");
    auto *device = SoapySDR::Device::make("driver=forebay,card=" + card);
    device->writeSetting("wave", "ramp");
    device->setSampleRate(SOAPY_SDR_RX, 0, RATE);
    auto *stream = device->setupStream(SOAPY_SDR_RX, SOAPY_SDR_CS16, {0},
                                       {{"bytes", std::to_string(BYTES)}, {"buffers", std::to_string(BUFFERS)}});
    burst(device, stream, {16384});
    burst(device, stream, {1, 1000, 16384, 40000});
    gap(device, stream);
    shared(device, stream, std::string(argv[0]) + " " + card + " second");
    burst(device, stream, {777});
    device->closeStream(stream);
    SoapySDR::Device::unmake(device);
    std::printf("%s: %d checks\n", card.c_str(), checks);
    return 0;
}
