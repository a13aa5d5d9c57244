// SPDX-License-Identifier: Apache-2.0
//! A transfer under way.

use crate::core::Watch;
use crate::engine::{Moved, Outcome};
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
        let mut watch = Watch::default();
        loop {
            // The lock is taken anew for each step, so that other threads get at the card in between.
            let step = self.device.core().step(self.channel, self.id, &mut watch)?;
            if let Some(outcome) = step {
                self.ended = true;
                return Ok(outcome);
            }
        }
    }
}

impl Drop for Transfer {
    fn drop(&mut self) {
        if !self.ended {
            self.device.core().forget(self.channel, self.id);
        }
    }
}
