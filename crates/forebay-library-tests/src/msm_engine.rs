// SPDX-License-Identifier: Apache-2.0
//! What a card multiplies: scalars in every mode, points that stay on the card, and more of them than
//! it holds.

use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};

use forebay::{Bar, Device};
use forebay_msm::vectors::{Distribution, random_points, random_scalars};
use forebay_msm::{Fq, G1Affine, Scalar, witness};
use forebay_msm_client::{Bases, Msm, MsmClientError, MsmReport, ScalarMode};
use forebay_regs::user::{self, msm};

use crate::Fixture;
use crate::msm::prepare;
use crate::shared::count_of;

/// Entries that have come to the points' stream port.
pub(crate) const POINT_ENTRIES: &str = "port1_beats_in";

/// The product is what arkworks says; the report.
fn agrees(
    msm: &Msm,
    bases: &Bases,
    points: &[G1Affine],
    scalars: &[Scalar],
    what: &str,
) -> MsmReport {
    let (result, report) = msm.run(bases, scalars).unwrap();
    assert_eq!(result, witness::msm(&points[..scalars.len()], scalars).unwrap(), "{what}");
    assert_eq!(report.points, scalars.len(), "{what}");
    report
}

/// A client in each mode.
fn modes(device: &Device) -> impl Iterator<Item = Msm> {
    ScalarMode::ALL.into_iter().map(|mode| Msm::new(device).unwrap().in_mode(mode))
}

/// Whether the card keeps points.
pub(crate) fn keeps(msm: &Msm) -> bool {
    msm.geometry().records > 0
}

pub(crate) fn products_agree_in_every_mode(fixture: &Fixture) {
    let device = fixture.open();
    for msm in modes(&device) {
        for (count, distribution) in [
            (1, Distribution::RMinusOne),
            (2, Distribution::Zeros),
            (31, Distribution::Ones),
            (65, Distribution::Equal),
            (40, Distribution::Small),
            (33, Distribution::Sparse),
            (fixture.rounds(1000, 200), Distribution::Uniform),
        ] {
            let (_, _, v) = prepare(&device, distribution, count);
            let bases = msm.bases(&v.points).unwrap();
            let what = format!("{:?}, {count} of {}", msm.mode(), distribution.name());
            let report = agrees(&msm, &bases, &v.points, &v.scalars, &what);
            assert_eq!(report.engine.scalar_mode, msm.mode(), "{what}");
        }
    }
}

/// What a run's scalars were made uniform with is nowhere to be found when it is over, however that was.
pub(crate) fn a_rho_does_not_stay_on_the_card(fixture: &Fixture) {
    let device = fixture.open();
    let (msm, bases, mut v) = prepare(&device, Distribution::Uniform, 9);
    let is_gone = |after: &str| {
        for word in 0..msm::RHO.count() {
            let offset = user::MSM.base() + msm::RHO.at(word);
            assert_eq!(device.read32(Bar::User, offset).unwrap(), 0, "word {word} after {after}");
        }
    };
    agrees(&msm, &bases, &v.points, &v.scalars, "uniform");
    is_gone("a run");
    v.points[3].x += Fq::from(1_u64);
    let spoiled = msm.bases_unchecked(&v.points).unwrap();
    assert!(msm.run(&spoiled, &v.scalars).is_err());
    is_gone("a run that has failed");
}

/// Somebody has written to the tables and started nothing, so that no other trace of it is left.
pub(crate) fn tables_that_somebody_has_changed_are_written_again(fixture: &Fixture) {
    let device = fixture.open();
    let (msm, bases, v) = prepare(&device, Distribution::Uniform, 9);
    agrees(&msm, &bases, &v.points, &v.scalars, "before");
    let pass = msm::PASS.at(0);
    for (offset, value) in [
        (msm::WINDOW.at(1), 5),
        (msm::RECODE.at(3), 5),
        (msm::COVER, 100),
        (pass, msm::pass::RESET),
    ] {
        device.write32(Bar::User, user::MSM.base() + offset, value).unwrap();
        let what = format!("register {offset:#x} was written");
        let report = agrees(&msm, &bases, &v.points, &v.scalars, &what).engine;
        assert_eq!(report.resident_runs > 0, keeps(&msm), "{what}: the points are still there");
    }
}

/// The order of the group, and what else has more than its residues.
pub(crate) fn scalars_above_the_order_count_as_their_residues(fixture: &Fixture) {
    let device = fixture.open();
    let points = random_points(3, 5);
    let [.., order_less_one] = prepare(&device, Distribution::RMinusOne, 1).2.scalars[..] else {
        unreachable!("one was asked for")
    };
    let mut order = order_less_one;
    order[0] += 1;
    let scalars = [order, [0xff; 32], order_less_one, [0x80; 32], [0; 32]];
    for msm in modes(&device) {
        let bases = msm.bases(&points).unwrap();
        agrees(&msm, &bases, &points, &scalars, msm.mode().name());
    }
}

