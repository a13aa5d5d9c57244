// SPDX-License-Identifier: Apache-2.0
//! The sampled programs.

use forebay_regs::batch_desc;
use forebay_regs::user::udma::scheme::number;

use crate::program::{Move, PAGE, Program, REGION_PAGES, Region, Start, at};

/// A program, and what it is called.
pub(crate) type Sample = (String, Program);

/// Between which regions.
type Way = (&'static str, Region, Region);

const HOST: Way = ("host to host", Region::Source, Region::Target);
const WAYS: [Way; 3] = [
    HOST,
    ("host to card", Region::Source, Region::Card),
    ("card to host", Region::Card, Region::Target),
];
/// Bytes of transfers.
const SIZES: [u32; 4] = [64, 200, 1000, 4096];
/// Places of a context.
const DEPTH: u64 = 8;
/// Bytes of a record.
const RECORD: u64 = 8;
/// The context whose end is awaited.
const LAST: u32 = 3;

/// The `nth` transfer of a context; with a record of its own, or none.
fn wanted(context: u32, (_, from, to): Way, bytes: u32, nth: u64, record: bool) -> Move {
    // Some begin within a line, all as far apart in the one region as in the other: whichever comes last, the same bytes are there.
    let skew = if bytes == 200 { 24 } else { 0 };
    let apart = nth * u64::from(bytes.next_multiple_of(64));
    let offset = apart % (REGION_PAGES * PAGE - u64::from(bytes) - skew) / 64 * 64;
    let place = |region, skew: u64| at(context, region, offset + skew);
    let record = record.then(|| at(context, Region::Records, nth * RECORD));
    Move { from: place(from, skew), to: place(to, skew / 2), bytes, record }
}

pub(crate) fn one_by_one() -> Vec<Sample> {
    let mut samples = Vec::new();
    for (scheme, name) in number::ALL.iter().filter(|(scheme, _)| *scheme != number::NONE) {
        for bytes in [64, 1000, 4096] {
            let starts = (0..8).map(|nth| {
                let mut wanted = wanted(0, HOST, bytes, nth, false);
                // SHRIMP-1 has no choice.
                wanted.to = wanted.from + REGION_PAGES * PAGE;
                let start = match *scheme {
                    number::PORTAL => Start::Line(wanted, true),
                    _ => Start::Accesses(wanted),
                };
                (0, start)
            });
            let program = Program { scheme: *scheme, starts: starts.collect(), one_by_one: true };
            samples.push((format!("{name}, {bytes} bytes"), program));
        }
    }
    for (way, bytes) in WAYS.into_iter().flat_map(|way| SIZES.map(|bytes| (way, bytes))) {
        let line = |nth| (0, Start::Line(wanted(0, way, bytes, nth, true), false));
        let starts = (0..8).map(line).collect();
        let program = Program { scheme: number::PORTAL, starts, one_by_one: true };
        samples.push((format!("pieces with records, {bytes} bytes {}", way.0), program));
    }
    samples
}

/// The last of all, in a context of its own.
fn last() -> (u32, Start) {
    (LAST, Start::Line(wanted(LAST, HOST, 64, 0, false), true))
}

pub(crate) fn lines() -> Vec<Sample> {
    let mut samples = Vec::new();
    for (way, bytes) in WAYS.into_iter().flat_map(|way| SIZES.map(|bytes| (way, bytes))) {
        for record in [false, true] {
            let line = |nth| (0, Start::Line(wanted(0, way, bytes, nth, record), true));
            let starts = (0..DEPTH).map(line).chain([last()]).collect();
            let program = Program { scheme: number::PORTAL, starts, one_by_one: false };
            let told = if record { "with records" } else { "without" };
            samples.push((format!("8 lines {told}, {bytes} bytes {}", way.0), program));
        }
    }
    samples
}

/// A list of so many.
fn list(context: u32, way: Way, bytes: u32, items: u64, record: bool) -> (u32, Start) {
    let items = (0..items).map(|nth| wanted(context, way, bytes, nth, record)).collect();
    let place = at(context, Region::Records, 2 * PAGE + u64::from(batch_desc::SIZE_BYTES));
    let record = at(context, Region::Records, 2 * PAGE - RECORD);
    (context, Start::List { items, place, record })
}

pub(crate) fn lists() -> Vec<Sample> {
    let mut samples = Vec::new();
    for items in [1, 7, 8, 9, 64, 127] {
        for record in [false, true] {
            let starts = vec![list(LAST, HOST, 64, items, record)];
            let program = Program { scheme: number::PORTAL, starts, one_by_one: false };
            let told = if record { "with records" } else { "without" };
            samples.push((format!("a list of {items} {told}"), program));
        }
    }
    for (way, bytes) in WAYS.into_iter().flat_map(|way| SIZES.map(|bytes| (way, bytes))) {
        let starts = vec![list(LAST, way, bytes, 32, true)];
        let program = Program { scheme: number::PORTAL, starts, one_by_one: false };
        samples.push((format!("a list of 32, {bytes} bytes {}", way.0), program));
    }
    samples
}

pub(crate) fn contexts() -> Vec<Sample> {
    let mut samples = Vec::new();
    for bytes in SIZES {
        let line = |nth: u64| {
            let context = u32::try_from(nth % 3).unwrap();
            let way = WAYS[usize::try_from(nth / 3 % 3).unwrap()];
            (context, Start::Line(wanted(context, way, bytes, nth / 3, true), true))
        };
        let starts = (0..3 * DEPTH).map(line).chain([last()]).collect();
        let program = Program { scheme: number::PORTAL, starts, one_by_one: false };
        samples.push((format!("8 lines of 3 contexts each, {bytes} bytes"), program));
        let lists = (0..3).map(|context| list(context, HOST, bytes, 12, true));
        // Longer than the others, so that it ends last.
        let starts = lists.chain([list(LAST, HOST, bytes, 40, true)]).collect();
        let program = Program { scheme: number::PORTAL, starts, one_by_one: false };
        samples.push((format!("lists of 4 contexts, {bytes} bytes"), program));
    }
    samples
}
