// SPDX-License-Identifier: Apache-2.0
//! Recordings of ramps are written, and found in order; or not, where they are spoiled.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use serde_json::Value;
use tempfile::TempDir;

use super::*;
use crate::check::ramp;
use crate::{Checked, check_ramp};

fn samples(numbers: impl IntoIterator<Item = u64>, channels: u32) -> Vec<u8> {
    let all =
        numbers.into_iter().flat_map(|number| (0..channels).map(move |one| ramp(one, number)));
    all.flat_map(u32::to_le_bytes).collect()
}

fn start(global_index: u64) -> Start {
    let since_epoch = Duration::new(1_700_000_000, 5) + Duration::from_micros(global_index);
    Start { global_index, since_epoch, time: 250 * global_index }
}

fn record(folder: &TempDir, channels: u32) -> Recorder {
    let files = Files::of(&folder.path().join("ramp.sigmf"));
    Recorder::create(files, Global::new(1e6, channels)).unwrap()
}

/// A recording with a gap ahead of everything, and one in the middle.
fn with_gaps(folder: &TempDir, channels: u32) -> Files {
    let mut recorder = record(folder, channels);
    recorder.segment(&start(0)).unwrap();
    recorder.segment(&start(7)).unwrap();
    recorder.write(&samples(7..1000, channels)).unwrap();
    recorder.segment(&start(2000)).unwrap();
    recorder.write(&samples(2000..2010, channels)).unwrap();
    recorder.write(&samples(2010..2500, channels)).unwrap();
    recorder.segment(&start(9999)).unwrap();
    let summary = recorder.finish().unwrap();
    assert_eq!((summary.samples, summary.segments), (1493, 2));
    Files::of(&summary.meta)
}

#[test]
fn what_is_recorded_is_found_and_said_as_the_format_has_it() {
    for channels in [1, 2, 4] {
        let folder = tempfile::tempdir().unwrap();
        let files = with_gaps(&folder, channels);
        assert_eq!(check_ramp(&files).unwrap(), Checked { samples: 1493, gaps: 2, lost: 1007 });
        let meta: Value = serde_json::from_slice(&fs::read(files.meta()).unwrap()).unwrap();
        assert_eq!(meta["global"]["core:datatype"], "ci16_le");
        assert_eq!(meta["global"]["core:sample_rate"], 1e6);
        assert_eq!(meta["global"]["core:num_channels"], channels);
        let captures = meta["captures"].as_array().unwrap();
        let of = |field: &str| captures.iter().map(|one| one[field].clone()).collect::<Vec<_>>();
        assert_eq!(of("core:sample_start"), [0, 993]);
        assert_eq!(of("core:global_index"), [7, 2000]);
        assert_eq!(of("forebay:time"), [1750, 500_000]);
        let times = ["2023-11-14T22:13:20.000007005Z", "2023-11-14T22:13:20.002000005Z"];
        assert_eq!(of("core:datetime"), times);
        let mut names: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["ramp.sigmf-data", "ramp.sigmf-meta"]);
    }
}

#[test]
fn part_of_a_sample_is_cut_off_and_a_recording_that_was_left_alone_is_valid() {
    let folder = tempfile::tempdir().unwrap();
    let mut recorder = record(&folder, 2);
    let files = recorder.files.clone();
    assert_eq!(check_ramp(&files).unwrap(), Checked::default());
    recorder.segment(&start(0)).unwrap();
    recorder.write(&samples(0..10, 2)[..77]).unwrap();
    assert_eq!(recorder.finish().unwrap().samples, 9);
    assert_eq!(check_ramp(&files).unwrap(), Checked { samples: 9, gaps: 0, lost: 0 });
}

#[test]
fn what_is_there_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let files = with_gaps(&folder, 1);
    let before = fs::read(files.data()).unwrap();
    let error = Recorder::create(files.clone(), Global::new(1.0, 1)).unwrap_err();
    assert!(error.to_string().contains("choose another name"), "{error}");
    assert_eq!(fs::read(files.data()).unwrap(), before);
}

#[test]
fn one_wrong_bit_anywhere_is_found_and_so_is_a_gap_that_is_not_one() {
    let folder = tempfile::tempdir().unwrap();
    let files = with_gaps(&folder, 1);
    let good = fs::read(files.data()).unwrap();
    for at in [0, 5, 993 * 4 - 1, 993 * 4, good.len() - 1] {
        let mut bytes = good.clone();
        bytes[at] ^= 4;
        fs::write(files.data(), bytes).unwrap();
        let error = check_ramp(&files).unwrap_err();
        let SigmfError::Sample { sample, .. } = error else { panic!("{error}") };
        assert_eq!(sample, at as u64 / 4);
    }
    fs::write(files.data(), &good).unwrap();
    let text = fs::read_to_string(files.meta()).unwrap();
    for (old, new) in [
        // A gap that is somewhere else, is none, is not told, is too small; a segment that is not there.
        ("\"core:sample_start\": 993", "\"core:sample_start\": 992"),
        ("\"core:global_index\": 2000", "\"core:global_index\": 1000"),
        ("\"core:global_index\": 2000", "\"core:global_index\": 1999"),
        ("\"core:global_index\": 2000,", ""),
        ("\"core:sample_start\": 993", "\"core:sample_start\": 1493"),
        ("\"core:sample_start\": 0", "\"core:sample_start\": 1"),
        ("ci16_le", "cf32_le"),
        ("\"captures\"", "\"caught\""),
    ] {
        let spoiled = text.replace(old, new);
        assert_ne!(spoiled, text);
        fs::write(files.meta(), spoiled).unwrap();
        assert!(check_ramp(&files).is_err(), "{old} as {new}");
    }
}
