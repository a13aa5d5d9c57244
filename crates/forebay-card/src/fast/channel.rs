// SPDX-License-Identifier: Apache-2.0
//! One DMA channel: registers and the descriptor it works on.

use forebay_regs::user::counter;
use forebay_regs::xdma::{chan, sgdma};
use forebay_regs::{c2h_result, desc, poll_wb};

use super::byte_stream::BEAT_BYTES;
use super::fabric::{Fabric, lane};
use super::movers::{self, Current, Hitch, host_cause, host_write};
use super::status::BadSide;
use super::{identifier, twin};
use crate::host::Purpose;

/// Size of a descriptor.
const DESCRIPTOR_BYTES: u64 = 32;
/// Everything that may be logged into STATUS and may raise the interrupt.
const LOGGED: u32 = chan::status::DESC_STOPPED.mask()
    | chan::status::DESC_COMPLETED.mask()
    | chan::status::ALIGN_MISMATCH.mask()
    | chan::status::MAGIC_STOPPED.mask()
    | chan::status::INVALID_LENGTH.mask()
    | chan::status::IDLE_STOPPED.mask()
    | chan::status::READ_ERROR.mask()
    | chan::status::WRITE_ERROR.mask()
    | chan::status::DESC_ERROR.mask();
const CONTROL_MASK: u32 = LOGGED
    | chan::control::RUN.mask()
    | chan::control::NON_INCR.mask()
    | chan::control::POLL_WRITEBACK.mask()
    | chan::control::STREAM_WRITEBACK_DISABLE.mask();

/// Direction of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dir {
    H2c,
    C2h,
}

/// What a step of a channel came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Something happened; it stands for that many beats.
    Moved(u64),
    /// Waits for room, data, a credit or the end of a halt.
    Blocked,
    /// Nothing to do.
    Idle,
}

/// One channel.
#[derive(Debug)]
pub(super) struct Channel {
    dir: Dir,
    index: u32,
    stream: bool,
    control: u32,
    status: u32,
    enable: u32,
    completed: u32,
    write_back: u64,
    first: u64,
    adjacent: u32,
    credits: u32,
    perf_control: u32,
    perf_beats: u64,
    /// Modelled: what the descriptors counted have cost.
    perf_cycles: u64,
    /// RUN was cleared and set again before the run had ended: the next one begins when it has.
    restart: bool,
    /// Address of the next descriptor while a run is under way.
    next: Option<u64>,
    /// Descriptors that follow it in memory without a pointer of their own.
    block_left: u32,
    current: Option<Current>,
}

impl Channel {
    pub(super) const fn new(dir: Dir, index: u32, stream: bool) -> Self {
        Self {
            dir,
            index,
            stream,
            control: 0,
            status: 0,
            enable: 0,
            completed: 0,
            write_back: 0,
            first: 0,
            adjacent: 0,
            credits: 0,
            perf_control: 0,
            perf_beats: 0,
            perf_cycles: 0,
            restart: false,
            next: None,
            block_left: 0,
            current: None,
        }
    }

    pub(super) const fn busy(&self) -> bool {
        self.next.is_some()
    }

    /// An enabled cause is logged.
    pub(super) const fn irq(&self) -> bool {
        self.status & self.enable != 0
    }

    const fn target(&self) -> u32 {
        match self.dir {
            Dir::H2c => 0,
            Dir::C2h => 1,
        }
    }

    const fn set(&self, field: forebay_regs::Field) -> bool {
        field.is_set(self.control)
    }

    // ---- registers ----

