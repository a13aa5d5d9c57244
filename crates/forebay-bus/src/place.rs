// SPDX-License-Identifier: Apache-2.0
//! Where PCI has what software names: the one translation between [`Bar`] and places in PCI BARs.

use std::fmt;

use forebay_regs::Layout;

use crate::Bar;
use crate::card::DMA_BLOCK_BYTES;

impl Bar {
    /// Everything that a host reaches.
    pub const ALL: [Self; 3] = [Self::User, Self::Dma, Self::Aperture];

    /// Number of the PCI BAR, and offset in it, of what is at `offset` in a card of that layout. Beyond the last address of 64 bits
    /// there is nothing: an offset that leads there, which no card takes, is at that address.
    #[must_use]
    pub const fn place(self, layout: &Layout, offset: u64) -> (u32, u64) {
        let (number, base) = self.base(layout);
        (number, base.saturating_add(offset))
    }

    /// What is at `offset` of the PCI BAR of that number, and where in it; none where a card of that layout has nothing.
    #[must_use]
    pub fn find(layout: &Layout, number: u32, offset: u64) -> Option<(Self, u64)> {
        Self::ALL.into_iter().find_map(|bar| {
            let (own, base) = bar.base(layout);
            let at = offset.checked_sub(base).filter(|at| own == number && *at < bar.most())?;
            Some((bar, at))
        })
    }

    const fn base(self, layout: &Layout) -> (u32, u64) {
        match self {
            Self::User => (layout.user_bar, layout.user_offset as u64),
            Self::Dma => (layout.dma_bar, layout.dma_offset as u64),
            Self::Aperture => (layout.aperture_bar, 0),
        }
    }

    /// The card's own registers and the aperture go on to the end of their BAR, whatever its size.
    const fn most(self) -> u64 {
        match self {
            Self::Dma => DMA_BLOCK_BYTES,
            Self::User | Self::Aperture => u64::MAX,
        }
    }
}

impl fmt::Display for Bar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::User => "user registers",
            Self::Dma => "DMA registers",
            Self::Aperture => "aperture",
        })
    }
}

#[cfg(test)]
mod tests {
    use forebay_regs::cards::layout;

    use super::*;

    #[test]
    fn where_pci_has_it_is_the_layouts_to_say() {
        for (of, number, offset, found) in [
            (&layout::XDMA, 0, 0, Some((Bar::User, 0))),
            (&layout::XDMA, 0, 0x1_0004, Some((Bar::User, 0x1_0004))),
            (&layout::XDMA, 2, 0xFFFC, Some((Bar::Dma, 0xFFFC))),
            (&layout::XDMA, 2, 0x1_0000, None),
            (&layout::XDMA, 4, 0x2000_0000, Some((Bar::Aperture, 0x2000_0000))),
            (&layout::XDMA, 1, 0, None),
            (&layout::SHELL, 0, 0, Some((Bar::Dma, 0))),
            (&layout::SHELL, 0, 0xFFFC, Some((Bar::Dma, 0xFFFC))),
            (&layout::SHELL, 0, 0x1_0000, Some((Bar::User, 0))),
            (&layout::SHELL, 0, 0x3FF_FFFC, Some((Bar::User, 0x3FE_FFFC))),
            (&layout::SHELL, 2, 0, None),
            (&layout::SHELL, 4, 0x40, Some((Bar::Aperture, 0x40))),
        ] {
            assert_eq!(Bar::find(of, number, offset), found, "{} {number} {offset:#x}", of.name);
            if let Some((bar, at)) = found {
                assert_eq!(bar.place(of, at), (number, offset), "{} {bar} {at:#x}", of.name);
            }
        }
    }

    #[test]
    fn no_offset_leads_past_the_last_address_and_back_to_the_first() {
        for offset in [u64::MAX, u64::MAX - 3, u64::MAX - 0xFFFF] {
            assert_eq!(Bar::User.place(&layout::SHELL, offset), (0, u64::MAX), "{offset:#x}");
            assert_eq!(Bar::User.place(&layout::XDMA, offset), (0, offset));
        }
    }
}
