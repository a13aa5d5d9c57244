// SPDX-License-Identifier: Apache-2.0
//! `forebay transmit`: what is sent is on the air at its time, and what was not is told; the loop records it byte for byte.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::{Outcome, forebay};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tempfile::TempDir;

fn transmit(options: &[&str]) -> Outcome {
    forebay(&[&["transmit", "--json"], options].concat())
}

/// A folder, what is sent, and what is received.
fn place() -> (TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let (sent, back) = (folder.path().join("sent.sigmf"), folder.path().join("back.sigmf"));
    (folder, sent, back)
}

fn data(name: &Path) -> Vec<u8> {
    fs::read(name.with_extension("sigmf-data")).unwrap()
}

fn meta(name: &Path) -> Value {
    serde_json::from_slice(&fs::read(name.with_extension("sigmf-meta")).unwrap()).unwrap()
}

/// Where each segment begins in the file, and which sample of all that is.
fn segments(name: &Path) -> Vec<(u64, u64)> {
    let meta = meta(name);
    let captures = meta["captures"].as_array().unwrap();
    let of = |one: &Value, field: &str| one[field].as_u64().unwrap();
    captures
        .iter()
        .map(|one| (of(one, "core:sample_start"), of(one, "core:global_index")))
        .collect()
}

/// A recording of random samples in segments of (index, samples).
fn record(name: &Path, channels: u32, spans: &[(u64, u64)]) -> u64 {
    let samples: u64 = spans.iter().map(|(_, samples)| samples).sum();
    let mut bytes = vec![0; usize::try_from(samples * 4 * u64::from(channels)).unwrap()];
    ChaCha8Rng::seed_from_u64(channels.into()).fill_bytes(&mut bytes);
    fs::write(name.with_extension("sigmf-data"), bytes).unwrap();
    let mut start = 0;
    let captures: Vec<_> = spans
        .iter()
        .map(|(index, samples)| {
            let told = json!({ "core:sample_start": start, "core:global_index": index });
            start += samples;
            told
        })
        .collect();
    let global = json!({
        "core:datatype": "ci16_le",
        "core:version": "1.2.5",
        "core:sample_rate": 20e6,
        "core:num_channels": channels,
    });
    let meta = json!({ "global": global, "captures": captures, "annotations": [] });
    fs::write(name.with_extension("sigmf-meta"), meta.to_string()).unwrap();
    samples
}

fn what_is_sent_is_recorded_byte_for_byte(card: &str, scale: u64) {
    for channels in [1, 2, 4_u32] {
        for spans in [
            &[(0, 40 * scale)][..],
            // With gaps of one moment and of many, and a begin that is none.
            &[(100, 7 * scale), (101 + 7 * scale, 1), (200 + 7 * scale, 30 * scale + 3)],
        ] {
            let (_folder, sent, back) = place();
            let samples = record(&sent, channels, spans);
            let (from, to) = (sent.to_str().unwrap(), back.to_str().unwrap());
            let told = transmit(&["--card", card, "--in", from, "--loop", to, "--packet", "100"]);
            assert_eq!(told.code, 0, "{}", told.err);
            let told = told.json();
            let each = u64::from(channels);
            let (last, end) = spans.last().unwrap();
            let gaps = (last + end - spans[0].0 - samples) * each;
            assert_eq!(
                (&told["sent"], &told["late"]),
                (&(samples * each).into(), &0.into()),
                "{told}"
            );
            assert_eq!((&told["missed"], &told["gaps"]), (&gaps.into(), &gaps.into()), "{told}");
            assert_eq!(told["malformed"]["packets"], 0, "{told}");
            assert_eq!((&told["loop"]["lost"], &told["loop"]["stray"]), (&0.into(), &0.into()));
            assert_eq!(told["loop"]["recorded"], samples, "{told}");
            assert!(data(&back) == data(&sent), "{channels} channels");
            assert_eq!(segments(&back), segments(&sent));
            // Each segment has the time of its moment.
            let rate = told["rate"].as_f64().unwrap();
            let clock = 250e6;
            let captures = meta(&back)["captures"].clone();
            for (segment, (_, index)) in segments(&back).into_iter().enumerate() {
                let time = captures[segment]["forebay:time"].as_u64().unwrap();
                let wanted = (index - spans[0].0) as f64 * clock / rate;
                let after = (time - told["first"].as_u64().unwrap()) as f64;
                assert!((after - wanted).abs() <= 1.0, "segment {segment}: {after}, not {wanted}");
            }
        }
    }
}

