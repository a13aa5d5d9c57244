// SPDX-License-Identifier: Apache-2.0
//! Modes of memory-mapped channels: a card address that stands still, credits, a halted fetch, stops of a moving chain.

use forebay_bus::Bar;
use forebay_regs::desc;
use forebay_regs::xdma::{self, chan, sgdma, sgdma_common};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::chains::{
    CARD_TARGETS, DESTINATIONS, Descriptor, RINGS, SOURCES, go, lay_out, open_interrupts, prepare,
};
use crate::pair::Pair;

const LAST: u32 = desc::control::STOP.mask() | desc::control::COMPLETED.mask();

/// A chain of short pieces in one direction.
fn short_chain(pair: &Pair, c2h: bool, count: u64, random: &mut ChaCha8Rng) -> Vec<Descriptor> {
    (0..count)
        .map(|n| {
            let host = pair.arena() + if c2h { DESTINATIONS } else { SOURCES } as u64 + 700 * n;
            let card = CARD_TARGETS + 800 * n + random.random_range(0..64);
            let (source, destination) = if c2h { (card, host) } else { (host, card) };
            let flags = if n + 1 == count { LAST } else { 0 };
            Descriptor { flags, len: random.random_range(1..700), source, destination }
        })
        .collect()
}

fn compare_card(pair: &mut Pair, bytes: u64) {
    for page in (CARD_TARGETS..CARD_TARGETS + bytes).step_by(4096) {
        let (mut fast, mut rtl) = ([1; 4096], [2; 4096]);
        pair.fast.card.mmio_read(Bar::Aperture, page, &mut fast).unwrap();
        pair.rtl.card.mmio_read(Bar::Aperture, page, &mut rtl).unwrap();
        assert!(fast == rtl, "card memory at {page:#x}");
    }
}

#[test]
fn a_fixed_card_address_at_any_alignment() {
    let mut pair = Pair::new("loopback", 40);
    let mut random = ChaCha8Rng::seed_from_u64(40);
    open_interrupts(&mut pair);
    for case in 0..60 {
        let c2h = random.random_bool(0.5);
        let count = random.random_range(1..6);
        let chain = short_chain(&pair, c2h, count, &mut random);
        let ring = lay_out(&pair, RINGS, &chain, None, &mut random);
        let block = if c2h { xdma::C2H } else { xdma::H2C };
        let mut run = prepare(&mut pair, block.at(1), ring, &mut random);
        run.control |= chan::control::NON_INCR.mask();
        let what = format!("case {case} c2h {c2h}");
        go(&mut pair, &[run], &what);
        pair.compare_memory(None, &what);
    }
    compare_card(&mut pair, 0x2000);
}

#[test]
fn credits_and_halts_in_any_order() {
    let mut pair = Pair::new("loopback", 41);
    let mut random = ChaCha8Rng::seed_from_u64(41);
    open_interrupts(&mut pair);
    let common = xdma::SGDMA_COMMON.base();
    for case in 0..6 {
        let c2h = random.random_bool(0.5);
        let (block, bit) = if c2h { (xdma::C2H, 17) } else { (xdma::H2C, 1) };
        let (base, page) = (block.at(1), block.at(1) + xdma::H2C_SGDMA.base());
        let chain = short_chain(&pair, c2h, 12, &mut random);
        let ring = lay_out(&pair, RINGS, &chain, None, &mut random);
        let run = prepare(&mut pair, base, ring, &mut random);
        pair.write(Bar::Dma, common + sgdma_common::CREDIT_ENABLE_W1S, 1 << bit);
        pair.write_pair(Bar::Dma, page + sgdma::FIRST_DESC_LO, run.ring);
        pair.write(Bar::Dma, page + sgdma::FIRST_DESC_ADJACENT, run.adjacent);
        pair.write(Bar::Dma, base + chan::CONTROL, run.control);
        for _ in 0..8 {
            let (register, value) = match random.random_range(0..4) {
                0 => (common + sgdma_common::DESC_HALT_W1S, 1 << bit),
                1 => (common + sgdma_common::DESC_HALT_W1C, 1 << bit),
                _ => (page + sgdma::DESC_CREDITS, random.random_range(0..4)),
            };
            pair.write(Bar::Dma, register, value);
            // Three short descriptors at most.
            pair.rest_for(3000);
            for register in [chan::COMPLETED_COUNT, chan::STATUS] {
                pair.read(Bar::Dma, base + register);
            }
            pair.read(Bar::Dma, page + sgdma::DESC_CREDITS);
        }
        // Whatever is left goes on without credits, or is stopped.
        pair.write(Bar::Dma, common + sgdma_common::DESC_HALT_W1C, 1 << bit);
        let end = if case % 2 == 0 {
            (common + sgdma_common::CREDIT_ENABLE_W1C, 1 << bit)
        } else {
            (base + chan::CONTROL_W1C, chan::control::RUN.mask())
        };
        pair.write(Bar::Dma, end.0, end.1);
        pair.rest();
        pair.write(Bar::Dma, common + sgdma_common::CREDIT_ENABLE_W1C, 1 << bit);
        pair.write(Bar::Dma, base + chan::CONTROL_W1C, chan::control::RUN.mask());
        for register in [chan::COMPLETED_COUNT, chan::STATUS_RC, chan::STATUS] {
            pair.read(Bar::Dma, base + register);
        }
        pair.compare_memory(None, &format!("case {case} c2h {c2h}"));
    }
    pair.compare_counters("credits and halts");
    compare_card(&mut pair, 0x3000);
}

