/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sleeping until a transfer of a context has ended.
 *
 * The card keeps a bit for each context of which one has. Its line is let rise only for contexts that
 * somebody waits for: who polls causes no interrupts.
 */
#ifndef FOREBAY_UDMA_WAIT_H
#define FOREBAY_UDMA_WAIT_H

#include <linux/types.h>

struct forebay_programs;
struct forebay_udma_file;

bool forebay_udma_await_begin(struct forebay_udma_file *file, u32 *seen);
long forebay_udma_await(struct forebay_udma_file *file, unsigned int context, u32 seen,
			unsigned long limit);

#endif
