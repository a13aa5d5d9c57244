// SPDX-License-Identifier: Apache-2.0
// Samples as programs want them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

// Full scale of a component.
constexpr double FULL_SCALE = 32768.0;
// Bytes of a sample as the card has it: two components of 16 bits.
constexpr size_t SAMPLE_BYTES = 4;

// Puts `count` samples into `into`, every `stride`th of those from `from` on.
using Convert = void (*)(const int16_t *from, size_t stride, size_t count, void *into);

// The conversion to a format of SoapySDR; nullptr for one that there is not.
Convert conversion(const std::string &format);
