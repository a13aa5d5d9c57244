// SPDX-License-Identifier: Apache-2.0
//! `forebay sweep` as a user meets it.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use common::*;
use forebay_msm::{CARD_POINT_BYTES, SCALAR_BYTES};
use forebay_sweep::Plan;
use rustix::fs::{CWD, FileType, Mode, mknodat};
use rustix::process::{Pid, Signal, kill_process};

/// Twelve settings with a deadlock among them.
const SMALL: &str = r#"
runs = 5
[host]
profile = "stock-xdma"
tasks = [0, 8]
[card]
fifo = [256, 512]
[send]
chunk = [128, 256, 512]
pairs = 4096
"#;

fn sweep(what: &[&str], out: &Path) -> Outcome {
    forebay(&[&["sweep"], what, &["--out", text(out)]].concat())
}

/// A folder with a sweep file.
fn folder(file: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    fs::write(&path, file).unwrap();
    let path = text(&path).to_owned();
    (folder, path)
}

fn table(out: &Path) -> Vec<csv::StringRecord> {
    let mut reader = csv::Reader::from_path(out.join("results.csv")).unwrap();
    let heads = reader.headers().unwrap().clone();
    std::iter::once(heads).chain(reader.records().map(Result::unwrap)).collect()
}

#[test]
fn results_in_a_place_that_is_no_text_are_told_as_far_as_it_is() {
    let file = "[host]\nprofile = \"forebay\"\n[send]\nchunk = [64]\npairs = 64\n";
    let (folder, file) = folder(file);
    let (outcome, place) = with_odd_name(&["sweep", &file, "--json", "--out"], folder.path());
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert_eq!(outcome.json()["report"], place.join("report.html").display().to_string());
    assert!(place.join("report.html").exists());
}

#[test]
fn a_file_is_swept_and_everything_is_written() {
    let (folder, file) = folder(SMALL);
    let out = folder.path().join("new/out");
    let outcome = sweep(&[&file], &out);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert!(outcome.out.starts_with("mine: 12 settings (0 known from before)"), "{}", outcome.out);
    assert!(outcome.out.contains("modelled\n2 settings never end, 0 do not"), "{}", outcome.out);
    // By order and depth: the full FIFO, the starving one and the largest safe chunk, in the planner's words.
    let said: Vec<_> =
        outcome.out.lines().skip(2).take_while(|line| line.starts_with("  ")).collect();
    let [said] = said[..] else { unreachable!("{said:?}") };
    for part in [
        "FIFO 256: 2 never, 0 not always; alternate-fifo256-idle-interrupt-aligned-chunk512: deadlock: ",
        "the FIFO of stream 0 is full (256 entries",
        "entries of stream 1, of which 0 have come",
        "the largest safe chunk is 256 elements",
    ] {
        assert!(said.contains(part), "`{part}` is not in: {said}");
    }
    let rows = table(&out);
    assert_eq!(rows.len(), 13);
    let at = |name| rows[0].iter().position(|head| head == name).unwrap();
    let stuck = |row: &&csv::StringRecord| &row[at("chunk")] == "512" && &row[at("fifo")] == "256";
    for row in rows[1..].iter().filter(stuck) {
        assert_eq!((&row[at("deadlocks")], &row[at("median_ms")]), ("5", ""));
        assert!(
            row[at("why")].contains("the FIFO of stream 0 is full with 256 elements"),
            "{row:?}"
        );
        assert!(row[at("planner")].contains("the largest safe chunk is 256 elements"), "{row:?}");
    }
    assert_eq!(rows[1..].iter().filter(stuck).count(), 2);
    for row in rows[1..].iter().filter(|row| !stuck(row)) {
        assert_eq!((&row[at("deadlocks")], &row[at("planner")]), ("0", "free"));
        assert!(row[at("median_ms")].parse::<f64>().unwrap() > 0.0);
    }
    let json: serde_json::Value =
        serde_json::from_slice(&fs::read(out.join("results.json")).unwrap()).unwrap();
    assert_eq!((&json["name"], &json["modelled"]), (&"mine".into(), &true.into()));
    assert_eq!(json["cells"].as_array().unwrap().len(), 12);
    let stuck = &json["summary"]["stuck"][0];
    assert_eq!((&stuck["fifo"], &stuck["never"]), (&256.into(), &2.into()), "{stuck}");
    assert!(outcome.out.ends_with(&format!("report: {}\n", text(&out.join("report.html")))));
    assert!(fs::read_to_string(out.join("report.html")).unwrap().contains("</html>"));
}

#[test]
fn what_is_known_is_not_modelled_again_and_a_run_that_is_asked_for_is_recorded() {
    let (folder, file) = folder(SMALL);
    let out = folder.path().join("out");
    sweep(&[&file], &out);
    let before = table(&out);
    let cell = "alternate-fifo512-tasks8-interrupt-aligned-chunk128";
    let asked = format!("{cell}:3");
    let outcome = sweep(&[&file, "--time-line", &asked, "--json"], &out);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let json = outcome.json();
    assert_eq!((&json["found"], &json["summary"]["cells"]), (&12.into(), &12.into()));
    assert_eq!(table(&out), before);
    assert!(out.join(format!("traces/{cell}-run3.json")).exists());
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(page.contains(&format!("asked for: {cell}, run 3")));
    // Other runs are another sweep.
    let other = sweep(&[&file, "--runs", "4", "--json"], &out).json();
    assert_eq!(other["found"], 0);
}

