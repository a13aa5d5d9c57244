// SPDX-License-Identifier: Apache-2.0
//! Plans of every width and card: digits add up to scalars, sums to the product.

use ark_bls12_377::{Fr, G1Affine, G1Projective};
use ark_ec::{AffineRepr, CurveGroup, VariableBaseMSM};
use ark_ff::{BigInteger, PrimeField};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::prepare::{Prepared, prepare};
use super::*;
use crate::MsmError;
use crate::curve::to_edwards;

const CARDS: [Geometry; 7] = [
    Geometry { adders: 1, buckets: 1 << 15, records: 1 << 20, adder_latency: 184, hold_depth: 16 },
    Geometry { adders: 3, buckets: 1 << 15, records: 3 << 19, adder_latency: 184, hold_depth: 16 },
    Geometry { adders: 2, buckets: 1 << 10, records: 100, adder_latency: 184, hold_depth: 16 },
    Geometry { adders: 1, buckets: 1 << 15, records: 0, adder_latency: 184, hold_depth: 16 },
    Geometry { adders: 3, buckets: 1 << 6, records: 3 << 10, adder_latency: 184, hold_depth: 16 },
    Geometry { adders: 1, buckets: 1 << 6, records: 0, adder_latency: 184, hold_depth: 16 },
    Geometry { adders: 1, buckets: 38 << 12, records: 1 << 20, adder_latency: 184, hold_depth: 16 },
];

fn preparations() -> impl Iterator<Item = Preparation> {
    [None, Some(Correction::Known), Some(Correction::Gathered)]
        .into_iter()
        .flat_map(|uniform| [false, true].map(|fold| Preparation { uniform, fold }))
}

fn any(random: &mut ChaCha8Rng) -> Fr {
    let mut bytes = [0; 48];
    random.fill_bytes(&mut bytes);
    Fr::from_le_bytes_mod_order(&bytes)
}

fn scalars(random: &mut ChaCha8Rng, count: usize) -> Vec<Fr> {
    let ends =
        [Fr::from(0), Fr::from(1), -Fr::from(1), -Fr::from(2), Fr::from(2).inverse_or_zero()];
    (0..count).map(|i| ends.get(i).copied().unwrap_or_else(|| any(random))).collect()
}

trait InverseOrZero {
    fn inverse_or_zero(self) -> Self;
}

impl InverseOrZero for Fr {
    fn inverse_or_zero(self) -> Self {
        ark_ff::Field::inverse(&self).unwrap_or_default()
    }
}

fn bytes(scalar: &Fr) -> Scalar {
    let mut bytes = [0; SCALAR_BYTES];
    bytes.copy_from_slice(&scalar.into_bigint().to_bytes_le());
    bytes
}

/// A digit as a residue.
fn residue(digit: i32) -> Fr {
    let magnitude = Fr::from(digit.unsigned_abs());
    if digit < 0 { -magnitude } else { magnitude }
}

#[test]
fn digits_add_up_to_what_was_prepared_and_fit_their_buckets() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let rho = any(&mut random);
    for preparation in preparations() {
        for width in WINDOW_BITS {
            let Some(plan) = PassPlan::of_width(&CARDS[1], 1 << 12, preparation, width) else {
                continue;
            };
            for (number, scalar) in scalars(&mut random, 50).iter().enumerate() {
                let with = preparation.uniform.map(|_| &rho);
                let prepared = prepare(&bytes(scalar), number, with, preparation.fold);
                let class = Fr::from(1 + number as u64 % u64::from(CLASSES));
                let wanted = *scalar + with.map_or(Fr::from(0), |rho| *rho * class);
                let mut sum = Fr::from(0);
                for (index, window) in plan.windows().iter().enumerate() {
                    let digit = plan.digit(window, number, &prepared);
                    for pass in plan.passes().iter().filter(|pass| owns(pass, index)) {
                        assert!(
                            digit.unsigned_abs() <= 1 << pass.weight_bits,
                            "{window:?} {digit}"
                        );
                    }
                    if window.kind != WindowKind::Class {
                        let place = ark_ff::Field::pow(&Fr::from(2), [u64::from(window.offset)]);
                        sum += residue(digit) * place;
                    }
                }
                assert_eq!(sum, wanted, "width {width}, {preparation:?}");
            }
        }
    }
}

