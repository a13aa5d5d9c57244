// SPDX-License-Identifier: Apache-2.0
//! Bytes that a program stores into a stream port while a channel writes there: whatever becomes of the channel's run, they wait for the rest
//! of their entry, and what the channel has not moved can be moved behind it, by its counts.
//!
//! The multiplier is the witness: it computes with points that came by the run, by the rest of it and by stores, and one byte too many,
//! too few or in a wrong place makes another product.

use forebay_bus::Bar;
use forebay_msm::vectors::{Distribution, VectorSpec, Vectors};
use forebay_msm::{BUCKET_BYTES, ExtendedPoint, G1Affine, WindowPlan, curve, reduce};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::bench::{
    BUSY, COMPLETED, COMPLETED_COUNT, D_COMPLETED, D_LAST, D_STOP, Host, IDLE_STOPPED, LOG_ALL,
    PARTIAL_BYTES, Piece, READ_ERROR, RUN, STATUS, STOPPED, c2h, h2c,
};
use crate::faults::{self, DATA_ACCESS, HITS, POISONED, READS, UNSUPPORTED, arm};
use crate::stops::clear_run;

// Typed by hand: the stream ports and their pages, the multiplier's page, headers, counters.
const SCALARS: u64 = 0x1000_0000;
const POINTS: u64 = 0x2000_0000;
const PAGES: [u32; 2] = [0x2000, 0x2100];
const OCCUPANCY: u32 = 0x08;
const BEGUN: u32 = 0x10;
const ENTRIES_IN: u32 = 0x0100 + 8 * 24;
const MMIO_ERRORS: u32 = 0x0100 + 8 * 11;
const XDMA_HOLD: u32 = 0x04C0 + 0x30;
const MSM_CONTROL: u32 = 0x1000;
const MSM_STATUS: u32 = 0x1004;
const MSM_POINTS: u32 = 0x1008;
const START: u32 = 1;
const SCALAR_CUT: u32 = 1 << 3;
/// Four windows of three bits, the top one with the carry from below, in one pass with eight buckets each: MODE, PASSES, COVER, RECODE,
/// the rows of the windows and of the pass.
const PLAN: [(u32, u32); 9] = [
    (0x1010, 0),
    (0x1014, 1),
    (0x1018, 13),
    (0x1060, 1 << 2 | 1 << 5 | 1 << 8),
    (0x1100, 3 << 8),
    (0x1104, 3 << 8 | 3),
    (0x1108, 3 << 8 | 6),
    (0x110C, 1 << 13 | 4 << 8 | 9),
    (0x1200, 1 << 22 | 3 << 10 | 3 << 5 | 3),
];
const WINDOWS: usize = 4;

const DONE: u32 = STOPPED | COMPLETED;
const RING: usize = 0x4000;
const DATA: usize = 0x1_0000;
const RESULT: usize = 0xF000;
const SUMS: usize = 0x2_0000;
const ENTRY: usize = 64;

/// Pairs of a round: four points are nine entries.
const PAIRS: usize = 16;
/// Entries of points that the channel writes, by descriptor; the two behind them are stored.
const BY_RUN: [usize; 4] = [10, 10, 10, 4];
const OF_RUN: usize = 34;
/// Runs are stopped from so many cycles before the first entry is seen, twice the way to the card and back, to as many as it takes all of them
/// to follow; and so many from one stop to the next.
const EARLY: u64 = 700;
const LATE: u64 = 40;
const APART: usize = 19;
/// Reads of a register in which a run has begun to move.
const LOOKS: u32 = 1000;

/// What is computed with, and how far its points are.
struct Round {
    vectors: Vectors,
    points: Vec<u8>,
    /// Bytes of points that have been stored behind those of the run.
    stored: usize,
    entries_before: u32,
    errors_before: u32,
    random: ChaCha8Rng,
    what: String,
}

impl Round {
    fn new(host: &mut Host, seed: u64, what: String) -> Self {
        let window_bits = WindowPlan::toy().bits().to_vec();
        let spec =
            VectorSpec { seed, count: PAIRS, distribution: Distribution::Uniform, window_bits };
        let vectors = Vectors::generate(&spec).unwrap();
        let points = curve::to_card_points(&vectors.points).unwrap();
        assert_eq!(points.len(), (OF_RUN + 2) * ENTRY);
        host.put(DATA, &points[..OF_RUN * ENTRY]);
        Self {
            vectors,
            points,
            stored: 0,
            entries_before: host.read_user(ENTRIES_IN),
            errors_before: host.read_user(MMIO_ERRORS),
            random: ChaCha8Rng::seed_from_u64(seed),
            what,
        }
    }

