// SPDX-License-Identifier: Apache-2.0
//! A transfer under way.

use crate::transport::{Moved, Outcome};
use crate::{ChannelId, Device, ForebayError};

/// A submitted transfer. Dropping it without waiting aborts it if it has not ended.
#[derive(Debug)]
#[must_use = "a transfer that is dropped is aborted; wait for it"]
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
    /// [`ForebayError::Engine`] with the descriptor that failed, [`ForebayError::Stalled`] when nothing moved for
    /// the device's stall limit; the device works again afterwards.
    pub fn wait(self) -> Result<Moved, ForebayError> {
        self.outcome()?.result
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
