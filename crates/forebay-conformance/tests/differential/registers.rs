// SPDX-License-Identifier: Apache-2.0
//! Registers, and the card's address space from the BAR.

use forebay_bus::Bar;
use forebay_regs::plug;
use forebay_regs::user::{self, copy, counter, feature, last_bad, msm, sink, status, stream};
use forebay_regs::xdma::{self, chan, sgdma};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::pair::{Pair, depends_on_time};

/// By then the buckets of the toy core are cleared after an abort.
const CLEARED_CYCLES: u64 = 2000;

/// Offsets worth an access in the user space: everything known but time and what tells the bodies apart, and holes.
fn user_offsets() -> Vec<u32> {
    let excluded = [
        user::STATUS.base() + status::CARD_KIND,
        user::STATUS.base() + status::CYCLES_LO,
        user::STATUS.base() + status::CYCLES_HI,
    ];
    let timed = |offset: &u32| {
        [user::COUNTER, user::COUNTER_CLEAR]
            .iter()
            .any(|block| block.find(*offset).is_some_and(|(index, _)| depends_on_time(index)))
    };
    let pages =
        [0..0x300, 0x800..0xB00, 0x1000..0x11A0, 0x2000..0x2040, 0x2100..0x2140, 0x3000..0x3040];
    let holes = [0x3FF0, 0x2200, 0x1800, 0xF00, 0x1_0000, 0x3F_FFFC];
    let known = pages.into_iter().flat_map(|page| page.step_by(4)).chain(holes);
    known.filter(|offset| !excluded.contains(offset) && !timed(offset)).collect()
}

/// Offsets worth an access in the DMA block.
fn dma_offsets() -> Vec<u32> {
    let timed =
        [chan::PERF_CYCLES_LO, chan::PERF_CYCLES_HI, chan::PERF_PENDING_LO, chan::PERF_PENDING_HI];
    let channel = move |base: u32| {
        (0..0x100).step_by(4).filter(move |at| !timed.contains(at)).map(move |at| base + at)
    };
    let mut offsets: Vec<u32> = (0..5)
        .flat_map(|n| [xdma::H2C.base() + 0x100 * n, xdma::C2H.base() + 0x100 * n])
        .flat_map(channel)
        .collect();
    for page in [xdma::H2C_SGDMA.base(), xdma::C2H_SGDMA.base()] {
        offsets.extend((0..4).flat_map(|n| {
            [sgdma::IDENTIFIER, sgdma::FIRST_DESC_LO, sgdma::FIRST_DESC_HI]
                .into_iter()
                .chain([sgdma::FIRST_DESC_ADJACENT, sgdma::DESC_CREDITS, 0x40])
                .map(move |at| page + 0x100 * n + at)
        }));
    }
    offsets.extend((0..0xC0).step_by(4).map(|at| xdma::IRQ.base() + at));
    offsets.extend((0..0x80).step_by(4).map(|at| xdma::CONFIG.base() + at));
    offsets.extend((0..0x40).step_by(4).map(|at| xdma::SGDMA_COMMON.base() + at));
    offsets.extend((0..0x220).step_by(4).map(|at| xdma::MSIX_TABLE.base() + at));
    for doorbell in [0x9000, 0x9100, 0x9300, 0xA000, 0xA200] {
        offsets.extend((doorbell..doorbell + 0x84).step_by(4));
    }
    offsets.extend([0x7000, 0x8FE0, 0x8FE4, 0xB000, 0xFFFC]);
    offsets
}

/// A value that starts nothing: traffic of registers alone.
fn tame(bar: Bar, offset: u32, value: u32) -> u32 {
    let channels = bar == Bar::Dma && offset < 0x2000;
    let runs = bar == Bar::User && offset == user::MSM.base() + msm::CONTROL;
    let copies = bar == Bar::User && offset == user::COPY.base() + copy::CONTROL;
    if channels && (chan::CONTROL..=chan::CONTROL_W1S).contains(&(offset % 0x100)) {
        value & !chan::control::RUN.mask()
    } else if runs {
        value & !msm::control::START.mask()
    } else if copies {
        value & !copy::control::GO.mask()
    } else {
        value
    }
}

