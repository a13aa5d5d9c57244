// SPDX-License-Identifier: Apache-2.0
//! A processor that a thread shares with other tasks, by fair shares.
//!
//! What counts of a fair-share scheduler (CFS, EEVDF): who has had less than his share goes first, takes the processor from
//! others when he wakes up, and is pre-empted after a slice in which he got ahead. A thread that sleeps most of the time is
//! therefore hardly ever held up, and one that never sleeps gets its share and no more. Other tasks never sleep; they are
//! spread over all processors, and every now and then spread anew.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use crate::{HostModelError, Time};

/// Processors and tasks of a machine at most.
const MOST: u32 = 1 << 16;

/// Processors, what else runs on them, and how they are shared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Load {
    /// Tasks beside the model's threads that never sleep.
    pub tasks: u32,
    /// Processors. 8: an `f1.2xlarge`.
    pub processors: u32,
    /// Within which every runnable task of a processor gets its turn. 24 ms: `kernel/sched/fair.c` before 6.6, 6 ms times
    /// 1 + log2 of the processors, 8 at most.
    pub latency: Time,
    /// The shortest slice. 3 ms: there, 0.75 ms times the same.
    pub granularity: Time,
    /// How far behind a woken task must be to take the processor at once. 4 ms: there, 1 ms times the same.
    pub wake_up_granularity: Time,
    /// How often tasks are spread anew. 32 ms: `kernel/sched/topology.c`, domain of two hardware threads, 2 ms times a busy factor of 16.
    pub balance: Time,
}

impl Load {
    /// Eight processors and so many other tasks.
    #[must_use]
    pub const fn of(tasks: u32) -> Self {
        Self {
            tasks,
            processors: 8,
            latency: Time::from_ms(24),
            granularity: Time::from_ms(3),
            wake_up_granularity: Time::from_ms(4),
            balance: Time::from_ms(32),
        }
    }

    /// Nothing else runs.
    #[must_use]
    pub const fn idle() -> Self {
        Self::of(0)
    }

    /// Whether there can be such a machine.
    ///
    /// # Errors
    /// [`HostModelError::Parameter`].
    pub fn check(&self) -> Result<(), HostModelError> {
        let numbers = [("processors", self.processors, 1), ("tasks", self.tasks, 0)];
        for (parameter, number, least) in numbers {
            if !(least..=MOST).contains(&number) {
                let (value, wanted) = (number.to_string(), "65536 at most, 1 processor at least");
                return Err(HostModelError::Parameter { parameter, value, wanted });
            }
        }
        let times = [
            ("latency", self.latency),
            ("granularity", self.granularity),
            ("balance", self.balance),
        ];
        for (parameter, time) in times {
            if time == Time::ZERO {
                let value = time.to_string();
                let wanted = "a time longer than 0";
                return Err(HostModelError::Parameter { parameter, value, wanted });
            }
        }
        Ok(())
    }
}

/// When a turn on the processor was over, and what it took beside the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// When it was over.
    pub end: Time,
    /// Time that others had.
    pub preempted: Time,
    /// Time that went into switching.
    pub switching: Time,
}

/// When a woken thread has the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Woken {
    /// When.
    pub at: Time,
    /// Someone else had to give way.
    pub loaded: bool,
}

/// The processor of one thread, wherever that happens to be.
#[derive(Clone, Debug)]
pub struct Processor {
    load: Load,
    /// Tasks there are, this thread and its siblings among them.
    runnable: u32,
    /// What a switch costs.
    switch: Time,
    rng: ChaCha8Rng,
    /// Other tasks on it until then.
    others: u64,
    until: u64,
    /// How far the thread is ahead of the others in what each has had; behind where negative. In picoseconds.
    ahead: i64,
    /// What others have of their turn when the thread came to them in the midst of it.
    rest: Option<u64>,
    asleep_since: Time,
    /// When others had it while the thread wanted it, where that is kept.
    lost: Option<Vec<(Time, Time)>>,
}

impl Processor {
    /// For one of `threads` threads, which has done what it does for a while.
    #[must_use]
    pub fn new(load: &Load, threads: u32, switch: Time, seed: u64) -> Self {
        let mut processor = Self {
            load: load.clone(),
            runnable: load.tasks.saturating_add(threads),
            switch,
            rng: ChaCha8Rng::seed_from_u64(seed),
            others: 0,
            until: u64::MAX,
            ahead: 0,
            rest: None,
            asleep_since: Time::ZERO,
            lost: None,
        };
        if processor.runnable > load.processors {
            // It was spread some time ago.
            processor.until = processor.rng.random_range(1..=load.balance.ps());
            processor.spread();
        }
        processor
    }

