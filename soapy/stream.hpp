// SPDX-License-Identifier: Apache-2.0
// What streams of both directions are to the device, and what they share.
#pragma once

#include <SoapySDR/Types.hpp>
#include <cstdint>
#include <string>

#include "handles.hpp"

// How many samples of a channel there are: in 2^32 cycles of the card's clock, and per second.
struct Rate {
    uint32_t count = 0;
    double hertz = 0;
};

// What is to be captured, and how; taken over when a stream is activated.
struct Reception {
    Rate rate;
    uint32_t wave = FOREBAY_WAVE_TONE;
    double tone_hz = 0;
    // What is sent is captured instead of a wave.
    bool loop = false;
    // What happens when all buffers are full: gap, overwrite or stop.
    std::string policy = "gap";
    // For programs that activate without a time or a length; each is used once. Negative, or 0: none.
    long long start_ns = -1;
    unsigned long long samples = 0;
};

// The same of what is to be sent; the length of packets is taken over when a stream is set up.
struct Transmission {
    Rate rate;
    // Samples of a packet at most.
    uint32_t packet = 2048;
    long long start_ns = -1;
};

struct Plan {
    Reception receive;
    Transmission transmit;
};

// Times in cycles of the card's clock and in nanoseconds.
struct Clock {
    uint64_t hertz;

    long long nanoseconds(uint64_t cycles) const;
    uint64_t cycles(long long nanoseconds) const;
};

class ForebayStream {
public:
    virtual ~ForebayStream() = default;

    // Elements of each channel in a buffer, and how many of these a program can have at once.
    virtual size_t elements() const = 0;
    virtual size_t buffers() const = 0;

    // These return what SoapySDR wants of them: 0, or one of its error codes.
    virtual int activate(const Plan &plan, int flags, long long timeNs, size_t numElems) = 0;
    virtual int deactivate() = 0;
};

// The number in an argument of a stream; 0 if it is not there.
uint32_t argument(const SoapySDR::Kwargs &args, const char *name);

// Writes what the library says of a call that failed into the log; the error code.
int told(const char *what, forebay_status status);

// A time limit of SoapySDR as the library has it.
uint64_t patience(long timeoutUs);
