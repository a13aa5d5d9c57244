// SPDX-License-Identifier: Apache-2.0
//! A channel of the AXI DMA map by its registers, whichever its direction, and buffers of a shared memory for it.

use std::collections::VecDeque;

use forebay_bus::host::Shared;
use forebay_bus::{Bar, Card, CardExt, Stop};
use forebay_regs::s2mm_record::{self, lost_hi};
use forebay_regs::user::s2mm::{self, dmacr, dmasr, mode};
use forebay_regs::user::{S2MM, mm2s};
use forebay_regs::{Feature, cards};

/// Records of a channel at the start of its memory, and how many there are; buffers follow.
const RING: usize = 4096;
const RECORDS: usize = RING / RECORD;
const RECORD: usize = s2mm_record::SIZE_BYTES as usize;
/// Pairs that may be armed.
pub(crate) const PAIRS: usize = 16;
/// Cycles within which something has to happen, and of a look.
const PATIENCE: u64 = 4_000_000;
const ROUND: u64 = 200;

/// What is told of a buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) stamp: u64,
    pub(crate) lost: u64,
    pub(crate) eop: bool,
    pub(crate) eob: bool,
    pub(crate) overrun: bool,
    pub(crate) stopped: bool,
    pub(crate) bytes: usize,
}

/// A channel, and its memory.
pub(crate) struct Channel {
    page: &'static Feature,
    base: u32,
    memory: Shared,
    end: usize,
    /// Buffers that are armed: where in the memory, and how long.
    pub(crate) armed: VecDeque<(usize, usize)>,
    /// Where the next one may be.
    next: usize,
    finished: u32,
}

impl Channel {
    /// That of a direction, with so many bytes of buffers.
    pub(crate) fn to_host(card: &dyn Card, bytes: usize) -> Self {
        Self::new(card, &cards::S2MM, s2mm::DMACR, bytes)
    }

    pub(crate) fn to_card(card: &dyn Card, bytes: usize) -> Self {
        Self::new(card, &cards::MM2S, mm2s::DMACR, bytes)
    }

    fn new(card: &dyn Card, page: &'static Feature, base: u32, bytes: usize) -> Self {
        let memory = card.host().share(RING + bytes).unwrap();
        Self {
            page,
            base,
            memory,
            end: RING + bytes,
            armed: VecDeque::new(),
            next: RING,
            finished: 0,
        }
    }

    /// Where a register of the capture engine is that both have: the core's at this one's base.
    fn at(&self, register: u32) -> u32 {
        let core = register < s2mm::CAPS;
        self.page.page + if core { register - s2mm::DMACR + self.base } else { register }
    }

    pub(crate) fn put(&self, card: &mut dyn Card, register: u32, value: u32) {
        card.write32(Bar::User, self.at(register), value).unwrap();
    }

    pub(crate) fn get(&self, card: &mut dyn Card, register: u32) -> u32 {
        card.read32(Bar::User, self.at(register)).unwrap()
    }

    fn put_wide(&self, card: &mut dyn Card, register: u32, value: u64) {
        self.put(card, register, u32::try_from(value & 0xFFFF_FFFF).unwrap());
        self.put(card, register + 4, u32::try_from(value >> 32).unwrap());
    }

    /// Lets it run with buffers of that kind.
    pub(crate) fn run(&self, card: &mut dyn Card, kind: u32) {
        self.put(card, s2mm::MODE, kind | mode::RECORDS.mask());
        self.put_wide(card, s2mm::RING_LO, self.memory.addr());
        self.put(card, s2mm::RING_SIZE, RECORDS.ilog2());
        self.put(card, s2mm::DMACR, dmacr::RS.mask() | dmacr::IOC_IRQ_EN.mask());
        let halted = |card: &mut dyn Card| dmasr::HALTED.is_set(self.get(card, s2mm::DMASR));
        until(card, "it runs", |card| !halted(card));
    }

