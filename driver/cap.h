/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Capture: what the driver keeps of the front end s2mm beside what it keeps of both ways.
 */
#ifndef FOREBAY_CAP_H
#define FOREBAY_CAP_H

#include <linux/container_of.h>

#include "pairs.h"

/**
 * struct forebay_capture - the front end s2mm of a card; guarded by ring_lock
 * @pairs: what both ways have, first
 * @unsaid: samples that were lost ahead of buffers which had nothing in them
 * @lost: samples that were lost ahead of full buffers which were filled anew
 * @overwritten: bytes in those; both are told by the next that is taken
 * @read_at: how much of the buffer that a read is at was read
 * @last: what was told of the last one that a read was at
 * @has_last: there was one
 * @sum_lost: samples that records have told to be lost, since the file was opened
 * @sum_gaps: how many of them have
 * @sum_overwritten: bytes of full buffers that were filled anew
 */
struct forebay_capture {
	struct forebay_pairs pairs;
	u64 unsaid;
	u64 lost;
	u64 overwritten;
	u32 read_at;
	struct forebay_cap_buffer last;
	bool has_last;
	u64 sum_lost;
	u64 sum_gaps;
	u64 sum_overwritten;
};

/** forebay_capture_of() - what there is of capture beside what both ways have. */
static inline struct forebay_capture *forebay_capture_of(struct forebay_pairs *pairs)
{
	return container_of(pairs, struct forebay_capture, pairs);
}

#endif
