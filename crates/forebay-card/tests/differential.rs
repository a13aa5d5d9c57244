// SPDX-License-Identifier: Apache-2.0
//! The RTL card and the native card do the same: equal random traffic goes to both, and what a host can see afterwards
//! is compared.
//!
//! Time is not compared. What is left out, and why:
//!
//! * `CYCLES`, `PERF_CYCLES`, `PERF_PENDING`: count time.
//! * `ADDER_LATENCY`, `HOLD_DEPTH`: describe a pipeline that native code does not have.
//! * counters of stalls, starvation, hazards and cycles: time; `host_reads` and `host_writes`: how transfers are cut
//!   into bursts is each body's own choice.
//! * memory behind a descriptor that failed or comes after it, and the beats of such a run: engines prefetch, so some
//!   of it may have moved.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use forebay_card::host::Shared;
use forebay_card::{Bar, Card, CardExt, FastCard, LinkParams, RtlCard, Stop};
use forebay_msm::vectors::{Distribution, VectorSpec, Vectors};
use forebay_msm::{BUCKET_BYTES, WindowPlan, curve};
use forebay_regs::user::{self, counter, last_bad, msm, status, stream};
use forebay_regs::xdma::{self, chan, config, irq, sgdma, sgdma_common};
use forebay_regs::{desc, poll_wb};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Host memory of a card.
const ARENA_BYTES: usize = 1 << 18;
/// Cycles in which every piece of traffic here comes to rest.
const REST_CYCLES: u64 = 20_000;

/// One body with host memory that both bodies see at the same bus address.
struct Side {
    card: Box<dyn Card>,
    arena: Shared,
    messages: u32,
}

impl Side {
    fn new(card: Box<dyn Card>, seed: u64) -> Self {
        let arena = card.host().share(ARENA_BYTES).unwrap();
        let mut bytes = vec![0; ARENA_BYTES];
        ChaCha8Rng::seed_from_u64(seed).fill(&mut bytes[..]);
        arena.write(0, &bytes).unwrap();
        Self { card, arena, messages: 0 }
    }

    /// Lets the card work until nothing more happens, or for long enough: a body may call waiting work.
    fn rest(&mut self) {
        let end = self.card.now() + REST_CYCLES;
        while self.card.now() < end && self.card.advance(REST_CYCLES).unwrap() != Stop::Idle {
            self.messages |= self.card.take_messages();
        }
        self.messages |= self.card.take_messages();
    }

    fn read(&mut self, bar: Bar, offset: u32) -> u32 {
        self.card.read32(bar, offset).unwrap()
    }

    fn memory(&self) -> Vec<u8> {
        let mut bytes = vec![0; ARENA_BYTES];
        self.arena.read(0, &mut bytes).unwrap();
        bytes
    }
}

/// Both bodies of one card build.
struct Pair {
    fast: Side,
    rtl: Side,
    /// The last access, for messages.
    last: String,
    /// Beats of a run that fails are not compared.
    compare_beats: bool,
}

impl Pair {
    fn new(variant: &str, seed: u64) -> Self {
        let fast = Side::new(Box::new(FastCard::open(variant).unwrap()), seed);
        let rtl = RtlCard::open(variant, LinkParams::default(), None).unwrap();
        let rtl = Side::new(Box::new(rtl), seed);
        assert_eq!(fast.arena.addr(), rtl.arena.addr());
        Self { fast, rtl, last: String::new(), compare_beats: true }
    }

    fn arena(&self) -> u64 {
        self.fast.arena.addr()
    }

    /// Reads a register of both; they must agree.
    fn read(&mut self, bar: Bar, offset: u32) -> u32 {
        let (fast, rtl) = (self.fast.read(bar, offset), self.rtl.read(bar, offset));
        assert_eq!(
            format!("{fast:#010x}"),
            format!("{rtl:#010x}"),
            "{bar:?} {offset:#06x} after {}: native (left) and RTL (right)",
            self.last
        );
        self.last = format!("read of {bar:?} {offset:#06x}");
        fast
    }

    fn write(&mut self, bar: Bar, offset: u32, value: u32) {
        self.fast.card.write32(bar, offset, value).unwrap();
        self.rtl.card.write32(bar, offset, value).unwrap();
        self.last = format!("write of {value:#010x} to {bar:?} {offset:#06x}");
    }

