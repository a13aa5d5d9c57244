// SPDX-License-Identifier: Apache-2.0
//! What the host's accesses find in the card's BARs.

use std::cmp::Ordering;

use forebay_bus::Bar;
use forebay_link::{Access, Kind};
use forebay_regs::card::{self, CLOCK_KHZ};
use forebay_regs::user::{self, counter, feature, stream};

use super::FastCard;
use crate::fabric::{Fabric, STREAM_PORTS};
use crate::features::{self, Live};
use crate::front_end::Socket;
use crate::port::StreamPort;

/// A plug of the card.
enum Socketed {
    /// The front end of that number.
    FrontEnd(usize),
    Datapath,
}

impl FastCard {
    /// Does what an access asks for.
    pub(super) fn perform(&mut self, access: &Access) {
        let bytes = usize::from(access.bytes);
        match &access.kind {
            Kind::Write { data } => self.write(access.bar, access.offset, &data[..bytes]),
            Kind::Read { .. } => {
                let mut data = vec![0xff; bytes];
                self.read(access.bar, access.offset, &mut data);
                self.answer = data;
            }
        }
    }

    fn read(&mut self, bar: Bar, offset: u64, data: &mut [u8]) {
        let done = if let Some(at) = self.in_upper_window(bar, offset) {
            self.read_upper(at, data)
        } else if bar == Bar::Aperture {
            self.read_aperture(offset, data)
        } else {
            // Words of a register access, low one first.
            let mut all = true;
            for (at, word) in (offset..).step_by(4).zip(data.chunks_exact_mut(4)) {
                let value = self.read_register(bar, at);
                word.copy_from_slice(&value.unwrap_or(0).to_le_bytes());
                all &= value.is_some();
            }
            all
        };
        self.count_access(counter::index::MMIO_READS, bar, offset, done);
    }