#[test]
fn presets_are_there_by_name() {
    let out = tempfile::tempdir().unwrap();
    let json = sweep(&["--preset", "dma", "--runs", "1", "--json"], out.path()).json();
    assert_eq!((&json["name"], &json["summary"]["cells"]), (&"dma".into(), &408.into()));
    let plan = Plan::f1(1, 0);
    let of_msm = plan.cells.iter().find(|cell| cell.subject == Plan::MSM).unwrap();
    let sizes = [SCALAR_BYTES as u64, CARD_POINT_BYTES as u64];
    assert_eq!(of_msm.scenario.card.element_bytes, sizes, "those of the core of this project");
}

#[test]
fn a_sweep_that_is_stopped_keeps_what_is_done_and_goes_on_from_there() {
    let (folder, file) = folder(SMALL);
    let [whole, out] = ["whole", "out"].map(|name| folder.path().join(name));
    sweep(&[&file], &whole);
    let half = folder.path().join("half.toml");
    fs::write(&half, SMALL.replace("[256, 512]", "512")).unwrap();
    sweep(&[text(&half)], &out);
    // The file is a pipe, so that the signal is there before the sweep begins.
    let pipe = folder.path().join("pipe");
    mknodat(CWD, &pipe, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_forebay"))
        .args(["sweep", text(&pipe), "--out", text(&out)])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut end = OpenOptions::new().write(true).open(&pipe).unwrap();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    // Nothing else tells that it has been heard: the process has one thread then, which takes signals before it reads on.
    end.write_all(SMALL.as_bytes()).unwrap();
    drop(end);
    let status = child.wait().unwrap();
    let said = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
    assert_eq!(status.code(), Some(130), "{said}");
    assert!(said.contains("stopped with 6 of 12 cells done"), "{said}");
    assert!(said.contains("results.jsonl, and the same command goes on from there"), "{said}");
    let outcome = sweep(&[&file, "--json"], &out);
    assert_eq!((outcome.code, &outcome.json()["found"]), (0, &6.into()), "{}", outcome.err);
    assert_eq!(table(&out), table(&whole));
}

#[test]
fn bad_questions_are_refused_with_the_value_and_what_may_be() {
    let (folder, file) = folder(SMALL);
    let out = folder.path().join("out");
    let asked = "alternate-fifo512-tasks8-interrupt-aligned-chunk128:5";
    for (args, code, said) in [
        (&["--preset", "f2"][..], 2, &["`f2`", "f1, dma, e3xx"][..]),
        (&["--preset", "f1", "--runs", "0"], 2, &["runs is 0; give 1 to"]),
        (&["--preset", "f1", "--jobs", "0"], 2, &["--jobs", "0"]),
        (&["--preset", "f1", "--time-line", "none"], 2, &["`none`", "scalars-then-points-"]),
        (&[&file, "--time-line", asked], 2, &["runs 0 to 4", "asks for 5"]),
        (&[&file, "--time-line", "cell:x"], 2, &["`x` is no run"]),
        (&[&file, "--preset", "f1"], 2, &["cannot be used with"]),
        (&[], 2, &["--preset"]),
        (&["nowhere.toml"], 3, &["nowhere.toml: ", "give a sweep file"]),
    ] {
        let outcome = sweep(args, &out);
        assert_eq!(outcome.code, code, "{args:?}: {}", outcome.err);
        for part in said {
            assert!(outcome.err.contains(part), "{args:?}: `{part}` is not in: {}", outcome.err);
        }
        assert!(!out.exists(), "{args:?}: nothing is begun");
    }
}

#[test]
fn files_that_ask_for_nonsense_are_refused_with_the_key() {
    for (file, said) in [
        ("[send]\nchunk_size = 3", &["mine.toml: line 2: unknown field `chunk_size`"][..]),
        ("[send]\nchunk = 0", &["chunk is 0; give 1 to 2^36"]),
        ("[send]\nchunk = { from = 9, to = 8 }", &["send.chunk", "MOST not below it"]),
        ("[send]\nchunk = []", &["send.chunk = []; give at least one value"]),
        ("[send]\npairs = 99999999999999", &["pairs is 99999999999999; give 1 to 2^36"]),
        ("[card]\nfifo = 99999999999999", &["depth is 99999999999999; give 1 to 2^26"]),
        ("[card]\npair = 114", &["card.pair: `114` has no unit"]),
        ("[host.costs]\nwake_up_idle = '22'", &["host.costs.wake_up_idle: `22` has no unit"]),
    ] {
        let (folder, path) = folder(file);
        let outcome = sweep(&[&path], &folder.path().join("out"));
        outcome.failed(3, said);
        assert!(!folder.path().join("out").exists());
    }
}

#[test]
fn a_card_that_cannot_be_had_ends_a_sweep_as_it_ends_any_other_command() {
    let (folder, file) = folder("[card]\nlike = 'forebay'\nbody = 'rtl'\n[send]\npairs = 4096");
    let nowhere = folder.path().join("nowhere");
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_forebay"));
        let output = command.args(args).env("FOREBAY_RTL_DIR", &nowhere).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, said) = run(&["sweep", &file, "--out", text(&folder.path().join("out"))]);
    assert_eq!(code, Some(4), "{said}");
    assert_eq!(run(&["describe", "--card", "rtl:sink"]).0, Some(4));
    for part in ["mine.toml: card.body = \"rtl\": ", text(&nowhere), "run `make rtl`"] {
        assert!(said.contains(part), "`{part}` is not in: {said}");
    }
}

#[test]
fn a_place_where_nothing_can_be_written_is_told() {
    let (folder, file) = folder(SMALL);
    let beside = folder.path().join("file");
    fs::write(&beside, "").unwrap();
    sweep(&[&file], &beside.join("out")).failed(1, &["file/out", "give a directory that can be"]);
    sweep(&[&file], Path::new("/proc/forebay")).failed(1, &["/proc/forebay", "give a directory"]);
}
