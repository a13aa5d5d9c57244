/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a file has: buffers, and runs of the engine.
 */
#ifndef FOREBAY_PAIRS_FILES_H
#define FOREBAY_PAIRS_FILES_H

#include "pairs.h"

int forebay_pairs_file_begin(struct forebay_pairs *pairs, struct file *filp);
int forebay_pairs_file_remake(struct forebay_pairs *pairs, struct forebay_pairs_setup *setup);
int forebay_pairs_file_start(struct forebay_pairs *pairs);
int forebay_pairs_file_stop(struct forebay_pairs *pairs);
void forebay_pairs_file_close(struct forebay_pairs *pairs, bool there);
void forebay_pairs_file_end(struct forebay_pairs *pairs, int over);

#endif
