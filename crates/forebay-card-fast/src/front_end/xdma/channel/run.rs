// SPDX-License-Identifier: Apache-2.0
//! The run of a channel: fetch, move, book, and every way in which it ends.

use forebay_bus::host::{Purpose, Refusal};
use forebay_regs::user::counter;
use forebay_regs::xdma::chan;
use forebay_regs::{Field, c2h_result, desc, poll_wb};

use super::descriptor::Words;
use super::{Channel, Dir, LOGGED, Step, low};
use crate::byte_stream::BEAT_BYTES;
use crate::fabric::Fabric;
use crate::movers::{self, Current, Half, Hitch, host_write};

/// Causes that are logged only where CONTROL asks for them; a failure always is.
const LOGGED_ON_REQUEST: u32 = chan::status::DESC_STOPPED.mask()
    | chan::status::DESC_COMPLETED.mask()
    | chan::status::IDLE_STOPPED.mask();

/// In place of error bits: the host does not answer, and will not. No STATUS bit has this place.
const NO_ANSWER: u32 = 1 << 31;

/// The bit of an error group that stands for a refusal, or [`NO_ANSWER`].
pub(super) const fn error_bits(field: Field, refusal: Refusal) -> u32 {
    field.put(match refusal {
        Refusal::Unsupported => 1,
        Refusal::Abort => 2,
        Refusal::Poisoned => 8,
        Refusal::Unanswered => return NO_ANSWER,
    })
}

/// What software wants of the run under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// To go on.
    Run,
    /// To come to rest: RUN was cleared.
    Stop,
    /// To make way for another one: RUN was cleared and set again.
    Replace,
}

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// By a descriptor that says so; whether that asked for COMPLETED.
    Stopped { completed: bool },
    /// By a cleared RUN; bytes of the descriptor that was cut.
    Cancelled { partial: u64 },
    /// By an error, with its bits.
    Failed(u32),
}

impl Channel {
    /// Whether a run may begin: none is under way or asked for. Its last word may be on its way still.
    pub(super) const fn is_free(&self) -> bool {
        self.next.is_none() && !self.stuck && !self.held && !matches!(self.wish, Wish::Replace)
    }

    /// The doorbell has rung, at rest.
    pub(super) fn ring(&mut self, words: Words) {
        self.rung = Some(words);
        self.control |= chan::control::RUN.mask();
        self.run_changed(true);
    }

    /// RUN has changed.
    pub(super) fn run_changed(&mut self, running: bool) {
        match (running, self.busy()) {
            (true, false) => self.begin(),
            (true, true) => self.wish = Wish::Replace,
            (false, busy) => {
                self.rung = None;
                self.credits = 0;
                self.wish = if busy { Wish::Stop } else { Wish::Run };
            }
        }
    }

    fn begin(&mut self) {
        self.status = 0;
        self.completed = 0;
        self.partial = 0;
        self.next = Some(self.first);
        self.block_left = self.adjacent;
        self.inline = self.rung.take();
        self.current = None;
        self.wish = Wish::Run;
        if chan::perf_control::RUN.is_set(self.perf_control)
            && chan::perf_control::AUTO.is_set(self.perf_control)
        {
            self.clear_perf();
        }
    }

    /// Does a little of the run; see [`Channel::progress`].
    pub(in super::super) fn step(
        &mut self,
        fabric: &mut Fabric,
        halted: bool,
        credit_mode: bool,
    ) -> Step {
        let step = self.progress(fabric, halted, credit_mode);
        if let Step::Moved(cycles) = step
            && chan::perf_control::RUN.is_set(self.perf_control)
        {
            self.perf_cycles += cycles;
        }
        step
    }

