// SPDX-License-Identifier: Apache-2.0
//! A program that does what it likes in the window, but in the pages of another one.

use forebay_regs::udma_window::SIZE_BYTES;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

/// Accesses with each scheme.
const ACCESSES: u32 = 20_000;
/// Who attacks, who is attacked, and a context that is off. Schemes that look at no context have the attacker's windows only.
const ATTACKER: u32 = 0;
const VICTIM: u32 = 1;
const OFF: u32 = 2;
/// Pages of host memory: of the attacker in turn with those of the victim, two of one region at a time.
const PAGES: u64 = 16;
/// What is in the victim's memory, and nowhere else.
const SECRET: u8 = 0xEE;
const KEYS: [u64; 2] = [0x0FED_CBA9_8765_4321, 0x0123_4567_89AB_CDEF];
/// Where the attacker's part of card memory is.
const OWN_CARD: usize = 0x3000;

/// What slot n, which is of page n, lets be done; two pages of a region have the same rights.
fn rights(page: u64) -> u32 {
    match page / 4 % 4 {
        0 => READ,
        1 => WRITE,
        _ => READ | WRITE,
    }
}

const fn owner(page: u64) -> u32 {
    if page & 2 == 0 { ATTACKER } else { VICTIM }
}

fn bench(scheme: u32) -> Bench {
    let mut bench = Bench::new(usize::try_from(PAGES).unwrap(), 0);
    for page in 0..PAGES {
        let byte = if owner(page) == VICTIM { SECRET } else { u8::try_from(page).unwrap() };
        let at = usize::try_from(page * PAGE).unwrap();
        bench.memory.write(at, &[byte; PAGE_BYTES]).unwrap();
        // The first one of a region goes on into the next one.
        let bytes = if page & 1 == 0 { 0x2000 } else { 0x1000 };
        let partner = slot_rights::PARTNER.put(u32::try_from((page + 4) % PAGES).unwrap());
        bench.slot(u32::try_from(page).unwrap(), page, bytes, rights(page) | partner, owner(page));
    }
    bench.slot_at(16, OWN_CARD as u64, 0x1000, READ | WRITE | CARD, ATTACKER);
    bench.slot_at(17, OWN_CARD as u64 + 0x1000, 0x1000, READ | WRITE | CARD, VICTIM);
    bench.fabric.memory.fill(SECRET);
    bench.fabric.memory[OWN_CARD..OWN_CARD + 0x1000].fill(16);
    for context in [ATTACKER, VICTIM, 3, 4, 5, 6, 7] {
        bench.turn(context, true);
    }
    for (context, key) in (0..).zip(KEYS) {
        bench.key(context, key);
    }
    bench.write(udma::SCHEME, scheme);
    bench
}

struct Attacker {
    dice: ChaCha8Rng,
    scheme: u32,
    /// Addresses that it likes, so that accesses have something to do with each other.
    likes: [u64; 6],
}

impl Attacker {
    fn new(scheme: u32) -> Self {
        Self { dice: ChaCha8Rng::seed_from_u64(scheme.into()), scheme, likes: [0; 6] }
    }

    fn one_in(&mut self, often: u32) -> bool {
        self.dice.random_range(0..often) == 0
    }

    /// An address of any slot, or of none.
    fn address(&mut self) -> u64 {
        if self.one_in(20) {
            for address in &mut self.likes {
                *address = at(self.dice.random_range(0..20), self.dice.random_range(0..PAGE) & !7);
            }
        }
        self.likes[self.dice.random_range(0..self.likes.len())]
    }

    fn size(&mut self) -> u32 {
        match self.dice.random_range(0..8) {
            0 => 0,
            1 => self.dice.random(),
            2 => self.dice.random_range(0x1000..0x2800),
            _ => self.dice.random_range(1..0x400),
        }
    }

    /// Anywhere in the window but in the pages of the victim.
    fn anywhere(&mut self) -> u32 {
        loop {
            let offset = self.dice.random_range(0..SIZE_BYTES) & !3;
            if Place::find(offset, false).is_none_or(|place| place.context != VICTIM as usize) {
                return offset;
            }
        }
    }

    /// Where it has most to gain.
    fn offset(&mut self) -> u32 {
        match self.dice.random_range(0..10) {
            0 => self.anywhere(),
            1 => CONTEXT_PAGE.at(ATTACKER),
            2 => PORTAL_PAGE.at(ATTACKER) + self.dice.random_range(0..32) * 4,
            3 => shadow(OFF, self.address()),
            _ => shadow(ATTACKER, self.address()),
        }
    }

    /// A start by the portal; what is in a record is none of the victim's bytes.
    fn start(&mut self) -> Start {
        let list = self.dice.random_range(0..4) == 0;
        let within = if list { 0 } else { self.dice.random_range(0..8) };
        let dst = self.address() | self.dice.random_range(0..8);
        Start {
            context: ATTACKER as usize,
            src: self.address() | within,
            dst: if list { 0 } else { dst },
            size: if list { self.dice.random_range(0..140) } else { self.size() },
            record: self.dice.random(),
            record_address: self.address(),
            cookie: self.dice.random::<u32>() & 0x7F7F_7F7F,
            list,
        }
    }

