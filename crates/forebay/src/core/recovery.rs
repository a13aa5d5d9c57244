// SPDX-License-Identifier: Apache-2.0
//! Getting a device that stands still back to work.

use forebay_card::{Bar, CardExt};
use forebay_regs::user::{self, msm, stream};

use super::{Core, stream_base};
use crate::identity::Kernel;
use crate::{ChannelId, ForebayError};

/// Card cycles the kernel gets to come out of an abort.
const KERNEL_ABORT_CYCLES: u64 = 1 << 20;

impl Core {
    /// Brings kernel, windows and engines back to idle; every transfer under way ends as cancelled.
    pub(crate) fn recover_all(&mut self) -> Result<(), ForebayError> {
        self.recover(ChannelId::H2c(0), u64::MAX, 0)
    }

    /// What the stream windows say about who waits for whom.
    fn stall_hint(&mut self) -> Result<String, ForebayError> {
        let mut parts = Vec::new();
        for window in 0..self.identity.windows {
            let base = stream_base(window);
            let held = self.card.read32(Bar::User, base + stream::OCCUPANCY)?;
            let depth = self.card.read32(Bar::User, base + stream::DEPTH)?;
            parts.push(format!("stream window {window} holds {held} of {depth} entries"));
        }
        parts.push("feed every stream the kernel reads, in chunks no larger than its FIFO, and take all of its output".into());
        Ok(parts.join(", "))
    }

    /// Gets the device out of a stall: empties the kernel and the stream windows, aborts every engine, and as the
    /// last resort resets the card. The stalled transfer ends with a report, the others as cancelled.
    pub(super) fn recover(
        &mut self,
        channel: ChannelId,
        id: u64,
        waited: u64,
    ) -> Result<(), ForebayError> {
        let hint = self.stall_hint()?;
        self.hold_kernel(true)?;
        let mut wedged = false;
        for engine in &mut self.engines {
            if engine.is_idle() {
                continue;
            }
            let at = engine.channel;
            let why = |job, done, total| {
                if job == id {
                    ForebayError::Stalled { channel, waited, done, total, hint: hint.clone() }
                } else {
                    ForebayError::Cancelled { channel: at }
                }
            };
            match engine.abort(&mut *self.card, why) {
                Ok(outcomes) => {
                    self.outcomes.extend(outcomes.into_iter().map(|outcome| (outcome.id, outcome)));
                }
                Err(ForebayError::Wedged { .. }) => {
                    wedged = true;
                    let outcomes = engine.give_up(0, why);
                    self.outcomes.extend(outcomes.into_iter().map(|outcome| (outcome.id, outcome)));
                }
                Err(other) => return Err(other),
            }
        }
        if wedged {
            self.card.reset()?;
            self.open_engines()?;
        }
        self.wait_windows_empty()?;
        self.hold_kernel(false)?;
        self.wait_kernel_idle()
    }

    fn hold_kernel(&mut self, hold: bool) -> Result<(), ForebayError> {
        let flush = if hold { stream::control::FLUSH.mask() } else { 0 };
        for window in 0..self.identity.windows {
            self.card.write32(Bar::User, stream_base(window) + stream::CONTROL, flush)?;
        }
        if self.identity.kernel == Kernel::Msm {
            let abort = if hold { msm::control::ABORT.mask() } else { 0 };
            self.card.write32(Bar::User, user::MSM.base() + msm::CONTROL, abort)?;
        }
        Ok(())
    }

    /// Lets a flush end: it throws away at least one entry between two register reads.
    fn wait_windows_empty(&mut self) -> Result<(), ForebayError> {
        for window in 0..self.identity.windows {
            let depth = self.card.read32(Bar::User, stream_base(window) + stream::DEPTH)?;
            let mut held = depth;
            for _ in 0..=depth {
                held = self.card.read32(Bar::User, stream_base(window) + stream::OCCUPANCY)?;
                if held == 0 {
                    break;
                }
            }
            if held != 0 {
                let what = "stream OCCUPANCY during a flush";
                let waited = u64::from(depth);
                return Err(ForebayError::RegisterWait { what, value: held, waited });
            }
        }
        Ok(())
    }

    fn wait_kernel_idle(&mut self) -> Result<(), ForebayError> {
        if self.identity.kernel != Kernel::Msm {
            return Ok(());
        }
        let idle = |status| !msm::status::BUSY.is_set(status);
        let offset = user::MSM.base() + msm::STATUS;
        self.wait_register("STATUS.BUSY after an abort", offset, idle, KERNEL_ABORT_CYCLES)
            .map(drop)
    }
}
