// SPDX-License-Identifier: GPL-2.0-only
#include "request.h"

#include <linux/bvec.h>
#include <linux/dma-mapping.h>
#include <linux/highmem.h>
#include <linux/mm.h>
#include <linux/pci.h>
#include <linux/ratelimit.h>
#include <linux/slab.h>
#include <linux/uio.h>

#include "card.h"
#include "cause.h"
#include "chan.h"
#include "client.h"
#include "compat.h"
#include "params.h"

/* Where the building of a request's list of pieces stands. */
struct pieces {
	struct forebay_request *req;
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
		to->last = to->last ? sg_next(to->last) : to->req->table.sgl;
		sg_set_page(to->last, page, len, offset);
		to->req->num_pieces++;
	}
	to->next = at + len;
	to->req->len += len;
}

/*
 * Pins one segment of user memory, for writing only if the card writes there. Returns how many
 * bytes of it can be used, which is less than wanted where memory is missing or has the wrong
 * permission.
 */
static size_t take_user_segment(struct pieces *to, unsigned long addr, size_t want)
{
	struct forebay_request *req = to->req;
	unsigned int offset = offset_in_page(addr);
	int pages = DIV_ROUND_UP(offset + want, PAGE_SIZE);
	struct page **into = req->pages + req->num_pages;
	size_t taken = 0;
	int got, i;

	got = pin_user_pages_fast(addr - offset, pages, req->chan->c2h ? FOLL_WRITE : 0, into);
	for (i = 0; i < got; i++) {
		size_t len = min_t(size_t, PAGE_SIZE - offset, want - taken);

		add_piece(to, into[i], offset, len);
		taken += len;
		offset = 0;
	}
	if (got > 0)
		req->num_pages += got;
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
	to->req->pages[to->req->num_pages++] = page;
	add_piece(to, page, offset, len);
	return len;
}

