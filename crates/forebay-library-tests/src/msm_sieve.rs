// SPDX-License-Identifier: Apache-2.0
//! What is sieved out of scalars on the way to a card: zeros, and ones of either sign, where that is sooner.

use forebay::Device;
use forebay_msm::sieve::Tally;
use forebay_msm::vectors::{Distribution, VectorSpec, Vectors, random_points, random_scalars};
use forebay_msm::{CARD_POINT_BYTES, G1Affine, Scalar, WindowPlan, witness};
use forebay_msm_client::{Msm, MsmReport, ScalarMode, SieveReport};

use crate::Fixture;
use crate::msm::scalar;
use crate::msm_engine::{POINT_ENTRIES, keeps};
use crate::shared::count_of;

/// A multiplication that is sieved; all that is asked of each of them.
fn agrees(msm: &Msm, points: &[G1Affine], batch: &[&[Scalar]], what: &str) -> MsmReport {
    let bases = msm.bases_unchecked(points).unwrap();
    let (results, report) = msm.run_batch(&bases, batch).unwrap();
    for (scalars, result) in batch.iter().zip(results) {
        let expected = witness::msm(&points[..scalars.len()], scalars).unwrap();
        assert_eq!(result, expected, "{what}");
    }
    let tally: Tally = batch.iter().map(|scalars| Tally::of(scalars)).sum();
    let sieve = found(&report);
    let counts = (sieve.zeros, sieve.ones, sieve.others);
    assert_eq!(counts, (tally.zeros, tally.ones, tally.others), "{what}");
    assert_eq!(report.points, tally.zeros + tally.ones + tally.others, "{what}");
    let of_runs: usize = report.runs.iter().map(|run| run.points).sum();
    assert_eq!(of_runs + sieve.dropped, report.points, "{what}: {report:?}");
    assert!(sieve.ones_apart <= sieve.ones && sieve.dropped <= sieve.zeros, "{what}: {sieve:?}");
    let names: Vec<_> = report.phases.iter().map(|phase| phase.name).collect();
    assert_eq!(names, ["prepare", "sieve", "transfer", "compute", "read back", "host sum"]);
    report
}

fn found(report: &MsmReport) -> SieveReport {
    report.engine.sieve.unwrap()
}

fn sieving(device: &Device) -> Msm {
    Msm::new(device).unwrap().in_mode(ScalarMode::Sieve)
}

/// r - 1.
fn minus_one() -> Scalar {
    let window_bits = WindowPlan::for_points(1).bits().to_vec();
    let spec = VectorSpec { seed: 1, count: 1, distribution: Distribution::RMinusOne, window_bits };
    Vectors::generate(&spec).unwrap().scalars[0]
}

/// Random scalars in place of which is a zero, a one or r - 1 with so many of 256 of them each.
fn mixture(seed: u64, count: usize, [zeros, ones, minus_ones]: [u16; 3]) -> Vec<Scalar> {
    let minus_one = minus_one();
    let of = |random: Scalar| match u16::from(random[0]) {
        byte if byte < zeros => scalar(0),
        byte if byte < zeros + ones => scalar(1),
        byte if byte < zeros + ones + minus_ones => minus_one,
        _ => random,
    };
    random_scalars(seed, count).into_iter().map(of).collect()
}

/// Random ones, infinities and repetitions among them.
fn points(seed: u64, count: usize) -> Vec<G1Affine> {
    let mut points = random_points(seed, count);
    for index in (3..count).step_by(7) {
        points[index] = match index % 3 {
            0 => G1Affine::identity(),
            1 => points[index - 1],
            _ => -points[index - 2],
        };
    }
    points
}

/// Entries in which so many points come.
fn entries(points: usize) -> u64 {
    (points * CARD_POINT_BYTES).div_ceil(64) as u64
}

