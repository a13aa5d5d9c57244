// SPDX-License-Identifier: Apache-2.0
//! Lists of every kind of brokenness, in registers that are plain memory.

use std::collections::HashMap;

use forebay_regs::card;

use super::*;

/// Registers that read 0 where nothing was put, and count how often they are read.
#[derive(Default)]
struct Words {
    words: HashMap<u32, u32>,
    reads: usize,
}

impl Registers for Words {
    fn read(&mut self, offset: u32) -> Result<u32, ForebayError> {
        self.reads += 1;
        Ok(self.words.get(&offset).copied().unwrap_or(0))
    }

    fn write(&mut self, _: u32, _: u32) -> Result<(), ForebayError> {
        unreachable!("nothing is written while a list is walked")
    }
}

const IDENTITY: (u32, u32) = (feature::id::class::PLATFORM, user::PLATFORM_IDENTITY);
const PORTS: (u32, u32) = (feature::id::class::PLATFORM, user::PLATFORM_STREAM_PORTS);
const XDMA: (u32, u32) = (feature::id::class::FRONT_END, user::FRONT_END_XDMA);
const COPY: (u32, u32) = (feature::id::class::FRONT_END, user::FRONT_END_COPY);
const DATAPATH: (u32, u32) = (feature::id::class::DATAPATH, 1);
/// A kind and a class that nobody has told the library of.
const STRANGER: (u32, u32) = (feature::id::class::PLATFORM, 0x777);
const ALIEN: (u32, u32) = (9, 1);

impl Words {
    /// A list of these, each with a page of the user BAR.
    fn list(kinds: &[(u32, u32)]) -> Self {
        let mut list = Self::default();
        for (index, (class, kind)) in (0..).zip(kinds) {
            let id =
                feature::id::RESET | feature::id::CLASS.put(*class) | feature::id::KIND.put(*kind);
            list.put(index, feature::ID, id);
            list.put(index, feature::VERSION, 1 << 16 | 3);
            list.put(index, feature::PAGE_OFFSET, 0x1000 * index);
            list.put(index, feature::PAGE_BYTES, 0x1000);
            if index + 1 < u32::try_from(kinds.len()).unwrap() {
                list.put(index, feature::NEXT, user::FEATURE.at(index + 1));
            }
        }
        list
    }

    fn put(&mut self, header: u32, word: u32, value: u32) {
        self.words.insert(user::FEATURE.at(header) + word, value);
    }

    fn with(mut self, header: u32, word: u32, value: u32) -> Self {
        self.put(header, word, value);
        self
    }

    fn walk(mut self) -> Result<Vec<Feature>, ForebayError> {
        walk(&mut self)
    }

    #[track_caller]
    fn refused(self) -> FeatureError {
        let error = self.walk().unwrap_err();
        let ForebayError::Features(error) = error else { unreachable!("{error:?}") };
        assert!(error.to_string().contains("; "), "no next step: {error}");
        error
    }
}

/// Offset of a header.
const fn at(header: u32) -> u32 {
    user::FEATURE.at(header)
}

#[test]
fn a_list_is_read_in_its_order() {
    let list = Words::list(&[IDENTITY, PORTS, XDMA, COPY, DATAPATH])
        .with(4, feature::LINES, 5 | 2 << 8)
        .with(4, feature::STREAMS, 0b11 << 8 | 0b1000 << 4 | 0b0100)
        .with(4, feature::EVENTS, 10);
    let found = list.walk().unwrap();
    let names: Vec<_> = found.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["identity", "stream_ports", "xdma", "copy", "loopback"]);
    assert!(found.iter().all(|feature| feature.is_known() && feature.version == (1, 3)));
    assert_eq!(found[4].page, Page { bar: 0, offset: 0x4000, bytes: 0x1000 });
    assert_eq!(found[4].lines, Lines { first: 5, count: 2 });
    assert_eq!(found[4].streams, Streams { h2c: 0b100, c2h: 0b1000, ports: 0b11 });
    assert_eq!((found[4].events, found[4].header), (10, at(4)));
}

