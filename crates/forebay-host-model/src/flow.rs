// SPDX-License-Identifier: Apache-2.0
//! A card as flows: what moves, moves at a steady rate until something fills, empties or ends. A transfer costs a few steps
//! whatever its length.
//!
//! All amounts of a stream are counted in the time that the core takes for them, in whole picoseconds: the core takes one a
//! picosecond, and nothing is lost to rounding.

mod rates;

use std::collections::VecDeque;

use serde::Serialize;

use crate::card::{
    CHANNELS, Deadlock, Piece, Progress, STREAMS, Target, TimedCard, Transfer, Work,
};
use crate::params::{FlowParams, WritePath};
use crate::{HostModelError, Time};

/// Bytes of a piece at most: amounts of it then stay below 2^63 units.
const MOST_BYTES: u64 = 1 << 36;
/// Units of a byte that goes to memory, so that rounding is no matter there either.
const MEMORY_UNITS: u64 = 1 << 10;

/// The FIFOs at some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Occupancy {
    /// When.
    pub at: Time,
    /// Elements in each.
    pub elements: [u64; STREAMS],
}

/// What a channel does.
#[derive(Clone, Copy, Debug)]
enum State {
    Idle,
    /// Fetches descriptors and the first data until then.
    Fetching(u64),
    Moving,
    /// All has arrived; the host hears of it then.
    Telling(u64),
}

#[derive(Clone, Copy, Debug)]
struct Channel {
    state: State,
    transfer: Transfer,
    /// Pieces of the transfer that have begun.
    begun: u64,
    piece: Piece,
    /// Units of the piece that have not arrived.
    left: u64,
    /// Units per byte of it.
    units: f64,
    /// The most bytes a picosecond that it goes by itself.
    most: f64,
}

/// A card modelled as flows.
#[derive(Debug)]
pub struct FlowCard {
    params: FlowParams,
    now: u64,
    channels: [Channel; CHANNELS],
    /// Units in each FIFO, and how many it takes.
    level: [u64; STREAMS],
    room: [u64; STREAMS],
    /// Units that have arrived in each FIFO, and in memory.
    arrived: [u64; STREAMS],
    memory: u64,
    /// Units that the core has taken of each, and so the time in which it has worked.
    consumed: u64,
    /// When it last took some.
    taken_at: u64,
    /// What is linked behind each channel's transfer.
    linked: [VecDeque<Transfer>; CHANNELS],
    trace: Option<Vec<Occupancy>>,
}

/// One step's rates.
#[derive(Clone, Copy, Debug, Default)]
struct Rates {
    /// Bytes a picosecond of each channel.
    channel: [f64; CHANNELS],
    /// Units a picosecond into each stream.
    into: [f64; STREAMS],
    /// Units a picosecond that the core takes of both.
    core: f64,
    /// The FIFO is full, and gets what the core takes.
    held: [bool; STREAMS],
}

impl FlowCard {
    /// A card at rest.
    ///
    /// # Errors
    /// [`HostModelError::Parameter`].
    pub fn new(params: &FlowParams) -> Result<Self, HostModelError> {
        params.check()?;
        let nothing =
            Piece { target: Target::Memory, elements: 0, bytes: 0, offset: 0, descriptors: 0 };
        let channel = Channel {
            state: State::Idle,
            transfer: Transfer { channel: 0, first: nothing, second: None, rounds: 0 },
            begun: 0,
            piece: nothing,
            left: 0,
            units: 0.0,
            most: 0.0,
        };
        Ok(Self {
            now: 0,
            channels: [channel; CHANNELS],
            level: [0; STREAMS],
            room: [0, 1].map(|stream| params.elements(stream) * params.pair.ps()),
            arrived: [0; STREAMS],
            memory: 0,
            consumed: 0,
            taken_at: 0,
            linked: Default::default(),
            trace: None,
            params: params.clone(),
        })
    }

    /// Keeps what is in the FIFOs whenever a rate changes.
    pub fn keep_trace(&mut self) {
        self.trace = Some(Vec::new());
    }

    /// What was kept.
    pub fn take_trace(&mut self) -> Option<Vec<Occupancy>> {
        self.trace.take()
    }

    /// Begins the next piece of a channel, or its end.
    fn begin(&mut self, index: usize) {
        let channel = &mut self.channels[index];
        if channel.begun == channel.transfer.count()
            && let Some(next) = self.linked[index].pop_front()
        {
            (channel.transfer, channel.begun) = (next, 0);
        }
        let each = 1 + u64::from(channel.transfer.second.is_some());
        if channel.begun == channel.transfer.count() {
            channel.state = State::Telling(self.now + self.params.completion.ps());
            return;
        }
        let is_second = channel.begun % each == 1;
        let piece = channel.transfer.second.filter(|_| is_second).unwrap_or(channel.transfer.first);
        channel.begun += 1;
        channel.piece = piece;
        channel.left = match piece.target {
            Target::Stream(_) => piece.elements * self.params.pair.ps(),
            Target::Memory => piece.bytes * MEMORY_UNITS,
        };
        channel.units = channel.left as f64 / piece.bytes.max(1) as f64;
        channel.most = self.params.most(&piece);
        channel.state = State::Moving;
    }

