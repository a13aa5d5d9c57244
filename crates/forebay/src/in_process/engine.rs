// SPDX-License-Identifier: Apache-2.0
//! One DMA channel: a queue of jobs, which the engine works on in runs. A run is a job, and those behind it that go on where it ends:
//! each is linked to the one before while that is under way, so that the engine never waits for the host.

mod abort;
mod ending;
mod job;
mod pending;
mod registers;

use std::collections::VecDeque;

use forebay_bus::{Card, CardError, CardExt, HostMemory};

use super::Held;
use super::doorbell::Doorbell;
use super::list::{Layout, List};
use super::place::{Place, Places};
use super::run::{RUN_DESCRIPTORS, Run, Word};
use super::segment::Segment;
use crate::{ChannelId, EngineCause, ForebayError};

use self::registers::{chan, ending_causes, irq, modes, msix_entry, sgdma};

pub(crate) use self::job::{Ended, Job, Progress};
pub(crate) use self::pending::{Pending, port_of};

/// Descriptors of a list that are in memory when the engine is started; as many more are added at a time while it works on these.
const LEAD_DESCRIPTORS: usize = 256;
/// Descriptors of a run that reads a stream: it may end anywhere, and the next one begins behind that.
const STREAM_RUN_DESCRIPTORS: usize = 1024;
/// Looks at a run that may have stopped before its end until the engine is asked, where its message would have told.
const LOOKS: u32 = 4096;

/// The channel's host side.
pub(crate) struct Engine {
    pub channel: ChannelId,
    stream: bool,
    /// The block of all channels' registers.
    place: Place,
    host: HostMemory,
    word: Word,
    /// Where the card has one, and it is to be used.
    doorbell: Option<Doorbell>,
    queue: VecDeque<Job>,
    /// What the engine works on: lists of the first jobs of the queue.
    run: Run,
    /// Its message, or that the whole card stands still, has told that the run may be over.
    told: bool,
    /// Vector of its message; none where nobody tells.
    vector: Option<u32>,
    /// Looks at a run that may be over.
    looks: u32,
}

impl Engine {
    /// Prepares the channel: write-back address, interrupt enable, vector number equal to the interrupt bit.
    pub(crate) fn open(
        card: &mut dyn Card,
        places: &Places,
        (channel, stream): (ChannelId, bool),
        irq_bit: u32,
        doorbells: bool,
    ) -> Result<Self, ForebayError> {
        let doorbell =
            if doorbells { Doorbell::find(card, places.channels, channel)? } else { None };
        // What somebody was refused before is no refusal of ours.
        if let Some(doorbell) = doorbell {
            doorbell.refusal(card)?;
        }
        let (host, word) = (card.host().clone(), Word::new(card.host())?);
        let engine = Self {
            channel,
            stream,
            place: places.channels,
            host,
            word,
            doorbell,
            queue: VecDeque::new(),
            run: Run::default(),
            told: false,
            vector: places.interrupts.map(|_| irq_bit),
            looks: 0,
        };
        engine.write_pair(card, engine.reg(chan::POLL_WB_ADDR_LO), engine.word.addr())?;
        // A doorbell sets RUN alone.
        card.write32(engine.place.bar, engine.reg(chan::CONTROL), modes())?;
        // Not of the end of a list that another one is linked to: the engine goes on.
        card.write32(engine.place.bar, engine.reg(chan::INTERRUPT_ENABLE), ending_causes())?;
        if let Some(interrupts) = places.interrupts {
            engine.enable(card, places, interrupts, irq_bit)?;
        }
        Ok(engine)
    }

    /// Lets the channel's interrupt through, as the message of the same number.
    fn enable(
        &self,
        card: &mut dyn Card,
        places: &Places,
        interrupts: Place,
        irq_bit: u32,
    ) -> Result<(), CardError> {
        let Place { bar, base } = interrupts;
        let vectors = base + irq::CHANNEL_VECTOR.at(irq_bit / 4);
        let shift = 8 * (irq_bit % 4);
        let old = card.read32(bar, vectors)?;
        card.write32(bar, vectors, old & !(0xFF << shift) | irq_bit << shift)?;
        let mask = places.message(irq_bit, msix_entry::VECTOR_CONTROL);
        card.write32(places.channels.bar, mask, 0)?;
        card.write32(bar, base + irq::CHANNEL_ENABLE_W1S, 1 << irq_bit)
    }

    pub(crate) fn submit(&mut self, job: Job) {
        self.queue.push_back(job);
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.queue.is_empty()
    }

    /// Whether job `id` waits here or is being worked on.
    pub(crate) fn holds(&self, id: u64) -> bool {
        self.queue.iter().any(|job| job.id == id)
    }

    /// Whether jobs end while the run goes on, of which no message tells.
    pub(crate) fn is_linked(&self) -> bool {
        self.run.lists.len() > 1
    }

    /// Messages have come, or the card has come to rest.
    pub(crate) fn hear(&mut self, vectors: u32, idle: bool) {
        self.told |= idle || self.vector.is_some_and(|bit| vectors >> bit & 1 == 1);
    }

