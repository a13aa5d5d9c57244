// SPDX-License-Identifier: Apache-2.0
//! Whole runs: the sums join to the product that arkworks has, and what was counted is what there was to count.

use forebay_msm::passes::{CLASSES, Correction, PassPlan, Preparation};
use forebay_msm::{ExtendedPoint, Fr, G1Projective, Scalar, witness};
use forebay_regs::user::msm::{self as regs, event, mode, pass, status, window};

use super::rig::{Pairs, Rig, sums};

/// A residue of 128 bits, as a number and in bytes.
fn rho() -> (Fr, Scalar) {
    let value = 0x1234_5678_9ABC_DEF0_0F1E_2D3C_4B5A_6978_u128;
    let mut bytes = [0; 32];
    bytes[..16].copy_from_slice(&value.to_le_bytes());
    (Fr::from(value), bytes)
}

/// The product of what a run has sent.
fn product(plan: &PassPlan, packet: &[u8], pairs: &Pairs) -> G1Projective {
    let sums: Vec<_> =
        sums(packet).into_iter().map(|sum| sum.unwrap_or(ExtendedPoint::IDENTITY)).collect();
    assert_eq!(sums.len(), plan.sums().count());
    let joined = plan.join(&sums);
    let mut total = G1Projective::from(joined.total.to_affine());
    if plan.preparation().uniform.is_some() {
        let classes = (0..pairs.points.len() as u64).map(|i| 1 + i % u64::from(CLASSES));
        let by_class: G1Projective =
            pairs.points.iter().zip(classes).map(|(point, class)| *point * Fr::from(class)).sum();
        if let Some(gathered) = joined.by_class {
            assert_eq!(G1Projective::from(gathered.to_affine()), by_class);
        }
        total -= by_class * rho().0;
    }
    total
}

/// Runs those pairs with a plan that was written, and compares.
fn check(rig: &mut Rig, plan: &PassPlan, pairs: &Pairs) {
    let before = [event::PAIRS, event::RUNS, event::PASSES].map(|event| rig.counted(event));
    let digits = rig.digits();
    let packet = rig.run(pairs);
    let what = format!("{} pairs, {plan:?}", pairs.points.len());
    let wanted = witness::msm(&pairs.points, &pairs.scalars).unwrap();
    assert_eq!(product(plan, &packet, pairs), wanted, "{what}");
    let after = [event::PAIRS, event::RUNS, event::PASSES].map(|event| rig.counted(event));
    let counted: Vec<_> = after.iter().zip(&before).map(|(after, before)| after - before).collect();
    let (points, passes) = (pairs.points.len() as u64, plan.passes().len() as u64);
    assert_eq!(counted, [points, 1, passes], "{what}");
    let of_pass = |pass: &forebay_msm::passes::Pass| {
        let shares = if pass.split { 1 } else { pass.adders };
        points * (shares * pass.windows) as u64
    };
    assert_eq!(rig.digits() - digits, plan.passes().iter().map(of_pass).sum::<u64>(), "{what}");
    let status = rig.status();
    assert!(!status::SCALAR_CUT.is_set(status), "{what}");
    assert_eq!(u64::from(status::PASS.get(status)), passes - 1, "{what}");
}

/// Plans of every preparation that the card has one for.
fn plans(rig: &mut Rig, points: usize) -> Vec<PassPlan> {
    let card = rig.geometry();
    let uniform = [None, Some(Correction::Known), Some(Correction::Gathered)];
    let preparations = uniform
        .into_iter()
        .flat_map(|uniform| [false, true].map(|fold| Preparation { uniform, fold }));
    preparations.filter_map(|how| PassPlan::choose(&card, points, how).ok()).collect()
}

fn write(rig: &mut Rig, plan: &PassPlan, resident: bool) {
    let rho = plan.preparation().uniform.map(|_| rho().1);
    rig.write_plan(plan, rho.as_ref(), resident);
}

#[test]
fn sums_join_to_the_product_whatever_is_done_to_scalars() {
    for build in ["msm-toy", "msm"] {
        let mut rig = Rig::new(build);
        let mut kinds = 0;
        for (seed, count) in [(1, 0), (2, 1), (3, 2), (4, 5), (5, 130)] {
            let pairs = Pairs::random(seed, count);
            for plan in plans(&mut rig, count) {
                write(&mut rig, &plan, false);
                check(&mut rig, &plan, &pairs);
                kinds += 1;
            }
        }
        // A toy has too few buckets for the classes.
        assert_eq!(kinds, if build == "msm" { 30 } else { 20 });
    }
}

