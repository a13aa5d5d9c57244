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

[[noreturn]] void unknown(const std::string &what, const std::string &key)
{
    throw std::runtime_error(what + " " + key + " is not known; ask for the list of them");
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
    auto start = setting("start_ns", "Start", "Hardware time of the first sample of the next activation; -1: at once", SoapySDR::ArgInfo::INT, "-1");
    start.units = "ns";
    const auto samples = setting("samples", "Samples", "Length of the next activation; 0: no end", SoapySDR::ArgInfo::INT, "0");
    return {wave, tone, policy, start, samples};
}

void ForebayDevice::writeSetting(const std::string &key, const std::string &value)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    if (key == "wave") {
        const auto found = WAVES.find(value);
        if (found == WAVES.end()) throw std::runtime_error("wave=" + value + ": tone, ramp or noise");
        plan_.wave = found->second;
    } else if (key == "tone_hz") {
        const auto tone = number<double>(key, value, [](const std::string &text, size_t *end) { return std::stod(text, end); });
        if (!(std::abs(tone) <= static_cast<double>(clock_hz_))) throw std::runtime_error("tone_hz=" + value + ": a frequency below the card's clock");
        plan_.tone_hz = tone;
    } else if (key == "policy") {
        if (value != "gap" && value != "overwrite" && value != "stop") throw std::runtime_error("policy=" + value + ": gap, overwrite or stop");
        plan_.policy = value;
    } else if (key == "start_ns") {
        plan_.start_ns = number<long long>(key, value, [](const std::string &text, size_t *end) { return std::stoll(text, end); });
    } else if (key == "samples") {
        const auto samples = number<long long>(key, value, [](const std::string &text, size_t *end) { return std::stoll(text, end); });
        if (samples < 0) throw std::runtime_error("samples=" + value + ": 0 or more");
        plan_.samples = static_cast<unsigned long long>(samples);
    } else {
        unknown("setting", key);
    }
}

std::string ForebayDevice::readSetting(const std::string &key) const
{
    const std::lock_guard<std::mutex> lock(mutex_);
    if (key == "wave") {
        for (const auto &known : WAVES)
            if (known.second == plan_.wave) return known.first;
    }
    if (key == "tone_hz") return std::to_string(plan_.tone_hz);
    if (key == "policy") return plan_.policy;
    if (key == "start_ns") return std::to_string(plan_.start_ns);
    if (key == "samples") return std::to_string(plan_.samples);
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
        const std::lock_guard<std::mutex> lock(mutex_);
        return std::to_string(stream_ ? stream_->overflows() : 0);
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