pub(crate) fn zeros_are_dropped_and_ones_summed_apart(fixture: &Fixture) {
    let device = fixture.open();
    let msm = sieving(&device);
    let count = fixture.rounds(2500, 1300);
    let scalars = mixture(1, count, [130, 100, 18]);
    let before = count_of(&device, POINT_ENTRIES);
    let report = agrees(&msm, &points(2, count), &[&scalars], "three of a hundred are others");
    let (sieve, came) = (found(&report), count_of(&device, POINT_ENTRIES) - before);
    let all = (sieve.sieved, sieve.dropped, sieve.ones_apart);
    assert_eq!(all, (1, sieve.zeros, sieve.ones), "{report:?}");
    assert!(sieve.others > 0 && sieve.ones > count / 4, "{sieve:?}");
    let of_others = (report.engine.runs - 1) as u64;
    assert_eq!(came, entries(sieve.ones) + of_others * entries(sieve.others), "{report:?}");
    assert_eq!(of_others == 1, keeps(&msm), "{report:?}");
    assert_eq!(report.engine.resident_runs, 0, "{report:?}");
    assert!(report.engine.window_bits.iter().sum::<u32>() >= 252, "those of the others");
}

/// Zeros alone have nothing for the card to do, ones alone a run of one pass, and what is left is as little as one scalar.
pub(crate) fn inputs_of_one_sort(fixture: &Fixture) {
    let device = fixture.open();
    let msm = sieving(&device);
    let points = points(3, 200);
    let [zero, one, other] = [scalar(0), scalar(1), scalar(2)];
    let mut single = vec![zero; 200];
    single[150] = other;
    let mut beside_ones = vec![one; 200];
    beside_ones[0] = other;
    let signs: Vec<_> = [one, minus_one()].into_iter().cycle().take(200).collect();
    for (scalars, runs, dropped, what) in [
        (vec![zero; 200], 0, 200, "zeros"),
        (vec![one; 200], 1, 0, "ones"),
        (vec![one], 1, 0, "a one"),
        (vec![minus_one(); 200], 1, 0, "ones with a minus"),
        (signs, 1, 0, "ones of both signs"),
        (single, 1, 199, "a single other among zeros"),
        (beside_ones, 2, 0, "a single other among ones"),
        (vec![], 0, 0, "nothing"),
    ] {
        let report = agrees(&msm, &points, &[&scalars], what);
        let sieve = found(&report);
        let others = usize::from(sieve.others > 0);
        // Without a memory each pass of the others is a run.
        let seen = if keeps(&msm) { report.engine.runs } else { runs.min(report.engine.runs) };
        assert_eq!((seen, sieve.dropped), (runs, dropped), "{what}: {report:?}");
        assert_eq!(sieve.ones_apart, sieve.ones, "{what}");
        assert_eq!(report.adder.additions > 0, runs > 0, "{what}: {report:?}");
        let widest = report.engine.window_bits.iter().max();
        assert_eq!(widest == Some(&1), sieve.ones > 0 && others == 0, "{what}: {report:?}");
    }
}

pub(crate) fn a_sieve_that_would_take_longer_is_left_out(fixture: &Fixture) {
    let device = fixture.open();
    let msm = sieving(&device);
    let points = points(4, 150);
    let mut scalars = random_scalars(4, 150);
    (scalars[7], scalars[99]) = (scalar(0), scalar(1));
    let bases = msm.bases(&points).unwrap();
    let expected = witness::msm(&points, &scalars).unwrap();
    for again in [false, true] {
        let (result, report) = msm.run(&bases, &scalars).unwrap();
        assert_eq!(result, expected);
        let left =
            SieveReport { zeros: 1, ones: 1, others: 148, sieved: 0, dropped: 0, ones_apart: 0 };
        assert_eq!(found(&report), left, "{report:?}");
        assert_eq!(report.engine.resident_runs > 0, again && keeps(&msm), "{report:?}");
    }
}

/// A few ones are not worth a run.
pub(crate) fn a_few_ones_stay_with_the_others(fixture: &Fixture) {
    let device = fixture.open();
    let msm = sieving(&device);
    let mut scalars = vec![scalar(0); 1000];
    scalars[100..150].copy_from_slice(&random_scalars(5, 50));
    scalars[999] = scalar(1);
    let report = agrees(&msm, &points(5, 1000), &[&scalars], "a one");
    let left =
        SieveReport { zeros: 949, ones: 1, others: 50, sieved: 1, dropped: 949, ones_apart: 0 };
    assert_eq!(found(&report), left, "{report:?}");
}