    /// All accesses of repeated passing, which hardly come about by chance.
    fn repeats(&mut self, bench: &mut Bench) {
        let (a, b) = (shadow(ATTACKER, self.address()), shadow(ATTACKER, self.address()));
        let size = self.size();
        // Stores to B and loads: the five of them, and which of those the scheme has.
        let all = [(b, true), (a, false), (b, true), (a, false), (b, false)];
        let own = match self.scheme {
            number::REPEAT3 => &all[1..4],
            number::REPEAT4 => &all[..4],
            _ => &all[..],
        };
        for (offset, store) in own {
            if *store {
                bench.store(*offset, size);
            } else {
                bench.load(*offset);
            }
        }
    }

    /// Says an address with a key.
    fn word(&mut self, bench: &mut Bench, key: u64, source: bool, context: u64) {
        let word = key << 4 | u64::from(source) << 3 | context;
        let at = shadow(ATTACKER, self.address());
        assert!(bench.udma.window_store(at, &word.to_le_bytes()));
    }

    /// All that its own context needs.
    fn keyed(&mut self, bench: &mut Bench) {
        for source in [true, false] {
            self.word(bench, KEYS[0], source, ATTACKER.into());
        }
        bench.store(CONTEXT_PAGE.at(ATTACKER), self.size());
        bench.load(CONTEXT_PAGE.at(ATTACKER));
    }

    /// What it does next.
    fn attacks(&mut self, bench: &mut Bench) {
        if self.scheme == number::PORTAL && self.one_in(2) {
            let start = self.start();
            bench.line(ATTACKER, &start);
        } else if self.scheme == number::KEY && self.one_in(2) {
            // Its own key for its own context, and for the victim's any but the right one.
            let whose = self.dice.random_range(0..2);
            let key = KEYS[0] ^ if self.one_in(4) { 1 << self.dice.random_range(0..60) } else { 0 };
            let source = self.dice.random();
            self.word(bench, key, source, whose);
            if self.one_in(4) {
                self.keyed(bench);
            }
        } else if matches!(self.scheme, number::REPEAT3..=number::REPEAT5) && self.one_in(8) {
            self.repeats(bench);
        } else if self.one_in(3) {
            bench.udma.window_read(self.offset());
        } else if self.one_in(16) {
            let words: [u8; 64] = self.dice.random();
            bench.udma.window_store(self.offset() & !63, &words);
        } else {
            let size = self.size();
            bench.udma.window_write(self.offset(), size);
        }
    }
}

/// Nothing of the victim has changed, nothing that may not be written has, and nobody else has what the victim's memory has.
fn check(bench: &Bench) {
    for page in 0..PAGES {
        let bytes = bench.bytes(page * PAGE, PAGE_BYTES);
        if owner(page) == VICTIM {
            assert!(bytes.iter().all(|byte| *byte == SECRET), "page {page} of the victim");
            continue;
        }
        assert!(bytes.iter().all(|byte| *byte != SECRET), "the victim's bytes in page {page}");
        let own = u8::try_from(page).unwrap();
        let untouched = bytes.iter().all(|byte| *byte == own);
        assert!(rights(page) != READ || untouched, "page {page} may be read only");
    }
    let (before, rest) = bench.fabric.memory.split_at(OWN_CARD);
    let (own, behind) = rest.split_at(0x1000);
    assert!(before.iter().chain(behind).all(|byte| *byte == SECRET));
    assert!(own.iter().all(|byte| *byte != SECRET));
}

#[test]
fn whoever_does_what_he_likes_in_his_pages_reaches_his_own_slots_and_the_counts_add_up() {
    for (scheme, name) in number::ALL {
        let mut bench = bench(*scheme);
        let mut attacker = Attacker::new(*scheme);
        for _ in 0..ACCESSES {
            attacker.attacks(&mut bench);
            for _ in 0..attacker.dice.random_range(0..4) {
                bench.step();
            }
        }
        bench.rest();
        check(&bench);
        let [starts, done, failed] = bench.counts(ATTACKER);
        assert_eq!((done, failed), (starts, 0), "{name}: what the door takes arrives");
        assert_eq!(starts > 100, *scheme != number::NONE, "{name}: {starts} transfers");
        assert!(bench.refused(ATTACKER) > 100 || *scheme == number::NONE, "{name}");
        for context in 1..8 {
            assert_eq!(bench.counts(context), [0; 3], "{name}: transfers of {context}");
            let status = bench.of(context, udma::CONTEXT_STATUS);
            assert_eq!(status, 0, "{name}: none has ended, so none has failed");
        }
        let own = [udma::STRAYS, udma::BAD_LO, udma::BAD_HI].map(|at| bench.of(VICTIM, at));
        assert_eq!((bench.refused(VICTIM), own), (0, [0; 3]), "{name}: nobody was in its pages");
        assert_eq!(bench.read(udma::PENDING) & !1, 0);
    }
}
