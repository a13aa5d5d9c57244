// SPDX-License-Identifier: Apache-2.0
// Samples as programs have them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

// Full scale of a component.
constexpr double FULL_SCALE = 32768.0;
// Bytes of a sample as the card has it: two components of 16 bits.
constexpr size_t SAMPLE_BYTES = 4;

// A format of samples, and the way between it and the card's.
struct Format {
    // Bytes of a sample.
    size_t bytes;
    // It is the card's, so that a program can have the card's buffers as they are.
    bool native;
    // Puts `count` samples into `into`, every `stride`th of those from `from` on.
    void (*to_program)(const int16_t *from, size_t stride, size_t count, void *into);
    // Puts `count` samples into `into`. What the card has no value for becomes the nearest that it has, and what is no number silence.
    void (*to_card)(const void *from, size_t count, int16_t *into);
};

// What SoapySDR calls so; nullptr for a format that there is not.
const Format *format_of(const std::string &name);
