// SPDX-License-Identifier: Apache-2.0
//! A program links what it asks for and nothing else, as cargo resolves it. That each name that must not be there is looked for
//! where it is shows in the tests that ask for it.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use std::process::Command;

/// Names of the packages that a program with these ones links.
fn linked(arguments: &[&str]) -> Vec<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["tree", "--offline", "--locked", "--edges", "normal", "--prefix", "none"])
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().filter_map(|line| line.split(' ').next()).map(Into::into).collect()
}

fn has(packages: &[String], prefix: &str) -> bool {
    packages.iter().any(|name| name.starts_with(prefix))
}

#[test]
fn a_program_that_moves_data_links_no_curve_and_no_simulated_card() {
    let packages = linked(&["-p", "forebay"]);
    assert!(has(&packages, "forebay-bus"), "{packages:?}");
    for unasked in
        ["ark-", "forebay-msm", "forebay-card-", "forebay-link", "forebay-sim", "libloading"]
    {
        assert!(!has(&packages, unasked), "{unasked}*: {packages:?}");
    }
}

#[test]
fn a_program_that_asks_for_simulated_cards_gets_them_without_a_curve() {
    let packages = linked(&["-p", "forebay", "--features", "sim"]);
    assert!(has(&packages, "forebay-card-rtl") && has(&packages, "forebay-card-fast"));
    for unasked in ["ark-", "forebay-msm", "forebay-faults", "forebay-trace", "forebay-vfio-user"] {
        assert!(!has(&packages, unasked), "{unasked}: {packages:?}");
    }
}

#[test]
fn a_program_that_multiplies_on_simulated_cards_gets_both() {
    let packages = linked(&["-p", "forebay-msm-client", "--features", "sim"]);
    assert!(has(&packages, "forebay-card-fast") && has(&packages, "ark-bls12-377"));
}

#[test]
fn a_program_that_multiplies_behind_a_driver_links_the_curve_and_no_simulated_card() {
    let packages = linked(&["-p", "forebay-cli", "--no-default-features"]);
    assert!(has(&packages, "ark-bls12-377"), "{packages:?}");
    for unasked in ["forebay-card-", "forebay-sim", "libloading"] {
        assert!(!has(&packages, unasked), "{unasked}*: {packages:?}");
    }
}

#[test]
fn a_sweep_runs_without_what_draws_it_and_a_program_behind_a_driver_without_either() {
    for package in ["forebay-host-model", "forebay-sweep"] {
        let packages = linked(&["-p", package]);
        for unasked in ["forebay-report", "plotters", "maud"] {
            assert!(!has(&packages, unasked), "{package}, {unasked}: {packages:?}");
        }
    }
    let packages = linked(&["-p", "forebay-cli", "--no-default-features"]);
    for unasked in ["forebay-report", "forebay-sweep", "plotters"] {
        assert!(!has(&packages, unasked), "{unasked}: {packages:?}");
    }
    assert!(has(&linked(&["-p", "forebay-report"]), "plotters"));
}

#[test]
fn the_seam_knows_none_of_those_on_either_side_of_it() {
    let packages = linked(&["-p", "forebay-bus"]);
    let ours: Vec<_> = packages.iter().filter(|name| name.starts_with("forebay")).collect();
    // What is generated from the register description is nobody's side.
    assert_eq!(ours, ["forebay-bus", "forebay-regs"]);
}
