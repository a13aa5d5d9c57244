// SPDX-License-Identifier: Apache-2.0
//! What does not need the RTL: how long a few runs take that can be counted by hand, and that it does not matter how a run is cut into
//! steps. That the cycles are those of the RTL is shown in `crates/forebay-conformance/tests/cycles`.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::datapath::adder::facts::TAKEN_CYCLES;

const BUCKETS: usize = 20;
const WINDOWS: usize = 4;

/// Pairs by their buckets, each with the first cycle in which its beats can be seen.
struct Given {
    pairs: Vec<(Vec<u32>, u64)>,
    next: usize,
    /// What comes after that cycle is not known.
    known_to: u64,
}

impl Given {
    fn new(pairs: Vec<(Vec<u32>, u64)>) -> Self {
        Self { pairs, next: 0, known_to: u64::MAX }
    }

    /// Pairs that are there from the beginning.
    fn at_once(pairs: Vec<Vec<u32>>) -> Self {
        Self::new(pairs.into_iter().map(|buckets| (buckets, 0)).collect())
    }
}

impl Supply for Given {
    fn next(&mut self, pair: &mut Pair) -> Option<Arrival> {
        let (buckets, at) = self.pairs.get(self.next).filter(|(_, at)| *at <= self.known_to)?;
        pair.buckets[..buckets.len()].copy_from_slice(buckets);
        pair.count = buckets.len();
        let point_beats = if self.next.is_multiple_of(4) { 3 } else { 2 };
        self.next += 1;
        Some(Arrival { scalar: *at, point: [*at; 3], point_beats })
    }

    fn is_enough(&self) -> bool {
        false
    }

    fn windows(&self) -> usize {
        WINDOWS
    }
}

/// Does a whole run that is started in cycle 0, in one step; what was counted.
fn at_once(mut given: Given) -> Counts {
    let mut run = Accumulation::new(0, given.pairs.len(), BUCKETS);
    run.advance(1_000_000, &mut given);
    assert!(run.is_over());
    run.counts
}

/// The same in steps of random length, each with what has come until then and what is so many cycles from being there.
fn in_steps(mut given: Given, ahead: u64, random: &mut ChaCha8Rng) -> Counts {
    let mut run = Accumulation::new(0, given.pairs.len(), BUCKETS);
    while !run.is_over() {
        let now = run.clock();
        given.known_to = now + ahead;
        let to_come = given.pairs[given.next..].iter().map(|(_, at)| at.saturating_sub(ahead));
        let next = to_come.filter(|known| *known > now).min().unwrap_or(u64::MAX);
        let end = now + random.random_range(1..40);
        run.advance(end.min(next), &mut given);
    }
    run.counts
}

#[test]
fn a_run_of_nothing_takes_a_cycle() {
    let counts = at_once(Given::at_once(Vec::new()));
    assert_eq!(counts, Counts { active: 1, ..Counts::default() });
}

#[test]
fn one_addition_takes_its_flight_and_the_way_to_it() {
    let counts = at_once(Given::at_once(vec![vec![7]]));
    // Three beats and a register until the point is there; next, current, operation, look-up; and the issue register.
    let way = 4 + 4 + 1;
    assert_eq!(counts.active, way + TAKEN_CYCLES - 1);
    assert_eq!((counts.adds, counts.starve, counts.zero_digits, counts.pairs), (1, 4, 3, 1));
}

#[test]
fn additions_into_one_bucket_are_a_flight_apart_and_more_than_can_be_held_wait_outside() {
    let pairs = 3 * HOLD_DEPTH as u64;
    let given = |pairs: u64| Given::at_once((0..pairs).map(|_| vec![7]).collect());
    let (one, all) = (at_once(given(1)), at_once(given(pairs)));
    assert_eq!(all.active, one.active + (pairs - 1) * TAKEN_CYCLES);
    assert_eq!((all.adds, all.held), (pairs, pairs - 1));
    // The adder waits for the first point to come to it and, as that is two beats later, a cycle for the second; from then on for
    // the bucket.
    assert_eq!((all.starve, all.hazard), (4 + 4 + 1, (pairs - 1) * (TAKEN_CYCLES - 1) - 1));
}

#[test]
fn pairs_of_zeros_take_as_long_as_their_points_and_no_addition() {
    let counts = at_once(Given::at_once(vec![Vec::new(); 8]));
    // Eighteen beats, the register of the last point, and the cycle in which it is seen that nothing is left.
    assert_eq!(counts.active, 18 + 2);
    assert_eq!((counts.adds, counts.zero_digits, counts.pairs), (0, 32, 8));
}

#[test]
fn a_run_is_the_same_however_it_is_cut_into_steps() {
    for seed in 0..200 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut at = 0;
        let count = random.random_range(0..60);
        let mut pair = || {
            at += random.random_range(0..3) * random.random_range(0..150);
            let digits = random.random_range(0..=WINDOWS);
            ((0..digits).map(|_| random.random_range(0..20)).collect(), at)
        };
        let pairs: Vec<(Vec<u32>, u64)> = (0..count).map(|_| pair()).collect();
        let whole = at_once(Given::new(pairs.clone()));
        for ahead in [0, 9] {
            let stepped = in_steps(Given::new(pairs.clone()), ahead, &mut random);
            assert_eq!(stepped, whole, "seed {seed}, {ahead} cycles ahead");
        }
    }
}
