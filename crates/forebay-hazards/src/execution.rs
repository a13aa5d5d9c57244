// SPDX-License-Identifier: Apache-2.0
//! A processor that does a program's accesses, one after the other or with loads in front.
//!
//! A store fence (SFENCE) orders stores and nothing else: the processor may do a load behind it while the fence, and all that is stored
//! behind that, still waits. The application note calls such a read stale where the buffers have not left, and no processor's manual
//! promises that a load from write-combining memory finds in a buffer what the same program has stored; so here it does not. What orders
//! loads too is a full fence (MFENCE), and on x86 an uncached access.

use std::cell::RefCell;
use std::collections::VecDeque;

use forebay_write_combining::{Caching, Freshness, Processor, WriteCombiner};

use crate::HazardError;
use crate::adversary::Unasked;
use crate::arrivals::{Card, Event, Loaded, Origin, Wire};
use crate::program::{Act, Program};

/// A processor in the middle of a program.
pub(crate) struct Execution<'a, 'b, M> {
    program: &'a Program,
    card: &'a RefCell<Card<'b>>,
    combiner: WriteCombiner<Wire<'a, 'b>>,
    unasked: Unasked,
    /// How a range is mapped that the program has mapped so.
    mapped: &'a M,
    /// Loads pass store fences.
    loads_pass: bool,
    /// Of the number of an access, those below its byte.
    low_bits: u32,
    /// A store fence, and what is stored and told behind it, which loads pass.
    waiting: VecDeque<usize>,
    loads: Vec<Loaded>,
}

impl<'a, 'b, M: Fn(Caching) -> Caching> Execution<'a, 'b, M> {
    pub(crate) fn new(
        program: &'a Program,
        processor: Processor,
        loads_pass: bool,
        mapped: &'a M,
        card: &'a RefCell<Card<'b>>,
        low_bits: u32,
    ) -> Result<Self, HazardError> {
        let combiner = WriteCombiner::new(processor, Wire(card))?;
        let (unasked, waiting, loads) = (Unasked::of(&processor), VecDeque::new(), Vec::new());
        Ok(Self { program, card, combiner, unasked, mapped, loads_pass, low_bits, waiting, loads })
    }

    /// Does all of the program. What comes behind its end is on the card. Returns what its loads saw.
    pub(crate) fn run(mut self) -> Result<Vec<Loaded>, HazardError> {
        let program = self.program;
        let passes = self.passing_loads();
        for (access, step) in program.accesses.iter().enumerate() {
            self.unasked.between(&mut self.combiner);
            self.card.borrow_mut().during = access;
            let passed = passes[access];
            match step.act {
                Act::Fence if passed => self.waiting.push_back(access),
                Act::Store { .. } | Act::Signal if passed && !self.waiting.is_empty() => {
                    self.waiting.push_back(access);
                }
                _ => {
                    if !self.is_passing(&step.act) {
                        self.go_on()?;
                    }
                    self.does(access)?;
                }
            }
            if !passed {
                self.go_on()?;
            }
        }
        self.unasked.between(&mut self.combiner);
        self.card.borrow_mut().during = program.accesses.len();
        self.card.borrow_mut().note(Event::End);
        self.combiner.fence();
        Ok(self.loads)
    }

    /// Of each access, whether a load comes behind it that may be done before it.
    fn passing_loads(&self) -> Vec<bool> {
        let mut passes = vec![false; self.program.accesses.len()];
        let mut ahead = false;
        for (passes, access) in passes.iter_mut().zip(&self.program.accesses).rev() {
            *passes = ahead;
            ahead = match &access.act {
                Act::Load { .. } => self.is_passing(&access.act),
                Act::FullFence => false,
                Act::Store { address, .. } => ahead && self.caching(*address) != Caching::Uncached,
                Act::Fence | Act::Signal => ahead,
            };
        }
        passes
    }

    /// It is a load that waits for no store fence.
    fn is_passing(&self, act: &Act) -> bool {
        let Act::Load { address, .. } = act else { return false };
        let waits = self.caching(*address) == Caching::Uncached
            && self.combiner.processor().uncached_empties;
        self.loads_pass && !waits
    }

    fn caching(&self, address: u64) -> Caching {
        let range = self.program.map.at(address);
        (self.mapped)(range.map_or(Caching::Uncached, |range| range.caching))
    }

    /// Does what has waited.
    fn go_on(&mut self) -> Result<(), HazardError> {
        while let Some(access) = self.waiting.pop_front() {
            self.unasked.between(&mut self.combiner);
            self.does(access)?;
        }
        Ok(())
    }

    fn does(&mut self, access: usize) -> Result<(), HazardError> {
        match &self.program.accesses[access].act {
            Act::Store { address, bytes } => {
                let byte = ((access + 1) >> self.low_bits).to_le_bytes()[0];
                self.combiner.store(self.caching(*address), *address, &vec![byte; bytes.len()])?;
            }
            Act::Load { address, bytes } => {
                let mut seen = vec![0; usize::try_from(*bytes).unwrap_or_default()];
                // Whether it is stale shows in where its bytes are from.
                let (Freshness::Fresh | Freshness::Stale) =
                    self.combiner.read(self.caching(*address), *address, &mut seen)?;
                // One that is uncached may have emptied the buffers first.
                let acted = self.card.borrow().acted;
                let bytes = seen.into_iter().map(Origin::from).collect();
                self.loads.push(Loaded { access, bytes, acted });
            }
            Act::Fence | Act::FullFence => self.combiner.fence(),
            Act::Signal => self.card.borrow_mut().note(Event::Signal),
        }
        Ok(())
    }
}
