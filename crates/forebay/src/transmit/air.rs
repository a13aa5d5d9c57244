// SPDX-License-Identifier: Apache-2.0
//! The air: what becomes of packets behind the transmit engine, where the converters of a radio would be.

use std::time::Duration;

use forebay_regs::user::source::{self, tx_control, tx_status};
use serde::Serialize;

use super::TransmitError;
use crate::capture::{Rate, SourcePage};
use crate::registers::Registers;
use crate::{Device, ForebayError};

/// Bits of the status register that say that something is to be sent.
const BUSY: u32 = tx_status::ON_AIR.mask() | tx_status::HELD.mask();
/// Bits of it that tell of what has happened.
const EVENTS: u32 = tx_status::LATE.mask()
    | tx_status::UNDERRUN.mask()
    | tx_status::MALFORMED.mask()
    | tx_status::SKIP.mask();

/// Cycles in which a part of what waits in the stream has come, and how often there is more: that is less than the rings of all channels hold, and few of them are full.
const CLEAR_CYCLES: u64 = 1024;
const CLEAR_ROUNDS: u32 = 32;

/// What is sent, when, and what became of it. It belongs to whoever tells it; two who tell it at the same time disturb each other.
#[derive(Clone, Debug)]
pub struct Air {
    page: SourcePage,
}

/// What is there at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AirStatus {
    /// Channels that have a burst on the air, a bit for each.
    pub on_air: u32,
    /// Channels of which a whole packet waits for its time, a bit for each.
    pub held: u32,
    /// What has happened since [`Air::take_events`] or [`Air::clear`].
    pub events: AirEvents,
}

/// What has happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AirEvents {
    /// A packet was late.
    pub late: bool,
    /// A moment of a burst had no sample.
    pub underrun: bool,
    /// A packet was malformed.
    pub malformed: bool,
    /// A packet was not the one that was next in its channel.
    pub skip: bool,
}

/// What became of a channel's packets since [`Air::clear`], all of one moment: samples of packets that were taken = sent + late + still in the card; moments of bursts = sent + missed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AirAccount {
    /// Samples that were sent.
    pub sent: u64,
    /// Moments of bursts for which there was no sample.
    pub missed: u64,
    /// Samples of packets that were dropped because their time was over.
    pub late: u64,
    /// These packets.
    pub late_packets: u32,
    /// Packets that were taken, late ones among them.
    pub packets: u32,
    /// Packets among them that were not the one that was next.
    pub skips: u32,
}

/// What was no packet, since [`Air::clear`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Malformed {
    /// Packets that were malformed.
    pub packets: u32,
    /// Beats of 64 bytes that were dropped with them.
    pub beats: u32,
}

impl Device {
    /// The air of a card.
    ///
    /// # Errors
    /// [`ForebayError::NoFeature`] on a card without.
    pub fn air(&self) -> Result<Air, ForebayError> {
        Ok(Air { page: SourcePage::find(self, "transmit part")? })
    }
}

impl TransmitError {
    /// Something is to be sent, says the status register.
    pub(crate) fn on_air(status: u32) -> Option<Self> {
        (status & BUSY != 0).then_some(Self::OnAir { status })
    }
}

impl Air {
    /// Channels.
    pub const CHANNELS: u32 = source::TX_SENT_LO.count();

    /// Frequency of the clock in whose cycles times are.
    #[must_use]
    pub fn clock_hz(&self) -> u64 {
        self.page.clock_hz()
    }

    /// Sets how many samples of each channel are sent, and the endpoint of the packets of channel 0, from which those of the others count on.
    ///
    /// # Errors
    /// [`TransmitError::OnAir`] while a packet is in the card or a burst on the air.
    pub fn configure(&self, rate: Rate, endpoint: u16) -> Result<(), ForebayError> {
        let mut page = self.page.alone();
        if let Some(error) = TransmitError::on_air(page.read(source::TX_STATUS)?) {
            return Err(error.into());
        }
        page.write(source::TX_RATE, rate.count())?;
        // A packet that has come meanwhile has it refused.
        if page.read(source::TX_RATE)? != rate.count() {
            let status = page.read(source::TX_STATUS)?;
            return Err(TransmitError::OnAir { status }.into());
        }
        page.write(source::TX_ENDPOINT, endpoint.into())
    }

