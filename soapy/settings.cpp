// SPDX-License-Identifier: Apache-2.0
// What SoapySDR has no call for: settings, and what the card counts.
#include <SoapySDR/Types.hpp>
#include <cmath>
#include <map>
#include <stdexcept>

#include "device.hpp"

namespace {

const std::map<std::string, uint32_t> WAVES = {
    {"tone", FOREBAY_WAVE_TONE}, {"ramp", FOREBAY_WAVE_RAMP}, {"noise", FOREBAY_WAVE_NOISE}};
const std::vector<std::string> POLICIES = {"gap", "overwrite", "stop"};

SoapySDR::ArgInfo setting(const char *key, const char *name, const char *description, SoapySDR::ArgInfo::Type type, const char *value)
{
    SoapySDR::ArgInfo info;
    info.key = key;
    info.name = name;
    info.description = description;
    info.type = type;
    info.value = value;
    return info;
}

template <typename Number, typename Read>
Number number(const std::string &key, const std::string &text, Read read)
{
    size_t end = 0;
    Number value{};
    try {
        value = read(text, &end);
    } catch (const std::exception &) {
        end = 0;
    }
    if (end == 0 || end != text.size()) throw std::runtime_error(key + "=" + text + ": give a number");
    return value;
}

long long whole(const std::string &key, const std::string &text)
{
    return number<long long>(key, text, [](const std::string &digits, size_t *end) { return std::stoll(digits, end); });
}

[[noreturn]] void unknown(const std::string &what, const std::string &key)
{
    throw std::runtime_error(what + " " + key + " is not known; ask for the list of them");
}

// What the card counts of each channel that sends, since a stream was activated.
struct Counter {
    const char *key;
    const char *about;
    uint64_t (*of)(const forebay_air_account &account);
};

constexpr Counter COUNTERS[] = {
    {"sent", "Samples that were sent", [](const forebay_air_account &account) { return account.sent; }},
    {"missed", "Moments of bursts for which there was no sample", [](const forebay_air_account &account) { return account.missed; }},
    {"late", "Samples that were dropped because their time was over", [](const forebay_air_account &account) { return account.late; }},
    {"packets", "Packets that the card has taken", [](const forebay_air_account &account) { return uint64_t{account.packets}; }},
};

const Counter &counter_of(int direction, const std::string &key)
{
    if (direction == SOAPY_SDR_TX)
        for (const Counter &counter : COUNTERS)
            if (key == counter.key) return counter;
    unknown("sensor", key);
}

} // namespace

SoapySDR::ArgInfoList ForebayDevice::getSettingInfo() const
{
    auto wave = setting("wave", "Wave", "What the samples are", SoapySDR::ArgInfo::STRING, "tone");
    for (const auto &known : WAVES) wave.options.push_back(known.first);
    auto tone = setting("tone_hz", "Tone", "Frequency of the tone in the band; a sixteenth of the first rate if not set", SoapySDR::ArgInfo::FLOAT, "62500");
    tone.units = "Hz";
    auto policy = setting("policy", "When all buffers are full", "gap: samples are lost until one is free; overwrite: the oldest buffer is used again; stop: the burst ends",
                          SoapySDR::ArgInfo::STRING, "gap");
    policy.options = POLICIES;
    auto start = setting("start_ns", "Start", "Hardware time of the first sample that is received by the next activation; -1: at once", SoapySDR::ArgInfo::INT, "-1");
    start.units = "ns";
    const auto samples = setting("samples", "Samples", "Length of the next activation; 0: no end", SoapySDR::ArgInfo::INT, "0");
    const auto loop = setting("loop", "Loop", "What is sent is received, instead of a wave", SoapySDR::ArgInfo::BOOL, "false");
    auto packet = setting("packet", "Packet", "Samples of a packet that is sent, at most; of streams that are set up from here on", SoapySDR::ArgInfo::INT, "2048");
    packet.range = SoapySDR::Range(1, FOREBAY_PACKET_SAMPLES);
    auto tx_start = setting("tx_start_ns", "Start of transmission", "Hardware time of the first sample that is sent by the next activation; -1: at once",
                            SoapySDR::ArgInfo::INT, "-1");
    tx_start.units = "ns";
    return {wave, tone, policy, start, samples, loop, packet, tx_start};
}