    pub(super) fn read(&mut self, offset: u32) -> u32 {
        let busy = if self.busy() { chan::status::BUSY.mask() } else { 0 };
        match offset {
            chan::IDENTIFIER => identifier(self.target(), self.index, self.stream),
            chan::CONTROL => self.control,
            chan::STATUS => self.status | busy,
            chan::STATUS_RC => std::mem::take(&mut self.status) | busy,
            chan::COMPLETED_COUNT => self.completed,
            chan::ALIGNMENTS => chan::alignments::RESET,
            chan::POLL_WB_ADDR_LO => low(self.write_back),
            chan::POLL_WB_ADDR_HI => high(self.write_back),
            chan::INTERRUPT_ENABLE => self.enable,
            chan::PERF_CONTROL => self.perf_control,
            chan::PERF_CYCLES_LO => low(self.perf_cycles),
            chan::PERF_CYCLES_HI => high(self.perf_cycles),
            chan::PERF_DATA_LO => low(self.perf_beats),
            chan::PERF_DATA_HI => high(self.perf_beats),
            _ => 0,
        }
    }

    pub(super) fn write(&mut self, offset: u32, value: u32) {
        let was_running = self.set(chan::control::RUN);
        let control = [chan::CONTROL, chan::CONTROL_W1S, chan::CONTROL_W1C];
        self.control = twin(self.control, offset, control, value) & CONTROL_MASK;
        let enable =
            [chan::INTERRUPT_ENABLE, chan::INTERRUPT_ENABLE_W1S, chan::INTERRUPT_ENABLE_W1C];
        self.enable = twin(self.enable, offset, enable, value) & LOGGED;
        match offset {
            chan::STATUS => self.status &= !value,
            chan::POLL_WB_ADDR_LO => self.write_back = with_low(self.write_back, value),
            chan::POLL_WB_ADDR_HI => self.write_back = with_high(self.write_back, value),
            chan::PERF_CONTROL => {
                if chan::perf_control::CLEAR.is_set(value) {
                    self.clear_perf();
                }
                self.perf_control =
                    value & (chan::perf_control::RUN.mask() | chan::perf_control::AUTO.mask());
            }
            _ => {}
        }
        let running = self.set(chan::control::RUN);
        if running && !was_running {
            if self.busy() {
                self.restart = true;
            } else {
                self.begin();
            }
        }
        if was_running && !running {
            self.restart = false;
            self.credits = 0;
        }
    }

    pub(super) fn read_sgdma(&self, offset: u32) -> u32 {
        match offset {
            sgdma::IDENTIFIER => identifier(self.target() + 4, self.index, self.stream),
            sgdma::FIRST_DESC_LO => low(self.first),
            sgdma::FIRST_DESC_HI => high(self.first),
            sgdma::FIRST_DESC_ADJACENT => self.adjacent,
            sgdma::DESC_CREDITS => self.credits,
            _ => 0,
        }
    }

    pub(super) fn write_sgdma(&mut self, offset: u32, value: u32, credit_mode: bool) {
        match offset {
            sgdma::FIRST_DESC_LO => self.first = with_low(self.first, value),
            sgdma::FIRST_DESC_HI => self.first = with_high(self.first, value),
            sgdma::FIRST_DESC_ADJACENT => {
                self.adjacent = sgdma::first_desc_adjacent::COUNT.get(value);
            }
            sgdma::DESC_CREDITS if credit_mode => {
                let field = sgdma::desc_credits::CREDITS;
                self.credits = (self.credits + field.get(value)).min(field.max());
            }
            _ => {}
        }
    }

    /// Credits mean nothing, and are not kept, without credit mode.
    pub(super) const fn drop_credits(&mut self) {
        self.credits = 0;
    }

    // ---- runs ----

    fn begin(&mut self) {
        self.status = 0;
        self.completed = 0;
        self.next = Some(self.first);
        self.block_left = self.adjacent;
        self.current = None;
        self.restart = false;
        if chan::perf_control::RUN.is_set(self.perf_control)
            && chan::perf_control::AUTO.is_set(self.perf_control)
        {
            self.clear_perf();
        }
    }

    const fn clear_perf(&mut self) {
        self.perf_beats = 0;
        self.perf_cycles = 0;
    }