#[test]
fn points_that_stay_are_used_again_with_other_scalars() {
    let mut rig = Rig::new("msm-toy");
    let (first, second) = (Pairs::random(11, 100), Pairs::random(12, 70));
    rig.load(0, &first);
    // Behind the 34 slots of the first ones, and beyond all others.
    rig.load(35, &second);
    assert_eq!(rig.counted(event::PAIRS), 0, "no scalar has come");
    assert_eq!((rig.counted(event::RUNS), rig.counted(event::PASSES)), (2, 2));
    for (seed, (slot, set)) in [(0, &first), (35, &second), (0, &first)].into_iter().enumerate() {
        let count = set.points.len();
        let scalars = Pairs::random(20 + seed as u64, count).scalars;
        let pairs = Pairs { points: set.points.clone(), scalars };
        for plan in plans(&mut rig, count) {
            write(&mut rig, &plan, true);
            rig.write(regs::SLOT, slot);
            check(&mut rig, &plan, &pairs);
        }
    }
    // A run with several passes leaves its points, too.
    let pairs = Pairs::random(30, 40);
    let plan = plans(&mut rig, 40).remove(0);
    assert!(plan.passes().len() > 1);
    write(&mut rig, &plan, false);
    check(&mut rig, &plan, &pairs);
    write(&mut rig, &plan, true);
    check(&mut rig, &plan, &pairs);
    // Half of a set, and the start of another one in it.
    let half =
        Pairs { points: first.points[60..].to_vec(), scalars: Pairs::random(31, 40).scalars };
    rig.write(regs::SLOT, 20);
    check(&mut rig, &plan, &half);
}

#[test]
fn more_records_than_are_worked_off_at_once() {
    let mut rig = Rig::new("msm1");
    let base = Pairs::random(41, 500);
    let many = |all: &[_]| all.iter().copied().cycle().take(70_000).collect();
    let pairs = Pairs { points: many(&base.points), scalars: Pairs::random(42, 70_000).scalars };
    let card = rig.geometry();
    let plan = PassPlan::of_width(&card, 70_000, Preparation::default(), 18).unwrap();
    assert!(plan.passes().len() > 8, "sums are made in more than one go");
    write(&mut rig, &plan, false);
    check(&mut rig, &plan, &pairs);
}

/// The row of a pass of one window in one adder.
fn one_window(weight_bits: u32, bucket_bits: u32) -> u32 {
    pass::WEIGHT_BITS.put(weight_bits) | pass::BUCKET_BITS.put(bucket_bits) | pass::ADDERS.put(1)
}

#[test]
fn a_card_without_a_memory_does_one_pass_of_any_number_of_points() {
    let mut rig = Rig::new("msm1-toy");
    rig.write(regs::PASS.at(0), one_window(4, 6));
    rig.write(regs::WINDOW.at(0), window::BITS.put(4) | window::KIND.put(1));
    rig.write(regs::COVER, 4);
    rig.write(regs::PASSES, 1);
    let mut pairs = Pairs::random(51, 4000);
    for (digit, scalar) in (0..16).cycle().zip(&mut pairs.scalars) {
        *scalar = [0; 32];
        scalar[0] = digit;
    }
    let packet = rig.run(&pairs);
    let wanted = witness::msm(&pairs.points, &pairs.scalars).unwrap();
    let own = sums(&packet);
    assert_eq!(own.len(), 1);
    assert_eq!(own[0].unwrap().to_affine(), wanted);
    assert_eq!(rig.counted(event::ZERO_DIGITS), 250);
    assert_eq!(rig.counted(event::ADDS), 3750);
}

