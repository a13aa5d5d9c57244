// SPDX-License-Identifier: Apache-2.0
//! A run that can be described in a few words, and how it ended.

use forebay_plan::{Order, Path, Plan, Stream, Verdict};
use serde::Serialize;

use crate::account::Account;
use crate::card::{CHANNELS, Deadlock, STREAMS, TimedCard, Work};
use crate::flow::{FlowCard, Occupancy};
use crate::host;
use crate::params::{FlowParams, PAGE_BYTES, WritePath};
use crate::profile::{Completion, Profile};
use crate::program::{Pattern, Program, Shape};
use crate::span::Timeline;
use crate::thread::Thread;
use crate::{HostModelError, Time};

/// Offset in a page of a large buffer that nobody has aligned: the allocator's own header (glibc, 16 bytes) is in front.
const UNALIGNED_OFFSET: u64 = 16;
/// Most elements of a run: amounts then stay far below 2^63 picoseconds of the core.
const MOST_PAIRS: u64 = 1 << 36;

/// A run of a program on a host and a card.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// How the program sends.
    pub pattern: Pattern,
    /// How its calls hear of the end.
    pub completion: Completion,
    /// Its arrays begin with a page.
    pub aligned: bool,
    /// Elements of a chunk.
    pub chunk: u64,
    /// Elements of each array.
    pub pairs: u64,
    /// The host.
    pub profile: Profile,
    /// The card.
    pub card: FlowParams,
    /// All that is drawn depends on it.
    pub seed: u64,
    /// The call is made by a thread that has worked until then: it runs, and some of its slice is left. Otherwise one whose calls sleep has
    /// slept in the one before, and one that polls is anywhere in its turns, as the published runs are taken to have been.
    pub worked: bool,
    /// Keep what is in the FIFOs, and what the threads do when.
    pub trace: bool,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// Until the last thread had done everything, or until nothing moved any more.
    pub total: Time,
    /// When the core had taken all pairs that had arrived: what the run was for is done then, whenever the program hears of it.
    pub computed: Time,
    /// Time in which the core worked.
    pub core: Time,
    /// Where the time of each thread went.
    pub accounts: Vec<Account>,
    /// Starts of engines: a call is one, unless it has more descriptors than a start can.
    pub starts: u64,
    /// What the card did.
    pub work: Work,
    /// What was in the FIFOs, where that was asked for.
    pub trace: Option<Vec<Occupancy>>,
    /// What each thread did when, where that was asked for.
    pub timelines: Option<Vec<Timeline>>,
    /// Why it never ended, where it did not.
    pub deadlock: Option<Deadlock>,
}

impl Outcome {
    /// The time of a run that has ended.
    ///
    /// # Errors
    /// [`HostModelError::Deadlock`].
    pub fn completed(&self) -> Result<Time, HostModelError> {
        match &self.deadlock {
            None => Ok(self.total),
            Some(Deadlock { at, why, .. }) => {
                Err(HostModelError::Deadlock { at: *at, why: why.clone() })
            }
        }
    }
}

impl Scenario {
    /// A run of the published experiment: 2^20 pairs, the vendor's driver, the shell of F1, nothing else running.
    #[must_use]
    pub fn published(pattern: Pattern, completion: Completion, chunk: u64, depth: u64) -> Self {
        Self {
            pattern,
            completion,
            aligned: true,
            chunk,
            pairs: 1 << 20,
            profile: Profile::stock_xdma(),
            card: FlowParams { depth: [depth; 2], ..FlowParams::f1_shell() },
            seed: 0,
            worked: false,
            trace: false,
        }
    }

