// SPDX-License-Identifier: Apache-2.0
//! Runs that the RTL engine has done, with what it counted (`runs.json`, which `rtl/datapath/msm/test/tb_fby_msm_engine_cycles.py` makes and
//! compares): the model counts the same.

use forebay_msm::check::ORDER;
use forebay_msm::{SCALAR_BYTES, Scalar};
use forebay_regs::user::msm::{pass, window};
use serde_json::Value;

use super::super::super::digit::Pass;
use super::super::super::word::{Preparation, Word};
use super::super::*;

const UNIFORM: u64 = 1;
const FOLD: u64 = 2;
const RESIDENT: u64 = 4;

/// Cycles in which the harness is held in reset.
const RESET_CYCLES: u64 = 4;
/// From the write of START to the cycle in which the run is seen in the queue.
const START_CYCLES: u64 = 1;
/// The generator of the bench.
struct SplitMix(u64);

impl SplitMix {
    const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    fn residue(&mut self) -> [u64; 4] {
        let mut value = [(); 4].map(|()| self.next());
        while value.iter().rev().ge(ORDER.iter().rev()) {
            let mut borrow = false;
            for (word, order) in value.iter_mut().zip(ORDER) {
                let (less, one) = word.overflowing_sub(order);
                let (less, other) = less.overflowing_sub(u64::from(borrow));
                (*word, borrow) = (less, one || other);
            }
        }
        value
    }
}

