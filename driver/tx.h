/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Transmission: what the driver keeps of the front end mm2s beside what it keeps of both ways.
 */
#ifndef FOREBAY_TX_H
#define FOREBAY_TX_H

#include <linux/container_of.h>

#include "pairs.h"

/**
 * struct forebay_transmit - the front end mm2s of a card; guarded by ring_lock
 * @pairs: what both ways have, first
 * @cut: buffers that were cut short, since the file was opened
 */
struct forebay_transmit {
	struct forebay_pairs pairs;
	u64 cut;
};

/** forebay_transmit_of() - what there is of transmission beside what both ways have. */
static inline struct forebay_transmit *forebay_transmit_of(struct forebay_pairs *pairs)
{
	return container_of(pairs, struct forebay_transmit, pairs);
}

#endif