/* Takes as much of the buffer as is there. */
static int take_buffer(struct forebay_request *req, struct iov_iter *iter)
{
	struct device *dev = &req->chan->card->pdev->dev;
	struct pieces to = {
		.req = req,
		.limit = min_t(size_t, dma_get_max_seg_size(dev), dma_max_mapping_size(dev)),
	};

	while (iov_iter_count(iter)) {
		size_t want = iov_iter_single_seg_count(iter);
		size_t taken = 0;

		if (to.req->lent) {
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

/*
 * Segments of a call, and buffers of calls at the same time, may share a cache line; that is the
 * program's right. Mapping them with the caches handled apart says so to the kernel's DMA
 * debugging, which takes it for a driver's mistake otherwise. The end of a mapping copies nothing
 * either: it may come long after the call, when the memory is the program's again.
 */
#define MAP_ATTRS DMA_ATTR_SKIP_CPU_SYNC

/**
 * forebay_request_map() - let the card reach the buffer
 * @req: just created; the card is there and stays so meanwhile
 *
 * Return: 0 or -ENOMEM.
 */
int forebay_request_map(struct forebay_request *req)
{
	struct forebay_chan *chan = req->chan;
	struct device *dev = &chan->card->pdev->dev;

	req->dir = chan->c2h ? DMA_FROM_DEVICE : DMA_TO_DEVICE;
	if (!dma_map_sg_attrs(dev, req->table.sgl, req->num_pieces, req->dir, MAP_ATTRS))
		return -ENOMEM;
	dma_sync_sg_for_device(dev, req->table.sgl, req->num_pieces, req->dir);
	req->mapped = true;
	atomic_inc(&chan->card->mapped);
	return 0;
}

/** forebay_request_unmap() - the reverse, if it was mapped; the engine has let go of the buffer. */
void forebay_request_unmap(struct forebay_request *req)
{
	struct forebay_card *card = req->chan->card;

	if (!req->mapped)
		return;
	dma_unmap_sg_attrs(&card->pdev->dev, req->table.sgl, req->num_pieces, req->dir, MAP_ATTRS);
	req->mapped = false;
	atomic_dec(&card->mapped);
	wake_up_all(&card->let_go);
}

static int fill_request(struct forebay_request *req, const struct iov_iter *iter)
{
	struct iov_iter part = *iter;
	size_t want;
	int pages, ret;

	if (!user_backed_iter(iter) && !iov_iter_is_bvec(iter))
		return -EINVAL;
	iov_iter_truncate(&part, FOREBAY_MAX_BYTES);
	want = iov_iter_count(&part);
	req->packet_end = want == iov_iter_count(iter);
	pages = iov_iter_npages(&part, INT_MAX);
	req->lent = !user_backed_iter(iter);
	ret = req->async && !req->lent ? forebay_pins_charge(&req->pins, pages) : 0;
	if (ret)
		return ret;
	req->pages = kvcalloc(pages, sizeof(*req->pages), GFP_KERNEL);
	if (!req->pages)
		return -ENOMEM;
	ret = sg_alloc_table(&req->table, pages, GFP_KERNEL);
	if (ret)
		return ret;
	ret = take_buffer(req, &part);
	/* Part of a packet would be another packet. */
	return req->len && !req->chan->stream ? 0 : ret;
}

static void drop_pages(struct forebay_request *req)
{
	unsigned int i;

	if (!req->lent) {
		unpin_user_pages_dirty_lock(req->pages, req->num_pages, req->chan->c2h);
		return;
	}
	for (i = 0; i < req->num_pages; i++)
		put_page(req->pages[i]);
}

static void give_back(struct forebay_request *req)
{
	forebay_request_unmap(req);
	drop_pages(req);
	req->num_pages = 0;
	forebay_pins_return(&req->pins);
}

static void free_request(struct forebay_request *req)
{
	give_back(req);
	sg_free_table(&req->table);
	kvfree(req->pages);
	kfree(req);
}

/**
 * forebay_request_create() - make a request of a call
 * @client: who makes it
 * @call: what is wanted
 * @iter: the buffer, not empty; left as it is
 *
 * Pins the buffer, which may take as long as the program's page faults do: nobody else must have to
 * wait for it. A buffer that is usable only at its beginning gives a shorter request on a
 * memory-mapped channel.
 *
 * Return: a request with one reference, or an ERR_PTR(); -EFAULT if no byte of the buffer can be
 * used.
 */
struct forebay_request *forebay_request_create(struct forebay_client *client,
					       const struct forebay_call *call,
					       const struct iov_iter *iter)
{
	struct forebay_request *req;
	int ret;

	req = kzalloc(sizeof(*req), GFP_KERNEL);
	if (!req)
		return ERR_PTR(-ENOMEM);
	INIT_LIST_HEAD(&req->entry);
	INIT_LIST_HEAD(&req->quarantine);
	refcount_set(&req->refs, 1);
	init_completion(&req->complete);
	req->chan = client->chan;
	req->client = client;
	req->async = call->async;
	req->cookie = call->cookie;
	req->owner = call->owner;
	req->card_addr = call->card_addr;
	req->spinning = call->spinning;
	ret = fill_request(req, iter);
	if (ret) {
		free_request(req);
		return ERR_PTR(ret);
	}
	return req;
}

/** forebay_request_put() - drop a reference; process context. */
void forebay_request_put(struct forebay_request *req)
{
	if (refcount_dec_and_test(&req->refs))
		free_request(req);
}

/*
 * Tells the log why a request failed, if it did. A program that ends its own calls, by a signal or
 * by closing the file, is no news for it; nor is it every call that a reset ends.
 */
static void explain(const struct forebay_request *req)
{
	const struct forebay_error *failure = &req->failure;
	struct forebay_chan *chan = req->chan;

	if (failure->cause == FOREBAY_CAUSE_NONE || forebay_cause_wanted(failure->cause) ||
	    !__ratelimit(&chan->log))
		return;
	dev_err(&chan->card->pdev->dev,
		"%s: descriptor %llu of %llu: %s (status 0x%08x), card address 0x%llx, %zu of %zu bytes done\n",
		chan->name, failure->descriptor + 1,
		failure->descriptor + max(req->run_end - req->run_first, 1u),
		forebay_cause_text(failure->cause), failure->status, failure->card_addr,
		req->done, req->len);
}

/**
 * forebay_request_settle() - have all that a client may look at when its call is over
 * @req: a request whose result stands; process context, no lock held
 * @outcome: out: what became of it
 *
 * That is also what has arrived in a buffer whose memory the driver has to keep, which the card may
 * have reached by way of a copy. Other memory is given back here and not with the last reference,
 * which whoever has ended the call may hold for longer: the program may count on its limits again.
 */
void forebay_request_settle(struct forebay_request *req, struct forebay_outcome *outcome)
{
	const struct forebay_client_ops *ops = req->client->ops;
	struct forebay_chan *chan = req->chan;
	struct forebay_card *card = chan->card;
	bool quarantined;

	dma_sync_sg_for_cpu(&card->pdev->dev, req->table.sgl, req->num_pieces, req->dir);
	WRITE_ONCE(req->settled, true);
	wake_up_all(&card->let_go);
	spin_lock_irq(&chan->lock);
	quarantined = !list_empty(&req->quarantine);
	spin_unlock_irq(&chan->lock);
	if (!quarantined)
		give_back(req);
	outcome->result = req->done ? req->done : req->error;
	outcome->packet_ended = req->packet_ended;
	outcome->failure = req->failure;
	if (ops->note)
		ops->note(req->client, outcome);
	explain(req);
}

/*
 * How long calls that are over may take to let go of their buffers, in milliseconds before
 * timeout_scale. They only need a processor.
 */
#define LET_GO_MS 10000

/* Mappings that someone has yet to touch; those that the driver keeps for good are left alone. */
static unsigned int in_hands(struct forebay_card *card)
{
	unsigned int mapped = atomic_read(&card->mapped);
	struct forebay_request *req;
	struct forebay_chan *chan;

	forebay_for_each_chan(card, chan) {
		spin_lock_irq(&chan->lock);
		list_for_each_entry(req, &chan->quarantine, quarantine)
			mapped -= READ_ONCE(req->settled);
		spin_unlock_irq(&chan->lock);
	}
	return mapped;
}

/**
 * forebay_requests_await() - wait until nobody uses the card's mappings any more
 * @card: a card on which no request is under way and none begins
 *
 * A call that is over lets go of its buffer when it gets a processor; without its driver, a device
 * cannot be asked to.
 */
void forebay_requests_await(struct forebay_card *card)
{
	unsigned long limit = forebay_scaled_jiffies(LET_GO_MS);

	if (!wait_event_timeout(card->let_go, !in_hands(card), limit))
		dev_err(&card->pdev->dev, "%u calls keep their buffers mapped\n", in_hands(card));
}
