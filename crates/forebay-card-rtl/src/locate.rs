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
        None => default_places(&std::env::current_exe().unwrap_or_default(), workspace()),
    };
    pick(&places, &wanted)
}

fn pick(places: &[PathBuf], wanted: &Path) -> Result<PathBuf, RtlError> {
    let found = places.iter().map(|dir| dir.join(wanted)).find(|path| path.is_file());
    found.ok_or_else(|| RtlError::LibraryMissing {
        path: places.last().map_or_else(|| wanted.to_owned(), |dir| dir.join(wanted)),
    })
}

/// The workspace's comes last, whether it is there or not: an error names it.
fn default_places(program: &Path, workspace: &Path) -> Vec<PathBuf> {
    let above = program.ancestors().map(|dir| dir.join("build/rtl")).filter(|dir| dir.is_dir());
    above.chain([workspace.join("build/rtl")]).collect()
}

/// Where this crate was compiled: two folders above its own.
fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new(""))
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

    #[test]
    fn where_nothing_was_built_the_place_of_the_workspace_is_named() {
        let places = default_places(Path::new("/nowhere/bin/forebay"), Path::new("/no/workspace"));
        assert_eq!(places, [PathBuf::from("/no/workspace/build/rtl")]);
        assert!(workspace().join("Cargo.lock").is_file(), "{}", workspace().display());
    }
}
