// SPDX-License-Identifier: Apache-2.0
//! The header is that of the code, and C programs get what it promises.

#![allow(clippy::unwrap_used, reason = "tests fail by it")]

use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const CARDS: [&str; 2] = ["fast:radio", "rtl:radio"];

/// Where cargo has put the library: beside this test.
fn libraries() -> PathBuf {
    std::env::current_exe().unwrap().parent().unwrap().to_owned()
}

fn compile(source: &str, compiler: &str, flags: &[&str], into: &Path) {
    let libraries = libraries();
    let status = Command::new(compiler)
        .args(flags)
        .args(["-O1", "-Wall", "-Wextra", "-Werror", "-I"])
        .arg(Path::new(ROOT).join("include"))
        .arg(Path::new(ROOT).join("tests").join(source))
        .arg("-o")
        .arg(into)
        .arg("-L")
        .arg(&libraries)
        // Ahead of LD_LIBRARY_PATH, by which cargo may name a folder with an older one.
        .arg(format!("-Wl,--disable-new-dtags,-rpath,{}", libraries.display()))
        .arg("-lforebay_c")
        .status()
        .unwrap();
    assert!(status.success(), "{compiler} {source}: {status}");
}

/// A program of C ends well on each card, and says what it has checked.
fn runs(source: &str, cards: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("program");
    compile(source, "cc", &["-std=c11", "-pthread"], &program);
    for card in cards {
        let run = Command::new(&program).arg(card).output().unwrap();
        let (told, words) =
            (String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap());
        assert!(run.status.success(), "{card}: {told}{words}");
        assert!(told.contains("checks"), "{told}");
    }
}

#[test]
fn the_header_is_that_of_the_code() {
    let mut made = Vec::new();
    cbindgen::generate(ROOT).unwrap().write(&mut made);
    let kept = std::fs::read_to_string(Path::new(ROOT).join("include/forebay_capture.h")).unwrap();
    let made = String::from_utf8(made).unwrap();
    assert!(made == kept, "make it again: cargo run -p forebay-c --example header");
}

#[test]
fn a_program_in_c_captures_every_sample_or_is_told_of_its_loss() {
    runs("capture.c", &CARDS);
}

#[test]
fn a_program_in_c_that_makes_no_sense_is_told_so_and_the_card_works_on() {
    runs("hostile.c", &["fast:radio"]);
}

#[test]
fn a_program_in_c_hears_what_it_sends_and_is_told_what_was_not() {
    runs("transmit.c", &CARDS);
}

#[test]
fn a_program_in_c_is_told_once_what_became_of_its_bursts() {
    runs("bursts.c", &CARDS);
}

#[test]
fn the_header_is_one_of_cpp_too() {
    let folder = tempfile::tempdir().unwrap();
    compile("header.cpp", "c++", &["-std=c++17"], &folder.path().join("header"));
}
