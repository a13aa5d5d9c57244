// SPDX-License-Identifier: Apache-2.0
//! [`FastCard`]: the BARs, and one round after the other over everything behind them.

use std::cmp::Ordering;

use forebay_builds::Build;
use forebay_bus::{Bar, Body, Card, CardError, HostMemory, Layout, Stop};
use forebay_regs::card::CLOCK_KHZ;
use forebay_regs::user::{self, counter, feature, stream};

use crate::datapath::{self, Plug};
use crate::error::FastError;
use crate::fabric::{Fabric, STREAM_PORTS};
use crate::features::{self, Header, Live};
use crate::front_end;
use crate::interrupts::Interrupts;
use crate::port::StreamPort;

/// A plug of the card.
enum Socketed {
    /// The front end of that number.
    FrontEnd(usize),
    Datapath,
}

/// A native card.
pub struct FastCard {
    build: Build,
    plug: &'static Plug,
    fabric: Fabric,
    front_ends: Vec<front_end::Socket>,
    datapath: datapath::Socket,
    /// The headers of platform, front ends and datapath, in this order.
    chain: Vec<Header>,
    /// Bit n: the header of that number is of the platform, and was told to come to rest. It takes no notice.
    ignored: u32,
    interrupts: Interrupts,
    /// The cycle of the last reset.
    reset_at: u64,
}

impl FastCard {
    /// Makes the native twin of an RTL build.
    ///
    /// # Errors
    /// [`CardError::UnknownCard`]; [`FastError::NoDatapath`] for a build whose datapath this program was built without.
    pub fn open(variant: &str) -> Result<Self, CardError> {
        let build = Build::find(variant)?;
        let plug = Plug::of(build.kind)
            .ok_or_else(|| FastError::NoDatapath { build: build.name.clone(), kind: build.kind })?;
        Ok(Self::new(build, plug, HostMemory::new()))
    }

    fn new(build: Build, plug: &'static Plug, host: HostMemory) -> Self {
        let front_ends = front_end::all(&build);
        let datapath = datapath::Socket::new(plug, &build);
        let mut chain = features::platform(build.layout);
        chain.extend(front_ends.iter().map(|socket| Header::of(socket.feature(), build.layout)));
        chain.push(datapath.header(&build));
        Self {
            plug,
            fabric: Fabric::new(&build, plug.to_host_beats, host),
            front_ends,
            datapath,
            chain,
            ignored: 0,
            interrupts: Interrupts::new(build.num_h2c + build.num_c2h, build.layout.vectors),
            build,
            reset_at: 0,
        }
    }

    /// One round over everything; modelled cycles, or none if nothing goes on. As long as only the datapath is busy, these are `most` at
    /// most.
    fn step(&mut self, most: u64) -> Result<Option<u64>, CardError> {
        self.fabric.host.set_cycle(self.fabric.now);
        let mut moved = None;
        self.fabric.stream_ports.iter_mut().for_each(|port| port.set_waits(false));
        for front_end in &mut self.front_ends {
            if let Some(beats) = front_end.step(&mut self.fabric) {
                moved = Some(moved.unwrap_or(0) + beats);
            }
        }
        if self.fabric.path.settle() {
            moved = moved.or(Some(1));
        }
        // What the front ends take passes for the datapath too.
        let most = moved.map_or(most, |cycles: u64| cycles.max(1));
        let computed = self.datapath.step(most, &mut self.fabric)?;
        self.update_interrupts();
        Ok(match (moved, computed) {
            (None, None) => None,
            (a, b) => Some(a.unwrap_or(0).max(b.unwrap_or(0)).max(1)),
        })
    }

    fn update_interrupts(&mut self) {
        let front_ends = self.front_ends.iter();
        let channels = front_ends.fold(0, |lines, front_end| lines | front_end.channel_lines());
        let front_ends = self.front_ends.iter();
        let others = front_ends.fold(0, |lines, front_end| lines | front_end.user_lines());
        let (user, status) = (self.datapath.take_lines(), &mut self.fabric.status);
        if user.fell != 0 {
            self.interrupts.update(others | user.high & !user.fell, channels, status);
        }
        self.interrupts.update(others | user.high, channels, status);
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

    fn read_register(&mut self, bar: Bar, offset: u64) -> Option<u32> {
        let offset = u32::try_from(offset).ok()?;
        if bar == Bar::Dma { self.read_dma(offset) } else { self.read_user(offset) }
    }

    fn write_register(&mut self, bar: Bar, offset: u64, value: u32) -> bool {
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
            return self.datapath.read(at);
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
        let done = self.fabric.card_read(offset, data).is_ok();
        if !done {
            data.fill(0xFF);
        }
        done
    }

    /// Writes the card address space. A full stream port refuses at once what the RTL refuses after its patience.
    fn write_aperture(&mut self, offset: u64, data: &[u8]) -> bool {
        self.fabric.room_at(offset, data.len()) >= data.len()
            && self.fabric.card_write(offset, data).is_ok()
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
        stream::HIGH_WATER => Some(entries(port.high_water())),
        stream::HIGH_WATER_CLEAR => {
            let mark = entries(port.high_water());
            port.clear_high_water();
            Some(mark)
        }
        _ => None,
    }
}

impl Card for FastCard {
    fn body(&self) -> Body {
        Body::Fast
    }

