// SPDX-License-Identifier: Apache-2.0
//! User-level DMA that a program uses wrongly ends in an error of the library that says what, where and what next; nothing moves, and no counter.

use forebay::{
    ForebayError, Move, Rights, Scheme, UserQueueError, UserQueueOptions, UserQueueStats,
};

use crate::Fixture;
use crate::user_queue::{Bench, PAGE, all_well, apply};

/// Bytes of a region of the bench.
const REGION: u64 = 3 * PAGE as u64;
/// Slots that the card has.
const SLOTS: usize = 256;

/// What a queue says.
pub(crate) fn error_of<T>(result: Result<T, ForebayError>) -> UserQueueError {
    match result.map(drop).unwrap_err() {
        ForebayError::UserQueue(error) => error,
        other => unreachable!("{other}"),
    }
}

/// The error of a start.
fn refused(bench: &mut Bench, (from, to, bytes): (u64, u64, u32)) -> UserQueueError {
    let Bench { from: source, to: target, queue } = bench;
    error_of(queue.submit(Move { from: source.at(from), to: target.at(to), bytes }))
}

fn says(error: &UserQueueError, parts: &[&str]) {
    let text = error.to_string();
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
}

pub(crate) fn what_no_scheme_can_do_is_refused_with_nothing_moved(fixture: &Fixture) {
    let device = fixture.open();
    for scheme in Scheme::ALL {
        fixture.choose(scheme);
        let mut bench = Bench::open(&device, scheme);
        let contents = bench.fill(5);
        let error = refused(&mut bench, (0, 8, 0));
        assert!(matches!(error, UserQueueError::Empty { to: 8 }), "{error:?}");
        for (wanted, place) in [
            ((REGION - 64, 0, 65), "source"),
            ((REGION, 0, 1), "source"),
            ((u64::MAX - 7, 0, 8), "source"),
            ((0, REGION - 64, 65), "destination"),
            ((0, 0, u32::MAX), "source"),
        ] {
            let error = refused(&mut bench, wanted);
            assert!(matches!(error, UserQueueError::Outside { .. }), "{error:?}");
            says(&error, &[place, &wanted.2.to_string(), "12288"]);
        }
        let other = Bench::open_with(&device, scheme, &UserQueueOptions::default());
        let Bench { from, to, queue } = &mut bench;
        let right = |it: &UserQueueError| matches!(it, UserQueueError::NoRight { offset: 64, .. });
        let error = error_of(queue.submit(Move { from: to.at(64), to: to.at(0), bytes: 8 }));
        assert!(right(&error), "{error:?}");
        says(&error, &["source", "Rights::READ"]);
        let error = error_of(queue.submit(Move { from: from.at(0), to: from.at(64), bytes: 8 }));
        assert!(right(&error), "{error:?}");
        says(&error, &["destination", "Rights::WRITE"]);
        for (wanted, place) in [
            (Move { from: other.from.at(64), to: to.at(0), bytes: 8 }, "source"),
            (Move { from: from.at(0), to: other.to.at(64), bytes: 8 }, "destination"),
        ] {
            let error = error_of(queue.submit(wanted));
            let foreign = matches!(&error, UserQueueError::ForeignRegion { what, offset: 64 } if *what == place);
            assert!(foreign, "{error:?}");
        }
        assert_eq!(queue.outstanding(), 0);
        bench.holds(&contents, scheme.name());
        assert_eq!(bench.queue.stats().unwrap(), UserQueueStats::default(), "{scheme}");
        bench.works(6, (64, 4096 + 64, 64));
    }
}

pub(crate) fn addresses_that_a_scheme_cannot_name(fixture: &Fixture) {
    let device = fixture.open();
    for (scheme, wanted, multiple) in [
        (Scheme::Shadow, (2, 0, 8), 4),
        (Scheme::Repeat5, (0, 6, 8), 4),
        (Scheme::Key, (4, 0, 8), 8),
    ] {
        fixture.choose(scheme);
        let mut bench = Bench::open(&device, scheme);
        let error = refused(&mut bench, wanted);
        let seen =
            matches!(error, UserQueueError::Unaligned { multiple: it, .. } if it == multiple);
        assert!(seen, "{error:?}");
        says(&error, &[scheme.name(), "portal"]);
    }
    fixture.choose(Scheme::Shrimp1);
    let mut bench = Bench::open(&device, Scheme::Shrimp1);
    let error = refused(&mut bench, (8, 4096 + 16, 8));
    assert!(matches!(error, UserQueueError::NotPartner { from: 8, to: 4112 }), "{error:?}");
    drop(bench);
    fixture.choose(Scheme::Portal);
    Bench::open(&device, Scheme::Portal).works(1, (3, 5, 7));
}

