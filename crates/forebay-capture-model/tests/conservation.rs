// SPDX-License-Identifier: Apache-2.0
//! Every sample is somewhere, at every moment and in every setup.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use forebay_capture_model::{
    Books, Copying, Engine, Extent, Notice, Outcome, Price, Prices, Run, Setup, Sink,
};
use forebay_host_model::Time;
use proptest::prelude::*;

/// Short ones, so that many can be tried.
fn setups() -> impl Strategy<Value = Setup> {
    let engine = prop_oneof![
        Just(Engine::ScatterGather),
        (1_u32..=2).prop_map(|armed| Engine::Direct { armed }),
    ];
    let copying =
        prop_oneof![Just(Copying::Uncached), Just(Copying::Cached), Just(Copying::InPlace)];
    let notice = prop_oneof![Just(Notice::Interrupt), Just(Notice::Polling)];
    let sink = prop_oneof![Just(Sink::Nothing), Just(Sink::File)];
    let rest = (copying, notice, sink, any::<bool>(), 1_u64..200);
    (engine, 16_u64..4_096, 1_u64..40, rest).prop_map(
        |(engine, samples, count, (copying, notice, sink, burst, ms))| {
            let bytes = samples * 4;
            let extent = if burst {
                Extent::Burst(
                    (bytes * count * ms / 200).next_multiple_of(4).clamp(4, bytes * count),
                )
            } else {
                Extent::Continuous(Time::from_ms(ms))
            };
            Setup { engine, bytes, count, notice, copying, sink, extent }
        },
    )
}

/// A disk that holds up and is full within what is tried.
fn prices() -> impl Strategy<Value = Prices> {
    let fifo = prop_oneof![Just(64.0), Just(1_024.0), Just(16_384.0)];
    (fifo, 0.0..200_000.0, 1_000.0..20_000.0).prop_map(|(fifo, dirty, commit_every)| {
        let all = [
            (Price::Fifo, fifo),
            (Price::Dirty, dirty),
            (Price::CommitEvery, commit_every),
            (Price::Commit, 900.0),
        ];
        all.into_iter()
            .try_fold(Prices::default(), |all, (price, value)| all.with(price, value))
            .unwrap()
    })
}

fn balanced(books: &Books) -> bool {
    let Books { produced, in_fifo, in_engine, in_buffers, received, lost } = *books;
    produced == in_fifo + in_engine + in_buffers + received + lost
}

fn check(outcome: &Outcome) {
    assert_eq!(outcome.produced, outcome.received + outcome.under_way + outcome.lost_in_all());
    // Gaps are apart, in order, within what was produced, and say all that was lost.
    let mut behind = 0;
    for gap in &outcome.gaps {
        assert!(gap.lost > 0 && gap.first >= behind, "{gap:?}");
        behind = gap.first + gap.lost + 1;
    }
    assert!(behind <= outcome.produced + 1);
    assert_eq!(outcome.gaps.iter().map(|gap| gap.lost).sum::<u64>(), outcome.lost_in_all());
    assert_eq!(outcome.binding.is_some(), outcome.lost_in_all() > 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn produced_is_received_and_lost_and_under_way_at_every_moment(
        setup in setups(),
        prices in prices(),
        rate in 100_000_u64..50_000_000,
        seed in any::<u64>(),
        mut moments in prop::collection::vec(0_u64..250_000_000_000, 1..40),
    ) {
        let mut run = Run::new(&setup, &prices, rate, seed).unwrap();
        prop_assert!(balanced(&run.books()));
        moments.sort_unstable();
        let mut received = 0;
        for moment in moments {
            run.until(Time::from_ps(moment));
            let books = run.books();
            prop_assert!(balanced(&books), "{books:?} at {moment}");
            // What has been received or lost stays so.
            prop_assert!(books.received >= received);
            received = books.received;
        }
        check(&run.finish());
    }

    #[test]
    fn a_run_depends_on_its_seed_and_not_on_when_it_was_looked_at(
        setup in setups(),
        prices in prices(),
        rate in 100_000_u64..50_000_000,
        seed in any::<u64>(),
        looks in prop::collection::vec(0_u64..250_000_000_000, 0..5),
    ) {
        let whole = Run::new(&setup, &prices, rate, seed).unwrap().finish();
        let mut run = Run::new(&setup, &prices, rate, seed).unwrap();
        for look in looks {
            run.until(Time::from_ps(look));
        }
        // Looking may say sooner that something was lost, not that something else was.
        let looked = run.finish();
        prop_assert_eq!(&looked.gaps, &whole.gaps);
        prop_assert_eq!((looked.received, looked.lost, looked.latency), (whole.received, whole.lost, whole.latency));
    }

    #[test]
    fn a_burst_ends_with_every_sample_received_or_lost(
        setup in setups(),
        prices in prices(),
        rate in 100_000_u64..50_000_000,
    ) {
        let setup = setup.burst();
        let outcome = Run::new(&setup, &prices, rate, 0).unwrap().finish();
        prop_assert_eq!(outcome.produced, setup.samples() * setup.count);
        prop_assert_eq!(outcome.under_way, 0);
        check(&outcome);
    }
}
