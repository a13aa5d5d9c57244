// SPDX-License-Identifier: Apache-2.0
//! `forebay msm --batch`: each multiplication with its own scalars, and what is said of the work that the card hides.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use common::{Files, forebay, scalar, text};
use forebay_msm::formats::write_scalars;
use forebay_msm::vectors::random_points;
use forebay_msm::{affine_hex, witness};
use serde_json::Value;

#[test]
fn each_multiplication_of_a_batch_has_its_own_scalars_and_its_own_point() {
    let files = Files::random(20);
    let run = |more: &[&str]| {
        let points = files.points_path();
        let base = ["msm", "--points", text(&points), "--card", "fast:msm-toy", "--json"];
        let outcome = forebay(&[&base[..], more].concat());
        assert_eq!(outcome.code, 0, "{}", outcome.err);
        outcome.json()
    };
    // The toy windows take small scalars only: from a file, back to back.
    let scalars = files.path("three");
    let small: Vec<_> = (0..60).map(|n| scalar(1 + n * 67)).collect();
    write_scalars(&scalars, &small, false).unwrap();
    let from = ["--scalars", text(&scalars), "--batch", "3", "--verify"];
    let json = run(&[&from[..], &["--repeat", "4"]].concat());
    assert_eq!((&json["batch"], &json["verified"]), (&3.into(), &true.into()), "{json}");
    for (result, scalars) in json["results"].as_array().unwrap().iter().zip(small.chunks(20)) {
        let (x, y) = affine_hex(&witness::msm(&files.points, scalars).unwrap()).unwrap();
        assert_eq!((result["x"].as_str(), result["y"].as_str()), (Some(&*x), Some(&*y)));
    }
    assert_eq!(json["x"], json["results"][0]["x"]);
    assert_eq!(json["points"], 60, "summed over the batch");
    assert_eq!(json["repeats"].as_array().unwrap().len(), 4);
    assert_eq!(json["runs"].as_array().unwrap().len(), 3);
    // The first so many points, and as many scalars three times.
    let json = run(&[&from[..], &["--count", "10"]].concat());
    let (x, _) = affine_hex(&witness::msm(&files.points[..10], &small[10..20]).unwrap()).unwrap();
    assert_eq!(json["results"][1]["x"], x);
}

#[test]
fn random_scalars_of_a_batch_are_those_of_the_seeds_that_follow() {
    let files = Files::random(20);
    let run = |scalars: &str, batch: &str| {
        let points = files.points_path();
        let base = ["msm", "--points", text(&points), "--card", "fast", "--json", "--verify"];
        forebay(&[&base[..], &["--scalars", scalars, "--batch", batch]].concat()).json()
    };
    let (batch, second) = (run("random:7", "2"), run("random:8", "1"));
    assert_eq!(batch["results"][1]["x"], second["x"], "{batch}");
    assert_ne!(batch["results"][0]["x"], second["x"]);
    assert_eq!(batch["verified"], true);
}

