// SPDX-License-Identifier: Apache-2.0
//! What `forebay msm` says of input that it cannot use names what is wrong with it and what would be right.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::io::Write as _;
use std::process::{Command, Stdio};

use common::{Files, stray_point, text};
use forebay_msm::formats::write_scalars;

#[test]
fn a_width_without_a_plan_is_a_wrong_argument_and_the_right_ones_are_named() {
    let files = Files::random(4);
    for (card, widths, wrong) in [
        ("fast:msm", "4 to 16", [0, 3, 17, u32::MAX]),
        ("fast:msm1", "4 to 18", [0, 1, 3, 19]),
        ("fast:msm-toy", "4 to 7", [2, 3, 8, 16]),
        ("fast:msm1-toy", "4 to 7", [2, 3, 8, 40]),
    ] {
        for bits in wrong.map(|bits| bits.to_string()) {
            let outcome = files.msm(&["--card", card, "--window-bits", &bits]);
            outcome.failed(2, &[&format!("windows of {bits} bits"), widths]);
        }
        let ends = widths.split_once(" to ").unwrap();
        for bits in [ends.0, ends.1] {
            let outcome = files.msm(&["--card", card, "--window-bits", bits, "--verify"]);
            assert_eq!(outcome.code, 0, "{card}, {bits} bits: {}", outcome.err);
        }
    }
}

#[test]
fn what_is_no_file_with_a_size_is_said_to_be_none() {
    let files = Files::random(4);
    let (points, scalars) = (files.points_path(), files.scalars_path());
    for (points, scalars) in [("/dev/stdin", text(&scalars)), (text(&points), "/dev/stdin")] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_forebay"))
            .args(["msm", "--card", "fast:msm-toy", "--points", points, "--scalars", scalars])
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Nobody may want it.
        let _ = child.stdin.take().unwrap().write_all(&[0; 32]);
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{err}");
        assert!(err.contains("/dev/stdin is no regular file"), "{err}");
    }
}

#[test]
fn an_arkworks_vector_of_scalars_is_known_by_its_count() {
    let files = Files::random(20);
    write_scalars(&files.scalars_path(), &files.scalars, true).unwrap();
    for more in [&[][..], &["--count", "3"], &["--reduce"], &["--scalars-montgomery"]] {
        files.msm(more).failed(3, &["/scalars: ", "20 scalars", "--scalars-ark"]);
    }
    assert_eq!(files.msm(&["--scalars-ark", "--verify"]).code, 0);
    // A byte less is not what its count says.
    Files::edit(&files.scalars_path(), |bytes| bytes.truncate(8 + 19 * 32));
    files.msm(&[]).failed(3, &["/scalars: ", "truncated"]);
}

#[test]
fn points_that_nobody_has_checked_are_the_first_suspects() {
    let mut files = Files::random(20);
    files.points.fill(stray_point());
    files.write();
    let outcome = files.msm(&["--trust-points", "--verify"]);
    outcome.failed(5, &["differs from arkworks", "without --trust-points"]);
    Files::edit(&files.points_path(), |bytes| bytes[8 + 13 * 96] ^= 1);
    let outcome = files.msm(&["--trust-points"]);
    outcome.failed(4, &["of a run is no point of the curve", "points are on the curve"]);
    assert!(!outcome.err.contains("bucket"), "no bucket has left the card: {}", outcome.err);
}
