// SPDX-License-Identifier: Apache-2.0
//! Lines that start a list.

use super::*;

/// A list of two descriptors at the end of slot SRC.
fn list() -> Start {
    Start { src: at(slot::SRC, 0xFC0), dst: 0, size: 2, list: true, ..good() }
}

#[test]
fn a_list_is_where_its_slot_is_on_the_bus() {
    let judged = judge(&list(), NONE, true, false);
    assert_eq!(judged.passed, Ok(Passed::List(bus(slot::SRC) + 0xFC0)));
    assert_eq!(judged.record.map(|record| record.cookie), Some(77));
    let longest = Start { src: at(slot::LARGE, 0xFE0), size: 128, ..list() };
    assert_eq!(
        judge(&longest, NONE, true, false).passed,
        Ok(Passed::List(bus(slot::LARGE) + 0xFE0))
    );
}

#[test]
fn a_list_is_refused_for_the_first_reason_that_applies() {
    let cases = [
        (Start { size: 0, src: at(9, 0), ..list() }, reason::EMPTY, false),
        (
            Start { record_address: at(slot::SRC, 0), src: at(9, 0), ..list() },
            reason::UNWRITABLE,
            false,
        ),
        (Start { src: at(9, 0), ..list() }, reason::SLOT, true),
        (Start { src: at(slot::FOREIGN, 0), ..list() }, reason::SLOT, true),
        (Start { src: at(slot::DST, 1), size: 999, ..list() }, reason::UNREADABLE, true),
        (Start { size: 3, ..list() }, reason::EXTENT, true),
        (Start { src: at(slot::SRC, 0xFC8), ..list() }, reason::EXTENT, true),
        (Start { src: at(slot::LARGE, 0), size: 129, ..list() }, reason::EXTENT, true),
        (Start { src: at(slot::LARGE, 0), size: 1 << 27, ..list() }, reason::EXTENT, true),
        (Start { src: at(slot::LARGE, 1), size: u32::MAX, ..list() }, reason::EXTENT, true),
        (Start { src: at(slot::CARD, 0), ..list() }, reason::PATH, true),
        (Start { src: at(slot::SRC, 0x10), ..list() }, reason::PATH, true),
    ];
    for (start, reason, told) in cases {
        let judged = judge(&start, ALL, true, false);
        let bad = if reason == reason::UNWRITABLE { start.record_address } else { start.src };
        assert_eq!(judged.passed, Err(Refused { reason, bad }), "{start:x?}");
        assert_eq!(judged.record.is_some(), told, "{start:x?}");
    }
}

#[test]
fn a_second_list_finds_no_place_but_one_for_its_record() {
    let full = Err(Refused { reason: reason::FULL, bad: list().src });
    let slots = slots();
    for (all_places, has_list, told) in
        [(true, false, false), (false, true, true), (true, true, false)]
    {
        let door =
            Door { slots: &slots, direct: false, paths: ALL, on: true, full: all_places, has_list };
        let judged = door.judge(&list());
        assert_eq!((judged.passed, judged.record.is_some()), (full, told));
    }
    let door =
        Door { slots: &slots, direct: false, paths: ALL, on: true, full: false, has_list: true };
    assert!(door.judge(&good()).passed.is_ok(), "a transfer does");
}
