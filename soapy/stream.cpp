// SPDX-License-Identifier: Apache-2.0
#include "stream.hpp"

#include <SoapySDR/Errors.hpp>
#include <SoapySDR/Logger.hpp>
#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace {

constexpr uint64_t NANOSECONDS = 1000000000;

} // namespace

long long Clock::nanoseconds(uint64_t cycles) const
{
    return static_cast<long long>(static_cast<unsigned __int128>(cycles) * NANOSECONDS / hertz);
}

uint64_t Clock::cycles(long long nanoseconds) const
{
    const auto time = static_cast<unsigned __int128>(std::max(nanoseconds, 0LL));
    // The first cycle that is not before it.
    return static_cast<uint64_t>((time * hertz + NANOSECONDS - 1) / NANOSECONDS);
}

uint32_t argument(const SoapySDR::Kwargs &args, const char *name)
{
    const auto found = args.find(name);
    if (found == args.end()) return 0;
    size_t end = 0;
    unsigned long value = 0;
    try {
        // A sign would be taken, and the number wrapped around.
        if (std::isdigit(static_cast<unsigned char>(found->second[0]))) value = std::stoul(found->second, &end);
    } catch (const std::exception &) {
        end = 0;
    }
    if (end == 0 || end != found->second.size() || value == 0 || value > UINT32_MAX)
        throw std::runtime_error(std::string(name) + "=" + found->second + ": give a number of 1 or more");
    return static_cast<uint32_t>(value);
}

int told(const char *what, forebay_status status)
{
    SoapySDR::logf(SOAPY_SDR_ERROR, "forebay: %s: %s", what, forebay_last_error());
    return status == FOREBAY_STATUS_LATE ? SOAPY_SDR_TIME_ERROR : SOAPY_SDR_STREAM_ERROR;
}

uint64_t patience(long timeoutUs)
{
    return static_cast<uint64_t>(std::max(timeoutUs, 0L));
}
