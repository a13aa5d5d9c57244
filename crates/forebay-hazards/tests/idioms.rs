// SPDX-License-Identifier: Apache-2.0
//! What drivers and programs do to cards, each decided by hand: what is reported is that, and nothing else.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail their test")]

mod common;

use common::*;
use forebay_hazards::Kind::{Count, Eaten, Order, Pending, Stale, Unready};
use forebay_hazards::{DEFAULT_SEEDS, HazardError, Kind, Map, Meaning, Program, Recorder};
use forebay_write_combining::Caching::Uncached;

/// Each meaning, once in each caching; those that are uncached begin with `u`.
fn both() -> Map {
    Map::new(vec![
        range("mem", 0, WC, Meaning::Memory),
        range("fifo", 1, WC, Meaning::Fifo),
        range("reg", 2, WC, Meaning::Registers),
        range("doorbell", 3, WC, Meaning::Doorbell),
        range("ureg", 4, Uncached, Meaning::Registers),
        range("udoorbell", 5, Uncached, Meaning::Doorbell),
        range("umem", 6, Uncached, Meaning::Memory),
        range("ufifo", 7, Uncached, Meaning::Fifo),
    ])
    .unwrap()
}

/// One access: `RANGE OFFSET BYTES` stores, with `load` before it loads.
fn access(io: &mut Recorder, said: &str) -> Result<(), HazardError> {
    let words: Vec<_> = said.split_whitespace().collect();
    match words.as_slice() {
        ["fence"] => io.fence(),
        ["mfence"] => io.full_fence(),
        ["signal"] => io.signal(),
        ["load", range, offset, bytes] => {
            io.load(range, offset.parse().unwrap(), &mut vec![0; bytes.parse().unwrap()])
        }
        [range, offset, bytes] => {
            io.store(range, offset.parse().unwrap(), &vec![1; bytes.parse().unwrap()])
        }
        other => panic!("{other:?}"),
    }
}

/// Name, accesses, what breaks on x86, what breaks only elsewhere.
type Idiom = (&'static str, &'static str, &'static [Kind], &'static [Kind]);

const REGISTERS: &[Idiom] = &[
    ("uncached set-up", "ureg 0 4, ureg 4 4, ureg 8 4", &[], &[]),
    ("a fence behind each", "reg 0 4, fence, reg 4 4, fence", &[], &[]),
    ("two words of a line", "reg 0 4, reg 4 4, fence", &[Count], &[]),
    ("the same register twice", "reg 0 4, reg 0 4, fence", &[Count], &[]),
    ("64 bits at once", "reg 0 8, fence", &[], &[]),
    ("two registers at once, in two pieces", "reg 0 16, fence", &[Count], &[]),
    ("a word across a line", "reg 62 4, fence", &[Order], &[]),
    ("set-up and start in two lines", "reg 0 4, reg 64 4, fence", &[Order], &[]),
    ("combined set-up, uncached start", "reg 0 4, udoorbell 0 4", &[], &[Order, Pending]),
    ("uncached set-up, combined start", "ureg 0 4, doorbell 0 4, fence", &[], &[]),
    ("combined status behind a write", "reg 0 4, load reg 64 4, fence", &[Stale], &[]),
    ("combined status behind a store fence", "reg 0 4, fence, load reg 64 4", &[Stale], &[]),
    ("uncached status behind a store fence", "reg 0 4, fence, load ureg 64 4", &[], &[Stale]),
    ("uncached status behind a write", "reg 0 4, load ureg 64 4", &[], &[Stale, Pending]),
    ("uncached status behind a doorbell", "doorbell 0 4, load ureg 0 4", &[], &[Stale, Pending]),
];

