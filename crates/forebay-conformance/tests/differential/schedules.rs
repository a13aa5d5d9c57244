// SPDX-License-Identifier: Apache-2.0
//! Stores into stream ports in any order with what ends or disturbs an entry begun: flushes, resets of the card, a datapath that takes or
//! is told to rest, a full FIFO, and transfers into the same stream port.
//!
//! Where a datapath takes while stores come, how full the FIFO gets is a matter of cycles; that mark alone is not compared then.

use forebay_bus::Bar;
use forebay_regs::card::STREAM_PORT;
use forebay_regs::desc;
use forebay_regs::user::{self, feature, sink, status, stream};
use forebay_regs::xdma;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::chains::{Descriptor, RINGS, SOURCES, go, lay_out, open_interrupts, prepare};
use crate::pair::Pair;

/// Longer than a store waits for room, and than the slowest step of the sink takes.
const SETTLED: u64 = 4000;
/// The header of the datapath: the last of the chain.
const HEADER: u32 = user::FEATURE.at(5);
/// Entries that a stream port holds on this build, and how many leave room for any transfer here.
const DEPTH: u32 = 1024;
const ROOMY: u32 = 900;

/// Until all that was stored has been answered, and what comes of it is over.
fn settle(pair: &mut Pair) {
    // A read is behind every store.
    pair.read(Bar::User, user::STATUS.base() + status::MAGIC);
    pair.rest_for(SETTLED);
}

/// Some bytes of a line in the range of a stream port: at its beginning, its end, or anywhere.
fn piece(random: &mut ChaCha8Rng) -> (u64, usize) {
    let port = u64::from(STREAM_PORT.at(random.random_range(0..STREAM_PORT.count())));
    let lines = u64::from(STREAM_PORT.stride()) / 64;
    let line = match random.random_range(0..3) {
        0 => 0,
        1 => lines - 1,
        _ => random.random_range(0..lines),
    };
    let lane = if random.random_bool(0.3) { 0 } else { random.random_range(0..64_u64) };
    let most = usize::try_from(64 - lane).unwrap();
    let bytes = if random.random_bool(0.4) { most } else { random.random_range(1..=most) };
    (port + line * 64 + lane, bytes)
}

fn store(pair: &mut Pair, address: u64, bytes: &[u8]) {
    for side in [&mut pair.fast, &mut pair.rtl] {
        side.card.mmio_write(Bar::Aperture, address, bytes).unwrap();
    }
}

fn stores(pair: &mut Pair, count: u32, random: &mut ChaCha8Rng) {
    for _ in 0..count {
        let (address, bytes) = piece(random);
        let data: [u8; 64] = random.random();
        store(pair, address, &data[..bytes]);
    }
}

fn entries(pair: &mut Pair, port: u32) -> u32 {
    let occupancy = pair.read(Bar::User, user::STREAM.at(port) + stream::OCCUPANCY);
    stream::occupancy::ENTRIES.get(occupancy)
}

/// Entries into a stream port, so that few or none have room behind them.
fn fill(pair: &mut Pair, random: &mut ChaCha8Rng) {
    let port = random.random_range(0..STREAM_PORT.count());
    settle(pair);
    let left = random.random_range(0..3);
    for _ in entries(pair, port)..DEPTH - left {
        store(pair, STREAM_PORT.at(port).into(), &[5; 64]);
    }
}

fn flush(pair: &mut Pair, random: &mut ChaCha8Rng) {
    let port = random.random_range(0..STREAM_PORT.count());
    for flushes in [[1, 0], [0, 1], [1, 1], [0, 0]][random.random_range(0..4)] {
        pair.write(Bar::User, user::STREAM.at(port) + stream::CONTROL, flushes);
        let behind = random.random_range(0..6_u32).saturating_sub(2);
        stores(pair, behind, random);
    }
}

/// The datapath drops what there is, and forgets a run.
fn drop_all(pair: &mut Pair) {
    settle(pair);
    for held in [1, 0] {
        pair.write(Bar::User, HEADER + feature::CONTROL, held);
        settle(pair);
    }
}

