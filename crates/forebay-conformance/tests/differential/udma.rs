// SPDX-License-Identifier: Apache-2.0
//! What programs do to the windows of user-level DMA, by every scheme: whole sequences, and any accesses in between, of several contexts;
//! with addresses of slots and with those of host memory.
//!
//! Answers are compared at once where they tell of what was decided, and bytes, records, counts and reasons at rest. What a key's page tells of a transfer under
//! way is a matter of time, so it is asked at rest only.

mod addresses;
mod lists;
mod upper;

use std::ops::RangeInclusive;

use forebay_bus::Bar;
use forebay_regs::user::udma::scheme::{DIRECT, number as scheme};
use forebay_regs::user::udma::{self, context_status, slot_rights};
use forebay_regs::{card, cards, udma_window};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::pair::{ARENA_BYTES, Pair};
use addresses::{Addresses, DIRECT_BITS, LOW, reached};

const PAGE: u32 = 4096;
const SLOTS: u32 = udma_window::SHADOW_PAGE.count() / CONTEXTS;
const CONTEXTS: u32 = udma_window::CONTEXT_PAGE.count();
/// Contexts that are on, and host pages of each; another page of each is one of the card.
const ON: u32 = 3;
const HOST_PAGES: u32 = 4;
const KEY: u64 = 0x0ABC_DEF0_1234_5678;
/// Cycles in which all that a context may have under way has ended.
const SETTLED: u64 = 20_000;
/// Registers of a context that are compared.
const TOLD: [u32; 8] = [
    udma::CONTEXT_STATUS,
    udma::BAD_LO,
    udma::BAD_HI,
    udma::STARTS,
    udma::DONE,
    udma::FAILED,
    udma::STRAYS,
    udma::SKIPPED,
];

struct Programs {
    pair: Pair,
    addresses: Addresses,
    random: ChaCha8Rng,
    scheme: u32,
    /// Transfers that had started when it was looked at last.
    started: u32,
}

/// The slots of a context: those of host memory, then that of the card.
const fn slots(context: u32) -> RangeInclusive<u32> {
    let first = context * (HOST_PAGES + 1);
    first..=first + HOST_PAGES
}

impl Programs {
    fn new(seed: u64, addresses: Addresses) -> Self {
        let pair = Pair::new(addresses.build(), seed);
        if addresses == Addresses::Memory {
            for side in [&pair.fast, &pair.rtl] {
                addresses::move_memory(side, pair.arena());
            }
        }
        let random = ChaCha8Rng::seed_from_u64(seed);
        let mut made = Self { pair, addresses, random, scheme: scheme::NONE, started: 0 };
        for context in 0..ON {
            for slot in slots(context) {
                made.register(context, slot);
            }
            made.put(udma::CONTEXT, context);
            made.put(udma::KEY_LO, u32::try_from(KEY & 0xFFFF_FFFF).unwrap());
            made.put(udma::KEY_HI, u32::try_from(KEY >> 32).unwrap() + context);
            made.put(udma::CONTEXT_CONTROL, 1);
        }
        made
    }

    fn register(&mut self, context: u32, slot: u32) {
        let of_card = slot == *slots(context).end();
        let base = if of_card { 0x1_0000 } else { self.pair.arena() };
        let address = base + u64::from(slot * PAGE);
        // One of each may not be written, and one not be read.
        let number = slot - slots(context).start();
        let rights = slot_rights::READ.put(u32::from(number != 1))
            | slot_rights::WRITE.put(u32::from(number != 2))
            | slot_rights::CARD.put(of_card.into())
            | slot_rights::OWNER.put(context)
            | slot_rights::PARTNER.put(slots(context).start() + (number + 3) % (HOST_PAGES + 1));
        self.put(udma::SLOT, slot);
        self.put(udma::SLOT_ADDR_LO, u32::try_from(address & 0xFFFF_FFFF).unwrap());
        self.put(udma::SLOT_ADDR_HI, u32::try_from(address >> 32).unwrap());
        self.put(udma::SLOT_RIGHTS, rights);
        self.put(udma::SLOT_BYTES, if number == 3 { 100 } else { PAGE });
    }

    fn put(&mut self, register: u32, value: u32) {
        self.pair.write(Bar::User, cards::UDMA.page + register, value);
    }

    fn get(&mut self, register: u32) -> u32 {
        self.pair.read(Bar::User, cards::UDMA.page + register)
    }

    // ---- what a program does ----

    fn load(&mut self, place: impl Into<u64>) -> u32 {
        let (bar, offset) = reached(place.into());
        self.pair.read(bar, offset)
    }

    fn store(&mut self, place: impl Into<u64>, value: u32) {
        let (bar, offset) = reached(place.into());
        self.pair.write(bar, offset, value);
    }

