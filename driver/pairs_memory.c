// SPDX-License-Identifier: GPL-2.0-only
#include "pairs_memory.h"

#include <linux/dma-mapping.h>
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "card.h"
#include "params.h"

/* Never the last memory of the machine: it fails instead, and nobody is killed for it. */
#define HARD (GFP_KERNEL | __GFP_NOWARN | __GFP_RETRY_MAYFAIL)
#define EASY (GFP_KERNEL | __GFP_NOWARN | __GFP_NORETRY)

/* What it costs: the kernel has contiguous memory in powers of two only. */
static u64 cost(size_t bytes)
{
	return (u64)PAGE_SIZE << get_order(bytes);
}

static struct forebay_pairs_memory *alloc(struct forebay_pairs *pairs, size_t bytes, gfp_t flags)
{
	struct pci_dev *pdev = pairs->card->pdev;
	struct forebay_pairs_memory *memory = kzalloc(sizeof(*memory), GFP_KERNEL);

	if (!memory)
		return NULL;
	kref_init(&memory->ref);
	memory->bytes = PAGE_ALIGN(bytes);
	memory->cpu = dma_alloc_coherent(&pdev->dev, memory->bytes, &memory->bus, flags);
	if (!memory->cpu)
		goto forget;
	if (dma_get_sgtable(&pdev->dev, &memory->table, memory->cpu, memory->bus, memory->bytes))
		goto free;
	memory->pdev = pci_dev_get(pdev);
	memory->held = &pairs->held;
	atomic64_add(cost(bytes), memory->held);
	return memory;

free:
	dma_free_coherent(&pdev->dev, memory->bytes, memory->cpu, memory->bus);
forget:
	kfree(memory);
	return NULL;
}

static void memory_release(struct kref *ref)
{
	struct forebay_pairs_memory *memory = container_of(ref, struct forebay_pairs_memory, ref);
	struct device *dev = &memory->pdev->dev;

	sg_free_table(&memory->table);
	/* A dma-buf may outlive even the function: then nobody knows any more where it was mapped. */
	if (device_is_registered(dev))
		dma_free_coherent(dev, memory->bytes, memory->cpu, memory->bus);
	pci_dev_put(memory->pdev);
	atomic64_sub(cost(memory->bytes), memory->held);
	kfree(memory);
}

/** forebay_pairs_memory_put() - drop a reference; process context. */
void forebay_pairs_memory_put(struct forebay_pairs_memory *memory)
{
	kref_put(&memory->ref, memory_release);
}

/*
 * What a file may have now: with what dma-bufs and the engine have of those before no more than the parameter says, and a
 * quarter is left to others.
 */
static u64 most(const struct forebay_pairs *pairs)
{
	u64 there = (u64)max(si_mem_available(), 0L) << PAGE_SHIFT;
	u64 may = forebay_params_pairs_most(), held = atomic64_read(&pairs->held);

	return min(may - min(may, held), there - there / 4);
}

/**
 * forebay_pairs_set_free() - give buffers back that the card does not use any more
 * @set: the set
 */
void forebay_pairs_set_free(struct forebay_pairs_set *set)
{
	u32 i;

	for (i = 0; i < set->setup.buffers; i++) {
		if (set->slots[i].memory)
			forebay_pairs_memory_put(set->slots[i].memory);
	}
	if (set->ring)
		dma_free_coherent(&set->pdev->dev, PAGE_SIZE, set->ring, set->ring_bus);
	pci_dev_put(set->pdev);
	kvfree(set);
}

/**
 * forebay_pairs_set_alloc() - make the buffers of a file
 * @pairs: the front end
 * @setup: how many of what length, which makes sense
 *
 * Return: the set, or NULL if there is no memory for all of it.
 */
struct forebay_pairs_set *forebay_pairs_set_alloc(struct forebay_pairs *pairs,
					      const struct forebay_pairs_setup *setup)
{
	struct pci_dev *pdev = pairs->card->pdev;
	struct forebay_pairs_set *set;
	u32 i;

	if (setup->buffers * cost(setup->bytes) > most(pairs))
		return NULL;
	set = kvzalloc(struct_size(set, slots, setup->buffers), GFP_KERNEL);
	if (!set)
		return NULL;
	set->setup = *setup;
	set->pdev = pci_dev_get(pdev);
	set->ring = dma_alloc_coherent(&pdev->dev, PAGE_SIZE, &set->ring_bus, HARD);
	for (i = 0; set->ring && i < setup->buffers; i++) {
		set->slots[i].memory = alloc(pairs, setup->bytes, HARD);
		if (!set->slots[i].memory)
			break;
	}
	if (i == setup->buffers)
		return set;
	forebay_pairs_set_free(set);
	return NULL;
}

/* How many buffers of a length can be had, up to @want. */
static u32 try_out(struct forebay_pairs *pairs, u32 bytes, u32 want)
{
	struct forebay_pairs_memory *memory, *next;
	LIST_HEAD(had);
	u32 got;

	for (got = 0; got < want; got++) {
		memory = alloc(pairs, bytes, EASY);
		if (!memory)
			break;
		list_add(&memory->entry, &had);
	}
	list_for_each_entry_safe(memory, next, &had, entry)
		forebay_pairs_memory_put(memory);
	return got;
}

/**
 * forebay_pairs_fit() - say what could be had instead
 * @pairs: the front end
 * @setup: what cannot be had. Out: of all lengths that come of halving, that with the most bytes in
 *	all, though no more than were wanted; the longest of such; no buffers if there is none
 */
void forebay_pairs_fit(struct forebay_pairs *pairs, struct forebay_pairs_setup *setup)
{
	u64 may = most(pairs), wanted = min((u64)setup->buffers * setup->bytes, may), best = 0;
	u32 bytes = setup->bytes;

	setup->buffers = 0;
	setup->bytes = 0;
	/* At least of the length that was asked for. Up to a buffer less than that is as good. */
	do {
		u64 want = min3(div_u64(wanted, bytes), (u64)FOREBAY_PAIRS_BUFFERS,
				div64_u64(may, cost(bytes)));
		u32 got = try_out(pairs, bytes, want);

		if ((u64)got * bytes > best) {
			best = (u64)got * bytes;
			setup->buffers = got;
			setup->bytes = bytes;
		}
		bytes = rounddown(bytes / 2, pairs->beat);
	} while (bytes >= PAGE_SIZE && best + bytes <= wanted);
}
