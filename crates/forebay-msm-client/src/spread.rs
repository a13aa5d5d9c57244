// SPDX-License-Identifier: Apache-2.0
//! How figures differ from one repetition of a batch to the next.

use serde::Serialize;

use crate::report::MsmReport;

/// Repetitions of a batch side by side.
#[derive(Clone, Debug, Serialize)]
pub struct Repeats {
    /// Each of them.
    pub repeats: Vec<Repeat>,
    /// How they differ.
    pub spread: Spreads,
}

/// One repetition of a batch. Cycles of the host are its wall time at the card clock.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Repeat {
    /// As counted by the card; the host's work takes none where the card is simulated.
    pub card_cycles: u64,
    /// From the first look at scalars to the last result, both at work.
    pub elapsed_cycles: u64,
    /// Work of the host.
    pub host_cycles: u64,
    /// Of that, what lies behind the card's.
    pub masked_cycles: u64,
    /// The quotient of the two; none where the host had nothing to do.
    pub masked_ratio: Option<f64>,
}

/// How repetitions differ, figure by figure; none of no repetition.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Spreads {
    /// See [`Repeat::card_cycles`].
    pub card_cycles: Option<Spread<u64>>,
    /// See [`Repeat::elapsed_cycles`].
    pub elapsed_cycles: Option<Spread<u64>>,
    /// See [`Repeat::host_cycles`].
    pub host_cycles: Option<Spread<u64>>,
    /// See [`Repeat::masked_ratio`].
    pub masked_ratio: Option<Spread<f64>>,
}

/// Least, median (the lower one of two) and most.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread<T> {
    /// The least.
    pub min: T,
    /// The median, which is one of those that were measured.
    pub median: T,
    /// The most.
    pub max: T,
}

impl Repeats {
    /// Of repetitions of the same batch.
    #[must_use]
    pub fn of(reports: &[MsmReport]) -> Self {
        let repeats: Vec<_> = reports.iter().map(Repeat::new).collect();
        let each = |of: fn(&Repeat) -> u64| repeats.iter().map(of).collect::<Vec<_>>();
        let ratios: Vec<_> = repeats.iter().filter_map(|repeat| repeat.masked_ratio).collect();
        let spread = Spreads {
            card_cycles: Spread::of(&each(|repeat| repeat.card_cycles)),
            elapsed_cycles: Spread::of(&each(|repeat| repeat.elapsed_cycles)),
            host_cycles: Spread::of(&each(|repeat| repeat.host_cycles)),
            masked_ratio: Spread::of(&ratios),
        };
        Self { repeats, spread }
    }

    /// Number of the one whose elapsed cycles are the median; none of no repetition.
    #[must_use]
    pub fn median(&self) -> Option<usize> {
        let elapsed: Vec<_> = self.repeats.iter().map(|repeat| repeat.elapsed_cycles).collect();
        median(&elapsed)
    }
}

impl Repeat {
    const fn new(report: &MsmReport) -> Self {
        let masking = &report.masking;
        Self {
            card_cycles: report.card_cycles,
            elapsed_cycles: masking.elapsed_cycles,
            host_cycles: masking.host_cycles,
            masked_cycles: masking.masked_cycles,
            masked_ratio: masking.masked_ratio,
        }
    }
}

/// Numbers of `values` from the least to the most; those that cannot be compared stay in their order.
fn ranked<T: PartialOrd>(values: &[T]) -> Vec<usize> {
    let mut order: Vec<_> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].partial_cmp(&values[*b]).unwrap_or(std::cmp::Ordering::Equal));
    order
}

/// Which of `values` is their median; nothing of nothing.
fn median<T: PartialOrd>(values: &[T]) -> Option<usize> {
    ranked(values).get(values.len().checked_sub(1)? / 2).copied()
}

impl<T: PartialOrd + Copy> Spread<T> {
    /// Of `values`; nothing of nothing.
    fn of(values: &[T]) -> Option<Self> {
        let order = ranked(values);
        let [min, median, max] =
            [order.first()?, &median(values)?, order.last()?].map(|at| values[*at]);
        Some(Self { min, median, max })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_an_even_number_is_one_that_was_measured() {
        assert_eq!(Spread::of(&[4, 1, 3, 2]), Some(Spread { min: 1, median: 2, max: 4 }));
        assert_eq!(Spread::of(&[5.0, 1.0, 3.0]), Some(Spread { min: 1.0, median: 3.0, max: 5.0 }));
        assert_eq!(median(&[9, 1, 5]), Some(2));
    }

    #[test]
    fn one_value_is_all_three_and_none_is_nothing() {
        assert_eq!(Spread::of(&[7]), Some(Spread { min: 7, median: 7, max: 7 }));
        assert_eq!(Spread::<u64>::of(&[]), None);
        assert_eq!(median::<u64>(&[]), None);
    }
}
