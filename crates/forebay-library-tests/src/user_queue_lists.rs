// SPDX-License-Identifier: Apache-2.0
//! Lists of which the card takes nothing, or not all: the body plays the kernel, and a program behind the library's back. Every transfer has its end, with the
//! reason, and what comes later works.

use forebay::{Device, Reason, Rights, Scheme, UserQueueError, UserQueueStats};
use forebay_regs::udma_window::PORTAL_PAGE;
use forebay_regs::user::udma::{self, slot_rights};

use crate::Fixture;
use crate::user_queue::{Bench, PAGE, all_well, apply};
use crate::user_queue_bad::error_of;
use crate::user_queue_batch::{MOST, ends, moves};
use crate::user_queue_card::{Kernel, settle, touch_line};

/// Slots of a bench that is opened first: records, then three of the source, three of the target, and that of lists.
const SOURCE_SLOT: u64 = 1;
const TARGET_SLOT: u64 = 4;
const LIST_SLOT: u64 = 7;
/// Transfers of a list, in three pieces of memory.
const SOME: usize = 20;
/// Nobody is there on the bus.
const NOWHERE: u64 = 1 << 45;
const READ: u32 = slot_rights::READ.mask();
const WRITE: u32 = slot_rights::WRITE.mask();

/// What becomes of lists whose own memory a kernel has done that to.
fn list_fails(fixture: &Fixture, reason: Reason, do_it: impl Fn(&Kernel<'_>, u32)) {
    let device = fixture.open();
    let mut bench = Bench::open(&device, Scheme::Portal);
    // It has its list now.
    bench.all_work(1, &moves(2));
    let before = bench.queue.stats().unwrap();
    let contents = bench.fill(2);
    let (kernel, own) = (Kernel::of(&device), bench.queue.context());
    do_it(&kernel, own);
    let cookies = bench.start_all(&moves(SOME)).unwrap();
    let (good, errors) = ends(&mut bench, &cookies);
    assert_eq!((good, errors.len()), (0, SOME), "{reason}");
    let list = LIST_SLOT * PAGE as u64;
    for error in &errors {
        let told = match error {
            UserQueueError::Refused { reason: told, address, .. } if reason.is_refusal() => {
                (*told, *address)
            }
            UserQueueError::Failed { reason: told, address, .. } => (*told, *address),
            other => unreachable!("{reason}: {other:?}"),
        };
        assert_eq!(told, (reason, list));
    }
    bench.holds(&contents, &format!("{reason}"));
    // The list alone is counted: none of its transfers was begun.
    let mut wanted = before;
    match Reason::REFUSALS.iter().position(|one| *one == reason) {
        Some(at) => wanted.refused[at] += 1,
        None => {
            (wanted.starts, wanted.failed) = (before.starts + 1, 1);
            wanted.skipped = u32::try_from(SOME).unwrap();
        }
    }
    wanted.bad = Some((list, reason));
    assert_eq!(bench.queue.stats().unwrap(), wanted, "{reason}");
    // A context that has no list of its own any more has its lines, and who opens one has both.
    kernel.turn(own, true);
    bench.works(3, (3, 5, 1000));
    drop(bench);
    Bench::open(&device, Scheme::Portal).all_work(4, &moves(SOME));
}

pub(crate) fn a_list_that_the_card_refuses_or_cannot_read_begins_nothing(fixture: &Fixture) {
    let gone = |kernel: &Kernel<'_>, own| kernel.slot(LIST_SLOT, NOWHERE, READ, own + 1);
    list_fails(fixture, Reason::Slot, gone);
    let unreadable = |kernel: &Kernel<'_>, own| kernel.slot(LIST_SLOT, NOWHERE, WRITE, own);
    list_fails(fixture, Reason::Unreadable, unreadable);
    let nowhere = |kernel: &Kernel<'_>, own| kernel.slot(LIST_SLOT, NOWHERE, READ, own);
    list_fails(fixture, Reason::HostDecode, nowhere);
    let of_card = READ | slot_rights::CARD.mask();
    let card = |kernel: &Kernel<'_>, own| kernel.slot(LIST_SLOT, 0, of_card, own);
    list_fails(fixture, Reason::Path, card);
    let short = |kernel: &Kernel<'_>, own| {
        kernel.slot(LIST_SLOT, NOWHERE, READ, own);
        // Of the slot that was just said.
        kernel.write(udma::SLOT_BYTES, 64);
    };
    list_fails(fixture, Reason::Extent, short);
    // No record tells of this one.
    list_fails(fixture, Reason::Off, |kernel, own| kernel.turn(own, false));
}