    /// Does a little of the run: one fetch, one piece of a descriptor, or its end.
    fn progress(&mut self, fabric: &mut Fabric, halted: bool, credit_mode: bool) -> Step {
        if self.stuck {
            return Step::Blocked;
        }
        let Some(next) = self.next else { return Step::Idle };
        if self.wish == Wish::Replace && self.word_stuck {
            return Step::Blocked;
        }
        if self.wish != Wish::Run {
            self.cancel(fabric);
            return Step::Moved(1);
        }
        let Some(current) = self.current else {
            if let Some(words) = self.inline.take() {
                self.accept_rung(fabric, words);
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
            Err(Hitch::Failed(half, refusal)) => {
                let field = match half {
                    Half::Read => chan::status::READ_ERROR,
                    Half::Write => chan::status::WRITE_ERROR,
                };
                self.finish(fabric, End::Failed(error_bits(field, refusal)));
                Step::Moved(1)
            }
            Err(Hitch::Blocked) => Step::Blocked,
        }
    }

    /// Books `bytes` of the descriptor under way; `ended` says that a packet ended with them.
    fn book(&mut self, fabric: &mut Fabric, mut current: Current, bytes: u64, ended: bool) {
        let (index, host) = match self.dir {
            Dir::H2c => (counter::index::H2C_BEATS, current.src),
            Dir::C2h => (counter::index::C2H_BEATS, current.dst),
        };
        let beats = movers::beats(host, current.moved, current.moved + bytes);
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
        if let Err(causes) = self.write_result(fabric, current, ended) {
            self.finish(fabric, End::Failed(causes));
            return;
        }
        self.completed += 1;
        fabric.status.count(counter::index::DESC_DONE, 1);
        let last_of_packet = ended && desc::control::STOP_AT_EOP.is_set(current.control);
        let completed = last_of_packet || desc::control::COMPLETED.is_set(current.control);
        if last_of_packet || desc::control::STOP.is_set(current.control) {
            self.finish(fabric, End::Stopped { completed });
        } else if completed {
            self.notify(fabric, false);
            self.log(chan::status::DESC_COMPLETED.mask());
        }
    }

    /// Writes what a C2H stream has brought of a descriptor; `Err` has the error bits.
    fn write_result(&self, fabric: &mut Fabric, done: Current, eop: bool) -> Result<(), u32> {
        let wanted = self.stream
            && self.dir == Dir::C2h
            && !self.set(chan::control::STREAM_WRITEBACK_DISABLE);
        if !wanted {
            return Ok(());
        }
        let eop = if eop { c2h_result::status::EOP.mask() } else { 0 };
        let mut result = [0; 8];
        result[..4].copy_from_slice(&(c2h_result::status::RESET | eop).to_le_bytes());
        result[4..].copy_from_slice(&low(done.moved).to_le_bytes());
        host_write(fabric, Purpose::WriteBack, done.src & !7, &result)
            .map_err(|refusal| error_bits(chan::status::WRITE_ERROR, refusal))
    }

    /// Cuts the descriptor under way and ends the run. What has been moved of it is told, and it is not counted.
    fn cancel(&mut self, fabric: &mut Fabric) {
        let mut end = End::Cancelled { partial: 0 };
        if let Some(cut) = self.current.take().filter(|cut| cut.moved > 0) {
            end = match self.write_result(fabric, cut, false) {
                Ok(()) => End::Cancelled { partial: cut.moved },
                Err(causes) => End::Failed(causes),
            };
        }
        self.finish(fabric, end);
    }

    pub(super) fn finish(&mut self, fabric: &mut Fabric, end: End) {
        if matches!(end, End::Failed(NO_ANSWER)) {
            self.stuck = true;
            return;
        }
        self.next = None;
        self.inline = None;
        self.current = None;
        let stopped = matches!(end, End::Stopped { .. });
        if self.stream && self.dir == Dir::H2c && !stopped {
            // What a run has sent of a packet that it will not finish must not lead the next one.
            fabric.from_host[self.index as usize].close_packet();
        }
        if self.wish == Wish::Replace {
            // What this run ended with would be gone at once.
            self.begin();
            return;
        }
        self.wish = Wish::Run;
        match end {
            End::Stopped { completed } => {
                if completed {
                    self.notify(fabric, false);
                }
                let with = if completed { chan::status::DESC_COMPLETED.mask() } else { 0 };
                self.log(chan::status::DESC_STOPPED.mask() | with);
            }
            End::Cancelled { partial } => {
                self.partial = low(partial);
                self.log(chan::status::IDLE_STOPPED.mask());
            }
            End::Failed(causes) => {
                self.notify(fabric, true);
                self.log(causes);
            }
        }
    }

    /// Logs causes, behind the word that says more of them.
    fn log(&mut self, bits: u32) {
        self.line_held = self.word_stuck && !self.irq();
        self.status |= bits & LOGGED & (self.control | !LOGGED_ON_REQUEST);
    }

    fn notify(&mut self, fabric: &mut Fabric, error: bool) {
        // One word at a time is on its way.
        if !self.set(chan::control::POLL_WRITEBACK) || self.word_stuck {
            return;
        }
        let word =
            poll_wb::word::COUNT.put(self.completed) | poll_wb::word::ERROR.put(u32::from(error));
        let address = self.write_back & !3;
        // A refusal is counted, and is no failure of the run.
        let written = host_write(fabric, Purpose::WriteBack, address, &word.to_le_bytes());
        self.word_stuck = written == Err(Refusal::Unanswered);
    }
}
