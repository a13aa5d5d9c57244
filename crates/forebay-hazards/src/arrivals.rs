// SPDX-License-Identifier: Apache-2.0
//! What the card sees of a program on one processor.
//!
//! Data are not looked at. Each byte carries the number of the access that stored it, so that stores of the same value are told
//! apart. A bus carries eight bits, so the program runs once for each eight of that number; the same seed makes the same writes.

use std::cell::RefCell;
use std::collections::BTreeMap;

use forebay_write_combining::{Bus, BusWrite, Caching, Freshness, Processor, WriteCombiner};

use crate::adversary::Unasked;
use crate::program::{Act, Program};
use crate::{HazardError, Meaning};

/// The access that stored a byte, from 1; 0 for one that none has stored.
pub(crate) type Origin = usize;

/// The access that stored a byte.
pub(crate) const fn access(origin: Origin) -> usize {
    origin.saturating_sub(1)
}

/// A byte of a write: its address and where it is from.
pub(crate) type Byte = (u64, Origin);

/// One thing that the card, or whoever was told, sees.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Event {
    /// Bytes in the order of their addresses.
    Write(Vec<Byte>),
    Signal,
    /// The program ends. What comes after it may come at any time.
    End,
}

/// An event and the access during which it came.
#[derive(Clone, Debug)]
pub(crate) struct Arrival {
    pub(crate) during: usize,
    pub(crate) event: Event,
}

/// What a load saw.
#[derive(Clone, Debug)]
pub(crate) struct Loaded {
    pub(crate) access: usize,
    pub(crate) bytes: Vec<Origin>,
    /// Writes to registers that had arrived.
    pub(crate) acted: usize,
}

/// One run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Run {
    pub(crate) arrivals: Vec<Arrival>,
    pub(crate) loads: Vec<Loaded>,
}

impl Run {
    /// Takes up the next eight bits of every byte of the same run.
    fn widen(&mut self, low_bits: u32, high: Self) {
        let widen = |low: &mut Origin, high: Origin| *low |= high << low_bits;
        for (low, high) in self.arrivals.iter_mut().zip(high.arrivals) {
            if let (Event::Write(low), Event::Write(high)) = (&mut low.event, high.event) {
                low.iter_mut().zip(high).for_each(|(low, high)| widen(&mut low.1, high.1));
            }
        }
        for (low, high) in self.loads.iter_mut().zip(high.loads) {
            low.bytes.iter_mut().zip(high.bytes).for_each(|(low, high)| widen(low, high));
        }
    }
}

/// The card, which writes down what comes.
struct Card<'a> {
    program: &'a Program,
    during: usize,
    memory: BTreeMap<u64, u8>,
    arrivals: Vec<Arrival>,
    acted: usize,
}

impl Card<'_> {
    fn note(&mut self, event: Event) {
        self.arrivals.push(Arrival { during: self.during, event });
    }
}

struct Wire<'a, 'b>(&'a RefCell<Card<'b>>);

impl Bus for Wire<'_, '_> {
    fn write(&mut self, write: &BusWrite) {
        let mut card = self.0.borrow_mut();
        // A line is of one range.
        let Some((first, _)) = write.bytes().next() else { return };
        let Some(range) = card.program.map.at(first) else { return };
        if range.meaning == Meaning::Memory {
            card.memory.extend(write.bytes());
        }
        card.acted += usize::from(range.acts());
        let bytes = write.bytes().map(|(address, byte)| (address, Origin::from(byte)));
        card.note(Event::Write(bytes.collect()));
    }

    fn read(&mut self, address: u64, into: &mut [u8]) {
        let card = self.0.borrow();
        for (address, byte) in (address..).zip(into) {
            *byte = card.memory.get(&address).copied().unwrap_or_default();
        }
    }
}

/// Runs it as it is mapped, on that processor.
pub(crate) fn run(program: &Program, processor: Processor) -> Result<Run, HazardError> {
    all_bits(program, processor, |caching| caching)
}

/// Runs it with each access a write or read on the bus, at once and in order: what the program means.
pub(crate) fn reference(program: &Program) -> Result<Run, HazardError> {
    all_bits(program, Processor::F1, |_| Caching::Uncached)
}

fn all_bits(
    program: &Program,
    processor: Processor,
    mapped: impl Fn(Caching) -> Caching,
) -> Result<Run, HazardError> {
    let mut run = eight_bits(program, processor, &mapped, 0)?;
    let mut low_bits = 8;
    while program.accesses.len() >> low_bits > 0 {
        run.widen(low_bits, eight_bits(program, processor, &mapped, low_bits)?);
        low_bits += 8;
    }
    Ok(run)
}

fn eight_bits(
    program: &Program,
    processor: Processor,
    mapped: &impl Fn(Caching) -> Caching,
    low_bits: u32,
) -> Result<Run, HazardError> {
    let (memory, arrivals) = (BTreeMap::new(), Vec::new());
    let card = RefCell::new(Card { program, during: 0, memory, arrivals, acted: 0 });
    let mut loads = Vec::new();
    let mut combiner = WriteCombiner::new(processor, Wire(&card))?;
    let mut unasked = Unasked::of(&processor);
    let caching =
        |address| mapped(program.map.at(address).map_or(Caching::Uncached, |range| range.caching));
    for (access, step) in program.accesses.iter().enumerate() {
        unasked.between(&mut combiner);
        card.borrow_mut().during = access;
        match &step.act {
            Act::Store { address, bytes } => {
                let byte = ((access + 1) >> low_bits).to_le_bytes()[0];
                combiner.store(caching(*address), *address, &vec![byte; bytes.len()])?;
            }
            Act::Load { address, bytes } => {
                let mut seen = vec![0; usize::try_from(*bytes).unwrap_or_default()];
                // Whether it is stale shows in where its bytes are from.
                let (Freshness::Fresh | Freshness::Stale) =
                    combiner.read(caching(*address), *address, &mut seen)?;
                // One that is uncached may have emptied the buffers first.
                let acted = card.borrow().acted;
                let bytes = seen.into_iter().map(Origin::from).collect();
                loads.push(Loaded { access, bytes, acted });
            }
            Act::Fence => combiner.fence(),
            Act::Signal => card.borrow_mut().note(Event::Signal),
        }
    }
    unasked.between(&mut combiner);
    card.borrow_mut().during = program.accesses.len();
    card.borrow_mut().note(Event::End);
    combiner.fence();
    drop(combiner);
    Ok(Run { arrivals: card.into_inner().arrivals, loads })
}
