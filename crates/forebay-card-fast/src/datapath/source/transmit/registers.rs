// SPDX-License-Identifier: Apache-2.0
//! Registers of the transmit part.

use forebay_regs::user::source::{self, tx_control, tx_endpoint, tx_rate, tx_status};

use super::super::CHANNELS;
use super::play::Account;
use crate::words::{high, low};

/// Fastest rate: a sample every other cycle.
const MOST_RATE: u32 = 1 << 31;
/// Of the status: what is set by what happens.
const STICKY: u32 = tx_status::LATE.mask()
    | tx_status::UNDERRUN.mask()
    | tx_status::MALFORMED.mask()
    | tx_status::SKIP.mask();

/// What was written, and what has happened.
#[derive(Debug)]
pub(super) struct Registers {
    sticky: u32,
    enable: u32,
    rate: u32,
    endpoint: u16,
    malformed: u32,
    account: Account,
}

impl Default for Registers {
    fn default() -> Self {
        Self {
            sticky: 0,
            enable: 0,
            rate: tx_rate::RESET,
            endpoint: 0,
            malformed: 0,
            account: Account::default(),
        }
    }
}

impl Registers {
    pub(super) const fn rate(&self) -> u32 {
        self.rate
    }

    pub(super) const fn endpoint(&self) -> u16 {
        self.endpoint
    }

    pub(super) const fn line(&self) -> bool {
        self.sticky & self.enable != 0
    }

    /// Packets were late, moments were missed.
    pub(super) fn note(&mut self, late: bool, missed: bool) {
        self.sticky |= tx_status::LATE.put(late.into()) | tx_status::UNDERRUN.put(missed.into());
    }

    pub(super) const fn malformed(&mut self) {
        self.sticky |= tx_status::MALFORMED.mask();
        self.malformed = self.malformed.wrapping_add(1);
    }

    pub(super) fn skip(&mut self, skips: bool) {
        self.sticky |= tx_status::SKIP.put(skips.into());
    }

    /// Whether a write is the command to forget all.
    pub(super) const fn clears(offset: u32, value: u32) -> bool {
        offset == source::TX_CONTROL && tx_control::CLEAR.is_set(value)
    }

    pub(super) const fn clear(&mut self) {
        self.sticky = 0;
        self.malformed = 0;
    }

    pub(super) fn read(
        &mut self,
        offset: u32,
        on_air: [bool; CHANNELS],
        held: [bool; CHANNELS],
        accounts: &[Account; CHANNELS],
        dropped: u32,
    ) -> Option<u32> {
        if let Some((channel, _)) = source::TX_SENT_LO.find(offset) {
            self.account = accounts[channel as usize];
            return Some(low(self.account.sent));
        }
        let bits = |flags: [bool; CHANNELS]| {
            flags.iter().rev().fold(0, |bits, flag| bits << 1 | u32::from(*flag))
        };
        Some(match offset {
            source::TX_CONTROL => 0,
            source::TX_STATUS => {
                self.sticky | tx_status::ON_AIR.put(bits(on_air)) | tx_status::HELD.put(bits(held))
            }
            source::TX_ENABLE => self.enable,
            source::TX_RATE => self.rate,
            source::TX_ENDPOINT => self.endpoint.into(),
            source::TX_MALFORMED => self.malformed,
            source::TX_DROPPED => dropped,
            source::TX_SENT_HI => high(self.account.sent),
            source::TX_MISSED_LO => low(self.account.missed),
            source::TX_MISSED_HI => high(self.account.missed),
            source::TX_LATE_LO => low(self.account.late),
            source::TX_LATE_HI => high(self.account.late),
            source::TX_LATE_PACKETS => self.account.late_packets,
            source::TX_PACKETS => self.account.packets,
            source::TX_SKIPS => self.account.skips,
            _ => return None,
        })
    }

    /// Writes a register, while something is to be sent or not.
    pub(super) fn write(&mut self, offset: u32, value: u32, busy: bool) -> bool {
        match offset {
            source::TX_CONTROL => {}
            source::TX_STATUS => self.sticky &= !value,
            source::TX_ENABLE => self.enable = value & STICKY,
            source::TX_RATE if busy || value == 0 || value > MOST_RATE => return false,
            source::TX_RATE => self.rate = value,
            source::TX_ENDPOINT => {
                self.endpoint = u16::try_from(tx_endpoint::ID.get(value)).unwrap_or(u16::MAX);
            }
            _ => return false,
        }
        true
    }
}
