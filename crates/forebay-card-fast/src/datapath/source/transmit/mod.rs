// SPDX-License-Identifier: Apache-2.0
//! The transmit part: packets of the last stream from the host, sent at their times, a sample of each channel at a rate.
//!
//! Like samples that are received, those that are sent are sent in runs, when somebody may look at them; each has the time that the RTL gives it.

mod play;
mod registers;
mod sort;

use forebay_regs::user::source::event;

use super::{CHANNELS, Ports, RUN_CYCLES};
use crate::byte_stream::ByteStream;
use play::Player;
pub(super) use play::{Change, Changes};
use registers::Registers;
use sort::{Sorted, Sorter};

/// Beats that are taken at once, at most.
const RUN_BEATS: u64 = 16;

/// What has happened, and was not told of.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    sent: u64,
    missed: u64,
    late_packets: u64,
    malformed: u64,
}

/// What is between the host and the air.
#[derive(Debug)]
pub(super) struct Transmit {
    /// The stream that packets come from, where there is one.
    stream: Option<usize>,
    ring_beats: usize,
    registers: Registers,
    sorter: Sorter,
    players: [Player; CHANNELS],
    tally: Tally,
}

impl Transmit {
    /// Of that stream, with so many beats for each channel.
    pub(super) fn new(stream: Option<usize>, ring_beats: usize) -> Self {
        Self {
            stream,
            ring_beats,
            registers: Registers::default(),
            sorter: Sorter::new(ring_beats),
            players: std::array::from_fn(|_| Player::default()),
            tally: Tally::default(),
        }
    }

    /// Whether a whole packet is here, or a burst on the air.
    pub(super) fn busy(&self) -> bool {
        self.players.iter().any(|player| player.holds() || player.runs())
    }

    /// The time goes on from another one, while it is not busy.
    pub(super) fn set_time(&mut self, time: u64) {
        self.players.iter_mut().for_each(|player| player.set_time(time));
    }

    /// The stream that it would take from and that has nothing.
    pub(super) fn waits(&self, from_host: &[ByteStream]) -> u32 {
        match self.stream {
            Some(stream) if !self.sorter.is_full() => {
                u32::from(!from_host[stream].is_ready()) << stream
            }
            _ => 0,
        }
    }

    /// Sends all whose moment is before `end`.
    pub(super) fn advance(&mut self, end: u64) {
        for player in &mut self.players {
            let did = player.advance(end, self.registers.rate());
            self.registers.note(did.late > 0, did.missed > 0);
            self.tally.sent += did.sent;
            self.tally.missed += did.missed;
            self.tally.late_packets += did.late;
        }
    }

    /// What came on the air of each channel since this was last asked for.
    pub(super) fn take_changes(&mut self) -> [Changes; CHANNELS] {
        std::array::from_fn(|channel| self.players[channel].take_changes())
    }

    /// What is on the air of each channel.
    pub(super) fn air(&self) -> [u32; CHANNELS] {
        std::array::from_fn(|channel| self.players[channel].air())
    }

    /// Takes packets of the stream; how many beats.
    pub(super) fn step(&mut self, time: u64, ports: &mut Ports<'_>) -> u64 {
        self.advance(time);
        let mut beats = 0;
        if let Some(stream) = self.stream {
            while beats < RUN_BEATS {
                let endpoint = self.registers.endpoint();
                let players = &self.players;
                let room = |channel: usize| players[channel].room(self.ring_beats);
                let Some(sorted) = self.sorter.beat(&mut ports.from_host[stream], endpoint, room)
                else {
                    break;
                };
                beats += 1;
                match sorted {
                    Sorted::Nothing => {}
                    Sorted::Malformed => {
                        self.registers.malformed();
                        self.tally.malformed += 1;
                    }
                    Sorted::Packet { channel, packet, skips } => {
                        self.registers.skip(skips);
                        self.players[channel].accept(packet, time, skips);
                    }
                }
            }
        }
        self.tell(ports);
        beats
    }

    /// Tells what was not told of.
    fn tell(&mut self, ports: &mut Ports<'_>) {
        let tally = std::mem::take(&mut self.tally);
        ports.count(event::TX_SENT, tally.sent);
        ports.count(event::TX_MISSED, tally.missed);
        ports.count(event::TX_LATE, tally.late_packets);
        ports.count(event::TX_MALFORMED, tally.malformed);
    }

    /// Cycles for which nobody has to look at it, while it is busy.
    pub(super) fn look(&self, time: u64) -> Option<u64> {
        let rate = self.registers.rate();
        let looks = self.players.iter().filter_map(|player| player.look(time, rate));
        looks.min().map(|cycles| cycles.clamp(1, RUN_CYCLES))
    }

    /// Whether something is on the air.
    pub(super) fn on_air(&self) -> bool {
        self.players.iter().any(Player::runs)
    }

    /// Forgets all but what was written.
    fn forget(&mut self, time: u64) {
        self.sorter.forget();
        self.players.iter_mut().for_each(|player| player.forget(time));
    }

    /// With a level: takes all and forgets it.
    pub(super) fn drop_all(&mut self, time: u64, ports: &mut Ports<'_>) {
        self.tell(ports);
        self.registers.clear();
        self.forget(time);
        if let Some(stream) = self.stream {
            self.sorter.drop_all(&mut ports.from_host[stream]);
        }
    }

    pub(super) const fn line(&self) -> bool {
        self.registers.line()
    }

    pub(super) fn read(&mut self, offset: u32, time: u64) -> Option<u32> {
        self.advance(time);
        let on_air = std::array::from_fn(|channel| self.players[channel].runs());
        let held = std::array::from_fn(|channel| self.players[channel].holds());
        let accounts = std::array::from_fn(|channel| self.players[channel].account());
        let dropped = self.sorter.dropped();
        self.registers.read(offset, on_air, held, &accounts, dropped)
    }

    /// Writes a register; none where there is none of this part.
    pub(super) fn write(&mut self, offset: u32, value: u32, time: u64) -> bool {
        self.advance(time);
        if Registers::clears(offset, value) {
            self.registers.clear();
            self.forget(time);
        }
        self.registers.write(offset, value, self.busy())
    }
}
