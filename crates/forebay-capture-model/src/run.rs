// SPDX-License-Identifier: Apache-2.0
//! A capture, event by event: a buffer is full, a handler has run, the reader has done with something.

mod driver;
mod reader;

use std::collections::VecDeque;

use forebay_host_model::Time;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::card::{Card, Cause, Filled};
use crate::clock::{Clock, FASTEST};
use crate::consumer::{Consumer, Doing};
use crate::disk::Disk;
use crate::handlers::Handlers;
use crate::outcome::{Binding, Latency, Outcome};
use crate::{CaptureModelError, Extent, Notice, Price, Prices, SAMPLE_BYTES, Setup};

/// Where all samples are at some time. The first is the sum of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Books {
    /// What the sample clock has made.
    pub produced: u64,
    /// In the card's FIFO.
    pub in_fifo: u64,
    /// In the buffer that the engine fills.
    pub in_engine: u64,
    /// In buffers that are full.
    pub in_buffers: u64,
    /// With the reader.
    pub received: u64,
    /// Lost.
    pub lost: u64,
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    Engine,
    Handled,
    Reader,
}

/// A capture under way.
#[derive(Clone, Debug)]
pub struct Run {
    setup: Setup,
    prices: Prices,
    card: Card,
    handlers: Handlers,
    disk: Disk,
    reader: Consumer,
    now: Time,
    end: Time,
    produces_until: Time,
    /// Buffers that the driver has.
    free: u64,
    /// The driver had no buffer for the engine.
    short: bool,
    /// Full buffers of which nobody has been told, and of which the reader has.
    full: VecDeque<Filled>,
    told: VecDeque<Filled>,
    /// When the handler has run that is called.
    handled: Option<Time>,
    received: u64,
    late: Time,
    latest: Time,
    taken: u64,
    binding: Option<Binding>,
}

impl Run {
    /// Begins with all buffers free. All that is drawn depends on the seed.
    ///
    /// # Errors
    /// A setup, a rate or prices that cannot be.
    pub fn new(
        setup: &Setup,
        prices: &Prices,
        rate: u64,
        seed: u64,
    ) -> Result<Self, CaptureModelError> {
        setup.check()?;
        let (most, limit) = most_rate(prices);
        if !(1..=most).contains(&rate) {
            let limit =
                if limit == Binding::Port { "the engine moves" } else { "the sample clock can be" };
            return Err(CaptureModelError::Rate { rate, most, limit });
        }
        let (clock, end, begins) = match setup.extent {
            Extent::Continuous(time) => (Clock::new(rate, u64::MAX), time, Time::ZERO),
            Extent::Burst(bytes) => {
                let samples = bytes / SAMPLE_BYTES;
                let clock = Clock::new(rate, samples);
                (clock, Time::NEVER, clock.time_of(samples))
            }
        };
        let produces_until = if end == Time::NEVER { begins } else { end };
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let per_sample = SAMPLE_BYTES as f64 / prices.engine() * 1e12;
        let depth = prices.count(Price::Fifo) / SAMPLE_BYTES;
        let gap = prices.time(Price::Descriptor);
        let mut run = Self {
            card: Card::new(clock, depth.max(1), setup.samples(), per_sample, gap),
            disk: Disk::new(prices, &mut rng)?,
            handlers: Handlers::new(prices, rng)?,
            reader: Consumer::absent(begins),
            now: Time::ZERO,
            end,
            produces_until,
            free: setup.count,
            short: false,
            full: VecDeque::new(),
            told: VecDeque::new(),
            handled: None,
            received: 0,
            late: Time::ZERO,
            latest: Time::ZERO,
            taken: 0,
            binding: None,
            setup: *setup,
            prices: prices.clone(),
        };
        run.arm();
        Ok(run)
    }

