// SPDX-License-Identifier: Apache-2.0
//! Both channels of the AXI DMA map on a card that sends back what comes: any register in any state, pairs of any length and address, bad
//! ones among them, stops, resets and rests, with a stream that waits on either side.
//!
//! Between steps both bodies come to rest. What is under way there waits for the other channel; how much of it has gone by then is a matter of
//! how many beats each body holds, so a stop is not tried on what waits for room. Nor are buffers that go through ends of packets: what has come
//! of one that is not finished is in host memory or not yet.

use forebay_bus::Bar;
use forebay_regs::cards;
use forebay_regs::user::s2mm::{self, armed, dmacr, mode};
use forebay_regs::user::{self, feature, mm2s, status};
use forebay_regs::xdma::{self, irq};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::chains::open_interrupts;
use crate::pair::{ARENA_BYTES, Pair};

/// What is under way is over by then.
const SETTLED: u64 = 2500;
/// Beats that any body holds between both channels, the longest packet, one that none holds, and what of that is received at once.
const HELD: u32 = 40;
const PACKET: u32 = 900;
const LONG: u32 = 160 << 10;
const PART: u32 = 8 << 10;
/// Records of both channels, and of what buffers are.
const RINGS: usize = 0x4000;
const BUFFERS: u64 = 0x1_0000;

/// A channel by its registers: its page, and where the core's begin.
#[derive(Clone, Copy)]
struct Way {
    page: u32,
    core: u32,
    ring: usize,
}

const TO_HOST: Way = Way { page: cards::S2MM.page, core: s2mm::DMACR, ring: 0 };
const TO_CARD: Way = Way { page: cards::MM2S.page, core: mm2s::DMACR, ring: RINGS / 2 };

impl Way {
    /// Where a register is that the capture engine has.
    const fn at(self, register: u32) -> u32 {
        let core = register < s2mm::CAPS;
        self.page + if core { register - s2mm::DMACR + self.core } else { register }
    }
}

struct Program {
    pair: Pair,
    random: ChaCha8Rng,
    /// A packet may go on in the next buffer; else every buffer has room for one: those that are handed over behind an error take what is left.
    cuts: bool,
    /// Beats that wait between both channels, at most.
    beats: u32,
}

impl Program {
    fn new(seed: u64) -> Self {
        let mut pair = Pair::new("loopback-dma", seed);
        open_interrupts(&mut pair);
        for (number, feature) in (0..).zip([&cards::S2MM, &cards::MM2S]) {
            let (line, vector) = (feature.first_line, 4 + number);
            let vectors = xdma::IRQ.base() + irq::USER_VECTOR.at(line / 4);
            let others = pair.read(Bar::Dma, vectors);
            pair.write(Bar::Dma, vectors, others | vector << (8 * (line % 4)));
            pair.write(Bar::Dma, xdma::IRQ.base() + irq::USER_ENABLE_W1S, 1 << line);
        }
        pair.compare_beats = false;
        Self {
            pair,
            random: ChaCha8Rng::seed_from_u64(seed),
            cuts: seed.is_multiple_of(2),
            beats: 0,
        }
    }

    fn settle(&mut self) {
        // A read is behind every write.
        for side in [&mut self.pair.fast, &mut self.pair.rtl] {
            side.read(Bar::User, user::STATUS.base() + status::MAGIC);
        }
        self.pair.rest_for(SETTLED);
    }

    fn put(&mut self, way: Way, register: u32, value: u32) {
        self.pair.write(Bar::User, way.at(register), value);
    }

    fn get(&mut self, way: Way, register: u32) -> u32 {
        self.pair.read(Bar::User, way.at(register))
    }

    /// All that there is to see.
    fn compare(&mut self, what: &str) {
        self.settle();
        for way in [TO_HOST, TO_CARD] {
            for at in (0..0xD0).step_by(4).chain([0xFFC]) {
                what.clone_into(&mut self.pair.last);
                self.pair.read(Bar::User, way.page + at);
            }
        }
        self.pair.compare_counters(what);
        self.pair.compare_memory(None, what);
    }

    fn either(&mut self) -> Way {
        if self.random.random() { TO_HOST } else { TO_CARD }
    }

    fn anything(&mut self) -> u32 {
        match self.random.random_range(0..4) {
            0 => 0,
            1 => u32::MAX,
            2 => 1 << self.random.random_range(0..32),
            _ => self.random.next_u32(),
        }
    }

