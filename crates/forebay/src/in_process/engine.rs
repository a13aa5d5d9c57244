// SPDX-License-Identifier: Apache-2.0
//! One DMA channel: a queue of jobs, each cut into runs of the engine.

use std::collections::VecDeque;

use forebay_bus::{Card, CardError, CardExt};
use forebay_regs::xdma::{self, chan, irq, msix_entry, sgdma};

use super::Held;
use super::place::{Place, Places};
use super::ring::{Layout, RING_DESCRIPTORS, Ring};
use super::segment::Segment;
use crate::dma_engine::bits_of;
use crate::next_step::{Maker, next_step};
use crate::transport::Moved;
use crate::{ChannelId, EngineCause, ForebayError};

/// Card cycles an aborted engine gets to become idle.
const ABORT_CYCLES: u64 = 1 << 20;
/// How often an abort looks.
const ABORT_STEP_CYCLES: u64 = 1024;

/// A transfer as submitted.
pub(crate) struct Job {
    pub id: u64,
    pub segments: VecDeque<Segment>,
    pub held: Held,
    total: u64,
    done: u64,
    bytes: u64,
    eop: bool,
}

impl Job {
    pub(crate) fn new(id: u64, pieces: impl IntoIterator<Item = Segment>, held: Held) -> Self {
        let segments: VecDeque<_> = pieces.into_iter().flat_map(Segment::split).collect();
        let total = segments.len() as u64;
        Self { id, segments, held, total, done: 0, bytes: 0, eop: false }
    }

    /// A packet has ended before the room for it did: what is behind it in `rest` of a run, or in the runs to come, is left
    /// alone, and the room for the next packet is next.
    fn leave_room(&mut self, rest: &[Segment]) {
        for segment in rest.iter().rev() {
            self.segments.push_front(*segment);
        }
        while let Some(segment) = self.segments.pop_front() {
            self.done += 1;
            if segment.eop {
                break;
            }
        }
    }
}

/// What a run has done.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Done {
    /// Descriptors all of whose bytes have arrived.
    descriptors: u64,
    /// Bytes that have arrived, from the beginning of the run.
    bytes: u64,
    /// A packet has ended.
    eop: bool,
    /// It has ended with the last of the descriptors.
    ends: bool,
}

/// How far a job was when it was given up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    pub job: u64,
    pub done: u64,
    pub total: u64,
    pub bytes: u64,
}

/// How a job ended.
pub(crate) struct Ended {
    pub id: u64,
    pub held: Held,
    pub result: Result<Moved, ForebayError>,
}

/// The channel's host side.
pub(crate) struct Engine {
    pub channel: ChannelId,
    stream: bool,
    /// The block of all channels' registers.
    place: Place,
    ring: Ring,
    queue: VecDeque<Job>,
    /// Segments of the run the engine works on; empty when it is idle.
    run: Vec<Segment>,
}

