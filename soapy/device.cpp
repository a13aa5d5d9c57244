// SPDX-License-Identifier: Apache-2.0
#include "device.hpp"

#include <SoapySDR/Formats.hpp>
#include <algorithm>
#include <stdexcept>

namespace {

// Samples of one time lie next to each other, so a stream has the first 1, 2 or 4 channels.
constexpr size_t CHANNELS = 4;
constexpr double USUAL_RATE = 1e6;
// The list is for programs that want one; every rate in the range can be had.
const std::vector<double> RATES = {250e3, 500e3, 1e6, 2e6, 2.5e6, 4e6, 5e6, 8e6, 10e6, 12.5e6, 20e6, 25e6, 40e6, 50e6, 61.44e6, 80e6, 100e6, 125e6};
// A sample every other cycle, and where a rate is still within one in a million of any that is asked for.
constexpr double LEAST_RATE = 29103.0;
// Nothing is tuned: what is set is kept and told.
constexpr double MOST_FREQUENCY = 6e9;
constexpr auto ANTENNA = "RX";

} // namespace

ForebayDevice::ForebayDevice(const SoapySDR::Kwargs &args) : spec_(args.at("card")), clock_hz_(0)
{
    forebay_device *opened = nullptr;
    must(forebay_open(spec_.c_str(), &opened));
    card_.reset(opened);
    clock_hz_ = forebay_clock_hz(card_.get());
    if (clock_hz_ == 0) throw std::runtime_error(forebay_last_error());
    must(forebay_rate(card_.get(), USUAL_RATE, &plan_.rate, &plan_.hertz));
    plan_.tone_hz = plan_.hertz / 16;
}

void ForebayDevice::receives(int direction, size_t channel) const
{
    if (direction != SOAPY_SDR_RX || channel >= CHANNELS)
        throw std::runtime_error("channel " + std::to_string(channel) + (direction == SOAPY_SDR_RX ? " (receive)" : " (transmit)") +
                                 ": there are receive channels 0 to 3");
}

std::string ForebayDevice::getDriverKey() const
{
    return "forebay";
}

std::string ForebayDevice::getHardwareKey() const
{
    return spec_;
}

SoapySDR::Kwargs ForebayDevice::getHardwareInfo() const
{
    return {{"card", spec_}, {"clock_hz", std::to_string(clock_hz_)}};
}

size_t ForebayDevice::getNumChannels(int direction) const
{
    return direction == SOAPY_SDR_RX ? CHANNELS : 0;
}

bool ForebayDevice::getFullDuplex(int, size_t) const
{
    return false;
}

std::vector<std::string> ForebayDevice::getStreamFormats(int, size_t) const
{
    return {SOAPY_SDR_CS16, SOAPY_SDR_CF32, SOAPY_SDR_CS8};
}

std::string ForebayDevice::getNativeStreamFormat(int direction, size_t channel, double &fullScale) const
{
    receives(direction, channel);
    fullScale = FULL_SCALE;
    return SOAPY_SDR_CS16;
}

SoapySDR::ArgInfoList ForebayDevice::getStreamArgsInfo(int, size_t) const
{
    SoapySDR::ArgInfo buffers;
    buffers.key = "buffers";
    buffers.name = "Buffers";
    buffers.description = "How many buffers the ring has; a second of samples, of 160 MiB at most, if not given";
    buffers.type = SoapySDR::ArgInfo::INT;
    SoapySDR::ArgInfo bytes;
    bytes.key = "bytes";
    bytes.name = "Bytes";
    bytes.description = "Bytes of a buffer, a multiple of 64; some 10 ms of samples if not given";
    bytes.units = "B";
    bytes.type = SoapySDR::ArgInfo::INT;
    return {buffers, bytes};
}

ForebayStream &ForebayDevice::known(SoapySDR::Stream *stream) const
{
    if (!stream || reinterpret_cast<SoapySDR::Stream *>(stream_.get()) != stream)
        throw std::runtime_error("that stream is not open on " + spec_);
    return *stream_;
}

SoapySDR::Stream *ForebayDevice::setupStream(int direction, const std::string &format, const std::vector<size_t> &channels,
                                             const SoapySDR::Kwargs &args)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    const std::vector<size_t> wanted = channels.empty() ? std::vector<size_t>{0} : channels;
    for (const size_t channel : wanted) receives(direction, channel);
    const size_t count = wanted.size();
    bool first_ones = count == 1 || count == 2 || count == 4;
    for (size_t place = 0; place < count; place++) first_ones = first_ones && wanted[place] == place;
    if (!first_ones) throw std::runtime_error("a stream has channel 0, channels 0 and 1, or channels 0 to 3, in this order");
    const Convert convert = conversion(format);
    if (!convert) throw std::runtime_error("format " + format + ": there are CS16, CF32 and CS8");
    if (stream_) throw std::runtime_error(spec_ + " has a stream already: close it first");
    stream_ = std::make_unique<ForebayStream>(card_.get(), Clock{clock_hz_}, convert, format == SOAPY_SDR_CS16, count, args,
                                              plan_.hertz);
    return reinterpret_cast<SoapySDR::Stream *>(stream_.get());
}

