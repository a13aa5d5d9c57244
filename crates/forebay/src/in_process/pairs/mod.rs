// SPDX-License-Identifier: Apache-2.0
//! Engines that are told where to go by pairs of an address and a length, of either direction: what their driver does is the same but for whose
//! the buffers are when, which each engine says itself.

mod channel;
mod memory;
mod owner;
mod ring;

use forebay_bus::{Card, DmaFault};

pub(super) use self::channel::{Channel, Ended, Place};
pub(super) use self::memory::{Unfit, buffers};
pub(super) use self::owner::{Owner, open};
pub(super) use self::ring::Record;
use super::capture::CaptureEngine;
use super::core::Core;
use super::transmit::TransmitEngine;
use crate::ForebayError;
use crate::registers::Registers;

/// Bytes that a stream moves in a cycle at most.
const BEAT_BYTES: u64 = 64;
/// Cycles within which an engine comes to rest: all that it has under way was sent, and is answered.
const HALT_CYCLES: u64 = 1 << 20;
const HALT_SLICE_CYCLES: u64 = 64;

/// What is said of an engine.
pub(super) struct Words {
    pub engine: &'static str,
    pub start: &'static str,
    pub end: &'static str,
    pub reset: &'static str,
}

/// An engine of one direction, with its buffers.
pub(super) trait Pairs: Send + Sized + 'static {
    type Error: From<DmaFault> + From<Ended> + From<Unfit> + Into<ForebayError>;

    const WORDS: Words;
    /// Its number among the front ends.
    const KIND: u32;
    /// Where registers of the core begin in its page.
    const CORE: u32;
    /// The fewest cycles after which somebody looks at it.
    const LEAST_SLICE: u64;
    /// Somebody has it.
    const BUSY: fn() -> ForebayError;

    /// Where it is while somebody has it, and the card beside it.
    fn slot(core: &mut Core) -> (&mut Option<Self>, &mut Box<dyn Card>);

    fn channel(&self) -> &Channel;

    fn channel_mut(&mut self) -> &mut Channel;

    /// Whether a run has a buffer to begin with.
    fn ready(&self) -> Result<(), Self::Error>;

    /// A run begins; kind of its buffers.
    fn begin(&mut self) -> u32;

    /// A buffer is finished. An error if it is not the one that was next.
    fn finish(&mut self, record: Record) -> Result<(), Ended>;

    /// Arms as many as it takes.
    fn arm(&mut self, registers: &mut dyn Registers) -> Result<(), ForebayError>;

    /// What the card had and did not finish is free.
    fn take_back(&mut self);

    /// Bytes that the card can move before somebody has to look.
    fn room(&self) -> u64;

    /// What an interrupt handler does: takes in what is finished, and arms what there is.
    fn service(&mut self, registers: &mut dyn Registers) -> Result<(), ForebayError> {
        self.walk()?;
        if self.channel().is_running() { self.arm(registers) } else { Ok(()) }
    }

    /// Takes in every record that is there.
    fn walk(&mut self) -> Result<(), ForebayError> {
        while let Some(record) = self.channel_mut().next().map_err(memory_error::<Self>)? {
            if let Err(ended) = self.finish(record) {
                self.give_up(ended);
                break;
            }
        }
        Ok(())
    }

    /// Sees whether it has ended by itself.
    fn look(&mut self, registers: &mut dyn Registers) -> Result<(), ForebayError> {
        if let Some(ended) = self.channel().look(registers)? {
            self.walk()?;
            self.give_up(ended);
        }
        Ok(())
    }

    /// It is halted: what it has told is taken in, and what it left is free. The last that it did may have failed.
    fn rest(&mut self, registers: &mut dyn Registers) -> Result<(), ForebayError> {
        let fault = self.channel().fault(registers)?;
        self.walk()?;
        match fault {
            Some(ended) => self.give_up(ended),
            None => self.take_back(),
        }
        Ok(())
    }

    /// It has ended for that reason, or for one that was found before.
    fn give_up(&mut self, ended: Ended) {
        self.channel_mut().give_up(ended);
        self.take_back();
    }
}

fn memory_error<E: Pairs>(fault: DmaFault) -> ForebayError {
    E::Error::from(fault).into()
}

/// Cycles after which somebody has to look at it, so that its stream does not wait: half of what it takes to move what is armed.
fn slice<E: Pairs>(engine: Option<&E>) -> u64 {
    let engine = engine.filter(|engine| engine.channel().is_running() && engine.room() > 0);
    engine.map_or(u64::MAX, |engine| (engine.room() / BEAT_BYTES / 2).max(E::LEAST_SLICE))
}

