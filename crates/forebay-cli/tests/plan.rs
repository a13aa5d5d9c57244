// SPDX-License-Identifier: Apache-2.0
//! `forebay plan` as a user meets it.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use common::*;
use serde_json::Value;

fn plan(args: &[&str]) -> Outcome {
    forebay(&[&["plan", "--card", "f1-shell"], args].concat())
}

#[test]
fn every_order_of_the_source_gets_its_verdict_and_what_would_have_helped() {
    for (args, verdict, remedy) in [
        (&["--order", "scalars_then_points"][..], "deadlock", Some(("alternate", 1024))),
        (&["--order", "alternate", "--chunk", "1024"], "free", None),
        (&["--order", "alternate", "--chunk", "1025"], "deadlock", Some(("chunk", 1024))),
        (&["--order", "alternate", "--chunk", "4096", "--fifo", "4096"], "free", None),
        (&["--order", "two_threads_barrier", "--chunk", "512"], "free", None),
        (&["--order", "two_threads", "--chunk", "512"], "possible", Some(("barrier", 1024))),
        (&["--order", "one_list", "--chunk", "2048"], "deadlock", Some(("chunk", 1024))),
    ] {
        let outcome = plan(&[args, &["--json"]].concat());
        let code = if verdict == "free" { 0 } else { 6 };
        assert_eq!((outcome.code, &*outcome.err), (code, ""), "{args:?}");
        let json = outcome.json();
        assert_eq!(json["verdict"], verdict, "{args:?}: {json}");
        let given = remedy
            .map_or(Value::Null, |(what, chunk)| serde_json::json!({ what: { "chunk": chunk } }));
        assert_eq!(json["remedy"], given, "{args:?}: {json}");
        let outcome = plan(args);
        assert_eq!((outcome.code, &*outcome.err), (code, ""), "{args:?}");
        let text = outcome.out;
        assert!(text.ends_with(&format!("\n{}\n", json["says"].as_str().unwrap())), "{text}");
    }
}

#[test]
fn the_exit_codes_are_told() {
    let help = forebay(&["plan", "--help"]).out;
    assert!(help.contains("\n  6  what `plan` was asked about deadlocks, or does in"), "{help}");
}

#[test]
fn a_card_that_is_opened_is_asked_for_its_fifos() {
    let args = ["plan", "--card", "fast:sink", "--pairs", "4096", "--chunk"];
    let text = forebay(&[&args[..], &["1025"]].concat()).out;
    assert!(text.contains("FIFOs of 2048 and 1024 elements"), "{text}");
    assert!(text.contains("free"), "the points that follow always find scalars: {text}");
    let text = forebay(&[&args[..], &["2049"]].concat()).out;
    assert!(text.contains("deadlock") && text.contains("largest safe chunk"), "{text}");
}

#[test]
fn what_is_taken_for_granted_of_a_datapath_is_said() {
    let said = |datapath| {
        format!(
            "assumed: datapath `{datapath}` takes an element of each stream at a time, and gives nothing back"
        )
    };
    for (card, assumed) in [
        ("f1-shell", None),
        ("fast:msm-toy", None),
        ("fast:sink", Some(said("sink"))),
        ("fast:loopback", Some(said("loopback"))),
    ] {
        for verb in ["plan", "tune"] {
            let args = [verb, "--card", card, "--pairs", "16"];
            let text = forebay(&args).out;
            let lines: Vec<_> = text.lines().filter(|line| line.starts_with("assumed")).collect();
            assert_eq!(lines, assumed.iter().collect::<Vec<_>>(), "{args:?}: {text}");
            let json = forebay(&[&args[..], &["--json"]].concat()).json();
            assert_eq!(json["assumes"], serde_json::json!(assumed), "{args:?}: {json}");
        }
    }
}

#[test]
fn a_card_that_is_opened_is_asked_whether_its_channels_share_a_path() {
    for (card, barrier, verdict, remedy) in [
        ("fast:sink", false, "free", Value::Null),
        ("fast:sink", true, "free", Value::Null),
        (
            "fast:sink-shared",
            false,
            "possible",
            serde_json::json!({ "barrier": { "chunk": 1024 } }),
        ),
        ("fast:sink-shared", true, "free", Value::Null),
    ] {
        let order = if barrier { "two_threads_barrier" } else { "two_threads" };
        let args =
            ["--card", card, "--pairs", "8192", "--order", order, "--chunk", "512", "--json"];
        let outcome = forebay(&[&["plan"], &args[..]].concat());
        let code = if verdict == "free" { 0 } else { 6 };
        assert_eq!((outcome.code, &*outcome.err), (code, ""), "{args:?}");
        let json = outcome.json();
        assert_eq!((&json["verdict"], &json["remedy"]), (&verdict.into(), &remedy), "{json}");
        let path = if card.ends_with("shared") { "shared" } else { "reserved" };
        assert_eq!(json["plan"]["path"], path, "{json}");
    }
}

#[test]
fn bad_questions_are_refused_with_the_value_and_what_may_be() {
    for (args, code, said) in [
        (&["--chunk", "0"][..], 2, &["chunk is 0; give 1 to 2^36"][..]),
        (&["--pairs", "0"], 2, &["pairs is 0; give 1 to 2^36"]),
        (&["--fifo", "0"], 2, &["fifo is 0; give 1 to 2^26"]),
        (&["--order", "sideways"], 2, &["`sideways`", "two_threads_barrier"]),
        (&["--pairs", "68719476736", "--chunk", "1"], 2, &["pieces are more than"]),
        (&["--chunk", "many"], 2, &["many"]),
    ] {
        let outcome = plan(args);
        assert_eq!(outcome.code, code, "{args:?}: {}", outcome.err);
        for part in said {
            assert!(outcome.err.contains(part), "{args:?}: `{part}` is not in: {}", outcome.err);
        }
    }
}