    /// The thread has slept for a while.
    #[must_use]
    pub fn rested(mut self) -> Self {
        self.ahead = self.most_behind();
        self
    }

    /// The thread has the processor, since it does something: some of its slice is left.
    #[must_use]
    pub fn running(mut self) -> Self {
        if self.rest.take().is_some() {
            let slice = self.slice();
            self.ahead = signed(self.rng.random_range(0..slice));
        }
        self
    }

    /// Keeps when others have it while the thread wants it.
    pub fn keep_lost(&mut self) {
        self.lost = Some(Vec::new());
    }

    /// What was kept.
    pub fn take_lost(&mut self) -> Vec<(Time, Time)> {
        self.lost.take().unwrap_or_default()
    }

    fn lose(&mut self, from: Time, to: Time) {
        if let Some(lost) = &mut self.lost
            && from < to
        {
            lost.push((from, to));
        }
    }

    /// A sleeper gets half a latency for it and no more.
    fn most_behind(&self) -> i64 {
        -signed(self.load.latency.ps() / 2)
    }

    /// Works for `work`, from `at` on.
    pub fn run(&mut self, at: Time, work: Time) -> Turn {
        let mut turn = Turn { end: at, preempted: Time::ZERO, switching: Time::ZERO };
        let mut left = work;
        while left > Time::ZERO {
            let step = Time::from_ps(left.ps().min(self.room(turn.end)));
            self.take(&mut turn, step);
            left = left - step;
            if self.is_over() {
                self.step_aside(&mut turn);
                left += self.switch;
                turn.switching += self.switch;
            }
        }
        turn
    }

    /// Has the processor all the time, from `at` until it sees what comes at `until`. What others have before that is no loss.
    pub fn spin(&mut self, at: Time, until: Time) -> Turn {
        let mut turn = Turn { end: at, preempted: Time::ZERO, switching: Time::ZERO };
        while turn.end < until {
            let step = Time::from_ps((until - turn.end).ps().min(self.room(turn.end)));
            self.take(&mut turn, step);
            if self.is_over() {
                self.step_aside(&mut turn);
            }
        }
        turn.preempted = turn.end - at.max(until);
        turn
    }

    /// Goes to sleep.
    pub fn sleep(&mut self, at: Time) {
        self.asleep_since = at;
    }

    /// Is woken; when it has the processor.
    pub fn wake(&mut self, at: Time) -> Woken {
        self.catch_up(at);
        if self.others == 0 {
            return Woken { at, loaded: false };
        }
        let slept = signed((at - self.asleep_since).ps() / self.others);
        self.ahead = (self.ahead - slept).max(self.most_behind());
        if self.ahead < -signed(self.load.wake_up_granularity.ps()) {
            return Woken { at, loaded: true };
        }
        // Whoever runs has some of his slice left.
        let rest = self.rng.random_range(0..=self.slice());
        self.ahead -= signed(rest / self.others);
        self.lose(at, at + Time::from_ps(rest));
        Woken { at: at + Time::from_ps(rest), loaded: true }
    }

    /// Picoseconds that it can go on at `at` before something may change.
    fn room(&mut self, at: Time) -> u64 {
        self.catch_up(at);
        let spread = self.until - at.ps();
        if self.others == 0 {
            return spread;
        }
        let rest = signed(self.slice()) - self.ahead;
        spread.min(rest.max(1).unsigned_abs())
    }

    fn take(&mut self, turn: &mut Turn, step: Time) {
        turn.end += step;
        self.ahead += signed(step.ps());
        if self.others == 0 {
            // Where nobody else is the measure of what others have had goes along with the thread.
            self.ahead = self.ahead.min(0);
        }
    }

    /// Whether its slice is.
    fn is_over(&self) -> bool {
        self.others > 0 && self.ahead >= signed(self.slice())
    }

    /// Others have their slices; less where the thread is moved to a processor that nobody wants.
    fn step_aside(&mut self, turn: &mut Turn) {
        let from = turn.end;
        let whole = self.others * self.slice();
        let end = turn.end.ps() + self.rest.take().unwrap_or(whole);
        while self.others > 0 && self.until < end {
            turn.end = Time::from_ps(self.until);
            self.catch_up(turn.end);
        }
        if self.others > 0 {
            turn.end = Time::from_ps(end);
        }
        self.ahead = 0;
        self.lose(from, turn.end);
        turn.preempted += turn.end - from;
    }

    fn slice(&self) -> u64 {
        (self.load.latency.ps() / (self.others + 1)).max(self.load.granularity.ps())
    }

