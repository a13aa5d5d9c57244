// SPDX-License-Identifier: Apache-2.0
//! The capture engine of a card, and whose each buffer is: free, the card's, full, or a program's.

use std::collections::VecDeque;
use std::mem;

use forebay_bus::host::LeaseMut;
use forebay_bus::{Buffer, HostMemory};
use forebay_regs::user::s2mm::{self, dmacr, dmasr, mode};

use super::ring::{RECORDS_LOG2, Record, Ring};
use crate::ForebayError;
use crate::capture::backend::{Filled, Memory};
use crate::capture::{
    BufferInfo, CaptureError, CaptureOptions, CaptureStats, EngineFault, OverrunPolicy,
};
use crate::registers::Registers;

/// Why it does not run any more.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ended {
    /// With an error, and this status.
    Fault(EngineFault, u32),
    Reset,
}

impl From<Ended> for ForebayError {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::Fault(cause, status) => CaptureError::Engine { cause, status }.into(),
            Ended::Reset => CaptureError::Reset.into(),
        }
    }
}

/// What was overwritten since the last buffer was handed out.
#[derive(Clone, Copy, Debug, Default)]
struct Overwritten {
    bytes: u64,
    /// Samples that those buffers told to be lost.
    lost: u64,
}

/// A full buffer.
struct Full {
    index: u32,
    buffer: Buffer,
    bytes: usize,
    info: BufferInfo,
}

pub(in super::super) struct CaptureEngine {
    page: u32,
    /// Pairs that it takes.
    pairs: usize,
    host: HostMemory,
    options: CaptureOptions,
    ring: Ring,
    free: VecDeque<(u32, Buffer)>,
    /// In the order in which they are filled.
    armed: VecDeque<(u32, LeaseMut)>,
    filled: VecDeque<Full>,
    overwritten: Overwritten,
    running: bool,
    ended: Option<Ended>,
    /// What the engine had counted when this run began.
    first: u32,
    stats: CaptureStats,
}

impl CaptureEngine {
    pub(super) fn new(
        (page, pairs): (u32, usize),
        host: &HostMemory,
        options: CaptureOptions,
        buffers: Vec<Buffer>,
    ) -> Result<Self, ForebayError> {
        Ok(Self {
            page,
            pairs,
            host: host.clone(),
            options,
            ring: Ring::new(host)?,
            free: (0..).zip(buffers).collect(),
            armed: VecDeque::new(),
            filled: VecDeque::new(),
            overwritten: Overwritten::default(),
            running: false,
            ended: None,
            first: 0,
            stats: CaptureStats::default(),
        })
    }

    pub(super) const fn is_running(&self) -> bool {
        self.running
    }

    pub(super) const fn ended(&self) -> Option<Ended> {
        self.ended
    }

    pub(super) fn stats(&self) -> CaptureStats {
        let count = |len: usize| u32::try_from(len).unwrap_or(u32::MAX);
        let (filled, armed) = (count(self.filled.len()), count(self.armed.len()));
        let held = self.options.buffers - count(self.free.len()) - filled - armed;
        CaptureStats { filled, armed, held, ..self.stats }
    }

    /// That a run has something to fill: not every buffer is a program's.
    pub(super) fn has_buffers(&self) -> Result<(), CaptureError> {
        let CaptureOptions { buffers, .. } = self.options;
        let any = !self.free.is_empty() || !self.armed.is_empty() || !self.filled.is_empty();
        any.then_some(()).ok_or(CaptureError::AllHeld { buffers })
    }

    /// Bytes that the card can take before somebody has to look.
    pub(super) fn room(&self) -> u64 {
        self.armed.len() as u64 * u64::from(self.options.bytes)
    }

    /// Whether the engine has come to rest.
    pub(super) fn is_halted(&self, registers: &mut dyn Registers) -> Result<bool, ForebayError> {
        Ok(dmasr::HALTED.is_set(registers.read(self.page + s2mm::DMASR)?))
    }

    /// Tells it to put every register back, which takes it some cycles.
    pub(super) fn reset(&mut self, registers: &mut dyn Registers) -> Result<(), ForebayError> {
        self.running = false;
        registers.write(self.page + s2mm::DMACR, dmacr::SOFT_RESET.mask())
    }

    /// Whether it is resetting.
    pub(super) fn is_resetting(&self, registers: &mut dyn Registers) -> Result<bool, ForebayError> {
        Ok(dmacr::SOFT_RESET.is_set(registers.read(self.page + s2mm::DMACR)?))
    }

    /// It has been reset, and nothing of it is the card's.
    pub(super) fn begin_anew(&mut self) -> Result<(), ForebayError> {
        self.ended = None;
        self.take_back();
        self.ring.restart()
    }