    fn write_pair(&mut self, bar: Bar, offset: u32, value: u64) {
        self.write(bar, offset, u32::try_from(value & 0xFFFF_FFFF).unwrap());
        self.write(bar, offset + 4, u32::try_from(value >> 32).unwrap());
    }

    /// Writes host memory of both.
    fn poke(&self, offset: usize, bytes: &[u8]) {
        self.fast.arena.write(offset, bytes).unwrap();
        self.rtl.arena.write(offset, bytes).unwrap();
    }

    fn rest(&mut self) {
        self.fast.rest();
        self.rtl.rest();
        assert_eq!(self.fast.messages, self.rtl.messages, "messages");
    }

    /// Compares host memory but for the places named.
    fn compare_memory(&self, but: &[std::ops::Range<usize>], what: &str) {
        let (mut fast, mut rtl) = (self.fast.memory(), self.rtl.memory());
        for range in but {
            fast[range.clone()].fill(0);
            rtl[range.clone()].fill(0);
        }
        let difference = fast.iter().zip(&rtl).position(|(a, b)| a != b);
        assert_eq!(difference, None, "{what}: first byte of host memory that differs");
    }

    /// Starts the count of beats anew.
    fn forget_beats(&mut self) {
        for index in [counter::index::H2C_BEATS, counter::index::C2H_BEATS] {
            self.fast.read(Bar::User, user::COUNTER_CLEAR.at(index));
            self.rtl.read(Bar::User, user::COUNTER_CLEAR.at(index));
        }
        self.compare_beats = true;
    }

    /// Compares the counters that count what happened, not when.
    fn compare_counters(&mut self, what: &str) {
        for (index, name) in counter::index::ALL {
            let beats = [counter::index::H2C_BEATS, counter::index::C2H_BEATS].contains(index);
            if !depends_on_time(*index) && (self.compare_beats || !beats) {
                let value = |side: &mut Side| side.read(Bar::User, user::COUNTER.at(*index));
                let (fast, rtl) = (value(&mut self.fast), value(&mut self.rtl));
                assert_eq!(fast, rtl, "{what}: counter {name}, native (left) and RTL (right)");
            }
        }
        for offset in [last_bad::HOST_LO, last_bad::CARD_LO, last_bad::MMIO_LO] {
            self.read(Bar::User, user::LAST_BAD.base() + offset);
            self.read(Bar::User, user::LAST_BAD.base() + offset + 4);
        }
    }
}

/// Counters of time, and of how transfers are cut.
fn depends_on_time(index: u32) -> bool {
    use counter::index as ix;
    [
        ix::HOST_READS,
        ix::HOST_WRITES,
        ix::NO_ROOM_CYCLES,
        ix::WINDOW0_FULL_STALL,
        ix::WINDOW0_EMPTY_STARVE,
        ix::WINDOW1_FULL_STALL,
        ix::WINDOW1_EMPTY_STARVE,
        ix::MSM_ACTIVE_CYCLES,
        ix::MSM_STARVE_CYCLES,
        ix::MSM_HAZARD_CYCLES,
        ix::MSM_HELD,
        ix::MSM_DRAIN_CYCLES,
        ix::MSM_DRAIN_STALL_CYCLES,
    ]
    .contains(&index)
}

// ---- registers ----

/// Offsets worth an access in the user space: everything known but time, and holes.
fn user_offsets() -> Vec<u32> {
    let excluded = [
        user::STATUS.base() + status::CYCLES_LO,
        user::STATUS.base() + status::CYCLES_HI,
        user::MSM.base() + msm::ADDER_LATENCY,
        user::MSM.base() + msm::HOLD_DEPTH,
    ];
    let timed = |offset: &u32| {
        [user::COUNTER, user::COUNTER_CLEAR]
            .iter()
            .any(|block| block.find(*offset).is_some_and(|(index, _)| depends_on_time(index)))
    };
    let pages = [0..0x300, 0x800..0xB00, 0x1000..0x11A0, 0x2000..0x2040, 0x2100..0x2140];
    let holes = [0x3000, 0x3FF0, 0x2200, 0x1800, 0xF00, 0x1_0000, 0x3F_FFFC];
    let known = pages.into_iter().flat_map(|page| page.step_by(4)).chain(holes);
    known.filter(|offset| !excluded.contains(offset) && !timed(offset)).collect()
}

