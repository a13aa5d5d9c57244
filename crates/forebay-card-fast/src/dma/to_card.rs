// SPDX-License-Identifier: Apache-2.0
//! Writing half of a channel to the card: bursts on the card bus (`fby_dma_wr_cut`, `fby_dma_wr_issue`, `fby_dma_wr_track`).

use super::{Outs, Wires, beats, facts};
use crate::fabric::Fabric;

/// A burst on its way.
#[derive(Clone, Copy, Debug)]
struct Chosen {
    addr: u64,
    bytes: usize,
    /// Who has that address.
    slave: usize,
}

/// Writing half.
#[derive(Debug)]
pub(crate) struct ToCard {
    /// Number of the channel among all.
    channel: usize,
    /// The next burst, once its address has gone: with the promise of room for it.
    chosen: Option<Chosen>,
    /// The first cycle in which the next one may be: behind the room for the one before it.
    free: u64,
}

impl ToCard {
    /// That of a channel.
    pub(crate) const fn new(channel: usize) -> Self {
        Self { channel, chosen: None, free: 0 }
    }

    /// Whether the next burst has been chosen.
    pub(crate) const fn is_chosen(&self) -> bool {
        self.chosen.is_some()
    }

    /// From when on the next burst, of so many bytes, may be chosen, if they are there.
    pub(crate) fn choice(&self, outs: &mut Outs, bytes: u64) -> Option<u64> {
        Some((outs.through(bytes)? + facts::CARD_WRITE).max(self.free))
    }

    /// Has it chosen if others let it: it goes to `addr`, where there is room.
    pub(crate) fn choose(&mut self, addr: u64, bytes: usize, fabric: &mut Fabric) {
        let now = fabric.now;
        if fabric.wires.card_turns.choose(now, self.channel) {
            fabric.promise(addr, bytes, true);
            self.chosen = Some(Chosen { addr, bytes, slave: fabric.slave(addr) });
            self.free = now + facts::CARD_ROOM;
        }
    }

    /// Nothing becomes of the burst that has been chosen, if one has.
    pub(crate) fn give_up(&mut self, fabric: &mut Fabric) {
        if let Some(Chosen { addr, bytes, .. }) = self.chosen.take() {
            fabric.promise(addr, bytes, false);
            fabric.wires.card_turns.forget(self.channel);
        }
    }

    /// When something is due of the next burst, as far as it hangs on nobody.
    pub(crate) fn next(&self, outs: &mut Outs, bytes: u64, wires: &Wires) -> Option<u64> {
        if self.is_chosen() {
            return self.begins(wires);
        }
        Some(self.choice(outs, bytes)?.max(wires.card_turns.next_choice()?))
    }

    /// The cycle in which the data of the burst may begin that has been chosen, if it is its turn.
    pub(crate) fn begins(&self, wires: &Wires) -> Option<u64> {
        let turn = wires.card_turns.turn(self.channel).filter(|_| self.is_chosen());
        turn.map(|from| from.max(wires.card_write_free))
    }

    /// Its data begins; the cycle in which it is answered.
    pub(crate) fn write(&mut self, fabric: &mut Fabric) -> u64 {
        let Some(Chosen { addr, bytes, slave }) = self.chosen.take() else { return fabric.now };
        fabric.promise(addr, bytes, false);
        let wires = &mut fabric.wires;
        wires.card_turns.begin();
        // Order is kept by having all that is under way at one slave; a beat of the next burst waits on the way.
        let change = if wires.card_slave == slave { 0 } else { facts::CARD_CHANGE };
        let from = fabric.now.max(wires.card_write_free + change);
        wires.card_slave = slave;
        wires.card_write_free = from + beats(addr, bytes as u64);
        wires.card_write_free - 1 + facts::CARD_ANSWER
    }
}
