// SPDX-License-Identifier: Apache-2.0
//! `forebay wc-perf` as a user meets it.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::fs;

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
fn the_table_has_every_published_cell_and_ours_and_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let plots = folder.path().join("new/plots");
    let outcome = wc_perf(&["--table", "--plot", text(&plots)]);
    let lines = words(&outcome);
    let rows: Vec<_> = lines.iter().filter(|line| line.len() == 14).collect();
    let head = "bytes burst published % burst-wc published % custom published % custom-wc published % lines-wc";
    assert_eq!(rows[0].join(" "), head);
    assert_eq!(rows.len(), 18, "{}", outcome.out);
    for (row, (bytes, figures)) in rows[1..].iter().zip(forebay_write_combining::published::TABLE) {
        assert_eq!(row[0], bytes.to_string());
        for (at, figure) in figures.into_iter().enumerate() {
            let published = row[2 + 3 * at].trim_start_matches('*');
            assert_eq!(published, format!("{figure:.4}"), "{bytes}");
        }
    }
    // Flat where the source's clock has lost seconds; four cells without meaning.
    let last = rows[17];
    assert_eq!(last[..4], ["4194304", "0.0278", "*0.4322", "-"]);
    let silent = rows.iter().flat_map(|row| row.iter()).filter(|word| **word == "-").count();
    let lost = rows.iter().flat_map(|row| row.iter()).filter(|word| word.starts_with('*')).count();
    assert_eq!((silent, lost), (4, 10));
    let signed = ["+0.0", "-0.0"].map(|nothing| outcome.out.contains(&format!("{nothing} ")));
    assert_eq!(signed, [false; 2], "what is nothing in its digits has no sign: {}", outcome.out);
    let svg = fs::read_to_string(plots.join("wc-perf.svg")).unwrap();
    for word in
        ["bytes (log)", "GB/s (log)", "lines-wc", "lines: modelled", "crosses: as published"]
    {
        assert!(svg.contains(word), "{word}");
    }
    let png = fs::read(plots.join("wc-perf.png")).unwrap();
    assert_eq!(&png[1..4], b"PNG");
    for file in ["svg", "png"] {
        let line = format!("plot: {}", plots.join(format!("wc-perf.{file}")).display());
        assert!(outcome.out.contains(&line), "{}", outcome.out);
    }
}

#[test]
fn the_table_as_json_has_the_first_edition_for_one_pass_and_nothing_for_others() {
    let small = ["--table", "-i", "64", "--json", "-p"];
    for (passes, published) in [("1", 0.025_869), ("100", 0.434_842)] {
        let json = wc_perf(&[&small[..], &[passes]].concat()).json();
        assert_eq!(json["rows"].as_array().unwrap().len(), 3);
        let columns = json["rows"][0]["columns"].as_array().unwrap();
        assert_eq!(columns.len(), 5);
        assert_eq!(columns[1]["column"], "burst_wc");
        assert_eq!(columns[1]["published"]["published"], published, "{passes}");
        assert_eq!(columns[4]["published"], serde_json::Value::Null);
        assert_eq!(json["modelled"], true);
    }
    let outcome = wc_perf(&["--table", "-i", "64", "-p", "50"]);
    let rows: Vec<_> = words(&outcome).into_iter().filter(|line| line.len() == 6).collect();
    assert_eq!(rows[0], ["bytes", "burst", "burst-wc", "custom", "custom-wc", "lines-wc"]);
    assert_eq!(rows.len(), 4, "{}", outcome.out);
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
fn a_place_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    for place in [file.clone(), file.join("below")] {
        let outcome = wc_perf(&["--table", "-i", "16", "--plot", text(&place)]);
        outcome.failed(1, &[text(&place), "give a directory that can be written"]);
        assert_eq!(outcome.out, "", "no table of a run that failed");
    }
}