void ForebayDevice::closeStream(SoapySDR::Stream *stream)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    known(stream).deactivate();
    stream_.reset();
}

size_t ForebayDevice::getStreamMTU(SoapySDR::Stream *stream) const
{
    return known(stream).elements();
}

int ForebayDevice::activateStream(SoapySDR::Stream *stream, int flags, long long timeNs, size_t numElems)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    const int result = known(stream).activate(plan_, flags, timeNs, numElems);
    plan_.start_ns = -1;
    plan_.samples = 0;
    return result;
}

int ForebayDevice::deactivateStream(SoapySDR::Stream *stream, int flags, long long)
{
    if ((flags & SOAPY_SDR_HAS_TIME) != 0) return SOAPY_SDR_NOT_SUPPORTED;
    return known(stream).deactivate();
}

int ForebayDevice::readStream(SoapySDR::Stream *stream, void *const *buffs, size_t numElems, int &flags, long long &timeNs,
                              long timeoutUs)
{
    return known(stream).read(buffs, numElems, flags, timeNs, timeoutUs);
}

size_t ForebayDevice::getNumDirectAccessBuffers(SoapySDR::Stream *stream)
{
    return known(stream).buffers();
}

int ForebayDevice::acquireReadBuffer(SoapySDR::Stream *stream, size_t &handle, const void **buffs, int &flags,
                                     long long &timeNs, long timeoutUs)
{
    return known(stream).acquire(handle, buffs, flags, timeNs, timeoutUs);
}

void ForebayDevice::releaseReadBuffer(SoapySDR::Stream *stream, size_t handle)
{
    known(stream).release(handle);
}

std::vector<std::string> ForebayDevice::listAntennas(int, size_t) const
{
    return {ANTENNA};
}

void ForebayDevice::setAntenna(int direction, size_t channel, const std::string &name)
{
    receives(direction, channel);
    if (name != ANTENNA) throw std::runtime_error("antenna " + name + ": there is RX");
}

std::string ForebayDevice::getAntenna(int, size_t) const
{
    return ANTENNA;
}

std::vector<std::string> ForebayDevice::listFrequencies(int, size_t) const
{
    return {"RF"};
}

void ForebayDevice::setFrequency(int direction, size_t channel, const std::string &name, double frequency,
                                 const SoapySDR::Kwargs &)
{
    receives(direction, channel);
    if (name != "RF") throw std::runtime_error("frequency " + name + ": there is RF");
    if (!(frequency >= 0 && frequency <= MOST_FREQUENCY))
        throw std::runtime_error("frequency " + std::to_string(frequency) + ": 0 to 6 GHz");
    const std::lock_guard<std::mutex> lock(mutex_);
    frequency_ = frequency;
}

double ForebayDevice::getFrequency(int, size_t, const std::string &) const
{
    const std::lock_guard<std::mutex> lock(mutex_);
    return frequency_;
}

SoapySDR::RangeList ForebayDevice::getFrequencyRange(int, size_t, const std::string &) const
{
    return {SoapySDR::Range(0, MOST_FREQUENCY)};
}

void ForebayDevice::setSampleRate(int direction, size_t channel, double rate)
{
    receives(direction, channel);
    uint32_t count = 0;
    double hertz = 0;
    must(forebay_rate(card_.get(), rate, &count, &hertz));
    const std::lock_guard<std::mutex> lock(mutex_);
    plan_.rate = count;
    plan_.hertz = hertz;
}

double ForebayDevice::getSampleRate(int, size_t) const
{
    const std::lock_guard<std::mutex> lock(mutex_);
    return plan_.hertz;
}

std::vector<double> ForebayDevice::listSampleRates(int, size_t) const
{
    return RATES;
}

SoapySDR::RangeList ForebayDevice::getSampleRateRange(int, size_t) const
{
    return {SoapySDR::Range(LEAST_RATE, static_cast<double>(clock_hz_) / 2)};
}

// The source has no filter: the band is what the rate holds.
void ForebayDevice::setBandwidth(int direction, size_t channel, double)
{
    receives(direction, channel);
}

double ForebayDevice::getBandwidth(int direction, size_t channel) const
{
    return getSampleRate(direction, channel);
}

SoapySDR::RangeList ForebayDevice::getBandwidthRange(int direction, size_t channel) const
{
    return getSampleRateRange(direction, channel);
}

bool ForebayDevice::hasHardwareTime(const std::string &what) const
{
    return what.empty();
}

long long ForebayDevice::getHardwareTime(const std::string &what) const
{
    if (!what.empty()) throw std::runtime_error("time " + what + ": there is one, which has no name");
    uint64_t cycles = 0;
    must(forebay_source_time(card_.get(), &cycles));
    return Clock{clock_hz_}.nanoseconds(cycles);
}

void ForebayDevice::setHardwareTime(long long timeNs, const std::string &what)
{
    if (!what.empty() || timeNs < 0) throw std::runtime_error("time " + what + " " + std::to_string(timeNs) + ": there is one, of 0 ns or more, which has no name");
    must(forebay_source_set_time(card_.get(), Clock{clock_hz_}.cycles(timeNs)));
}
