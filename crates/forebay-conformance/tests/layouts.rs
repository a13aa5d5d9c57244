// SPDX-License-Identifier: Apache-2.0
//! How a card lies on its bus: a build in each layout of the card table is where that says, and answers as soon as it says.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use common::on_every_card;
use forebay_bus::{Bar, Card, CardError, CardExt, LinkParams};
use forebay_regs::cards::{self, layout};
use forebay_regs::user::{self, counter, feature, last_bad, stream};
use forebay_regs::xdma::{self, irq};
use forebay_regs::{Class, card};

/// A build for each layout, otherwise alike.
const BUILDS: [(&str, &str); 3] =
    [("xdma", "loopback"), ("shell", "loopback-shell"), ("wide", "loopback-udma-direct")];

fn open(body: &str, build: &str) -> Box<dyn Card> {
    forebay_sim::open(&format!("{body}:{build}"), LinkParams::default(), None).unwrap()
}

fn every_layout_has_a_card_that_is_where_it_says(body: &str) {
    assert!(layout::ALL.iter().map(|line| line.name).eq(BUILDS.map(|(layout, _)| layout)));
    for (name, build) in BUILDS {
        let mut card = open(body, build);
        let of = card.layout();
        assert_eq!(of.name, name, "{body}");
        let mut at = user::FEATURE.base();
        let mut seen = Vec::new();
        while at != 0 {
            let mut word = |offset| card.read32(Bar::User, at + offset).unwrap();
            let id = word(feature::ID);
            let part = cards::FEATURES.iter().find(|line| {
                let class = match line.class {
                    Class::Platform => feature::id::class::PLATFORM,
                    Class::FrontEnd => feature::id::class::FRONT_END,
                    Class::Datapath => feature::id::class::DATAPATH,
                };
                (class, line.kind) == (feature::id::CLASS.get(id), feature::id::KIND.get(id))
            });
            let part = part.unwrap();
            let place = (word(feature::PAGE_BAR), word(feature::PAGE_OFFSET));
            assert_eq!(place, part.place(of), "{body}:{build}: {}", part.name);
            seen.push(part.name);
            at = word(feature::NEXT);
        }
        assert!(seen.starts_with(&["identity", "stream_ports", "interrupts", "xdma"]), "{seen:?}");
        // And there they are: by name, which a card finds by its layout, each part is itself.
        let magic = card.read32(Bar::User, user::STATUS.base() + user::status::MAGIC).unwrap();
        assert_eq!(magic, user::status::magic::RESET, "{body}:{build}");
        for (offset, identifier) in [(xdma::H2C.at(0), 0x1FC0), (xdma::IRQ.base(), 0x1FC2)] {
            assert_eq!(card.read32(Bar::Dma, offset).unwrap() >> 16, identifier, "{body}:{build}");
        }
        card.write32(Bar::Aperture, 0x1234_u32, 0xFEED_F00D).unwrap();
        assert_eq!(card.read32(Bar::Aperture, 0x1234_u32).unwrap(), 0xFEED_F00D, "{body}:{build}");
        let errors = user::COUNTER.at(counter::index::MMIO_ERRORS);
        assert_eq!(card.read32(Bar::User, errors).unwrap(), 0, "{body}:{build}");
    }
}

/// Where it was is told as PCI has it: BAR number in bits 38 to 36.
fn a_bad_access_is_told_with_its_place_on_the_bus(body: &str) {
    for (_, build) in BUILDS {
        let mut card = open(body, build);
        for (bar, offset) in [(Bar::User, 0x7F00), (Bar::Aperture, 0x9000_0000)] {
            card.read32(bar, offset).unwrap();
            let [low, high] = [last_bad::MMIO_LO, last_bad::MMIO_HI].map(|half| {
                u64::from(card.read32(Bar::User, user::LAST_BAD.base() + half).unwrap())
            });
            let (number, at) = bar.place(card.layout(), offset);
            let told = u64::from(number) << 36 | at;
            assert_eq!(high << 32 | low, told, "{body}:{build}: {bar}");
        }
    }
}

