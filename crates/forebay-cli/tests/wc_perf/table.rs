// SPDX-License-Identifier: Apache-2.0
//! All columns, beside the published ones where there are some, and drawn.

use std::fs;

use super::common::*;
use super::{wc_perf, words};

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
    let lines = words(&outcome);
    let rows: Vec<_> = lines[1..].iter().filter(|line| line.len() == 6).collect();
    assert_eq!(*rows[0], ["bytes", "burst", "burst-wc", "custom", "custom-wc", "lines-wc"]);
    assert_eq!(rows.len(), 4, "{}", outcome.out);
}

#[test]
fn the_table_says_beside_what_it_stands_and_nothing_where_nothing_is_published() {
    for (passes, said) in [
        ("1", "GB/s, modelled, 1 pass a row, beside what is published"),
        ("2", "GB/s, modelled, 2 passes a row"),
        ("50", "GB/s, modelled, 50 passes a row"),
        ("100", "GB/s, modelled, 100 passes a row, beside what is published"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let place = text(folder.path());
        let outcome = wc_perf(&["--table", "-i", "16", "-p", passes, "--plot", place]);
        assert_eq!(outcome.code, 0, "{}", outcome.err);
        assert_eq!(outcome.out.lines().next(), Some(said));
        let svg = fs::read_to_string(folder.path().join("wc-perf.svg")).unwrap();
        let published = said.ends_with("published");
        assert_eq!(svg.contains("published"), published, "{passes}");
        let title = said.trim_start_matches("GB/s, modelled, ").split(',').next().unwrap();
        assert!(svg.contains(&format!("Stores into a BAR, {title}")), "{passes}");
    }
    let lines = wc_perf(&["-p", "1"]);
    assert!(lines.out.starts_with("burst, 1 pass; GB/s, modelled\n"), "{}", lines.out);
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
