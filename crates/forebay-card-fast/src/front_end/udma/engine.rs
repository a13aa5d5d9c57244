// SPDX-License-Identifier: Apache-2.0
//! The engine: one queue of transfers in the order of their starts, and their completion records.

use std::collections::VecDeque;

use forebay_bus::host::{Purpose, Refusal};
use forebay_regs::user::udma::bad_hi::reason;

use super::contexts::Contexts;
use super::door::Refused;
use super::tally::Tally;
use crate::dma::facts;
use crate::fabric::Fabric;
use crate::front_end::Step;
use crate::front_end::transfer::{Failure, Transfer};
use crate::movers::{Hitch, host_write};

/// A completion record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// Where it goes, as the program says it and on the bus.
    pub(super) slot_address: u64,
    pub(super) bus: u64,
    pub(super) cookie: u32,
}

impl Record {
    pub(super) const BYTES: u32 = 8;

    const fn bytes(&self, says: u32) -> [u8; Self::BYTES as usize] {
        ((self.cookie as u64) << 32 | says as u64).to_le_bytes()
    }
}

/// What has a place in the queue.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    pub(super) context: usize,
    pub(super) work: Work,
    pub(super) record: Option<Record>,
    /// Which of its context's list it is, if it is one.
    pub(super) item: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Work {
    /// A transfer, and its source as the program says it.
    Move(Transfer, u64),
    /// A start that was refused for this reason: only its record.
    Refused(u32),
    /// A transfer from this source whose context was turned off while it waited.
    Dropped(u64),
    /// The end of a list: why it ended, and with which of its descriptors if that was before its own end.
    ListEnds(u32, u64),
}

/// What is in front of the queue.
#[derive(Debug)]
struct Run {
    job: Job,
    phase: Phase,
    moved: u64,
}

#[derive(Clone, Copy, Debug)]
enum Phase {
    /// A mover has it.
    Moves(Transfer, u64),
    /// All of it that will move has; for this reason, and with this source if it is a transfer.
    Ended(u32, Option<u64>),
    /// Its record, if any, is acknowledged; whether it was refused.
    Told(u32, Option<u64>, Result<(), Refusal>),
}

/// Queue and movers.
#[derive(Debug, Default)]
pub(super) struct Engine {
    queue: VecDeque<Job>,
    run: Option<Run>,
    /// Its host does not answer, and will not.
    stuck: bool,
    /// It was told to come to rest.
    held: bool,
    /// The cycle from which on it may go on: what it has moved takes a cycle a beat.
    free: u64,
}

impl Engine {
    /// Takes a job whose context has a place for it.
    pub(super) fn push(&mut self, job: Job) {
        self.queue.push_back(job);
    }

    /// Drops what waits of a context.
    pub(super) fn drop_waiting(&mut self, context: usize) {
        for job in self.queue.iter_mut().filter(|job| job.context == context) {
            if let Work::Move(_, source) = job.work {
                job.work = Work::Dropped(source);
            }
        }
    }

    /// With `held`, ends everything that is there and what comes, until it is told otherwise.
    pub(super) const fn quiesce(&mut self, held: bool) {
        self.held = held;
    }

    pub(super) fn busy(&self) -> bool {
        self.run.is_some() || !self.queue.is_empty()
    }

    /// Does what is due.
    pub(super) fn step(&mut self, fabric: &mut Fabric, contexts: &mut Contexts) -> Step {
        if self.stuck {
            return Step::default();
        }
        let Some(mut run) = self.run.take().or_else(|| self.begin(fabric)) else {
            return Step::default();
        };
        let cut = self.held && matches!(run.phase, Phase::Moves(..));
        if self.free > fabric.now && !cut {
            self.run = Some(run);
            return Step { moved: false, next: Some(self.free) };
        }
        let moved = match run.phase {
            Phase::Moves(_, source) if cut => {
                run.phase = Phase::Ended(reason::ABORTED, Some(source));
                true
            }
            Phase::Moves(transfer, source) => self.advance(fabric, &mut run, transfer, source),
            Phase::Ended(reason, source) => {
                let says = says(contexts, &run.job, reason);
                self.tell(fabric, &mut run, (reason, source), says)
            }
            Phase::Told(reason, source, told) => {
                book(contexts, &run.job, reason, source, told);
                let next = self.busy().then_some(fabric.now + 1);
                return Step { moved: true, next };
            }
        };
        self.run = Some(run);
        // Who waits for a stream port, or for a host that does not answer, has nothing to do.
        let next = moved.then_some(self.free.max(fabric.now + 1));
        Step { moved, next }
    }

