// SPDX-License-Identifier: Apache-2.0
//! Stopping a channel at any moment: the engine comes to rest, and every job is handed back with as much as has arrived.

use forebay_bus::{Card, CardExt};

use super::ending::Done;
use super::registers::{chan, ending_causes};
use super::{Ended, Engine, ForebayError, Progress};

/// Card cycles an aborted engine gets to become idle.
const ABORT_CYCLES: u64 = 1 << 20;
/// How often an abort looks.
const ABORT_STEP_CYCLES: u64 = 1024;

impl Engine {
    /// Stops the engine, waits until it is idle, and hands every job back with the error `why` makes for it.
    ///
    /// # Errors
    /// [`ForebayError::Wedged`] if the engine does not become idle; the jobs stay, since the card may still
    /// reach their memory.
    pub(crate) fn abort(
        &mut self,
        card: &mut dyn Card,
        why: impl Fn(Progress) -> ForebayError,
    ) -> Result<Vec<Ended>, ForebayError> {
        let mut waited = self.wait_begin(card)?;
        // A front end that somebody has asked to rest keeps RUN at 0 and begins nothing: its counts are those of the run before.
        let control = card.read32(self.place.bar, self.reg(chan::CONTROL))?;
        let began = chan::control::RUN.is_set(control);
        card.write32(self.place.bar, self.reg(chan::CONTROL_W1C), chan::control::RUN.mask())?;
        while chan::status::BUSY.is_set(card.read32(self.place.bar, self.reg(chan::STATUS))?) {
            if waited >= ABORT_CYCLES {
                return Err(ForebayError::Wedged { channel: self.channel, waited });
            }
            card.advance(ABORT_STEP_CYCLES)?;
            waited += ABORT_STEP_CYCLES;
        }
        card.read32(self.place.bar, self.reg(chan::STATUS_RC))?;
        let in_run = if began { self.done_by_now(card)? } else { (0, 0) };
        let refused = self.doorbell.map_or(Ok(None), |doorbell| doorbell.refusal(card))?;
        // Who has begun was not refused, and of a list somebody else was.
        let refused = refused.filter(|_| self.run.rung && !began);
        let mut outcomes = self.give_up(in_run, why);
        if let (Some(first), Some(why)) = (outcomes.first_mut(), refused) {
            first.result = Err(ForebayError::Refused { channel: self.channel, why });
        }
        Ok(outcomes)
    }

    /// Waits until the run has begun, which clears what the one before has logged and comes when the word of that one is
    /// acknowledged. Until then the counts are that one's, and a stop would call the start off: it would have none of its
    /// own, and no packet left open would be closed. Gives the cycles waited, never more than an abort has.
    fn wait_begin(&self, card: &mut dyn Card) -> Result<u64, ForebayError> {
        let mut waited = 0;
        while !self.run.is_empty() && waited < ABORT_CYCLES {
            let status = card.read32(self.place.bar, self.reg(chan::STATUS))?;
            if !chan::status::BUSY.is_set(status) || status & ending_causes() == 0 {
                break;
            }
            card.advance(ABORT_STEP_CYCLES)?;
            waited += ABORT_STEP_CYCLES;
        }
        Ok(waited)
    }

    /// Hands every job back without touching the engine: only right once it is idle or about to be reset. Of the run under way
    /// so many descriptors are done, and bytes of the next one.
    pub(crate) fn give_up(
        &mut self,
        (count, partial): (usize, u64),
        why: impl Fn(Progress) -> ForebayError,
    ) -> Vec<Ended> {
        let mut lists = std::mem::take(&mut self.run).lists.into_iter();
        let jobs = std::mem::take(&mut self.queue);
        let outcomes = jobs.into_iter().map(|job| {
            let in_run = lists.next().map_or(Done::default(), |listed| {
                let partial = if listed.is_at(count) { partial } else { 0 };
                self.done(&listed.list, listed.done(count), partial)
            });
            let (done, bytes) = (job.done + in_run.descriptors, job.bytes + in_run.bytes);
            let progress = Progress { job: job.id, done, total: job.total, bytes };
            Ended { id: job.id, held: job.held, result: Err(why(progress)) }
        });
        outcomes.collect()
    }
}
