/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a program may keep pinned.
 *
 * A waiting call has its pages for as long as it lasts, one call per thread. Asynchronous ones have
 * them for as long as their time-out, many at once: those are counted.
 */
#ifndef FOREBAY_PINS_H
#define FOREBAY_PINS_H

struct cred;

/** struct forebay_pins - what one request was charged for: @pages of @owner, NULL if nothing. */
struct forebay_pins {
	const struct cred *owner;
	unsigned long pages;
};

int forebay_pins_charge(struct forebay_pins *pins, unsigned long pages);
void forebay_pins_return(struct forebay_pins *pins);

#endif
