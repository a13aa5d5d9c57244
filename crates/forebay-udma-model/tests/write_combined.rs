// SPDX-License-Identifier: Apache-2.0
//! The order of accesses is the scheme: every sequence through uncached pages, through write-combined ones, and what mends these.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use forebay_udma_model::explore::{A, B, Case, VICTIM, VICTIM_BYTES};
use forebay_udma_model::program::{After, Program};
use forebay_udma_model::scheme::{Engine, LINE_BYTES, Name};
use forebay_udma_model::{Access, Op, Space, step};
use forebay_write_combining::{
    Bus, BusWrite, Caching, Eviction, PartialFlush, Processor, WriteCombiner,
};

/// Where the pages of each space are on the bus.
const SHADOW: u64 = 0x10_0000;
const CONTEXT: u64 = 0x20_0000;
const PORTAL: u64 = 0x30_0000;
const SPACE: u64 = 0x10_0000;

/// A front end that sees what leaves the processor.
struct FrontEnd {
    engine: Engine,
    writes: u32,
    /// Source, destination and size of what has started.
    started: Vec<(u64, u64, u64)>,
}

impl FrontEnd {
    fn access(&mut self, address: u64, access: Access) -> Option<u64> {
        let (space, base) = match address / SPACE * SPACE {
            SHADOW => (Space::Shadow, SHADOW),
            CONTEXT => (Space::Context, CONTEXT),
            _ => (Space::Portal, PORTAL),
        };
        let access = Access { addr: address - base, ..access.space(space).by(VICTIM) };
        let outcome = step(&mut self.engine, &access, true);
        let start = outcome.started();
        self.started.extend(start.map(|it| (it.src.value, it.dst.value, it.size.value)));
        outcome.answer
    }
}

/// Bytes as a number, the lowest first.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

impl Bus for FrontEnd {
    /// A write of each word that is enabled, in address order, as the window takes a line apart.
    fn write(&mut self, write: &BusWrite) {
        self.writes += 1;
        for (at, bytes) in (write.line..).step_by(8).zip(write.data.chunks(8)) {
            let enabled = write.enables >> (at - write.line) & 0xFF;
            match enabled {
                0xFF => drop(self.access(at, Access::store(0, number(bytes)).wide())),
                0x0F => drop(self.access(at, Access::store(0, number(&bytes[..4])))),
                0 => {}
                other => unreachable!("no program stores {other:#04x} of eight bytes"),
            }
        }
    }

    fn read(&mut self, address: u64, into: &mut [u8]) {
        let answer = self.access(address, Access::load(0)).unwrap();
        into.copy_from_slice(&answer.to_le_bytes()[..into.len()]);
    }
}

/// Which accesses have a fence before them.
#[derive(Clone, Copy, PartialEq)]
enum Fences {
    Nowhere,
    BeforeEach,
}

/// What came of one attempt.
struct Attempt {
    told: bool,
    started: Vec<(u64, u64, u64)>,
    /// Writes that have left the processor by its end, and all when a fence has emptied it.
    writes: u32,
    writes_fenced: u32,
    started_fenced: Vec<(u64, u64, u64)>,
}

const WANTED: [(u64, u64, u64); 1] = [(A, B, VICTIM_BYTES as u64)];

fn attempt(scheme: Name, caching: Caching, fences: Fences, processor: Processor) -> Attempt {
    let case = Case::bare(scheme);
    let program: Program = case.process(VICTIM, VICTIM).program;
    let engine = scheme.set_up(case.setup().as_ref());
    let front_end = FrontEnd { engine, writes: 0, started: Vec::new() };
    let mut processor = WriteCombiner::new(processor, front_end).unwrap();
    let mut told = true;
    for (at, step) in program.steps().iter().enumerate() {
        if fences == Fences::BeforeEach {
            processor.fence();
        }
        let Access { op, space, addr, data, wide, .. } = step.access;
        let base = match space {
            Space::Shadow => SHADOW,
            Space::Context => CONTEXT,
            Space::Portal => PORTAL,
        };
        let answer = if op == Op::Load {
            let mut word = [0; 4];
            processor.read(caching, base + addr, &mut word).unwrap();
            Some(number(&word))
        } else {
            let bytes = data.to_le_bytes();
            processor.store(caching, base + addr, &bytes[..if wide { 8 } else { 4 }]).unwrap();
            None
        };
        told &= program.after(at, answer) != After::Again;
    }
    let writes = processor.bus().writes;
    let started = processor.bus().started.clone();
    processor.fence();
    let FrontEnd { writes: writes_fenced, started: started_fenced, .. } = processor.into_bus();
    Attempt { told, started, writes, writes_fenced, started_fenced }
}

