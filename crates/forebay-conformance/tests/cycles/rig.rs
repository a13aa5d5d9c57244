// SPDX-License-Identifier: Apache-2.0
//! A card and what it takes to have a core on it work.

use forebay_bus::{Bar, Card, CardExt, LinkParams};
use forebay_regs::Blocks;
use forebay_regs::card::STREAM_PORT;

use crate::channel::{Channel, Way};
use crate::feed;

/// Cycles in which the stream ports of any card are full, if there is enough for them.
const FILL_CYCLES: u64 = 12_000;
/// Cycles in which a few stores into registers have been taken, on a card of any kind.
const STORES_CYCLES: u64 = 100;
/// Cycles that a read-out waits where it is late.
pub(crate) const LATE_CYCLES: u64 = 777;
/// No run of these tests takes so many cycles.
const MOST_CYCLES: u64 = 3_000_000;

/// A card with a core whose registers are in one block.
pub(crate) struct Rig {
    pub(crate) card: Box<dyn Card>,
    block: Blocks,
}

impl Rig {
    pub(crate) fn open(body: &str, build: &str, block: Blocks) -> Self {
        let name = format!("{body}:{build}");
        Self { card: forebay_sim::open(&name, LinkParams::ideal(), None).unwrap(), block }
    }

    /// Has channels give these bytes to the stream ports, scalars and points, before anybody wants them; what does so.
    pub(crate) fn feed_ahead(&mut self, streams: [Vec<u8>; 2]) -> Vec<Channel> {
        let host = self.card.host().clone();
        let ports = (0..).zip(streams).filter(|(_, bytes)| !bytes.is_empty());
        let channels = ports.map(|(port, bytes)| {
            let channel = Channel::new(&host, Way::ToCard(port), bytes.len(), 1);
            channel.fill(&bytes);
            channel.start(&mut *self.card, STREAM_PORT.at(port).into());
            channel
        });
        let channels = channels.collect();
        self.pass(FILL_CYCLES);
        channels
    }

    pub(crate) fn read(&mut self, register: u32) -> u32 {
        self.card.read32(Bar::User, self.block.base() + register).unwrap()
    }

    pub(crate) fn write(&mut self, register: u32, value: u32) {
        // Behind what else is on its way, and alone.
        self.pass(STORES_CYCLES);
        self.card.write32(Bar::User, self.block.base() + register, value).unwrap();
        self.pass(STORES_CYCLES);
    }

    pub(crate) fn pass(&mut self, cycles: u64) {
        feed::pass(&mut *self.card, cycles);
    }

    /// Lets the card work until that register is as wanted.
    pub(crate) fn wait(&mut self, what: &str, register: u32, done: impl Fn(u32) -> bool) {
        let end = self.card.now() + MOST_CYCLES;
        while !done(self.read(register)) {
            assert!(self.card.now() < end, "waited for the core {what}");
            self.card.advance(500).unwrap();
        }
    }
}
