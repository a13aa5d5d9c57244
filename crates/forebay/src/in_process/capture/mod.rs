// SPDX-License-Identifier: Apache-2.0
//! The capture engine of a card in this process: the library does what a kernel would, as time passes.

mod engine;
mod memory;
mod ring;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use forebay_bus::HostMemory;
use forebay_regs::user;
use forebay_regs::user::s2mm::{self, caps};

pub(super) use self::engine::CaptureEngine;
use super::core::{Core, SLICE_CYCLES};
use crate::capture::backend::{Backend, Filled, Memory};
use crate::capture::{CaptureError, CaptureOptions, CaptureStats};
use crate::registers::Registers;
use crate::{Class, ForebayError};

/// Bytes that a stream brings in a cycle at most.
const BEAT_BYTES: u64 = CaptureOptions::MULTIPLE as u64;
/// Looks at the ring between two at the engine's status, which costs an access to the card.
const LOOKS: u32 = 16;
/// Cycles within which an engine comes to rest: all that it has under way was sent, and is answered.
const HALT_CYCLES: u64 = 1 << 20;
const HALT_SLICE_CYCLES: u64 = 64;

/// A program's part of it.
struct CardCapture {
    core: Arc<Mutex<Core>>,
    clock_hz: u64,
}

/// Takes the engine of a card, with buffers.
pub(super) fn open(
    core: &Arc<Mutex<Core>>,
    host: &HostMemory,
    options: &CaptureOptions,
) -> Result<Arc<dyn Backend>, ForebayError> {
    let mut guard = core.lock().unwrap_or_else(PoisonError::into_inner);
    let identity = &guard.identity;
    let clock_hz = identity.clock_hz();
    let plug = identity.feature(Class::FrontEnd, user::FRONT_END_S2MM);
    let page = plug.and_then(|plug| identity.user_offset(plug));
    let page = page.ok_or(ForebayError::NoFeature { what: "capture engine" })?;
    if guard.capture.is_some() {
        return Err(CaptureError::Busy.into());
    }
    let caps = Registers::read(&mut guard, page + s2mm::CAPS)?;
    let buffers = memory::buffers(options, caps::LENGTH_BITS.get(caps))?;
    let place = (page, caps::PAIRS.get(caps) as usize);
    guard.capture = Some(CaptureEngine::new(place, host, *options, buffers)?);
    if let Err(error) = guard.reset_capture() {
        guard.capture = None;
        return Err(error);
    }
    drop(guard);
    Ok(Arc::new(CardCapture { core: Arc::clone(core), clock_hz }))
}

impl CardCapture {
    fn core(&self) -> MutexGuard<'_, Core> {
        self.core.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Cycles of the card's clock in that time, or as many as there are.
    fn cycles(&self, time: Duration) -> u64 {
        let cycles = time.as_nanos() * u128::from(self.clock_hz) / 1_000_000_000;
        u64::try_from(cycles).unwrap_or(u64::MAX)
    }
}

impl Backend for CardCapture {
    fn start(&self) -> Result<(), ForebayError> {
        let mut core = self.core();
        let Some(engine) = &mut core.capture else { return Err(CaptureError::Reset.into()) };
        if engine.is_running() {
            return Ok(());
        }
        engine.has_buffers()?;
        if engine.ended().is_some() {
            core.reset_capture()?;
        }
        core.with_capture(CaptureEngine::run)?;
        core.wait_capture("the capture engine's start", |engine, card| {
            Ok(!engine.is_halted(card)?)
        })?;
        core.with_capture(CaptureEngine::service)
    }

    fn stop(&self) -> Result<(), ForebayError> {
        self.core().stop_capture()
    }

