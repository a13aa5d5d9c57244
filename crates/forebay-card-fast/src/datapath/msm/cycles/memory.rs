// SPDX-License-Identifier: Apache-2.0
//! A bank of the card's memory (`fby_mem_bank` and the memory behind its ports): records in, records out. Its six ports do the same.

use super::chance::Chance;
use super::facts::{
    BURST, READ_CYCLES, READ_DEPTH, READ_JITTER, REFRESH_CYCLES, REFRESH_EVERY, WRITE_CYCLES,
    WRITE_DEPTH,
};

/// Cycles from the asking for a burst after which it is there in any case, were there also a refresh.
const READ_MOST: u64 = READ_CYCLES + READ_JITTER + BURST as u64 + REFRESH_CYCLES;

/// The times at which the memory moves nothing.
#[derive(Clone, Copy, Debug, Default)]
struct Refresh {
    /// There is none between the cycle that was last asked for and that one.
    none_before: u64,
}

impl Refresh {
    /// The first cycle from `cycle` on in which something can move. Asked for in order.
    fn after(&mut self, cycle: u64) -> u64 {
        if cycle < self.none_before {
            return cycle;
        }
        let began = cycle - (cycle - 1) % REFRESH_EVERY;
        self.none_before = began + REFRESH_EVERY;
        cycle.max(began + REFRESH_CYCLES)
    }
}

/// A bank that is read from one slot on, as far ahead as its FIFO goes.
#[derive(Debug)]
pub(super) struct Reader {
    slot: usize,
    count: usize,
    /// Records asked for, and given.
    asked: usize,
    given: usize,
    asked_at: u64,
    /// The first cycle in which the burst under way can come, and the cycle of its last record.
    due: u64,
    came_at: u64,
    /// When records were taken, by their number modulo the depth.
    taken_at: [u64; READ_DEPTH],
    refresh: Refresh,
    chance: Chance,
}

impl Reader {
    /// One of so many records from a slot of that bank on that is started in cycle `began`. Whether their words
    /// are read with them makes no difference: where only points are, they are there long before the first word comes.
    pub(super) fn new(began: u64, bank: usize, slot: usize, count: usize) -> Self {
        Self {
            slot,
            count,
            asked: 0,
            given: 0,
            asked_at: began,
            due: 0,
            came_at: 0,
            taken_at: [0; READ_DEPTH],
            refresh: Refresh::default(),
            chance: Chance::new(bank),
        }
    }

    /// The first cycle in which the next record is there. Nobody wants it before cycle `from`: one
    /// before that may be told somewhat late.
    #[inline]
    pub(super) fn next(&mut self, from: u64) -> u64 {
        if self.given == self.asked {
            self.ask(from);
        }
        self.came_at = self.refresh.after(self.due.max(self.came_at + 1));
        self.came_at + 1
    }

    /// That record is taken.
    pub(super) const fn take(&mut self, cycle: u64) {
        self.taken_at[self.given % READ_DEPTH] = cycle;
        self.given += 1;
    }

    /// Asks for a burst as soon as all of it has room. Nobody wants it before cycle `from`.
    fn ask(&mut self, from: u64) {
        let to_edge = BURST - (self.slot + self.asked) % BURST;
        self.asked += to_edge.min(self.count - self.asked);
        let room = self.asked.checked_sub(READ_DEPTH + 1);
        let room_at = room.map_or(0, |record| self.taken_at[record % READ_DEPTH] + 1);
        self.asked_at = room_at.max(self.asked_at + 1);
        self.due = self.asked_at + READ_CYCLES;
        let latest = self.due + READ_JITTER;
        self.due = if latest <= self.came_at || self.asked_at + READ_MOST <= from {
            latest
        } else {
            // The request is taken in the cycle after the asking; the generator's step in a cycle is the one that counts.
            self.due + self.chance.late(self.asked_at + 2)
        };
    }
}

/// A bank that is written from one slot on.
#[derive(Debug)]
pub(super) struct Writer {
    slot: usize,
    /// Records taken, and of these, records in bursts that are whole.
    taken: usize,
    closed: usize,
    /// When records went out, by their number modulo the depth.
    out_at: [u64; WRITE_DEPTH],
    last_at: u64,
    /// The first cycle in which one is taken.
    open_from: u64,
    refresh: Refresh,
}

impl Writer {
    /// One from a slot on that is started in cycle `began`.
    pub(super) fn new(began: u64, slot: usize) -> Self {
        let refresh = Refresh::default();
        let out_at = [0; WRITE_DEPTH];
        Self { slot, taken: 0, closed: 0, out_at, last_at: 0, open_from: began + 1, refresh }
    }

    /// The first cycle in which it can take the next record.
    pub(super) fn room_from(&self) -> u64 {
        if self.taken < WRITE_DEPTH {
            self.open_from
        } else {
            self.out_at[self.taken % WRITE_DEPTH] + 1
        }
    }

    /// Takes a record.
    pub(super) fn put(&mut self, cycle: u64) {
        self.taken += 1;
        if (self.slot + self.taken).is_multiple_of(BURST) {
            self.close(cycle);
        }
    }

    /// Sends out what is gathered; the first cycle in which all is answered.
    pub(super) fn flush(&mut self, cycle: u64) -> u64 {
        if self.closed < self.taken {
            self.close(cycle);
        }
        if self.taken == 0 { self.open_from } else { self.last_at + WRITE_CYCLES }
    }

    /// The burst that is gathered goes out when the one before it is gone.
    fn close(&mut self, cycle: u64) {
        let from = self.last_at.max(cycle + 1) + 1;
        for record in self.closed..self.taken {
            self.last_at = self.refresh.after(from.max(self.last_at + 1));
            self.out_at[record % WRITE_DEPTH] = self.last_at;
        }
        self.closed = self.taken;
    }
}
