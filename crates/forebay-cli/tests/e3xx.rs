// SPDX-License-Identifier: Apache-2.0
//! `forebay sweep --preset e3xx` as a user meets it.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::fs;
use std::path::Path;

use common::*;
use serde_json::Value;

const TABLES: [(&str, &str); 6] = [
    ("rates.csv", "rates"),
    ("overflows.csv", "overflows"),
    ("ablations.csv", "ablations"),
    ("buffers.csv", "buffers"),
    ("sensitivity.csv", "sensitivity"),
    ("prices.csv", "prices"),
];

fn e3xx(what: &[&str], out: &Path) -> Outcome {
    forebay(&[&["sweep", "--preset", "e3xx", "--out", text(out)], what].concat())
}

/// Rows of a table below its head.
fn rows(path: &Path) -> Vec<csv::StringRecord> {
    csv::Reader::from_path(path).unwrap().records().map(Result::unwrap).collect()
}

fn list<'a>(json: &'a Value, name: &str) -> &'a Vec<Value> {
    json[name].as_array().unwrap()
}

#[test]
fn rates_chart_and_tables_are_written_and_say_that_they_are_modelled() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new/out");
    let json = e3xx(&["--runs", "1", "--json"], &out).json();
    assert_eq!(json["modelled"], true);
    assert_eq!((&json["runs"], &json["first_seed"]), (&1.into(), &0.into()));
    for rate in list(&json, "rates") {
        assert!(rate["error"].as_f64().unwrap().abs() < 0.2, "{rate}");
        let (modelled, published) = (&rate["modelled"], &rate["rate"]);
        let error = modelled.as_f64().unwrap() / published.as_f64().unwrap() - 1.0;
        assert!((error - rate["error"].as_f64().unwrap()).abs() < 1e-9);
    }
    assert_eq!((list(&json, "rates").len(), list(&json, "overflows").len()), (5, 8));
    // Tables have what the JSON has.
    for (file, name) in TABLES {
        let points = |curve: &Value| curve["points"].as_array().map_or(1, Vec::len);
        let count: usize = list(&json, name).iter().map(points).sum();
        assert_eq!(rows(&out.join(file)).len(), count, "{file}");
    }
    for (row, rate) in rows(&out.join("rates.csv")).iter().zip(list(&json, "rates")) {
        assert_eq!(row[0], *rate["name"].as_str().unwrap());
        assert_eq!(row[2], format!("{:.3}", rate["modelled"].as_f64().unwrap() / 1e6));
    }
    let pictures: Vec<_> =
        list(&json, "pictures").iter().map(|one| one.as_str().unwrap()).collect();
    assert_eq!(pictures.len(), 8);
    for picture in pictures {
        let bytes = fs::read(picture).unwrap();
        if picture.ends_with(".png") {
            assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n", "{picture}");
        } else {
            assert!(String::from_utf8(bytes).unwrap().contains("modelled"), "{picture}");
        }
    }
    // What was printed is kept.
    let kept: Value = serde_json::from_slice(&fs::read(out.join("results.json")).unwrap()).unwrap();
    assert_eq!(kept, json);
}

#[test]
fn what_cannot_be_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, words) in [
        (&["--runs", "0"][..], "runs is 0; give 1 to"),
        (&["--time-line", "none"], "--time-line is for sweeps of transfers"),
    ] {
        let refused = e3xx(arguments, folder.path());
        assert_eq!(refused.code, 2, "{}", refused.err);
        assert!(refused.err.contains(words), "{}", refused.err);
    }
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let refused = e3xx(&[], &file);
    assert_eq!(refused.code, 1, "{}", refused.err);
    assert!(refused.err.contains("give a directory that can be written"), "{}", refused.err);
}
