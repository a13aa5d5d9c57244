// SPDX-License-Identifier: Apache-2.0
//! Wrong use of the multiplication ends within bounded time in an error that says what, where and what next, and the device
//! works afterwards.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use common::wrong::{
    NOWHERE, WINDOW0, WINDOW1, assert_toy_window_full, check_msm, count_of, fails, start_kernel,
    toy,
};
use common::{on_every_card, open};
use forebay::{Bar, ForebayError};
use forebay_msm::{BUCKET_BYTES, WindowPlan, witness};
use forebay_msm_client::MsmClientError;
use forebay_regs::user::{self, msm as msm_regs};

fn more_scalars_than_bases(body: &str) {
    let device = open(body, "msm-toy");
    let (msm, bases, v) = toy(&device, 5);
    let mut scalars = v.scalars.clone();
    scalars.push([0; 32]);
    let error = fails(&device, || msm.run(&bases, &scalars));
    assert!(matches!(error, MsmClientError::LengthMismatch { points: 5, scalars: 6 }), "{error:?}");
    assert!(error.to_string().contains("5 points but 6 scalars"), "{error}");
    check_msm(&device, "unequal lengths");
}

fn a_scalar_wider_than_the_windows(body: &str) {
    let device = open(body, "msm-toy");
    let (msm, bases, mut v) = toy(&device, 5);
    v.scalars[3][31] = 0x80;
    let error = fails(&device, || msm.run(&bases, &v.scalars));
    assert!(matches!(error, MsmClientError::ScalarWidth { index: 3, bits: 12 }), "{error:?}");
    assert!(error.to_string().contains("scalar 3"), "{error}");
    check_msm(&device, "a wide scalar");
}

fn only_scalars(body: &str) {
    let device = open(body, "msm-toy");
    start_kernel(&device, 1000);
    let bytes = vec![0; 32 * 1000];
    let error = fails(&device, || device.h2c(0).unwrap().write_all_at(&bytes, WINDOW0));
    assert_toy_window_full(&error, body, 0);
    check_msm(&device, "scalars alone");
}

fn only_points(body: &str) {
    let device = open(body, "msm-toy");
    start_kernel(&device, 1000);
    let bytes = vec![0; 144 * 1000];
    let error = fails(&device, || device.h2c(0).unwrap().write_all_at(&bytes, WINDOW1));
    assert_toy_window_full(&error, body, 1);
    check_msm(&device, "points alone");
}

fn more_than_a_run_asked_for(body: &str) {
    let device = open(body, "msm-toy");
    start_kernel(&device, 2);
    let h2c = device.h2c(0).unwrap();
    let bytes = vec![0; 32 * 1000];
    let error = fails(&device, || h2c.write_all_at(&bytes, WINDOW0));
    assert_toy_window_full(&error, body, 0);
    check_msm(&device, "too many scalars");
}

fn leftovers_of_other_writers(body: &str) {
    let device = open(body, "msm-toy");
    let (msm, bases, v) = toy(&device, 9);
    device.h2c(0).unwrap().write_all_at(&[0xFF; 128], WINDOW0).unwrap();
    let error = fails(&device, || msm.run(&bases, &v.scalars));
    assert!(error.to_string().contains("stream window 0"), "{error}");
    assert!(error.to_string().contains('2'), "{error}");
    let (result, _) = msm.run(&bases, &v.scalars).unwrap();
    assert_eq!(result, v.result, "{body}");
}

fn a_read_out_larger_than_its_buffer(body: &str) {
    let device = open(body, "msm-toy");
    let c2h = device.c2h(1).unwrap();
    let whole = WindowPlan::toy().bucket_count() * BUCKET_BYTES;
    start_kernel(&device, 0);
    let mut part = vec![1; 1000];
    let moved = c2h.receive(&mut part).unwrap();
    assert_eq!((moved.bytes, moved.eop), (1000, false), "{body}");
    let mut rest = vec![1; whole];
    let moved = c2h.receive(&mut rest).unwrap();
    assert_eq!((moved.bytes, moved.eop), (whole as u64 - 1000, true), "{body}");
    assert!(part.iter().chain(&rest[..whole - 1000]).all(|byte| *byte == 0), "{body}: empty");
    // The same, and the rest is left to whoever comes next: it notices, and the run after it is right.
    start_kernel(&device, 0);
    assert_eq!(c2h.receive(&mut part).unwrap().bytes, 1000);
    let (msm, bases, v) = toy(&device, 9);
    let error = fails(&device, || msm.run(&bases, &v.scalars));
    assert!(error.to_string().contains("STATUS.BUSY"), "{error}");
    let (result, _) = msm.run(&bases, &v.scalars).unwrap();
    assert_eq!(result, v.result, "{body}");
}

