// SPDX-License-Identifier: Apache-2.0
//! User-level DMA that is cut at any moment: a context turned off, the front end told to rest, the card reset, an access refused. Every start
//! has one end, told by its record, by the counts and by the bytes alike; other contexts are whole; and everything works afterwards.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

#[path = "../common/mod.rs"]
mod common;
mod lists;
mod rig;

use common::on_every_card;
use forebay_bus::{Bar, CardExt};
use forebay_regs::user::feature;
use forebay_regs::user::udma;
use forebay_regs::user::udma::bad_hi::reason;
use forebay_regs::user::udma::scheme::number as scheme;
use forebay_regs::{card, fault};

use rig::{HEADER, ON, PAGES, Rig, WHOLE};

const MOMENTS: usize = 2000;

/// A context that is turned off at any moment, and turned on again later or at once.
fn a_context_that_is_turned_off_loses_what_waits_and_no_other_does(body: &str) {
    let mut rig = Rig::open(body);
    let mut seen = [0; 2];
    for (round, moment) in (0..MOMENTS).step_by(73).enumerate() {
        let at_once = round % 2 == 1;
        let what = format!("{body}, cycle {moment}, on again at once: {at_once}");
        rig.fill();
        rig.start();
        rig.advance(moment as u64);
        rig.turn(0, false);
        if at_once {
            rig.turn(0, true);
        }
        rig.settle();
        let cut = rig.ends(0, &what);
        assert!(cut.iter().all(|end| [reason::DONE, reason::ABORTED].contains(end)), "{what}");
        // What waited is behind what did not.
        assert!(cut.is_sorted(), "{what}: {cut:?}");
        seen[usize::from(cut != WHOLE)] += 1;
        assert_eq!(rig.ends(1, &what), WHOLE, "{what}");
        rig.turn(0, true);
        rig.works(&what);
    }
    assert!(seen[0] > 0 && seen[1] > 1, "{body}: whole and cut {seen:?}");
}

/// The front end told to rest at any moment, and released later or at once.
fn a_front_end_that_is_told_to_rest_ends_everything(body: &str) {
    let mut rig = Rig::open(body);
    let mut cuts = 0;
    for (round, moment) in (0..MOMENTS).step_by(73).enumerate() {
        let at_once = round % 2 == 1;
        let what = format!("{body}, cycle {moment}, released at once: {at_once}");
        rig.fill();
        rig.start();
        rig.advance(moment as u64);
        rig.hold(true);
        if at_once {
            rig.hold(false);
        }
        rig.settle();
        let status = rig.card.read32(Bar::User, HEADER + feature::STATUS).unwrap();
        assert!(!feature::status::BUSY.is_set(status), "{what}: {status:#x}");
        rig.hold(false);
        let all = [rig.ends(0, &what), rig.ends(1, &what)];
        let ends = all.as_flattened();
        assert!(ends.iter().all(|end| [reason::DONE, reason::ABORTED].contains(end)), "{what}");
        cuts += usize::from(all != [WHOLE; 2]);
        rig.works(&what);
    }
    assert!(cuts > 2, "{body}: {cuts} were cut");
}

/// A reset of the card at any moment leaves nothing that could be taken for an end, and nothing that moves later.
fn a_reset_forgets_everything(body: &str) {
    let mut rig = Rig::open(body);
    for moment in (0..MOMENTS).step_by(151) {
        let what = format!("{body}, reset in cycle {moment}");
        rig.fill();
        rig.start();
        rig.advance(moment as u64);
        rig.card.reset().unwrap();
        for context in 0..ON {
            assert_eq!(rig.counted(context), [0; 3], "{what}");
            let registers = [udma::CONTEXT_CONTROL, udma::CONTEXT_STATUS, udma::BAD_HI];
            let told = registers.map(|register| rig.read(register));
            assert_eq!(told, [0; 3], "{what}");
        }
        // Nothing is registered, and no context is on: what is asked for starts nothing.
        rig.write(udma::SCHEME, scheme::PORTAL);
        rig.fill();
        rig.start();
        rig.settle();
        for place in 0..ON as usize * PAGES {
            assert!(rig.look(place) == rig.before[place], "{what}: page {place} has changed");
        }
        rig.set_up();
        rig.works(&what);
    }
}

/// Every access of host memory is refused once: the transfer whose it was fails for that reason, all others are whole.
fn a_refused_access_fails_the_transfer_whose_it_was(body: &str) {
    let mut rig = Rig::open(body);
    let faults = |register| card::FAULT_PAGE + register;
    for (kind, cause) in [
        (fault::kind::what::UNSUPPORTED_REQUEST, reason::HOST_DECODE),
        (fault::kind::what::COMPLETER_ABORT, reason::HOST_SLAVE),
        (fault::kind::what::POISONED, reason::HOST_POISON),
    ] {
        for select in [fault::select::READ, fault::select::WRITE] {
            let is_read = select.mask() == fault::select::READ.mask();
            if kind == fault::kind::what::POISONED && !is_read {
                continue;
            }
            let mut hits = 0;
            for place in 0..40 {
                let what = format!("{body}, kind {kind}, reads: {is_read}, access {place}");
                rig.fill();
                for (register, value) in [
                    (fault::KIND, kind),
                    (fault::SELECT, select.mask() | fault::select::DATA.mask()),
                    (fault::SKIP, place),
                    (fault::COUNT, 1),
                    (fault::ARM, 1),
                ] {
                    rig.card.write32(Bar::User, faults(register), value).unwrap();
                }
                rig.start();
                rig.settle();
                let hit = rig.card.read32(Bar::User, faults(fault::HITS)).unwrap();
                rig.card.write32(Bar::User, faults(fault::ARM), 0).unwrap();
                let all = [rig.ends(0, &what), rig.ends(1, &what)];
                let bad: Vec<_> =
                    all.as_flattened().iter().filter(|end| **end != reason::DONE).collect();
                assert_eq!(bad, vec![&cause; hit as usize], "{what}: {all:?}");
                rig.works(&what);
                if hit == 0 {
                    break;
                }
                hits += 1;
            }
            assert!(hits >= 4, "{body}, kind {kind}, reads: {is_read}: {hits} refused");
        }
    }
}

on_every_card!(
    a_context_that_is_turned_off_loses_what_waits_and_no_other_does,
    a_front_end_that_is_told_to_rest_ends_everything,
    a_reset_forgets_everything,
    a_refused_access_fails_the_transfer_whose_it_was,
);
