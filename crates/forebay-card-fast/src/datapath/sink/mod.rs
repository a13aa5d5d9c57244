// SPDX-License-Identifier: Apache-2.0
//! Sink: takes streams in steps, of each that is paired so many entries, and gives nothing.
//!
//! A rate says in how many cycles a step may begin, and whether steps begin at all. It takes entries in the cycles in which the RTL
//! does, and looks at them a little later where nobody can tell. The counters of starvation stay 0.

mod credit;
mod steps;

use forebay_builds::Build;
use forebay_bus::CardError;
use forebay_regs::cards;
use forebay_regs::user::sink::{self, event};

use super::{Datapath, Lines, Plug, Ports, Step};
use crate::byte_stream::{BEAT_BYTES, ByteStream};
use crate::dma::{earlier, facts};
use crate::fabric::STREAM_PORTS;
use crate::features::Waits;
use steps::{Entry, Run};

pub(super) const PLUG: Plug = Plug {
    feature: &cards::SINK,
    // It gives nothing.
    to_host_beats: 1,
    make: |build| Box::new(Sink::new(build)),
};

/// Streams that there could be: stream ports, then H2C channels.
const STREAMS: usize = sink::PAIRING.count() as usize;
/// Of these, stream ports.
const PORTS: usize = STREAM_PORTS as usize;
/// Cycles for which it looks no further, as long as nobody waits for it.
const TURN_CYCLES: u64 = 8;
/// Cycles in which RATE counts steps; more steps than that are none.
const RATE_CYCLES: u32 = sink::rate::RESET;

/// The sink.
struct Sink {
    /// The streams that the build has.
    present: [bool; STREAMS],
    steps: u32,
    rate: u32,
    pairing: [u16; STREAMS],
    run: Option<Run>,
    /// From which cycle on the packets of a channel are there.
    packets_from: [Option<u64>; STREAMS],
    steps_done: u32,
    done_line: bool,
    /// It was told to come to rest: it drops what comes.
    held: bool,
}

impl Sink {
    fn new(build: &Build) -> Self {
        let mut present = [false; STREAMS];
        present[..PORTS].fill(true);
        for (channel, stream) in present[PORTS..].iter_mut().enumerate() {
            *stream = build.h2c_streams() >> channel & 1 == 1;
        }
        Self {
            present,
            steps: 0,
            rate: RATE_CYCLES,
            pairing: [0; STREAMS],
            run: None,
            packets_from: [None; STREAMS],
            steps_done: 0,
            done_line: false,
            held: false,
        }
    }

    /// Which stream the pairing at `offset` is of.
    fn paired(&self, offset: u32) -> Option<usize> {
        let (stream, _) = sink::PAIRING.find(offset)?;
        Some(stream as usize).filter(|stream| self.present[*stream])
    }

    fn start(&mut self, now: u64) -> bool {
        let accepted = self.run.is_none()
            && !self.held
            && self.steps > 0
            && self.pairing.iter().any(|entries| *entries > 0);
        if accepted {
            self.run = Some(Run::new(now + facts::START, self.steps));
            self.steps_done = 0;
            self.done_line = false;
        }
        accepted
    }

    /// Takes what the run wants and the streams have; whether that was anything, and when there is more, if that is known.
    fn work(&mut self, ports: &mut Ports<'_>) -> (bool, Option<u64>) {
        let mut moved = false;
        loop {
            let Some(run) = &mut self.run else { return (moved, None) };
            if let Err(begins) = run.begin(ports.now, &self.pairing, self.rate) {
                return (moved, begins);
            }
            let mut due = None;
            for (stream, packets_from) in self.packets_from.iter_mut().enumerate() {
                let mut taken = 0;
                while let Some(wanted) = run.wants(stream)
                    && let Some(from) = there(ports, stream, packets_from)
                {
                    let at = wanted.max(from);
                    if at > ports.now {
                        due = earlier(due, Some(at));
                        break;
                    }
                    let Some(entry) = take(ports, stream) else { break };
                    run.put(stream, entry, at);
                    there(ports, stream, packets_from);
                    taken += 1;
                }
                ports.count(event::PORT0_ENTRIES + index(stream), taken);
                moved |= taken > 0;
            }
            let Some(matched) = run.end() else { return (moved, due) };
            self.steps_done += 1;
            ports.count(event::STEPS, 1);
            ports.count(event::MISMATCHED_ENDS, u64::from(!matched));
            if run.is_over() {
                self.run = None;
                self.done_line = true;
            }
        }
    }

    /// When it has to look again for what is due then: later, if that changes nothing for anybody.
    fn look(&self, due: u64, ports: &Ports<'_>) -> u64 {
        let exact = self.run.as_ref().is_none_or(Run::is_at_last) || ports.is_awaited();
        if exact { due } else { due.max(ports.now + TURN_CYCLES) }
    }

