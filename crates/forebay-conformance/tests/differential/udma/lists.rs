// SPDX-License-Identifier: Apache-2.0
//! Lists that one line of a portal starts: good descriptors and bad ones in any order, in memory that answers and in memory that does not.
//!
//! No two transfers of a list touch the same bytes, for they may overlap in time.

use forebay_regs::{batch_desc, batch_record};

use super::*;
use crate::pair::ARENA_BYTES;

/// Descriptors of a list at most.
const MOST: u64 = 128;
const ITEM: u64 = batch_desc::SIZE_BYTES as u64;
/// Bytes for each transfer in every page.
const ROOM: u64 = 16;
/// Pages of a context, by what may be done with them: read and write, write, read, those of the card.
const OPEN: u32 = 0;
const TARGET: u32 = 1;
const SOURCE: u32 = 2;
const OF_CARD: u32 = HOST_PAGES;
/// Where records are, in the open page: of descriptors, and of lists behind them.
const RECORDS: u32 = PAGE / 2;
const LAST: u32 = PAGE - 8;
/// A slot of two pages, the second of which is nowhere on the bus.
const CUT: u32 = 200;
/// A slot whose page answers nobody.
const NOWHERE: u32 = 202;

impl Programs {
    /// Slot address of a place in a page of a context.
    fn at(context: u32, page: u32, offset: u32) -> u64 {
        u64::from((slots(context).start() + page) * PAGE + offset)
    }

    /// Puts a page at any address of the bus into the table.
    fn slot(&mut self, slot: u32, address: u64, bytes: u32, context: u32) {
        self.put(udma::SLOT, slot);
        self.put(udma::SLOT_ADDR_LO, u32::try_from(address & 0xFFFF_FFFF).unwrap());
        self.put(udma::SLOT_ADDR_HI, u32::try_from(address >> 32).unwrap());
        let rights = slot_rights::READ.mask() | slot_rights::WRITE.mask();
        self.put(udma::SLOT_RIGHTS, rights | slot_rights::OWNER.put(context));
        self.put(udma::SLOT_BYTES, bytes);
    }

    /// The `nth` of a list: a transfer between places of its own, or one with something wrong in it.
    fn item(&mut self, context: u32, nth: u64) -> [u64; 4] {
        let offset = u32::try_from(ROOM * nth).unwrap();
        let ways = [(SOURCE, TARGET), (SOURCE, OF_CARD), (OF_CARD, TARGET)];
        let (from, to) = ways[self.random.random_range(0..ways.len())];
        // The card's page is read in one half and written in the other.
        let half = |page, half: u32| if page == OF_CARD { offset / 2 + half } else { offset };
        let mut src = Self::at(context, from, half(from, 0));
        let mut dst = Self::at(context, to, half(to, RECORDS));
        let mut size = self.random.random_range(1..=ROOM / 2);
        let wanted = u64::from(self.random.random_bool(0.7));
        let mut record = Self::at(context, OPEN, RECORDS + 8 * u32::try_from(nth).unwrap());
        match self.random.random_range(0..60) {
            0 => src = Self::at(context, TARGET, offset),
            1 => dst = Self::at(context, SOURCE, offset),
            2 => size = 0,
            3 => size = u64::from(PAGE) + 1,
            4 => src = Self::at((context + 1) % ON, SOURCE, offset),
            5 => dst |= 1 << self.random.random_range(48..64),
            6 => record |= 1 << self.random.random_range(48..63),
            7 => record += 4,
            8 => dst = u64::from((SLOTS + self.random.random_range(0..SLOTS)) * PAGE),
            _ => {}
        }
        let cookie = u64::from(self.random.random::<u32>());
        [src, dst, record | wanted << 63, size | cookie << 32]
    }

