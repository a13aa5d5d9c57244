// SPDX-License-Identifier: Apache-2.0
//! The `forebay` command as a user meets it: exit codes, JSON, and what it says about bad files.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::*;
use forebay_msm::vectors::{Vectors, random_points, random_scalars};
use forebay_msm::{G1Affine, affine_hex, witness};
use serde_json::Value;

const POINTS: usize = 800;

// ---- msm ----

#[test]
fn json_has_the_keys_and_the_right_point() {
    let files = Files::random(40);
    let outcome = files.msm(&["--verify", "--json"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let json = outcome.json();
    let (x, y) = affine_hex(&witness::msm(&files.points, &files.scalars).unwrap()).unwrap();
    assert_eq!((json["x"].as_str().unwrap(), json["y"].as_str().unwrap()), (&*x, &*y));
    assert_eq!(json["points"], 40);
    assert_eq!(json["card"], "fast:msm");
    assert_eq!(json["verified"], true);
    assert!(json["card_cycles"].as_u64().unwrap() > 0);
    assert_eq!((&json["modelled"], &json["adder"]["modelled"]), (&true.into(), &true.into()));
    assert_eq!(json["adder_utilisation"], json["adder"]["utilisation"]);
    for key in ["cycles_per_point", "adder_utilisation", "wall_seconds"] {
        assert!(json[key].as_f64().unwrap() > 0.0, "{key}: {json}");
    }
    let phases: Vec<_> = json["phases"].as_array().unwrap().iter().collect();
    assert_eq!(phases.len(), 5, "{json}");
    assert_eq!(files.msm(&["--json"]).json()["verified"], Value::Null, "not asked for");
}

#[test]
fn text_shows_the_point_and_where_the_time_went() {
    let files = Files::random(40);
    let outcome = files.msm(&["--verify"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let (x, _) = affine_hex(&witness::msm(&files.points, &files.scalars).unwrap()).unwrap();
    for part in [&*x, "transfer", "host sum", "arkworks agrees"] {
        assert!(outcome.out.contains(part), "`{part}` is not in: {}", outcome.out);
    }
    for part in ["adder utilisation", "cycles per point", "adder idle"] {
        let line = outcome.out.lines().find(|line| line.starts_with(part));
        assert!(line.is_some_and(|line| line.contains("modelled")), "{part}: {}", outcome.out);
    }
}

#[test]
fn any_count_of_points_works() {
    let files = Files::random(POINTS);
    for count in [0, 1, 777] {
        let outcome = files.msm(&["--count", &count.to_string(), "--verify", "--json"]);
        assert_eq!(outcome.code, 0, "{count}: {}", outcome.err);
        let json = outcome.json();
        assert_eq!((&json["points"], &json["verified"]), (&count.into(), &true.into()), "{json}");
        assert_eq!(json["x"].is_null(), count == 0, "{json}");
    }
    assert!(files.msm(&["--count", "0"]).out.starts_with("infinity"));
    let outcome = files.msm(&["--count", "801"]);
    outcome.failed(3, &["801 records wanted", "holds 800", "points.usrs"]);
}

#[test]
fn random_scalars_are_the_same_for_the_same_seed() {
    let files = Files::random(20);
    let points = files.points_path();
    let run = |seed: &str| {
        let scalars = format!("random:{seed}");
        let base = ["msm", "--points", text(&points), "--scalars", &scalars];
        forebay(&[&base[..], &["--card", "fast", "--json", "--verify"]].concat())
    };
    let (one, again, other) = (run("7"), run("7"), run("8"));
    assert_eq!((one.code, other.code), (0, 0), "{}{}", one.err, other.err);
    assert_eq!(one.json()["x"], again.json()["x"]);
    assert_ne!(one.json()["x"], other.json()["x"]);
    assert_eq!(run("x").code, 2);
}

#[test]
fn infinity_and_cancelling_scalars_are_no_errors() {
    let mut points = random_points(8, 3);
    points.push(G1Affine::identity());
    points.push(points[0]);
    let mut minus_five = order();
    minus_five[0] = 0xFC;
    minus_five[1..6].fill(0xFF);
    // r - 5 by hand: the borrow runs through the zero bytes above the lowest one.
    minus_five[5] = 0x7F;
    let scalars = vec![scalar(5), scalar(0), scalar(0), scalar(9), minus_five];
    let files = Files::new(points, scalars);
    let outcome = files.msm(&["--verify"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert!(outcome.out.starts_with("infinity"), "{}", outcome.out);
}

#[test]
fn every_scalar_equal_is_slow_but_right() {
    let files = Files::new(random_points(9, 300), vec![random_scalars(1, 1)[0]; 300]);
    let outcome = files.msm(&["--verify", "--json"]);
    assert_eq!((outcome.code, &outcome.json()["verified"]), (0, &Value::Bool(true)));
}

#[test]
fn options_about_a_scalars_file_are_refused_where_there_is_none() {
    let files = Files::random(4);
    let points = files.points_path();
    let base = ["msm", "--points", text(&points), "--card", "fast", "--scalars", "random:1"];
    for option in ["--scalars-ark", "--scalars-montgomery"] {
        let outcome = forebay(&[&base[..], &[option]].concat());
        outcome.failed(2, &[option, "random", "leave it out"]);
    }
}

// ---- bad files ----

#[test]
fn unequal_lengths_name_both() {
    let mut files = Files::random(20);
    files.scalars.pop();
    files.write();
    files.msm(&[]).failed(3, &["20 points", "19 scalars", "--count"]);
    assert_eq!(files.msm(&["--count", "19", "--verify"]).code, 0);
}

#[test]
fn truncated_and_oversized_files_name_their_sizes() {
    let files = Files::random(20);
    Files::edit(&files.points_path(), |bytes| bytes.truncate(8 + 20 * 96 - 1));
    files.msm(&[]).failed(3, &["points.usrs", "truncated", "1927 bytes", "1928"]);
    Files::edit(&files.points_path(), |bytes| bytes.extend([0; 3]));
    files.msm(&[]).failed(3, &["points.usrs", "oversized", "1928", "1930 bytes"]);
    files.write();
    Files::edit(&files.scalars_path(), |bytes| bytes.truncate(20 * 32 - 5));
    files.msm(&[]).failed(3, &["scalars", "truncated", "635"]);
}

#[test]
fn an_unknown_format_shows_what_the_file_starts_with() {
    let files = Files::random(20);
    std::fs::write(files.points_path(), b"GIF89a, and not a single point of any curve").unwrap();
    files.msm(&[]).failed(
        3,
        &["points.usrs", "unknown point format", "474946", "arkworks", "--points-format"],
    );
    files.msm(&["--points-format", "gif"]).failed_arguments(&["ark-uncompressed"]);
    std::fs::remove_file(files.points_path()).unwrap();
    files.msm(&[]).failed(3, &["points.usrs", "No such file"]);
}

#[test]
fn a_point_off_the_curve_is_named_by_its_index() {
    let files = Files::random(20);
    Files::edit(&files.points_path(), |bytes| bytes[8 + 13 * 96] ^= 1);
    files.msm(&[]).failed(3, &["point 13 is not on", "x = 0x"]);
    files.msm(&["--json"]).failed(3, &["point 13"]);
    let json = files.msm(&["--json"]).json();
    assert_eq!(json["exit_code"], 3);
    assert!(json["error"].as_str().unwrap().contains("point 13"), "{json}");
    assert_eq!(files.msm(&["--count", "13", "--verify"]).code, 0, "it is not among the first 13");
}

#[test]
fn a_coordinate_that_is_no_field_element_is_named_by_its_place() {
    let files = Files::random(20);
    Files::edit(&files.points_path(), |bytes| bytes[8 + 4 * 96..8 + 4 * 96 + 48].fill(0xFF));
    files.msm(&[]).failed(3, &["points.usrs", "point 4 at byte 392", "not below p"]);
}

#[test]
fn a_point_outside_the_subgroup_is_named_by_its_index() {
    let mut files = Files::random(20);
    files.points[11] = stray_point();
    files.write();
    files.msm(&[]).failed(3, &["point 11", "outside the subgroup"]);
}

#[test]
fn a_scalar_of_r_or_more_is_named_unless_it_is_to_be_reduced() {
    let mut files = Files::random(20);
    files.scalars[17] = order();
    files.write();
    files.msm(&[]).failed(3, &["scalar 17", "0x12ab655e9a2ca556", "--reduce"]);
    assert_eq!(files.msm(&["--reduce", "--verify"]).code, 0);
    files.scalars[17] = [0xFF; 32];
    files.write();
    files.msm(&[]).failed(3, &["scalar 17"]);
    let json = files.msm(&["--reduce", "--verify", "--json"]).json();
    assert_eq!(json["verified"], true);
}

// ---- exit codes ----

#[test]
fn every_verb_tells_the_exit_codes_in_both_helps() {
    let whole = forebay(&["--help"]).out;
    let (_, codes) = whole.split_once("Exit codes:\n").unwrap();
    let verbs = whole.lines().skip_while(|line| *line != "Commands:").skip(1);
    let verbs = verbs
        .take_while(|line| !line.is_empty())
        .map(|line| line.split_whitespace().next().unwrap());
    let verbs: Vec<_> = verbs.filter(|verb| *verb != "help").collect();
    let known = [
        "msm",
        "describe",
        "vectors",
        "replay",
        "plan",
        "tune",
        "wc-perf",
        "udma",
        "capture",
        "transmit",
        "sweep",
        "serve",
        "replay-trace",
        "guest",
    ];
    assert_eq!(verbs, known, "{whole}");
    for verb in verbs {
        for help in ["-h", "--help"] {
            let out = forebay(&[verb, help]).out;
            assert!(out.ends_with(&format!("\n\nExit codes:\n{codes}")), "{verb} {help}: {out}");
        }
    }
}

#[test]
fn every_exit_code_means_what_the_help_says() {
    let help = forebay(&["msm", "--help"]);
    assert_eq!(help.code, 0);
    assert!(help.out.contains("5  the result is wrong"), "{}", help.out);
    forebay(&["msm"]).failed_arguments(&["--points"]);
    forebay(&["nonsense"]).failed_arguments(&["nonsense"]);
    forebay(&["describe", "--card", "fast:nonsense"]).failed(4, &["nonsense", "loopback"]);
    forebay(&["describe", "--card", "soft"])
        .failed(4, &["device `soft` is not known", "rtl:BUILD"]);
    let nowhere = ["vectors", "--out", "/nowhere/a.vec"];
    forebay(&nowhere).failed(1, &["/nowhere/a.vec", "writable directory"]);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let status = Command::new(env!("CARGO_BIN_EXE_forebay"))
        .args(["describe", "--card", "fast"])
        .stdout(full)
        .stderr(Stdio::null())
        .status();
    assert_eq!(status.unwrap().code(), Some(1));
}

#[test]
fn a_device_whose_driver_is_not_loaded_is_no_riddle() {
    let outcome = forebay(&["describe", "--card", "/nowhere/forebay9"]);
    outcome.failed(4, &["/nowhere/forebay9_user", "is the driver loaded"]);
    forebay(&["describe", "--card", "/dev/null"]).failed(4, &["/dev/null", "forebayN or xdmaN"]);
}

/// Makes a file as long as that without filling a disk.
fn sparse(path: &Path, begin: &[u8], bytes: u64) {
    std::fs::write(path, begin).unwrap();
    std::fs::File::options().write(true).open(path).unwrap().set_len(bytes).unwrap();
}

#[test]
fn files_larger_than_memory_are_errors_with_their_name() {
    // Their sizes are right; a terabyte and a half of each.
    const COUNT: u64 = 1 << 34;
    let files = Files::random(4);
    sparse(&files.scalars_path(), &[], 96 * COUNT);
    let outcome = files.msm(&["--trust-points"]);
    outcome.failed(3, &["scalars", "--count"]);
    sparse(&files.points_path(), &COUNT.to_le_bytes(), 8 + 96 * COUNT);
    let outcome = files.msm(&["--trust-points"]);
    outcome.failed(3, &["points.usrs", "--count"]);
}

// ---- describe ----

#[test]
fn describe_tells_what_a_write_that_finds_no_room_holds_up() {
    for (card, shared, says) in [
        ("fast:sink", false, "holds up nobody else"),
        ("fast:sink-shared", true, "one path: who finds no room in a stream port holds up every"),
    ] {
        let json = forebay(&["describe", "--card", card, "--json"]).json();
        assert_eq!(json["identity"]["shared_path"], shared, "{json}");
        let plain = forebay(&["describe", "--card", card]).out;
        assert!(plain.contains(says), "{plain}");
    }
}

#[test]
fn describe_shows_identity_and_every_counter() {
    let outcome = forebay(&["describe", "--card", "fast", "--json"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let json = outcome.json();
    assert_eq!(json["identity"]["datapath"]["name"], "msm");
    let features = json["identity"]["features"].as_array().unwrap();
    assert_eq!(features.last().unwrap()["name"], "msm");
    assert_eq!(features[0]["standing"], "known");
    assert_eq!(json["buckets"], 32_768);
    assert_eq!((&json["adders"], &json["records"]), (&3.into(), &1_572_864.into()));
    let counters = json["counters"].as_array().unwrap();
    for name in ["h2c_beats", "port1_full_stall", "msm_hazard_cycles", "mmio_errors"] {
        assert!(counters.iter().any(|counter| counter["name"] == name), "{name}");
    }
    let plain = forebay(&["describe", "--card", "fast:loopback", "--clear"]);
    assert_eq!(plain.code, 0, "{}", plain.err);
    for part in ["loopback", "250 MHz", "memory, memory, stream, stream", "last bad host address"] {
        assert!(plain.out.contains(part), "`{part}` is not in: {}", plain.out);
    }
}

/// The MSM empties its buckets after a reset, which takes longer than what is read of the card.
#[test]
fn describe_calls_nothing_busy_on_a_card_that_was_only_opened() {
    for card in ["fast:msm", "rtl:msm-toy", "fast:loopback-udma"] {
        let json = forebay(&["describe", "--card", card, "--json"]).json();
        let plugs = json["plugs"].as_array().unwrap();
        assert!(plugs.len() > 1, "{json}");
        for plug in plugs {
            let state = [&plug["busy"], &plug["quiesced"], &plug["answers"]];
            assert_eq!(state, [false, false, true], "{card}: {plug}");
        }
    }
}

// ---- vectors and replay ----

/// Makes a vector file.
fn vector(folder: &Path, more: &[&str]) -> PathBuf {
    let file = folder.join("some.vec");
    let base = ["vectors", "--windows", "toy", "--count", "50", "--out", text(&file)];
    let outcome = forebay(&[&base[..], more].concat());
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    file
}

#[test]
fn the_help_names_distributions_as_their_error_does() {
    let refused = forebay(&["vectors", "--distribution", "none", "--out", "x"]);
    refused.failed_arguments(&["expected one of "]);
    let names = refused.err.split_once("expected one of ").unwrap().1;
    let names = names.lines().next().unwrap();
    let help = forebay(&["vectors", "--help"]).out;
    assert!(help.contains(&format!("Scalars: {names}")), "{help}");
}

#[test]
fn vectors_of_every_distribution_replay() {
    let folder = tempfile::tempdir().unwrap();
    for distribution in ["uniform", "zeros", "ones", "equal", "r-1", "sparse", "small"] {
        let file = vector(folder.path(), &["--distribution", distribution]);
        let outcome = forebay(&["replay", text(&file), "--card", "fast:msm-toy"]);
        assert_eq!(outcome.code, 0, "{distribution}: {}", outcome.err);
        assert!(outcome.out.starts_with("fast:msm-toy: 50 points, result "), "{}", outcome.out);
    }
    let standard = folder.path().join("standard.vec");
    let made = forebay(&["vectors", "--count", "30", "--seed", "4", "--out", text(&standard)]);
    assert_eq!(made.code, 0, "{}", made.err);
    let outcome = forebay(&["replay", text(&standard), "--card", "fast", "--json"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let (json, result) = (outcome.json(), Vectors::read(&standard).unwrap().result);
    let (x, _) = affine_hex(&result).unwrap();
    assert_eq!((&json["card"], &json["points"]), (&"fast:msm".into(), &30.into()));
    assert!(json["result"].as_str().unwrap().contains(&x), "{json}");
}

/// Alters the result of a vector file.
fn alter(file: &Path) {
    let mut vectors = Vectors::read(file).unwrap();
    vectors.result = -vectors.result;
    vectors.write(file).unwrap();
}

#[test]
fn replay_says_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let file = vector(folder.path(), &[]);
    alter(&file);
    let (x, _) = affine_hex(&Vectors::read(&file).unwrap().result).unwrap();
    forebay(&["replay", text(&file), "--card", "fast:msm-toy"]).failed(5, &[&x]);
}

#[test]
fn replay_refuses_damaged_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = vector(folder.path(), &[]);
    Files::edit(&file, |bytes| *bytes.last_mut().unwrap() ^= 1);
    forebay(&["replay", text(&file), "--card", "fast"]).failed(3, &["some.vec", "checksum"]);
    Files::edit(&file, |bytes| bytes.truncate(300));
    forebay(&["replay", text(&file), "--card", "fast"])
        .failed(3, &["some.vec", "count is 50", "the file has 300"]);
    std::fs::write(&file, b"{}\n").unwrap();
    forebay(&["replay", text(&file), "--card", "fast"])
        .failed(3, &["some.vec", "format is missing"]);
    let bad = forebay(&["vectors", "--windows", "3,x", "--out", text(&file)]);
    bad.failed_arguments(&["3,x"]);
    for count in ["18446744073709551615", "1000000000000"] {
        let bad = forebay(&["vectors", "--count", count, "--out", text(&file)]);
        bad.failed_arguments(&[count]);
    }
}

// ---- the RTL card ----

#[test]
fn the_rtl_card_replays_multiplies_and_writes_a_waveform() {
    let folder = tempfile::tempdir().unwrap();
    let file = vector(folder.path(), &[]);
    let wave = folder.path().join("toy.fst");
    let replay = ["replay", text(&file), "--card", "rtl:msm-toy"];
    let outcome = forebay(&[&replay[..], &["--wave", text(&wave)]].concat());
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert!(std::fs::metadata(&wave).unwrap().len() > 1000);
    alter(&file);
    forebay(&replay).failed(5, &["differs from arkworks'"]);
    let scalars = (0..60).map(|n| scalar(n * 67)).collect();
    let files = Files::new(random_points(10, 60), scalars);
    let outcome = files.msm(&["--card", "rtl:msm-toy", "--verify", "--json"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let json = outcome.json();
    assert_eq!((&json["verified"], &json["modelled"]), (&true.into(), &false.into()));
    assert_eq!(json["link_modelled"], true);
}

#[test]
fn a_waveform_of_a_card_that_writes_none_is_refused_with_the_one_that_does() {
    let files = Files::random(4);
    let wave = files.path("x.fst");
    let vector = vector(files.folder.path(), &[]);
    let replay = ["replay", text(&vector), "--wave", text(&wave), "--card"];
    let outcomes = [
        files.msm(&["--wave", text(&wave)]),
        forebay(&[&replay[..], &["fast"]].concat()),
        forebay(&[&replay[..], &["/dev/forebay0"]].concat()),
    ];
    for outcome in outcomes {
        outcome.failed(4, &["waveform", "x.fst", "only RTL cards", "--card rtl"]);
        assert!(!outcome.err.contains("not known"), "{}", outcome.err);
    }
    assert!(!wave.exists());
}

// ---- guest ----

/// A suite that cannot be run to its end says so in its summary, where an old one was.
#[cfg(feature = "sim")]
#[test]
fn the_summary_of_a_suite_that_is_cut_short_has_what_ran_and_nothing_old() {
    let build = tempfile::tempdir().unwrap();
    let guest = build.path().join("guest");
    let summary = build.path().join("summary.json");
    let suite = || {
        std::fs::write(&summary, r#"[{"kernel": "of yesterday"}]"#).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_forebay"))
            .env("FOREBAY_BUILD_DIR", build.path())
            .args(["guest", "--suite", "full", "--kernel", "6.1", "--kernel", "6.12", "--summary"])
            .arg(&summary)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(4), "{output:?}");
        std::fs::read_to_string(&summary).unwrap()
    };
    std::fs::create_dir(&guest).unwrap();
    assert_eq!(suite(), "", "no kernel is there");
    let kernel = guest.join("kernels/6.1");
    std::fs::create_dir_all(&kernel).unwrap();
    std::fs::write(kernel.join("release"), "6.1.0-here\n").unwrap();
    std::fs::write(kernel.join("vmlinuz"), "").unwrap();
    std::fs::copy(
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../driver/test/SUITE"),
        guest.join("SUITE"),
    )
    .unwrap();
    let kept: Value = serde_json::from_str(&suite()).unwrap();
    assert_eq!(kept[0]["kernel"], "6.1.0-here");
    assert!(kept[0]["failed"].as_u64().unwrap() > 0, "{kept}");
    assert!(
        kept[0]["boots"][0]["failed"][0].as_str().unwrap().starts_with("cut short: "),
        "{kept}"
    );
}

#[test]
fn a_kernel_that_no_verb_makes_is_refused_with_those_there_are() {
    for kernel in ["5.10", "6.12.1", ""] {
        let outcome = forebay(&["guest", "--kernel", kernel, "--", "ls"]);
        outcome.failed_arguments(&["6.1, 6.12 or debug"]);
    }
}

#[test]
fn a_shell_without_a_terminal_is_refused_with_what_to_do_instead() {
    for input in [Stdio::null(), Stdio::piped()] {
        let child = Command::new(env!("CARGO_BIN_EXE_forebay"))
            .args(["guest", "--card", "none", "--shell"])
            .stdin(input)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn();
        let output = child.unwrap().wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{err}");
        assert!(err.contains("terminal") && err.contains("forebay guest -- sh -c"), "{err}");
    }
}

#[test]
fn what_the_examples_take_into_the_guest_is_there() {
    let help = forebay(&["guest", "--help"]).out;
    let words: Vec<_> = help.split_whitespace().collect();
    let files: Vec<_> = words.windows(2).filter(|pair| pair[0] == "--file").collect();
    let examples: Vec<_> = files.iter().filter(|pair| !pair[1].starts_with('<')).collect();
    assert!(!examples.is_empty(), "{help}");
    for pair in examples {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(pair[1]);
        assert!(path.is_file(), "{}", path.display());
    }
}

#[test]
fn a_trace_that_is_not_there_is_named_with_what_writes_traces() {
    let outcome = forebay(&["replay-trace", "/no/such/trace"]);
    outcome.failed(3, &["/no/such/trace: ", "No such file", "`forebay serve --record FILE`"]);
    assert!(!outcome.err.contains("space"), "it is read, not written: {}", outcome.err);
}
