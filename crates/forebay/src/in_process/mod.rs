// SPDX-License-Identifier: Apache-2.0
//! A card in the same process: the library drives its engines itself and lets its clock run.

mod aperture;
mod capture;
mod core;
mod doorbell;
mod engine;
mod list;
mod pairs;
mod place;
mod programs;
mod recovery;
mod run;
mod segment;
mod transmit;
mod watchdog;

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use forebay_aperture::{Aperture, Caching, Processor};
use forebay_bus::host::{Lease, LeaseMut};
use forebay_bus::{Bar, Card, CardExt, HostMemory};

use self::aperture::CardAperture;
use self::core::{Core, Stepped};
pub(crate) use self::engine::port_of;
use self::programs::Programs;
use self::segment::Segment;
use self::watchdog::Watch;
use crate::capture::CaptureOptions;
use crate::capture::backend::Backend as CaptureBackend;
use crate::identity::Identity;
use crate::open::OpenOptions;
use crate::registers::Registers;
use crate::transmit::TransmitOptions;
use crate::transmit::backend::Backend as TransmitBackend;
use crate::transport::{Memory, Moved, OnStall, Outcome, Part, Request, Transport};
use crate::user_queue::backend::Backend;
use crate::{ChannelId, Consumed, ForebayError, Scheme, Stall};

/// What a job keeps mapped while the card works on it.
#[derive(Debug)]
pub(crate) enum Held {
    /// Memory that the caller keeps.
    Nothing,
    /// Buffers that the card reads.
    Shared { _leases: Vec<Lease> },
    /// The buffer that the card writes.
    Owned(LeaseMut),
}

/// Engines and rings on a [`Card`].
pub(crate) struct InProcessTransport {
    core: Arc<Mutex<Core>>,
    host: HostMemory,
    on_stall: Mutex<Option<OnStall>>,
    processor: Processor,
    /// Found when first used.
    programs: Mutex<Option<Arc<Programs>>>,
}

impl InProcessTransport {
    pub(crate) fn open(
        card: Box<dyn Card>,
        identity: Identity,
        options: &OpenOptions,
    ) -> Result<Self, ForebayError> {
        let host = card.host().clone();
        let core = Core::open(card, identity, (options.patience, options.doorbells))?;
        let (core, processor) = (Arc::new(Mutex::new(core)), options.processor);
        Ok(Self { core, host, on_stall: Mutex::default(), processor, programs: Mutex::default() })
    }

    fn core(&self) -> MutexGuard<'_, Core> {
        self.core.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the card work until a transfer has ended.
    fn run(
        &self,
        channel: ChannelId,
        id: u64,
    ) -> Result<(Result<Moved, ForebayError>, Held), ForebayError> {
        let mut watch = Watch::default();
        loop {
            // The lock is taken anew for each step, so that other threads get at the card in between.
            let stepped = self.core().step(channel, id, &mut watch)?;
            match stepped {
                Stepped::Ended(ended) => return Ok((ended.result, ended.held)),
                Stepped::Stands(stall) => self.tell(&stall),
                // Of a card at rest a step is short: whoever has something to send is let to it.
                Stepped::GoesOn => thread::yield_now(),
            }
        }
    }

    /// Tells whoever wants to know; it may use the device.
    fn tell(&self, stall: &Stall) {
        let on_stall = self.on_stall.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(on_stall) = on_stall {
            on_stall(stall);
        }
    }

    /// Runs one piece of memory that stays mapped while this waits.
    fn run_piece(&self, channel: ChannelId, piece: Segment) -> Result<Moved, ForebayError> {
        let pieces = (piece.len > 0).then_some(piece);
        let id = self.core().submit(channel, pieces, Held::Nothing, None)?;
        let outcome = self.run(channel, id);
        if outcome.is_err() {
            // The memory is about to be unmapped.
            self.core().forget(channel, id);
        }
        outcome?.0
    }
}

