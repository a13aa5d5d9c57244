// SPDX-License-Identifier: Apache-2.0
//! `forebay capture`: what is recorded is what was made, wherever the recording ends.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::{Outcome, forebay};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

/// Buffers that a test has filled soon.
const SMALL: [&str; 4] = ["--buffers", "8", "--buffer-bytes", "16384"];

fn capture(card: &str, out: &Path, options: &[&str]) -> Outcome {
    let out = out.to_str().unwrap();
    forebay(&[&["capture", "--card", card, "--out", out, "--json"], &SMALL[..], options].concat())
}

fn check(name: &Path) -> Outcome {
    forebay(&["capture", "--check", name.to_str().unwrap(), "--json"])
}

fn meta(name: &Path) -> Value {
    serde_json::from_slice(&fs::read(name.with_extension("sigmf-meta")).unwrap()).unwrap()
}

fn names(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).unwrap();
    let mut all: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    all.sort();
    all
}

/// A folder, and a recording to be in it.
fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("ramp.sigmf");
    (folder, out)
}

fn a_ramp_is_recorded_and_found_in_order(card: &str, samples: u64) {
    let (folder, out) = place();
    let wanted = samples.to_string();
    for channels in [1_u32, 2, 4] {
        let out = out.with_file_name(format!("ramp{channels}.sigmf"));
        let count = channels.to_string();
        let options = ["--rate", "20M", "--samples", &wanted, "--channels", &count];
        let told = capture(card, &out, &[&options[..], &["--burst"]].concat());
        assert_eq!(told.code, 0, "{}", told.err);
        let told = told.json();
        assert_eq!((&told["recorded"], &told["lost"]), (&samples.into(), &0.into()), "{told}");
        assert_eq!(told["source"]["produced"], samples, "{told}");
        let checked = check(&out);
        assert_eq!(checked.code, 0, "{}", checked.err);
        assert_eq!(checked.json()["samples"], samples);
        assert_eq!(checked.json()["gaps"], 0);
        let size = fs::metadata(out.with_extension("sigmf-data")).unwrap().len();
        assert_eq!(size, samples * 4 * u64::from(channels));
        assert_eq!(meta(&out)["captures"].as_array().unwrap().len(), 1);
    }
    assert_eq!(names(&folder).len(), 6);
}

#[test]
fn a_ramp_is_recorded_and_found_in_order_fast() {
    a_ramp_is_recorded_and_found_in_order("fast", 100_000);
}

#[test]
fn a_ramp_is_recorded_and_found_in_order_rtl() {
    a_ramp_is_recorded_and_found_in_order("rtl", 2000);
}

/// Four channels of a sample every other cycle are more than buffers of so few bytes take: gaps are told, and everything is in its place.
#[test]
fn gaps_are_where_they_are_told_and_nowhere_else() {
    let (_folder, out) = place();
    let tiny = ["--buffers", "2", "--buffer-bytes", "64"];
    let options = ["--rate", "125M", "--samples", "60000", "--channels", "4"];
    let name = out.to_str().unwrap();
    let card = ["capture", "--card", "fast:radio", "--json", "--out", name];
    let told = forebay(&[&card[..], &options, &tiny].concat());
    assert_eq!(told.code, 0, "{}", told.err);
    let told = told.json();
    let checked = check(&out);
    assert_eq!(checked.code, 0, "{}", checked.err);
    let checked = checked.json();
    assert!(checked["gaps"].as_u64().unwrap() > 1, "{checked}");
    assert_eq!((&checked["samples"], &checked["lost"]), (&60_000.into(), &told["lost"]));
    // One that is told a sample later is none.
    let file = out.with_extension("sigmf-meta");
    let mut spoiled = meta(&out);
    let start = &mut spoiled["captures"][1]["core:sample_start"];
    *start = (start.as_u64().unwrap() + 1).into();
    fs::write(&file, spoiled.to_string()).unwrap();
    check(&out).failed(5, &["a sample is wrong, or a gap is not told"]);
}