    /// Stores some bytes of points, anywhere in the stream port's range.
    fn store(&mut self, host: &mut Host, bytes: usize) {
        let from = OF_RUN * ENTRY + self.stored;
        let lane = self.random.random_range(0..=ENTRY - bytes) as u64;
        let line = self.random.random_range(0..1000) * ENTRY as u64;
        let data = &self.points[from..from + bytes];
        host.card.mmio_write(Bar::Aperture, POINTS + line + lane, data).unwrap();
        self.stored += bytes;
    }

    /// Stores all scalars, in pieces.
    fn store_scalars(&mut self, host: &mut Host) {
        let mut left = self.vectors.scalars.as_flattened();
        while !left.is_empty() {
            let bytes = self.random.random_range(1..=ENTRY.min(left.len()));
            let (piece, behind) = left.split_at(bytes);
            host.card.mmio_write(Bar::Aperture, SCALARS, piece).unwrap();
            left = behind;
        }
    }

    /// Begins the run, with bytes in front of it that make no entry, and some more right behind its start.
    fn begin(&mut self, host: &mut Host) {
        let (front, behind) = (self.random.random_range(1..30), self.random.random_range(1..30));
        self.store(host, front);
        let mut at = 0;
        let pieces = BY_RUN.map(|entries| {
            let piece = piece(host, at, entries);
            at += entries;
            piece
        });
        clear_run(host, h2c(0));
        host.start(h2c(0), RING, &pieces, LOG_ALL | RUN);
        self.store(host, behind);
        assert!(self.stored < ENTRY);
    }

    /// Entries of the run that are there. Nothing of what was stored is among them, and nothing of it is lost.
    fn arrived(&self, host: &mut Host) -> usize {
        let arrived = host.read_user(ENTRIES_IN) - self.entries_before;
        let what = &self.what;
        assert_eq!(host.read_user(PAGES[1] + OCCUPANCY), arrived, "{what}");
        assert_eq!(host.read_user(PAGES[1] + BEGUN) as usize, self.stored, "{what}");
        assert_eq!(host.read_user(MMIO_ERRORS), self.errors_before, "{what}");
        arrived as usize
    }

    /// Moves what the run has not, stores the rest, and has the multiplier compute.
    fn finish(&mut self, host: &mut Host, arrived: usize) {
        if arrived < OF_RUN {
            let rest = piece(host, arrived, OF_RUN - arrived);
            let rest = Piece { flags: D_LAST, ..rest };
            assert_eq!(host.run(h2c(0), &[rest], LOG_ALL), (DONE, 1), "{}: usable", self.what);
        }
        assert_eq!(self.arrived(host), OF_RUN, "{}", self.what);
        while self.stored < 2 * ENTRY {
            let bytes = self.random.random_range(1..=ENTRY.min(2 * ENTRY - self.stored));
            self.store(host, bytes);
        }
        PLAN.into_iter().for_each(|(register, value)| host.write_user(register, value));
        host.write_user(MSM_POINTS, u32::try_from(PAIRS).unwrap());
        host.write_user(MSM_CONTROL, START);
        let whole = WINDOWS * BUCKET_BYTES;
        let sums = Piece {
            flags: D_STOP | D_COMPLETED,
            len: u32::try_from(whole).unwrap() + 64,
            src: host.bus(RESULT),
            dst: host.bus(SUMS),
        };
        let what = &self.what;
        assert_eq!(host.run(c2h(1), &[sums], LOG_ALL), (DONE, 1), "{what}: read-out");
        let product = product(&host.get(SUMS, whole));
        assert_eq!(product, self.vectors.result, "{what}");
        assert_eq!(host.read_user(MSM_STATUS) & SCALAR_CUT, 0, "{what}");
        for page in PAGES {
            let left = [OCCUPANCY, BEGUN].map(|register| host.read_user(page + register));
            assert_eq!(left, [0, 0], "{what}: {page:#x}");
        }
        assert_eq!(host.read_user(MMIO_ERRORS), self.errors_before, "{what}");
        host.assert_no_messages();
    }
}

/// What these sums make.
fn product(sums: &[u8]) -> G1Affine {
    let sum = |(index, bytes)| {
        let sum = ExtendedPoint::from_bytes(bytes, index).unwrap();
        sum.unwrap_or(ExtendedPoint::IDENTITY)
    };
    let sums: Vec<_> = sums.as_chunks().0.iter().enumerate().map(sum).collect();
    reduce::join_windows(&WindowPlan::toy(), &sums).to_affine()
}

