// SPDX-License-Identifier: Apache-2.0
//! The datapath of windows in passes: any registers, and runs with any tables, whatever they make of scalars.

use forebay_bus::Bar;
use forebay_msm::vectors::random_points;
use forebay_msm::{BUCKET_BYTES, ExtendedPoint, G1Affine, curve};
use forebay_regs::card::STREAM_PORT;
use forebay_regs::user::msm::{self as regs, control, event, mode, pass, status, window};
use forebay_regs::user::{self, counter, feature, stream};
use forebay_regs::{desc, plug, xdma};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::chains::{
    Descriptor, RESULTS, RINGS, Run, SCRATCH, compare, lay_out, open_interrupts, prepare, start,
    stop,
};
use crate::pair::{ARENA_BYTES, Pair, Side};

/// By then the buckets of a toy are cleared after an abort.
const CLEARED_CYCLES: u64 = 2000;
/// By then a toy has taken what a stream port has for it.
const TAKEN_CYCLES: u64 = 1000;
/// No run here takes so many cycles.
const MOST_CYCLES: u64 = 3_000_000;
/// Cycles between two looks at whether a run is over.
const LOOK_CYCLES: u64 = 2000;
/// Pairs whose beats a stream port of a toy has room for, and after which a beat is whole.
const ROUND: usize = 12;
/// Cycles from the last record to a cut: as many as a run takes here.
const MOST_LATE_CYCLES: u64 = 30_000;
/// Points in the memory from the first slot on.
const LOADED: usize = 96;

/// The datapath's header: the last one of the card.
const HEADER: u32 = user::FEATURE.at(4);

/// Events that time has no part in.
const EVENTS: [u32; 5] =
    [event::ADDS, event::ZERO_DIGITS, event::PAIRS, event::RUNS, event::PASSES];

/// Two toys, and what is given to them.
struct Toys {
    pair: Pair,
    random: ChaCha8Rng,
    /// In the card's format.
    points: Vec<Vec<u8>>,
    adders: u32,
    has_memory: bool,
    /// Digits may have no bucket, scalars no window.
    nonsense: bool,
    seen: Seen,
}

/// How a run is cut.
#[derive(Clone, Copy, Debug)]
enum Cut {
    Abort,
    Quiesce,
    Reset,
}

/// How often what is worth it has been there.
#[derive(Debug, Default)]
struct Seen {
    additions: usize,
    splits: usize,
    residents: usize,
    empty_sums: usize,
    cut_scalars: usize,
    cut_off: usize,
}

/// A run of random kind.
struct Work {
    points: usize,
    passes: u32,
    resident: bool,
    sums: usize,
}

impl Toys {
    fn new(variant: &str, seed: u64) -> Self {
        let mut pair = Pair::new(variant, seed);
        open_interrupts(&mut pair);
        let mut points = random_points(seed, 20);
        points.extend([-points[0], -points[1], G1Affine::identity()]);
        let one = |point: &G1Affine| curve::to_card_points(std::slice::from_ref(point)).unwrap();
        let mut toys = Self {
            points: points.iter().map(one).collect(),
            random: ChaCha8Rng::seed_from_u64(seed),
            adders: regs::geometry::ADDERS.get(pair.read(Bar::User, at(regs::GEOMETRY))),
            has_memory: pair.read(Bar::User, at(regs::RECORDS)) > 0,
            nonsense: seed.is_multiple_of(2),
            seen: Seen::default(),
            pair,
        };
        toys.wait("to be at rest");
        toys
    }

    fn any(&mut self, range: std::ops::Range<u32>) -> u32 {
        self.random.random_range(range)
    }

    fn chance(&mut self, chance: f64) -> bool {
        self.random.random_bool(chance)
    }

    fn write(&mut self, offset: u32, value: u32) {
        self.pair.write(Bar::User, at(offset), value);
    }

    fn read(&mut self, offset: u32) -> u32 {
        self.pair.read(Bar::User, at(offset))
    }

