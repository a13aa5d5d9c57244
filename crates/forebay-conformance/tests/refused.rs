// SPDX-License-Identifier: Apache-2.0
//! What a host gets from a read that fails: all ones in every byte it asked for, as from a bus on which nobody answers.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use common::on_every_card;
use forebay_bus::{Bar, Card, CardError, CardExt, LinkParams};
use forebay_faults::{FaultCard, Hook, HookedCard};
use forebay_regs::cards::FAULTS;
use forebay_regs::user::{self, feature, status};
use forebay_regs::{fault, fault::kind::what};

fn open(body: &str) -> Box<dyn Card> {
    forebay_sim::open(&format!("{body}:loopback"), LinkParams::default(), None).unwrap()
}

/// A card that does not answer at one place of its own registers.
struct Stuck(u64);

impl Hook for Stuck {
    fn read(
        &mut self,
        card: &mut dyn Card,
        bar: Bar,
        offset: u64,
        data: &mut [u8],
    ) -> Result<(), CardError> {
        if (bar, offset) == (Bar::User, self.0) {
            return Err(CardError::MmioTimeout { bar, offset, cycles: 1 });
        }
        card.mmio_read(bar, offset, data)
    }
}

/// What is left in a buffer of that many bytes when such a read fails.
fn left(card: &mut dyn Card, bar: Bar, offset: u64, bytes: usize) -> Vec<u8> {
    let mut data = vec![0x5a; bytes];
    card.mmio_read(bar, offset, &mut data).unwrap_err();
    data
}

/// Of the widths 1, 2, 4 and 8, and others, where each is not taken.
const SHAPES: [(Bar, u64, usize); 17] = [
    (Bar::User, 0, 1),
    (Bar::User, 3, 1),
    (Bar::User, 0, 2),
    (Bar::User, 2, 2),
    (Bar::User, 2, 4),
    (Bar::User, 4, 8),
    (Bar::User, 0, 16),
    (Bar::User, FAULTS.page as u64, 2),
    (Bar::User, FAULTS.page as u64 + 4, 8),
    (Bar::Dma, 0, 1),
    (Bar::Dma, 0, 2),
    (Bar::Dma, 0x1_0000, 4),
    (Bar::Dma, 0x1_0000, 8),
    (Bar::Aperture, 0xffd, 4),
    (Bar::Aperture, 0xff9, 8),
    (Bar::Aperture, 1 << 36, 1),
    (Bar::Aperture, 0, 4097),
];

fn what_is_not_taken_reads_all_ones(body: &str) {
    let faults: Box<dyn Card> = Box::new(FaultCard::new(open(body)));
    let hooked: Box<dyn Card> = Box::new(HookedCard::new(open(body), Stuck(u64::MAX)));
    for (what, mut card) in [("card", open(body)), ("faults", faults), ("hooked", hooked)] {
        for (bar, offset, bytes) in SHAPES {
            let data = left(&mut *card, bar, offset, bytes);
            assert_eq!(data, vec![0xff; bytes], "{body}, {what}: {bytes} at {bar} {offset:#x}");
        }
        let magic = card.read32(Bar::User, user::STATUS.base()).unwrap();
        assert_eq!(magic, status::magic::RESET, "{body}, {what}: it works on");
    }
}

/// Two words are one access: where one of them fails, the other is not told either.
fn no_half_of_a_read_that_fails_is_told(body: &str) {
    // The low word is one that the page of faults answers, the high one the card, which does not.
    let place = user::STATUS.base() + status::CARD_KIND;
    let stuck = HookedCard::new(open(body), Stuck(u64::from(place) + 4));
    let mut card = FaultCard::new(Box::new(stuck));
    for (register, value) in [
        (fault::KIND, what::FALSE_WORD),
        (fault::COUNT, u32::MAX),
        (fault::PLACE, place),
        (fault::PARAM, 5),
        (fault::ARM, 1),
    ] {
        card.write32(Bar::User, FAULTS.page + register, value).unwrap();
    }
    assert_eq!(card.read32(Bar::User, place).unwrap(), 5);
    for (offset, bytes) in [(place, 8), (place + 4, 4)] {
        let data = left(&mut card, Bar::User, offset.into(), bytes);
        assert_eq!(data, vec![0xff; bytes], "{body}: {bytes} at {offset:#x}");
    }
    // The layer reads the card's headers for its own; that one of those fails is told like any other failure.
    let header = user::FEATURE.base() + feature::ID;
    let stuck = HookedCard::new(open(body), Stuck(header.into()));
    let mut card = FaultCard::new(Box::new(stuck));
    for bytes in [4, 8] {
        let data = left(&mut card, Bar::User, header.into(), bytes);
        assert_eq!(data, vec![0xff; bytes], "{body}: {bytes} at {header:#x}");
    }
}

on_every_card!(what_is_not_taken_reads_all_ones, no_half_of_a_read_that_fails_is_told);