    fn catch_up(&mut self, at: Time) {
        while self.until <= at.ps() {
            self.until = self.until.saturating_add(self.load.balance.ps());
            self.spread();
        }
    }

    /// Spreads all tasks evenly: how many are on the processor of the one that this thread is.
    fn spread(&mut self) {
        let each = self.runnable / self.load.processors;
        let crowded = self.runnable % self.load.processors;
        let in_crowd = self.rng.random_range(0..self.runnable) < crowded.saturating_mul(each + 1);
        let before = self.others;
        self.others = u64::from(each + u32::from(in_crowd)).saturating_sub(1);
        self.rest = None;
        if self.others == 0 {
            self.ahead = self.ahead.min(0);
        } else if before == 0 && self.ahead == 0 {
            // Whose turn it is there, and how much of it is over, is chance.
            let phase = self.rng.random_range(0..(self.others + 1) * self.slice());
            self.ahead = signed(phase.min(self.slice()));
            self.rest = (phase > self.slice()).then(|| (self.others + 1) * self.slice() - phase);
        }
    }
}

fn signed(ps: u64) -> i64 {
    i64::try_from(ps).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn processor(tasks: u32, seed: u64) -> Processor {
        Processor::new(&Load::of(tasks), 1, Time::ZERO, seed)
    }

    #[test]
    fn where_nobody_else_is_work_takes_as_long_as_it_is() {
        for tasks in [0, 7] {
            let turn = processor(tasks, 1).run(Time::from_us(5), Time::from_ms(500));
            assert_eq!(turn.end, Time::from_us(5) + Time::from_ms(500));
            assert_eq!(turn.preempted, Time::ZERO);
        }
    }

    /// Share of a processor that a thread gets that never sleeps.
    fn share(tasks: u32) -> f64 {
        let work = Time::from_ms(200_000);
        let end = processor(tasks, 3).run(Time::ZERO, work).end;
        work.ms() / end.ms()
    }

    #[test]
    fn who_never_sleeps_gets_the_fair_share() {
        for (tasks, fair) in [(8, 8.0 / 9.0), (9, 8.0 / 10.0), (15, 0.5), (31, 0.25)] {
            let share = share(tasks);
            assert!((share - fair).abs() < 0.01, "{tasks} tasks: {share} for {fair}");
        }
    }

    #[test]
    fn who_sleeps_most_of_the_time_is_never_held_up() {
        let mut processor = processor(15, 4).rested();
        let mut now = Time::ZERO;
        let mut late = Time::ZERO;
        for _ in 0..10_000 {
            let turn = processor.run(now, Time::from_us(30));
            late += turn.preempted;
            processor.sleep(turn.end);
            let woken = processor.wake(turn.end + Time::from_us(60));
            late += woken.at - turn.end - Time::from_us(60);
            now = woken.at;
        }
        assert_eq!((late, now > Time::from_ms(500)), (Time::ZERO, true));
    }

    #[test]
    fn work_and_what_others_had_add_up() {
        let mut processor = Processor::new(&Load::of(20), 1, Time::from_us(3), 5);
        let mut now = Time::ZERO;
        for n in 1..2_000 {
            let work = Time::from_us(n % 97 * 50);
            let turn = processor.run(now, work);
            assert_eq!(turn.end, now + work + turn.preempted + turn.switching);
            let until = turn.end + Time::from_us(n % 31);
            let spun = processor.spin(turn.end, until);
            assert_eq!(spun.end, until + spun.preempted);
            now = spun.end;
        }
    }

    #[test]
    fn who_runs_has_some_of_his_slice_left_and_who_is_anywhere_may_have_to_wait() {
        let waits = |running: bool| {
            let waited = (0..1_000).filter(|seed| {
                let anywhere = processor(15, *seed);
                let mut processor = if running { anywhere.running() } else { anywhere };
                processor.run(Time::ZERO, Time::from_us(12)).preempted > Time::ZERO
            });
            waited.count()
        };
        // A slice is 12 ms, and half of the time is somebody else's.
        assert!(waits(true) < 10, "{}", waits(true));
        assert!((400..600).contains(&waits(false)), "{}", waits(false));
    }

    #[test]
    fn a_machine_that_cannot_be_is_refused() {
        for (load, parameter) in [
            (Load { processors: 0, ..Load::idle() }, "processors"),
            (Load::of(u32::MAX), "tasks"),
            (Load { latency: Time::ZERO, ..Load::idle() }, "latency"),
            (Load { balance: Time::ZERO, ..Load::idle() }, "balance"),
        ] {
            assert!(load.check().unwrap_err().to_string().starts_with(parameter));
        }
        Load::of(9).check().unwrap();
    }
}
