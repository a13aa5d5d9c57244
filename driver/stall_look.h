/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who waits for whom on a card, and whether what a datapath lacks is certain never to come.
 */
#ifndef FOREBAY_STALL_LOOK_H
#define FOREBAY_STALL_LOOK_H

#include <linux/types.h>

#include "forebay.h"

struct forebay_chan;

/** Room for a line of the log, of which the kernel takes 1024 bytes with what stands before it. */
#define FOREBAY_LOOK_TEXT 944

/**
 * struct forebay_look - who waits for whom at one moment
 * @stall: for programs
 * @into: of each of its blocked descriptors, bit n: it goes into stream port n
 * @behind: bit n: something behind it on its channel does
 * @held_up: bit n: the one in front of the path that they share waits for room in stream port n
 * @lacks: bit n: a datapath waits for stream port n
 * @gives: a datapath has something that nobody takes
 * @starves: a datapath waits for a stream
 * @unsure: a channel with something for a stream port was just being stopped
 * @said: length of @text
 * @text: for the log
 */
struct forebay_look {
	struct forebay_stall stall;
	u32 into[FOREBAY_STALL_CHANNELS];
	u32 behind[FOREBAY_STALL_CHANNELS];
	u32 held_up[FOREBAY_STALL_CHANNELS];
	u32 lacks;
	bool gives;
	bool starves;
	bool unsure;
	size_t said;
	char text[FOREBAY_LOOK_TEXT];
};

u32 forebay_look_full(const struct forebay_stall *stall);
struct forebay_look *forebay_look_take(struct forebay_chan *chan);

#endif
