// SPDX-License-Identifier: Apache-2.0
//! Samples from their clock to host memory: the source and the capture engine together, by registers. What arrives is compared to the sample
//! with what was produced, with the time of each buffer and with what was told to be lost.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::collections::VecDeque;

use common::on_every_card;
use forebay_bus::host::Shared;
use forebay_bus::{Bar, Card, CardExt, LinkParams, Stop};
use forebay_regs::s2mm_record::{self, lost_hi};
use forebay_regs::user::s2mm::{self, dmacr, dmasr, mode as buffers};
use forebay_regs::user::source::{self, control, mode, status};
use forebay_regs::{cards, user};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Where records lie in the shared memory, and how many there are at most; buffers follow.
const RING: usize = 4096;
const RECORDS: usize = RING / s2mm_record::SIZE_BYTES as usize;
const MEMORY: usize = 1 << 20;
/// Pairs that may be armed.
const PAIRS: usize = 16;
/// Half the card's clock.
const FASTEST: u32 = 1 << 31;
/// Cycles within which something has to happen.
const PATIENCE: u64 = 2_000_000;
const ROUND: u64 = 200;

/// What is told of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Record {
    stamp: u64,
    lost: u64,
    eop: bool,
    eob: bool,
    overrun: bool,
    stopped: bool,
    buffer: u64,
    bytes: usize,
    sequence: u32,
}

/// What a burst is.
#[derive(Clone, Copy, Debug)]
struct Burst {
    mode: u32,
    rate: u32,
    packet: u32,
    samples: Option<u64>,
    /// Cycles from the command on until it begins.
    begins_in: Option<u64>,
}

const RAMP: Burst =
    Burst { mode: mode::wave::RAMP, rate: FASTEST, packet: 0, samples: None, begins_in: None };

/// Time of a sample, by its definition.
fn stamp_of(first: u64, number: u64, rate: u32) -> u64 {
    first + u64::try_from((u128::from(number) << 32).div_ceil(u128::from(rate))).unwrap()
}

struct Rig {
    card: Box<dyn Card>,
    memory: Shared,
    /// Buffers that are armed: where in the memory, and how long.
    armed: VecDeque<(usize, usize)>,
    /// Where the next buffer may be.
    next: usize,
    finished: u32,
}

impl Rig {
    fn open(body: &str) -> Self {
        let card =
            forebay_sim::open(&format!("{body}:radio"), LinkParams::default(), None).unwrap();
        let memory = card.host().share(MEMORY).unwrap();
        Self { card, memory, armed: VecDeque::new(), next: RING, finished: 0 }
    }

    fn engine(&mut self, register: u32, value: u32) {
        self.card.write32(Bar::User, cards::S2MM.page + register, value).unwrap();
    }

    fn engine_says(&mut self, register: u32) -> u32 {
        self.card.read32(Bar::User, cards::S2MM.page + register).unwrap()
    }

    fn source(&mut self, register: u32, value: u32) {
        self.card.write32(Bar::User, cards::SOURCE.page + register, value).unwrap();
    }

    fn source_wide(&mut self, register: u32, value: u64) {
        self.source(register, u32::try_from(value & 0xFFFF_FFFF).unwrap());
        self.source(register + 4, u32::try_from(value >> 32).unwrap());
    }

    fn source_says(&mut self, register: u32) -> u32 {
        self.card.read32(Bar::User, cards::SOURCE.page + register).unwrap()
    }

    fn source_says_wide(&mut self, register: u32) -> u64 {
        let low = u64::from(self.source_says(register));
        low | u64::from(self.source_says(register + 4)) << 32
    }

    /// Lets the engine run with buffers of that kind.
    fn run(&mut self, kind: u32) {
        self.engine(s2mm::MODE, kind | buffers::RECORDS.mask());
        let ring = self.memory.addr();
        self.engine(s2mm::RING_LO, u32::try_from(ring & 0xFFFF_FFFF).unwrap());
        self.engine(s2mm::RING_HI, u32::try_from(ring >> 32).unwrap());
        self.engine(s2mm::RING_SIZE, RECORDS.ilog2());
        self.engine(s2mm::DMACR, dmacr::RS.mask() | dmacr::IOC_IRQ_EN.mask());
        self.until(|rig| !dmasr::HALTED.is_set(rig.engine_says(s2mm::DMASR)), "it runs");
    }