    fn next(&self, limit: Duration) -> Result<Option<Filled>, ForebayError> {
        let end = self.core().card.now().saturating_add(self.cycles(limit));
        let mut over = false;
        for look in 1_u32.. {
            // The lock is taken anew for each step, so that other threads get at the card in between.
            let mut core = self.core();
            core.with_capture(CaptureEngine::service)?;
            if over || look.is_multiple_of(LOOKS) {
                core.with_capture(CaptureEngine::look)?;
            }
            let Some(engine) = &mut core.capture else { break };
            if let Some(filled) = engine.take() {
                core.with_capture(CaptureEngine::service)?;
                return Ok(Some(filled));
            }
            if let Some(ended) = engine.ended() {
                return Err(ended.into());
            }
            if over || !engine.is_running() {
                break;
            }
            let left = end.saturating_sub(core.card.now());
            over = left == 0 || core.pass(left.min(SLICE_CYCLES))?;
            drop(core);
            thread::yield_now();
        }
        Ok(None)
    }

    fn release(&self, index: u32, memory: Memory) -> Result<(), ForebayError> {
        let mut core = self.core();
        if let (Some(engine), Memory::Owned(buffer)) = (&mut core.capture, memory) {
            engine.release(index, buffer);
        }
        core.with_capture(CaptureEngine::service)
    }

    fn stats(&self) -> Result<CaptureStats, ForebayError> {
        let mut core = self.core();
        core.with_capture(CaptureEngine::service)?;
        Ok(core.capture.as_ref().map_or_else(CaptureStats::default, CaptureEngine::stats))
    }

    fn is_running(&self) -> bool {
        self.core().capture.as_ref().is_some_and(CaptureEngine::is_running)
    }
}

impl Drop for CardCapture {
    fn drop(&mut self) {
        let mut core = self.core();
        // A card that does not come to rest is refused its writes from here on; there is nobody to tell.
        let _ = core.stop_capture();
        core.capture = None;
    }
}

impl Core {
    /// Does something to the engine, if somebody captures.
    fn with_capture(
        &mut self,
        what: impl FnOnce(&mut CaptureEngine, &mut dyn Registers) -> Result<(), ForebayError>,
    ) -> Result<(), ForebayError> {
        let Self { capture, card, .. } = self;
        capture.as_mut().map_or(Ok(()), |engine| what(engine, card))
    }

    /// Card cycles after which somebody has to look at the engine, so that the stream does not wait: half of what it takes to fill what is armed.
    pub(super) fn capture_slice(&self) -> u64 {
        let engine = self.capture.as_ref().filter(|engine| engine.is_running());
        engine.map_or(u64::MAX, |engine| (engine.room() / BEAT_BYTES / 2).max(1))
    }

    /// Lets the card work until the engine is as wanted.
    fn wait_capture(
        &mut self,
        what: &'static str,
        done: impl Fn(&CaptureEngine, &mut dyn Registers) -> Result<bool, ForebayError>,
    ) -> Result<(), ForebayError> {
        let began = self.card.now();
        let mut over = false;
        loop {
            let mut as_wanted = true;
            self.with_capture(|engine, card| {
                as_wanted = done(engine, card)?;
                Ok(())
            })?;
            if as_wanted {
                return Ok(());
            }
            let waited = self.card.now() - began;
            if over {
                return Err(ForebayError::RegisterWait { what, value: 0, waited });
            }
            over = waited > HALT_CYCLES || self.pass(HALT_SLICE_CYCLES)?;
        }
    }

    /// Has the engine put back all that it knows.
    fn reset_capture(&mut self) -> Result<(), ForebayError> {
        self.with_capture(CaptureEngine::reset)?;
        self.wait_capture("the capture engine's reset", |engine, card| {
            Ok(!engine.is_resetting(card)? && engine.is_halted(card)?)
        })?;
        self.with_capture(|engine, _| engine.begin_anew())
    }

    /// Has the engine end; what it has told by then is taken in.
    fn stop_capture(&mut self) -> Result<(), ForebayError> {
        if !self.capture.as_ref().is_some_and(CaptureEngine::is_running) {
            return Ok(());
        }
        self.with_capture(CaptureEngine::end)?;
        self.wait_capture("the capture engine's end", CaptureEngine::is_halted)?;
        self.with_capture(|engine, _| engine.rest())
    }
}
