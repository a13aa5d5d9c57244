// SPDX-License-Identifier: Apache-2.0
//! A scheme, those who use it, and one move of any of them.

use super::judge::{self, Property};
use super::rights::{Door, Rights};
use crate::program::{After, Call, Program};
use crate::scheme::News;
use crate::{Access, Actors, Scheme, step};

/// What the kernel does when another process gets the processor. Between processors nothing is switched: `Silent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// Nothing.
    Silent,
    /// It pulses the hook (section 2.5).
    Hook,
    /// It writes who runs (section 2.6).
    Who,
}

/// A process that wants something moved.
#[derive(Clone, Debug)]
pub struct Process {
    /// What.
    pub call: Call,
    /// How.
    pub program: Program,
}

/// What a revoked process leaves behind.
#[derive(Clone, Debug)]
pub struct Revocation {
    /// The kernel has the scheme forget what the context has latched.
    pub clears: bool,
    /// What the attacker may say from then on: pages and context are his now.
    pub accesses: Vec<Access>,
    /// Who has which right then.
    pub rights: Rights,
}

/// Everything that does not change in a run.
#[derive(Clone, Debug)]
pub struct Setting<S> {
    /// The scheme before the first access.
    pub engine: S,
    /// One or two, numbered from 0.
    pub processes: Vec<Process>,
    /// What the attacker may say.
    pub accesses: Vec<Access>,
    /// How often; without a number, as often as he likes.
    pub foreign: Option<u8>,
    /// Who has which right.
    pub rights: Rights,
    /// What is looked up before a start is taken.
    pub door: Door,
    /// What the kernel does at a switch.
    pub switch: Switch,
    /// A process may leave an attempt anywhere, once, and begin again.
    pub abandons: bool,
    /// Transfers end, at any time; else none does.
    pub ends: bool,
    /// The first process may be killed at any time, and what it had is given to the attacker.
    pub revocation: Option<Revocation>,
}

/// How far a process is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Position {
    at: usize,
    /// Starts of its own since the attempt began, and since the call did; 2 stands for more.
    attempt: u8,
    call: u8,
    done: bool,
}

/// What changes in a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct World<S> {
    engine: S,
    positions: Vec<Position>,
    /// Accesses of the attacker so far, where they are counted.
    pub(super) foreign: u8,
    running: Option<Actors>,
    abandoned: bool,
    revoked: bool,
    /// Contexts with a transfer under way, a bit each.
    busy: u8,
}

/// One thing that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The next access of this process.
    Next(usize),
    /// An access of the attacker.
    Foreign(Access),
    /// This process leaves its attempt.
    Abandon(usize),
    /// The transfer of this context ends well.
    End(u8),
    /// The first process is killed.
    Revoke,
}

/// Something that somebody else can see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// An access, with the verdict of the door if it starts something.
    Access {
        /// The access, of the kernel too.
        access: Access,
        /// The door takes what starts.
        accept: bool,
    },
    /// A process leaves its attempt.
    Abandoned,
    /// The transfer of this context ends well.
    Ended(u8),
    /// The victim is killed.
    Revoked,
}

/// What came of a move.
#[derive(Clone, Debug, Default)]
pub struct Came {
    /// What can be seen of it, in order.
    pub events: Vec<Event>,
    /// Properties that this move has broken.
    pub broken: Vec<Property>,
}

impl<S: Scheme> World<S> {
    /// Before the first move.
    #[must_use]
    pub fn new(setting: &Setting<S>) -> Self {
        Self {
            engine: setting.engine.clone(),
            positions: vec![Position::default(); setting.processes.len()],
            foreign: 0,
            running: None,
            abandoned: false,
            revoked: false,
            busy: 0,
        }
    }

    /// All that may happen next.
    #[must_use]
    pub fn moves(&self, setting: &Setting<S>) -> Vec<Move> {
        let mut moves = Vec::new();
        let inside = |number: usize| self.positions[number].at > 0 && !self.positions[number].done;
        for (number, process) in setting.processes.iter().enumerate() {
            if process.program.is_atomic && inside(number) {
                return vec![Move::Next(number)];
            }
            if !self.positions[number].done {
                moves.push(Move::Next(number));
            }
            if setting.abandons && !self.abandoned && inside(number) {
                moves.push(Move::Abandon(number));
            }
        }
        if setting.foreign.is_none_or(|most| self.foreign < most) {
            let accesses = match &setting.revocation {
                Some(revocation) if self.revoked => &revocation.accesses,
                _ => &setting.accesses,
            };
            moves.extend(accesses.iter().map(|access| Move::Foreign(*access)));
        }
        moves.extend((0..8).filter(|context| self.busy >> context & 1 == 1).map(Move::End));
        if setting.revocation.is_some() && !self.revoked && inside(0) {
            moves.push(Move::Revoke);
        }
        moves
    }