    pub(crate) fn stop(&self, card: &mut dyn Card) {
        self.put(card, s2mm::DMACR, 0);
        let halted = |card: &mut dyn Card| dmasr::HALTED.is_set(self.get(card, s2mm::DMASR));
        until(card, "it halts", halted);
    }

    /// As after a reset: what was armed is forgotten, and numbers begin anew.
    pub(crate) fn reset(&mut self, card: &mut dyn Card) {
        self.put(card, s2mm::DMACR, dmacr::SOFT_RESET.mask());
        let resets = |card: &mut dyn Card| dmacr::SOFT_RESET.is_set(self.get(card, s2mm::DMACR));
        until(card, "it is reset", |card| !resets(card));
        self.memory.write(0, &[0; RING]).unwrap();
        self.armed.clear();
        self.finished = 0;
    }

    /// Arms a buffer with that in it, behind those that are armed; one that is to be filled has any.
    pub(crate) fn arm(&mut self, card: &mut dyn Card, bytes: &[u8]) {
        if self.next + bytes.len() > self.end {
            self.next = RING;
        }
        self.memory.write(self.next, bytes).unwrap();
        self.put_wide(card, s2mm::NEXT_DA, self.memory.addr() + self.next as u64);
        self.put(card, s2mm::NEXT_LENGTH, u32::try_from(bytes.len()).unwrap());
        self.armed.push_back((self.next, bytes.len()));
        self.next += bytes.len();
    }

    /// The next finished buffer: what is told of it, and its bytes. None if it is not finished.
    pub(crate) fn take(&mut self) -> Option<(Record, Vec<u8>)> {
        let mut bytes = [0; RECORD];
        self.memory.read(self.finished as usize % RECORDS * RECORD, &mut bytes).unwrap();
        let word = |at: u32| u32::from_le_bytes(bytes[at as usize..][..4].try_into().unwrap());
        let wide = |at: u32| u64::from(word(at)) | u64::from(word(at + 4)) << 32;
        if word(s2mm_record::SEQUENCE) != self.finished + 1 {
            return None;
        }
        self.finished += 1;
        let flags = word(s2mm_record::LOST_HI);
        let record = Record {
            stamp: wide(s2mm_record::STAMP_LO),
            lost: u64::from(word(s2mm_record::LOST_LO))
                | u64::from(lost_hi::SAMPLES.get(flags)) << 32,
            eop: lost_hi::EOP.is_set(flags),
            eob: lost_hi::EOB.is_set(flags),
            overrun: lost_hi::OVERRUN.is_set(flags),
            stopped: lost_hi::STOPPED.is_set(flags),
            bytes: word(s2mm_record::BYTES) as usize,
        };
        let (at, most) = self.armed.pop_front().unwrap();
        assert_eq!(wide(s2mm_record::BUFFER_LO), self.memory.addr() + at as u64, "{record:?}");
        assert!(record.bytes <= most, "{record:?} in {most} bytes");
        let mut data = vec![0; record.bytes];
        self.memory.read(at, &mut data).unwrap();
        Some((record, data))
    }

    /// Waits for it.
    pub(crate) fn wait(&mut self, card: &mut dyn Card) -> (Record, Vec<u8>) {
        let mut taken = None;
        until(card, "a buffer is finished", |_| {
            taken = self.take();
            taken.is_some()
        });
        taken.unwrap()
    }
}

/// Lets the card work until something holds.
pub(crate) fn until(card: &mut dyn Card, what: &str, mut holds: impl FnMut(&mut dyn Card) -> bool) {
    // A card at rest lets no time pass: rounds are what is bounded.
    let mut rounds = 0..PATIENCE / ROUND;
    while !holds(card) {
        assert!(rounds.next().is_some(), "not within {PATIENCE} cycles: {what}");
        advance(card, ROUND);
    }
}

pub(crate) fn advance(card: &mut dyn Card, cycles: u64) {
    let end = card.now() + cycles;
    while card.now() < end && card.advance(end - card.now()).unwrap() != Stop::Idle {}
}

const _: () = assert!(S2MM.base() == cards::S2MM.page);