pub(crate) fn windows_of_any_width_give_the_same(fixture: &Fixture) {
    let device = fixture.open();
    let (msm, bases, v) = prepare(&device, Distribution::Uniform, 40);
    let mut widths = 0;
    for bits in 2..=18 {
        // Some do not fit the card.
        let Ok(msm) = msm.clone().with_window_bits(Some(bits)) else { continue };
        let report = agrees(&msm, &bases, &v.points, &v.scalars, &format!("{bits} bits"));
        let widest = report.engine.window_bits.into_iter().max();
        assert!(widest <= Some(bits), "{widest:?} instead of {bits} bits");
        widths += 1;
    }
    assert!(widths >= 3, "{widths}");
}

pub(crate) fn points_stay_on_the_card(fixture: &Fixture) {
    let device = fixture.open();
    let (msm, first, v) = prepare(&device, Distribution::Uniform, 90);
    let (_, second, w) = prepare(&device, Distribution::Ones, 41);
    let resident = |bases: &Bases, points: &[G1Affine], scalars: &[Scalar], what: &str| {
        let before = count_of(&device, POINT_ENTRIES);
        let report = agrees(&msm, bases, points, scalars, what).engine;
        let came = count_of(&device, POINT_ENTRIES) > before;
        assert_eq!(report.resident_runs == report.runs, !came, "{what}: {report:?}");
        !came
    };
    assert!(!resident(&first, &v.points, &v.scalars[..60], "a part of the first"));
    let keeps = keeps(&msm);
    assert_eq!(resident(&first, &v.points, &v.scalars[..60], "the same again"), keeps);
    assert_eq!(resident(&first, &v.points, &v.scalars[..7], "fewer"), keeps);
    assert!(!resident(&first, &v.points, &v.scalars, "all of them"));
    assert!(!resident(&second, &w.points, &w.scalars, "others"));
    assert_eq!(resident(&first, &v.points, &v.scalars, "both are there"), keeps);
    assert_eq!(resident(&second, &w.points, &w.scalars, "both are there"), keeps);
}

pub(crate) fn points_can_be_loaded_before(fixture: &Fixture) {
    let device = fixture.open();
    let (msm, bases, v) = prepare(&device, Distribution::Uniform, 50);
    assert_eq!(msm.load(&bases).unwrap(), keeps(&msm));
    let before = count_of(&device, POINT_ENTRIES);
    let report = agrees(&msm, &bases, &v.points, &v.scalars, "loaded").engine;
    assert_eq!(report.resident_runs > 0, keeps(&msm), "{report:?}");
    assert_eq!(report.load_runs, 0, "not again");
    assert_eq!(count_of(&device, POINT_ENTRIES) == before, keeps(&msm));
    assert!(msm.load(&msm.bases(&[]).unwrap()).unwrap(), "no points are all there");
}

/// Somebody else may have taken the memory.
pub(crate) fn points_are_brought_again_when_somebody_else_has_used_the_card(fixture: &Fixture) {
    let device = fixture.open();
    let (msm, bases, v) = prepare(&device, Distribution::Uniform, 50);
    let (other, other_bases, w) = prepare(&device, Distribution::Uniform, 51);
    agrees(&msm, &bases, &v.points, &v.scalars, "first");
    agrees(&other, &other_bases, &w.points, &w.scalars, "somebody else");
    let again = agrees(&msm, &bases, &v.points, &v.scalars, "after somebody else").engine;
    assert_eq!(again.resident_runs, 0, "{again:?}");
    // A program that has only prepared a run.
    let points = user::MSM.base() + msm::POINTS;
    device.write32(Bar::User, points, 3).unwrap();
    let again = agrees(&msm, &bases, &v.points, &v.scalars, "after a register was written").engine;
    assert_eq!(again.resident_runs, 0, "{again:?}");
    let again = agrees(&msm, &bases, &v.points, &v.scalars, "alone again").engine;
    assert_eq!(again.resident_runs > 0, keeps(&msm), "{again:?}");
}

/// Clones and other clients of a device take turns, in whatever order they come to it.
pub(crate) fn clients_of_a_device_take_turns(fixture: &Fixture) {
    let device = fixture.open();
    let (_, _, v) = prepare(&device, Distribution::Uniform, 60);
    let at_once = Barrier::new(2);
    std::thread::scope(|scope| {
        for seed in 0..2 {
            let (device, points, at_once) = (device.clone(), &v.points, &at_once);
            scope.spawn(move || {
                let msm = Msm::new(&device).unwrap();
                let bases = msm.bases(points).unwrap();
                let scalars = random_scalars(seed, points.len());
                let expected = witness::msm(points, &scalars).unwrap();
                for round in 0..fixture.rounds(100, 5) {
                    at_once.wait();
                    let (product, _) = msm.run(&bases, &scalars).unwrap();
                    assert_eq!(product, expected, "client {seed}, round {round}");
                }
            });
        }
    });
}

