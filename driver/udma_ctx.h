/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Contexts of the card: who has one, and bringing what one has under way to its end. All under
 * udma.lock.
 */
#ifndef FOREBAY_UDMA_CTX_H
#define FOREBAY_UDMA_CTX_H

#include <linux/types.h>

struct forebay_programs;
struct forebay_udma_file;
struct forebay_udma_stats;

int forebay_udma_ctx_take(struct forebay_udma_file *file);
int forebay_udma_ctx_leave(struct forebay_udma_file *file);
int forebay_udma_ctx_drain(struct forebay_programs *udma, unsigned int context, bool patient);
void forebay_udma_ctx_on(struct forebay_programs *udma, unsigned int context);
void forebay_udma_ctx_stats(const struct forebay_udma_file *file, struct forebay_udma_stats *stats);
int forebay_udma_ctx_clear(struct forebay_programs *udma);

#endif
