// SPDX-License-Identifier: Apache-2.0
//! The data of a run: what it has taken in, and the sums that are made of it, pass by pass.
//!
//! Sums are not made when the model of cycles has their pass: the windows of some passes are filled together, block by block, while
//! the model goes on, so that all cores have something to do. What they come to waits until it is sent.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use forebay_msm::{BUCKET_BYTES, ExtendedPoint, MsmError, Scalar, WindowSums};

use super::cycles::Shape;
use super::digit::Pass;
use super::feed::Feed;
use super::filling::{Filling, Words};
use super::memory::Memory;
use super::registers::{Order, Registers};
use super::word::Preparation;
use crate::byte_stream::BEAT_BYTES;

/// Records that are worked off at once: enough to keep every core busy, and few for the buckets of a card to be read for.
const BLOCK: usize = 1 << 17;
/// Windows that are filled together, if there are so many: enough for every core, and few, so that the model of cycles has passes to go
/// on with meanwhile.
const WINDOWS: usize = 9;
/// Digits that are worth a thread.
const MANY: usize = 1 << 12;

/// A beat of the sums.
type Beat = [u8; BEAT_BYTES];

/// What a run has taken in, and what has become of it.
#[derive(Debug)]
pub(super) struct Run {
    order: Order,
    card: Shape,
    passes: Vec<Pass>,
    preparation: Preparation,
    pub(super) feed: Feed,
    words: Arc<Words>,
    /// Records that came in the first pass and are worked off.
    done: usize,
    /// Passes whose windows are being filled: none once their sums are taken.
    batch: Range<usize>,
    /// Beats of sums that wait.
    beats: VecDeque<Beat>,
    /// Beats that it has still to send.
    left: usize,
    /// A scalar was not what its words say: `STATUS.SCALAR_CUT`.
    cut: bool,
}

impl Run {
    /// That of an order with the plan as it is.
    pub(super) fn new(order: Order, registers: &Registers, memory: &mut Memory) -> Self {
        let passes = registers.passes(&order);
        let shape = order.shape();
        let sums: usize = passes.iter().map(Pass::sums).sum();
        let mut run = Self {
            card: *registers.card(),
            preparation: registers.preparation(&order),
            feed: Feed::new(shape.points, order.has_scalars(), !shape.resident),
            words: Arc::new(Words::of_run(if passes.len() > 1 { shape.points } else { 0 })),
            done: 0,
            batch: 0..0,
            beats: VecDeque::new(),
            left: sums * (BUCKET_BYTES / BEAT_BYTES),
            cut: false,
            order,
            passes,
        };
        run.begin_batch(memory);
        run
    }

    pub(super) fn passes(&self) -> &[Pass] {
        &self.passes
    }

    pub(super) fn words(&self) -> &Words {
        &self.words
    }

    /// Whether a scalar was cut since that was last asked.
    pub(super) const fn take_cut(&mut self) -> bool {
        std::mem::replace(&mut self.cut, false)
    }

    /// Whether all that it has to send has gone.
    pub(super) const fn is_sent(&self) -> bool {
        self.left == 0
    }

    /// Where its points are in the memory.
    pub(super) const fn places(&self) -> Range<usize> {
        let shape = self.order.shape();
        let first = shape.slot * self.card.banks;
        first..first + shape.points
    }

    /// Its points come, and stay in the memory.
    fn keeps(&self) -> bool {
        self.feed.has_points() && self.passes.len() != 1
    }

    /// The scalar of the record that was taken last.
    pub(super) fn take(&mut self, scalar: &Scalar) {
        if self.order.has_scalars() {
            let (word, cut) = self.preparation.word(scalar, self.feed.taken() - 1);
            // While records come nobody else has them: jobs get words of their own.
            Arc::make_mut(&mut self.words).push(word);
            self.cut |= cut;
        }
    }

    /// Whether a block of records waits to be worked off, or the last ones do.
    pub(super) const fn has_block(&self) -> bool {
        let waiting = self.feed.taken() - self.done;
        waiting >= BLOCK || waiting > 0 && self.feed.is_complete()
    }