    /// Lets rates hold for so long. Amounts are rounded down: a step is long enough for what ends it, and nothing else gets more than
    /// there was time for.
    fn pass(&mut self, rates: &Rates, step: u64) {
        let amount = |rate: f64| Time::floor_ps(step as f64 * rate).ps();
        let taken = if rates.core < 1.0 { amount(rates.core) } else { step };
        let mut into = [0; STREAMS];
        for (channel, rate) in self.channels.iter_mut().zip(rates.channel) {
            if !matches!(channel.state, State::Moving) || rate <= 0.0 {
                continue;
            }
            let moved = amount(rate * channel.units).min(channel.left);
            match channel.piece.target {
                Target::Stream(stream) if rates.held[stream] => {
                    into[stream] = taken.min(channel.left);
                }
                Target::Stream(stream) => into[stream] = moved,
                Target::Memory => {
                    channel.left -= moved;
                    self.memory += moved;
                }
            }
        }
        let there = self.level.into_iter().zip(into).map(|(level, into)| level + into);
        let taken = there.fold(taken, u64::min);
        for channel in &mut self.channels {
            if let (State::Moving, Target::Stream(stream)) = (channel.state, channel.piece.target) {
                let moved = into[stream].min(self.room[stream] + taken - self.level[stream]);
                into[stream] = 0;
                channel.left -= moved;
                self.level[stream] += moved;
                self.arrived[stream] += moved;
            }
        }
        for level in &mut self.level {
            *level -= taken;
        }
        self.consumed += taken;
        self.now += step;
        if taken > 0 {
            self.taken_at = self.now;
        }
    }

    /// Picoseconds until the first of all flows fills, empties or ends something.
    fn horizon(&self, rates: &Rates) -> u64 {
        let mut least = f64::INFINITY;
        for (channel, rate) in self.channels.iter().zip(rates.channel) {
            if matches!(channel.state, State::Moving) && rate > 0.0 {
                least = least.min(channel.left as f64 / (rate * channel.units));
            }
        }
        for stream in 0..STREAMS {
            let net = rates.into[stream] - rates.core;
            let level = self.level[stream] as f64;
            if net > 0.0 && self.level[stream] < self.room[stream] {
                least = least.min((self.room[stream] as f64 - level) / net);
            } else if net < 0.0 && level > 0.0 {
                least = least.min(level / -net);
            }
        }
        if least.is_finite() { Time::floor_ps(least).ps() + 1 } else { u64::MAX }
    }

    /// Fetches that are over begin to move; the channel that the host hears of first, if it is due.
    fn due(&mut self) -> Option<usize> {
        for index in 0..CHANNELS {
            if let State::Fetching(until) = self.channels[index].state
                && until <= self.now
            {
                self.begin(index);
            }
        }
        self.channels
            .iter()
            .position(|channel| matches!(channel.state, State::Telling(at) if at <= self.now))
    }

    /// When the next fetch or message is over.
    fn timer(&self) -> u64 {
        let times = self.channels.iter().map(|channel| match channel.state {
            State::Fetching(at) | State::Telling(at) => at,
            State::Idle | State::Moving => u64::MAX,
        });
        times.min().unwrap_or(u64::MAX)
    }

    fn note(&mut self) {
        let elements = self.held();
        if let Some(trace) = &mut self.trace {
            trace.push(Occupancy { at: Time::from_ps(self.now), elements });
        }
    }

    /// Descriptors of a channel that have not begun.
    fn left(&self, index: usize) -> u64 {
        let Channel { transfer, begun, .. } = &self.channels[index];
        let linked: u64 =
            self.linked[index].iter().map(|next| next.sum(|piece| piece.descriptors)).sum();
        let each = transfer.sum(|piece| piece.descriptors) / transfer.count();
        linked + each * (transfer.count() - begun)
    }

    /// The channel that sends into a stream.
    fn sender(&self, stream: usize) -> Option<usize> {
        self.channels.iter().position(|channel| {
            matches!(channel.state, State::Moving) && channel.piece.target == Target::Stream(stream)
        })
    }
}

