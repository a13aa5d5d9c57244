// SPDX-License-Identifier: Apache-2.0
//! Mapping a part of a card.

use forebay_aperture::{Aperture, Caching};
use forebay_bus::Bar;

use crate::{Device, ForebayError};

/// A part of an open card.
#[derive(Clone, Copy, Debug)]
pub struct DeviceBar<'a> {
    device: &'a Device,
    bar: Bar,
}

impl<'a> DeviceBar<'a> {
    pub(crate) const fn new(device: &'a Device, bar: Bar) -> Self {
        Self { device, bar }
    }

    /// Maps all of it, which is for the aperture alone. Behind the project's kernel module it is a mapping of its node; two of one page
    /// with different caching are refused. On a card in this process stores go through a model of a processor
    /// ([`OpenOptions::processor`](crate::OpenOptions::processor)), whose time is not the card's.
    ///
    /// A card without a driver is mapped by [`PciBar`](crate::PciBar).
    ///
    /// # Errors
    /// [`ForebayError::NotPrefetchable`] and [`ForebayError::NotMapped`] for registers; [`ForebayError::NoApertureNode`] behind the card vendor's
    /// driver; [`ForebayError::NodeOpen`] and [`ForebayError::Aperture`].
    pub fn map(self, caching: Caching) -> Result<Aperture, ForebayError> {
        match (self.bar, caching) {
            (Bar::Aperture, _) => self.device.transport().map_aperture(caching),
            (bar, Caching::WriteCombining) => Err(ForebayError::NotPrefetchable { bar }),
            (bar, Caching::Uncached) => Err(ForebayError::NotMapped { bar }),
        }
    }
}