/// Offsets worth an access in the DMA block.
fn dma_offsets() -> Vec<u32> {
    let timed =
        [chan::PERF_CYCLES_LO, chan::PERF_CYCLES_HI, chan::PERF_PENDING_LO, chan::PERF_PENDING_HI];
    let channel = move |base: u32| {
        (0..0x100).step_by(4).filter(move |at| !timed.contains(at)).map(move |at| base + at)
    };
    let mut offsets: Vec<u32> = (0..5)
        .flat_map(|n| [xdma::H2C.base() + 0x100 * n, xdma::C2H.base() + 0x100 * n])
        .flat_map(channel)
        .collect();
    for page in [xdma::H2C_SGDMA.base(), xdma::C2H_SGDMA.base()] {
        offsets.extend((0..4).flat_map(|n| {
            [sgdma::IDENTIFIER, sgdma::FIRST_DESC_LO, sgdma::FIRST_DESC_HI]
                .into_iter()
                .chain([sgdma::FIRST_DESC_ADJACENT, sgdma::DESC_CREDITS, 0x40])
                .map(move |at| page + 0x100 * n + at)
        }));
    }
    offsets.extend((0..0xC0).step_by(4).map(|at| xdma::IRQ.base() + at));
    offsets.extend((0..0x80).step_by(4).map(|at| xdma::CONFIG.base() + at));
    offsets.extend((0..0x40).step_by(4).map(|at| xdma::SGDMA_COMMON.base() + at));
    offsets.extend((0..0x220).step_by(4).map(|at| xdma::MSIX_TABLE.base() + at));
    offsets.extend([0x7000, 0x8FE0, 0x8FE4, 0x9000, 0xFFFC]);
    offsets
}

/// A value that starts nothing: traffic of registers alone.
fn tame(bar: Bar, offset: u32, value: u32) -> u32 {
    let channels = bar == Bar::Dma && offset < 0x2000;
    let kernel = bar == Bar::User && offset == user::MSM.base() + msm::CONTROL;
    if channels && (chan::CONTROL..=chan::CONTROL_W1S).contains(&(offset % 0x100)) {
        value & !chan::control::RUN.mask()
    } else if kernel {
        value & !msm::control::START.mask()
    } else {
        value
    }
}

fn registers(variant: &str, seed: u64, accesses: usize) {
    let mut pair = Pair::new(variant, seed);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (user, dma) = (user_offsets(), dma_offsets());
    for _ in 0..accesses {
        let (bar, offsets) =
            if random.random_bool(0.5) { (Bar::User, &user) } else { (Bar::Dma, &dma) };
        let offset = offsets[random.random_range(0..offsets.len())];
        if random.random_bool(0.6) {
            let value = match random.random_range(0..4) {
                0 => 0,
                1 => u32::MAX,
                2 => 1 << random.random_range(0..32),
                _ => random.next_u32(),
            };
            pair.write(bar, offset, tame(bar, offset, value));
        }
        pair.read(bar, offset);
        pair.read(Bar::User, user::COUNTER.at(counter::index::MMIO_ERRORS));
    }
    pair.rest();
    for offset in dma {
        pair.read(Bar::Dma, offset);
    }
    for offset in user {
        pair.read(Bar::User, offset);
    }
    pair.compare_counters(variant);
}

#[test]
fn registers_of_the_loopback_card() {
    registers("loopback", 1, 6000);
}

#[test]
fn registers_of_the_msm_card() {
    registers("msm-toy", 2, 6000);
}

// ---- the card's address space from the BAR ----

#[test]
fn the_window_bar_writes_reads_and_refuses_alike() {
    let mut pair = Pair::new("loopback", 3);
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..1500 {
        let base = match random.random_range(0..8) {
            0 => 0x1000_0000,
            1 => 0x2000_0000,
            2 => (1 << 20) - 64,
            3 => 1 << 20,
            4 => 0x3000_0000,
            5 => 0x7_0000_0000,
            _ => random.random_range(0..1 << 8) * 64,
        };
        let lane = random.random_range(0..64_u64);
        let bytes = random.random_range(1..=usize::try_from(64 - lane).unwrap());
        if random.random_bool(0.5) {
            let data: Vec<u8> = (0..bytes).map(|_| random.random()).collect();
            pair.fast.card.mmio_write(Bar::Window, base + lane, &data).unwrap();
            pair.rtl.card.mmio_write(Bar::Window, base + lane, &data).unwrap();
        } else {
            let (mut fast, mut rtl) = (vec![1; bytes], vec![2; bytes]);
            pair.fast.card.mmio_read(Bar::Window, base + lane, &mut fast).unwrap();
            pair.rtl.card.mmio_read(Bar::Window, base + lane, &mut rtl).unwrap();
            assert_eq!(fast, rtl, "{:#x}", base + lane);
        }
        for offset in [last_bad::MMIO_LO, last_bad::MMIO_HI] {
            pair.read(Bar::User, user::LAST_BAD.base() + offset);
        }
    }
    pair.compare_counters("window BAR");
    for window in 0..2 {
        for register in [stream::OCCUPANCY, stream::HIGH_WATER] {
            pair.read(Bar::User, user::STREAM.at(window) + register);
        }
    }
}