#[test]
fn the_kind_of_card_is_the_same_and_only_one_says_that_its_cycles_are_modelled() {
    for variant in ["loopback", "loopback-shell", "msm-toy"] {
        let mut pair = Pair::new(variant, 1);
        let [rtl, fast] = [&mut pair.rtl, &mut pair.fast]
            .map(|side| side.read(Bar::User, user::STATUS.base() + status::CARD_KIND));
        let known = status::card_kind::kind::ALL.iter().any(|(kind, _)| *kind == rtl);
        assert!(known, "{variant}: {rtl:#x}");
        assert_eq!(fast, rtl | status::card_kind::MODELLED.mask(), "{variant}");
    }
}

fn registers(variant: &str, seed: u64, accesses: usize) {
    let mut pair = Pair::new(variant, seed);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (user, dma) = (user_offsets(), dma_offsets());
    for _ in 0..accesses {
        let (bar, offsets) =
            if random.random_bool(0.5) { (Bar::User, &user) } else { (Bar::Dma, &dma) };
        let offset = offsets[random.random_range(0..offsets.len())];
        if random.random_bool(0.6) {
            let value = match random.random_range(0..4) {
                0 => 0,
                1 => u32::MAX,
                2 => 1 << random.random_range(0..32),
                _ => random.next_u32(),
            };
            pair.write(bar, offset, tame(bar, offset, value));
            if (bar, offset) == (Bar::User, user::MSM.base() + msm::CONTROL) {
                // The RTL clears away, one bucket a cycle, what the native card forgets at once.
                pair.rest_for(CLEARED_CYCLES);
            }
        }
        pair.read(bar, offset);
        pair.read(Bar::User, user::COUNTER.at(counter::index::MMIO_ERRORS));
    }
    pair.rest();
    for offset in dma {
        pair.read(Bar::Dma, offset);
    }
    for offset in user {
        pair.read(Bar::User, offset);
    }
    pair.compare_counters(variant);
}

#[test]
fn registers_of_the_loopback_card() {
    registers("loopback", 1, 6000);
}

#[test]
fn registers_of_a_card_that_lies_otherwise_on_its_bus() {
    registers("loopback-shell", 4, 3000);
}

/// Words of the header of a feature that time has no part in.
fn header_offsets() -> impl Iterator<Item = u32> {
    let still = |at: &u32| !matches!(*at % 0x40, feature::STATUS | feature::PROGRESS);
    (user::FEATURE.base()..user::FEATURE.at(user::FEATURE.count() - 1) + 0x40)
        .step_by(4)
        .filter(still)
}

/// Registers by words and in pairs, of every build without a multiplier, with the headers of its features.
fn words_and_pairs(variant: &str, seed: u64, accesses: usize) {
    let mut pair = Pair::new(variant, seed);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let starved = |offset: u32| {
        [plug::EVENT, plug::EVENT_CLEAR].iter().any(|block| {
            let event = block.find(offset.wrapping_sub(user::SINK.base()));
            event.is_some_and(|(event, _)| {
                (sink::event::PORT0_STARVE..=sink::event::H2C3_STARVE).contains(&event)
            })
        })
    };
    let mut user = user_offsets();
    user.extend(header_offsets());
    user.extend((0x1400..0x1490).chain(0x1C00..0x1C90).step_by(4));
    user.retain(|offset| !starved(*offset));
    let dma = dma_offsets();
    for _ in 0..accesses {
        let (bar, offsets) =
            if random.random_bool(0.6) { (Bar::User, &user) } else { (Bar::Dma, &dma) };
        let offset = offsets[random.random_range(0..offsets.len())];
        let two = offset % 8 == 0 && offsets.contains(&(offset + 4)) && random.random();
        let mut value = || match random.random_range(0..4) {
            0 => 0,
            1 => u32::MAX,
            2 => 1 << random.random_range(0..32),
            _ => random.next_u32(),
        };
        let words = [value(), value()];
        let words = [tame(bar, offset, words[0]), tame(bar, offset + 4, words[1])];
        if random.random_bool(0.6) {
            if two {
                pair.write_both(bar, offset, words);
            } else {
                pair.write(bar, offset, words[0]);
            }
        }
        if two {
            pair.read_both(bar, offset);
        } else {
            pair.read(bar, offset);
        }
        pair.read(Bar::User, user::COUNTER.at(counter::index::MMIO_ERRORS));
        if random.random_bool(0.1) {
            pair.rest_for(300);
        }
    }
    pair.rest();
    for offset in dma {
        pair.read(Bar::Dma, offset);
    }
    for offset in user {
        pair.read(Bar::User, offset);
    }
    pair.compare_counters(variant);
}