    /// The run under way may go on.
    const fn running(&self) -> bool {
        self.set(chan::control::RUN) && !self.restart
    }

    /// Does a little of the run; see [`Channel::progress`].
    pub(super) fn step(&mut self, fabric: &mut Fabric, halted: bool, credit_mode: bool) -> Step {
        let step = self.progress(fabric, halted, credit_mode);
        if let Step::Moved(cycles) = step
            && chan::perf_control::RUN.is_set(self.perf_control)
        {
            self.perf_cycles += cycles;
        }
        step
    }

    /// Does a little of the run: one fetch, or one piece of a descriptor.
    fn progress(&mut self, fabric: &mut Fabric, halted: bool, credit_mode: bool) -> Step {
        let Some(next) = self.next else { return Step::Idle };
        let Some(current) = self.current else {
            if !self.running() {
                self.finish(fabric, 0, None);
                return Step::Moved(1);
            }
            if halted || (credit_mode && self.credits == 0) {
                return Step::Blocked;
            }
            self.credits = self.credits.saturating_sub(u32::from(credit_mode));
            self.fetch(fabric, next);
            return Step::Moved(1);
        };
        let (fixed, stream) = (self.set(chan::control::NON_INCR), self.index as usize);
        let moved = match (self.dir, self.stream) {
            (Dir::H2c, false) => movers::host_to_card(fabric, current, fixed),
            (Dir::C2h, false) => movers::card_to_host(fabric, current, fixed),
            (Dir::H2c, true) => movers::host_to_stream(fabric, current, stream),
            (Dir::C2h, true) => movers::stream_to_host(fabric, current, stream),
        };
        match moved {
            Ok((bytes, ended)) => {
                self.book(fabric, current, bytes, ended);
                Step::Moved(bytes.div_ceil(BEAT_BYTES as u64).max(1))
            }
            Err(Hitch::Failed(causes)) => {
                self.finish(fabric, causes, None);
                Step::Moved(1)
            }
            // A stopped engine does not wait for a stream that may never move again.
            Err(Hitch::Blocked) if self.stream && !self.running() => {
                self.book(fabric, current, 0, true);
                Step::Moved(1)
            }
            Err(Hitch::Blocked) => Step::Blocked,
        }
    }