// ---- DMA ----

/// Places in the arena: descriptors, results, write-back words, sources, destinations, and what is not compared.
const RINGS: usize = 0;
const RESULTS: usize = 0x4000;
const WRITE_BACKS: usize = 0x8000;
const SOURCES: usize = 0x1_0000;
const DESTINATIONS: usize = 0x2_0000;
const SCRATCH: usize = 0x3_0000;
/// The same for card memory.
const CARD_TARGETS: u64 = 0x4_0000;
const CARD_SCRATCH: u64 = 0x8_0000;
const NOWHERE: u64 = 0x9000_0000;
const UNMAPPED: u64 = 0xDEAD_0000;

/// What goes wrong in a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    Magic,
    Source,
    Destination,
    Next,
    Length,
}

/// One channel's run.
struct Run {
    /// Register offset of the channel.
    base: u32,
    ring: u64,
    adjacent: u32,
    control: u32,
}

/// A descriptor to be written.
#[derive(Clone, Copy)]
struct Descriptor {
    flags: u32,
    len: u32,
    source: u64,
    destination: u64,
}

/// Lays out a chain: blocks of descriptors that follow each other in memory, in places of their own; gives the first
/// one's address and adjacent count.
fn lay_out(
    pair: &Pair,
    at: usize,
    chain: &[Descriptor],
    fault: Option<(usize, Fault)>,
    random: &mut ChaCha8Rng,
) -> (u64, u32) {
    // Blocks of random size, each at a random distance from the one before.
    let mut places = Vec::new();
    let mut blocks = Vec::new();
    let mut place = at + 32 * random.random_range(0..40);
    while places.len() < chain.len() {
        let block = random.random_range(1..=8).min(chain.len() - places.len());
        blocks.extend((0..block).rev());
        places.extend((0..block).map(|n| place + 32 * n));
        place += 32 * (block + random.random_range(0..30));
    }
    for (n, descriptor) in chain.iter().enumerate() {
        let mut magic = desc::control::RESET;
        let mut next = places.get(n + 1).map_or(0, |place| pair.arena() + *place as u64);
        if fault == Some((n, Fault::Magic)) {
            magic ^= 1 << random.random_range(16..32);
        }
        if fault == Some((n + 1, Fault::Next)) {
            next = UNMAPPED;
        }
        let adjacent = blocks.get(n + 1).map_or(0, |left| u32::try_from(*left).unwrap());
        let control = magic | descriptor.flags | desc::control::NEXT_ADJACENT.put(adjacent);
        let mut bytes = Vec::new();
        bytes.extend(control.to_le_bytes());
        bytes.extend(descriptor.len.to_le_bytes());
        for address in [descriptor.source, descriptor.destination, next] {
            bytes.extend(address.to_le_bytes());
        }
        pair.poke(places[n], &bytes);
    }
    (pair.arena() + places[0] as u64, u32::try_from(blocks[0]).unwrap())
}

/// All bits that may be logged, or some of them.
fn log_bits(random: &mut ChaCha8Rng) -> u32 {
    let all = 0x00F8_3E7E | chan::control::WRITE_ERROR.mask();
    if random.random_bool(0.7) { all } else { all & random.next_u32() }
}

/// Prepares a channel and its run; nothing moves yet.
fn prepare(pair: &mut Pair, base: u32, ring: (u64, u32), random: &mut ChaCha8Rng) -> Run {
    let poll = random.random_bool(0.5);
    let mut control = log_bits(random) | chan::control::RUN.mask();
    if poll {
        control |= chan::control::POLL_WRITEBACK.mask();
    }
    let word = pair.arena() + WRITE_BACKS as u64 + u64::from(base / 0x100) * 64;
    pair.write_pair(Bar::Dma, base + chan::POLL_WB_ADDR_LO, word);
    pair.write(Bar::Dma, base + chan::INTERRUPT_ENABLE, log_bits(random));
    Run { base, ring: ring.0, adjacent: ring.1, control }
}

