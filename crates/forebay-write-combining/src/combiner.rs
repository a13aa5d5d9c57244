// SPDX-License-Identifier: Apache-2.0
//! The buffers.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::bus::{Bus, BusWrite, LINE_BYTES, PIECE_BYTES, enables, offset_in};
use crate::clock::{Ahead, Clock};
use crate::{Eviction, PartialFlush, Processor, WriteCombiningError};

/// How a range is mapped.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Caching {
    /// Each store is a write on the bus, in order.
    Uncached,
    /// Stores gather in buffers.
    WriteCombining,
}

/// What a read says.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Freshness {
    /// Nothing that was stored there is still on its way.
    Fresh,
    /// It has passed a store of the same program to the same bytes: they are those of before.
    Stale,
}

/// A buffer and what is in it.
#[derive(Clone, Copy, Debug)]
struct Buffer {
    held: BusWrite,
    state: State,
    /// Which of all lines opened it is.
    opened: u64,
    /// When it may be another line's.
    free_ps: u64,
}

#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum State {
    Free,
    /// Takes stores.
    Open,
    /// Takes none, and has not left; only where the order is random.
    Closed,
}

/// All that the accesses to come depend on but what the bytes are: two that are equal have the same future.
#[derive(Debug, Eq, PartialEq)]
pub(crate) struct Phase {
    clock: Ahead,
    /// Line, enables, state, age and when it is free, of each buffer.
    buffers: Vec<(u64, u64, State, u64, u64)>,
}

/// One processor's buffers for write-combined stores, and the time that its accesses take.
///
/// What leaves them, in which pieces and in which order is decided by [`Processor`] alone, so the same stores with the same seed
/// are the same writes on the bus.
#[derive(Debug)]
pub struct WriteCombiner<B> {
    bus: B,
    processor: Processor,
    buffers: Vec<Buffer>,
    opened: u64,
    random: Option<ChaCha8Rng>,
    clock: Clock,
}

impl<B: Bus> WriteCombiner<B> {
    /// With nothing in its buffers, at time 0.
    ///
    /// # Errors
    /// `Parameter` for a processor that cannot be.
    pub fn new(processor: Processor, bus: B) -> Result<Self, WriteCombiningError> {
        processor.check()?;
        let free = Buffer { held: BusWrite::empty(0), state: State::Free, opened: 0, free_ps: 0 };
        let random = match processor.eviction {
            Eviction::Oldest => None,
            Eviction::Random { seed, .. } => Some(ChaCha8Rng::seed_from_u64(seed)),
        };
        let buffers = (0..processor.buffers).map(|_| free).collect();
        let clock = Clock::new(processor);
        Ok(Self { bus, processor, buffers, opened: 0, random, clock })
    }

    /// A store of any width and alignment; what crosses a line is a store to each.
    ///
    /// # Errors
    /// `Range` for one that reaches behind the last address.
    pub fn store(
        &mut self,
        caching: Caching,
        address: u64,
        bytes: &[u8],
    ) -> Result<(), WriteCombiningError> {
        self.check_range(address, bytes.len())?;
        let (mut address, mut rest) = (address, bytes);
        while !rest.is_empty() {
            let offset = offset_in(address, LINE_BYTES);
            let (now, later) = rest.split_at(rest.len().min(LINE_BYTES - offset));
            let line = address - offset as u64;
            match caching {
                Caching::Uncached => self.store_uncached(line, offset, now),
                Caching::WriteCombining => self.combine(line, offset, now),
            }
            rest = later;
            address = address.wrapping_add(now.len() as u64);
        }
        Ok(())
    }

    /// A read. One that is write-combining passes what is still in the buffers; an uncached one waits until all of that has left,
    /// where [`Processor::uncached_empties`].
    ///
    /// # Errors
    /// `Range` for one that reaches behind the last address.
    pub fn read(
        &mut self,
        caching: Caching,
        address: u64,
        into: &mut [u8],
    ) -> Result<Freshness, WriteCombiningError> {
        self.check_range(address, into.len())?;
        if caching == Caching::Uncached && self.processor.uncached_empties {
            self.fence();
        }
        let is_stale = self.holds(address, into.len());
        self.clock.read();
        self.bus.read(address, into);
        Ok(if is_stale { Freshness::Stale } else { Freshness::Fresh })
    }

