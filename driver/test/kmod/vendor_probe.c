// SPDX-License-Identifier: GPL-2.0-only
/* Mock of the vendor's driver: what its probe relies on (dma.md 1.1, 1.3). */

#include "vendor.h"

static u32 reg(const struct vendor_card *card, u32 offset)
{
	return readl(card->config + offset);
}

static void identifiers(struct vendor_card *card, struct fby_tap *tap)
{
	fby_tap_is(tap, card->config_bar, 2,
		   "exactly one BAR is found to be the config BAR: the third");
	fby_tap_is(tap, pci_resource_len(card->pdev, 2), 0x10000, "of 64 KiB");
	fby_tap_is(tap, reg(card, V_IRQ), 0x1fc20006, "identifier of the interrupt block");
	fby_tap_is(tap, reg(card, V_CONFIG), 0x1fc30006, "identifier of the config block");
	fby_tap_is(tap, reg(card, 0x6000), 0x1fc60006,
		   "identifier of the common scatter-gather block");
	fby_tap_ok(tap, card->num_h2c && card->num_c2h, "%u h2c and %u c2h channels are found",
		   card->num_h2c, card->num_c2h);
	for (unsigned int i = 0; i < 2 * VENDOR_CHANNELS; i++) {
		const struct vendor_engine *engine = &card->engine[i];
		u32 block = i < VENDOR_CHANNELS ? V_H2C : V_C2H,
		    at = block + V_CHAN(i % VENDOR_CHANNELS);

		if (!engine->present) {
			fby_tap_ok(tap,
				   !reg(card, at) && !reg(card, V_SGDMA + at) &&
					   !reg(card, at + V_ALIGN),
				   "a channel that is not there reads 0 at 0x%04x", at);
			continue;
		}
		fby_tap_is(tap, reg(card, at),
			   0x1fc00006 | (engine->c2h ? 0x10000 : 0) |
				   (engine->stream ? 0x8000 : 0) | engine->channel << 8,
			   "identifier of %s %u", engine->c2h ? "c2h" : "h2c", engine->channel);
		fby_tap_is(tap, reg(card, V_SGDMA + at) >> 16, engine->c2h ? 0x1fc5 : 0x1fc4,
			   "and of its fetcher");
	}
}

static void engines(struct vendor_card *card, struct fby_tap *tap)
{
	for (unsigned int i = 0; i < 2 * VENDOR_CHANNELS; i++) {
		const struct vendor_engine *engine = &card->engine[i];
		u32 align;

		if (!engine->present)
			continue;
		align = vendor_read(engine, V_ALIGN);
		fby_tap_is(tap, align, 0x00010140, "%s %u: any address, any length, 64 bits",
			   engine->c2h ? "c2h" : "h2c", engine->channel);
		fby_tap_is(tap, vendor_read(engine, V_IEM), V_IEM_MASK,
			   "interrupt enable mask as written");
		fby_tap_is(tap, vendor_read(engine, V_POLL_LO), lower_32_bits(engine->poll_dma),
			   "poll write-back address as written");
		fby_tap_is(tap, vendor_read(engine, V_CONTROL), 0, "control is 0");
		fby_tap_is(tap, vendor_read(engine, V_STATUS), 0, "status is 0");
		vendor_write(engine, V_IEM_W1C, 0x00f80000);
		fby_tap_is(tap, vendor_read(engine, V_IEM), 0x3e1e, "write-1-clear of the mask");
		vendor_write(engine, V_IEM_W1S, 0x00f80000);
		fby_tap_is(tap, vendor_read(engine, V_IEM), V_IEM_MASK, "write-1-set of the mask");
		fby_tap_ok(tap,
			   !vendor_read(engine, V_IEM_W1C) && !vendor_read(engine, V_CONTROL_W1S),
			   "the write-1 registers read 0");
	}
}

static void interrupts(struct vendor_card *card, struct fby_tap *tap)
{
	unsigned int channels = card->num_h2c + card->num_c2h;

	fby_tap_is(tap, card->vectors, channels + 16, "exactly h2c + c2h + 16 vectors");
	fby_tap_ok(tap, card->too_many < 0, "and not one more (%d)", card->too_many);
	fby_tap_is(tap, reg(card, V_CONFIG + 0x14) & 2, 2,
		   "the config block says that MSI-X is on");
	fby_tap_is(tap, reg(card, V_USER_ENABLE), 0xffff,
		   "user enable: bit 16 of the mask is ignored");
	fby_tap_is(tap, reg(card, V_CHAN_ENABLE) & ((1u << channels) - 1), (1u << channels) - 1,
		   "channel enable: all channels");
	fby_tap_is(tap, reg(card, V_CHAN_VECTOR), 0x03020100, "channel vectors as written");
	fby_tap_is(tap, reg(card, V_USER_VECTOR) & 0x1f, channels,
		   "user vectors begin behind the channels'");
	fby_tap_is(tap, reg(card, V_CHAN_PENDING), 0, "no channel is pending");
	fby_tap_is(tap, card->mrrs, 512, "the read request size can be set to 512");
	fby_tap_is(tap, reg(card, V_CONFIG + 0x18) & 7, 3, "data width: 512 bit");
}

void vendor_check_probe(struct vendor_card *card, struct fby_tap *tap)
{
	identifiers(card, tap);
	engines(card, tap);
	interrupts(card, tap);
}
