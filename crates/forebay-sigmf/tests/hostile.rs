// SPDX-License-Identifier: Apache-2.0
//! Recordings that somebody has cut, told wrongly or named so that they cannot be: which sample it is, and no file is left behind.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use std::fs;
use std::path::Path;
use std::time::Duration;

use forebay_sigmf::{Files, Global, Recorder, SAMPLE_BYTES, SigmfError, Start, check_ramp};
use serde_json::{Value, json};
use tempfile::TempDir;

const CHANNELS: u32 = 2;
const FRAME: u64 = CHANNELS as u64 * SAMPLE_BYTES;
/// Where the second segment begins, and how many samples there are.
const SECOND: u64 = 40;
const SAMPLES: u64 = 100;

fn samples(numbers: std::ops::Range<u64>) -> Vec<u8> {
    let words = numbers.flat_map(|number| (0..CHANNELS).map(move |channel| (number, channel)));
    words
        .flat_map(|(number, channel)| {
            (channel << 28 | u32::try_from(number).unwrap()).to_le_bytes()
        })
        .collect()
}

/// A recording of two segments, with a gap of ten samples between them.
fn recorded(folder: &TempDir) -> Files {
    let files = Files::of(&folder.path().join("ramp.sigmf"));
    let mut recorder = Recorder::create(files.clone(), Global::new(1e6, CHANNELS)).unwrap();
    for (index, numbers) in [(0, 0..SECOND), (SECOND + 10, SECOND + 10..SAMPLES + 10)] {
        let since_epoch = Duration::from_secs(1_700_000_000);
        recorder.segment(&Start { global_index: index, since_epoch, time: index }).unwrap();
        recorder.write(&samples(numbers)).unwrap();
    }
    assert_eq!(recorder.finish().unwrap().samples, SAMPLES);
    assert_eq!(check_ramp(&files).unwrap().samples, SAMPLES);
    files
}

#[test]
fn a_recording_that_was_cut_says_behind_which_sample() {
    let folder = tempfile::tempdir().unwrap();
    let files = recorded(&folder);
    let whole = fs::read(files.data()).unwrap();
    for bytes in (0..whole.len() as u64).step_by(3) {
        fs::write(files.data(), &whole[..usize::try_from(bytes).unwrap()]).unwrap();
        let error = check_ramp(&files).unwrap_err();
        let SigmfError::Cut { sample, .. } = error else { panic!("{bytes} bytes: {error}") };
        assert_eq!(sample, bytes / FRAME, "{bytes} bytes");
    }
    // One that is longer is not what was recorded, either.
    for more in [1, FRAME] {
        let longer = [&whole[..], &vec![0; usize::try_from(more).unwrap()]].concat();
        fs::write(files.data(), longer).unwrap();
        assert!(check_ramp(&files).is_err(), "{more} bytes more");
    }
}

#[test]
fn every_bit_of_a_sample_counts() {
    let folder = tempfile::tempdir().unwrap();
    let files = recorded(&folder);
    let whole = fs::read(files.data()).unwrap();
    for bit in (0..whole.len() * 8).step_by(7) {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(files.data(), bytes).unwrap();
        let error = check_ramp(&files).unwrap_err();
        let SigmfError::Sample { sample, segment, .. } = error else {
            panic!("bit {bit}: {error}")
        };
        assert_eq!(sample, bit as u64 / 8 / FRAME);
        assert_eq!(segment, usize::from(sample >= SECOND));
    }
}