    /// Works off a block of records, or what there is of one: into the memory, and into the windows of the first passes. What it can make nothing of
    /// is left out.
    pub(super) fn work_off(&mut self, memory: &mut Memory) -> Result<(), MsmError> {
        let (first, place) = (self.done, self.places().start + self.done);
        let count = BLOCK.min(self.feed.taken() - first);
        self.done += count;
        let streamed = self.feed.has_points().then(|| self.feed.points(count));
        let outcome = match streamed {
            Some(points) if !self.keeps() => {
                let filling = self.filling(first..self.done);
                let digits = |index: usize, out: &mut [i32]| filling.digits(first + index, out);
                memory.sums.settled().add(points, first, digits)
            }
            Some(points) => memory.keep(place, points, first),
            None => Ok(()),
        };
        if streamed.is_none() || self.keeps() {
            self.add_kept(first..self.done, memory);
        }
        if streamed.is_some() {
            self.feed.forget(count);
        }
        if self.passes.len() == 1 && !self.feed.is_complete() {
            // Nobody asks for a word that is worked off, but for the model of cycles, which is a little behind.
            Arc::make_mut(&mut self.words).forget_before(self.done.saturating_sub(BLOCK));
        }
        outcome
    }

    /// Adds records whose points the memory has to the windows that are being filled.
    fn add_kept(&self, records: Range<usize>, memory: &mut Memory) {
        if self.batch.is_empty() {
            return;
        }
        let filling = self.filling(records.clone());
        let (first, place) = (records.start, self.places().start + records.start);
        let digits = records.len() * filling.windows();
        let add = move |sums: &mut WindowSums| {
            sums.add_kept(place..place + records.len(), |index, out| {
                filling.digits(first + index, out);
            });
        };
        if digits < MANY {
            add(memory.sums.settled());
        } else {
            memory.sums.give(add);
        }
    }

    /// The digits of some records in the windows that are being filled.
    fn filling(&self, records: Range<usize>) -> Filling {
        // Words that still come go into those that nobody else has.
        let words = if self.feed.is_complete() {
            Arc::clone(&self.words)
        } else {
            Arc::new(self.words.part(records))
        };
        Filling::new(&self.passes[self.batch.clone()], words)
    }

    /// The next beat that it sends. With an error it is that of a sum in which something is left out.
    pub(super) fn send(&mut self, memory: &mut Memory) -> (Option<Beat>, Result<(), MsmError>) {
        let outcome = if self.beats.is_empty() { self.sum(memory) } else { Ok(()) };
        let beat = self.beats.pop_front();
        self.left -= usize::from(beat.is_some());
        (beat, outcome)
    }

    /// What is taken goes where it belongs, though the run ends here.
    pub(super) fn abandon(mut self, memory: &mut Memory) {
        // Nobody asks for its sums.
        self.batch = 0..0;
        memory.sums.settled().begin(&[]);
        if self.keeps() {
            while self.done < self.feed.taken() && self.work_off(memory).is_ok() {}
        }
    }

    /// Has the windows of the next passes, all of them empty.
    fn begin_batch(&mut self, memory: &mut Memory) {
        let first = self.batch.end;
        let windows = |pass: &Pass| vec![pass.weights(); pass.sums()];
        let (mut sizes, mut end) = (Vec::new(), first);
        while sizes.len() < WINDOWS
            && let Some(pass) = self.passes.get(end)
        {
            sizes.extend(windows(pass));
            end += 1;
        }
        self.batch = first..end;
        // The windows of the last ones are empty, and their memory is the next run's.
        if !self.batch.is_empty() {
            memory.sums.settled().begin(&sizes);
        }
    }

    /// Sums of the passes that are next; those behind them are begun.
    fn sum(&mut self, memory: &mut Memory) -> Result<(), MsmError> {
        let mut outcome = Ok(());
        while self.done < self.feed.taken() {
            outcome = outcome.and(self.work_off(memory));
        }
        let mut sums = memory.sums.settled().take().into_iter();
        for pass in &self.passes[self.batch.clone()] {
            for sum in sums.by_ref().take(pass.sums()) {
                // Where there is something to sum, nothing but neutral elements comes to one.
                let sum = sum.or(pass.sums_nothing().then_some(ExtendedPoint::IDENTITY));
                let bytes = sum.map_or([0; BUCKET_BYTES], |sum| sum.to_bytes());
                self.beats.extend(bytes.as_chunks::<BEAT_BYTES>().0);
            }
        }
        self.begin_batch(memory);
        self.add_kept(0..self.done, memory);
        outcome
    }
}
