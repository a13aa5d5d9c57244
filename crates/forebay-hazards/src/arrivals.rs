// SPDX-License-Identifier: Apache-2.0
//! What the card sees of a program on one processor.
//!
//! Data are not looked at. Each byte carries the number of the access that stored it, so that stores of the same value are told
//! apart. A bus carries eight bits, so the program runs once for each eight of that number; the same seed makes the same writes.

use std::cell::RefCell;
use std::collections::BTreeMap;

use forebay_write_combining::{Bus, BusWrite, Caching, Processor};

use crate::adversary::Adversary;
use crate::execution::Execution;
use crate::program::Program;
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
pub(crate) struct Card<'a> {
    program: &'a Program,
    pub(crate) during: usize,
    memory: BTreeMap<u64, u8>,
    arrivals: Vec<Arrival>,
    pub(crate) acted: usize,
}

impl<'a> Card<'a> {
    const fn of(program: &'a Program) -> Self {
        Self { program, during: 0, memory: BTreeMap::new(), arrivals: Vec::new(), acted: 0 }
    }

    pub(crate) fn note(&mut self, event: Event) {
        self.arrivals.push(Arrival { during: self.during, event });
    }
}

/// The way to it.
pub(crate) struct Wire<'a, 'b>(pub(crate) &'a RefCell<Card<'b>>);

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

/// Runs it as it is mapped, on that adversary's processor.
pub(crate) fn run(program: &Program, adversary: &Adversary) -> Result<Run, HazardError> {
    all_bits(program, adversary.processor, adversary.loads_pass, |caching| caching)
}

/// Runs it with each access a write or read on the bus, at once and in order: what the program means.
pub(crate) fn reference(program: &Program) -> Result<Run, HazardError> {
    all_bits(program, Processor::F1, false, |_| Caching::Uncached)
}

fn all_bits(
    program: &Program,
    processor: Processor,
    loads_pass: bool,
    mapped: impl Fn(Caching) -> Caching,
) -> Result<Run, HazardError> {
    let mut run = Run::default();
    let mut low_bits = 0;
    loop {
        let card = RefCell::new(Card::of(program));
        let execution = Execution::new(program, processor, loads_pass, &mapped, &card, low_bits)?;
        let loads = execution.run()?;
        let arrivals = card.into_inner().arrivals;
        let bits = Run { arrivals, loads };
        if low_bits == 0 {
            run = bits;
        } else {
            run.widen(low_bits, bits);
        }
        low_bits += 8;
        if program.accesses.len() >> low_bits == 0 {
            return Ok(run);
        }
    }
}