    /// Looks at the write-back word: gives the jobs that have ended, links those that can be, and starts the next run where the
    /// last one has ended. Whether it did start one.
    pub(crate) fn poll(
        &mut self,
        card: &mut dyn Card,
        ended: &mut Vec<Ended>,
    ) -> Result<bool, ForebayError> {
        if !self.run.is_empty() {
            let (count, error) = self.word.progress();
            self.retire_linked(count, card.now(), ended);
            // Only what ends a list asks for the word: its last descriptor, or the end of a packet before that.
            let whole = !error && count == self.run.end();
            let packet = count != 0 && self.layout() == Layout::StreamToHost;
            let over = error || packet || count >= self.run.end();
            if over {
                self.finish_run(card, whole, ended)?;
            } else if self.run.may_end_at(count) && self.has_stopped(card)? {
                // It may have gone on and come to its end since the look at the word.
                if self.word.progress() == (count, false) {
                    self.leave_run(card, count)?;
                }
            }
        }
        if !self.run.is_empty() {
            return self.link().map(|()| false);
        }
        self.start(card, ended)?;
        Ok(!self.run.is_empty())
    }

    /// Whether the engine stands at a stop that has been taken away: it had fetched that before. It is asked once its message has
    /// come; where nobody tells, or the message is lost, now and then.
    fn has_stopped(&mut self, card: &mut dyn Card) -> Result<bool, ForebayError> {
        self.looks += 1;
        let patience = if self.vector.is_some() { LOOKS } else { 1 };
        if !self.told && self.looks < patience {
            return Ok(false);
        }
        (self.told, self.looks) = (false, 0);
        let status = card.read32(self.place.bar, self.reg(chan::STATUS))?;
        Ok(!chan::status::BUSY.is_set(status))
    }

    /// The engine has stopped before the end of the run: what is left of it is begun anew.
    fn leave_run(&mut self, card: &mut dyn Card, count: usize) -> Result<(), ForebayError> {
        card.write32(self.place.bar, self.reg(chan::CONTROL_W1C), chan::control::RUN.mask())?;
        let lists = std::mem::take(&mut self.run).lists;
        for (job, listed) in self.queue.iter_mut().zip(lists) {
            let (done, rest) = listed.list.segments().split_at(listed.done(count));
            job.done += done.len() as u64;
            job.bytes += done.iter().map(|segment| segment.len).sum::<u64>();
            for segment in rest.iter().rev() {
                job.segments.push_front(*segment);
            }
        }
        Ok(())
    }

    /// Starts a run of the first job that has segments; those in front of it end at once.
    fn start(&mut self, card: &mut dyn Card, ended: &mut Vec<Ended>) -> Result<(), ForebayError> {
        while self.queue.front().is_some_and(|job| job.segments.is_empty()) {
            ended.extend(self.retire(None, card.now()));
        }
        let Some(list) = self.list(0, LEAD_DESCRIPTORS)? else { return Ok(()) };
        (self.told, self.looks) = (false, 0);
        self.word.clear();
        // Of a chain there may be more to come, which is linked to a list in memory.
        let is_alone = self.queue.front().is_some_and(|job| job.chain.is_none());
        if let Some(doorbell) = self.doorbell
            && list.len() == 1
            && is_alone
        {
            doorbell.ring(card, &list)?;
            self.run.begin(list, true);
            return Ok(());
        }
        let (first, adjacent) = (list.first(), list.adjacent());
        self.run.begin(list, false);
        self.write_pair(card, self.sg(sgdma::FIRST_DESC_LO), first)?;
        card.write32(self.place.bar, self.sg(sgdma::FIRST_DESC_ADJACENT), adjacent)?;
        let control = modes() | chan::control::RUN.mask();
        card.write32(self.place.bar, self.reg(chan::CONTROL), control)?;
        self.run.write_rest(LEAD_DESCRIPTORS);
        self.link()
    }

    /// The list of a job in the queue, as far as a run has room for it, the first `lead` descriptors of it in memory.
    fn list(&mut self, job: usize, lead: usize) -> Result<Option<List>, ForebayError> {
        let layout = self.layout();
        let Some(job) = self.queue.get_mut(job) else { return Ok(None) };
        let (most, lead) = match layout {
            Layout::StreamToHost => (STREAM_RUN_DESCRIPTORS, STREAM_RUN_DESCRIPTORS),
            _ => (RUN_DESCRIPTORS, lead),
        };
        let segments = job.segments.drain(..job.segments.len().min(most)).collect();
        Ok(Some(List::new(&self.host, segments, layout, lead)?))
    }

    /// Links what follows in the chain to the run, so that the engine goes on with it.
    fn link(&mut self) -> Result<(), ForebayError> {
        let linked = self.run.lists.len();
        while let (Some(last), Some(next)) = (
            self.run.lists.len().checked_sub(1).and_then(|last| self.queue.get(last)),
            self.queue.get(self.run.lists.len()),
        ) {
            let fits = self.run.end() + next.segments.len() <= RUN_DESCRIPTORS;
            if !last.segments.is_empty() || next.segments.is_empty() || !next.follows(last) || !fits
            {
                break;
            }
            let Some(list) = self.list(self.run.lists.len(), RUN_DESCRIPTORS)? else { break };
            self.run.link(list);
        }
        if self.run.lists.len() > linked {
            self.looks = 0;
        }
        Ok(())
    }
}
