// SPDX-License-Identifier: Apache-2.0
//! A card whose kernel the test plays: pages of two contexts, lines of their portals, and what came of them.

use forebay_bus::host::Shared;
use forebay_bus::{Bar, Card, CardExt, LinkParams, Stop};
use forebay_faults::FaultCard;
use forebay_regs::user::udma::bad_hi::reason;
use forebay_regs::user::udma::scheme::number as scheme;
use forebay_regs::user::udma::{self, bad_hi, context_control, context_status, slot_rights};
use forebay_regs::user::{self, feature};
use forebay_regs::{card, cards, udma_window};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub(crate) const PAGE: usize = udma_window::SHADOW_PAGE.stride() as usize;
/// Contexts that have something under way: the first is cut.
pub(crate) const ON: u32 = 2;
/// Number of the front end's header on this build.
pub(crate) const HEADER: u32 = user::FEATURE.at(5);
/// What a record's place holds before.
pub(crate) const UNTOLD: u64 = u64::MAX;
/// Cycles in which all that was started has ended.
pub(crate) const SETTLED: u64 = 20_000;

// Pages of a context, in host memory, then on the card.
pub(crate) const SOURCE: usize = 0;
pub(crate) const TARGET: usize = 1;
pub(crate) const FROM_CARD: usize = 2;
pub(crate) const RECORDS: usize = 3;
pub(crate) const LIST: usize = 4;
pub(crate) const ON_CARD: usize = 5;
pub(crate) const OF_CARD: usize = 6;
pub(crate) const PAGES: usize = 7;

/// A transfer: pages, offsets there, bytes.
pub(crate) struct Transfer {
    pub(crate) from: (usize, usize),
    pub(crate) to: (usize, usize),
    pub(crate) bytes: usize,
}

/// Within the host, to the card, from the card.
pub(crate) const TRANSFERS: [Transfer; 3] = [
    Transfer { from: (SOURCE, 5), to: (TARGET, 77), bytes: 900 },
    Transfer { from: (SOURCE, 64), to: (ON_CARD, 3), bytes: 2500 },
    Transfer { from: (OF_CARD, 130), to: (FROM_CARD, 61), bytes: 1300 },
];

/// How each start of a context ended.
pub(crate) type Ends = [u32; TRANSFERS.len()];
pub(crate) const WHOLE: Ends = [reason::DONE; TRANSFERS.len()];

pub(crate) struct Rig {
    pub(crate) card: Box<dyn Card>,
    pub(crate) memory: Shared,
    /// The first whole page in it.
    pub(crate) first: usize,
    pub(crate) random: ChaCha8Rng,
    /// What each page of each context held before the starts.
    pub(crate) before: Vec<Vec<u8>>,
    pub(crate) cookie: u32,
    /// Starts, ends of both kinds as the registers had them before.
    pub(crate) counts: [[u32; 3]; ON as usize],
}

impl Rig {
    pub(crate) fn open(body: &str) -> Self {
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

    pub(crate) fn write(&mut self, register: u32, value: u32) {
        self.card.write32(Bar::User, cards::UDMA.page + register, value).unwrap();
    }

    pub(crate) fn read(&mut self, register: u32) -> u32 {
        self.card.read32(Bar::User, cards::UDMA.page + register).unwrap()
    }

    pub(crate) fn hold(&mut self, held: bool) {
        let value = feature::control::QUIESCE.put(held.into());
        self.card.write32(Bar::User, HEADER + feature::CONTROL, value).unwrap();
    }

    pub(crate) fn turn(&mut self, context: u32, on: bool) {
        self.write(udma::CONTEXT, context);
        self.write(udma::CONTEXT_CONTROL, context_control::ON.put(on.into()));
    }

    /// Table, scheme and contexts, as after a reset.
    pub(crate) fn set_up(&mut self) {
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

    pub(crate) fn address(&self, place: usize, of_card: bool) -> u64 {
        let at = (place * PAGE) as u64;
        if of_card { 0x1_0000 + at } else { self.memory.addr() + self.first as u64 + at }
    }

    /// Fresh bytes in every page, and no record.
    pub(crate) fn fill(&mut self) {
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
    pub(crate) fn counted(&mut self, context: u32) -> [u32; 3] {
        self.write(udma::CONTEXT, context);
        [udma::STARTS, udma::DONE, udma::FAILED].map(|register| self.read(register))
    }

    pub(crate) fn look(&mut self, place: usize) -> Vec<u8> {
        let mut bytes = vec![0; PAGE];
        if place % PAGES >= ON_CARD {
            self.card.read_aperture(self.address(place, true), &mut bytes).unwrap();
        } else {
            self.memory.read(self.first + place * PAGE, &mut bytes).unwrap();
        }
        bytes
    }

    /// Starts all transfers of each context, in turn.
    pub(crate) fn start(&mut self) {
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

    pub(crate) fn advance(&mut self, cycles: u64) {
        let end = self.card.now() + cycles;
        while self.card.now() < end
            && self.card.advance(end - self.card.now()).unwrap() != Stop::Idle
        {}
    }

    pub(crate) fn settle(&mut self) {
        self.advance(SETTLED);
        // A read is behind all stores.
        self.read(udma::SCHEME);
        self.advance(SETTLED);
    }

    /// How the starts of a context ended by their records; bytes and counts say the same.
    pub(crate) fn ends(&mut self, context: u32, what: &str) -> Ends {
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
    pub(crate) fn check_bytes(
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

    pub(crate) fn check_counts(&mut self, context: u32, ends: Ends, what: &str) {
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
    pub(crate) fn works(&mut self, what: &str) {
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
