// SPDX-License-Identifier: Apache-2.0
//! `forebay capture` for who types nonsense, has no room, or wants it to end now: what is recorded is valid, and what is not is refused with its place.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};

use common::{Outcome, forebay};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use signal_hook::consts::{SIGINT, SIGTERM};
use tempfile::TempDir;

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut all: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    all.sort();
    all
}

fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("ramp.sigmf");
    (folder, out)
}

fn check(name: &Path) -> Outcome {
    forebay(&["capture", "--check", name.to_str().unwrap(), "--json"])
}

#[test]
fn times_that_are_none_are_refused_and_leave_no_file() {
    let (folder, out) = place();
    let name = out.to_str().unwrap();
    for option in ["--seconds", "--at"] {
        for value in ["nan", "inf", "-1", "-0.1", "", "1s", "1e999"] {
            let length = if option == "--at" { "--samples=10" } else { "--channels=1" };
            let time = format!("{option}={value}");
            let told = forebay(&["capture", "--rate", "1M", "--out", name, length, &time]);
            assert_eq!(told.code, 2, "{option} {value}: {}{}", told.out, told.err);
            assert!(told.err.contains(option), "{option} {value}: {}", told.err);
        }
    }
    for value in ["nan", "inf", "-1", ""] {
        let time = format!("--at={value}");
        let told = forebay(&["transmit", "--wave=ramp", "--samples=10", "--rate=1M", &time]);
        assert_eq!(told.code, 2, "transmit {time}: {}{}", told.out, told.err);
        assert!(told.err.contains("--at"), "{}", told.err);
    }
    for (options, words) in [
        (&["--seconds=0"][..], "--seconds"),
        (&["--seconds=1e300"], "2^48"),
        (&["--samples=0"], "--samples"),
        (&["--samples=281474976710656"], "--samples"),
        (&["--samples=1", "--channels=0"], "channels"),
        (&["--samples=1", "--channels=4294967295"], "channels"),
        (&["--samples=1", "--buffers=0"], "buffers"),
        (&["--samples=1", "--buffers=1", "--overrun=overwrite"], "buffers"),
        (&["--samples=1", "--buffer-bytes=0"], "64"),
    ] {
        let told = forebay(&[&["capture", "--rate", "1M", "--out", name][..], options].concat());
        assert_eq!(told.code, 2, "{options:?}: {}{}", told.out, told.err);
        assert!(told.err.contains(words), "{options:?}: {}", told.err);
    }
    for rate in ["nan", "inf", "-1M", "0", "M", "1e400", "1e300G", "40MM", "", "0x10"] {
        let rate = format!("--rate={rate}");
        let told = forebay(&["capture", &rate, "--samples=10", "--out", name]);
        assert_eq!(told.code, 2, "{rate}: {}{}", told.out, told.err);
    }
    assert!(names(folder.path()).is_empty(), "{:?}", names(folder.path()));
}

/// More buffers than memory has pages, of so few bytes that their sum would fit.
#[test]
fn buffers_are_counted_by_the_pages_that_they_take() {
    let (folder, out) = place();
    let name = out.to_str().unwrap();
    let many = ["--buffers=100000000", "--buffer-bytes=64"];
    let options = ["capture", "--rate=1M", "--samples=10", "--out", name];
    forebay(&[&options[..], &many].concat()).failed(4, &["more memory than there is"]);
    assert!(names(folder.path()).is_empty());
}

#[test]
fn names_that_cannot_be_are_refused_and_the_others_left_alone() {
    let (folder, out) = place();
    let capture = |name: &Path, options: &[&str]| {
        let base =
            ["capture", "--rate=1M", "--samples=1000", "--burst", "--out", name.to_str().unwrap()];
        forebay(&[&base[..], options].concat())
    };
    for name in [".", "..", "/"] {
        capture(Path::new(name), &[]).failed(2, &["no name"]);
    }
    capture(&folder.path().join("nowhere/ramp"), &[]).failed(1, &["make the folder"]);
    fs::create_dir(folder.path().join("ramp.sigmf-data")).unwrap();
    capture(&out, &[]).failed(1, &["ramp.sigmf-data", "choose another name"]);
    assert_eq!(names(folder.path()), ["ramp.sigmf-data"]);
    // The files of one channel are there: none of the others is left behind.
    fs::write(folder.path().join("three-1.sigmf-meta"), "mine").unwrap();
    let three = folder.path().join("three.sigmf");
    capture(&three, &["--packets", "--channels=3"]).failed(1, &["three-1", "choose another name"]);
    assert_eq!(names(folder.path()), ["ramp.sigmf-data", "three-1.sigmf-meta"]);
    assert_eq!(fs::read(folder.path().join("three-1.sigmf-meta")).unwrap(), b"mine");
    let odd = folder.path().join("größe 日本.sigmf");
    assert_eq!(capture(&odd, &[]).code, 0);
    assert_eq!(check(&odd).json()["samples"], 1000);
}

