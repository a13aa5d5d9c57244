// SPDX-License-Identifier: Apache-2.0
//! Registers of the source.

use forebay_regs::user::source::{
    self, control, enable, endpoint, mode, mode::wave, packet, samples_hi, status,
};

use super::CHANNELS;
use super::burst::Burst;
use super::lane::Account;
use crate::counters::Held;
use crate::words::{high, low, with_high, with_low};

/// Longest packet with a header, in samples.
const CHDR_SAMPLES: u32 = 4096;
/// Fastest rate: a sample every other cycle.
const MOST_RATE: u32 = 1 << 31;

/// What a write came to.
pub(super) enum Written {
    Taken,
    Refused,
    /// It is a command.
    Command,
    /// The time is set.
    Time(u64),
}

/// What there is to read besides what was written.
pub(super) struct Now {
    pub(super) time: u64,
    pub(super) armed: bool,
    pub(super) running: bool,
    pub(super) losing: bool,
    pub(super) held: bool,
    pub(super) accounts: [Account; CHANNELS],
}

/// What was written, and what has happened.
#[derive(Debug)]
pub(super) struct Registers {
    most_samples: u32,
    sticky: u32,
    enable: u32,
    mode: u32,
    rate: u32,
    turns: u32,
    packet: u32,
    endpoint: u32,
    time_low: u32,
    time: Held,
    start_at: u64,
    stop_at: u64,
    samples: u64,
    account: Account,
}

impl Registers {
    pub(super) fn new(fifo_beats: usize) -> Self {
        let fits = u32::try_from(fifo_beats * 4).unwrap_or(u32::MAX);
        Self {
            most_samples: fits.min(CHDR_SAMPLES),
            sticky: 0,
            enable: 0,
            mode: mode::RESET,
            rate: source::rate::RESET,
            turns: source::tone::RESET,
            packet: 0,
            endpoint: 0,
            time_low: 0,
            time: Held::default(),
            start_at: 0,
            stop_at: 0,
            samples: 0,
            account: Account::default(),
        }
    }

    /// Whether a command starts a burst, and whether it stops one.
    pub(super) const fn commands(value: u32) -> (bool, bool) {
        (control::START.is_set(value), control::STOP.is_set(value))
    }

    /// The burst that a command asks for, which would begin at `soonest`; none if it cannot be done.
    pub(super) fn burst(&self, command: u32, soonest: u64) -> Option<Burst> {
        let chdr = mode::CHDR.is_set(self.mode);
        let channels = mode::CHANNELS.get(self.mode) + 1;
        let at = control::AT.is_set(command);
        let counted = control::COUNTED.is_set(command);
        let kind = mode::WAVE.get(self.mode);
        let bad = kind > wave::NOISE
            || self.rate == 0
            || self.rate > MOST_RATE
            || (counted && self.samples == 0)
            || (!chdr && channels == 3)
            || (chdr && (self.packet == 0 || self.packet > self.most_samples));
        let endpoint = u16::try_from(self.endpoint).unwrap_or(u16::MAX);
        (!bad).then_some(Burst {
            wave: kind,
            channels,
            stop_at_overrun: mode::STOP_AT_OVERRUN.is_set(self.mode),
            chdr,
            is_loop: mode::LOOP.is_set(self.mode),
            rate: self.rate,
            turns: self.turns,
            packet: self.packet.into(),
            endpoint,
            at,
            first: if at { self.start_at } else { soonest },
            stop_at: control::UNTIL.is_set(command).then_some(self.stop_at),
            samples: counted.then_some(self.samples),
        })
    }

    /// A command to start was taken.
    pub(super) const fn begin(&mut self) {
        self.sticky = 0;
    }

    pub(super) const fn late(&mut self) {
        self.sticky |= status::LATE.mask();
    }

    pub(super) const fn overrun(&mut self) {
        self.sticky |= status::OVERRUN.mask();
    }

    pub(super) const fn done(&mut self) {
        self.sticky |= status::DONE.mask();
    }

    /// The interrupt line.
    pub(super) const fn line(&self) -> bool {
        self.sticky & self.enable != 0
    }

    pub(super) fn read(&mut self, offset: u32, now: &Now) -> Option<u32> {
        if let Some((channel, _)) = source::PRODUCED_LO.find(offset) {
            self.account = now.accounts[channel as usize];
            return Some(low(self.account.produced));
        }
        Some(match offset {
            source::CONTROL => 0,
            source::STATUS => {
                self.sticky
                    | status::ARMED.put(now.armed.into())
                    | status::RUNNING.put(now.running.into())
                    | status::LOSING.put(now.losing.into())
                    | status::HELD.put(now.held.into())
            }
            source::ENABLE => self.enable,
            source::MODE => self.mode,
            source::RATE => self.rate,
            source::TONE => self.turns,
            source::PACKET => self.packet,
            source::ENDPOINT => self.endpoint,
            source::TIME_LO => self.time.low(now.time),
            source::TIME_HI => self.time.high(),
            source::START_AT_LO => low(self.start_at),
            source::START_AT_HI => high(self.start_at),
            source::STOP_AT_LO => low(self.stop_at),
            source::STOP_AT_HI => high(self.stop_at),
            source::SAMPLES_LO => low(self.samples),
            source::SAMPLES_HI => high(self.samples),
            source::PRODUCED_HI => high(self.account.produced),
            source::KEPT_LO => low(self.account.kept),
            source::KEPT_HI => high(self.account.kept),
            source::LOST_LO => low(self.account.lost),
            source::LOST_HI => high(self.account.lost),
            _ => return None,
        })
    }

    pub(super) fn write(&mut self, offset: u32, value: u32) -> Written {
        match offset {
            source::CONTROL => return Written::Command,
            source::STATUS => self.sticky &= !value,
            source::ENABLE => {
                let all = enable::DONE.mask() | enable::LATE.mask() | enable::OVERRUN.mask();
                self.enable = value & all;
            }
            source::MODE => {
                let all = mode::WAVE.mask() | mode::CHANNELS.mask();
                self.mode = value
                    & (all | mode::STOP_AT_OVERRUN.mask() | mode::CHDR.mask() | mode::LOOP.mask());
            }
            source::RATE => self.rate = value,
            source::TONE => self.turns = value,
            source::PACKET => self.packet = packet::SAMPLES.get(value),
            source::ENDPOINT => self.endpoint = endpoint::ID.get(value),
            source::TIME_LO => self.time_low = value,
            source::TIME_HI => {
                return Written::Time(u64::from(value) << 32 | u64::from(self.time_low));
            }
            source::START_AT_LO => self.start_at = with_low(self.start_at, value),
            source::START_AT_HI => self.start_at = with_high(self.start_at, value),
            source::STOP_AT_LO => self.stop_at = with_low(self.stop_at, value),
            source::STOP_AT_HI => self.stop_at = with_high(self.stop_at, value),
            source::SAMPLES_LO => self.samples = with_low(self.samples, value),
            source::SAMPLES_HI => {
                self.samples = with_high(self.samples, samples_hi::COUNT.get(value));
            }
            _ => return Written::Refused,
        }
        Written::Taken
    }
}