    /// Any register but those that begin or end something.
    fn poke(&mut self) {
        let way = self.either();
        let at = [0..0xD0, 0xFF0..0x1000][usize::from(self.random.random_bool(0.05))].clone();
        let at = self.random.random_range(at) & !3;
        let wild = [s2mm::DMACR, s2mm::LENGTH, s2mm::NEXT_LENGTH, s2mm::RING_HI, s2mm::MODE];
        if wild.iter().all(|register| way.at(*register) != way.page + at) {
            let value = self.anything();
            self.pair.write(Bar::User, way.page + at, value);
        }
    }

    fn control(&mut self) {
        let way = self.either();
        let mut value = self.anything() & !(dmacr::RS.mask() | dmacr::SOFT_RESET.mask());
        if !self.random.random_bool(0.1) {
            value &= !dmacr::KEYHOLE.mask();
        }
        value |= dmacr::RS.put(self.random.random_bool(0.8).into());
        value |= dmacr::SOFT_RESET.put(self.random.random_bool(0.1).into());
        self.put(way, s2mm::DMACR, value);
    }

    /// A buffer and its length: of no bytes, of more than there are bits for, at any alignment, of nobody's memory.
    fn buffer(&mut self, most: u32) -> (u64, u32) {
        let bytes = match self.random.random_range(0..20) {
            0 => 0,
            1 => 1,
            2 => 1 << 26,
            3 => 0xFC00_0000 | self.random.random_range(1..most),
            _ => self.random.random_range(1..most),
        };
        let end = ARENA_BYTES as u64;
        let at = match self.random.random_range(0..20) {
            0 => end - u64::from(self.random.random_range(0..most)),
            1 => 0x10_0000_0000,
            // Behind the last address comes the first, where nobody is. What is refused is never ahead of memory: some of that may be written.
            2 => (u64::MAX - u64::from(self.random.random_range(0..most)))
                .wrapping_sub(self.pair.arena()),
            3 => BUFFERS + 4096 - u64::from(self.random.random_range(0..most)),
            _ => BUFFERS + u64::from(self.random.random_range(0..0x2_0000_u32)),
        };
        (self.pair.arena().wrapping_add(at), bytes)
    }

    fn arm(&mut self, way: Way, (addr, bytes): (u64, u32)) {
        let core = self.random.random_bool(0.3);
        let (place, length) =
            if core { (s2mm::DA, s2mm::LENGTH) } else { (s2mm::NEXT_DA, s2mm::NEXT_LENGTH) };
        self.pair.write_pair(Bar::User, way.at(place), addr);
        self.put(way, length, bytes);
    }

    fn send(&mut self) {
        let buffer = self.buffer(PACKET);
        let beats = (buffer.1 & 0x3FF_FFFF).div_ceil(64) + 1;
        if beats > HELD {
            // More than there is memory for.
            self.arm(TO_CARD, (buffer.0, 0));
        } else if self.beats + beats <= HELD {
            self.beats += beats;
            self.arm(TO_CARD, buffer);
        }
    }

    fn receive(&mut self) {
        let (addr, bytes) = self.buffer(2 * PACKET);
        let least = if self.cuts || bytes == 0 { 0 } else { PACKET };
        self.arm(TO_HOST, (addr, bytes.max(least)));
    }

    /// How buffers are told of, while halted or not.
    fn describe(&mut self) {
        let way = self.either();
        let ring =
            self.pair.arena() + way.ring as u64 + u64::from(self.random.random_range(0..64_u32));
        self.pair.write_pair(Bar::User, way.at(s2mm::RING_LO), ring);
        let log2 = self.random.random_range(0..8);
        self.put(way, s2mm::RING_SIZE, log2);
        let own = mode::THROUGH.mask() | mode::CUT.mask();
        let mut kind = self.anything() & !own | mode::CUT.put(self.cuts.into());
        if self.random.random_bool(0.8) {
            kind |= mode::RECORDS.mask();
        }
        self.put(way, s2mm::MODE, kind);
    }

    fn rests(&mut self) {
        let last = u32::from(self.random.random_bool(0.2));
        let header = self.header(self.random.clone().random_range(4..7));
        for held in [1, last] {
            self.pair.write(Bar::User, header + feature::CONTROL, held);
            self.settle();
        }
    }

    /// The header of a plug: the front ends and the datapath are the last of the chain.
    fn header(&mut self, number: u32) -> u32 {
        let header = user::FEATURE.at(number);
        let id = self.pair.read(Bar::User, header + feature::ID);
        assert_ne!(feature::id::CLASS.get(id), feature::id::class::PLATFORM, "{id:#x}");
        header
    }

