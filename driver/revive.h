/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Work of a card that looks after channels out of service; forebay_card_recover() asks for it.
 */
#ifndef FOREBAY_REVIVE_H
#define FOREBAY_REVIVE_H

struct work_struct;

void forebay_card_recover_work(struct work_struct *work);

#endif