#[test]
fn words_and_pairs_of_every_build_without_a_multiplier() {
    for (variant, seed) in
        ["loopback", "loopback-mm", "loopback-st", "loopback-shell", "sink", "sink-shared"]
            .into_iter()
            .zip(50..)
    {
        words_and_pairs(variant, seed, 3000);
    }
}

#[test]
fn registers_of_the_msm_card() {
    registers("msm-toy", 2, 6000);
}

#[test]
fn the_aperture_writes_reads_and_refuses_alike() {
    let mut pair = Pair::new("loopback", 3);
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let end = u64::from(pair.read(Bar::User, user::STATUS.base() + status::MEM_BYTES));
    for _ in 0..1500 {
        let base = match random.random_range(0..8) {
            0 => 0x1000_0000,
            1 => 0x2000_0000,
            2 => end - 64,
            3 => end,
            4 => 0x3000_0000,
            5 => 0x7_0000_0000,
            _ => random.random_range(0..1 << 8) * 64,
        };
        let lane = random.random_range(0..64_u64);
        let bytes = random.random_range(1..=usize::try_from(64 - lane).unwrap());
        if random.random_bool(0.5) {
            let data: Vec<u8> = (0..bytes).map(|_| random.random()).collect();
            pair.fast.card.mmio_write(Bar::Aperture, base + lane, &data).unwrap();
            pair.rtl.card.mmio_write(Bar::Aperture, base + lane, &data).unwrap();
        } else {
            // One line, as a processor asks for, or more of its page.
            let in_page = usize::try_from(4096 - (base + lane) % 4096).unwrap();
            let bytes = if random.random() { bytes } else { random.random_range(1..=in_page) };
            let (mut fast, mut rtl) = (vec![1; bytes], vec![2; bytes]);
            pair.fast.card.mmio_read(Bar::Aperture, base + lane, &mut fast).unwrap();
            pair.rtl.card.mmio_read(Bar::Aperture, base + lane, &mut rtl).unwrap();
            assert_eq!(fast, rtl, "{bytes} bytes of {:#x}", base + lane);
        }
        for offset in [last_bad::MMIO_LO, last_bad::MMIO_HI] {
            pair.read(Bar::User, user::LAST_BAD.base() + offset);
        }
    }
    pair.compare_counters("aperture");
    for port in 0..2 {
        for register in [stream::OCCUPANCY, stream::HIGH_WATER, stream::BEGUN] {
            pair.read(Bar::User, user::STREAM.at(port) + register);
        }
    }
}

#[test]
fn what_is_accessed_is_what_can_be_compared() {
    let (user, dma) = (user_offsets(), dma_offsets());
    assert!(user.contains(&(user::MSM.base() + msm::BUCKETS)));
    assert!(!user.contains(&(user::STATUS.base() + status::CYCLES_LO)));
    assert!(dma.contains(&(xdma::CONFIG.base() + xdma::config::DATA_WIDTH)));
    assert!(dma.contains(&(xdma::SGDMA_COMMON.base() + xdma::sgdma_common::DESC_HALT)));
}