    /// Lets both work until neither is busy, with as many looks at the one as at the other.
    fn wait(&mut self, what: &str) {
        let mut cycles = 0;
        while self.busy().contains(&true) {
            assert!(cycles < MOST_CYCLES, "{:?}, native and RTL: waited {what}", self.busy());
            self.work(LOOK_CYCLES);
            cycles += LOOK_CYCLES;
        }
    }

    /// Whether the native one is busy, and the RTL.
    fn busy(&mut self) -> [bool; 2] {
        [&mut self.pair.fast, &mut self.pair.rtl]
            .map(|side| status::BUSY.is_set(side.read(Bar::User, at(regs::STATUS))))
    }

    /// Lets both work. When a run is over is not compared.
    fn work(&mut self, cycles: u64) {
        self.pair.fast.rest_for(cycles);
        self.pair.rtl.rest_for(cycles);
    }

    /// A row of the pass table that both take, after others that both may refuse; its sums.
    fn write_pass(&mut self, row: u32) -> usize {
        loop {
            let weight = self.any(0..7);
            let bucket = if self.chance(0.5) { weight } else { self.any(0..8) };
            let split = row > 0 && self.chance(0.4);
            let adders = if split { self.adders } else { self.any(0..self.adders + 2) };
            let most = 1 << self.any(0..4);
            let last = self.any(0..most);
            let value = pass::WEIGHT_BITS.put(weight)
                | pass::BUCKET_BITS.put(bucket)
                | pass::LAST.put(last)
                | pass::FIRST.put(self.any(0..64))
                | pass::ADDERS.put(adders)
                | pass::SPLIT.put(u32::from(split || self.chance(0.05)));
            self.write(regs::PASS.at(row), pass::RESET);
            self.write(regs::PASS.at(row), value);
            let kept = self.read(regs::PASS.at(row));
            if kept == value {
                self.seen.splits += usize::from(pass::SPLIT.is_set(value));
                self.write_windows(value);
                return (adders * (last + 1)) as usize;
            }
            assert_eq!(kept, pass::RESET);
        }
    }

    /// Windows of a row that is taken.
    fn write_windows(&mut self, row: u32) {
        let weight = pass::WEIGHT_BITS.get(row);
        let shares = if pass::SPLIT.is_set(row) { 1 } else { pass::ADDERS.get(row) };
        let first = pass::FIRST.get(row);
        for row in first..first + shares * (pass::LAST.get(row) + 1) {
            let (mut kind, mut bits) = (self.any(0..4), self.any(0..32));
            if !self.nonsense || self.chance(0.7) {
                // A signed digit is half of its field at most; there are fewer points than 64.
                let has_room = if kind == 2 { weight >= 6 } else { kind != 1 || weight > 0 };
                kind = if has_room { kind } else { 0 };
                let widest = if kind == 1 { weight } else { weight + 1 };
                bits = self.any(1..widest + 1);
            }
            let value = window::OFFSET.put(self.any(0..256))
                | window::BITS.put(bits)
                | window::KIND.put(kind);
            self.write(regs::WINDOW.at(row), value);
            assert_eq!(self.read(regs::WINDOW.at(row)), value);
        }
    }

    /// Tables and registers of a run that the cards start.
    fn write_plan(&mut self) -> Work {
        let most = if self.has_memory { 4 } else { 2 };
        let passes = self.any(u32::from(!self.has_memory)..most);
        let sums = (0..passes).map(|row| self.write_pass(row)).sum();
        for index in 0..8 {
            let value = self.random.next_u32();
            self.write(regs::RECODE.at(index), value >> if index == 7 { 2 } else { 0 });
            let value = self.random.next_u32();
            self.write(regs::RHO.at(index), value);
        }
        let resident = self.has_memory && passes > 0 && self.chance(0.4);
        let banks = regs::geometry::BANKS.get(self.read(regs::GEOMETRY)).max(1) as usize;
        let points = self.random.random_range(0..60) >> self.any(0..3);
        let most_slot = if resident { LOADED - points } else { 3 * LOADED } / banks;
        let slot = self.any(0..u32::try_from(most_slot).unwrap());
        let cover = if self.chance(0.8) { 255 } else { self.any(240..256) };
        self.write(regs::COVER, cover);
        self.write(regs::SLOT, slot);
        self.write(regs::POINTS, u32::try_from(points).unwrap());
        self.write(regs::PASSES, passes);
        let value = self.any(0..4) | mode::RESIDENT.put(u32::from(resident));
        self.write(regs::MODE, value);
        Work { points, passes, resident, sums }
    }