    /// All that was stored leaves, and has left (SFENCE or MFENCE, which cost the same here). In which order the buffers go is not said.
    pub fn fence(&mut self) {
        while let Some(index) = self.first_to_go() {
            self.empty(index, self.clock.now_ps);
        }
        self.clock.settle();
    }

    /// Other streams of stores, of whatever program, want so many buffers.
    pub fn pressure(&mut self, buffers: u64) {
        for _ in 0..buffers.min(self.processor.buffers) {
            let Some(index) = self.first_to_go() else { return };
            self.empty(index, self.clock.now_ps);
        }
    }

    /// The program works for so long without an access.
    pub const fn work(&mut self, ps: u64) {
        self.clock.work(ps);
    }

    /// Where the program is, which is not where its stores are.
    pub const fn now_ps(&self) -> u64 {
        self.clock.now_ps
    }

    /// When all that has left is at the card.
    pub fn drained_ps(&self) -> u64 {
        self.clock.drained_ps()
    }

    /// What is behind the processor.
    pub const fn bus(&self) -> &B {
        &self.bus
    }

    /// The same, to look after what it keeps; it is no access.
    pub const fn bus_mut(&mut self) -> &mut B {
        &mut self.bus
    }

    /// What is behind the processor, which leaves what is in the buffers there.
    pub fn into_bus(self) -> B {
        self.bus
    }

    /// Where it stands, seen from now; nothing repeats that is random.
    pub(crate) fn phase(&self) -> Option<Phase> {
        let buffers = self.buffers.iter().map(|buffer| {
            let free_ps = buffer.free_ps.saturating_sub(self.clock.now_ps);
            match buffer.state {
                State::Free => (0, 0, State::Free, 0, free_ps),
                state => {
                    let BusWrite { line, enables, .. } = buffer.held;
                    (line, enables, state, self.opened - buffer.opened, free_ps)
                }
            }
        });
        // Which of them holds what makes no difference.
        let mut buffers: Vec<_> = buffers.collect();
        buffers.sort_unstable();
        self.random.is_none().then(|| Phase { clock: self.clock.ahead(), buffers })
    }

    /// The processor.
    pub const fn processor(&self) -> &Processor {
        &self.processor
    }

    /// All of the range exists.
    pub(crate) const fn check_range(
        &self,
        address: u64,
        bytes: usize,
    ) -> Result<(), WriteCombiningError> {
        // The last byte may have the last address.
        match address.checked_add((bytes as u64).saturating_sub(1)) {
            Some(_) => Ok(()),
            None => Err(WriteCombiningError::Range { address, bytes }),
        }
    }

    /// Some byte of the range is still in a buffer.
    fn holds(&self, address: u64, count: usize) -> bool {
        // The last byte may have the last address.
        let (first, end) = (u128::from(address), u128::from(address) + count as u128);
        let held = self.buffers.iter().filter(|buffer| buffer.state != State::Free);
        held.into_iter().any(|buffer| {
            let line = u128::from(buffer.held.line);
            let (from, to) = (first.max(line), end.min(line + LINE_BYTES as u128));
            let part = |from: u128, to: u128| enables((from - line) as usize, (to - from) as usize);
            from < to && buffer.held.enables & part(from, to) != 0
        })
    }

    /// One write, behind all that is in the buffers where the processor promises that.
    fn store_uncached(&mut self, line: u64, offset: usize, bytes: &[u8]) {
        let holds = self.buffers.iter().any(|buffer| buffer.state != State::Free);
        if holds && self.processor.uncached_empties {
            self.fence();
        }
        self.clock.uncached();
        let mut write = BusWrite::empty(line);
        write.put(offset, bytes);
        self.bus.write(&write);
    }

