// SPDX-License-Identifier: Apache-2.0
//! Every way in which a run ends, and when.

use forebay_bus::host::Refusal;
use forebay_regs::Field;
use forebay_regs::xdma::chan;

use super::run::Wish;
use super::under_way::Run;
use super::{Channel, Dir, low};
use crate::dma::{WORDS, facts};
use crate::fabric::Fabric;
use crate::movers::count_refusal;

/// In place of error bits: the host does not answer, and will not. No STATUS bit has this place.
pub(super) const NO_ANSWER: u32 = 1 << 31;

/// The bit of an error group that stands for a refusal, or [`NO_ANSWER`].
pub(super) const fn error_bits(field: Field, refusal: Refusal) -> u32 {
    field.put(match refusal {
        Refusal::Unsupported => 1,
        Refusal::Abort => 2,
        Refusal::Poisoned => 8,
        Refusal::Unanswered => return NO_ANSWER,
    })
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
    /// When a run that has nothing more to do is over for the host.
    pub(super) fn end_at(&self, fabric: &mut Fabric) -> u64 {
        let mut at = fabric.now + facts::END;
        if self.set(chan::control::POLL_WRITEBACK) {
            at = fabric.wires.post(at + facts::WORD, facts::WORD_BYTES) + facts::WORD_ANSWER;
        }
        if self.enable == 0 { at } else { fabric.wires.message(at + facts::MESSAGE) }
    }

    /// How a run that was stopped ends: what has been moved of the descriptor at hand is told, and it is not counted.
    pub(super) fn end_of_cut(&mut self, fabric: &mut Fabric, run: &Run) -> End {
        let Some(cut) = run.cut else { return End::Cancelled { partial: 0 } };
        match self.write_result(fabric, cut, false) {
            Ok(()) => End::Cancelled { partial: cut.moved },
            Err(causes) => End::Failed(causes),
        }
    }

    pub(super) fn finish(&mut self, fabric: &mut Fabric, mut run: Run, end: End) {
        run.mover.clear(fabric);
        if fabric.wires.words.is_of(run.asker.channel) {
            fabric.wires.turns.forget(WORDS);
            fabric.wires.words.gone(fabric.now, run.asker.channel);
        }
        self.inline = None;
        if matches!(end, End::Failed(NO_ANSWER)) {
            self.stuck = true;
            return;
        }
        if let End::Failed(causes) = end
            && causes & chan::status::DESC_ERROR.mask() != 0
            && let Some((addr, refusal)) = run.fetch.refused()
        {
            count_refusal(fabric, addr, refusal);
        }
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
}
