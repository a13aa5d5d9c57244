// SPDX-License-Identifier: Apache-2.0
//! The window for programs: where it is in each layout, whose it is, and what of it is an error.

use forebay_bus::{Bar, Card, CardExt, LinkParams};
use forebay_regs::udma_window::{CONTEXT_PAGE, SHADOW_PAGE};
use forebay_regs::user::udma::{self, scheme};
use forebay_regs::user::{self, counter};
use forebay_regs::{card, cards};

use super::*;

fn counted(fast: &mut FastCard, index: u32) -> u32 {
    fast.read32(Bar::User, user::COUNTER.at(index)).unwrap()
}

/// Where the last access that was an error was.
fn last_bad(fast: &mut FastCard) -> u32 {
    fast.read32(Bar::User, user::LAST_BAD.base() + user::last_bad::MMIO_LO).unwrap()
}

#[test]
fn it_begins_where_the_bar_does_so_far_on_in_every_layout() {
    for name in forebay_builds::names() {
        let Ok(fast) = FastCard::open(name, LinkParams::default()) else { continue };
        let from = u64::from(card::PROGRAM_WINDOW_BASE - fast.layout().user_offset);
        let bytes = u64::from(card::PROGRAM_WINDOW_BYTES);
        for (offset, expected) in [
            (from - 4, None),
            (from, Some(0)),
            (from + bytes - 4, Some(card::PROGRAM_WINDOW_BYTES - 4)),
            (from + bytes, None),
            (0, None),
            (u64::MAX, None),
        ] {
            assert_eq!(fast.in_window(Bar::User, offset), expected, "{name}: {offset:#x}");
            assert_eq!(fast.in_window(Bar::Aperture, offset), None);
            assert_eq!(fast.in_window(Bar::Dma, offset), None);
        }
    }
}

#[test]
fn without_a_front_end_that_has_it_all_of_it_is_a_hole() {
    for build in ["loopback", "loopback-shell"] {
        let mut fast = FastCard::open(build, LinkParams::default()).unwrap();
        let from = card::PROGRAM_WINDOW_BASE - fast.layout().user_offset;
        for offset in [from, from + SHADOW_PAGE.base(), from + card::PROGRAM_WINDOW_BYTES - 4] {
            let before = counted(&mut fast, counter::index::MMIO_ERRORS);
            assert_eq!(fast.read32(Bar::User, offset).unwrap(), 0);
            fast.write32(Bar::User, offset, 1).unwrap();
            fast.mmio_write(Bar::User, u64::from(offset & !63), &[1; 64]).unwrap();
            assert_eq!(counted(&mut fast, counter::index::MMIO_ERRORS), before + 3);
            assert_eq!(last_bad(&mut fast), (offset & !63) + fast.layout().user_offset);
        }
    }
}

#[test]
fn accesses_of_programs_are_counted_as_any_and_holes_are_errors() {
    let mut fast = FastCard::open("loopback-udma", LinkParams::default()).unwrap();
    let scheme = cards::UDMA.page + udma::SCHEME;
    fast.write32(Bar::User, scheme, scheme::number::PORTAL).unwrap();
    let strays = |fast: &mut FastCard, context: u32| {
        fast.write32(Bar::User, cards::UDMA.page + udma::CONTEXT, context).unwrap();
        fast.read32(Bar::User, cards::UDMA.page + udma::STRAYS).unwrap()
    };
    let indices =
        [counter::index::MMIO_READS, counter::index::MMIO_WRITES, counter::index::MMIO_ERRORS];
    let counts = |fast: &mut FastCard| indices.map(|index| counted(fast, index));
    let before = counts(&mut fast);
    let page = card::PROGRAM_WINDOW_BASE + CONTEXT_PAGE.at(5);
    assert_eq!(fast.read32(Bar::User, page).unwrap(), 0);
    let mut eight = [1; 8];
    fast.mmio_read(Bar::User, page.into(), &mut eight).unwrap();
    assert_eq!(eight, [0; 8]);
    fast.write32(Bar::User, page, 1).unwrap();
    fast.mmio_write(Bar::User, page.into(), &[1; 8]).unwrap();
    fast.mmio_write(Bar::User, page.into(), &[1; 64]).unwrap();
    let after = counts(&mut fast);
    // Each look at the counters is counted in the next one.
    assert_eq!([0, 1, 2].map(|n| after[n] - before[n]), [2 + 3, 3, 0]);
    assert_eq!(strays(&mut fast, 5), 1 + 2 + 1 + 2 + 16, "words, one by one");
    assert_eq!(strays(&mut fast, 4), 0);
    let hole = card::PROGRAM_WINDOW_BASE + CONTEXT_PAGE.at(CONTEXT_PAGE.count());
    let before = counts(&mut fast);
    assert_eq!(fast.read32(Bar::User, hole).unwrap(), 0);
    fast.write32(Bar::User, hole, 1).unwrap();
    fast.mmio_write(Bar::User, hole.into(), &[1; 64]).unwrap();
    let after = counts(&mut fast);
    assert_eq!([0, 1, 2].map(|n| after[n] - before[n]), [1 + 3, 2, 3]);
    assert_eq!(last_bad(&mut fast), hole);
    assert_eq!(strays(&mut fast, 5), 22);
}
