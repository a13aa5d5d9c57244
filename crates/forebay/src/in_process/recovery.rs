// SPDX-License-Identifier: Apache-2.0
//! Getting a device that stands still back to work.

use super::core::Core;
use super::engine::{Done, Progress};
use crate::{ChannelId, ForebayError, quiesce};

/// Card cycles the datapath gets to come out of an abort.
const DATAPATH_ABORT_CYCLES: u64 = 1 << 20;

impl Core {
    /// Brings datapath, windows and engines back to idle; every transfer under way ends as cancelled.
    pub(crate) fn recover_all(&mut self) -> Result<(), ForebayError> {
        self.recover(ChannelId::H2c(0), u64::MAX, 0)
    }

    /// Gets the device out of a stall: empties the datapath and the stream windows, aborts every engine, and as the
    /// last resort resets the card. The stalled transfer ends with a report, the others as cancelled.
    pub(super) fn recover(
        &mut self,
        channel: ChannelId,
        id: u64,
        waited: u64,
    ) -> Result<(), ForebayError> {
        let hint = quiesce::stall_hint(&mut self.card, &self.identity)?;
        quiesce::hold_datapath(&mut self.card, &self.identity, true)?;
        let mut wedged = false;
        for engine in &mut self.engines {
            if engine.is_idle() {
                continue;
            }
            let at = engine.channel;
            let why = |progress: Progress| {
                let Progress { job, done, total, bytes } = progress;
                if job == id {
                    let hint = hint.clone();
                    ForebayError::Stalled { channel, waited, done, total, bytes, hint }
                } else {
                    ForebayError::Cancelled { channel: at, bytes }
                }
            };
            match engine.abort(&mut *self.card, why) {
                Ok(outcomes) => {
                    self.outcomes.extend(outcomes.into_iter().map(|outcome| (outcome.id, outcome)));
                }
                Err(ForebayError::Wedged { .. }) => {
                    wedged = true;
                    let outcomes = engine.give_up(Done::default(), why);
                    self.outcomes.extend(outcomes.into_iter().map(|outcome| (outcome.id, outcome)));
                }
                Err(other) => return Err(other),
            }
        }
        if wedged {
            self.card.reset()?;
            self.open_engines()?;
        }
        quiesce::wait_windows_empty(&mut self.card, &self.identity)?;
        quiesce::hold_datapath(&mut self.card, &self.identity, false)?;
        self.wait_datapath_idle()
    }

    fn wait_datapath_idle(&mut self) -> Result<(), ForebayError> {
        let Some(busy) = quiesce::datapath_busy(&self.identity) else { return Ok(()) };
        let (what, patience) = (quiesce::DATAPATH_IDLE, DATAPATH_ABORT_CYCLES);
        self.wait_register(what, busy.offset, &busy.is_idle, patience).map(drop)
    }
}