#[test]
fn packets_of_channels_are_recordings_of_their_own() {
    for channels in ["1", "3"] {
        let (folder, out) = place();
        let options = ["--rate", "2M", "--samples", "5000", "--packets", "--channels", channels];
        let told = capture("fast", &out, &options);
        assert_eq!(told.code, 0, "{}", told.err);
        let names = names(&folder);
        assert_eq!(names.len(), 2 * channels.parse::<usize>().unwrap(), "{names:?}");
        for name in names.iter().filter(|name| name.ends_with("-meta")) {
            let checked = check(&folder.path().join(name));
            assert_eq!(checked.code, 0, "{}", checked.err);
            assert_eq!(checked.json()["samples"], 5000);
        }
    }
}

#[test]
fn what_cannot_be_captured_is_refused_and_leaves_no_file() {
    let (folder, out) = place();
    for (options, code, parts) in [
        (&["--rate", "1"][..], 2, &["0.989", "nearest"][..]),
        (&["--rate", "126M"], 2, &["125000000"]),
        (&["--rate", "1M", "--channels", "3"], 2, &["channels", "1, 2 or 4"]),
        (&["--rate", "1M", "--buffer-bytes", "100"], 2, &["multiple of 64"]),
        (&["--rate", "1M", "--packets", "--overrun", "overwrite"], 2, &["leave one of them out"]),
        (&["--rate", "1M", "--at", "0"], 4, &["nothing was captured"]),
    ] {
        let name = out.to_str().unwrap();
        let all = ["capture", "--samples", "10", "--out", name];
        forebay(&[&all[..], options].concat()).failed(code, parts);
        assert!(names(&folder).is_empty(), "{options:?}");
    }
    let wrong = ["capture", "--card", "fast:loopback", "--rate", "1M", "--samples", "1", "--out"];
    forebay(&[&wrong[..], &[out.to_str().unwrap()]].concat()).failed(4, &["signal source"]);
    check(&out).failed(3, &["ramp.sigmf-meta"]);
}

#[test]
fn a_recording_begins_at_the_hardware_time_that_was_asked_for() {
    let (_folder, out) = place();
    let told = capture("fast", &out, &["--rate", "1M", "--samples", "500", "--at", "0.002"]);
    assert_eq!(told.code, 0, "{}", told.err);
    assert_eq!(meta(&out)["captures"][0]["forebay:time"], 500_000);
    assert_eq!(check(&out).json()["samples"], 500);
}

/// So many bytes of the file system at most, which the child takes over.
fn with_limit(kib: u32, out: &Path) -> Outcome {
    let forebay = env!("CARGO_BIN_EXE_forebay");
    let name = out.to_str().unwrap();
    let command = format!(
        "ulimit -f {kib}; exec {forebay} capture --rate 20M --samples 10000000 --out {name} {}",
        SMALL.join(" ")
    );
    let output = Command::new("bash").args(["-c", &command]).output().unwrap();
    Outcome {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn a_file_that_may_not_grow_leaves_a_valid_recording_up_to_there() {
    let (folder, out) = place();
    with_limit(1000, &out).failed(1, &["ramp.sigmf-data", "is valid"]);
    let checked = check(&out);
    assert_eq!(checked.code, 0, "{}", checked.err);
    assert_eq!(checked.json()["samples"], 1000 * 1024 / 4);
    assert_eq!(names(&folder), ["ramp.sigmf-data", "ramp.sigmf-meta"]);
}

/// It is stopped in its middle, by what Ctrl-C sends.
#[test]
fn ctrl_c_leaves_a_valid_recording() {
    let (folder, out) = place();
    let name = out.to_str().unwrap();
    let options = ["capture", "--rate", "100k", "--seconds", "100000", "--out", name];
    let mut child = Command::new(env!("CARGO_BIN_EXE_forebay"))
        .args([&options[..], &SMALL].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let data = out.with_extension("sigmf-data");
    let began = std::time::Instant::now();
    while fs::metadata(&data).map_or(0, |data| data.len()) < 100_000 {
        assert!(began.elapsed().as_secs() < 60 && child.try_wait().unwrap().is_none());
        std::thread::yield_now();
    }
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let checked = check(&out);
    assert_eq!(checked.code, 0, "{}", checked.err);
    assert!(checked.json()["samples"].as_u64().unwrap() >= 25_000);
    assert_eq!(names(&folder), ["ramp.sigmf-data", "ramp.sigmf-meta"]);
}
