// SPDX-License-Identifier: Apache-2.0
//! What every schedule ends with.

use forebay_bus::{Bar, CardExt};
use forebay_regs::card::FAULT_PAGE;
use forebay_regs::fault;

use crate::HostileError;
use crate::player::{MESSAGE_CYCLES, Player, SETTLE_CYCLES};
use crate::schedule::{CHANNELS, Chain, Piece};

impl Player {
    /// Everything comes to rest, what the streams hold comes out, and every channel works.
    pub(crate) fn end(&mut self) -> Result<(), HostileError> {
        self.card.write32(Bar::User, FAULT_PAGE + fault::ARM, 0)?;
        for channel in 0..CHANNELS {
            self.rest(channel)?;
        }
        if (0..CHANNELS).any(|channel| self.waits_for_ever(channel)) {
            self.reset()?;
        }
        // What follows is the same every time, and would fill the table.
        let covered = self.coverage.clone();
        self.drain()?;
        for channel in [0, 1, 4, 5] {
            self.start(simple(channel, &[(777, false), (64, true)]))?;
            self.advance_paced(SETTLE_CYCLES)?;
            self.finish_whole(channel)?;
        }
        for channel in [2, 3] {
            self.start(simple(channel, &[(1000, false), (100, false), (64, true), (1, true)]))?;
            self.advance_paced(SETTLE_CYCLES)?;
            self.finish_whole(channel)?;
        }
        self.drain()?;
        self.advance_paced(MESSAGE_CYCLES)?;
        for channel in 0..CHANNELS {
            self.expect_no_messages(channel)?;
        }
        self.coverage = covered;
        Ok(())
    }

    /// Lets everything out of both streams.
    fn drain(&mut self) -> Result<(), HostileError> {
        for stream in [2, 3] {
            // A packet that was left open on purpose is ended.
            self.start(simple(stream, &[(64, true)]))?;
            loop {
                let before = self.pairs[usize::from(stream - 2)].got.clone();
                self.start(simple(4 + stream, &[(0x4000, true); 64]))?;
                self.advance_until_still(4 + stream)?;
                self.rest(4 + stream)?;
                if self.pairs[usize::from(stream - 2)].got == before {
                    break;
                }
            }
            self.finish_whole(stream)?;
            self.check_pair(stream, true)?;
        }
        Ok(())
    }
}

/// A chain of pieces of those lengths, with ends of packets where they say so.
fn simple(channel: u8, pieces: &[(u32, bool)]) -> Chain {
    let piece = |(len, eop): &(u32, bool)| Piece {
        len: *len,
        lead: 0,
        eop: *eop,
        stop_at_eop: false,
        completed: false,
    };
    let pieces = pieces.iter().map(piece).collect();
    Chain { channel, pieces, merged: true, poll: false, interrupt: false }
}
