// SPDX-License-Identifier: Apache-2.0
//! Processes that use a scheme at the same time, each with its own pages, context and key.

use super::phases::Counts;
use crate::explore::{Case, Process, Switch, is_own, knows_contexts};
use crate::program::{After, Call, program};
use crate::scheme::{Engine, KeyOf, Name, News, PAGE_BYTES, Setup};
use crate::{Access, FAIL, NOT_STARTED, Scheme, Space, step};

const BYTES: u32 = 64;
/// Any will do, as long as they differ.
const FIRST_KEY: u64 = 0x0123_4567_89AB_CDEF;

/// A scheme and its processes.
#[derive(Clone, Debug)]
pub struct Users<S> {
    /// The scheme before the first access.
    pub engine: S,
    /// At most 8.
    pub processes: Vec<Process>,
    /// What the kernel does at a context switch.
    pub switch: Switch,
}

/// How far a process is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Position {
    /// Accesses of its attempt that are done.
    pub(super) at: usize,
    /// What it wants has started since the attempt began.
    started: bool,
}

impl Users<Engine> {
    /// So many processes, at most 8.
    #[must_use]
    pub fn new(case: Case, processes: u8) -> Self {
        let numbers = 0..processes;
        let pages = |number: u8| {
            let first = 2 * u64::from(number) + 1;
            (first, first + 1)
        };
        let setup = match case.scheme {
            Name::Key => {
                let key = |context| KeyOf { context, key: FIRST_KEY + u64::from(context) };
                Some(Setup::Keys(numbers.clone().map(key).collect()))
            }
            Name::Shrimp1 => {
                let partner = numbers.clone().map(pages).collect();
                Some(Setup::Partner { exchange: case.exchange, partner })
            }
            _ => None,
        };
        let process = |actor| {
            let (src, dst) = pages(actor);
            let context = if knows_contexts(case.scheme) { actor } else { 0 };
            let call = Call {
                context,
                key: FIRST_KEY + u64::from(actor),
                actor,
                exchange: case.exchange,
                ..Call::new(src * PAGE_BYTES, dst * PAGE_BYTES, BYTES)
            };
            let mut program = program(case.scheme, &call, case.check);
            program.is_atomic = case.atomic;
            Process { call, program }
        };
        Self {
            engine: case.scheme.set_up(setup.as_ref()),
            processes: numbers.map(process).collect(),
            switch: case.switch,
        }
    }
}

impl<S: Scheme> Users<S> {
    /// The same processes with another scheme.
    #[must_use]
    pub fn with<T: Scheme>(self, engine: T) -> Users<T> {
        Users { engine, processes: self.processes, switch: self.switch }
    }

    /// What the kernel does when this process gets the processor.
    pub(super) fn switch_to(&self, engine: &mut S, number: usize) {
        match self.switch {
            Switch::Silent => {}
            Switch::Hook => drop(engine.access(&Access::hook())),
            Switch::Who => drop(engine.access(&Access::who(number as u64))),
        }
    }

    /// The next access of a process; whether it has been told that its transfer has started. Every start is taken, and ends at once:
    /// no data are moved (footnote 11).
    pub(super) fn go(
        &self,
        engine: &mut S,
        number: usize,
        position: &mut Position,
        counts: &mut Counts,
    ) -> bool {
        let process = &self.processes[number];
        let access = &process.program.steps()[position.at].access;
        let outcome = step(engine, access, true);
        if let Some(start) = outcome.started() {
            engine.news(News::Ended { context: start.context, failed: false });
            let is_wanted = self.processes.iter().any(|it| is_own(&start, &it.call, it.call.dst));
            counts.wrong += u32::from(!is_wanted);
            position.started |= is_own(&start, &process.call, process.call.dst);
        }
        let fail = if access.space == Space::Context { NOT_STARTED } else { FAIL };
        counts.fails += u32::from(outcome.answer == Some(fail));
        match process.program.after(position.at, outcome.answer) {
            After::Next(next) => {
                position.at = next;
                false
            }
            After::Again => {
                counts.errors += 1;
                counts.untold += u32::from(position.started);
                *position = Position::default();
                false
            }
            After::Done => {
                *position = Position::default();
                true
            }
        }
    }
}
