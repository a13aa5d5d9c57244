// SPDX-License-Identifier: Apache-2.0
//! A card, what a kernel does before, and a program on it.

use forebay_bus::host::Shared;
use forebay_bus::{Bar, Card, CardExt, LinkParams, Stop};
use forebay_regs::udma_window::{CONTEXT_PAGE, PORTAL_PAGE, SHADOW_PAGE};
use forebay_regs::user::udma::scheme::number;
use forebay_regs::user::udma::{self, slot_rights};
use forebay_regs::xdma::{IRQ, MSIX_TABLE, irq, msix_entry};
use forebay_regs::{batch_desc, card, cards};

use crate::program::{CONTEXTS, Move, PAGE, Program, REGION_PAGES, REGIONS, Region, Start, at};

/// Cycles in which whatever has been stored has come to the card.
const STORES_CYCLES: u64 = 1000;
/// No program of these tests takes so many.
const MOST_CYCLES: u64 = 20_000_000;
const KEY: u64 = 0x0123_4567_89AB_CDEF;
/// Slots of a context's shadow.
const SLOTS: u32 = SHADOW_PAGE.count() / CONTEXT_PAGE.count();

/// A card of the build with user-level DMA, and its programs' memory.
pub(crate) struct Rig {
    card: Box<dyn Card>,
    memory: Shared,
    first: usize,
}

/// What came of a program.
pub(crate) struct Outcome {
    /// Cycles from the first access until the host has been told of the last end.
    pub(crate) cycles: u64,
    /// All host memory of all contexts.
    pub(crate) memory: Vec<u8>,
    /// Of each context: starts, ended well, failed, strays.
    pub(crate) counts: Vec<[u32; 4]>,
}

fn low(value: u64) -> u32 {
    u32::try_from(value & 0xFFFF_FFFF).unwrap()
}

impl Rig {
    pub(crate) fn open(body: &str) -> Self {
        let name = format!("{body}:loopback-udma");
        let card = forebay_sim::open(&name, LinkParams::default(), None).unwrap();
        let bytes = usize::try_from(bytes() + PAGE).unwrap();
        let memory = card.host().share(bytes).unwrap();
        let first = usize::try_from(memory.addr().next_multiple_of(PAGE) - memory.addr()).unwrap();
        let mut rig = Self { card, memory, first };
        rig.set_up();
        rig
    }

    fn put(&mut self, register: u32, value: u32) {
        self.card.write32(Bar::User, cards::UDMA.page + register, value).unwrap();
    }

    fn get(&mut self, register: u32) -> u32 {
        self.card.read32(Bar::User, cards::UDMA.page + register).unwrap()
    }

    /// What a kernel does.
    fn set_up(&mut self) {
        let mut write = |offset, value| self.card.write32(Bar::Dma, offset, value).unwrap();
        let line = cards::UDMA.first_line;
        write(MSIX_TABLE.at(0) + msix_entry::VECTOR_CONTROL, 0);
        write(IRQ.base() + irq::USER_VECTOR.at(line / 4), 0);
        write(IRQ.base() + irq::USER_ENABLE, 1 << line);
        let bus = self.memory.addr() + self.first as u64;
        let region = REGION_PAGES * PAGE;
        for slot in 0..CONTEXTS * u32::try_from(REGIONS * REGION_PAGES).unwrap() {
            let address = u64::from(slot) * PAGE;
            let of_card = address / region % REGIONS == REGIONS - 1;
            let context = slot / u32::try_from(REGIONS * REGION_PAGES).unwrap();
            let base = if of_card { address } else { bus + address };
            let partner = slot + u32::try_from(REGION_PAGES).unwrap();
            let rights = slot_rights::READ.mask() | slot_rights::WRITE.mask();
            let rights = rights | slot_rights::CARD.put(of_card.into());
            self.put(udma::SLOT, slot);
            self.put(udma::SLOT_ADDR_LO, low(base));
            self.put(udma::SLOT_ADDR_HI, low(base >> 32));
            self.put(
                udma::SLOT_RIGHTS,
                rights | slot_rights::OWNER.put(context) | slot_rights::PARTNER.put(partner),
            );
            self.put(udma::SLOT_BYTES, u32::try_from(region - address % region).unwrap());
        }
        for context in 0..CONTEXTS {
            self.put(udma::CONTEXT, context);
            self.put(udma::KEY_LO, low(KEY));
            self.put(udma::KEY_HI, low(KEY >> 32));
            self.put(udma::CONTEXT_CONTROL, 1);
        }
    }

    fn fill(&self, offset: u64, bytes: &[u8]) {
        self.memory.write(self.first + usize::try_from(offset).unwrap(), bytes).unwrap();
    }

    // ---- what a program does ----

    fn store(&mut self, offset: u32, value: u32) {
        self.card.write32(Bar::User, card::PROGRAM_WINDOW_BASE + offset, value).unwrap();
    }

    /// In one store of that size, or as many as it takes.
    fn store_bytes(&mut self, offset: u32, bytes: &[u8], piece: usize) {
        let base = u64::from(card::PROGRAM_WINDOW_BASE + offset);
        for (at, bytes) in (base..).step_by(piece).zip(bytes.chunks(piece)) {
            self.card.mmio_write(Bar::User, at, bytes).unwrap();
        }
    }

