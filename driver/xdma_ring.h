/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Descriptors of one channel in memory that the card reads.
 *
 * Every run uses the ring from its first entry on, so the address of the first descriptor is
 * programmed once. Entry i always points to entry i + 1; STOP ends a run.
 */
#ifndef FOREBAY_XDMA_RING_H
#define FOREBAY_XDMA_RING_H

#include <linux/types.h>

struct device;
struct forebay_request;

/** Descriptors of one run at most. */
#define FOREBAY_RING_ENTRIES 2048u

/** struct forebay_desc - descriptor as the card reads it; fields of the masks FOREBAY_DESC_*. */
struct forebay_desc {
	__le32 control;
	__le32 length;
	__le32 src_lo;
	__le32 src_hi;
	__le32 dst_lo;
	__le32 dst_hi;
	__le32 next_lo;
	__le32 next_hi;
};

/** struct forebay_result - what the card says of a descriptor of a C2H stream. */
struct forebay_result {
	__le32 status;
	__le32 length;
};

/**
 * struct forebay_shared - small things that the card writes
 * @word: poll-mode word
 * @results: of a C2H stream only: what each descriptor of the run received
 *
 * The word has a cache line of its own, so that who spins on it does not meet writes of results.
 */
struct forebay_shared {
	__le32 word __aligned(64);
	struct forebay_result results[] __aligned(64);
};

/**
 * struct forebay_xdma_ring - the memory of a channel
 * @desc: descriptors
 * @dma: bus address of the first one
 * @shared: what the card writes
 * @shared_dma: its bus address
 * @shared_bytes: its size
 * @used: descriptors of the run that is being built or is under way
 */
struct forebay_xdma_ring {
	struct forebay_desc *desc;
	dma_addr_t dma;
	struct forebay_shared *shared;
	dma_addr_t shared_dma;
	size_t shared_bytes;
	unsigned int used;
};

/** forebay_xdma_ring_word() - bus address of the poll-mode word. */
static inline dma_addr_t forebay_xdma_ring_word(const struct forebay_xdma_ring *ring)
{
	return ring->shared_dma + offsetof(struct forebay_shared, word);
}

int forebay_xdma_ring_alloc(struct forebay_xdma_ring *ring, struct device *dev, bool results);
void forebay_xdma_ring_free(struct forebay_xdma_ring *ring, struct device *dev);

void forebay_xdma_ring_add(struct forebay_xdma_ring *ring, struct forebay_request *req);
unsigned int forebay_xdma_ring_close(struct forebay_xdma_ring *ring);
bool forebay_xdma_ring_full(const struct forebay_xdma_ring *ring);
size_t forebay_xdma_ring_bytes(const struct forebay_xdma_ring *ring, unsigned int first,
			       unsigned int end);
bool forebay_xdma_ring_received(const struct forebay_xdma_ring *ring, u32 count, size_t *bytes,
			   bool *packet_ended);

#endif