    /// Lets it run, of an engine that is halted.
    pub(super) fn run(&mut self, registers: &mut dyn Registers) -> Result<(), ForebayError> {
        self.free.extend(self.filled.drain(..).map(|full| (full.index, full.buffer)));
        self.overwritten = Overwritten::default();
        self.first = self.ring.seen();
        let kind = if self.options.through { mode::THROUGH } else { mode::CUT };
        registers.write(self.page + s2mm::MODE, kind.mask() | mode::RECORDS.mask())?;
        registers.write_pair(self.page + s2mm::RING_LO, self.ring.addr())?;
        registers.write(self.page + s2mm::RING_SIZE, RECORDS_LOG2)?;
        registers.write(self.page + s2mm::DMACR, dmacr::RS.mask())?;
        self.running = true;
        Ok(())
    }

    /// Tells it to end.
    pub(super) fn end(&mut self, registers: &mut dyn Registers) -> Result<(), ForebayError> {
        self.running = false;
        registers.write(self.page + s2mm::DMACR, 0)
    }

    /// It is halted: what it has told is taken in, and what it left is free.
    pub(super) fn rest(&mut self) -> Result<(), ForebayError> {
        self.walk()?;
        self.take_back();
        Ok(())
    }

    /// What an interrupt handler does: takes in what is finished, and arms what is free.
    pub(in super::super) fn service(
        &mut self,
        registers: &mut dyn Registers,
    ) -> Result<(), ForebayError> {
        self.walk()?;
        if self.running {
            self.arm(registers)?;
        }
        Ok(())
    }

    /// Sees whether it has ended by itself.
    pub(super) fn look(&mut self, registers: &mut dyn Registers) -> Result<(), ForebayError> {
        if !self.running {
            return Ok(());
        }
        let status = registers.read(self.page + s2mm::DMASR)?;
        if !dmasr::HALTED.is_set(status) {
            return Ok(());
        }
        let cause = EngineFault::of(status);
        let ended = cause.map_or(Ended::Reset, |cause| Ended::Fault(cause, status));
        self.walk()?;
        self.give_up(ended);
        Ok(())
    }

    /// The oldest full one.
    pub(super) fn take(&mut self) -> Option<Filled> {
        let Full { index, buffer, bytes, mut info } = self.filled.pop_front()?;
        let Overwritten { bytes: overwritten, lost } = mem::take(&mut self.overwritten);
        info.overwritten = overwritten;
        info.lost += lost;
        Some(Filled { index, memory: Memory::Owned(buffer), bytes, info })
    }

    /// A buffer that was given back.
    pub(super) fn release(&mut self, index: u32, buffer: Buffer) {
        self.free.push_back((index, buffer));
    }

    /// Takes in every record that is there.
    fn walk(&mut self) -> Result<(), ForebayError> {
        while let Some(record) = self.ring.next()? {
            self.finish(record);
        }
        Ok(())
    }

    fn finish(&mut self, record: Record) {
        let Record { buffer, bytes, mut info } = record;
        let expected = self.armed.front().map(|(_, lease)| lease.addr());
        let Some((index, lease)) = self.armed.pop_front().filter(|_| expected == Some(buffer))
        else {
            return self.give_up(Ended::Fault(EngineFault::Record, 0));
        };
        info.sequence = info.sequence.wrapping_sub(self.first).wrapping_sub(1);
        self.stats.buffers += 1;
        self.stats.bytes += u64::from(bytes);
        self.stats.lost += info.lost;
        self.stats.gaps += u64::from(info.lost > 0);
        let bytes = (bytes as usize).min(self.options.bytes as usize);
        self.filled.push_back(Full { index, buffer: lease.into_buffer(), bytes, info });
    }

    /// Arms as many as it takes.
    fn arm(&mut self, registers: &mut dyn Registers) -> Result<(), ForebayError> {
        while self.armed.len() < self.pairs {
            let Some((index, buffer)) = self.free.pop_front().or_else(|| self.overwrite()) else {
                break;
            };
            let lease = self.host.lend_mut(buffer);
            registers.write_pair(self.page + s2mm::NEXT_DA, lease.addr())?;
            registers.write(self.page + s2mm::NEXT_LENGTH, self.options.bytes)?;
            self.armed.push_back((index, lease));
        }
        Ok(())
    }

    /// The oldest full buffer to be used again, if that is wanted: of those that no program has, half keep what they hold.
    fn overwrite(&mut self) -> Option<(u32, Buffer)> {
        let wanted = self.options.policy == OverrunPolicy::Overwrite;
        let own = self.free.len() + self.armed.len() + self.filled.len();
        if !wanted || self.armed.len() >= own / 2 {
            return None;
        }
        let Full { index, buffer, bytes, info } = self.filled.pop_front()?;
        self.overwritten.bytes += bytes as u64;
        self.overwritten.lost += info.lost;
        self.stats.overwritten += bytes as u64;
        Some((index, buffer))
    }

    fn give_up(&mut self, ended: Ended) {
        self.running = false;
        self.ended = Some(ended);
        self.stats.errors += 1;
        self.take_back();
    }

    /// What the card had and did not fill is free.
    fn take_back(&mut self) {
        let back = self.armed.drain(..).map(|(index, lease)| (index, lease.into_buffer()));
        self.free.extend(back);
    }
}
