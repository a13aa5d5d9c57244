// SPDX-License-Identifier: Apache-2.0
//! A thread of a host in virtual time.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::account::{Account, Wait};
use crate::card::TimedCard;
use crate::profile::{Accesses, Completion, Profile};
use crate::program::{Program, Start, Step};
use crate::scheduler::{Processor, Turn};
use crate::span::{Activity, Timeline};
use crate::{Cost, Distribution, HostModelError, Time};

/// What a thread is about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum State {
    /// Writes the register that starts the engine at that time.
    Starting { at: Time, start: Start },
    /// Has what the engine goes on with in memory at that time. Where that has ended, `dry` is when the host could know.
    Linking { at: Time, start: Start, dry: Option<Time> },
    /// Waits for the engine since then, and starts it with `next` when it has ended.
    Waiting { since: Time, unpins: u64, next: Option<Start> },
    /// Has come to the barrier.
    AtBarrier { since: Time },
    /// Has done everything.
    Ended { at: Time },
}

/// A thread of the host.
pub(crate) struct Thread<'a> {
    profile: &'a Profile,
    completion: Completion,
    program: Program,
    processor: Processor,
    /// Where the handler's worker runs.
    worker: Processor,
    rng: ChaCha8Rng,
    account: Account,
    pub(crate) state: State,
    starts: u64,
    /// What it did when, where that is kept, and since when its channel has a transfer.
    timeline: Option<Timeline>,
    started: Time,
}

