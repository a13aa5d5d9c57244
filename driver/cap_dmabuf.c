// SPDX-License-Identifier: GPL-2.0-only
/*
 * A dma-buf holds its buffer as a program does that has taken it, and the memory of it, the card's
 * structure and the module for as long as it likes: the file that it is of may be closed, and the
 * card unbound.
 */
#include "cap_dmabuf.h"

#include <linux/dma-buf.h>
#include <linux/dma-mapping.h>
#include <linux/err.h>
#include <linux/iosys-map.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/scatterlist.h>
#include <linux/slab.h>

#include "cap_ring.h"
#include "card.h"
#include "compat.h"
#include "pairs.h"
#include "pairs_map.h"
#include "pairs_memory.h"
#include "pairs_ring.h"

/**
 * struct share - what is behind a dma-buf
 * @pairs: the front end, whose card it has a reference on
 * @memory: the buffer's memory, with a reference
 * @set: number of its set
 * @index: the buffer
 */
struct share {
	struct forebay_pairs *pairs;
	struct forebay_pairs_memory *memory;
	u64 set;
	u32 index;
};

static struct sg_table *share_map(struct dma_buf_attachment *attach, enum dma_data_direction dir)
{
	const struct share *share = attach->dmabuf->priv;
	struct sg_table *table = kzalloc(sizeof(*table), GFP_KERNEL);
	int ret;

	if (!table)
		return ERR_PTR(-ENOMEM);
	ret = dma_get_sgtable(&share->memory->pdev->dev, table, share->memory->cpu,
			      share->memory->bus, share->memory->bytes);
	if (ret)
		goto free;
	ret = dma_map_sgtable(attach->dev, table, dir, 0);
	if (!ret)
		return table;
	sg_free_table(table);
free:
	kfree(table);
	return ERR_PTR(ret);
}

static void share_unmap(struct dma_buf_attachment *attach, struct sg_table *table,
			enum dma_data_direction dir)
{
	dma_unmap_sgtable(attach->dev, table, dir, 0);
	sg_free_table(table);
	kfree(table);
}

static int share_vmap(struct dma_buf *buf, struct iosys_map *map)
{
	const struct share *share = buf->priv;

	iosys_map_set_vaddr(map, share->memory->cpu);
	return 0;
}

static int share_mmap(struct dma_buf *buf, struct vm_area_struct *vma)
{
	const struct share *share = buf->priv;

	return forebay_pairs_map_memory(share->memory, vma);
}

static void forget(struct share *share)
{
	struct forebay_card *card = share->pairs->card;

	forebay_pairs_memory_put(share->memory);
	forebay_card_put(card);
	kfree(share);
}

/* The buffer may be another set's by now. */
static void let_go(const struct share *share)
{
	struct forebay_pairs *pairs = share->pairs;

	spin_lock_irq(&pairs->ring_lock);
	if (pairs->set && pairs->set->number == share->set)
		forebay_cap_ring_unexport(pairs, &pairs->set->slots[share->index]);
	spin_unlock_irq(&pairs->ring_lock);
}

static void share_release(struct dma_buf *buf)
{
	let_go(buf->priv);
	forget(buf->priv);
}

static const struct dma_buf_ops share_ops = {
	.map_dma_buf = share_map,
	.unmap_dma_buf = share_unmap,
	.vmap = share_vmap,
	.mmap = share_mmap,
	.release = share_release,
};

static int hold(struct share *share, u32 index)
{
	struct forebay_pairs *pairs = share->pairs;
	struct forebay_pairs_slot *slot;

	spin_lock_irq(&pairs->ring_lock);
	slot = forebay_pairs_ring_find(pairs, index);
	if (slot) {
		slot->exports++;
		kref_get(&slot->memory->ref);
		share->memory = slot->memory;
		share->set = pairs->set->number;
		share->index = index;
	}
	spin_unlock_irq(&pairs->ring_lock);
	return slot ? 0 : -EINVAL;
}

/**
 * forebay_cap_export() - make a dma-buf of a buffer that the program has taken
 * @pairs: the front end
 * @index: the buffer
 *
 * Return: the dma-buf; -EINVAL if it has not; -ENOMEM.
 */
struct dma_buf *forebay_cap_export(struct forebay_pairs *pairs, u32 index)
{
	DEFINE_DMA_BUF_EXPORT_INFO(info);
	struct share *share = kzalloc(sizeof(*share), GFP_KERNEL);
	struct dma_buf *buf;
	int ret;

	if (!share)
		return ERR_PTR(-ENOMEM);
	share->pairs = pairs;
	ret = hold(share, index);
	if (ret) {
		kfree(share);
		return ERR_PTR(ret);
	}
	forebay_card_get(pairs->card);
	info.ops = &share_ops;
	info.size = share->memory->bytes;
	info.flags = O_RDONLY;
	info.priv = share;
	buf = dma_buf_export(&info);
	if (IS_ERR(buf)) {
		let_go(share);
		forget(share);
	}
	return buf;
}

FOREBAY_IMPORT_DMA_BUF;
