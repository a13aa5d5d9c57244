// SPDX-License-Identifier: Apache-2.0
//! Runs that are cut off, and input that is no good.

use forebay_msm::passes::{PassPlan, Preparation};
use forebay_msm::{ExtendedPoint, witness};
use forebay_regs::user::msm::{self as regs, control, status};

use super::super::{DONE_LINE, Datapath};
use super::rig::{Pairs, Rig, sums};

fn plan(rig: &mut Rig, points: usize, resident: bool) -> PassPlan {
    let plan = PassPlan::choose(&rig.geometry(), points, Preparation::default()).unwrap();
    rig.write_plan(&plan, None, resident);
    plan
}

/// Runs the pairs with a plan that is written, and compares.
fn check(rig: &mut Rig, plan: &PassPlan, pairs: &Pairs) {
    let sums: Vec<_> = sums(&rig.run(pairs))
        .into_iter()
        .map(|sum| sum.unwrap_or(ExtendedPoint::IDENTITY))
        .collect();
    let wanted = witness::msm(&pairs.points, &pairs.scalars).unwrap();
    assert_eq!(plan.join(&sums).total.to_affine(), wanted);
}

#[test]
fn a_run_may_be_cut_off_anywhere_and_the_next_one_is_whole() {
    let mut rig = Rig::new("msm-toy");
    let pairs = Pairs::random(1, 60);
    let plan = plan(&mut rig, 60, false);
    let passes = u32::try_from(plan.passes().len()).unwrap();
    let mut cuts = 0;
    for by_abort in [true, false] {
        for pass in 0..passes {
            for reducing in [false, true] {
                rig.write(regs::POINTS, 60);
                rig.give(0, &pairs.scalar_beats());
                rig.give(1, &pairs.point_beats());
                rig.start();
                rig.step(1);
                rig.go_while("the pass does not come", |word| {
                    (status::PASS.get(word), status::REDUCING.is_set(word)) != (pass, reducing)
                });
                // One that waits is cut off with it.
                rig.start();
                let done = status::RUNS_DONE.get(rig.status());
                if by_abort {
                    rig.write(regs::CONTROL, control::ABORT.mask());
                    assert!(!rig.takes(regs::CONTROL, 3), "it is started while it is aborted");
                    assert_eq!(rig.read(regs::CONTROL), control::ABORT.mask());
                } else {
                    rig.quiesce(true);
                }
                assert!(status::BUSY.is_set(rig.status()));
                assert!(!status::START_READY.is_set(rig.status()));
                rig.forget_input();
                rig.rest();
                assert_eq!(status::BUSY.is_set(rig.status()), by_abort);
                if by_abort {
                    rig.write(regs::CONTROL, 0);
                } else {
                    assert!(!rig.takes(regs::CONTROL, control::START.mask()));
                    rig.quiesce(false);
                }
                rig.rest();
                let status = rig.status();
                assert!(!status::BUSY.is_set(status) && status::START_READY.is_set(status));
                assert_eq!(status::PASS.get(status), pass, "it stays");
                assert_eq!(status::RUNS_DONE.get(status), done);
                assert!(rig.packets.is_empty());
                rig.open.clear();
                cuts += 1;
                check(&mut rig, &plan, &pairs);
            }
        }
    }
    assert_eq!(cuts, 4 * passes);
}

#[test]
fn points_and_plan_outlive_an_abort() {
    let mut rig = Rig::new("msm-toy");
    let pairs = Pairs::random(2, 50);
    rig.load(0, &pairs);
    let plan = plan(&mut rig, 50, true);
    rig.write(regs::CONTROL, control::ABORT.mask());
    rig.write(regs::CONTROL, 0);
    rig.rest();
    check(&mut rig, &plan, &pairs);
}

