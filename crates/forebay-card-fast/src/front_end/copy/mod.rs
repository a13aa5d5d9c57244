// SPDX-License-Identifier: Apache-2.0
//! The copy front end: one copy at a time, by physical address.

mod job;

use forebay_builds::Build;
use forebay_bus::Bar;
use forebay_bus::host::Refusal;
use forebay_regs::cards::COPY;
use forebay_regs::user::copy::{self, control, status, status::cause};
use forebay_regs::{Field, user};

use super::transfer::Paths;
use super::{FrontEnd, Step};
use crate::dma::facts;
use crate::fabric::Fabric;
use crate::movers::Hitch;
use crate::words::{high, low, with_high, with_low};
use job::Job;

/// How a copy ended.
#[derive(Clone, Copy, Debug, Default)]
struct End {
    cause: u32,
    bad: u64,
    moved: u64,
}

/// Registers, and the copy under way.
pub(super) struct Copy {
    paths: Paths,
    /// What the registers say.
    job: Job,
    /// The copy under way, and how far it is.
    current: Option<(Job, u64)>,
    last: End,
    done: bool,
    /// The copy under way was called off.
    cancelled: bool,
    /// Its host does not answer, and will not.
    stuck: bool,
    /// It was told to come to rest.
    held: bool,
    /// It has just been told to go.
    begins: bool,
    /// The cycle from which on it may go on: what it has moved takes a cycle a beat.
    free: u64,
}

impl Copy {
    pub(super) fn new(build: &Build) -> Self {
        Self {
            paths: Paths::of(build),
            job: Job::default(),
            current: None,
            last: End::default(),
            done: false,
            cancelled: false,
            stuck: false,
            held: false,
            begins: false,
            free: 0,
        }
    }

    /// Where `offset` of the card's own registers is in the page, if it is.
    fn register(bar: Bar, offset: u32) -> Option<u32> {
        let at = offset.checked_sub(COPY.page).filter(|at| *at < COPY.page_bytes)?;
        (bar == Bar::User).then_some(at)
    }

    /// Begins a copy, calls one off, or both; false if one was to begin and may not.
    fn control(&mut self, value: u32) -> bool {
        let go = control::GO.is_set(value);
        let refused = go && (self.busy() || self.held);
        if go && !refused {
            self.current = Some((self.job, 0));
            self.begins = true;
            self.done = false;
        }
        // An abort that comes with a GO that is refused is none the less.
        self.cancelled = self.current.is_some() && (self.cancelled || control::ABORT.is_set(value));
        !refused
    }

    fn end(&mut self, cause: u32, bad: u64, moved: u64) {
        self.last = End { cause, bad, moved };
        self.current = None;
        self.cancelled = false;
        self.done = true;
    }

    /// Moves a piece; cycles that it takes, or none where a full stream port stands in the way.
    fn advance(&mut self, fabric: &mut Fabric, job: Job, moved: u64) -> Option<u64> {
        match job.advance(fabric, moved) {
            Ok((bytes, cycles)) => {
                let whole = moved + bytes;
                self.current = Some((job, whole));
                if whole == u64::from(job.bytes) {
                    self.end(cause::DONE_WHOLE, 0, whole);
                }
                Some(cycles)
            }
            Err(Hitch::Blocked) => None,
            Err(Hitch::Failed(_, Refusal::Unanswered)) => {
                self.stuck = true;
                None
            }
            Err(Hitch::Failed(half, refusal)) => {
                let (failure, bad) = job.failure(half, refusal, moved);
                self.end(job::cause(failure), bad, moved);
                Some(1)
            }
        }
    }
}

impl FrontEnd for Copy {
    fn read(&mut self, bar: Bar, offset: u32) -> Option<u32> {
        Some(match Self::register(bar, offset)? {
            copy::SRC_LO => low(self.job.src),
            copy::SRC_HI => high(self.job.src),
            copy::DST_LO => low(self.job.dst),
            copy::DST_HI => high(self.job.dst),
            copy::LENGTH => self.job.bytes,
            copy::SPACES => {
                copy::spaces::SRC_CARD.put(self.job.src_card.into())
                    | copy::spaces::DST_CARD.put(self.job.dst_card.into())
            }
            copy::CONTROL => 0,
            copy::STATUS => {
                status::BUSY.put(self.busy().into())
                    | status::DONE.put(self.done.into())
                    | status::CAUSE.put(self.last.cause)
            }
            copy::BAD_LO => low(self.last.bad),
            copy::BAD_HI => high(self.last.bad),
            copy::MOVED => low(self.last.moved),
            _ => return None,
        })
    }

    fn write(&mut self, bar: Bar, offset: u32, value: u32) -> bool {
        let Some(at) = Self::register(bar, offset) else { return false };
        let set = |field: Field| field.is_set(value);
        match at {
            copy::SRC_LO => self.job.src = with_low(self.job.src, value),
            copy::SRC_HI => self.job.src = with_high(self.job.src, value),
            copy::DST_LO => self.job.dst = with_low(self.job.dst, value),
            copy::DST_HI => self.job.dst = with_high(self.job.dst, value),
            copy::LENGTH => self.job.bytes = value,
            copy::SPACES => {
                self.job.src_card = set(copy::spaces::SRC_CARD);
                self.job.dst_card = set(copy::spaces::DST_CARD);
            }
            copy::CONTROL => return self.control(value),
            copy::STATUS => self.done &= !set(status::DONE),
            _ => return false,
        }
        true
    }

    fn step(&mut self, fabric: &mut Fabric) -> Step {
        let Some((job, moved)) = self.current.filter(|_| !self.stuck) else {
            return Step::default();
        };
        if std::mem::take(&mut self.begins) {
            self.free = fabric.now + job.way(fabric) + facts::COPY_BEGIN;
        }
        if self.free > fabric.now && !self.cancelled {
            return Step { moved: false, next: Some(self.free) };
        }
        let refusal = if moved == 0 { job::refusal(&job, self.paths) } else { None };
        if let Some(cause) = refusal {
            self.end(cause, 0, 0);
        } else if self.cancelled {
            self.end(cause::ABORTED, 0, moved);
        } else {
            let Some(cycles) = self.advance(fabric, job, moved) else { return Step::default() };
            self.free = fabric.now + cycles;
            return Step { moved: true, next: Some(self.free) };
        }
        Step { moved: true, next: Some(fabric.now + 1) }
    }

    fn user_lines(&self) -> u32 {
        self.done.into()
    }

    fn busy(&self) -> bool {
        self.current.is_some()
    }

    fn quiesce(&mut self, held: bool) {
        self.held = held;
        self.cancelled |= held && self.current.is_some();
    }
}

const _: () = assert!(user::COPY.base() == COPY.page);

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
