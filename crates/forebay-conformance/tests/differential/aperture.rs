// SPDX-License-Identifier: Apache-2.0
//! Traffic of the aperture as a processor sends it: lines flushed whole or in pieces, with any bytes enabled, into memory and stream ports.
//!
//! Beside each other the two bodies are compared with a model that knows only what was sent.

use std::collections::BTreeMap;

use forebay::Device;
use forebay_bus::{Bar, LinkParams};
use forebay_regs::card::{MEMORY_BANKS, STREAM_PORT};
use forebay_regs::user::{self, counter, status, stream};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::pair::Pair;

const LINE: usize = 64;
/// Entries that a stream port holds on this build.
const DEPTH: u64 = 1024;
/// Lines of each bank that are written: its first and its last ones.
const LINES: u64 = 16;
/// Cycles in which the pieces of a flush have come to where they go.
const SETTLED: u64 = 2000;

/// What has been sent, and so what has to be there.
struct Sent {
    /// By line: what is in memory where something was written.
    memory: BTreeMap<u64, [u8; LINE]>,
    /// Lines written and read of each bank.
    written: [u64; MEMORY_BANKS as usize],
    read: [u64; MEMORY_BANKS as usize],
    /// Bytes into each stream port since it was flushed, and entries that they made before that.
    bytes: [u64; 2],
    flushed: [u64; 2],
}

/// The runs of enabled bytes of a line: what leaves a processor, in its order or in another one.
fn pieces(random: &mut ChaCha8Rng) -> Vec<(usize, usize)> {
    let enables: u64 = match random.random_range(0..5) {
        0 => u64::MAX,
        1 => 0xF << (4 * random.random_range(0..16)),
        2 => random.random(),
        3 => u64::MAX << random.random_range(1..64),
        _ => random.random::<u64>() | random.random::<u64>(),
    };
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < LINE {
        let skipped = (enables >> at).trailing_zeros() as usize;
        if at + skipped >= LINE {
            break;
        }
        at += skipped;
        let run = (!(enables >> at)).trailing_zeros() as usize;
        // A flush may cut a run anywhere.
        let cut = random.random_range(1..=run.min(LINE - at));
        let cut = if random.random() { run.min(LINE - at) } else { cut };
        pieces.push((at, cut));
        at += cut;
    }
    pieces
}

fn write(pair: &mut Pair, address: u64, bytes: &[u8]) {
    for side in [&mut pair.fast, &mut pair.rtl] {
        side.card.mmio_write(Bar::Aperture, address, bytes).unwrap();
    }
}

impl Sent {
    /// Flushes a line of memory, its pieces in any order.
    fn flush_to_memory(
        &mut self,
        pair: &mut Pair,
        bank: usize,
        line: u64,
        random: &mut ChaCha8Rng,
    ) {
        let mut pieces = pieces(random);
        for n in (1..pieces.len()).rev() {
            pieces.swap(n, random.random_range(0..=n));
        }
        let data: [u8; LINE] = random.random();
        let held = self.memory.entry(line).or_insert([0; LINE]);
        for (at, bytes) in pieces {
            held[at..at + bytes].copy_from_slice(&data[at..at + bytes]);
            write(pair, line + at as u64, &data[at..at + bytes]);
            self.written[bank] += 1;
        }
    }

    /// Flushes a line into a stream port, in address order. It stays in a FIFO that nobody empties.
    fn flush_to_port(&mut self, pair: &mut Pair, port: usize, random: &mut ChaCha8Rng) {
        let anywhere = random.random_range(0..u64::from(STREAM_PORT.stride()) / 64) * 64;
        let line = u64::from(STREAM_PORT.at(u32::try_from(port).unwrap())) + anywhere;
        for (at, bytes) in pieces(random) {
            let data: [u8; LINE] = random.random();
            write(pair, line + at as u64, &data[..bytes]);
            self.bytes[port] += bytes as u64;
        }
    }

    fn check(&mut self, pair: &mut Pair, what: &str) {
        pair.rest_for(SETTLED);
        let entry = |entries: u64| u32::try_from(entries).unwrap();
        for port in 0..2_u32 {
            let bytes = self.bytes[port as usize];
            let page = user::STREAM.at(port);
            assert_eq!(pair.read(Bar::User, page + stream::OCCUPANCY), entry(bytes / 64), "{what}");
            assert_eq!(pair.read(Bar::User, page + stream::BEGUN), entry(bytes % 64), "{what}");
        }
        pair.compare_counters(what);
        use counter::index as ix;
        let counted =
            |pair: &mut Pair, index: u32| u64::from(pair.read(Bar::User, user::COUNTER.at(index)));
        for bank in 0..MEMORY_BANKS {
            let apart = (ix::BANK1_BEATS_READ - ix::BANK0_BEATS_READ) * bank;
            let beats =
                [ix::BANK0_BEATS_READ, ix::BANK0_BEATS_WRITTEN].map(|of| counted(pair, of + apart));
            let sent = [self.read[bank as usize], self.written[bank as usize]];
            assert_eq!(beats, sent, "{what}: beats of bank {bank}");
        }
        for (port, of) in [ix::PORT0_BEATS_IN, ix::PORT1_BEATS_IN].into_iter().enumerate() {
            let made = self.flushed[port] + self.bytes[port] / 64;
            assert_eq!(counted(pair, of), made, "{what}: entries of stream port {port}");
        }
        assert_eq!(counted(pair, ix::MMIO_ERRORS), 0, "{what}");
    }