    /// Makes a move.
    pub fn make(&mut self, setting: &Setting<S>, made: Move) -> Came {
        let mut came = Came::default();
        match made {
            Move::Next(number) => {
                let at = self.positions[number].at;
                let access = setting.processes[number].program.steps()[at].access;
                let answer = self.access(setting, &access, &mut came);
                self.told(setting, number, answer, &mut came);
            }
            Move::Foreign(access) => {
                self.foreign += u8::from(setting.foreign.is_some());
                self.access(setting, &access, &mut came);
            }
            Move::Abandon(number) => {
                self.abandoned = true;
                came.events.push(Event::Abandoned);
                let position = &mut self.positions[number];
                (position.at, position.attempt) = (0, 0);
            }
            Move::End(context) => {
                self.busy &= !(1 << context);
                came.events.push(Event::Ended(context));
                self.engine.news(News::Ended { context, failed: false });
            }
            Move::Revoke => {
                self.revoked = true;
                came.events.push(Event::Revoked);
                self.positions[0].done = true;
                if setting.revocation.as_ref().is_some_and(|revocation| revocation.clears) {
                    self.engine.clear(setting.processes[0].call.context);
                }
            }
        }
        came
    }

    fn access(&mut self, setting: &Setting<S>, access: &Access, came: &mut Came) -> Option<u64> {
        if self.running != Some(access.by) {
            let process = u64::from(access.by.has(1));
            let switch = match setting.switch {
                Switch::Silent => None,
                Switch::Hook => Some(Access::hook()),
                Switch::Who => Some(Access::who(process)),
            };
            if let Some(switch) = switch {
                self.engine.access(&switch);
                came.events.push(Event::Access { access: switch, accept: true });
            }
        }
        self.running = Some(access.by);
        let rights = match &setting.revocation {
            Some(revocation) if self.revoked => revocation.rights,
            _ => setting.rights,
        };
        // Asking twice changes nothing: the verdict is needed before the access is decided.
        let asked = self.engine.clone().access(access).start;
        let accept = asked.is_none_or(|start| setting.door.takes(&start, rights));
        came.events.push(Event::Access { access: *access, accept });
        let outcome = step(&mut self.engine, access, accept);
        if let Some(start) = outcome.started() {
            came.broken.extend(judge::broken_by(&start, rights, self.revoked));
            for (process, position) in setting.processes.iter().zip(&mut self.positions) {
                if judge::is_own(&start, &process.call, process.call.dst) {
                    position.attempt = 2.min(position.attempt + 1);
                    position.call = 2.min(position.call + 1);
                    came.broken.extend((position.call > 1).then_some(Property::S4));
                }
            }
            if setting.ends {
                self.busy |= 1 << start.context;
            }
        }
        outcome.answer
    }

    /// What a process makes of the answer to its access.
    fn told(&mut self, setting: &Setting<S>, number: usize, answer: Option<u64>, came: &mut Came) {
        let position = &mut self.positions[number];
        match setting.processes[number].program.after(position.at, answer) {
            After::Next(next) => position.at = next,
            After::Again => {
                came.broken.extend((position.attempt > 0).then_some(Property::S3));
                (position.at, position.attempt) = (0, 0);
            }
            After::Done => {
                came.broken.extend((position.attempt == 0).then_some(Property::S3));
                position.done = true;
            }
        }
    }

    /// Whether a process has come to its end.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.positions.iter().any(|position| position.done)
    }

    /// Whether each process alone, from here on, comes to an end within so many accesses.
    #[must_use]
    pub fn ends_alone(&self, setting: &Setting<S>, accesses: usize) -> bool {
        (0..self.positions.len()).all(|number| {
            let mut alone = self.clone();
            for _ in 0..accesses {
                if alone.positions[number].done {
                    return true;
                }
                alone.make(setting, Move::Next(number));
            }
            alone.positions[number].done
        })
    }
}
