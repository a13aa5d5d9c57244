// SPDX-License-Identifier: Apache-2.0
//! The device behind its lock: the card, its engines, and what has finished.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use forebay_bus::{Card, Stop};
use forebay_regs::user::{self, last_bad};

use super::Held;
use super::capture::CaptureEngine;
use super::engine::{Ended, Engine, Job};
use super::place::Places;
use super::segment::Segment;
use super::transmit::TransmitEngine;
use super::watchdog::{Finding, Watch};
use crate::counters::fingerprint;
use crate::identity::Identity;
use crate::patience::Patience;
use crate::registers::Registers;
use crate::{ChannelId, Consumed, ForebayError, Stall};

/// Card cycles between two looks at a busy card; messages cut a slice short.
pub(super) const SLICE_CYCLES: u64 = 4096;
/// The same where transfers end without a message.
const LINKED_SLICE_CYCLES: u64 = 512;
/// The same before the second look at a register, which may be about to change; doubled from look to look.
const FIRST_SLICE_CYCLES: u64 = 128;
/// The same where an end is to be seen when it comes: no more than a part of the time waited so far, so that there are few looks, and each
/// is late by little.
const CLOSE_SLICE_CYCLES: u64 = 16;
const CLOSE_SHARE: u64 = 32;

pub(crate) struct Core {
    pub card: Box<dyn Card>,
    pub identity: Identity,
    pub(super) engines: Vec<Engine>,
    pub(super) outcomes: HashMap<u64, Ended>,
    next_id: u64,
    pub(super) patience: Patience,
    /// Doorbells are used, where the card has them.
    doorbells: bool,
    /// What the datapath takes, where somebody has told.
    pub(crate) consumed: Vec<Consumed>,
    /// The capture engine, while somebody captures.
    pub(super) capture: Option<CaptureEngine>,
    /// The transmit engine, while somebody sends.
    pub(super) transmit: Option<TransmitEngine>,
    /// The card's time as of the last look, for who wants to watch without the lock.
    pub cycles: Arc<AtomicU64>,
}

/// What came of a step.
pub(crate) enum Stepped {
    /// The transfer goes on.
    GoesOn,
    /// The device stands still, which somebody may like to know.
    Stands(Box<Stall>),
    /// The transfer has ended.
    Ended(Ended),
}

/// A wait for a register: since when, and what the counters were when something was last seen to move.
pub(crate) struct RegisterWatch {
    began: u64,
    moved_at: u64,
    /// None: not looked at yet, since that takes reads of the card.
    seen: Option<Vec<u32>>,
    /// The next look at the register is the last one.
    over: bool,
    slice: u64,
    close: bool,
}

impl Core {
    pub(crate) fn open(
        card: Box<dyn Card>,
        identity: Identity,
        (patience, doorbells): (Patience, bool),
    ) -> Result<Self, ForebayError> {
        let mut core = Self {
            card,
            identity,
            engines: Vec::new(),
            outcomes: HashMap::new(),
            next_id: 0,
            patience,
            doorbells,
            consumed: Vec::new(),
            capture: None,
            transmit: None,
            cycles: Arc::default(),
        };
        core.open_engines()?;
        Ok(core)
    }

    pub(super) fn open_engines(&mut self) -> Result<(), ForebayError> {
        let mut engines = Vec::new();
        // Without channels that this library knows the card still opens, and describes itself.
        if let Some(places) = Places::of(&self.identity, self.card.layout()) {
            for (bit, channel) in (0..).zip(self.identity.channels()) {
                let engine = Engine::open(&mut *self.card, &places, channel, bit, self.doorbells)?;
                engines.push(engine);
            }
        }
        self.engines = engines;
        Ok(())
    }

    pub(crate) fn engine(&mut self, channel: ChannelId) -> Result<&mut Engine, ForebayError> {
        if self.engines.is_empty() {
            return Err(ForebayError::NoFeature { what: "set of DMA channels" });
        }
        let present = self.identity.channel_count(channel);
        self.engines
            .iter_mut()
            .find(|engine| engine.channel == channel)
            .ok_or(ForebayError::NoSuchChannel { channel, present })
    }

    /// Queues a transfer and starts it if its channel is free.
    pub(crate) fn submit(
        &mut self,
        channel: ChannelId,
        pieces: impl IntoIterator<Item = Segment>,
        held: Held,
        chain: Option<u64>,
    ) -> Result<u64, ForebayError> {
        let id = self.next_id;
        self.next_id += 1;
        self.engine(channel)?.submit(Job::new(id, pieces, held).in_chain(chain));
        if let Err(error) = self.poll() {
            // Nobody will wait for it, and its memory is its owner's again.
            self.forget(channel, id);
            return Err(error);
        }
        Ok(id)
    }

    /// Looks at every engine once. Whether a transfer has ended or something was started.
    pub(crate) fn poll(&mut self) -> Result<bool, ForebayError> {
        let mut ended = Vec::new();
        let polled = self.engines.iter_mut().try_fold(false, |any, engine| {
            engine.poll(&mut *self.card, &mut ended).map(|started| any | started)
        });
        let any = !ended.is_empty();
        let mut told = Ok(());
        for mut outcome in ended {
            if let Err(error) = &mut outcome.result {
                told = told.and(add_bad_addresses(&mut self.card, error));
            }
            self.outcomes.insert(outcome.id, outcome);
        }
        let started = polled?;
        told.map(|()| any | started)
    }