    fn layout(&self) -> &'static Layout {
        self.build.layout
    }

    fn host(&self) -> &HostMemory {
        &self.fabric.host
    }

    fn mmio_read(&mut self, bar: Bar, offset: u64, data: &mut [u8]) -> Result<(), CardError> {
        data.fill(0xff);
        bar.check_read(self.build.layout, offset, data.len())?;
        let done = if bar == Bar::Aperture {
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
        Ok(())
    }

    fn mmio_write(&mut self, bar: Bar, offset: u64, data: &[u8]) -> Result<(), CardError> {
        bar.check_write(self.build.layout, offset, data.len())?;
        let done = if bar == Bar::Aperture {
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
        Ok(())
    }

    fn advance(&mut self, cycles: u64) -> Result<Stop, CardError> {
        let deadline = self.fabric.now.saturating_add(cycles);
        loop {
            // An access may have sent one as well, such as the unmasking of its vector.
            if self.interrupts.take_news() {
                return Ok(Stop::Message);
            }
            if self.fabric.now >= deadline {
                return Ok(Stop::Budget);
            }
            match self.step(deadline - self.fabric.now)? {
                Some(spent) => self.fabric.now += spent,
                None if self.interrupts.take_news() => return Ok(Stop::Message),
                None => return Ok(Stop::Idle),
            }
        }
    }

    fn now(&self) -> u64 {
        self.fabric.now
    }

    fn take_messages(&mut self) -> u32 {
        self.interrupts.take_sent()
    }

    fn reset(&mut self) -> Result<(), CardError> {
        let (now, memory) = (self.fabric.now, std::mem::take(&mut self.fabric.memory));
        *self = Self::new(self.build.clone(), self.plug, self.fabric.host.clone());
        (self.fabric.now, self.reset_at) = (now, now);
        self.fabric.memory = memory;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use forebay_bus::CardExt;
    use forebay_regs::user::feature::id::class;
    use forebay_regs::xdma::{self, chan, irq, msix_entry};

    use super::*;

    #[test]
    fn a_message_that_an_access_sends_is_reported_once() {
        let mut card = FastCard::open("loopback").unwrap();
        let write = |card: &mut FastCard, offset: u32, value: u32| {
            card.write32(Bar::Dma, offset, value).unwrap();
        };
        // A run without a descriptor fails, and its vector is masked.
        let causes = chan::control::DESC_ERROR.mask();
        write(&mut card, xdma::H2C.at(0) + chan::INTERRUPT_ENABLE, causes);
        write(&mut card, xdma::IRQ.base() + irq::CHANNEL_ENABLE, 1);
        write(&mut card, xdma::H2C.at(0) + chan::CONTROL, causes | chan::control::RUN.mask());
        assert_eq!(card.advance(100).unwrap(), Stop::Idle);
        write(&mut card, xdma::MSIX_TABLE.at(0) + msix_entry::VECTOR_CONTROL, 0);
        assert_eq!(card.advance(100).unwrap(), Stop::Message);
        assert_eq!(card.advance(100).unwrap(), Stop::Idle);
        assert_eq!(card.take_messages(), 1);
        assert_eq!(card.take_messages(), 0);
    }

    /// Offset in the user BAR of a word of the header of that kind.
    fn header(card: &mut FastCard, class: u32, kind: u32, word: u32) -> u32 {
        let mut at = user::FEATURE.base();
        for _ in 0..user::FEATURE.count() {
            let id = card.read32(Bar::User, at + feature::ID).unwrap();
            if (feature::id::CLASS.get(id), feature::id::KIND.get(id)) == (class, kind) {
                return at + word;
            }
            at = card.read32(Bar::User, at + feature::NEXT).unwrap();
            assert_ne!(at, 0, "no header of class {class}, kind {kind}");
        }
        unreachable!("the chain does not end");
    }

    #[test]
    fn a_front_end_that_is_quiesced_stops_its_runs_and_begins_none() {
        let mut card = FastCard::open("loopback").unwrap();
        let base = header(&mut card, class::FRONT_END, user::FRONT_END_XDMA, 0);
        let own = |word| base + word;
        let control = xdma::H2C.at(0) + chan::CONTROL;
        let stopped = chan::control::IDLE_STOPPED.mask();
        let run = stopped | chan::control::RUN.mask();
        // Nothing is fetched while descriptors are halted: the run stays where it is.
        card.write32(Bar::Dma, xdma::SGDMA_COMMON.base() + xdma::sgdma_common::DESC_HALT, 1)
            .unwrap();
        card.write32(Bar::Dma, control, run).unwrap();
        assert_eq!(card.advance(100).unwrap(), Stop::Idle);
        assert_eq!(card.read32(Bar::User, own(feature::STATUS)).unwrap(), 1);
        let before = card.read32(Bar::User, own(feature::PROGRESS)).unwrap();
        card.write32(Bar::User, own(feature::CONTROL), 1).unwrap();
        assert_eq!(card.advance(100).unwrap(), Stop::Idle);
        assert_eq!(card.read32(Bar::User, own(feature::STATUS)).unwrap(), 0);
        assert!(card.read32(Bar::User, own(feature::PROGRESS)).unwrap() > before);
        let status = card.read32(Bar::Dma, xdma::H2C.at(0) + chan::STATUS).unwrap();
        assert_eq!(status, stopped, "as a stopped run ends");
        card.write32(Bar::Dma, control, run).unwrap();
        assert_eq!(card.read32(Bar::Dma, control).unwrap(), stopped, "no run begins");
        card.write32(Bar::User, own(feature::CONTROL), 0).unwrap();
        card.write32(Bar::Dma, control, run).unwrap();
        assert_eq!(card.read32(Bar::User, own(feature::STATUS)).unwrap(), 1, "and then again");
    }

    #[test]
    fn parts_of_the_platform_take_no_notice_of_what_plugs_are_asked() {
        let mut card = FastCard::open("loopback").unwrap();
        for kind in [user::PLATFORM_IDENTITY, user::PLATFORM_STREAM_PORTS] {
            let control = header(&mut card, class::PLATFORM, kind, feature::CONTROL);
            card.write32(Bar::User, control, 1).unwrap();
            assert_eq!(card.read32(Bar::User, control).unwrap(), 1, "kept");
            assert_eq!(card.read32(Bar::User, control + 4).unwrap(), 0, "and nothing else");
        }
        let errors = user::COUNTER.at(counter::index::MMIO_ERRORS);
        assert_eq!(card.read32(Bar::User, errors).unwrap(), 0);
        let headers = u32::try_from(card.chain.len()).unwrap();
        let behind = user::FEATURE.at(headers) + feature::CONTROL;
        card.write32(Bar::User, behind, 1).unwrap();
        assert_eq!(card.read32(Bar::User, behind).unwrap(), 0);
        assert_eq!(card.read32(Bar::User, errors).unwrap(), 2, "there is no such header");
    }

    #[test]
    fn where_pci_has_registers_is_the_layouts_to_say() {
        let mut card = FastCard::open("loopback-shell").unwrap();
        let layout = card.layout();
        assert_eq!((layout.name, layout.vectors), ("shell", 16));
        let mut page_of = |class, kind| {
            let bar = header(&mut card, class, kind, feature::PAGE_BAR);
            let offset = header(&mut card, class, kind, feature::PAGE_OFFSET);
            [bar, offset].map(|at| card.read32(Bar::User, at).unwrap())
        };
        assert_eq!(page_of(class::FRONT_END, user::FRONT_END_XDMA), [0, 0], "the block is first");
        assert_eq!(page_of(class::PLATFORM, user::PLATFORM_INTERRUPTS), [0, 0x2000]);
        assert_eq!(page_of(class::PLATFORM, user::PLATFORM_IDENTITY), [0, 0x1_0000]);
        assert_eq!(page_of(class::DATAPATH, 1), [0, 0x1_1000]);
        // Where the last bad access was is told as PCI has it.
        card.read32(Bar::Dma, 0xF000_u32).unwrap();
        card.read32(Bar::User, 0x8000_u32).unwrap();
        let last = user::LAST_BAD.base() + user::last_bad::MMIO_LO;
        assert_eq!(card.read32(Bar::User, last).unwrap(), 0x1_8000);
        assert_eq!(card.read32(Bar::User, last + 4).unwrap(), 0);
    }
}

#[cfg(test)]
#[path = "bad_plug_tests.rs"]
mod bad_plugs;
