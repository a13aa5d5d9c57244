/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a card says is in it: a chain of headers in its own registers.
 *
 * Every header has the same words, so what the driver does not know it still finds, lists and
 * brings to rest (plugs.h), and leaves alone otherwise.
 */
#ifndef FOREBAY_FEATURES_H
#define FOREBAY_FEATURES_H

#include <linux/types.h>

struct forebay_area;
struct forebay_card;

/** Headers that the driver follows in one chain; twice as many as a card of today has room for. */
#define FOREBAY_MAX_FEATURES 32

/**
 * struct forebay_feature - a header
 * @at: where it is, from the beginning of the card's own registers on
 * @class: FOREBAY_USER_FEATURE_ID_CLASS_*, or one that is not known
 * @kind: within the class
 * @major: version of the feature's registers; another number, another meaning
 * @minor: compatible additions
 * @bar: BAR of its page
 * @offset: where in it the page begins
 * @bytes: size of the page; 0: it has none
 * @first_line: first user interrupt line that it raises
 * @num_lines: how many
 * @streams: FOREBAY_USER_FEATURE_STREAMS_*
 * @regs: where the processor finds the page, NULL if the driver does not use it
 * @known: the driver knows what it is; nothing has to be said of it
 * @driven: channels of the card are its, and stop one by one before it is asked as a whole
 * @stuck: it was asked to come to rest and did not; guarded as the card's @offline is
 */
struct forebay_feature {
	u32 at;
	u32 class;
	u32 kind;
	u32 major;
	u32 minor;
	u32 bar;
	u32 offset;
	u32 bytes;
	u32 first_line;
	u32 num_lines;
	u32 streams;
	void __iomem *regs;
	bool known;
	bool driven;
	bool stuck;
};

/** Room for the name of a feature in messages. */
#define FOREBAY_FEATURE_NAME 64

/** forebay_for_each_feature() - over the headers of a card, in the order of the chain. */
#define forebay_for_each_feature(card, feature)                                                    \
	for ((feature) = (card)->features; (feature) < (card)->features + (card)->num_features;    \
	     (feature)++)

int forebay_features_read(struct forebay_card *card);
bool forebay_feature_is_datapath(const struct forebay_feature *feature);
bool forebay_feature_reaches_memory(const struct forebay_feature *feature);
resource_size_t forebay_area_open(const struct forebay_card *card, const struct forebay_area *area,
				  resource_size_t at, resource_size_t bytes);
struct forebay_feature *forebay_feature_only(struct forebay_card *card, u32 class, u32 kind,
					     u32 major);
int forebay_feature_map(struct forebay_card *card, struct forebay_feature *feature, u32 bytes);
void forebay_features_unmap(struct forebay_card *card);
void forebay_features_tell(struct forebay_card *card);
const char *forebay_feature_name(const struct forebay_card *card,
				 const struct forebay_feature *feature,
				 char name[FOREBAY_FEATURE_NAME]);

#endif
