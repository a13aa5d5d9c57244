// SPDX-License-Identifier: GPL-2.0-only
#include "pairs_map.h"

#include <linux/dma-map-ops.h>
#include <linux/fs.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/scatterlist.h>

#include "card.h"
#include "compat.h"
#include "pairs.h"

/* For reading only, if it is not @written, for good; and not what a dump of the program is about. */
static int prepare(struct vm_area_struct *vma, struct device *dev, bool written)
{
	const unsigned long never = written ? VM_EXEC : VM_WRITE | VM_EXEC;

	if (!(vma->vm_flags & VM_MAYSHARE))
		return -EINVAL;
	if (vma->vm_flags & never)
		return -EACCES;
	if (!dev_is_dma_coherent(dev))
		vma->vm_page_prot = pgprot_dmacoherent(vma->vm_page_prot);
	forebay_vm_flags_set(vma, VM_DONTEXPAND | VM_DONTDUMP);
	forebay_vm_flags_clear(vma, written ? VM_MAYEXEC : VM_MAYWRITE | VM_MAYEXEC);
	return 0;
}

/**
 * forebay_pairs_map_memory() - map one buffer's memory, for reading
 * @memory: the memory, which stays for as long as the area's file
 * @vma: the area
 *
 * Return: 0; -EINVAL for a private map; -EACCES for one that is not for reading only; -ENXIO if it
 * goes beyond the buffer; -ENOMEM.
 */
int forebay_pairs_map_memory(const struct forebay_pairs_memory *memory, struct vm_area_struct *vma)
{
	u64 from = (u64)vma->vm_pgoff << PAGE_SHIFT, left = vma->vm_end - vma->vm_start;
	unsigned long addr = vma->vm_start;
	struct scatterlist *piece;
	unsigned int i;
	int ret;

	if (from > memory->bytes || left > memory->bytes - from)
		return -ENXIO;
	ret = prepare(vma, &memory->pdev->dev, false);
	for_each_sgtable_sg(&memory->table, piece, i) {
		u64 skip = min_t(u64, from, piece->length), now = min(left, piece->length - skip);

		from -= skip;
		if (ret || !now)
			continue;
		ret = remap_pfn_range(vma, addr, page_to_pfn(sg_page(piece)) + PHYS_PFN(skip), now,
				      vma->vm_page_prot);
		addr += now;
		left -= now;
	}
	return ret;
}

static void map_open(struct vm_area_struct *vma)
{
	struct forebay_pairs *pairs = vma->vm_private_data;

	atomic_inc(&pairs->mapped);
}

static void map_close(struct vm_area_struct *vma)
{
	struct forebay_pairs *pairs = vma->vm_private_data;

	atomic_dec(&pairs->mapped);
}

/*
 * Puts all of a buffer in that is in the area: @first is the page of the set at which it begins. Who
 * touches one page of it goes on to the next.
 */
static vm_fault_t put_in(const struct forebay_pairs_memory *memory, unsigned long first,
			 const struct vm_fault *vmf)
{
	struct vm_area_struct *vma = vmf->vma;
	vm_fault_t ret = VM_FAULT_SIGBUS;
	struct sg_page_iter iter;
	unsigned long at = first;

	for_each_sgtable_page(&memory->table, &iter, 0) {
		unsigned long page = at++;
		vm_fault_t one;

		if (page < vma->vm_pgoff || page - vma->vm_pgoff >= vma_pages(vma))
			continue;
		one = vmf_insert_pfn(vma, vma->vm_start + ((page - vma->vm_pgoff) << PAGE_SHIFT),
				     page_to_pfn(sg_page_iter_page(&iter)));
		if (page == vmf->pgoff || one != VM_FAULT_NOPAGE)
			ret = one;
		if (one != VM_FAULT_NOPAGE)
			break;
	}
	return ret;
}

/* Not before the area is where an unbind finds it, and not behind that. */
static vm_fault_t map_fault(struct vm_fault *vmf)
{
	struct forebay_pairs *pairs = vmf->vma->vm_private_data;
	vm_fault_t ret = VM_FAULT_SIGBUS;
	int index;

	if (!forebay_card_enter(pairs->card, &index))
		return VM_FAULT_SIGBUS;
	down_read(&pairs->maps);
	if (pairs->set) {
		unsigned long each = PHYS_PFN(pairs->set->setup.map_bytes);
		unsigned long i = vmf->pgoff / each;

		if (i < pairs->set->setup.buffers)
			ret = put_in(pairs->set->slots[i].memory, i * each, vmf);
	}
	up_read(&pairs->maps);
	forebay_card_exit(pairs->card, index);
	return ret;
}

static const struct vm_operations_struct map_ops = {
	.open = map_open,
	.close = map_close,
	.fault = map_fault,
};

/**
 * forebay_pairs_map() - map buffers of the open file
 * @pairs: the front end
 * @vma: the area
 *
 * Return: 0; -EINVAL for a private map; -EACCES for one that is executable, or for
 * writing where the card fills buffers; -ENXIO if it goes beyond the buffers.
 */
int forebay_pairs_map(struct forebay_pairs *pairs, struct vm_area_struct *vma)
{
	int ret = -ENXIO;

	down_read(&pairs->maps);
	if (pairs->set) {
		unsigned long all = PHYS_PFN(pairs->set->setup.map_bytes) * pairs->set->setup.buffers;

		if (vma->vm_pgoff <= all && vma_pages(vma) <= all - vma->vm_pgoff)
			ret = prepare(vma, &pairs->set->pdev->dev, pairs->way->written);
	}
	if (!ret) {
		forebay_vm_flags_set(vma, VM_PFNMAP);
		vma->vm_private_data = pairs;
		vma->vm_ops = &map_ops;
		map_open(vma);
	}
	up_read(&pairs->maps);
	return ret;
}

/** forebay_pairs_unmap() - take the buffers out of every address space, for good; under lock. */
void forebay_pairs_unmap(struct forebay_pairs *pairs)
{
	if (pairs->filp)
		unmap_mapping_range(pairs->filp->f_mapping, 0, 0, 1);
}
