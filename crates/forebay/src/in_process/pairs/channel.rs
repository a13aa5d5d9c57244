// SPDX-License-Identifier: Apache-2.0
//! A channel of an AXI DMA, whichever its direction: its registers, the ring of its records, and whether it runs.

use forebay_bus::{CardError, DmaFault, HostMemory};
use forebay_regs::user::mm2s;
use forebay_regs::user::s2mm::{self, dmacr, dmasr, mode};

use super::ring::{RECORDS_LOG2, Record, Ring};
use crate::ForebayError;
use crate::capture::EngineFault;
use crate::registers::Registers;

// Names are those of the channel to the host; the other one has the same registers, those of the core from another place on.
const _: () = assert!(
    s2mm::DMASR - s2mm::DMACR == mm2s::DMASR - mm2s::DMACR
        && s2mm::CAPS == mm2s::CAPS
        && s2mm::MODE == mm2s::MODE
        && s2mm::NEXT_DA == mm2s::NEXT_SA
        && s2mm::NEXT_LENGTH == mm2s::NEXT_LENGTH
        && s2mm::RING_LO == mm2s::RING_LO
        && s2mm::RING_SIZE == mm2s::RING_SIZE
        && s2mm::SEQUENCE == mm2s::SEQUENCE
);

/// Why it does not run any more.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Ended {
    /// With an error, and this status.
    Fault(EngineFault, u32),
    Reset,
}

/// Where a channel is, and how many pairs it takes.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Place {
    pub page: u32,
    /// Where registers of the core begin in it.
    pub core: u32,
    pub pairs: usize,
}

pub(in super::super) struct Channel {
    place: Place,
    host: HostMemory,
    ring: Ring,
    running: bool,
    ended: Option<Ended>,
    /// Times that it ended by itself.
    errors: u32,
}

impl Channel {
    pub(in super::super) fn new(place: Place, host: &HostMemory) -> Result<Self, CardError> {
        let (host, ring) = (host.clone(), Ring::new(host)?);
        Ok(Self { place, host, ring, running: false, ended: None, errors: 0 })
    }

    pub(in super::super) const fn is_running(&self) -> bool {
        self.running
    }

    pub(in super::super) const fn ended(&self) -> Option<Ended> {
        self.ended
    }

    pub(in super::super) const fn errors(&self) -> u32 {
        self.errors
    }

    /// Pairs that it takes.
    pub(in super::super) const fn pairs(&self) -> usize {
        self.place.pairs
    }

    pub(in super::super) const fn host(&self) -> &HostMemory {
        &self.host
    }

    /// Number of the last record that was seen, which the engine counts.
    pub(in super::super) const fn seen(&self) -> u32 {
        self.ring.seen()
    }

    const fn at(&self, register: u32) -> u32 {
        let Place { page, core, .. } = self.place;
        page + if register < s2mm::CAPS { register - s2mm::DMACR + core } else { register }
    }

    /// Whether it has come to rest.
    pub(super) fn is_halted(&self, registers: &mut dyn Registers) -> Result<bool, ForebayError> {
        Ok(dmasr::HALTED.is_set(registers.read(self.at(s2mm::DMASR))?))
    }

    /// Whether somebody has reset it since it was last heard of: it counts buffers from the beginning then.
    pub(super) fn has_lost_count(
        &self,
        registers: &mut dyn Registers,
    ) -> Result<bool, ForebayError> {
        Ok(registers.read(self.at(s2mm::SEQUENCE))? != self.ring.seen())
    }

    /// Tells it to put every register back, which takes it some cycles.
    pub(super) fn reset(&mut self, registers: &mut dyn Registers) -> Result<(), ForebayError> {
        self.running = false;
        registers.write(self.at(s2mm::DMACR), dmacr::SOFT_RESET.mask())
    }

    /// Whether it is resetting.
    pub(super) fn is_resetting(&self, registers: &mut dyn Registers) -> Result<bool, ForebayError> {
        Ok(dmacr::SOFT_RESET.is_set(registers.read(self.at(s2mm::DMACR))?))
    }

    /// It has been reset.
    pub(super) fn begin_anew(&mut self) -> Result<(), DmaFault> {
        self.ended = None;
        self.ring.restart()
    }

    /// Lets it run with buffers of that kind; it is halted.
    pub(super) fn run(
        &mut self,
        registers: &mut dyn Registers,
        kind: u32,
    ) -> Result<(), ForebayError> {
        registers.write(self.at(s2mm::MODE), kind | mode::RECORDS.mask())?;
        registers.write_pair(self.at(s2mm::RING_LO), self.ring.addr())?;
        registers.write(self.at(s2mm::RING_SIZE), RECORDS_LOG2)?;
        registers.write(self.at(s2mm::DMACR), dmacr::RS.mask())?;
        self.running = true;
        Ok(())
    }

    /// Tells it to end.
    pub(super) fn end(&mut self, registers: &mut dyn Registers) -> Result<(), ForebayError> {
        self.running = false;
        registers.write(self.at(s2mm::DMACR), 0)
    }

    /// It does not begin to run.
    pub(super) const fn does_not_run(&mut self) {
        self.running = false;
    }

    /// Arms a pair behind those that are armed.
    pub(in super::super) fn arm(
        &self,
        registers: &mut dyn Registers,
        addr: u64,
        bytes: u32,
    ) -> Result<(), ForebayError> {
        registers.write_pair(self.at(s2mm::NEXT_DA), addr)?;
        registers.write(self.at(s2mm::NEXT_LENGTH), bytes)
    }

    /// The next record, if it is there.
    pub(super) fn next(&mut self) -> Result<Option<Record>, DmaFault> {
        self.ring.next()
    }

    /// How it has ended by itself, if it runs and has.
    pub(super) fn look(
        &self,
        registers: &mut dyn Registers,
    ) -> Result<Option<Ended>, ForebayError> {
        if !self.running {
            return Ok(None);
        }
        let status = registers.read(self.at(s2mm::DMASR))?;
        let halted = dmasr::HALTED.is_set(status);
        Ok(halted.then(|| fault(status).unwrap_or(Ended::Reset)))
    }

    /// The error that its status names, if it names one.
    pub(super) fn fault(
        &self,
        registers: &mut dyn Registers,
    ) -> Result<Option<Ended>, ForebayError> {
        Ok(fault(registers.read(self.at(s2mm::DMASR))?))
    }

    /// It has ended for that reason, or for one that was found before.
    pub(super) const fn give_up(&mut self, ended: Ended) {
        self.running = false;
        if self.ended.is_none() {
            self.ended = Some(ended);
            self.errors += 1;
        }
    }
}

fn fault(status: u32) -> Option<Ended> {
    EngineFault::of(status).map(|cause| Ended::Fault(cause, status))
}
