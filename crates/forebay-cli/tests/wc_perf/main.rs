// SPDX-License-Identifier: Apache-2.0
//! `forebay wc-perf` as a user meets it.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

#[path = "../common/mod.rs"]
mod common;
mod hazards;
mod table;

use common::*;

fn wc_perf(args: &[&str]) -> Outcome {
    forebay(&[&["wc-perf"], args].concat())
}

/// Lines of text, cut where there is space.
fn words(outcome: &Outcome) -> Vec<Vec<&str>> {
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    outcome.out.lines().map(|line| line.split_whitespace().collect()).collect()
}

#[test]
fn the_options_are_those_of_the_source() {
    for (options, column, rate) in [
        (&[][..], "burst", "0.027840"),
        (&["-w"], "burst-wc", "0.457633"),
        (&["-c"], "custom", "0.055720"),
        (&["-c", "-w"], "custom-wc", "0.244789"),
    ] {
        let outcome = wc_perf(options);
        let lines = words(&outcome);
        assert_eq!(lines[0].join(" "), format!("{column}, 100 passes; GB/s, modelled"));
        assert_eq!(lines[1..], [["64", rate]], "{options:?}");
    }
    let outcome = wc_perf(&["-i", "200", "-p", "3", "-w"]);
    let sizes: Vec<_> = words(&outcome)[1..].iter().map(|line| line[0]).collect();
    assert_eq!(sizes, ["64", "128", "256", "512"]);
    assert!(outcome.out.starts_with("burst-wc, 3 passes"), "{}", outcome.out);
}

#[test]
fn verbose_rows_say_how_long_they_took_and_what_is_odd() {
    let outcome = wc_perf(&["-v", "-p", "1"]);
    let said = "time 0.000002186 seconds for transfer of 64 bytes, 16 writes on the bus\n";
    assert!(outcome.out.contains(said), "{}", outcome.out);
    assert!(outcome.out.contains("\n  too short: "), "{}", outcome.out);
    let outcome = wc_perf(&["-v", "-c", "-i", "32768"]);
    let long: Vec<_> = outcome.out.lines().filter(|line| line.starts_with("  longer")).collect();
    assert_eq!(long.len(), 1, "the last row of twelve: {}", outcome.out);
    assert!(outcome.out.trim_end().ends_with(long[0]), "{}", outcome.out);
}

#[test]
fn what_cannot_be_measured_is_refused() {
    for (args, said) in [
        (&["-i", "0"][..], "integers is 0; give 16"),
        (&["-i", "-16"], "integers is -16; give 16"),
        (&["-i", "15"], "integers is 15; give 16 to 4194304"),
        (&["-i", "8388608"], "integers is 8388608"),
        (&["-p", "0"], "passes is 0; give 1 to 1000000"),
        (&["-p", "-5"], "passes is -5"),
        (&["-p", "1000001"], "passes is 1000001"),
        (&["--table", "-i", "4"], "integers is 4"),
    ] {
        wc_perf(args).failed(2, &[said]);
    }
    for args in [&["-i", "many"][..], &["--table", "-w"], &["--plot", "x"]] {
        let outcome = wc_perf(args);
        assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{args:?}");
    }
}

#[test]
fn a_card_that_takes_too_long_is_given_up() {
    let args = ["--card", "fast", "-i", "64", "-p", "1000000", "--timeout", "1"];
    let outcome = wc_perf(&args);
    outcome.failed(4, &["burst, a row of 64 bytes: ", " of 1000000 passes in 1 s", "(-p)"]);
    assert_eq!(outcome.out, "", "no rows of a run that failed");
    let outcome = wc_perf(&[&["--table", "-i", "16"], &args[..2], &args[4..]].concat());
    outcome.failed(4, &["burst, a row of 64 bytes: "]);
    for timeout in ["0", "-1", "x"] {
        assert_eq!(wc_perf(&["--card", "fast", "--timeout", timeout]).code, 2, "{timeout}");
    }
    assert_eq!(wc_perf(&["--hazards", "--timeout", "5"]).code, 2);
}

/// Rows as JSON.
fn rows(args: &[&str]) -> Vec<serde_json::Value> {
    let outcome = wc_perf(&[args, &["--json"]].concat());
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    outcome.json()["rows"].as_array().unwrap().clone()
}

#[test]
fn a_card_gets_sixteen_beats_uncached_and_one_combined() {
    // `memcpy` stores a line twice, from both ends.
    for (options, beats) in
        [(&[][..], 16.0), (&["-w"], 1.0), (&["-w", "-c"], 2.0), (&["-w", "-l"], 1.0)]
    {
        let args = [&["--card", "fast:loopback-mm", "-p", "1"], options].concat();
        let rows = rows(&args);
        assert_eq!(rows[0]["writes"], beats, "{options:?}");
    }
    let rows = rows(&["--card", "fast", "-i", "16384", "-p", "2", "-w", "-l"]);
    assert_eq!(rows.len(), 11, "64 B to 64 KiB");
    for row in rows {
        assert_eq!(row["writes"].as_f64().unwrap(), row["bytes"].as_f64().unwrap() / 64.0, "{row}");
    }
}

#[test]
fn a_simulated_card_is_behind_the_processor_of_the_published_table() {
    for options in [&[][..], &["-w"], &["-c"], &["-w", "-c"], &["-w", "-l"]] {
        let all = [options, &["-i", "256", "-p", "3"]].concat();
        let on_card = [&all[..], &["--card", "fast"]].concat();
        let rates =
            |args: &[&str]| rows(args).iter().map(|row| row["rate"].clone()).collect::<Vec<_>>();
        assert_eq!(rates(&on_card), rates(&all), "{options:?}");
    }
    let outcome = wc_perf(&["--card", "fast", "-v", "-w"]);
    let title = "burst-wc on fast:loopback-mm, 100 passes; GB/s, modelled\n";
    assert!(
        outcome.out.starts_with(title) && outcome.out.contains("1 write on the bus\n"),
        "{}",
        outcome.out
    );
    let outcome = wc_perf(&["--table", "-i", "64", "--card", "fast"]);
    let said = "GB/s, modelled on fast:loopback-mm, 100 passes a row, beside what is published\n";
    assert!(outcome.out.starts_with(said), "{}", outcome.out);
}

#[test]
fn a_row_that_does_not_fit_the_card_and_a_card_that_is_none_are_refused() {
    let outcome = wc_perf(&["--card", "fast", "-i", "4194304", "-p", "1"]);
    assert_eq!(outcome.code, 2, "{}", outcome.out);
    assert!(outcome.err.contains("does not fit the card's memory of"), "{}", outcome.err);
    let folder = tempfile::tempdir().unwrap();
    let outcome = wc_perf(&["--pci", text(folder.path()), "-w"]);
    assert_eq!(outcome.code, 4, "{}", outcome.out);
    assert!(outcome.err.contains(text(folder.path())), "{}", outcome.err);
    assert_eq!(wc_perf(&["--card", "fast:nothing"]).code, 4);
    for args in
        [&["-l"][..], &["-l", "-w", "-c"], &["--pci", "x", "--card", "fast"], &["--bar", "2"]]
    {
        assert_eq!(wc_perf(args).code, 2, "{args:?}");
    }
}
