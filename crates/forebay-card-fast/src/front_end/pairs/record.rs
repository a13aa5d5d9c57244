// SPDX-License-Identifier: Apache-2.0
//! Records of finished buffers.

use forebay_bus::host::{Purpose, Refusal};
use forebay_regs::s2mm_record::{self as layout, lost_hi};

use super::pair::Finished;
use crate::fabric::Fabric;
use crate::movers::host_write;
use crate::words::high;

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

/// The upper word of what was lost, with how it ended, as record and register have it. Of what host memory refused nobody knows that the end of a
/// packet was in it.
pub(super) fn lost_hi(finished: &Finished) -> u32 {
    let (said, errors) = (&finished.said, &finished.errors);
    let end = said.end.unwrap_or_default();
    let refused = errors.slave || errors.decode;
    lost_hi::SAMPLES.put(high(said.lost))
        | lost_hi::EOP.put((said.end.is_some() && !refused).into())
        | lost_hi::EOB.put(end.burst.into())
        | lost_hi::OVERRUN.put(end.cut.into())
        | lost_hi::STOPPED.put(finished.stopped.into())
}

fn record(number: u32, finished: &Finished) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    let mut put = |at: u32, value: &[u8]| {
        bytes[at as usize..at as usize + value.len()].copy_from_slice(value);
    };
    let said = finished.said;
    put(layout::STAMP_LO, &said.stamp.to_le_bytes());
    put(layout::LOST_LO, &said.lost.to_le_bytes());
    put(layout::LOST_HI, &lost_hi(finished).to_le_bytes());
    put(layout::BUFFER_LO, &finished.addr.to_le_bytes());
    put(layout::BYTES, &finished.bytes.to_le_bytes());
    put(layout::SEQUENCE, &number.to_le_bytes());
    bytes
}
