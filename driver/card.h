/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One card.
 *
 * Lifetime. struct forebay_card is counted: the driver core's side holds one reference from probe
 * to remove, every node one until its last file is closed, and every caller in the kernel one until
 * it closes. What needs the hardware goes in remove. Between the two, clients find the card
 * unbound: a call that wants the hardware brackets itself in forebay_card_enter() and
 * forebay_card_exit(), and remove waits for those that are inside. Callers that sleep for a
 * transfer do so outside the bracket; remove ends their transfers first.
 *
 * BARs and memory for DMA. The maps of BARs (@user, the pages of @features) and the engines' memory
 * are made in probe and go in remove. They are there inside the bracket, under the lock of the PCI device, in the
 * interrupts and ticks of channels, and for who holds a channel's @lock or @slow while a run of it
 * is under way; nowhere else. Remove comes to it in this order: no call begins, no run is under
 * way, nobody is inside the bracket, no program has a BAR in its address space, no interrupt comes,
 * no tick and no recovery is pending, no buffer of a call is mapped, no register of the card holds
 * an address; then memory and maps go. A buffer is mapped for the card from before its call is
 * queued until its result is reported. What an engine that does not stop may still use is kept
 * longer, in quarantine: the buffer mapped and pinned, and the engine's memory with it, until a
 * reset or a look shows that the engine is at rest; if neither does, for good. While the card is
 * away (@offline), maps stay, but register calls wait outside and no program has a BAR in its
 * address space.
 */
#ifndef FOREBAY_CARD_H
#define FOREBAY_CARD_H

#include <linux/kref.h>
#include <linux/mutex.h>
#include <linux/pci.h>
#include <linux/srcu.h>
#include <linux/types.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "chan.h"
#include "features.h"

struct forebay_nodes;
struct forebay_pairs;
struct forebay_programs;

/** Cards that one machine can have. */
#define FOREBAY_MAX_CARDS 64
/** enum forebay_pairs_index - streams with a front end of their own (pairs.h), one a direction at most */
enum forebay_pairs_index {
	FOREBAY_PAIRS_TO_HOST,
	FOREBAY_PAIRS_TO_CARD,
	FOREBAY_PAIRS_WAYS,
};

/** Channels of one card at most. */
#define FOREBAY_MAX_CHANS 8

/**
 * struct forebay_identity - what the card says it is; read once, 0 if in words that are not known
 * @version: of the register map
 * @kind: FOREBAY_USER_STATUS_CARD_KIND_*
 * @clock_khz: card clock
 * @mem_bytes: card memory
 */
struct forebay_identity {
	u32 version;
	u32 kind;
	u32 clock_khz;
	u32 mem_bytes;
};

/**
 * struct forebay_area - a part of the card in one of its BARs; layout.h says where that is
 * @bar: number of the BAR
 * @offset: where it begins in the BAR
 * @start: physical address of that
 * @bytes: size
 * @regs: where the processor finds it, NULL if it is not mapped
 */
struct forebay_area {
	unsigned int bar;
	u32 offset;
	phys_addr_t start;
	resource_size_t bytes;
	void __iomem *regs;
};

/**
 * struct forebay_card - a card
 * @ref: see above
 * @pdev: its PCI function, with a reference
 * @number: N of its nodes
 * @unbound: remove has begun
 * @fence: see above
 * @user: the card's own registers
 * @aperture: card memory and stream ports; the driver itself does not touch them
 * @identity: see above
 * @num_features: headers of its chain; 0 as long as it is not known to be whole
 * @features: the headers
 * @irqs: page of its interrupts, NULL if the driver knows none
 * @shared_path: a burst that finds no room in a stream port holds up those of all H2C channels
 * @num_ports: stream ports whose registers the driver knows
 * @ports: registers of the first of them
 * @num_chans: channels, H2C first
 * @num_h2c: how many of them
 * @chans: the channels
 * @num_irqs: interrupts requested, in the order of their vectors
 * @num_lines: user lines that have a vector, from 0 on
 * @nodes: its character devices
 * @programs: its front end by which programs start transfers, NULL if it has none
 * @pairs: its front ends of streams, by their direction; NULL for one that it does not have
 * @recover: looks after channels that did not stop
 * @patience: jiffies until which @recover tries to get at a card that others are busy with, or 0
 * @presence: guards @offline and @lost against @recover
 * @offline: the card is being reset; the PCI core will say when it is over
 * @lost: ... and has said that it went wrong
 * @back: wait for the end of @offline
 * @config: configuration space as it was at probe
 * @mapped: requests whose buffers are mapped
 * @let_go: wait for the end of that
 * @resets: how many times what is on the card was wiped since probe
 */
struct forebay_card {
	struct kref ref;
	struct pci_dev *pdev;
	unsigned int number;
	bool unbound;
	struct srcu_struct fence;

	struct forebay_area user;
	struct forebay_area aperture;
	struct forebay_identity identity;
	unsigned int num_features;
	struct forebay_feature features[FOREBAY_MAX_FEATURES];
	void __iomem *irqs;
	bool shared_path;
	unsigned int num_ports;
	void __iomem *ports;

	unsigned int num_chans;
	unsigned int num_h2c;
	struct forebay_chan chans[FOREBAY_MAX_CHANS];
	unsigned int num_irqs;
	unsigned int num_lines;

	struct forebay_nodes *nodes;
	struct forebay_programs *programs;
	struct forebay_pairs *pairs[FOREBAY_PAIRS_WAYS];
	struct delayed_work recover;
	unsigned long patience;
	struct mutex presence;
	bool offline;
	bool lost;
	wait_queue_head_t back;
	struct pci_saved_state *config;
	atomic_t mapped;
	wait_queue_head_t let_go;
	u32 resets;
};

/** forebay_for_each_chan() - over the channels of a card. */
#define forebay_for_each_chan(card, chan)                                                          \
	for ((chan) = (card)->chans; (chan) < (card)->chans + (card)->num_chans; (chan)++)

/** Work of all cards: ticks and recovery. */
extern struct workqueue_struct *forebay_wq;

int forebay_cards_init(void);
void forebay_cards_exit(void);

struct forebay_card *forebay_card_alloc(struct pci_dev *pdev);
void forebay_card_show(struct forebay_card *card);
struct forebay_card *forebay_card_find(unsigned int number);
void forebay_card_free_number(struct forebay_card *card);
void forebay_card_get(struct forebay_card *card);
void forebay_card_put(struct forebay_card *card);
bool forebay_card_enter(struct forebay_card *card, int *index);
void forebay_card_exit(struct forebay_card *card, int index);

#endif
