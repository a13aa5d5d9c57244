// SPDX-License-Identifier: Apache-2.0
//! Every counter of the card, by name.

use forebay_regs::plug;
use forebay_regs::user::{self, counter};

use crate::ForebayError;
use crate::datapath::Kernel;
use crate::registers::Registers;

/// A counter of the platform or of the datapath: offset of its lower half in the card's own registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter(u32);

impl Counter {
    /// Counters of which at least one moves whenever data do.
    const OF_TRANSFERS: [Self; 3] = [
        Self::numbered(counter::index::H2C_BEATS),
        Self::numbered(counter::index::C2H_BEATS),
        Self::numbered(counter::index::DESC_DONE),
    ];

    /// The counter with that number in the status block ([`forebay_regs::user::counter::index`]). One that a card does not
    /// have reads 0.
    #[must_use]
    pub const fn numbered(index: u32) -> Self {
        Self(user::COUNTER.at(index) + counter::LO)
    }

    /// The counter with that number in the page of a datapath.
    #[must_use]
    pub const fn event(page: u32, number: u32) -> Self {
        Self(page + plug::EVENT.at(number) + plug::event::LO)
    }

    /// All counters of the card with their names.
    pub fn all() -> impl Iterator<Item = (Self, &'static str)> {
        counter::index::ALL.iter().map(|(index, name)| (Self::numbered(*index), *name))
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

/// From a counter to its twin, the same everywhere.
const TWIN: u32 = user::COUNTER_CLEAR.base() - user::COUNTER.base();
const _: () = assert!(plug::EVENT_CLEAR.base() - plug::EVENT.base() == TWIN);

/// Reads a counter; with `clear` through the twin that clears on read.
pub(crate) fn read_counter(
    registers: &mut dyn Registers,
    counter: Counter,
    clear: bool,
) -> Result<u64, ForebayError> {
    debug_assert_eq!(counter::LO + 4, counter::HI);
    registers.read_pair(counter.0 + if clear { TWIN } else { 0 })
}

/// Counters of which at least one moves whenever a card with that datapath does anything useful.
pub(crate) fn fingerprint(
    registers: &mut dyn Registers,
    kernel: Kernel,
) -> Result<Vec<u64>, ForebayError> {
    let counters = Counter::OF_TRANSFERS.iter().chain(kernel.datapath().progress());
    counters.map(|counter| read_counter(registers, *counter, false)).collect()
}
