// SPDX-License-Identifier: Apache-2.0
//! What does not need the RTL: it does not matter how a run is cut into steps.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::super::digits::Digits;
use super::super::*;

/// Records whose digits are any, by a number of their own.
struct Given {
    digits: Digits,
    /// Of a hundred digits so many are zero.
    zeros: u64,
    resident: bool,
    /// When each record's beats can be seen; at once, if there is none.
    at: Vec<u64>,
    next: usize,
    /// What comes after that cycle is not known.
    known_to: u64,
    sent: usize,
}

impl Given {
    fn new(seed: u64, passes: &[PassShape], shape: &Shape) -> Self {
        Self {
            digits: Digits::new(seed, passes, shape.buckets),
            zeros: 0,
            resident: false,
            at: Vec::new(),
            next: 0,
            known_to: u64::MAX,
            sent: 0,
        }
    }
}

impl Records for Given {
    fn next(&mut self) -> Option<Arrival> {
        let at = self.at.get(self.next).copied().unwrap_or_default();
        if at > self.known_to {
            return None;
        }
        let point_beats = match self.next % 4 {
            _ if self.resident => 0,
            0 => 3,
            _ => 2,
        };
        self.next += 1;
        Some(Arrival { scalar: at, point: [at; 3], point_beats })
    }

    fn is_enough(&self) -> bool {
        false
    }

    fn buckets(&self, pass: usize, lane: usize, first: usize, step: usize, out: &mut [u32]) {
        let windows = self.digits.windows(pass);
        for (record, out) in out.chunks_mut(windows).enumerate() {
            let digits = self.digits.of(pass, lane, first + record * step);
            for (out, (bucket, any)) in out.iter_mut().zip(digits) {
                let is_zero = self.zeros > 0 && any % 100 < self.zeros;
                *out = if is_zero { NO_BUCKET } else { bucket };
            }
        }
    }

    fn room(&self) -> usize {
        8
    }

    fn send(&mut self, beats: usize) {
        self.sent += beats;
    }
}

/// Does a whole run; what was counted.
fn at_once(course: &mut Course, given: &mut Given) -> Counts {
    while !course.is_over() {
        course.advance(u64::MAX, given);
    }
    course.counts
}

/// The same in steps of random length, each with what has come until then and what is so many cycles from being there.
fn in_steps(course: &mut Course, given: &mut Given, ahead: u64, random: &mut ChaCha8Rng) -> Counts {
    while !course.is_over() {
        let now = course.clock();
        given.known_to = now + ahead;
        let to_come = given.at[given.next.min(given.at.len())..].iter();
        let known_at = to_come.map(|at| at.saturating_sub(ahead)).filter(|at| *at > now);
        let end = now + random.random_range(1..400);
        course.advance(end.min(known_at.min().unwrap_or(u64::MAX)), given);
    }
    course.counts
}

#[test]
fn a_run_is_the_same_however_it_is_cut_into_steps() {
    for seed in 0..200 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let adders = random.random_range(1..=3);
        let banks = adders * random.random_range(1..=2);
        let shape = Shape { adders, banks, buckets: 64 };
        let points = random.random_range(0..150);
        let mut pass = |first: bool| {
            let weight_bits = random.random_range(0..=4);
            PassShape {
                windows: random.random_range(1..=4),
                bucket_bits: (weight_bits + random.random_range(0..=2)).min(4),
                weight_bits,
                adders,
                split: !first && random.random_bool(0.4),
            }
        };
        let passes = [pass(true), pass(false), pass(false)];
        let passes = &passes[..random.random_range(0..=3)];
        let run = RunShape {
            points,
            slot: random.random_range(0..40),
            resident: random.random_bool(0.3),
        };
        let resident = run.resident && !passes.is_empty();
        let run = RunShape { resident, ..run };
        let mut at = 0;
        let mut arrive = || {
            at += random.random_range(0..3) * random.random_range(0..150);
            at
        };
        let at: Vec<u64> = (0..points).map(|_| arrive()).collect();
        let zeros = random.random_range(0..3) * 40;
        let given =
            || Given { zeros, resident, at: at.clone(), ..Given::new(seed, passes, &shape) };
        let course = || Course::new(7, &shape, run, passes.to_vec());
        let (mut whole, mut all) = (course(), given());
        let counts = at_once(&mut whole, &mut all);
        let sums: usize = passes.iter().map(|pass| pass.windows * pass.adders).sum();
        assert_eq!(all.sent, 3 * sums, "seed {seed}");
        for ahead in [0, 9] {
            let (mut stepped, mut parts) = (course(), given());
            let counts_of_parts = in_steps(&mut stepped, &mut parts, ahead, &mut random);
            assert_eq!(counts_of_parts, counts, "seed {seed}, {ahead} cycles ahead");
            assert_eq!((stepped.clock(), parts.sent), (whole.clock(), all.sent), "seed {seed}");
        }
    }
}