    /// Takes the next job.
    fn begin(&mut self, fabric: &Fabric) -> Option<Run> {
        let job = self.queue.pop_front()?;
        self.free = fabric.now;
        let phase = match job.work {
            Work::Move(_, source) if self.held => Phase::Ended(reason::ABORTED, Some(source)),
            Work::Move(transfer, source) => {
                self.free += transfer.way(fabric) + facts::COPY_BEGIN;
                Phase::Moves(transfer, source)
            }
            Work::Dropped(source) => Phase::Ended(reason::ABORTED, Some(source)),
            Work::Refused(reason) => Phase::Ended(reason, None),
            Work::ListEnds(reason, bad) => Phase::Ended(reason, Some(bad)),
        };
        Some(Run { job, phase, moved: 0 })
    }

    /// Moves a piece; false where something stands in the way.
    fn advance(
        &mut self,
        fabric: &mut Fabric,
        run: &mut Run,
        transfer: Transfer,
        source: u64,
    ) -> bool {
        match transfer.advance(fabric, run.moved) {
            Ok((bytes, cycles)) => {
                run.moved += bytes;
                self.free = fabric.now + cycles;
                if run.moved == u64::from(transfer.bytes) {
                    run.phase = Phase::Ended(reason::DONE, Some(source));
                }
            }
            Err(Hitch::Blocked) => return false,
            Err(Hitch::Failed(_, Refusal::Unanswered)) => {
                self.stuck = true;
                return false;
            }
            Err(Hitch::Failed(half, refusal)) => {
                let (failure, _) = transfer.failure(half, refusal, run.moved);
                run.phase = Phase::Ended(of(failure), Some(source));
            }
        }
        true
    }

    /// Writes the record, if there is one; false where it is never acknowledged.
    fn tell(
        &mut self,
        fabric: &mut Fabric,
        run: &mut Run,
        (reason, source): (u32, Option<u64>),
        says: u32,
    ) -> bool {
        let Some(record) = run.job.record else {
            run.phase = Phase::Told(reason, source, Ok(()));
            return true;
        };
        let told = host_write(fabric, Purpose::WriteBack, record.bus, &record.bytes(says));
        self.stuck = told == Err(Refusal::Unanswered);
        self.free = fabric.now + facts::WORD_ANSWER;
        run.phase = Phase::Told(reason, source, told);
        !self.stuck
    }
}

/// The number of a failure in `BAD_HI`, and in a record.
pub(super) const fn of(failure: Failure) -> u32 {
    match failure {
        Failure::HostDecode => reason::HOST_DECODE,
        Failure::HostSlave => reason::HOST_SLAVE,
        Failure::HostPoison => reason::HOST_POISON,
        Failure::CardDecode => reason::CARD_DECODE,
        Failure::CardSlave => reason::CARD_SLAVE,
    }
}

/// What the record of a job says that has ended for that reason.
fn says(contexts: &Contexts, job: &Job, reason: u32) -> u32 {
    let list = contexts.all[job.context].list.filter(|_| matches!(job.work, Work::ListEnds(..)));
    list.map_or(reason, |tally| tally.says())
}

/// Books what is over.
fn book(
    contexts: &mut Contexts,
    job: &Job,
    reason: u32,
    source: Option<u64>,
    told: Result<(), Refusal>,
) {
    let of_record = told.err().zip(job.record);
    // What nobody could be told of did not end well.
    let failure = match of_record {
        Some((refusal, record)) => {
            Some(Refused { reason: of(Failure::of(false, refusal)), bad: record.slot_address })
        }
        None => source.filter(|_| reason != reason::DONE).map(|bad| Refused { reason, bad }),
    };
    let context = &mut contexts.all[job.context];
    match failure {
        // A start that was refused is no transfer, and that has been told.
        _ if source.is_some() => context.end(failure),
        Some(refused) => context.blame(refused),
        None => {}
    }
    if let Some(item) = job.item {
        match (failure, source) {
            (Some(Refused { reason, .. }), _) => context.note(item, reason),
            // The record of a refused start is no transfer.
            (None, source) => {
                context
                    .list
                    .as_mut()
                    .filter(|_| source.is_some())
                    .map(Tally::good)
                    .unwrap_or_default();
            }
        }
    }
    if matches!(job.work, Work::ListEnds(..)) {
        context.list = None;
    }
    contexts.leave(job.context, job.item.is_none());
}

#[cfg(test)]
#[path = "tests/engine.rs"]
mod tests;
