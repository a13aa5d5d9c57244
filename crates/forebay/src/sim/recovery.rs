// SPDX-License-Identifier: Apache-2.0
//! Getting a device that stands still back to work.

use super::core::Core;
use super::engine::{Done, Progress};
use crate::{ChannelId, ForebayError, quiesce};

/// Card cycles the kernel gets to come out of an abort.
const KERNEL_ABORT_CYCLES: u64 = 1 << 20;

impl Core {
    /// Brings kernel, windows and engines back to idle; every transfer under way ends as cancelled.
    pub(crate) fn recover_all(&mut self) -> Result<(), ForebayError> {
        self.recover(ChannelId::H2c(0), u64::MAX, 0)
    }

    /// Gets the device out of a stall: empties the kernel and the stream windows, aborts every engine, and as the
    /// last resort resets the card. The stalled transfer ends with a report, the others as cancelled.
    pub(super) fn recover(
        &mut self,
        channel: ChannelId,
        id: u64,
        waited: u64,
    ) -> Result<(), ForebayError> {
        let hint = quiesce::stall_hint(&mut self.card, &self.identity)?;
        quiesce::hold_kernel(&mut self.card, &self.identity, true)?;
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
        quiesce::hold_kernel(&mut self.card, &self.identity, false)?;
        self.wait_kernel_idle()
    }

    fn wait_kernel_idle(&mut self) -> Result<(), ForebayError> {
        let Some(offset) = quiesce::kernel_status(&self.identity) else { return Ok(()) };
        let idle = quiesce::kernel_is_idle;
        self.wait_register(quiesce::KERNEL_IDLE, offset, &idle, KERNEL_ABORT_CYCLES).map(drop)
    }
}
