// SPDX-License-Identifier: Apache-2.0
//! Our copy against the C library's, on the processor at hand, into ordinary memory: the only part of the way to a card that can be measured
//! without one. Prints JSON.
//!
//! Every copy ends with a fence, so that what is timed is until its stores have left. Stores that go past the caches are slower than
//! others where the destination is in a cache: so there is one row for a destination that is written again and again, and one for
//! copies that walk through memory which no cache holds. Times are the processor's for this program alone, since others may want it; they
//! count as ratios of the same round only, in which the ways take turns.

use std::error::Error;

use forebay_aperture::{ApertureError, Instructions, Memory, fence};
use rustix::time::{ClockId, clock_gettime};
use serde::Serialize;

/// Sizes of a copy, each double the one before.
const LEAST_BYTES: usize = 64;
const MOST_BYTES: usize = 16 << 20;
/// Where the copies walk before they come by again: more than a core finds in any cache.
const WALK_BYTES: usize = 256 << 20;
/// Bytes that one way copies in one round, unless that is more copies than there are to be.
const ROUND_BYTES: usize = 16 << 20;
const MOST_COPIES: usize = 1 << 14;
/// Odd, so that there is one in the middle.
const ROUNDS: usize = 31;

/// A way to copy.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Way {
    Libc,
    Lines(Instructions),
}

/// What came of one size and kind of destination.
#[derive(Debug, Serialize)]
struct Row {
    bytes: usize,
    /// The destination moves on from copy to copy.
    walking: bool,
    /// Gigabytes a second, median of the rounds.
    libc_gb_per_s: f64,
    lines: Vec<Ratio>,
}

/// Our copy by some instructions against the C library's.
#[derive(Debug, Serialize)]
struct Ratio {
    instructions: Instructions,
    gb_per_s: f64,
    /// How many times as fast, in the same round: median, least and most of the rounds.
    ratio: f64,
    least: f64,
    most: f64,
}

#[derive(Debug, Serialize)]
struct Report {
    processor: String,
    best: Instructions,
    rounds: usize,
    rows: Vec<Row>,
}

/// Copies of one size.
struct Bench<'a> {
    memory: Memory<'a>,
    source: &'a [u8],
    walking: bool,
    copies: usize,
    /// Copies so far: every one that walks goes on where the one before ended, so that nobody finds what another has just written.
    done: usize,
}

impl Bench<'_> {
    /// Seconds that the copies take.
    fn time(&mut self, way: Way) -> Result<f64, ApertureError> {
        let bytes = self.source.len();
        let places = if self.walking { WALK_BYTES / bytes } else { 1 };
        let began = now();
        for _ in 0..self.copies {
            let offset = (self.done % places * bytes) as u64;
            self.done += 1;
            match way {
                Way::Libc => self.memory.libc(offset, self.source)?,
                Way::Lines(by) => self.memory.write_lines_by(by, offset, self.source)?,
            }
            fence();
        }
        Ok(now() - began)
    }
}

/// Seconds that the processor has worked for this thread.
fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Measures one row; the ways take turns, and each round begins with another.
fn row(bench: &mut Bench<'_>) -> Result<Row, ApertureError> {
    let lines = Instructions::present().map(Way::Lines);
    let ways: Vec<_> = [Way::Libc].into_iter().chain(lines).collect();
    let mut times = vec![Vec::with_capacity(ROUNDS); ways.len()];
    for round in 0..=ROUNDS {
        for turn in 0..ways.len() {
            let index = (round + turn) % ways.len();
            let took = bench.time(ways[index])?;
            // The first round is to get warm.
            if round > 0 {
                times[index].push(took);
            }
        }
    }
    let moved = (bench.source.len() * bench.copies) as f64;
    let rate = |times: &[f64]| moved / median(&mut times.to_vec()) / 1e9;
    let ratios = ways.iter().zip(&times).filter_map(|(way, own)| match way {
        Way::Libc => None,
        Way::Lines(instructions) => {
            let mut ratios: Vec<_> =
                times[0].iter().zip(own).map(|(libc, own)| libc / own).collect();
            let ratio = median(&mut ratios);
            let (least, most) = (ratios[0], ratios[ratios.len() - 1]);
            Some(Ratio { instructions: *instructions, gb_per_s: rate(own), ratio, least, most })
        }
    });
    let (bytes, walking) = (bench.source.len(), bench.walking);
    Ok(Row { bytes, walking, libc_gb_per_s: rate(&times[0]), lines: ratios.collect() })
}

/// Its name, as the kernel has it.
fn processor() -> std::io::Result<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo")?;
    let name = text.lines().find_map(|line| line.strip_prefix("model name"));
    Ok(name.unwrap_or_default().trim_start_matches([' ', '\t', ':']).into())
}

fn main() -> Result<(), Box<dyn Error>> {
    let source: Vec<u8> = (0..MOST_BYTES).map(|at| (at * 7).to_le_bytes()[0]).collect();
    let mut destination = vec![1; WALK_BYTES + LEAST_BYTES];
    // A mapping begins with a page, and so with a line.
    let first = destination.as_ptr().align_offset(LEAST_BYTES);
    let destination = &mut destination[first..][..WALK_BYTES];
    let mut rows = Vec::new();
    let sizes = std::iter::successors(Some(LEAST_BYTES), |bytes| Some(2 * bytes));
    for bytes in sizes.take_while(|bytes| *bytes <= MOST_BYTES) {
        for walking in [false, true] {
            let copies = (ROUND_BYTES / bytes).min(MOST_COPIES);
            let (memory, source) = (Memory::of_slice(destination), &source[..bytes]);
            rows.push(row(&mut Bench { memory, source, walking, copies, done: 0 })?);
            if destination[..bytes] != *source {
                return Err(format!("a copy of {bytes} bytes has not arrived").into());
            }
        }
    }
    let report =
        Report { processor: processor()?, best: Instructions::best(), rounds: ROUNDS, rows };
    println!("{}", serde_json::to_string_pretty(&report)?);
    Ok(())
}
