// SPDX-License-Identifier: Apache-2.0
//! One DMA channel: a queue of jobs, which the engine works on in runs. A run is a job, and those behind it that go on where it ends:
//! each is linked to the one before while that is under way, so that the engine never waits for the host.

mod pending;

use std::collections::{BTreeMap, VecDeque};

use forebay_bus::{Card, CardError, CardExt, HostMemory};
use forebay_regs::xdma::{self, chan, irq, msix_entry, sgdma};

use super::Held;
use super::doorbell::Doorbell;
use super::list::{Layout, List};
use super::place::{Place, Places};
use super::run::{Listed, RUN_DESCRIPTORS, Run, Word};
use super::segment::Segment;
use crate::dma_engine::bits_of;
use crate::next_step::{Maker, next_step};
use crate::transport::Moved;
use crate::{ChannelId, EngineCause, ForebayError};

pub(crate) use pending::{Pending, port_of};

/// Card cycles an aborted engine gets to become idle.
const ABORT_CYCLES: u64 = 1 << 20;
/// How often an abort looks.
const ABORT_STEP_CYCLES: u64 = 1024;
/// Descriptors of a list that are in memory when the engine is started; as many more are added at a time while it works on these.
const LEAD_DESCRIPTORS: usize = 256;
/// Descriptors of a run that reads a stream: it may end anywhere, and the next one begins behind that.
const STREAM_RUN_DESCRIPTORS: usize = 1024;
/// Looks at a run that may have stopped before its end until the engine is asked, where its message would have told.
const LOOKS: u32 = 4096;

/// A transfer as submitted.
pub(crate) struct Job {
    pub id: u64,
    pub segments: VecDeque<Segment>,
    pub held: Held,
    chain: Option<u64>,
    total: u64,
    /// Bytes of it for each stream port.
    ports: BTreeMap<u32, u64>,
    done: u64,
    bytes: u64,
    eop: bool,
}

impl Job {
    pub(crate) fn new(id: u64, pieces: impl IntoIterator<Item = Segment>, held: Held) -> Self {
        let segments: VecDeque<_> = pieces.into_iter().flat_map(Segment::split).collect();
        let (total, ports) = (segments.len() as u64, pending::ports(&segments));
        Self { id, segments, held, chain: None, total, ports, done: 0, bytes: 0, eop: false }
    }

    /// The same as one of a chain: it goes on where the one before ends, and fails with it.
    pub(crate) fn in_chain(self, chain: Option<u64>) -> Self {
        Self { chain, ..self }
    }

