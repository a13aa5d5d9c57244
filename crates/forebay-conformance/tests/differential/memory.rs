// SPDX-License-Identifier: Apache-2.0
//! Memory-mapped channels.

use forebay_bus::Bar;
use forebay_regs::desc;
use forebay_regs::xdma;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::chains::{
    CARD_SCRATCH, CARD_TARGETS, DESTINATIONS, Descriptor, Fault, NOWHERE, RINGS, SCRATCH, SOURCES,
    UNMAPPED, go, lay_out, open_interrupts, prepare,
};
use crate::pair::{ARENA_BYTES, Pair};

/// A chain of a memory-mapped channel.
fn memory_chain(
    pair: &Pair,
    c2h: bool,
    fault: Fault,
    random: &mut ChaCha8Rng,
) -> (Vec<Descriptor>, Option<(usize, Fault)>) {
    let count = random.random_range(1..=12);
    let bad = (fault != Fault::None).then(|| random.random_range(0..count));
    let arena = pair.arena();
    let mut chain = Vec::new();
    let mut target = random.random_range(0..64);
    for n in 0..count {
        let len = match random.random_range(0..6) {
            0 => random.random_range(0..4),
            1 => 64 * random.random_range(1..8),
            2 => random.random_range(4000..5200),
            _ => random.random_range(1..600),
        };
        let spoiled = bad.is_some_and(|bad| n >= bad);
        let host_source = arena + (SOURCES as u64) + random.random_range(0..0x8000);
        let card_source = random.random_range(0..0x8000);
        let (mut source, mut destination) = match (c2h, spoiled) {
            (false, false) => (host_source, CARD_TARGETS + target),
            (false, true) => (host_source, CARD_SCRATCH),
            (true, false) => (card_source, arena + DESTINATIONS as u64 + target),
            (true, true) => (card_source, arena + SCRATCH as u64),
        };
        if bad == Some(n) && fault == Fault::Source {
            source = if c2h { NOWHERE + 64 * n as u64 } else { UNMAPPED + 64 * n as u64 };
        }
        if bad == Some(n) && fault == Fault::Destination {
            destination = if c2h { UNMAPPED + 64 * n as u64 } else { NOWHERE + 64 * n as u64 };
        }
        let len = if bad == Some(n) { 100 } else { len };
        target += u64::from(len) + random.random_range(0..100);
        let mut flags = u32::from(random.random_bool(0.2)) * desc::control::COMPLETED.mask();
        if n + 1 == count {
            flags |= desc::control::STOP.mask();
            flags |= u32::from(random.random_bool(0.8)) * desc::control::COMPLETED.mask();
        }
        chain.push(Descriptor { flags, len, source, destination });
    }
    (chain, bad.map(|bad| (bad, fault)))
}

fn memory_transfers(seed: u64, cases: u32) {
    let mut pair = Pair::new("loopback", seed);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    open_interrupts(&mut pair);
    // Something to read from.
    for line in 0..0x8000 / 64 {
        let data: [u8; 64] = random.random();
        pair.fast.card.mmio_write(Bar::Aperture, line * 64, &data).unwrap();
        pair.rtl.card.mmio_write(Bar::Aperture, line * 64, &data).unwrap();
    }
    for case in 0..cases {
        let fault = match random.random_range(0..12) {
            0 => Fault::Magic,
            1 => Fault::Source,
            2 => Fault::Destination,
            3 => Fault::Next,
            _ => Fault::None,
        };
        let mut runs = Vec::new();
        let channel = random.random_range(0..2);
        let both = fault == Fault::None && random.random_bool(0.4);
        let c2h_only = random.random_bool(0.5);
        for (c2h, block) in [(false, xdma::H2C), (true, xdma::C2H)] {
            if both || c2h == c2h_only {
                let (chain, bad) = memory_chain(&pair, c2h, fault, &mut random);
                // The first descriptor is not reached by a next pointer.
                let bad = bad.filter(|(at, fault)| *at > 0 || *fault != Fault::Next);
                let at = RINGS + 0x2000 * usize::from(c2h);
                let ring = lay_out(&pair, at, &chain, bad, &mut random);
                runs.push(prepare(&mut pair, block.at(channel), ring, &mut random));
            }
        }
        let what = format!("seed {seed} case {case} {fault:?} c2h {c2h_only} both {both}");
        if fault != Fault::None {
            pair.compare_beats = false;
        }
        go(&mut pair, &runs, &what);
        if fault != Fault::None {
            pair.forget_beats();
        }
        pair.compare_memory(Some(SCRATCH..ARENA_BYTES), &what);
    }
    // What has been written to the card, up to what is not compared.
    for page in (0..0x8000).chain(CARD_TARGETS..CARD_TARGETS + 0x1_8000).step_by(4096) {
        let (mut fast, mut rtl) = ([1; 4096], [2; 4096]);
        pair.fast.card.mmio_read(Bar::Aperture, page, &mut fast).unwrap();
        pair.rtl.card.mmio_read(Bar::Aperture, page, &mut rtl).unwrap();
        assert!(fast == rtl, "card memory at {page:#x}");
    }
}

#[test]
fn memory_transfers_of_seed_10() {
    memory_transfers(10, 150);
}

#[test]
fn memory_transfers_of_seed_11() {
    memory_transfers(11, 150);
}