#[test]
fn headers_may_be_anywhere_in_the_bar() {
    let far = card::USER_BAR_BYTES - HEADER_BYTES;
    let mut list = Words::list(&[IDENTITY]).with(0, feature::NEXT, far);
    list.words.insert(far + feature::ID, feature::id::RESET | feature::id::CLASS.put(2) | 7);
    list.words.insert(far + feature::VERSION, 1 << 16);
    assert_eq!(list.walk().unwrap()[1].to_string(), "datapath 7");
}

#[test]
fn what_the_library_does_not_know_is_listed_and_left_alone() {
    let found = Words::list(&[IDENTITY, STRANGER, ALIEN, STRANGER, ALIEN, PORTS, DATAPATH])
        .with(1, feature::PAGE_BAR, 3)
        .with(5, feature::VERSION, 2 << 16)
        .with(6, feature::VERSION, 0xFFFF << 16)
        .walk()
        .unwrap();
    let standing: Vec<_> = found.iter().map(|feature| feature.standing).collect();
    use Standing::{Known, UnknownKind, UnknownVersion};
    assert_eq!(
        standing,
        [Known, UnknownKind, UnknownKind, UnknownKind, UnknownKind, UnknownVersion, UnknownVersion]
    );
    assert_eq!(found[2].to_string(), "class 9 1");
    assert_eq!((found[6].class, found[6].version), (Class::Datapath, (0xFFFF, 0)));
}

#[test]
fn one_from_the_future_may_stand_beside_the_one_that_is_known() {
    let future = 2 << 16;
    let found = Words::list(&[IDENTITY, PORTS, PORTS, XDMA, XDMA, DATAPATH])
        .with(1, feature::VERSION, future)
        .with(4, feature::VERSION, future)
        .walk()
        .unwrap();
    let one = |class, kind| crate::features::known(&found, class, kind).map(|one| one.header);
    assert_eq!(one(Class::Platform, user::PLATFORM_STREAM_PORTS), Some(at(2)));
    assert_eq!(one(Class::FrontEnd, user::FRONT_END_XDMA), Some(at(3)));
    let error =
        Words::list(&[IDENTITY, PORTS, PORTS, PORTS]).with(2, feature::VERSION, future).refused();
    assert!(matches!(error, FeatureError::Two { second, .. } if second == at(3)), "{error:?}");
}

#[test]
fn a_card_without_a_list_is_refused() {
    let error = Words::default().refused();
    assert_eq!(error, FeatureError::NoList { at: at(0), value: 0 });
    assert!(error.to_string().contains("has no list of features"), "{error}");
}

#[test]
fn a_list_that_leads_to_what_is_no_header_is_refused() {
    let error = Words::list(&[IDENTITY]).with(0, feature::NEXT, 0x1000).refused();
    assert_eq!(error, FeatureError::NoMark { from: at(0), at: 0x1000, value: 0 });
    let error = Words::list(&[IDENTITY, PORTS]).with(1, feature::ID, 0x4700_0002).refused();
    assert_eq!(error, FeatureError::NoMark { from: at(0), at: at(1), value: 0x4700_0002 });
}

#[test]
fn a_list_that_leads_back_is_refused_in_bounded_time() {
    for back in 0..3 {
        let mut list = Words::list(&[IDENTITY, PORTS, XDMA]).with(2, feature::NEXT, at(back));
        let error = walk(&mut list).unwrap_err();
        let ForebayError::Features(error) = error else { unreachable!("{error:?}") };
        assert_eq!(error, FeatureError::Loop { from: at(2), next: at(back) });
        assert!(list.reads < 100, "{} reads", list.reads);
    }
}

#[test]
fn a_list_that_does_not_end_is_refused_in_bounded_time() {
    let mut kinds = vec![ALIEN; 2 * MOST];
    kinds[0] = IDENTITY;
    let error = Words::list(&kinds).refused();
    let last = user::FEATURE.base() + HEADER_BYTES * (u32::try_from(MOST).unwrap() - 1);
    assert_eq!(error, FeatureError::TooLong { most: MOST, at: last });
}