/// What a batch says of the work of card and host fits together.
fn check_masking(json: &Value) {
    let number = |value: &Value| value.as_u64().unwrap();
    let masking = &json["masking"];
    let [host, masked, card, elapsed] =
        ["host_cycles", "masked_cycles", "card_cycles", "elapsed_cycles"]
            .map(|key| number(&masking[key]));
    // Nobody works twice at once, and somebody always works.
    assert_eq!(elapsed, host + card - masked, "{masking}");
    // The sum of the last buckets is behind nothing; a slow host hides all that the card does.
    assert!(0 < masked && masked < host && masked <= card, "{masking}");
    let runs = json["runs"].as_array().unwrap();
    let sum = |key: &str| runs.iter().map(|run| number(&run[key])).sum::<u64>();
    assert_eq!(sum("card_cycles"), card);
    assert_eq!((sum("host_cycles"), sum("masked_cycles")), (host, masked));
    for (run, ratio) in runs.iter().map(|run| (run, run["masked_ratio"].as_f64().unwrap())) {
        assert!((0.0..=1.0).contains(&ratio) && number(&run["card_cycles"]) > 0, "{run}");
    }
    // The card's own count has the runs, and what lies between them.
    assert!(number(&json["card_cycles"]) >= card, "{json}");
    let spread = &json["spread"];
    for key in ["card_cycles", "elapsed_cycles", "host_cycles", "masked_ratio"] {
        let [min, median, max] =
            ["min", "median", "max"].map(|which| spread[key][which].as_f64().unwrap());
        assert!(min <= median && median <= max, "{key}: {spread}");
        let of_repeats = json["repeats"].as_array().unwrap().iter();
        let values: Vec<_> = of_repeats.map(|repeat| repeat[key].as_f64().unwrap()).collect();
        assert!(values.contains(&min) && values.contains(&median) && values.contains(&max));
        assert!(values.iter().all(|value| (min..=max).contains(value)), "{key}: {json}");
    }
    assert_eq!(masking["elapsed_cycles"], spread["elapsed_cycles"]["median"]);
}

#[test]
fn a_batch_shows_how_much_of_the_host_s_work_the_card_hides() {
    let files = Files::random(100);
    let points = files.points_path();
    let base = ["msm", "--points", text(&points), "--scalars", "random:3", "--card", "fast"];
    let more = ["--batch", "4", "--repeat", "3"];
    let outcome = forebay(&[&base[..], &more, &["--json"]].concat());
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    check_masking(&outcome.json());
    let plain = forebay(&[&base[..], &more].concat());
    assert_eq!(plain.code, 0, "{}", plain.err);
    for part in [
        "0: x = ",
        "3: x = ",
        "400 points in 4 multiplications",
        "masked ratio",
        "host work masked",
        "3 times",
        "median",
    ] {
        assert!(plain.out.contains(part), "`{part}` is not in: {}", plain.out);
    }
    // A lone multiplication has nothing that its host work could hide behind, and says nothing of it.
    let lone = forebay(&[&base[..], &["--json"]].concat()).json();
    assert_eq!(lone["masking"]["masked_cycles"], 0, "{lone}");
    assert!(!forebay(&base).out.contains("masked"));
}

#[test]
fn batches_that_cannot_be_are_refused() {
    let files = Files::random(20);
    let points = files.points_path();
    let base = ["msm", "--points", text(&points), "--card", "fast", "--scalars", "random:1"];
    for option in ["--batch", "--repeat"] {
        for value in ["0", "-1", "many", "18446744073709551616"] {
            let argument = format!("{option}={value}");
            forebay(&[&base[..], &[&argument]].concat()).failed_arguments(&[option, value]);
        }
    }
    for batch in ["18446744073709551615", "1000000000000"] {
        let outcome = forebay(&[&base[..], &["--batch", batch]].concat());
        outcome.failed(3, &["no memory", batch, "20 points", "--count"]);
        let outcome = files.msm(&["--count", "4", "--batch", batch]);
        outcome.failed(3, &[if batch.len() == 20 { "no memory" } else { "4000000000000 records" }]);
    }
    files.msm(&["--batch", "3"]).failed(3, &["20 points", "--batch 3", "there are 20"]);
    files.msm(&["--batch", "2", "--count", "11"]).failed(3, &["22 records wanted", "holds 20"]);
    assert_eq!(files.msm(&["--batch", "2", "--count", "10", "--verify"]).code, 0);
}

#[test]
fn the_rtl_card_multiplies_in_batches() {
    let files = Files::new(random_points(10, 60), vec![scalar(1); 60]);
    let small: Vec<_> = (0..240).map(|n| scalar(n * 17)).collect();
    write_scalars(&files.scalars_path(), &small, false).unwrap();
    let batch = ["--card", "rtl:msm-toy", "--verify", "--json", "--batch", "4", "--repeat", "2"];
    let outcome = files.msm(&batch);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let json = outcome.json();
    assert_eq!(json["verified"], true);
    check_masking(&json);
}