#[test]
fn windows_of_every_kind_sign_and_copy() {
    let mut rig = Rig::new("msm-toy");
    let pairs = Pairs::random(61, 50);
    let field = |record: usize, offset: usize, bits: usize| {
        let scalar = &pairs.scalars[record];
        (0..bits).fold(0, |field, n| {
            let at = offset + n;
            field | i64::from(scalar[at / 8] >> (at % 8) & 1) << n
        })
    };
    // Offset, width, kind; what the digit is. Without a constant a signed window is its field less half.
    let digit = |record: usize, (offset, bits, kind): (usize, usize, u32)| match kind {
        1 => field(record, offset, bits),
        2 => 1 + i64::try_from(record).unwrap(),
        _ => field(record, offset, bits) - (1 << (bits - 1)),
    };
    let windows = [(0, 3, 0), (61, 4, 1), (130, 5, 3), (0, 0, 2), (250, 3, 0), (64, 1, 0)];
    rig.write(regs::COVER, 255);
    rig.write(regs::PASSES, 1);
    for (offset, bits, kind) in windows {
        let row = window::OFFSET.put(u32::try_from(offset).unwrap())
            | window::BITS.put(u32::try_from(bits).unwrap())
            | window::KIND.put(kind);
        rig.write(regs::WINDOW.at(63), row);
        for (weight_bits, bucket_bits) in [(6, 6), (5, 6), (5, 5)] {
            if kind == 2 && weight_bits < 6 {
                continue;
            }
            let row = one_window(weight_bits, bucket_bits) | pass::FIRST.put(63);
            rig.write(regs::PASS.at(0), row);
            let own = sums(&rig.run(&pairs));
            let times = |record: usize| {
                let digit = digit(record, (offset, bits, kind));
                let times = Fr::from(digit.unsigned_abs());
                if digit < 0 { -times } else { times }
            };
            let wanted: G1Projective =
                pairs.points.iter().enumerate().map(|(n, point)| *point * times(n)).sum();
            assert_eq!(own.len(), 1);
            assert_eq!(G1Projective::from(own[0].unwrap().to_affine()), wanted, "{offset} {kind}");
            assert!(!status::SCALAR_CUT.is_set(rig.status()));
        }
    }
}

#[test]
fn a_window_of_one_bucket_is_empty_until_something_is_added_to_it() {
    let mut rig = Rig::new("msm1-toy");
    rig.write(regs::WINDOW.at(0), window::BITS.put(1) | window::KIND.put(1));
    rig.write(regs::COVER, 1);
    rig.write(regs::PASSES, 1);
    for (bits, scalar, points, empty) in
        [(0, 0, 3, true), (0, 1, 3, false), (0, 0, 0, true), (1, 0, 3, false), (1, 0, 0, false)]
    {
        rig.write(regs::PASS.at(0), one_window(0, bits));
        let mut pairs = Pairs::random(71, points);
        pairs.scalars.iter_mut().for_each(|own| {
            *own = [0; 32];
            own[0] = scalar;
        });
        let packet = rig.run(&pairs);
        assert_eq!(sums(&packet)[0].is_none(), empty, "{bits} {scalar} {points}");
        if let Some(sum) = sums(&packet)[0] {
            let wanted = witness::msm(&pairs.points, &pairs.scalars).unwrap();
            assert_eq!(sum.to_affine(), wanted);
        }
    }
}

#[test]
fn scalars_that_are_cut_are_told_until_that_is_cleared() {
    let mut rig = Rig::new("msm1-toy");
    rig.write(regs::WINDOW.at(0), window::BITS.put(7) | window::KIND.put(1));
    rig.write(regs::PASSES, 1);
    let mut pairs = Pairs::random(81, 1);
    pairs.scalars[0] = [0; 32];
    pairs.scalars[0][0] = 64;
    // A bit that is not covered, a digit without a bucket, and neither.
    for (cover, weight_bits, cut) in [(6, 6, true), (7, 5, true), (7, 6, false)] {
        rig.write(regs::COVER, cover);
        rig.write(regs::PASS.at(0), one_window(weight_bits, 6));
        let packet = rig.run(&pairs);
        assert_eq!(status::SCALAR_CUT.is_set(rig.status()), cut, "{cover} {weight_bits}");
        let is_neutral = sums(&packet)[0].unwrap().same_point(&ExtendedPoint::IDENTITY);
        assert_eq!(is_neutral, weight_bits == 5, "what has no bucket adds nothing");
        rig.write(regs::STATUS, status::MEMORY_ERROR.mask());
        assert_eq!(status::SCALAR_CUT.is_set(rig.status()), cut, "another bit is cleared");
        rig.write(regs::STATUS, status::SCALAR_CUT.mask());
        assert!(!status::SCALAR_CUT.is_set(rig.status()));
    }
    rig.write(regs::MODE, mode::FOLD.mask());
    pairs.scalars[0] = [0xFF; 32];
    rig.run(&pairs);
    assert!(status::SCALAR_CUT.is_set(rig.status()), "no residue");
}
