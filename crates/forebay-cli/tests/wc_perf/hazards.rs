// SPDX-License-Identifier: Apache-2.0
//! Orders that break a program, and files of programs.

use std::fs;

use super::common::*;
use super::wc_perf;

#[test]
fn the_side_effects_are_shown_with_their_corrected_forms() {
    let outcome = wc_perf(&["--hazards"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let lines: Vec<_> = outcome.out.lines().collect();
    let starting =
        |start: &str| lines.iter().filter(|line| line.trim_start().starts_with(start)).count();
    assert_eq!(starting("== "), 10, "{}", outcome.out);
    assert_eq!(starting("1 kind of hazard in 408 orders"), 10, "{}", outcome.out);
    assert_eq!(starting("corrected: nothing breaks in 408 orders"), 10, "{}", outcome.out);
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