    /// Forgets what is to be sent, ends what is on the air, and lets the card work until nothing more comes of what was sent before. Accounts, events and numbers of packets
    /// begin anew.
    ///
    /// # Errors
    /// [`TransmitError::StillComes`] of a transmission that goes on.
    pub fn clear(&self) -> Result<(), ForebayError> {
        for _ in 0..CLEAR_ROUNDS {
            self.page.alone().write(source::TX_CONTROL, tx_control::CLEAR.mask())?;
            self.page.pass(CLEAR_CYCLES)?;
            if self.is_clear()? {
                return Ok(());
            }
        }
        let status = self.page.alone().read(source::TX_STATUS)?;
        Err(TransmitError::StillComes { status }.into())
    }

    /// Whether nothing has come since it was cleared.
    fn is_clear(&self) -> Result<bool, ForebayError> {
        let mut clear = self.status()? == AirStatus::default() && self.malformed()?.beats == 0;
        for channel in 0..Self::CHANNELS {
            clear &= self.account(channel)? == AirAccount::default();
        }
        Ok(clear)
    }

    /// What is there, and what has happened.
    ///
    /// # Errors
    /// What using the card can end in.
    pub fn status(&self) -> Result<AirStatus, ForebayError> {
        Ok(AirStatus::of(self.page.alone().read(source::TX_STATUS)?))
    }

    /// The same, and each event is told once.
    ///
    /// # Errors
    /// What using the card can end in.
    pub fn take_events(&self) -> Result<AirStatus, ForebayError> {
        let mut page = self.page.alone();
        let status = page.read(source::TX_STATUS)?;
        page.write(source::TX_STATUS, status & EVENTS)?;
        Ok(AirStatus::of(status))
    }

    /// What became of the packets of a channel.
    ///
    /// # Errors
    /// [`TransmitError::Channel`] of a channel that is not there.
    pub fn account(&self, channel: u32) -> Result<AirAccount, ForebayError> {
        if channel >= Self::CHANNELS {
            return Err(TransmitError::Channel { channel, last: Self::CHANNELS - 1 }.into());
        }
        let mut page = self.page.alone();
        // Reading the first keeps the rest.
        let low = page.read(source::TX_SENT_LO.at(channel))?;
        Ok(AirAccount {
            sent: u64::from(page.read(source::TX_SENT_HI)?) << 32 | u64::from(low),
            missed: page.read_pair(source::TX_MISSED_LO)?,
            late: page.read_pair(source::TX_LATE_LO)?,
            late_packets: page.read(source::TX_LATE_PACKETS)?,
            packets: page.read(source::TX_PACKETS)?,
            skips: page.read(source::TX_SKIPS)?,
        })
    }

    /// What was no packet.
    ///
    /// # Errors
    /// What using the card can end in.
    pub fn malformed(&self) -> Result<Malformed, ForebayError> {
        let mut page = self.page.alone();
        let packets = page.read(source::TX_MALFORMED)?;
        Ok(Malformed { packets, beats: page.read(source::TX_DROPPED)? })
    }

    /// Lets the card work until no packet is in it and no burst on the air; whether that was within `limit`, which is hardware time. A burst without an end never ends.
    ///
    /// # Errors
    /// What using the card can end in.
    pub fn wait(&self, limit: Duration) -> Result<bool, ForebayError> {
        let over = |word: u32| word & BUSY == 0;
        match self.page.wait("silence", source::TX_STATUS, limit, &over) {
            Err(ForebayError::RegisterWait { .. }) => Ok(false),
            other => other.map(|()| true),
        }
    }
}

impl Air {
    /// Lets the card work until `over`, which is asked from time to time, for so much hardware time at most.
    pub(super) fn watch(
        &self,
        what: &'static str,
        limit: Duration,
        over: &dyn Fn(u32) -> bool,
    ) -> Result<(), ForebayError> {
        self.page.wait(what, source::TX_STATUS, limit, over)
    }
}

impl AirStatus {
    const fn of(word: u32) -> Self {
        Self {
            on_air: tx_status::ON_AIR.get(word),
            held: tx_status::HELD.get(word),
            events: AirEvents {
                late: tx_status::LATE.is_set(word),
                underrun: tx_status::UNDERRUN.is_set(word),
                malformed: tx_status::MALFORMED.is_set(word),
                skip: tx_status::SKIP.is_set(word),
            },
        }
    }
}