    /// Empties a stream port.
    fn flush(&mut self, pair: &mut Pair, port: usize) {
        let control = user::STREAM.at(u32::try_from(port).unwrap()) + stream::CONTROL;
        pair.rest_for(SETTLED);
        pair.write(Bar::User, control, 1);
        pair.write(Bar::User, control, 0);
        pair.rest_for(SETTLED);
        self.flushed[port] += self.bytes[port] / 64;
        self.bytes[port] = 0;
    }
}

fn traffic(seed: u64, flushes: u32) {
    let mut pair = Pair::new("loopback", seed);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let bytes = u64::from(pair.read(Bar::User, user::STATUS.base() + status::MEM_BYTES));
    let bank_bytes = bytes / u64::from(MEMORY_BANKS);
    let mut sent = Sent {
        memory: BTreeMap::new(),
        written: [0; MEMORY_BANKS as usize],
        read: [0; MEMORY_BANKS as usize],
        bytes: [0; 2],
        flushed: [0; 2],
    };
    for n in 0..flushes {
        let what = format!("seed {seed} flush {n}");
        let bank = random.random_range(0..MEMORY_BANKS as usize);
        let near = random.random_range(0..LINES) * LINE as u64;
        let at_end = random.random_bool(0.5);
        let line =
            bank as u64 * bank_bytes + if at_end { bank_bytes - LINE as u64 - near } else { near };
        match random.random_range(0..10) {
            0..4 => sent.flush_to_memory(&mut pair, bank, line, &mut random),
            4..8 => {
                let port = random.random_range(0..2);
                if (sent.bytes[port] / 64) + 2 > DEPTH {
                    sent.flush(&mut pair, port);
                }
                sent.flush_to_port(&mut pair, port, &mut random);
            }
            8 => {
                let held = sent.memory.get(&line).copied();
                for side in [&mut pair.fast, &mut pair.rtl] {
                    let mut found = [0xEE; LINE];
                    side.card.mmio_read(Bar::Aperture, line, &mut found).unwrap();
                    // What nobody has written is whatever the memory held.
                    if let Some(held) = held {
                        assert_eq!(found, held, "{what}: {:?} at {line:#x}", side.card.body());
                    }
                }
                sent.read[bank] += 1;
            }
            _ if random.random_bool(0.1) => {
                sent.flush(&mut pair, random.random_range(0..2));
            }
            _ => sent.check(&mut pair, &what),
        }
    }
    sent.check(&mut pair, "at the end");
    for (line, held) in &sent.memory {
        for side in [&mut pair.fast, &mut pair.rtl] {
            let mut found = [0xEE; LINE];
            side.card.mmio_read(Bar::Aperture, *line, &mut found).unwrap();
            assert_eq!(found, *held, "{:?} at {line:#x}", side.card.body());
        }
    }
}

#[test]
fn flushed_lines_of_seed_70() {
    traffic(70, 3000);
}

#[test]
fn flushed_lines_of_seed_71() {
    traffic(71, 3000);
}

/// Beats written to each bank as `forebay describe --clear` has them after these stores, and as it has them when it is asked again.
fn described(body: &str, stores: &[(u64, &[u8])]) -> [Vec<u64>; 2] {
    let name = format!("{body}:loopback");
    let mut card = forebay_sim::open(&name, LinkParams::default(), None).unwrap();
    for (address, bytes) in stores {
        card.mmio_write(Bar::Aperture, *address, bytes).unwrap();
    }
    let device = Device::from_card(card, SETTLED).unwrap();
    let beats = || {
        let counters = device.describe(true).unwrap().counters;
        let of_banks = counters.iter().filter(|counter| counter.name.ends_with("_beats_written"));
        of_banks.map(|counter| counter.value).collect()
    };
    [beats(), beats()]
}

/// The source's own measure: sixteen stores of a dword are sixteen beats as they are, and one where a processor has combined them.
#[test]
fn sixteen_stores_are_sixteen_beats_and_a_combined_line_is_one() {
    let words: Vec<[u8; 4]> = (0..16_u32).map(u32::to_le_bytes).collect();
    let uncached: Vec<_> = (0..).step_by(4).zip(words.iter().map(<[u8; 4]>::as_slice)).collect();
    for body in ["fast", "rtl"] {
        assert_eq!(described(body, &uncached), [vec![16, 0, 0, 0], vec![0; 4]], "{body}");
        let combined = [(0, words.as_flattened())];
        assert_eq!(described(body, &combined), [vec![1, 0, 0, 0], vec![0; 4]], "{body}");
    }
}