impl Transport for InProcessTransport {
    fn registers(&self) -> Box<dyn Registers + '_> {
        Box::new(self.core())
    }

    fn read32(&self, bar: Bar, offset: u64) -> Result<u32, ForebayError> {
        Ok(self.core().card.read32(bar, offset)?)
    }

    fn write32(&self, bar: Bar, offset: u64, value: u32) -> Result<(), ForebayError> {
        Ok(self.core().card.write32(bar, offset, value)?)
    }

    fn map_aperture(&self, caching: Caching) -> Result<Aperture, ForebayError> {
        let bytes = self.core().card.layout().aperture_bytes();
        let endpoint = Box::new(CardAperture(Arc::clone(&self.core)));
        Ok(Aperture::modelled(endpoint, bytes, caching, self.processor)?)
    }

    fn user_queue(&self, scheme: Scheme) -> Result<Box<dyn Backend>, ForebayError> {
        let mut programs = self.programs.lock().unwrap_or_else(PoisonError::into_inner);
        if programs.is_none() {
            let identity = self.core().identity.clone();
            *programs = Some(Programs::find(&self.core, &self.host, &identity)?);
        }
        let missing = ForebayError::NoFeature { what: "front end for user-level DMA" };
        programs.as_ref().ok_or(missing)?.open(scheme)
    }

    fn capture(&self, options: &CaptureOptions) -> Result<Arc<dyn CaptureBackend>, ForebayError> {
        capture::open(&self.core, options)
    }

    fn transmit(
        &self,
        options: &TransmitOptions,
    ) -> Result<Arc<dyn TransmitBackend>, ForebayError> {
        transmit::open(&self.core, options)
    }

    fn now(&self) -> Result<u64, ForebayError> {
        Ok(self.core().card.now())
    }

    fn cycles(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.core().cycles)
    }

    /// Engines are ready from the start.
    fn prepare(&self, channel: ChannelId) -> Result<(), ForebayError> {
        self.core().engine(channel).map(drop)
    }

    fn submit(&self, request: Request) -> Result<u64, ForebayError> {
        let Request { channel, memory, parts, chain } = request;
        let (bases, held) = lend(&self.host, memory);
        // A descriptor without bytes is one that the card refuses on a stream.
        let parts = parts.iter().filter(|part| !part.range.is_empty());
        let segments: Vec<_> = parts.map(|part| segment(&bases, part)).collect();
        self.core().submit(channel, segments, held, chain)
    }

    fn wait(&self, channel: ChannelId, id: u64) -> Result<Outcome, ForebayError> {
        let (result, held) = self.run(channel, id)?;
        let buffer = match held {
            Held::Owned(lease) => Some(lease.into_buffer()),
            Held::Shared { .. } | Held::Nothing => None,
        };
        Ok(Outcome { result, buffer })
    }

    fn has_ended(&self, channel: ChannelId, id: u64) -> Result<bool, ForebayError> {
        self.core().has_ended(channel, id)
    }

    fn forget(&self, channel: ChannelId, id: u64) {
        self.core().forget(channel, id);
    }

    fn push(
        &self,
        channel: ChannelId,
        bytes: &[u8],
        card: u64,
        eop: bool,
    ) -> Result<Moved, ForebayError> {
        let len = bytes.len() as u64;
        self.host.scope(bytes, |host| self.run_piece(channel, Segment { host, card, len, eop }))
    }

    fn pull(&self, channel: ChannelId, bytes: &mut [u8], card: u64) -> Result<Moved, ForebayError> {
        let len = bytes.len() as u64;
        self.host.scope_mut(bytes, |host| {
            self.run_piece(channel, Segment { host, card, len, eop: true })
        })
    }

    fn wait_register(
        &self,
        what: &'static str,
        offset: u32,
        done: &dyn Fn(u32) -> bool,
    ) -> Result<u32, ForebayError> {
        let mut watch = self.core().begin_wait()?;
        loop {
            // As in `run`; and `done` may want to get at the card itself.
            let value = self.read32(Bar::User, offset.into())?;
            if done(value) {
                return Ok(value);
            }
            self.core().go_on_waiting(&mut watch, what, value)?;
        }
    }

    fn recover(&self) -> Result<(), ForebayError> {
        self.core().recover_all()
    }

    fn stall(&self) -> Result<Stall, ForebayError> {
        self.core().stall()
    }

    fn on_stall(&self, on_stall: OnStall) {
        *self.on_stall.lock().unwrap_or_else(PoisonError::into_inner) = Some(on_stall);
    }

    fn declare(&self, consumed: &[Consumed]) {
        self.core().consumed = consumed.to_vec();
    }
}

impl Registers for MutexGuard<'_, Core> {
    fn read(&mut self, offset: u32) -> Result<u32, ForebayError> {
        Ok(self.card.read32(Bar::User, offset)?)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), ForebayError> {
        Ok(self.card.write32(Bar::User, offset, value)?)
    }
}

impl Registers for Box<dyn Card> {
    fn read(&mut self, offset: u32) -> Result<u32, ForebayError> {
        Ok(self.read32(Bar::User, offset)?)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), ForebayError> {
        Ok(self.write32(Bar::User, offset, value)?)
    }
}

/// Maps the memory of a transfer; bus addresses of its buffers, and what keeps them mapped.
fn lend(host: &HostMemory, memory: Memory) -> (Vec<u64>, Held) {
    match memory {
        Memory::Shared(buffers) => {
            let leases: Vec<_> = buffers.into_iter().map(|buffer| host.lend(buffer)).collect();
            let bases = leases.iter().map(Lease::addr).collect();
            (bases, Held::Shared { _leases: leases })
        }
        Memory::Owned(buffer) => {
            let lease = host.lend_mut(buffer);
            (vec![lease.addr()], Held::Owned(lease))
        }
    }
}

/// The piece in bus addresses. A part names one of its request's buffers.
fn segment(bases: &[u64], part: &Part) -> Segment {
    Segment {
        host: bases[part.buffer] + part.range.start as u64,
        card: part.card,
        len: part.range.len() as u64,
        eop: part.eop,
    }
}
