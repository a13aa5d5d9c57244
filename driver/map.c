// SPDX-License-Identifier: GPL-2.0-only
#include "map.h"

#include <linux/io.h>
#include <linux/kref.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "card.h"
#include "compat.h"
#include "features.h"
#include "node.h"
#include "online.h"

/**
 * struct span - what one mmap call has mapped; shared by the areas that it is split or copied into
 * @ref: one per area
 * @entry: place among the BAR's spans
 * @maps: the BAR
 * @start: offset in the BAR
 * @bytes: length
 * @caching: memory type
 */
struct span {
	struct kref ref;
	struct list_head entry;
	struct forebay_maps *maps;
	resource_size_t start;
	resource_size_t bytes;
	enum forebay_caching caching;
};

/** forebay_maps_init() - nothing is mapped yet. */
void forebay_maps_init(struct forebay_maps *maps, struct forebay_node *node,
		       const struct forebay_area *area)
{
	maps->area = area;
	maps->node = node;
	mutex_init(&maps->lock);
	INIT_LIST_HEAD(&maps->files);
	INIT_LIST_HEAD(&maps->spans);
}

/* A page must not have two memory types at once: the processor may do anything then. */
static bool conflicts(struct forebay_maps *maps, const struct span *wanted)
{
	struct span *span;

	list_for_each_entry(span, &maps->spans, entry) {
		if (span->caching != wanted->caching &&
		    span->start < wanted->start + wanted->bytes &&
		    wanted->start < span->start + span->bytes)
			return true;
	}
	return false;
}

static int span_reserve(struct span *span)
{
	struct forebay_maps *maps = span->maps;
	int ret = 0;

	mutex_lock(&maps->lock);
	if (conflicts(maps, span))
		ret = -EBUSY;
	else if (span->caching == FOREBAY_CACHING_WRITE_COMBINING)
		ret = arch_io_reserve_memtype_wc(maps->area->start + span->start, span->bytes);
	if (!ret)
		list_add(&span->entry, &maps->spans);
	mutex_unlock(&maps->lock);
	return ret;
}

static void span_release(struct kref *ref)
{
	struct span *span = container_of(ref, struct span, ref);
	struct forebay_maps *maps = span->maps;

	mutex_lock(&maps->lock);
	list_del(&span->entry);
	if (span->caching == FOREBAY_CACHING_WRITE_COMBINING)
		arch_io_free_memtype_wc(maps->area->start + span->start, span->bytes);
	mutex_unlock(&maps->lock);
	kfree(span);
}

static void map_vm_open(struct vm_area_struct *vma)
{
	struct span *span = vma->vm_private_data;

	kref_get(&span->ref);
}

static void map_vm_close(struct vm_area_struct *vma)
{
	struct span *span = vma->vm_private_data;

	kref_put(&span->ref, span_release);
}

/**
 * forebay_map_wait() - what a fault does while the card is away; outside of the fence
 * @vmf: the fault
 * @card: the card
 *
 * Without the lock of the address space, so that of its threads only the one waits that needs the
 * card. Then it touches the page again. A fault that cannot be tried again does not wait.
 */
vm_fault_t forebay_map_wait(struct vm_fault *vmf, struct forebay_card *card)
{
	if (!(vmf->flags & FAULT_FLAG_ALLOW_RETRY) || (vmf->flags & FAULT_FLAG_RETRY_NOWAIT))
		return VM_FAULT_SIGBUS;
	/* The area, and the file with it, may be gone when the lock is. */
	forebay_card_get(card);
	forebay_release_fault_lock(vmf);
	forebay_card_await_online(card, TASK_KILLABLE);
	forebay_card_put(card);
	return VM_FAULT_RETRY;
}

/* A map may be of more than a program may touch. */
static bool is_open(const struct forebay_maps *maps, pgoff_t page)
{
	resource_size_t at = (resource_size_t)page << PAGE_SHIFT;

	return forebay_area_open(maps->node->card, maps->area, at, PAGE_SIZE) == PAGE_SIZE;
}

