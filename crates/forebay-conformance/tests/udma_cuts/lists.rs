// SPDX-License-Identifier: Apache-2.0
//! Lists of the portal that are cut at any moment. What was begun is told as of a line, what was not is none but in the record of the list
//! and in a count; bytes, records and counts agree.

use forebay_bus::{Bar, CardExt};
use forebay_regs::user::feature;
use forebay_regs::user::udma::bad_hi::reason;
use forebay_regs::user::udma::scheme::number as scheme;
use forebay_regs::user::udma::{self, context_status};
use forebay_regs::{batch_desc, batch_record, card, fault, udma_window};

use crate::common::on_every_card;
use crate::rig::{
    FROM_CARD, HEADER, LIST, OF_CARD, ON, ON_CARD, PAGE, PAGES, RECORDS, Rig, SOURCE, TARGET,
    Transfer, UNTOLD,
};

const ITEMS: usize = 20;
/// Bytes from the place of one to that of the next, in every page.
const STEP: usize = 190;
/// One whose source is another context's, where that is asked for.
const BAD: usize = 7;
/// Cycles in which a list is over.
const LONGEST: usize = 9000;

/// Within the host, to the card, from the card.
fn item(number: usize) -> Transfer {
    let at = STEP * number;
    let (from, to) = match number % 3 {
        0 => ((SOURCE, at + 5), (TARGET, at + 9)),
        1 => ((SOURCE, at), (ON_CARD, at + 3)),
        _ => ((OF_CARD, at + 1), (FROM_CARD, at + 2)),
    };
    Transfer { from, to, bytes: 60 + 5 * number }
}

const fn is_refusal(why: u32) -> bool {
    why >= reason::EMPTY
}

/// Starts, ends of both kinds, what was refused, what was never begun.
type Counts = [u32; 5];

/// What has come of a list: of each transfer, none where it was not begun; and why the first one that did not end well did not.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Outcome {
    own: Vec<Option<u32>>,
    why: u32,
}

impl Outcome {
    fn all_well() -> Self {
        Self { own: vec![Some(reason::DONE); ITEMS], why: reason::DONE }
    }
}

impl Rig {
    fn list_counts(&mut self, context: u32) -> Counts {
        self.write(udma::CONTEXT, context);
        let refused = (0..udma::REFUSED.count()).map(|number| self.read(udma::REFUSED.at(number)));
        let refused = refused.sum();
        let [starts, done, failed, skipped] =
            [udma::STARTS, udma::DONE, udma::FAILED, udma::SKIPPED].map(|it| self.read(it));
        [starts, done, failed, refused, skipped]
    }

    fn list_cookie(&self, context: u32, number: usize) -> u64 {
        u64::from(self.cookie + 100 * context) + number as u64
    }

    /// Fresh bytes, and the lists of some contexts in their pages; the counts of each context.
    fn begin_lists(&mut self, contexts: u32, bad: bool) -> [Counts; ON as usize] {
        self.fill();
        self.cookie += 1000;
        for context in 0..contexts {
            self.write_list(context, bad);
        }
        let counts = [0, 1].map(|context| self.list_counts(context));
        for context in 0..contexts {
            self.store_list(context);
        }
        counts
    }

    fn write_list(&mut self, context: u32, bad: bool) {
        let slot = |context: u32, (page, at): (usize, usize)| {
            ((context as usize * PAGES + page) * PAGE + at) as u64
        };
        let mut list = Vec::new();
        for number in 0..ITEMS {
            let Transfer { from, to, bytes } = item(number);
            let whose = if bad && number == BAD { ON - 1 - context } else { context };
            let words = [
                slot(whose, from),
                slot(context, to),
                slot(context, (RECORDS, 8 * number)) | 1 << 63,
                bytes as u64 | self.list_cookie(context, number) << 32,
            ];
            list.extend(words.into_iter().flat_map(u64::to_le_bytes));
        }
        assert_eq!(list.len(), ITEMS * batch_desc::SIZE_BYTES as usize);
        let place = context as usize * PAGES + LIST;
        self.memory.write(self.first + place * PAGE, &list).unwrap();
        self.before[place][..list.len()].copy_from_slice(&list);
    }

