// SPDX-License-Identifier: Apache-2.0
#include "device.hpp"

#include <algorithm>
#include <stdexcept>

namespace {

// Of each direction.
constexpr size_t CHANNELS = 4;
constexpr double USUAL_RATE = 1e6;
// The list is for programs that want one; every rate in the range can be had.
const std::vector<double> RATES = {250e3, 500e3, 1e6, 2e6, 2.5e6, 4e6, 5e6, 8e6, 10e6, 12.5e6, 20e6, 25e6, 40e6, 50e6, 61.44e6, 80e6, 100e6, 125e6};
// A sample every other cycle, and where a rate is still within one in a million of any that is asked for.
constexpr double LEAST_RATE = 29104.0;
// Nothing is tuned: what is set is kept and told.
constexpr double MOST_FREQUENCY = 6e9;
// Nothing is amplified.
constexpr auto GAIN = "DIGITAL";

const char *antenna(int direction)
{
    return direction == SOAPY_SDR_RX ? "RX" : "TX";
}

} // namespace

ForebayDevice::ForebayDevice(const SoapySDR::Kwargs &args) : spec_(args.at("card")), clock_hz_(0), transmits_(false)
{
    forebay_device *opened = nullptr;
    must(forebay_open(spec_.c_str(), &opened));
    card_.reset(opened);
    clock_hz_ = forebay_clock_hz(card_.get());
    if (clock_hz_ == 0) throw std::runtime_error(forebay_last_error());
    forebay_air_state air{};
    transmits_ = forebay_air_status(card_.get(), &air) == FOREBAY_STATUS_OK;
    Rate usual;
    must(forebay_rate(card_.get(), USUAL_RATE, &usual.count, &usual.hertz));
    plan_.receive.rate = usual;
    plan_.transmit.rate = usual;
    plan_.receive.tone_hz = usual.hertz / 16;
}

size_t ForebayDevice::channels(int direction) const
{
    return direction == SOAPY_SDR_RX || transmits_ ? CHANNELS : 0;
}

void ForebayDevice::there_is(int direction, size_t channel) const
{
    if (channel < channels(direction)) return;
    const std::string way = direction == SOAPY_SDR_RX ? "receive" : "transmit";
    throw std::runtime_error("channel " + std::to_string(channel) + " (" + way + "): " +
                             (channels(direction) == 0 ? spec_ + " does not " + way : "there are " + way + " channels 0 to 3"));
}

const Rate &ForebayDevice::rate(int direction) const
{
    return direction == SOAPY_SDR_RX ? plan_.receive.rate : plan_.transmit.rate;
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
    return channels(direction);
}

bool ForebayDevice::getFullDuplex(int, size_t) const
{
    return transmits_;
}

std::vector<std::string> ForebayDevice::listAntennas(int direction, size_t) const
{
    return {antenna(direction)};
}

void ForebayDevice::setAntenna(int direction, size_t channel, const std::string &name)
{
    there_is(direction, channel);
    if (name != antenna(direction)) throw std::runtime_error("antenna " + name + ": there is " + antenna(direction));
}

std::string ForebayDevice::getAntenna(int direction, size_t) const
{
    return antenna(direction);
}

std::vector<std::string> ForebayDevice::listGains(int, size_t) const
{
    return {GAIN};
}

// What is asked for becomes the nearest that there is, as with frequencies and gains of other devices.
void ForebayDevice::setGain(int direction, size_t channel, const std::string &name, double)
{
    there_is(direction, channel);
    if (name != GAIN) throw std::runtime_error("gain " + name + ": there is " + GAIN);
}

double ForebayDevice::getGain(int, size_t, const std::string &) const
{
    return 0;
}

SoapySDR::Range ForebayDevice::getGainRange(int, size_t, const std::string &) const
{
    return SoapySDR::Range(0, 0);
}

std::vector<std::string> ForebayDevice::listFrequencies(int, size_t) const
{
    return {"RF"};
}

void ForebayDevice::setFrequency(int direction, size_t channel, const std::string &name, double frequency,
                                 const SoapySDR::Kwargs &)
{
    there_is(direction, channel);
    if (name != "RF") throw std::runtime_error("frequency " + name + ": there is RF");
    if (!(frequency >= 0 && frequency <= MOST_FREQUENCY))
        throw std::runtime_error("frequency " + std::to_string(frequency) + ": 0 to 6 GHz");
    const std::lock_guard<std::mutex> lock(mutex_);
    frequency_[direction == SOAPY_SDR_RX] = frequency;
}

double ForebayDevice::getFrequency(int direction, size_t, const std::string &) const
{
    const std::lock_guard<std::mutex> lock(mutex_);
    return frequency_[direction == SOAPY_SDR_RX];
}

SoapySDR::RangeList ForebayDevice::getFrequencyRange(int, size_t, const std::string &) const
{
    return {SoapySDR::Range(0, MOST_FREQUENCY)};
}

void ForebayDevice::setSampleRate(int direction, size_t channel, double rate)
{
    there_is(direction, channel);
    Rate nearest;
    must(forebay_rate(card_.get(), rate, &nearest.count, &nearest.hertz));
    const std::lock_guard<std::mutex> lock(mutex_);
    (direction == SOAPY_SDR_RX ? plan_.receive.rate : plan_.transmit.rate) = nearest;
}

double ForebayDevice::getSampleRate(int direction, size_t) const
{
    const std::lock_guard<std::mutex> lock(mutex_);
    return rate(direction).hertz;
}

std::vector<double> ForebayDevice::listSampleRates(int, size_t) const
{
    return RATES;
}

SoapySDR::RangeList ForebayDevice::getSampleRateRange(int, size_t) const
{
    return {SoapySDR::Range(LEAST_RATE, static_cast<double>(clock_hz_) / 2)};
}

// There is no filter: the band is what the rate holds.
void ForebayDevice::setBandwidth(int direction, size_t channel, double)
{
    there_is(direction, channel);
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
