// SPDX-License-Identifier: Apache-2.0
//! `forebay udma` as a user meets it. Figures are those of the report and of an independent model, typed by hand.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod attack;
mod card;
#[path = "../common/mod.rs"]
mod common;
mod small;

use common::*;
use serde_json::{Value, json};

pub(crate) fn udma(args: &[&str]) -> Outcome {
    forebay(&[&["udma"], args].concat())
}

fn experiment(args: &[&str]) -> Value {
    let outcome = udma(&[&["experiment"], args, &["--json"]].concat());
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let json = outcome.json();
    assert_eq!(json["modelled"], true);
    json
}

#[test]
fn five_accesses_are_predicted_exactly_played_and_set_beside_what_was_published() {
    let args = ["--scheme", "repeat5", "--switches", "2050", "--seed", "3"];
    let json = experiment(&args);
    assert_eq!(
        json["published"],
        json!({ "scheme": "repeat5", "switches_per_second": 100, "errors_per_second": [112, 115], "fails_per_second": [93, 97] })
    );
    let row = &json["schemes"][0];
    let rate = |value: &Value| value.as_f64().unwrap();
    assert!((rate(&row["predicted"]["errors"]) - 1.12).abs() < 1e-12, "{row}");
    assert!((rate(&row["predicted"]["fails"]) - 0.96).abs() < 1e-12, "{row}");
    let one = json!([1, 1]);
    let phases = json!([
        [[0, 0], one, one, one, one],
        [one, one, one, one, one],
        [[3, 1], one, one, one, one],
        [one, [2, 1], one, one, one],
        [one, [2, 1], one, one, one],
    ]);
    assert_eq!(row["phases"], phases);
    let played = row["played"].as_array().unwrap();
    assert_eq!(
        played.iter().map(|it| it["processes"].as_u64().unwrap()).collect::<Vec<_>>(),
        [2, 3, 4]
    );
    for one in played {
        assert_eq!(one["switches"], 2100, "whole hundreds");
        // Four standard errors: 1 in 16,000.
        for (name, exact) in [("errors", 1.12), ("fails", 0.96)] {
            let half = rate(&one[format!("{name}_95")]);
            assert!(half > 0.0 && half < 0.1, "{one}");
            assert!((rate(&one[name]) - exact).abs() < half * 4.0 / 1.984, "{one}");
        }
        assert_eq!((&one["wrong"], &one["untold"]), (&json!(0.0), &json!(0.0)));
    }
    assert_eq!(experiment(&args), json, "the same seed");
    assert_ne!(
        experiment(&["--scheme", "repeat5", "--switches", "2050"])["schemes"],
        json["schemes"]
    );
    let out = udma(&[&["experiment"], &args[..]].concat()).out;
    for part in [
        "modelled",
        "112 to 115 errors and 93 to 97 FAIL",
        "112.0",
        "96.0",
        "3, 1",
        "spreads by 0.52",
        "of the 25 pairs",
    ] {
        assert!(out.contains(part), "`{part}` is not in: {out}");
    }
}

#[test]
fn schemes_with_a_context_for_each_lose_nothing_to_a_switch() {
    let json = experiment(&["--processes", "3", "--switches", "300"]);
    let rows = json["schemes"].as_array().unwrap();
    let nothing: Vec<_> = rows
        .iter()
        .filter(|row| row["played"][0]["errors"] == 0.0 && row["predicted"]["errors"] == 0.0)
        .map(|row| row["scheme"].as_str().unwrap())
        .collect();
    assert_eq!(nothing, ["shrimp1", "shadow", "key", "portal", "shrimp1+exchange", "pal"]);
    assert!(rows.iter().all(|row| row["played"].as_array().unwrap().len() == 1));
}

#[test]
fn the_cost_table_has_what_was_published_and_turns_around_on_pcie() {
    let folder = tempfile::tempdir().unwrap();
    let plots = folder.path().join("new");
    let args = ["bench", "--plot", text(&plots)];
    let json = udma(&[&args[..], &["--json"]].concat()).json();
    assert_eq!(json["modelled"], true);
    let row = |way: &str| {
        let rows = json["rows"].as_array().unwrap();
        rows.iter().find(|row| row["way"] == way).unwrap()
    };
    for (way, us) in [("kernel", 25.1), ("shadow", 1.5), ("repeat5", 4.6), ("key", 4.4)] {
        assert_eq!(row(way)["published_us"], us, "{way}");
        let fitted = row(way)["turbochannel_us"].as_f64().unwrap();
        assert!((fitted / us - 1.0).abs() < 0.12, "{way}: {fitted}");
    }
    let pcie = |way: &str| format!("{:.2}", row(way)["pcie_us"].as_f64().unwrap());
    let ways = ["portal", "kernel", "portal in pieces", "shadow", "key", "repeat5"];
    assert_eq!(ways.map(pcie), ["0.14", "2.06", "1.15", "1.47", "1.76", "4.28"]);
    assert_eq!(row("portal")["published_us"], Value::Null);
    assert_eq!(json["pcie_ranking"][0], "portal");
    assert_eq!(json["slower_than_kernel"], json!(["repeat3", "repeat4", "repeat5"]));
    assert!((json["repeat5_read_us"].as_f64().unwrap() - 0.222).abs() < 1e-9);
    let of_lists = json["batches"].as_array().unwrap().iter().map(|batch| {
        let us = |key: &str| format!("{:.3}", batch[key].as_f64().unwrap());
        (batch["descriptors"].as_u64().unwrap(), us("program_us"), us("door_us"))
    });
    let wanted = [(1, "0.194", "1.029"), (8, "0.068", "0.151"), (64, "0.052", "0.151")];
    let wanted = wanted.map(|(items, program, door)| (items, program.into(), door.into()));
    assert_eq!(of_lists.take(3).collect::<Vec<_>>(), wanted);
    let drawn: Vec<_> = ["udma-cost.svg", "udma-cost.png"].map(|name| plots.join(name)).into();
    assert_eq!(json["plots"], json!(drawn));
    let svg = std::fs::read_to_string(&drawn[0]).unwrap();
    for part in ["(modelled)", "portal in pieces", "repeat5", "PCI Express, modelled", "published"]
    {
        assert!(svg.contains(part), "{part}");
    }
    let out = udma(&args).out;
    for part in [
        "Modelled",
        "0.14",
        "udma-cost.png",
        "less than 0.22 us",
        "A list of 8, for each transfer: 0.068 us of the program on PCIe (0.194 in pieces)",
        "Dearer than the kernel on PCIe: repeat3; repeat4; repeat5\n",
    ] {
        assert!(out.contains(part), "`{part}` is not in: {out}");
    }
}

#[test]
fn bad_questions_are_refused_with_the_value_and_what_may_be() {
    for (args, said) in [
        (&["attack", "repeat6"][..], &["repeat6", "repeat5", "shrimp2+hook"][..]),
        (&["attack", "--rights", "all"], &["all", "read-write-source"]),
        (&["attack", "--accesses", "13"], &["13", "0..=12"]),
        (&["experiment", "--scheme", "x"], &["`x`", "repeat5"][1..]),
        (&["experiment", "--processes", "1"], &["1 is not in 2..=8"]),
        (&["experiment", "--switches", "0"], &["0 is not in 1..=10000000"]),
        (&[], &["attack", "experiment", "bench"]),
    ] {
        udma(args).failed_arguments(said);
    }
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    udma(&["bench", "--plot", "/proc/no-such-place"]).failed(1, &["/proc/no-such-place"]);
}