/// A file system of so many bytes, as long as it is held.
struct Small(TempDir);

impl Small {
    /// None for who may not mount one.
    fn mount(bytes: u32) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let size = format!("size={bytes}");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &size, "tmpfs"])
            .arg(folder.path())
            .stderr(Stdio::null())
            .status();
        mounted.is_ok_and(|status| status.success()).then(|| Self(folder))
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).status();
    }
}

/// Of each size a disk is full somewhere else: in samples, in the room for metadata, in a file of several.
#[test]
fn a_full_disk_leaves_valid_recordings_up_to_there() {
    for kib in [1_u32, 4, 60, 72, 76, 200, 1000] {
        let Some(small) = Small::mount(kib << 10) else { return };
        let out = small.0.path().join("ramp.sigmf");
        for (options, recordings) in [
            (&["--rate=125M", "--channels=4", "--buffers=2", "--buffer-bytes=64"][..], &[""][..]),
            (&["--rate=20M", "--buffers=8", "--buffer-bytes=16384"], &[""]),
            (
                &["--rate=2M", "--packets", "--channels=3", "--buffers=8", "--buffer-bytes=16384"],
                &["-0", "-1", "-2"],
            ),
        ] {
            // A card that loses most of what it makes takes long to fill a disk.
            if options.contains(&"--buffer-bytes=64") && kib > 100 {
                continue;
            }
            let all = ["capture", "--json", "--samples=100000000", "--out", out.to_str().unwrap()];
            let told = forebay(&[&all[..], options].concat());
            assert_eq!(told.code, 1, "{kib} KiB {options:?}: {}{}", told.out, told.err);
            assert!(told.err.contains("make room"), "{kib} KiB: {}", told.err);
            let left = names(small.0.path());
            for recording in recordings {
                let name = small.0.path().join(format!("ramp{recording}.sigmf"));
                if left.is_empty() {
                    continue;
                }
                let checked = check(&name);
                assert_eq!(checked.code, 0, "{kib} KiB {options:?} {left:?}: {}", checked.err);
            }
            assert!(left.iter().all(|name| !name.starts_with('.')), "{kib} KiB: {left:?}");
            assert!(left.is_empty() || left.len() == 2 * recordings.len(), "{kib} KiB: {left:?}");
            for name in left {
                fs::remove_file(small.0.path().join(name)).unwrap();
            }
        }
    }
}

/// What is begun from now on is begun with the signals' own ways. In the background of a shell Ctrl-C is ignored, and what is begun
/// there ignores it, too, until it says otherwise: one that comes before is nobody's.
fn ignore_no_signal() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for signal in [SIGINT, SIGTERM] {
            let always = Arc::new(AtomicBool::new(true));
            signal_hook::flag::register_conditional_default(signal, always).unwrap();
        }
    });
}

/// A recording that goes on until somebody ends it.
fn endless(out: &Path, options: &[&str]) -> Child {
    ignore_no_signal();
    Command::new(env!("CARGO_BIN_EXE_forebay"))
        .args(["capture", "--json", "--seconds=100000", "--out", out.to_str().unwrap()])
        .args(options)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

const SLOW: [&str; 3] = ["--rate=100k", "--buffers=8", "--buffer-bytes=16384"];

/// Waits until a child has written so many bytes.
fn until_written(child: &mut Child, data: &Path, bytes: u64) {
    let began = Instant::now();
    while fs::metadata(data).map_or(0, |data| data.len()) < bytes {
        assert!(began.elapsed().as_secs() < 60 && child.try_wait().unwrap().is_none());
        std::thread::yield_now();
    }
}

/// What a child has said when it has ended, which it does soon.
fn ended(mut child: Child) -> Output {
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        let late = began.elapsed().as_secs() > 60;
        if late {
            child.kill().unwrap();
        }
        assert!(!late, "it goes on for a minute behind the signal");
        std::thread::yield_now();
    }
    child.wait_with_output().unwrap()
}

