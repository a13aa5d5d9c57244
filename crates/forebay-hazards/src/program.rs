// SPDX-License-Identifier: Apache-2.0
//! What a program does, access by access.

use std::collections::BTreeMap;
use std::panic::Location;

use crate::{HazardError, Map, Meaning};

/// What one access does.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Act {
    /// Stores those bytes by one instruction.
    Store {
        /// Where.
        address: u64,
        /// What.
        bytes: Vec<u8>,
    },
    /// Reads.
    Load {
        /// Where.
        address: u64,
        /// Bytes.
        bytes: u64,
    },
    /// What is stored or told behind it waits until all that was stored before has left (SFENCE). Loads do not: one behind it may be done before.
    Fence,
    /// The same, and loads wait as well (MFENCE).
    FullFence,
    /// Tells somebody else, by ordinary memory, that all is there: another thread, or a card that reads a flag.
    Signal,
}

/// An access and where the program makes it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Access {
    /// What it does.
    pub act: Act,
    /// File and line, or its number in a file of accesses.
    pub place: String,
}

/// A program's accesses, in its order, and what they are to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Program {
    pub(crate) map: Map,
    pub(crate) accesses: Vec<Access>,
}

/// More would take minutes to judge.
const MOST_ACCESSES: usize = 100_000;
/// Bytes that all of them store and load: where each is from is kept in every order.
const MOST_BYTES: usize = 4 << 20;

impl Program {
    /// What a program does, told by itself: it gets a [`Recorder`] in the place of its mappings.
    ///
    /// # Errors
    /// The first of the accesses.
    pub fn record(
        map: Map,
        program: impl FnOnce(&mut Recorder) -> Result<(), HazardError>,
    ) -> Result<Self, HazardError> {
        let mut recorder = Recorder::new(map);
        program(&mut recorder)?;
        Ok(recorder.into_program())
    }

    /// Its accesses.
    #[must_use]
    pub fn accesses(&self) -> &[Access] {
        &self.accesses
    }
}

/// Stands where a program has its mappings, does each access at once and in order, and keeps it.
#[derive(Debug)]
pub struct Recorder {
    map: Map,
    accesses: Vec<Access>,
    /// All that was stored and loaded.
    bytes: u64,
    memory: BTreeMap<u64, u8>,
}

impl Recorder {
    pub(crate) const fn new(map: Map) -> Self {
        Self { map, accesses: Vec::new(), bytes: 0, memory: BTreeMap::new() }
    }

    pub(crate) fn into_program(self) -> Program {
        Program { map: self.map, accesses: self.accesses }
    }

    /// Name of the range with that address, and where in it that is.
    pub(crate) fn name(&self, place: &str, address: u64) -> Result<(String, u64), HazardError> {
        match self.map.at(address) {
            Some(range) => Ok((range.name.clone(), address - range.base)),
            None => Err(self.no_range(place, &format!("{address:#x}"))),
        }
    }

    fn no_range(&self, place: &str, name: &str) -> HazardError {
        let known: Vec<_> = self.map.ranges().iter().map(|range| range.name.as_str()).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        HazardError::NoRange { place: place.to_owned(), range: name.to_owned(), known }
    }

    /// Stores by one instruction.
    ///
    /// # Errors
    /// `NoRange`, `Outside`, `TooMany`.
    #[track_caller]
    pub fn store(&mut self, range: &str, offset: u64, bytes: &[u8]) -> Result<(), HazardError> {
        self.store_at(here(), range, offset, bytes)
    }

    /// Reads. Only memory has a value; all else is 0.
    ///
    /// # Errors
    /// As for a store.
    #[track_caller]
    pub fn load(&mut self, range: &str, offset: u64, into: &mut [u8]) -> Result<(), HazardError> {
        let address = self.load_at(here(), range, offset, into.len() as u64)?;
        for (address, byte) in (address..).zip(into) {
            *byte = self.memory.get(&address).copied().unwrap_or_default();
        }
        Ok(())
    }

    /// All that was stored leaves before what is stored or told next (SFENCE); a load may still pass it.
    ///
    /// # Errors
    /// `TooMany`.
    #[track_caller]
    pub fn fence(&mut self) -> Result<(), HazardError> {
        self.keep(here(), Act::Fence)
    }

    /// All that was stored leaves before what is stored, told or loaded next (MFENCE).
    ///
    /// # Errors
    /// `TooMany`.
    #[track_caller]
    pub fn full_fence(&mut self) -> Result<(), HazardError> {
        self.keep(here(), Act::FullFence)
    }

    /// Tells somebody else, by ordinary memory, that all is there.
    ///
    /// # Errors
    /// `TooMany`.
    #[track_caller]
    pub fn signal(&mut self) -> Result<(), HazardError> {
        self.keep(here(), Act::Signal)
    }

    pub(crate) fn store_at(
        &mut self,
        place: String,
        range: &str,
        offset: u64,
        bytes: &[u8],
    ) -> Result<(), HazardError> {
        let (address, meaning) = self.find(&place, range, offset, bytes.len() as u64)?;
        self.count(bytes.len() as u64)?;
        if meaning == Meaning::Memory {
            self.memory.extend((address..).zip(bytes.iter().copied()));
        }
        self.keep(place, Act::Store { address, bytes: bytes.to_vec() })
    }

    /// Returns the address.
    pub(crate) fn load_at(
        &mut self,
        place: String,
        range: &str,
        offset: u64,
        bytes: u64,
    ) -> Result<u64, HazardError> {
        let (address, _) = self.find(&place, range, offset, bytes)?;
        self.count(bytes)?;
        self.keep(place, Act::Load { address, bytes })?;
        Ok(address)
    }

    fn count(&mut self, bytes: u64) -> Result<(), HazardError> {
        self.bytes += bytes;
        if self.bytes > MOST_BYTES as u64 {
            return Err(HazardError::TooMany { what: "bytes stored and loaded", most: MOST_BYTES });
        }
        Ok(())
    }

    pub(crate) fn keep(&mut self, place: String, act: Act) -> Result<(), HazardError> {
        if self.accesses.len() == MOST_ACCESSES {
            return Err(HazardError::TooMany { what: "accesses", most: MOST_ACCESSES });
        }
        self.accesses.push(Access { act, place });
        Ok(())
    }

    fn find(
        &self,
        place: &str,
        name: &str,
        offset: u64,
        bytes: u64,
    ) -> Result<(u64, Meaning), HazardError> {
        let Some(range) = self.map.named(name) else {
            return Err(self.no_range(place, name));
        };
        // Nobody loads as much by one instruction, and a store has its bytes.
        let most = range.bytes.min(MOST_BYTES as u64);
        if bytes == 0 || offset >= range.bytes || bytes > most.min(range.bytes - offset) {
            return Err(HazardError::Outside {
                place: place.to_owned(),
                range: name.to_owned(),
                offset,
                bytes,
                size: range.bytes,
            });
        }
        Ok((range.base + offset, range.meaning))
    }
}

#[track_caller]
fn here() -> String {
    let place = Location::caller();
    format!("{}:{}", place.file(), place.line())
}
