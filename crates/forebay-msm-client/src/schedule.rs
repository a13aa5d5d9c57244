// SPDX-License-Identifier: Apache-2.0
//! How much of the host's work on a batch lies behind the card's.
//!
//! A simulated card stands still while the host works, so a wall clock cannot tell. What each run took is known on its
//! own, though: the card's part in cycles, the host's in seconds, which are cycles at the card clock. Laid out in the order in
//! which [`crate::Msm::run_batch`] does them they say when the card works under the host's hands and when it waits.

use std::ops::Range;
use std::time::Duration;

use serde::Serialize;

/// Runs the card holds: one computing, one queued.
pub(crate) const RUNS_IN_FLIGHT: usize = 2;

/// What one run took of the host and of the card, in cycles of the card clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    /// Host: scalars checked and copied to where the card reads them.
    pub scalars: u64,
    /// Card: from its start, or from the end of the run before it, to the last byte of its buckets.
    pub card: u64,
    /// Host: buckets summed.
    pub sum: u64,
}

/// One run of a batch, on the card and beside it. Cycles of the host are its wall time at the card clock.
#[derive(Clone, Debug, Serialize)]
pub struct RunReport {
    /// Points of this run.
    pub points: usize,
    /// Card cycles from its start, or from the end of the run before it if that was later, to the last byte of its buckets.
    pub card_cycles: u64,
    /// Cycles that the card is without work before this run.
    pub waited_cycles: u64,
    /// Cycles of the host for the scalars of this run and the sum of its buckets.
    pub host_cycles: u64,
    /// Of those, how many lie behind the card's work on other runs.
    pub masked_cycles: u64,
    /// The quotient of the two; none where the host had nothing to do.
    pub masked_ratio: Option<f64>,
}

/// What the host's work costs a batch. Cycles of the host are its wall time at the card clock.
#[derive(Clone, Debug, Serialize)]
pub struct Masking {
    /// Cycles of the host for scalars and buckets.
    pub host_cycles: u64,
    /// Of those, how many lie behind the card's work.
    pub masked_cycles: u64,
    /// The quotient of the two; none where the host had nothing to do.
    pub masked_ratio: Option<f64>,
    /// Cycles in which the card has work.
    pub card_cycles: u64,
    /// From the first look at scalars to the last result.
    pub elapsed_cycles: u64,
}

/// Lays a batch out: points and parts of each run.
pub(crate) fn lay_out(runs: &[(usize, Parts)]) -> (Vec<RunReport>, Masking) {
    let mut plan = Plan::default();
    let mut waiting = runs.iter();
    for (_, parts) in waiting.by_ref().take(RUNS_IN_FLIGHT) {
        plan.start(parts);
    }
    for (run, (_, parts)) in runs.iter().enumerate() {
        plan.now = plan.now.max(plan.card[run].end);
        if let Some((_, next)) = waiting.next() {
            plan.start(next);
        }
        let sum = plan.works(parts.sum);
        plan.sums.push(sum);
    }
    let reports: Vec<_> = runs
        .iter()
        .enumerate()
        .map(|(run, (points, parts))| plan.report(run, *points, parts))
        .collect();
    let total = |part: fn(&RunReport) -> u64| reports.iter().map(part).sum::<u64>();
    let (host_cycles, masked_cycles) =
        (total(|run| run.host_cycles), total(|run| run.masked_cycles));
    let masking = Masking {
        host_cycles,
        masked_cycles,
        masked_ratio: ratio(masked_cycles, host_cycles),
        card_cycles: total(|run| run.card_cycles),
        elapsed_cycles: plan.now,
    };
    (reports, masking)
}

/// Who works when, from cycle 0 on. The host does one thing after the other, and so does the card.
#[derive(Default)]
struct Plan {
    /// Up to where the host's time is laid out.
    now: u64,
    scalars: Vec<Range<u64>>,
    card: Vec<Range<u64>>,
    sums: Vec<Range<u64>>,
}

impl Plan {
    /// The host works that long.
    const fn works(&mut self, cycles: u64) -> Range<u64> {
        let began = self.now;
        self.now += cycles;
        began..self.now
    }

    /// The host gives the card its next run.
    fn start(&mut self, parts: &Parts) {
        let scalars = self.works(parts.scalars);
        let begins = self.now.max(self.free_before(self.card.len()));
        self.scalars.push(scalars);
        self.card.push(begins..begins + parts.card);
    }

