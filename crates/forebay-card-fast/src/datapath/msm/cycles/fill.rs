// SPDX-License-Identifier: Apache-2.0
//! Records of a pass on their way to the lanes (`fby_msm_feed` and what is in it).
//!
//! Each record has the cycles in which it is handed on and taken, which follow from those of the records before it: no cycle is gone
//! through here.

use std::ops::Range;

use super::counts::Counts;
use super::intake::Intake;
use super::lane::Lane;
use super::memory::{Reader, Writer};
use super::records::Records;
use super::shape::{PassShape, RunShape, Shape};

/// Digits that are asked for at once.
const BLOCK: usize = 1 << 10;

/// Which pass of a run it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Which {
    /// Its number.
    pub(super) number: usize,
    /// The run has further ones, for which the first keeps its records.
    pub(super) kept: bool,
}

/// Where the records come from.
#[derive(Debug)]
enum Source {
    /// The streams, or for resident points the memory as well.
    Streams { intake: Intake, writers: Vec<Writer> },
    /// The memory, the same records for all.
    Shared,
    /// The memory, to each lane its own.
    Split,
}

/// A pass from its start to its last record.
#[derive(Debug)]
pub(super) struct Fill {
    which: Which,
    began: u64,
    points: usize,
    windows: usize,
    source: Source,
    /// Banks that are read.
    readers: Vec<Reader>,
    lanes: Vec<Lane>,
    /// Records that were handed on: all, or in a split pass those of each lane.
    given: Vec<usize>,
    /// When the last record was taken by all lanes.
    free_from: u64,
    /// When the feed has nothing left of this pass.
    rests_from: u64,
    /// Buckets of the records that `given` comes to next, and the records.
    digits: Vec<Vec<u32>>,
    block: Vec<Range<usize>>,
    pairs: u64,
}

impl Fill {
    /// One that starts in cycle `began`; without a `pass` the run only brings points into the memory.
    pub(super) fn new(
        began: u64,
        shape: &Shape,
        run: &RunShape,
        pass: Option<&PassShape>,
        which: Which,
    ) -> Self {
        let lanes = pass.map_or(0, |pass| pass.adders);
        let first = which.number == 0;
        // Record i is in bank i mod banks.
        let in_bank = |bank: usize| (run.points + shape.banks - 1 - bank) / shape.banks;
        let reader = |bank| Reader::new(began, bank, run.slot, in_bank(bank));
        let writer = |_| Writer::new(began, run.slot);
        let banks = 0..shape.banks;
        let readers =
            if first && !run.resident { Vec::new() } else { banks.clone().map(reader).collect() };
        let source = if first {
            let writers = if which.kept { banks.map(writer).collect() } else { Vec::new() };
            Source::Streams { intake: Intake::new(began, pass.is_some()), writers }
        } else if pass.is_some_and(|pass| pass.split) {
            Source::Split
        } else {
            Source::Shared
        };
        let given = vec![0; if let Source::Split = source { lanes } else { 1 }];
        let mut fill = Self {
            which,
            began,
            points: run.points,
            windows: pass.map_or(0, |pass| pass.windows),
            source,
            readers,
            lanes: (0..lanes).map(|_| Lane::new(began, shape.buckets)).collect(),
            given,
            free_from: began + 1,
            rests_from: began + 1,
            digits: vec![Vec::new(); lanes],
            block: vec![0..0; lanes],
            pairs: 0,
        };
        for lane in 0..lanes {
            if fill.records_of(lane) == 0 {
                fill.lanes[lane].close();
            }
        }
        if run.points == 0 {
            fill.rest();
        }
        fill
    }

    /// Records that a lane gets.
    fn records_of(&self, lane: usize) -> usize {
        match self.source {
            Source::Split => (self.points + self.lanes.len() - 1 - lane) / self.lanes.len(),
            _ => self.points,
        }
    }

    /// All records are taken.
    pub(super) fn is_over(&self) -> bool {
        self.given.iter().enumerate().all(|(lane, given)| *given == self.records_of(lane))
    }

    /// Lanes that still get records.
    pub(super) fn lanes_under_way(&self) -> u64 {
        let under_way = |lane: &usize| {
            self.given.get(*lane).unwrap_or(&self.given[0]) < &self.records_of(*lane)
        };
        (0..self.lanes.len()).filter(under_way).count() as u64
    }

    /// When the feed has nothing left of this pass, if it is over; for each lane when that has filled its buckets.
    pub(super) fn end(&mut self) -> (u64, Vec<u64>) {
        let taken_at = self.lanes.iter().map(|lane| lane.taken_at() + 1).max();
        let rests_from = self.rests_from.max(taken_at.unwrap_or(0));
        (rests_from, self.lanes.iter_mut().map(Lane::finish).collect())
    }

    /// Goes on to cycle `until`, or until all records are taken or enough of the streams; the cycle it has come to.
    pub(super) fn advance(&mut self, until: u64, records: &mut impl Records) -> u64 {
        match self.source {
            Source::Streams { .. } => self.first(until, records),
            Source::Shared => self.shared(until, records),
            Source::Split => {
                for lane in 0..self.lanes.len() {
                    self.split(lane, until, records);
                }
                until
            }
        }
    }