/// When a chain is stopped on its way the two are at different places of it; what is done and what is not is clear on
/// each, and with the rest of the chain run both have the same.
#[test]
fn a_stopped_chain_can_be_taken_up_where_its_count_says() {
    let mut pair = Pair::new("loopback", 42);
    let mut random = ChaCha8Rng::seed_from_u64(42);
    for case in 0..20 {
        let c2h = random.random_bool(0.5);
        let base = if c2h { xdma::C2H } else { xdma::H2C }.at(0);
        let page = base + xdma::H2C_SGDMA.base();
        let chain = short_chain(&pair, c2h, 40, &mut random);
        // In one piece, so that descriptor n is at a known place.
        for (n, descriptor) in (0..).zip(&chain) {
            let mut bytes = Vec::new();
            bytes.extend((desc::control::RESET | descriptor.flags).to_le_bytes());
            bytes.extend(descriptor.len.to_le_bytes());
            let next = pair.arena() + 32 * (n as u64 + 1);
            for address in [descriptor.source, descriptor.destination, next] {
                bytes.extend(address.to_le_bytes());
            }
            pair.poke(RINGS + 32 * n, &bytes);
        }
        let (arena, cycles) = (pair.arena(), random.random_range(300..700));
        for side in [&mut pair.fast, &mut pair.rtl] {
            let write = |side: &mut crate::pair::Side, register: u32, value: u64| {
                let word = u32::try_from(value & 0xFFFF_FFFF).unwrap();
                forebay_bus::CardExt::write32(&mut *side.card, Bar::Dma, register, word).unwrap();
            };
            // The descriptor that is cut is run again from its beginning, so each run gets a little longer.
            let (mut done, mut span) = (0, cycles);
            while done < 40 {
                write(side, base + chan::CONTROL_W1C, 1);
                let first = arena + 32 * u64::from(done);
                write(side, page + sgdma::FIRST_DESC_LO, first);
                write(side, page + sgdma::FIRST_DESC_HI, first >> 32);
                write(side, page + sgdma::FIRST_DESC_ADJACENT, 0);
                write(side, base + chan::CONTROL, u64::from(0x00FF_FE7F_u32));
                side.card.advance(span).unwrap();
                span += 50;
                write(side, base + chan::CONTROL_W1C, 1);
                side.rest();
                assert_eq!(side.read(Bar::Dma, base + chan::STATUS) & 1, 0, "case {case}");
                done += side.read(Bar::Dma, base + chan::COMPLETED_COUNT);
            }
            assert_eq!(done, 40, "case {case}: none done twice");
        }
        pair.compare_memory(None, &format!("case {case} c2h {c2h}, {cycles} cycles"));
    }
    compare_card(&mut pair, 0x8000);
}