    fn store_key(&mut self, place: u64, role: u32, context: u32, key: u64) {
        let (bar, offset) = reached(place);
        let word = key << 4 | u64::from(role << 3 | context);
        let words = [word, word >> 32].map(|half| u32::try_from(half & 0xFFFF_FFFF).unwrap());
        self.pair.write_both(bar, offset, words);
    }

    fn store_bytes(&mut self, place: impl Into<u64>, bytes: &[u8]) {
        let (bar, offset) = reached(place.into());
        for side in [&mut self.pair.fast, &mut self.pair.rtl] {
            side.card.mmio_write(bar, offset, bytes).unwrap();
        }
    }

    fn shadow(&self, context: u32, address: u32) -> u64 {
        match self.addresses {
            Addresses::Slots => (udma_window::SHADOW_PAGE.at(context * SLOTS) + address).into(),
            Addresses::Memory => {
                let above = 1 << card::UPPER_WINDOW_BITS | u64::from(context) << DIRECT_BITS;
                above + LOW + u64::from(address)
            }
        }
    }

    /// An address, mostly of the context's own.
    fn address(&mut self, context: u32) -> u32 {
        let of =
            if self.random.random_bool(0.9) { context } else { self.random.random_range(0..ON) };
        let most = match self.addresses {
            Addresses::Slots => SLOTS,
            // All of it is there: a transfer that fails is cut at another place in each body.
            Addresses::Memory => u32::try_from(ARENA_BYTES).unwrap() / PAGE,
        };
        let slot = match self.random.random_range(0..20) {
            0 => self.random.random_range(0..most),
            _ => self.random.random_range(slots(of)),
        };
        slot * PAGE + 8 * self.random.random_range(0..64)
    }

    fn size(&mut self) -> u32 {
        match self.random.random_range(0..12) {
            0 => 0,
            1 => self.random.random(),
            2 => PAGE,
            _ => self.random.random_range(1..90),
        }
    }

    fn portal_line(&mut self, context: u32) -> [u8; 64] {
        let [src, dst, record] = [(); 3].map(|()| u64::from(self.address(context)));
        let (size, cookie) = (self.size(), self.random.random::<u32>());
        let told = u64::from(self.random.random_bool(0.8));
        let last = [u64::from(size) | u64::from(cookie) << 32, 0, 0, 0, told];
        let mut line = [0; 64];
        for (at, word) in line.chunks_exact_mut(8).zip([src, dst, record].into_iter().chain(last)) {
            at.copy_from_slice(&word.to_le_bytes());
        }
        if self.random.random_bool(0.05) {
            line[self.random.random_range(0..64)] ^= 1 << self.random.random_range(0..8);
        }
        line
    }

    /// A whole sequence of the scheme in force, each of whose accesses may be another one.
    fn sequence(&mut self, context: u32) {
        // The others know no context: all of their programs are context 0.
        let known =
            [scheme::SHRIMP1, scheme::SHADOW, scheme::SHADOW_CHECK, scheme::KEY, scheme::PORTAL];
        let context = if known.contains(&self.scheme) { context } else { 0 };
        let (src, dst) = (self.address(context), self.address(context));
        let size = self.size();
        let [from, to] = [src, dst].map(|address| self.shadow(context, address));
        match self.scheme {
            scheme::SHRIMP1 => self.steps(context, &[(from, Some(size)), (from, None)]),
            scheme::REPEAT3 => self.steps(context, &[(from, None), (to, Some(size)), (from, None)]),
            scheme::REPEAT4 | scheme::REPEAT5 => {
                let mut steps =
                    vec![(to, Some(size)), (from, None), (to, Some(size)), (from, None)];
                if self.scheme == scheme::REPEAT5 {
                    steps.push((to, None));
                }
                self.steps(context, &steps);
            }
            scheme::KEY => {
                let key = KEY + (u64::from(context) << 32);
                let key = if self.random.random_bool(0.95) { key } else { key ^ 1 };
                self.store_key(to, 0, context, key);
                self.store_key(from, 1, context, key);
                let page = udma_window::CONTEXT_PAGE.at(context);
                self.store(page, size);
                self.load(page);
                // Whether it is over yet is a matter of time.
                self.pair.rest_for(SETTLED);
                self.load(page);
            }
            scheme::PORTAL => {
                let line = self.portal_line(context);
                let page = udma_window::PORTAL_PAGE.at(context);
                let at = page + 64 * self.random.random_range(0..64);
                if self.random.random() {
                    self.store_bytes(at, &line);
                } else {
                    for (place, word) in (at..).step_by(4).zip(line.chunks_exact(4)) {
                        self.store(place, u32::from_le_bytes(word.try_into().unwrap()));
                    }
                }
            }
            _ => self.steps(context, &[(to, Some(size)), (from, None)]),
        }
    }

