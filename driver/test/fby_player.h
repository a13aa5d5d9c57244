/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Plays calls on four channels, a memory-mapped pair and a looped pair of streams, one call on each
 * at a time, and knows what software may rely on (docs/decisions/0010): every byte and every count
 * of a call that is over, whatever ended it.
 *
 * What is counted has arrived, in order. Behind the count nothing has changed, unless an access of
 * data or a write-back has failed: then a byte there is the old one or the call's. What came out of
 * a stream is what went in, also behind a failure (fby_log.h). A buffer is the program's again when
 * its call is over. A call that did not get all has a cause in its file, one that
 * something did to it.
 */
#ifndef FBY_PLAYER_H
#define FBY_PLAYER_H

#include <stdbool.h>
#include <stdint.h>

/** enum fby_actor - The channels. */
enum fby_actor { FBY_MEM_TO, FBY_MEM_FROM, FBY_STREAM_TO, FBY_STREAM_FROM, FBY_ACTORS };

/** fby_play_begin() - Opens the channels, with what is in the card known. */
void fby_play_begin(void);

/** fby_play_end() - Closes the channels. */
void fby_play_end(void);

/**
 * fby_play_start() - Begins a call; one that is under way is stopped first.
 * @dice: its length, alignment, place on the card, and whether it times out soon
 * Returns false when the call before it broke a promise; so do the others.
 */
bool fby_play_start(enum fby_actor who, uint64_t dice);

/** fby_play_stop() - Ends the call under way, if there is one, by a signal. */
bool fby_play_stop(enum fby_actor who);

/** fby_play_await() - Waits for the end of a call, if that is bound to come; else as a stop. */
bool fby_play_await(enum fby_actor who);

/** fby_play_reopen() - Stops the call under way, closes the file and opens the channel again. */
bool fby_play_reopen(enum fby_actor who);

/** fby_play_fault() - Lets one of the next accesses of host memory fail. */
void fby_play_fault(uint64_t dice);

/** fby_play_reset() - Resets the card under all calls. */
bool fby_play_reset(void);

/** fby_play_settle() - Stops everything, and compares all of the card's memory and of the streams. */
bool fby_play_settle(void);

#endif
