// SPDX-License-Identifier: Apache-2.0
//! Stores into a stream port that is full while its datapath takes, or does not.

use forebay_bus::Bar;
use forebay_regs::card::STREAM_PORT;
use forebay_regs::user::{self, counter, last_bad, sink, stream};

use crate::pair::Pair;

/// Entries that a stream port holds on this build.
const DEPTH: u32 = 1024;
/// Cycles in which what a store does is done, whatever it waits for.
const SETTLED: u64 = 4000;
/// Steps in 2^16 cycles: one in 400, which is less than a store's patience.
const SLOW: u32 = 163;

fn store(pair: &mut Pair, port: u32, at: u64, bytes: &[u8]) {
    for side in [&mut pair.fast, &mut pair.rtl] {
        let address = u64::from(STREAM_PORT.at(port)) + at;
        side.card.mmio_write(Bar::Aperture, address, bytes).unwrap();
    }
}

/// Has the sink take so many entries of the stream port, one now and then.
fn take(pair: &mut Pair, port: u32, entries: u32) {
    let page = user::SINK.base();
    pair.write(Bar::User, page + sink::PAIRING.at(port), 1);
    pair.write(Bar::User, page + sink::RATE, SLOW);
    pair.write(Bar::User, page + sink::STEPS, entries);
    pair.write(Bar::User, page + sink::CONTROL, 1);
}

/// Entries and bytes in front of them, entries that have come, and accesses that were refused.
fn state(pair: &mut Pair, port: u32) -> [u32; 4] {
    let page = user::STREAM.at(port);
    let counted = [counter::index::PORT0_BEATS_IN, counter::index::MMIO_ERRORS];
    let [entries, errors] = counted.map(|index| pair.read(Bar::User, user::COUNTER.at(index)));
    let full = stream::occupancy::ENTRIES;
    [
        full.get(pair.read(Bar::User, page + stream::OCCUPANCY)),
        pair.read(Bar::User, page + stream::BEGUN),
        entries,
        errors,
    ]
}

#[test]
fn a_store_into_a_full_stream_port_waits_until_the_datapath_has_taken_an_entry() {
    let mut pair = Pair::new("sink", 80);
    for _ in 0..DEPTH {
        store(&mut pair, 0, 0, &[1; 64]);
    }
    pair.rest_for(SETTLED);
    assert_eq!(state(&mut pair, 0), [DEPTH, 0, DEPTH, 0]);
    take(&mut pair, 0, 6);
    // Whole entries, and pieces of them: each waits for room for an entry.
    for (at, bytes) in [(0, 64), (64, 20), (128, 64), (256, 30), (0, 10)] {
        store(&mut pair, 0, at, &vec![2; bytes]);
    }
    pair.rest_for(SETTLED);
    let entries = DEPTH + 2;
    assert_eq!(state(&mut pair, 0), [entries - 6, 60, entries, 0], "none was refused");
    pair.compare_counters("stores that waited");
}

#[test]
fn a_store_into_a_full_stream_port_is_refused_when_nobody_takes() {
    let mut pair = Pair::new("sink", 81);
    store(&mut pair, 0, 3, &[9; 7]);
    for _ in 0..DEPTH {
        store(&mut pair, 0, 0, &[1; 64]);
    }
    for at in [0x100_u64, 0x240] {
        store(&mut pair, 0, at, &[2; 57]);
        pair.rest_for(SETTLED);
        let bad = pair.read(Bar::User, user::LAST_BAD.base() + last_bad::MMIO_LO);
        assert_eq!(u64::from(bad), u64::from(STREAM_PORT.at(0)) + at);
    }
    assert_eq!(state(&mut pair, 0), [DEPTH, 7, DEPTH, 2]);
    // The other one is not in its way, nor memory.
    store(&mut pair, 1, 0, &[3; 64]);
    take(&mut pair, 0, 1);
    pair.rest_for(SETTLED);
    store(&mut pair, 0, 0, &[4; 57]);
    pair.rest_for(SETTLED);
    assert_eq!(state(&mut pair, 0), [DEPTH, 0, DEPTH + 1, 2]);
    pair.compare_counters("stores that were refused");
}
