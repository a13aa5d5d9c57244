// SPDX-License-Identifier: Apache-2.0
//! Every counter of the card, by name.

use forebay_regs::user::{self, counter};

use crate::ForebayError;
use crate::registers::Registers;

/// Index of a counter in the status block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter(u32);

impl Counter {
    /// Cycles from the start of an MSM run to its last bucket write-back.
    pub const MSM_ACTIVE: Self = Self(counter::index::MSM_ACTIVE_CYCLES);
    /// Additions issued.
    pub const MSM_ADDS: Self = Self(counter::index::MSM_ADDS);
    /// Cycles in which the adder waited for input.
    pub const MSM_STARVE: Self = Self(counter::index::MSM_STARVE_CYCLES);
    /// Cycles in which the adder waited for a bucket in flight.
    pub const MSM_HAZARD: Self = Self(counter::index::MSM_HAZARD_CYCLES);
    /// Cycles of bucket read-out.
    pub const MSM_DRAIN: Self = Self(counter::index::MSM_DRAIN_CYCLES);
    /// Cycles of bucket read-out in which the sink was not ready.
    pub const MSM_DRAIN_STALL: Self = Self(counter::index::MSM_DRAIN_STALL_CYCLES);

    /// Counters of which at least one moves whenever the card does something useful.
    pub(crate) const PROGRESS: [Self; 5] = [
        Self(counter::index::H2C_BEATS),
        Self(counter::index::C2H_BEATS),
        Self(counter::index::DESC_DONE),
        Self(counter::index::MSM_ADDS),
        Self(counter::index::MSM_PAIRS),
    ];

    /// All counters of the card with their names.
    pub fn all() -> impl Iterator<Item = (Self, &'static str)> {
        counter::index::ALL.iter().map(|(index, name)| (Self(*index), *name))
    }
}

/// One counter's name and value.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct CounterValue {
    /// Name as in the register description.
    pub name: &'static str,
    /// Count since reset or the last clear; saturates at 2^48 - 1.
    pub value: u64,
}

/// Reads a counter; with `clear` through the twin that clears on read.
pub(crate) fn read_counter(
    registers: &mut dyn Registers,
    counter: Counter,
    clear: bool,
) -> Result<u64, ForebayError> {
    let block = if clear { user::COUNTER_CLEAR } else { user::COUNTER };
    debug_assert_eq!(counter::LO + 4, counter::HI);
    registers.read_pair(block.at(counter.0) + counter::LO)
}

/// Counters that change whenever the card does anything useful.
pub(crate) fn fingerprint(registers: &mut dyn Registers) -> Result<Vec<u64>, ForebayError> {
    Counter::PROGRESS.iter().map(|counter| read_counter(registers, *counter, false)).collect()
}
