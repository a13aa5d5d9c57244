// SPDX-License-Identifier: Apache-2.0
//! The datapath sink: runs of it fed through stream ports and stream channels, in any order, told to rest at any time.

use forebay_bus::Bar;
use forebay_regs::desc;
use forebay_regs::user::{self, feature, sink, stream};
use forebay_regs::{cards, plug, xdma};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::chains::{Descriptor, RINGS, SOURCES, go, lay_out, open_interrupts, prepare};
use crate::pair::Pair;

/// Longer than what a case sends takes to be taken, at the slowest rate.
const REST: u64 = 2500;
/// The header of the datapath: the last of the chain.
const HEADER: u32 = user::FEATURE.at(5);
const PORTS: [u64; 2] = [0x1000_0000, 0x2000_0000];

/// Entries into a stream port, whole ones and parts of them.
fn into_port(pair: &mut Pair, random: &mut ChaCha8Rng) {
    let port = PORTS[random.random_range(0..2)];
    for _ in 0..random.random_range(1..12) {
        let lane = random.random_range(0..64_u64);
        let bytes = usize::try_from(random.random_range(1..=64 - lane)).unwrap();
        for side in [&mut pair.fast, &mut pair.rtl] {
            side.card.mmio_write(Bar::Aperture, port + lane, &[7; 64][..bytes]).unwrap();
        }
    }
}

/// Pieces of packets that fill that many entries, in all.
fn packets(pair: &Pair, entries: u32, random: &mut ChaCha8Rng) -> Vec<Descriptor> {
    let mut chain = Vec::new();
    // Entries that have ended, and bytes of the packet behind them.
    let (mut ended, mut bytes) = (0, 0);
    loop {
        let room = 64 * (entries - ended) - bytes;
        let len = if chain.len() > 11 { room } else { random.random_range(1..=room.min(400)) };
        let (all, source) = (bytes + len, pair.arena() + SOURCES as u64);
        let source = source + random.random_range(0..0x4000);
        let last = ended + all.div_ceil(64) == entries && (len == room || random.random_bool(0.3));
        let eop = last || (ended + all.div_ceil(64) < entries && random.random_bool(0.5));
        (ended, bytes) = if eop { (ended + all.div_ceil(64), 0) } else { (ended, all) };
        let mut flags = u32::from(eop) * desc::control::EOP.mask();
        if last {
            flags |= desc::control::STOP.mask() | desc::control::COMPLETED.mask();
        }
        chain.push(Descriptor { flags, len, source, destination: 0 });
        if last {
            return chain;
        }
    }
}

/// A run that is fed all it takes, through ports and channels.
fn whole_run(pair: &mut Pair, what: &str, random: &mut ChaCha8Rng) {
    // What a case before has left is nobody's.
    for held in [1, 0] {
        pair.write(Bar::User, HEADER + feature::CONTROL, held);
        pair.rest_for(REST);
    }
    let steps = random.random_range(1..20);
    let page = user::SINK.base();
    let mut runs = Vec::new();
    for (stream, channel) in [(0, None), (1, None), (4, Some(2_u32)), (5, Some(3))] {
        let entries = [0, 1, 1, 2, 3][random.random_range(0..5)].max(u32::from(channel == Some(2)));
        pair.write(Bar::User, page + sink::PAIRING.at(stream), entries);
        let Some(channel) = channel else {
            for _ in 0..entries * steps {
                for side in [&mut pair.fast, &mut pair.rtl] {
                    let port = PORTS[stream as usize];
                    side.card.mmio_write(Bar::Aperture, port, &[7; 64]).unwrap();
                }
            }
            continue;
        };
        if entries > 0 {
            let chain = packets(pair, entries * steps, random);
            let at = RINGS + 0x2000 * (channel as usize - 2);
            let ring = lay_out(pair, at, &chain, None, random);
            runs.push(prepare(pair, xdma::H2C.at(channel), ring, random));
        }
    }
    pair.write(Bar::User, page + sink::RATE, [0x2000, 0x1_0000][random.random_range(0..2)]);
    pair.write(Bar::User, page + sink::STEPS, steps);
    pair.write(Bar::User, page + sink::CONTROL, 1);
    go(pair, &runs, what);
    assert_eq!(pair.read(Bar::User, page + sink::STEPS_DONE), steps, "{what}");
    assert_eq!(pair.read(Bar::User, page + sink::STATUS), 0, "{what}");
}

fn compare(pair: &mut Pair, what: &str) {
    pair.rest_for(REST);
    for register in [sink::STATUS, sink::STEPS, sink::STEPS_DONE, sink::RATE] {
        pair.read(Bar::User, user::SINK.base() + register);
    }
    for stream in 0..sink::PAIRING.count() {
        pair.read(Bar::User, user::SINK.base() + sink::PAIRING.at(stream));
    }
    for (event, _) in sink::event::ALL {
        if !(sink::event::PORT0_STARVE..=sink::event::H2C3_STARVE).contains(event) {
            pair.read(Bar::User, user::SINK.base() + plug::EVENT.at(*event));
        }
    }
    for port in 0..2 {
        pair.read(Bar::User, user::STREAM.at(port) + stream::OCCUPANCY);
        pair.read(Bar::User, user::STREAM.at(port) + stream::BEGUN);
    }
    for word in [feature::CONTROL, feature::STATUS] {
        pair.read(Bar::User, HEADER + word);
    }
    pair.read(Bar::Dma, xdma::IRQ.base() + xdma::irq::USER_REQUEST);
    pair.compare_counters(what);
}

fn sink_runs(seed: u64, cases: u32) {
    let mut pair = Pair::new("sink", seed);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    open_interrupts(&mut pair);
    let id = pair.read(Bar::User, HEADER + feature::ID);
    assert_eq!(feature::id::KIND.get(id), cards::SINK.kind);
    let page = user::SINK.base();
    for case in 0..cases {
        let what = format!("seed {seed} case {case}");
        match random.random_range(0..12) {
            0..3 => into_port(&mut pair, &mut random),
            3..6 => whole_run(&mut pair, &what, &mut random),
            6 | 7 => {
                let stream = random.random_range(0..sink::PAIRING.count());
                let entries = random.random_range(0..5);
                pair.write(Bar::User, page + sink::PAIRING.at(stream), entries);
            }
            8 => {
                let rate = [0, 0x4000, 0x1_0000][random.random_range(0..3)];
                pair.write(Bar::User, page + sink::RATE, rate);
            }
            9 | 10 => {
                pair.write(Bar::User, page + sink::STEPS, random.random_range(0..8));
                pair.write(Bar::User, page + sink::CONTROL, random.random_range(0..4));
            }
            _ => {
                let held = random.random_bool(0.5).into();
                pair.write(Bar::User, HEADER + feature::CONTROL, held);
                pair.rest_for(REST);
                if random.random_bool(0.7) {
                    pair.write(Bar::User, HEADER + feature::CONTROL, 0);
                }
            }
        }
        compare(&mut pair, &what);
    }
}

#[test]
fn runs_of_the_sink_take_the_same_entries() {
    sink_runs(61, 100);
}
