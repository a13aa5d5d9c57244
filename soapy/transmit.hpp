// SPDX-License-Identifier: Apache-2.0
// A stream of samples that are sent: the transmit engine, a packet a buffer, and what became of its bursts.
#pragma once

#include <SoapySDR/Types.hpp>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "convert.hpp"
#include "stream.hpp"

class TransmitStream : public ForebayStream {
public:
    TransmitStream(forebay_device *card, Clock clock, const Format &format, size_t channels, const SoapySDR::Kwargs &args,
                   const Transmission &plan);

    size_t elements() const override { return packet_; }
    size_t buffers() const override { return options_.buffers / channels_; }
    int activate(const Plan &plan, int flags, long long timeNs, size_t numElems) override;
    int deactivate() override;

    // These return what SoapySDR wants of them: counts, or its error codes. Flags of what is sent stay as the program has them: SoapyRemote and others
    // give the same ones again with the rest of what was written in part, or not in time.
    int write(const void *const *buffs, size_t numElems, int flags, long long timeNs, long timeoutUs);
    int acquire(size_t &handle, void **buffs, long timeoutUs);
    void release(size_t handle, size_t numElems, int flags, long long timeNs);
    int status(size_t &chanMask, int &flags, long long &timeNs, long timeoutUs);

    // What became of the samples of one of its channels since the last activation.
    forebay_air_account account(size_t channel) const;
    size_t channels() const { return channels_; }

private:
    // A free buffer of each channel, for packets of the same moments.
    struct Taken {
        std::vector<FreeBuffer> buffers;
        std::vector<forebay_room> rooms;
        // The activation that it belongs to.
        unsigned run = 0;
    };

    // What begins and ends with a packet.
    struct Bounds {
        bool has_time = false;
        uint64_t time = 0;
        bool ends = false;
    };

    Bounds bounds(int flags, long long timeNs);
    int take(Taken &taken, long timeoutUs);
    int send(Taken taken, size_t count, const Bounds &bounds);
    int send_one(Taken &taken, size_t channel, size_t count, const forebay_packet_header &header);
    int end(long timeoutUs);
    bool finish();
    int tell(const forebay_burst_event &event, size_t &chanMask, int &flags, long long &timeNs) const;

    forebay_device *card_;
    Clock clock_;
    const Format &format_;
    size_t channels_;
    // Samples of a packet at most.
    size_t packet_;
    forebay_transmit_options options_{};

    mutable std::mutex mutex_;
    // Somebody has activated it.
    std::condition_variable activity_;
    TransmitEngine engine_;
    // Who waits for what became of bursts does so without the lock.
    std::shared_ptr<forebay_bursts> bursts_;
    double hertz_ = 0;
    unsigned run_ = 0;
    bool active_ = false;
    // The last packet did not end its burst.
    bool open_ = false;
    // The next packet has this time if nobody says another one.
    Bounds start_;
    // What was not told yet when the stream was deactivated, and how the channels stood.
    std::deque<forebay_burst_event> left_;
    std::vector<forebay_air_account> ended_;
    // Handed out as they are.
    std::map<size_t, Taken> out_;
    size_t next_handle_ = 0;
};