    fn store_list(&mut self, context: u32) {
        let slot = |page: usize, at: usize| ((context as usize * PAGES + page) * PAGE + at) as u64;
        let cookie = self.list_cookie(context, ITEMS);
        let size = ITEMS as u64 | cookie << 32;
        let words = [slot(LIST, 0), 0, slot(RECORDS, 8 * ITEMS), size, 0, 0, 0, 3];
        let line: Vec<u8> = words.into_iter().flat_map(u64::to_le_bytes).collect();
        let portal = card::PROGRAM_WINDOW_BASE + udma_window::PORTAL_PAGE.at(context);
        self.card.mmio_write(Bar::User, portal.into(), &line).unwrap();
    }

    /// What has become of a list, by its records; bytes and counts say the same.
    fn outcome(&mut self, context: u32, before: &Counts, what: &str) -> Outcome {
        let what = format!("{what}, context {context}");
        let base = context as usize * PAGES;
        let pages: Vec<_> = (base..base + PAGES).map(|place| self.look(place)).collect();
        let record = |number: usize| {
            let bytes = pages[RECORDS][8 * number..][..8].try_into().unwrap();
            u64::from_le_bytes(bytes)
        };
        let mut own = Vec::new();
        for number in 0..ITEMS {
            let told = record(number);
            if told != UNTOLD {
                assert_eq!(told >> 32, self.list_cookie(context, number), "{what}: {number}");
            }
            own.push((told != UNTOLD).then_some(u32::try_from(told & 0xFFFF_FFFF).unwrap()));
        }
        // They come to the door in their order.
        assert!(own.is_sorted_by_key(Option::is_none), "{what}: {own:?}");
        self.check_pages(base, &pages, &own, &what);
        let told = record(ITEMS);
        assert_eq!(told >> 32, self.list_cookie(context, ITEMS), "{what}: {told:#x}");
        let result = u32::try_from(told & 0xFFFF_FFFF).unwrap();
        let first = own.iter().position(|end| *end != Some(reason::DONE));
        let why = batch_record::result::REASON.get(result);
        let said =
            [batch_record::result::GOOD, batch_record::result::FIRST].map(|it| it.get(result));
        let well = own.iter().filter(|end| **end == Some(reason::DONE)).count();
        let wanted = [well, first.unwrap_or(0)].map(|it| u32::try_from(it).unwrap());
        assert_eq!(said, wanted, "{what}: {own:?}");
        match first.map(|first| own[first]) {
            None => assert_eq!(why, reason::DONE, "{what}"),
            Some(Some(end)) => assert_eq!(why, end, "{what}: {own:?}"),
            Some(None) => assert!(why != reason::DONE && !is_refusal(why), "{what}: {why}"),
        }
        assert!(pages[RECORDS][8 * (ITEMS + 1)..].iter().all(|byte| *byte == 0xFF), "{what}");
        self.check_list_counts(context, before, &own, &what);
        Outcome { own, why }
    }

    /// Each byte is as its transfer has left it, and no other has changed.
    fn check_pages(&self, base: usize, pages: &[Vec<u8>], own: &[Option<u32>], what: &str) {
        for page in [SOURCE, TARGET, FROM_CARD, LIST, ON_CARD, OF_CARD] {
            let before = &self.before[base + page];
            let mut wanted = before.clone();
            let mut either = vec![false; PAGE];
            for (number, end) in own.iter().enumerate() {
                let Transfer { from, to, bytes } = item(number);
                if to.0 != page || end.is_none_or(is_refusal) {
                    continue;
                }
                let sent = &self.before[base + from.0][from.1..][..bytes];
                wanted[to.1..][..bytes].copy_from_slice(sent);
                either[to.1..][..bytes].fill(*end != Some(reason::DONE));
            }
            let wrong = (0..PAGE).find(|at| {
                let is = pages[page][*at];
                is != wanted[*at] && !(either[*at] && is == before[*at])
            });
            assert_eq!(wrong, None, "{what}: page {page}: first that differs; {own:?}");
        }
    }

