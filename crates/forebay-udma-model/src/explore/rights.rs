// SPDX-License-Identifier: Apache-2.0
//! Pages, who may do what with them, and what the door makes of a start.

use crate::scheme::PAGE_BYTES;
use crate::{Actors, Start};

/// The victim's source.
pub const A: u64 = PAGE_BYTES;
/// The victim's destination.
pub const B: u64 = 2 * PAGE_BYTES;
/// The attacker's own page, or the second victim's source.
pub const C: u64 = 3 * PAGE_BYTES;
/// The attacker's other page, or the second victim's destination.
pub const D: u64 = 4 * PAGE_BYTES;

/// The victim.
pub const VICTIM: u8 = 0;
/// The attacker, or the second victim.
pub const OTHER: u8 = 1;

/// What an attacker may do beside what he likes with his own pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Nothing.
    None,
    /// Read the victim's source.
    ReadA,
    /// Read the victim's destination.
    ReadB,
    /// Write the victim's destination.
    WriteB,
    /// Read and write the victim's source.
    ReadWriteA,
}

impl Class {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::None, Self::ReadA, Self::ReadB, Self::WriteB, Self::ReadWriteA];

    /// In text.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::ReadA => "R(A)",
            Self::ReadB => "R(B)",
            Self::WriteB => "W(B)",
            Self::ReadWriteA => "R+W(A)",
        }
    }

    /// Whether he may read this page, and write it.
    const fn grants(self, page: u64) -> (bool, bool) {
        match (self, page) {
            (_, C | D) | (Self::ReadWriteA, A) => (true, true),
            (Self::ReadA, A) | (Self::ReadB, B) => (true, false),
            (Self::WriteB, B) => (false, true),
            _ => (false, false),
        }
    }
}

/// Who may read and write what, by the mappings that the kernel has made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rights {
    /// The victim has A and B, the attacker his own pages and what his class gives.
    Attacked(Class),
    /// One process has A and B, the other C and D.
    Apart,
    /// Two processes have everything.
    Shared,
    /// Two threads of one process have everything.
    Together,
    /// The victim is no more, and all that was its is the attacker's.
    Inherited,
}

impl Rights {
    /// Whether this actor may read this page, and write it.
    #[must_use]
    pub const fn of(self, actor: u8, address: u64) -> (bool, bool) {
        let page = address & !(PAGE_BYTES - 1);
        let victims = matches!(page, A | B);
        match (self, actor) {
            (Self::Together | Self::Shared, _) | (Self::Inherited, OTHER) => (true, true),
            (Self::Inherited, _) => (false, false),
            (_, VICTIM) => (victims, victims),
            (Self::Attacked(class), _) => class.grants(page),
            (Self::Apart, _) => (!victims, !victims),
        }
    }

    /// Whether what these have said was said by the process of this actor.
    #[must_use]
    pub const fn has_said(self, by: Actors, actor: u8) -> bool {
        matches!(self, Self::Together) || by.has(actor)
    }

    /// Whose a context is.
    #[must_use]
    pub const fn owner(self, context: u8) -> u8 {
        if matches!(self, Self::Inherited) { OTHER } else { context }
    }
}

/// What is looked up before a start is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// Nothing: the report has no door.
    Open,
    /// Both ends stay in their page, and something is to move.
    Extent,
    /// That, and the process of the start's context may read the one and write the other; contexts are processes by number.
    Rights,
}

impl Door {
    /// The verdict.
    #[must_use]
    pub fn takes(self, start: &Start, rights: Rights) -> bool {
        let room = |address: u64| PAGE_BYTES - address % PAGE_BYTES;
        let fits =
            (1..=room(start.src.value).min(room(start.dst.value))).contains(&start.size.value);
        let owner = rights.owner(start.context);
        let reads = rights.of(owner, start.src.value).0;
        let writes = rights.of(owner, start.dst.value).1;
        match self {
            Self::Open => true,
            Self::Extent => fits,
            Self::Rights => fits && reads && writes,
        }
    }
}
