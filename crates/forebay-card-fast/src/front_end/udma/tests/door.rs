// SPDX-License-Identifier: Apache-2.0
//! Each reason by itself, and which one is told where several apply.

#[path = "door_lists.rs"]
mod lists;

use forebay_regs::user::udma::slot_rights;

use super::*;
use crate::front_end::udma::slots::Slot;

const READ: u32 = slot_rights::READ.mask();
const WRITE: u32 = slot_rights::WRITE.mask();
const CARD: u32 = slot_rights::CARD.mask();
/// The context that starts.
const OWN: usize = 3;

/// Slots of the table, and the address with which each begins on the bus.
mod slot {
    pub(super) const SRC: u64 = 1;
    pub(super) const DST: u64 = 2;
    pub(super) const RECORD: u64 = 3;
    pub(super) const CARD: u64 = 4;
    pub(super) const FOREIGN: u64 = 5;
    pub(super) const EMPTY: u64 = 6;
    pub(super) const LARGE: u64 = 7;
    pub(super) const LAST: u64 = 255;
}

const fn bus(slot: u64) -> u64 {
    0xABCD_0000_0000 + (slot << 20)
}

const fn at(slot: u64, offset: u64) -> u64 {
    slot << 12 | offset
}

const ALL: Paths = Paths { to_card: true, to_host: true };
const NONE: Paths = Paths { to_card: false, to_host: false };

fn slots() -> Slots {
    let mut slots = Slots::new();
    for (index, rights, bytes, owner) in [
        (slot::SRC, READ, 0x1000, OWN),
        (slot::DST, WRITE, 0x1800, OWN),
        (slot::RECORD, WRITE, 0x108, OWN),
        (slot::CARD, READ | WRITE | CARD, 0x1000, OWN),
        (slot::FOREIGN, READ | WRITE, 0x1000, OWN ^ 1),
        (slot::EMPTY, READ | WRITE, 0, OWN),
        (slot::LARGE, READ | WRITE, u32::MAX, OWN),
        (slot::LAST, READ | WRITE, 1, OWN),
    ] {
        let owner = slot_rights::OWNER.put(u32::try_from(owner).unwrap());
        let slot = Slot { address: bus(index), rights: rights | owner, bytes };
        slots.set(u32::try_from(index).unwrap(), slot);
    }
    slots
}

/// From slot SRC to slot DST, with a record.
fn good() -> Start {
    Start {
        context: OWN,
        src: at(slot::SRC, 0x123),
        dst: at(slot::DST, 0x801),
        size: 100,
        record: true,
        record_address: at(slot::RECORD, 0x100),
        cookie: 77,
        list: false,
    }
}

fn judge(start: &Start, paths: Paths, on: bool, full: bool) -> Judged {
    Door { slots: &slots(), direct: false, paths, on, full, has_list: false }.judge(start)
}

/// Reason and BAD, and whether the record has a place.
fn refusal(start: &Start) -> Option<(u32, u64, bool)> {
    let judged = judge(start, ALL, true, false);
    let refused = judged.passed.err()?;
    Some((refused.reason, refused.bad, judged.record.is_some()))
}

#[test]
fn a_good_start_is_a_transfer_between_the_places_of_its_slots_on_the_bus() {
    let judged = judge(&good(), ALL, true, false);
    let transfer = Transfer {
        src: bus(slot::SRC) + 0x123,
        dst: bus(slot::DST) + 0x801,
        bytes: 100,
        src_card: false,
        dst_card: false,
    };
    let record = Record {
        slot_address: at(slot::RECORD, 0x100),
        bus: bus(slot::RECORD) + 0x100,
        cookie: 77,
    };
    assert_eq!(judged, Judged { passed: Ok(Passed::Transfer(transfer)), record: Some(record) });
    let without = judge(&Start { record: false, ..good() }, ALL, true, false);
    assert_eq!(without, Judged { passed: Ok(Passed::Transfer(transfer)), record: None });
    let to_card = judge(&Start { dst: at(slot::CARD, 8), ..good() }, ALL, true, false);
    let dst = bus(slot::CARD) + 8;
    let transfer_of = |judged: Judged| match judged.passed {
        Ok(Passed::Transfer(transfer)) => transfer,
        other => panic!("{other:?}"),
    };
    assert_eq!(transfer_of(to_card), Transfer { dst, dst_card: true, ..transfer });
    let to_host = judge(&Start { src: at(slot::CARD, 8), ..good() }, ALL, true, false);
    assert_eq!(transfer_of(to_host), Transfer { src: dst, src_card: true, ..transfer });
}

