/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Transfers that get nowhere: who waits for whom, for the log, for programs, and to end those that
 * are certain never to.
 *
 * A card cannot tell a program that does something else from one that is dead: what a datapath
 * lacks, another may be about to send. So a transfer is ended before its time only where that is
 * out of the question.
 */
#ifndef FOREBAY_STALL_H
#define FOREBAY_STALL_H

struct forebay_chan;
struct forebay_request;

struct forebay_request *forebay_stall_watch(struct forebay_chan *chan);
void forebay_stall_explain(struct forebay_request *req);

#endif
