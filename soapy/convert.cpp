// SPDX-License-Identifier: Apache-2.0
#include "convert.hpp"

#include <SoapySDR/Formats.hpp>
#include <cstring>

namespace {

template <typename Component, typename Change>
void each(const int16_t *from, size_t stride, size_t count, void *into, Change change)
{
    auto *to = static_cast<Component *>(into);
    for (size_t sample = 0; sample < count; sample++) {
        to[2 * sample] = change(from[2 * sample * stride]);
        to[2 * sample + 1] = change(from[2 * sample * stride + 1]);
    }
}

void to_cs16(const int16_t *from, size_t stride, size_t count, void *into)
{
    if (stride == 1) {
        std::memcpy(into, from, count * SAMPLE_BYTES);
        return;
    }
    each<int16_t>(from, stride, count, into, [](int16_t value) { return value; });
}

void to_cf32(const int16_t *from, size_t stride, size_t count, void *into)
{
    each<float>(from, stride, count, into, [](int16_t value) { return value / static_cast<float>(FULL_SCALE); });
}

void to_cs8(const int16_t *from, size_t stride, size_t count, void *into)
{
    each<int8_t>(from, stride, count, into, [](int16_t value) { return static_cast<int8_t>(value >> 8); });
}

} // namespace

Convert conversion(const std::string &format)
{
    if (format == SOAPY_SDR_CS16) return to_cs16;
    if (format == SOAPY_SDR_CF32) return to_cf32;
    if (format == SOAPY_SDR_CS8) return to_cs8;
    return nullptr;
}
