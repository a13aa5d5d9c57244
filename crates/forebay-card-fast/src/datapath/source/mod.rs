// SPDX-License-Identifier: Apache-2.0
//! The signal source: samples at a rate, each with its time, to the last stream to the host.
//!
//! Samples are made in runs, when somebody may look at them: each has the time and the value that the RTL gives it, and is there a little later.

mod burst;
mod chdr;
mod lane;
mod registers;
mod transmit;
mod wave;

use forebay_builds::Build;
use forebay_bus::CardError;
use forebay_regs::cards;
use forebay_regs::user::source::{self, event};

use super::{Datapath, Lines, Plug, Ports, Step};
use crate::byte_stream::{BEAT_BYTES, ByteStream};
use crate::features::Waits;
use burst::Burst;
use chdr::Chdr;
use lane::{Lane, Tally};
use registers::Registers;
use transmit::Transmit;
use wave::Wave;

/// Beats of each lane's FIFO, as the builds have them.
const FIFO_BEATS: usize = 1024;
/// Channels at most, and bytes of a sample.
const CHANNELS: usize = 4;
const SAMPLE_BYTES: usize = 4;
/// Samples in a beat.
const BEAT_SAMPLES: u64 = (BEAT_BYTES / SAMPLE_BYTES) as u64;
/// Beats that are made at once, and cycles for which nobody is told of samples, at most.
const RUN_BEATS: u64 = 16;
const RUN_CYCLES: u64 = 4096;
/// Registers of the transmit part begin here.
const TRANSMIT: u32 = source::TX_CONTROL;

pub(super) const PLUG: Plug = Plug {
    feature: &cards::SOURCE,
    to_host_beats: FIFO_BEATS,
    make: |build| Box::new(Source::new(build)),
};

/// A burst that is armed or runs.
#[derive(Debug)]
struct Run {
    burst: Burst,
    wave: Wave,
    /// Number of the next sample.
    number: u64,
}

/// The source.
struct Source {
    /// The stream that samples go to.
    out: usize,
    fifo_beats: usize,
    registers: Registers,
    run: Option<Run>,
    lanes: [Lane; CHANNELS],
    chdr: Chdr,
    /// The burst whose packets are in the lanes has headers for them.
    headers: Option<u16>,
    transmit: Transmit,
    /// A cycle of the card, and the hardware time in it, once the first is known.
    since: Option<(u64, u64)>,
    held: bool,
    /// Beats are in the stream that nobody has taken, as of the last look.
    given: bool,
}

impl Source {
    fn new(build: &Build) -> Self {
        let fifo_beats = build.fifo_entries as usize;
        let last = build.h2c_movers() - 1;
        let in_stream = (build.h2c_streams() >> last & 1 != 0).then_some(last as usize);
        Self {
            out: (build.c2h_movers() - 1) as usize,
            fifo_beats,
            registers: Registers::new(fifo_beats),
            run: None,
            lanes: std::array::from_fn(|_| Lane::new(fifo_beats)),
            chdr: Chdr::default(),
            headers: None,
            transmit: Transmit::new(in_stream, fifo_beats / 2),
            since: None,
            held: false,
            given: false,
        }
    }

    /// The hardware time in that cycle; it is 0 in the first that the source hears of. What is set stands ahead of its cycle.
    fn time(&mut self, now: u64) -> u64 {
        let (cycle, time) = *self.since.get_or_insert((now, 0));
        time.wrapping_add(now.saturating_sub(cycle))
    }

    /// A command of the registers.
    fn control(&mut self, value: u32, ports: &mut Ports<'_>) -> bool {
        let time = self.time(ports.now);
        let (start, stop) = Registers::commands(value);
        let had = self.run.is_some();
        let mut taken = true;
        if start {
            let burst = self.registers.burst(value, time + 1).filter(|burst| {
                let headers = burst.chdr || self.headers.is_some();
                !(had || self.held || headers && self.holds())
            });
            taken = burst.is_some();
            if let Some(burst) = burst {
                self.registers.begin();
                if burst.late(time) {
                    self.registers.late();
                    ports.count(event::LATE, 1);
                } else {
                    self.begin(burst);
                }
            }
        }
        if stop && had {
            self.end(self.is_running(time), ports);
        }
        taken
    }

    fn begin(&mut self, burst: Burst) {
        self.lanes.iter_mut().for_each(Lane::begin);
        self.chdr.begin();
        self.headers = burst.chdr.then_some(burst.endpoint);
        let wave = Wave::new(&burst).begin(self.transmit.air());
        self.run = Some(Run { wave, burst, number: 0 });
    }

    /// Makes all samples whose time is before `end`, and ends the burst if that is due.
    fn make_until(&mut self, end: u64, ports: &mut Ports<'_>) {
        self.transmit.advance(end);
        let changes = self.transmit.take_changes();
        let Some(run) = &mut self.run else { return };
        run.wave.hear(changes);
        let (until, over) = run.burst.samples_before(end);
        if until > run.number {
            let count = until - run.number;
            let out = &mut ports.to_host[self.out];
            let tally = if run.burst.chdr {
                let mut all = Tally::default();
                for channel in 0..run.burst.channels as usize {
                    let lane = &mut self.lanes[channel];
                    let own = channel..channel + 1;
                    all.add(lane.take(&run.burst, &mut run.wave, own, (run.number, count), None));
                }
                all
            } else {
                let all = 0..run.burst.channels as usize;
                self.lanes[0].take(&run.burst, &mut run.wave, all, (run.number, count), Some(out))
            };
            run.number = until;
            let width = u64::from(run.burst.width());
            ports.count(event::SAMPLES, (tally.kept + tally.lost) * width);
            ports.count(event::KEPT, tally.kept * width);
            ports.count(event::LOST, tally.lost * width);
            ports.count(event::GAPS, tally.gaps);
            ports.count(event::PACKETS, tally.packets);
            if tally.gaps > 0 {
                self.registers.overrun();
            }
        }
        let stops = self.run.as_ref().is_some_and(|run| run.burst.stop_at_overrun)
            && self.lanes.iter().any(Lane::has_gap);
        if over || stops {
            self.end(true, ports);
        }
    }

