// SPDX-License-Identifier: Apache-2.0
//! The input of a run: pairs out of the two stream ports, one by one for the model of cycles, and in blocks into the buckets.

use forebay_msm::{BucketEngine, CARD_POINT_BYTES, MsmError, SCALAR_BYTES, WindowPlan};

use super::cycles::{Arrival, Pair, Supply};
use crate::byte_stream::BEAT_BYTES;
use crate::datapath::Ports;

/// Pairs collected before they are worked off: enough to keep every core busy on its own windows.
const BLOCK_PAIRS: usize = 1 << 15;
const SCALARS_PORT: usize = 0;
const POINTS_PORT: usize = 1;
/// The part of a stream port's entries after which others may have their turn.
const TURN: usize = 4;
/// Scalars of a beat.
const SCALARS: usize = BEAT_BYTES / SCALAR_BYTES;
/// Points after which they begin with a beat again.
const POINTS: usize = 4;

/// What a run has taken in.
#[derive(Debug)]
pub(super) struct Feed {
    pairs: usize,
    /// Of these, pairs that the model of cycles has had, and pairs that are in the buckets.
    taken: usize,
    done: usize,
    scalars: Vec<u8>,
    points: Vec<u8>,
}

impl Feed {
    pub(super) const fn new(pairs: usize) -> Self {
        Self { pairs, taken: 0, done: 0, scalars: Vec::new(), points: Vec::new() }
    }

    /// Whether all of its pairs are taken.
    pub(super) const fn is_complete(&self) -> bool {
        self.taken == self.pairs
    }

    /// Entries of each stream port that the next pair wants.
    pub(super) const fn wanted(&self) -> [usize; 2] {
        // A point is two beats and a quarter: the first of four begins one that the others end.
        let point = if self.taken.is_multiple_of(POINTS) { 3 } else { 2 };
        [self.taken.is_multiple_of(SCALARS) as usize, point]
    }

    /// Whether a block of pairs waits for the buckets, or the last ones do.
    pub(super) const fn has_block(&self) -> bool {
        let waiting = self.taken - self.done;
        waiting >= BLOCK_PAIRS || waiting > 0 && self.taken == self.pairs
    }

    /// Adds a block of pairs into the buckets; whether some scalar is wider than the windows of `plan`.
    pub(super) fn work_off(
        &mut self,
        engine: &mut BucketEngine,
        plan: &WindowPlan,
    ) -> (bool, Result<(), MsmError>) {
        let count = BLOCK_PAIRS.min(self.taken - self.done);
        let (scalars, points) = (count * SCALAR_BYTES, count * CARD_POINT_BYTES);
        let all = self.scalars[..scalars].as_chunks().0;
        let cut = !all.iter().all(|scalar| plan.covers(scalar));
        let outcome = engine.accumulate(&self.points[..points], &self.scalars[..scalars]);
        self.scalars.drain(..scalars);
        self.points.drain(..points);
        self.done += count;
        (cut, outcome)
    }
}

/// The feed of a run while it takes from the stream ports.
pub(super) struct Intake<'a, 'ports> {
    pub(super) feed: &'a mut Feed,
    pub(super) plan: &'a WindowPlan,
    pub(super) ports: &'a mut Ports<'ports>,
    /// Entries of points taken.
    pub(super) entries: usize,
}

impl Intake<'_, '_> {
    /// Takes the next entry of a stream port, which has one; the first cycle in which it is there.
    fn take(&mut self, port: usize) -> u64 {
        let bytes =
            if port == SCALARS_PORT { &mut self.feed.scalars } else { &mut self.feed.points };
        let from = self.ports.from(port).unwrap_or(self.ports.now);
        self.ports.take(port, 1, bytes);
        from
    }
}

impl Supply for Intake<'_, '_> {
    /// A stream without its counterpart stays in its FIFO, so that wrong feeding stalls here too.
    fn next(&mut self, pair: &mut Pair) -> Option<Arrival> {
        let taken = self.feed.taken;
        let [scalar, point] = self.feed.wanted();
        if self.ports.held(SCALARS_PORT) < scalar || self.ports.held(POINTS_PORT) < point {
            return None;
        }
        let mut arrival = Arrival { point_beats: point, ..Arrival::default() };
        if scalar > 0 {
            arrival.scalar = self.take(SCALARS_PORT);
        }
        for beat in &mut arrival.point[..point] {
            *beat = self.take(POINTS_PORT);
        }
        self.entries += point;
        let scalars = self.feed.scalars.as_chunks().0;
        pair.count = self.plan.buckets_of(&scalars[taken - self.feed.done], &mut pair.buckets);
        self.feed.taken += 1;
        Some(arrival)
    }

    fn is_enough(&self) -> bool {
        self.entries >= self.ports.depth(POINTS_PORT) / TURN
    }

    fn windows(&self) -> usize {
        self.plan.window_count()
    }
}

#[cfg(test)]
mod tests {
    use forebay_builds::Build;
    use forebay_bus::{HostMemory, LinkParams};

    use super::*;
    use crate::counters::Counters;
    use crate::fabric::Fabric;
    use crate::status::Status;

    /// A beat that begins with scalar 1, or whatever a point is.
    const BEAT: [u8; BEAT_BYTES] = {
        let mut beat = [0; BEAT_BYTES];
        beat[0] = 1;
        beat
    };

    #[test]
    fn each_beat_of_a_pair_has_the_cycle_from_which_it_is_there() {
        let build = Build::find("msm-toy").unwrap();
        let mut fabric = Fabric::new(&build, 8, HostMemory::new(), LinkParams::default());
        for (port, from) in [(0, 31), (1, 11), (1, 12), (1, 40), (0, 50), (1, 41), (1, 90), (1, 95)]
        {
            fabric.stream_ports[port].push(from, BEAT, &mut Status::new());
        }
        let (plan, mut feed, mut events) = (WindowPlan::toy(), Feed::new(9), Counters::new(0));
        let mut ports = Ports::new(&mut fabric, &mut events);
        let mut intake = Intake { feed: &mut feed, plan: &plan, ports: &mut ports, entries: 0 };
        let mut next = || {
            let arrival = intake.next(&mut Pair { buckets: [0; _], count: 0 })?;
            Some((arrival.scalar, arrival.point[..arrival.point_beats].to_vec()))
        };
        assert_eq!(next(), Some((31, vec![11, 12, 40])));
        assert_eq!(next(), Some((0, vec![41, 90])), "its scalar is in a beat with the one before");
        assert_eq!(next(), None, "a point is not whole");
        let left = [0, 1].map(|port| fabric.stream_ports[port].occupancy());
        assert_eq!(left, [1, 1], "and its scalar stays with it");
    }
}
