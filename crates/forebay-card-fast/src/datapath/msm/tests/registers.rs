// SPDX-License-Identifier: Apache-2.0
//! Registers: what they keep, show and refuse.

use forebay_regs::user::msm::{self as regs, control, geometry, mode, pass, status};

use super::rig::{Pairs, Rig};

#[test]
fn a_card_says_what_it_is_made_of() {
    for (build, adders, banks, buckets, records) in
        [("msm-toy", 3, 3, 64, 3072), ("msm1-toy", 1, 0, 64, 0), ("msm", 3, 3, 1 << 15, 1_572_864)]
    {
        let mut rig = Rig::new(build);
        let word = rig.read(regs::GEOMETRY);
        assert_eq!(geometry::ADDERS.get(word), adders);
        assert_eq!(geometry::BANKS.get(word), banks);
        assert!(geometry::ADDER_LATENCY.get(word) > 0 && geometry::HOLD_DEPTH.get(word) > 0);
        assert_eq!((rig.read(regs::BUCKETS), rig.read(regs::RECORDS)), (buckets, records));
        for register in [regs::GEOMETRY, regs::BUCKETS, regs::RECORDS] {
            assert!(!rig.takes(register, 1), "{build} {register:#x} is written");
        }
    }
}

#[test]
fn registers_keep_what_they_have_bits_for() {
    let mut rig = Rig::new("msm-toy");
    let row = pass::ADDERS.put(1) | 0xF800_0000;
    for (register, value, kept) in [
        (regs::POINTS, u32::MAX, u32::MAX),
        (regs::SLOT, u32::MAX, u32::MAX),
        (regs::MODE, u32::MAX, 7),
        (regs::PASSES, u32::MAX, 0x7F),
        (regs::COVER, u32::MAX, 0xFF),
        (regs::RHO.at(7), u32::MAX, u32::MAX),
        (regs::RECODE.at(0), u32::MAX, u32::MAX),
        (regs::WINDOW.at(63), u32::MAX, 0x7FFF),
        (regs::PASS.at(63), row, pass::ADDERS.put(1)),
    ] {
        rig.write(register, value);
        assert_eq!(rig.read(register), kept, "{register:#x}");
    }
    for unknown in [0x28, 0x3C, 0x80, 0xFC, 0x300] {
        assert_eq!(rig.inside.registers.read(unknown), None, "{unknown:#x}");
        assert!(!rig.takes(unknown, 0), "{unknown:#x}");
    }
    assert_eq!(Rig::new("msm-toy").read(regs::PASS.at(5)), pass::RESET);
}

#[test]
fn a_pass_without_room_is_refused() {
    let mut rig = Rig::new("msm-toy");
    let row = |weight, bucket, last, first, adders, split| {
        pass::WEIGHT_BITS.put(weight)
            | pass::BUCKET_BITS.put(bucket)
            | pass::LAST.put(last)
            | pass::FIRST.put(first)
            | pass::ADDERS.put(adders)
            | pass::SPLIT.put(split)
    };
    for (index, row, taken) in [
        (0, row(6, 6, 0, 0, 3, 0), true),
        (0, row(6, 5, 0, 0, 3, 0), false),
        (0, row(5, 5, 1, 0, 3, 0), true),
        (0, row(6, 6, 1, 0, 3, 0), false),
        (0, row(0, 7, 0, 0, 3, 0), false),
        (0, row(0, 31, 0, 0, 3, 0), false),
        (0, row(0, 0, 63, 0, 1, 0), true),
        (0, row(0, 0, 0, 0, 0, 0), false),
        (0, row(0, 0, 0, 0, 4, 0), false),
        (0, row(0, 0, 20, 1, 3, 0), true),
        (0, row(0, 0, 20, 2, 3, 0), false),
        (0, row(0, 0, 0, 0, 3, 1), false),
        (1, row(0, 0, 20, 2, 3, 1), true),
        (1, row(0, 0, 20, 44, 3, 1), false),
        (1, row(0, 0, 0, 0, 2, 1), false),
    ] {
        assert_eq!(rig.takes(regs::PASS.at(index), row), taken, "{row:#010x}");
        if taken {
            assert_eq!(rig.read(regs::PASS.at(index)), row);
        }
    }
    assert!(!Rig::new("msm1-toy").takes(regs::PASS.at(1), row(0, 0, 0, 0, 1, 1)), "no memory");
}

#[test]
fn a_run_that_does_not_fit_the_memory_is_refused() {
    // Build, passes, resident, slot, points; whether it is started.
    for (build, passes, resident, slot, points, taken) in [
        ("msm-toy", 2, false, 0, 3072, true),
        ("msm-toy", 2, false, 0, 3073, false),
        ("msm-toy", 2, false, 1, 3069, true),
        ("msm-toy", 2, false, 1, 3070, false),
        ("msm-toy", 2, false, u32::MAX, 0, false),
        ("msm-toy", 1, false, 5000, u32::MAX, true),
        ("msm-toy", 1, true, 0, 3073, false),
        ("msm-toy", 0, false, 0, 3072, true),
        ("msm-toy", 0, true, 0, 1, false),
        ("msm-toy", 64, false, 0, 1, true),
        ("msm-toy", 65, false, 0, 1, false),
        ("msm1-toy", 1, false, 9, u32::MAX, true),
        ("msm1-toy", 1, true, 0, 0, false),
        ("msm1-toy", 2, false, 0, 0, false),
        ("msm1-toy", 0, false, 0, 0, false),
    ] {
        let mut rig = Rig::new(build);
        rig.write(regs::PASSES, passes);
        rig.write(regs::MODE, mode::RESIDENT.put(u32::from(resident)));
        rig.write(regs::SLOT, slot);
        rig.write(regs::POINTS, points);
        let what = format!("{build} {passes} {resident} {slot} {points}");
        assert_eq!(rig.takes(regs::CONTROL, control::START.mask()), taken, "{what}");
        assert_eq!(status::BUSY.is_set(rig.status()), taken, "{what}");
    }
}

#[test]
fn one_run_waits_behind_another_and_the_plan_stays_while_either_is_there() {
    let mut rig = Rig::new("msm-toy");
    let pairs = Pairs::random(1, 20);
    rig.write(regs::PASSES, 1);
    rig.write(regs::POINTS, 20);
    rig.write(regs::COVER, 255);
    rig.start();
    rig.step(1000);
    assert!(status::START_READY.is_set(rig.status()), "the first one is under way");
    rig.write(regs::POINTS, 10);
    rig.start();
    assert!(!status::START_READY.is_set(rig.status()));
    assert!(!rig.takes(regs::CONTROL, control::START.mask()), "two wait");
    for register in [regs::COVER, regs::RECODE.at(3), regs::WINDOW.at(2), regs::PASS.at(4)] {
        assert!(!rig.takes(register, pass::RESET), "{register:#x}");
        assert_ne!(rig.read(register), 1);
    }
    // What is taken over at START may be written at any time.
    for register in [regs::POINTS, regs::SLOT, regs::MODE, regs::PASSES, regs::RHO.at(0)] {
        rig.write(register, 1);
    }
    let half = Pairs { points: pairs.points[..10].to_vec(), scalars: pairs.scalars[..10].to_vec() };
    for set in [&pairs, &half] {
        rig.give(0, &set.scalar_beats());
        rig.give(1, &set.point_beats());
    }
    rig.rest();
    assert_eq!((rig.packets.len(), rig.open.len()), (2, 0));
    let status = rig.status();
    assert!(!status::BUSY.is_set(status) && status::START_READY.is_set(status));
    assert_eq!(status::RUNS_DONE.get(status), 2);
}
