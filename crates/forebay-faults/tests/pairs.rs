// SPDX-License-Identifier: Apache-2.0
//! Eight bytes of registers are two words, low one first, also of registers that the page of faults answers.

#![expect(clippy::unwrap_used, reason = "tests")]

use forebay_bus::{Bar, Card, CardExt, LinkParams};
use forebay_card_fast::FastCard;
use forebay_faults::FaultCard;
use forebay_regs::cards::FAULTS;
use forebay_regs::user::{self, counter, feature};
use forebay_regs::{fault, fault::kind::what};

fn card() -> FaultCard {
    FaultCard::new(Box::new(FastCard::open("loopback", LinkParams::default()).unwrap()))
}

fn pair(card: &mut FaultCard, at: u32) -> [u32; 2] {
    let mut both = [0; 8];
    card.mmio_read(Bar::User, at.into(), &mut both).unwrap();
    let both = u64::from_le_bytes(both);
    [both & 0xffff_ffff, both >> 32].map(|word| u32::try_from(word).unwrap())
}

fn write_pair(card: &mut FaultCard, at: u32, words: [u32; 2]) {
    card.mmio_write(Bar::User, at.into(), words.map(u32::to_le_bytes).as_flattened()).unwrap();
}

fn count(card: &mut FaultCard, index: u32) -> u32 {
    card.read32(Bar::User, user::COUNTER.at(index) + counter::LO).unwrap()
}

#[test]
fn whatever_is_read_in_pairs_is_what_its_words_are() {
    let mut card = card();
    let headers = user::FEATURE.base()..user::FEATURE.at(user::FEATURE.count());
    let page = FAULTS.page..FAULTS.page + 0x40;
    for at in headers.step_by(8).chain(page.step_by(8)) {
        let words = [at, at + 4].map(|at| card.read32(Bar::User, at).unwrap());
        assert_eq!(pair(&mut card, at), words, "{at:#x}");
    }
}

#[test]
fn a_pair_of_the_cards_own_is_one_access_of_it() {
    let mut card = card();
    // Looks at the list of features once, so that this is not counted below.
    pair(&mut card, user::FEATURE.base());
    for at in [user::FEATURE.base(), user::STATUS.base()] {
        let before = count(&mut card, counter::index::MMIO_READS);
        pair(&mut card, at);
        assert_eq!(count(&mut card, counter::index::MMIO_READS), before + 2, "{at:#x}, and this");
    }
}

#[test]
fn the_page_and_its_header_are_written_in_pairs() {
    let mut card = card();
    write_pair(&mut card, FAULTS.page + fault::SKIP, [3, 7]);
    assert_eq!(fault::COUNT, fault::SKIP + 4);
    assert_eq!(pair(&mut card, FAULTS.page + fault::SKIP), [3, 7]);
    let mut own = user::FEATURE.base();
    loop {
        let next = card.read32(Bar::User, own + feature::NEXT).unwrap();
        if next == 0 {
            break;
        }
        own = next;
    }
    let errors = count(&mut card, counter::index::MMIO_ERRORS);
    write_pair(&mut card, own + feature::CONTROL, [feature::control::QUIESCE.mask(), 0]);
    assert_eq!(pair(&mut card, own + feature::CONTROL), [1, 0]);
    assert_eq!(count(&mut card, counter::index::MMIO_ERRORS), errors + 1, "STATUS takes none");
}

#[test]
fn a_false_word_is_false_in_a_pair_too() {
    let place = user::STATUS.base() + user::status::CLOCK_KHZ;
    let mut card = card();
    let (low, false_one) = (place & !7, usize::from(!place.is_multiple_of(8)));
    let mut wanted = pair(&mut card, low);
    for (register, value) in
        [(fault::KIND, what::FALSE_WORD), (fault::PLACE, place), (fault::PARAM, 5), (fault::ARM, 1)]
    {
        card.write32(Bar::User, FAULTS.page + register, value).unwrap();
    }
    wanted[false_one] = 5;
    assert_eq!(pair(&mut card, low), wanted);
}

#[test]
fn off_the_bus_a_pair_is_one_read() {
    let mut card = card();
    for (register, value) in [(fault::KIND, what::ALL_ONES), (fault::COUNT, 1), (fault::ARM, 1)] {
        card.write32(Bar::User, FAULTS.page + register, value).unwrap();
    }
    assert_eq!(pair(&mut card, user::FEATURE.base()), [u32::MAX; 2]);
    assert_ne!(pair(&mut card, user::FEATURE.base())[0], u32::MAX);
}
