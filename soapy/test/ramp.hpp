// SPDX-License-Identifier: Apache-2.0
// A ramp as it arrives: what each sample and its time has to be.
#pragma once

#include <SoapySDR/Constants.h>
#include <cstddef>
#include <cstdint>

#include "checks.hpp"

// Samples of a burst that began at `first_ns`.
struct Arrived {
    long long first_ns = 0;
    uint64_t next = 0;
    uint64_t told = 0;
    uint64_t kept = 0;
    int overflows = 0;
    int abrupt = 0;
    int ended = 0;

    // What goes on where all before has ended, or behind a gap that was told ahead of it.
    void take(const void *data, int count, int flags, long long time, int told_before)
    {
        const auto *words = static_cast<const uint32_t *>(data);
        check(count > 0, "it holds samples", count);
        const uint64_t first = words[0];
        check((first != next) == (told_before == 1), "an overflow is told where samples are missing, once", told_before);
        check(first >= next, "none comes twice", static_cast<long long>(first));
        told += first - next;
        for (int at = 0; at < count; at++)
            if (words[at] != first + static_cast<uint64_t>(at)) check(false, "the ramp goes on", at);
        check(time == time_of(first_ns, first), "its time", time);
        check((flags & SOAPY_SDR_HAS_TIME) != 0, "it has a time");
        abrupt += (flags & SOAPY_SDR_END_ABRUPT) != 0;
        ended += (flags & SOAPY_SDR_END_BURST) != 0;
        next = first + static_cast<uint64_t>(count);
        kept += static_cast<uint64_t>(count);
        overflows += told_before;
    }
};
