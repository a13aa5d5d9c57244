// SPDX-License-Identifier: Apache-2.0
//! The card: samples come into a FIFO, an engine moves them into buffers, and what the FIFO has no room for is lost and counted.
//!
//! Times of losses are exact to a sample. A buffer is filled as fast as the engine moves data until the FIFO is empty, then as fast as
//! samples come; since the engine is faster than the clock, nothing is lost meanwhile.

use forebay_host_model::Time;
use serde::Serialize;

use crate::clock::Clock;

/// Why samples were lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// There were free buffers, and the engine had been given none.
    NotArmed,
    /// No buffer was free.
    AllFull,
}

/// Samples in a row that were lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Gap {
    /// The first of them, counted from the first sample of all, which is 0.
    pub first: u64,
    /// How many.
    pub lost: u64,
    /// Why the first of them was.
    pub cause: Cause,
}

/// A buffer with samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Filled {
    /// How many. There may be gaps between them.
    pub(crate) samples: u64,
    /// Which the first is, counted as in [`Gap`].
    pub(crate) first: u64,
}

#[derive(Clone, Copy, Debug)]
enum Engine {
    /// Has no buffer.
    Idle,
    /// Has one, and begins with it then.
    Beginning { at: Time },
    /// Fills one since then, when the FIFO had `level` samples; so many fit, or come, and are there at `done`.
    Filling { since: Time, level: u64, samples: u64, done: Time },
}

/// FIFO, engine and account.
#[derive(Clone, Debug)]
pub(crate) struct Card {
    clock: Clock,
    /// Samples that the FIFO holds, and a buffer.
    depth: u64,
    samples: u64,
    /// Bytes a picosecond and bytes of a sample, as picoseconds a sample.
    per_sample: f64,
    /// From one buffer to the next.
    gap: Time,
    engine: Engine,
    /// The engine can begin with a buffer then.
    ready: Time,
    /// Buffers that the engine has beside the one that it fills.
    armed: u64,
    level: u64,
    /// Samples that have been looked at.
    seen: u64,
    kept: u64,
    moved: u64,
    lost: [u64; 2],
    gaps: Vec<Gap>,
    /// Gaps that lie before what has been moved, and what was lost in them.
    passed: (usize, u64),
}

impl Card {
    pub(crate) const fn new(
        clock: Clock,
        depth: u64,
        samples: u64,
        per_sample: f64,
        gap: Time,
    ) -> Self {
        Self {
            clock,
            depth,
            samples,
            per_sample,
            gap,
            engine: Engine::Idle,
            ready: Time::ZERO,
            armed: 0,
            level: 0,
            seen: 0,
            kept: 0,
            moved: 0,
            lost: [0; 2],
            gaps: Vec::new(),
            passed: (0, 0),
        }
    }

    /// When the engine does something next, unless it is given a buffer.
    pub(crate) const fn next(&self) -> Time {
        match self.engine {
            Engine::Idle => Time::NEVER,
            Engine::Beginning { at } => at,
            Engine::Filling { done, .. } => done,
        }
    }

    /// Buffers that the engine has.
    pub(crate) const fn held(&self) -> u64 {
        match self.engine {
            Engine::Filling { .. } => self.armed + 1,
            _ => self.armed,
        }
    }

    /// The engine is given a buffer.
    pub(crate) fn arm(&mut self, at: Time) {
        self.armed += 1;
        if matches!(self.engine, Engine::Idle) {
            self.engine = Engine::Beginning { at: at.max(self.ready) };
        }
    }

    /// Samples come until then while the engine fills nothing; what finds no room is lost, and that is why.
    pub(crate) fn collect(&mut self, at: Time, cause: Cause) {
        if matches!(self.engine, Engine::Filling { .. }) {
            return;
        }
        let come = self.clock.produced(at) - self.seen;
        let taken = come.min(self.depth - self.level);
        self.seen += taken;
        self.level += taken;
        self.kept += taken;
        if taken < come {
            self.lose(come - taken, taken == 0, cause);
        }
    }

    fn lose(&mut self, lost: u64, goes_on: bool, cause: Cause) {
        match self.gaps.last_mut() {
            Some(gap) if goes_on && gap.first + gap.lost == self.seen => gap.lost += lost,
            _ => self.gaps.push(Gap { first: self.seen, lost, cause }),
        }
        self.seen += lost;
        self.lost[cause as usize] += lost;
    }

    /// What the engine does then: begins with a buffer, or has filled one.
    pub(crate) fn act(&mut self, at: Time) -> Option<Filled> {
        match self.engine {
            Engine::Filling { level, samples, done, .. } if done <= at => {
                let come = self.clock.produced(done) - self.seen;
                self.seen += come;
                self.kept += come;
                self.level = level + come - samples;
                let filled = Filled { samples, first: self.moved + self.lost_before(self.moved) };
                self.moved += samples;
                self.ready = done + self.gap;
                self.engine = if self.armed > 0 {
                    Engine::Beginning { at: self.ready }
                } else {
                    Engine::Idle
                };
                Some(filled)
            }
            Engine::Beginning { at: begin } if begin <= at => {
                let left = self.clock.most() - self.seen;
                let samples = self.samples.min(self.level.saturating_add(left));
                if samples == 0 {
                    // Nothing will ever come.
                    self.engine = Engine::Idle;
                    return None;
                }
                let come = self.clock.time_of(self.seen + samples.saturating_sub(self.level));
                let moved = begin + Time::round_ps(samples as f64 * self.per_sample);
                self.armed -= 1;
                self.engine = Engine::Filling {
                    since: begin,
                    level: self.level,
                    samples,
                    done: come.max(moved),
                };
                None
            }
            _ => None,
        }
    }

    /// What was lost before the sample that is kept as this one. Asked for in order.
    fn lost_before(&mut self, kept: u64) -> u64 {
        let (mut next, mut lost) = self.passed;
        while let Some(gap) = self.gaps.get(next).filter(|gap| gap.first - lost <= kept) {
            lost += gap.lost;
            next += 1;
        }
        self.passed = (next, lost);
        lost
    }

    /// Samples produced until then, in the FIFO, and in the buffer that is being filled.
    pub(crate) fn standing(&self, at: Time) -> [u64; 3] {
        let produced = self.clock.produced(at);
        match self.engine {
            Engine::Filling { since, level, samples, .. } => {
                let come = level + produced - self.seen;
                let moved = Time::floor_ps((at - since).ps() as f64 / self.per_sample).ps();
                let filling = samples.min(come).min(moved);
                [produced, come - filling, filling]
            }
            _ => [produced, self.level, 0],
        }
    }

    /// Samples lost, by cause.
    pub(crate) const fn lost(&self) -> [u64; 2] {
        self.lost
    }

    /// The gaps, in their order.
    #[cfg(test)]
    pub(crate) fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    pub(crate) fn into_gaps(self) -> Vec<Gap> {
        self.gaps
    }

    /// When the sample of that number was there.
    pub(crate) const fn time_of(&self, sample: u64) -> Time {
        self.clock.time_of(sample + 1)
    }
}

#[cfg(test)]
mod tests;