#[test]
fn what_a_run_has_taken_of_its_points_stays_though_it_is_aborted() {
    let mut rig = Rig::new("msm-toy");
    let pairs = Pairs::random(3, 40);
    rig.write(regs::PASSES, 0);
    rig.write(regs::POINTS, 41);
    rig.give(1, &pairs.point_beats());
    rig.start();
    rig.go_on_until_all_is_taken();
    rig.write(regs::CONTROL, control::ABORT.mask());
    rig.write(regs::CONTROL, 0);
    rig.rest();
    let plan = plan(&mut rig, 40, true);
    check(&mut rig, &plan, &pairs);
}

#[test]
fn each_run_raises_the_line_and_a_start_lowers_it() {
    let mut rig = Rig::new("msm1-toy");
    rig.write(regs::PASSES, 1);
    let lines = |rig: &mut Rig| {
        let lines = rig.inside.take_lines();
        (lines.high == DONE_LINE, lines.fell == DONE_LINE)
    };
    assert_eq!(lines(&mut rig), (false, false));
    rig.start();
    rig.step(1);
    rig.start();
    assert_eq!(lines(&mut rig), (false, false));
    rig.rest();
    assert_eq!(lines(&mut rig), (true, true));
    assert_eq!(lines(&mut rig), (true, false));
    rig.write(regs::CONTROL, control::ABORT.mask());
    assert_eq!(lines(&mut rig), (true, false), "an abort leaves it");
    assert!(!rig.takes(regs::CONTROL, 3));
    assert_eq!(lines(&mut rig), (true, false), "a start that is refused leaves it");
    rig.write(regs::CONTROL, 0);
    rig.start();
    assert_eq!(lines(&mut rig), (false, false));
}

#[test]
fn a_coordinate_that_is_none_is_told_with_its_number() {
    for passes in [1, 2] {
        let mut rig = Rig::new("msm-toy");
        rig.write(regs::PASSES, passes);
        rig.write(regs::POINTS, 9);
        let pairs = Pairs::random(4, 9);
        let mut points = pairs.point_beats();
        points[5 * 144..][..48].fill(0xFF);
        rig.give(0, &pairs.scalar_beats());
        rig.give(1, &points);
        rig.start();
        rig.rest();
        let errors: Vec<_> = rig.errors.iter().map(ToString::to_string).collect();
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(errors[0].contains('5') && errors[0].contains("y - x"), "{errors:?}");
        // The run ends all the same.
        assert_eq!((rig.packets.len(), status::BUSY.is_set(rig.status())), (1, false));
    }
}

#[test]
fn points_that_were_never_brought_are_told() {
    let mut rig = Rig::new("msm-toy");
    rig.load(2, &Pairs::random(5, 7));
    plan(&mut rig, 8, true);
    rig.write(regs::SLOT, 2);
    rig.write(regs::POINTS, 8);
    rig.give(0, &Pairs::random(5, 8).scalar_beats());
    rig.start();
    rig.rest();
    let errors: Vec<_> = rig.errors.iter().map(ToString::to_string).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].contains("slot 2") && errors[0].contains("point 7"), "{errors:?}");
    assert_eq!((rig.packets.len(), status::BUSY.is_set(rig.status())), (1, false));
}

#[test]
fn it_says_which_stream_it_waits_for() {
    let mut rig = Rig::new("msm-toy");
    rig.write(regs::PASSES, 1);
    rig.write(regs::POINTS, 2);
    let pairs = Pairs::random(6, 2);
    let waits = |rig: &mut Rig| {
        rig.step(1000);
        rig.waits()
    };
    assert_eq!(waits(&mut rig), 0);
    rig.start();
    rig.step(1000);
    assert_eq!(waits(&mut rig), 0b11);
    rig.give(0, &pairs.scalar_beats());
    assert_eq!(waits(&mut rig), 0b10);
    rig.give(1, &pairs.point_beats()[..192]);
    assert_eq!(waits(&mut rig), 0b10, "the second point is not whole");
    rig.give(1, &pairs.point_beats()[192..]);
    rig.rest();
    assert_eq!(waits(&mut rig), 0);
}
