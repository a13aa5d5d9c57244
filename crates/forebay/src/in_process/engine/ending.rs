// SPDX-License-Identifier: Apache-2.0
//! The end of a run or of a part of it: what it has done is booked to its jobs, and those that are over are handed back.

use std::collections::VecDeque;

use forebay_bus::{Card, CardExt};

use super::registers::{cause_of, chan};
use super::{Ended, Engine, EngineCause, ForebayError, Job, Layout, Run, Segment};
use crate::dma_engine::bits_of;
use crate::in_process::list::List;
use crate::in_process::run::Listed;
use crate::next_step::{Maker, next_step};
use crate::transport::Moved;

/// What a list has done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Done {
    /// Descriptors all of whose bytes have arrived.
    pub(super) descriptors: u64,
    /// Bytes that have arrived, from the beginning of the list.
    pub(super) bytes: u64,
    /// A packet has ended.
    eop: bool,
    /// It has ended with the last of the descriptors.
    ends: bool,
}

impl Engine {
    /// Jobs whose lists are done and have another one behind them.
    pub(super) fn retire_linked(&mut self, count: usize, now: u64, ended: &mut Vec<Ended>) {
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

    /// Ends a run: clears RUN and books what was moved. `whole`: the word says that all of it went well.
    pub(super) fn finish_run(
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
    pub(super) fn done(&self, list: &List, descriptors: usize, partial: u64) -> Done {
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

    pub(super) fn retire(&mut self, failure: Option<ForebayError>, now: u64) -> Option<Ended> {
        let job = self.queue.pop_front()?;
        let moved = Moved { bytes: job.bytes, eop: job.eop, finished_at: now };
        Some(Ended { id: job.id, held: job.held, result: failure.map_or(Ok(moved), Err) })
    }
}