    fn check_list_counts(
        &mut self,
        context: u32,
        before: &Counts,
        own: &[Option<u32>],
        what: &str,
    ) {
        let now = self.list_counts(context);
        let count = |is: fn(&Option<u32>) -> bool| {
            u32::try_from(own.iter().filter(|end| is(end)).count()).unwrap()
        };
        let well = count(|end| *end == Some(reason::DONE));
        let refused = count(|end| end.is_some_and(is_refusal));
        let skipped = count(Option::is_none);
        let taken = u32::try_from(ITEMS).unwrap() - refused - skipped;
        // The list itself is one, which ends well if all of it came to the door.
        let whole = u32::from(skipped == 0);
        let wanted = [1 + taken, well + whole, taken - well + 1 - whole, refused, skipped];
        let counted: Vec<_> = now.iter().zip(before).map(|(now, before)| now - before).collect();
        assert_eq!(counted, wanted, "{what}: {own:?}");
        let status = self.read(udma::CONTEXT_STATUS);
        let left = [context_status::BUSY, context_status::COUNT].map(|field| field.get(status));
        assert_eq!(left, [0, 0], "{what}: {status:#x}");
    }
}

/// Moments of a list, each with whether what is cut is let go on at once.
fn moments() -> impl Iterator<Item = (u64, bool)> {
    (0..LONGEST).step_by(331).enumerate().map(|(round, moment)| (moment as u64, round % 2 == 1))
}

fn is_cut(end: &Option<u32>) -> bool {
    end.is_none_or(|end| [reason::DONE, reason::ABORTED, reason::SLOT].contains(&end))
}

fn a_list_whose_context_is_turned_off_ends_and_no_other_does(body: &str) {
    let mut rig = Rig::open(body);
    let mut cuts = 0;
    for (round, (moment, at_once)) in moments().enumerate() {
        let what = format!("{body}, cycle {moment}, on again at once: {at_once}");
        let bad = round % 4 < 2;
        let counts = rig.begin_lists(ON, bad);
        rig.advance(moment);
        rig.turn(0, false);
        if at_once {
            rig.turn(0, true);
        }
        rig.settle();
        let cut = rig.outcome(0, &counts[0], &what);
        assert!(cut.own.iter().all(is_cut), "{what}: {cut:?}");
        cuts += usize::from(cut.own.contains(&None));
        let whole = rig.outcome(1, &counts[1], &what);
        if bad {
            assert_eq!(whole.own[BAD], Some(reason::SLOT), "{what}");
            assert_eq!(whole.own.iter().filter(|end| **end != Some(reason::DONE)).count(), 1);
        } else {
            assert_eq!(whole, Outcome::all_well(), "{what}");
        }
        rig.turn(0, true);
        rig.works(&what);
    }
    assert!(cuts > 5, "{body}: {cuts} were cut");
}

fn a_front_end_that_is_told_to_rest_ends_every_list(body: &str) {
    let mut rig = Rig::open(body);
    let mut cuts = 0;
    for (moment, at_once) in moments() {
        let what = format!("{body}, cycle {moment}, released at once: {at_once}");
        let counts = rig.begin_lists(ON, false);
        rig.advance(moment);
        rig.hold(true);
        if at_once {
            rig.hold(false);
        }
        rig.settle();
        let status = rig.card.read32(Bar::User, HEADER + feature::STATUS).unwrap();
        assert!(!feature::status::BUSY.is_set(status), "{what}: {status:#x}");
        rig.hold(false);
        for context in 0..ON {
            let cut = rig.outcome(context, &counts[context as usize], &what);
            assert!(cut.own.iter().all(is_cut), "{what}: {cut:?}");
            cuts += usize::from(cut.own.contains(&None));
        }
        rig.works(&what);
    }
    assert!(cuts > 5, "{body}: {cuts} were cut");
}

fn a_reset_forgets_every_list(body: &str) {
    let mut rig = Rig::open(body);
    for (moment, _) in moments() {
        let what = format!("{body}, reset in cycle {moment}");
        rig.begin_lists(ON, false);
        rig.advance(moment);
        rig.card.reset().unwrap();
        for context in 0..ON {
            assert_eq!(rig.list_counts(context), [0; 5], "{what}");
        }
        // Nothing moves any more.
        rig.fill();
        rig.settle();
        for place in 0..ON as usize * PAGES {
            assert!(rig.look(place) == rig.before[place], "{what}: page {place} has changed");
        }
        rig.set_up();
        let counts = rig.begin_lists(ON, false);
        rig.settle();
        for context in 0..ON {
            let whole = rig.outcome(context, &counts[context as usize], &what);
            assert_eq!(whole, Outcome::all_well(), "{what}");
        }
    }
}

