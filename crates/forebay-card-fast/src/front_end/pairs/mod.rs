// SPDX-License-Identifier: Apache-2.0
//! A channel of an AXI DMA in direct-register mode: a stream into buffers of host memory or out of them, by pairs of an address and a length
//! that are armed ahead. Both directions have the same registers, those of the core at distances from a base of their own.

mod course;
mod pair;
mod record;

use forebay_bus::Bar;
use forebay_regs::Feature;
use forebay_regs::user::counter;
use forebay_regs::user::s2mm::{self, armed, caps, dmacr, dmasr, length, mode, ring_lo, ring_size};

use super::{FrontEnd, Step};
use crate::fabric::Fabric;
use crate::words::{high, low, with_high, with_low};
use course::Pairs;
pub(super) use pair::Way;
use pair::{Errors, Finished, Mode, Pair};
use record::Ring;

/// What of the control register is kept as written.
const KEPT: u32 = dmacr::KEYHOLE.mask()
    | dmacr::IOC_IRQ_EN.mask()
    | dmacr::DLY_IRQ_EN.mask()
    | dmacr::ERR_IRQ_EN.mask()
    | dmacr::IRQ_THRESHOLD.mask()
    | dmacr::IRQ_DELAY.mask();
/// The core's registers end here, and how many bytes those of a channel are; what it has not of them reads as 0.
const CORE_END: u32 = 0x60;
const CHANNEL_BYTES: u32 = CORE_END - s2mm::DMACR;
/// Records lie on multiples of their size.
const RING_ALIGN: u32 = !(forebay_regs::s2mm_record::SIZE_BYTES - 1);

/// Registers, and what is behind them.
pub(super) struct Channel {
    /// Its line of the card table, and where the core's registers begin in its page.
    feature: &'static Feature,
    base: u32,
    pairs: Pairs,
    kept: u32,
    errors: Errors,
    addr: u64,
    next: u64,
    bytes: u32,
    refused: u32,
    idle: bool,
    ioc: bool,
    err: bool,
    /// A pair was armed whose address stands still, which is not done.
    hole: bool,
    mode: u32,
    ring: Ring,
    last: Finished,
    sequence: u32,
    /// It was told to come to rest.
    held: bool,
}

impl Channel {
    /// As after a reset.
    pub(super) fn new(feature: &'static Feature, base: u32, way: Way) -> Self {
        Self {
            feature,
            base,
            pairs: Pairs::new(way),
            kept: dmacr::RESET & KEPT,
            errors: Errors::default(),
            addr: 0,
            next: 0,
            bytes: 0,
            refused: 0,
            idle: false,
            ioc: false,
            err: false,
            hole: false,
            mode: 0,
            ring: Ring::default(),
            last: Finished::default(),
            sequence: 0,
            held: false,
        }
    }

    /// Which register `offset` of the card's own registers is, if it is in the page: one of the core's as the capture engine has it, or one
    /// beyond; none of what the core has not.
    fn register(&self, bar: Bar, offset: u32) -> Option<Option<u32>> {
        let page = self.feature;
        let at = offset.checked_sub(page.page).filter(|at| *at < page.page_bytes)?;
        let core = |at: u32| at.checked_sub(self.base).filter(|at| *at < CHANNEL_BYTES);
        let named = if at < CORE_END { core(at).map(|at| at + s2mm::DMACR) } else { Some(at) };
        (bar == Bar::User).then_some(named)
    }

    fn mode(&self) -> Mode {
        Mode {
            through: mode::THROUGH.is_set(self.mode),
            whole: mode::CUT.is_set(self.mode) || mode::THROUGH.is_set(self.mode),
        }
    }

    /// Whether the address of what begins is to stand still.
    const fn stands_still(&self) -> bool {
        dmacr::KEYHOLE.is_set(self.kept)
    }

