// SPDX-License-Identifier: Apache-2.0
//! The engine: one queue of transfers in the order of their starts, and their ends (`fby_udma_engine`).

use std::collections::VecDeque;

use forebay_bus::host::Refusal;
use forebay_regs::user::udma::bad_hi::reason;

use super::contexts::Contexts;
use super::door::Refused;
use super::job::{Job, Work};
use super::told::{End, Told};
use crate::dma::{earlier, facts};
use crate::fabric::Fabric;
use crate::front_end::Step;
use crate::front_end::lane::{self, LANES, Lane, Outcome};
use crate::front_end::transfer::{Failure, Transfer};

/// Queue and movers.
#[derive(Debug)]
pub(super) struct Engine {
    /// Those that have not had their turn, and from which cycle on it may be.
    waiting: VecDeque<(Job, Option<u64>)>,
    /// Those that have, the oldest first; and why they have ended, if a mover does not have them or has said so.
    issued: VecDeque<(Job, Option<u32>)>,
    told: Told,
    lanes: [Lane; LANES],
    /// Which of these has those that are with one.
    lane: usize,
    /// The first cycle in which one may have its turn, and in which one may end.
    issue_free: u64,
    retire_free: u64,
    /// Its host does not answer, and will not.
    stuck: bool,
    /// It was told to come to rest.
    held: bool,
}

impl Default for Engine {
    fn default() -> Self {
        let spaces = [(false, false), (false, true), (true, false)];
        Self {
            waiting: VecDeque::new(),
            issued: VecDeque::new(),
            told: Told::default(),
            lanes: std::array::from_fn(|lane| Lane::new(lane::FIRST + lane, spaces[lane])),
            lane: 0,
            issue_free: 0,
            retire_free: 0,
            stuck: false,
            held: false,
        }
    }
}

impl Engine {
    /// Takes a job whose context has a place for it.
    pub(super) fn push(&mut self, job: Job) {
        self.waiting.push_back((job, None));
    }

