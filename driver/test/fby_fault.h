/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Faults that a simulated card can be told to make: the page of registers described in
 * regs/fault.rdl.
 */
#ifndef FBY_FAULT_H
#define FBY_FAULT_H

#include <stdbool.h>
#include <stdint.h>

#include "fby_card.h"

#define FBY_KIND(name) FOREBAY_FAULT_KIND_WHAT_##name

/** struct fby_fault - What is to go wrong, and when. */
struct fby_fault {
	/** FBY_KIND(...) */
	uint32_t kind;
	/** FOREBAY_FAULT_SELECT_*, or 0 for every access. */
	uint32_t select;
	/** Matching events that pass first. */
	uint32_t skip;
	/** Events that are hit; FBY_ALL means all from then on. */
	uint32_t count;
	/** Card cycles, for late messages; what a false word reads. */
	uint32_t param;
	/** Where a false word is, in the BAR of the card's own registers. */
	uint32_t place;
};

#define FBY_ALL 0xffffffffu

/** fby_fault_need() - Bails out when the card makes no faults: the server runs without them. */
void fby_fault_need(void);

/** fby_fault_arm() - Arms a fault. */
void fby_fault_arm(struct fby_fault fault);

/** fby_fault_await_hit() - Waits until an event was hit, so long at most. Returns whether one was. */
bool fby_fault_await_hit(uint64_t limit_ms);

/** fby_fault_disarm() - Ends it. Returns how many events were hit. */
uint32_t fby_fault_disarm(void);

/** fby_fault_seen() - Matching events since the fault was armed. */
uint32_t fby_fault_seen(void);

/** fby_fault_name() - Name of a kind, for messages. */
const char *fby_fault_name(uint32_t kind);

#endif