#[test]
fn what_is_sent_is_recorded_byte_for_byte_fast() {
    what_is_sent_is_recorded_byte_for_byte("fast", 500);
}

#[test]
fn what_is_sent_is_recorded_byte_for_byte_rtl() {
    what_is_sent_is_recorded_byte_for_byte("rtl", 20);
}

/// More than the card and all buffers have at once, in packets of several lengths.
#[test]
fn a_ramp_is_found_in_order_on_the_air() {
    for (channels, packet) in [("1", "4096"), ("2", "1"), ("4", "1000")] {
        let (_folder, _, back) = place();
        let to = back.to_str().unwrap();
        let samples = if packet == "1" { "3000" } else { "200000" };
        let wave = ["--wave", "ramp", "--samples", samples, "--rate", "10M"];
        let more = ["--channels", channels, "--packet", packet, "--loop", to];
        let told = transmit(&[&wave[..], &more].concat());
        assert_eq!(told.code, 0, "{}", told.err);
        let checked = forebay(&["capture", "--check", to, "--json"]);
        assert_eq!(checked.code, 0, "{}", checked.err);
        assert_eq!(checked.json()["samples"].to_string(), samples);
        assert_eq!(checked.json()["gaps"], 0);
    }
}

#[test]
fn three_channels_and_a_tone_are_sent_without_a_loop() {
    let wave = ["--wave", "tone", "--samples", "5000", "--rate", "1M", "--channels", "3"];
    let told = transmit(&[&wave[..], &["--at", "0.002"]].concat());
    assert_eq!(told.code, 0, "{}", told.err);
    let told = told.json();
    assert_eq!((&told["sent"], &told["missed"]), (&15_000.into(), &0.into()), "{told}");
    assert_eq!((&told["first"], &told["packets"]), (&500_000.into(), &15.into()), "{told}");
    assert!(told["loop"].is_null());
    let text = forebay(&[&["transmit"], &wave[..]].concat());
    assert!(text.out.starts_with("15000 samples sent from time "), "{}", text.out);
}

/// Two packets of one sample each cannot come as fast as four channels of a sample every other cycle are sent.
#[test]
fn what_comes_too_late_is_told_and_the_rest_is_in_its_place() {
    let (_folder, _, back) = place();
    let to = back.to_str().unwrap();
    let wave = ["--wave", "ramp", "--samples", "4000", "--rate", "125M", "--channels", "4"];
    let told = transmit(&[&wave[..], &["--packet", "1", "--loop", to]].concat());
    assert_eq!(told.code, 0, "{}", told.err);
    let told = told.json();
    let of = |field: &str| told[field].as_u64().unwrap();
    assert!(of("late") > 0 && of("sent") > 0, "{told}");
    assert_eq!(of("sent") + of("late"), 16_000, "{told}");
    assert_eq!(of("late"), of("late_packets"), "{told}");
    // Each moment without a sample is silent in the recording, and each other one has the sample that is its own.
    let bytes = data(&back);
    let (words, _) = bytes.as_chunks();
    assert_eq!(words.len(), 16_000);
    let mut there = 0;
    for (place, word) in words.iter().enumerate() {
        let wanted = u32::try_from(((place % 4) << 28) | (place / 4)).unwrap();
        let seen = u32::from_le_bytes(*word);
        // The very first sample of a ramp is silence, too.
        assert!(seen == wanted || seen == 0, "{seen:#x} at {place}");
        there += u64::from(seen == wanted && place > 0);
    }
    assert!(there == of("sent") || there + 1 == of("sent"), "{there} there, {told}");
    assert_eq!(told["loop"]["stray"], 0);
}