    fn fetch(&mut self, fabric: &mut Fabric, next: u64) {
        let addr = next & !31;
        let mut bytes = [0; 32];
        if let Err(fault) = fabric.host.dma_read_for(Purpose::Descriptor, addr, &mut bytes) {
            fabric.status.bad_address(BadSide::Host, addr);
            self.finish(fabric, host_cause(chan::status::DESC_ERROR, fault.refusal), None);
            return;
        }
        fabric.status.count(counter::index::HOST_READS, 1);
        let word = |offset: u32| {
            let at = offset as usize;
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        let pair = |offset: u32| u64::from(word(offset + 4)) << 32 | u64::from(word(offset));
        let control = word(desc::CONTROL);
        let len = u64::from(desc::length::BYTES.get(word(desc::LENGTH)));
        if control & desc::control::MAGIC.mask() != desc::control::RESET {
            self.finish(fabric, chan::status::MAGIC_STOPPED.mask(), None);
        } else if self.stream && len == 0 {
            self.finish(fabric, chan::status::INVALID_LENGTH.mask(), None);
        } else {
            // Within a block descriptors follow each other in memory, and only the last one's pointer counts.
            if self.block_left > 0 {
                self.block_left -= 1;
                self.next = Some(addr + DESCRIPTOR_BYTES);
            } else {
                self.block_left = desc::control::NEXT_ADJACENT.get(control);
                self.next = Some(pair(desc::NEXT_LO));
            }
            self.current = Some(Current {
                control,
                len,
                src: pair(desc::SRC_LO),
                dst: pair(desc::DST_LO),
                moved: 0,
            });
        }
    }

    /// Books `bytes` of the descriptor under way, and its end.
    fn book(&mut self, fabric: &mut Fabric, mut current: Current, bytes: u64, ended: bool) {
        let (index, host) = match self.dir {
            Dir::H2c => (counter::index::H2C_BEATS, current.src),
            Dir::C2h => (counter::index::C2H_BEATS, current.dst),
        };
        // Beats are those of the host bus: the lines of host memory that are touched.
        let lines = |moved: u64| match moved {
            0 => 0,
            _ => (lane(host) as u64 + moved).div_ceil(BEAT_BYTES as u64),
        };
        let beats = lines(current.moved + bytes) - lines(current.moved);
        fabric.status.count(index, beats);
        if chan::perf_control::RUN.is_set(self.perf_control) {
            self.perf_beats += beats;
        }
        current.moved += bytes;
        self.current = Some(current);
        if current.moved < current.len && !ended {
            return;
        }
        self.current = None;
        let stopped_early = ended && bytes == 0;
        if self.stream && self.dir == Dir::C2h && !self.set(chan::control::STREAM_WRITEBACK_DISABLE)
        {
            let eop = if ended && !stopped_early { c2h_result::status::EOP.mask() } else { 0 };
            let mut result = [0; 8];
            result[..4].copy_from_slice(&(c2h_result::status::RESET | eop).to_le_bytes());
            result[4..].copy_from_slice(&low(current.moved).to_le_bytes());
            let written = host_write(fabric, Purpose::WriteBack, current.src & !7, &result);
            if let Err(refusal) = written {
                self.finish(fabric, host_cause(chan::status::WRITE_ERROR, refusal), None);
                return;
            }
        }
        self.completed += 1;
        fabric.status.count(counter::index::DESC_DONE, 1);
        let completed = desc::control::COMPLETED.is_set(current.control);
        if desc::control::STOP.is_set(current.control) {
            self.finish(fabric, 0, Some(completed));
        } else if completed {
            self.log(chan::status::DESC_COMPLETED.mask());
            self.notify(fabric, false);
        }
    }

    /// Ends the run: `causes` are its error bits, `stop` says that its STOP descriptor was finished and whether that
    /// asked for COMPLETED.
    fn finish(&mut self, fabric: &mut Fabric, causes: u32, stop: Option<bool>) {
        self.next = None;
        self.current = None;
        if self.restart {
            // What this run ended with would be gone at once.
            self.begin();
            return;
        }
        let mut bits = causes;
        match stop {
            Some(true) => {
                bits |= chan::status::DESC_STOPPED.mask() | chan::status::DESC_COMPLETED.mask();
            }
            Some(false) => bits |= chan::status::DESC_STOPPED.mask(),
            None if causes == 0 => bits |= chan::status::IDLE_STOPPED.mask(),
            None => {}
        }
        self.log(bits);
        if causes != 0 || stop == Some(true) {
            self.notify(fabric, causes != 0);
        }
    }

    fn log(&mut self, bits: u32) {
        self.status |= bits & self.control & LOGGED;
    }

    fn notify(&self, fabric: &mut Fabric, error: bool) {
        if !self.set(chan::control::POLL_WRITEBACK) {
            return;
        }
        let word =
            poll_wb::word::COUNT.put(self.completed) | poll_wb::word::ERROR.put(u32::from(error));
        // A refusal is counted, and is no failure of the run.
        let _ = host_write(fabric, Purpose::WriteBack, self.write_back & !3, &word.to_le_bytes());
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half")]
const fn low(value: u64) -> u32 {
    value as u32
}

const fn high(value: u64) -> u32 {
    (value >> 32) as u32
}

const fn with_low(old: u64, value: u32) -> u64 {
    old & !0xFFFF_FFFF | value as u64
}

const fn with_high(old: u64, value: u32) -> u64 {
    old & 0xFFFF_FFFF | (value as u64) << 32
}