pub(crate) fn each_multiplication_of_a_batch_is_sieved_on_its_own(fixture: &Fixture) {
    let device = fixture.open();
    let msm = sieving(&device);
    let count = fixture.rounds(1100, 400);
    let [sparse, ones] = [[240, 8, 4], [3, 230, 20]].map(|shares| mixture(6, count, shares));
    let (random, zeros) = (random_scalars(7, count), vec![scalar(0); count]);
    let batch = [
        &sparse[..],
        &random[..],
        &zeros[..],
        &[],
        &ones[1..],
        &random[..90],
        &sparse[..count / 2],
    ];
    let report = agrees(&msm, &points(6, count), &batch, "a batch");
    let sieve = found(&report);
    // All but those of random scalars, and nothing is nothing to sieve.
    assert_eq!(sieve.sieved, 4, "{report:?}");
    let one_by_one =
        batch.map(|scalars| found(&agrees(&msm, &points(6, count), &[scalars], "one")));
    for (sum, count) in [
        (sieve.sieved, one_by_one.map(|one| one.sieved)),
        (sieve.dropped, one_by_one.map(|one| one.dropped)),
        (sieve.ones_apart, one_by_one.map(|one| one.ones_apart)),
    ] {
        assert_eq!(sum, count.iter().sum::<usize>(), "{report:?}");
    }
}

/// Of a base set that the memory has no room for as well as of what is left of its points.
pub(crate) fn more_others_than_the_card_holds_are_multiplied_in_parts(fixture: &Fixture) {
    let device = fixture.open();
    let msm = sieving(&device);
    let holds = msm.geometry().records;
    // Of a card without a memory, and of one that a test would take too long to fill, that many.
    let most = if (1..10_000).contains(&holds) { holds } else { 300 };
    let count = 4 * most;
    let scalars = mixture(8, count, [181, 3, 3]);
    let report = agrees(&msm, &points(8, count), &[&scalars], "in parts");
    let sieve = found(&report);
    assert_eq!(sieve.sieved, 1, "{report:?}");
    if most == holds {
        assert!(sieve.others > holds, "{sieve:?}");
        assert_eq!(report.engine.runs, 1 + 2, "ones, and others in two parts: {report:?}");
    }
}

/// What is sieved takes only room that is left, if there is enough.
pub(crate) fn points_stay_on_the_card_while_others_are_sieved(fixture: &Fixture) {
    let device = fixture.open();
    let msm = sieving(&device);
    let points = points(9, 700);
    let bases = msm.bases(&points).unwrap();
    assert_eq!(msm.load(&bases).unwrap(), keeps(&msm));
    let (sparse, random) = (mixture(9, 700, [120, 110, 20]), random_scalars(9, 700));
    for (scalars, sieved) in [(&sparse, 1), (&random, 0), (&sparse, 1), (&random, 0)] {
        let (result, report) = msm.run(&bases, scalars).unwrap();
        assert_eq!(result, witness::msm(&points, scalars).unwrap());
        assert_eq!(found(&report).sieved, sieved, "{report:?}");
        let resident = report.engine.resident_runs > 0;
        assert_eq!(resident, sieved == 0 && keeps(&msm), "{report:?}");
        assert_eq!(report.engine.load_runs, 0, "{report:?}");
    }
}

pub(crate) fn sieved_products_of_random_mixtures_agree(fixture: &Fixture) {
    let device = fixture.open();
    let mut sieved = 0;
    let rounds = fixture.rounds(60, 8);
    for round in 0..rounds as u64 {
        let [size, zeros, ones, minus_ones, shorter, ..] = random_scalars(100 + round, 1)[0];
        let msm = sieving(&device);
        let count = usize::from(size) * usize::from(size) % 700;
        let half = |byte: u8| u16::from(byte) / 3;
        // Now and then one sort is nearly all.
        let shares = match round % 4 {
            0 => [250, 2, 2],
            1 => [2, 240, 12],
            _ => [half(zeros), half(ones), half(minus_ones)],
        };
        let (scalars, part) = (mixture(round, count, shares), count * usize::from(shorter) / 256);
        let what = format!("round {round}: {count} and {part}, {shares:?}");
        let report = agrees(&msm, &points(round, count), &[&scalars, &scalars[part..]], &what);
        sieved += found(&report).sieved;
    }
    assert!(sieved >= rounds / 2, "{sieved} in {rounds} rounds");
}
