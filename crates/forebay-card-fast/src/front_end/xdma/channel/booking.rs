// SPDX-License-Identifier: Apache-2.0
//! The account of a run: what has been moved, what is finished, and what the host is told of it.

use forebay_bus::host::{Purpose, Refusal};
use forebay_regs::user::counter;
use forebay_regs::xdma::chan;
use forebay_regs::{desc, poll_wb};

use super::ending::End;
use super::pieces::Piece;
use super::under_way::Finishing;
use super::{Channel, Dir, LOGGED};
use crate::fabric::Fabric;
use crate::movers::{self, host_write};

/// Causes that are logged only where CONTROL asks for them; a failure always is.
const LOGGED_ON_REQUEST: u32 = chan::status::DESC_STOPPED.mask()
    | chan::status::DESC_COMPLETED.mask()
    | chan::status::IDLE_STOPPED.mask();

impl Channel {
    /// Counts the beats of a piece.
    pub(super) fn count(&mut self, fabric: &mut Fabric, piece: &Piece) {
        let (index, host) = match self.dir {
            Dir::H2c => (counter::index::H2C_BEATS, piece.before.src),
            Dir::C2h => (counter::index::C2H_BEATS, piece.before.dst),
        };
        let moved = piece.before.moved;
        let beats = movers::beats(host, moved, moved + piece.bytes);
        fabric.status.count(index, beats);
        if chan::perf_control::RUN.is_set(self.perf_control) {
            self.perf_beats += beats;
        }
    }

    /// Books a descriptor that is finished; how the run ends, if it does.
    pub(super) fn book(&mut self, fabric: &mut Fabric, finished: Finishing) -> Option<End> {
        let Finishing { current, ended, told, .. } = finished;
        let told = told.unwrap_or_else(|| self.write_result(fabric, current, ended));
        if let Err(causes) = told {
            return Some(End::Failed(causes));
        }
        self.completed += 1;
        fabric.status.count(counter::index::DESC_DONE, 1);
        let last_of_packet = ended && desc::control::STOP_AT_EOP.is_set(current.control);
        let completed = last_of_packet || desc::control::COMPLETED.is_set(current.control);
        if last_of_packet || desc::control::STOP.is_set(current.control) {
            return Some(End::Stopped { completed });
        }
        if completed {
            self.notify(fabric, false);
            self.log(chan::status::DESC_COMPLETED.mask());
        }
        None
    }

    /// Logs causes, behind the word that says more of them.
    pub(super) fn log(&mut self, bits: u32) {
        self.line_held = self.word_stuck && !self.irq();
        self.status |= bits & LOGGED & (self.control | !LOGGED_ON_REQUEST);
    }

    pub(super) fn notify(&mut self, fabric: &mut Fabric, error: bool) {
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