    fn until(&mut self, mut holds: impl FnMut(&mut Self) -> bool, what: &str) {
        // A card at rest lets no time pass: rounds are what is bounded.
        let mut rounds = 0..PATIENCE / ROUND;
        while !holds(self) {
            assert!(rounds.next().is_some(), "not within {PATIENCE} cycles: {what}");
            self.advance(ROUND);
        }
    }

    fn advance(&mut self, cycles: u64) {
        let end = self.card.now() + cycles;
        while self.card.now() < end
            && self.card.advance(end - self.card.now()).unwrap() != Stop::Idle
        {}
    }

    /// Arms a buffer of so many bytes.
    fn arm(&mut self, bytes: usize) {
        if self.next + bytes > MEMORY {
            self.next = RING;
        }
        let address = self.memory.addr() + self.next as u64;
        self.engine(s2mm::NEXT_DA, u32::try_from(address & 0xFFFF_FFFF).unwrap());
        self.engine(s2mm::NEXT_DA_MSB, u32::try_from(address >> 32).unwrap());
        self.engine(s2mm::NEXT_LENGTH, u32::try_from(bytes).unwrap());
        self.armed.push_back((self.next, bytes));
        self.next += bytes;
    }

    /// The next record, once its sequence is there; none if it does not come.
    fn record(&mut self) -> Option<Record> {
        let place = self.finished as usize % RECORDS * s2mm_record::SIZE_BYTES as usize;
        let mut bytes = [0; s2mm_record::SIZE_BYTES as usize];
        self.memory.read(place, &mut bytes).unwrap();
        let word = |at: u32| u32::from_le_bytes(bytes[at as usize..][..4].try_into().unwrap());
        let wide = |at: u32| u64::from(word(at)) | u64::from(word(at + 4)) << 32;
        if word(s2mm_record::SEQUENCE) != self.finished + 1 {
            return None;
        }
        self.finished += 1;
        let flags = word(s2mm_record::LOST_HI);
        Some(Record {
            stamp: wide(s2mm_record::STAMP_LO),
            lost: u64::from(word(s2mm_record::LOST_LO))
                | u64::from(lost_hi::SAMPLES.get(flags)) << 32,
            eop: lost_hi::EOP.is_set(flags),
            eob: lost_hi::EOB.is_set(flags),
            overrun: lost_hi::OVERRUN.is_set(flags),
            stopped: lost_hi::STOPPED.is_set(flags),
            buffer: wide(s2mm_record::BUFFER_LO),
            bytes: word(s2mm_record::BYTES) as usize,
            sequence: word(s2mm_record::SEQUENCE),
        })
    }

    /// The next finished buffer: what is told of it, and its bytes.
    fn take(&mut self) -> Option<(Record, Vec<u8>)> {
        let record = self.record()?;
        let (at, most) = self.armed.pop_front().unwrap();
        assert_eq!(record.buffer, self.memory.addr() + at as u64, "{record:?}");
        assert_eq!(record.sequence, self.finished);
        assert!(record.bytes <= most, "{record:?} in {most} bytes");
        let mut bytes = vec![0; record.bytes];
        self.memory.read(at, &mut bytes).unwrap();
        Some((record, bytes))
    }

    /// Waits for it.
    fn wait(&mut self) -> (Record, Vec<u8>) {
        let mut taken = None;
        self.until(
            |rig| {
                taken = rig.take();
                taken.is_some()
            },
            "a buffer is finished",
        );
        taken.unwrap()
    }