impl<'a> Thread<'a> {
    /// One of `threads`, which begins at once.
    pub(crate) fn new(
        (profile, completion, worked, trace): (&'a Profile, Completion, bool, bool),
        program: Program,
        threads: u32,
        seed: u64,
    ) -> Self {
        let switch = profile.costs.get(Cost::ContextSwitch).mean();
        let processor = |seed| Processor::new(&profile.load, threads, switch, seed);
        let own = match completion {
            _ if worked => processor(seed).running(),
            Completion::Interrupt => processor(seed).rested(),
            Completion::Poll => processor(seed),
        };
        let mut thread = Self {
            profile,
            completion,
            program,
            processor: own,
            worker: processor(seed ^ 0x5555).rested(),
            rng: ChaCha8Rng::seed_from_u64(seed ^ 0xAAAA),
            account: Account::default(),
            state: State::Ended { at: Time::ZERO },
            starts: 0,
            timeline: trace.then(Timeline::default),
            started: Time::ZERO,
        };
        if trace {
            thread.processor.keep_lost();
        }
        thread.begin(Time::ZERO);
        thread
    }

    /// Books that something happens so often; what it takes.
    fn price(&mut self, cost: Cost, count: u64) -> Time {
        let time = match self.profile.costs.get(cost) {
            Distribution::Fixed(time) => time * count,
            law => (0..count).map(|_| law.draw(&mut self.rng)).sum(),
        };
        self.account.spend(cost, time);
        time
    }

    fn accesses(&mut self, accesses: Accesses) -> Time {
        self.price(Cost::PostedWrite, accesses.writes)
            + self.price(Cost::ReadRoundTrip, accesses.reads)
    }

    fn book(&mut self, turn: Turn) -> Time {
        self.account.wait(Wait::Preempted, turn.preempted);
        self.account.spend(Cost::ContextSwitch, turn.switching);
        turn.end
    }

    /// Works, from `at` on, for what has been booked; when that is done.
    fn run(&mut self, what: Activity, at: Time, work: Time) -> Time {
        let turn = self.processor.run(at, work);
        let end = self.book(turn);
        self.note(what, at, end);
        end
    }

    fn note(&mut self, what: Activity, from: Time, to: Time) {
        if let Some(timeline) = &mut self.timeline {
            Timeline::note(&mut timeline.host, what, from, to);
        }
    }

    /// Its channel has ended what it was given.
    fn note_transfer(&mut self, to: Time) {
        if let Some(timeline) = &mut self.timeline {
            Timeline::note(&mut timeline.channel, Activity::Transfers, self.started, to);
        }
    }

    /// Goes on with the program.
    fn begin(&mut self, at: Time) {
        self.state = match self.program.next() {
            Step::End => State::Ended { at },
            Step::Barrier => {
                let work = self.price(Cost::Barrier, 1);
                State::AtBarrier { since: self.run(Activity::Barrier, at, work) }
            }
            Step::Start(start) => {
                let mut work = Time::ZERO;
                if start.begins && self.profile.in_kernel {
                    work += self.price(Cost::SystemCall, 1) + self.price(Cost::DriverCall, 1);
                }
                if self.profile.pins {
                    work += self.price(Cost::PinPage, start.pins);
                }
                let descriptors = start.transfer.sum(|piece| piece.descriptors);
                work += self.price(Cost::BuildDescriptor, descriptors);
                if start.links {
                    let at = self.run(Activity::Prepares, at, work);
                    State::Linking { at, start, dry: None }
                } else {
                    work += self.accesses(self.profile.start);
                    State::Starting { at: self.run(Activity::Prepares, at, work), start }
                }
            }
        };
    }

    /// Starts the engine, or links what it goes on with.
    pub(crate) fn act(&mut self, card: &mut dyn TimedCard) -> Result<(), HostModelError> {
        match self.state {
            State::Starting { at, start } => {
                self.starts += 1;
                self.started = at;
                card.start(at, start.transfer)?;
                let work = self.price(Cost::ReadRoundTrip, self.profile.flush_reads);
                let since = self.run(Activity::Prepares, at, work);
                self.go_on(since, start.unpins);
            }
            State::Linking { at, start, dry: None } => {
                if card.link(at, start.transfer)? {
                    self.go_on(at, start.unpins);
                } else {
                    self.sleep_until_told(at);
                    self.state = State::Waiting { since: at, unpins: 0, next: Some(start) };
                }
            }
            State::Linking { at, start, dry: Some(dry) } => self.restart(at.max(dry), start),
            _ => {}
        }
        Ok(())
    }

    /// Writes what follows in the list, or waits for its end.
    fn go_on(&mut self, since: Time, unpins: u64) {
        if self.program.goes_on() {
            self.begin(since);
            return;
        }
        self.sleep_until_told(since);
        self.state = State::Waiting { since, unpins, next: None };
    }

    fn sleep_until_told(&mut self, since: Time) {
        if self.completion == Completion::Interrupt {
            self.processor.sleep(since);
        }
    }

    /// The engine has not seen the link: it is started with what was linked, once it is known to have stopped.
    fn restart(&mut self, at: Time, start: Start) {
        let asks = Accesses { writes: 1, reads: 1 };
        let work = self.accesses(asks) + self.accesses(self.profile.start);
        self.state = State::Starting { at: self.run(Activity::Prepares, at, work), start };
    }

    /// The engine has ended what it was given; the host can see it from `at` on.
    pub(crate) fn end(&mut self, at: Time) {
        self.note_transfer(at);
        if let State::Linking { dry, .. } = &mut self.state {
            *dry = Some(at);
            return;
        }
        let State::Waiting { since, unpins, next } = self.state else { return };
        let seen = at.max(since);
        self.account.wait(Wait::Card, seen - since);
        let (now, mut work) = match self.completion {
            Completion::Poll => {
                let turn = self.processor.spin(since, seen);
                let now = self.book(turn);
                self.note(Activity::Polls, since, now);
                (now, self.price(Cost::PollStep, 1) + self.accesses(self.profile.polled_end))
            }
            Completion::Interrupt => {
                self.note(Activity::Sleeps, since, seen);
                let now = self.interrupted(seen);
                self.note(Activity::WakesUp, seen, now);
                (now, Time::ZERO)
            }
        };
        if self.profile.pins {
            work += self.price(Cost::UnpinPage, unpins);
        }
        let now = self.run(Activity::Finishes, now, work);
        match next {
            Some(start) => self.restart(now, start),
            None => self.begin(now),
        }
    }

    /// The way of a message to the thread that sleeps.
    fn interrupted(&mut self, at: Time) -> Time {
        let mut now = at + self.price(Cost::InterruptDelivery, 1);
        now += self.accesses(self.profile.handler);
        if let Some(accesses) = self.profile.worker {
            let woken = self.worker.wake(now);
            now = self.woken(now, woken.at, woken.loaded) + self.accesses(accesses);
            self.worker.sleep(now);
        }
        let woken = self.processor.wake(now);
        self.woken(now, woken.at, woken.loaded)
    }

    fn woken(&mut self, called: Time, at: Time, loaded: bool) -> Time {
        self.account.wait(Wait::Preempted, at - called);
        at + self.price(if loaded { Cost::WakeUpLoaded } else { Cost::WakeUpIdle }, 1)
    }

    /// All threads are at the barrier, the last one since `last`.
    pub(crate) fn pass_barrier(&mut self, last: Time) {
        let State::AtBarrier { since } = self.state else { return };
        self.account.wait(Wait::Barrier, last - since);
        let mut now = last;
        if since < last {
            self.processor.sleep(since);
            let woken = self.processor.wake(last);
            now = self.woken(last, woken.at, woken.loaded);
            self.note(Activity::Barrier, since, last);
            self.note(Activity::WakesUp, last, now);
        }
        self.begin(now);
    }

    /// Books what is left until the end of all.
    pub(crate) fn settle(mut self, total: Time) -> (Account, u64, Option<Timeline>) {
        let (wait, since) = match self.state {
            State::Ended { at } => (Wait::Ended, at),
            State::AtBarrier { since } => (Wait::Barrier, since),
            State::Waiting { since, .. } => (Wait::Card, since),
            State::Starting { at, .. } | State::Linking { at, .. } => (Wait::Card, at),
        };
        self.account.wait(wait, total - since);
        let never = match (wait, self.completion) {
            (Wait::Card, Completion::Interrupt) => Some(Activity::Sleeps),
            (Wait::Card, Completion::Poll) => Some(Activity::Polls),
            (Wait::Barrier, _) => Some(Activity::Barrier),
            _ => None,
        };
        if let Some(what) = never {
            self.note(what, since, total);
        }
        if wait == Wait::Card {
            self.note_transfer(total);
        }
        if let Some(timeline) = &mut self.timeline {
            for (from, to) in self.processor.take_lost() {
                Timeline::note(&mut timeline.preempted, Activity::Preempted, from, to.min(total));
            }
        }
        (self.account, self.starts, self.timeline)
    }

    pub(crate) const fn at(&self) -> Time {
        match self.state {
            State::Starting { at, .. } | State::Linking { at, .. } | State::Ended { at } => at,
            State::Waiting { since, .. } | State::AtBarrier { since } => since,
        }
    }
}