    /// Whether it goes on where `before` ends.
    fn follows(&self, before: &Self) -> bool {
        self.chain.is_some() && self.chain == before.chain
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

/// What a list has done.
#[derive(Clone, Copy, Debug, Default)]
struct Done {
    /// Descriptors all of whose bytes have arrived.
    descriptors: u64,
    /// Bytes that have arrived, from the beginning of the list.
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

    /// Jobs whose lists are done and have another one behind them.
    fn retire_linked(&mut self, count: usize, now: u64, ended: &mut Vec<Ended>) {
        while self.is_linked() && self.run.lists.front().is_some_and(|first| first.end() <= count) {
            self.book(count);
            ended.extend(self.retire(None, now));
        }
    }

    /// Takes the first list out of the run and books what it has done when so many descriptors of the run are.
    fn book(&mut self, count: usize) -> Option<(Listed, Done)> {
        let first = self.run.lists.pop_front()?;
        let done = self.done(&first.list, first.done(count), 0);
        if let Some(job) = self.queue.front_mut() {
            job.done += done.descriptors;
            job.bytes += done.bytes;
            job.eop |= done.eop;
        }
        Some((first, done))
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

    /// Ends a run: clears RUN and books what was moved. `whole`: the word says that all of it went well.
    fn finish_run(
        &mut self,
        card: &mut dyn Card,
        whole: bool,
        ended: &mut Vec<Ended>,
    ) -> Result<(), ForebayError> {
        // The word has said all of a run that went well, and the next start clears the status: a read would take the
        // card's time from the other channels.
        let (status, count) = if whole {
            (0, self.run.end())
        } else {
            // Not the register that clears it: what is logged tells an abort that the next run has not begun.
            let status = card.read32(self.place.bar, self.reg(chan::STATUS))?;
            (status, card.read32(self.place.bar, self.reg(chan::COMPLETED_COUNT))? as usize)
        };
        card.write32(self.place.bar, self.reg(chan::CONTROL_W1C), chan::control::RUN.mask())?;
        self.retire_linked(count, card.now(), ended);
        let Some((listed, Done { ends, .. })) = self.book(count) else { return Ok(()) };
        // Those behind it have not begun.
        self.run = Run::default();
        let Some(job) = self.queue.front_mut() else { return Ok(()) };
        let (done, rest) = listed.list.segments().split_at(listed.done(count));
        // The room may go on in this run or in the next one.
        let room_left = ends && done.last().is_some_and(|last| !last.eop);
        if cause_of(status) == EngineCause::Stopped && room_left {
            job.leave_room(rest);
        } else if let Some(segment) = rest.first() {
            let failure = self.failure(segment, status);
            self.fail(failure, card.now(), ended);
            return Ok(());
        }
        if self.queue.front().is_some_and(|job| job.segments.is_empty()) {
            ended.extend(self.retire(None, card.now()));
        }
        Ok(())
    }

    /// The failure of the first job at `segment`.
    fn failure(&self, segment: &Segment, status: u32) -> ForebayError {
        let (channel, cause) = (self.channel, cause_of(status));
        ForebayError::Engine {
            channel,
            cause,
            descriptor: self.queue.front().map_or(0, |job| job.done),
            host_addr: Some(segment.host),
            card_addr: segment.card,
            status,
            bad_host_addr: 0,
            bad_card_addr: 0,
            next: next_step(channel, cause, bits_of(cause, status), Maker::Library),
        }
    }

    /// Ends the first job with its failure, and those of its chain with it: what they go on from is not there.
    fn fail(&mut self, failure: ForebayError, now: u64, ended: &mut Vec<Ended>) {
        let behind = |queue: &VecDeque<Job>| {
            queue.get(1).zip(queue.front()).is_some_and(|(next, first)| next.follows(first))
        };
        let mut more = behind(&self.queue);
        ended.extend(self.retire(Some(failure), now));
        while more {
            more = behind(&self.queue);
            let cancelled = ForebayError::Cancelled { channel: self.channel, bytes: 0 };
            ended.extend(self.retire(Some(cancelled), now));
        }
    }

    /// What a list has done that got as far as so many descriptors and `partial` bytes of the next one.
    fn done(&self, list: &List, descriptors: usize, partial: u64) -> Done {
        let none = Done { descriptors: descriptors as u64, bytes: partial, ..Done::default() };
        if self.layout() != Layout::StreamToHost {
            let whole = &list.segments()[..descriptors];
            let bytes = whole.iter().map(|segment| segment.len).sum::<u64>() + partial;
            return Done { bytes, ..none };
        }
        let results = (0..descriptors).filter_map(|index| list.result(index));
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
        let in_run = if began { self.done_by_now(card)? } else { (0, 0) };
        let refused = self.doorbell.map_or(Ok(None), |doorbell| doorbell.refusal(card))?;
        // Who has begun was not refused, and of a list somebody else was.
        let refused = refused.filter(|_| self.run.rung && !began);
        let mut outcomes = self.give_up(in_run, why);
        if let (Some(first), Some(why)) = (outcomes.first_mut(), refused) {
            first.result = Err(ForebayError::Refused { channel: self.channel, why });
        }
        Ok(outcomes)
    }

    /// Descriptors that the run has done, and bytes of the next one if it was stopped.
    fn done_by_now(&self, card: &mut dyn Card) -> Result<(usize, u64), CardError> {
        let count = card.read32(self.place.bar, self.reg(chan::COMPLETED_COUNT))? as usize;
        let partial = card.read32(self.place.bar, self.reg(chan::PARTIAL_BYTES))?;
        Ok((count, partial.into()))
    }

    /// Whether the run has begun: RUN is set, and no more logged by what was before it.
    fn has_begun(&self, card: &mut dyn Card) -> Result<bool, CardError> {
        let control = card.read32(self.place.bar, self.reg(chan::CONTROL))?;
        let status = card.read32(self.place.bar, self.reg(chan::STATUS))?;
        let waits = chan::status::BUSY.is_set(status) && status & ending_causes() != 0;
        Ok(chan::control::RUN.is_set(control) && !waits)
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

    /// Hands every job back without touching the engine: only right once it is idle or about to be reset. Of the run under way
    /// so many descriptors are done, and bytes of the next one.
    pub(crate) fn give_up(
        &mut self,
        (count, partial): (usize, u64),
        why: impl Fn(Progress) -> ForebayError,
    ) -> Vec<Ended> {
        let mut lists = std::mem::take(&mut self.run).lists.into_iter();
        let jobs = std::mem::take(&mut self.queue);
        let outcomes = jobs.into_iter().map(|job| {
            let in_run = lists.next().map_or(Done::default(), |listed| {
                let partial = if listed.is_at(count) { partial } else { 0 };
                self.done(&listed.list, listed.done(count), partial)
            });
            let (done, bytes) = (job.done + in_run.descriptors, job.bytes + in_run.bytes);
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

/// What CONTROL has of every run, beside RUN.
fn modes() -> u32 {
    logged_causes() | chan::control::POLL_WRITEBACK.mask()
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
