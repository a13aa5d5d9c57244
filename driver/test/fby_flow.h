/* SPDX-License-Identifier: GPL-2.0-only */
/* A burst that comes through capture whole: the proof that it works, whatever was before. */
#ifndef FBY_FLOW_H
#define FBY_FLOW_H

#include "fby_cap.h"

/** Longest wait for a buffer that comes, in milliseconds. */
#define FBY_FLOW_MS 20000u

/** fby_cap_at() - Where a buffer lies in the map. */
const unsigned char *fby_cap_at(const struct fby_cap *cap, uint32_t index);

/** fby_cap_release_all() - Gives back whatever buffers the program has, however many there are of them. */
void fby_cap_release_all(const struct fby_cap *cap);

/**
 * fby_cap_flows() - Two checks: a burst comes through a file that runs and is mapped, to the sample.
 * @after: what was before, in words
 *
 * What the card has kept of bursts before is taken first. Nothing else is full.
 */
void fby_cap_flows(const struct fby_cap *cap, const char *after);

/** fby_cap_works() - The same of a file that is opened for it. */
void fby_cap_works(const char *after);

/**
 * fby_cap_back() - Starts a file's capture as soon as the driver has brought the engine or the card back by itself: until then
 * START is EIO or ENODEV. Returns whether it has started within a minute.
 */
bool fby_cap_back(const struct fby_cap *cap);

/** fby_cap_stream() - Opens a file, maps its buffers and starts; or bails out. */
struct fby_cap fby_cap_stream(uint32_t buffers, uint32_t bytes, uint32_t flags, uint32_t policy);

#endif