    /// Scalars, or points, of a run.
    fn data(&mut self, count: usize) -> [Vec<u8>; 2] {
        let mut scalars = vec![0; count * 32];
        self.random.fill_bytes(&mut scalars);
        for scalar in scalars.as_chunks_mut::<32>().0 {
            match self.random.random_range(0..4) {
                0 => scalar[1..].fill(0),
                1 if self.nonsense => {}
                // Below the group's order.
                _ => scalar[31] &= 0x0F,
            }
        }
        let points = (0..count).flat_map(|_| {
            let index = self.random.random_range(0..self.points.len());
            self.points[index].clone()
        });
        [scalars, points.collect()]
    }

    /// Gives both what a run wants, by rounds.
    fn feed(&mut self, work: &Work, count: usize) {
        let [scalars, points] = self.data(count);
        for round in 0..count.div_ceil(ROUND) {
            for (port, bytes, record, comes) in
                [(0, &scalars, 32, work.passes > 0), (1, &points, 144, !work.resident)]
            {
                let Some(own) = bytes.chunks(ROUND * record).nth(round).filter(|_| comes) else {
                    continue;
                };
                let mut own = own.to_vec();
                own.resize(own.len().next_multiple_of(64), 0xEE);
                for side in [&mut self.pair.fast, &mut self.pair.rtl] {
                    let to = u64::from(STREAM_PORT.at(port));
                    own.chunks(64)
                        .for_each(|beat| side.card.mmio_write(Bar::Aperture, to, beat).unwrap());
                }
            }
            self.work(TAKEN_CYCLES);
        }
    }

    /// Sums in host memory of one of them; none where there are 192 zero bytes.
    fn sums(side: &Side, count: usize) -> Vec<Option<ExtendedPoint>> {
        let memory = side.memory();
        let bytes = &memory[SCRATCH..SCRATCH + count * BUCKET_BYTES];
        let sum = |(index, bytes)| {
            let sum = ExtendedPoint::from_bytes(bytes, index).unwrap();
            sum.inspect(|sum| sum.check(index).unwrap())
        };
        bytes.as_chunks().0.iter().enumerate().map(sum).collect()
    }

    /// Takes the packet of a run, and more if it comes.
    fn take(&mut self, sums: usize) -> Vec<Run> {
        if sums == 0 {
            return Vec::new();
        }
        let len = sums * BUCKET_BYTES + 64;
        assert!(SCRATCH + len <= ARENA_BYTES);
        let read = Descriptor {
            flags: desc::control::STOP.mask() | desc::control::COMPLETED.mask(),
            len: u32::try_from(len).unwrap(),
            source: self.pair.arena() + RESULTS as u64,
            destination: self.pair.arena() + SCRATCH as u64,
        };
        let ring = lay_out(&self.pair, RINGS, &[read], None, &mut self.random);
        vec![prepare(&mut self.pair, xdma::C2H.at(1), ring, &mut self.random)]
    }