    /// Begins a burst; the time of its first sample, where that was said.
    fn start(&mut self, burst: &Burst) -> Option<u64> {
        self.source(source::MODE, burst.mode);
        self.source(source::RATE, burst.rate);
        self.source(source::PACKET, burst.packet);
        let mut command = control::START.mask();
        if let Some(samples) = burst.samples {
            self.source_wide(source::SAMPLES_LO, samples);
            command |= control::COUNTED.mask();
        }
        let first = burst.begins_in.map(|ahead| {
            let first = self.source_says_wide(source::TIME_LO) + ahead;
            self.source_wide(source::START_AT_LO, first);
            command |= control::AT.mask();
            first
        });
        self.source(source::CONTROL, command);
        first
    }

    /// The burst is over.
    fn over(&mut self) {
        let busy = status::ARMED.mask() | status::RUNNING.mask();
        self.until(|rig| rig.source_says(source::STATUS) & busy == 0, "the burst is over");
    }

    /// What became of a channel's samples: produced, kept, lost.
    fn account(&mut self, channel: u32) -> [u64; 3] {
        let low = u64::from(self.source_says(source::PRODUCED_LO.at(channel)));
        let produced = low | u64::from(self.source_says(source::PRODUCED_HI)) << 32;
        let [kept, lost] = [source::KEPT_LO, source::LOST_LO].map(|at| self.source_says_wide(at));
        assert_eq!(produced, kept + lost, "channel {channel}");
        [produced, kept, lost]
    }

    fn stop(&mut self) {
        self.engine(s2mm::DMACR, 0);
        self.until(|rig| dmasr::HALTED.is_set(rig.engine_says(s2mm::DMASR)), "it halts");
    }
}

/// A ramp that has arrived with gaps.
#[derive(Debug, Default)]
struct Arrived {
    /// Of the next sample.
    number: u64,
    told: u64,
    kept: u64,
    overruns: u32,
}

impl Arrived {
    /// A buffer goes on behind those before it and what was lost between them.
    fn check(&mut self, record: Record, bytes: &[u8]) {
        self.number += record.lost;
        self.told += record.lost;
        let expected: Vec<u64> = (self.number..).take(bytes.len() / 4).collect();
        assert_eq!(numbers(bytes), expected, "{record:?}");
        self.number += expected.len() as u64;
        self.kept += expected.len() as u64;
        self.overruns += u32::from(record.overrun);
    }
}

/// The numbers of a ramp of channel 0.
fn numbers(bytes: &[u8]) -> Vec<u64> {
    let word = |bytes: &[u8]| u64::from(u32::from_le_bytes(bytes.try_into().unwrap()));
    bytes.chunks(4).map(word).collect()
}

/// Buffers that are armed as fast as they are finished lose nothing, at a sample every other cycle, and each has its time.
fn a_sample_every_other_cycle_is_captured_without_a_gap(body: &str) {
    const BYTES: usize = 16 << 10;
    let mut rig = Rig::open(body);
    rig.run(buffers::CUT.mask());
    (0..PAIRS).for_each(|_| rig.arm(BYTES));
    let samples = 40 * BYTES as u64 / 4 + 100;
    let burst = Burst { samples: Some(samples), begins_in: Some(2000), ..RAMP };
    let first = rig.start(&burst).unwrap();
    let (mut arrived, mut told) = (0, 0);
    while arrived < samples {
        let (record, bytes) = rig.wait();
        rig.arm(BYTES);
        let expected: Vec<u64> = (arrived..).take(bytes.len() / 4).collect();
        assert_eq!(numbers(&bytes), expected, "behind {arrived} samples");
        assert_eq!(record.stamp, stamp_of(first, arrived, FASTEST), "{record:?}");
        arrived += bytes.len() as u64 / 4;
        told += record.lost;
        let last = arrived == samples;
        assert_eq!((record.eop, record.eob, record.overrun), (last, last, false), "{record:?}");
        assert!(last || record.bytes == BYTES);
    }
    rig.over();
    assert_eq!((rig.account(0), told), ([samples, samples, 0], 0));
    assert_eq!(rig.source_says(source::STATUS), status::DONE.mask());
    rig.stop();
}

