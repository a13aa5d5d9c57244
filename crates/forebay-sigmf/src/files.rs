// SPDX-License-Identifier: Apache-2.0
//! The files of a recording.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::SigmfError;

/// What the names of the files of a recording are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    base: PathBuf,
}

impl Files {
    /// Of a recording called `NAME`, `NAME.sigmf`, or by one of its files.
    #[must_use]
    pub fn of(name: &Path) -> Self {
        let text = name.as_os_str().as_encoded_bytes();
        let endings = [".sigmf", ".sigmf-meta", ".sigmf-data"];
        let known = endings.iter().any(|ending| text.ends_with(ending.as_bytes()));
        Self { base: if known { name.with_extension("") } else { name.into() } }
    }

    /// Those of one of its channels.
    #[must_use]
    pub fn channel(&self, channel: u32) -> Self {
        let mut base = self.base.clone().into_os_string();
        base.push(format!("-{channel}"));
        Self { base: base.into() }
    }

    /// Whether files can be called so.
    pub(crate) fn named(&self) -> Result<(), SigmfError> {
        match self.base.file_name() {
            Some(_) => Ok(()),
            None => Err(SigmfError::Name { path: self.base.clone() }),
        }
    }

    /// The samples.
    #[must_use]
    pub fn data(&self) -> PathBuf {
        self.with("", ".sigmf-data")
    }

    /// What is said of them.
    #[must_use]
    pub fn meta(&self) -> PathBuf {
        self.with("", ".sigmf-meta")
    }

    /// Room that is kept for it.
    pub(crate) fn reserve(&self) -> PathBuf {
        self.with(".", ".sigmf-reserve")
    }

    /// It while it is written.
    pub(crate) fn draft(&self) -> PathBuf {
        self.with(".", ".sigmf-meta.new")
    }

    fn with(&self, before: &str, behind: &str) -> PathBuf {
        let mut name = OsString::from(before);
        name.push(self.base.file_name().unwrap_or_default());
        name.push(behind);
        self.base.with_file_name(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recording_is_called_by_its_name_or_by_one_of_its_files() {
        for name in ["a/b.c", "a/b.c.sigmf", "a/b.c.sigmf-meta", "a/b.c.sigmf-data"] {
            let files = Files::of(Path::new(name));
            assert_eq!(files.data(), Path::new("a/b.c.sigmf-data"), "{name}");
            assert_eq!(files.meta(), Path::new("a/b.c.sigmf-meta"), "{name}");
            assert_eq!(files.channel(2).meta(), Path::new("a/b.c-2.sigmf-meta"), "{name}");
            assert_eq!(files.draft(), Path::new("a/.b.c.sigmf-meta.new"), "{name}");
        }
    }
}
