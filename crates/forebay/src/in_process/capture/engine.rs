// SPDX-License-Identifier: Apache-2.0
//! The capture engine of a card, and whose each buffer is: free, the card's, full, or a program's.

use std::collections::VecDeque;
use std::mem;

use forebay_bus::host::LeaseMut;
use forebay_bus::{Buffer, Card};
use forebay_regs::user;
use forebay_regs::user::s2mm::{self, mode};

use super::super::core::Core;
use super::super::pairs::{Channel, Ended, Pairs, Record, Unfit, Words};
use crate::ForebayError;
use crate::capture::backend::{Filled, Memory};
use crate::capture::{
    BufferInfo, CaptureError, CaptureOptions, CaptureStats, EngineFault, OverrunPolicy,
};
use crate::registers::Registers;

impl From<Ended> for CaptureError {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::Fault(cause, status) => Self::Engine { cause, status },
            Ended::Reset => Self::Reset,
        }
    }
}

impl From<Unfit> for CaptureError {
    fn from(unfit: Unfit) -> Self {
        match unfit {
            Unfit::Length { bytes, most } => Self::Length { bytes, most },
            Unfit::NoMemory { buffers, bytes, fits, source } => {
                Self::NoMemory { buffers, bytes, fits, of: bytes, source }
            }
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
    channel: Channel,
    options: CaptureOptions,
    free: VecDeque<(u32, Buffer)>,
    /// In the order in which they are filled.
    armed: VecDeque<(u32, LeaseMut)>,
    filled: VecDeque<Full>,
    overwritten: Overwritten,
    /// What the engine had counted when this run began.
    first: u32,
    stats: CaptureStats,
}

impl CaptureEngine {
    pub(super) fn new(channel: Channel, options: CaptureOptions, buffers: Vec<Buffer>) -> Self {
        Self {
            channel,
            options,
            free: (0..).zip(buffers).collect(),
            armed: VecDeque::new(),
            filled: VecDeque::new(),
            overwritten: Overwritten::default(),
            first: 0,
            stats: CaptureStats::default(),
        }
    }

    pub(super) fn stats(&self) -> CaptureStats {
        let count = |len: usize| u32::try_from(len).unwrap_or(u32::MAX);
        let (filled, armed) = (count(self.filled.len()), count(self.armed.len()));
        let held = self.options.buffers - count(self.free.len()) - filled - armed;
        CaptureStats { filled, armed, held, errors: self.channel.errors(), ..self.stats }
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
}

impl Pairs for CaptureEngine {
    type Error = CaptureError;

    const WORDS: Words = Words {
        engine: "capture engine",
        start: "the capture engine's start",
        end: "the capture engine's end",
        reset: "the capture engine's reset",
    };
    const KIND: u32 = user::FRONT_END_S2MM;
    const CORE: u32 = s2mm::DMACR;
    const LEAST_SLICE: u64 = 1;
    const BUSY: fn() -> ForebayError = || CaptureError::Busy.into();

    fn slot(core: &mut Core) -> (&mut Option<Self>, &mut Box<dyn Card>) {
        (&mut core.capture, &mut core.card)
    }

    fn channel(&self) -> &Channel {
        &self.channel
    }

    fn channel_mut(&mut self) -> &mut Channel {
        &mut self.channel
    }

    fn ready(&self) -> Result<(), CaptureError> {
        let CaptureOptions { buffers, .. } = self.options;
        let any = !self.free.is_empty() || !self.armed.is_empty() || !self.filled.is_empty();
        any.then_some(()).ok_or(CaptureError::AllHeld { buffers })
    }

    fn begin(&mut self) -> u32 {
        self.free.extend(self.filled.drain(..).map(|full| (full.index, full.buffer)));
        self.overwritten = Overwritten::default();
        self.first = self.channel.seen();
        let kind = if self.options.through { mode::THROUGH } else { mode::CUT };
        kind.mask()
    }

    fn finish(&mut self, record: Record) -> Result<(), Ended> {
        let Record { buffer, bytes, mut info } = record;
        let is_next = self.armed.front().map(|(_, lease)| lease.addr()) == Some(buffer);
        let next = if is_next { self.armed.pop_front() } else { None };
        let Some((index, lease)) = next else {
            return Err(Ended::Fault(EngineFault::Record, 0));
        };
        info.sequence = info.sequence.wrapping_sub(self.first).wrapping_sub(1);
        self.stats.buffers += 1;
        self.stats.bytes += u64::from(bytes);
        self.stats.lost += info.lost;
        self.stats.gaps += u64::from(info.lost > 0);
        let bytes = (bytes as usize).min(self.options.bytes as usize);
        self.filled.push_back(Full { index, buffer: lease.into_buffer(), bytes, info });
        Ok(())
    }

    fn arm(&mut self, registers: &mut dyn Registers) -> Result<(), ForebayError> {
        while self.armed.len() < self.channel.pairs() {
            let Some((index, buffer)) = self.free.pop_front().or_else(|| self.overwrite()) else {
                break;
            };
            let lease = self.channel.host().lend_mut(buffer);
            if let Err(error) = self.channel.arm(registers, lease.addr(), self.options.bytes) {
                self.free.push_front((index, lease.into_buffer()));
                return Err(error);
            }
            self.armed.push_back((index, lease));
        }
        Ok(())
    }

    fn take_back(&mut self) {
        let back = self.armed.drain(..).map(|(index, lease)| (index, lease.into_buffer()));
        self.free.extend(back);
    }

    fn room(&self) -> u64 {
        self.armed.len() as u64 * u64::from(self.options.bytes)
    }
}
