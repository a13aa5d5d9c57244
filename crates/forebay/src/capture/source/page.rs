// SPDX-License-Identifier: Apache-2.0
//! The registers of the signal source's page, which has those of the air as well.

use std::time::Duration;

use forebay_regs::cards;
use forebay_regs::user::source;

use crate::registers::Registers;
use crate::{Class, Device, ForebayError};

/// Nanoseconds of a second.
const NANOS: u128 = 1_000_000_000;

/// Where they are.
#[derive(Clone, Debug)]
pub(crate) struct SourcePage {
    device: Device,
    page: u32,
}

impl SourcePage {
    /// Those of a card; on one without there is no `what`.
    pub(crate) fn find(device: &Device, what: &'static str) -> Result<Self, ForebayError> {
        let identity = device.identity();
        let plug = identity.feature(Class::Datapath, cards::SOURCE.kind);
        let page = plug.and_then(|plug| identity.user_offset(plug));
        let page = page.ok_or(ForebayError::NoFeature { what })?;
        Ok(Self { device: device.clone(), page })
    }

    /// Frequency of the clock in whose cycles times are.
    pub(crate) fn clock_hz(&self) -> u64 {
        self.device.identity().clock_hz()
    }

    /// For the caller alone until it lets go.
    pub(crate) fn alone(&self) -> Alone<'_> {
        Alone { registers: self.device.transport().registers(), page: self.page }
    }

    /// The hardware time, in cycles of the card's clock.
    pub(crate) fn time(&self) -> Result<u64, ForebayError> {
        self.alone().read_pair(source::TIME_LO)
    }

    /// Lets the card work for so many cycles, or until it has come to rest.
    pub(crate) fn pass(&self, cycles: u64) -> Result<(), ForebayError> {
        let nanos = u128::from(cycles) * NANOS / u128::from(self.clock_hz().max(1));
        let limit = Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX));
        match self.wait("time to pass", source::TIME_LO, limit, &|_| false) {
            Err(ForebayError::RegisterWait { .. }) => Ok(()),
            other => other,
        }
    }

    /// Lets the card work until a register satisfies `over`, for so much hardware time at most: all that it does may be to wait for a time.
    /// [`ForebayError::RegisterWait`] when that is over, or none passes.
    pub(crate) fn wait(
        &self,
        what: &'static str,
        register: u32,
        limit: Duration,
        over: &dyn Fn(u32) -> bool,
    ) -> Result<(), ForebayError> {
        let begun = self.time()?;
        let cycles = limit.as_nanos() * u128::from(self.clock_hz()) / NANOS;
        let end = begun.saturating_add(u64::try_from(cycles).unwrap_or(u64::MAX));
        // While samples flow something moves, so that a wait for the register alone would go on.
        let ends = |word| over(word) || self.time().map_or(true, |now| now >= end);
        let mut seen = begun;
        loop {
            let waited = self.device.wait_register(what, self.page + register, &ends);
            let now = self.time()?;
            match waited {
                Ok(value) if !over(value) => {
                    let waited = now.saturating_sub(begun);
                    return Err(ForebayError::RegisterWait { what, value, waited });
                }
                Err(ForebayError::RegisterWait { .. }) if now != seen && now < end => seen = now,
                other => return other.map(drop),
            }
        }
    }
}

/// The registers, whose owner is alone with them.
pub(crate) struct Alone<'a> {
    registers: Box<dyn Registers + 'a>,
    page: u32,
}

impl Registers for Alone<'_> {
    fn read(&mut self, offset: u32) -> Result<u32, ForebayError> {
        self.registers.read(self.page + offset)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), ForebayError> {
        self.registers.write(self.page + offset, value)
    }
}
