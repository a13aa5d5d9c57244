// SPDX-License-Identifier: Apache-2.0
//! Where the registers of the DMA channels and of the interrupts are, as the list of features says.

use forebay_bus::{Bar, Layout};
use forebay_regs::user;
use forebay_regs::xdma::{IRQ, MSIX_TABLE};

use crate::dma_engine::CHANNELS;
use crate::features::{Class, Feature};
use crate::identity::Identity;

/// The beginning of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) bar: Bar,
    pub(crate) base: u32,
}

impl Place {
    /// That of a feature; none where a card of that layout has nothing.
    fn of(feature: &Feature, layout: &Layout) -> Option<Self> {
        let (bar, base) = Bar::find(layout, feature.page.bar, feature.page.offset.into())?;
        Some(Self { bar, base: u32::try_from(base).ok()? })
    }
}

/// What the library drives of a card in its own process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Places {
    /// The block of the DMA channels.
    pub(crate) channels: Place,
    /// The interrupt block, which a map of the channels' block calls [`IRQ`].
    pub(crate) interrupts: Option<Place>,
}

impl Places {
    /// Those of a card; none of one without DMA channels that this library knows.
    pub(crate) fn of(identity: &Identity, layout: &Layout) -> Option<Self> {
        let channels = Place::of(identity.feature(Class::FrontEnd, CHANNELS)?, layout)?;
        let interrupts = identity.platform(user::PLATFORM_INTERRUPTS);
        let interrupts = interrupts.and_then(|feature| Place::of(feature, layout));
        Some(Self { channels, interrupts })
    }

    /// A register of the table of messages, which is where PCI says: at its place in the channels' block.
    pub(crate) const fn message(&self, vector: u32, register: u32) -> u32 {
        self.channels.base + MSIX_TABLE.at(vector) + register
    }
}

const _: () = assert!(IRQ.count() == 1);