#[test]
fn every_byte_of_a_region_may_be_moved_and_none_behind_it() {
    let none = Start { record: false, ..good() };
    let all = Start { src: at(slot::SRC, 0), dst: at(slot::DST, 0), size: 0x1000, ..none };
    assert_eq!(refusal(&all), None);
    assert_eq!(refusal(&Start { dst: at(slot::DST, 0x800), ..all }), None, "beyond its page");
    let bad = at(slot::DST, 0x801);
    assert_eq!(refusal(&Start { dst: bad, ..all }), Some((reason::EXTENT, bad, false)));
    let last = at(slot::LAST, 0);
    assert_eq!(refusal(&Start { src: last, dst: last, size: 1, ..none }), None);
    let behind = at(slot::LAST, 1);
    assert_eq!(
        refusal(&Start { src: behind, size: 1, ..none }),
        Some((reason::EXTENT, behind, false))
    );
    let large = at(slot::LARGE, 0);
    let most = Start { src: large, dst: large, size: (1 << 28) - 1, ..none };
    assert_eq!(refusal(&most), None);
    for size in [1 << 28, u32::MAX] {
        assert_eq!(refusal(&Start { size, ..most }), Some((reason::EXTENT, large, false)));
        let dst = at(slot::DST, 0);
        let told = Some((reason::EXTENT, dst, false));
        assert_eq!(refusal(&Start { size, dst, ..most }), told, "both extents first");
    }
}

/// A way to spoil a start, the reason for which it is refused, and whose address is BAD.
type Spoil = (fn(&mut Start), u32, fn(&Start) -> u64);

const SRC: fn(&Start) -> u64 = |start| start.src;
const DST: fn(&Start) -> u64 = |start| start.dst;
const RECORD: fn(&Start) -> u64 = |start| start.record_address;

/// In the order of the decision, each in front of all that follow. Those of one address exclude each other.
const SPOILS: [&[Spoil]; 8] = [
    &[(|start| start.size = 0, reason::EMPTY, SRC)],
    &[
        (|start| start.record_address = at(256, 0), reason::SLOT, RECORD),
        (|start| start.record_address = at(slot::EMPTY, 0), reason::SLOT, RECORD),
        (|start| start.record_address = at(slot::FOREIGN, 0), reason::SLOT, RECORD),
        (|start| start.record_address = at(slot::SRC, 0), reason::UNWRITABLE, RECORD),
        (|start| start.record_address = at(slot::RECORD, 0x101), reason::EXTENT, RECORD),
        (|start| start.record_address = at(slot::CARD, 0), reason::PATH, RECORD),
        (|start| start.record_address = at(slot::RECORD, 0xFC), reason::PATH, RECORD),
    ],
    &[
        (|start| start.src = at(256, 0x123), reason::SLOT, SRC),
        (|start| start.src = at(slot::SRC, 0) | 1 << 47, reason::SLOT, SRC),
        (|start| start.src = at(0, 0x123), reason::SLOT, SRC),
        (|start| start.src = at(slot::FOREIGN, 0x123), reason::SLOT, SRC),
        (|start| start.src = at(slot::EMPTY, 0x123), reason::SLOT, SRC),
    ],
    &[
        (|start| start.dst = at(256, 0x123), reason::SLOT, DST),
        (|start| start.dst = at(slot::FOREIGN, 0x123), reason::SLOT, DST),
        (|start| start.dst = at(slot::EMPTY, 0x123), reason::SLOT, DST),
    ],
    &[(|start| start.src = at(slot::DST, 0), reason::UNREADABLE, SRC)],
    &[(|start| start.dst = at(slot::SRC, 0), reason::UNWRITABLE, DST)],
    &[(|start| (start.src, start.size) = (at(slot::SRC, 1), 0x1000), reason::EXTENT, SRC)],
    &[(|start| (start.dst, start.size) = (at(slot::DST, 0xFFF), 0x802), reason::EXTENT, DST)],
];

