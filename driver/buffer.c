// SPDX-License-Identifier: GPL-2.0-only
#include "buffer.h"

#include <linux/bvec.h>
#include <linux/dma-mapping.h>
#include <linux/highmem.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/uio.h>

#include "compat.h"

static bool card_writes(const struct forebay_buffer *buf)
{
	return buf->dir == DMA_FROM_DEVICE;
}

/* Where the building of a buffer's list of pieces stands. */
struct pieces {
	struct forebay_buffer *buf;
	struct scatterlist *last;
	phys_addr_t next;
	size_t limit;
};

/* A piece that begins where the last one ends in physical memory extends it. */
static void add_piece(struct pieces *to, struct page *page, unsigned int offset, unsigned int len)
{
	phys_addr_t at = page_to_phys(page) + offset;

	if (to->last && at == to->next && to->last->length + len <= to->limit) {
		to->last->length += len;
	} else {
		to->last = to->last ? sg_next(to->last) : to->buf->table.sgl;
		sg_set_page(to->last, page, len, offset);
		to->buf->num_pieces++;
	}
	to->next = at + len;
	to->buf->len += len;
}

/*
 * Pins one segment of user memory, for writing only if the card writes there. Returns how many
 * bytes of it can be used, which is less than wanted where memory is missing or has the wrong
 * permission.
 */
static size_t take_user_segment(struct pieces *to, unsigned long addr, size_t want)
{
	struct forebay_buffer *buf = to->buf;
	unsigned int offset = offset_in_page(addr);
	int pages = DIV_ROUND_UP(offset + want, PAGE_SIZE);
	struct page **into = buf->pages + buf->num_pages;
	size_t taken = 0;
	int got, i;

	got = pin_user_pages_fast(addr - offset, pages, card_writes(buf) ? FOLL_WRITE : 0, into);
	for (i = 0; i < got; i++) {
		size_t len = min_t(size_t, PAGE_SIZE - offset, want - taken);

		add_piece(to, into[i], offset, len);
		taken += len;
		offset = 0;
	}
	if (got > 0)
		buf->num_pages += got;
	return taken;
}

/*
 * Takes up to a page from where the iterator stands. Whoever made the call keeps its pages until
 * the call is over; an engine that does not stop needs them longer. Returns how much, which is
 * nothing of a page that has too many users already.
 */
static size_t take_kernel_piece(struct pieces *to, const struct iov_iter *iter)
{
	const struct bio_vec *bvec = iter->bvec;
	size_t at = bvec->bv_offset + iter->iov_offset;
	unsigned int offset = offset_in_page(at);
	size_t len = min_t(size_t, iov_iter_single_seg_count(iter), PAGE_SIZE - offset);
	struct page *page = pfn_to_page(page_to_pfn(bvec->bv_page) + at / PAGE_SIZE);

	if (!try_get_page(page))
		return 0;
	to->buf->pages[to->buf->num_pages++] = page;
	add_piece(to, page, offset, len);
	return len;
}

/* Takes as much of the buffer as is there. */
static int take_all(struct forebay_buffer *buf, struct iov_iter *iter)
{
	struct pieces to = {
		.buf = buf,
		.limit = min_t(size_t, dma_get_max_seg_size(buf->dev),
			       dma_max_mapping_size(buf->dev)),
	};

	while (iov_iter_count(iter)) {
		size_t want = iov_iter_single_seg_count(iter);
		size_t taken = 0;

		if (buf->lent) {
			taken = take_kernel_piece(&to, iter);
			if (!taken && want)
				return -EFAULT;
		} else if (want) {
			taken = take_user_segment(&to, forebay_iter_addr(iter), want);
			if (taken < want)
				return -EFAULT;
		}
		/* Also over an empty segment, by nothing. */
		iov_iter_advance(iter, taken);
	}
	return 0;
}

/**
 * forebay_buffer_take() - take hold of a buffer, as much of it as is there
 * @buf: zeroed; whatever is returned, to be freed with forebay_buffer_free()
 * @dev: the card
 * @c2h: the card writes
 * @counted: pages of a program count against what it may keep pinned
 * @iter: the buffer, not empty; left as it is
 *
 * Pins user memory, which may take as long as the program's page faults do.
 *
 * Return: 0; -EFAULT if not all of it can be used: then @buf->len says how much; else an errno with
 * nothing taken.
 */
int forebay_buffer_take(struct forebay_buffer *buf, struct device *dev, bool c2h, bool counted,
			const struct iov_iter *iter)
{
	struct iov_iter rest = *iter;
	int pages, ret;

	buf->dev = dev;
	buf->dir = c2h ? DMA_FROM_DEVICE : DMA_TO_DEVICE;
	if (!user_backed_iter(iter) && !iov_iter_is_bvec(iter))
		return -EINVAL;
	pages = iov_iter_npages(iter, INT_MAX);
	buf->lent = !user_backed_iter(iter);
	ret = counted && !buf->lent ? forebay_pins_charge(&buf->pins, pages) : 0;
	if (ret)
		return ret;
	buf->pages = kvcalloc(pages, sizeof(*buf->pages), GFP_KERNEL);
	if (!buf->pages)
		return -ENOMEM;
	ret = sg_alloc_table(&buf->table, pages, GFP_KERNEL);
	return ret ? ret : take_all(buf, &rest);
}

/*
 * Segments of a call, and buffers of calls at the same time, may share a cache line; that is the
 * program's right. Mapping them with the caches handled apart says so to the kernel's DMA
 * debugging, which takes it for a driver's mistake otherwise. The end of a mapping copies nothing
 * either: it may come long after the call, when the memory is the program's again.
 */
#define MAP_ATTRS DMA_ATTR_SKIP_CPU_SYNC

/** forebay_buffer_map() - let the card reach the buffer. Return: 0 or -ENOMEM. */
int forebay_buffer_map(struct forebay_buffer *buf)
{
	if (!dma_map_sg_attrs(buf->dev, buf->table.sgl, buf->num_pieces, buf->dir, MAP_ATTRS))
		return -ENOMEM;
	dma_sync_sg_for_device(buf->dev, buf->table.sgl, buf->num_pieces, buf->dir);
	buf->mapped = true;
	return 0;
}

/** forebay_buffer_show() - let the processor see what the card has written; it stays mapped. */
void forebay_buffer_show(struct forebay_buffer *buf)
{
	dma_sync_sg_for_cpu(buf->dev, buf->table.sgl, buf->num_pieces, buf->dir);
}

/** forebay_buffer_unmap() - the reverse of forebay_buffer_map(); the card has let go of it. */
void forebay_buffer_unmap(struct forebay_buffer *buf)
{
	dma_unmap_sg_attrs(buf->dev, buf->table.sgl, buf->num_pieces, buf->dir, MAP_ATTRS);
	buf->mapped = false;
}

static void drop_pages(struct forebay_buffer *buf)
{
	unsigned int i;

	if (!buf->lent) {
		unpin_user_pages_dirty_lock(buf->pages, buf->num_pages, card_writes(buf));
		return;
	}
	for (i = 0; i < buf->num_pages; i++)
		put_page(buf->pages[i]);
}

/** forebay_buffer_give_back() - the pages are not needed any more; not mapped, process context. */
void forebay_buffer_give_back(struct forebay_buffer *buf)
{
	drop_pages(buf);
	buf->num_pages = 0;
	forebay_pins_return(&buf->pins);
}

/** forebay_buffer_free() - the same, and what describes them goes too. */
void forebay_buffer_free(struct forebay_buffer *buf)
{
	forebay_buffer_give_back(buf);
	sg_free_table(&buf->table);
	kvfree(buf->pages);
}