    /// Both channels as after a reset, nothing between them; then both run.
    fn anew(&mut self, kind: u32) {
        for number in 4..7 {
            let header = self.header(number);
            for held in [1, 0] {
                self.pair.write(Bar::User, header + feature::CONTROL, held);
                self.settle();
            }
        }
        self.beats = 0;
        for way in [TO_HOST, TO_CARD] {
            self.put(way, s2mm::DMACR, dmacr::SOFT_RESET.mask());
            self.settle();
        }
        self.compare("a reset of both");
        for way in [TO_HOST, TO_CARD] {
            let ring = self.pair.arena() + way.ring as u64;
            self.pair.write_pair(Bar::User, way.at(s2mm::RING_LO), ring);
            self.put(way, s2mm::RING_SIZE, 6);
            self.put(way, s2mm::MODE, kind | mode::RECORDS.mask());
            self.put(way, s2mm::DMACR, dmacr::RS.mask() | dmacr::IOC_IRQ_EN.mask());
        }
        self.settle();
    }

    /// More than the stream holds: it is under way while registers are written that do not end it; then it is taken.
    fn waits_for_room(&mut self) {
        self.anew(mode::CUT.mask());
        let what = "a pair that waits for room";
        let from = self.pair.arena() + BUFFERS;
        self.arm(TO_CARD, (from, LONG));
        let behind = self.random.random_range(0..2);
        for number in 0..behind {
            self.arm(TO_CARD, (from + u64::from(number), 100));
        }
        self.settle();
        let keyhole = dmacr::KEYHOLE.put(self.random.random_bool(0.5).into());
        self.put(TO_CARD, s2mm::DMACR, dmacr::RS.mask() | dmacr::IOC_IRQ_EN.mask() | keyhole);
        self.put(TO_CARD, s2mm::DMASR, u32::MAX);
        self.put(TO_CARD, s2mm::LENGTH, 64);
        self.put(TO_CARD, s2mm::NEXT_LENGTH, 0);
        self.settle();
        assert_ne!(armed::PAIRS.get(self.get(TO_CARD, s2mm::ARMED)), 0, "{what}: it is under way");
        let to = from + u64::from(LONG);
        for _ in 0..(LONG + 100 * behind).div_ceil(PART) {
            self.arm(TO_HOST, (to, PART));
            // When all of it has left host memory, and is told, is each body's own.
            for side in [&mut self.pair.fast, &mut self.pair.rtl] {
                side.rest_for(SETTLED);
            }
            let told = Some(TO_CARD.ring..TO_CARD.ring + RINGS / 2);
            self.pair.compare_memory(told, what);
        }
        self.settle();
        self.compare(what);
    }

    fn step(&mut self, number: u32) {
        let what = match self.random.random_range(0..100) {
            0..25 => {
                self.poke();
                "any register"
            }
            25..45 => {
                self.send();
                "a packet"
            }
            45..70 => {
                self.receive();
                "a buffer"
            }
            70..82 => {
                self.control();
                "the control register"
            }
            82..88 => {
                self.describe();
                "what is told"
            }
            88..92 => {
                self.rests();
                "a rest"
            }
            92..96 => {
                self.waits_for_room();
                "a wait for room"
            }
            _ => {
                self.anew(mode::CUT.put(self.cuts.into()));
                "both anew"
            }
        };
        self.compare(&format!("step {number}, {what}"));
    }
}

fn program(seed: u64, steps: u32) {
    let mut program = Program::new(seed);
    program.anew(mode::CUT.put(program.cuts.into()));
    for number in 0..steps {
        program.step(number);
    }
}

#[test]
fn programs_of_seed_110() {
    program(110, 70);
}

#[test]
fn programs_of_seed_111() {
    program(111, 70);
}

/// What is written with a reset stands up to its end: an interrupt that nobody was told of is told then.
#[test]
fn a_reset_with_interrupts_tells_of_what_was_before() {
    let mut program = Program::new(112);
    program.anew(mode::CUT.mask());
    let from = program.pair.arena() + BUFFERS;
    for (way, bytes) in [(TO_HOST, PACKET), (TO_CARD, 100)] {
        program.put(way, s2mm::DMACR, dmacr::RS.mask());
        program.arm(way, (from, bytes));
    }
    program.settle();
    assert_eq!(program.pair.rtl.messages, 0);
    for way in [TO_HOST, TO_CARD] {
        program.put(way, s2mm::DMACR, dmacr::SOFT_RESET.mask() | dmacr::IOC_IRQ_EN.mask());
    }
    program.compare("a reset with interrupts");
    assert_eq!(program.pair.rtl.messages, 0x30);
}
