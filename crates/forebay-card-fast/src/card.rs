// SPDX-License-Identifier: Apache-2.0
//! [`FastCard`]: the BARs, and one round after the other over everything behind them.

use forebay_builds::Build;
use forebay_bus::{Bar, Body, Card, CardError, HostMemory, Stop};
use forebay_regs::user::{self, counter, stream};

use crate::datapath::{Datapath, Plug, Ports};
use crate::error::FastError;
use crate::fabric::{Fabric, WINDOWS};
use crate::front_end::{self, FrontEnd};
use crate::interrupts::Interrupts;
use crate::window::Window;

/// Clock the RTL is designed for.
const CLOCK_KHZ: u32 = 250_000;
/// A native card.
pub struct FastCard {
    build: Build,
    plug: &'static Plug,
    fabric: Fabric,
    front_ends: Vec<Box<dyn FrontEnd>>,
    datapath: Box<dyn Datapath>,
    interrupts: Interrupts,
    cycles: u64,
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
        Self {
            plug,
            fabric: Fabric::new(&build, plug.to_host_beats, host),
            front_ends: front_end::all(&build),
            datapath: (plug.make)(&build),
            interrupts: Interrupts::new(build.num_h2c + build.num_c2h),
            build,
            cycles: 0,
        }
    }

    /// One round over everything; modelled cycles, or none if nothing moved.
    fn step(&mut self) -> Result<Option<u64>, CardError> {
        self.fabric.host.set_cycle(self.cycles);
        let mut moved = None;
        for front_end in &mut self.front_ends {
            if let Some(beats) = front_end.step(&mut self.fabric) {
                moved = Some(moved.unwrap_or(0) + beats);
            }
        }
        let computed = self.datapath.step(&mut Ports::new(&mut self.fabric, self.plug))?;
        self.update_interrupts();
        Ok(match (moved, computed) {
            (None, None) => None,
            (a, b) => Some(a.unwrap_or(0).max(b.unwrap_or(0)).max(1)),
        })
    }

    fn update_interrupts(&mut self) {
        let front_ends = self.front_ends.iter();
        let channels = front_ends.fold(0, |lines, front_end| lines | front_end.channel_lines());
        let (user, status) = (self.datapath.take_lines(), &mut self.fabric.status);
        if user.fell != 0 {
            self.interrupts.update(user.high & !user.fell, channels, status);
        }
        self.interrupts.update(user.high, channels, status);
    }

    /// Where `offset` is in the datapath's page, if it is.
    fn datapath_register(&self, offset: u32) -> Option<u32> {
        self.plug.page?.find(offset).map(|(_, at)| at)
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

    fn read_user(&mut self, offset: u32) -> Option<u32> {
        if let Some((_, at)) = user::STATUS.find(offset)
            && let Some(value) = self.identity(at)
        {
            return Some(value);
        }
        if let Some((index, at)) = user::STREAM.find(offset) {
            return read_window(&mut self.fabric.windows[index as usize], at);
        }
        if let Some(at) = self.datapath_register(offset) {
            return self.datapath.read(at);
        }
        if let Some(value) = self.read_front_end(Bar::User, offset) {
            return Some(value);
        }
        self.fabric.status.read(offset, self.cycles)
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
            }
            st::CLOCK_KHZ => CLOCK_KHZ,
            st::MEM_BYTES => v.mem_bytes,
            st::NUM_WINDOWS => WINDOWS,
            _ => return None,
        })
    }

    /// False if nothing there takes the write: unknown and read-only registers are errors.
    fn write_user(&mut self, offset: u32, value: u32) -> bool {
        if let Some((index, at)) = user::STREAM.find(offset) {
            if at == stream::CONTROL {
                let flush = stream::control::FLUSH.is_set(value);
                let Fabric { windows, status, .. } = &mut self.fabric;
                windows[index as usize].set_flush(flush, status);
            }
            return at == stream::CONTROL;
        }
        if let Some(at) = self.datapath_register(offset) {
            return self.datapath.write(at, value, &mut Ports::new(&mut self.fabric, self.plug));
        }
        self.write_front_end(Bar::User, offset, value)
    }

    /// Reads the card address space; what is refused reads all ones, as on a bus.
    fn read_window(&mut self, offset: u64, data: &mut [u8]) -> bool {
        let done = self.fabric.card_read(offset, data).is_ok();
        if !done {
            data.fill(0xFF);
        }
        done
    }

    /// Writes the card address space. A full window refuses at once what the RTL refuses after its patience.
    fn write_window(&mut self, offset: u64, data: &[u8]) -> bool {
        self.fabric.card_room(offset, data.len()) >= data.len()
            && self.fabric.card_write(offset, data).is_ok()
    }

    /// Counts an access when it is over: a counter that is read does not count its own reading.
    fn count_access(&mut self, index: u32, bar: Bar, offset: u64, done: bool) {
        self.fabric.status.count(index, 1);
        if !done {
            self.fabric.status.bad_mmio(bar, offset);
        }
        self.update_interrupts();
    }
}

