// SPDX-License-Identifier: Apache-2.0
//! The seam of the host model on a real engine behind the real library.

use std::collections::VecDeque;
use std::fmt::Display;
use std::sync::Arc;

use forebay::{Buffer, Device, Feature, Limit, OpenOptions, Patience, StreamWriter};
use forebay_bus::{Bar, Card, Stop};
use forebay_host_model::{
    Deadlock, HostModelError, Outcome, Progress, STREAMS, Time, TimedCard, Transfer, Work,
};
use forebay_regs::user::{feature, sink};

use crate::consumer::{CYCLE_PS, Consumer, ENTRY_BYTES, VECTOR};
use crate::pieces::cut;
use crate::shared::SharedCard;
use crate::{Setup, TimedCardError};

/// Cycles without any progress after which a card stands still for which nobody in the host will do anything: beyond what the longest
/// descriptor takes that shares the link.
const STANDSTILL_CYCLES: u64 = 1 << 17;
/// Steps of the sink that are no standstill either.
const STANDSTILL_STEPS: u64 = 4;

/// A simulated card whose time a host in virtual time lets pass. It has its own clock, which stands while there is nothing to do.
pub struct DeviceCard {
    setup: Setup,
    device: Device,
    card: SharedCard,
    /// Front ends and datapath.
    plugs: Vec<Feature>,
    writers: Vec<StreamWriter>,
    under_way: Vec<VecDeque<forebay::Transfer>>,
    /// The card's time when the run began, and what passed while its clock stood.
    began: u64,
    idle_ps: u64,
    /// When the core had taken everything.
    core_done: Option<Time>,
    memory_bytes: u64,
    held: [u64; STREAMS],
    stuck: Option<Deadlock>,
}

impl DeviceCard {
    /// The library on that card, with its consumer at work.
    ///
    /// # Errors
    /// What opening a card can end in.
    pub fn open(card: Box<dyn Card>, setup: &Setup) -> Result<Self, TimedCardError> {
        let card = SharedCard::new(card);
        // The model's host starts a list in memory, and who waits how long is its business.
        let patience = Patience { look_cycles: u64::MAX, limit: Limit::Never };
        let options = OpenOptions { patience, doorbells: false, ..OpenOptions::default() };
        let device = Device::from_card_with(Box::new(card.clone()), &options)?;
        let writers = (0..setup.channels).map(|channel| StreamWriter::new(&device, channel));
        let writers = writers.collect::<Result<Vec<_>, _>>()?;
        if let Some(consumer) = &setup.consumer {
            device.declare_streams(&consumer.consumed());
            consumer.start(&device)?;
        }
        let moves = |feature: &&Feature| {
            matches!(feature.class, forebay::Class::FrontEnd | forebay::Class::Datapath)
        };
        let plugs = device.identity().features.iter().filter(moves).cloned().collect();
        Ok(Self {
            setup: setup.clone(),
            began: card.now(),
            under_way: writers.iter().map(|_| VecDeque::new()).collect(),
            device,
            card,
            plugs,
            writers,
            idle_ps: 0,
            core_done: None,
            memory_bytes: 0,
            held: [0; STREAMS],
            stuck: None,
        })
    }

    fn time(&self, cycle: u64) -> Time {
        Time::from_ps(self.idle_ps + cycle.saturating_sub(self.began) * CYCLE_PS)
    }

    fn now(&self) -> Time {
        self.time(self.card.now())
    }

    /// Lets so many cycles pass, or less.
    fn run(&mut self, cycles: u64) -> Result<Stop, HostModelError> {
        let stop = self.card.advance(cycles).map_err(broken)?;
        if self.core_done.is_none() && self.card.has_heard(VECTOR) {
            self.core_done = Some(self.now());
        }
        Ok(stop)
    }

    /// Gives a transfer to the library, behind what its channel has.
    fn submit(&mut self, transfer: &Transfer) -> Result<(), HostModelError> {
        let Transfer { channel, .. } = *transfer;
        let (pieces, bytes) = cut(transfer, self.setup.descriptor_bytes, self.setup.room);
        let buffer = Buffer::new(bytes).map_err(broken)?;
        let submitted = self.writers[channel].submit_pieces(&[Arc::new(buffer)], &pieces);
        self.under_way[channel].push_back(submitted.map_err(broken)?);
        Ok(())
    }

    /// The first channel that has done all that it was given.
    fn ended(&mut self) -> Result<Option<Progress>, HostModelError> {
        for channel in 0..self.under_way.len() {
            let mut last = None;
            while let Some(first) = self.under_way[channel].front() {
                if !first.has_ended().map_err(broken)? {
                    break;
                }
                let Some(first) = self.under_way[channel].pop_front() else { break };
                let moved = first.wait().map_err(broken)?;
                if self.setup.consumer.is_none() {
                    self.memory_bytes += moved.bytes;
                }
                last = Some(moved.finished_at);
            }
            if let Some(cycle) = last.filter(|_| self.under_way[channel].is_empty()) {
                return Ok(Some(Progress::Ended { channel, at: self.time(cycle) }));
            }
        }
        Ok(None)
    }

    /// What counts the work of all plugs.
    fn progress(&self) -> Result<Vec<u32>, HostModelError> {
        let words = self.plugs.iter().map(|plug| {
            self.device.read32(Bar::User, plug.header + feature::PROGRESS).map_err(broken)
        });
        words.collect()
    }

