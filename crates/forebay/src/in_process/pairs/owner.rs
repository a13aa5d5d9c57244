// SPDX-License-Identifier: Apache-2.0
//! A program's part of an engine: it has it, lets the card work for it, and ends it with itself.

use std::marker::PhantomData;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use forebay_bus::Buffer;
use forebay_regs::user::s2mm::{self, caps};

use super::super::core::{Core, SLICE_CYCLES};
use super::{Channel, Pairs, Place, buffers};
use crate::registers::Registers;
use crate::{Class, ForebayError};

/// Looks at the ring between two at the engine's status, which costs an access to the card.
const LOOKS: u32 = 16;

pub(in super::super) struct Owner<E: Pairs> {
    core: Arc<Mutex<Core>>,
    clock_hz: u64,
    engine: PhantomData<fn() -> E>,
}

/// Takes an engine of a card, with so many buffers of so many bytes.
pub(in super::super) fn open<E: Pairs>(
    core: &Arc<Mutex<Core>>,
    count: (u32, u32),
    multiple: u32,
    make: impl FnOnce(Channel, Vec<Buffer>) -> E,
) -> Result<Owner<E>, ForebayError> {
    let mut guard = core.lock().unwrap_or_else(PoisonError::into_inner);
    let identity = &guard.identity;
    let clock_hz = identity.clock_hz();
    let plug = identity.feature(Class::FrontEnd, E::KIND);
    let page = plug.and_then(|plug| identity.user_offset(plug));
    let page = page.ok_or(ForebayError::NoFeature { what: E::WORDS.engine })?;
    if E::slot(&mut guard).0.is_some() {
        return Err(E::BUSY());
    }
    let caps = Registers::read(&mut guard, page + s2mm::CAPS)?;
    let buffers = buffers(count, multiple, caps::LENGTH_BITS.get(caps));
    let buffers = buffers.map_err(|unfit| E::Error::from(unfit).into())?;
    let place = Place { page, core: E::CORE, pairs: caps::PAIRS.get(caps) as usize };
    let channel = Channel::new(place, guard.card.host())?;
    *E::slot(&mut guard).0 = Some(make(channel, buffers));
    if let Err(error) = guard.reset_pairs::<E>() {
        *E::slot(&mut guard).0 = None;
        return Err(error);
    }
    drop(guard);
    Ok(Owner { core: Arc::clone(core), clock_hz, engine: PhantomData })
}

impl<E: Pairs> Owner<E> {
    fn core(&self) -> MutexGuard<'_, Core> {
        self.core.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Cycles of the card's clock in that time, or as many as there are.
    fn cycles(&self, time: Duration) -> u64 {
        let cycles = time.as_nanos() * u128::from(self.clock_hz) / 1_000_000_000;
        u64::try_from(cycles).unwrap_or(u64::MAX)
    }

    /// Lets it run, behind what ended it as well; harmless while it runs.
    pub(in super::super) fn run(&self) -> Result<(), ForebayError> {
        let mut core = self.core();
        let Some(engine) = E::slot(&mut core).0 else { return Ok(()) };
        if engine.channel().is_running() {
            return Ok(());
        }
        engine.ready().map_err(Into::into)?;
        core.start_pairs::<E>()
    }

    pub(in super::super) fn end(&self) -> Result<(), ForebayError> {
        self.core().stop_pairs::<E>()
    }

    pub(in super::super) fn runs(&self) -> bool {
        self.core().runs_pairs::<E>()
    }

    /// Does something to it, and looks after it.
    pub(in super::super) fn with(
        &self,
        what: impl FnOnce(&mut E) -> Result<(), ForebayError>,
    ) -> Result<(), ForebayError> {
        let mut core = self.core();
        core.with_pairs::<E>(|engine, _| what(engine))?;
        core.with_pairs::<E>(E::service)
    }

    /// Looks at it, when it was looked after.
    pub(in super::super) fn see<T: Default>(
        &self,
        what: impl FnOnce(&E) -> T,
    ) -> Result<T, ForebayError> {
        let mut core = self.core();
        core.with_pairs::<E>(E::service)?;
        Ok(E::slot(&mut core).0.as_ref().map_or_else(T::default, what))
    }

    /// Lets the card work until something is found at the engine, for so much of its time, until it comes to rest, or while the engine runs.
    pub(in super::super) fn wait<T>(
        &self,
        limit: Duration,
        mut found: impl FnMut(&mut E) -> Option<T>,
    ) -> Result<Option<T>, ForebayError> {
        let end = self.core().card.now().saturating_add(self.cycles(limit));
        let mut over = false;
        for look in 1_u32.. {
            // The lock is taken anew for each step, so that other threads get at the card in between.
            let mut core = self.core();
            core.with_pairs::<E>(E::service)?;
            if over || look.is_multiple_of(LOOKS) {
                core.with_pairs::<E>(E::look)?;
            }
            let Some(engine) = E::slot(&mut core).0 else { break };
            if let Some(found) = found(engine) {
                // What arming ends in shows at the next call: this one has something to hand out.
                let _ = core.with_pairs::<E>(E::service);
                return Ok(Some(found));
            }
            if let Some(ended) = engine.channel().ended() {
                return Err(E::Error::from(ended).into());
            }
            if over || !engine.channel().is_running() {
                break;
            }
            let left = end.saturating_sub(core.card.now());
            // Of short buffers many are over in a slice, and whoever waits may have more to do.
            let slice = SLICE_CYCLES.min(core.pairs_slice());
            over = left == 0 || core.pass(left.min(slice))?;
            drop(core);
            thread::yield_now();
        }
        Ok(None)
    }
}

impl<E: Pairs> Drop for Owner<E> {
    fn drop(&mut self) {
        let mut core = self.core();
        // A card that does not come to rest is refused its accesses from here on; there is nobody to tell.
        let _ = core.stop_pairs::<E>();
        *E::slot(&mut core).0 = None;
    }
}
