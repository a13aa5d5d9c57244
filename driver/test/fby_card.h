/* SPDX-License-Identifier: GPL-2.0-only */
/* The card under test: its nodes, its channels, its registers, its place in sysfs. */
#ifndef FBY_CARD_H
#define FBY_CARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <linux/types.h>

#include "../../regs/gen/forebay_regs.h"
#include "../uapi/forebay.h"

#define FBY_PAGE 4096u
#define FBY_MAX_CHANNELS 4u

enum fby_dir { FBY_H2C, FBY_C2H };

/*
 * Names are made in memory of the caller's, which lasts as long as the block the call stands in: so
 * any number of threads can make them, and none changes under its reader.
 */
#define FBY_NAME 256
#define FBY_OWN_NAME ((char[FBY_NAME]){ 0 })

/**
 * struct fby_layout - Where a card has its parts, by its PCI id: a layout of the card table.
 */
struct fby_layout {
	/** As sysfs has them. */
	const char *vendor, *device;
	/** BAR of the card's own registers, where they begin in it, and bytes from there to its end. */
	unsigned int user_bar;
	uint32_t user_offset;
	uint32_t user_bytes;
	/** The same of the DMA registers. */
	unsigned int dma_bar;
	uint32_t dma_offset;
	/** BAR of the card's address space. */
	unsigned int aperture_bar;
};

/** fby_layout() - That of the card; bails out when there is no card. */
const struct fby_layout *fby_layout(void);

/** fby_resource() - Path of the kernel's own file of a BAR. */
#define fby_resource(bar) fby_resource_in(FBY_OWN_NAME, bar)
const char *fby_resource_in(char name[FBY_NAME], unsigned int bar);

/** fby_bar_address() - Physical address of a BAR; bails out when the kernel has none for it. */
uint64_t fby_bar_address(unsigned int bar);

/** fby_node() - Path of a node of the card, such as "h2c_0" or "user". */
#define fby_node(what) fby_node_in(FBY_OWN_NAME, what)
const char *fby_node_in(char name[FBY_NAME], const char *what);

/** enum fby_dma - What lies between the card and the machine's memory. */
enum fby_dma { FBY_DMA_DIRECT, FBY_DMA_IOMMU, FBY_DMA_BOUNCE };

/**
 * fby_dma() - The way this boot is for, by the variable FBY_DMA; bails out when it names none. Only
 * on the direct way does a page's physical address decide what it can share a descriptor with.
 */
enum fby_dma fby_dma(void);

/** fby_open() - Opens a node. Returns the file, or -1 with errno. */
int fby_open(const char *what, int flags);

/** fby_must_open() - Opens a node or bails out. */
int fby_must_open(const char *what, int flags);

/** fby_chan_name() - "h2c_2" and so on. */
#define fby_chan_name(dir, channel) fby_chan_name_in(FBY_OWN_NAME, dir, channel)
const char *fby_chan_name_in(char name[FBY_NAME], enum fby_dir dir, unsigned int channel);

/** fby_open_chan() - Opens a channel for its direction or bails out. */
int fby_open_chan(enum fby_dir dir, unsigned int channel);

/**
 * fby_channels() - Numbers of the card's channels of one kind.
 * @dir: direction
 * @stream: streams, or memory-mapped channels
 * @list: takes up to FBY_MAX_CHANNELS numbers
 * Returns how many there are.
 */
unsigned int fby_channels(enum fby_dir dir, bool stream, unsigned int *list);

/** fby_first() - First channel of a kind; bails out when the card has none. */
unsigned int fby_first(enum fby_dir dir, bool stream);

/** fby_reg() - Reads one of the card's own registers through the user node; bails out when that fails. */
uint32_t fby_reg(uint32_t offset);

/** fby_set_reg() - Writes one of the card's own registers through the user node; bails out when that fails. */
void fby_set_reg(uint32_t offset, uint32_t value);

/**
 * fby_counter() - An event counter of the card's status block; @index is
 * FOREBAY_USER_COUNTER_*_INDEX.
 */
uint64_t fby_counter(unsigned int index);

/** fby_mem_bytes() - Size of the card's memory. */
uint64_t fby_mem_bytes(void);

/** fby_work_bytes() - How much of it a test fills: what a simulated card moves in a moment. */
uint64_t fby_work_bytes(void);

/** fby_bdf() - PCI address of the card; bails out when there is no card. */
#define fby_bdf() fby_bdf_in(FBY_OWN_NAME)
const char *fby_bdf_in(char name[FBY_NAME]);

/** fby_pci_path() - Path of a file of the card's PCI device in sysfs. */
#define fby_pci_path(file) fby_pci_path_in(FBY_OWN_NAME, file)
const char *fby_pci_path_in(char name[FBY_NAME], const char *file);

/** fby_write_file() - Writes @text to a file in one call. Returns 0, or -1 with errno. */
int fby_write_file(const char *path, const char *text);

/**
 * fby_read_file() - Reads a small file and cuts the end of line off. Returns false when it is not
 * there.
 */
bool fby_read_file(const char *path, char *buf, size_t size);

/** fby_bound() - Whether forebay drives the card now. */
bool fby_bound(void);

/** fby_unbind() - Takes the card away from the driver. Returns 0, or -1 with errno. */
int fby_unbind(void);

/**
 * fby_bind() - Gives the card back to the driver and waits for its nodes. Returns 0, or -1 with
 * errno.
 */
int fby_bind(void);

/** fby_chan_stat() - A counter of a channel in sysfs; bails out when it is not there. */
long long fby_chan_stat(enum fby_dir dir, unsigned int channel, const char *name);

/** fby_set_completion() - Sets how a file waits; bails out when that fails. 0 keeps a value. */
void fby_set_completion(int fd, unsigned int mode, unsigned int spin_us, unsigned int timeout_ms);

/** fby_last_error() - The last failure of a file; bails out when the call fails. */
struct forebay_error fby_last_error(int fd);

/** fby_resets() - Resets of the card that a channel's file knows of. */
uint32_t fby_resets(int fd);

/**
 * fby_await_reset() - Waits up to @limit_ms until the driver has reset the card by itself, which it
 * does in its own time: what is begun before that ends with it.
 * @fd: a channel's file
 * @resets: fby_resets() from before
 * Returns whether it did, once.
 */
bool fby_await_reset(int fd, uint32_t resets, uint64_t limit_ms);

/**
 * fby_round_trip() - Moves a pattern to the card and back over memory-mapped channel pair 0.
 * Returns whether it arrived.
 */
bool fby_round_trip(uint64_t card_addr, size_t len, uint64_t seed);

/** fby_peek() - Copies card memory out through the aperture: a way beside the DMA channels. */
void fby_peek(uint64_t card_addr, void *buf, size_t len);

/** fby_still_works() - Checks that every channel moves data, memory-mapped ones and streams. */
void fby_still_works(const char *after);

/** fby_timeout_scale() - By how much the module lengthens the time-outs of its files. */
unsigned int fby_timeout_scale(void);

#endif
