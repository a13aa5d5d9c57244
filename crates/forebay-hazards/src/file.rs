// SPDX-License-Identifier: Apache-2.0
//! A program as a file.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use forebay_write_combining::Caching;
use serde::Deserialize;

use crate::{Act, HazardError, Map, Meaning, Program, Range};

/// A file with all the accesses that a program may have is shorter.
const MOST_FILE_BYTES: u64 = 32 << 20;

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
    FullFence,
    Signal,
}

impl Program {
    /// A program from a file in TOML.
    ///
    /// # Errors
    /// `Input`, `TooLong` and `Syntax` for one that cannot be read, and whatever is wrong with a range or an access.
    pub fn read(path: &Path) -> Result<Self, HazardError> {
        let text = text(path)?;
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
                    AccessEntry::FullFence => recorder.keep(place, Act::FullFence)?,
                    AccessEntry::Signal => recorder.keep(place, Act::Signal)?,
                }
            }
            Ok(())
        })
    }
}

/// What is in a file, which may have no end.
fn text(path: &Path) -> Result<String, HazardError> {
    let wrong = |source| HazardError::Input { path: path.to_owned(), source };
    let mut text = String::new();
    let file = File::open(path).map_err(wrong)?;
    file.take(MOST_FILE_BYTES + 1).read_to_string(&mut text).map_err(wrong)?;
    if text.len() as u64 > MOST_FILE_BYTES {
        return Err(HazardError::TooLong { path: path.to_owned(), most: MOST_FILE_BYTES });
    }
    Ok(text)
}