/// Whether a pass has that window.
fn owns(pass: &Pass, window: usize) -> bool {
    (0..pass.adders)
        .any(|adder| (pass.first_of(adder)..pass.first_of(adder) + pass.windows).contains(&window))
}

/// What a card would give: a sum for each window and adder.
fn card_sums(plan: &PassPlan, points: &[G1Affine], prepared: &[Prepared]) -> Vec<ExtendedPoint> {
    let mut sums = Vec::new();
    for pass in plan.passes() {
        for adder in 0..pass.adders {
            for window in pass.first_of(adder)..pass.first_of(adder) + pass.windows {
                let mut sum = G1Projective::default();
                for (number, (point, prepared)) in points.iter().zip(prepared).enumerate() {
                    if !pass.split || number % pass.adders == adder {
                        sum +=
                            *point * residue(plan.digit(&plan.windows()[window], number, prepared));
                    }
                }
                sums.push(ExtendedPoint::from_edwards(
                    &to_edwards(&sum.into_affine()).unwrap_or_default(),
                ));
            }
        }
    }
    sums
}

/// Whether the classes of records are more than the buckets.
fn has_no_room_for_classes(card: &Geometry, preparation: Preparation) -> bool {
    preparation.uniform == Some(Correction::Gathered) && card.buckets < CLASSES as usize
}

#[test]
fn sums_join_to_the_product() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let rho = any(&mut random);
    let points: Vec<_> =
        (0..9).map(|_| (G1Affine::generator() * any(&mut random)).into_affine()).collect();
    let scalars = scalars(&mut random, points.len());
    let product = G1Projective::msm_unchecked(&points, &scalars).into_affine();
    for card in CARDS {
        for preparation in preparations() {
            let Ok(plan) = PassPlan::choose(&card, points.len(), preparation) else {
                assert!(has_no_room_for_classes(&card, preparation), "{card:?} {preparation:?}");
                continue;
            };
            let with = preparation.uniform.map(|_| &rho);
            let prepared: Vec<_> = scalars
                .iter()
                .enumerate()
                .map(|(number, scalar)| prepare(&bytes(scalar), number, with, preparation.fold))
                .collect();
            let joined = plan.join(&card_sums(&plan, &points, &prepared));
            let classes: Vec<_> = (1..=points.len() as u64).map(Fr::from).collect();
            let by_class = G1Projective::msm_unchecked(&points, &classes);
            if let Some(gathered) = joined.by_class {
                assert_eq!(gathered.to_affine(), by_class.into_affine());
            }
            let correction = with.map_or(G1Projective::default(), |rho| by_class * *rho);
            assert_eq!(
                (joined.total.to_affine() - correction).into_affine(),
                product,
                "{preparation:?} {plan:?}"
            );
        }
    }
}

#[test]
fn large_inputs_want_wide_windows_and_small_ones_narrow_ones() {
    let widths: Vec<_> = [1, 1 << 10, 1 << 15, 1 << 20]
        .map(|points| {
            PassPlan::choose(&CARDS[0], points, Preparation::default())
                .map(|plan| plan.windows()[0].bits)
        })
        .into_iter()
        .collect::<Result<_, _>>()
        .unwrap_or_default();
    assert_eq!(widths.len(), 4);
    assert!(widths.is_sorted(), "{widths:?}");
    // Windows of 15 bits, two in a pass, are as quick here as those of 16.
    assert!(widths[3] >= 15, "{widths:?}");
}

