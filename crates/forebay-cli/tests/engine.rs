// SPDX-License-Identifier: Apache-2.0
//! What `forebay msm` and its neighbours say of windows, passes and adders.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use common::{Files, forebay, text};
use forebay_msm::vectors::{random_points, random_scalars};
use forebay_msm::{Scalar, affine_hex, witness};
use serde_json::{Value, json};

/// The files multiplied on that card, as JSON.
fn multiplied(files: &Files, card: &str, more: &[&str]) -> Value {
    let outcome = files.msm(&[&["--card", card, "--json", "--verify"], more].concat());
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    outcome.json()
}

#[test]
fn json_says_what_the_card_was_told_and_how_its_points_came() {
    let files = Files::random(40);
    let (x, _) = affine_hex(&witness::msm(&files.points, &files.scalars).unwrap()).unwrap();
    for (card, adders) in [("fast:msm-toy", 3), ("rtl:msm-toy", 3), ("fast:msm1-toy", 1)] {
        let json = multiplied(&files, card, &[]);
        assert_eq!((&json["x"], &json["verified"]), (&Value::from(&*x), &true.into()), "{json}");
        assert_eq!(json["adder"]["adders"], adders, "{json}");
        let engine = &json["engine"];
        assert_eq!(engine["scalar_mode"], "uniform", "{json}");
        let bits = engine["window_bits"].as_array().unwrap().iter();
        assert!(bits.map(|bits| bits.as_u64().unwrap()).sum::<u64>() >= 252, "{json}");
        assert!(engine["passes"].as_u64().unwrap() > 1, "{json}");
        assert_eq!(engine["resident_runs"], 0, "{json}");
        assert!(json["adder"]["fill_cycles_per_point"].as_f64().unwrap() > 0.0, "{json}");
        assert!(json["cycles_per_point"].as_f64().unwrap() > 0.0, "{json}");
    }
}

#[test]
fn a_batch_brings_its_points_once() {
    let files = Files::random(40);
    let points = files.points_path();
    let base = ["msm", "--points", text(&points), "--scalars", "random:3", "--verify", "--json"];
    let batch = ["--card", "fast:msm-toy", "--batch", "3", "--repeat", "2"];
    let outcome = forebay(&[&base[..], &batch].concat());
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let json = outcome.json();
    let engine = &json["engine"];
    assert_eq!(engine["runs"], 3, "{json}");
    assert!(engine["resident_runs"].as_u64().unwrap() >= 2, "{json}");
}

#[test]
fn every_mode_and_any_windows_give_the_same_point() {
    let files = Files::random(30);
    let card = "fast:msm-toy";
    let told = [
        ("--scalar-mode", "plain"),
        ("--scalar-mode", "uniform"),
        ("--scalar-mode", "sieve"),
        ("--window-bits", "5"),
        ("--window-bits", "7"),
    ];
    for (option, value) in told {
        let json = multiplied(&files, card, &[option, value]);
        let engine = &json["engine"];
        let widest = engine["window_bits"].as_array().unwrap().iter().map(Value::as_u64).max();
        match option {
            "--scalar-mode" => assert_eq!(engine["scalar_mode"], value, "{json}"),
            _ => assert_eq!(widest.flatten(), value.parse().ok(), "{json}"),
        }
    }
}

#[test]
fn text_says_it_too() {
    let files = Files::random(40);
    let outcome = files.msm(&["--card", "fast:msm-toy", "--scalar-mode", "plain"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    for part in [
        "40 points on fast:msm-toy, card cycles modelled",
        "scalars            plain",
        " passes, 3 adders\n",
        " windows of up to ",
        "runs               1 on the card",
        "of them filling buckets",
        "on average of all adders",
    ] {
        assert!(outcome.out.contains(part), "`{part}` is not in: {}", outcome.out);
    }
    let one = files.msm(&["--card", "fast:msm1"]).out;
    assert!(one.contains(" in 1 pass, 1 adder\n"), "{one}");
}

#[test]
fn a_sieve_says_what_it_has_found_and_what_it_has_made_of_it() {
    let scalar = |index: usize, random: &Scalar| {
        let mut small = Scalar::default();
        small[0] = u8::from(index.is_multiple_of(3));
        if index % 20 == 7 { *random } else { small }
    };
    let random = random_scalars(6, 400);
    let mixed = random.iter().enumerate().map(|(index, random)| scalar(index, random)).collect();
    let mixed = Files::new(random_points(5, 400), mixed);
    let sieve = ["--scalar-mode", "sieve"];
    let json = multiplied(&mixed, "fast:msm-toy", &sieve);
    let found = json!({
        "zeros": 253, "ones": 127, "others": 20, "sieved": 1, "dropped": 253, "ones_apart": 127
    });
    assert_eq!((&json["engine"]["sieve"], &json["points"]), (&found, &400.into()), "{json}");
    let points = |run: &Value| run["points"].as_u64().unwrap();
    let runs: Vec<_> = json["runs"].as_array().unwrap().iter().map(points).collect();
    assert_eq!(runs, [127, 20], "{json}");
    let uniform = multiplied(&mixed, "fast:msm-toy", &[]);
    assert_eq!((&uniform["engine"]["sieve"], &uniform["x"]), (&Value::Null, &json["x"]));
    let text = mixed.msm(&[&["--card", "fast:msm-toy"], &sieve[..]].concat()).out;
    let line =
        "sieve              253 zeros, 127 ones, 20 others; 253 points dropped, 127 summed apart\n";
    assert!(text.contains(line), "{text}");
    let text = Files::random(40).msm(&[&["--card", "fast:msm-toy"], &sieve[..]].concat()).out;
    let line = "sieve              0 zeros, 0 ones, 40 others; left as they are, which is sooner\n";
    assert!(text.contains(line), "{text}");
}

#[test]
fn what_a_card_cannot_do_is_refused_with_what_can() {
    let files = Files::random(3);
    files.msm(&["--scalar-mode", "loud"]).failed_arguments(&["plain, uniform, sieve"]);
    let outcome = files.msm(&["--card", "fast:msm-toy", "--window-bits", "16"]);
    outcome.failed(2, &["windows of 16 bits", "choose 4 to 7"]);
}

#[test]
fn describe_shows_adders_buckets_and_memory() {
    let json = forebay(&["describe", "--card", "fast:msm-toy", "--json"]).json();
    assert_eq!((&json["adders"], &json["buckets"]), (&3.into(), &64.into()), "{json}");
    assert_eq!((&json["records"], &json["adder_latency"]), (&3072.into(), &130.into()), "{json}");
    let text = forebay(&["describe", "--card", "fast:msm1-toy"]).out;
    assert!(text.contains("1 adder of 64 buckets, memory for 0 points"), "{text}");
}
