// SPDX-License-Identifier: Apache-2.0
//! The host's accesses on the wires.

use forebay_bus::Bar;
use forebay_link::{Access, length};

use super::Wires;

impl Wires {
    /// Whether a store of so many bytes may leave in front of that cycle.
    pub(crate) fn has_room(&mut self, now: u64, bytes: usize) -> bool {
        self.accesses.has_room(self.rate.cycles(now), length(bytes), &self.params)
    }

    /// The cycle in which the host next hears of room for stores, as far as that is known.
    pub(crate) fn next_room(&self) -> Option<u64> {
        self.accesses.next_room().map(|at| self.rate.cycle_at(at))
    }

    /// Lets a store leave.
    pub(crate) fn store(&mut self, now: u64, bar: Bar, offset: u64, data: &[u8]) {
        let place = (bar, offset, data);
        let now = self.rate.cycles(now);
        self.accesses.write(now, place, &self.params, self.rate, &mut self.down);
    }

    /// Lets a read leave, for whose answer somebody waits.
    pub(crate) fn load(&mut self, now: u64, bar: Bar, offset: u64, bytes: usize) {
        let place = (bar, offset, length(bytes));
        let now = self.rate.cycles(now);
        self.accesses.read(now, place, &self.params, self.rate, &mut self.down);
    }

    /// The next access that is at the card, if the card has none.
    pub(crate) fn access(&mut self, now: u64) -> Option<Access> {
        self.accesses.arrive(self.rate.cycles(now))
    }

    /// The card has answered the access that it had.
    pub(crate) fn answered(&mut self, now: u64, access: &Access) {
        let now = self.rate.cycles(now);
        self.accesses.answered(now, access, &self.params, self.rate, &mut self.up);
    }

    /// Whether the answer that somebody waits for is at the host; true once.
    pub(crate) fn take_answer(&mut self, now: u64) -> bool {
        self.accesses.take_answer(self.rate.cycles(now))
    }

    /// Nobody waits for the answer any longer.
    pub(crate) fn give_up(&mut self) {
        self.accesses.give_up();
    }

    /// When the next access is at the card, or an answer at the host.
    pub(crate) fn next_access(&self) -> Option<u64> {
        self.accesses.next().map(|at| self.rate.cycle_at(at))
    }
}