    /// Writes a list of so many behind `offset` of the open page.
    fn write_list(&mut self, context: u32, offset: u64, items: u64) {
        let page = usize::try_from(Self::at(context, OPEN, 0)).unwrap();
        for nth in 0..items {
            let words = self.item(context, nth).map(u64::to_le_bytes).concat();
            let at = page + usize::try_from(offset + ITEM * nth).unwrap();
            self.pair.poke(at, &words);
        }
    }

    fn list_line(&mut self, context: u32, list: u64, items: u64) {
        let record = Self::at(context, OPEN, LAST);
        let cookie = u64::from(self.random.random::<u32>());
        let control = 2 | u64::from(self.random.random_bool(0.9));
        let words = [list, 0, record, items | cookie << 32, 0, 0, 0, control];
        let mut line = [0; 64];
        line.copy_from_slice(&words.map(u64::to_le_bytes).concat());
        self.store_bytes(udma_window::PORTAL_PAGE.at(context), &line);
    }

    /// One list, good or bad as a whole.
    fn any_list(&mut self, context: u32) {
        let items = match self.random.random_range(0..8) {
            0 => self.random.random_range(1..3),
            1 => u64::from(RECORDS) / ITEM - 7,
            _ => self.random.random_range(1..30),
        };
        let offset = ITEM * self.random.random_range(0..7);
        self.write_list(context, offset, items);
        let open = Self::at(context, OPEN, 0);
        match self.random.random_range(0..20) {
            0 => self.list_line(context, open, 0),
            1 => self.list_line(context, open, MOST + 1),
            2 => self.list_line(context, open + 8, 2),
            3 => self.list_line(context, Self::at(context, TARGET, 0), 2),
            4 => self.list_line(context, Self::at(context, OF_CARD, 0), 2),
            5 => self.list_line(context, Self::at((context + 1) % ON, SOURCE, 0), 2),
            6 => self.list_line(context, Self::at(context, SOURCE, PAGE - 64), 3),
            7 => {
                // The last page of the arena, and nothing behind it.
                let last = self.pair.arena() + ARENA_BYTES as u64 - u64::from(PAGE);
                self.slot(CUT, last, 2 * PAGE, context);
                let good = self.random.random_range(0..=16);
                for nth in 0..good {
                    let words = self.item(context, nth).map(u64::to_le_bytes).concat();
                    let at = ARENA_BYTES - usize::try_from(ITEM * (good - nth)).unwrap();
                    self.pair.poke(at, &words);
                }
                let first = u64::from(CUT + 1) * u64::from(PAGE) - ITEM * good;
                let items = good + 1 + self.random.random_range(0..20);
                self.list_line(context, first, items);
            }
            8 => {
                self.slot(NOWHERE, 1 << 45, PAGE, context);
                self.list_line(context, u64::from(NOWHERE) * u64::from(PAGE), 5);
            }
            _ => self.list_line(context, open + offset, items),
        }
    }
}

#[test]
fn lists_of_seed_82() {
    let mut programs = Programs::new(82, Addresses::Slots);
    programs.scheme = scheme::PORTAL;
    programs.put(udma::SCHEME, scheme::PORTAL);
    let mut told = [0; 3];
    for number in 0..250 {
        let context = programs.random.random_range(0..ON);
        programs.any_list(context);
        programs.pair.rest_for(SETTLED);
        if number % 5 == 0 {
            programs.sequence(context);
            programs.pair.rest_for(SETTLED);
        }
        programs.compare(&format!("list {number} of context {context}"));
        let memory = programs.pair.fast.memory();
        let at = usize::try_from(Programs::at(context, OPEN, LAST)).unwrap();
        let says = u32::from_le_bytes(memory[at..at + 4].try_into().unwrap());
        let good = batch_record::result::GOOD.get(says);
        let reason = batch_record::result::REASON.get(says);
        told[match (good, reason) {
            (_, 0) => 0,
            (0, _) => 1,
            _ => 2,
        }] += 1;
    }
    assert!(told.iter().all(|count| *count > 10), "whole, none, some: {told:?}");
}