pub(crate) fn memory_that_cannot_be_registered(fixture: &Fixture) {
    let device = fixture.open();
    fixture.choose(Scheme::Portal);
    let mut bench = Bench::open(&device, Scheme::Portal);
    let queue = &bench.queue;
    let error = error_of(queue.register(0, Rights::READ));
    assert!(matches!(error, UserQueueError::NoRegion { bytes: 0, .. }), "{error:?}");
    let error = error_of(queue.register(SLOTS * PAGE + 1, Rights::READ));
    says(&error, &["1048577 bytes", "give a region back"]);
    // What is left of the slots, and not one more.
    let mut most = SLOTS;
    let rest = loop {
        match queue.register(most * PAGE, Rights::READ) {
            Ok(region) => break region,
            Err(_) => most -= 1,
        }
    };
    assert_eq!(most, SLOTS - 7, "two regions of three pages, and the records");
    error_of(queue.register(1, Rights::READ));
    rest.unregister().unwrap();
    queue.register(1, Rights::READ).unwrap();
    let mut byte = [0; 2];
    let error = error_of(bench.from.read(REGION - 1, &mut byte));
    assert!(matches!(error, UserQueueError::Outside { what: "access", .. }), "{error:?}");
    bench.works(1, (0, 0, 64));
}

pub(crate) fn a_batch_says_how_many_were_started_before_the_wrong_one(fixture: &Fixture) {
    let device = fixture.open();
    fixture.choose(Scheme::Portal);
    let mut bench = Bench::open(&device, Scheme::Portal);
    let mut contents = bench.fill(9);
    let Bench { from, to, queue } = &mut bench;
    let good = |at| Move { from: from.at(at), to: to.at(at), bytes: 64 };
    let bad = Move { from: from.at(0), to: to.at(REGION), bytes: 64 };
    let error = error_of(queue.submit_batch(&[bad, good(0)]));
    assert!(matches!(error, UserQueueError::Outside { .. }), "the first: {error:?}");
    let error = error_of(queue.submit_batch(&[good(0), good(64), bad, good(128)]));
    assert!(matches!(error, UserQueueError::Batch { taken: 2, .. }), "{error:?}");
    says(&error, &["start 2", "destination"]);
    for at in [0, 64] {
        assert_eq!(bench.queue.next().unwrap().unwrap().outcome.unwrap(), 64);
        apply(&mut contents, (at, at, 64));
    }
    assert!(bench.queue.next().unwrap().is_none());
    bench.holds(&contents, "two of them");
}

pub(crate) fn memory_that_is_given_back_while_its_transfer_runs(fixture: &Fixture) {
    const LONG: usize = 64 * PAGE;
    let device = fixture.open();
    fixture.choose(Scheme::Portal);
    let mut bench = Bench::open(&device, Scheme::Portal);
    let [from, to] =
        [Rights::READ, Rights::WRITE].map(|it| bench.queue.register(LONG, it).unwrap());
    let cookie = bench.queue.submit(Move { from: from.at(0), to: to.at(0), bytes: 4096 }).unwrap();
    to.unregister().unwrap();
    from.unregister().unwrap();
    // It was drained first, and what has its slots now is left alone.
    bench.ends_well(cookie, 4096);
    let next = bench.queue.register(LONG, Rights::WRITE).unwrap();
    bench.works(2, (0, 4096, 4096));
    let mut seen = vec![1; LONG];
    next.read(0, &mut seen).unwrap();
    assert!(seen.iter().all(|byte| *byte == 0));
    assert_eq!(bench.queue.stats().unwrap(), all_well(2));
}