fn bytes(value: [u64; 4]) -> Scalar {
    let mut bytes = [0; SCALAR_BYTES];
    for (to, word) in bytes.chunks_mut(8).zip(value) {
        to.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// `scalars_of` of the bench.
fn scalars(kind: &str, count: usize, seed: u64) -> Vec<Scalar> {
    let mut words = SplitMix(seed);
    let mut value = words.residue();
    let hot = [(); 100].map(|()| words.residue());
    let next = |number: usize| {
        match kind {
            "uniform" => value = words.residue(),
            "pairs" if number.is_multiple_of(2) => value = words.residue(),
            "zeros and ones" if words.next() % 10 < 7 => value = [words.next() & 1, 0, 0, 0],
            "zeros and ones" => value = words.residue(),
            "32 bits" => value = [words.next() & 0xFFFF_FFFF, 0, 0, 0],
            "100 values" => value = hot[(words.next() % 100) as usize],
            "zeros" => value = [0; 4],
            "equal" | "pairs" => {}
            _ => panic!("the bench has no scalars of kind {kind}"),
        }
        bytes(value)
    };
    (0..count).map(next).collect()
}

/// A number of a run.
fn number(of: &Value, name: &str) -> u64 {
    of[name].as_u64().unwrap()
}

/// A number of things.
fn size(of: &Value, name: &str) -> usize {
    usize::try_from(number(of, name)).unwrap()
}

/// Rows of a table: of each the fields, put together by `row`.
fn rows(table: &Value, row: impl Fn(&[u32]) -> u32) -> Vec<u32> {
    let fields = |row: &Value| -> Vec<u32> { serde_json::from_value(row.clone()).unwrap() };
    table.as_array().unwrap().iter().map(|fields_of| row(&fields(fields_of))).collect()
}

/// A run as the bench does it: its records, and a stream of sums that pauses by chance.
struct Bench {
    words: Vec<Word>,
    passes: Vec<Pass>,
    next: usize,
    resident: bool,
    /// The cycle in which both streams are filled.
    fed: u64,
    sent: usize,
    /// Whether the stream takes a beat in this cycle.
    takes: bool,
}

impl Bench {
    fn new(run: &Value, plan: &Value, card: &Shape) -> Self {
        let windows = rows(&plan["windows"], |row| {
            window::KIND.put(row[0]) | window::BITS.put(row[1]) | window::OFFSET.put(row[2])
        });
        let passes = rows(&plan["rows"], |row| {
            pass::FIRST.put(row[0])
                | pass::LAST.put(row[1] - 1)
                | pass::BUCKET_BITS.put(row[2])
                | pass::WEIGHT_BITS.put(row[3])
                | pass::ADDERS.put(row[4])
                | pass::SPLIT.put(row[5])
        });
        let mut recode = [0; 8];
        for row in windows.iter().filter(|row| window::KIND.get(**row) == 0) {
            let bit = window::OFFSET.get(*row) + window::BITS.get(*row) - 1;
            recode[bit as usize / 32] |= 1 << (bit % 32);
        }
        let (mode, seed) = (number(run, "mode"), number(run, "seed"));
        let rho = (mode & UNIFORM != 0).then(|| {
            let rho = bytes(SplitMix(seed + 1).residue());
            std::array::from_fn(|word| u32::from_le_bytes(rho[4 * word..][..4].try_into().unwrap()))
        });
        let preparation = Preparation::new(rho.as_ref(), mode & FOLD != 0, &recode, 255);
        let count = size(run, "points");
        let scalars = scalars(run["kind"].as_str().unwrap(), count, seed);
        let word = |(record, scalar)| preparation.word(scalar, record).0;
        Self {
            words: scalars.iter().enumerate().map(word).collect(),
            passes: passes.iter().map(|row| Pass::of_row(*row, &windows, card)).collect(),
            next: 0,
            resident: mode & RESIDENT != 0,
            fed: number(run, "fed"),
            sent: 0,
            takes: true,
        }
    }
}

impl Records for Bench {
    fn next(&mut self) -> Option<Arrival> {
        let point_beats = match self.next % 4 {
            _ if self.resident => 0,
            0 => 3,
            _ => 2,
        };
        let scalar = if self.next.is_multiple_of(2) { self.fed } else { 0 };
        self.next += 1;
        Some(Arrival { scalar, point: [self.fed; 3], point_beats })
    }

    fn is_enough(&self) -> bool {
        false
    }

    fn buckets(&self, pass: usize, lane: usize, first: usize, step: usize, out: &mut [u32]) {
        self.passes[pass].buckets(lane, (first, step), &self.words[first..], out);
    }

    fn room(&self) -> usize {
        usize::from(self.takes)
    }

    fn send(&mut self, beats: usize) {
        self.sent += beats;
    }
}

/// The generator of pauses in the harness.
const fn lfsr(state: u32) -> u32 {
    state << 1 | ((state >> 31 ^ state >> 21 ^ state >> 1 ^ state) & 1)
}

/// What the model counts of a run.
fn modelled(run: &Value, plan: &Value) -> Counts {
    let card = Shape {
        adders: size(run, "adders"),
        banks: size(run, "banks"),
        buckets: size(run, "buckets"),
    };
    let mut bench = Bench::new(run, plan, &card);
    let slot = size(run, "slot");
    let shape = RunShape { points: bench.words.len(), slot, resident: bench.resident };
    let loads = run["loads"].as_bool().unwrap();
    let passes: Vec<PassShape> =
        bench.passes.iter().filter(|_| !loads).map(|pass| *pass.shape()).collect();
    let sums: usize = passes.iter().map(|pass| pass.adders * pass.windows).sum();
    let began = number(run, "began") + START_CYCLES;
    let mut course = Course::new(began, &card, shape, passes);
    let pause = u32::try_from(number(run, "pause")).unwrap();
    let mut state = 0x1234_5678;
    for _ in 0..if pause > 0 { RESET_CYCLES + course.clock() - 1 } else { 0 } {
        state = lfsr(state);
    }
    while !course.is_over() {
        // Whether the stream takes something in a cycle is decided in the one before it.
        bench.takes = state >> 22 & 0xFF >= pause;
        state = lfsr(state);
        let until = if pause > 0 { course.clock() + 1 } else { u64::MAX };
        course.advance(until, &mut bench);
    }
    assert_eq!(bench.sent, 3 * sums, "beats of sums");
    course.counts
}

#[test]
fn runs_count_what_the_rtl_counts() {
    let recorded: Value = serde_json::from_str(include_str!("../runs.json")).unwrap();
    let names: Vec<String> = serde_json::from_value(recorded["counters"].clone()).unwrap();
    for run in recorded["runs"].as_array().unwrap() {
        let counted = modelled(run, &recorded["plans"][run["plan"].as_str().unwrap()]);
        let count = |name: &String| match name.as_str() {
            "active" => counted.active,
            "adds" => counted.adds,
            "starve" => counted.starve,
            "hazard" => counted.hazard,
            "held" => counted.held,
            "zero_digits" => counted.zero_digits,
            "reduce" => counted.reduce,
            "stall" => counted.stall,
            "pairs" => counted.pairs,
            "passes" => counted.passes,
            "fill" => counted.fill,
            _ => panic!("the model does not count {name}"),
        };
        let rtl: Vec<u64> = serde_json::from_value(run["counters"].clone()).unwrap();
        for (name, rtl) in names.iter().zip(rtl) {
            // That a run is one is nothing of the model's.
            let expected = if name == "runs" { 1 } else { count(name) };
            assert_eq!(rtl, expected, "{name} of {run}");
        }
    }
}
