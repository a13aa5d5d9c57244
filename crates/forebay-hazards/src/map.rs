// SPDX-License-Identifier: Apache-2.0
//! What is behind the addresses.

use std::collections::BTreeMap;

use forebay_write_combining::{Caching, LINE_BYTES};
use serde::{Deserialize, Serialize};

use crate::HazardError;

/// What a write to a range means to the card.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Meaning {
    /// It is kept. How many writes brought it, and in which order, does not matter.
    Memory,
    /// Its bytes enter a FIFO, in address order, wherever in the range it is.
    Fifo,
    /// It does something: number and order count.
    Registers,
    /// As `Registers`, and the card then looks at all that was stored before.
    Doorbell,
}

/// A range of addresses.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Range {
    /// Its name.
    pub name: String,
    /// Its first address.
    pub base: u64,
    /// Its bytes.
    pub bytes: u64,
    /// How the program has it mapped.
    pub caching: Caching,
    /// What is behind it.
    pub meaning: Meaning,
}

impl Range {
    /// Address behind its last byte.
    const fn end(&self) -> u64 {
        self.base.saturating_add(self.bytes)
    }

    /// It acts when it is written.
    pub(crate) const fn acts(&self) -> bool {
        matches!(self.meaning, Meaning::Registers | Meaning::Doorbell)
    }
}

/// Ranges that share no address.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Map {
    ranges: Vec<Range>,
    /// Which of them begins there. Each access asks, in each order.
    by_base: BTreeMap<u64, usize>,
}

/// More than any card has.
const MOST_RANGES: usize = 256;

impl Map {
    /// Those ranges.
    ///
    /// # Errors
    /// `Range` for one that is empty, reaches behind the last address, shares addresses or its name with another, or is
    /// write-combining and not of whole lines.
    pub fn new(ranges: Vec<Range>) -> Result<Self, HazardError> {
        if ranges.len() > MOST_RANGES {
            return Err(HazardError::TooMany { what: "ranges", most: MOST_RANGES });
        }
        for (at, range) in ranges.iter().enumerate() {
            check(range, &ranges[..at]).map_err(|what| HazardError::Range {
                range: range.name.escape_debug().to_string(),
                what,
            })?;
        }
        let by_base = ranges.iter().enumerate().map(|(at, range)| (range.base, at)).collect();
        Ok(Self { ranges, by_base })
    }

    /// All of them.
    #[must_use]
    pub fn ranges(&self) -> &[Range] {
        &self.ranges
    }

    /// The one of that name.
    pub(crate) fn named(&self, name: &str) -> Option<&Range> {
        self.ranges.iter().find(|range| range.name == name)
    }

    /// The one with that address. A write never lies in two, as each line is of one range.
    pub(crate) fn at(&self, address: u64) -> Option<&Range> {
        let (_, at) = self.by_base.range(..=address).next_back()?;
        self.ranges.get(*at).filter(|range| address < range.end())
    }

    /// An address as a person reads it.
    pub(crate) fn say(&self, address: u64) -> String {
        match self.at(address) {
            Some(range) => format!("{}+{:#x}", range.name, address - range.base),
            None => format!("{address:#x}"),
        }
    }
}

/// What is wrong with a range behind those.
fn check(range: &Range, before: &[Range]) -> Result<(), String> {
    let Range { name, base, bytes, caching, .. } = range;
    if name.is_empty() {
        return Err("it has no name; give it one".to_owned());
    }
    if name.contains(char::is_control) {
        return Err("its name has characters that a terminal obeys; give another".to_owned());
    }
    if *bytes == 0 || base.checked_add(*bytes).is_none() {
        return Err(format!(
            "{bytes:#x} bytes at {base:#x} are none, or reach behind the last address; give 1 or more that do not"
        ));
    }
    let line = LINE_BYTES as u64;
    if *caching == Caching::WriteCombining && (base % line != 0 || bytes % line != 0) {
        return Err(format!(
            "it is write-combining, {bytes:#x} bytes at {base:#x}; a processor combines lines, give multiples of {line}"
        ));
    }
    for other in before {
        if other.name == *name {
            return Err("there are two of that name; give another".to_owned());
        }
        if *base < other.end() && other.base < range.end() {
            return Err(format!("it shares addresses with `{}`; give others", other.name));
        }
    }
    Ok(())
}