/// Starts the runs, lets both cards come to rest, and compares what the channels say.
fn go(pair: &mut Pair, runs: &[Run], what: &str) {
    for run in runs {
        let page = run.base + xdma::H2C_SGDMA.base();
        pair.write_pair(Bar::Dma, page + sgdma::FIRST_DESC_LO, run.ring);
        pair.write(Bar::Dma, page + sgdma::FIRST_DESC_ADJACENT, run.adjacent);
        pair.write(Bar::Dma, run.base + chan::CONTROL, run.control);
    }
    pair.rest();
    for run in runs {
        pair.write(Bar::Dma, run.base + chan::CONTROL_W1C, chan::control::RUN.mask());
    }
    pair.rest();
    for run in runs {
        for register in [chan::STATUS, chan::COMPLETED_COUNT, chan::CONTROL] {
            let (fast, rtl) = (
                pair.fast.read(Bar::Dma, run.base + register),
                pair.rtl.read(Bar::Dma, run.base + register),
            );
            assert_eq!(
                format!("{fast:#010x}"),
                format!("{rtl:#010x}"),
                "{what}: channel {:#06x} register {register:#04x}, native (left) and RTL (right)",
                run.base
            );
        }
    }
    for register in [irq::CHANNEL_REQUEST, irq::CHANNEL_PENDING] {
        pair.read(Bar::Dma, xdma::IRQ.base() + register);
    }
    for run in runs {
        pair.read(Bar::Dma, run.base + chan::STATUS_RC);
        pair.read(Bar::Dma, run.base + chan::STATUS);
    }
    pair.read(Bar::Dma, xdma::IRQ.base() + irq::CHANNEL_REQUEST);
    pair.compare_counters(what);
}

/// Every interrupt may send its message, each with a vector of its own.
fn open_interrupts(pair: &mut Pair) {
    for n in 0..2 {
        let vectors = 0x0302_0100 + 0x0404_0404 * n;
        pair.write(Bar::Dma, xdma::IRQ.base() + irq::CHANNEL_VECTOR.at(n), vectors);
    }
    for vector in 0..8 {
        let mask = xdma::MSIX_TABLE.at(vector) + xdma::msix_entry::VECTOR_CONTROL;
        pair.write(Bar::Dma, mask, 0);
    }
    pair.write(Bar::Dma, xdma::IRQ.base() + irq::CHANNEL_ENABLE_W1S, 0xFF);
}

/// A chain of a memory-mapped channel.
fn memory_chain(
    pair: &Pair,
    c2h: bool,
    fault: Fault,
    random: &mut ChaCha8Rng,
) -> (Vec<Descriptor>, Option<(usize, Fault)>) {
    let count = random.random_range(1..=12);
    let bad = (fault != Fault::None).then(|| random.random_range(0..count));
    let arena = pair.arena();
    let mut chain = Vec::new();
    let mut target = random.random_range(0..64);
    for n in 0..count {
        let len = match random.random_range(0..6) {
            0 => random.random_range(0..4),
            1 => 64 * random.random_range(1..8),
            2 => random.random_range(4000..5200),
            _ => random.random_range(1..600),
        };
        let spoiled = bad.is_some_and(|bad| n >= bad);
        let host_source = arena + (SOURCES as u64) + random.random_range(0..0x8000);
        let card_source = random.random_range(0..0x8000);
        let (mut source, mut destination) = match (c2h, spoiled) {
            (false, false) => (host_source, CARD_TARGETS + target),
            (false, true) => (host_source, CARD_SCRATCH),
            (true, false) => (card_source, arena + DESTINATIONS as u64 + target),
            (true, true) => (card_source, arena + SCRATCH as u64),
        };
        if bad == Some(n) && fault == Fault::Source {
            source = if c2h { NOWHERE + 64 * n as u64 } else { UNMAPPED + 64 * n as u64 };
        }
        if bad == Some(n) && fault == Fault::Destination {
            destination = if c2h { UNMAPPED + 64 * n as u64 } else { NOWHERE + 64 * n as u64 };
        }
        let len = if bad == Some(n) { 100 } else { len };
        target += u64::from(len) + random.random_range(0..100);
        let mut flags = u32::from(random.random_bool(0.2)) * desc::control::COMPLETED.mask();
        if n + 1 == count {
            flags |= desc::control::STOP.mask();
            flags |= u32::from(random.random_bool(0.8)) * desc::control::COMPLETED.mask();
        }
        chain.push(Descriptor { flags, len, source, destination });
    }
    (chain, bad.map(|bad| (bad, fault)))
}