    fn combine(&mut self, line: u64, offset: usize, bytes: &[u8]) {
        self.unasked();
        let mut at_ps = self.clock.store();
        let open = |buffer: &Buffer| buffer.state == State::Open && buffer.held.line == line;
        let index = match self.buffers.iter().position(open) {
            Some(index) => index,
            None => {
                let (index, free_ps) = self.open(line, at_ps);
                at_ps = free_ps;
                index
            }
        };
        let buffer = &mut self.buffers[index];
        buffer.held.put(offset, bytes);
        if buffer.held.is_full() {
            self.close(index, at_ps);
        }
        self.clock.commit(at_ps);
    }

    /// Finds a buffer for a line. Returns it, and when it is there.
    fn open(&mut self, line: u64, at_ps: u64) -> (usize, u64) {
        // What is left of the line from before goes first: no later store passes it.
        let same = |buffer: &Buffer| buffer.state == State::Closed && buffer.held.line == line;
        if let Some(index) = self.buffers.iter().position(same) {
            self.deliver(index);
        }
        let mut at_ps = at_ps.max(self.clock.line_free(line));
        let free =
            (0..self.buffers.len()).filter(|index| self.buffers[*index].state == State::Free);
        let index = free.min_by_key(|index| self.buffers[*index].free_ps);
        let index = index.or_else(|| self.first_to_go()).unwrap_or(0);
        if self.buffers[index].state != State::Free {
            self.empty(index, at_ps);
        }
        at_ps = at_ps.max(self.buffers[index].free_ps);
        self.opened += 1;
        let (held, opened) = (BusWrite::empty(line), self.opened);
        self.buffers[index] = Buffer { held, state: State::Open, opened, free_ps: at_ps };
        (index, at_ps)
    }

    /// The buffer that leaves next of those that hold something.
    fn first_to_go(&mut self) -> Option<usize> {
        let held = |index: &usize| self.buffers[*index].state != State::Free;
        let all = (0..self.buffers.len()).filter(held);
        match &mut self.random {
            None => all.min_by_key(|index| self.buffers[*index].opened),
            Some(random) => {
                let all: Vec<_> = all.collect();
                (!all.is_empty()).then(|| all[random.random_range(0..all.len())])
            }
        }
    }

    /// Sometimes a buffer goes that nobody wants.
    fn unasked(&mut self) {
        let Eviction::Random { unasked, .. } = self.processor.eviction else { return };
        let Some(random) = &mut self.random else { return };
        if unasked > 0 && random.random_range(0..unasked) == 0 {
            self.pressure(1);
        }
    }

    /// Closes it, if that is not done, and sends what it holds.
    fn empty(&mut self, index: usize, at_ps: u64) {
        if self.buffers[index].state == State::Open {
            self.close(index, at_ps);
        }
        if self.buffers[index].state == State::Closed {
            self.deliver(index);
        }
    }

    /// No store enters it any more.
    fn close(&mut self, index: usize, at_ps: u64) {
        let free_ps = self.clock.leave(self.buffers[index].held.line, at_ps);
        self.buffers[index].free_ps = free_ps;
        self.buffers[index].state = State::Closed;
        if self.random.is_none() {
            self.deliver(index);
        }
    }

    /// What it holds is on the bus.
    fn deliver(&mut self, index: usize) {
        self.buffers[index].state = State::Free;
        let held = self.buffers[index].held;
        let whole = held.is_full()
            || match (self.processor.partial, &mut self.random) {
                (PartialFlush::Whole, _) => true,
                (PartialFlush::Either, Some(random)) => random.random(),
                (PartialFlush::Eights | PartialFlush::Backwards | PartialFlush::Either, _) => false,
            };
        if whole {
            return self.bus.write(&held);
        }
        let pieces = (0..LINE_BYTES).step_by(PIECE_BYTES).map(|at| held.part(at, PIECE_BYTES));
        let mut pieces: Vec<_> = pieces.filter(|piece| piece.enables != 0).collect();
        match (self.processor.partial, &mut self.random) {
            (PartialFlush::Backwards, _) => pieces.reverse(),
            (PartialFlush::Either, Some(random)) => pieces.shuffle(random),
            (PartialFlush::Whole | PartialFlush::Eights | PartialFlush::Either, _) => {}
        }
        pieces.iter().for_each(|piece| self.bus.write(piece));
    }
}
