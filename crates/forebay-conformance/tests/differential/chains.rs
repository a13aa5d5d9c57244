// SPDX-License-Identifier: Apache-2.0
//! Chains of descriptors in host memory, and running them.

use forebay_bus::Bar;
use forebay_regs::desc;
use forebay_regs::xdma::{self, chan, irq, sgdma};
use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;

use crate::pair::Pair;

/// Places in the arena: descriptors, results, write-back words, sources, destinations, and what is not compared.
pub(crate) const RINGS: usize = 0;
pub(crate) const RESULTS: usize = 0x4000;
pub(crate) const WRITE_BACKS: usize = 0x8000;
pub(crate) const SOURCES: usize = 0x1_0000;
pub(crate) const DESTINATIONS: usize = 0x2_0000;
pub(crate) const SCRATCH: usize = 0x3_0000;
/// The same for card memory.
pub(crate) const CARD_TARGETS: u64 = 0x4_0000;
pub(crate) const CARD_SCRATCH: u64 = 0x8_0000;
pub(crate) const NOWHERE: u64 = 0x9000_0000;
pub(crate) const UNMAPPED: u64 = 0xDEAD_0000;

/// What goes wrong in a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    None,
    Magic,
    Source,
    Destination,
    Next,
    Length,
}

/// One channel's run.
pub(crate) struct Run {
    /// Register offset of the channel.
    pub(crate) base: u32,
    pub(crate) ring: u64,
    pub(crate) adjacent: u32,
    pub(crate) control: u32,
}

/// A descriptor to be written.
#[derive(Clone, Copy)]
pub(crate) struct Descriptor {
    pub(crate) flags: u32,
    pub(crate) len: u32,
    pub(crate) source: u64,
    pub(crate) destination: u64,
}

/// Lays out a chain: blocks of descriptors that follow each other in memory, in places of their own; gives the first
/// one's address and adjacent count.
pub(crate) fn lay_out(
    pair: &Pair,
    at: usize,
    chain: &[Descriptor],
    fault: Option<(usize, Fault)>,
    random: &mut ChaCha8Rng,
) -> (u64, u32) {
    // Blocks of random size, each at a random distance from the one before.
    let mut places = Vec::new();
    let mut blocks = Vec::new();
    let mut place = at + 32 * random.random_range(0..40);
    while places.len() < chain.len() {
        let block = random.random_range(1..=8).min(chain.len() - places.len());
        blocks.extend((0..block).rev());
        places.extend((0..block).map(|n| place + 32 * n));
        place += 32 * (block + random.random_range(0..30));
    }
    for (n, descriptor) in chain.iter().enumerate() {
        let mut magic = desc::control::RESET;
        let mut next = places.get(n + 1).map_or(0, |place| pair.arena() + *place as u64);
        if fault == Some((n, Fault::Magic)) {
            magic ^= 1 << random.random_range(16..32);
        }
        if fault == Some((n + 1, Fault::Next)) {
            next = UNMAPPED;
        }
        let adjacent = blocks.get(n + 1).map_or(0, |left| u32::try_from(*left).unwrap());
        let control = magic | descriptor.flags | desc::control::NEXT_ADJACENT.put(adjacent);
        let mut bytes = Vec::new();
        bytes.extend(control.to_le_bytes());
        bytes.extend(descriptor.len.to_le_bytes());
        for address in [descriptor.source, descriptor.destination, next] {
            bytes.extend(address.to_le_bytes());
        }
        pair.poke(places[n], &bytes);
    }
    (pair.arena() + places[0] as u64, u32::try_from(blocks[0]).unwrap())
}

/// All bits that may be logged, or some of them.
pub(crate) fn log_bits(random: &mut ChaCha8Rng) -> u32 {
    let all = 0x00F8_3E7E | chan::control::WRITE_ERROR.mask();
    if random.random_bool(0.7) { all } else { all & random.next_u32() }
}

/// Prepares a channel and its run; nothing moves yet.
pub(crate) fn prepare(
    pair: &mut Pair,
    base: u32,
    ring: (u64, u32),
    random: &mut ChaCha8Rng,
) -> Run {
    let poll = random.random_bool(0.5);
    let mut control = log_bits(random) | chan::control::RUN.mask();
    if poll {
        control |= chan::control::POLL_WRITEBACK.mask();
    }
    let word = pair.arena() + WRITE_BACKS as u64 + u64::from(base / 0x100) * 64;
    pair.write_pair(Bar::Dma, base + chan::POLL_WB_ADDR_LO, word);
    pair.write(Bar::Dma, base + chan::INTERRUPT_ENABLE, log_bits(random));
    Run { base, ring: ring.0, adjacent: ring.1, control }
}

/// Starts the runs, lets both cards come to rest, and stops them.
pub(crate) fn drive(pair: &mut Pair, runs: &[Run]) {
    start(pair, runs);
    pair.rest();
    stop(pair, runs);
}

/// Starts the runs.
pub(crate) fn start(pair: &mut Pair, runs: &[Run]) {
    for run in runs {
        let page = run.base + xdma::H2C_SGDMA.base();
        pair.write_pair(Bar::Dma, page + sgdma::FIRST_DESC_LO, run.ring);
        pair.write(Bar::Dma, page + sgdma::FIRST_DESC_ADJACENT, run.adjacent);
        pair.write(Bar::Dma, run.base + chan::CONTROL, run.control);
    }
}

/// Stops the runs.
pub(crate) fn stop(pair: &mut Pair, runs: &[Run]) {
    for run in runs {
        pair.write(Bar::Dma, run.base + chan::CONTROL_W1C, chan::control::RUN.mask());
    }
    pair.rest();
}

/// Drives the runs, and compares what the channels say.
pub(crate) fn go(pair: &mut Pair, runs: &[Run], what: &str) {
    drive(pair, runs);
    compare(pair, runs, what);
}

/// Compares what the channels say.
pub(crate) fn compare(pair: &mut Pair, runs: &[Run], what: &str) {
    for run in runs {
        for register in [chan::STATUS, chan::COMPLETED_COUNT, chan::CONTROL] {
            let (fast, rtl) = (
                pair.fast.read(Bar::Dma, run.base + register),
                pair.rtl.read(Bar::Dma, run.base + register),
            );
            assert_eq!(
                format!("{fast:#010x}"),
                format!("{rtl:#010x}"),
                "{what}: channel {:#06x} register {register:#04x}, native (left) and RTL (right)",
                run.base
            );
        }
    }
    for register in [irq::CHANNEL_REQUEST, irq::CHANNEL_PENDING] {
        pair.read(Bar::Dma, xdma::IRQ.base() + register);
    }
    for run in runs {
        pair.read(Bar::Dma, run.base + chan::STATUS_RC);
        pair.read(Bar::Dma, run.base + chan::STATUS);
    }
    pair.read(Bar::Dma, xdma::IRQ.base() + irq::CHANNEL_REQUEST);
    pair.compare_counters(what);
}

/// Every interrupt may send its message, each with a vector of its own.
pub(crate) fn open_interrupts(pair: &mut Pair) {
    for n in 0..2 {
        let vectors = 0x0302_0100 + 0x0404_0404 * n;
        pair.write(Bar::Dma, xdma::IRQ.base() + irq::CHANNEL_VECTOR.at(n), vectors);
    }
    for vector in 0..8 {
        let mask = xdma::MSIX_TABLE.at(vector) + xdma::msix_entry::VECTOR_CONTROL;
        pair.write(Bar::Dma, mask, 0);
    }
    pair.write(Bar::Dma, xdma::IRQ.base() + irq::CHANNEL_ENABLE_W1S, 0xFF);
}
