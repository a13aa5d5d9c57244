// SPDX-License-Identifier: Apache-2.0
//! The card against one that looks at every sample.

use std::collections::VecDeque;

use proptest::prelude::*;

use super::*;

/// 1,000 samples a second; 1 ms each.
const RATE: u64 = 1_000;

/// What became of every sample, and every buffer: its end, samples, and first sample.
#[derive(Debug, Default, PartialEq)]
struct Fate {
    lost: Vec<u64>,
    buffers: Vec<(Time, u64, u64)>,
}

/// Buffers are given at these times, each when it is its turn.
fn by_formula(
    depth: u64,
    samples: u64,
    per_sample: Time,
    gap: Time,
    arms: &[Time],
    end: Time,
) -> Fate {
    let clock = Clock::new(RATE, u64::MAX);
    let mut card = Card::new(clock, depth, samples, per_sample.ps() as f64, gap);
    let mut arms: VecDeque<_> = arms.iter().copied().collect();
    let mut fate = Fate::default();
    loop {
        let arm = arms.front().copied().unwrap_or(Time::NEVER);
        let at = card.next().min(arm);
        if at > end {
            break;
        }
        card.collect(at, Cause::NotArmed);
        if card.next() <= at {
            if let Some(filled) = card.act(at) {
                fate.buffers.push((at, filled.samples, filled.first));
            }
        } else {
            arms.pop_front();
            card.arm(at);
        }
    }
    card.collect(end, Cause::NotArmed);
    for gap in card.gaps() {
        fate.lost.extend(gap.first..gap.first + gap.lost);
    }
    let counted: u64 = card.lost().iter().sum();
    assert_eq!(counted, u64::try_from(fate.lost.len()).unwrap());
    fate
}

/// The same, sample by sample.
fn by_hand(
    depth: u64,
    samples: u64,
    per_sample: Time,
    gap: Time,
    arms: &[Time],
    end: Time,
) -> Fate {
    let time_of = |sample: u64| Time::from_ms(sample + 1);
    let mut fate = Fate::default();
    let (mut fifo, mut next) = (VecDeque::new(), 0_u64);
    let mut engine_free = Time::ZERO;
    for arm in arms {
        let begin = (*arm).max(engine_free);
        if begin > end {
            break;
        }
        // Until then samples come into the FIFO, or find it full.
        while time_of(next) <= begin {
            if fifo.len() < usize::try_from(depth).unwrap() {
                fifo.push_back(next);
            } else {
                fate.lost.push(next);
            }
            next += 1;
        }
        // From then on one leaves it at a time, when it is there and its turn has come.
        let (mut taken, mut last) = (Vec::new(), begin);
        while taken.len() < usize::try_from(samples).unwrap() {
            if fifo.is_empty() {
                fifo.push_back(next);
                last = last.max(time_of(next));
                next += 1;
            }
            taken.extend(fifo.pop_front());
        }
        let done = last.max(begin + per_sample * samples);
        if done > end {
            return fate;
        }
        while time_of(next) <= done {
            fifo.push_back(next);
            next += 1;
        }
        fate.buffers.push((done, samples, taken[0]));
        engine_free = done + gap;
    }
    while time_of(next) <= end {
        if fifo.len() < usize::try_from(depth).unwrap() {
            fifo.push_back(next);
        } else {
            fate.lost.push(next);
        }
        next += 1;
    }
    fate
}

proptest! {
    #[test]
    fn every_sample_has_the_fate_that_it_has_one_by_one(
        depth in 1_u64..20,
        samples in 2_u64..12,
        per_sample in 1_u64..900,
        gap in 0_u64..3_000,
        mut arms in prop::collection::vec(0_u64..400_000, 0..12),
        end in 1_u64..500,
    ) {
        arms.sort_unstable();
        let arms: Vec<_> = arms.into_iter().map(Time::from_us).collect();
        let (per_sample, gap, end) = (Time::from_us(per_sample), Time::from_us(gap), Time::from_ms(end));
        let formula = by_formula(depth, samples, per_sample, gap, &arms, end);
        prop_assert_eq!(formula, by_hand(depth, samples, per_sample, gap, &arms, end));
    }
}

#[test]
fn a_gap_that_goes_on_is_one_gap_and_one_behind_a_kept_sample_another() {
    let mut card = Card::new(Clock::new(RATE, u64::MAX), 3, 4, 1e6, Time::ZERO);
    card.collect(Time::from_ms(5), Cause::NotArmed);
    card.collect(Time::from_ms(7), Cause::AllFull);
    assert_eq!(card.gaps(), [Gap { first: 3, lost: 4, cause: Cause::NotArmed }]);
    assert_eq!(card.lost(), [2, 2]);
    // A buffer takes what is in the FIFO and one more.
    card.arm(Time::from_ms(7));
    assert_eq!(card.act(Time::from_ms(7)), None);
    assert_eq!(card.next(), Time::from_ms(8));
    assert_eq!(card.act(Time::from_ms(8)), Some(Filled { samples: 4, first: 0 }));
    card.collect(Time::from_ms(12), Cause::AllFull);
    assert_eq!(card.gaps()[1], Gap { first: 11, lost: 1, cause: Cause::AllFull });
    card.arm(Time::from_ms(12));
    card.act(Time::from_ms(12));
    assert_eq!(card.act(Time::from_ms(13)), Some(Filled { samples: 4, first: 8 }));
}

#[test]
fn the_last_samples_end_a_buffer_that_they_do_not_fill() {
    let mut card = Card::new(Clock::new(RATE, 6), 3, 4, 1e6, Time::ZERO);
    for at in [0, 4] {
        card.collect(Time::from_ms(at), Cause::NotArmed);
        card.arm(Time::from_ms(at));
        if at == 0 {
            card.act(Time::ZERO);
            assert_eq!(card.act(Time::from_ms(4)), Some(Filled { samples: 4, first: 0 }));
        }
    }
    card.act(Time::from_ms(4));
    assert_eq!(card.next(), Time::from_ms(6));
    assert_eq!(card.act(Time::from_ms(6)), Some(Filled { samples: 2, first: 4 }));
    card.arm(Time::from_ms(7));
    card.collect(Time::from_ms(7), Cause::NotArmed);
    assert_eq!(card.act(Time::from_ms(7)), None);
    assert_eq!((card.next(), card.lost()), (Time::NEVER, [0, 0]));
}
