// SPDX-License-Identifier: Apache-2.0
//! Getting a device that stands still back to work.

use forebay_bus::Stop;

use super::core::{Core, SLICE_CYCLES};
use super::engine::Progress;
use crate::patience::{Limit, UNSET_HOST_TIME};
use crate::{ChannelId, ForebayError, Stall, quiesce};

/// A transfer that is to be given up, and why.
pub(super) type GivenUp = (ChannelId, u64, Box<Stall>);

/// Card cycles the datapath gets to come to rest, however much else moves.
const DATAPATH_IDLE_CYCLES: u64 = 1 << 20;
/// Card cycles in which what is in motion arrives when nothing more is fed: a beat a cycle out of the deepest FIFO.
const SETTLE_CYCLES: u64 = 1 << 14;
/// What there is to do about a datapath that is busy for ever: only such a one is told of.
const AFTER_A_RESET: &str =
    "the card was reset, which did not help; load another image into it, other channels work on";
/// The same of one that rests as long as it is held.
const AFTER_A_REST: &str =
    "it did, and was busy again when it was released; reset the card, other channels work on";

/// What the owner of a transfer that was given up is told.
fn why_given_up(given_up: &GivenUp, progress: Progress, limit: Limit) -> ForebayError {
    let (channel, _, stall) = given_up;
    let (channel, stall) = (*channel, stall.clone());
    let Progress { done, total, bytes, .. } = progress;
    if stall.is_deadlock() {
        return ForebayError::Deadlock { channel, done, total, bytes, stall };
    }
    match limit {
        Limit::Unset => {
            let after = UNSET_HOST_TIME;
            ForebayError::GivenUp { channel, after, done, total, bytes, stall }
        }
        _ => ForebayError::Stalled { channel, done, total, bytes, stall },
    }
}

impl Core {
    /// Brings datapath, stream ports and engines back to idle; every transfer under way ends as cancelled.
    pub(crate) fn recover_all(&mut self) -> Result<(), ForebayError> {
        self.recover(None)?;
        self.rest_datapaths()
    }

    /// Gets the device out of a stall: empties the stream ports, aborts every engine, and as the last resort, when an
    /// engine does not come to rest or a stream port not empty, resets the card. The stalled transfer ends with a report, the
    /// others as cancelled. A datapath that is busy then waits for what does not come any more and is brought to rest; one that
    /// is not keeps what it was given.
    pub(super) fn recover(&mut self, stalled: Option<GivenUp>) -> Result<(), ForebayError> {
        quiesce::hold_stream_ports(&mut self.card, &self.identity, true)?;
        let rested = self.rest(stalled.as_ref());
        // However that went: what a stream port is sent from now on is no business of this recovery.
        let released = quiesce::hold_stream_ports(&mut self.card, &self.identity, false);
        rested.and(released)
    }

    /// Aborts every engine and empties the stream ports, which are held.
    fn rest(&mut self, stalled: Option<&GivenUp>) -> Result<(), ForebayError> {
        let mut wedged = false;
        let limit = self.patience.limit;
        for engine in &mut self.engines {
            if engine.is_idle() {
                continue;
            }
            let at = engine.channel;
            let why = |progress: Progress| match stalled.filter(|(_, id, _)| *id == progress.job) {
                Some(given_up) => why_given_up(given_up, progress, limit),
                None => ForebayError::Cancelled { channel: at, bytes: progress.bytes },
            };
            match engine.abort(&mut *self.card, why) {
                Ok(outcomes) => {
                    self.outcomes.extend(outcomes.into_iter().map(|outcome| (outcome.id, outcome)));
                }
                Err(ForebayError::Wedged { .. }) => {
                    wedged = true;
                    let outcomes = engine.give_up((0, 0), why);
                    self.outcomes.extend(outcomes.into_iter().map(|outcome| (outcome.id, outcome)));
                }
                Err(other) => return Err(other),
            }
        }
        if wedged {
            self.reset()?;
        }
        if let Err(error) = quiesce::wait_stream_ports_empty(&mut self.card, &self.identity) {
            let ForebayError::RegisterWait { .. } = error else { return Err(error) };
            self.reset()?;
            quiesce::wait_stream_ports_empty(&mut self.card, &self.identity)?;
        }
        // What is in motion still arrives; what is busy after that waits in vain.
        if self.stays_busy(SETTLE_CYCLES)? {
            self.rest_datapaths()?;
        }
        Ok(())
    }

