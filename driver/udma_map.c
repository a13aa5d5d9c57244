// SPDX-License-Identifier: GPL-2.0-only
#include "udma_map.h"

#include <linux/fs.h>
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/pfn.h>
#include <linux/string.h>

#include "card.h"
#include "compat.h"
#include "map.h"
#include "programs.h"
#include "udma.h"
#include "udma_direct.h"

#define CONTEXT_PAGE (FOREBAY_UDMA_MAP_CONTEXT >> PAGE_SHIFT)
#define PORTAL_PAGE (FOREBAY_UDMA_MAP_PORTAL >> PAGE_SHIFT)
#define SHADOW_PAGE (FOREBAY_UDMA_MAP_SHADOW >> PAGE_SHIFT)

#define BOTH (FOREBAY_UDMA_READ | FOREBAY_UDMA_WRITE)

/* What a range of pages of a file is: physical address of its first, and what may be done with it. */
struct place {
	phys_addr_t at;
	u32 rights;
};

/*
 * Whether a scheme stores at sources, or loads at destinations. Then the card checks rights alone; with
 * addresses of memory it cannot, so a program can name there what it may touch itself.
 */
static bool tells_no_role(const struct forebay_programs *udma)
{
	u32 scheme = udma->scheme;

	return !udma->direct && (scheme == FOREBAY_UDMA_SHRIMP1 || scheme == FOREBAY_UDMA_REPEAT5 ||
	       scheme == FOREBAY_UDMA_KEY);
}

/* The region in which so many slots are, or NULL. */
static const struct forebay_udma_memory *find_slots(const struct forebay_udma_file *file, u64 slot,
						    unsigned long slots)
{
	const struct forebay_udma_memory *memory;

	list_for_each_entry(memory, &file->regions, entry) {
		if (memory->first != FOREBAY_UDMA_NO_SLOT && slot >= memory->first &&
		    slot - memory->first < memory->num_pages &&
		    slots <= memory->num_pages - (slot - memory->first))
			return memory;
	}
	return NULL;
}

/* With udma.maps held. Return: 0, or -ENXIO if the file has nothing there. */
static int find_place(const struct forebay_udma_file *file, u64 page, unsigned long pages,
		      struct place *place)
{
	const struct forebay_programs *udma = file->udma;
	const struct forebay_udma_memory *memory;
	u64 slot = page - SHADOW_PAGE;

	if (file->context < 0)
		return -ENXIO;
	place->rights = BOTH;
	if (page == CONTEXT_PAGE && pages == 1) {
		place->at = udma->window + FOREBAY_UDMA_WINDOW_CONTEXT_PAGE_BASE +
			    file->context * FOREBAY_UDMA_WINDOW_CONTEXT_PAGE_STRIDE;
		return 0;
	}
	if (page == PORTAL_PAGE && pages == 1) {
		place->at = udma->window + FOREBAY_UDMA_WINDOW_PORTAL_PAGE_BASE +
			    file->context * FOREBAY_UDMA_WINDOW_PORTAL_PAGE_STRIDE;
		return 0;
	}
	memory = page >= SHADOW_PAGE ? find_slots(file, slot, pages) : NULL;
	if (!memory)
		return -ENXIO;
	if (!tells_no_role(udma))
		place->rights = memory->rights;
	if (udma->direct)
		place->at = forebay_udma_direct_shadow(udma, file->context,
						       memory->bus[slot - memory->first]);
	else
		place->at = udma->window + FOREBAY_UDMA_WINDOW_SHADOW_PAGE_BASE +
			    (file->context * FOREBAY_UDMA_SLOTS + slot) *
				    FOREBAY_UDMA_WINDOW_SHADOW_PAGE_STRIDE;
	return 0;
}

static bool permits(const struct place *place, unsigned long flags)
{
	return (!(flags & VM_READ) || place->rights & FOREBAY_UDMA_READ) &&
	       (!(flags & VM_WRITE) || place->rights & FOREBAY_UDMA_WRITE);
}

/* What is in the place of a page that the file has no more. */
static vm_fault_t put_blank_in(struct vm_fault *vmf, const struct forebay_udma_file *file)
{
	struct page *blank = READ_ONCE(file->blank);

	if (!blank)
		return VM_FAULT_SIGBUS;
	return vmf_insert_pfn(vmf->vma, vmf->address, page_to_pfn(blank));
}

