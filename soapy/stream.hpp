// SPDX-License-Identifier: Apache-2.0
// A stream of samples: the capture engine and the burst that fills it.
#pragma once

#include <SoapySDR/Types.hpp>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "convert.hpp"
#include "handles.hpp"

// What is to be captured, and how; taken over when a stream is activated.
struct Plan {
    uint32_t rate = 0;
    double hertz = 0;
    uint32_t wave = FOREBAY_WAVE_TONE;
    double tone_hz = 0;
    // What happens when all buffers are full: gap, overwrite or stop.
    std::string policy = "gap";
    // For programs that activate without a time or a length; each is used once. Negative, or 0: none.
    long long start_ns = -1;
    unsigned long long samples = 0;
};

// Times in cycles of the card's clock and in nanoseconds.
struct Clock {
    uint64_t hertz;

    long long nanoseconds(uint64_t cycles) const;
    uint64_t cycles(long long nanoseconds) const;
};

class ForebayStream {
public:
    ForebayStream(forebay_device *card, Clock clock, Convert convert, bool native, size_t channels,
                  const SoapySDR::Kwargs &args, double hertz);

    // Elements of each channel in a buffer.
    size_t elements() const;
    size_t buffers() const { return options_.buffers; }

    // These return what SoapySDR wants of them: counts, or its error codes.
    int activate(const Plan &plan, int flags, long long timeNs, size_t numElems);
    int deactivate();
    int read(void *const *buffs, size_t numElems, int &flags, long long &timeNs, long timeoutUs);
    int acquire(size_t &handle, const void **buffs, int &flags, long long &timeNs, long timeoutUs);
    void release(size_t handle);

    // Times that samples were found missing since the last activation.
    uint64_t overflows() const { return overflows_; }

private:
    // A full buffer, and how much of it was read.
    struct Taken {
        Buffer buffer;
        forebay_buffer_info info{};
        size_t read = 0;
        bool told = false;
    };

    size_t element_bytes() const { return SAMPLE_BYTES * channels_; }
    void fit(double hertz);
    int take(Taken &taken, long timeoutUs);
    bool tells_overflow(Taken &taken);
    long long time_of(const Taken &taken) const;
    int flags_at_end(const Taken &taken) const;
    void drain();

    forebay_device *card_;
    Clock clock_;
    Convert convert_;
    // The format is the card's, so buffers can be handed out as they are.
    bool native_;
    size_t channels_;
    // What was said when the stream was set up; 0: as the rate wants it.
    uint32_t bytes_wanted_;
    uint32_t buffers_wanted_;
    forebay_capture_options options_{};

    std::mutex mutex_;
    Engine engine_;
    bool active_ = false;
    uint32_t rate_ = 0;
    // Time of the first sample of the burst, once a buffer has told it.
    bool began_ = false;
    uint64_t first_ = 0;
    uint64_t overflows_ = 0;
    Taken current_;
    // Handed out as they are.
    std::map<size_t, Buffer> out_;
    size_t next_handle_ = 0;
};
