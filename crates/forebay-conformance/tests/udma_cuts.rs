// SPDX-License-Identifier: Apache-2.0
//! User-level DMA that is cut at any moment: a context turned off, the front end told to rest, the card reset, an access refused. Every start
//! has one end, told by its record, by the counts and by the bytes alike; other contexts are whole; and everything works afterwards.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use common::on_every_card;
use forebay_bus::host::Shared;
use forebay_bus::{Bar, Card, CardExt, LinkParams, Stop};
use forebay_faults::FaultCard;
use forebay_regs::user::udma::bad_hi::reason;
use forebay_regs::user::udma::scheme::number as scheme;
use forebay_regs::user::udma::{self, bad_hi, context_control, context_status, slot_rights};
use forebay_regs::user::{self, feature};
use forebay_regs::{card, cards, fault, udma_window};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const PAGE: usize = udma_window::SHADOW_PAGE.stride() as usize;
/// Contexts that have something under way: the first is cut.
const ON: u32 = 2;
/// Number of the front end's header on this build.
const HEADER: u32 = user::FEATURE.at(5);
/// What a record's place holds before.
const UNTOLD: u64 = u64::MAX;
/// Cycles in which all that was started has ended, and in which it moves.
const SETTLED: u64 = 20_000;
const MOMENTS: usize = 2000;

// Pages of a context, in host memory, then on the card.
const SOURCE: usize = 0;
const TARGET: usize = 1;
const FROM_CARD: usize = 2;
const RECORDS: usize = 3;
const ON_CARD: usize = 4;
const OF_CARD: usize = 5;
const PAGES: usize = 6;

/// A transfer: pages, offsets there, bytes.
struct Transfer {
    from: (usize, usize),
    to: (usize, usize),
    bytes: usize,
}

/// Within the host, to the card, from the card.
const TRANSFERS: [Transfer; 3] = [
    Transfer { from: (SOURCE, 5), to: (TARGET, 77), bytes: 900 },
    Transfer { from: (SOURCE, 64), to: (ON_CARD, 3), bytes: 2500 },
    Transfer { from: (OF_CARD, 130), to: (FROM_CARD, 61), bytes: 1300 },
];

/// How each start of a context ended.
type Ends = [u32; TRANSFERS.len()];
const WHOLE: Ends = [reason::DONE; TRANSFERS.len()];

struct Rig {
    card: Box<dyn Card>,
    memory: Shared,
    /// The first whole page in it.
    first: usize,
    random: ChaCha8Rng,
    /// What each page of each context held before the starts.
    before: Vec<Vec<u8>>,
    cookie: u32,
    /// Starts, ends of both kinds as the registers had them before.
    counts: [[u32; 3]; ON as usize],
}

impl Rig {
    fn open(body: &str) -> Self {
        let card = forebay_sim::open(&format!("{body}:loopback-udma"), LinkParams::default(), None)
            .unwrap();
        let card = Box::new(FaultCard::new(card));
        let memory = card.host().share((ON as usize * PAGES + 1) * PAGE).unwrap();
        let start = usize::try_from(memory.addr() % PAGE as u64).unwrap();
        let mut rig = Self {
            card,
            memory,
            first: start.next_multiple_of(PAGE) - start,
            random: ChaCha8Rng::seed_from_u64(1),
            before: vec![vec![0; PAGE]; ON as usize * PAGES],
            cookie: 0,
            counts: Default::default(),
        };
        rig.set_up();
        rig
    }

    fn write(&mut self, register: u32, value: u32) {
        self.card.write32(Bar::User, cards::UDMA.page + register, value).unwrap();
    }

    fn read(&mut self, register: u32) -> u32 {
        self.card.read32(Bar::User, cards::UDMA.page + register).unwrap()
    }

    fn hold(&mut self, held: bool) {
        let value = feature::control::QUIESCE.put(held.into());
        self.card.write32(Bar::User, HEADER + feature::CONTROL, value).unwrap();
    }