/// Each read of a list is refused once, of descriptors and of data: the transfer fails whose it was, or the list ends behind those that came before.
fn a_refused_read_fails_what_it_was_for(body: &str) {
    let mut rig = Rig::open(body);
    for (kind, cause) in [
        (fault::kind::what::UNSUPPORTED_REQUEST, reason::HOST_DECODE),
        (fault::kind::what::COMPLETER_ABORT, reason::HOST_SLAVE),
        (fault::kind::what::POISONED, reason::HOST_POISON),
    ] {
        let mut hits = [0; 2];
        let select = fault::select::READ.mask()
            | fault::select::DATA.mask()
            | fault::select::DESCRIPTOR.mask();
        for place in 0..80 {
            let what = format!("{body}, kind {kind}, read {place}");
            for (register, value) in [
                (fault::KIND, kind),
                (fault::SELECT, select),
                (fault::SKIP, place),
                (fault::COUNT, 1),
                (fault::ARM, 1),
            ] {
                rig.card.write32(Bar::User, card::FAULT_PAGE + register, value).unwrap();
            }
            let counts = rig.begin_lists(1, false);
            rig.settle();
            let hit = rig.card.read32(Bar::User, card::FAULT_PAGE + fault::HITS).unwrap();
            rig.card.write32(Bar::User, card::FAULT_PAGE + fault::ARM, 0).unwrap();
            let Outcome { own, why } = rig.outcome(0, &counts[0], &what);
            let failed = own.iter().flatten().filter(|end| **end != reason::DONE);
            let failed: Vec<_> = failed.collect();
            let skipped = own.contains(&None);
            match hit {
                0 => assert_eq!(Outcome { own, why }, Outcome::all_well(), "{what}"),
                _ if skipped => assert_eq!((why, failed), (cause, vec![]), "{what}: {own:?}"),
                _ => assert_eq!(failed, [&cause], "{what}: {own:?}"),
            }
            rig.works(&what);
            if hit == 0 {
                break;
            }
            hits[usize::from(skipped)] += 1;
        }
        assert!(hits[0] >= 10 && hits[1] >= 3, "{body}, kind {kind}: data, descriptors: {hits:?}");
    }
}

/// The kernel takes memory out of the table, or chooses another scheme, while a list goes on.
fn a_list_goes_on_with_what_the_table_has(body: &str) {
    let mut rig = Rig::open(body);
    let mut refused = 0;
    for (moment, at_once) in moments() {
        for page in if at_once { [Some(SOURCE), None] } else { [Some(SOURCE), Some(LIST)] } {
            let what = format!("{body}, cycle {moment}, page {page:?}");
            let counts = rig.begin_lists(ON, false);
            rig.advance(moment);
            if let Some(page) = page {
                rig.write(udma::SLOT, u32::try_from(page).unwrap());
                rig.write(udma::SLOT_BYTES, 0);
            } else {
                rig.write(udma::SCHEME, scheme::NONE);
            }
            rig.settle();
            let outcome = rig.outcome(0, &counts[0], &what);
            if page == Some(SOURCE) {
                let of_host = |number: usize| item(number).from.0 == SOURCE;
                let [here, gone]: [Vec<_>; 2] =
                    [true, false].map(|is| (0..ITEMS).filter(|it| of_host(*it) != is).collect());
                assert!(here.iter().all(|it| outcome.own[*it] == Some(reason::DONE)), "{what}");
                let gone: Vec<_> = gone.iter().map(|it| outcome.own[*it].unwrap()).collect();
                assert!(gone.iter().all(|it| [reason::DONE, reason::SLOT].contains(it)), "{what}");
                assert!(gone.is_sorted(), "{what}: {gone:?}");
                refused += usize::from(gone.contains(&reason::SLOT));
            } else {
                assert_eq!(outcome, Outcome::all_well(), "{what}");
            }
            let other = rig.outcome(1, &counts[1], &what);
            assert_eq!(other, Outcome::all_well(), "{what}");
            rig.set_up();
            rig.works(&what);
        }
    }
    assert!(refused > 5, "{body}: {refused} were refused");
}

on_every_card!(
    a_list_whose_context_is_turned_off_ends_and_no_other_does,
    a_front_end_that_is_told_to_rest_ends_every_list,
    a_reset_forgets_every_list,
    a_refused_read_fails_what_it_was_for,
    a_list_goes_on_with_what_the_table_has,
);