#[test]
fn a_header_outside_the_bar_or_off_its_place_is_refused() {
    for next in [card::USER_BAR_BYTES, card::USER_BAR_BYTES - 32, u32::MAX, 0xFFFF_FFC0] {
        let error = Words::list(&[IDENTITY]).with(0, feature::NEXT, next).refused();
        let bar_bytes = card::USER_BAR_BYTES;
        assert_eq!(error, FeatureError::Outside { from: at(0), next, bar_bytes });
    }
    for next in [1, at(1) + 4, at(1) + 32] {
        let error = Words::list(&[IDENTITY]).with(0, feature::NEXT, next).refused();
        assert_eq!(error, FeatureError::Unaligned { from: at(0), next });
    }
}

#[test]
fn a_list_is_held_against_the_layout_that_it_shows() {
    // A card of the layout `shell`, with its own registers behind the block of DMA registers.
    let shell = || {
        Words::list(&[IDENTITY, XDMA])
            .with(0, feature::PAGE_OFFSET, layout::SHELL.user_offset)
            .with(1, feature::PAGE_OFFSET, 0)
    };
    assert_eq!(shell().walk().unwrap()[1].page, Page { bar: 0, offset: 0, bytes: 0x1000 });
    let error = shell().with(1, feature::PAGE_BAR, layout::XDMA.dma_bar).refused();
    assert!(error.to_string().contains("does not have"), "BAR2 is not the card's: {error}");
    let bar_bytes = layout::SHELL.user_bar_bytes - layout::SHELL.user_offset;
    let error = shell().with(1, feature::NEXT, bar_bytes).refused();
    assert_eq!(error, FeatureError::Outside { from: at(1), next: bar_bytes, bar_bytes });
    for (word, value) in [(feature::PAGE_OFFSET, 0x2000), (feature::PAGE_BAR, 4)] {
        let error = Words::list(&[IDENTITY]).with(0, word, value).refused();
        assert!(error.to_string().contains("no card known to this library"), "{error}");
    }
}

#[test]
fn registers_outside_their_bar_are_refused() {
    for (word, value, said) in [
        (feature::PAGE_OFFSET, card::USER_BAR_BYTES, "ends before"),
        (feature::PAGE_OFFSET, 0xFFFF_F000, "ends before"),
        (feature::PAGE_BYTES, card::USER_BAR_BYTES, "ends before"),
        (feature::PAGE_BYTES, 0xFFFF_FFFC, "ends before"),
        (feature::PAGE_OFFSET, 0x1800, "no whole page"),
        (feature::PAGE_BYTES, 0x1001, "no whole page"),
        (feature::PAGE_BAR, 3, "does not have"),
    ] {
        let error = Words::list(&[IDENTITY, PORTS]).with(1, word, value).refused();
        assert!(matches!(error, FeatureError::Page { at: place, .. } if place == at(1)), "{error}");
        assert!(error.to_string().contains(said), "{error}");
    }
    // A feature without registers has none anywhere.
    let none = Words::list(&[IDENTITY, ALIEN]).with(1, feature::PAGE_BYTES, 0);
    assert_eq!(none.with(1, feature::PAGE_OFFSET, u32::MAX).walk().unwrap().len(), 2);
}

#[test]
fn two_of_what_a_card_has_one_of_are_refused() {
    for (kinds, first, second) in [
        (vec![IDENTITY, IDENTITY], 0, 1),
        (vec![IDENTITY, PORTS, XDMA, PORTS], 1, 3),
        (vec![IDENTITY, XDMA, XDMA], 1, 2),
        (vec![IDENTITY, DATAPATH, (feature::id::class::DATAPATH, 9)], 1, 2),
    ] {
        let error = Words::list(&kinds).refused();
        let places = match error {
            FeatureError::Two { first, second, .. } => (first, second),
            other => unreachable!("{other}"),
        };
        assert_eq!(places, (at(first), at(second)));
    }
    assert_eq!(Words::list(&[IDENTITY, COPY, COPY]).walk().unwrap().len(), 3, "one is not all");
}

#[test]
fn a_list_begins_with_the_identity() {
    let error = Words::list(&[PORTS, IDENTITY]).refused();
    assert!(matches!(error, FeatureError::NoIdentity { kind: 2, .. }), "{error}");
    let error = Words::list(&[IDENTITY]).with(0, feature::VERSION, 2 << 16).refused();
    assert!(matches!(error, FeatureError::NoIdentity { major: 2, .. }), "{error}");
}
