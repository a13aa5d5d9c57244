// SPDX-License-Identifier: Apache-2.0
//! What several tests need.

#![allow(dead_code, reason = "each test program uses a part")]
#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use forebay_hazards::{Kind, Map, Meaning, Program, Range};
use forebay_write_combining::Caching;

pub(crate) const WC: Caching = Caching::WriteCombining;

/// A range of a page at that page.
pub(crate) fn range(name: &str, page: u64, caching: Caching, meaning: Meaning) -> Range {
    Range { name: name.to_owned(), base: 4096 * page, bytes: 4096, caching, meaning }
}

/// One range of each meaning, write-combining, and an uncached doorbell.
pub(crate) fn map() -> Map {
    Map::new(vec![
        range("memory", 0, WC, Meaning::Memory),
        range("port", 1, WC, Meaning::Fifo),
        range("control", 2, WC, Meaning::Registers),
        range("doorbell", 3, WC, Meaning::Doorbell),
        range("uncached-doorbell", 4, Caching::Uncached, Meaning::Doorbell),
    ])
    .unwrap()
}

/// What breaks, on x86 and beyond.
pub(crate) fn kinds(program: &Program, seeds: u64) -> (Vec<Kind>, Vec<Kind>) {
    let report = program.judge(seeds).unwrap();
    let of = |beyond: bool| {
        let mut kinds: Vec<_> = report
            .hazards
            .iter()
            .filter(|one| one.beyond_x86 == beyond)
            .map(|one| one.kind)
            .collect();
        kinds.sort_unstable();
        kinds
    };
    (of(false), of(true))
}