#[test]
fn what_cannot_be_sent_is_refused_and_leaves_no_file() {
    let (folder, sent, back) = place();
    let wave = ["--wave", "ramp", "--samples", "10"];
    let to = ["--loop", back.to_str().unwrap()];
    for (options, code, parts) in [
        (&["--rate", "1"][..], 2, &["nearest"][..]),
        (&["--rate", "126M"], 2, &["125000000"]),
        (&["--rate", "1M", "--channels", "3"], 2, &["1, 2 or 4 channels", "leave one of them out"]),
        (&["--rate", "1M", "--buffers", "0"], 2, &["0 buffers"]),
        (&["--rate", "1M", "--at", "0"], 4, &["nothing was sent", "begin it later"]),
        (&["--rate", "1M", "--card", "fast:loopback"], 4, &["transmit engine"]),
        (&["--rate", "1M", "--card", "fast:radio-sg"], 4, &["transmit engine"]),
    ] {
        transmit(&[&wave[..], &to, options].concat()).failed(code, parts);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{options:?}");
    }
    for wrong in [
        &["--wave", "ramp", "--rate", "1M"][..],
        &["--wave", "ramp", "--samples", "10"],
        &["--wave", "ramp", "--samples", "10", "--rate", "1M", "--packet", "4097"],
        &["--wave", "ramp", "--samples", "10", "--rate", "1M", "--channels", "5"],
        &["--rate", "1M"],
    ] {
        assert_eq!(transmit(wrong).code, 2, "{wrong:?}");
    }
    let from = sent.to_str().unwrap();
    transmit(&["--in", from]).failed(3, &["sent.sigmf-meta"]);
    record(&sent, 1, &[(0, 10)]);
    let good = meta(&sent);
    let file = sent.with_extension("sigmf-meta");
    for (field, value, code, part) in [
        ("core:datatype", json!("cf32_le"), 3, "cf32_le"),
        ("core:num_channels", json!(5), 2, "1 to 4 channels"),
        ("core:sample_rate", Value::Null, 2, "--rate"),
    ] {
        let mut spoiled = good.clone();
        spoiled["global"][field] = value;
        fs::write(&file, spoiled.to_string()).unwrap();
        // Five channels of four bytes are a number of whole samples, too.
        transmit(&["--in", from]).failed(code, &[part]);
    }
    let mut spoiled = good.clone();
    spoiled["captures"] = json!([{ "core:sample_start": 0, "core:global_index": 5 }, { "core:sample_start": 4, "core:global_index": 8 }]);
    fs::write(&file, spoiled.to_string()).unwrap();
    transmit(&["--in", from]).failed(5, &["segment 1", "9 was next"]);
    record(&sent, 1, &[]);
    transmit(&["--in", from]).failed(2, &["no sample"]);
    record(&back, 1, &[(0, 1)]);
    record(&sent, 1, &[(0, 10)]);
    transmit(&[&["--in", from][..], &to].concat()).failed(1, &["back.sigmf", "another name"]);
}

/// It is stopped in its middle, by what Ctrl-C sends: what was on the air by then is recorded.
#[test]
fn ctrl_c_ends_it_with_a_valid_recording() {
    let (_folder, _, back) = place();
    let to = back.to_str().unwrap();
    let wave =
        ["transmit", "--json", "--wave", "ramp", "--samples", "100000000000", "--rate", "1M"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_forebay"))
        .args([&wave[..], &["--loop", to]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let file = back.with_extension("sigmf-data");
    let began = std::time::Instant::now();
    while fs::metadata(&file).map_or(0, |data| data.len()) < 1 << 20 {
        assert!(began.elapsed().as_secs() < 60 && child.try_wait().unwrap().is_none());
        std::thread::yield_now();
    }
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130));
    let told: Value = serde_json::from_slice(&ended.stdout).unwrap();
    assert_eq!((&told["late"], &told["malformed"]["packets"]), (&0.into(), &0.into()), "{told}");
    assert!(told["sent"].as_u64().unwrap() >= 1 << 18, "{told}");
    let bytes = data(&back);
    let (words, rest) = bytes.as_chunks();
    assert!(rest.is_empty() && words.len() >= 1 << 18);
    // Behind what was sent there is silence.
    let ramp = words.iter().enumerate().map(|(at, word)| (at, u32::from_le_bytes(*word) as usize));
    let on_air = ramp.clone().take_while(|(at, word)| at == word).count();
    assert!(ramp.skip(on_air).all(|(_, word)| word == 0), "{on_air} of {}", words.len());
    assert!(on_air >= 1 << 18);
}
