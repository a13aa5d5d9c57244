/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One vector per channel and one per user line: nobody has to be asked who called. Where there are
 * fewer vectors than that, the last lines have none, and nobody hears them. A card whose interrupts
 * the driver does not know has none at all.
 */
#ifndef FOREBAY_IRQ_H
#define FOREBAY_IRQ_H

struct forebay_card;

int forebay_irqs_request(struct forebay_card *card);
void forebay_irqs_free(struct forebay_card *card);
void forebay_irqs_route(struct forebay_card *card);
void forebay_irqs_mask(struct forebay_card *card);
void forebay_irqs_leave(struct forebay_card *card);
void forebay_irqs_flush(struct forebay_card *card);

#endif
