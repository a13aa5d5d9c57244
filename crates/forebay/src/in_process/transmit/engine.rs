// SPDX-License-Identifier: Apache-2.0
//! The transmit engine of a card, and whose each buffer is: free, a program's, queued, or the card's.

use std::collections::VecDeque;

use forebay_bus::host::LeaseMut;
use forebay_bus::{Buffer, Card};
use forebay_regs::user;
use forebay_regs::user::mm2s;

use super::super::core::Core;
use super::super::pairs::{Channel, Ended, Pairs, Record, Unfit, Words};
use crate::ForebayError;
use crate::capture::EngineFault;
use crate::registers::Registers;
use crate::transmit::backend::{Free, Memory};
use crate::transmit::{TransmitError, TransmitStats};

impl From<Ended> for TransmitError {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::Fault(cause, status) => Self::Engine { cause, status },
            Ended::Reset => Self::Reset,
        }
    }
}

impl From<Unfit> for TransmitError {
    fn from(unfit: Unfit) -> Self {
        match unfit {
            Unfit::Length { bytes, most } => Self::Length { bytes, most },
            Unfit::NoMemory { buffers, bytes, fits, source } => {
                Self::NoMemory { buffers, bytes, fits, of: bytes, source }
            }
        }
    }
}

/// A buffer that was sent and that the card has not yet.
struct Queued {
    index: u32,
    buffer: Buffer,
    bytes: u32,
}

/// One that it has.
struct Armed {
    index: u32,
    lease: LeaseMut,
    bytes: u32,
}

pub(in super::super) struct TransmitEngine {
    channel: Channel,
    /// How many buffers there are.
    buffers: u32,
    free: VecDeque<(u32, Buffer)>,
    queued: VecDeque<Queued>,
    /// In the order in which they are sent.
    armed: VecDeque<Armed>,
    /// Buffers that were sent, and taken back before the card had all of them.
    unsent: u64,
    stats: TransmitStats,
}

impl TransmitEngine {
    pub(super) fn new(channel: Channel, buffers: u32, memory: Vec<Buffer>) -> Self {
        Self {
            channel,
            buffers,
            free: (0..).zip(memory).collect(),
            queued: VecDeque::new(),
            armed: VecDeque::new(),
            unsent: 0,
            stats: TransmitStats::default(),
        }
    }

    pub(super) fn stats(&self) -> TransmitStats {
        let count = |len: usize| u32::try_from(len).unwrap_or(u32::MAX);
        let (free, queued, armed) =
            (count(self.free.len()), count(self.queued.len()), count(self.armed.len()));
        let held = self.buffers - free - queued - armed;
        TransmitStats { free, held, queued, armed, errors: self.channel.errors(), ..self.stats }
    }

    /// A free one, of an engine that has not ended by itself: what is put into it could not be sent.
    pub(super) fn take(&mut self) -> Option<Free> {
        if self.channel.ended().is_some() {
            return None;
        }
        let (index, buffer) = self.free.pop_front()?;
        Some(Free { index, memory: Memory::Owned(buffer) })
    }

    /// A buffer that is to be sent.
    pub(super) fn send(&mut self, buffer: Free, bytes: usize) -> Result<(), ForebayError> {
        if let Some(ended) = self.channel.ended() {
            self.release(buffer);
            return Err(TransmitError::from(ended).into());
        }
        let Free { index, memory: Memory::Owned(buffer) } = buffer else { return Ok(()) };
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        self.queued.push_back(Queued { index, buffer, bytes });
        Ok(())
    }

    /// A buffer that is not.
    pub(super) fn release(&mut self, buffer: Free) {
        if let Free { index, memory: Memory::Owned(buffer) } = buffer {
            self.free.push_back((index, buffer));
        }
    }

    pub(super) const fn unsent(&self) -> u64 {
        self.unsent
    }

    /// Whether the card has taken all that was sent; not if some of it was taken back since there were so many. None while that is open, and of an engine that has ended
    /// by itself.
    pub(super) fn drained(&self, unsent: u64) -> Option<bool> {
        let stopped = self.unsent != unsent;
        let over = stopped || (self.queued.is_empty() && self.armed.is_empty());
        (over && self.channel.ended().is_none()).then_some(!stopped)
    }
}

impl Pairs for TransmitEngine {
    type Error = TransmitError;

    const WORDS: Words = Words {
        engine: "transmit engine",
        start: "the transmit engine's start",
        end: "the transmit engine's end",
        reset: "the transmit engine's reset",
    };
    const KIND: u32 = user::FRONT_END_MM2S;
    const CORE: u32 = mm2s::DMACR;
    // Short packets may wait in the card for their time, and longer than this no stream is without one.
    const LEAST_SLICE: u64 = 64;
    const BUSY: fn() -> ForebayError = || TransmitError::Busy.into();

    fn slot(core: &mut Core) -> (&mut Option<Self>, &mut Box<dyn Card>) {
        (&mut core.transmit, &mut core.card)
    }

    fn channel(&self) -> &Channel {
        &self.channel
    }

    fn channel_mut(&mut self) -> &mut Channel {
        &mut self.channel
    }

    fn ready(&self) -> Result<(), TransmitError> {
        Ok(())
    }

    fn begin(&mut self) -> u32 {
        0
    }

    fn finish(&mut self, record: Record) -> Result<(), Ended> {
        let is_next = self.armed.front().map(|armed| armed.lease.addr()) == Some(record.buffer);
        let next = if is_next { self.armed.pop_front() } else { None };
        let Some(Armed { index, lease, .. }) = next else {
            return Err(Ended::Fault(EngineFault::Record, 0));
        };
        let cut = record.info.stopped;
        self.unsent += u64::from(cut);
        self.stats.buffers += u64::from(!cut);
        self.stats.cut += u64::from(cut);
        self.stats.bytes += u64::from(record.bytes);
        self.free.push_back((index, lease.into_buffer()));
        Ok(())
    }

    fn arm(&mut self, registers: &mut dyn Registers) -> Result<(), ForebayError> {
        while self.armed.len() < self.channel.pairs() {
            let Some(Queued { index, buffer, bytes }) = self.queued.pop_front() else { break };
            let lease = self.channel.host().lend_to_read(buffer);
            if let Err(error) = self.channel.arm(registers, lease.addr(), bytes) {
                self.queued.push_front(Queued { index, buffer: lease.into_buffer(), bytes });
                return Err(error);
            }
            self.armed.push_back(Armed { index, lease, bytes });
        }
        Ok(())
    }

    fn take_back(&mut self) {
        self.unsent += (self.armed.len() + self.queued.len()) as u64;
        let armed = self.armed.drain(..).map(|armed| (armed.index, armed.lease.into_buffer()));
        self.free.extend(armed);
        self.free.extend(self.queued.drain(..).map(|queued| (queued.index, queued.buffer)));
    }

    fn room(&self) -> u64 {
        self.armed.iter().map(|armed| u64::from(armed.bytes)).sum()
    }
}
