// SPDX-License-Identifier: Apache-2.0
//! The cycles of a run, about: a stand-in for the model that goes through them.

pub(super) mod facts;
mod records;
mod shape;

use forebay_regs::user::pippenger::event;

use crate::datapath::Ports;
pub(super) use records::{Arrival, NO_BUCKET, Records};
pub(super) use shape::{PassShape, RunShape, Shape};

/// Beats of a sum.
const SUM_BEATS: usize = 3;
/// Records that are looked at together.
const RECORDS: usize = 64;

#[derive(Debug)]
enum Phase {
    Fill,
    Reduce(u64),
    Read(usize),
    Over,
}

#[derive(Debug)]
pub(super) struct Course {
    clock: u64,
    card: Shape,
    run: RunShape,
    rows: Vec<PassShape>,
    pass: usize,
    phase: Phase,
    taken: usize,
    moved: bool,
    counts: Vec<(u32, u64)>,
}

impl Course {
    pub(super) fn new(began: u64, card: &Shape, run: RunShape, rows: Vec<PassShape>) -> Self {
        let clock = began + facts::SETUP_CYCLES;
        let (card, counts) = (*card, Vec::new());
        Self { clock, card, run, rows, pass: 0, phase: Phase::Fill, taken: 0, moved: false, counts }
    }

    pub(super) const fn clock(&self) -> u64 {
        self.clock
    }

    pub(super) const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over)
    }

    #[expect(clippy::cast_possible_truncation, reason = "there are few passes")]
    pub(super) fn passes_done(&self) -> u32 {
        self.pass.min(self.rows.len().saturating_sub(1)) as u32
    }

    pub(super) const fn is_reducing(&self) -> bool {
        matches!(self.phase, Phase::Reduce(_) | Phase::Read(_))
    }

    pub(super) const fn moved(&self) -> bool {
        self.moved
    }

    pub(super) fn tell(&mut self, ports: &mut Ports<'_>) {
        self.moved = false;
        self.counts.drain(..).for_each(|(event, amount)| ports.count(event, amount));
    }

    fn count(&mut self, event: u32, amount: u64) {
        self.counts.push((event, amount));
    }

    pub(super) fn advance(&mut self, until: u64, records: &mut impl Records) {
        let began = self.clock;
        while self.clock < until && !self.is_over() && !(self.moved && records.is_enough()) {
            match self.phase {
                Phase::Fill => self.fill(until, records),
                Phase::Reduce(left) => {
                    let cycles = left.min(until - self.clock);
                    self.clock += cycles;
                    self.moved = true;
                    self.phase = if cycles == left {
                        Phase::Read(self.sums() * SUM_BEATS)
                    } else {
                        Phase::Reduce(left - cycles)
                    };
                    self.count(event::REDUCE_CYCLES, cycles);
                }
                Phase::Read(left) => {
                    let beats = left.min(records.room());
                    if beats == 0 && left > 0 {
                        self.count(event::STALL_CYCLES, until - self.clock);
                        self.clock = until;
                    } else {
                        records.send(beats);
                        self.clock += beats as u64;
                        self.moved = true;
                        self.phase = Phase::Read(left - beats);
                        if left == beats {
                            self.end_pass();
                        }
                        break;
                    }
                }
                Phase::Over => {}
            }
        }
        self.count(event::ACTIVE_CYCLES, self.clock - began);
    }

    fn sums(&self) -> usize {
        self.rows.get(self.pass).map_or(0, |row| row.adders * row.windows)
    }

    fn fill(&mut self, until: u64, records: &mut impl Records) {
        let windows = self.rows.get(self.pass).map_or(1, |row| row.windows);
        if self.pass == 0 && self.taken < self.run.points {
            let Some(arrival) = records.next() else {
                self.count(event::STARVE_CYCLES, until - self.clock);
                self.clock = until;
                return;
            };
            let last = arrival.point[..arrival.point_beats].iter().max().copied().unwrap_or(0);
            self.clock = self.clock.max(last).max(arrival.scalar) + windows as u64;
            self.moved = true;
            self.taken += 1;
            if !self.rows.is_empty() {
                self.count(event::PAIRS, 1);
                self.look(self.taken - 1, self.taken, records);
            }
        } else {
            if self.pass > 0 {
                self.look(0, self.run.points, records);
            }
            let Some(row) = self.rows.get(self.pass).copied() else { return self.end_pass() };
            let shares = if row.split { row.adders } else { 1 };
            let fill = if self.pass == 0 { 0 } else { self.run.points.div_ceil(shares) * windows };
            let adder = u64::from(facts::ADDER_LATENCY);
            self.clock += 1;
            let steps = u64::from(row.bucket_bits + 3 * row.weight_bits);
            let reduce = 4 * ((windows as u64) << row.bucket_bits) + steps * adder * 3 / 2;
            self.count(event::FILL_CYCLES, fill as u64);
            self.phase = Phase::Reduce(fill as u64 + adder + reduce);
        }
    }

    /// Looks at the digits of records in the pass under way.
    fn look(&mut self, first: usize, end: usize, records: &impl Records) {
        let row = self.rows[self.pass];
        let mut buckets = vec![0; RECORDS * row.windows];
        let (mut adds, mut zeros) = (0, 0);
        for lane in 0..row.adders {
            let (mut at, step) = if row.split { (lane, row.adders) } else { (first, 1) };
            while at < end {
                let count = RECORDS.min((end - at).div_ceil(step));
                let out = &mut buckets[..count * row.windows];
                records.buckets(self.pass, lane, at, step, out);
                let zero = out.iter().filter(|bucket| **bucket == NO_BUCKET).count();
                adds += (out.len() - zero) as u64;
                zeros += zero as u64;
                at += count * step;
            }
        }
        assert!(row.adders <= self.card.adders);
        self.count(event::ADDS, adds);
        self.count(event::ZERO_DIGITS, zeros);
    }

    fn end_pass(&mut self) {
        self.count(event::PASSES, 1);
        self.pass += 1;
        self.clock += facts::NEXT_CYCLES;
        self.phase = if self.pass >= self.rows.len() { Phase::Over } else { Phase::Fill };
    }
}
