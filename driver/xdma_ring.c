// SPDX-License-Identifier: GPL-2.0-only
#include "xdma_ring.h"

#include <linux/bitfield.h>
#include <linux/build_bug.h>
#include <linux/dma-mapping.h>
#include <linux/minmax.h>
#include <linux/overflow.h>
#include <linux/scatterlist.h>

#include "chan.h"
#include "forebay_regs.h"
#include "request.h"

static_assert(sizeof(struct forebay_desc) == FOREBAY_DESC_SIZE_BYTES);
static_assert(offsetof(struct forebay_desc, length) == FOREBAY_DESC_LENGTH);
static_assert(offsetof(struct forebay_desc, src_lo) == FOREBAY_DESC_SRC_LO);
static_assert(offsetof(struct forebay_desc, dst_lo) == FOREBAY_DESC_DST_LO);
static_assert(offsetof(struct forebay_desc, next_lo) == FOREBAY_DESC_NEXT_LO);
static_assert(sizeof(struct forebay_result) == FOREBAY_C2H_RESULT_SIZE_BYTES);
static_assert(offsetof(struct forebay_result, length) == FOREBAY_C2H_RESULT_LENGTH);

/*
 * A block that is fetched at once lies within an aligned group of so many descriptors, hence
 * never across a page.
 */
#define BLOCK 64u
static_assert(BLOCK * FOREBAY_DESC_SIZE_BYTES <= 4096);
#define MAX_ADJACENT                                                                               \
	(FOREBAY_DESC_CONTROL_NEXT_ADJACENT >> __bf_shf(FOREBAY_DESC_CONTROL_NEXT_ADJACENT))
static_assert(BLOCK - 1 <= MAX_ADJACENT);

/**
 * forebay_xdma_ring_alloc() - get the memory of a channel
 * @ring: zeroed
 * @dev: the card
 * @results: the channel is a C2H stream, which says what each descriptor received
 *
 * Return: 0 or -ENOMEM, with nothing left behind.
 */
int forebay_xdma_ring_alloc(struct forebay_xdma_ring *ring, struct device *dev, bool results)
{
	unsigned int i;

	ring->desc = dma_alloc_coherent(dev, FOREBAY_RING_ENTRIES * sizeof(*ring->desc), &ring->dma,
					GFP_KERNEL);
	ring->shared_bytes = struct_size(ring->shared, results, results ? FOREBAY_RING_ENTRIES : 0);
	ring->shared = dma_alloc_coherent(dev, ring->shared_bytes, &ring->shared_dma, GFP_KERNEL);
	if (!ring->desc || !ring->shared) {
		forebay_xdma_ring_free(ring, dev);
		return -ENOMEM;
	}
	for (i = 0; i < FOREBAY_RING_ENTRIES; i++) {
		dma_addr_t next = ring->dma +
				  (i + 1) % FOREBAY_RING_ENTRIES * sizeof(*ring->desc);

		ring->desc[i].next_lo = cpu_to_le32(lower_32_bits(next));
		ring->desc[i].next_hi = cpu_to_le32(upper_32_bits(next));
	}
	return 0;
}

/** forebay_xdma_ring_free() - give the memory back; the engine must be at rest. */
void forebay_xdma_ring_free(struct forebay_xdma_ring *ring, struct device *dev)
{
	if (ring->shared)
		dma_free_coherent(dev, ring->shared_bytes, ring->shared, ring->shared_dma);
	if (ring->desc)
		dma_free_coherent(dev, FOREBAY_RING_ENTRIES * sizeof(*ring->desc), ring->desc,
				  ring->dma);
	memset(ring, 0, sizeof(*ring));
}

/** forebay_xdma_ring_full() - no further descriptor fits. */
bool forebay_xdma_ring_full(const struct forebay_xdma_ring *ring)
{
	return ring->used == FOREBAY_RING_ENTRIES;
}

static void ring_push(struct forebay_xdma_ring *ring, u32 len, u64 src, u64 dst)
{
	struct forebay_desc *desc = &ring->desc[ring->used++];

	/* The reset value is the magic number alone. */
	desc->control = cpu_to_le32(FOREBAY_DESC_CONTROL_RESET);
	desc->length = cpu_to_le32(len);
	desc->src_lo = cpu_to_le32(lower_32_bits(src));
	desc->src_hi = cpu_to_le32(upper_32_bits(src));
	desc->dst_lo = cpu_to_le32(lower_32_bits(dst));
	desc->dst_hi = cpu_to_le32(upper_32_bits(dst));
}

/*
 * A piece of a packet. Where the packet ends, the run ends: the descriptors behind it must not
 * receive the next one.
 */
static void ring_push_receiver(struct forebay_xdma_ring *ring, u32 len, u64 dst)
{
	unsigned int i = ring->used;

	ring->shared->results[i].status = 0;
	ring_push(ring, len,
		  ring->shared_dma + offsetof(struct forebay_shared, results) +
			  i * sizeof(*ring->shared->results),
		  dst);
	ring->desc[i].control |= cpu_to_le32(FOREBAY_DESC_CONTROL_STOP_AT_EOP);
}

/* Where a walk over the mapped pieces of a request stands. */
struct span {
	struct scatterlist *sg;
	u32 offset;
	size_t left;
};