    /// Nothing will move any more: nobody in the host does anything before something has ended.
    fn stand(&mut self, at: Time) -> Result<Progress, HostModelError> {
        let stall = self.device.stall().map_err(broken)?;
        for (stream, (held, bytes)) in
            self.held.iter_mut().zip(self.setup.element_bytes).enumerate()
        {
            let fifo = stall.fifos.iter().find(|fifo| fifo.port as usize == stream);
            *held = fifo.map_or(0, |fifo| u64::from(fifo.held) * ENTRY_BYTES / bytes);
        }
        let full = stall.full().map(|fifo| fifo.port as usize);
        let why = if stall.is_deadlock() {
            stall.to_string()
        } else {
            format!(
                "{stall}; every thread of the host waits for what is under way, so that it does not come"
            )
        };
        self.stuck = Some(Deadlock { at, full, held: self.held, why });
        Ok(Progress::Stuck)
    }

    /// Cycles without progress that are a standstill.
    fn standstill(&self) -> u64 {
        let step = self.setup.consumer.as_ref().map_or(0, Consumer::step_cycles);
        STANDSTILL_CYCLES.max(STANDSTILL_STEPS * step)
    }

    /// Lets the core take what is left, and says of a run what the card says.
    ///
    /// # Errors
    /// [`TimedCardError::Sink`] when it does not take it, and what accesses of registers can end in.
    pub fn settle(mut self, outcome: Outcome) -> Result<Outcome, TimedCardError> {
        let Some(consumer) = self.setup.consumer.clone() else {
            let work = Work { memory_bytes: self.memory_bytes, ..Work::default() };
            return Ok(Outcome { work, ..outcome });
        };
        let (plug, page) = Consumer::plug(&self.device)?;
        let mut seen = Vec::new();
        while outcome.deadlock.is_none() && self.core_done.is_none() {
            let stop = self.run(self.standstill())?;
            let now = self.progress()?;
            if stop != Stop::Message && self.core_done.is_none() && now == seen {
                return Err(TimedCardError::Sink { what: "does not take all that was sent" });
            }
            seen = now;
        }
        let description = self.device.describe(false)?;
        let mut bytes = [0; STREAMS];
        for (bytes, stream) in bytes.iter_mut().zip(&description.streams) {
            let taken = self.device.event(&plug, sink::event::PORT0_ENTRIES + stream.port)?;
            *bytes = (taken + u64::from(stream.occupancy)) * ENTRY_BYTES;
        }
        let steps = self.device.read32(Bar::User, page + sink::STEPS_DONE)?;
        let pairs = u64::from(steps) * consumer.step_pairs();
        let core = consumer.pair() * pairs;
        let computed = self.core_done.unwrap_or(Time::ZERO);
        let work = Work { bytes, memory_bytes: 0, pairs, core };
        Ok(Outcome { work, core, computed, ..outcome })
    }
}

fn broken(error: impl Display) -> HostModelError {
    HostModelError::Body { why: error.to_string() }
}

impl TimedCard for DeviceCard {
    fn start(&mut self, _: Time, transfer: Transfer) -> Result<(), HostModelError> {
        let channel = transfer.channel;
        if !self.under_way[channel].is_empty() {
            return Err(HostModelError::ChannelBusy { channel });
        }
        self.submit(&transfer)
    }

    /// The library links it, or starts the engine with it where that had fetched its end: it is seen in any case.
    fn link(&mut self, _: Time, transfer: Transfer) -> Result<bool, HostModelError> {
        if self.under_way[transfer.channel].is_empty() {
            return Ok(false);
        }
        self.submit(&transfer).map(|()| true)
    }

    fn advance(&mut self, until: Time) -> Result<Progress, HostModelError> {
        let mut seen = None;
        loop {
            if let Some(ended) = self.ended()? {
                return Ok(ended);
            }
            let now = self.now();
            let left = until.ps().saturating_sub(now.ps()) / CYCLE_PS;
            if left == 0 {
                return Ok(Progress::Reached);
            }
            let stop = self.run(left.min(self.standstill()))?;
            // A look at a card at rest may have started what is next.
            if stop == Stop::Idle {
                if let Some(ended) = self.ended()? {
                    return Ok(ended);
                }
                if self.run(1)? != Stop::Idle {
                    continue;
                }
                if until == Time::NEVER {
                    return self.stand(now);
                }
                self.idle_ps += until.ps().saturating_sub(self.now().ps());
                return Ok(Progress::Reached);
            }
            if stop == Stop::Budget && until == Time::NEVER {
                let counts = self.progress()?;
                if let Some(ended) = self.ended()? {
                    return Ok(ended);
                }
                if seen.as_ref() == Some(&counts) {
                    return self.stand(now);
                }
                seen = Some(counts);
            }
        }
    }

    fn work(&self) -> Work {
        Work { memory_bytes: self.memory_bytes, ..Work::default() }
    }

    fn core_done(&self) -> Time {
        self.core_done.unwrap_or(Time::ZERO)
    }

    fn held(&self) -> [u64; STREAMS] {
        self.held
    }

    fn explain(&self) -> Deadlock {
        self.stuck.clone().unwrap_or_else(|| Deadlock {
            at: self.now(),
            full: None,
            held: self.held,
            why: "nobody has looked why".into(),
        })
    }
}
