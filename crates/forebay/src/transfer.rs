// SPDX-License-Identifier: Apache-2.0
//! A transfer under way.

use crate::transport::{Moved, Outcome};
use crate::{ChannelId, Device, ForebayError};

/// A submitted transfer. Dropping it without waiting gives it up if it has not ended: a card in this process is recovered
/// ([`Device::recover`]), which cancels every other transfer too; behind a kernel driver it is taken out of the line, or runs to its
/// end if the driver has it.
#[derive(Debug)]
#[must_use = "a transfer that is dropped is given up; wait for it"]
pub struct Transfer {
    device: Device,
    channel: ChannelId,
    id: u64,
    ended: bool,
}

impl Transfer {
    pub(crate) const fn new(device: Device, channel: ChannelId, id: u64) -> Self {
        Self { device, channel, id, ended: false }
    }

    /// Lets the card work until the transfer has ended.
    ///
    /// # Errors
    /// [`ForebayError::Engine`] with the descriptor that failed, [`ForebayError::Deadlock`] when it can never end,
    /// [`ForebayError::Stalled`] when nothing moved for the device's stall limit, [`ForebayError::GivenUp`] when nothing moved for long
    /// and none was set, [`ForebayError::Timeout`] when the driver gave it up, [`ForebayError::Cancelled`]; the channel works
    /// again afterwards.
    pub fn wait(self) -> Result<Moved, ForebayError> {
        self.outcome()?.result
    }

    /// Whether it has ended, without letting the card work: [`Transfer::wait`] then comes back at once. For who has the card's time pass
    /// otherwise, or looks after several.
    ///
    /// # Errors
    /// What the card says when the library looks at its channels.
    pub fn has_ended(&self) -> Result<bool, ForebayError> {
        self.device.transport().has_ended(self.channel, self.id)
    }

    pub(crate) const fn channel(&self) -> ChannelId {
        self.channel
    }

    pub(crate) fn outcome(mut self) -> Result<Outcome, ForebayError> {
        let outcome = self.device.transport().wait(self.channel, self.id)?;
        self.ended = true;
        Ok(outcome)
    }
}

impl Drop for Transfer {
    fn drop(&mut self) {
        if !self.ended {
            self.device.transport().forget(self.channel, self.id);
        }
    }
}
