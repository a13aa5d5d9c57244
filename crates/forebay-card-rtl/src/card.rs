// SPDX-License-Identifier: Apache-2.0
//! [`RtlCard`]: the simulation and the link in step.

use std::path::Path;

use forebay_builds::Build;
use forebay_bus::{Bar, Body, Card, CardError, HostMemory, Layout, LinkParams, Stop};

use crate::error::RtlError;
use crate::ffi::Sim;
use crate::link::HostLink;
use crate::locate;
use crate::structs::{SimIn, SimOut};

/// Cycles of reset at least.
const RESET_CYCLES: u64 = 16;
/// A reset takes this part of a second of the card at most, as a function-level reset does. What keeps it is a few packets on
/// the wire.
const MOST_RESETS_PER_SECOND: u64 = 10;
/// Cycles without any activity after which the card is idle: more than any path from a register write to the
/// busy signal.
const QUIET_CYCLES: u32 = 8;

/// The RTL card. Its cycles are exact; one cycle is simulated only when something may happen in it: while a card stands still
/// that an access is on its way to, time goes on and the card's own clock does not.
pub struct RtlCard {
    sim: Sim,
    link: HostLink,
    input: SimIn,
    output: SimOut,
    /// Card cycles that have passed, simulated or not.
    now: u64,
    /// Cycles in a row in which nothing went on.
    quiet: u32,
    /// A message has arrived that no [`Card::advance`] has reported.
    message: bool,
    variant: String,
    layout: &'static Layout,
}

impl RtlCard {
    /// Makes a card of the build `variant` ([`forebay_builds::names`]) behind the given link, out of reset. With `wave`, every
    /// cycle goes into that FST file.
    ///
    /// # Errors
    /// [`CardError::Link`], [`CardError::UnknownCard`], or a library that is missing or does not fit, or a waveform file that cannot
    /// be written.
    pub fn open(variant: &str, link: LinkParams, wave: Option<&Path>) -> Result<Self, CardError> {
        link.check()?;
        let build = Build::find(variant)?;
        let sim = Sim::open(&locate::library(&build)?, wave)?;
        let mut card = Self {
            sim,
            link: HostLink::new(link, HostMemory::new(), build.layout),
            input: SimIn::default(),
            output: SimOut::default(),
            now: 0,
            quiet: 0,
            message: false,
            variant: variant.to_owned(),
            layout: build.layout,
        };
        card.input.rst = 1;
        card.reset()?;
        card.input.rst = 0;
        Ok(card)
    }

    /// Name of the card build.
    #[must_use]
    pub fn variant(&self) -> &str {
        &self.variant
    }

    /// Parameters of the link model.
    #[must_use]
    pub fn link(&self) -> &LinkParams {
        self.link.params()
    }

    /// Whether a store has left that is not at the card yet. How long it takes depends on what else is on the wire.
    #[must_use]
    pub fn is_store_on_its_way(&self) -> bool {
        self.link.is_accessed()
    }

    /// Simulates one cycle. An access that has gone unanswered for too long is an error once, and stays where it is.
    fn cycle(&mut self) -> Result<(), CardError> {
        self.message |= self.link.drive(self.now, &mut self.input);
        let ended = self.sim.cycle(&self.input, &mut self.output);
        let cycle = self.now;
        self.now += 1;
        let failure = |what| RtlError::Simulation { variant: self.variant.clone(), cycle, what };
        ended.map_err(failure)?;
        if self.input.rst == 0 {
            self.link.react(&self.input, &self.output).map_err(failure)?;
        }
        let active = self.output.busy != 0 || !self.link.is_idle();
        self.quiet = if active { 0 } else { self.quiet.saturating_add(1) };
        self.link.take_overdue().map_or(Ok(()), Err)
    }

    /// Goes on in time, to `end` at most: by one cycle, or to where something happens again to a card that stands still.
    fn step(&mut self, end: u64) -> Result<(), CardError> {
        if self.quiet < QUIET_CYCLES {
            return self.cycle();
        }
        let next = self.link.next_access().map_or(end, |next| next.min(end));
        if next <= self.now || next == u64::MAX {
            return self.cycle();
        }
        self.now = next;
        Ok(())
    }
}

impl Card for RtlCard {
    fn body(&self) -> Body {
        Body::Rtl
    }

    fn layout(&self) -> &'static Layout {
        self.layout
    }

    fn host(&self) -> &HostMemory {
        self.link.host()
    }

    fn mmio_read(&mut self, bar: Bar, offset: u64, data: &mut [u8]) -> Result<(), CardError> {
        data.fill(0xff);
        bar.check_read(self.layout, offset, data.len())?;
        self.link.read(self.now, bar, offset, data.len());
        loop {
            if let Some(answer) = self.link.take_answer(self.now) {
                data.copy_from_slice(answer);
                return Ok(());
            }
            if let Err(error) = self.step(u64::MAX) {
                self.link.give_up_read();
                return Err(error);
            }
        }
    }

    fn mmio_write(&mut self, bar: Bar, offset: u64, data: &[u8]) -> Result<(), CardError> {
        bar.check_write(self.layout, offset, data.len())?;
        while !self.link.has_room(self.now, data.len()) {
            self.step(self.link.next_room().unwrap_or(u64::MAX))?;
        }
        self.link.write(self.now, bar, offset, data);
        Ok(())
    }

    fn advance(&mut self, cycles: u64) -> Result<Stop, CardError> {
        let end = self.now.saturating_add(cycles);
        loop {
            if std::mem::take(&mut self.message) {
                return Ok(Stop::Message);
            }
            if self.quiet >= QUIET_CYCLES && !self.link.is_accessed() {
                return Ok(Stop::Idle);
            }
            if self.now == end {
                return Ok(Stop::Budget);
            }
            self.step(end)?;
        }
    }

    fn now(&self) -> u64 {
        self.now
    }

    fn take_messages(&mut self) -> u32 {
        self.message = false;
        self.link.take_messages()
    }

    fn reset(&mut self) -> Result<(), CardError> {
        let most = self.link.params().clock_hz / MOST_RESETS_PER_SECOND;
        let began = self.now;
        self.input.rst_card = 1;
        self.link.card_reset();
        while self.now - began < RESET_CYCLES || !self.link.is_quiesced(&self.output) {
            if self.now - began == most {
                return Err(RtlError::Simulation {
                    variant: self.variant.clone(),
                    cycle: self.now,
                    what: format!("writes are still open after {most} cycles of reset"),
                }
                .into());
            }
            self.cycle()?;
            self.link.card_reset();
        }
        self.message = false;
        self.input.rst_card = 0;
        self.quiet = 0;
        Ok(())
    }
}

impl std::fmt::Debug for RtlCard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RtlCard")
            .field("variant", &self.variant)
            .field("now", &self.now)
            .finish_non_exhaustive()
    }
}