    fn turn(&mut self, context: u32, on: bool) {
        self.write(udma::CONTEXT, context);
        self.write(udma::CONTEXT_CONTROL, context_control::ON.put(on.into()));
    }

    /// Table, scheme and contexts, as after a reset.
    fn set_up(&mut self) {
        self.write(udma::SCHEME, scheme::PORTAL);
        for context in 0..ON {
            for page in 0..PAGES {
                let place = context as usize * PAGES + page;
                let of_card = page >= ON_CARD;
                let address = self.address(place, of_card);
                let rights = slot_rights::READ.put(1)
                    | slot_rights::WRITE.put(1)
                    | slot_rights::CARD.put(of_card.into())
                    | slot_rights::OWNER.put(context);
                self.write(udma::SLOT, u32::try_from(place).unwrap());
                self.write(udma::SLOT_ADDR_LO, u32::try_from(address & 0xFFFF_FFFF).unwrap());
                self.write(udma::SLOT_ADDR_HI, u32::try_from(address >> 32).unwrap());
                self.write(udma::SLOT_RIGHTS, rights);
                self.write(udma::SLOT_BYTES, u32::try_from(PAGE).unwrap());
            }
            self.turn(context, true);
        }
    }

    fn address(&self, place: usize, of_card: bool) -> u64 {
        let at = (place * PAGE) as u64;
        if of_card { 0x1_0000 + at } else { self.memory.addr() + self.first as u64 + at }
    }

    /// Fresh bytes in every page, and no record.
    fn fill(&mut self) {
        for place in 0..ON as usize * PAGES {
            let mut bytes = vec![0; PAGE];
            self.random.fill(&mut bytes[..]);
            if place % PAGES == RECORDS {
                bytes.fill(0xFF);
            }
            if place % PAGES >= ON_CARD {
                let address = self.address(place, true);
                for (line, at) in bytes.chunks(64).zip((address..).step_by(64)) {
                    self.card.mmio_write(Bar::Aperture, at, line).unwrap();
                }
            } else {
                self.memory.write(self.first + place * PAGE, &bytes).unwrap();
            }
            self.before[place] = bytes;
        }
        self.counts = [0, 1].map(|context| self.counted(context));
    }

    /// Starts, transfers that ended well, transfers that did not.
    fn counted(&mut self, context: u32) -> [u32; 3] {
        self.write(udma::CONTEXT, context);
        [udma::STARTS, udma::DONE, udma::FAILED].map(|register| self.read(register))
    }

    fn look(&mut self, place: usize) -> Vec<u8> {
        let mut bytes = vec![0; PAGE];
        if place % PAGES >= ON_CARD {
            self.card.read_aperture(self.address(place, true), &mut bytes).unwrap();
        } else {
            self.memory.read(self.first + place * PAGE, &mut bytes).unwrap();
        }
        bytes
    }

    /// Starts all transfers of each context, in turn.
    fn start(&mut self) {
        self.cookie += 100;
        for (number, transfer) in (0..).zip(&TRANSFERS) {
            for context in 0..ON {
                let base = context as usize * PAGES;
                let slot = |(page, at): (usize, usize)| ((base + page) * PAGE + at) as u64;
                let cookie = self.cookie + 10 * context + number;
                let told = (RECORDS, 8 * number as usize);
                let words = [
                    slot(transfer.from),
                    slot(transfer.to),
                    slot(told),
                    transfer.bytes as u64 | u64::from(cookie) << 32,
                    0,
                    0,
                    0,
                    1,
                ];
                let line: Vec<u8> = words.into_iter().flat_map(u64::to_le_bytes).collect();
                let portal = card::PROGRAM_WINDOW_BASE + udma_window::PORTAL_PAGE.at(context);
                self.card.mmio_write(Bar::User, portal.into(), &line).unwrap();
            }
        }
    }

    fn advance(&mut self, cycles: u64) {
        let end = self.card.now() + cycles;
        while self.card.now() < end
            && self.card.advance(end - self.card.now()).unwrap() != Stop::Idle
        {}
    }

