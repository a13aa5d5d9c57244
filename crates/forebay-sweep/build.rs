// SPDX-License-Identifier: Apache-2.0
//! Gives the model a version: a digest of its sources and of the versions it is linked with. What was computed by another
//! version is not taken for its result, without anybody having to remember a number.

use std::io;
use std::path::{Path, PathBuf};

#[path = "src/digest.rs"]
mod digest;

fn files(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files(&path, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

/// A digest of all files at these places.
fn version(places: &[&str]) -> io::Result<String> {
    let mut found = Vec::new();
    for place in places.iter().map(Path::new) {
        println!("cargo::rerun-if-changed={}", place.display());
        if place.is_dir() { files(place, &mut found)? } else { found.push(place.into()) }
    }
    found.sort();
    let mut all = Vec::new();
    for path in found {
        all.extend(path.to_string_lossy().bytes());
        all.extend(std::fs::read(path)?);
    }
    Ok(digest::digest(&all))
}

fn main() -> io::Result<()> {
    // What turns settings into numbers: the model, the link it takes figures from, and the loop over runs.
    let model = version(&[
        "../forebay-host-model/src",
        "../forebay-bus/src",
        "../../Cargo.lock",
        "src/run.rs",
    ])?;
    println!("cargo::rustc-env=FOREBAY_MODEL={model}");
    // On a simulated card also the card, the bus in front of it, the library, and the planner that the library asks what would have
    // been safe; what is built apart is told from its file.
    let bodies = version(&[
        "../forebay/src",
        "../forebay-builds/src",
        "../forebay-card-fast/src",
        "../forebay-card-rtl/src",
        "../forebay-link/src",
        "../forebay-plan/src",
        "../forebay-regs/src",
        "../forebay-sim/src",
        "../forebay-timed-card/src",
    ])?;
    println!("cargo::rustc-env=FOREBAY_BODIES={bodies}");
    Ok(())
}
