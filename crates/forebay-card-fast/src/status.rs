// SPDX-License-Identifier: Apache-2.0
//! Counters and last bad addresses.

use forebay_bus::Bar;
use forebay_regs::user::{self, counter, last_bad};

/// Counters are 48 bits wide and saturate.
const COUNTER_MAX: u64 = (1 << 48) - 1;
/// Counters of one window lie this far from those of the next.
const WINDOW_COUNTERS: u32 = counter::index::WINDOW1_BEATS_IN - counter::index::WINDOW0_BEATS_IN;

/// What a stream window counts here. Stall and starve cycles stay 0: this card has no cycle in which to wait.
#[derive(Clone, Copy, Debug)]
pub(crate) enum WindowEvent {
    BeatsIn,
    BeatsOut,
    Discarded,
}

/// Which side refused an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BadSide {
    Host,
    Card,
}

/// The counting half of the status block.
#[derive(Debug)]
pub(crate) struct Status {
    counters: Vec<u64>,
    bad: [u64; 3],
    /// Upper half held by the last read of a lower one.
    held: u32,
}

impl Status {
    pub(crate) fn new() -> Self {
        Self { counters: vec![0; user::COUNTER.count() as usize], bad: [0; 3], held: 0 }
    }

    pub(crate) fn count(&mut self, index: u32, amount: u64) {
        if let Some(slot) = self.counters.get_mut(index as usize) {
            *slot = slot.saturating_add(amount).min(COUNTER_MAX);
        }
    }

    pub(crate) fn count_window(&mut self, window: u32, event: WindowEvent, amount: u64) {
        let first = match event {
            WindowEvent::BeatsIn => counter::index::WINDOW0_BEATS_IN,
            WindowEvent::BeatsOut => counter::index::WINDOW0_BEATS_OUT,
            WindowEvent::Discarded => counter::index::WINDOW0_DISCARDED,
        };
        self.count(first + window * WINDOW_COUNTERS, amount);
    }

    pub(crate) fn bad_address(&mut self, side: BadSide, addr: u64) {
        let (index, slot) = match side {
            BadSide::Host => (counter::index::HOST_ERRORS, 0),
            BadSide::Card => (counter::index::CARD_ERRORS, 1),
        };
        self.count(index, 1);
        self.bad[slot] = addr;
    }

    pub(crate) fn bad_mmio(&mut self, bar: Bar, offset: u64) {
        self.count(counter::index::MMIO_ERRORS, 1);
        self.bad[2] = u64::from(bar.number()) << 36 | offset;
    }

    /// A register of the counter and last-bad groups, if `offset` is one.
    pub(crate) fn read(&mut self, offset: u32, cycles: u64) -> Option<u32> {
        use user::status::{CYCLES_HI, CYCLES_LO};
        if offset == user::STATUS.base() + CYCLES_LO {
            return Some(self.hold(cycles));
        }
        if offset == user::STATUS.base() + CYCLES_HI {
            return Some(self.held);
        }
        for (block, clear) in [(user::COUNTER, false), (user::COUNTER_CLEAR, true)] {
            if let Some((index, at)) = block.find(offset) {
                return self.read_counter(index, at, clear);
            }
        }
        for (block, clear) in [(user::LAST_BAD, false), (user::LAST_BAD_CLEAR, true)] {
            if let Some((_, at)) = block.find(offset) {
                return Some(self.read_bad(at, clear));
            }
        }
        None
    }

    fn read_counter(&mut self, index: u32, at: u32, clear: bool) -> Option<u32> {
        if at == counter::HI {
            return Some(self.held);
        }
        let slot = self.counters.get_mut(index as usize)?;
        let value = *slot;
        if clear {
            *slot = 0;
        }
        Some(self.hold(value))
    }

    fn read_bad(&mut self, at: u32, clear: bool) -> u32 {
        let slot = match at {
            last_bad::HOST_LO => 0,
            last_bad::CARD_LO => 1,
            last_bad::MMIO_LO => 2,
            _ => return self.held,
        };
        let value = self.bad[slot];
        if clear {
            self.bad[slot] = 0;
        }
        self.hold(value)
    }

    #[expect(clippy::cast_possible_truncation, reason = "the two halves of the value")]
    fn hold(&mut self, value: u64) -> u32 {
        self.held = (value >> 32) as u32;
        value as u32
    }
}