    /// Drops what waits of a context.
    pub(super) fn drop_waiting(&mut self, context: usize) {
        for (job, _) in self.waiting.iter_mut().filter(|(job, _)| job.context == context) {
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
        !(self.waiting.is_empty() && self.issued.is_empty() && self.told.is_empty())
    }

    /// A mover has one.
    pub(super) fn any_with_mover(&self) -> bool {
        self.issued.iter().any(|(_, why)| why.is_none())
    }

    /// Does what is due.
    pub(super) fn step(&mut self, fabric: &mut Fabric, contexts: &mut Contexts) -> Step {
        if self.stuck {
            return Step::default();
        }
        let now = fabric.now;
        // From the access, or the descriptor, through the door.
        let fresh = self.waiting.iter_mut().rev().take_while(|(_, from)| from.is_none());
        fresh.for_each(|(_, from)| *from = Some(now + facts::DOOR));
        let mut any = false;
        for arrival in fabric.arrivals(|asker| (lane::FIRST..lane::FIRST + LANES).contains(&asker))
        {
            self.lanes[arrival.asker.channel - lane::FIRST].arrive(&arrival);
            any = true;
        }
        any |= self.held && self.cut(fabric);
        for lane in &mut self.lanes {
            any |= lane.step(fabric);
        }
        any |= self.issue(now);
        any |= self.retire(fabric, contexts);
        any |= self.told.write(fabric);
        while let Some((end, told)) = self.told.acknowledged(now) {
            book(contexts, &end, told);
            any = true;
        }
        self.stuck = self.told.is_stuck() || self.lanes.iter().any(Lane::is_stuck);
        if self.stuck {
            return Step { moved: any, next: None };
        }
        let next = if any { Some(now + 1) } else { self.next(fabric) };
        Step { moved: any, next }
    }

    /// Ends what movers have; whether anything.
    fn cut(&mut self, fabric: &mut Fabric) -> bool {
        let mut open = self.issued.iter_mut().filter(|(_, why)| why.is_none()).peekable();
        if open.peek().is_none() {
            return false;
        }
        let outcomes = self.lanes[self.lane].cancel(fabric);
        for ((job, why), outcome) in open.zip(outcomes) {
            *why = Some(reason_of(job, outcome));
        }
        true
    }

    /// Gives the next job its turn, if it is time: to a mover, when those before it are not with another one.
    fn issue(&mut self, now: u64) -> bool {
        let Some(&(job, from)) = self.waiting.front() else { return false };
        if self.issue_free > now || from.is_none_or(|from| from > now) {
            return false;
        }
        let why = match job.work {
            Work::Move(transfer, _) if !self.held => {
                let lane = lane_of(&transfer);
                if self.any_with_mover() && lane != self.lane || !self.lanes[lane].is_free() {
                    return false;
                }
                self.lane = lane;
                self.lanes[lane].hand_over(now, &transfer);
                None
            }
            Work::Move(..) | Work::Dropped(_) => Some(reason::ABORTED),
            Work::Refused(reason) | Work::ListEnds(reason, _) => Some(reason),
        };
        self.waiting.pop_front();
        self.issued.push_back((job, why));
        self.issue_free = now + 1;
        true
    }

    /// Ends the oldest that has had its turn, or has its record written, if it is known how it ends.
    fn retire(&mut self, fabric: &mut Fabric, contexts: &mut Contexts) -> bool {
        let now = fabric.now;
        let Some((job, why)) = self.issued.front_mut().filter(|_| self.retire_free <= now) else {
            return false;
        };
        if why.is_none() {
            let answer = self.lanes[self.lane].answer(now);
            *why = answer.map(|outcome| reason_of(job, outcome));
        }
        let (job, Some(reason)) = (*job, *why) else { return false };
        let list = matches!(job.work, Work::ListEnds(..));
        // All of a list is over before it is.
        if list && !self.told.is_empty() {
            return false;
        }
        let end = End { job, reason, source: job.source() };
        match job.record {
            Some(record) => {
                let says = says(contexts, &job, reason);
                if !self.told.take(fabric, end, record, says) {
                    return false;
                }
            }
            None => book(contexts, &end, Ok(())),
        }
        self.issued.pop_front();
        self.retire_free = now + 1;
        true
    }

    /// When something is due; of what waits for others nothing is known.
    fn next(&mut self, fabric: &Fabric) -> Option<u64> {
        let now = fabric.now;
        let from = self.waiting.front().and_then(|(_, from)| *from);
        let mut next = from.map(|from| from.max(self.issue_free)).filter(|from| *from > now);
        for lane in &mut self.lanes {
            next = earlier(next, lane.next(fabric));
        }
        let retires = self.issued.front().is_some_and(|(_, why)| why.is_some());
        let retires = retires.then(|| fabric.wires.words.next(now + 1)).flatten();
        next = earlier(next, earlier(retires, self.told.next(fabric)));
        earlier(next, fabric.wires.next(now)).map(|next| next.max(now + 1))
    }
}

/// The mover for a transfer.
const fn lane_of(transfer: &Transfer) -> usize {
    match (transfer.src_card, transfer.dst_card) {
        (true, _) => 2,
        (_, true) => 1,
        _ => 0,
    }
}

/// Why a job has ended that its mover has answered so.
fn reason_of(job: &Job, outcome: Outcome) -> u32 {
    match (outcome, job.work) {
        (Outcome::Whole, _) => reason::DONE,
        (Outcome::Failed(half, refusal), Work::Move(transfer, _)) => {
            of(transfer.failure(half, refusal, 0).0)
        }
        (Outcome::Failed(..) | Outcome::Cut, _) => reason::ABORTED,
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

/// Books what is over, and what came of telling it.
fn book(contexts: &mut Contexts, end: &End, told: Result<(), Refusal>) {
    let End { job, reason, source } = *end;
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
        match (failure, source, &mut context.list) {
            (Some(Refused { reason, .. }), ..) => context.note(item, reason),
            // The record of a refused start is no transfer.
            (None, Some(_), Some(list)) => list.good(),
            _ => {}
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
