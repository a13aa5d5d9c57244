// SPDX-License-Identifier: Apache-2.0
//! The doorbell of a channel: a list of one descriptor goes to the card with the store that starts it.

use forebay_bus::{Card, CardError, CardExt};
use forebay_regs::xdma::{self, doorbell};

use super::list::{DESCRIPTOR_BYTES, List};
use super::place::Place;
use crate::{ChannelId, DoorbellRefusal};

/// Bytes of a line: a descriptor, and nothing behind it.
const LINE_BYTES: usize = 4 * doorbell::LINE.count() as usize;

/// Where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Doorbell(Place);

impl Doorbell {
    /// That of a channel in the block of all channels' registers; none where the card does not say that it has one.
    pub(super) fn find(
        card: &mut dyn Card,
        block: Place,
        channel: ChannelId,
    ) -> Result<Option<Self>, CardError> {
        let page = match channel {
            ChannelId::H2c(index) => xdma::H2C_DOORBELL.at(index),
            ChannelId::C2h(index) => xdma::C2H_DOORBELL.at(index),
        };
        let found = Self(Place { base: block.base + page, ..block });
        let says = card.read32(block.bar, found.register(doorbell::IDENTIFIER))?;
        let magic = doorbell::identifier::MAGIC;
        let is_one = magic.get(says) == magic.get(doorbell::identifier::RESET)
            && doorbell::identifier::TARGET.get(says) == page >> 12;
        Ok(is_one.then_some(found))
    }

    /// Begins a run of the only descriptor of `list`.
    pub(super) fn ring(self, card: &mut dyn Card, list: &List) -> Result<(), CardError> {
        let mut line = [0; LINE_BYTES];
        line[..DESCRIPTOR_BYTES].copy_from_slice(&list.only());
        card.mmio_write(self.0.bar, self.register(doorbell::LINE.base()).into(), &line)
    }

    /// Why the card has refused a line, if it has; asked once.
    pub(super) fn refusal(self, card: &mut dyn Card) -> Result<Option<DoorbellRefusal>, CardError> {
        let register = self.register(doorbell::REFUSED);
        let bits = card.read32(self.0.bar, register)?;
        if bits == 0 {
            return Ok(None);
        }
        card.write32(self.0.bar, register, bits)?;
        let causes = [
            (doorbell::refused::BUSY, DoorbellRefusal::Busy),
            (doorbell::refused::TORN, DoorbellRefusal::Torn),
        ];
        let cause = causes.into_iter().find(|(field, _)| field.is_set(bits));
        Ok(Some(cause.map_or(DoorbellRefusal::Format, |(_, cause)| cause)))
    }

    const fn register(self, offset: u32) -> u32 {
        self.0.base + offset
    }
}
