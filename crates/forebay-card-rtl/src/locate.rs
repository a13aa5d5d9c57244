// SPDX-License-Identifier: Apache-2.0
//! Where the Verilated libraries are.

use std::path::{Path, PathBuf};

use forebay_builds::Build;

use crate::error::RtlError;

/// The library of a card build.
///
/// `FOREBAY_RTL_DIR` names the directory that holds one directory per build. Without it, `build/rtl` is looked
/// for upwards from the running program, then in the workspace this crate was compiled in.
///
/// # Errors
/// [`RtlError::LibraryMissing`] when it was not built.
pub fn library(build: &Build) -> Result<PathBuf, RtlError> {
    let variant = &build.name;
    let wanted = Path::new(variant).join(format!("libfby_{variant}.so"));
    let places = match std::env::var_os("FOREBAY_RTL_DIR") {
        Some(dir) => vec![PathBuf::from(dir)],
        None => default_places(),
    };
    pick(&places, &wanted)
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
    fn a_missing_library_says_where_and_what_to_do() {
        let error = pick(&[PathBuf::from("/nowhere")], Path::new("msm/libfby_msm.so"))
            .expect_err("not there");
        let text = error.to_string();
        assert!(text.contains("/nowhere/msm/libfby_msm.so") && text.contains("make rtl"), "{text}");
    }
}