/// Samples are being lost when it ends: of one segment each, of packets, and where the oldest are used again.
#[test]
fn ctrl_c_in_the_middle_of_losses_leaves_valid_recordings() {
    let tiny = ["--rate=125M", "--buffers=2", "--buffer-bytes=64"];
    for (options, recordings) in [
        (&["--channels=4"][..], &[""][..]),
        (&["--channels=4", "--overrun=overwrite"], &[""]),
        (&["--channels=4", "--packets"], &["-0", "-1", "-2", "-3"]),
    ] {
        let (folder, out) = place();
        let mut child = endless(&out, &[&tiny[..], options].concat());
        let names_of = |ending: &str| -> Vec<_> {
            let name = |one| folder.path().join(format!("ramp{one}.sigmf{ending}"));
            recordings.iter().map(name).collect()
        };
        until_written(&mut child, &names_of("-data")[0], 10_000);
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        let ended = ended(child);
        assert_eq!(
            ended.status.code(),
            Some(130),
            "{options:?}: {}",
            String::from_utf8_lossy(&ended.stderr)
        );
        for name in names_of("") {
            let checked = check(&name);
            assert_eq!(checked.code, 0, "{options:?}: {}", checked.err);
        }
        let told: Value = serde_json::from_slice(&ended.stdout).unwrap();
        assert!(told["source"]["lost"].as_u64().unwrap() > 0, "{options:?}: {told}");
    }
}

/// Whenever a signal comes the program ends with its code, and what it has written is valid, or there is nothing.
#[test]
fn a_signal_at_any_moment_leaves_a_valid_recording_or_none() {
    for (number, signal) in [Signal::INT, Signal::TERM].into_iter().cycle().take(40).enumerate() {
        let (folder, out) = place();
        let child = endless(&out, &SLOW);
        let began = Instant::now();
        while began.elapsed() < Duration::from_micros(700) * u32::try_from(number).unwrap() {
            std::hint::spin_loop();
        }
        kill_process(Pid::from_child(&child), signal).unwrap();
        let ended = ended(child);
        match ended.status.code() {
            Some(code) => {
                assert_eq!(code, 130, "{number}: {}", String::from_utf8_lossy(&ended.stderr));
                let checked = check(&out);
                assert_eq!(checked.code, 0, "{number}: {}", checked.err);
                assert_eq!(
                    names(folder.path()),
                    ["ramp.sigmf-data", "ramp.sigmf-meta"],
                    "{number}"
                );
            }
            // It had not begun.
            None => {
                assert!(names(folder.path()).is_empty(), "{number}: {:?}", names(folder.path()));
            }
        }
    }
}

/// The second one does not wait; what is there says that it is empty, or is valid.
#[test]
fn a_second_signal_ends_it_at_once() {
    let (folder, out) = place();
    let mut child = endless(&out, &SLOW);
    until_written(&mut child, &out.with_extension("sigmf-data"), 100_000);
    for _ in 0..2 {
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let meta = fs::read(out.with_extension("sigmf-meta")).unwrap();
    let meta: Value = serde_json::from_slice(&meta).unwrap();
    assert_eq!(meta["global"]["core:datatype"], "ci16_le");
    assert!(names(folder.path()).len() >= 2);
}

/// A device that is at its end, and a pipe that nobody reads.
#[test]
fn what_is_told_to_nobody_is_recorded_all_the_same() {
    let (_folder, out) = place();
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let status = Command::new(env!("CARGO_BIN_EXE_forebay"))
        .args(["capture", "--rate=1M", "--samples=1000", "--burst"])
        .args(["--out", out.to_str().unwrap()])
        .stdout(full)
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert!(!status.success());
    assert_eq!(check(&out).json()["samples"], 1000);
}