static vm_fault_t map_vm_fault(struct vm_fault *vmf)
{
	struct span *span = vmf->vma->vm_private_data;
	struct forebay_maps *maps = span->maps;
	struct forebay_card *card = maps->node->card;
	vm_fault_t ret = 0;
	bool online;
	int index;

	if (!is_open(maps, vmf->pgoff))
		return VM_FAULT_SIGBUS;
	if (!forebay_card_enter(card, &index))
		return VM_FAULT_SIGBUS;
	online = !READ_ONCE(card->offline);
	if (online)
		ret = vmf_insert_pfn(vmf->vma, vmf->address, PHYS_PFN(maps->area->start) + vmf->pgoff);
	forebay_card_exit(card, index);
	if (online)
		return ret;
	return READ_ONCE(card->lost) ? VM_FAULT_SIGBUS : forebay_map_wait(vmf, card);
}

static const struct vm_operations_struct map_vm_ops = {
	.open = map_vm_open,
	.close = map_vm_close,
	.fault = map_vm_fault,
};

/* The whole area must lie in the BAR. */
static bool in_bar(const struct forebay_maps *maps, struct vm_area_struct *vma)
{
	u64 pages = maps->area->bytes >> PAGE_SHIFT;

	return vma->vm_pgoff <= pages && vma_pages(vma) <= pages - vma->vm_pgoff;
}

static struct span *span_create(struct forebay_map_file *file, const struct vm_area_struct *vma)
{
	struct span *span = kzalloc(sizeof(*span), GFP_KERNEL);
	int ret;

	if (!span)
		return ERR_PTR(-ENOMEM);
	kref_init(&span->ref);
	span->maps = file->maps;
	span->start = (resource_size_t)vma->vm_pgoff << PAGE_SHIFT;
	span->bytes = vma->vm_end - vma->vm_start;
	span->caching = READ_ONCE(file->caching);
	ret = span_reserve(span);
	if (ret) {
		kfree(span);
		return ERR_PTR(ret);
	}
	return span;
}

/** forebay_map_mmap() - map part of the BAR, with the file's memory type. */
int forebay_map_mmap(struct file *filp, struct vm_area_struct *vma)
{
	struct forebay_map_file *file = filp->private_data;
	struct span *span;

	if (READ_ONCE(file->maps->node->card->unbound))
		return -ENODEV;
	/*
	 * Not VM_SHARED: the kernel takes that from a shared map of a file that is open for
	 * reading only.
	 */
	if (!(vma->vm_flags & VM_MAYSHARE))
		return -EINVAL;
	if (!in_bar(file->maps, vma))
		return -ENXIO;
	span = span_create(file, vma);
	if (IS_ERR(span))
		return PTR_ERR(span);
	if (span->caching == FOREBAY_CACHING_WRITE_COMBINING)
		vma->vm_page_prot = pgprot_writecombine(vma->vm_page_prot);
	else
		vma->vm_page_prot = pgprot_noncached(vma->vm_page_prot);
	forebay_vm_flags_set(vma, VM_IO | VM_PFNMAP | VM_DONTEXPAND | VM_DONTDUMP);
	vma->vm_private_data = span;
	vma->vm_ops = &map_vm_ops;
	return 0;
}

/** forebay_map_open() - open a file whose BAR can be mapped; sets its private data. */
int forebay_map_open(struct forebay_maps *maps, struct file *filp)
{
	struct forebay_map_file *file;

	if (READ_ONCE(maps->node->card->unbound))
		return -ENODEV;
	file = kzalloc(sizeof(*file), GFP_KERNEL);
	if (!file)
		return -ENOMEM;
	file->maps = maps;
	file->filp = filp;
	file->caching = FOREBAY_CACHING_UNCACHED;
	filp->private_data = file;
	mutex_lock(&maps->lock);
	list_add(&file->entry, &maps->files);
	mutex_unlock(&maps->lock);
	return 0;
}

/** forebay_map_release() - the last close; areas hold the file, so none is left. */
int forebay_map_release(struct inode *inode, struct file *filp)
{
	struct forebay_map_file *file = filp->private_data;

	mutex_lock(&file->maps->lock);
	list_del(&file->entry);
	mutex_unlock(&file->maps->lock);
	kfree(file);
	return 0;
}

/**
 * forebay_maps_revoke() - take the BAR out of every address space
 * @maps: of a card that is unbound or offline, and whose faults have all seen so
 */
void forebay_maps_revoke(struct forebay_maps *maps)
{
	struct forebay_map_file *file;

	mutex_lock(&maps->lock);
	list_for_each_entry(file, &maps->files, entry)
		unmap_mapping_range(file->filp->f_mapping, 0, 0, 1);
	mutex_unlock(&maps->lock);
}
