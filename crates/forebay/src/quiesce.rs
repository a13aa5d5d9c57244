// SPDX-License-Identifier: Apache-2.0
//! Bringing kernel and stream windows to rest, by registers alone.

use forebay_regs::user::{self, msm, stream};

use crate::ForebayError;
use crate::identity::{Identity, Kernel};
use crate::registers::{Registers, stream_base};

/// What the stream windows say about who waits for whom.
pub(crate) fn stall_hint(
    registers: &mut dyn Registers,
    identity: &Identity,
) -> Result<String, ForebayError> {
    let mut parts = Vec::new();
    for window in 0..identity.windows {
        let base = stream_base(window);
        let held = registers.read(base + stream::OCCUPANCY)?;
        let depth = registers.read(base + stream::DEPTH)?;
        parts.push(format!("stream window {window} holds {held} of {depth} entries"));
    }
    parts.push(
        "feed every stream the kernel reads, in chunks no larger than its FIFO, and take all of its output".into(),
    );
    Ok(parts.join(", "))
}

/// While held, the kernel is in reset and the windows throw away what they have and what comes.
pub(crate) fn hold_kernel(
    registers: &mut dyn Registers,
    identity: &Identity,
    hold: bool,
) -> Result<(), ForebayError> {
    let flush = if hold { stream::control::FLUSH.mask() } else { 0 };
    for window in 0..identity.windows {
        registers.write(stream_base(window) + stream::CONTROL, flush)?;
    }
    if identity.kernel == Kernel::Msm {
        let abort = if hold { msm::control::ABORT.mask() } else { 0 };
        registers.write(user::MSM.base() + msm::CONTROL, abort)?;
    }
    Ok(())
}

/// Lets a flush end: it throws away at least one entry between two register reads.
pub(crate) fn wait_windows_empty(
    registers: &mut dyn Registers,
    identity: &Identity,
) -> Result<(), ForebayError> {
    for window in 0..identity.windows {
        let depth = registers.read(stream_base(window) + stream::DEPTH)?;
        let mut held = depth;
        for _ in 0..=depth {
            held = registers.read(stream_base(window) + stream::OCCUPANCY)?;
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

/// What is waited for after an abort.
pub(crate) const KERNEL_IDLE: &str = "STATUS.BUSY after an abort";

/// Offset of the register that says whether the kernel is idle; none for a kernel that always is.
pub(crate) fn kernel_status(identity: &Identity) -> Option<u32> {
    (identity.kernel == Kernel::Msm).then_some(user::MSM.base() + msm::STATUS)
}

/// Whether that register says so.
pub(crate) fn kernel_is_idle(status: u32) -> bool {
    !msm::status::BUSY.is_set(status)
}