fn memory_transfers(seed: u64, cases: u32) {
    let mut pair = Pair::new("loopback", seed);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    open_interrupts(&mut pair);
    // Something to read from.
    for line in 0..0x8000 / 64 {
        let data: [u8; 64] = random.random();
        pair.fast.card.mmio_write(Bar::Window, line * 64, &data).unwrap();
        pair.rtl.card.mmio_write(Bar::Window, line * 64, &data).unwrap();
    }
    for case in 0..cases {
        let fault = match random.random_range(0..12) {
            0 => Fault::Magic,
            1 => Fault::Source,
            2 => Fault::Destination,
            3 => Fault::Next,
            _ => Fault::None,
        };
        let mut runs = Vec::new();
        let channel = random.random_range(0..2);
        let both = fault == Fault::None && random.random_bool(0.4);
        let c2h_only = random.random_bool(0.5);
        for (c2h, block) in [(false, xdma::H2C), (true, xdma::C2H)] {
            if both || c2h == c2h_only {
                let (chain, bad) = memory_chain(&pair, c2h, fault, &mut random);
                // The first descriptor is not reached by a next pointer.
                let bad = bad.filter(|(at, fault)| *at > 0 || *fault != Fault::Next);
                let at = RINGS + 0x2000 * usize::from(c2h);
                let ring = lay_out(&pair, at, &chain, bad, &mut random);
                runs.push(prepare(&mut pair, block.at(channel), ring, &mut random));
            }
        }
        let what = format!("seed {seed} case {case} {fault:?} c2h {c2h_only} both {both}");
        if fault != Fault::None {
            pair.compare_beats = false;
        }
        go(&mut pair, &runs, &what);
        if fault != Fault::None {
            pair.forget_beats();
        }
        pair.compare_memory(&[SCRATCH..ARENA_BYTES], &what);
    }
    // What has been written to the card, up to what is not compared.
    for line in (0..0x8000).chain(CARD_TARGETS..CARD_TARGETS + 0x1_8000).step_by(64) {
        let (mut fast, mut rtl) = ([1; 64], [2; 64]);
        pair.fast.card.mmio_read(Bar::Window, line, &mut fast).unwrap();
        pair.rtl.card.mmio_read(Bar::Window, line, &mut rtl).unwrap();
        assert_eq!(fast, rtl, "card memory at {line:#x}");
    }
}

#[test]
fn memory_transfers_of_seed_10() {
    memory_transfers(10, 150);
}

#[test]
fn memory_transfers_of_seed_11() {
    memory_transfers(11, 150);
}

/// Pieces of `total` bytes, none empty.
fn cut(total: u32, random: &mut ChaCha8Rng) -> Vec<u32> {
    let mut pieces = Vec::new();
    let mut left = total;
    while left > 0 && pieces.len() < 15 {
        let piece = match random.random_range(0..3) {
            0 => 64 * random.random_range(1..10),
            _ => random.random_range(1..900),
        };
        pieces.push(piece.min(left));
        left -= piece.min(left);
    }
    pieces
}

