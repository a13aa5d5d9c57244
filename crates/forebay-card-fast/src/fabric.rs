// SPDX-License-Identifier: Apache-2.0
//! What the movers move between: host memory, the card's address space, and the streams.

use forebay_builds::Build;
use forebay_bus::{HostMemory, LinkParams};
use forebay_regs::card;
use forebay_regs::user::counter;

use crate::byte_stream::{BEAT_BYTES, ByteStream, STREAM_BEATS};
use crate::dma::{Arrival, Wires, facts};
use crate::port::StreamPort;
use crate::status::Status;
use crate::write_path::WritePath;

/// Stream ports of every build.
pub(crate) const STREAM_PORTS: u32 = card::STREAM_PORT.count();

/// Counters of one bank of memory lie this far from those of the next.
const BANK_COUNTERS: usize =
    (counter::index::BANK1_BEATS_READ - counter::index::BANK0_BEATS_READ) as usize;
const BANKS: usize = card::MEMORY_BANKS as usize;

/// A refusal on the card side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// Nobody has that address.
    Decode,
    /// Whoever has it does not do that.
    Slave,
}

/// Where a card address leads.
enum Place {
    Memory(usize),
    Port(usize),
    Nowhere,
}

/// Everything around the movers.
pub(crate) struct Fabric {
    /// Card clock cycles that have passed.
    pub now: u64,
    pub host: HostMemory,
    pub memory: Vec<u8>,
    pub stream_ports: Vec<StreamPort>,
    /// Streams to the datapath, by mover.
    pub from_host: Vec<ByteStream>,
    /// Streams from the datapath, by mover.
    pub to_host: Vec<ByteStream>,
    pub status: Status,
    /// The path of what channels write to the card.
    pub path: WritePath,
    /// The way to the host.
    pub wires: Wires,
    /// What has come of reads, and has not been taken.
    arrived: Vec<Arrival>,
}

impl Fabric {
    /// That of a build, with nothing in it, around the memory of `host`. A stream to the host holds `to_host_beats`.
    pub(crate) fn new(
        build: &Build,
        to_host_beats: usize,
        host: HostMemory,
        link: LinkParams,
    ) -> Self {
        let streams =
            |count: u32, beats: usize| (0..count).map(|_| ByteStream::new(beats)).collect();
        Self {
            now: 0,
            host,
            memory: vec![0; build.mem_bytes as usize],
            stream_ports: (0..STREAM_PORTS)
                .map(|index| StreamPort::new(index, build.fifo_entries))
                .collect(),
            from_host: streams(build.h2c_movers(), STREAM_BEATS),
            to_host: streams(build.c2h_movers(), to_host_beats),
            status: Status::new(),
            path: WritePath::new(build.shared_path),
            wires: Wires::new(link),
            arrived: Vec::new(),
        }
    }

    /// What has come of the reads of those who are asked for.
    pub(crate) fn arrivals(&mut self, whose: impl Fn(usize) -> bool) -> Vec<Arrival> {
        self.wires.arrive(self.now, &mut self.arrived);
        self.arrived.extract_if(.., |arrival| whose(arrival.asker.channel)).collect()
    }

    fn place(&self, addr: u64) -> Place {
        if let Ok(offset) = usize::try_from(addr)
            && offset < self.memory.len()
        {
            return Place::Memory(offset);
        }
        let hit = u32::try_from(addr).ok().and_then(|addr| card::STREAM_PORT.find(addr));
        hit.map_or(Place::Nowhere, |(port, _)| Place::Port(port as usize))
    }

    /// Number of who has that address: banks of memory, then stream ports, then nobody.
    pub(crate) fn slave(&self, addr: u64) -> usize {
        match self.place(addr) {
            Place::Memory(offset) => offset / (self.memory.len() / BANKS),
            Place::Port(port) => BANKS + port,
            Place::Nowhere => BANKS + self.stream_ports.len(),
        }
    }

    /// Bytes that a channel could write at `addr` right now: 0 if a full stream port stands in the way.
    pub(crate) fn card_room(&self, addr: u64, wanted: usize) -> usize {
        if self.path.holds_up(self.port_at(addr)) { 0 } else { self.room_at(addr, wanted) }
    }

    /// The same for who has a path of its own.
    pub(crate) fn room_at(&self, addr: u64, wanted: usize) -> usize {
        let Place::Port(port) = self.place(addr) else { return wanted };
        let lane = lane(addr);
        let room = self.stream_ports[port].room().saturating_mul(BEAT_BYTES);
        wanted.min(room.saturating_sub(lane))
    }

    /// A channel's burst to `addr` waits until a full stream port has room, or behind one that does.
    pub(crate) fn wait_room(&mut self, addr: u64) {
        if let Some(port) = self.port_at(addr)
            && !self.path.holds_up(Some(port))
        {
            self.stream_ports[port].set_waits(true);
            self.path.wait(port);
        }
    }

    /// A store to `addr` waits until a full stream port has room.
    pub(crate) fn tell_port(&mut self, addr: u64) {
        if let Some(port) = self.port_at(addr) {
            self.stream_ports[port].set_waits(true);
        }
    }

    /// Of a channel's burst to `addr` a part has found room: the rest stays in front of a path that channels share.
    pub(crate) fn stay_in_front(&mut self, addr: u64) {
        if let Some(port) = self.port_at(addr) {
            self.path.wait(port);
        }
    }