    /// Has datapaths drop what they have; one that does not come to rest costs a reset of the card.
    fn rest_datapaths(&mut self) -> Result<(), ForebayError> {
        quiesce::hold_datapaths(&mut self.card, &self.identity, true)?;
        let mut next = AFTER_A_REST;
        if self.stays_busy(DATAPATH_IDLE_CYCLES)? {
            self.reset()?;
            next = AFTER_A_RESET;
        }
        self.cut_pairs()?;
        quiesce::hold_datapaths(&mut self.card, &self.identity, false)?;
        // It may still have to clear away what was cut.
        self.wait_datapath_idle(DATAPATH_IDLE_CYCLES, next)
    }

    /// Whether a datapath is still busy after so many cycles.
    fn stays_busy(&mut self, patience: u64) -> Result<bool, ForebayError> {
        match self.wait_datapath_idle(patience, AFTER_A_REST) {
            Err(ForebayError::NeverIdle { .. }) => Ok(true),
            outcome => outcome.map(|()| false),
        }
    }

    fn reset(&mut self) -> Result<(), ForebayError> {
        self.card.reset()?;
        self.open_engines()
    }

    /// Waits until no datapath has anything under way; `next` is what there is to do about one that has.
    fn wait_datapath_idle(
        &mut self,
        patience: u64,
        next: &'static str,
    ) -> Result<(), ForebayError> {
        let began = self.card.now();
        let mut over = false;
        loop {
            let Some(busy) = quiesce::busy_datapath(&mut self.card, &self.identity)? else {
                return Ok(());
            };
            let waited = self.card.now() - began;
            if over || waited > patience {
                return Err(busy.error(waited, next));
            }
            // A card that has come to rest is looked at once more.
            over = self.advance_slice(SLICE_CYCLES)? == Stop::Idle && self.all_quiet();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lacking, Outlook};

    /// Whatever the limit was, what is certain is a deadlock; else who has set none is told so, and how to.
    #[test]
    fn a_limit_that_nobody_has_set_is_told_as_such() {
        use std::time::Duration;
        let stall = Stall {
            waited: 5,
            fifos: vec![],
            blocked: vec![],
            waits: vec![],
            outlook: Outlook::Open,
            safe: None,
        };
        let channel = ChannelId::H2c(3);
        let progress = || Progress { job: 7, done: 1, total: 2, bytes: 64 };
        let limits = [
            Limit::Unset,
            Limit::HostTime(Duration::from_secs(30)),
            Limit::CardCycles(5),
            Limit::Never,
        ];
        for limit in limits {
            let open = (channel, 7, Box::new(stall.clone()));
            let error = why_given_up(&open, progress(), limit);
            let told = error.to_string();
            assert_eq!(error.stall(), Some(&stall), "{limit:?}");
            assert!(!told.contains("deadlock") && !told.contains("  "), "{told}");
            match error {
                ForebayError::GivenUp { channel: at, after, done, total, bytes, .. } => {
                    assert_eq!(limit, Limit::Unset);
                    let found = (at, after, done, total, bytes);
                    assert_eq!(found, (channel, Duration::from_secs(30), 1, 2, 64));
                    let start = "h2c_3: nothing moved for 30 s, and nobody had set how long to wait: set `Patience::limit`";
                    assert!(told.starts_with(start), "{told}");
                }
                ForebayError::Stalled { channel: at, done, total, bytes, .. } => {
                    assert_ne!(limit, Limit::Unset);
                    assert_eq!((at, done, total, bytes), (channel, 1, 2, 64));
                    assert!(told.starts_with("h2c_3: nothing moved for 5 card cycles"), "{told}");
                }
                other => unreachable!("{limit:?}: {other:?}"),
            }
            let certain = Stall { outlook: Outlook::Deadlock(Lacking::Port(1)), ..stall.clone() };
            let error = why_given_up(&(channel, 7, Box::new(certain)), progress(), limit);
            assert!(matches!(error, ForebayError::Deadlock { .. }), "{limit:?}: {error:?}");
        }
    }
}