    /// Drops what has come; modelled cycles, or none if nothing has.
    fn discard(&self, ports: &mut Ports<'_>) -> Option<u64> {
        let mut dropped = 0;
        for stream in (0..STREAMS).filter(|stream| self.present[*stream]) {
            while take(ports, stream).is_some() {
                dropped += 1;
            }
        }
        ports.count(event::DISCARDED, dropped);
        (dropped > 0).then_some(dropped)
    }
}

/// From which cycle on the next entry of a stream is there, if there is one. What comes of a channel is there when it is seen.
fn there(ports: &Ports<'_>, stream: usize, packets_from: &mut Option<u64>) -> Option<u64> {
    let Some(channel) = stream.checked_sub(PORTS) else { return ports.from(stream) };
    if ports.from_host.get(channel).is_some_and(ByteStream::is_ready) {
        return Some(*packets_from.get_or_insert(ports.now));
    }
    *packets_from = None;
    None
}

/// The next entry of a stream, if it has one.
fn take(ports: &mut Ports<'_>, stream: usize) -> Option<Entry> {
    let Some(channel) = stream.checked_sub(PORTS) else {
        let there = ports.held(stream) > 0;
        // What entries hold is nobody's business.
        ports.take(stream, usize::from(there), &mut Vec::new());
        return there.then_some(Entry::OfPort);
    };
    let (bytes, last) = ports.from_host.get_mut(channel)?.pop(BEAT_BYTES);
    (last || !bytes.is_empty()).then_some(Entry::OfPacket { last })
}

#[expect(clippy::cast_possible_truncation, reason = "there are six streams")]
const fn index(stream: usize) -> u32 {
    stream as u32
}

impl Datapath for Sink {
    fn read(&mut self, offset: u32, _: u64) -> Option<u32> {
        Some(match offset {
            sink::CONTROL => 0,
            sink::STATUS => sink::status::BUSY.put(u32::from(self.run.is_some())),
            sink::STEPS => self.steps,
            sink::STEPS_DONE => self.steps_done,
            sink::RATE => self.rate,
            _ => self.pairing[self.paired(offset)?].into(),
        })
    }

    fn write(&mut self, offset: u32, value: u32, ports: &mut Ports<'_>) -> bool {
        match offset {
            sink::CONTROL => return !sink::control::START.is_set(value) || self.start(ports.now),
            sink::STEPS => self.steps = value,
            sink::RATE => {
                if let Some(run) = &mut self.run {
                    run.rate_changes(ports.now, self.rate);
                }
                self.rate = sink::rate::STEPS.get(value).min(RATE_CYCLES);
            }
            _ => {
                let Some(stream) = self.paired(offset).filter(|_| self.run.is_none()) else {
                    return false;
                };
                #[expect(clippy::cast_possible_truncation, reason = "the field has 16 bits")]
                let entries = sink::pairing::ENTRIES.get(value) as u16;
                self.pairing[stream] = entries;
            }
        }
        true
    }

    fn step(&mut self, most: u64, ports: &mut Ports<'_>) -> Result<Step, CardError> {
        if self.held {
            return Ok(Step::of(self.discard(ports)));
        }
        let (moved, due) = self.work(ports);
        let cycles = due.map(|due| (self.look(due, ports) - ports.now).clamp(1, most));
        Ok(match cycles {
            _ if moved => Step::Moves(cycles.unwrap_or(1)),
            Some(cycles) => Step::Waits(cycles),
            None => Step::Rests,
        })
    }

    fn take_lines(&mut self) -> Lines {
        let high = u32::from(self.done_line) << cards::SINK.first_line;
        Lines { high, fell: 0 }
    }

    fn busy(&self, _: &Ports<'_>) -> bool {
        self.run.is_some()
    }

    fn waits(&self, ports: &Ports<'_>) -> Waits {
        let mut waits = Waits::default();
        let Some(run) = &self.run else { return waits };
        for stream in
            (0..STREAMS).filter(|stream| run.wants(*stream).is_some_and(|from| from <= ports.now))
        {
            match stream.checked_sub(PORTS) {
                None => {
                    let there = ports.from(stream).is_some_and(|from| from <= ports.now);
                    waits.ports |= u32::from(!there) << stream;
                }
                Some(channel) => {
                    let there = ports.from_host.get(channel).is_some_and(ByteStream::is_ready);
                    waits.h2c |= u32::from(!there) << channel;
                }
            }
        }
        waits
    }

    fn quiesce(&mut self, held: bool, _: &mut Ports<'_>) {
        self.held = held;
        if held {
            self.run = None;
            self.steps_done = 0;
        }
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