    /// A run on both, with registers that are written.
    fn run(&mut self, work: &Work) {
        let what = format!(
            "{} points, {} passes, resident {}, {} sums",
            work.points, work.passes, work.resident, work.sums
        );
        let runs = self.take(work.sums);
        start(&mut self.pair, &runs);
        self.write(regs::CONTROL, control::START.mask());
        self.feed(work, work.points);
        self.wait(&format!("to have done {what}"));
        self.pair.rest();
        stop(&mut self.pair, &runs);
        compare(&mut self.pair, &runs, &what);
        self.pair.compare_memory(Some(SCRATCH..ARENA_BYTES), &what);
        let [fast, rtl] = [&self.pair.fast, &self.pair.rtl].map(|side| Self::sums(side, work.sums));
        for (index, (fast, rtl)) in fast.iter().zip(&rtl).enumerate() {
            let same = match (fast, rtl) {
                (Some(fast), Some(rtl)) => fast.same_point(rtl),
                (fast, rtl) => fast.is_none() && rtl.is_none(),
            };
            assert!(same, "{what}: sum {index}: native {fast:?}, RTL {rtl:?}");
            self.seen.empty_sums += usize::from(fast.is_none());
        }
        self.compare_events(&what);
        let word = self.read(regs::STATUS);
        self.seen.residents += usize::from(work.resident);
        if status::SCALAR_CUT.is_set(word) {
            self.seen.cut_scalars += 1;
            if self.chance(0.5) {
                self.write(regs::STATUS, status::SCALAR_CUT.mask());
                self.read(regs::STATUS);
            }
        }
    }

    fn compare_events(&mut self, what: &str) {
        for event in EVENTS {
            let register = plug::EVENT_CLEAR.at(event);
            let [fast, rtl] = [&mut self.pair.fast, &mut self.pair.rtl]
                .map(|side| side.read(Bar::User, at(register)));
            assert_eq!(fast, rtl, "{what}: event {event}, native (left) and RTL (right)");
            self.seen.additions += if event == event::ADDS { fast as usize } else { 0 };
        }
    }

    /// A run that is cut off while some of its records are still to come.
    fn cut_off(&mut self) {
        let work = self.write_plan();
        if work.points < 2 {
            return;
        }
        // Scalars of whole beats: the RTL looks at each for itself, the native card at those that have a point.
        let some = self.random.random_range(0..work.points) & !1;
        self.write(regs::CONTROL, control::START.mask());
        self.feed(&work, some);
        self.read(regs::STATUS);
        if self.chance(0.5) {
            self.write(regs::CONTROL, control::START.mask());
            self.read(regs::STATUS);
        }
        self.seen.cut_off += 1;
        self.write(regs::CONTROL, control::ABORT.mask());
        self.read(regs::STATUS);
        let both = control::ABORT.mask() | control::START.mask();
        self.write(regs::CONTROL, both);
        self.read(regs::CONTROL);
        self.write(regs::CONTROL, 0);
        self.pair.rest_for(CLEARED_CYCLES);
        self.read(regs::STATUS);
        self.compare_events("cut off");
    }

    /// A run that has taken in all that it wants, with another one behind it, is cut in whatever phase it is then: nobody takes its sums, so
    /// that it does not end.
    fn cut_late(&mut self, cut: Cut) {
        let mut work = self.write_plan();
        while work.sums == 0 {
            work = self.write_plan();
        }
        self.write(regs::CONTROL, control::START.mask());
        self.feed(&work, work.points);
        self.wait_taken();
        self.write(regs::CONTROL, control::START.mask());
        let cycles = self.random.random_range(0..MOST_LATE_CYCLES) >> self.any(0..6);
        self.work(cycles);
        // Nothing of this does anything to a run under way.
        for (register, value) in [
            (regs::CONTROL, control::START.mask()),
            (regs::PASS.at(0), pass::RESET),
            (regs::WINDOW.at(0), !0),
            (regs::RECODE.at(3), !0),
        ] {
            let before = self.read(register);
            self.write(register, value);
            assert_eq!(self.read(register), before, "{register:#x}");
        }
        assert_eq!(self.busy(), [true; 2], "it has not ended");
        self.cut(cut);
        self.pair.rest_for(CLEARED_CYCLES);
        self.wait("to have cleared what was cut");
        for offset in (0..8).flat_map(|row| [regs::WINDOW.at(row), regs::PASS.at(row)]) {
            self.read(offset);
        }
        // Who has done how much of it is not compared.
        for event in 0..16 {
            for side in [&mut self.pair.fast, &mut self.pair.rtl] {
                side.read(Bar::User, at(plug::EVENT_CLEAR.at(event)));
            }
        }
        // One has come to its passes a little before the other.
        let but_pass = |side: &mut Side| {
            side.read(Bar::User, at(regs::STATUS))
                & !(status::PASS.mask() | status::SCALAR_CUT.mask())
        };
        let [fast, rtl] = [&mut self.pair.fast, &mut self.pair.rtl].map(but_pass);
        assert_eq!(fast, rtl, "STATUS after {cut:?}, native (left) and RTL (right)");
        self.seen.cut_off += 1;
    }