/// Buffers that come too late: what arrived and what was told to be lost is what was produced, to the sample.
fn what_was_lost_and_what_arrived_is_what_was_produced(body: &str) {
    let mut rig = Rig::open(body);
    let mut random = ChaCha8Rng::seed_from_u64(5);
    rig.run(buffers::CUT.mask());
    rig.start(&Burst { rate: 0x7123_4567, ..RAMP });
    let mut arrived = Arrived::default();
    for _ in 0..60 {
        for _ in 0..random.random_range(0..6) {
            if rig.armed.len() < PAIRS {
                rig.arm(64 * random.random_range(1..200));
            }
        }
        rig.advance(random.random_range(0..60_000));
        while let Some((record, bytes)) = rig.take() {
            arrived.check(record, &bytes);
        }
    }
    rig.source(source::CONTROL, control::STOP.mask());
    rig.over();
    let [produced, kept, lost] = rig.account(0);
    // What is left in the card.
    while arrived.kept < kept {
        while rig.armed.len() < PAIRS {
            rig.arm(16 << 10);
        }
        let (record, bytes) = rig.wait();
        arrived.check(record, &bytes);
    }
    assert!(arrived.overruns > 2 && lost > 0, "{arrived:?}");
    // Those behind the last packet are told by the account alone.
    assert!(lost >= arrived.told, "{arrived:?}, {lost} lost");
    assert_eq!((arrived.kept, produced), (kept, arrived.number + (lost - arrived.told)));
    rig.stop();
}

/// A stop in the middle of a buffer tells what is in it; the stream goes on in the next run.
fn what_a_stop_cuts_is_told_and_the_next_run_goes_on(body: &str) {
    let mut rig = Rig::open(body);
    let mut random = ChaCha8Rng::seed_from_u64(9);
    rig.run(buffers::CUT.mask());
    let samples = 20_000;
    rig.start(&Burst { samples: Some(samples), rate: 0x1000_0000, ..RAMP });
    let (mut arrived, mut cuts) = (0, 0);
    while arrived < samples {
        (0..4).for_each(|_| rig.arm(4096));
        rig.advance(random.random_range(0..30_000));
        rig.stop();
        while let Some((record, bytes)) = rig.take() {
            let expected: Vec<u64> = (arrived..).take(bytes.len() / 4).collect();
            assert_eq!(numbers(&bytes), expected, "{record:?}");
            arrived += expected.len() as u64;
            cuts += u32::from(record.stopped);
            assert_eq!((record.lost, record.overrun), (0, false), "{record:?}");
        }
        rig.armed.clear();
        rig.engine(s2mm::DMACR, dmacr::RS.mask());
        rig.until(|rig| !dmasr::HALTED.is_set(rig.engine_says(s2mm::DMASR)), "it runs again");
    }
    assert!(cuts > 2, "{cuts} buffers were cut");
    assert_eq!(rig.account(0), [samples, samples, 0]);
    rig.stop();
}

/// Packets of four channels, many in a buffer and parts of one in two, taken apart by their headers alone.
fn packets_of_channels_come_apart_again(body: &str) {
    const PACKET: u32 = 70;
    let mut rig = Rig::open(body);
    rig.run(buffers::THROUGH.mask());
    (0..PAIRS).for_each(|_| rig.arm(5000));
    let samples = 1000;
    let burst = Burst {
        mode: mode::wave::RAMP | mode::CHANNELS.put(3) | mode::CHDR.mask(),
        packet: PACKET,
        rate: 0x0800_0000,
        samples: Some(samples),
        begins_in: Some(3000),
    };
    let first = rig.start(&burst).unwrap();
    let packets_each = samples.div_ceil(u64::from(PACKET));
    let whole = 4 * (samples * 4 + packets_each * 64);
    let mut all = Vec::new();
    while all.len() < usize::try_from(whole).unwrap() {
        let (record, bytes) = rig.wait();
        assert!(record.bytes == 5000 || record.eob, "{record:?}");
        assert_eq!((record.lost, record.overrun), (0, false));
        all.extend(bytes);
    }
    let mut number = [0; 4];
    let mut sequence = [0; 4];
    let mut rest = &all[..];
    while !rest.is_empty() {
        let word = |at: usize| u64::from_le_bytes(rest[at..at + 8].try_into().unwrap());
        let (header, stamp) = (word(0), word(8));
        let (channel, length) = ((header & 0xFFFF) as usize, (header >> 16 & 0xFFFF) as usize);
        assert_eq!((header >> 53 & 7, header >> 32 & 0xFFFF), (7, sequence[channel]));
        assert_eq!(stamp, stamp_of(first, number[channel], burst.rate));
        let words = numbers(&rest[64..length]);
        let expected: Vec<u64> = (number[channel]..)
            .map(|number| (channel as u64) << 28 | number)
            .take(words.len())
            .collect();
        assert_eq!(words, expected, "channel {channel}");
        number[channel] += words.len() as u64;
        sequence[channel] += 1;
        assert_eq!(header >> 57 & 1 == 1, number[channel] == samples);
        rest = &rest[length..];
    }
    assert_eq!(number, [samples; 4]);
    for channel in 0..4 {
        assert_eq!(rig.account(channel), [samples, samples, 0]);
    }
    rig.stop();
}

