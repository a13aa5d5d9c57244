// SPDX-License-Identifier: Apache-2.0
//! Bringing datapath and stream windows to rest, by registers alone.

use forebay_regs::user::stream;

use crate::ForebayError;
use crate::datapath::Busy;
use crate::identity::Identity;
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

/// While held, the datapath is in reset and the windows throw away what they have and what comes.
pub(crate) fn hold_datapath(
    registers: &mut dyn Registers,
    identity: &Identity,
    hold: bool,
) -> Result<(), ForebayError> {
    let flush = if hold { stream::control::FLUSH.mask() } else { 0 };
    for window in 0..identity.windows {
        registers.write(stream_base(window) + stream::CONTROL, flush)?;
    }
    identity.kernel.datapath().quiesce(registers, hold)
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
pub(crate) const DATAPATH_IDLE: &str = "STATUS.BUSY after an abort";

/// Where the datapath says whether it is idle; none for one that always is.
pub(crate) fn datapath_busy(identity: &Identity) -> Option<Busy> {
    identity.kernel.datapath().busy()
}
