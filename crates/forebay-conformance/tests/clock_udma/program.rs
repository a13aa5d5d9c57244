// SPDX-License-Identifier: Apache-2.0
//! What programs do, and where their memory is.

use forebay_regs::udma_window;

/// Bytes of a page of registered memory.
pub(crate) const PAGE: u64 = udma_window::SHADOW_PAGE.stride() as u64;
/// Pages of each region, and regions of a context: what is read, what is written, records and lists, card memory.
pub(crate) const REGION_PAGES: u64 = 4;
pub(crate) const REGIONS: u64 = 4;
/// Contexts that have memory.
pub(crate) const CONTEXTS: u32 = 4;

/// Which region of a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Region {
    Source,
    Target,
    /// Records in its first two pages, lists in the others.
    Records,
    Card,
}

/// The slot address of a byte of a region.
pub(crate) fn at(context: u32, region: Region, offset: u64) -> u64 {
    let region = match region {
        Region::Source => 0,
        Region::Target => 1,
        Region::Records => 2,
        Region::Card => 3,
    };
    assert!(offset < REGION_PAGES * PAGE);
    (u64::from(context) * REGIONS + region) * REGION_PAGES * PAGE + offset
}

/// A transfer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) from: u64,
    pub(crate) to: u64,
    pub(crate) bytes: u32,
    /// Where its record goes, if it has one.
    pub(crate) record: Option<u64>,
}

/// One start.
#[derive(Clone, Debug)]
pub(crate) enum Start {
    /// By the scheme in force, but for the portal.
    Accesses(Move),
    /// A line of the portal, whole or in pieces.
    Line(Move, bool),
    /// A list, where it is, and where its record goes.
    List { items: Vec<Move>, place: u64, record: u64 },
}

/// Programs of several contexts, in the order of their starts.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) scheme: u32,
    pub(crate) starts: Vec<(u32, Start)>,
    /// The end of each is awaited before the next one is started; else that of the last one alone, which is the only one of its context.
    pub(crate) one_by_one: bool,
}