    /// Goes on until then, or the end.
    pub fn until(&mut self, time: Time) {
        let time = time.min(self.end);
        while let Some((at, event)) = self.next().filter(|(at, _)| *at <= time) {
            self.happens(at, event);
        }
        if time != Time::NEVER {
            self.collect(time.max(self.now));
        }
    }

    /// Goes on until the end, or until the first sample is lost.
    pub fn until_lost(&mut self) {
        while self.binding.is_none()
            && let Some((at, event)) = self.next().filter(|(at, _)| *at <= self.end)
        {
            self.happens(at, event);
        }
        if self.end != Time::NEVER && self.binding.is_none() {
            self.collect(self.end);
        }
    }

    /// Where all samples are now.
    #[must_use]
    pub fn books(&self) -> Books {
        let [produced, in_fifo, in_engine] = self.card.standing(self.now);
        let samples =
            |buffers: &VecDeque<Filled>| buffers.iter().map(|one| one.samples).sum::<u64>();
        let taking = if let Doing::Takes(filled) = self.reader.doing { filled.samples } else { 0 };
        Books {
            produced,
            in_fifo,
            in_engine,
            in_buffers: samples(&self.full) + samples(&self.told) + taking,
            received: self.received,
            lost: self.card.lost().iter().sum(),
        }
    }

    /// Whether a sample has been lost, and what bound then.
    #[must_use]
    pub const fn binding(&self) -> Option<Binding> {
        self.binding
    }

    /// Goes on to the end.
    #[must_use]
    pub fn finish(mut self) -> Outcome {
        self.until(self.end);
        let books = self.books();
        let mean = Time::from_ps(self.late.ps() / self.taken.max(1));
        Outcome {
            time: self.produces_until,
            produced: books.produced,
            received: books.received,
            under_way: books.in_fifo + books.in_engine + books.in_buffers,
            lost: self.card.lost(),
            latency: (self.taken > 0).then_some(Latency { mean, most: self.latest }),
            spent: self.reader.spent(),
            binding: self.binding,
            gaps: self.card.into_gaps(),
        }
    }

    fn next(&self) -> Option<(Time, Event)> {
        let handled = self.handled.unwrap_or(Time::NEVER);
        let events = [
            (self.card.next(), Event::Engine),
            (handled, Event::Handled),
            (self.reader.until, Event::Reader),
        ];
        // Of those at one time the first.
        events.into_iter().min_by_key(|(at, _)| *at).filter(|(at, _)| *at != Time::NEVER)
    }

    fn happens(&mut self, at: Time, event: Event) {
        self.collect(at);
        match event {
            Event::Engine => {
                if let Some(filled) = self.card.act(at) {
                    self.filled(filled);
                }
            }
            Event::Handled => self.handle(),
            Event::Reader => self.read(),
        }
    }

    /// Samples come until then.
    fn collect(&mut self, at: Time) {
        let all_full = self.free == 0 && self.card.held() == 0;
        let cause = if all_full { Cause::AllFull } else { Cause::NotArmed };
        self.card.collect(at, cause);
        self.now = at;
        if self.binding.is_none() && self.card.lost() != [0; 2] {
            let reader = match (self.setup.notice, cause) {
                (_, Cause::AllFull) => self.reader.behind_by(),
                (Notice::Polling, Cause::NotArmed) => self.reader.kept_by(),
                (Notice::Interrupt, Cause::NotArmed) => None,
            };
            self.binding = Some(reader.unwrap_or(Binding::Interrupt));
        }
    }
}

/// The fastest that samples can be, and why.
pub(crate) fn most_rate(prices: &Prices) -> (u64, Binding) {
    // The engine has to be faster than the samples, or nothing but the FIFO's depth can be said.
    let moves = Time::floor_ps(prices.engine() / SAMPLE_BYTES as f64 * 0.999).ps();
    let clock = prices.count(Price::SampleClock).min(FASTEST);
    if moves < clock { (moves, Binding::Port) } else { (clock, Binding::SampleClock) }
}