const FIFOS: &[Idiom] = &[
    ("bytes to one address", "fifo 0 1, fifo 0 1, fifo 0 1, fence", &[Eaten], &[]),
    ("the same, uncached", "ufifo 0 1, ufifo 0 1, ufifo 0 1", &[], &[]),
    ("bytes sprayed upwards", "fifo 0 1, fifo 1 1, fifo 2 1, fence", &[], &[]),
    ("bytes sprayed downwards", "fifo 2 1, fifo 1 1, fifo 0 1, fence", &[Order], &[]),
    ("a line at once", "fifo 0 64, fence", &[], &[]),
    ("two lines", "fifo 0 64, fifo 64 64, fence", &[Order], &[]),
    ("two lines, fenced", "fifo 0 64, fence, fifo 64 64, fence", &[], &[]),
    ("words of one piece of a line", "fifo 0 4, fifo 4 4, fence", &[], &[]),
    ("a part of a line in three pieces", "fifo 0 8, fifo 8 8, fifo 16 4, fence", &[Order], &[]),
    ("the same by one store", "fifo 0 32, fence", &[Order], &[]),
    ("a line by two stores", "fifo 0 32, fifo 32 32, fence", &[Order], &[]),
    ("pieces of a line, fenced", "fifo 0 8, fence, fifo 8 8, fence", &[], &[]),
    ("a store across two lines", "fifo 60 8, fence", &[Order], &[]),
    ("the same place again behind a fence", "fifo 0 8, fence, fifo 0 8, fence", &[], &[]),
    ("a line, and an uncached doorbell", "fifo 0 64, udoorbell 0 4", &[], &[Unready, Pending]),
];

const MEMORY: &[Idiom] = &[
    ("nothing", "", &[], &[]),
    ("fences and signals alone", "fence, signal, fence", &[], &[]),
    ("uncached doorbell", "mem 0 32, udoorbell 0 4", &[], &[Unready, Pending]),
    ("uncached doorbell, fenced", "mem 0 32, fence, udoorbell 0 4", &[], &[]),
    ("all uncached", "umem 0 8, udoorbell 0 4", &[], &[]),
    ("combined doorbell", "mem 0 32, doorbell 0 4, fence", &[Unready], &[]),
    ("combined doorbell, fenced", "mem 0 32, fence, doorbell 0 4, fence", &[], &[]),
    ("combined doorbell that stays", "mem 0 32, fence, doorbell 0 4", &[Pending], &[]),
    ("buffer used again too soon", "mem 0 8, fence, doorbell 0 4, mem 0 8, fence", &[Unready], &[]),
    ("buffer used again, fenced", "mem 0 8, fence, doorbell 0 4, fence, mem 0 8, fence", &[], &[]),
    ("the next buffer too soon", "mem 0 8, fence, doorbell 0 4, mem 64 8, fence", &[Unready], &[]),
    ("a descriptor of one store", "doorbell 0 64, fence", &[], &[]),
    ("a descriptor of two stores", "doorbell 0 32, doorbell 32 32, fence", &[Count], &[]),
    ("signal too soon", "mem 0 8, signal, fence", &[Unready], &[]),
    ("signal", "mem 0 8, fence, signal", &[], &[]),
    ("read what was stored", "mem 0 8, load mem 0 8, fence", &[Stale], &[]),
    ("read it behind a store fence", "mem 0 8, fence, load mem 0 8", &[Stale], &[]),
    ("read it behind a full fence", "mem 0 8, mfence, load mem 0 8", &[], &[]),
    ("read beside it", "mem 0 8, load mem 8 8, fence", &[], &[]),
    ("read half of it", "mem 0 8, load mem 4 8, fence", &[Stale], &[]),
    ("an uncached read to flush", "mem 0 8, load ureg 0 4, signal", &[], &[Unready, Pending]),
    ("a combined read to flush", "mem 0 8, load mem 64 8, signal, fence", &[Unready], &[]),
    ("stored twice, told once", "mem 0 8, mem 0 8, fence, udoorbell 0 4", &[], &[]),
];

#[test]
fn what_is_reported_of_an_idiom_is_what_can_break() {
    let sorted = |kinds: &[Kind]| {
        let mut kinds = kinds.to_vec();
        kinds.sort_unstable();
        kinds
    };
    let mut wrong = Vec::new();
    for (name, accesses, x86, beyond) in REGISTERS.iter().chain(FIFOS).chain(MEMORY) {
        let program = Program::record(both(), |io| {
            let mut said = accesses.split(',').filter(|said| !said.trim().is_empty());
            said.try_for_each(|said| access(io, said))
        });
        let found = kinds(&program.unwrap(), DEFAULT_SEEDS);
        if found != (sorted(x86), sorted(beyond)) {
            wrong.push((name, accesses, found));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
