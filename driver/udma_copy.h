/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Transfers by the kernel, by the front end copy: the baseline, and for who finds no context free.
 */
#ifndef FOREBAY_UDMA_COPY_H
#define FOREBAY_UDMA_COPY_H

struct forebay_card;
struct forebay_programs;
struct forebay_udma_file;
struct forebay_udma_start;

int forebay_udma_copy_find(struct forebay_card *card);
int forebay_udma_copy(struct forebay_udma_file *file, struct forebay_udma_start *start);
int forebay_udma_copy_rest(const struct forebay_programs *udma);

#endif
