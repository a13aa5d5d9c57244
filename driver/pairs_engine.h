/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The engine: its registers and its records.
 */
#ifndef FOREBAY_PAIRS_ENGINE_H
#define FOREBAY_PAIRS_ENGINE_H

#include "pairs.h"

/**
 * struct forebay_pairs_record - a record
 * @said: what is told of the buffer, but for its index
 * @bus: where the buffer is
 */
struct forebay_pairs_record {
	struct forebay_cap_buffer said;
	u64 bus;
};

int forebay_pairs_engine_reset(const struct forebay_pairs *pairs);
int forebay_pairs_engine_start(const struct forebay_pairs *pairs,
			       const struct forebay_pairs_set *set);
void forebay_pairs_engine_stop(const struct forebay_pairs *pairs);
int forebay_pairs_engine_await(const struct forebay_pairs *pairs);
bool forebay_pairs_status_rests(u32 status);
bool forebay_pairs_status_failed(u32 status);
u32 forebay_pairs_engine_status(const struct forebay_pairs *pairs);
bool forebay_pairs_engine_rests(const struct forebay_pairs *pairs);
void forebay_pairs_engine_arm(const struct forebay_pairs *pairs, dma_addr_t bus, u32 bytes);
u32 forebay_pairs_engine_ack(const struct forebay_pairs *pairs);
bool forebay_pairs_record(const struct forebay_pairs_set *set, u32 sequence,
			struct forebay_pairs_record *record);

#endif