    /// When the card has done what is in front of `run`.
    fn free_before(&self, run: usize) -> u64 {
        run.checked_sub(1).map_or(0, |before| self.card[before].end)
    }

    fn report(&self, run: usize, points: usize, parts: &Parts) -> RunReport {
        let masked_cycles =
            hidden(&self.scalars[run], &self.card) + hidden(&self.sums[run], &self.card);
        let host_cycles = parts.scalars + parts.sum;
        RunReport {
            points,
            card_cycles: parts.card,
            waited_cycles: self.card[run].start - self.free_before(run),
            host_cycles,
            masked_cycles,
            masked_ratio: ratio(masked_cycles, host_cycles),
        }
    }
}

/// Cycles of `work` in which the card works as well; it does one run at a time.
fn hidden(work: &Range<u64>, busy: &[Range<u64>]) -> u64 {
    let both = |run: &Range<u64>| work.end.min(run.end).saturating_sub(work.start.max(run.start));
    busy.iter().map(both).sum()
}

/// A wall time in cycles of the card clock.
pub(crate) fn cycles(time: Duration, hz: u64) -> u64 {
    u64::try_from(time.as_nanos().saturating_mul(hz.into()) / 1_000_000_000).unwrap_or(u64::MAX)
}

#[expect(clippy::cast_precision_loss, reason = "cycle counts are far below 2^52")]
fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(count: usize, scalars: u64, card: u64, sum: u64) -> (Vec<RunReport>, Masking) {
        lay_out(&vec![(1, Parts { scalars, card, sum }); count])
    }

    #[test]
    fn a_lone_run_hides_nothing() {
        let (runs, masking) = batch(1, 10, 100, 30);
        assert_eq!((masking.elapsed_cycles, masking.masked_cycles), (140, 0));
        assert_eq!((runs[0].waited_cycles, runs[0].host_cycles), (10, 40));
        assert_eq!(masking.masked_ratio, Some(0.0));
    }

    #[test]
    fn a_host_that_is_quicker_than_the_card_shows_before_the_first_run_and_after_the_last_only() {
        let (runs, masking) = batch(4, 10, 100, 30);
        assert_eq!(masking.elapsed_cycles, 10 + 4 * 100 + 30);
        assert_eq!((masking.host_cycles, masking.masked_cycles), (160, 120));
        let waited: Vec<_> = runs.iter().map(|run| run.waited_cycles).collect();
        assert_eq!(waited, [10, 0, 0, 0]);
        let masked: Vec<_> = runs.iter().map(|run| run.masked_ratio).collect();
        assert_eq!(masked, [Some(0.75), Some(1.0), Some(1.0), Some(0.25)]);
    }

    #[test]
    fn a_host_that_is_slower_than_the_card_hides_as_much_as_the_card_works() {
        let (runs, masking) = batch(3, 10, 10, 50);
        // Scalars of 1 at 10..20; card 0 at 10..20, card 1 at 20..30; scalars of 2 at 20..30, card 2 at 30..40; sums
        // at 30..80, 80..130, 130..180.
        assert_eq!(masking.elapsed_cycles, 180);
        let masked: Vec<_> = runs.iter().map(|run| run.masked_cycles).collect();
        assert_eq!(masked, [10, 10, 10]);
        assert_eq!(masking.card_cycles, 30);
        assert_eq!(runs.iter().map(|run| run.waited_cycles).sum::<u64>(), 10);
    }

    #[test]
    fn the_card_waits_where_two_queued_runs_are_less_than_a_sum() {
        let (runs, masking) = batch(5, 0, 10, 50);
        // Runs 0 to 2 back to back; 3 is queued when the first sum is done.
        assert_eq!((runs[2].waited_cycles, runs[3].waited_cycles), (0, 60 - 30));
        assert_eq!(masking.elapsed_cycles, 10 + 5 * 50);
    }

    #[test]
    fn nothing_is_laid_out_of_nothing() {
        let (runs, masking) = lay_out(&[]);
        assert!(runs.is_empty());
        assert_eq!((masking.elapsed_cycles, masking.masked_ratio), (0, None));
        assert_eq!(batch(2, 0, 10, 0).1.masked_ratio, None);
    }

    #[test]
    fn wall_time_is_cycles_at_the_card_clock() {
        assert_eq!(cycles(Duration::from_micros(3), 250_000_000), 750);
        assert_eq!(cycles(Duration::MAX, u64::MAX), u64::MAX);
    }
}