    fn settle(&mut self) {
        self.advance(SETTLED);
        // A read is behind all stores.
        self.read(udma::SCHEME);
        self.advance(SETTLED);
    }

    /// How the starts of a context ended by their records; bytes and counts say the same.
    fn ends(&mut self, context: u32, what: &str) -> Ends {
        let what = format!("{what}, context {context}");
        let base = context as usize * PAGES;
        let pages: Vec<_> = (base..base + PAGES).map(|place| self.look(place)).collect();
        let mut ends = [0; TRANSFERS.len()];
        for (number, transfer) in TRANSFERS.iter().enumerate() {
            let record = pages[RECORDS][8 * number..][..8].try_into().unwrap();
            let record = u64::from_le_bytes(record);
            assert_ne!(record, UNTOLD, "{what}: transfer {number} has no record");
            let cookie = self.cookie + 10 * context + u32::try_from(number).unwrap();
            assert_eq!(record >> 32, u64::from(cookie), "{what}: transfer {number}");
            ends[number] = u32::try_from(record & 0xFFFF_FFFF).unwrap();
            self.check_bytes(base, &pages, transfer, ends[number] == reason::DONE, &what);
        }
        for page in [SOURCE, OF_CARD] {
            assert!(pages[page] == self.before[base + page], "{what}: page {page} has changed");
        }
        let behind = &pages[RECORDS][8 * TRANSFERS.len()..];
        assert!(behind.iter().all(|byte| *byte == 0xFF), "{what}: behind the records");
        self.check_counts(context, ends, &what);
        ends
    }

    /// All of it has arrived, or each byte has or has not; nothing else has changed.
    fn check_bytes(
        &self,
        base: usize,
        pages: &[Vec<u8>],
        transfer: &Transfer,
        whole: bool,
        what: &str,
    ) {
        let (from, to) = (transfer.from, transfer.to);
        let sent = &self.before[base + from.0][from.1..][..transfer.bytes];
        let before = &self.before[base + to.0];
        let mut wanted = before.clone();
        wanted[to.1..][..transfer.bytes].copy_from_slice(sent);
        let wrong = (0..PAGE).find(|at| {
            let is = pages[to.0][*at];
            is != wanted[*at] && (whole || is != before[*at])
        });
        assert_eq!(wrong, None, "{what}: page {}, whole: {whole}: first that differs", to.0);
    }

    fn check_counts(&mut self, context: u32, ends: Ends, what: &str) {
        let [starts, done, failed] = self.counted(context);
        let before = self.counts[context as usize];
        let status = self.read(udma::CONTEXT_STATUS);
        let well = ends.iter().filter(|end| **end == reason::DONE).count();
        let counted = [starts - before[0], done - before[1], failed - before[2]];
        let all = TRANSFERS.len();
        let wanted = [all, well, all - well].map(|count| u32::try_from(count).unwrap());
        assert_eq!(counted, wanted, "{what}: {ends:?}");
        let left = [context_status::BUSY, context_status::COUNT].map(|field| field.get(status));
        assert_eq!(left, [0, 0], "{what}: {status:#x}");
        if let Some(bad) = ends.iter().rev().find(|end| **end != reason::DONE) {
            let told = bad_hi::REASON.get(self.read(udma::BAD_HI));
            assert_eq!(told, *bad, "{what}: {ends:?}");
        }
    }

    /// Everything works, and the last transfer of each context has ended well.
    fn works(&mut self, what: &str) {
        self.fill();
        self.start();
        self.settle();
        for context in 0..ON {
            assert_eq!(self.ends(context, what), WHOLE, "{what}: afterwards, context {context}");
            let status = self.read(udma::CONTEXT_STATUS);
            assert_eq!(status, 0, "{what}: afterwards, context {context}");
        }
    }
}

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
            let none_yet = context_status::FAILED.mask();
            let told = registers.map(|register| rig.read(register));
            assert_eq!(told, [0, none_yet, 0], "{what}");
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
