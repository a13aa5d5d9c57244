// SPDX-License-Identifier: Apache-2.0
//! What a line of the card table says.

use crate::card::UPPER_WINDOW_BITS;

/// What a part of a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Part of every card.
    Platform,
    /// Asks for transfers.
    FrontEnd,
    /// Makes or takes data.
    Datapath,
}

/// What the offset of a page counts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageIn {
    /// The beginning of the card's own registers.
    UserPages,
    /// The beginning of the block of DMA registers.
    DmaBlock,
}

/// A part of a card: what its header says in every build that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Name, as in `regs/cards.rdl`.
    pub name: &'static str,
    /// What it is.
    pub class: Class,
    /// Its number within its class.
    pub kind: u32,
    /// What `page` counts from.
    pub page_in: PageIn,
    /// Where its page begins, in bytes.
    pub page: u32,
    /// Bytes of it.
    pub page_bytes: u32,
    /// Number of its first user interrupt line.
    pub first_line: u32,
    /// How many it has.
    pub lines: u32,
    /// Bit n: it takes what is written into stream port n.
    pub ports: u32,
    /// Counters of its own.
    pub events: u32,
    /// Their numbers with their names.
    pub event_names: &'static [(u32, &'static str)],
}

impl Feature {
    /// BAR, and offset in it, of the page in a card of that layout.
    #[must_use]
    pub const fn place(&self, layout: &Layout) -> (u32, u32) {
        match self.page_in {
            PageIn::UserPages => (layout.user_bar, layout.user_offset + self.page),
            PageIn::DmaBlock => (layout.dma_bar, layout.dma_offset + self.page),
        }
    }
}

/// How a card lies on its bus. Sizes and offsets are bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Name, as in `regs/cards.rdl`.
    pub name: &'static str,
    /// PCI vendor.
    pub pci_vendor: u32,
    /// PCI device.
    pub pci_device: u32,
    /// PCI subsystem vendor.
    pub pci_subsystem_vendor: u32,
    /// PCI subsystem id.
    pub pci_subsystem: u32,
    /// BAR with the card's own registers.
    pub user_bar: u32,
    /// Size of that BAR.
    pub user_bar_bytes: u32,
    /// Where in it they begin.
    pub user_offset: u32,
    /// BAR with the block of DMA registers and the table of messages.
    pub dma_bar: u32,
    /// Size of that BAR.
    pub dma_bar_bytes: u32,
    /// Where in it the block begins.
    pub dma_offset: u32,
    /// BAR of the aperture.
    pub aperture_bar: u32,
    /// Size of that BAR.
    pub aperture_bar_bytes: u64,
    /// Message vectors, at most.
    pub vectors: u32,
    /// Card cycles within which an access through a BAR is answered, whatever goes on at the others.
    pub answer_cycles: u32,
}

impl Layout {
    /// Bytes of the aperture that are the card's own addresses: in one whose upper half is a window for programs, the lower half.
    #[must_use]
    pub const fn aperture_bytes(&self) -> u64 {
        let half = 1 << UPPER_WINDOW_BITS;
        if self.aperture_bar_bytes > half { half } else { self.aperture_bar_bytes }
    }

    /// The BARs of the card, each once: number and bytes.
    pub fn bars(&self) -> impl Iterator<Item = (u32, u64)> + use<> {
        let apart = self.dma_bar != self.user_bar;
        let own = apart.then_some((self.dma_bar, self.dma_bar_bytes.into()));
        [(self.user_bar, self.user_bar_bytes.into())]
            .into_iter()
            .chain(own)
            .chain([(self.aperture_bar, self.aperture_bar_bytes)])
    }
}
