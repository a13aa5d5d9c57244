/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Differences between kernel versions, all of them. The module builds for 6.1 and later.
 */
#ifndef FOREBAY_COMPAT_H
#define FOREBAY_COMPAT_H

#include <linux/mm.h>
#include <linux/uio.h>
#include <linux/version.h>

/** forebay_iter_addr() - address in user space where a user-backed iterator stands. */
static inline unsigned long forebay_iter_addr(const struct iov_iter *iter)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 4, 0)
	return (unsigned long)iter_iov_addr(iter);
#else
	if (iter_is_ubuf(iter))
		return (unsigned long)iter->ubuf + iter->iov_offset;
	return (unsigned long)iter->iov->iov_base + iter->iov_offset;
#endif
}

/** forebay_vm_flags_set() - add flags to an area that is being mapped. */
static inline void forebay_vm_flags_set(struct vm_area_struct *vma, unsigned long flags)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 3, 0)
	vm_flags_set(vma, flags);
#else
	vma->vm_flags |= flags;
#endif
}

/** forebay_vm_flags_clear() - take flags from one. */
static inline void forebay_vm_flags_clear(struct vm_area_struct *vma, unsigned long flags)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 3, 0)
	vm_flags_clear(vma, flags);
#else
	vma->vm_flags &= ~flags;
#endif
}

/** forebay_release_fault_lock() - let go of the address space, before VM_FAULT_RETRY. */
static inline void forebay_release_fault_lock(struct vm_fault *vmf)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 6, 0)
	release_fault_lock(vmf);
#else
	mmap_read_unlock(vmf->vma->vm_mm);
#endif
}

/**
 * forebay_pin_to_read() - pin pages for long: the card reads what the program stores there later, too
 * @addr: the first
 * @num: how many
 * @pages: the pages
 *
 * A store to memory that was not written before gives a program a page of its own in the place of a
 * shared one. Kernels before 6.2 pin the shared one; asked to pin it for writing, they make that page
 * first. What cannot be pinned so is a shared map that is for reading only, which has no such pages.
 *
 * Return: as pin_user_pages_fast().
 */
static inline int forebay_pin_to_read(unsigned long addr, int num, struct page **pages)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 2, 0)
	return pin_user_pages_fast(addr, num, FOLL_LONGTERM, pages);
#else
	int ret = pin_user_pages_fast(addr, num, FOLL_LONGTERM | FOLL_WRITE | FOLL_FORCE, pages);

	return ret == -EFAULT ? pin_user_pages_fast(addr, 1, FOLL_LONGTERM, pages) : ret;
#endif
}

/* FOREBAY_IMPORT_DMA_BUF - a file uses functions of dma-bufs. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0)
#define FOREBAY_IMPORT_DMA_BUF MODULE_IMPORT_NS("DMA_BUF")
#else
#define FOREBAY_IMPORT_DMA_BUF MODULE_IMPORT_NS(DMA_BUF)
#endif

/* What a class's devnode callback gets. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 2, 0)
typedef const struct device forebay_devnode_device;
#else
typedef struct device forebay_devnode_device;
#endif

#endif