#[test]
fn through_uncached_pages_every_sequence_starts_what_is_wanted() {
    for scheme in Name::ALL {
        let one = attempt(scheme, Caching::Uncached, Fences::Nowhere, Processor::F1);
        assert!(one.told, "{}", scheme.text());
        assert_eq!(one.started, WANTED, "{}", scheme.text());
    }
}

#[test]
fn through_write_combined_pages_loads_pass_stores_and_no_scheme_with_a_load_starts_anything() {
    for scheme in Name::ALL.into_iter().filter(|scheme| *scheme != Name::Portal) {
        let one = attempt(scheme, Caching::WriteCombining, Fences::Nowhere, Processor::F1);
        assert!(!one.told, "{}", scheme.text());
        assert_eq!(
            (one.started, one.writes),
            (vec![], 0),
            "{}: all stores are kept",
            scheme.text()
        );
    }
}

#[test]
fn two_stores_to_one_address_are_merged_into_one() {
    for scheme in [Name::Repeat4, Name::Repeat5] {
        let stores =
            |caching| attempt(scheme, caching, Fences::Nowhere, Processor::F1).writes_fenced;
        assert_eq!(stores(Caching::Uncached), 2, "{}", scheme.text());
        assert_eq!(stores(Caching::WriteCombining), 1, "{}", scheme.text());
    }
}

#[test]
fn a_fence_before_each_access_mends_every_sequence() {
    for scheme in Name::ALL.into_iter().filter(|scheme| *scheme != Name::Portal) {
        let one = attempt(scheme, Caching::WriteCombining, Fences::BeforeEach, Processor::F1);
        assert!(one.told, "{}", scheme.text());
        assert_eq!(one.started, WANTED, "{}", scheme.text());
    }
}

/// All that the architecture leaves open: any buffer may go at any time, whole or in pieces.
fn any(seed: u64) -> Processor {
    let eviction = Eviction::Random { seed, unasked: 2 };
    Processor { eviction, partial: PartialFlush::Either, ..Processor::F1 }
}

#[test]
fn a_portals_line_in_pieces_may_be_torn_and_then_starts_nothing() {
    let (mut started, mut torn) = (0, 0);
    for seed in 0..200 {
        let one = attempt(Name::Portal, Caching::WriteCombining, Fences::Nowhere, any(seed));
        match one.started_fenced[..] {
            [] => torn += 1,
            [start] => {
                assert_eq!([start], WANTED, "seed {seed}");
                started += 1;
            }
            _ => unreachable!("seed {seed}: {:?}", one.started_fenced),
        }
    }
    assert!(started > 10 && torn > 10, "{started} started, {torn} did not");
}

#[test]
fn a_portals_line_in_one_store_always_starts() {
    let program = Case::bare(Name::Portal).process(VICTIM, VICTIM).program;
    let words = program.steps().iter().flat_map(|step| step.access.data.to_le_bytes());
    let line: Vec<u8> = words.collect();
    assert_eq!(line.len() as u64, LINE_BYTES);
    for seed in 0..200 {
        let front_end = FrontEnd { engine: Name::Portal.engine(), writes: 0, started: Vec::new() };
        let mut processor = WriteCombiner::new(any(seed), front_end).unwrap();
        processor.store(Caching::WriteCombining, PORTAL, &line).unwrap();
        processor.fence();
        assert_eq!((processor.bus().writes, &processor.bus().started[..]), (1, &WANTED[..]));
    }
}
