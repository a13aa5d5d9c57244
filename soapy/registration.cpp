// SPDX-License-Identifier: Apache-2.0
// How SoapySDR finds cards.
#include <SoapySDR/Registry.hpp>
#include <algorithm>
#include <filesystem>
#include <system_error>

#include "device.hpp"

namespace {

// The card in this process that is there without a driver, by the wall's clock.
constexpr auto SIMULATED = "paced:radio";
// Cards behind our driver have a node for capture.
constexpr auto NODE = "forebay";
constexpr auto CAPTURE = "_cap0";

SoapySDR::Kwargs found(const std::string &card)
{
    return {{"card", card}, {"label", "Forebay " + card}, {"driver", "forebay"}};
}

SoapySDR::KwargsList find(const SoapySDR::Kwargs &args)
{
    const auto asked = args.find("card");
    if (asked != args.end()) return {found(asked->second)};
    SoapySDR::KwargsList cards;
    std::error_code none;
    for (const auto &entry : std::filesystem::directory_iterator("/dev", none)) {
        const std::string name = entry.path().filename();
        const auto end = name.find(CAPTURE);
        if (name.rfind(NODE, 0) == 0 && end != std::string::npos && end + std::string(CAPTURE).size() == name.size())
            cards.push_back(found("/dev/" + name.substr(0, end)));
    }
    std::sort(cards.begin(), cards.end(), [](const auto &one, const auto &other) { return one.at("card") < other.at("card"); });
    // Nobody is to get a simulated card who has not asked for it.
    if (args.count("driver") != 0) cards.push_back(found(SIMULATED));
    return cards;
}

SoapySDR::Device *make(const SoapySDR::Kwargs &args)
{
    SoapySDR::Kwargs known = args;
    if (known.count("card") == 0) known["card"] = find(args).empty() ? SIMULATED : find(args).front().at("card");
    return new ForebayDevice(known);
}

const SoapySDR::Registry REGISTRY("forebay", &find, &make, SOAPY_SDR_ABI_VERSION);

} // namespace