fn stream_transfers(seed: u64, cases: u32) {
    let mut pair = Pair::new("loopback", seed);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    open_interrupts(&mut pair);
    let arena = pair.arena();
    for case in 0..cases {
        let channel = random.random_range(2..4);
        // Packets to the card, the last piece ends one.
        let total = random.random_range(1..6000);
        let pieces = cut(total, &mut random);
        let last = pieces.len() - 1;
        let mut packets = vec![0_u32];
        let sends: Vec<_> = (0..)
            .zip(&pieces)
            .map(|(n, len)| {
                let eop = n == last || random.random_bool(0.3);
                *packets.last_mut().unwrap() += *len;
                if eop && n != last {
                    packets.push(0);
                }
                let mut flags = u32::from(eop) * desc::control::EOP.mask();
                if n == last {
                    flags |= desc::control::STOP.mask() | desc::control::COMPLETED.mask();
                }
                let source = arena + SOURCES as u64 + random.random_range(0..0x8000);
                Descriptor { flags, len: *len, source, destination: 0 }
            })
            .collect();
        // Buffers back: as many as the packets fill, of sizes of their own.
        let mut buffers = Vec::new();
        for packet in &packets {
            let mut left = *packet;
            while left > 0 {
                let room = random.random_range(1..2000_u32);
                buffers.push(room);
                left = left.saturating_sub(room);
            }
        }
        let mut target = arena + DESTINATIONS as u64 + random.random_range(0..64);
        let count = buffers.len();
        let receives: Vec<_> = (0..)
            .zip(&buffers)
            .map(|(n, len)| {
                let mut flags =
                    u32::from(random.random_bool(0.2)) * desc::control::COMPLETED.mask();
                if n + 1 == count {
                    flags |= desc::control::STOP.mask() | desc::control::COMPLETED.mask();
                }
                let destination = target;
                target += u64::from(*len) + random.random_range(0..40);
                let source = arena + RESULTS as u64 + 32 * n as u64;
                Descriptor { flags, len: *len, source, destination }
            })
            .collect();
        let send_ring = lay_out(&pair, RINGS, &sends, None, &mut random);
        let receive_ring = lay_out(&pair, RINGS + 0x2000, &receives, None, &mut random);
        let send = prepare(&mut pair, xdma::H2C.at(channel), send_ring, &mut random);
        let mut receive = prepare(&mut pair, xdma::C2H.at(channel), receive_ring, &mut random);
        if random.random_bool(0.2) {
            receive.control |= chan::control::STREAM_WRITEBACK_DISABLE.mask();
        }
        let what = format!(
            "seed {seed} case {case}: pieces {pieces:?}, packets {packets:?}, buffers {buffers:?}"
        );
        go(&mut pair, &[receive, send], &what);
        pair.compare_memory(&[], &what);
    }
}

#[test]
fn stream_transfers_of_seed_20() {
    stream_transfers(20, 80);
}

#[test]
fn stream_transfers_of_seed_21() {
    stream_transfers(21, 80);
}

#[test]
fn an_empty_descriptor_of_a_stream_is_an_invalid_length() {
    let mut pair = Pair::new("loopback", 22);
    let mut random = ChaCha8Rng::seed_from_u64(22);
    open_interrupts(&mut pair);
    for base in [xdma::H2C.at(2), xdma::C2H.at(2)] {
        let flags = desc::control::STOP.mask() | desc::control::EOP.mask();
        let arena = pair.arena();
        let (source, destination) = (arena + RESULTS as u64, arena + SCRATCH as u64);
        let empty = Descriptor { flags, len: 0, source, destination };
        let ring = lay_out(&pair, RINGS, &[empty], Some((0, Fault::Length)), &mut random);
        let run = prepare(&mut pair, base, ring, &mut random);
        go(&mut pair, &[run], "empty descriptor");
    }
    pair.compare_memory(&[], "empty descriptor");
}

#[test]
fn a_receiver_that_is_stopped_reports_what_it_has() {
    let mut pair = Pair::new("loopback", 23);
    let mut random = ChaCha8Rng::seed_from_u64(23);
    open_interrupts(&mut pair);
    let arena = pair.arena();
    let buffer = |n: u64, flags| Descriptor {
        flags,
        len: 256,
        source: arena + RESULTS as u64 + 32 * n,
        destination: arena + DESTINATIONS as u64 + 512 * n,
    };
    let chain = [buffer(0, 0), buffer(1, 0), buffer(2, desc::control::STOP.mask())];
    let ring = lay_out(&pair, RINGS, &chain, None, &mut random);
    let run = prepare(&mut pair, xdma::C2H.at(3), ring, &mut random);
    go(&mut pair, &[run], "stopped receiver");
    pair.compare_memory(&[], "stopped receiver");
    // It works afterwards.
    stream_once(&mut pair, 3, &mut random);
}

