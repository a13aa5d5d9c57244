// SPDX-License-Identifier: Apache-2.0
//! What the AXI4 channels of the card carry, and the rules every burst must keep.

use std::ops::Range;

use forebay_bus::host::{Purpose, Refusal};

/// Bytes of one beat of the card's buses.
pub const BEAT_BYTES: usize = 64;

/// Bytes of a beat in the width of addresses within a burst.
#[expect(clippy::cast_possible_truncation, reason = "a beat has some dozen bytes")]
const LINE_BYTES: u32 = BEAT_BYTES as u32;

/// Response: done.
pub const RESP_OKAY: u8 = 0;
/// Response: whoever is at that address refuses.
pub const RESP_SLVERR: u8 = 2;
/// Response: nobody at that address, or not mapped.
pub const RESP_DECERR: u8 = 3;
/// Response to a read: the data came marked as damaged (`RESP_POISON` of `fby_axi_pkg`).
pub const RESP_POISON: u8 = 1;

/// No burst may cross a boundary of this many bytes (AXI4, A3.4.1).
const PAGE: u64 = 4096;

/// The response that carries a refusal.
pub(crate) const fn response(refusal: Refusal) -> u8 {
    match refusal {
        // What is not answered comes back as an error after a reset.
        Refusal::Unsupported | Refusal::Unanswered => RESP_DECERR,
        Refusal::Abort => RESP_SLVERR,
        Refusal::Poisoned => RESP_POISON,
    }
}

/// On whose behalf an access is made, as it comes with it (`AxUSER`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Who {
    /// What the card wants it for.
    pub purpose: Purpose,
    /// Number of the front end that asked.
    pub source: u8,
}

impl Who {
    /// From the two signals; a purpose without a name is a broken rule.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn checked(purpose: u8, source: u8) -> Result<Self, String> {
        match Purpose::from_number(u32::from(purpose)) {
            Some(purpose) => Ok(Self { purpose, source }),
            None => Err(format!("access of front end {source} has no purpose: {purpose} is none")),
        }
    }
}

/// A burst's address phase: full-size INCR beats, with the exact byte count beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// Its identifier: what has one in common stays in order.
    pub id: u8,
    /// Of its first byte.
    pub addr: u64,
    /// How many, 1 to 4096.
    pub bytes: u32,
    /// On whose behalf.
    pub who: Who,
}

impl Address {
    /// Checks what the card put on an address channel; the error says which rule it broke.
    ///
    /// # Errors
    /// The rule, with the burst.
    pub fn checked((id, who): (u8, Who), addr: u64, len: u8, bytes: u16) -> Result<Self, String> {
        let address = Self { id, addr, bytes: u32::from(bytes), who };
        if bytes == 0 || addr % PAGE + u64::from(bytes) > PAGE {
            return Err(format!(
                "burst of {bytes} bytes at {addr:#x} for front end {} is empty or crosses a 4 KiB boundary",
                who.source
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
    #[must_use]
    pub fn beats(&self) -> u32 {
        (self.offset() + self.bytes).div_ceil(LINE_BYTES)
    }

    /// How many bytes of the burst are through once beat `beat` is.
    #[must_use]
    pub fn beat_end(&self, beat: u32) -> u32 {
        ((beat + 1) * LINE_BYTES - self.offset()).min(self.bytes)
    }

    /// Which lanes of beat `beat` belong to the burst.
    #[must_use]
    pub fn lanes(&self, beat: u32) -> Range<usize> {
        let begin = if beat == 0 { self.offset() } else { 0 };
        let end = self.beat_end(beat) + self.offset() - beat * LINE_BYTES;
        begin as usize..end as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATA: Who = Who { purpose: Purpose::Data, source: 0 };

    #[test]
    fn purposes_come_with_the_access() {
        for purpose in [Purpose::Data, Purpose::Descriptor, Purpose::WriteBack] {
            let number = u8::try_from(purpose.number()).expect("two bits");
            assert_eq!(Who::checked(number, 1), Ok(Who { purpose, source: 1 }));
        }
        assert!(Who::checked(3, 1).expect_err("has no name").contains("front end 1"));
    }

    #[test]
    fn lanes_of_an_unaligned_burst_cover_exactly_its_bytes() {
        let burst = Address::checked((1, DATA), 0x103c, 2, 70).expect("legal");
        assert_eq!(
            (burst.beats(), burst.lanes(0), burst.lanes(1), burst.lanes(2)),
            (3, 60..64, 0..64, 0..2)
        );
        assert_eq!((burst.beat_end(0), burst.beat_end(1), burst.beat_end(2)), (4, 68, 70));
    }

    #[test]
    fn illegal_bursts_are_named() {
        let data = (0, DATA);
        assert!(Address::checked(data, 0x1fc0, 1, 128).expect_err("crosses").contains("4 KiB"));
        assert!(Address::checked(data, 0x1000, 0, 0).expect_err("empty").contains("empty"));
        assert!(
            Address::checked(data, 0x1001, 0, 64)
                .expect_err("needs two beats")
                .contains("says 1 beats, not 2")
        );
    }
}