#[test]
fn numbers_that_cannot_be_are_told_by_their_segment() {
    const MOST: u64 = u64::MAX;
    let folder = tempfile::tempdir().unwrap();
    let files = recorded(&folder);
    let good: Value = serde_json::from_slice(&fs::read(files.meta()).unwrap()).unwrap();
    let check = |spoil: &dyn Fn(&mut Value)| {
        let mut meta = good.clone();
        spoil(&mut meta);
        fs::write(files.meta(), meta.to_string()).unwrap();
        check_ramp(&files).unwrap_err()
    };
    for (segment, field, value) in [
        (0, "core:global_index", json!(MOST)),
        (0, "core:global_index", json!(MOST - SECOND + 1)),
        (1, "core:global_index", json!(MOST)),
        (1, "core:global_index", json!(MOST - 59)),
        (1, "core:global_index", json!(SECOND)),
        (0, "core:sample_start", json!(1)),
        (0, "core:sample_start", json!(MOST)),
        (1, "core:sample_start", json!(0)),
    ] {
        let error = check(&|meta| meta["captures"][segment][field] = value.clone());
        let named = matches!(error, SigmfError::Segment { segment: told, .. } if told == segment || value == 0);
        assert!(named, "{segment} {field} {value}: {error}");
    }
    for value in [101, MOST] {
        let error = check(&|meta| meta["captures"][1]["core:sample_start"] = value.into());
        let SigmfError::Cut { sample, .. } = error else { panic!("{value}: {error}") };
        assert_eq!(sample, SAMPLES);
    }
    for (field, value) in [
        ("core:num_channels", json!(0)),
        ("core:num_channels", json!(u32::MAX)),
        ("forebay:channel", json!(u32::MAX)),
        ("forebay:channel", json!(15)),
    ] {
        let error = check(&|meta| meta["global"][field] = value.clone());
        let kind = matches!(error, SigmfError::Kind { .. } | SigmfError::Cut { .. });
        assert!(kind, "{field} {value}: {error}");
    }
    // A file that has more than samples, or none of them.
    for (place, field, value) in [
        ("global", "core:dataset", json!("other.bin")),
        ("global", "core:metadata_only", json!(true)),
        ("global", "core:trailing_bytes", json!(8)),
        ("segment", "core:header_bytes", json!(16)),
    ] {
        let error = check(&|meta| match place {
            "global" => meta["global"][field] = value.clone(),
            _ => meta["captures"][1][field] = value.clone(),
        });
        let SigmfError::Kind { what, .. } = &error else { panic!("{field}: {error}") };
        assert!(what.contains(&format!("{field} is {value}")), "{error}");
    }
    for wrong in [json!(-1), json!(1.5), json!("1"), json!(null)] {
        let error = check(&|meta| meta["captures"][1]["core:sample_start"] = wrong.clone());
        assert!(matches!(error, SigmfError::Syntax { .. }), "{wrong}: {error}");
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// The hidden files have longer names than the recording's: what cannot be made in the end is not begun.
#[test]
fn what_cannot_be_made_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let create =
        |name: &str| Recorder::create(Files::of(&folder.path().join(name)), Global::new(1e6, 1));
    for length in 230..256 {
        let name = "n".repeat(length);
        match create(&name) {
            Ok(recorder) => {
                recorder.finish().unwrap();
                let files = Files::of(&folder.path().join(&name));
                fs::remove_file(files.data()).unwrap();
                fs::remove_file(files.meta()).unwrap();
            }
            Err(error) => assert!(matches!(error, SigmfError::File { .. }), "{error}"),
        }
        assert!(names(folder.path()).is_empty(), "{length}: {:?}", names(folder.path()));
    }
    let missing = create("nowhere/ramp").unwrap_err().to_string();
    assert!(missing.contains("make the folder"), "{missing}");
    for name in ["", ".", "..", "/", "below/.."] {
        let error = Recorder::create(Files::of(Path::new(name)), Global::new(1e6, 1)).unwrap_err();
        assert!(matches!(error, SigmfError::Name { .. }), "`{name}`: {error}");
    }
    assert!(names(folder.path()).is_empty());
}

#[test]
fn names_of_any_letters_are_names() {
    for name in ["日本語 ramp", "-", "a b", "ä.sigmf-data", "%s%n", ".hidden"] {
        let folder = tempfile::tempdir().unwrap();
        let files = Files::of(&folder.path().join(name));
        Recorder::create(files.clone(), Global::new(1e6, 1)).unwrap().finish().unwrap();
        assert_eq!(names(folder.path()).len(), 2, "{name}");
        assert_eq!(check_ramp(&files).unwrap().samples, 0, "{name}");
    }
}
