// SPDX-License-Identifier: Apache-2.0
//! Counters and last bad addresses.

use forebay_regs::user::{self, counter, last_bad};

use crate::counters::{Counters, Held};

/// Counters of one stream port lie this far from those of the next.
const PORT_COUNTERS: u32 = counter::index::PORT1_BEATS_IN - counter::index::PORT0_BEATS_IN;

/// What a stream port counts here. Stall and starve cycles stay 0: this card has no cycle in which to wait.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PortEvent {
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
    counters: Counters,
    bad: [u64; 3],
    held: Held,
}

impl Status {
    pub(crate) fn new() -> Self {
        let counters = Counters::new(user::COUNTER.count());
        Self { counters, bad: [0; 3], held: Held::default() }
    }

    pub(crate) fn count(&mut self, index: u32, amount: u64) {
        self.counters.count(index, amount);
    }

    pub(crate) fn count_port(&mut self, port: u32, event: PortEvent, amount: u64) {
        let first = match event {
            PortEvent::BeatsIn => counter::index::PORT0_BEATS_IN,
            PortEvent::BeatsOut => counter::index::PORT0_BEATS_OUT,
            PortEvent::Discarded => counter::index::PORT0_DISCARDED,
        };
        self.count(first + port * PORT_COUNTERS, amount);
    }

    pub(crate) fn bad_address(&mut self, side: BadSide, addr: u64) {
        let (index, slot) = match side {
            BadSide::Host => (counter::index::HOST_ERRORS, 0),
            BadSide::Card => (counter::index::CARD_ERRORS, 1),
        };
        self.count(index, 1);
        self.bad[slot] = addr;
    }

    pub(crate) fn bad_mmio(&mut self, (bar, offset): (u32, u64)) {
        self.count(counter::index::MMIO_ERRORS, 1);
        self.bad[2] = u64::from(bar) << 36 | offset;
    }

    /// A register of the counter and last-bad groups, if `offset` is one.
    pub(crate) fn read(&mut self, offset: u32, cycles: u64) -> Option<u32> {
        use user::status::{CYCLES_HI, CYCLES_LO};
        if offset == user::STATUS.base() + CYCLES_LO {
            return Some(self.held.low(cycles));
        }
        if offset == user::STATUS.base() + CYCLES_HI {
            return Some(self.held.high());
        }
        for (block, clear) in [(user::COUNTER, false), (user::COUNTER_CLEAR, true)] {
            if let Some((index, at)) = block.find(offset) {
                return Some(self.read_counter(index, at, clear));
            }
        }
        for (block, clear) in [(user::LAST_BAD, false), (user::LAST_BAD_CLEAR, true)] {
            if let Some((_, at)) = block.find(offset) {
                return Some(self.read_bad(at, clear));
            }
        }
        None
    }

    fn read_counter(&mut self, index: u32, at: u32, clear: bool) -> u32 {
        if at == counter::HI {
            return self.held.high();
        }
        self.held.low(self.counters.read(index, clear))
    }

    fn read_bad(&mut self, at: u32, clear: bool) -> u32 {
        let slot = match at {
            last_bad::HOST_LO => 0,
            last_bad::CARD_LO => 1,
            last_bad::MMIO_LO => 2,
            _ => return self.held.high(),
        };
        let value = self.bad[slot];
        if clear {
            self.bad[slot] = 0;
        }
        self.held.low(value)
    }
}