    fn load(&mut self, offset: u32) -> u32 {
        self.card.read32(Bar::User, card::PROGRAM_WINDOW_BASE + offset).unwrap()
    }

    fn line(&mut self, context: u32, words: [u64; 8], whole: bool) {
        let bytes = words.map(u64::to_le_bytes).concat();
        self.store_bytes(PORTAL_PAGE.at(context), &bytes, if whole { 64 } else { 8 });
    }

    /// The accesses of a scheme that names places by their shadow.
    fn accesses(&mut self, scheme: u32, context: u32, Move { from, to, bytes, .. }: Move) {
        let shadow = |address: u64| SHADOW_PAGE.at(context * SLOTS) + low(address);
        let (src, dst) = (shadow(from), shadow(to));
        let taken = match scheme {
            number::SHRIMP1 => {
                self.store(src, bytes);
                self.load(src)
            }
            number::REPEAT3 => {
                self.load(src);
                self.store(dst, bytes);
                self.load(src)
            }
            number::REPEAT4 | number::REPEAT5 => {
                self.store(dst, bytes);
                self.load(src);
                self.store(dst, bytes);
                let told = self.load(src);
                if scheme == number::REPEAT5 { self.load(dst) } else { told }
            }
            number::KEY => {
                for (place, role) in [(src, 8), (dst, 0)] {
                    let word = KEY << 4 | role | u64::from(context);
                    self.store_bytes(place, &word.to_le_bytes(), 8);
                }
                self.store(CONTEXT_PAGE.at(context), bytes);
                self.load(CONTEXT_PAGE.at(context))
            }
            _ => {
                self.store(dst, bytes);
                self.load(src)
            }
        };
        assert_ne!(taken, 0, "scheme {scheme}: not taken");
    }

    fn start(&mut self, scheme: u32, (context, start): &(u32, Start)) {
        match start {
            Start::Accesses(wanted) => self.accesses(scheme, *context, *wanted),
            Start::Line(wanted, whole) => {
                let Move { from, to, bytes, record } = *wanted;
                let control = u64::from(record.is_some());
                let words = [from, to, record.unwrap_or(0), bytes.into(), 0, 0, 0, control];
                self.line(*context, words, *whole);
            }
            Start::List { items, place, record } => {
                self.line(*context, [*place, 0, *record, items.len() as u64, 0, 0, 0, 3], true);
            }
        }
    }

    /// Its lists are in memory before it begins.
    fn write_list(&self, items: &[Move], place: u64) {
        for (nth, Move { from, to, bytes, record }) in (0..).zip(items) {
            let record = record.map_or(0, |record| record | 1 << 63);
            let words = [*from, *to, record, u64::from(*bytes)];
            let offset = place + nth * u64::from(batch_desc::SIZE_BYTES);
            self.fill(offset, &words.map(u64::to_le_bytes).concat());
        }
    }

    /// Until the host is told of an end.
    fn await_message(&mut self, until: u64) {
        loop {
            let stop = self.card.advance(until - self.card.now()).unwrap();
            assert_eq!(stop, Stop::Message, "no message");
            if self.card.take_messages() != 0 {
                return;
            }
        }
    }

    /// Runs it; what came of it.
    pub(crate) fn run(mut self, program: &Program) -> Outcome {
        let contents: Vec<_> =
            (0..bytes()).map(|at| (at * 7 + at / 256 * 3).to_le_bytes()[0]).collect();
        self.fill(0, &contents);
        for (_, start) in &program.starts {
            if let Start::List { items, place, .. } = start {
                self.write_list(items, *place);
            }
        }
        self.put(udma::SCHEME, program.scheme);
        let last = program.starts.last().unwrap().0;
        self.put(udma::ENABLE, if program.one_by_one { 0xFF } else { 1 << last });
        let settled = self.card.now() + STORES_CYCLES;
        while self.card.now() < settled
            && self.card.advance(settled - self.card.now()).unwrap() != Stop::Idle
        {}
        let began = self.card.now();
        for start in &program.starts {
            self.start(program.scheme, start);
            if program.one_by_one {
                self.await_message(began + MOST_CYCLES);
                self.put(udma::PENDING, 0xFF);
            }
        }
        if !program.one_by_one {
            self.await_message(began + MOST_CYCLES);
        }
        let cycles = self.card.now() - began;
        let counts = (0..CONTEXTS).map(|context| {
            self.put(udma::CONTEXT, context);
            [udma::STARTS, udma::DONE, udma::FAILED, udma::STRAYS]
                .map(|register| self.get(register))
        });
        let counts = counts.collect();
        let mut memory = vec![0; usize::try_from(bytes()).unwrap()];
        self.memory.read(self.first, &mut memory).unwrap();
        Outcome { cycles, memory, counts }
    }
}

/// Bytes of all regions of all contexts, those of card memory with them.
fn bytes() -> u64 {
    at(CONTEXTS - 1, Region::Card, 0) + REGION_PAGES * PAGE
}
