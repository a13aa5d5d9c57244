// SPDX-License-Identifier: Apache-2.0
//! The data of a run while the model of cycles goes on in it.

use std::cell::Cell;

use forebay_msm::MsmError;

use super::cycles::{Arrival, Records};
use super::memory::Memory;
use super::run::Run;
use crate::byte_stream::BEAT_BYTES;
use crate::datapath::Ports;

/// A run, and what it reaches of the card.
pub(super) struct Turn<'a, 'ports> {
    run: &'a mut Run,
    memory: &'a mut Memory,
    ports: &'a mut Ports<'ports>,
    /// C2H channel that carries the sums.
    channel: usize,
    outcome: Result<(), MsmError>,
    /// A digit has no bucket.
    stray: Cell<bool>,
}

impl<'a, 'ports> Turn<'a, 'ports> {
    pub(super) const fn new(
        run: &'a mut Run,
        memory: &'a mut Memory,
        ports: &'a mut Ports<'ports>,
        channel: usize,
    ) -> Self {
        run.feed.begin_turn();
        Self { run, memory, ports, channel, outcome: Ok(()), stray: Cell::new(false) }
    }

    /// Whether some digit had no bucket, and whether there was anything that it could make nothing of.
    pub(super) fn outcome(self) -> (bool, Result<(), MsmError>) {
        (self.stray.get(), self.outcome)
    }
}

impl Records for Turn<'_, '_> {
    fn next(&mut self) -> Option<Arrival> {
        let (arrival, scalar) = self.run.feed.next(self.ports)?;
        self.run.take(&scalar);
        Some(arrival)
    }

    fn is_enough(&self) -> bool {
        self.run.feed.is_enough(self.ports)
    }

    fn buckets(&self, pass: usize, lane: usize, first: usize, step: usize, out: &mut [u32]) {
        let words = self.run.words().from(first);
        if self.run.passes()[pass].buckets(lane, (first, step), words, out) {
            self.stray.set(true);
        }
    }

    fn room(&self) -> usize {
        self.ports.to_host[self.channel].room() / BEAT_BYTES
    }

    fn send(&mut self, beats: usize) {
        for _ in 0..beats {
            let (beat, outcome) = self.run.send(self.memory);
            if self.outcome.is_ok() {
                self.outcome = outcome;
            }
            let Some(beat) = beat else { return };
            let stream = &mut self.ports.to_host[self.channel];
            stream.push(&beat);
            if self.run.is_sent() {
                stream.end_packet();
            }
        }
    }
}
