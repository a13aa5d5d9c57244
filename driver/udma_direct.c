// SPDX-License-Identifier: GPL-2.0-only
#include "udma_direct.h"

#include <linux/bitfield.h>
#include <linux/device.h>
#include <linux/errno.h>
#include <linux/iommu.h>
#include <linux/mm.h>
#include <linux/pci.h>

#include "card.h"
#include "udma.h"

/* Where the upper half of an aperture that has one begins, and how far it goes. */
#define HALF (1ull << FOREBAY_CARD_UPPER_WINDOW_BITS)

/** forebay_udma_direct_find() - see whether a card has room for addresses of memory. */
void forebay_udma_direct_find(struct forebay_programs *udma)
{
	const struct forebay_card *card = udma->card;
	u32 direct = forebay_udma_read(udma, FOREBAY_USER_UDMA_DIRECT);

	if (pci_resource_len(card->pdev, card->aperture.bar) < 2 * HALF)
		return;
	udma->direct_bits = FIELD_GET(FOREBAY_USER_UDMA_DIRECT_BITS, direct);
	udma->upper = pci_resource_start(card->pdev, card->aperture.bar) + HALF;
}

/* Whether addresses on the bus are those that an IOMMU makes. */
static bool is_translated(struct device *dev)
{
	struct iommu_domain *domain = iommu_get_domain_for_dev(dev);

	return domain && domain->type != IOMMU_DOMAIN_IDENTITY;
}

/**
 * forebay_udma_direct_lacks() - why shadow addresses cannot be those of memory
 * @udma: the front end
 * @scheme: enum forebay_udma_scheme
 *
 * Return: the end of a sentence, or NULL if they can.
 */
const char *forebay_udma_direct_lacks(const struct forebay_programs *udma, u32 scheme)
{
	if (!udma->direct_bits)
		return "the card has no shadow of all memory";
	if (is_translated(&udma->card->pdev->dev))
		return "an IOMMU gives memory other addresses on the bus than its own";
	if (scheme == FOREBAY_UDMA_PORTAL)
		return "the portal has addresses in its line, which page tables do not check";
	if (scheme == FOREBAY_UDMA_SHRIMP1)
		return "SHRIMP-1 has its destination from the card's table";
	return NULL;
}

/**
 * forebay_udma_direct_check() - whether memory has a shadow
 * @udma: the front end
 * @memory: mapped for the card
 *
 * Return: 0; -EOPNOTSUPP if its addresses on the bus are not its own, or it may be written and not be
 * read, which page tables cannot say; -ERANGE if it is beyond the shadow.
 */
int forebay_udma_direct_check(const struct forebay_programs *udma,
			      const struct forebay_udma_memory *memory)
{
	unsigned int i;

	if (!(memory->rights & FOREBAY_UDMA_READ))
		return -EOPNOTSUPP;
	for (i = 0; i < memory->num_pages; i++) {
		if (memory->bus[i] != page_to_phys(memory->pages[i])) {
			dev_warn_once(&udma->card->pdev->dev,
				      "memory for direct shadow addressing has another address on the bus than its own: refused\n");
			return -EOPNOTSUPP;
		}
		if (memory->bus[i] >> udma->direct_bits)
			return -ERANGE;
	}
	return 0;
}

/** forebay_udma_direct_shadow() - where a context has the shadow of a page of memory. */
phys_addr_t forebay_udma_direct_shadow(const struct forebay_programs *udma, unsigned int context,
				       dma_addr_t bus)
{
	return udma->upper + ((u64)context << udma->direct_bits) + bus;
}