    /// Whether it can be run. A run that will deadlock can be: see [`Scenario::is_free`].
    ///
    /// # Errors
    /// [`HostModelError::Parameter`].
    pub fn check(&self) -> Result<(), HostModelError> {
        for (parameter, value) in [("chunk", self.chunk), ("pairs", self.pairs)] {
            if !(1..=MOST_PAIRS).contains(&value) {
                let (value, wanted) = (value.to_string(), "1 to 2^36 elements");
                return Err(HostModelError::Parameter { parameter, value, wanted });
            }
        }
        let threads = self.pattern.threads() as usize;
        if !(1..=CHANNELS).contains(&threads) {
            let (value, wanted) = (threads.to_string(), "1 to 4, a channel each");
            return Err(HostModelError::Parameter { parameter: "threads", value, wanted });
        }
        self.profile.check()?;
        self.card.check()
    }

    /// Whether it ends for certain, whatever takes how long: what [`forebay_plan`] says of its [`Scenario::plan`].
    ///
    /// # Errors
    /// [`HostModelError::NotFree`]; [`HostModelError::Plan`] where that cannot be said.
    pub fn is_free(&self) -> Result<(), HostModelError> {
        match self.plan().map(|plan| plan.check()).transpose()? {
            None | Some(Verdict::Free) => Ok(()),
            Some(verdict) => Err(HostModelError::NotFree(Box::new(verdict))),
        }
    }

    /// What it sends in which order; none where it sends no streams. An element is an entry here: FIFOs are as deep in elements.
    #[must_use]
    pub fn plan(&self) -> Option<Plan> {
        let (elements, chunk) = (self.pairs, self.chunk);
        let order = match self.pattern {
            Pattern::Memory(_) => return None,
            Pattern::ScalarsThenPoints => Order::OneByOne { elements },
            Pattern::Alternate | Pattern::OneList => Order::Alternate { elements, chunk },
            Pattern::TwoThreadsBarrier => Order::Threads { elements, chunk, barrier: true },
            Pattern::TwoThreads => Order::Threads { elements, chunk, barrier: false },
        };
        let streams = (0..STREAMS).map(|stream| Stream {
            element_bytes: self.card.element_bytes[stream],
            entry_bytes: self.card.element_bytes[stream],
            depth: self.card.depth[stream],
            ahead: self.card.ahead[stream],
            take: 1,
        });
        let path = match self.card.write_path {
            WritePath::Shared => Path::Shared,
            WritePath::Reserved => Path::Reserved,
        };
        Some(Plan { streams: streams.collect(), order, path })
    }

    /// Runs it on a card modelled as flows.
    ///
    /// # Errors
    /// See [`Scenario::check`].
    pub fn run(&self) -> Result<Outcome, HostModelError> {
        let mut card = FlowCard::new(&self.card)?;
        if self.trace {
            card.keep_trace();
        }
        let outcome = self.run_on(&mut card)?;
        Ok(Outcome { trace: card.take_trace(), ..outcome })
    }

    /// Runs it on any card, whatever its parameters here say.
    ///
    /// # Errors
    /// See [`Scenario::check`], and what the card's errors are.
    pub fn run_on(&self, card: &mut dyn TimedCard) -> Result<Outcome, HostModelError> {
        self.check()?;
        let shape = Shape {
            offset: if self.aligned { 0 } else { UNALIGNED_OFFSET },
            element_bytes: self.card.element_bytes,
            descriptor_bytes: self.profile.descriptor_bytes.max(PAGE_BYTES),
            most_descriptors: self.profile.most_descriptors,
            lead: self.profile.lead,
        };
        let count = self.pattern.threads();
        let threads = (0..count as usize).map(|index| {
            let program = Program::new(self.pattern, index, (self.chunk, self.pairs), shape);
            let seed = self.seed.wrapping_mul(4).wrapping_add(index as u64);
            let how = (&self.profile, self.completion, self.worked, self.trace);
            Thread::new(how, program, count, seed)
        });
        let end = host::run(threads.collect(), card)?;
        let work = card.work();
        Ok(Outcome {
            total: end.total,
            computed: card.core_done(),
            core: work.core,
            accounts: end.accounts,
            starts: end.starts,
            work,
            trace: None,
            timelines: end.timelines,
            deadlock: end.deadlock,
        })
    }
}