    fn control(&mut self, value: u32) {
        // Up to the end of the reset it is as written, too.
        self.kept = value & KEPT;
        if dmacr::SOFT_RESET.is_set(value) {
            self.pairs.reset();
            return;
        }
        let runs = dmacr::RS.is_set(value) && self.errors == Errors::default() && !self.held;
        self.pairs.run(runs);
    }

    fn status(&self) -> u32 {
        let errors = &self.errors;
        dmasr::HALTED.put(self.pairs.is_halted().into())
            | dmasr::IDLE.put((self.idle && self.pairs.runs()).into())
            | dmasr::INT_ERR.put(errors.internal.into())
            | dmasr::SLV_ERR.put(errors.slave.into())
            | dmasr::DEC_ERR.put(errors.decode.into())
            | dmasr::IOC_IRQ.put(self.ioc.into())
            | dmasr::ERR_IRQ.put(self.err.into())
            | self.kept & (dmasr::IRQ_THRESHOLD.mask() | dmasr::IRQ_DELAY.mask())
    }

    /// Arms a pair, or counts that it was refused.
    fn arm(&mut self, addr: u64, value: u32, may: bool) -> bool {
        let len = length::BYTES.get(value);
        let taken = may && self.pairs.runs() && len != 0;
        if taken {
            self.pairs.arm(Pair { addr, len });
            // What was armed before the address stood still is under way, and stands.
            self.hole = self.stands_still();
            self.idle = false;
        } else {
            self.refused = (self.refused + 1).min(armed::REFUSED.max());
        }
        taken
    }

    /// Writes a register that stands while it runs.
    fn set(&mut self, at: u32, value: u32) -> bool {
        if !self.pairs.is_halted() {
            return false;
        }
        match at {
            s2mm::MODE => {
                let whole = mode::CUT.mask() | mode::THROUGH.mask();
                let own = if self.pairs.is_to_host() { whole } else { 0 };
                self.mode = value & (own | mode::RECORDS.mask());
            }
            s2mm::RING_LO => {
                self.ring.base = with_low(self.ring.base, ring_lo::ADDR.get(value) & RING_ALIGN);
            }
            s2mm::RING_HI => self.ring.base = with_high(self.ring.base, value),
            _ => self.ring.log2 = ring_size::LOG2.get(value),
        }
        true
    }

    /// A pair has ended: its record is written, and it is finished.
    fn finish(&mut self, fabric: &mut Fabric, finished: Finished) {
        fabric.status.count(counter::index::DESC_DONE, 1);
        self.ioc |= finished.errors == Errors::default() && !finished.stopped;
        self.fail(finished.errors);
        if mode::RECORDS.is_set(self.mode)
            && let Err(refusal) = self.ring.write(fabric, self.sequence, &finished)
        {
            // It ends the run behind its buffer, which is finished none the less.
            self.fail(Errors::of(refusal));
        }
        self.bytes = finished.bytes;
        self.sequence = self.sequence.wrapping_add(1);
        self.last = finished;
        self.idle = self.pairs.armed() == 0;
    }

    fn fail(&mut self, errors: Errors) {
        if errors != Errors::default() {
            self.errors = self.errors.or(errors);
            self.pairs.run(false);
        }
    }
}

