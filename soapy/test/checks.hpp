// SPDX-License-Identifier: Apache-2.0
// What the programs of the tests share: checks that end a program at the first one that does not hold, and times of samples.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>

constexpr double RATE = 40e6;
// Samples in 2^32 cycles of 4 ns.
constexpr uint64_t COUNT = 687194767;

inline int checks = 0;

inline void check(bool holds, const char *what, long long seen = 0)
{
    checks++;
    if (holds) return;
    std::fprintf(stderr, "not so: %s (%lld)\n", what, seen);
    std::exit(1);
}

// Time of a sample of a burst that begins at `first`, in nanoseconds.
inline long long time_of(long long first, uint64_t sample)
{
    const auto cycles = (static_cast<unsigned __int128>(sample) << 32) + COUNT - 1;
    return first + 4 * static_cast<long long>(cycles / COUNT);
}
