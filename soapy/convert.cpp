// SPDX-License-Identifier: Apache-2.0
#include "convert.hpp"

#include <SoapySDR/Formats.hpp>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace {

constexpr auto FLOAT_SCALE = static_cast<float>(FULL_SCALE);

template <typename Component, typename Change>
void each(const int16_t *from, size_t stride, size_t count, void *into, Change change)
{
    auto *to = static_cast<Component *>(into);
    for (size_t sample = 0; sample < count; sample++) {
        to[2 * sample] = change(from[2 * sample * stride]);
        to[2 * sample + 1] = change(from[2 * sample * stride + 1]);
    }
}

template <typename Component, typename Change>
void each_back(const void *from, size_t count, int16_t *into, Change change)
{
    const auto *components = static_cast<const Component *>(from);
    std::transform(components, components + 2 * count, into, change);
}

void cs16_to_program(const int16_t *from, size_t stride, size_t count, void *into)
{
    if (stride == 1) {
        std::memcpy(into, from, count * SAMPLE_BYTES);
        return;
    }
    each<int16_t>(from, stride, count, into, [](int16_t value) { return value; });
}

void cs16_to_card(const void *from, size_t count, int16_t *into)
{
    std::memcpy(into, from, count * SAMPLE_BYTES);
}

void cf32_to_program(const int16_t *from, size_t stride, size_t count, void *into)
{
    each<float>(from, stride, count, into, [](int16_t value) { return value / FLOAT_SCALE; });
}

void cf32_to_card(const void *from, size_t count, int16_t *into)
{
    using Limits = std::numeric_limits<int16_t>;
    each_back<float>(from, count, into, [](float value) -> int16_t {
        if (std::isnan(value)) return 0;
        const float scaled = std::clamp(value * FLOAT_SCALE, static_cast<float>(Limits::min()), static_cast<float>(Limits::max()));
        return static_cast<int16_t>(std::lrint(scaled));
    });
}

void cs8_to_program(const int16_t *from, size_t stride, size_t count, void *into)
{
    each<int8_t>(from, stride, count, into, [](int16_t value) { return static_cast<int8_t>(value >> 8); });
}

void cs8_to_card(const void *from, size_t count, int16_t *into)
{
    each_back<int8_t>(from, count, into, [](int8_t value) { return static_cast<int16_t>(value * 256); });
}

constexpr Format CS16 = {4, true, cs16_to_program, cs16_to_card};
constexpr Format CF32 = {8, false, cf32_to_program, cf32_to_card};
constexpr Format CS8 = {2, false, cs8_to_program, cs8_to_card};

} // namespace

const Format *format_of(const std::string &name)
{
    if (name == SOAPY_SDR_CS16) return &CS16;
    if (name == SOAPY_SDR_CF32) return &CF32;
    if (name == SOAPY_SDR_CS8) return &CS8;
    return nullptr;
}
