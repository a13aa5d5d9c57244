// SPDX-License-Identifier: Apache-2.0
//! Records of finished buffers.

use forebay_bus::host::{Purpose, Refusal};
use forebay_regs::s2mm_record::{self as layout, lost_hi};

use super::pair::Finished;
use crate::fabric::Fabric;
use crate::movers::host_write;

const BYTES: usize = layout::SIZE_BYTES as usize;

/// Where records go.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ring {
    pub(super) base: u64,
    /// Logarithm of how many there are.
    pub(super) log2: u32,
}

impl Ring {
    /// Writes that of a buffer before which so many were finished.
    pub(super) fn write(
        self,
        fabric: &mut Fabric,
        before: u32,
        finished: &Finished,
    ) -> Result<(), Refusal> {
        let place = u64::from(before & ((1 << self.log2) - 1));
        let addr = self.base.wrapping_add(place * BYTES as u64);
        host_write(fabric, Purpose::WriteBack, addr, &record(before.wrapping_add(1), finished))
    }
}

fn record(number: u32, finished: &Finished) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    let mut put = |at: u32, value: &[u8]| {
        bytes[at as usize..at as usize + value.len()].copy_from_slice(value);
    };
    let (said, end) = (finished.said, finished.said.end);
    let high = u32::try_from(said.lost >> 32).unwrap_or(u32::MAX);
    let flags = lost_hi::SAMPLES.put(high)
        | lost_hi::EOP.put(end.is_some().into())
        | lost_hi::EOB.put(end.is_some_and(|end| end.burst).into())
        | lost_hi::OVERRUN.put(end.is_some_and(|end| end.cut).into())
        | lost_hi::STOPPED.put(finished.stopped.into());
    put(layout::STAMP_LO, &said.stamp.to_le_bytes());
    put(layout::LOST_LO, &said.lost.to_le_bytes());
    put(layout::LOST_HI, &flags.to_le_bytes());
    put(layout::BUFFER_LO, &finished.addr.to_le_bytes());
    put(layout::BYTES, &finished.bytes.to_le_bytes());
    put(layout::SEQUENCE, &number.to_le_bytes());
    bytes
}
