/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A mock of the vendor's character-device driver for its DMA engine: the same register accesses in
 * the same order, and a look at what each of them gives. Offsets and values are typed by hand here
 * and nowhere taken from our own register description: a mistake in that shows.
 */
#ifndef FBY_VENDOR_H
#define FBY_VENDOR_H

#include <linux/completion.h>
#include <linux/pci.h>
#include <linux/types.h>

#include "tap.h"

#define VENDOR_BARS 6
#define VENDOR_CHANNELS 4
#define VENDOR_USER_LINES 16
#define VENDOR_MAX_DESCS 64
#define VENDOR_BUF_BYTES (128 << 10)

/* Blocks of the config BAR. */
#define V_H2C 0x0000
#define V_C2H 0x1000
#define V_IRQ 0x2000
#define V_CONFIG 0x3000
#define V_SGDMA 0x4000
#define V_CHAN(n) ((n) * 0x100)

/* Of a channel. */
#define V_ID 0x00
#define V_CONTROL 0x04
#define V_CONTROL_W1S 0x08
#define V_CONTROL_W1C 0x0c
#define V_STATUS 0x40
#define V_STATUS_RC 0x44
#define V_COUNT 0x48
#define V_ALIGN 0x4c
#define V_POLL_LO 0x88
#define V_POLL_HI 0x8c
#define V_IEM 0x90
#define V_IEM_W1S 0x94
#define V_IEM_W1C 0x98
#define V_PERF 0xc0
#define V_CYCLES_LO 0xc4
#define V_CYCLES_HI 0xc8
#define V_DATA_LO 0xcc
#define V_DATA_HI 0xd0
#define V_PEND_LO 0xd4

/* Of its descriptor fetcher, 0x4000 above the channel. */
#define V_FIRST_LO 0x4080
#define V_FIRST_HI 0x4084
#define V_FIRST_ADJ 0x4088

/* Of the interrupt block. */
#define V_USER_ENABLE 0x2004
#define V_USER_ENABLE_W1S 0x2008
#define V_USER_ENABLE_W1C 0x200c
#define V_CHAN_ENABLE 0x2010
#define V_CHAN_ENABLE_W1S 0x2014
#define V_CHAN_ENABLE_W1C 0x2018
#define V_USER_REQUEST 0x2040
#define V_CHAN_REQUEST 0x2044
#define V_USER_PENDING 0x2048
#define V_CHAN_PENDING 0x204c
#define V_USER_VECTOR 0x2080
#define V_CHAN_VECTOR 0x20a0

/* What the driver writes. */
#define V_START_IRQ 0x00f83e1f
#define V_START_POLL 0x04f83e19
#define V_IEM_MASK 0x00f83e1e
#define V_RUN 0x1
#define V_NON_INCR 0x02000000

/* Status. */
#define V_BUSY 0x1
#define V_STOPPED 0x2
#define V_COMPLETED 0x4
#define V_MAGIC_STOPPED 0x10
#define V_IDLE_STOPPED 0x40
#define V_READ_ERROR_UR 0x200

/* Descriptors. */
#define V_MAGIC 0xad4b0000
#define V_STOP 0x1
#define V_COMPLETE 0x2
#define V_EOP 0x10

/** struct vendor_desc - 32 bytes in host memory, little-endian */
struct vendor_desc {
	__le32 control;
	__le32 bytes;
	__le32 src_lo;
	__le32 src_hi;
	__le32 dst_lo;
	__le32 dst_hi;
	__le32 next_lo;
	__le32 next_hi;
};

/**
 * struct vendor_result - of a stream's descriptor; one per 32 bytes, as the driver lays them out
 */
struct vendor_result {
	__le32 status;
	__le32 length;
	__le32 pad[6];
};

/** struct vendor_engine - one channel */
struct vendor_engine {
	struct vendor_card *card;
	u32 base;
	unsigned int channel;
	unsigned int irq_bit;
	bool c2h;
	bool stream;
	bool present;
	struct vendor_desc *descs;
	dma_addr_t descs_dma;
	struct vendor_result *results;
	dma_addr_t results_dma;
	__le32 *poll_word;
	dma_addr_t poll_dma;
	/* What the interrupt handler saw. */
	atomic_t messages;
	u32 pending;
	struct completion fired;
};

/** struct vendor_card - the card */
struct vendor_card {
	struct pci_dev *pdev;
	void __iomem *bar[VENDOR_BARS];
	void __iomem *config;
	int config_bar;
	unsigned int num_h2c;
	unsigned int num_c2h;
	int vectors;
	struct vendor_engine engine[2 * VENDOR_CHANNELS];
	u8 *buf;
	dma_addr_t buf_dma;
	atomic_t user_messages;
	struct completion user_fired;
	/* What probe saw, to be told later. */
	int too_many;
	u32 mrrs;
};

/* vendor_engine.c */
u32 vendor_read(const struct vendor_engine *engine, u32 reg);
void vendor_write(const struct vendor_engine *engine, u32 reg, u32 value);
struct vendor_engine *vendor_find(struct vendor_card *card, bool c2h, bool stream);
void vendor_fill(struct vendor_engine *engine, unsigned int count, u32 piece, u64 host,
		 u64 card_addr);
void vendor_program(struct vendor_engine *engine, unsigned int count);
void vendor_start(struct vendor_engine *engine, unsigned int count, u32 control);
bool vendor_wait_message(struct vendor_engine *engine);
bool vendor_wait_idle(struct vendor_engine *engine);
u32 vendor_service(struct vendor_engine *engine, u32 *status);
irqreturn_t vendor_channel_isr(int irq, void *data);
irqreturn_t vendor_user_isr(int irq, void *data);

/* The checks, one file per theme. */
void vendor_check_probe(struct vendor_card *card, struct fby_tap *tap);
void vendor_check_transfers(struct vendor_card *card, struct fby_tap *tap);
void vendor_check_poll(struct vendor_card *card, struct fby_tap *tap);
void vendor_check_perf(struct vendor_card *card, struct fby_tap *tap);
void vendor_check_trouble(struct vendor_card *card, struct fby_tap *tap);
void vendor_check_streams(struct vendor_card *card, struct fby_tap *tap);
void vendor_check_restart(struct vendor_card *card, struct fby_tap *tap);
void vendor_check_first(struct vendor_card *card, struct fby_tap *tap);
void vendor_check_user(struct vendor_card *card, struct fby_tap *tap);

#endif