impl Engine {
    /// Prepares the channel: write-back address, interrupt enable, vector number equal to the interrupt bit.
    pub(crate) fn open(
        card: &mut dyn Card,
        places: &Places,
        (channel, stream): (ChannelId, bool),
        irq_bit: u32,
    ) -> Result<Self, ForebayError> {
        let ring = Ring::new(card.host())?;
        let (place, queue, run) = (places.channels, VecDeque::new(), Vec::new());
        let engine = Self { channel, stream, place, ring, queue, run };
        engine.write_pair(card, engine.reg(chan::POLL_WB_ADDR_LO), engine.ring.write_back())?;
        card.write32(engine.place.bar, engine.reg(chan::INTERRUPT_ENABLE), logged_causes())?;
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

    /// Looks at the write-back word; starts the next run or job where the last one has ended.
    pub(crate) fn poll(&mut self, card: &mut dyn Card) -> Result<Option<Ended>, ForebayError> {
        if self.run.is_empty() {
            return self.start(card);
        }
        let (count, error) = self.ring.progress();
        // Only what ends the run asks for the word: its last descriptor, or the end of a packet before that.
        if !error && count == 0 {
            return Ok(None);
        }
        let failure = self.finish_run(card, !error && count as usize == self.run.len())?;
        let more = self.queue.front().is_some_and(|job| !job.segments.is_empty());
        if failure.is_none() && more {
            return self.start(card);
        }
        let outcome = self.retire(failure, card.now());
        // Keep the engine busy: the next job starts in the same look. One without segments has an outcome of its own,
        // which the next look gives.
        if self.queue.front().is_some_and(|job| !job.segments.is_empty()) {
            self.start(card)?;
        }
        Ok(outcome)
    }

    /// Starts a run of the head job, if there is one. A job without segments ends at once.
    fn start(&mut self, card: &mut dyn Card) -> Result<Option<Ended>, ForebayError> {
        let Some(job) = self.queue.front_mut() else { return Ok(None) };
        if job.segments.is_empty() {
            return Ok(self.retire(None, card.now()));
        }
        let count = job.segments.len().min(RING_DESCRIPTORS);
        self.run = job.segments.drain(..count).collect();
        self.ring.program(&self.run, self.layout());
        self.write_pair(card, self.sg(sgdma::FIRST_DESC_LO), self.ring.first())?;
        card.write32(
            self.place.bar,
            self.sg(sgdma::FIRST_DESC_ADJACENT),
            Ring::adjacent(0, count),
        )?;
        let control =
            logged_causes() | chan::control::RUN.mask() | chan::control::POLL_WRITEBACK.mask();
        card.write32(self.place.bar, self.reg(chan::CONTROL), control)?;
        Ok(None)
    }

    /// Ends a run: clears RUN and books what was moved. `whole`: the word says that all of it went well.
    fn finish_run(
        &mut self,
        card: &mut dyn Card,
        whole: bool,
    ) -> Result<Option<ForebayError>, ForebayError> {
        // The word has said all of a run that went well, and the next start clears the status: a read would take the
        // card's time from the other channels.
        let (status, count) = if whole {
            (0, self.run.len())
        } else {
            // Not the register that clears it: what is logged tells an abort that the next run has not begun.
            let status = card.read32(self.place.bar, self.reg(chan::STATUS))?;
            (status, card.read32(self.place.bar, self.reg(chan::COMPLETED_COUNT))? as usize)
        };
        card.write32(self.place.bar, self.reg(chan::CONTROL_W1C), chan::control::RUN.mask())?;
        let run = std::mem::take(&mut self.run);
        let (done, rest) = run.split_at(count.min(run.len()));
        let Done { bytes, eop, ends, .. } = self.done(done, 0);
        let Some(job) = self.queue.front_mut() else { return Ok(None) };
        job.done += count as u64;
        job.bytes += bytes;
        job.eop |= eop;
        // The room may go on in this run or in the next one.
        let room_left = ends && done.last().is_some_and(|last| !last.eop);
        if cause_of(status) == EngineCause::Stopped && room_left {
            job.leave_room(rest);
            return Ok(None);
        }
        let Some(segment) = rest.first() else { return Ok(None) };
        let (channel, cause) = (self.channel, cause_of(status));
        Ok(Some(ForebayError::Engine {
            channel,
            cause,
            descriptor: job.done,
            host_addr: Some(segment.host),
            card_addr: segment.card,
            status,
            bad_host_addr: 0,
            bad_card_addr: 0,
            next: next_step(channel, cause, bits_of(cause, status), Maker::Library),
        }))
    }

    /// What a run has done that got as far as these descriptors and `partial` bytes of the next one.
    fn done(&self, run: &[Segment], partial: u64) -> Done {
        let descriptors = run.len() as u64;
        if self.layout() != Layout::StreamToHost {
            let bytes = run.iter().map(|segment| segment.len).sum::<u64>() + partial;
            return Done { descriptors, bytes, ..Done::default() };
        }
        let results = (0..run.len()).filter_map(|index| self.ring.result(index));
        let none = Done { descriptors, bytes: partial, ..Done::default() };
        results.fold(none, |done, result| Done {
            bytes: done.bytes + result.bytes,
            eop: done.eop | result.eop,
            ends: result.eop,
            ..done
        })
    }

    fn retire(&mut self, failure: Option<ForebayError>, now: u64) -> Option<Ended> {
        let job = self.queue.pop_front()?;
        let moved = Moved { bytes: job.bytes, eop: job.eop, finished_at: now };
        Some(Ended { id: job.id, held: job.held, result: failure.map_or(Ok(moved), Err) })
    }

    /// Stops the engine, waits until it is idle, and hands every job back with the error `why` makes for it.
    ///
    /// # Errors
    /// [`ForebayError::Wedged`] if the engine does not become idle; the jobs stay, since the card may still
    /// reach their memory.
    pub(crate) fn abort(
        &mut self,
        card: &mut dyn Card,
        why: impl Fn(Progress) -> ForebayError,
    ) -> Result<Vec<Ended>, ForebayError> {
        let mut waited = self.wait_begin(card)?;
        // A front end that somebody has asked to rest keeps RUN at 0 and begins nothing: its counts are those of the run before.
        let control = card.read32(self.place.bar, self.reg(chan::CONTROL))?;
        let began = chan::control::RUN.is_set(control);
        card.write32(self.place.bar, self.reg(chan::CONTROL_W1C), chan::control::RUN.mask())?;
        while chan::status::BUSY.is_set(card.read32(self.place.bar, self.reg(chan::STATUS))?) {
            if waited >= ABORT_CYCLES {
                return Err(ForebayError::Wedged { channel: self.channel, waited });
            }
            card.advance(ABORT_STEP_CYCLES)?;
            waited += ABORT_STEP_CYCLES;
        }
        card.read32(self.place.bar, self.reg(chan::STATUS_RC))?;
        let in_run = if began { self.done_by_now(card)? } else { Done::default() };
        Ok(self.give_up(in_run, why))
    }

    /// What the run that was stopped has done.
    fn done_by_now(&self, card: &mut dyn Card) -> Result<Done, CardError> {
        let count = card.read32(self.place.bar, self.reg(chan::COMPLETED_COUNT))? as usize;
        let partial = card.read32(self.place.bar, self.reg(chan::PARTIAL_BYTES))?;
        Ok(self.done(&self.run[..count.min(self.run.len())], u64::from(partial)))
    }

    /// Waits until the run has begun, which clears what the one before has logged and comes when the word of that one is
    /// acknowledged. Until then the counts are that one's, and a stop would call the start off: it would have none of its
    /// own, and no packet left open would be closed. Gives the cycles waited, never more than an abort has.
    fn wait_begin(&self, card: &mut dyn Card) -> Result<u64, ForebayError> {
        let mut waited = 0;
        while !self.run.is_empty() && waited < ABORT_CYCLES {
            let status = card.read32(self.place.bar, self.reg(chan::STATUS))?;
            if !chan::status::BUSY.is_set(status) || status & ending_causes() == 0 {
                break;
            }
            card.advance(ABORT_STEP_CYCLES)?;
            waited += ABORT_STEP_CYCLES;
        }
        Ok(waited)
    }

    /// Hands every job back without touching the engine: only right once it is idle or about to be reset. The run
    /// under way has done `in_run`.
    pub(crate) fn give_up(
        &mut self,
        in_run: Done,
        why: impl Fn(Progress) -> ForebayError,
    ) -> Vec<Ended> {
        let mut in_run = if self.run.is_empty() { Done::default() } else { in_run };
        self.run.clear();
        let jobs = std::mem::take(&mut self.queue);
        let outcomes = jobs.into_iter().map(|job| {
            // Only the first job has a run.
            let Done { descriptors, bytes, .. } = std::mem::take(&mut in_run);
            let (done, bytes) = (job.done + descriptors, job.bytes + bytes);
            let progress = Progress { job: job.id, done, total: job.total, bytes };
            Ended { id: job.id, held: job.held, result: Err(why(progress)) }
        });
        outcomes.collect()
    }

    const fn layout(&self) -> Layout {
        match (self.channel, self.stream) {
            (ChannelId::H2c(_), _) => Layout::HostToCard,
            (ChannelId::C2h(_), false) => Layout::CardToHost,
            (ChannelId::C2h(_), true) => Layout::StreamToHost,
        }
    }

    const fn reg(&self, offset: u32) -> u32 {
        self.place.base
            + offset
            + match self.channel {
                ChannelId::H2c(index) => xdma::H2C.at(index),
                ChannelId::C2h(index) => xdma::C2H.at(index),
            }
    }

    const fn sg(&self, offset: u32) -> u32 {
        self.place.base
            + offset
            + match self.channel {
                ChannelId::H2c(index) => xdma::H2C_SGDMA.at(index),
                ChannelId::C2h(index) => xdma::C2H_SGDMA.at(index),
            }
    }

    #[expect(clippy::cast_possible_truncation, reason = "the two halves of a 64-bit register pair")]
    fn write_pair(&self, card: &mut dyn Card, offset: u32, value: u64) -> Result<(), CardError> {
        card.write32(self.place.bar, offset, value as u32)?;
        card.write32(self.place.bar, offset + 4, (value >> 32) as u32)
    }
}

/// Every cause that is logged into STATUS and raises the interrupt; also the layout of the enable mask.
fn logged_causes() -> u32 {
    chan::interrupt_enable::DESC_COMPLETED.mask() | ending_causes()
}

/// Of these, the ones that a run ends with; none is logged while it is under way.
fn ending_causes() -> u32 {
    use chan::interrupt_enable as ie;
    ie::DESC_STOPPED.mask()
        | ie::MAGIC_STOPPED.mask()
        | ie::INVALID_LENGTH.mask()
        | ie::READ_ERROR.mask()
        | ie::WRITE_ERROR.mask()
        | ie::DESC_ERROR.mask()
}

fn cause_of(status: u32) -> EngineCause {
    use chan::status as st;
    let causes = [
        (st::MAGIC_STOPPED.is_set(status), EngineCause::BadMagic),
        (st::DESC_ERROR.is_set(status), EngineCause::DescriptorFetch),
        (st::INVALID_LENGTH.is_set(status), EngineCause::InvalidLength),
        (st::READ_ERROR.is_set(status), EngineCause::Read),
        (st::WRITE_ERROR.is_set(status), EngineCause::Write),
    ];
    causes.into_iter().find(|(set, _)| *set).map_or(EngineCause::Stopped, |(_, cause)| cause)
}