    fn cut(&mut self, cut: Cut) {
        let quiesce = |toys: &mut Self, held: u32| {
            let value = feature::control::QUIESCE.put(held);
            toys.pair.write(Bar::User, HEADER + feature::CONTROL, value);
        };
        match cut {
            Cut::Abort => {
                for value in [control::ABORT.mask(), 0, control::ABORT.mask(), 0] {
                    self.write(regs::CONTROL, value);
                    let cycles = self.random.random_range(0..100);
                    self.work(cycles);
                }
            }
            Cut::Quiesce => {
                quiesce(self, 1);
                self.pair.rest_for(CLEARED_CYCLES);
                quiesce(self, 0);
            }
            Cut::Reset => {
                self.pair.fast.card.reset().unwrap();
                self.pair.rtl.card.reset().unwrap();
                open_interrupts(&mut self.pair);
            }
        }
    }

    /// Lets both take all that is in their stream ports.
    fn wait_taken(&mut self) {
        let mut cycles = 0;
        let held = |toys: &mut Self| {
            let ports = [0, 1].map(|port| user::STREAM.at(port) + stream::OCCUPANCY);
            let entries = |side: &mut Side| ports.map(|at| side.read(Bar::User, at));
            [entries(&mut toys.pair.fast), entries(&mut toys.pair.rtl)]
        };
        while held(self) != [[0; 2]; 2] {
            assert!(cycles < MOST_CYCLES, "waited for records to be taken");
            self.work(TAKEN_CYCLES);
            cycles += TAKEN_CYCLES;
        }
    }

    /// Points in the memory for runs to find.
    fn load(&mut self) {
        for (register, value) in
            [(regs::MODE, 0), (regs::PASSES, 0), (regs::SLOT, 0), (regs::POINTS, LOADED)]
        {
            self.write(register, u32::try_from(value).unwrap());
        }
        let work = Work { points: LOADED, passes: 0, resident: false, sums: 0 };
        self.write(regs::CONTROL, control::START.mask());
        self.feed(&work, LOADED);
        self.wait("to have loaded its memory");
        self.compare_events("loaded");
    }
}

/// A register of the page.
const fn at(offset: u32) -> u32 {
    user::MSM.base() + offset
}

fn runs(variant: &str, seed: u64, count: usize) {
    let mut toys = Toys::new(variant, seed);
    if toys.has_memory {
        toys.load();
    }
    for _ in 0..count {
        let work = toys.write_plan();
        toys.run(&work);
        if toys.chance(0.3) {
            toys.cut_off();
        }
    }
    let Seen { additions, splits, residents, empty_sums, cut_scalars, cut_off } = toys.seen;
    let mut seen = vec![additions / (10 * count), cut_off];
    if toys.has_memory {
        seen.extend([splits, residents, empty_sums]);
    }
    seen.extend(toys.nonsense.then_some(cut_scalars));
    assert!(!seen.contains(&0), "the runs have had little to do: {seen:?}");
}

#[test]
fn runs_of_any_plan_whose_digits_have_room() {
    runs("msm-toy", 1, 40);
    runs("msm1-toy", 3, 40);
}

#[test]
fn runs_of_any_tables() {
    runs("msm-toy", 2, 40);
    runs("msm1-toy", 4, 40);
}

