// SPDX-License-Identifier: Apache-2.0
//! What a box plot is made of.

/// Of some times, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stats {
    /// The least.
    pub min: f64,
    /// A quarter is less. Between two values it lies where the straight line does.
    pub lower: f64,
    /// Half is less.
    pub median: f64,
    /// Three quarters are less.
    pub upper: f64,
    /// The most.
    pub max: f64,
    /// The mean.
    pub mean: f64,
    /// Standard deviation of one run, estimated from all (n - 1).
    pub deviation: f64,
}

impl Stats {
    /// Of these picoseconds; none of none.
    #[must_use]
    pub fn of(times_ps: &[u64]) -> Option<Self> {
        let mut sorted = times_ps.to_vec();
        sorted.sort_unstable();
        let ms: Vec<f64> = sorted.iter().map(|ps| *ps as f64 / 1e9).collect();
        let (min, max, count) = (*ms.first()?, *ms.last()?, ms.len());
        // `part` quarters of the way from the first to the last.
        let quartile = |part: usize| {
            let (whole, rest) = ((count - 1) * part / 4, (count - 1) * part % 4);
            let next = ms.get(whole + 1).unwrap_or(&max);
            ms[whole] + (next - ms[whole]) * rest as f64 / 4.0
        };
        let mean = ms.iter().sum::<f64>() / count as f64;
        let squares = ms.iter().map(|time| (time - mean).powi(2)).sum::<f64>();
        let deviation = (squares / (count.max(2) - 1) as f64).sqrt();
        let [lower, median, upper] = [1, 2, 3].map(quartile);
        Some(Self { min, lower, median, upper, max, mean, deviation })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_textbook() {
        // R's quantile(type = 7), mean and sd of the same numbers.
        let stats = Stats::of(&[9, 2, 4, 4, 5, 5, 7, 4].map(|ms| ms * 1_000_000_000)).unwrap();
        assert_eq!((stats.min, stats.max, stats.mean), (2.0, 9.0, 5.0));
        assert_eq!((stats.lower, stats.median, stats.upper), (4.0, 4.5, 5.5));
        assert!((stats.deviation - 2.138_089_935_299_395).abs() < 1e-12, "{stats:?}");
    }

    #[test]
    fn one_time_is_all_of_them_and_none_is_nothing() {
        let one = Stats::of(&[3_000_000_000]).unwrap();
        assert_eq!((one.min, one.lower, one.median, one.max), (3.0, 3.0, 3.0, 3.0));
        assert_eq!((one.mean, one.deviation), (3.0, 0.0));
        assert_eq!(Stats::of(&[]), None);
    }
}
