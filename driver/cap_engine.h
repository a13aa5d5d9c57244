/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The engine: its registers and its records.
 */
#ifndef FOREBAY_CAP_ENGINE_H
#define FOREBAY_CAP_ENGINE_H

#include "cap.h"

/**
 * struct forebay_cap_record - a record
 * @said: what is told of the buffer, but for its index
 * @bus: where the buffer is
 */
struct forebay_cap_record {
	struct forebay_cap_buffer said;
	u64 bus;
};

int forebay_cap_engine_reset(const struct forebay_capture *cap);
int forebay_cap_engine_start(const struct forebay_capture *cap, const struct forebay_cap_set *set);
void forebay_cap_engine_stop(const struct forebay_capture *cap);
int forebay_cap_engine_await(const struct forebay_capture *cap);
bool forebay_cap_status_rests(u32 status);
bool forebay_cap_status_failed(u32 status);
u32 forebay_cap_engine_status(const struct forebay_capture *cap);
bool forebay_cap_engine_rests(const struct forebay_capture *cap);
void forebay_cap_engine_arm(const struct forebay_capture *cap, dma_addr_t bus, u32 bytes);
u32 forebay_cap_engine_ack(const struct forebay_capture *cap);
bool forebay_cap_record(const struct forebay_cap_set *set, u32 sequence,
			struct forebay_cap_record *record);

#endif