static vm_fault_t put_page_in(struct vm_fault *vmf, const struct forebay_udma_file *file)
{
	struct forebay_programs *udma = file->udma;
	struct place place;
	vm_fault_t ret;

	down_read(&udma->maps);
	if (!find_place(file, vmf->pgoff, 1, &place) && permits(&place, vmf->vma->vm_flags))
		ret = vmf_insert_pfn(vmf->vma, vmf->address, PHYS_PFN(place.at));
	else
		ret = put_blank_in(vmf, file);
	up_read(&udma->maps);
	return ret;
}

static vm_fault_t map_fault(struct vm_fault *vmf)
{
	struct forebay_udma_file *file = vmf->vma->vm_file->private_data;
	struct forebay_card *card = file->udma->card;
	vm_fault_t ret = VM_FAULT_SIGBUS;
	bool online;
	int index;

	if (vmf->vma->vm_mm != file->mm)
		return VM_FAULT_SIGBUS;
	if (!forebay_card_enter(card, &index))
		return put_blank_in(vmf, file);
	online = !READ_ONCE(card->offline);
	if (online)
		ret = put_page_in(vmf, file);
	forebay_card_exit(card, index);
	if (online)
		return ret;
	return READ_ONCE(card->lost) ? put_blank_in(vmf, file) : forebay_map_wait(vmf, card);
}

static const struct vm_operations_struct map_ops = {
	.fault = map_fault,
};

/* What a map may not do now it may not be made to do later either. */
static unsigned long never(const struct place *place)
{
	unsigned long flags = VM_MAYEXEC;

	if (!(place->rights & FOREBAY_UDMA_READ))
		flags |= VM_MAYREAD;
	if (!(place->rights & FOREBAY_UDMA_WRITE))
		flags |= VM_MAYWRITE;
	return flags;
}

/**
 * forebay_udma_map() - map pages of the window; the caller is in the file's address space
 * @file: the file
 * @vma: the area
 *
 * Return: 0; -EINVAL for a private map; -ENXIO; -EACCES.
 */
int forebay_udma_map(struct forebay_udma_file *file, struct vm_area_struct *vma)
{
	struct place place;
	int ret;

	if (!(vma->vm_flags & VM_MAYSHARE))
		return -EINVAL;
	down_read(&file->udma->maps);
	ret = find_place(file, vma->vm_pgoff, vma_pages(vma), &place);
	up_read(&file->udma->maps);
	if (ret)
		return ret;
	if (!permits(&place, vma->vm_flags) || vma->vm_flags & VM_EXEC)
		return -EACCES;
	vma->vm_page_prot = pgprot_noncached(vma->vm_page_prot);
	forebay_vm_flags_set(vma, VM_IO | VM_PFNMAP | VM_DONTCOPY | VM_DONTEXPAND | VM_DONTDUMP);
	forebay_vm_flags_clear(vma, never(&place));
	vma->vm_ops = &map_ops;
	return 0;
}

/**
 * forebay_udma_unmap() - take the window out of the file's address space
 * @file: the file
 *
 * What the file still has comes back with the next touch; what it has no more is a SIGBUS.
 */
void forebay_udma_unmap(struct forebay_udma_file *file)
{
	unmap_mapping_range(file->filp->f_mapping, 0, 0, 1);
}

/**
 * forebay_udma_blank() - have a blank page where the file has something no more
 * @file: the file; again is nothing
 *
 * Return: 0; -ENOMEM.
 */
int forebay_udma_blank(struct forebay_udma_file *file)
{
	struct page *blank;

	if (READ_ONCE(file->blank))
		return 0;
	blank = alloc_page(GFP_KERNEL_ACCOUNT);
	if (!blank)
		return -ENOMEM;
	/* As a card that does not answer: no scheme has a start in it, and none that went well. */
	memset(page_address(blank), 0xff, PAGE_SIZE);
	if (cmpxchg(&file->blank, NULL, blank))
		__free_page(blank);
	return 0;
}

/** forebay_udma_blank_free() - give that page back; no map of the file is left. */
void forebay_udma_blank_free(struct forebay_udma_file *file)
{
	if (file->blank)
		__free_page(file->blank);
}

/** forebay_programs_revoke() - unmap those of all files, when no page is put in, for now or for good. */
void forebay_programs_revoke(struct forebay_card *card)
{
	struct forebay_programs *udma = card->programs;
	struct forebay_udma_file *file;

	if (!udma)
		return;
	mutex_lock(&udma->lock);
	list_for_each_entry(file, &udma->files, entry)
		forebay_udma_unmap(file);
	mutex_unlock(&udma->lock);
}