    /// Promises the room that there is for a burst to `addr`, or takes the promise back.
    pub(crate) fn promise(&mut self, addr: u64, bytes: usize, promised: bool) {
        if let Some(port) = self.port_at(addr) {
            let entries = (lane(addr) + bytes).div_ceil(BEAT_BYTES);
            self.stream_ports[port].promise(entries, promised);
        }
    }

    /// The stream port at `addr`.
    fn port_at(&self, addr: u64) -> Option<usize> {
        match self.place(addr) {
            Place::Port(port) => Some(port),
            _ => None,
        }
    }

    /// Writes bytes that [`Fabric::card_room`] has found room for.
    pub(crate) fn card_write(&mut self, addr: u64, bytes: &[u8]) -> Result<(), Refused> {
        match self.place(addr) {
            Place::Memory(offset) if offset + bytes.len() <= self.memory.len() => {
                self.memory[offset..offset + bytes.len()].copy_from_slice(bytes);
                self.count_lines(counter::index::BANK0_BEATS_WRITTEN, offset, bytes.len());
                Ok(())
            }
            Place::Port(port) => {
                self.push_entries(port, lane(addr), bytes);
                Ok(())
            }
            _ => Err(Refused::Decode),
        }
    }

    /// The same for the aperture: what goes into a stream port is packed into whole entries, beat by beat.
    pub(crate) fn aperture_write(&mut self, addr: u64, bytes: &[u8]) -> Result<(), Refused> {
        let Some(port) = self.port_at(addr) else { return self.card_write(addr, bytes) };
        let (head, rest) = bytes.split_at(bytes.len().min(BEAT_BYTES - lane(addr)));
        let beats = std::iter::once(head).chain(rest.chunks(BEAT_BYTES));
        for (from, beat) in (self.now + facts::APERTURE_PORT..).zip(beats) {
            self.stream_ports[port].pack(from, beat, &mut self.status);
        }
        Ok(())
    }

    /// Every beat with any byte becomes one entry, a cycle behind the one before; bytes not written are zero.
    fn push_entries(&mut self, port: usize, lane: usize, bytes: &[u8]) {
        let (head, rest) = bytes.split_at(bytes.len().min(BEAT_BYTES - lane));
        let mut entry = [0; BEAT_BYTES];
        entry[lane..lane + head.len()].copy_from_slice(head);
        let from = self.now + facts::PORT;
        self.stream_ports[port].push(from, entry, &mut self.status);
        for (from, piece) in (from + 1..).zip(rest.chunks(BEAT_BYTES)) {
            let mut entry = [0; BEAT_BYTES];
            entry[..piece.len()].copy_from_slice(piece);
            self.stream_ports[port].push(from, entry, &mut self.status);
        }
    }

    /// Reads bytes; the line with the first of them is counted unless the read goes on with one that has been.
    pub(crate) fn card_read(
        &mut self,
        addr: u64,
        out: &mut [u8],
        goes_on: bool,
    ) -> Result<(), Refused> {
        match self.place(addr) {
            Place::Memory(offset) if offset + out.len() <= self.memory.len() => {
                out.copy_from_slice(&self.memory[offset..offset + out.len()]);
                let line = if goes_on { (BEAT_BYTES - lane(addr)).min(out.len()) } else { 0 };
                let (from, bytes) = (offset + line, out.len() - line);
                self.count_lines(counter::index::BANK0_BEATS_READ, from, bytes);
                Ok(())
            }
            Place::Port(_) => Err(Refused::Slave),
            _ => Err(Refused::Decode),
        }
    }

    /// Counts the lines of memory that an access touches, each at its bank. `of_first` is the first bank's counter.
    fn count_lines(&mut self, of_first: u32, offset: usize, bytes: usize) {
        let bank_bytes = self.memory.len() / BANKS;
        let end = offset + bytes;
        for (bank, counter) in (of_first..).step_by(BANK_COUNTERS).take(BANKS).enumerate() {
            let (from, to) = (offset.max(bank * bank_bytes), end.min((bank + 1) * bank_bytes));
            if from < to {
                let lines = to.div_ceil(BEAT_BYTES) - from / BEAT_BYTES;
                self.status.count(counter, lines as u64);
            }
        }
    }
}

/// Byte lane of an address within a beat.
#[expect(clippy::cast_possible_truncation, reason = "below 64")]
pub(crate) const fn lane(addr: u64) -> usize {
    (addr % BEAT_BYTES as u64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_aperture_writes_is_longer_on_its_way_than_what_a_channel_does() {
        let build = Build::find("loopback").unwrap();
        let mut fabric = Fabric::new(&build, 1, HostMemory::new(), LinkParams::default());
        fabric.now = 100;
        let ports = [0, 1].map(|port| u64::from(card::STREAM_PORT.at(port)));
        fabric.card_write(ports[0], &[1; 2 * BEAT_BYTES]).unwrap();
        // Three beats, of which the second and the third complete an entry.
        fabric.aperture_write(ports[1] + 32, &[2; 2 * BEAT_BYTES]).unwrap();
        let times = fabric.stream_ports.iter_mut().map(|port| {
            let mut next = || {
                let from = port.front_from()?;
                port.take(1, &mut Vec::new(), &mut Status::new());
                Some(from)
            };
            [next(), next(), next()]
        });
        let (channel, aperture) = (100 + facts::PORT, 100 + facts::APERTURE_PORT);
        let expected = [
            [Some(channel), Some(channel + 1), None],
            [Some(aperture + 1), Some(aperture + 2), None],
        ];
        assert_eq!(times.collect::<Vec<_>>(), expected);
    }
}