impl Core {
    /// Card cycles after which somebody has to look at an engine.
    pub(super) fn pairs_slice(&self) -> u64 {
        slice(self.capture.as_ref()).min(slice(self.transmit.as_ref()))
    }

    /// Looks after the engines that somebody has.
    pub(super) fn service_pairs(&mut self) -> Result<(), ForebayError> {
        if let Some(engine) = &mut self.capture {
            engine.service(&mut self.card)?;
        }
        if let Some(engine) = &mut self.transmit {
            engine.service(&mut self.card)?;
        }
        Ok(())
    }

    /// Does something to an engine, if somebody has it.
    fn with_pairs<E: Pairs>(
        &mut self,
        what: impl FnOnce(&mut E, &mut dyn Registers) -> Result<(), ForebayError>,
    ) -> Result<(), ForebayError> {
        let (slot, card) = E::slot(self);
        slot.as_mut().map_or(Ok(()), |engine| what(engine, card))
    }

    /// Lets the card work until a channel is as wanted.
    fn wait_pairs<E: Pairs>(
        &mut self,
        what: &'static str,
        done: impl Fn(&Channel, &mut dyn Registers) -> Result<bool, ForebayError>,
    ) -> Result<(), ForebayError> {
        let began = self.card.now();
        let mut over = false;
        loop {
            let mut as_wanted = true;
            self.with_pairs::<E>(|engine, card| {
                as_wanted = done(engine.channel(), card)?;
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

    /// Lets an engine run that is halted; from the beginning if it has ended by itself, or somebody has reset it.
    fn start_pairs<E: Pairs>(&mut self) -> Result<(), ForebayError> {
        let mut anew = false;
        self.with_pairs::<E>(|engine, card| {
            let channel = engine.channel();
            anew = channel.ended().is_some() || channel.has_lost_count(card)?;
            Ok(())
        })?;
        if anew {
            self.reset_pairs::<E>()?;
        }
        self.with_pairs::<E>(|engine, card| {
            let kind = engine.begin();
            engine.channel_mut().run(card, kind)
        })?;
        let runs =
            self.wait_pairs::<E>(E::WORDS.start, |channel, card| Ok(!channel.is_halted(card)?));
        if let (Err(_), Some(engine)) = (&runs, E::slot(self).0) {
            engine.channel_mut().does_not_run();
        }
        runs.and_then(|()| self.with_pairs::<E>(E::service))
    }

    /// Has an engine put back all that it knows.
    fn reset_pairs<E: Pairs>(&mut self) -> Result<(), ForebayError> {
        self.with_pairs::<E>(|engine, card| engine.channel_mut().reset(card))?;
        self.wait_pairs::<E>(E::WORDS.reset, |channel, card| {
            Ok(!channel.is_resetting(card)? && channel.is_halted(card)?)
        })?;
        self.with_pairs::<E>(|engine, _| {
            // Nothing but what it has under way: what waits for a start still does.
            if engine.room() > 0 {
                engine.take_back();
            }
            engine.channel_mut().begin_anew().map_err(memory_error::<E>)
        })
    }

    /// Has an engine end; what it has told by then is taken in, and what it left is free.
    fn stop_pairs<E: Pairs>(&mut self) -> Result<(), ForebayError> {
        // It may have ended by itself, which is not to be forgotten.
        self.with_pairs::<E>(E::look)?;
        if !self.runs_pairs::<E>() {
            return Ok(());
        }
        self.with_pairs::<E>(|engine, card| engine.channel_mut().end(card))?;
        self.wait_pairs::<E>(E::WORDS.end, Channel::is_halted)?;
        self.with_pairs::<E>(E::rest)
    }

    fn runs_pairs<E: Pairs>(&mut self) -> bool {
        E::slot(self).0.as_ref().is_some_and(|engine| engine.channel().is_running())
    }

    /// Its datapath has dropped what it had: nothing goes on with samples of another burst.
    pub(super) fn cut_pairs(&mut self) -> Result<(), ForebayError> {
        self.cut::<CaptureEngine>()?;
        self.cut::<TransmitEngine>()
    }

    fn cut<E: Pairs>(&mut self) -> Result<(), ForebayError> {
        let ran = self.runs_pairs::<E>();
        self.stop_pairs::<E>()?;
        if let (true, Some(engine)) = (ran, E::slot(self).0) {
            engine.give_up(Ended::Reset);
        }
        Ok(())
    }
}