    fn write(&mut self, bar: Bar, offset: u64, data: &[u8]) {
        let done = if let Some(at) = self.in_upper_window(bar, offset) {
            self.front_ends.iter_mut().any(|front_end| front_end.upper_store(at, data))
        } else if bar == Bar::Aperture {
            self.write_aperture(offset, data)
        } else if data.len() > 8 {
            self.store(bar, offset, data)
        } else {
            // Words of a register access, low one first.
            let mut all = true;
            for (at, word) in (offset..).step_by(4).zip(data.chunks_exact(4)) {
                let value = word.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte));
                all &= self.write_register(bar, at, value);
            }
            all
        };
        self.count_access(counter::index::MMIO_WRITES, bar, offset, done);
    }

    /// Which plug the header of that number in the chain is of.
    fn plug(&self, index: u32) -> Option<Socketed> {
        let behind = (index as usize).checked_sub(self.chain.len() - self.front_ends.len() - 1)?;
        match behind.cmp(&self.front_ends.len()) {
            Ordering::Less => Some(Socketed::FrontEnd(behind)),
            Ordering::Equal => Some(Socketed::Datapath),
            Ordering::Greater => None,
        }
    }

    fn read_feature(&mut self, index: u32, at: u32) -> Option<u32> {
        let live = match self.plug(index) {
            Some(Socketed::FrontEnd(which)) => self.front_ends[which].live(),
            Some(Socketed::Datapath) => self.datapath.live(&mut self.fabric),
            None => Live { quiesce: self.ignored >> index & 1 == 1, ..Live::default() },
        };
        features::read(&self.chain, index, at, live)
    }

    fn write_feature(&mut self, index: u32, at: u32, value: u32) -> bool {
        if at != feature::CONTROL || index as usize >= self.chain.len() {
            return false;
        }
        let held = feature::control::QUIESCE.is_set(value);
        match self.plug(index) {
            Some(Socketed::FrontEnd(which)) => self.front_ends[which].quiesce(held),
            Some(Socketed::Datapath) => self.datapath.quiesce(held, &mut self.fabric),
            None => self.ignored = self.ignored & !(1 << index) | u32::from(held) << index,
        }
        true
    }

    /// How far behind the beginning of the window for programs that is, if it is in it.
    pub(super) fn in_window(&self, bar: Bar, offset: u64) -> Option<u32> {
        let (_, place) = bar.place(self.build.layout, offset);
        let at = u32::try_from(place).ok()?.checked_sub(card::PROGRAM_WINDOW_BASE)?;
        (bar == Bar::User && at < card::PROGRAM_WINDOW_BYTES).then_some(at)
    }

    /// How far behind the beginning of the upper half of the aperture that is, where that half is a window, too.
    pub(super) fn in_upper_window(&self, bar: Bar, offset: u64) -> Option<u64> {
        let at = offset.checked_sub(1 << card::UPPER_WINDOW_BITS)?;
        let there = bar == Bar::Aperture && at >> card::UPPER_WINDOW_BITS == 0;
        (there && self.front_ends.iter().any(Socket::has_upper)).then_some(at)
    }

    /// Reads words there, as of registers; another shape is refused and reads all ones.
    fn read_upper(&mut self, offset: u64, data: &mut [u8]) -> bool {
        if !matches!(data.len(), 4 | 8) || !offset.is_multiple_of(data.len() as u64) {
            return false;
        }
        let mut all = true;
        for (at, word) in (offset..).step_by(4).zip(data.chunks_exact_mut(4)) {
            let value = self.front_ends.iter_mut().find_map(|front_end| front_end.upper_read(at));
            word.copy_from_slice(&value.unwrap_or(0).to_le_bytes());
            all &= value.is_some();
        }
        all
    }

    fn read_register(&mut self, bar: Bar, offset: u64) -> Option<u32> {
        if let Some(at) = self.in_window(bar, offset) {
            return self.front_ends.iter_mut().find_map(|front_end| front_end.window_read(at));
        }
        let offset = u32::try_from(offset).ok()?;
        if bar == Bar::Dma { self.read_dma(offset) } else { self.read_user(offset) }
    }

    fn write_register(&mut self, bar: Bar, offset: u64, value: u32) -> bool {
        if let Some(at) = self.in_window(bar, offset) {
            return self.front_ends.iter_mut().any(|front_end| front_end.window_write(at, value));
        }
        let Ok(offset) = u32::try_from(offset) else { return false };
        if bar == Bar::Dma { self.write_dma(offset, value) } else { self.write_user(offset, value) }
    }

    fn read_dma(&mut self, offset: u32) -> Option<u32> {
        self.interrupts.read(offset).or_else(|| self.read_front_end(Bar::Dma, offset))
    }

    fn write_dma(&mut self, offset: u32, value: u32) -> bool {
        self.interrupts.write(offset, value) || self.write_front_end(Bar::Dma, offset, value)
    }

    fn read_front_end(&mut self, bar: Bar, offset: u32) -> Option<u32> {
        self.front_ends.iter_mut().find_map(|front_end| front_end.read(bar, offset))
    }

    fn write_front_end(&mut self, bar: Bar, offset: u32, value: u32) -> bool {
        self.front_ends.iter_mut().any(|front_end| front_end.write(bar, offset, value))
    }

    /// A store that is no register's, to a page that takes such.
    fn store(&mut self, bar: Bar, offset: u64, data: &[u8]) -> bool {
        if let Some(at) = self.in_window(bar, offset) {
            return self.front_ends.iter_mut().any(|front_end| front_end.window_store(at, data));
        }
        let Ok(offset) = u32::try_from(offset) else { return false };
        self.front_ends.iter_mut().any(|front_end| front_end.store(bar, offset, data))
    }

    fn read_user(&mut self, offset: u32) -> Option<u32> {
        if let Some((_, at)) = user::STATUS.find(offset)
            && let Some(value) = self.identity(at)
        {
            return Some(value);
        }
        if let Some((index, at)) = user::STREAM.find(offset) {
            return read_port(&mut self.fabric.stream_ports[index as usize], at);
        }
        if let Some((index, at)) = user::FEATURE.find(offset) {
            return self.read_feature(index, at);
        }
        if let Some(at) = self.datapath.register(offset) {
            return self.datapath.read(at, self.fabric.now);
        }
        if let Some(value) = self.read_front_end(Bar::User, offset) {
            return Some(value);
        }
        self.fabric.status.read(offset, self.fabric.now - self.reset_at)
    }

    fn identity(&self, at: u32) -> Option<u32> {
        use user::status as st;
        let v = &self.build;
        Some(match at {
            st::MAGIC => st::magic::RESET,
            st::VERSION => st::version::RESET,
            st::CARD_KIND => st::card_kind::KIND.put(v.kind) | st::card_kind::MODELLED.mask(),
            st::CHANNELS => {
                st::channels::NUM_H2C.put(v.num_h2c)
                    | st::channels::NUM_C2H.put(v.num_c2h)
                    | st::channels::H2C_STREAM.put(v.h2c_stream)
                    | st::channels::C2H_STREAM.put(v.c2h_stream)
                    | st::channels::SHARED_PATH.put(v.shared_path.into())
            }
            st::CLOCK_KHZ => CLOCK_KHZ,
            st::MEM_BYTES => v.mem_bytes,
            st::NUM_STREAM_PORTS => STREAM_PORTS,
            _ => return None,
        })
    }

    /// False if nothing there takes the write: unknown and read-only registers are errors.
    fn write_user(&mut self, offset: u32, value: u32) -> bool {
        if let Some((index, at)) = user::STREAM.find(offset) {
            if at == stream::CONTROL {
                let flush = stream::control::FLUSH.is_set(value);
                let Fabric { stream_ports, status, .. } = &mut self.fabric;
                stream_ports[index as usize].set_flush(flush, status);
            }
            return at == stream::CONTROL;
        }
        if let Some((index, at)) = user::FEATURE.find(offset) {
            return self.write_feature(index, at, value);
        }
        if let Some(at) = self.datapath.register(offset) {
            return self.datapath.write(at, value, &mut self.fabric);
        }
        self.write_front_end(Bar::User, offset, value)
    }

    /// Reads the card address space; what is refused reads all ones, as on a bus.
    fn read_aperture(&mut self, offset: u64, data: &mut [u8]) -> bool {
        let done = self.fabric.card_read(offset, data, false).is_ok();
        if !done {
            data.fill(0xFF);
        }
        done
    }

    /// Writes the card address space. What a full stream port has no room for has waited for it, and is refused.
    fn write_aperture(&mut self, offset: u64, data: &[u8]) -> bool {
        self.fabric.room_at(offset, data.len()) >= data.len()
            && self.fabric.aperture_write(offset, data).is_ok()
    }

    /// Counts an access when it is over: a counter that is read does not count its own reading.
    fn count_access(&mut self, index: u32, bar: Bar, offset: u64, done: bool) {
        self.fabric.status.count(index, 1);
        if !done {
            self.fabric.status.bad_mmio(bar.place(self.build.layout, offset));
        }
        self.update_interrupts();
    }
}

fn read_port(port: &mut StreamPort, at: u32) -> Option<u32> {
    let entries = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    match at {
        stream::CONTROL => Some(stream::control::FLUSH.put(u32::from(port.flush()))),
        stream::DEPTH => Some(entries(port.depth())),
        stream::OCCUPANCY => Some(
            stream::occupancy::ENTRIES.put(entries(port.occupancy()))
                | stream::occupancy::WAITS.put(u32::from(port.waits())),
        ),
        stream::BEGUN => Some(stream::begun::BYTES.put(entries(port.begun()))),
        stream::HIGH_WATER => Some(entries(port.high_water())),
        stream::HIGH_WATER_CLEAR => {
            let mark = entries(port.high_water());
            port.clear_high_water();
            Some(mark)
        }
        _ => None,
    }
}