static struct span span_at(struct forebay_request *req)
{
	struct span span = { .sg = req->buffer.table.sgl, .left = req->len - req->done };
	size_t skip = req->done;

	while (skip >= sg_dma_len(span.sg)) {
		skip -= sg_dma_len(span.sg);
		span.sg = sg_next(span.sg);
	}
	span.offset = skip;
	return span;
}

/* The next piece that is contiguous for the card; neighbours are taken together. */
static dma_addr_t span_next(struct span *span, u32 *len)
{
	dma_addr_t at = sg_dma_address(span->sg) + span->offset;
	u32 room = FIELD_MAX(FOREBAY_DESC_LENGTH_BYTES);

	*len = 0;
	do {
		u32 part = min_t(size_t, min(sg_dma_len(span->sg) - span->offset, room - *len),
				 span->left);

		*len += part;
		span->left -= part;
		span->offset += part;
		if (span->offset < sg_dma_len(span->sg))
			break;
		span->sg = sg_next(span->sg);
		span->offset = 0;
	} while (span->left && sg_dma_address(span->sg) == at + *len);
	return at;
}

static void ring_add_pieces(struct forebay_xdma_ring *ring, struct forebay_request *req)
{
	struct forebay_chan *chan = req->chan;
	struct span span = span_at(req);
	/* A stream ignores the card address. */
	u64 card = chan->stream ? 0 : req->card_addr + req->done;

	req->run_bytes = 0;
	while (span.left && !forebay_xdma_ring_full(ring)) {
		u32 len;
		dma_addr_t host = span_next(&span, &len);

		if (chan->c2h && chan->stream)
			ring_push_receiver(ring, len, host);
		else if (chan->c2h)
			ring_push(ring, len, card, host);
		else
			ring_push(ring, len, host, card);
		req->run_bytes += len;
		if (!chan->stream)
			card += len;
	}
}

/**
 * forebay_xdma_ring_add() - append descriptors for what is left of a request, as many as fit
 * @ring: not full
 * @req: its run_first, run_end and run_bytes are set
 *
 * The last of them is COMPLETED, so that the poll-mode word shows the end of each request of a run.
 */
void forebay_xdma_ring_add(struct forebay_xdma_ring *ring, struct forebay_request *req)
{
	struct forebay_chan *chan = req->chan;
	u32 flags = FOREBAY_DESC_CONTROL_COMPLETED;

	req->run_first = ring->used;
	ring_add_pieces(ring, req);
	req->run_end = ring->used;
	if (chan->stream && !chan->c2h && req->packet_end && req->done + req->run_bytes == req->len)
		flags |= FOREBAY_DESC_CONTROL_EOP;
	ring->desc[ring->used - 1].control |= cpu_to_le32(flags);
}

/* Descriptors of the run that follow entry @i in its block. */
static unsigned int ring_adjacent(const struct forebay_xdma_ring *ring, unsigned int i)
{
	return min(BLOCK - 1 - i % BLOCK, ring->used - 1 - i);
}

/**
 * forebay_xdma_ring_close() - make a run of the descriptors added so far
 * @ring: holds at least one
 *
 * Return: how many follow the first one in its block.
 */
unsigned int forebay_xdma_ring_close(struct forebay_xdma_ring *ring)
{
	unsigned int i;

	for (i = 0; i + 1 < ring->used; i++)
		ring->desc[i].control |= cpu_to_le32(FIELD_PREP(FOREBAY_DESC_CONTROL_NEXT_ADJACENT,
								ring_adjacent(ring, i + 1)));
	ring->desc[ring->used - 1].control |= cpu_to_le32(FOREBAY_DESC_CONTROL_STOP);
	return ring_adjacent(ring, 0);
}

/** forebay_xdma_ring_bytes() - bytes of the descriptors @first to @end - 1. */
size_t forebay_xdma_ring_bytes(const struct forebay_xdma_ring *ring, unsigned int first,
			       unsigned int end)
{
	size_t bytes = 0;

	for (; first < end; first++)
		bytes += le32_to_cpu(ring->desc[first].length);
	return bytes;
}

/**
 * forebay_xdma_ring_received() - what the run of a C2H stream has received
 * @ring: of such a channel
 * @count: descriptors that the card has finished
 * @bytes: out: what they hold
 * @packet_ended: out: the packet ended in the last of them
 *
 * Return: false if the card has not said what one of them received.
 */
bool forebay_xdma_ring_received(const struct forebay_xdma_ring *ring, u32 count, size_t *bytes,
			   bool *packet_ended)
{
	u32 i;

	*bytes = 0;
	*packet_ended = false;
	for (i = 0; i < count; i++) {
		const struct forebay_result *result = &ring->shared->results[i];
		u32 status = le32_to_cpu(READ_ONCE(result->status));

		if (FIELD_GET(FOREBAY_C2H_RESULT_STATUS_MAGIC, status) !=
		    FIELD_GET(FOREBAY_C2H_RESULT_STATUS_MAGIC, FOREBAY_C2H_RESULT_STATUS_RESET))
			return false;
		dma_rmb();
		*bytes += min(le32_to_cpu(READ_ONCE(result->length)),
			      le32_to_cpu(ring->desc[i].length));
		*packet_ended = status & FOREBAY_C2H_RESULT_STATUS_EOP;
	}
	return true;
}