/// A run of the sink, slow or fast, of one stream port or of both, and stores beside it. It is forgotten if it lacks entries: what it took
/// later, beside a flush, would be a matter of cycles.
fn take(pair: &mut Pair, random: &mut ChaCha8Rng) {
    settle(pair);
    let page = user::SINK.base();
    for port in 0..STREAM_PORT.count() {
        pair.write(Bar::User, page + sink::PAIRING.at(port), random.random_range(0..3));
    }
    pair.write(Bar::User, page + sink::RATE, [163, 0x4000, 0x1_0000][random.random_range(0..3)]);
    pair.write(Bar::User, page + sink::STEPS, random.random_range(1..20));
    pair.write(Bar::User, page + sink::CONTROL, 1);
    stores(pair, random.random_range(1..10), random);
    for _ in 0..3 {
        settle(pair);
    }
    if sink::status::BUSY.is_set(pair.read(Bar::User, page + sink::STATUS)) {
        drop_all(pair);
    }
}

/// A transfer into a stream port, with stores behind its start.
fn transfer(pair: &mut Pair, what: &str, random: &mut ChaCha8Rng) {
    settle(pair);
    if (0..STREAM_PORT.count()).any(|port| entries(pair, port) > ROOMY) {
        return;
    }
    let port = u64::from(STREAM_PORT.at(random.random_range(0..STREAM_PORT.count())));
    let count = random.random_range(1..4);
    let ends = desc::control::STOP.mask() | desc::control::COMPLETED.mask();
    let chain: Vec<_> = (1..=count)
        .map(|n| Descriptor {
            flags: if n == count { ends } else { 0 },
            len: random.random_range(1..400),
            source: pair.arena() + SOURCES as u64 + random.random_range(0..0x4000),
            destination: port + random.random_range(0..0x4000),
        })
        .collect();
    let ring = lay_out(pair, RINGS, &chain, None, random);
    let run = prepare(pair, xdma::H2C.at(random.random_range(0..2)), ring, random);
    stores(pair, random.random_range(0..4), random);
    go(pair, &[run], what);
}

fn reset(pair: &mut Pair) {
    for side in [&mut pair.fast, &mut pair.rtl] {
        side.card.reset().unwrap();
    }
    open_interrupts(pair);
}

fn compare(pair: &mut Pair, marks: bool, what: &str) {
    settle(pair);
    pair.last = what.into();
    for port in 0..STREAM_PORT.count() {
        let page = user::STREAM.at(port);
        for word in [stream::CONTROL, stream::OCCUPANCY, stream::BEGUN] {
            pair.read(Bar::User, page + word);
        }
        if !marks {
            for side in [&mut pair.fast, &mut pair.rtl] {
                side.read(Bar::User, page + stream::HIGH_WATER_CLEAR);
            }
        }
        pair.read(Bar::User, page + stream::HIGH_WATER);
    }
    for register in [sink::STATUS, sink::STEPS_DONE] {
        pair.read(Bar::User, user::SINK.base() + register);
    }
    pair.compare_counters(what);
}

fn schedule(seed: u64, steps: u32) {
    let mut pair = Pair::new("sink", seed);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    open_interrupts(&mut pair);
    let mut marks = true;
    for step in 0..steps {
        let what = format!("seed {seed} step {step}");
        match random.random_range(0..100) {
            0..40 => {
                let count = random.random_range(1..20);
                stores(&mut pair, count, &mut random);
            }
            40..55 => flush(&mut pair, &mut random),
            55..60 => fill(&mut pair, &mut random),
            60..72 => {
                take(&mut pair, &mut random);
                marks = false;
            }
            72..78 => drop_all(&mut pair),
            78..82 => transfer(&mut pair, &what, &mut random),
            82..85 => reset(&mut pair),
            85..92 => pair.rest_for(random.random_range(1..400)),
            _ => {
                compare(&mut pair, marks, &what);
                marks = true;
            }
        }
    }
    compare(&mut pair, marks, &format!("seed {seed} at the end"));
}

#[test]
fn schedules_of_seed_90() {
    schedule(90, 120);
}

#[test]
fn schedules_of_seed_91() {
    schedule(91, 120);
}