#[test]
fn each_reason_by_itself_and_whose_record_is_still_written() {
    for (rank, spoils) in SPOILS.iter().enumerate() {
        for (spoil, reason, whose) in *spoils {
            let mut start = Start { src: at(slot::SRC, 0), ..good() };
            spoil(&mut start);
            let told = (*reason, whose(&start), rank >= 2);
            assert_eq!(refusal(&start), Some(told), "rank {rank}: {start:x?}");
            // The same without a record, unless that was what was wrong.
            start.record = false;
            let without = (rank != 1).then_some((*reason, whose(&start), false));
            assert_eq!(refusal(&start), without, "rank {rank}: {start:x?}");
        }
    }
}

#[test]
fn of_two_reasons_the_first_is_told() {
    for (rank, first) in SPOILS.iter().enumerate() {
        for (spoil, reason, whose) in *first {
            for (other, ..) in SPOILS[rank + 1..].iter().copied().flatten() {
                let mut start = good();
                other(&mut start);
                spoil(&mut start);
                let told = refusal(&start).unwrap();
                assert_eq!((told.0, told.1), (*reason, whose(&start)), "{start:x?}");
            }
        }
    }
}

#[test]
fn a_context_that_is_off_starts_nothing_whatever_it_asks_for() {
    let all = SPOILS.iter().copied().flatten().map(|(spoil, ..)| *spoil);
    for spoil in all.chain([(|_: &mut Start| ()) as fn(&mut Start)]) {
        let mut start = good();
        spoil(&mut start);
        let refused = Refused { reason: reason::OFF, bad: start.src };
        let expected = Judged { passed: Err(refused), record: None };
        assert_eq!(judge(&start, NONE, false, true), expected);
    }
}

#[test]
fn what_the_card_has_no_mover_for_is_refused_with_its_destination() {
    let (card, host) = (at(slot::CARD, 8), at(slot::DST, 0));
    let from_host = at(slot::SRC, 8);
    for (src, dst, paths, fits) in [
        (card, card, ALL, false),
        (from_host, card, Paths { to_card: false, ..ALL }, false),
        (from_host, card, Paths { to_host: false, ..ALL }, true),
        (card, host, Paths { to_host: false, ..ALL }, false),
        (card, host, Paths { to_card: false, ..ALL }, true),
        (from_host, host, NONE, true),
    ] {
        let judged = judge(&Start { src, dst, ..good() }, paths, true, false);
        let refused = Refused { reason: reason::PATH, bad: dst };
        assert_eq!(judged.passed.err(), (!fits).then_some(refused));
        assert!(judged.record.is_some());
        if !fits {
            let full = judge(&Start { src, dst, ..good() }, paths, true, true);
            assert_eq!(full, Judged { passed: Err(refused), record: None }, "before FULL");
        }
    }
}

#[test]
fn a_context_with_all_places_taken_is_refused_last_and_without_a_record() {
    let refused = Refused { reason: reason::FULL, bad: good().src };
    let expected = Judged { passed: Err(refused), record: None };
    assert_eq!(judge(&good(), ALL, true, true), expected);
    for (spoil, reason, _) in SPOILS.iter().copied().flatten() {
        let mut start = good();
        spoil(&mut start);
        let judged = judge(&start, ALL, true, true);
        assert_eq!(judged.passed.unwrap_err().reason, *reason);
        assert_eq!(judged.record, None, "there is no place for it");
    }
}