void ForebayDevice::writeSetting(const std::string &key, const std::string &value)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    if (key == "wave") {
        const auto found = WAVES.find(value);
        if (found == WAVES.end()) throw std::runtime_error("wave=" + value + ": tone, ramp or noise");
        plan_.receive.wave = found->second;
    } else if (key == "tone_hz") {
        const auto tone = number<double>(key, value, [](const std::string &text, size_t *end) { return std::stod(text, end); });
        if (!(std::abs(tone) <= static_cast<double>(clock_hz_))) throw std::runtime_error("tone_hz=" + value + ": a frequency below the card's clock");
        plan_.receive.tone_hz = tone;
    } else if (key == "policy") {
        if (value != "gap" && value != "overwrite" && value != "stop") throw std::runtime_error("policy=" + value + ": gap, overwrite or stop");
        plan_.receive.policy = value;
    } else if (key == "start_ns") {
        plan_.receive.start_ns = whole(key, value);
    } else if (key == "samples") {
        const auto samples = whole(key, value);
        if (samples < 0) throw std::runtime_error("samples=" + value + ": 0 or more");
        plan_.receive.samples = static_cast<unsigned long long>(samples);
    } else if (key == "loop") {
        if (value != "true" && value != "false") throw std::runtime_error("loop=" + value + ": true or false");
        plan_.receive.loop = value == "true";
    } else if (key == "packet") {
        const auto samples = whole(key, value);
        if (samples < 1 || samples > FOREBAY_PACKET_SAMPLES)
            throw std::runtime_error("packet=" + value + ": 1 to " + std::to_string(FOREBAY_PACKET_SAMPLES) + " samples");
        plan_.transmit.packet = static_cast<uint32_t>(samples);
    } else if (key == "tx_start_ns") {
        plan_.transmit.start_ns = whole(key, value);
    } else {
        unknown("setting", key);
    }
}

std::string ForebayDevice::readSetting(const std::string &key) const
{
    const std::lock_guard<std::mutex> lock(mutex_);
    if (key == "wave") {
        for (const auto &known : WAVES)
            if (known.second == plan_.receive.wave) return known.first;
    }
    if (key == "tone_hz") return std::to_string(plan_.receive.tone_hz);
    if (key == "policy") return plan_.receive.policy;
    if (key == "start_ns") return std::to_string(plan_.receive.start_ns);
    if (key == "samples") return std::to_string(plan_.receive.samples);
    if (key == "loop") return plan_.receive.loop ? "true" : "false";
    if (key == "packet") return std::to_string(plan_.transmit.packet);
    if (key == "tx_start_ns") return std::to_string(plan_.transmit.start_ns);
    unknown("setting", key);
}

std::vector<std::string> ForebayDevice::listSensors() const
{
    return {"produced", "kept", "lost", "overflows", "held"};
}

SoapySDR::ArgInfo ForebayDevice::getSensorInfo(const std::string &key) const
{
    static const std::map<std::string, const char *> ABOUT = {
        {"produced", "Samples of a channel made since the burst began"},
        {"kept", "Of these, the ones that went to the host"},
        {"lost", "Of these, the ones that found no room"},
        {"overflows", "Times that samples were found missing since the stream was activated"},
        {"held", "The card has samples of a burst that nobody has taken"}};
    const auto found = ABOUT.find(key);
    if (found == ABOUT.end()) unknown("sensor", key);
    const auto type = key == "held" ? SoapySDR::ArgInfo::BOOL : SoapySDR::ArgInfo::INT;
    return setting(key.c_str(), key.c_str(), found->second, type, key == "held" ? "false" : "0");
}

std::string ForebayDevice::readSensor(const std::string &key) const
{
    if (key == "overflows") {
        const auto receives = current(receive_);
        return std::to_string(receives ? receives->overflows() : 0);
    }
    if (key == "held") {
        forebay_source_state state{};
        must(forebay_source_status(card_.get(), &state));
        return state.held ? "true" : "false";
    }
    forebay_account account{};
    must(forebay_source_account(card_.get(), 0, &account));
    if (key == "produced") return std::to_string(account.produced);
    if (key == "kept") return std::to_string(account.kept);
    if (key == "lost") return std::to_string(account.lost);
    unknown("sensor", key);
}

std::vector<std::string> ForebayDevice::listSensors(int direction, size_t channel) const
{
    there_is(direction, channel);
    std::vector<std::string> keys;
    if (direction == SOAPY_SDR_TX)
        for (const auto &counter : COUNTERS) keys.emplace_back(counter.key);
    return keys;
}

SoapySDR::ArgInfo ForebayDevice::getSensorInfo(int direction, size_t channel, const std::string &key) const
{
    there_is(direction, channel);
    return setting(key.c_str(), key.c_str(), counter_of(direction, key).about, SoapySDR::ArgInfo::INT, "0");
}

std::string ForebayDevice::readSensor(int direction, size_t channel, const std::string &key) const
{
    there_is(direction, channel);
    const auto &counter = counter_of(direction, key);
    const auto sends = current(transmit_);
    if (sends && channel < sends->channels()) return std::to_string(counter.of(sends->account(channel)));
    forebay_air_account account{};
    must(forebay_air_account_of(card_.get(), static_cast<uint32_t>(channel), &account));
    return std::to_string(counter.of(account));
}