impl FrontEnd for Channel {
    fn read(&mut self, bar: Bar, offset: u32) -> Option<u32> {
        let said = &self.last.said;
        let Some(at) = self.register(bar, offset)? else { return Some(0) };
        Some(match at {
            s2mm::STAMP_LO | s2mm::STAMP_HI | s2mm::LOST_LO if !self.pairs.is_to_host() => {
                return None;
            }
            s2mm::DMACR => {
                self.kept
                    | dmacr::FIXED.mask()
                    | dmacr::RS.put(self.pairs.wants().into())
                    | dmacr::SOFT_RESET.put(self.pairs.resets().into())
            }
            s2mm::DMASR => self.status(),
            s2mm::DA => low(self.addr),
            s2mm::DA_MSB => high(self.addr),
            s2mm::LENGTH => self.bytes,
            s2mm::CAPS => caps::RESET,
            s2mm::MODE => self.mode,
            s2mm::ARMED => armed::PAIRS.put(self.pairs.armed()) | armed::REFUSED.put(self.refused),
            s2mm::NEXT_DA => low(self.next),
            s2mm::NEXT_DA_MSB => high(self.next),
            s2mm::NEXT_LENGTH => 0,
            s2mm::STAMP_LO => low(said.stamp),
            s2mm::STAMP_HI => high(said.stamp),
            s2mm::LOST_LO => low(said.lost),
            s2mm::LOST_HI => record::lost_hi(&self.last),
            s2mm::SEQUENCE => self.sequence,
            s2mm::RING_LO => low(self.ring.base),
            s2mm::RING_HI => high(self.ring.base),
            s2mm::RING_SIZE => self.ring.log2,
            at => return (at < CORE_END).then_some(0),
        })
    }

    fn write(&mut self, bar: Bar, offset: u32, value: u32) -> bool {
        let Some(at) = self.register(bar, offset) else { return false };
        let Some(at) = at else { return true };
        match at {
            // What is kept of it while it resets is forgotten with the rest; what would begin something is refused.
            s2mm::DMACR
            | s2mm::DMASR
            | s2mm::DA
            | s2mm::DA_MSB
            | s2mm::NEXT_DA
            | s2mm::NEXT_DA_MSB
                if self.pairs.resets() => {}
            s2mm::DMACR => self.control(value),
            s2mm::DMASR => {
                self.ioc &= !dmasr::IOC_IRQ.is_set(value);
                self.err &= !dmasr::ERR_IRQ.is_set(value);
            }
            s2mm::DA => self.addr = with_low(self.addr, value),
            s2mm::DA_MSB => self.addr = with_high(self.addr, value),
            s2mm::LENGTH => {
                let may = self.pairs.armed() == 0;
                if self.arm(self.addr, value, may) && !self.pairs.is_to_host() {
                    self.bytes = length::BYTES.get(value);
                }
            }
            s2mm::NEXT_DA => self.next = with_low(self.next, value),
            s2mm::NEXT_DA_MSB => self.next = with_high(self.next, value),
            s2mm::NEXT_LENGTH => {
                let may = self.pairs.armed() < caps::PAIRS.get(caps::RESET);
                return self.arm(self.next, value, may);
            }
            s2mm::MODE | s2mm::RING_LO | s2mm::RING_HI | s2mm::RING_SIZE => {
                return self.set(at, value);
            }
            at => return at < CORE_END,
        }
        true
    }

    fn step(&mut self, fabric: &mut Fabric) -> Step {
        let step = if std::mem::take(&mut self.hole) && self.pairs.runs() {
            self.fail(Errors { internal: true, ..Errors::default() });
            Step { moved: true, next: Some(fabric.now + 1) }
        } else {
            let (step, finished) = self.pairs.step(fabric, self.mode());
            if let Some(finished) = finished {
                self.finish(fabric, finished);
            }
            step
        };
        if self.pairs.comes_to_rest() {
            self.err |= self.errors != Errors::default();
            self.idle = false;
            if self.pairs.resets() {
                let held = self.held;
                *self = Self { held, ..Self::new(self.feature, self.base, self.pairs.way()) };
            }
        }
        step
    }

    fn user_lines(&self) -> u32 {
        let ioc = self.ioc && dmacr::IOC_IRQ_EN.is_set(self.kept);
        (ioc || self.err && dmacr::ERR_IRQ_EN.is_set(self.kept)).into()
    }

    fn busy(&self) -> bool {
        self.pairs.busy()
    }

    fn quiesce(&mut self, held: bool) {
        self.held = held;
        if held {
            self.pairs.run(false);
        }
    }
}
