// SPDX-License-Identifier: Apache-2.0
// A stream of samples that are received: the capture engine and the burst that fills it.
#pragma once

#include <SoapySDR/Types.hpp>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "convert.hpp"
#include "stream.hpp"

class ReceiveStream : public ForebayStream {
public:
    ReceiveStream(forebay_device *card, Clock clock, const Format &format, size_t channels, const SoapySDR::Kwargs &args,
                  double hertz);

    size_t elements() const override;
    size_t buffers() const override { return options_.buffers; }
    int activate(const Plan &plan, int flags, long long timeNs, size_t numElems) override;
    int deactivate() override;

    // These return what SoapySDR wants of them: counts, or its error codes.
    int read(void *const *buffs, size_t numElems, int &flags, long long &timeNs, long timeoutUs);
    int acquire(size_t &handle, const void **buffs, int &flags, long long &timeNs, long timeoutUs);
    void release(size_t handle);

    // Times that samples were found missing since the last activation.
    uint64_t overflows() const { return overflows_; }

private:
    // A full buffer, and how much of it was read.
    struct Taken {
        FullBuffer buffer;
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
    const Format &format_;
    size_t channels_;
    // What was said when the stream was set up; 0: as the rate wants it.
    uint32_t bytes_wanted_;
    uint32_t buffers_wanted_;
    forebay_capture_options options_{};

    std::mutex mutex_;
    CaptureEngine engine_;
    bool active_ = false;
    uint32_t rate_ = 0;
    // Time of the first sample of the burst, once a buffer has told it.
    bool began_ = false;
    uint64_t first_ = 0;
    uint64_t overflows_ = 0;
    Taken current_;
    // Handed out as they are.
    std::map<size_t, FullBuffer> out_;
    size_t next_handle_ = 0;
};