    /// Whether beats of a burst are here.
    fn holds(&self) -> bool {
        self.given || self.lanes.iter().any(|lane| !lane.wholes.is_empty())
    }

    /// Whether the time of a burst has come.
    fn is_running(&self, time: u64) -> bool {
        self.run.as_ref().is_some_and(|run| run.burst.first <= time)
    }

    /// The burst is over; what was only armed had nothing to end.
    fn end(&mut self, running: bool, ports: &mut Ports<'_>) {
        let Some(run) = self.run.take() else { return };
        let out = &mut ports.to_host[self.out];
        let packets: u64 = if run.burst.chdr {
            self.lanes[..run.burst.channels as usize]
                .iter_mut()
                .map(|lane| lane.end(&run.burst, None))
                .sum()
        } else {
            self.lanes[0].end(&run.burst, Some(out))
        };
        ports.count(event::PACKETS, packets);
        if running {
            self.registers.done();
        }
    }
}

impl Datapath for Source {
    fn read(&mut self, offset: u32, now: u64) -> Option<u32> {
        let time = self.time(now);
        if offset >= TRANSMIT {
            return self.transmit.read(offset, time);
        }
        let running = self.is_running(time);
        let now = registers::Now {
            time,
            armed: self.run.is_some() && !running,
            running,
            losing: running && self.lanes.iter().any(Lane::is_losing),
            held: self.holds(),
            accounts: std::array::from_fn(|channel| self.lanes[channel].account()),
        };
        self.registers.read(offset, &now)
    }

    fn write(&mut self, offset: u32, value: u32, ports: &mut Ports<'_>) -> bool {
        let time = self.time(ports.now);
        // What was to happen before it happens before it.
        self.make_until(time, ports);
        self.given = ports.to_host[self.out].beats() > 0;
        if offset >= TRANSMIT {
            return self.transmit.write(offset, value, time);
        }
        match self.registers.write(offset, value) {
            registers::Written::Taken => true,
            registers::Written::Refused => false,
            registers::Written::Command => self.control(value, ports),
            registers::Written::Time(to) => {
                let may = self.run.is_none() && !self.transmit.busy();
                if may {
                    // From the next cycle on.
                    self.since = Some((ports.now + 1, to));
                    self.transmit.set_time(to);
                }
                may
            }
        }
    }

    fn step(&mut self, most: u64, ports: &mut Ports<'_>) -> Result<Step, CardError> {
        let time = self.time(ports.now);
        let had = self.run.is_some();
        self.make_until(time, ports);
        let ended = had && self.run.is_none();
        let moved = self.headers.is_some_and(|endpoint| {
            self.chdr.step(&mut self.lanes, endpoint, &mut ports.to_host[self.out])
        });
        self.given = ports.to_host[self.out].beats() > 0;
        if self.held {
            self.transmit.drop_all(time, ports);
        }
        let beats = self.transmit.step(time, ports);
        let looks = [
            self.run.as_ref().map(|run| run.burst.look(run.number, time)),
            self.transmit.look(time),
            (beats > 0).then_some(beats),
            (moved && self.run.is_none()).then_some(1),
            // Who takes the stream has had its turn, and the end of the burst is in it since.
            ended.then_some(1),
        ];
        let Some(cycles) = looks.into_iter().flatten().min() else { return Ok(Step::Rests) };
        let cycles = cycles.clamp(1, most);
        let moves = self.run.is_some() || self.transmit.on_air() || beats > 0 || moved || ended;
        Ok(if moves { Step::Moves(cycles) } else { Step::Waits(cycles) })
    }

    fn take_lines(&mut self) -> Lines {
        let high =
            u32::from(self.registers.line() || self.transmit.line()) << cards::SOURCE.first_line;
        Lines { high, fell: 0 }
    }

    fn busy(&self, _: &Ports<'_>) -> bool {
        self.run.is_some() || self.transmit.busy()
    }

    fn waits(&self, ports: &Ports<'_>) -> Waits {
        let h2c = if self.busy(ports) { self.transmit.waits(ports.from_host) } else { 0 };
        Waits { h2c, ..Waits::default() }
    }

    fn quiesce(&mut self, held: bool, ports: &mut Ports<'_>) {
        self.held = held;
        if held {
            let time = self.time(ports.now);
            self.make_until(time, ports);
            if self.is_running(time) {
                self.registers.done();
            }
            self.run = None;
            self.lanes = std::array::from_fn(|_| Lane::new(self.fifo_beats));
            self.chdr = Chdr::default();
            self.headers = None;
            self.transmit.drop_all(time, ports);
            ports.to_host.iter_mut().for_each(ByteStream::clear);
        }
    }
}