/// What one of them asks in vain is no business of the others'.
pub(crate) fn a_client_that_fails_leaves_the_others_alone(fixture: &Fixture) {
    let device = fixture.open();
    let (msm, bases, v) = prepare(&device, Distribution::Uniform, 60);
    let mut points = v.points.clone();
    points[3].x += Fq::from(1_u64);
    let spoiled = msm.bases_unchecked(&points).unwrap();
    let more = vec![v.scalars[0]; 61];
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                let error = msm.run(&bases, &more).unwrap_err();
                assert!(matches!(error, MsmClientError::LengthMismatch { .. }), "{error:?}");
                let error = msm.run(&spoiled, &v.scalars).unwrap_err();
                assert!(matches!(error, MsmClientError::BadSum { .. }), "{error:?}");
            }
        });
        let products: Vec<_> =
            (0..fixture.rounds(30, 5)).map(|_| msm.run(&bases, &v.scalars)).collect();
        is_over.store(true, Ordering::Relaxed);
        for product in products {
            assert_eq!(product.unwrap().0, v.result);
        }
    });
}

/// Clones share what they know of the card.
pub(crate) fn clones_take_turns(fixture: &Fixture) {
    let device = fixture.open();
    let (msm, bases, v) = prepare(&device, Distribution::Uniform, 30);
    std::thread::scope(|scope| {
        for seed in 0..2 {
            let (msm, bases, v) = (msm.clone(), &bases, &v);
            scope.spawn(move || {
                for round in 0..2 {
                    let scalars = random_scalars(10 * seed + round, 30);
                    agrees(&msm, bases, &v.points, &scalars, &format!("thread {seed}"));
                }
            });
        }
    });
}

pub(crate) fn more_points_than_the_card_holds_are_multiplied_in_parts(fixture: &Fixture) {
    let device = fixture.open();
    let msm = Msm::new(&device).unwrap();
    let holds = msm.geometry().records;
    // Of a card without a memory, and of one that a test would take too long to fill, that many.
    let most = if (1..10_000).contains(&holds) { holds } else { 200 };
    let (points, scalars) = (random_points(5, most + 70), random_scalars(6, most + 70));
    let bases = msm.bases_unchecked(&points).unwrap();
    let batch = [&scalars[..], &scalars[70..][..100], &scalars[1..], &[], &scalars[..=most]];
    let (results, report) = msm.run_batch(&bases, &batch).unwrap();
    for (scalars, result) in batch.iter().zip(results) {
        assert_eq!(result, witness::msm(&points[..scalars.len()], scalars).unwrap());
    }
    assert_eq!(report.points, batch.iter().map(|scalars| scalars.len()).sum::<usize>());
    let runs = report.engine.runs;
    if most == holds {
        assert_eq!(runs, 4 + 3, "those with points; three of them go beyond the first part");
    }
}

pub(crate) fn the_engines_report_adds_up(fixture: &Fixture) {
    let device = fixture.open();
    // Equal ones are as quick as any, so that the estimate holds.
    let (msm, bases, v) = prepare(&device, Distribution::Ones, 100);
    let (_, report) = msm.run(&bases, &v.scalars).unwrap();
    let adder = &report.adder;
    assert_eq!(adder.adders as usize, msm.geometry().adders);
    assert!(adder.additions >= 100 * 30, "a digit of most windows: {report:?}");
    assert_eq!(adder.modelled, device.identity().modelled, "{report:?}");
    assert!(adder.utilisation > 0.0 && adder.utilisation < 1.0, "{report:?}");
    assert!(report.card_cycles >= adder.active_cycles, "{report:?}");
    assert!(adder.fill_cycles_per_point < adder.cycles_per_point, "{report:?}");
    assert!(adder.reduce_cycles > 0, "{report:?}");
    let names: Vec<_> = report.phases.iter().map(|phase| phase.name).collect();
    assert_eq!(names, ["prepare", "transfer", "compute", "read back", "host sum"]);
    let expected = msm.expected_cycles(100);
    let off = adder.active_cycles.abs_diff(expected);
    assert!(off < expected / 2, "{} cycles, {expected} expected", adder.active_cycles);
    let engine = report.engine;
    assert!(engine.window_bits.iter().sum::<u32>() >= 252, "{engine:?}");
    let (none, report) = msm.run(&bases, &[]).unwrap();
    assert_eq!((none, report.points, engine.load_cycles), (G1Affine::identity(), 0, 0));
}