/// An offset in a BAR has 36 bits, and all of them are told: nothing is taken where it would have more.
fn the_last_place_that_is_taken_is_told_in_full(body: &str) {
    const END: u64 = 1 << 36;
    for (_, build) in BUILDS {
        let mut card = open(body, build);
        let layout = card.layout();
        for bar in [Bar::User, Bar::Aperture] {
            let (number, base) = bar.place(layout, 0);
            for (offset, bytes) in [(END - base - 4, 4), (END - base - 8, 8)] {
                for write in [false, true] {
                    let mut access = |offset: u64| {
                        let mut data = vec![0; bytes];
                        match write {
                            true => card.mmio_write(bar, offset, &data),
                            false => card.mmio_read(bar, offset, &mut data),
                        }
                    };
                    for behind in [bytes as u64, base.max(8), 1 << 20] {
                        let refused = access(offset + behind);
                        assert!(
                            matches!(refused, Err(CardError::MmioSize { .. })),
                            "{body}:{build}: {bytes} of {bar} at {:#x}: {refused:?}",
                            offset + behind
                        );
                    }
                    access(offset).unwrap();
                    let mut last = [0; 8];
                    for (half, word) in
                        [last_bad::MMIO_LO, last_bad::MMIO_HI].into_iter().zip(last.chunks_mut(4))
                    {
                        let at = user::LAST_BAD.base() + half;
                        word.copy_from_slice(&card.read32(Bar::User, at).unwrap().to_le_bytes());
                    }
                    let told = (u64::from(number) << 36) | (base + offset);
                    assert_eq!(u64::from_le_bytes(last), told, "{body}:{build}: {bytes} of {bar}");
                }
            }
        }
    }
}

fn a_line_can_be_given_the_vectors_of_the_layout(body: &str) {
    for (_, build) in BUILDS {
        let mut card = open(body, build);
        let most = card.layout().vectors.next_power_of_two() - 1;
        for register in [irq::USER_VECTOR.at(0), irq::USER_VECTOR.at(3), irq::CHANNEL_VECTOR.at(1)]
        {
            let at = xdma::IRQ.base() + register;
            card.write32(Bar::Dma, at, u32::MAX).unwrap();
            assert_eq!(card.read32(Bar::Dma, at).unwrap(), 0x0101_0101 * most, "{body}:{build}");
        }
    }
}

on_every_card!(
    every_layout_has_a_card_that_is_where_it_says,
    a_bad_access_is_told_with_its_place_on_the_bus,
    the_last_place_that_is_taken_is_told_in_full,
    a_line_can_be_given_the_vectors_of_the_layout,
);

/// Cycles that a read of the first register takes.
fn took(card: &mut dyn Card, bar: Bar) -> u64 {
    let began = card.now();
    card.read32(bar, 0_u32).unwrap();
    card.now() - began
}

/// Only the RTL has cycles in which to wait.
#[test]
fn an_access_is_answered_within_the_bound_of_the_layout() {
    for (_, build) in BUILDS {
        let mut card = open("rtl", build);
        let bound = u64::from(card.layout().answer_cycles);
        let depth = card.read32(Bar::User, user::STREAM.at(0) + stream::DEPTH).unwrap();
        for _ in 0..depth {
            card.mmio_write(Bar::Aperture, card::STREAM_PORT.at(0).into(), &[1; 64]).unwrap();
        }
        // A read pushes all stores in front of it into the card, and has its round trip to itself behind them.
        took(&mut *card, Bar::User);
        let alone = [Bar::User, Bar::Dma].map(|bar| took(&mut *card, bar));
        let round_trip = u64::from(LinkParams::default().round_trip_cycles);
        assert!(alone.iter().all(|took| (round_trip..round_trip + 16).contains(took)), "{alone:?}");
        // The longest that software can make an access wait: nobody takes what is in a full stream port.
        for (bar, alone) in [Bar::User, Bar::Dma].into_iter().zip(alone) {
            card.mmio_write(Bar::Aperture, card::STREAM_PORT.at(0).into(), &[2; 64]).unwrap();
            let waited = took(&mut *card, bar) - alone;
            // Half of the bound is for room, the other for the answer of what gets some.
            assert!(
                (bound / 2 - 16..=bound / 2 + 16).contains(&waited),
                "{build}: {waited} cycles"
            );
        }
    }
}
