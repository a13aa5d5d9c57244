// SPDX-License-Identifier: Apache-2.0
//! Makes a trace of what one does to a scheme.

use super::{AccessStep, Done, DoneStep, StartStep, Step, Trace};
use crate::explore::Event;
use crate::program::{After, Program};
use crate::scheme::{Engine, Name, News, Outcome, Setup};
use crate::{Access, Op, Scheme, Start, step};

/// Names of processes by number.
const PROCESSES: [&str; 4] = ["V", "M", "W", "X"];

/// A scheme that writes down what comes to it.
#[derive(Clone, Debug)]
pub struct Recorder {
    engine: Engine,
    trace: Trace,
}

impl Recorder {
    /// Nothing has come yet.
    #[must_use]
    pub fn new(name: &str, scheme: Name, setup: Option<Setup>) -> Self {
        let engine = scheme.set_up(setup.as_ref());
        let trace = Trace { name: name.to_owned(), scheme, setup, steps: Vec::new() };
        Self { engine, trace }
    }

    /// Writes an access down and what comes of it; the door takes what starts, or does not.
    pub fn access(&mut self, access: &Access, accept: bool) -> Outcome {
        let outcome = step(&mut self.engine, access, accept);
        self.trace.steps.push(Step::Access(written(access, accept, &outcome)));
        outcome
    }

    /// What the access would start; nothing is written.
    #[must_use]
    pub fn asks(&self, access: &Access) -> Option<Start> {
        self.engine.clone().access(access).start
    }

    /// A transfer of this context, which was under way, ends.
    pub fn done(&mut self, context: u8, failed: bool) {
        self.engine.news(News::Ended { context, failed });
        self.trace.steps.push(Step::Done(DoneStep { op: Done::Done, context, failed }));
    }

    /// What an exploration has come across; an attempt that is left leaves no trace.
    pub fn event(&mut self, event: &Event) {
        match event {
            Event::Access { access, accept } => {
                self.access(access, *accept);
            }
            Event::Ended(context) => self.done(*context, false),
            Event::Abandoned | Event::Revoked => {}
        }
    }

    /// A process goes through an attempt alone; whether it was told that its transfer has started.
    pub fn attempt(&mut self, program: &Program, accept: bool) -> bool {
        let mut at = 0;
        loop {
            let outcome = self.access(&program.steps()[at].access, accept);
            match program.after(at, outcome.answer) {
                After::Next(next) => at = next,
                After::Again => return false,
                After::Done => return true,
            }
        }
    }

    /// What has been written.
    #[must_use]
    pub fn finish(self) -> Trace {
        self.trace
    }
}

fn written(access: &Access, accept: bool, outcome: &Outcome) -> AccessStep {
    let process = (0..).zip(PROCESSES).find(|(number, _)| access.by.has(*number));
    let actor = match access.op {
        Op::Hook | Op::Who => "K",
        _ => process.map_or("?", |(_, name)| name),
    };
    AccessStep {
        actor: actor.to_owned(),
        op: access.op,
        space: access.space,
        context: access.context,
        addr: access.addr,
        data: access.data,
        wide: access.wide,
        accept,
        answer: outcome.answer,
        stray: outcome.stray,
        start: outcome.start.map(|(start, _)| StartStep::from(start)),
    }
}

impl From<Start> for StartStep {
    fn from(start: Start) -> Self {
        Self {
            context: start.context,
            src: start.src.value,
            dst: start.dst.value,
            size: start.size.value,
            record: start.record.is_some(),
            record_addr: start.record_addr,
            cookie: start.cookie,
        }
    }
}
