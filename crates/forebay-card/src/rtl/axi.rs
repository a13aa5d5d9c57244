// SPDX-License-Identifier: Apache-2.0
//! What the AXI4 channels of the card carry, and the rules every burst must keep.

use std::ops::Range;

use super::ffi::{BEAT_BYTES, LINE_BYTES};

/// Response: done.
pub(super) const RESP_OKAY: u8 = 0;
/// Response: nobody at that address, or not mapped.
pub(super) const RESP_DECERR: u8 = 3;

/// No burst may cross a boundary of this many bytes (AXI4, A3.4.1).
const PAGE: u64 = 4096;

/// A burst's address phase: full-size INCR beats, with the exact byte count beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Address {
    pub(super) id: u8,
    pub(super) addr: u64,
    pub(super) bytes: u32,
}

impl Address {
    /// Checks what the card put on an address channel; the error says which rule it broke.
    pub(super) fn checked(id: u8, addr: u64, len: u8, bytes: u16) -> Result<Self, String> {
        let address = Self { id, addr, bytes: u32::from(bytes) };
        if bytes == 0 || addr % PAGE + u64::from(bytes) > PAGE {
            return Err(format!(
                "burst of {bytes} bytes at {addr:#x} is empty or crosses a 4 KiB boundary"
            ));
        }
        if address.beats() != u32::from(len) + 1 {
            return Err(format!(
                "burst of {bytes} bytes at {addr:#x} says {} beats, not {}",
                u32::from(len) + 1,
                address.beats()
            ));
        }
        Ok(address)
    }

    /// Lane of the first byte.
    fn offset(&self) -> u32 {
        u32::try_from(self.addr % BEAT_BYTES as u64).unwrap_or(0)
    }

    /// Number of beats.
    pub(super) fn beats(&self) -> u32 {
        (self.offset() + self.bytes).div_ceil(LINE_BYTES)
    }

    /// How many bytes of the burst are through once beat `beat` is.
    pub(super) fn beat_end(&self, beat: u32) -> u32 {
        ((beat + 1) * LINE_BYTES - self.offset()).min(self.bytes)
    }

    /// Which lanes of beat `beat` belong to the burst.
    pub(super) fn lanes(&self, beat: u32) -> Range<usize> {
        let begin = if beat == 0 { self.offset() } else { 0 };
        let end = self.beat_end(beat) + self.offset() - beat * LINE_BYTES;
        begin as usize..end as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_of_an_unaligned_burst_cover_exactly_its_bytes() {
        let burst = Address::checked(1, 0x103c, 2, 70).expect("legal");
        assert_eq!(
            (burst.beats(), burst.lanes(0), burst.lanes(1), burst.lanes(2)),
            (3, 60..64, 0..64, 0..2)
        );
        assert_eq!((burst.beat_end(0), burst.beat_end(1), burst.beat_end(2)), (4, 68, 70));
    }

    #[test]
    fn illegal_bursts_are_named() {
        assert!(Address::checked(0, 0x1fc0, 1, 128).expect_err("crosses").contains("4 KiB"));
        assert!(Address::checked(0, 0x1000, 0, 0).expect_err("empty").contains("empty"));
        assert!(
            Address::checked(0, 0x1001, 0, 64)
                .expect_err("needs two beats")
                .contains("says 1 beats, not 2")
        );
    }
}