pub(crate) fn a_bad_transfer_of_a_list_leaves_the_others_alone(fixture: &Fixture) {
    let (first_page, page) = (SOURCE_SLOT + 1, PAGE as u64);
    for (slot, rights, reason) in [
        (first_page, WRITE, Reason::Unreadable),
        (first_page, READ, Reason::HostDecode),
        (TARGET_SLOT + 1, READ, Reason::Unwritable),
        (TARGET_SLOT + 1, WRITE, Reason::HostDecode),
    ] {
        let device = fixture.open();
        let mut bench = Bench::open(&device, Scheme::Portal);
        let mut contents = bench.fill(5);
        let (kernel, own) = (Kernel::of(&device), bench.queue.context());
        kernel.slot(slot, NOWHERE, rights, own);
        // Every third one from the page that is bad, or to it.
        let wanted: Vec<_> =
            (0..30).map(|nth| (nth % 3 * page + nth * 64, nth % 3 * page + nth * 32, 24)).collect();
        let cookies = bench.start_all(&wanted).unwrap();
        for (nth, (cookie, one)) in cookies.into_iter().zip(&wanted).enumerate() {
            let ended = bench.queue.next().unwrap().unwrap();
            assert_eq!(ended.cookie, cookie);
            if nth % 3 != 1 {
                assert_eq!(ended.outcome.unwrap(), 24, "{reason}: number {nth}");
                apply(&mut contents, *one);
                continue;
            }
            let told = match error_of(ended.outcome) {
                UserQueueError::Refused { reason, .. } | UserQueueError::Failed { reason, .. } => {
                    reason
                }
                other => unreachable!("{other:?}"),
            };
            assert_eq!(told, reason, "number {nth}");
        }
        assert!(bench.queue.next().unwrap().is_none());
        bench.holds(&contents, &format!("{reason}"));
        let stats = bench.queue.stats().unwrap();
        let mut counted = UserQueueStats { bad: stats.bad, ..all_well(21) };
        match Reason::REFUSALS.iter().position(|one| *one == reason) {
            Some(at) => counted.refused[at] = 10,
            None => (counted.starts, counted.failed) = (31, 10),
        }
        assert_eq!(stats, counted, "{reason}: 20, and the list");
        assert_eq!(stats.bad.unwrap().1, reason);
        bench.all_work(6, &moves(SOME));
    }
}

/// A line behind the library's back, in a context that has one.
fn raw_list(device: &Device, context: u32, list: u64, items: u64, record: u64) {
    const RECORD_AND_LIST: u64 = 3;
    let words = [list, 0, record, items, 0, 0, 0, RECORD_AND_LIST];
    touch_line(device, PORTAL_PAGE.at(context), words);
    settle(device, context);
}

pub(crate) fn lists_that_no_library_makes_are_refused(fixture: &Fixture) {
    let device = fixture.open();
    let mut bench = Bench::open(&device, Scheme::Portal);
    let own = bench.queue.context();
    let contents = bench.fill(8);
    let page = PAGE as u64;
    let [source, target] = [SOURCE_SLOT, TARGET_SLOT].map(|slot| slot * page);
    // Where nothing of the bench is looked at: records of lists that are refused are told, too.
    let told = bench.queue.register(64, Rights::WRITE).unwrap();
    let record = LIST_SLOT * page;
    for (list, items, reason) in [
        (source, 0, Reason::Empty),
        (200 * page, 2, Reason::Slot),
        (target, 2, Reason::Unreadable),
        // Its last half is behind the region, all of it is, it is longer than the card takes.
        (source + 3 * page - 64, 3, Reason::Extent),
        (source + 3 * page - 32, 128, Reason::Extent),
        (source, MOST as u64 + 1, Reason::Extent),
        (source, u64::from(u32::MAX), Reason::Extent),
        (source + 8, 2, Reason::Path),
    ] {
        let before = bench.queue.stats().unwrap();
        told.write(0, &[0xFF; 8]).unwrap();
        raw_list(&device, own, list, items, record);
        let at = Reason::REFUSALS.iter().position(|one| *one == reason).unwrap();
        let mut counted = before;
        counted.refused[at] += 1;
        counted.bad = Some((list, reason));
        assert_eq!(bench.queue.stats().unwrap(), counted, "{items} at {list:#x}");
        let mut says = [0; 8];
        told.read(0, &mut says).unwrap();
        // By the numbers of the register, from EMPTY on; of a list without descriptors there is no record.
        let number = 8 + at as u64;
        let wanted = if reason == Reason::Empty { u64::MAX } else { number };
        assert_eq!(u64::from_le_bytes(says), wanted, "{items} at {list:#x}");
    }
    bench.holds(&contents, "nothing of them was begun");
    bench.all_work(9, &moves(SOME));
}