    /// Adds to `counts` what was counted since that was last done.
    pub(super) fn count(&mut self, counts: &mut Counts) {
        counts.pairs += std::mem::take(&mut self.pairs);
        for lane in &mut self.lanes {
            let more = lane.take_counts();
            counts.adds += more.adds;
            counts.starve += more.starve;
            counts.hazard += more.hazard;
            counts.held += more.held;
            counts.zero_digits += more.zero_digits;
        }
    }

    /// The first pass: words and points meet, and go to the lanes and into the memory, to each in its own time.
    fn first(&mut self, until: u64, records: &mut impl Records) -> u64 {
        while self.free_from < until && self.given[0] < self.points {
            if records.is_enough() {
                return self.free_from;
            }
            let Some(arrival) = records.next() else {
                // What comes now comes later.
                self.lanes.iter_mut().for_each(|lane| lane.idle_to(until));
                return until;
            };
            let Source::Streams { intake, writers } = &mut self.source else { return until };
            let number = self.given[0];
            let mut from = intake.next(&arrival);
            let banks = self.readers.len().max(writers.len());
            let bank = number % banks.max(1);
            if let Some(reader) = self.readers.get_mut(bank) {
                from = from.max(reader.next(from));
            }
            let stored_at = writers.get(bank).map_or(0, |writer| from.max(writer.room_from()));
            let shared_at = if self.lanes.is_empty() { 0 } else { from.max(self.free_from) };
            let given_at = stored_at.max(shared_at);
            intake.give(given_at);
            if let Some(writer) = writers.get_mut(bank) {
                writer.put(stored_at);
            }
            if let Some(reader) = self.readers.get_mut(bank) {
                reader.take(given_at);
            }
            self.pairs += u64::from(!self.lanes.is_empty());
            self.given[0] += 1;
            if self.lanes.is_empty() {
                self.free_from = given_at;
            } else {
                self.hand_out(number, shared_at, records);
            }
            if self.given[0] == self.points {
                self.rest();
            }
        }
        until
    }

    /// The streams have brought all, and what was kept goes into the memory.
    fn rest(&mut self) {
        let Source::Streams { intake, writers } = &mut self.source else { return };
        let given_at = intake.given_at();
        self.rests_from = intake.rests_from(self.began);
        if let Some(given_at) = given_at {
            for writer in writers {
                self.rests_from = self.rests_from.max(writer.flush(given_at + 1));
            }
        }
    }

    /// A pass with the same records for all lanes, out of the banks in turn.
    fn shared(&mut self, until: u64, records: &mut impl Records) -> u64 {
        let mut bank = self.given[0] % self.readers.len();
        while self.free_from < until && self.given[0] < self.points {
            let number = self.given[0];
            let reader = &mut self.readers[bank];
            let cycle = self.free_from.max(reader.next(self.free_from));
            reader.take(cycle);
            bank = if bank + 1 == self.readers.len() { 0 } else { bank + 1 };
            self.given[0] += 1;
            self.hand_out(number, cycle, records);
        }
        until
    }

    /// A pass in which that lane has records of its own.
    fn split(&mut self, lane: usize, until: u64, records: &mut impl Records) {
        let (lanes, count) = (self.lanes.len(), self.records_of(lane));
        while self.given[lane] < count && self.lanes[lane].taken_at() < until {
            let number = lane + self.given[lane] * lanes;
            self.given[lane] += 1;
            self.load(lane, number, records);
            let bank = number % self.readers.len();
            let reader = &mut self.readers[bank];
            let from = reader.next(self.lanes[lane].taken_at());
            let at = number - self.block[lane].start;
            let buckets = &self.digits[lane][at / lanes * self.windows..][..self.windows];
            reader.take(self.lanes[lane].take(from, buckets, self.given[lane] == count));
        }
    }

    /// Record `number` goes into the register before the lanes in that cycle.
    fn hand_out(&mut self, number: usize, cycle: u64, records: &mut impl Records) {
        let last = number + 1 == self.points;
        let mut taken_at = 0;
        for lane in 0..self.lanes.len() {
            self.load(lane, number, records);
            let at = (number - self.block[lane].start) * self.windows;
            let buckets = &self.digits[lane][at..][..self.windows];
            taken_at = taken_at.max(self.lanes[lane].take(cycle + 1, buckets, last));
        }
        self.free_from = taken_at;
    }

    /// Sees to it that the buckets of a lane's record are there, and some more.
    #[inline]
    fn load(&mut self, lane: usize, number: usize, records: &mut impl Records) {
        if number >= self.block[lane].end {
            self.load_from(lane, number, records);
        }
    }

    /// Asks for the buckets of that record and of those behind it.
    #[cold]
    fn load_from(&mut self, lane: usize, number: usize, records: &mut impl Records) {
        let (step, end) = match self.source {
            // No further one is known.
            Source::Streams { .. } => (1, number + 1),
            Source::Shared => (1, self.points),
            Source::Split => (self.lanes.len(), self.points),
        };
        let count = (end - number).div_ceil(step).min((BLOCK / self.windows).max(1));
        self.digits[lane].resize(count * self.windows, 0);
        records.buckets(self.which.number, lane, number, step, &mut self.digits[lane]);
        self.block[lane] = number..number + count * step;
    }
}
