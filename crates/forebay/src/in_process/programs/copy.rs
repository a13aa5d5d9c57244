// SPDX-License-Identifier: Apache-2.0
//! The kernel's own way: one copy at a time by bus addresses, and its end.

use forebay_regs::user::FRONT_END_COPY;
use forebay_regs::user::copy::{self, control, status};

use super::registers::low;
use super::{Programs, page_of};
use crate::ForebayError;
use crate::identity::Identity;
use crate::registers::Registers;
use crate::user_queue::Reason;
use crate::user_queue::backend::Copied;

/// Where its registers are.
pub(super) fn page(identity: &Identity) -> Option<u32> {
    page_of(identity, FRONT_END_COPY)
}

impl Programs {
    /// Copies, and waits for it.
    pub(super) fn copy(&self, from: u64, to: u64, bytes: u32) -> Result<Copied, ForebayError> {
        let page = self.copy.ok_or(ForebayError::NoFeature { what: "front end `copy`" })?;
        // One at a time.
        let _table = self.table();
        {
            let mut core = self.core();
            for (register, value) in [
                (copy::SRC_LO, low(from)),
                (copy::SRC_HI, low(from >> u32::BITS)),
                (copy::DST_LO, low(to)),
                (copy::DST_HI, low(to >> u32::BITS)),
                (copy::LENGTH, bytes),
                (copy::SPACES, 0),
                (copy::CONTROL, control::GO.mask()),
            ] {
                core.write(page + register, value)?;
            }
        }
        let told = self.await_status(page, status::DONE);
        if told.is_err() {
            // The memory is about to be its owner's again.
            self.core().write(page + copy::CONTROL, control::ABORT.mask())?;
            self.await_status(page, status::DONE)?;
        }
        let cause = Reason::numbered(status::CAUSE.get(told?));
        let mut core = self.core();
        core.write(page + copy::STATUS, status::DONE.mask())?;
        let done = if cause.is_none() { bytes } else { core.read(page + copy::MOVED)? };
        Ok(Copied { done: done.into(), reason: cause })
    }

    fn await_status(&self, page: u32, bit: forebay_regs::Field) -> Result<u32, ForebayError> {
        let mut watch = self.core().begin_close_wait();
        loop {
            let status = self.core().read(page + copy::STATUS)?;
            if bit.is_set(status) {
                return Ok(status);
            }
            self.core().go_on_waiting(&mut watch, "STATUS of the front end copy", status)?;
        }
    }
}