/// Entries of the points, from one on.
fn piece(host: &Host, from: usize, entries: usize) -> Piece {
    let last = from + entries == OF_RUN;
    Piece {
        flags: if last { D_LAST } else { 0 },
        len: u32::try_from(entries * ENTRY).unwrap(),
        src: host.bus(DATA + from * ENTRY),
        dst: POINTS,
    }
}

/// Bytes of the run by its counts.
fn told(host: &mut Host) -> usize {
    let count = host.read(h2c(0) + COMPLETED_COUNT) as usize;
    BY_RUN[..count].iter().sum::<usize>() * ENTRY + host.read(h2c(0) + PARTIAL_BYTES) as usize
}

/// From the start of a run, which ends whole.
fn cycles_to_the_first_entry(host: &mut Host) -> u64 {
    let mut round = Round::new(host, 0, "not stopped".into());
    round.begin(host);
    let begun = host.card.now();
    let looks = (0..LOOKS).find(|_| host.read_user(ENTRIES_IN) > round.entries_before);
    assert!(looks.is_some(), "nothing arrives");
    let cycles = host.card.now() - begun;
    host.settle();
    assert_eq!(round.arrived(host), OF_RUN);
    round.store_scalars(host);
    round.finish(host, OF_RUN);
    cycles
}

/// Stopped by its own RUN, or by its front end that is told to rest.
fn a_run_that_is_stopped_leaves_packed_bytes_and_exact_counts(host: &mut Host) {
    let mut cut = 0;
    let first = cycles_to_the_first_entry(host);
    let around = first.saturating_sub(EARLY)..first + LATE;
    for (seed, moment) in (1..).zip([0].into_iter().chain(around.step_by(APART))) {
        let held = seed % 2 == 1;
        let mut round = Round::new(host, seed, format!("cycle {moment}, held: {held}"));
        round.begin(host);
        host.advance(moment);
        if held {
            host.write_user(XDMA_HOLD, 1);
        } else {
            clear_run(host, h2c(0));
        }
        round.store(host, 1);
        round.store_scalars(host);
        host.settle();
        host.write_user(XDMA_HOLD, 0);
        let arrived = round.arrived(host);
        let what = &round.what;
        assert_eq!(told(host), arrived * ENTRY, "{what}");
        let status = if arrived == OF_RUN { DONE } else { IDLE_STOPPED };
        assert_eq!(host.read(h2c(0) + STATUS), status, "{what}: {arrived} entries");
        cut += usize::from(arrived > 0 && arrived < OF_RUN);
        round.finish(host, arrived);
    }
    assert!(cut > 0, "no run was cut in the middle");
}

/// Each read of data is refused once, in every way.
fn a_run_that_fails_leaves_packed_bytes_and_claims_no_entry_too_many(host: &mut Host) {
    let mut seed = 100;
    for (kind, bit) in [(UNSUPPORTED, 0), (faults::ABORT, 1), (POISONED, 3)] {
        let mut hits = 0;
        for place in 0..8 {
            seed += 1;
            let mut round = Round::new(host, seed, format!("kind {kind}, read {place}"));
            arm(host, kind, READS | DATA_ACCESS, place, 1);
            round.begin(host);
            round.store(host, 1);
            round.store_scalars(host);
            host.settle();
            let hit = host.read_user(HITS);
            host.write_user(faults::ARM, 0);
            let arrived = round.arrived(host);
            let what = &round.what;
            let status = if hit == 0 { DONE } else { 1 << (READ_ERROR + bit) };
            assert_eq!(host.read(h2c(0) + STATUS), status, "{what}: {arrived} entries");
            assert_eq!(host.read(h2c(0) + STATUS) & BUSY, 0, "{what}");
            let told = told(host);
            assert!(told <= arrived * ENTRY, "{what}: {told} bytes, {arrived} entries");
            assert!(hit == 1 || arrived == OF_RUN, "{what}: {arrived} entries");
            hits += hit;
            round.finish(host, arrived);
        }
        assert!(hits > 1, "kind {kind}: {hits} refused");
    }
}

on_both!(
    "msm-toy":
    a_run_that_is_stopped_leaves_packed_bytes_and_exact_counts,
    a_run_that_fails_leaves_packed_bytes_and_claims_no_entry_too_many,
);
