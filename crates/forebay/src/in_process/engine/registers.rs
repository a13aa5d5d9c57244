// SPDX-License-Identifier: Apache-2.0
//! Where the registers of a channel are, what is written to them, and what they say.

use forebay_bus::{Card, CardError, CardExt};
use forebay_regs::xdma;
// What else stops, ends and starts a channel has its registers from here.
pub(super) use forebay_regs::xdma::{chan, irq, msix_entry, sgdma};

use super::{ChannelId, Engine, EngineCause, Layout};

impl Engine {
    /// Descriptors that the run has done, and bytes of the next one if it was stopped.
    pub(super) fn done_by_now(&self, card: &mut dyn Card) -> Result<(usize, u64), CardError> {
        let count = card.read32(self.place.bar, self.reg(chan::COMPLETED_COUNT))? as usize;
        let partial = card.read32(self.place.bar, self.reg(chan::PARTIAL_BYTES))?;
        Ok((count, partial.into()))
    }

    /// Whether the run has begun: RUN is set, and no more logged by what was before it.
    pub(super) fn has_begun(&self, card: &mut dyn Card) -> Result<bool, CardError> {
        let control = card.read32(self.place.bar, self.reg(chan::CONTROL))?;
        let status = card.read32(self.place.bar, self.reg(chan::STATUS))?;
        let waits = chan::status::BUSY.is_set(status) && status & ending_causes() != 0;
        Ok(chan::control::RUN.is_set(control) && !waits)
    }

    pub(super) const fn layout(&self) -> Layout {
        match (self.channel, self.stream) {
            (ChannelId::H2c(_), _) => Layout::HostToCard,
            (ChannelId::C2h(_), false) => Layout::CardToHost,
            (ChannelId::C2h(_), true) => Layout::StreamToHost,
        }
    }

    pub(super) const fn reg(&self, offset: u32) -> u32 {
        self.place.base
            + offset
            + match self.channel {
                ChannelId::H2c(index) => xdma::H2C.at(index),
                ChannelId::C2h(index) => xdma::C2H.at(index),
            }
    }

    pub(super) const fn sg(&self, offset: u32) -> u32 {
        self.place.base
            + offset
            + match self.channel {
                ChannelId::H2c(index) => xdma::H2C_SGDMA.at(index),
                ChannelId::C2h(index) => xdma::C2H_SGDMA.at(index),
            }
    }

    #[expect(clippy::cast_possible_truncation, reason = "the two halves of a 64-bit register pair")]
    pub(super) fn write_pair(
        &self,
        card: &mut dyn Card,
        offset: u32,
        value: u64,
    ) -> Result<(), CardError> {
        card.write32(self.place.bar, offset, value as u32)?;
        card.write32(self.place.bar, offset + 4, (value >> 32) as u32)
    }
}

/// What CONTROL has of every run, beside RUN.
pub(super) fn modes() -> u32 {
    logged_causes() | chan::control::POLL_WRITEBACK.mask()
}

/// Every cause that is logged into STATUS and raises the interrupt; also the layout of the enable mask.
fn logged_causes() -> u32 {
    chan::interrupt_enable::DESC_COMPLETED.mask() | ending_causes()
}

/// Of these, the ones that a run ends with; none is logged while it is under way.
pub(super) fn ending_causes() -> u32 {
    use chan::interrupt_enable as ie;
    ie::DESC_STOPPED.mask()
        | ie::MAGIC_STOPPED.mask()
        | ie::INVALID_LENGTH.mask()
        | ie::READ_ERROR.mask()
        | ie::WRITE_ERROR.mask()
        | ie::DESC_ERROR.mask()
}

pub(super) fn cause_of(status: u32) -> EngineCause {
    use chan::status as st;
    let causes = [
        (st::MAGIC_STOPPED.is_set(status), EngineCause::BadMagic),
        (st::DESC_ERROR.is_set(status), EngineCause::DescriptorFetch),
        (st::INVALID_LENGTH.is_set(status), EngineCause::InvalidLength),
        (st::READ_ERROR.is_set(status), EngineCause::Read),
        (st::WRITE_ERROR.is_set(status), EngineCause::Write),
    ];
    causes.into_iter().find(|(set, _)| *set).map_or(EngineCause::Stopped, |(_, cause)| cause)
}
