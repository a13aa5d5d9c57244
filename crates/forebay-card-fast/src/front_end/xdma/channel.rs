// SPDX-License-Identifier: Apache-2.0
//! One DMA channel: its registers. What it does with them is in `run`.

mod booking;
mod descriptor;
mod doorbell;
mod ending;
mod mover;
mod pieces;
mod results;
mod run;
mod under_way;

use forebay_regs::xdma::{self, chan, sgdma, sgdma_common};

use crate::words::{identifier, twin};
use descriptor::Words;
use doorbell::{Doorbell, Heard, Line};
use run::Wish;
use under_way::Run;

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

/// One channel.
#[derive(Debug)]
pub(super) struct Channel {
    dir: Dir,
    index: u32,
    stream: bool,
    /// Its number among all channels.
    number: usize,
    control: u32,
    status: u32,
    enable: u32,
    completed: u32,
    /// Bytes of the descriptor that a stop has cut.
    partial: u32,
    write_back: u64,
    first: u64,
    adjacent: u32,
    credits: u32,
    perf_control: u32,
    perf_beats: u64,
    perf_cycles: u64,
    wish: Wish,
    doorbell: Doorbell,
    /// The descriptor of the run that the doorbell has asked for, and of the one under way as long as that has not taken it up.
    rung: Option<Words>,
    inline: Option<Words>,
    /// A run is to begin in the next step.
    begins: bool,
    /// The run under way.
    run: Option<Box<Run>>,
    /// Runs so far.
    runs: u64,
    /// The cycle up to which `PERF_CYCLES` has counted.
    perf_until: u64,
    /// Waits for an answer of the host that does not come.
    stuck: bool,
    /// The same of a poll-mode word: the run goes on, and another one does not begin.
    word_stuck: bool,
    /// The line was low when a cause was logged behind that word, and stays low.
    line_held: bool,
    /// No run begins: RUN stays 0.
    held: bool,
}

impl Channel {
    pub(super) fn new(dir: Dir, index: u32, stream: bool, number: usize) -> Self {
        Self {
            dir,
            index,
            stream,
            number,
            control: 0,
            status: 0,
            enable: 0,
            completed: 0,
            partial: 0,
            write_back: 0,
            first: 0,
            adjacent: 0,
            credits: 0,
            perf_control: 0,
            perf_beats: 0,
            perf_cycles: 0,
            wish: Wish::Run,
            doorbell: Doorbell::default(),
            rung: None,
            inline: None,
            begins: false,
            run: None,
            runs: 0,
            perf_until: 0,
            stuck: false,
            word_stuck: false,
            line_held: false,
            held: false,
        }
    }

    pub(super) const fn busy(&self) -> bool {
        self.begins || self.run.is_some() || self.stuck || self.word_stuck
    }

    /// An enabled cause is logged, and the poll-mode word that comes before its message is through.
    pub(super) const fn irq(&self) -> bool {
        self.status & self.enable != 0 && !self.line_held
    }

    /// Its bit in the registers that all channels share.
    pub(super) const fn bit(&self) -> u32 {
        match self.dir {
            Dir::H2c => self.index,
            Dir::C2h => self.index + sgdma_common::desc_halt::C2H.lsb(),
        }
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

    /// With `held`, stops the run as a cleared RUN does, and RUN stays 0 until it is told otherwise.
    pub(super) fn quiesce(&mut self, held: bool) {
        let was_running = self.set(chan::control::RUN);
        self.held = held;
        self.keep_from_running();
        if was_running && held {
            self.run_changed(false);
        }
    }

    const fn keep_from_running(&mut self) {
        if self.held {
            self.control &= !chan::control::RUN.mask();
        }
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
            chan::PARTIAL_BYTES => self.partial,
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
        self.keep_from_running();
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
        if running != was_running {
            self.run_changed(running);
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

    pub(super) fn read_doorbell(&self, offset: u32) -> u32 {
        match offset {
            xdma::doorbell::IDENTIFIER => identifier(self.target() + 9, self.index, self.stream),
            xdma::doorbell::REFUSED => self.doorbell.refused(),
            _ => 0,
        }
    }

    /// False where a line ends that does not ring.
    pub(super) fn write_doorbell(&mut self, offset: u32, value: u32) -> bool {
        if offset == xdma::doorbell::REFUSED {
            self.doorbell.clear(value);
        }
        let Some((index, _)) = xdma::doorbell::LINE.find(offset) else { return true };
        let free = self.is_free();
        let heard = self.doorbell.word(index as usize, value, free);
        self.hear(heard)
    }

    /// The same of a whole line.
    pub(super) fn store_doorbell(&mut self, line: Line) -> bool {
        let free = self.is_free();
        let heard = self.doorbell.store(line, free);
        self.hear(heard)
    }

    fn hear(&mut self, heard: Heard) -> bool {
        if let Heard::Rings(words) = heard {
            self.ring(words);
        }
        heard != Heard::Refused
    }

    /// Credits mean nothing, and are not kept, without credit mode.
    pub(super) const fn drop_credits(&mut self) {
        self.credits = 0;
    }

    const fn clear_perf(&mut self) {
        self.perf_beats = 0;
        self.perf_cycles = 0;
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