/// Two banks of one adder, classes, and a window whose digits are more than there are buckets.
#[test]
fn passes_of_the_full_card() {
    const POINTS: u32 = 40;
    let mut cards = Toys::new("msm1", 8);
    let row = |weight, bucket, first, last| {
        pass::WEIGHT_BITS.put(weight)
            | pass::BUCKET_BITS.put(bucket)
            | pass::FIRST.put(first)
            | pass::LAST.put(last)
            | pass::ADDERS.put(1)
    };
    let field = |offset, bits, kind| {
        window::OFFSET.put(offset) | window::BITS.put(bits) | window::KIND.put(kind)
    };
    for (register, value) in [
        (regs::WINDOW.at(0), field(200, 18, 1)),
        (regs::WINDOW.at(1), field(0, 0, 2)),
        (regs::WINDOW.at(2), field(100, 9, 0)),
        (regs::WINDOW.at(3), field(234, 18, 1)),
        (regs::PASS.at(0), row(18, 18, 0, 0)),
        (regs::PASS.at(1), row(10, 12, 1, 1)),
        (regs::PASS.at(2), row(8, 8, 2, 1)),
        (regs::COVER, 255),
        (regs::PASSES, 3),
        (regs::MODE, mode::FOLD.mask()),
        (regs::SLOT, 77),
        (regs::POINTS, POINTS),
    ] {
        cards.write(register, value);
        assert_eq!(cards.read(register), value, "{register:#x}");
    }
    cards.write(regs::PASS.at(3), row(18, 18, 0, 1));
    assert_eq!(cards.read(regs::PASS.at(3)), pass::RESET, "two windows of so many buckets");
    let mut work = Work { points: POINTS as usize, passes: 3, resident: false, sums: 5 };
    cards.run(&work);
    cards.write(regs::MODE, mode::RESIDENT.mask());
    work.resident = true;
    cards.run(&work);
    assert!(cards.seen.cut_scalars == 2 && cards.seen.additions > 200, "{:?}", cards.seen);
}

/// In every phase behind the intake, whatever cuts it; what follows is whole, and finds the points that were there.
fn cuts(variant: &str, seed: u64, count: usize) {
    let mut toys = Toys::new(variant, seed);
    if toys.has_memory {
        toys.load();
    }
    for cut in [Cut::Abort, Cut::Quiesce, Cut::Reset].into_iter().cycle().take(count) {
        toys.cut_late(cut);
        let work = toys.write_plan();
        toys.run(&work);
    }
    let Seen { additions, residents, cut_off, .. } = toys.seen;
    assert!(additions > 10 * count && cut_off == count, "{additions} additions, {cut_off} cuts");
    assert!(!toys.has_memory || residents > 0);
}

#[test]
fn runs_that_are_cut_in_any_phase() {
    cuts("msm-toy", 9, 24);
    cuts("msm1-toy", 11, 12);
}

fn registers(variant: &str, seed: u64, accesses: usize) {
    let mut toys = Toys::new(variant, seed);
    let holes = [0x300, 0x3FC, 0xE00, 0xFFC];
    let events = [plug::EVENT.at(12), plug::EVENT.at(63) + 4, plug::EVENT_CLEAR.at(5)];
    let offsets: Vec<u32> = (0..0x310).step_by(4).chain(holes).chain(events).collect();
    for _ in 0..accesses {
        let offset = offsets[toys.random.random_range(0..offsets.len())];
        if toys.chance(0.6) {
            let mut value = match toys.any(0..4) {
                0 => 0,
                1 => 1 << toys.any(0..32),
                // Such as are small in each field of a row.
                2 => toys.random.next_u32() & 0x04C3_0843,
                _ => toys.random.next_u32(),
            };
            if offset == regs::CONTROL {
                value &= !control::START.mask();
            }
            toys.write(offset, value);
            if offset == regs::CONTROL {
                // The RTL clears away what the native card forgets at once.
                toys.pair.rest_for(CLEARED_CYCLES);
            }
        }
        toys.read(offset);
        toys.pair.read(Bar::User, user::COUNTER.at(counter::index::MMIO_ERRORS));
    }
    toys.pair.rest();
    for offset in offsets {
        toys.read(offset);
    }
    toys.pair.compare_counters(variant);
}

#[test]
fn registers_keep_and_refuse_the_same() {
    registers("msm-toy", 5, 3000);
    registers("msm1-toy", 6, 2000);
}
