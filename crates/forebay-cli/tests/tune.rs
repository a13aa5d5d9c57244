// SPDX-License-Identifier: Apache-2.0
//! `forebay tune` as a user meets it.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use common::*;
use serde_json::Value;

fn tune(args: &[&str]) -> Outcome {
    forebay(&[&["tune"], args].concat())
}

/// Alternatives that end: the chosen one and the best, in milliseconds.
fn chosen_and_best(json: &Value) -> (f64, f64) {
    let all = json["alternatives"].as_array().unwrap();
    let mean = |one: &Value| one["cost"]["takes"]["mean_ms"].as_f64();
    let best = all.iter().filter_map(mean).fold(f64::INFINITY, f64::min);
    let keys = ["pattern", "completion", "chunk"];
    let chosen = all.iter().find(|one| keys.iter().all(|key| one[key] == json["choice"][key]));
    (mean(chosen.unwrap()).unwrap(), best)
}

#[test]
fn a_model_of_the_published_card_is_told_one_list() {
    for tasks in ["0", "8"] {
        let args = ["--card", "f1-shell", "--pairs", "65536", "--runs", "3", "--tasks", tasks];
        let outcome = tune(&[&args[..], &["--json"]].concat());
        assert_eq!(outcome.code, 0, "{}", outcome.err);
        let json = outcome.json();
        assert_eq!((&json["card"], &json["modelled"]), (&"f1-shell".into(), &true.into()));
        assert_eq!(json["choice"]["pattern"], "one_list", "{}", json["why"]);
        assert_eq!(json["choice"]["completion"], "interrupt", "{}", json["why"]);
        let (chosen, best) = chosen_and_best(&json);
        assert!(chosen <= best * 1.005, "{chosen} for {best}");
        let text = tune(&args).out;
        let why = json["why"].as_str().unwrap();
        assert!(text.ends_with(&format!("* {why}\n")), "{text}");
        assert!(text.contains("two threads: deadlock") || text.contains("two threads, chunks of"));
    }
}

#[test]
fn a_card_that_is_opened_is_asked_for_its_fifos_and_its_core() {
    let json = tune(&["--card", "fast:msm-toy", "--pairs", "2000", "--json"]).json();
    // 64 entries; a window for each adder in a pass over many points.
    assert_eq!(json["model"]["depth"], Value::from(vec![128, 28]));
    assert_eq!(json["model"]["element_bytes"], Value::from(vec![32, 144]));
    assert_eq!(json["model"]["pair"], "4 ns");
    let json = tune(&["--card", "fast:sink", "--pairs", "2000", "--pair", "7 ns", "--json"]).json();
    assert_eq!(json["model"]["depth"], Value::from(vec![2048, 1024]));
    assert_eq!(json["model"]["pair"], "7 ns");
}

#[test]
fn a_host_without_lists_is_told_what_they_want() {
    let outcome = tune(&["--card", "f1-shell", "--host", "stock-xdma", "--pairs", "20000"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    for part in ["one list: no call of this host takes a list", "forebay-in-process", "deadlock"] {
        assert!(outcome.out.contains(part), "`{part}` is not in: {}", outcome.out);
    }
}

#[test]
fn of_the_list_call_of_our_driver_is_said_that_it_is_not_modelled() {
    let outcome = tune(&["--card", "f1-shell", "--host", "forebay", "--pairs", "20000"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    for part in
        ["one list: the driver's call that takes one pins and builds all of it", "not modelled"]
    {
        assert!(outcome.out.contains(part), "`{part}` is not in: {}", outcome.out);
    }
    assert!(!outcome.out.contains("no call of this host"), "{}", outcome.out);
}

#[test]
fn bad_questions_are_refused_with_the_value_and_what_may_be() {
    for (args, code, said) in [
        (&["--host", "vista"][..], 2, &["`vista`", "stock-xdma", "forebay-in-process"][..]),
        (&["--card", "paper:loopback"], 4, &["paper:loopback", "rtl:BUILD"]),
        (&["--card", "/dev/no-such-card0"], 4, &["/dev/no-such-card0"]),
        (&["--tasks", "4000000000"], 2, &["tasks is 4000000000; give 65536 at most"]),
        (&["--runs", "0"], 2, &["runs is 0; give 1 to 10000"]),
        (&["--pairs", "0"], 2, &["pairs is 0; give 1 to 2^36"]),
        (&["--pair", "0 ns"], 2, &["pair is 0 ps; give"]),
        (&["--pair", "4"], 2, &["`4` has no unit"]),
        (&["--pairs", "68719476736", "--host", "forebay"], 2, &["pieces are more than"]),
    ] {
        let card = ["--card", "f1-shell"];
        let given = if args[0] == "--card" { args.to_vec() } else { [&card, args].concat() };
        let outcome = tune(&given);
        assert_eq!(outcome.code, code, "{given:?}: {}", outcome.err);
        for part in said {
            assert!(outcome.err.contains(part), "{given:?}: `{part}` is not in: {}", outcome.err);
        }
    }
}

#[test]
fn what_is_small_is_told_to_be_stored_and_both_ways_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let plots = folder.path().join("new");
    let args =
        ["--card", "f1-shell", "--host", "stock-xdma", "--pairs", "2000", "--plot", text(&plots)];
    let json = tune(&[&args[..], &["--json"]].concat()).json();
    let crossover = &json["crossover"];
    let from = crossover["from_bytes"].as_u64().unwrap();
    let sizes = crossover["sizes"].as_array().unwrap();
    assert_eq!(sizes.len(), 17);
    let drawn: Vec<_> = ["crossover.svg", "crossover.png"].map(|name| plots.join(name)).into();
    assert_eq!(json["plots"], serde_json::json!(drawn));
    let svg = std::fs::read_to_string(&drawn[0]).unwrap();
    for part in [
        "stock-xdma to f1-shell",
        "write-combined stores",
        "stores and a read behind them",
        "a DMA call",
        "GB/s until the program knows that it is there, modelled",
    ] {
        assert!(svg.contains(part), "{part}");
    }
    let said = tune(&args).out;
    let line = format!("less than {from} bytes is sooner on the card by write-combined stores");
    let unread = crossover["unread_from_bytes"].as_u64().unwrap();
    let unasked = format!("less than {unread} bytes where the program does not ask");
    assert!(from < unread && said.contains(&unasked), "{said}");
    assert!(said.contains(&line) && said.contains("crossover.png"), "{said}");
}

#[test]
fn a_place_that_is_no_text_is_drawn_in_and_told_as_far_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["tune", "--card", "f1-shell", "--pairs", "2000", "--json", "--plot"];
    let (outcome, place) = with_odd_name(&args, folder.path());
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let told = place.join("crossover.svg").display().to_string();
    assert_eq!(outcome.json()["plots"][0], told);
    assert!(place.join("crossover.svg").exists(), "{told}");
}