    /// Advances the card a little, and watches that it gets on.
    pub(crate) fn step(
        &mut self,
        channel: ChannelId,
        id: u64,
        watch: &mut Watch,
    ) -> Result<Stepped, ForebayError> {
        self.poll()?;
        if let Some(outcome) = self.outcomes.remove(&id) {
            return Ok(Stepped::Ended(outcome));
        }
        // Of the end of a transfer that another one is linked to no message tells.
        let linked = self.engine(channel)?.is_linked();
        let slice = if linked { LINKED_SLICE_CYCLES } else { SLICE_CYCLES };
        let stop = self.advance_slice(slice)?;
        let finished = self.poll()?;
        let mut stands = None;
        if !self.outcomes.contains_key(&id) {
            if stop == Stop::Idle && !finished && self.all_quiet() {
                watch.rest(slice);
            }
            match self.watch(watch)? {
                Finding::GoesOn => {}
                Finding::Stands(stall) => stands = Some(stall),
                Finding::Over(stall) => self.recover(Some((channel, id, stall)))?,
            }
        }
        match self.outcomes.remove(&id) {
            Some(outcome) => Ok(Stepped::Ended(outcome)),
            // Nobody will ever end a transfer that no engine has.
            None if !self.engine(channel)?.holds(id) => {
                Err(ForebayError::Cancelled { channel, bytes: 0 })
            }
            None => Ok(stands.map_or(Stepped::GoesOn, Stepped::Stands)),
        }
    }

    /// Looks whether a transfer has ended, with the messages that have come.
    pub(crate) fn has_ended(&mut self, channel: ChannelId, id: u64) -> Result<bool, ForebayError> {
        let vectors = self.card.take_messages();
        self.engines.iter_mut().for_each(|engine| engine.hear(vectors, false));
        self.poll()?;
        Ok(self.outcomes.contains_key(&id) || !self.engine(channel)?.holds(id))
    }

    pub(super) fn advance_slice(&mut self, cycles: u64) -> Result<Stop, ForebayError> {
        let end = self.card.now().saturating_add(cycles);
        loop {
            let left = end.saturating_sub(self.card.now());
            let stop = self.card.advance(left.min(self.pairs_slice()))?;
            let vectors = self.card.take_messages();
            self.engines.iter_mut().for_each(|engine| engine.hear(vectors, stop == Stop::Idle));
            self.cycles.store(self.card.now(), Ordering::Relaxed);
            self.service_pairs()?;
            if stop != Stop::Budget || self.card.now() >= end {
                return Ok(stop);
            }
        }
    }

    /// Lets the card work a little, and looks what has come of it. Whether it has come to rest.
    pub(super) fn pass(&mut self, cycles: u64) -> Result<bool, ForebayError> {
        let stop = self.advance_slice(cycles)?;
        let moved = self.poll()?;
        Ok(stop == Stop::Idle && !moved && self.all_quiet())
    }

    /// An idle card will not move on its own, unless the last look has just started something.
    pub(super) fn all_quiet(&mut self) -> bool {
        matches!(self.card.advance(1), Ok(Stop::Idle))
    }

    /// Forgets a transfer nobody waits for; it is aborted if it has not ended.
    pub(crate) fn forget(&mut self, channel: ChannelId, id: u64) {
        if self.outcomes.remove(&id).is_some() {
            return;
        }
        // The caller has given up the transfer; an engine that cannot be stopped shows at its next use.
        if let Ok(engine) = self.engine(channel)
            && engine.holds(id)
        {
            let _ = self.recover(None);
            self.outcomes.remove(&id);
        }
    }

    /// Begins to wait for a register of the card's own.
    pub(crate) fn begin_wait(&mut self) -> Result<RegisterWatch, ForebayError> {
        let began = self.card.now();
        let seen = fingerprint(&mut self.card, &self.identity)?;
        let (moved_at, seen, slice) = (began, Some(seen), FIRST_SLICE_CYCLES);
        Ok(RegisterWatch { began, moved_at, seen, over: false, slice, close: false })
    }

    /// The same without an access to the card, for an end that is to be seen when it comes.
    pub(crate) fn begin_close_wait(&self) -> RegisterWatch {
        let (began, slice) = (self.card.now(), CLOSE_SLICE_CYCLES);
        RegisterWatch { began, moved_at: began, seen: None, over: false, slice, close: true }
    }

    /// Lets the card work a little, since the register still reads `value`. Gives up when the card has come to rest, or when nothing
    /// has moved for as long as the stall limit says.
    pub(crate) fn go_on_waiting(
        &mut self,
        watch: &mut RegisterWatch,
        what: &'static str,
        value: u32,
    ) -> Result<(), ForebayError> {
        let patience = self.patience.register_cycles();
        if self.card.now() > watch.moved_at.saturating_add(patience) {
            let seen = Some(fingerprint(&mut self.card, &self.identity)?);
            watch.over |= seen == watch.seen;
            (watch.moved_at, watch.seen) = (self.card.now(), seen);
        }
        if watch.over {
            let waited = self.card.now() - watch.began;
            return Err(ForebayError::RegisterWait { what, value, waited });
        }
        // A card that has come to rest has its last word in the register, which is looked at once more.
        watch.over = self.pass(watch.slice)?;
        let waited = self.card.now() - watch.began;
        watch.slice = if watch.close {
            (waited / CLOSE_SHARE).clamp(CLOSE_SLICE_CYCLES, SLICE_CYCLES)
        } else {
            SLICE_CYCLES.min(2 * watch.slice)
        };
        Ok(())
    }
}

/// Completes an engine error with the addresses the status block kept.
fn add_bad_addresses(
    registers: &mut dyn Registers,
    error: &mut ForebayError,
) -> Result<(), ForebayError> {
    if let ForebayError::Engine { bad_host_addr, bad_card_addr, .. } = error {
        *bad_host_addr = registers.read_pair(user::LAST_BAD.base() + last_bad::HOST_LO)?;
        *bad_card_addr = registers.read_pair(user::LAST_BAD.base() + last_bad::CARD_LO)?;
    }
    Ok(())
}
