/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What files have of the front end udma, and how that ends: by the program, by a reset, with the
 * driver.
 */
#ifndef FOREBAY_UDMA_FILES_H
#define FOREBAY_UDMA_FILES_H

#include <linux/types.h>

struct forebay_card;
struct forebay_programs;
struct forebay_udma_file;
struct forebay_udma_memory;

int forebay_udma_get(struct forebay_udma_file *file);
int forebay_udma_add(struct forebay_udma_file *file, struct forebay_udma_memory *memory);
int forebay_udma_drop(struct forebay_udma_file *file, u32 number);
void forebay_udma_end(struct forebay_udma_file *file);
void forebay_udma_close(struct forebay_udma_file *file);
int forebay_udma_set_scheme(struct forebay_card *card, u32 scheme);
int forebay_udma_set_direct(struct forebay_card *card, bool direct);

#endif
