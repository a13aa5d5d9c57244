// SPDX-License-Identifier: Apache-2.0
//! A program as a file.

use std::path::Path;

use forebay_write_combining::Caching;
use serde::Deserialize;

use crate::{Act, HazardError, Map, Meaning, Program, Range};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProgramFile {
    range: Vec<RangeEntry>,
    accesses: Vec<AccessEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RangeEntry {
    name: String,
    base: u64,
    bytes: u64,
    caching: CachingName,
    meaning: Meaning,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum CachingName {
    Uncached,
    WriteCombining,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum AccessEntry {
    Store { range: String, offset: u64, bytes: Vec<u8> },
    Load { range: String, offset: u64, bytes: u64 },
    Fence,
    Signal,
}

impl Program {
    /// A program from a file in TOML.
    ///
    /// # Errors
    /// `Input` and `Syntax` for one that cannot be read, and whatever is wrong with a range or an access.
    pub fn read(path: &Path) -> Result<Self, HazardError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| HazardError::Input { path: path.to_owned(), source })?;
        let file: ProgramFile = toml::from_str(&text).map_err(|error| HazardError::Syntax {
            path: path.to_owned(),
            what: error.to_string().trim_end().to_owned(),
        })?;
        let ranges = file.range.into_iter().map(|entry| Range {
            name: entry.name,
            base: entry.base,
            bytes: entry.bytes,
            caching: match entry.caching {
                CachingName::Uncached => Caching::Uncached,
                CachingName::WriteCombining => Caching::WriteCombining,
            },
            meaning: entry.meaning,
        });
        Self::record(Map::new(ranges.collect())?, |recorder| {
            for (at, access) in file.accesses.iter().enumerate() {
                let place = format!("{}: accesses[{at}]", path.display());
                match access {
                    AccessEntry::Store { range, offset, bytes } => {
                        recorder.store_at(place, range, *offset, bytes)?;
                    }
                    AccessEntry::Load { range, offset, bytes } => {
                        recorder.load_at(place, range, *offset, *bytes)?;
                    }
                    AccessEntry::Fence => recorder.keep(place, Act::Fence)?,
                    AccessEntry::Signal => recorder.keep(place, Act::Signal)?,
                }
            }
            Ok(())
        })
    }
}