    /// Loads and stores, with a foreign one between them now and then.
    fn steps(&mut self, context: u32, steps: &[(u64, Option<u32>)]) {
        for (place, value) in steps {
            match value {
                Some(value) => self.store(*place, *value),
                None => {
                    self.load(*place);
                }
            }
            if self.random.random_bool(0.06) {
                self.anything((context + 1) % ON);
            }
        }
    }

    /// Any access at all, and what the kernel may do beside it.
    fn anything(&mut self, context: u32) {
        let address = self.address(context);
        let of = self.random.random_range(0..ON);
        let place = self.shadow(of, address);
        let word = 4 * self.random.random_range(0..1024);
        let role = self.random.random_range(0..2);
        match self.random.random_range(0..9) {
            0 => {
                self.load(place);
            }
            1 => {
                let size = self.size();
                self.store(place, size);
            }
            2 => self.store_key(place, role, context, KEY),
            3 => self.store(place | 4, 7),
            4 => self.store(udma_window::PORTAL_PAGE.at(context) + word, 1),
            5 if self.scheme != scheme::KEY => {
                self.load(udma_window::CONTEXT_PAGE.at(context));
            }
            6 => self.put(udma::HOOK, 1),
            7 => {
                let who = self.random.random_range(0..3);
                self.put(udma::WHO, who);
            }
            _ => self.store_something(place),
        }
    }

    /// A line, or what else the window takes: of addresses of memory any bytes of one.
    fn store_something(&mut self, place: u64) {
        let line: [u8; 64] = self.random.random();
        if self.addresses == Addresses::Slots || self.random.random() {
            return self.store_bytes(place & !63, &line);
        }
        let from = self.random.random_range(0..64);
        let bytes = self.random.random_range(1..=64 - from);
        self.store_bytes((place & !63) + from as u64, &line[..bytes]);
    }

    fn check(&mut self, what: &str) {
        let starts = self.compare(what);
        assert!(
            starts > self.started + 4,
            "{what}: of so many sequences hardly any has started: {starts} after {}",
            self.started
        );
        self.started = starts;
    }

    /// Compares everything at rest; how many transfers have started so far.
    fn compare(&mut self, what: &str) -> u32 {
        self.pair.rest_for(SETTLED);
        self.pair.compare_memory(None, what);
        let mut starts = 0;
        for context in 0..CONTEXTS {
            self.put(udma::CONTEXT, context);
            for register in TOLD {
                self.get(register);
            }
            for reason in 0..udma::REFUSED.count() {
                self.get(udma::REFUSED.at(reason));
            }
            let status = self.get(udma::CONTEXT_STATUS);
            assert!(!context_status::BUSY.is_set(status), "{what}: context {context} is busy");
            let (began, done, failed) =
                (self.get(udma::STARTS), self.get(udma::DONE), self.get(udma::FAILED));
            assert_eq!(began, done + failed, "{what}: context {context}");
            starts += began;
        }
        self.get(udma::PENDING);
        self.pair.compare_counters(what);
        starts
    }
}

fn traffic(seed: u64, of_each: u32, addresses: Addresses) {
    let mut programs = Programs::new(seed, addresses);
    for number in (scheme::SHRIMP1..=scheme::PORTAL).filter(|number| addresses.has(*number)) {
        programs.scheme = number;
        let direct = DIRECT.put(u32::from(addresses == Addresses::Memory));
        programs.put(udma::SCHEME, number | direct);
        assert_eq!(programs.get(udma::SCHEME), number | direct);
        for _ in 0..of_each {
            let context = programs.random.random_range(0..ON);
            programs.sequence(context);
            // So many that nothing is refused as full, which would be a matter of time; so is what one reads that another writes, where all
            // memory may be both.
            let alone = number == scheme::PORTAL || addresses == Addresses::Memory;
            if programs.random.random_bool(0.2) || alone {
                programs.pair.rest_for(SETTLED);
            }
            if programs.random.random_bool(0.02) {
                programs.put(udma::CONTEXT, context);
                programs.pair.rest_for(SETTLED);
                programs.put(udma::CONTEXT_CONTROL, 0);
                programs.sequence(context);
                programs.put(udma::CONTEXT, context);
                programs.put(udma::CONTEXT_CONTROL, 1);
            }
        }
        programs.check(&format!("seed {seed} scheme {number}"));
    }
}

#[test]
fn programs_of_seed_80() {
    traffic(80, 120, Addresses::Slots);
}

#[test]
fn programs_of_seed_81() {
    traffic(81, 120, Addresses::Slots);
}

#[test]
fn programs_with_addresses_of_memory_of_seed_82() {
    traffic(82, 120, Addresses::Memory);
}

#[test]
fn programs_with_addresses_of_memory_of_seed_83() {
    traffic(83, 120, Addresses::Memory);
}