fn a_start_too_many(body: &str) {
    let device = open(body, "msm-toy");
    let (msm, bases, v) = toy(&device, 9);
    let before = count_of(&device, "mmio_errors");
    start_kernel(&device, 5);
    start_kernel(&device, 6);
    let status = device.read32(Bar::User, user::MSM.base() + msm_regs::STATUS).unwrap();
    start_kernel(&device, 7);
    start_kernel(&device, 8);
    assert!(msm_regs::status::BUSY.is_set(status), "{body}");
    let refused = count_of(&device, "mmio_errors") - before;
    // One computes, one is queued; a card that has not taken up the first yet may refuse one more.
    assert!((2..=3).contains(&refused), "{body}: {refused} refused");
    assert_eq!(device.describe(false).unwrap().last_bad.mmio, 0x1000, "{body}");
    let error = fails(&device, || msm.run(&bases, &v.scalars));
    assert!(
        matches!(error, MsmClientError::Device(ForebayError::RegisterWait { .. })),
        "{error:?}"
    );
    assert!(error.to_string().contains("STATUS.BUSY before a batch still reads"), "{error}");
    check_msm(&device, "starts without data");
    // One run that somebody has started would take the input of the next.
    start_kernel(&device, 5);
    let error = fails(&device, || msm.run(&bases, &v.scalars));
    assert!(
        matches!(error, MsmClientError::Device(ForebayError::RegisterWait { .. })),
        "{error:?}"
    );
    check_msm(&device, "a start without data");
}

fn counters_clear_when_read_so(body: &str) {
    let device = open(body, "msm-toy");
    let (msm, bases, v) = toy(&device, 20);
    let (result, _) = msm.run(&bases, &v.scalars).unwrap();
    assert_eq!(result, v.result, "{body}");
    let adds = count_of(&device, "msm_adds");
    assert!(adds > 0);
    let error = device.h2c(0).unwrap().write_all_at(&[0; 4], NOWHERE).unwrap_err();
    assert!(matches!(error, ForebayError::Engine { .. }), "{error:?}");
    let before = device.describe(true).unwrap();
    let value = |name: &str| before.counters.iter().find(|c| c.name == name).unwrap().value;
    assert_eq!(value("msm_adds"), adds, "{body}");
    assert_eq!((value("msm_pairs"), value("msm_runs")), (20, 1), "{body}");
    assert_eq!((value("window0_beats_in"), value("window1_beats_out")), (10, 45), "{body}");
    assert_eq!(before.last_bad.card, NOWHERE, "{body}");
    assert!(before.streams.iter().all(|stream| stream.high_water > 0), "{body}");
    let after = device.describe(false).unwrap();
    for counter in &after.counters {
        assert!(counter.value == 0 || counter.name == "mmio_reads", "{body}: {counter:?}");
    }
    assert_eq!(after.last_bad.card, 0, "{body}");
    assert!(after.streams.iter().all(|stream| stream.high_water == 0), "{body}");
    assert_eq!(after.counters.len(), before.counters.len());
    let progress = |description: &forebay::Description| description.plugs[1].progress;
    assert!(
        progress(&before) > 0 && progress(&after) == progress(&before),
        "{body}: not a counter"
    );
    let sum = witness::msm(&v.points, &v.scalars).unwrap();
    assert_eq!(msm.run(&bases, &v.scalars).unwrap().0, sum, "{body}");
}

on_every_card!(
    more_scalars_than_bases,
    a_scalar_wider_than_the_windows,
    only_scalars,
    only_points,
    more_than_a_run_asked_for,
    leftovers_of_other_writers,
    a_read_out_larger_than_its_buffer,
    a_start_too_many,
    counters_clear_when_read_so,
);