#[test]
fn a_plan_covers_the_buckets_and_memory_of_its_card() {
    for card in CARDS {
        for points in [0, 1, 99, 101, 5_000, 1 << 20, 1 << 24] {
            for preparation in preparations() {
                match PassPlan::choose(&card, points, preparation) {
                    Ok(plan) => {
                        let kept = points <= card.records && card.records > 0;
                        assert!(kept || plan.passes().len() == 1 || card.records == 0);
                        assert!(kept || plan.passes().iter().all(|pass| !pass.split), "{plan:?}");
                        let sums: Vec<_> = plan.sums().collect();
                        assert!((0..plan.windows().len()).all(|window| sums.contains(&window)));
                        assert!(plan.passes().iter().all(|pass| fits(&card, pass)), "{plan:?}");
                        assert!(!plan.passes()[0].split, "the first pass is not split");
                    }
                    Err(MsmError::NoPlan { .. }) => assert!(
                        points > card.records && card.records > 0
                            || has_no_room_for_classes(&card, preparation)
                    ),
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }
}

/// A single window may have fewer buckets than there are numbers for.
fn fits(card: &Geometry, pass: &Pass) -> bool {
    let numbers = pass.windows << pass.bucket_bits;
    let alone = pass.windows == 1 && pass.weight_bits == pass.bucket_bits;
    numbers <= card.buckets || alone && numbers < 2 * card.buckets
}

/// All digits of the largest scalars have a bucket, where buckets are no power of two.
#[test]
fn fourteen_windows_of_18_bits_hold_every_folded_scalar() {
    let card = &CARDS[6];
    for uniform in [None, Some(Correction::Known)] {
        let plan = PassPlan::choose_for(card, &[1 << 20], uniform, 18..=18).unwrap();
        assert_eq!((plan.windows().len(), plan.preparation().fold), (14, true));
        assert_eq!((plan.passes().len(), plan.cover()), (14, 252));
        let top = plan.windows().last().unwrap();
        let half = Fr::from(2).inverse_or_zero();
        for scalar in [half, -half, half - Fr::from(1), -half + Fr::from(1)] {
            let prepared = prepare(&bytes(&scalar), 0, None, true);
            let digit = plan.digit(top, 0, &prepared).unsigned_abs() as usize;
            assert!((1 << 17..=card.buckets).contains(&digit), "{digit}");
        }
    }
    // With buckets for half a window only, there is a window more.
    let plan = PassPlan::choose_for(&CARDS[1], &[1 << 20], None, 16..=16).unwrap();
    assert_eq!(plan.windows().len(), 16);
}

#[test]
fn windows_of_no_bits_make_up_the_number_and_a_width_that_does_not_fit_is_refused() {
    let plan = PassPlan::choose_for(&CARDS[1], &[1 << 10], None, 6..=6).unwrap();
    assert_eq!((plan.windows().len() % 3, plan.passes().len()), (0, 1), "{plan:?}");
    assert!(plan.of_scalars().count() < plan.windows().len());
    for widths in [1..=1, 19..=40, 17..=17] {
        let error = PassPlan::choose_for(&CARDS[1], &[5], None, widths.clone()).unwrap_err();
        assert!(matches!(&error, MsmError::NoPlan { widths: tried, .. } if *tried == widths));
        assert!(error.to_string().contains(&format!("{} to", widths.start())), "{error}");
    }
}

#[test]
fn scalars_are_folded_where_that_saves_a_window_and_one_plan_serves_all_lengths() {
    for card in CARDS {
        for lengths in [&[1][..], &[1000], &[1, 99, 40], &[0]] {
            let plan =
                PassPlan::choose_for(&card, lengths, Some(Correction::Known), WINDOW_BITS).unwrap();
            let cycles = |plan: &PassPlan| {
                lengths.iter().map(|points| plan.cycles(&card, *points)).sum::<u64>()
            };
            for fold in [false, true] {
                let preparation = Preparation { uniform: Some(Correction::Known), fold };
                for points in lengths {
                    let other = PassPlan::choose(&card, *points, preparation).unwrap();
                    assert!(cycles(&plan) <= cycles(&other), "{card:?} {lengths:?}");
                }
            }
        }
    }
}

#[test]
fn a_plan_is_the_beginning_of_the_one_that_gathers_the_classes_too() {
    for fold in [false, true] {
        let preparation = Preparation { uniform: Some(Correction::Known), fold };
        let plan = PassPlan::choose(&CARDS[1], 1 << 12, preparation).unwrap();
        let with = plan.with_classes(&CARDS[1]).unwrap();
        assert_eq!(with.windows().len(), plan.windows().len() + 1);
        assert!(with.windows().starts_with(plan.windows()));
        assert!(with.passes().starts_with(plan.passes()));
        assert_eq!(with.passes().len(), plan.passes().len() + 1);
        assert_eq!((with.cover(), with.recode()), (plan.cover(), plan.recode()));
        let toy = PassPlan::choose(&CARDS[4], 100, preparation).unwrap();
        assert_eq!(toy.with_classes(&CARDS[4]), None);
    }
}