/// A time that is over: late, and nothing is captured; the next burst is.
fn a_burst_that_is_late_captures_nothing(body: &str) {
    let mut rig = Rig::open(body);
    rig.run(buffers::CUT.mask());
    rig.arm(4096);
    let now = rig.source_says_wide(source::TIME_LO);
    rig.source_wide(source::START_AT_LO, now);
    rig.source(source::CONTROL, control::START.mask() | control::AT.mask());
    assert_eq!(rig.source_says(source::STATUS), status::LATE.mask());
    rig.advance(20_000);
    assert_eq!((rig.account(0), rig.take()), ([0; 3], None));
    rig.start(&Burst { samples: Some(1024), begins_in: Some(2000), ..RAMP });
    let (record, bytes) = rig.wait();
    assert_eq!(numbers(&bytes), (0..1024).collect::<Vec<_>>());
    assert!(record.eob && !record.stopped && record.lost == 0);
    assert_eq!(rig.source_says(source::STATUS), status::DONE.mask());
    rig.stop();
}

/// Samples of every wave and number of channels are the same on both cards, bit for bit, and so is what is told of their buffers.
#[test]
fn both_cards_capture_the_same() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let bursts: Vec<_> = (0..24)
        .map(|_| Burst {
            mode: random.random_range(0..3)
                | mode::CHANNELS.put([0, 1, 3][random.random_range(0..3)]),
            rate: random.random_range(1 << 24..1_u32 << 31),
            packet: [0, 7, 64, 1000][random.random_range(0..4)],
            samples: Some(random.random_range(1..3000)),
            begins_in: Some(2000),
        })
        .collect();
    let sizes: Vec<usize> = (0..PAIRS).map(|_| 64 * random.random_range(1..400)).collect();
    let captured = ["rtl", "fast"].map(|body| {
        let mut rig = Rig::open(body);
        let mut all = Vec::new();
        for burst in &bursts {
            rig.source_wide(source::TIME_LO, 1 << 40);
            rig.run(buffers::CUT.mask());
            sizes.iter().for_each(|size| rig.arm(*size));
            let first = rig.start(burst).unwrap();
            loop {
                let (record, bytes) = rig.wait();
                let told = Record { buffer: 0, stamp: record.stamp - first, ..record };
                all.push((told, bytes));
                if rig.armed.is_empty() {
                    sizes.iter().for_each(|size| rig.arm(*size));
                }
                if record.eob {
                    break;
                }
            }
            rig.over();
            rig.stop();
            rig.armed.clear();
        }
        all
    });
    let [rtl, fast] = captured;
    assert_eq!(rtl.len(), fast.len());
    for (number, (rtl, fast)) in rtl.into_iter().zip(fast).enumerate() {
        assert_eq!(rtl, fast, "buffer {number}");
    }
}

const _: () = assert!(user::S2MM.base() == cards::S2MM.page);

on_every_card!(
    a_sample_every_other_cycle_is_captured_without_a_gap,
    what_was_lost_and_what_arrived_is_what_was_produced,
    what_a_stop_cuts_is_told_and_the_next_run_goes_on,
    packets_of_channels_come_apart_again,
    a_burst_that_is_late_captures_nothing,
);
