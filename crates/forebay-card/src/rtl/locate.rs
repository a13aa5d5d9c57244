// SPDX-License-Identifier: Apache-2.0
//! Where the Verilated libraries are.

use std::path::{Path, PathBuf};

use forebay_bus::CardError;

use super::error::RtlError;

/// Card builds that exist; the same names as in `sim/variants.mk`.
pub const VARIANTS: &[&str] =
    &["loopback", "loopback-mm", "loopback-st", "msm", "msm-toy", "msm-gates"];

/// The library of a card build.
///
/// `FOREBAY_RTL_DIR` names the directory that holds one directory per build. Without it, `build/rtl` is looked
/// for upwards from the running program, then in the workspace this crate was compiled in.
///
/// # Errors
/// [`CardError::UnknownCard`] for a name that is no build, [`RtlError::LibraryMissing`] when it was not built.
pub(super) fn library(variant: &str) -> Result<PathBuf, CardError> {
    if !VARIANTS.contains(&variant) {
        return Err(CardError::UnknownCard {
            name: variant.to_owned(),
            known: VARIANTS.join(", "),
        });
    }
    let wanted = Path::new(variant).join(format!("libfby_{variant}.so"));
    let places = match std::env::var_os("FOREBAY_RTL_DIR") {
        Some(dir) => vec![PathBuf::from(dir)],
        None => default_places(),
    };
    Ok(pick(&places, &wanted)?)
}

fn pick(places: &[PathBuf], wanted: &Path) -> Result<PathBuf, RtlError> {
    let found = places.iter().map(|dir| dir.join(wanted)).find(|path| path.is_file());
    found.ok_or_else(|| RtlError::LibraryMissing {
        path: places.last().map_or_else(|| wanted.to_owned(), |dir| dir.join(wanted)),
    })
}

fn default_places() -> Vec<PathBuf> {
    let program = std::env::current_exe().unwrap_or_default();
    let above = program.ancestors().map(|dir| dir.join("build/rtl"));
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../build/rtl");
    above.chain([workspace]).filter(|dir| dir.is_dir()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_build_table() {
        let table = include_str!("../../../../sim/variants.mk");
        let line =
            table.lines().find_map(|line| line.strip_prefix("VARIANTS = ")).expect("VARIANTS line");
        assert_eq!(line.split_whitespace().collect::<Vec<_>>(), VARIANTS);
    }

    #[test]
    fn an_unknown_build_is_answered_with_the_known_ones() {
        let error = library("msn").expect_err("no such build");
        assert!(error.to_string().contains("loopback-st, msm, msm-toy"), "{error}");
    }

    #[test]
    fn a_missing_library_says_where_and_what_to_do() {
        let error = pick(&[PathBuf::from("/nowhere")], Path::new("msm/libfby_msm.so"))
            .expect_err("not there");
        let text = error.to_string();
        assert!(text.contains("/nowhere/msm/libfby_msm.so") && text.contains("make rtl"), "{text}");
    }
}
