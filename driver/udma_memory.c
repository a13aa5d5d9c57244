// SPDX-License-Identifier: GPL-2.0-only
#include "udma_memory.h"

#include <linux/dma-direct.h>
#include <linux/dma-map-ops.h>
#include <linux/dma-mapping.h>
#include <linux/err.h>
#include <linux/iommu.h>
#include <linux/mm.h>
#include <linux/pci.h>
#include <linux/slab.h>

#include "card.h"
#include "compat.h"
#include "udma.h"
#include "udma_direct.h"

static struct device *device_of(const struct forebay_programs *udma)
{
	return &udma->card->pdev->dev;
}

static enum dma_data_direction direction_of(u32 rights)
{
	switch (rights) {
	case FOREBAY_UDMA_READ:
		return DMA_TO_DEVICE;
	case FOREBAY_UDMA_WRITE:
		return DMA_FROM_DEVICE;
	default:
		return DMA_BIDIRECTIONAL;
	}
}

static void unpin(struct forebay_udma_memory *memory, unsigned int pages)
{
	unpin_user_pages_dirty_lock(memory->pages, pages, memory->rights & FOREBAY_UDMA_WRITE);
	forebay_pins_return(&memory->pins);
}

/*
 * Pages from @done on: for writing only if the card may write; for long, as nobody knows when the
 * program lets go.
 */
static int pin_more(const struct forebay_udma_memory *memory, unsigned int done)
{
	unsigned long addr = memory->addr + (u64)done * PAGE_SIZE;
	unsigned int num = memory->num_pages - done;

	if (memory->rights & FOREBAY_UDMA_WRITE)
		return pin_user_pages_fast(addr, num, FOLL_LONGTERM | FOLL_WRITE,
					   memory->pages + done);
	return forebay_pin_to_read(addr, num, memory->pages + done);
}

static int pin(struct forebay_udma_memory *memory)
{
	unsigned int done = 0;
	int ret;

	ret = forebay_pins_charge(&memory->pins, memory->num_pages);
	if (ret)
		return ret;
	while (done < memory->num_pages) {
		ret = pin_more(memory, done);
		if (ret <= 0)
			break;
		done += ret;
	}
	if (done == memory->num_pages)
		return 0;
	unpin(memory, done);
	return ret && ret != -ENOMEM ? ret : -EFAULT;
}

/* Where each page is on the bus. */
static void list_pages(struct forebay_udma_memory *memory)
{
	struct sg_dma_page_iter iter;
	unsigned int i = 0;

	for_each_sgtable_dma_page(&memory->table, &iter, 0)
		memory->bus[i++] = sg_page_iter_dma_address(&iter);
}

/* What is behind an address on the bus, with an IOMMU or without. */
static phys_addr_t behind(struct device *dev, dma_addr_t bus)
{
	struct iommu_domain *domain = iommu_get_domain_for_dev(dev);

	return domain ? iommu_iova_to_phys(domain, bus) : dma_to_phys(dev, bus);
}

/*
 * Whether the card reaches the pages themselves. A mapping that has to be synchronised for each
 * transfer would be of no use: the kernel does not see transfers.
 */
static bool reaches(const struct forebay_programs *udma, const struct forebay_udma_memory *memory)
{
	struct device *dev = device_of(udma);
	unsigned int i;

	for (i = 0; i < memory->num_pages; i++) {
		if (behind(dev, memory->bus[i]) != page_to_phys(memory->pages[i]))
			return false;
	}
	return dev_is_dma_coherent(dev);
}

static void undo_map(struct forebay_programs *udma, struct forebay_udma_memory *memory)
{
	dma_unmap_sgtable(device_of(udma), &memory->table, direction_of(memory->rights),
			  DMA_ATTR_SKIP_CPU_SYNC);
	sg_free_table(&memory->table);
}

/**
 * forebay_udma_memory_map() - let the card reach it; in the card's fence
 * @udma: the front end
 * @memory: pinned memory
 *
 * Return: 0; -ENOMEM; -EIO; -EOPNOTSUPP if the kernel would have to copy; errors of
 * forebay_udma_direct_check().
 */
int forebay_udma_memory_map(struct forebay_programs *udma, struct forebay_udma_memory *memory)
{
	int ret;

	ret = sg_alloc_table_from_pages_segment(&memory->table, memory->pages, memory->num_pages, 0,
						(size_t)memory->num_pages * PAGE_SIZE,
						dma_get_max_seg_size(device_of(udma)), GFP_KERNEL);
	if (ret)
		return ret;
	ret = dma_map_sgtable(device_of(udma), &memory->table, direction_of(memory->rights),
			      DMA_ATTR_SKIP_CPU_SYNC);
	if (ret) {
		sg_free_table(&memory->table);
		return ret == -ENOMEM ? ret : -EIO;
	}
	list_pages(memory);
	if (reaches(udma, memory)) {
		ret = udma->direct ? forebay_udma_direct_check(udma, memory) : 0;
		memory->mapped = !ret;
		if (ret)
			undo_map(udma, memory);
		return ret;
	}
	undo_map(udma, memory);
	dev_warn_once(device_of(udma),
		      "memory for user-level DMA would be copied through bounce buffers: refused\n");
	return -EOPNOTSUPP;
}

static void free_lists(struct forebay_udma_memory *memory)
{
	kvfree(memory->pages);
	kvfree(memory->bus);
	kfree(memory);
}

static struct forebay_udma_memory *alloc_lists(const struct forebay_udma_region *region)
{
	struct forebay_udma_memory *memory = kzalloc(sizeof(*memory), GFP_KERNEL);

	if (!memory)
		return NULL;
	INIT_LIST_HEAD(&memory->entry);
	memory->addr = region->addr;
	memory->bytes = region->bytes;
	memory->rights = region->rights;
	memory->first = FOREBAY_UDMA_NO_SLOT;
	memory->num_pages = DIV_ROUND_UP(region->bytes, PAGE_SIZE);
	memory->pages = kvcalloc(memory->num_pages, sizeof(*memory->pages), GFP_KERNEL);
	memory->bus = kvcalloc(memory->num_pages, sizeof(*memory->bus), GFP_KERNEL);
	if (memory->pages && memory->bus)
		return memory;
	free_lists(memory);
	return NULL;
}

/**
 * forebay_udma_memory_pin() - pin memory of the calling program
 * @region: checked, as far as that is possible without looking at the memory
 *
 * May take as long as the program's page faults do: in no fence and under no lock.
 *
 * Return: the memory, or an ERR_PTR(): -EFAULT, -ENOMEM.
 */
struct forebay_udma_memory *forebay_udma_memory_pin(const struct forebay_udma_region *region)
{
	struct forebay_udma_memory *memory = alloc_lists(region);
	int ret;

	if (!memory)
		return ERR_PTR(-ENOMEM);
	ret = pin(memory);
	if (ret) {
		free_lists(memory);
		return ERR_PTR(ret);
	}
	return memory;
}

/** forebay_udma_memory_free() - give it back; the card cannot reach it, or has let go of it. */
void forebay_udma_memory_free(struct forebay_programs *udma, struct forebay_udma_memory *memory)
{
	if (memory->mapped)
		undo_map(udma, memory);
	unpin(memory, memory->num_pages);
	free_lists(memory);
}

/** forebay_udma_memory_free_all() - the same, for all of a list. */
void forebay_udma_memory_free_all(struct forebay_programs *udma, struct list_head *list)
{
	struct forebay_udma_memory *memory, *next;

	list_for_each_entry_safe(memory, next, list, entry) {
		list_del(&memory->entry);
		forebay_udma_memory_free(udma, memory);
	}
}