/// One packet there and back.
fn stream_once(pair: &mut Pair, channel: u32, random: &mut ChaCha8Rng) {
    let arena = pair.arena();
    let flags = desc::control::STOP.mask() | desc::control::COMPLETED.mask();
    let source = arena + SOURCES as u64;
    let send =
        Descriptor { flags: flags | desc::control::EOP.mask(), len: 777, source, destination: 0 };
    let destination = arena + DESTINATIONS as u64 + 0x4000;
    let receive = Descriptor { flags, len: 1000, source: arena + RESULTS as u64, destination };
    let send_ring = lay_out(pair, RINGS, &[send], None, random);
    let receive_ring = lay_out(pair, RINGS + 0x2000, &[receive], None, random);
    let runs = [
        prepare(pair, xdma::H2C.at(channel), send_ring, random),
        prepare(pair, xdma::C2H.at(channel), receive_ring, random),
    ];
    go(pair, &runs, "a packet after a stop");
    pair.compare_memory(&[], "a packet after a stop");
}

// ---- MSM ----

#[test]
fn buckets_of_the_toy_card_are_the_same_points() {
    let mut pair = Pair::new("msm-toy", 30);
    let mut random = ChaCha8Rng::seed_from_u64(30);
    open_interrupts(&mut pair);
    for (count, distribution) in [
        (24, Distribution::Uniform),
        (1, Distribution::RMinusOne),
        (0, Distribution::Zeros),
        (50, Distribution::Small),
        (37, Distribution::Equal),
    ] {
        let window_bits = WindowPlan::toy().bits().to_vec();
        let spec = VectorSpec { seed: 30, count, distribution, window_bits };
        let vectors = Vectors::generate(&spec).unwrap();
        let points = curve::to_card_points(&vectors.points).unwrap();
        let whole = WindowPlan::toy().bucket_count() * BUCKET_BYTES;
        let arena = pair.arena();
        let read = Descriptor {
            flags: desc::control::STOP.mask() | desc::control::COMPLETED.mask(),
            len: u32::try_from(whole).unwrap() + 64,
            source: arena + RESULTS as u64,
            destination: arena + SCRATCH as u64,
        };
        let ring = lay_out(&pair, RINGS, &[read], None, &mut random);
        let run = prepare(&mut pair, xdma::C2H.at(1), ring, &mut random);
        let base = user::MSM.base();
        pair.write(Bar::User, base + msm::POINTS, u32::try_from(count).unwrap());
        pair.write(Bar::User, base + msm::CONTROL, msm::control::START.mask());
        let lines = |bytes: &[u8], per_chunk: usize| -> Vec<Vec<[u8; 64]>> {
            bytes
                .chunks(per_chunk)
                .map(|chunk| {
                    chunk
                        .chunks(64)
                        .map(|line| {
                            let mut padded = [0; 64];
                            padded[..line.len()].copy_from_slice(line);
                            padded
                        })
                        .collect()
                })
                .collect()
        };
        let chunks = lines(vectors.scalars.as_flattened(), 12 * 32)
            .into_iter()
            .zip(lines(&points, 12 * 144));
        for (scalars, points) in chunks {
            for (address, line) in scalars
                .iter()
                .map(|line| (0x1000_0000, line))
                .chain(points.iter().map(|line| (0x2000_0000, line)))
            {
                pair.fast.card.mmio_write(Bar::Window, address, line).unwrap();
                pair.rtl.card.mmio_write(Bar::Window, address, line).unwrap();
            }
            pair.rest();
        }
        let what = format!("{count} pairs, {}", distribution.name());
        go(&mut pair, &[run], &what);
        pair.compare_memory(&[SCRATCH..ARENA_BYTES], &what);
        pair.read(Bar::User, base + msm::STATUS);
        for side in [&pair.fast, &pair.rtl] {
            let memory = side.memory();
            let buckets = &memory[SCRATCH..SCRATCH + whole];
            let what = format!("{:?}: {what}", side.card.body());
            assert_eq!(vectors.first_difference(buckets).unwrap(), None, "{what}");
        }
    }
}

#[test]
fn the_tables_of_this_file_know_the_register_map() {
    assert!(user_offsets().contains(&(user::MSM.base() + msm::NUM_BUCKETS)));
    assert!(!user_offsets().contains(&user::STATUS.at(0).wrapping_add(status::CYCLES_LO)));
    assert!(dma_offsets().contains(&(xdma::CONFIG.base() + config::DATA_WIDTH)));
    assert!(dma_offsets().contains(&(xdma::SGDMA_COMMON.base() + sgdma_common::DESC_HALT)));
    assert_eq!(poll_wb::word::COUNT.lsb(), 0);
}