#[test]
fn a_place_that_is_no_text_is_drawn_in_and_told_as_far_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["wc-perf", "--table", "-i", "16", "--json", "--plot"];
    let (outcome, place) = with_odd_name(&args, folder.path());
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let told = place.join("wc-perf.svg").display().to_string();
    assert_eq!(outcome.json()["plots"][0], told);
    assert!(told.contains("/pl\u{fffd}ts/") && place.join("wc-perf.svg").exists(), "{told}");
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

#[test]
fn the_side_effects_are_shown_with_their_corrected_forms() {
    let outcome = wc_perf(&["--hazards"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let lines: Vec<_> = outcome.out.lines().collect();
    let starting =
        |start: &str| lines.iter().filter(|line| line.trim_start().starts_with(start)).count();
    assert_eq!(starting("== "), 9, "{}", outcome.out);
    assert_eq!(starting("1 kind of hazard in 408 orders"), 9, "{}", outcome.out);
    assert_eq!(starting("corrected: nothing breaks in 408 orders"), 9, "{}", outcome.out);
    let outcome = wc_perf(&["--hazards", "--orders", "10", "--json"]);
    let all: serde_json::Value = serde_json::from_str(&outcome.out).unwrap();
    let fifo = &all[2];
    assert_eq!(fifo["name"], "six bytes to one address of a FIFO");
    assert_eq!(fifo["wrong"]["hazards"][0]["kind"], "eaten");
    assert_eq!(fifo["right"]["hazards"], serde_json::json!([]));
}

#[test]
fn a_program_file_is_judged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("program.toml");
    let range = "[[range]]\nname = \"port\"\nbase = 0\nbytes = 4096\ncaching = \"write-combining\"\nmeaning = \"fifo\"\n";
    let judged = |accesses: &str| {
        fs::write(&path, format!("accesses = [{accesses}]\n{range}")).unwrap();
        wc_perf(&["--hazards", text(&path)])
    };
    let store = |offset: u32| {
        format!("{{ store = {{ range = \"port\", offset = {offset}, bytes = [1, 2] }} }}")
    };
    let outcome = judged(&format!("{}, {}, \"fence\"", store(0), store(2)));
    assert_eq!(
        (outcome.code, outcome.out.trim_end()),
        (0, "nothing breaks in 408 orders"),
        "{}",
        outcome.err
    );
    let load = "{ load = { range = \"port\", offset = 8, bytes = 2 } }";
    for (fence, code) in [("full-fence", 0), ("fence", 6)] {
        let accesses = format!("{}, \"{fence}\", {load}", store(8));
        let memory = range.replace("fifo", "memory");
        fs::write(&path, format!("accesses = [{accesses}]\n{memory}")).unwrap();
        let outcome = wc_perf(&["--hazards", text(&path)]);
        assert_eq!(outcome.code, code, "{fence}: {}{}", outcome.out, outcome.err);
    }
    let outcome = judged(&format!("{}, {}, \"fence\"", store(0), store(0)));
    assert_eq!(outcome.code, 6, "{}", outcome.err);
    assert!(outcome.out.contains("loses bytes of a FIFO: access 0 ("), "{}", outcome.out);
    assert!(outcome.out.contains("program.toml: accesses[0]"), "{}", outcome.out);
    for (accesses, said) in [
        (store(4095), "accesses[0]: 2 bytes at 0xfff are not within `port`"),
        ("\"fench\"".to_owned(), "line 1"),
        ("{ fence = 3 }".to_owned(), "line 1"),
    ] {
        let outcome = judged(&accesses);
        assert_eq!(outcome.code, 3, "{}", outcome.out);
        assert!(
            outcome.err.contains("program.toml") && outcome.err.contains(said),
            "{}",
            outcome.err
        );
    }
    let outcome = wc_perf(&["--hazards", "/no/such.toml"]);
    assert_eq!(outcome.code, 3);
    assert!(outcome.err.contains("/no/such.toml"), "{}", outcome.err);
    for args in [
        &["--hazards", "--orders", "0"][..],
        &["--hazards", "-w"],
        &["--hazards", "--bar", "3"],
        &["--hazards", "--plot", "/no/such"],
        &["--orders", "5"],
    ] {
        assert_eq!(wc_perf(args).code, 2, "{args:?}");
    }
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
