// SPDX-License-Identifier: Apache-2.0
//! [`FastCard`]: the BARs, and one round after the other over everything behind them.

use forebay_builds::Build;
use forebay_bus::{Bar, Body, Card, CardError, HostMemory, Stop};
use forebay_msm::WindowPlan;
use forebay_regs::card;
use forebay_regs::user::{self, counter, stream};

use crate::byte_stream::ByteStream;
use crate::dma::Dma;
use crate::fabric::Fabric;
use crate::kernel::{self, BadInput, MsmKernel};
use crate::status::Status;
use crate::window::Window;

/// Clock the RTL is designed for.
const CLOCK_KHZ: u32 = 250_000;
/// Stream windows of every build.
const WINDOWS: u32 = card::WINDOW.count();
/// Beats a stream between a mover and the kernel holds.
const STREAM_BEATS: usize = 1024;
/// The same for the MSM kernel's read-out, which has no FIFO: it stays busy until its buckets are taken.
const READ_OUT_BEATS: usize = 8;
/// User interrupt line of the kernel, as a mask.
const DONE_LINE: u32 = 1 << card::RUN_DONE_LINE;

/// What the card has for a kernel.
enum Kernel {
    Loopback,
    Msm(Box<MsmKernel>),
}

/// A native card.
pub struct FastCard {
    build: Build,
    fabric: Fabric,
    dma: Dma,
    kernel: Kernel,
    cycles: u64,
}

impl FastCard {
    /// Makes the native twin of an RTL build.
    ///
    /// # Errors
    /// [`CardError::UnknownCard`].
    pub fn open(variant: &str) -> Result<Self, CardError> {
        Ok(Self::new(Build::find(variant)?, HostMemory::new()))
    }

    fn new(build: Build, host: HostMemory) -> Self {
        let streams =
            |count: u32, beats: usize| (0..count).map(|_| ByteStream::new(beats)).collect();
        let is_msm = build.kind == user::status::card_kind::kind::MSM;
        let to_host_beats = if is_msm { READ_OUT_BEATS } else { STREAM_BEATS };
        let fabric = Fabric {
            host,
            memory: vec![0; build.mem_bytes as usize],
            windows: (0..WINDOWS).map(|index| Window::new(index, build.fifo_entries)).collect(),
            from_host: streams(build.num_h2c, STREAM_BEATS),
            to_host: streams(build.num_c2h, to_host_beats),
            status: Status::new(),
        };
        let kernel = if is_msm {
            let plan =
                if build.window_table == 0 { WindowPlan::standard() } else { WindowPlan::toy() };
            Kernel::Msm(Box::new(MsmKernel::new(plan, build.c2h_stream.trailing_zeros() as usize)))
        } else {
            Kernel::Loopback
        };
        Self { dma: Dma::new(&build), build, fabric, kernel, cycles: 0 }
    }

    /// One round over everything; modelled cycles, or none if nothing moved.
    fn step(&mut self) -> Result<Option<u64>, CardError> {
        self.fabric.host.set_cycle(self.cycles);
        let dma = self.dma.step(&mut self.fabric);
        let kernel = match &mut self.kernel {
            Kernel::Loopback => kernel::loopback(&mut self.fabric),
            Kernel::Msm(msm) => msm.step(&mut self.fabric).map_err(BadInput::from)?,
        };
        self.update_interrupts();
        Ok(match (dma, kernel) {
            (None, None) => None,
            (a, b) => Some(a.unwrap_or(0).max(b.unwrap_or(0)).max(1)),
        })
    }

    fn update_interrupts(&mut self) {
        let (channels, status) = (self.dma.lines(), &mut self.fabric.status);
        let user_lines = match &mut self.kernel {
            Kernel::Msm(msm) => {
                if msm.take_finished() {
                    self.dma.interrupts.update(0, channels, status);
                }
                if msm.done_line() { DONE_LINE } else { 0 }
            }
            Kernel::Loopback => 0,
        };
        self.dma.interrupts.update(user_lines, channels, status);
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
        if let (Some((_, at)), Kernel::Msm(msm)) = (user::MSM.find(offset), &self.kernel) {
            return msm.read(at);
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
        if let (Some((_, at)), Kernel::Msm(msm)) = (user::MSM.find(offset), &mut self.kernel) {
            return msm.write(at, value, &mut self.fabric);
        }
        false
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
                let value = if bar == Bar::Dma { self.dma.read(at) } else { self.read_user(at) };
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
            Bar::Dma => self.dma.write(at, value),
            Bar::User => self.write_user(at, value),
        };
        self.count_access(counter::index::MMIO_WRITES, bar, offset, done);
        Ok(())
    }

    fn advance(&mut self, cycles: u64) -> Result<Stop, CardError> {
        let deadline = self.cycles.saturating_add(cycles);
        loop {
            // An access may have sent one as well, such as the unmasking of its vector.
            if self.dma.interrupts.take_news() {
                return Ok(Stop::Message);
            }
            if self.cycles >= deadline {
                return Ok(Stop::Budget);
            }
            match self.step()? {
                Some(spent) => self.cycles += spent,
                None if self.dma.interrupts.take_news() => return Ok(Stop::Message),
                None => return Ok(Stop::Idle),
            }
        }
    }

    fn now(&self) -> u64 {
        self.cycles
    }

    fn take_messages(&mut self) -> u32 {
        self.dma.interrupts.take_sent()
    }

    fn reset(&mut self) -> Result<(), CardError> {
        let cycles = self.cycles;
        *self = Self::new(self.build.clone(), self.fabric.host.clone());
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