/// Whether there is a place for all of it.
fn check(transfer: &Transfer) -> Result<(), HostModelError> {
    let refuse = |parameter, value: u64, wanted| {
        Err(HostModelError::Parameter { parameter, value: value.to_string(), wanted })
    };
    if transfer.channel >= CHANNELS {
        return refuse("channel", transfer.channel as u64, "0 to 3");
    }
    if transfer.rounds == 0 {
        return refuse("rounds", 0, "1 or more");
    }
    for piece in std::iter::once(transfer.first).chain(transfer.second) {
        let amount = match piece.target {
            Target::Stream(stream) if stream >= STREAMS => {
                return refuse("stream", stream as u64, "0 or 1");
            }
            Target::Stream(_) => piece.elements.min(piece.bytes),
            Target::Memory => piece.bytes,
        };
        let most = piece.elements.max(piece.bytes);
        if amount == 0 || most > MOST_BYTES {
            return refuse("bytes of a piece", most, "1 to 2^36, and elements for a stream");
        }
    }
    Ok(())
}

impl TimedCard for FlowCard {
    fn start(&mut self, at: Time, transfer: Transfer) -> Result<(), HostModelError> {
        let channel = transfer.channel;
        check(&transfer)?;
        if !matches!(self.channels[channel].state, State::Idle) {
            return Err(HostModelError::ChannelBusy { channel });
        }
        let targets = |transfer: &Transfer| {
            [Some(transfer.first.target), transfer.second.map(|piece| piece.target)]
        };
        for (other, busy) in self.channels.iter().enumerate() {
            if !matches!(busy.state, State::Fetching(_) | State::Moving) {
                continue;
            }
            for target in targets(&transfer).into_iter().flatten() {
                if let Target::Stream(stream) = target
                    && targets(&busy.transfer).contains(&Some(target))
                {
                    return Err(HostModelError::StreamBusy { stream, channel, other });
                }
            }
        }
        let at = at.ps().max(self.now) + self.params.first_data.ps();
        let slot = &mut self.channels[channel];
        (slot.transfer, slot.begun, slot.state) = (transfer, 0, State::Fetching(at));
        Ok(())
    }

    fn link(&mut self, at: Time, transfer: Transfer) -> Result<bool, HostModelError> {
        let index = transfer.channel;
        check(&transfer)?;
        debug_assert!(self.now <= at.ps(), "time has passed up to then");
        let under_way = matches!(self.channels[index].state, State::Fetching(_) | State::Moving);
        if !under_way || self.left(index) <= self.params.fetches_ahead {
            return Ok(false);
        }
        self.linked[index].push_back(transfer);
        Ok(true)
    }

    fn advance(&mut self, until: Time) -> Result<Progress, HostModelError> {
        loop {
            if let Some(channel) = self.due() {
                self.channels[channel].state = State::Idle;
                return Ok(Progress::Ended { channel, at: Time::from_ps(self.now) });
            }
            if self.now >= until.ps() {
                return Ok(Progress::Reached);
            }
            let rates = self.rates();
            let next = self.timer().min(self.now.saturating_add(self.horizon(&rates)));
            let next = next.min(until.ps());
            if next == u64::MAX {
                return Ok(Progress::Stuck);
            }
            self.pass(&rates, next - self.now);
            for index in 0..CHANNELS {
                if matches!(self.channels[index].state, State::Moving)
                    && self.channels[index].left == 0
                {
                    self.begin(index);
                }
            }
            self.note();
        }
    }

    fn work(&self) -> Work {
        let pair = self.params.pair.ps();
        Work {
            bytes: [0, 1]
                .map(|stream| self.arrived[stream] / pair * self.params.element_bytes[stream]),
            memory_bytes: self.memory / MEMORY_UNITS,
            pairs: self.consumed / pair,
            core: Time::from_ps(self.consumed),
        }
    }

    fn core_done(&self) -> Time {
        match self.level.into_iter().fold(u64::MAX, u64::min) {
            0 => Time::from_ps(self.taken_at),
            level => Time::from_ps(self.now + level),
        }
    }

    fn held(&self) -> [u64; STREAMS] {
        self.level.map(|level| level / self.params.pair.ps())
    }

    fn explain(&self) -> Deadlock {
        let held = self.held();
        let full = (0..STREAMS).find(|stream| {
            self.level[*stream] >= self.room[*stream] && self.sender(*stream).is_some()
        });
        let why = match full {
            None => "no transfer is under way, and the host waits for one".into(),
            Some(stream) => {
                let other = 1 - stream;
                let where_it_is = match self.sender(other) {
                    Some(channel) if self.params.write_path == WritePath::Shared => format!(
                        "which channel {channel} is sending, behind that piece on the write path that all channels share"
                    ),
                    Some(channel) => format!("which channel {channel} is sending"),
                    None => "which the host has not sent: its thread waits for the piece that cannot go on".into(),
                };
                format!(
                    "the FIFO of stream {stream} is full with {} elements and more are to go there; the core takes none of them \
                     before it has an element of stream {other}, {where_it_is}",
                    held[stream]
                )
            }
        };
        Deadlock { at: Time::from_ps(self.now), full, held, why }
    }
}