fn read_window(window: &mut Window, at: u32) -> Option<u32> {
    let entries = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    match at {
        stream::CONTROL => Some(stream::control::FLUSH.put(u32::from(window.flush()))),
        stream::DEPTH => Some(entries(window.depth())),
        stream::OCCUPANCY => Some(entries(window.occupancy())),
        stream::HIGH_WATER => Some(entries(window.high_water())),
        stream::HIGH_WATER_CLEAR => {
            let mark = entries(window.high_water());
            window.clear_high_water();
            Some(mark)
        }
        _ => None,
    }
}

impl Card for FastCard {
    fn body(&self) -> Body {
        Body::Fast
    }

    fn host(&self) -> &HostMemory {
        &self.fabric.host
    }

    fn mmio_read(&mut self, bar: Bar, offset: u64, data: &mut [u8]) -> Result<(), CardError> {
        check_shape(bar, offset, data.len())?;
        let at = u32::try_from(offset).unwrap_or(u32::MAX);
        let done = match bar {
            Bar::Window => self.read_window(offset, data),
            Bar::User | Bar::Dma => {
                let value = if bar == Bar::Dma { self.read_dma(at) } else { self.read_user(at) };
                data.copy_from_slice(&value.unwrap_or(0).to_le_bytes());
                value.is_some()
            }
        };
        self.count_access(counter::index::MMIO_READS, bar, offset, done);
        Ok(())
    }

    fn mmio_write(&mut self, bar: Bar, offset: u64, data: &[u8]) -> Result<(), CardError> {
        check_shape(bar, offset, data.len())?;
        let at = u32::try_from(offset).unwrap_or(u32::MAX);
        let value = data.iter().rev().take(4).fold(0, |value, byte| value << 8 | u32::from(*byte));
        let done = match bar {
            Bar::Window => self.write_window(offset, data),
            Bar::Dma => self.write_dma(at, value),
            Bar::User => self.write_user(at, value),
        };
        self.count_access(counter::index::MMIO_WRITES, bar, offset, done);
        Ok(())
    }

    fn advance(&mut self, cycles: u64) -> Result<Stop, CardError> {
        let deadline = self.cycles.saturating_add(cycles);
        loop {
            // An access may have sent one as well, such as the unmasking of its vector.
            if self.interrupts.take_news() {
                return Ok(Stop::Message);
            }
            if self.cycles >= deadline {
                return Ok(Stop::Budget);
            }
            match self.step()? {
                Some(spent) => self.cycles += spent,
                None if self.interrupts.take_news() => return Ok(Stop::Message),
                None => return Ok(Stop::Idle),
            }
        }
    }

    fn now(&self) -> u64 {
        self.cycles
    }

    fn take_messages(&mut self) -> u32 {
        self.interrupts.take_sent()
    }

    fn reset(&mut self) -> Result<(), CardError> {
        let cycles = self.cycles;
        *self = Self::new(self.build.clone(), self.plug, self.fabric.host.clone());
        self.cycles = cycles;
        Ok(())
    }
}

fn check_shape(bar: Bar, offset: u64, bytes: usize) -> Result<(), CardError> {
    let line = 64;
    let fits = match bar {
        Bar::Window => bytes > 0 && offset % line + bytes as u64 <= line,
        Bar::User | Bar::Dma => bytes == 4 && offset.is_multiple_of(4),
    };
    if fits { Ok(()) } else { Err(CardError::MmioSize { bar, offset, bytes }) }
}

#[cfg(test)]
mod tests {
    use forebay_bus::CardExt;
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
}
